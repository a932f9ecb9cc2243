"""Vertex separators and elimination orders through the C interface, in a thread that Ctrl-C ends."""

from __future__ import annotations

import ctypes
import threading
from ctypes import byref, c_double, c_uint64, c_void_p
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from . import library
from .backends import TEXT_LENGTH, CtypesBackend, error
from .problem import Problem
from .structures import Graph

POLL = 0.02  # seconds between two looks at the thread, and the longest delay before Ctrl-C takes effect


@dataclass(frozen=True)
class Search:
    """The options of a search: ``time_limit`` is in seconds, and 0 is none."""

    max_imbalance: float
    seed: int
    time_limit: float


def vertex_separator(problem: Problem, search: Search) -> npt.NDArray[np.int32]:
    """Return the label of each vertex: 0 and 1 for the sides, 2 for the separator."""
    return _run("vertex_separator", problem, search)


def nested_dissection(problem: Problem, search: Search) -> npt.NDArray[np.int32]:
    """Return the vertices in the order of elimination."""
    return _run("nested_dissection", problem, search)


def _run(name: str, problem: Problem, search: Search) -> npt.NDArray[np.int32]:
    """Call a function of the C interface, which releases the GIL. An exception ends it and propagates."""
    backend = library.library()
    if not isinstance(backend, CtypesBackend):
        raise RuntimeError(f"tvcut.{name} needs the backend 'ctypes'; unset TVCUT_BACKEND")
    found, stop = np.empty(problem.n, np.int32), np.zeros(1, np.int32)
    message = ctypes.create_string_buffer(TEXT_LENGTH)
    codes: list[int] = []

    def call() -> None:
        graph = Graph(**problem.addresses())
        options = c_double(search.max_imbalance), c_uint64(search.seed), c_double(search.time_limit)
        addresses = c_void_p(stop.ctypes.data), c_void_p(found.ctypes.data)
        function = getattr(backend.lib, f"tvcut_{name}")
        codes.append(function(byref(graph), *options, *addresses, message, ctypes.c_size_t(TEXT_LENGTH)))

    thread = threading.Thread(target=call, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(POLL)
    finally:
        stop[0] = 1  # the thread holds the arrays until the call has returned
    if fault := error(codes[0], message.value.decode(errors="replace")):
        raise fault
    return found

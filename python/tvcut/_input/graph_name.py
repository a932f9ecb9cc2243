"""What a message calls the graph and the masses: W and vertex_weight, or the names of other parameters for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from .._native.errors import ArgumentError

_name: ContextVar[str] = ContextVar("_name", default="W")
_masses: ContextVar[str] = ContextVar("_masses", default="vertex_weight")


def w() -> str:
    """Return what messages call the graph."""
    return _name.get()


def masses() -> str:
    """Return what messages call the masses of the vertices."""
    return _masses.get()


@contextmanager
def called(graph: str, masses: str) -> Iterator[None]:
    """Call the graph and the masses by the names of the parameters that take them, in this thread."""
    tokens = _name.set(graph), _masses.set(masses)
    try:
        yield
    finally:
        _name.reset(tokens[0])
        _masses.reset(tokens[1])


def about_graph(message: str, index: tuple[int, int] | None = None) -> ArgumentError:
    """Return the error that the graph, or its entry with a row and a column, is not allowed."""
    return ArgumentError(message, w(), index, "graph", message)

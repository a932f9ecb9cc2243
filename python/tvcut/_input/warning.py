"""Warnings that point at the line of the user's code."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_left_out: ContextVar[tuple[type[Warning], ...]] = ContextVar("_left_out", default=())


@contextmanager
def without(*categories: type[Warning]) -> Iterator[None]:
    """Do not warn of some categories in this thread. ``warnings.catch_warnings`` changes the filters of all threads."""
    token = _left_out.set((*_left_out.get(), *categories))
    try:
        yield
    finally:
        _left_out.reset(token)


def warn(text: str, category: type[Warning]) -> None:
    """Warn at the line of the user's code."""
    if not issubclass(category, _left_out.get()):
        warnings.warn(text, category, stacklevel=_level_of_the_caller())


def _level_of_the_caller() -> int:
    """Return the stack level, in the function that calls this one, of the first frame of neither tvcut nor sklearn."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] in ("tvcut", "sklearn"):
        frame, level = frame.f_back, level + 1
    return level

"""What a message calls the graph: W, or the name of another parameter that takes it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from .._native.errors import ArgumentError

_name: ContextVar[str] = ContextVar("_name", default="W")


def w() -> str:
    """Return what messages call the graph."""
    return _name.get()


@contextmanager
def graph_called(name: str) -> Iterator[None]:
    """Call the graph by the name of the parameter that takes it, in this thread."""
    token = _name.set(name)
    try:
        yield
    finally:
        _name.reset(token)


def about_graph(message: str, index: tuple[int, int] | None = None) -> ArgumentError:
    """Return the error that the graph, or its entry with a row and a column, is not allowed."""
    return ArgumentError(message, w(), index, "graph", message)

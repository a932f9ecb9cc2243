"""Attributes of the edges and vertices of graphs of other libraries, by their names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .._native.errors import ArgumentError
from .graph_name import w
from .kinds import is_of
from .reading import WEIGHT


def check_weight(W: Any, weight: Any) -> None:
    """Raise TypeError or ArgumentError if no edge of a graph has the attribute ``weight``. It may lack "weight"."""
    if weight is not None and not isinstance(weight, str):
        raise TypeError(f"weight must be the name of an attribute of edges or None, got {weight!r}")
    if weight == WEIGHT:
        return
    if is_of(W, "networkx", "Graph"):
        known: Iterable[Any] = dict.fromkeys(key for *_, data in W.edges(data=True) for key in data)
    elif is_of(W, "igraph", "Graph"):
        known = W.es.attributes()
    elif is_of(W, "pandas", "DataFrame"):
        known = map(str, W.columns)
    else:
        raise no_attributes(W, weight)
    if weight is not None:
        _check_known("weight", "edges", known, weight)


def no_attributes(W: Any, weight: str | None) -> ArgumentError:
    """Return the error that the edges of a graph have no attributes."""
    problem = f"must be {WEIGHT!r} for {_kind(W)} of weights, whose edges have no attributes, got {weight!r}"
    return ArgumentError(problem, "weight")


def of_vertices(W: Any, name: str) -> list[Any]:
    """Return an attribute of the vertices of a graph in their order, or raise ArgumentError."""
    if is_of(W, "networkx", "Graph"):
        found = [data.get(name) for _, data in W.nodes(data=True)]
        known: Iterable[Any] = dict.fromkeys(key for _, data in W.nodes(data=True) for key in data)
        names = list(W)
    elif is_of(W, "igraph", "Graph"):
        known, names = W.vs.attributes(), list(range(W.vcount()))
        found = list(W.vs[name]) if name in known else []
    else:
        remedy = "pass an array, or a dict or a Series by the names of the vertices"
        problem = f"must be numbers for {_kind(W)}, whose vertices have no attributes, got {name!r}; {remedy}"
        raise ArgumentError(problem, "vertex_weight")
    _check_known("vertex_weight", "vertices", known, name)
    if None in found:
        i = found.index(None)
        problem = f"{w()} must have {name!r} for every vertex, got none for {names[i]!r}"
        raise ArgumentError(problem, "vertex_weight", names[i], "entry", problem)
    return found


def _check_known(argument: str, what: str, known: Iterable[Any], name: str) -> None:
    known = list(known)
    if name not in known:
        shown = ", ".join(map(repr, known[:10])) or "none"
        raise ArgumentError(f"must name an attribute of the {what} of {w()}, which are {shown}, got {name!r}", argument)


def _kind(W: Any) -> str:
    library = type(W).__module__.partition(".")[0]
    return f"a {type(W).__qualname__}" if library in ("builtins", "tvcut") else f"a {library} {type(W).__qualname__}"

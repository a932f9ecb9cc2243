"""A matrix of weights with names of its vertices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .graph_name import about_graph, w
from .reading import Reading

Adapted = tuple[Any, "list[Any] | None"]  # a matrix of weights, and the names of its vertices


@dataclass(frozen=True)
class Named:
    """A matrix of weights with names of its vertices. A graph of a file is one that may have their masses as well."""

    W: Any
    names: list[Any] | None


def from_named(graph: Named, reading: Reading) -> Adapted:
    """Return the matrix and the names, or raise ValueError if the vertices have masses."""
    if getattr(graph, "vertex_weight", None) is not None:
        remedy = f"pass {w()}.W with names={w()}.names and vertex_weight={w()}.vertex_weight"
        raise about_graph(f"{w()} must not have weights of vertices, but it has them; {remedy}")
    return graph.W, None if graph.names is None else list(graph.names)


def masses_of(W: Any) -> Any:
    """Return the masses that the vertices of a graph have, or None."""
    return getattr(W, "vertex_weight", None) if isinstance(W, Named) else None


def without_masses(W: Any) -> Any:
    """Return a graph without the masses of its vertices, and anything else as it is."""
    return W if masses_of(W) is None else Named(W.W, W.names)

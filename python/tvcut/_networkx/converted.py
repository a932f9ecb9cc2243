"""A graph of networkx as the functions of the backend take it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import scipy.sparse as sp

from .._input.libraries import from_networkx
from .._input.named import Named
from .._input.reading import Reading
from .._result.terms import Floats


class Converted(Named):
    """An undirected graph of networkx as weights and names of vertices.

    networkx keeps it, and passes one with an attribute as weights also to a call with weight=None. ``plain`` is the
    matrix for that call, in which each edge counts 1.
    """

    names: list[Any]
    plain: Any
    n_edges: int
    multigraph: bool
    __networkx_backend__ = "tvcut"

    def is_directed(self) -> bool:
        """Return False: directed graphs are not converted. networkx asks before it calls a function."""
        return False

    def is_multigraph(self) -> bool:
        """Return whether the graph may have parallel edges, whose weights are added here."""
        return self.multigraph

    def weights(self, weight: str | None) -> Any:
        """Return the matrix for the argument ``weight`` of a function."""
        return self.plain if weight is None else self.W

    def degrees(self, weight: str | None) -> Floats:
        """Return the degree of each vertex, in which a loop counts twice, as in networkx."""
        A = self.weights(weight)
        return np.asarray(A.sum(axis=1) + A.diagonal(), np.float64)

    def is_connected(self) -> bool:
        """Return whether the graph has exactly one connected component."""
        return bool(sp.csgraph.connected_components(self.plain, directed=False)[0] == 1)

    @cached_property
    def places(self) -> dict[Any, int]:
        """The number of each vertex by its name."""
        return {name: i for i, name in enumerate(self.names)}


def convert_from_nx(graph: Any, *, edge_attrs: dict[Any, Any] | None = None, **_: Any) -> Converted:
    """Return a graph with one attribute of its edges as weights, which are 1 without an attribute."""
    if graph.is_directed():
        raise NotImplementedError("the backend tvcut takes undirected graphs only")
    weight = next(iter(edge_attrs), None) if edge_attrs else None
    converted = Converted(from_networkx(graph, Reading(weight))[0], list(graph))
    plain = converted.W if weight is None else from_networkx(graph, Reading(None))[0]
    for name, value in (("plain", plain), ("n_edges", graph.number_of_edges()), ("multigraph", graph.is_multigraph())):
        object.__setattr__(converted, name, value)
    return converted


def convert_to_nx(result: Any, **_: Any) -> Any:
    """Return the result of a function, which is one of networkx already."""
    return result

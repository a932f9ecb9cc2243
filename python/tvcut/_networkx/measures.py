"""The measures of cuts and partitions that networkx has, by products with the matrix of weights."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import scipy.sparse as sp

from .._result.quality import modularity as modularity_of
from .._result.terms import Floats
from .converted import Converted

Vertices = Iterable[Any]


def cut_size(G: Converted, S: Vertices, T: Vertices | None = None, weight: str | None = None) -> float:
    """Return the weight of the edges between two sets of vertices, T by default all but S, each edge once."""
    s, t = _sides(G, S, T)
    return _cut(G, s, t, weight)


def volume(G: Converted, S: Vertices, weight: str | None = None) -> float:
    """Return the sum of the degrees of some vertices."""
    return float(G.degrees(weight)[_places(G, S)].sum())


def normalized_cut_size(G: Converted, S: Vertices, T: Vertices | None = None, weight: str | None = None) -> float:
    """Return cut(S, T) (1/vol(S) + 1/vol(T))."""
    cut, of_s, of_t = _cut_and_volumes(G, S, T, weight)
    return cut * (1 / of_s + 1 / of_t)


def conductance(G: Converted, S: Vertices, T: Vertices | None = None, weight: str | None = None) -> float:
    """Return cut(S, T)/min(vol(S), vol(T))."""
    cut, of_s, of_t = _cut_and_volumes(G, S, T, weight)
    return cut / min(of_s, of_t)


def edge_expansion(G: Converted, S: Vertices, T: Vertices | None = None, weight: str | None = None) -> float:
    """Return cut(S, T)/min(|S|, |T|)."""
    s, t = _sides(G, S, T)
    return _cut(G, s, t, weight) / min(int(s.sum()), int(t.sum()))


def mixing_expansion(G: Converted, S: Vertices, T: Vertices | None = None, weight: str | None = None) -> float:
    """Return cut(S, T)/(2 m) for a graph with m edges."""
    return cut_size(G, S, T, weight) / (2 * G.n_edges)


def modularity(
    G: Converted, communities: Iterable[Vertices], weight: str | None = "weight", resolution: float = 1
) -> float:
    """Return the modularity of a partition, with loops, or raise NotAPartition as networkx does."""
    from networkx.algorithms.community.quality import NotAPartition

    parts = [list(set(part)) for part in communities]
    names = [name for part in parts for name in part]
    if len(names) != len(G.names) or {name for name in names if name in G.places} != set(G.names):
        raise NotAPartition(G, parts)
    rows, k = _places(G, names), len(parts)
    member = sp.csr_array((np.ones(len(rows)), (rows, np.repeat(np.arange(k), list(map(len, parts))))), (len(rows), k))
    A, degrees = G.weights(weight), G.degrees(weight)
    if not degrees.any():
        raise ZeroDivisionError("the modularity of a graph without edges is not defined")
    inside = (member * (A @ member)).sum(axis=0) + member.T @ A.diagonal()
    return modularity_of(np.asarray(inside, np.float64), np.asarray(member.T @ degrees, np.float64), resolution)


def _cut_and_volumes(G: Converted, S: Vertices, T: Vertices | None, weight: str | None) -> tuple[float, float, float]:
    s, t = _sides(G, S, T)
    degrees = G.degrees(weight)
    return _cut(G, s, t, weight), float(degrees @ s), float(degrees @ t)


def _cut(G: Converted, s: Floats, t: Floats, weight: str | None) -> float:
    """Return the weight of the edges between two sets. An edge within both counts once, as a loop there does."""
    A, both = G.weights(weight), s * t
    twice = both @ (A @ both) - both @ A.diagonal() if both.any() else 0.0
    return float(s @ (A @ t) - twice / 2)


def _sides(G: Converted, S: Vertices, T: Vertices | None) -> tuple[Floats, Floats]:
    """Return 1 for the vertices of S and of T and 0 for others; T is by default the complement of S."""
    s = np.zeros(len(G.names))
    s[_places(G, S)] = 1
    if T is None:
        return s, 1 - s
    t = np.zeros(len(G.names))
    t[_places(G, T)] = 1
    return s, t


def _places(G: Converted, vertices: Vertices) -> Any:
    """Return the numbers of those vertices that the graph has, as networkx leaves out others."""
    return np.array([G.places[name] for name in vertices if name in G.places], np.int64)

"""Vertices that belong to no part."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from .._input.csr import rows
from .._result.cut import Cut

Outliers = Literal["keep", "label"]
WEAK = 0.5  # share of its weight below which a vertex is attached to its part weakly


def labels_of(cut: Cut, outliers: str) -> npt.NDArray[np.int32]:
    """Return the labels of a cut, with −1 for outliers if they are to be labelled. BalancedCut says which they are."""
    if outliers == "keep":
        return cut.labels
    return np.where(_loose(cut) | (cut.strength.share < WEAK), -1, cut.labels).astype(np.int32)


def _loose(cut: Cut) -> npt.NDArray[Any]:
    """Return which vertices have no edges, or are in pieces that are lighter than a cluster."""
    graph = cut._criterion.graph
    W = sp.csr_array((graph.data, graph.indices, graph.indptr), shape=(graph.n, graph.n))
    degree, i = np.asarray(W.sum(axis=1)), rows(W)
    linked = W.data > np.finfo(float).eps * np.maximum(degree[i], degree[W.indices])
    links = sp.csr_array((linked[linked], (i[linked], W.indices[linked])), shape=W.shape)
    count, piece = sp.csgraph.connected_components(links, directed=False)
    mass = np.bincount(piece, graph.vertex_weight, count)
    loose: npt.NDArray[Any] = (mass < cut.evidence.least_cluster)[piece] | (degree == 0)
    return loose

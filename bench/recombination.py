"""Recombination of two cuts on a smaller graph, with public functions: by contraction, by search and by descent."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from tvcut import balanced_cut

from .graphs import Graph

RINGS = 3  # edges from where two cuts differ within which no vertices are contracted


def aligned(side: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return a side, or its complement if that agrees with the side ``other`` on more vertices."""
    return ~side if 2 * np.count_nonzero(side == other) < len(side) else side


def ends(W: Graph) -> np.ndarray:
    """Return the first vertex of every half-edge; the second is in W.indices."""
    return np.repeat(np.arange(W.shape[0]), np.diff(W.indptr))


def joint_regions(W: Graph, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the region of every vertex: the connected regions that neither of two cuts separates."""
    block, source = 2 * a + b, ends(W)
    kept = block[source] == block[W.indices]
    A = sp.csr_array((W.data[kept], (source[kept], W.indices[kept])), shape=W.shape)
    return sp.csgraph.connected_components(A, directed=False)[1]


def agreed_regions(W: Graph, a: np.ndarray, b: np.ndarray, rings: int = RINGS) -> np.ndarray:
    """Return the region of every vertex: one for each side of what two cuts agree on, away from where they differ.

    Vertices on different sides or at a border, and those within ``rings`` edges of them, are regions of their own.
    """
    block, source = 2 * a + b, ends(W)
    free = a != b
    free[source[block[source] != block[W.indices]]] = True
    for _ in range(rings):
        free[W.indices[free[source]]] = True
    region = np.where(a, -1, -2)
    region[free] = np.arange(np.count_nonzero(free))
    return np.unique(region, return_inverse=True)[1]


def contracted(W: Graph, region: np.ndarray) -> tuple[Graph, np.ndarray]:
    """Return the graph with a vertex for each region, and the numbers of vertices in the regions. Cuts keep their C."""
    n = W.shape[0]
    P = sp.csr_array((np.ones(n), (np.arange(n), region)))
    A = sp.coo_array(P.T @ W @ P)
    across = A.row != A.col
    small = sp.csr_array((A.data[across], (A.row[across], A.col[across])), shape=A.shape)
    return sp.csr_array((small + small.T) / 2), np.bincount(region).astype(float)


def cut_regions(W: Graph, region: np.ndarray, seed: int, **options: Any) -> np.ndarray:
    """Return a side of the cut of the graph of regions, as one of W."""
    small, mass = contracted(W, region)
    labels = balanced_cut(small, vertex_weight=mass, min_share=0, random_state=seed, n_threads=1, **options).labels
    return labels[region] == 0


def by_contraction(W: Graph, a: np.ndarray, b: np.ndarray, seed: int) -> np.ndarray:
    """Return a side of the best cut of the joint regions that a search finds."""
    region = joint_regions(W, a, b)
    return cut_regions(W, region, seed) if region.max() > 1 else a


def by_search(W: Graph, a: np.ndarray, b: np.ndarray, seed: int, tries: int = 1) -> np.ndarray:
    """Return a side of the cut that the multilevel search finds in the graph of agreed regions."""
    return cut_regions(W, agreed_regions(W, a, b), seed, init="multilevel", n_starts=tries)


def by_descent(W: Graph, a: np.ndarray, b: np.ndarray, seed: int) -> np.ndarray:
    """Return a side of the cut that the descent finds in the graph of agreed regions from the mean of both cuts."""
    region = agreed_regions(W, a, b)
    f = np.empty(region.max() + 1)
    f[region] = (a.astype(float) + b) / 2
    return cut_regions(W, region, seed, init=f)

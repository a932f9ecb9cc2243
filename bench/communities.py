"""Solvers that find communities, and two parts of them: a sweep over resolutions and the best union of communities."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from .solvers import Runs

MAX_UNITED = 12  # communities; with at most so many, every union is tried
MAX_JOINED = 500  # communities; a resolution with more of them is skipped
MAX_HALVINGS = 40  # of the resolution

RULE = (
    "Community methods find many parts. Their resolution starts at the density of the graph and is halved until one "
    f"community is left. With at most {MAX_UNITED} communities, the best of all their unions counts. Up to "
    f"{MAX_JOINED} communities are first joined to {MAX_UNITED}, each time the two with the largest average weight "
    "between their vertices."
)


def density(W: sp.csr_array) -> float:
    """Return the mean weight over all pairs of vertices."""
    n = W.shape[0]
    return W.sum() / (n * (n - 1))


def sweep(W: sp.csr_array, find: Callable[[float], ArrayLike]) -> Iterator[np.ndarray]:
    """Yield two parts for each resolution. ``find`` takes it in units of the density and returns communities."""
    for t in range(MAX_HALVINGS):
        labels = np.unique(find(2.0**-t), return_inverse=True)[1]
        k = labels.max() + 1
        if k == 1:
            return
        if k <= MAX_JOINED:
            yield best_union(W, labels)
        if k == 2:
            return


def best_union(W: sp.csr_array, labels: np.ndarray) -> np.ndarray:
    """Return the two parts with the lowest C among the unions of communities, after joining them to MAX_UNITED."""
    n, k = len(labels), labels.max() + 1
    member = sp.csr_array((np.ones(n), (np.arange(n), labels)), shape=(n, k))
    between = (member.T @ W @ member).toarray()
    np.fill_diagonal(between, 0)
    joined, between, size = join(between, member.sum(axis=0), MAX_UNITED)
    k = len(size)
    sides = (np.arange(1, 2 ** (k - 1))[:, None] >> np.arange(k)) & 1  # community k − 1 stays on side 0
    cut = ((sides @ between) * (1 - sides)).sum(axis=1)
    inside = sides @ size
    best = np.argmin(cut / np.minimum(inside, n - inside))
    return sides[best][joined[labels]]


def join(between: np.ndarray, size: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Join communities until k are left.

    ``between`` holds the weights between communities, ``size`` their numbers of vertices. Returns the new number of
    each community, and the weights and the sizes of the new ones.
    """
    number = np.arange(len(size))
    while len(size) > k:
        linked = between / np.outer(size, size)
        a, b = sorted(np.unravel_index(np.argmax(linked), linked.shape))
        between[a] += between[b]
        between[:, a] += between[:, b]
        between[a, a] = 0
        size[a] += size[b]
        between, size = np.delete(np.delete(between, b, 0), b, 1), np.delete(size, b)
        number = np.where(number == b, a, number - (number > b))
    return number, between, size


def as_igraph(W: sp.csr_array) -> tuple[Any, list[float]]:
    """Return a graph of igraph and the weights of its edges."""
    import igraph

    source = np.repeat(np.arange(W.shape[0]), np.diff(W.indptr))
    upper = source < W.indices
    return igraph.Graph(W.shape[0], np.column_stack((source[upper], W.indices[upper]))), W.data[upper].tolist()


def leidenalg(W: sp.csr_array, seed: int) -> Runs:
    import leidenalg

    graph, weights = as_igraph(W)
    options = {"weights": weights, "seed": seed}
    mean = density(W)

    def find(resolution: float) -> ArrayLike:
        model = leidenalg.CPMVertexPartition
        return leidenalg.find_partition(graph, model, resolution_parameter=mean * resolution, **options).membership

    return sweep(W, find)


def sknetwork(W: sp.csr_array, seed: int) -> Runs:
    from sknetwork.clustering import Louvain

    matrix = sp.csr_matrix(W)  # scikit-network takes no sparse arrays; its Leiden does not end on some of the graphs

    def find(resolution: float) -> ArrayLike:
        return Louvain(resolution, modularity="potts", random_state=seed).fit_predict(matrix)

    return sweep(W, find)

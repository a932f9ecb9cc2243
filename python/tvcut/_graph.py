"""Graphs of nearest neighbours from points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from sklearn.decomposition import PCA
from sklearn.neighbors import NearestNeighbors
from sklearn.utils.validation import check_array, check_memory

from ._arguments import as_choice, as_integer, as_number

CHUNK = 2000  # points in each search, after which the progress bar is updated
SELF_TUNING = 7  # σ_i is the distance of this neighbour, as in Zelnik-Manor and Perona

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


def knn_graph(
    X: Any,
    n_neighbors: int = 10,
    *,
    weights: Literal["gaussian", "self_tuning", "binary"] = "gaussian",
    scale: float = 3.0,
    symmetrize: Literal["average", "max", "mutual"] = "average",
    n_components: int | None = None,
    neighbors: Any = None,
    memory: Any = None,
    progress: bool = False,
) -> Any:
    """Return the symmetric graph of the k nearest neighbours of points.

    A is the directed graph with an edge from each point x_i to each of its k nearest points x_j, at the Euclidean
    distance r_ij. Its weights a_ij have no unit. W is A made symmetric.

    Parameters
    ----------
    X : array_like or sparse matrix of shape (n, d)
        Points, one in each row.
    n_neighbors : int, default 10
        Number of neighbours k ≥ 1. If k ≥ n, then n − 1 neighbours are used.
    weights : {"gaussian", "self_tuning", "binary"}, default "gaussian"
        "gaussian": a_ij = exp(−r_ij²/σ²) with σ² = scale·d_k², where d_k is the mean distance of the k-th neighbour
        [1]_. "self_tuning": a_ij = exp(−r_ij²/(σ_i σ_j)), where σ_i is the distance of the 7th neighbour of x_i [2]_.
        "binary": a_ij = 1.
    scale : float > 0 and finite, default 3.0
        Factor in σ² = scale·d_k². Only used when ``weights="gaussian"``.
    symmetrize : {"average", "max", "mutual"}, default "average"
        "average": W = (A + Aᵀ)/2. "max": w_ij = max(a_ij, a_ji). "mutual": w_ij = min(a_ij, a_ji).
    n_components : int, optional
        If d is larger, the points are first projected to that many principal components.
    neighbors : transformer, optional
        Replaces scikit-learn's exact search: ``fit_transform(X)`` returns a sparse matrix that holds the distances of
        at least k other points in each row, like ``KNeighborsTransformer`` and approximate versions of it.
    memory : str or joblib.Memory, optional
        Folder in which neighbours are kept for later calls with the same points.
    progress : bool, default False
        Whether to show a progress bar, which needs tqdm.

    Returns
    -------
    scipy.sparse.csr_array of shape (n, n)
        The symmetric weights W ≥ 0, with a zero diagonal.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If X has fewer than two points or values that are not finite, an argument is out of its range, or ``neighbors``
        returns fewer than k neighbours of a point.

    References
    ----------
    .. [1] X. Bresson, T. Laurent, D. Uminsky and J. H. von Brecht, "An Adaptive Total Variation Algorithm for Computing
       the Balanced Cut of a Graph", 2013, Section 5.
    .. [2] L. Zelnik-Manor and P. Perona, "Self-tuning spectral clustering", NIPS 2004.

    Examples
    --------
    >>> import tvcut
    >>> W = tvcut.knn_graph([[0.0], [1.0], [2.0], [9.0]], n_neighbors=1, weights="binary", symmetrize="max")
    >>> W.toarray()[0]
    array([0., 1., 0., 0.])
    """
    as_choice("weights", weights, _WEIGHTS)
    as_choice("symmetrize", symmetrize, _SYMMETRIZE)
    as_number("scale", scale, lambda x: 0 < x < float("inf"), "a number > 0 and finite")
    X = check_array(X, accept_sparse="csr", ensure_min_samples=2)
    k = min(as_integer("n_neighbors", n_neighbors, 1), X.shape[0] - 1)
    needed = max(k, min(SELF_TUNING, X.shape[0] - 1)) if weights == "self_tuning" else k
    find = check_memory(memory).cache(_neighbours, ignore=["progress"])
    distance, index = find(X, needed, n_components, neighbors, progress=progress)
    w = _WEIGHTS[weights](distance, index, k, scale)
    n = len(index)
    A = sp.csr_array((w.ravel(), index[:, :k].ravel(), np.arange(0, n * k + 1, k)), shape=(n, n))
    W = sp.csr_array(_SYMMETRIZE[symmetrize](A, A.T.tocsr()))
    W.eliminate_zeros()
    W.sort_indices()
    if W.nnz < 2**31:  # scikit-learn takes 32-bit indices only
        W = sp.csr_array((W.data, W.indices.astype(np.int32), W.indptr.astype(np.int32)), shape=W.shape)
    return W


def _gaussian(distance: Floats, index: Indices, k: int, scale: float) -> Floats:
    r = distance[:, :k]
    width = scale * r[:, -1].mean() ** 2  # σ² = scale·d_k²
    return np.exp(-(r**2) / (width or 1.0))  # the width is 0 if every point has k copies


def _self_tuning(distance: Floats, index: Indices, k: int, scale: float) -> Floats:
    sigma = distance[:, min(SELF_TUNING, distance.shape[1]) - 1]
    sigma = np.maximum(sigma, np.finfo(float).tiny ** 0.25)  # σ_i is 0 if a point has copies
    return np.exp(-(distance[:, :k] ** 2) / (sigma[:, None] * sigma[index[:, :k]]))


def _binary(distance: Floats, index: Indices, k: int, scale: float) -> Floats:
    return np.ones_like(distance[:, :k])


_WEIGHTS: dict[str, Callable[[Floats, Indices, int, float], Floats]] = {
    "gaussian": _gaussian,
    "self_tuning": _self_tuning,
    "binary": _binary,
}
_SYMMETRIZE: dict[str, Callable[[Any, Any], Any]] = {
    "average": lambda A, T: (A + T) / 2,
    "max": lambda A, T: A.maximum(T),
    "mutual": lambda A, T: A.minimum(T),
}


def _neighbours(
    X: Any, k: int, n_components: int | None, neighbors: Any, progress: bool = False
) -> tuple[Floats, Indices]:
    """Return distances and indices of the k nearest other points, nearest first; shape (n, k) each."""
    if n_components is not None and as_integer("n_components", n_components, 1) < X.shape[1]:
        X = PCA(n_components, random_state=0).fit_transform(X)
    if neighbors is not None:
        return _from_transformer(neighbors.fit_transform(X), k)
    search = NearestNeighbors(n_neighbors=k).fit(X)
    blocks: Any = range(0, X.shape[0], CHUNK)
    if progress:
        from tqdm.auto import tqdm

        blocks = tqdm(blocks, desc="nearest neighbours", unit_scale=CHUNK, unit="points")
    distances, indices = [], []
    for first in blocks:
        distance, index = _without_self(*search.kneighbors(X[first : first + CHUNK], k + 1), first=first)
        distances.append(distance)
        indices.append(index)
    return np.concatenate(distances), np.concatenate(indices)


def _without_self(distance: Floats, index: Indices, *, first: int) -> tuple[Floats, Indices]:
    """Remove each point from its own neighbours. If copies of the point took its place, remove the farthest instead."""
    keep = index != np.arange(first, first + len(index))[:, None]
    keep[keep.all(axis=1), -1] = False
    shape = (len(index), index.shape[1] - 1)
    return distance[keep].reshape(shape), index[keep].reshape(shape)


def _from_transformer(A: Any, k: int) -> tuple[Floats, Indices]:
    """Return distances and indices of the k nearest other points from a sparse matrix of distances."""
    A = sp.csr_array(A)
    n = A.shape[0]
    distance, index = np.empty((n, k)), np.empty((n, k), dtype=np.int64)
    for i in range(n):
        r, j = A.data[A.indptr[i] : A.indptr[i + 1]], A.indices[A.indptr[i] : A.indptr[i + 1]]
        r, j = r[j != i], j[j != i]
        if len(j) < k:
            raise ValueError(f"neighbors must find at least {k} other points of each point, got {len(j)} of point {i}")
        nearest = np.argsort(r, kind="stable")[:k]
        distance[i], index[i] = r[nearest], j[nearest]
    return distance, index

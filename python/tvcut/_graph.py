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

CHUNK = 2000  # points whose neighbours are sought between two ticks of the progress bar
SELF_TUNING = 7  # the neighbour whose distance is σ_i, as Zelnik-Manor and Perona chose it

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

    With A the directed graph of each point x_i and its k nearest x_j at distance r_ij:

    ========= ================= ===========================================================
    weights   "gaussian"        exp(−r_ij²/σ²), σ² = scale·d_k², d_k the mean distance of the
                                k-th neighbour (the paper, Section 5)
    weights   "self_tuning"     exp(−r_ij²/(σ_i σ_j)), σ_i the distance of the 7th neighbour
                                (Zelnik-Manor and Perona, "Self-tuning spectral clustering", 2004)
    weights   "binary"          1
    symmetrize "average"        (A + Aᵀ)/2
    symmetrize "max", "mutual"  the larger, the smaller of a_ij and a_ji
    ========= ================= ===========================================================

    Parameters
    ----------
    X : array_like or sparse matrix of shape (n, d)
        Points, one a row.
    n_neighbors : int
        k, at least 1; at most n − 1 are used.
    weights, scale, symmetrize
        As above; scale > 0.
    n_components : int, optional
        Project to that many principal components first, where d is larger.
    neighbors : transformer, optional
        Finds the neighbours in place of scikit-learn's exact search: ``fit_transform(X)`` returns a sparse
        matrix with the distances of at least k neighbours in each row, as ``KNeighborsTransformer`` and its
        approximate stand-ins do.
    memory : str or joblib.Memory, optional
        Folder in which neighbours are kept for the next call on the same points.
    progress : bool
        Show a progress bar; needs tqdm.

    Returns
    -------
    scipy.sparse.csr_array of shape (n, n)

    Raises
    ------
    TypeError, ValueError
        For an option out of its range, or a transformer that gives too few neighbours.

    Examples
    --------
    >>> import tvcut
    >>> W = tvcut.knn_graph([[0.0], [1.0], [2.0], [9.0]], n_neighbors=1, weights="binary", symmetrize="max")
    >>> W.toarray()[0]
    array([0., 1., 0., 0.])
    """
    as_choice("weights", weights, _WEIGHTS)
    as_choice("symmetrize", symmetrize, _SYMMETRIZE)
    as_number("scale", scale, lambda x: 0 < x < float("inf"), "a positive number")
    X = check_array(X, accept_sparse="csr", ensure_min_samples=2)
    k = min(as_integer("n_neighbors", n_neighbors, 1), X.shape[0] - 1)
    reach = max(k, min(SELF_TUNING, X.shape[0] - 1)) if weights == "self_tuning" else k
    find = check_memory(memory).cache(_neighbours, ignore=["progress"])
    distance, index = find(X, reach, n_components, neighbors, progress=progress)
    w = _WEIGHTS[weights](distance, index, k, scale)
    n = len(index)
    A = sp.csr_array((w.ravel(), index[:, :k].ravel(), np.arange(0, n * k + 1, k)), shape=(n, n))
    W = sp.csr_array(_SYMMETRIZE[symmetrize](A, A.T.tocsr()))
    W.eliminate_zeros()
    W.sort_indices()
    if W.nnz < 2**31:  # what scikit-learn takes
        W = sp.csr_array((W.data, W.indices.astype(np.int32), W.indptr.astype(np.int32)), shape=W.shape)
    return W


def _gaussian(distance: Floats, index: Indices, k: int, scale: float) -> Floats:
    r = distance[:, :k]
    width = scale * r[:, -1].mean() ** 2  # σ² = scale·d_k²
    return np.exp(-(r**2) / (width or 1.0))  # width 0: every point has k copies of itself


def _self_tuning(distance: Floats, index: Indices, k: int, scale: float) -> Floats:
    sigma = distance[:, min(SELF_TUNING, distance.shape[1]) - 1]
    sigma = np.maximum(sigma, np.finfo(float).tiny ** 0.25)  # copies of one point: σ_i = 0
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
    """Drop each point from its own neighbours; where copies hide it, drop the farthest instead."""
    keep = index != np.arange(first, first + len(index))[:, None]
    keep[keep.all(axis=1), -1] = False
    shape = (len(index), index.shape[1] - 1)
    return distance[keep].reshape(shape), index[keep].reshape(shape)


def _from_transformer(A: Any, k: int) -> tuple[Floats, Indices]:
    """Return the k nearest of each row of a sparse matrix of distances."""
    A = sp.csr_array(A)
    n = A.shape[0]
    distance, index = np.empty((n, k)), np.empty((n, k), dtype=np.int64)
    for i in range(n):
        r, j = A.data[A.indptr[i] : A.indptr[i + 1]], A.indices[A.indptr[i] : A.indptr[i + 1]]
        r, j = r[j != i], j[j != i]
        if len(j) < k:
            raise ValueError(f"neighbors gave point {i} only {len(j)} other points; it must give at least {k}")
        nearest = np.argsort(r, kind="stable")[:k]
        distance[i], index[i] = r[nearest], j[nearest]
    return distance, index

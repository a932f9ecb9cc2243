"""Graphs of nearest neighbours from points, and the weights of new points to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import scipy.sparse as sp
from sklearn.utils.validation import check_array

from .._input.arguments import as_choice, as_integer, as_number
from .._input.warning import warn
from .measure import Floats, Indices
from .neighbors import Search
from .points import check_columns, check_finite, plain

NEIGHBORS = 10  # of each point by default
SELF_TUNING = 7  # σ_i is the distance of this neighbour, as in Zelnik-Manor and Perona


def knn_graph(
    X: Any,
    n_neighbors: int | None = None,
    *,
    weights: Literal["gaussian", "self_tuning", "binary"] = "gaussian",
    scale: float = 3.0,
    symmetrize: Literal["average", "max", "mutual"] = "average",
    n_components: int | None = None,
    metric: str | Callable[..., float] = "euclidean",
    metric_params: dict[str, Any] | None = None,
    neighbors: Any = None,
    memory: Any = None,
    n_jobs: int | None = None,
    progress: bool = False,
) -> sp.csr_array[np.float64, tuple[int, int]]:
    """Return the symmetric graph of the k nearest neighbours of points.

    A is the directed graph with an edge from each point x_i to each of its k nearest points x_j, at the distance r_ij.
    Of points at equal distances, those of lower indices are the nearer ones. The weights a_ij have no unit, and their
    formulas are the same for every metric. W is A made symmetric, and has the same bits for any number of threads.

    Parameters
    ----------
    X : array_like or sparse matrix of shape (n, d)
        Points, one in each row.
    n_neighbors : int, optional
        Number of neighbours k in [1, n − 1] of each point. If it is not given, k is the smaller of 10 and
        max(1, ⌊(n − 1)/2⌋), which is at most half of the other points; a larger number says little.
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
    metric : str or callable, default "euclidean"
        The distance r_ij: any metric of ``sklearn.neighbors.NearestNeighbors``. "nan_euclidean" allows missing values,
        which are NaN in X. "precomputed": X holds the distances, and its diagonal is 0.
    metric_params : dict, optional
        Parameters of ``metric``, such as ``{"p": 3}`` of "minkowski", ``{"V": V}`` of "seuclidean", ``{"VI": VI}`` of
        "mahalanobis", or the keywords of a callable.
    neighbors : transformer, optional
        Replaces scikit-learn's exact search, ``metric`` and ``metric_params``: ``fit_transform(X)`` of a clone of it
        returns a sparse matrix that holds the distances of at least k other points in each row, and of 7 with
        ``weights="self_tuning"``, like ``KNeighborsTransformer`` and approximate versions of it. Only points that it
        returns can be neighbours, and they depend on threads if it does.
    memory : str or joblib.Memory, optional
        Folder in which neighbours are kept for later calls with the same points. A callable ``metric`` is recognised
        by its name there: empty the folder if you change its code.
    n_jobs : int, optional
        Number of threads or processes of the search, as in ``sklearn.neighbors.NearestNeighbors``. W does not depend on
        it.
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
        If X has fewer than two points, values that are not finite or a column that does not hold numbers, an argument
        is out of its range, a distance is negative or not finite, as between points without a common value, or
        ``neighbors`` returns fewer than k neighbours of a point.

    Warns
    -----
    UserWarning
        If the number of neighbours is lower than 10 since there are few points, or ``n_neighbors`` is n or more, where
        max(1, ⌊(n − 1)/2⌋) is used; and if ``n_neighbors`` is n − 1, which connects all points to one another.

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
    search = Search(n_components, metric, metric_params, neighbors, memory, n_jobs, progress)
    graph = NeighborGraph(search, n_neighbors, weights, scale, symmetrize)
    check_columns(X)
    points = check_array(plain(X), accept_sparse="csr", ensure_min_samples=2, ensure_all_finite=False)
    check_finite(points, X, allows_nan=search.allows_nan)
    return graph.of(points)


class NeighborGraph:
    """The graph of the k nearest neighbours of points, and the weights of new points to them."""

    def __init__(self, search: Search, n_neighbors: int | None, weights: str, scale: float, symmetrize: str) -> None:
        self.weights = as_choice("weights", weights, ("gaussian", "self_tuning", "binary"))
        self.symmetrize = as_choice("symmetrize", symmetrize, _SYMMETRIZE)
        self.scale = as_number("scale", scale, lambda x: 0 < x < float("inf"), "a number > 0 and finite")
        self.n_neighbors = None if n_neighbors is None else as_integer("n_neighbors", n_neighbors, 1)
        self.search = search

    def of(self, X: Any) -> Any:
        """Return W, and keep n, k and the scale of the weights: σ², or the σ_i of all points."""
        self.n = X.shape[0]
        self.k = k = _number_of_neighbors(self.n_neighbors, self.n)
        if self.weights == "self_tuning" and k < SELF_TUNING:
            self.search.remedy = f"choose other weights than 'self_tuning', which needs {SELF_TUNING}"
        distance, index = self.search.among(X, self._needed(self.n - 1))
        if self.weights == "gaussian":
            with np.errstate(over="ignore"):
                self.width = self.scale * distance[:, k - 1].mean() ** 2 or 1.0  # σ² = scale·d_k², or 1 if d_k = 0
        self.sigma = _sigma(distance)
        A = self._directed(distance, index, k)
        W = sp.csr_array(_SYMMETRIZE[self.symmetrize](A, A.T.tocsr()))
        W.eliminate_zeros()
        W.sort_indices()
        if W.nnz < 2**31:  # scikit-learn takes 32-bit indices only
            W = sp.csr_array((W.data, W.indices.astype(np.int32), W.indptr.astype(np.int32)), shape=W.shape)
        return W

    @property
    def allows_nan(self) -> bool:
        """Whether points may have missing values."""
        return self.search.allows_nan

    def fit(self, X: Any) -> Any:
        """Return W, and prepare the search for the neighbours of new points."""
        W = self.of(X)
        self.search.fit(X)
        return W

    def sums(self, X: Any, members: Any) -> Floats:
        """Return the sums over parts of the weights of new points to their k nearest of the n points."""
        w = self._directed(*self.search.to_new(X, self._needed(self.n)), self.k)
        return np.asarray((w @ members).toarray())

    def nearest(self, X: Any, rows: Indices) -> Indices:
        """Return the nearest of the n points to each of some new points."""
        return self.search.to_new(X[rows], 1)[1][:, 0]

    def _needed(self, most: int) -> int:
        return min(max(self.k, SELF_TUNING if self.weights == "self_tuning" else 1), most)

    def _directed(self, distance: Floats, index: Indices, k: int) -> Any:
        """Return the weights a_ij of each row i to its first k neighbours j, in a matrix of n columns."""
        r, j = distance[:, :k], index[:, :k]
        if self.weights == "binary":
            w = np.ones_like(r)
        else:
            with np.errstate(over="ignore", invalid="ignore"):
                s = self.width if self.weights == "gaussian" else _sigma(distance)[:, None] * self.sigma[j]
                w = np.exp(-(r**2) / s)
            if np.isnan(w).any():  # ∞/∞
                raise ValueError(f"distances must have finite squares, got {r.max()}; scale X, or use 'binary' weights")
        return sp.csr_array((w.ravel(), j.ravel(), np.arange(0, r.size + 1, k)), shape=(len(r), self.n))


def _number_of_neighbors(given: int | None, n: int) -> int:
    """Return the number of neighbours of each of n points. Warn if it is another one than expected, or all points."""
    k, fewer = given or NEIGHBORS, max(1, (n - 1) // 2)
    if k > (fewer if given is None else n - 1):
        warn(
            f"X has {n} points, of which {k} neighbours would be all others or most of them; n_neighbors={fewer} is "
            f"used, at most half of the others; for another number below {n}, pass n_neighbors",
            UserWarning,
        )
        return fewer
    if k == n - 1 and k > fewer:
        warn(
            f"n_neighbors={k} connects each of the {n} points of X to all others, and such a graph says little about "
            f"clusters; pass a smaller number, for example {fewer}",
            UserWarning,
        )
    return k


def _sigma(distance: Floats) -> Floats:
    """Return σ_i, the distance of the neighbour SELF_TUNING or of the last; not 0 where a point has copies."""
    sigma: Floats = distance[:, min(SELF_TUNING, distance.shape[1]) - 1]
    return np.maximum(sigma, np.finfo(float).tiny ** 0.25)


_SYMMETRIZE: dict[str, Callable[[Any, Any], Any]] = {
    "average": lambda A, T: (A + T) / 2,
    "max": lambda A, T: A.maximum(T),
    "mutual": lambda A, T: A.minimum(T),
}

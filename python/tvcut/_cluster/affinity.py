"""The affinities of BalancedCut: how W follows from X, and the weights of new points to the parts."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any, Literal, get_args

import numpy as np
import scipy.sparse as sp
from sklearn.metrics.pairwise import rbf_kernel

from .._input.arguments import as_number
from .._input.csr import rows as csr_rows
from .._points.knn_graph import NeighborGraph
from .._points.measure import Floats, Indices
from .._points.neighbors import Search, check_squares, one_thread

Affinity = Literal["nearest_neighbors", "rbf", "precomputed", "precomputed_nearest_neighbors"]
GRAPH = (  # the parameters that define W; balanced_cut takes all others
    *("affinity", "n_neighbors", "gamma", "weights", "scale", "symmetrize"),
    *("n_components", "metric", "metric_params", "neighbors", "memory", "n_jobs"),
)


def choose(model: Any) -> NeighborGraph | Rbf | Weights:
    """Return the affinity that the parameters of a BalancedCut define."""
    if callable(model.affinity):
        return Function(model.affinity)
    if not isinstance(model.affinity, str) or model.affinity not in get_args(Affinity):
        words = ", ".join(map(repr, get_args(Affinity)))
        raise ValueError(f"affinity must be one of {words}, or a callable, got {model.affinity!r}")
    if model.affinity == "rbf":
        return Rbf(model.gamma)
    if model.affinity == "precomputed":
        return Weights()
    if model.affinity == "precomputed_nearest_neighbors":
        search = Search(metric="precomputed")
    else:
        search = Search(
            model.n_components, model.metric, model.metric_params, model.neighbors, model.memory, model.n_jobs
        )
    return NeighborGraph(search, model.n_neighbors, model.weights, model.scale, model.symmetrize)


class Rbf:
    """The weights exp(−γ ‖x − x_j‖²)."""

    allows_nan = False

    def __init__(self, gamma: float) -> None:
        self.gamma = as_number("gamma", gamma, lambda x: 0 < x < float("inf"), "a number > 0 and finite")

    def fit(self, X: Any) -> Any:
        check_squares(X)
        self.X = X
        with one_thread():
            W = rbf_kernel(X, gamma=self.gamma)
        return np.minimum(W, W.T)  # the distance from x_i to x_j and the one back may differ by rounding

    def sums(self, X: Any, members: Any) -> Floats:
        check_squares(X)
        with one_thread():
            w = rbf_kernel(X, self.X, gamma=self.gamma)
        return np.asarray(w @ members)

    def nearest(self, X: Any, rows: Indices) -> Indices:
        search = Search()
        search.fit(self.X)
        return search.to_new(X[rows], 1)[1][:, 0]


class Weights:
    """Weights in place of points."""

    allows_nan = False

    def fit(self, X: Any) -> Any:
        return X

    def sums(self, X: Any, members: Any) -> Floats:
        return np.asarray((sp.csr_array(X) @ members).toarray())

    def nearest(self, X: Any, rows: Indices) -> Indices:
        raise ValueError(f"X must have a weight > 0 in every row, got none in row {rows[0]}; give one, or leave it out")


class Function(Weights):
    """Weights from a function of all points, and of new points X and all points Y."""

    def __init__(self, affinity: Callable[..., Any]) -> None:
        self.affinity = affinity

    def fit(self, X: Any) -> Any:
        self.X, W = X, self.affinity(X)
        if np.shape(W) != (X.shape[0], X.shape[0]):
            raise ValueError(f"affinity must return a matrix of shape {(X.shape[0],) * 2}, got {np.shape(W)}")
        return W

    def sums(self, X: Any, members: Any) -> Floats:
        try:
            signature(self.affinity).bind(X, Y=self.X)
        except (TypeError, ValueError):  # or it has no signature
            raise ValueError(
                "affinity must take points Y beside X for predict, and return the weights of X to Y, like rbf_kernel; "
                "or use affinity='precomputed', and pass the weights to fit and predict"
            ) from None
        w = self.affinity(X, Y=self.X)
        shape = (X.shape[0], self.X.shape[0])
        if np.shape(w) != shape:
            raise ValueError(f"affinity must return a matrix of shape {shape} for points Y, got {np.shape(w)}")
        w = sp.csr_array(w)
        bad = np.flatnonzero(~((w.data >= 0) & np.isfinite(w.data)))
        if bad.size:
            row, column = csr_rows(w)[bad[0]], w.indices[bad[0]]
            got = f"got {w.data[bad[0]]} from new point {row} to point {column}"
            raise ValueError(f"affinity must return weights that are >= 0 and finite, {got}")
        return super().sums(w, members)

    def nearest(self, X: Any, rows: Indices) -> Indices:
        raise ValueError(f"affinity must return a weight > 0 for every new point, got none for point {rows[0]}")

"""The metrics of points: their names and parameters, and the measures that compute their distances."""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.neighbors import VALID_METRICS, NearestNeighbors

from .._input.arguments import as_choice
from .._input.error import brief
from .._native.errors import ArgumentError
from .measure import Cosine, Measure, Present, Squares

EUCLIDEAN = ("euclidean", "l2", "minkowski", "nan_euclidean", "p", "sqeuclidean")  # without parameters
METRICS = sorted({*chain(*VALID_METRICS.values())} - {"pyfunc"})
NEEDED = {"mahalanobis": ("V", "VI"), "seuclidean": ("V",)}  # metrics that need one of these parameters
WITHOUT = ("cosine", "precomputed", *EUCLIDEAN)  # metrics without parameters, but for Minkowski's


class Metric:
    """A metric of scikit-learn with parameters, both checked."""

    def __init__(self, metric: Any, params: Any) -> None:
        if params is not None and not isinstance(params, dict):
            raise TypeError(f"metric_params must be a dict from parameter to value, got {params!r}")
        self.given = metric if callable(metric) else as_choice("metric", metric, METRICS)
        self.params: dict[str, Any] = dict(params or {})
        if not callable(metric):
            self._check_names(metric)
        self.name = "minkowski" if metric == "p" and self.params else metric
        self.squares = not self.params and metric in ("cosine", *EUCLIDEAN)  # whether distances are sums of squares
        self.allows_nan: bool = metric == "nan_euclidean"

    def _check_names(self, metric: str) -> None:
        needed = NEEDED.get(metric, ())
        if needed and not self.params.keys() & {*needed}:
            want = " or ".join(map(repr, needed))
            raise ArgumentError(f"must have {want} for metric={metric!r}, got {sorted(self.params)}", "metric_params")
        if self.params and metric in WITHOUT and metric not in ("minkowski", "p"):
            raise ArgumentError(f"must be None for metric={metric!r}, got {sorted(self.params)}", "metric_params")

    def engine(self, X: Any, k: int, n_jobs: int | None) -> tuple[Any, Measure]:
        """Return a search of scikit-learn for about k neighbours, not fitted to the points X, and its measure."""
        options: dict[str, Any] = {"n_neighbors": k, "n_jobs": n_jobs}
        if self.params:
            return self._with_parameters(X, options), Measure()
        if self.given == "nan_euclidean" and not sp.issparse(X):
            return NearestNeighbors(metric="nan_euclidean", **options), Present()
        if self.given in EUCLIDEAN:
            return NearestNeighbors(metric="euclidean", **options), Squares(root=self.given != "sqeuclidean")
        return NearestNeighbors(metric=self.name, **options), Cosine() if self.given == "cosine" else Measure()

    def _with_parameters(self, X: Any, options: dict[str, Any]) -> Any:
        """Return a search that has found the neighbour of a point. Raise ArgumentError if the parameters do not fit."""
        params = dict(self.params)
        try:
            if self.name == "mahalanobis" and "V" in params:  # scikit-learn takes V in few dimensions only
                params["VI"] = np.linalg.inv(params.pop("V"))
            p = params.pop("p", 2) if self.name == "minkowski" else 2
            engine = NearestNeighbors(metric=self.name, p=p, metric_params=params, **options)
            engine.fit(X[: 2 * engine.n_neighbors + 2]).kneighbors(X[:1], 1)  # by the algorithm that X will have
        except Exception as error:  # for example an unknown name, or a matrix of another size
            problem = f"must fit metric={self.given!r} and the columns of X, got {sorted(self.params)}: {brief(error)}"
            raise ArgumentError(problem, "metric_params") from error
        return engine

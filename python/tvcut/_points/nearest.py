"""The nearest points in the order of distance and index, which does not depend on the number of threads.

scikit-learn leaves the order of equal distances to its threads, and rounds distances that are differences of products.
Here it gives candidates only: their distances are computed again, and more are asked for until no other point can
precede the last of the k nearest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from sklearn.preprocessing import normalize
from sklearn.utils.extmath import row_norms

from .._input.csr import rows

SPARE = 4  # candidates beyond the k nearest
GROWTH = 16  # factor on the number of candidates while points beyond the last may have its distance
FAR = 0.99  # points are shifted if ‖mean‖² is a larger share of the mean of their ‖y‖²
CANDIDATES = 2**20  # in a call of scikit-learn
TERMS = 2**15  # of sums that are computed at once, which the cache of a core holds
EUCLIDEAN = ("euclidean", "l2", "minkowski", "nan_euclidean", "p", "sqeuclidean")  # metrics of Squares

Floats: TypeAlias = npt.NDArray[np.float64]
Indices: TypeAlias = npt.NDArray[np.int64]
Found: TypeAlias = tuple[Floats, Indices]  # distances and indices of neighbours, nearest first; shape (points, k) each


class Measure:
    """The distances of metrics that scikit-learn computes pair by pair, in an order that is fixed."""

    def prepare(self, X: Any) -> Any:
        """Return points as the other methods and the engine take them."""
        return X

    def shift(self, Y: Any) -> Any:
        """Return what is subtracted from all points before the search, or None: the distances remain."""
        return None

    def of(self, X: Any, Y: Any, distance: Floats, index: Indices) -> Floats:
        """Return numbers in the order of the distances of each row i of X to the rows Y[index[i]].

        ``distance`` holds these distances as scikit-learn returns them.
        """
        return distance

    def beyond(self, X: Any, last: Floats, value: Floats) -> Floats:
        """Return a number for each row of X that ``of`` exceeds or equals for all points that are no candidates.

        ``last`` is the distance of the last candidate as scikit-learn returns it for X, which is shifted. The bound
        must only hold for points for which ``of`` is at most ``value``.
        """
        return last

    def distance(self, value: Floats) -> Floats:
        """Return the distances from what ``of`` returns."""
        return value


class Squares(Measure):
    """‖x − y‖² = Σ_s (x_s − y_s)²."""

    def __init__(self, root: bool) -> None:
        self.root = root  # whether the distance is ‖x − y‖

    def prepare(self, X: Any) -> Any:
        return _as_float(X)

    def shift(self, Y: Any) -> Any:
        # Far from the origin the rounding errors in ``beyond`` are too large to exclude points.
        if sp.issparse(Y):
            return None
        mean = Y.mean(axis=0)
        return mean if (mean**2).sum() > FAR * (row_norms(Y, squared=True) / len(Y)).sum() else None

    def of(self, X: Any, Y: Any, distance: Floats, index: Indices) -> Floats:
        return _sums(X, Y, index, products=False)

    def beyond(self, X: Any, last: Floats, value: Floats) -> Floats:
        # ‖x‖² − 2xᵀy + ‖y‖² has a rounding error of about d ε (‖x‖ + ‖y‖)², where ‖y‖ <= ‖x‖ + ‖x − y‖.
        error: Floats = (np.sqrt(_rounding(X)) * (2 * row_norms(X) + np.sqrt(value))) ** 2
        return last**2 - error

    def distance(self, value: Floats) -> Floats:
        return np.sqrt(value) if self.root else value


class Cosine(Measure):
    """1 − Σ_s x_s y_s of points of norm 1. A norm of 0 is left."""

    def prepare(self, X: Any) -> Any:
        return normalize(_as_float(X))

    def of(self, X: Any, Y: Any, distance: Floats, index: Indices) -> Floats:
        return np.clip(1 - _sums(X, Y, index, products=True), 0, 2)

    def beyond(self, X: Any, last: Floats, value: Floats) -> Floats:
        return last - _rounding(X)


def measure_of(metric: Any) -> tuple[Any, Measure]:
    """Return the metric of the search in scikit-learn, and the measure of its candidates."""
    if metric in EUCLIDEAN:
        return "euclidean", Squares(root=metric != "sqeuclidean")
    return metric, Cosine() if metric == "cosine" else Measure()


class Nearest:
    """The nearest of some points Y in the order of distance and index, where a NearestNeighbors finds candidates."""

    def __init__(self, engine: Any, measure: Measure, Y: Any) -> None:
        self.measure, self.Y = measure, measure.prepare(Y)
        self.shift = measure.shift(self.Y)
        self.engine = engine.fit(self._shifted(self.Y))

    def of(self, X: Any, k: int) -> Found:
        """Return the k nearest of the points Y to each row of X."""
        return self._of(self.measure.prepare(X), k, 0)

    def of_own(self, first: int, last: int, k: int) -> Found:
        """Return the k nearest of the points Y to each of Y[first:last], to which they belong."""
        return self._of(self.Y[first:last], k, first)

    def _shifted(self, X: Any) -> Any:
        return X if self.shift is None else X - self.shift

    def _of(self, X: Any, k: int, first: int) -> Found:
        n = self.Y.shape[0]
        distance, index = np.empty((X.shape[0], k)), np.empty((X.shape[0], k), np.int64)
        row, count = np.arange(X.shape[0]), min(k + SPARE, n)
        while row.size:
            differing, same = _differing(X[row])
            parts = zip(*self._search(X[row[differing]], k, count), strict=True)
            distance[row], index[row], certain = (np.concatenate(part)[same] for part in parts)
            check_distances(distance[row], first + row)
            row, count = row[~certain], min(GROWTH * count, n)
        return distance, index

    def _search(self, X: Any, k: int, count: int) -> Iterator[tuple[Floats, Indices, npt.NDArray[np.bool_]]]:
        """Yield the first k of ``count`` candidates for some rows of X, and whether no other point precedes them."""
        step = max(1, CANDIDATES // count)
        for i in range(0, X.shape[0], step):
            x = X[i : i + step]
            shifted = self._shifted(x)
            found, index = self.engine.kneighbors(shifted, count)
            value = self.measure.of(x, self.Y, found, index)
            order = np.lexsort((index, value))[:, :k]
            value, index = (np.take_along_axis(a, order, axis=1) for a in (value, index))
            certain = value[:, -1] < self.measure.beyond(shifted, found[:, -1], value[:, -1])
            yield self.measure.distance(value), index, certain | (count == self.Y.shape[0])


def check_distances(distance: Floats, point: Indices) -> None:
    """Raise ValueError if a distance is negative or not finite. The rows belong to the points of these numbers."""
    bad = np.argwhere(~((distance >= 0) & np.isfinite(distance)))
    if bad.size:
        got = f"got {distance[tuple(bad[0])]} from point {point[bad[0][0]]}"
        raise ValueError(f"distances must be >= 0 and finite, {got}; scale X, or choose another metric")


def _as_float(X: Any) -> Any:
    return X.astype(np.float64, copy=False) if sp.issparse(X) else np.asarray(X, np.float64, order="C")


def _differing(X: Any) -> tuple[Indices, Indices]:
    """Return the first of each set of equal rows of X, and the place of each row among these."""
    if sp.issparse(X):
        spans = zip(X.indptr[:-1], X.indptr[1:], strict=True)
        keys = (X.indices[a:b].tobytes() + X.data[a:b].tobytes() for a, b in spans)
    else:
        keys = (x.tobytes() for x in X)
    place: dict[bytes, int] = {}
    same = np.array([place.setdefault(key, len(place)) for key in keys])
    return np.unique(same, return_index=True)[1], same


def _rounding(X: Any) -> float:
    """Return a generous bound on the error of a sum of as many products as X has columns, of vectors of norm 1."""
    return float(8 * (X.shape[1] + 8) * np.finfo(float).eps)


def _sums(X: Any, Y: Any, index: Indices, *, products: bool) -> Floats:
    """Return Σ_s x_s y_s or Σ_s (x_s − y_s)² of each row x = X[i] and each row y of Y[index[i]]."""
    of, step = _dense_sums, 1 + TERMS // X.shape[1]
    if sp.issparse(X):  # each call costs more than one of dense rows
        of, step = _sparse_sums, 1 + 8 * TERMS * (X.shape[0] + Y.shape[0]) // (1 + X.nnz + Y.nnz)
    row, column = np.repeat(np.arange(len(index)), index.shape[1]), index.ravel()
    sums = [of(X, Y, row[i : i + step], column[i : i + step], products) for i in range(0, row.size, step)]
    return np.concatenate(sums).reshape(index.shape)


def _dense_sums(X: Floats, Y: Floats, row: Indices, column: Indices, products: bool) -> Floats:
    x, y = X.take(row, axis=0), Y.take(column, axis=0)
    if products:
        y *= x
    else:
        y -= x
        y *= y
    sums: Floats = y.sum(axis=1)
    return sums


def _sparse_sums(X: Any, Y: Any, row: Indices, column: Indices, products: bool) -> Floats:
    x, y = X[row], Y[column]
    terms = sp.csr_array(x.multiply(y) if products else x - y)
    terms.sort_indices()
    weight = terms.data if products else terms.data**2
    return np.asarray(np.bincount(rows(terms), weight, minlength=terms.shape[0]), np.float64)

"""The measures of distances, in an order that is fixed, and bounds on what scikit-learn computes in their place."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from sklearn.preprocessing import normalize
from sklearn.utils.extmath import row_norms

from .._input.csr import rows

FAR = 0.99  # points are shifted if ‖mean‖² is a larger share of the mean of their ‖y‖²
TERMS = 2**15  # of sums that are computed at once, which the cache of a core holds

Floats: TypeAlias = npt.NDArray[np.float64]
Indices: TypeAlias = npt.NDArray[np.int64]


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


class Present(Measure):
    """d/p Σ_s (x_s − y_s)² over the p of d coordinates that neither x nor y misses. It is NaN for p = 0."""

    def prepare(self, X: Any) -> Any:
        return _as_float(X.toarray() if sp.issparse(X) else X)

    def shift(self, Y: Any) -> Any:
        self.largest = _norms(Y).max()
        return None

    def of(self, X: Any, Y: Any, distance: Floats, index: Indices) -> Floats:
        return _of_pairs(_present_sums, X, Y, index, 1 + TERMS // X.shape[1])

    def beyond(self, X: Any, last: Floats, value: Floats) -> Floats:
        # As in Squares, but ‖y‖ includes coordinates that x misses, and the sum is multiplied by d/p <= d.
        error: Floats = X.shape[1] * _rounding(X) * (_norms(X) + self.largest) ** 2
        return last**2 - error

    def distance(self, value: Floats) -> Floats:
        return np.sqrt(value)


def _as_float(X: Any) -> Any:
    return X.astype(np.float64, copy=False) if sp.issparse(X) else np.asarray(X, np.float64, order="C")


def _rounding(X: Any) -> float:
    """Return a generous bound on the error of a sum of as many products as X has columns, of vectors of norm 1."""
    return float(8 * (X.shape[1] + 8) * np.finfo(float).eps)


def _sums(X: Any, Y: Any, index: Indices, *, products: bool) -> Floats:
    """Return Σ_s x_s y_s or Σ_s (x_s − y_s)² of each row x = X[i] and each row y of Y[index[i]]."""
    of, step = _dense_sums, 1 + TERMS // X.shape[1]
    if sp.issparse(X):  # each call costs more than one of dense rows
        of, step = _sparse_sums, 1 + 8 * TERMS * (X.shape[0] + Y.shape[0]) // (1 + X.nnz + Y.nnz)
    return _of_pairs(partial(of, products=products), X, Y, index, step)


def _of_pairs(of: Callable[..., Floats], X: Any, Y: Any, index: Indices, step: int) -> Floats:
    """Return a function of each row of X and each of its rows of Y, computed for ``step`` pairs at once."""
    row, column = np.repeat(np.arange(len(index)), index.shape[1]), index.ravel()
    found = [of(X, Y, row[i : i + step], column[i : i + step]) for i in range(0, row.size, step)]
    return np.concatenate(found).reshape(index.shape)


def _dense_sums(X: Floats, Y: Floats, row: Indices, column: Indices, products: bool) -> Floats:
    x, y = X.take(row, axis=0), Y.take(column, axis=0)
    if products:
        y *= x
    else:
        y -= x
        y *= y
    sums: Floats = y.sum(axis=1)
    return sums


def _present_sums(X: Floats, Y: Floats, row: Indices, column: Indices) -> Floats:
    y = Y.take(column, axis=0)
    y -= X.take(row, axis=0)
    y *= y
    missing = np.isnan(y)
    present = y.shape[1] - missing.sum(axis=1)
    y[missing] = 0
    factor = np.divide(y.shape[1], present, out=np.full(len(y), np.nan), where=present > 0)
    sums: Floats = y.sum(axis=1) * factor
    return sums


def _norms(X: Floats) -> Floats:
    """Return the norms of points without their missing coordinates."""
    norms: Floats = row_norms(np.nan_to_num(X))
    return norms


def _sparse_sums(X: Any, Y: Any, row: Indices, column: Indices, products: bool) -> Floats:
    x, y = X[row], Y[column]
    terms = sp.csr_array(x.multiply(y) if products else x - y)
    terms.sort_indices()
    weight = terms.data if products else terms.data**2
    return np.asarray(np.bincount(rows(terms), weight, minlength=terms.shape[0]), np.float64)

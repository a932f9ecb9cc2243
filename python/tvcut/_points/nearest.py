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

from .measure import Floats, Indices, Measure

SPARE = 4  # candidates beyond the k nearest
GROWTH = 16  # factor on the number of candidates while points beyond the last may have its distance
CANDIDATES = 2**20  # in a call of scikit-learn

Found: TypeAlias = tuple[Floats, Indices]  # distances and indices of neighbours, nearest first; shape (points, k) each


class Nearest:
    """The nearest of some points Y in the order of distance and index, where a NearestNeighbors finds candidates."""

    def __init__(self, engine: Any, measure: Measure, Y: Any) -> None:
        self.measure, self.Y = measure, measure.prepare(Y)
        self.shift = measure.shift(self.Y)
        self.engine = engine.fit(self._shifted(self.Y))

    def of(self, X: Any, k: int) -> Found:
        """Return the k nearest of the points Y to each row of X. One of them may be sparse and the other not."""
        if sp.issparse(X) != sp.issparse(self.Y):
            X = X.toarray() if sp.issparse(X) else sp.csr_array(X)
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
        missing = ", or fill in missing values" if np.isnan(distance[tuple(bad[0])]) else ""
        raise ValueError(f"distances must be >= 0 and finite, {got}; scale X, or choose another metric{missing}")


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

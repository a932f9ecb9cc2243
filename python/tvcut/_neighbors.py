"""The search for the nearest neighbours of points."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.decomposition import PCA
from sklearn.neighbors import VALID_METRICS, NearestNeighbors
from sklearn.utils.validation import check_memory

from ._arguments import as_choice, as_integer
from ._csr import rows

CHUNK = 2000  # points in each search, after which the progress bar is updated
METRICS = sorted({*chain(*VALID_METRICS.values())} - {"mahalanobis", "pyfunc", "seuclidean"})  # which need parameters

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]
Found = tuple[Floats, Indices]  # distances and indices of neighbours, nearest first; shape (points, k) each


_SQUARES = ("cosine", "euclidean", "l2", "minkowski", "nan_euclidean", "sqeuclidean")  # metrics that sum squares


class Search:
    """A search for the nearest points, after their projection to principal components."""

    def __init__(self, n_components: Any, metric: Any, neighbors: Any, memory: Any, n_jobs: Any, progress: Any) -> None:
        self.n_components = None if n_components is None else as_integer("n_components", n_components, 1)
        self.metric = metric if callable(metric) else as_choice("metric", metric, METRICS)
        if memory is not None and "<" in getattr(metric, "__qualname__", ""):  # joblib finds functions by their names
            raise ValueError(
                f"metric must be a function of a module if memory is given, got {metric!r}; move it to one"
            )
        self.n_jobs = None if n_jobs is None else as_integer("n_jobs", n_jobs, -(2**31))
        if neighbors is not None and not hasattr(neighbors, "fit_transform"):
            raise TypeError(f"neighbors must be a transformer, such as KNeighborsTransformer, got {neighbors!r}")
        self.neighbors, self.memory, self.progress = neighbors, check_memory(memory), progress
        self.remedy = "lower n_neighbors"  # if there are too few distances
        self.pca: Any = None
        self.engine: Any = None  # NearestNeighbors or the transformer; None if the memory held the neighbours

    def among(self, X: Any, k: int) -> Found:
        """Return the k nearest other points of each point."""
        self.k = k
        self._check(X)
        find: Any = self.memory.cache(_among, ignore=["search"])
        found: Found = find(X, k, self.n_components, self.metric, self.neighbors, search=self)
        return found

    def fit(self, X: Any) -> None:
        """Prepare ``to_new`` for the points X, unless ``among`` has done so."""
        if self.engine is None:
            engine, X = self._project(X)
            engine.fit(X)

    def compute(self, X: Any, k: int) -> Found:
        """Return what ``among`` returns, without the memory."""
        engine, X = self._project(X)
        if self.neighbors is not None:
            return self._stored(engine.fit_transform(X), k, other=True)
        engine.fit(X)
        found = [self._block(X[i : i + CHUNK], k, first=i) for i in self._starts(X.shape[0])]
        distances, indices = zip(*found, strict=True)
        return np.concatenate(distances), np.concatenate(indices)

    def _starts(self, n: int) -> Iterator[int]:
        """Yield the first point of each block, and show how many points are done."""
        starts = range(0, n, CHUNK)
        if not self.progress:
            yield from starts
            return
        from tqdm.auto import tqdm

        with tqdm(desc="nearest neighbours", total=n, unit=" points") as bar:
            for i in starts:
                yield i
                bar.update(min(CHUNK, n - i))

    def _block(self, X: Any, k: int, *, first: int) -> Found:
        """Return the k nearest other points of the points X, the first of which has the given number."""
        distance, index = self.engine.kneighbors(X, k + 1)
        _check_distances(distance, first)
        return _without_self(distance, index, first=first)

    def to_new(self, X: Any, k: int) -> Found:
        """Return the k nearest points to each new point."""
        self._check(X)
        X = X if self.pca is None else self.pca.transform(X)
        if self.neighbors is not None:
            return self._stored(self.engine.transform(X), k, other=False)
        found: Found = self.engine.kneighbors(X, k)
        _check_distances(found[0])
        return found

    def _check(self, X: Any) -> None:
        """Raise ValueError if distances of points may overflow: scikit-learn returns 0 for some of them then."""
        if self.neighbors is None and self.metric in _SQUARES:
            check_squares(X)

    def _project(self, X: Any) -> tuple[Any, Any]:
        """Create the engine and return it with the points as it takes them."""
        search = NearestNeighbors(n_neighbors=self.k, metric=self.metric, n_jobs=self.n_jobs)
        self.engine = search if self.neighbors is None else clone(self.neighbors, safe=False)
        if self.n_components is not None and self.n_components < X.shape[1]:
            self.pca = PCA(self.n_components, random_state=0)
            X = self.pca.fit_transform(X)
        return self.engine, X

    def _stored(self, A: Any, k: int, *, other: bool) -> Found:
        """Return distances and indices of the k nearest (other) points from a sparse matrix of distances."""
        A = sp.csr_array(A)
        row, column = rows(A), A.indices
        keep = (row != column) | (not other)
        row, column, distance = row[keep], column[keep], A.data[keep]
        count = np.bincount(row, minlength=A.shape[0])
        few = np.flatnonzero(count < k)
        if few.size:
            want = f"at least {k} {'other ' * other}points of each point, got {count[few[0]]} of point {few[0]}"
            raise ValueError(f"neighbors, or X if it holds distances, must give {want}; {self.remedy}")
        nearest = np.lexsort((distance, row))[(np.cumsum(count) - count)[:, None] + np.arange(k)]
        _check_distances(distance[nearest])
        return distance[nearest], column[nearest].astype(np.int64)


def _among(X: Any, k: int, n_components: int | None, metric: Any, neighbors: Any, search: Search) -> Found:
    return search.compute(X, k)  # the other arguments are the key of the memory


def check_squares(X: Any) -> None:
    """Raise ValueError if squares of distances of points may overflow."""
    largest = float(abs(X).max())
    if largest > np.sqrt(np.finfo(float).max / X.shape[1]) / 2:  # ‖x_i − x_j‖² <= 4 d max_i max_s x_is²
        raise ValueError(f"X must have entries whose squares have a finite sum, got {largest}; scale X")


def _check_distances(distance: Floats, first: int = 0) -> None:
    """Raise ValueError if a distance is negative or not finite. The first row belongs to the point of that number."""
    bad = np.argwhere(~((distance >= 0) & np.isfinite(distance)))
    if bad.size:
        got = f"got {distance[tuple(bad[0])]} from point {first + bad[0][0]}"
        raise ValueError(f"distances must be >= 0 and finite, {got}; scale X, or choose another metric")


def _without_self(distance: Floats, index: Indices, *, first: int) -> Found:
    """Remove each point from its own neighbours. If copies of the point took its place, remove the farthest instead."""
    keep = index != np.arange(first, first + len(index))[:, None]
    keep[keep.all(axis=1), -1] = False
    shape = (len(index), index.shape[1] - 1)
    return distance[keep].reshape(shape), index[keep].reshape(shape)

"""The search for the nearest neighbours of points."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.decomposition import PCA
from sklearn.neighbors import VALID_METRICS, NearestNeighbors
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils.validation import check_memory
from threadpoolctl import threadpool_limits  # scikit-learn requires it

from .._input.arguments import as_choice, as_integer
from .._input.csr import rows
from .nearest import EUCLIDEAN, Floats, Found, Indices, Nearest, check_distances, measure_of

CHUNK = 2000  # points in each search, after which the progress bar is updated
METRICS = sorted({*chain(*VALID_METRICS.values())} - {"mahalanobis", "pyfunc", "seuclidean"})  # which need parameters

_SQUARES = ("cosine", *EUCLIDEAN)  # metrics that sum squares


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
        self.k = 1  # by which scikit-learn chooses its algorithm
        self.pca: Any = None
        self.engine: Any = None  # Nearest or the transformer; None if the memory held the neighbours

    def among(self, X: Any, k: int) -> Found:
        """Return the k nearest other points of each point."""
        self.k = k
        self._check(X)
        if self.neighbors is None and self.metric == "precomputed" and sp.issparse(X):
            self.neighbors = FunctionTransformer()  # X holds the distances that a transformer returns
        find: Any = self.memory.cache(_by_distance_and_index, ignore=["search"])
        found: Found = find(X, k, self.n_components, self.metric, self.neighbors, search=self)
        return found

    def fit(self, X: Any) -> None:
        """Prepare ``to_new`` for the points X, unless ``among`` has done so."""
        if self.engine is None:
            X = self._project(X)
            self.engine = self._new_engine(X)
            if self.neighbors is not None:
                self.engine.fit(X)

    def compute(self, X: Any, k: int) -> Found:
        """Return what ``among`` returns, without the memory."""
        X = self._project(X)
        self.engine = self._new_engine(X)
        if self.neighbors is not None:
            return self._stored(self.engine.fit_transform(X), k, other=True)
        found = [_without_self(*self.engine.of_own(i, i + CHUNK, k + 1), first=i) for i in self._starts(X.shape[0])]
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

    def to_new(self, X: Any, k: int) -> Found:
        """Return the k nearest points to each new point."""
        self._check(X)
        if self.pca is not None:
            with one_thread():
                X = self.pca.transform(X)
        if self.neighbors is not None:
            return self._stored(self.engine.transform(X), k, other=False)
        found: Found = self.engine.of(X, k)
        return found

    def _check(self, X: Any) -> None:
        """Raise ValueError if distances of points may overflow: scikit-learn returns 0 for some of them then."""
        if self.neighbors is None and self.metric in _SQUARES:
            check_squares(X)

    def _project(self, X: Any) -> Any:
        """Return the points as the engine takes them."""
        if self.n_components is None or self.n_components >= X.shape[1]:
            return X
        self.pca = PCA(self.n_components, random_state=0)
        with one_thread():
            return self.pca.fit_transform(X)

    def _new_engine(self, X: Any) -> Any:
        """Return a search among the points X, or the transformer that replaces it and has not seen them."""
        if self.neighbors is not None:
            return clone(self.neighbors, safe=False)
        metric, measure = measure_of(self.metric)
        return Nearest(NearestNeighbors(n_neighbors=self.k, metric=metric, n_jobs=self.n_jobs), measure, X)

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
        nearest = np.lexsort((column, distance, row))[(np.cumsum(count) - count)[:, None] + np.arange(k)]
        check_distances(distance[nearest], np.arange(A.shape[0]))
        return distance[nearest], column[nearest].astype(np.int64)


def _by_distance_and_index(  # another order of neighbours needs another name, by which joblib finds them
    X: Any, k: int, n_components: int | None, metric: Any, neighbors: Any, search: Search
) -> Found:
    return search.compute(X, k)  # the other arguments are the key of the memory


def one_thread() -> Any:
    """Return a context in which BLAS uses one thread: it rounds in another way on another number of threads."""
    return threadpool_limits(1, user_api="blas")


def check_squares(X: Any) -> None:
    """Raise ValueError if squares of distances of points may overflow."""
    largest = float(abs(X).max())
    if largest > np.sqrt(np.finfo(float).max / X.shape[1]) / 2:  # ‖x_i − x_j‖² <= 4 d max_i max_s x_is²
        raise ValueError(f"X must have entries whose squares have a finite sum, got {largest}; scale X")


def _without_self(distance: Floats, index: Indices, *, first: int) -> Found:
    """Remove each point from its own neighbours. If copies of the point took its place, remove the farthest instead."""
    keep = index != np.arange(first, first + len(index))[:, None]
    keep[keep.all(axis=1), -1] = False
    shape = (len(index), index.shape[1] - 1)
    return distance[keep].reshape(shape), index[keep].reshape(shape)

"""The search for the nearest neighbours of points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.decomposition import PCA
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils import get_tags
from sklearn.utils.validation import check_memory
from threadpoolctl import threadpool_limits  # scikit-learn requires it

from .._input.arguments import as_integer
from .._input.csr import rows
from .._native.errors import ArgumentError
from .measure import Floats, Indices
from .metric import Metric
from .nearest import Found, Nearest, check_distances

ROUNDING = 1e-6  # of distances of points to themselves, relative to the largest distance
CHUNK = 2000  # points in each search, after which the progress bar is updated


class Search:
    """A search for the nearest points, after their projection to principal components."""

    def __init__(
        self,
        n_components: Any = None,
        metric: Any = "euclidean",
        metric_params: Any = None,
        neighbors: Any = None,
        memory: Any = None,
        n_jobs: Any = None,
        progress: Any = False,
    ) -> None:
        self.n_components = None if n_components is None else as_integer("n_components", n_components, 1)
        self.metric = Metric(metric, metric_params)
        if memory is not None and "<" in getattr(metric, "__qualname__", ""):  # joblib finds functions by their names
            raise ValueError(
                f"metric must be a function of a module if memory is given, got {metric!r}; move it to one"
            )
        self.n_jobs = None if n_jobs is None else as_integer("n_jobs", n_jobs, -(2**31))
        if neighbors is not None and not hasattr(neighbors, "fit_transform"):
            raise TypeError(f"neighbors must be a transformer, such as KNeighborsTransformer, got {neighbors!r}")
        self.neighbors, self.memory, self.progress = neighbors, check_memory(memory), progress
        self.takes_distances = neighbors is None and metric == "precomputed"  # in place of points
        self.remedy = "lower n_neighbors"  # if there are too few distances
        self.k = 1  # by which scikit-learn chooses its algorithm
        self.pca: Any = None
        self.engine: Any = None  # Nearest or the transformer; None if the memory held the neighbours

    def among(self, X: Any, k: int) -> Found:
        """Return the k nearest other points of each point."""
        self.k = k
        self._check(X)
        if self.neighbors is None and self.metric.squares:
            check_spread(X)
        if self.takes_distances and sp.issparse(X):
            self.neighbors = FunctionTransformer()  # X holds the distances that a transformer returns
        find: Any = self.memory.cache(_by_distance_and_index, ignore=["search"])
        metric = self.metric
        found: Found = find(X, k, self.n_components, metric.given, metric.params, self.neighbors, search=self)
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
        if self.takes_distances:
            return self._stored(X, k, other=False) if sp.issparse(X) else _smallest(X, k)
        if self.pca is not None:
            with one_thread():
                X = self.pca.transform(X)
        if self.neighbors is not None:
            return self._stored(self.engine.transform(X), k, other=False)
        found: Found = self.engine.of(X, k)
        return found

    def _check(self, X: Any) -> None:
        """Raise ValueError if distances of points may overflow: scikit-learn returns 0 for some of them then."""
        if self.takes_distances and not sp.issparse(X) and X.shape[0] == X.shape[1] and not is_diagonal_zero(X):
            i = int(np.flatnonzero(X.diagonal())[0])
            remedy = (
                "numpy.fill_diagonal(X, 0) if it holds distances; weights are the graph itself: pass them to "
                "balanced_cut, or with affinity='precomputed'"
            )
            problem = f"must be 0, the distance of a point to itself, got {X[i, i]}; {remedy}"
            raise ArgumentError(problem, "X", (i, i), "entry", f"X[{i}, {i}] {problem}")
        if self.neighbors is None and self.metric.squares:
            check_squares(X)

    @property
    def allows_nan(self) -> bool:
        """Whether points may have missing values."""
        if self.neighbors is None:
            return self.metric.allows_nan
        return hasattr(self.neighbors, "__sklearn_tags__") and bool(get_tags(self.neighbors).input_tags.allow_nan)

    def _project(self, X: Any) -> Any:
        """Return the points as the engine takes them."""
        if self.n_components is None or self.n_components >= X.shape[1]:
            return X
        if self.allows_nan and not sp.issparse(X) and np.isnan(X).any():
            raise ArgumentError("must be None if X has missing values (NaN); fill them in", "n_components")
        self.pca = PCA(self.n_components, random_state=0)
        with one_thread():
            return self.pca.fit_transform(X)

    def _new_engine(self, X: Any) -> Any:
        """Return a search among the points X, or the transformer that replaces it and has not seen them."""
        if self.neighbors is not None:
            return clone(self.neighbors, safe=False)
        return Nearest(*self.metric.engine(X, self.k, self.n_jobs), X)

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


def is_diagonal_zero(X: Any) -> bool:
    """Return whether the diagonal of a square array is 0, as that of distances is, up to rounding."""
    return bool((abs(X.diagonal()) <= ROUNDING * abs(X).max()).all())


def _smallest(distances: Any, k: int) -> Found:
    """Return distances and indices of the k smallest entries of each row, and of equal ones the first."""
    index = np.argsort(distances, axis=1, kind="stable")[:, :k]
    distance = np.take_along_axis(distances, index, axis=1).astype(np.float64)
    check_distances(distance, np.arange(len(distance)))
    return distance, index


def _by_distance_and_index(  # another order of neighbours needs another name, by which joblib finds them
    X: Any, k: int, n_components: int | None, metric: Any, params: dict[str, Any], neighbors: Any, search: Search
) -> Found:
    return search.compute(X, k)  # the other arguments are the key of the memory


def one_thread() -> Any:
    """Return a context in which BLAS uses one thread: it rounds in another way on another number of threads."""
    return threadpool_limits(1, user_api="blas")


def check_squares(X: Any) -> None:
    """Raise ValueError if squares of distances of points may overflow."""
    largest = float(abs(X).max() if sp.issparse(X) else np.nanmax(abs(X), initial=0))
    if largest > np.sqrt(np.finfo(float).max / X.shape[1]) / 2:  # ‖x_i − x_j‖² <= 4 d max_i max_s x_is²
        raise ValueError(f"X must have entries whose squares have a finite sum, got {largest}; scale X")


def check_spread(X: Any) -> None:
    """Raise ValueError if squares of the differences of points lose digits because they are too small, or are all 0."""
    if sp.issparse(X):
        spread = float(abs(X).max())
    else:
        spread = float(np.nanmax(np.fmax.reduce(X) - np.fmin.reduce(X), initial=0))
    least = np.sqrt(np.finfo(float).tiny / np.finfo(float).eps)  # of it and larger ones, squares keep all digits
    if 0 < spread < least:
        raise ValueError(f"X must have entries that differ by at least {least:.0e}, got {spread} at most; scale X")


def _without_self(distance: Floats, index: Indices, *, first: int) -> Found:
    """Remove each point from its own neighbours. If copies of the point took its place, remove the farthest instead."""
    keep = index != np.arange(first, first + len(index))[:, None]
    keep[keep.all(axis=1), -1] = False
    shape = (len(index), index.shape[1] - 1)
    return distance[keep].reshape(shape), index[keep].reshape(shape)

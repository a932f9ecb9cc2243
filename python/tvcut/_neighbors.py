"""The search for the nearest neighbours of points."""

from __future__ import annotations

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

CHUNK = 2000  # points in each search, after which the progress bar is updated
METRICS = sorted({*chain(*VALID_METRICS.values())})

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]
Found = tuple[Floats, Indices]  # distances and indices of neighbours, nearest first; shape (points, k) each


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
        self.neighbors, self.memory, self.progress = neighbors, check_memory(memory), progress
        self.pca: Any = None
        self.engine: Any = None  # NearestNeighbors or the transformer; None if the memory held the neighbours

    def among(self, X: Any, k: int) -> Found:
        """Return the k nearest other points of each point."""
        self.k = k
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
            return _stored(engine.fit_transform(X), k, other=True)
        engine.fit(X)
        blocks: Any = range(0, X.shape[0], CHUNK)
        if self.progress:
            from tqdm.auto import tqdm

            blocks = tqdm(blocks, desc="nearest neighbours", unit_scale=CHUNK, unit="points")
        found = [_without_self(*engine.kneighbors(X[i : i + CHUNK], k + 1), first=i) for i in blocks]
        distances, indices = zip(*found, strict=True)
        return np.concatenate(distances), np.concatenate(indices)

    def to_new(self, X: Any, k: int) -> Found:
        """Return the k nearest points to each new point."""
        X = X if self.pca is None else self.pca.transform(X)
        if self.neighbors is not None:
            return _stored(self.engine.transform(X), k, other=False)
        found: Found = self.engine.kneighbors(X, k)
        return found

    def _project(self, X: Any) -> tuple[Any, Any]:
        """Create the engine and return it with the points as it takes them."""
        search = NearestNeighbors(n_neighbors=self.k, metric=self.metric, n_jobs=self.n_jobs)
        self.engine = search if self.neighbors is None else clone(self.neighbors, safe=False)
        if self.n_components is not None and self.n_components < X.shape[1]:
            self.pca = PCA(self.n_components, random_state=0)
            X = self.pca.fit_transform(X)
        return self.engine, X


def _among(X: Any, k: int, n_components: int | None, metric: Any, neighbors: Any, search: Search) -> Found:
    return search.compute(X, k)  # the other arguments are the key of the memory


def _without_self(distance: Floats, index: Indices, *, first: int) -> Found:
    """Remove each point from its own neighbours. If copies of the point took its place, remove the farthest instead."""
    keep = index != np.arange(first, first + len(index))[:, None]
    keep[keep.all(axis=1), -1] = False
    shape = (len(index), index.shape[1] - 1)
    return distance[keep].reshape(shape), index[keep].reshape(shape)


def _stored(A: Any, k: int, *, other: bool) -> Found:
    """Return distances and indices of the k nearest (other) points from a sparse matrix of distances."""
    A = sp.csr_array(A)
    row, column = np.repeat(np.arange(A.shape[0]), np.diff(A.indptr)), A.indices
    keep = (row != column) | (not other)
    row, column, distance = row[keep], column[keep], A.data[keep]
    count = np.bincount(row, minlength=A.shape[0])
    few = np.flatnonzero(count < k)
    if few.size:
        want = f"at least {k} {'other ' * other}points of each point, got {count[few[0]]} of point {few[0]}"
        raise ValueError(f"neighbors, or X if it holds distances, must give {want}; lower n_neighbors")
    nearest = np.lexsort((distance, row))[(np.cumsum(count) - count)[:, None] + np.arange(k)]
    return distance[nearest], column[nearest].astype(np.int64)

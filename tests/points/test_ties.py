"""Neighbours are the first in the order of distance and index, whatever the number of threads."""

import json
import math
import os

import joblib
import numpy as np
import pytest
from scipy import sparse
from scipy.spatial.distance import cdist
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.neighbors import NearestNeighbors
from threadpoolctl import threadpool_limits

import tvcut
from tests.points.ties import COPIES, INTEGERS, OTHERS, fingerprints
from tests.programs import python
from tvcut._points.nearest import CANDIDATES


def first_in_order(distances, k):
    """Return the binary graph of the first k others of each point in the order of distance and index.

    ``distances`` yields the distances of each point to all, or numbers in their order.
    """
    orders = (np.argsort(r, kind="stable") for r in distances)
    rows = np.array([order[order != i][:k] for i, order in enumerate(orders)])
    A = np.zeros((len(rows), len(rows)))
    np.put_along_axis(A, rows, 1, axis=1)
    return (A + A.T) / 2


def binary(X, k, **options):
    return tvcut.knn_graph(X, k, weights="binary", **options).toarray()


@pytest.mark.slow
@pytest.mark.parametrize("name", INTEGERS)
def test_neighbours_at_exact_distances(name):
    X = INTEGERS[name]
    points = (X.toarray() if sparse.issparse(X) else X).astype(np.int64)
    squares = [((points - x) ** 2).sum(axis=1) for x in points]
    for k in (1, 10):
        assert np.array_equal(binary(X, k), first_in_order(squares, k))


@pytest.mark.slow
@pytest.mark.parametrize("X", [COPIES, COPIES[:, :3], OTHERS["normal"][0][:400]], ids=["copies", "space", "normal"])
def test_neighbours_at_distances_of_exact_sums(X):
    squares = [[math.fsum(row) for row in (X - x) ** 2] for x in X]
    for k in (3, 10):
        np.testing.assert_array_equal(binary(X, k), first_in_order(squares, k))


def test_neighbours_at_rounded_distances():
    X = OTHERS["iris"][0]
    squares = [[sum((s - t) ** 2 for s, t in zip(x, y, strict=True)) for y in X.tolist()] for x in X.tolist()]
    np.testing.assert_array_equal(binary(X, 7), first_in_order(squares, 7))


@pytest.mark.parametrize("metric", ["cityblock", "chebyshev", "hamming"])
@pytest.mark.parametrize("name", ["digits of integers", "a grid in 16 dimensions", "few binary features"])
def test_neighbours_of_other_metrics(name, metric):
    X = INTEGERS[name]
    np.testing.assert_array_equal(binary(X, 7, metric=metric), first_in_order(cdist(X, X, metric), 7))


def test_neighbours_of_a_callable_metric():
    X = INTEGERS["few binary features"][:120]
    r = cdist(X, X, "cityblock")
    np.testing.assert_array_equal(binary(X, 7, metric=lambda x, y: np.abs(x - y).sum()), first_in_order(r, 7))


def test_points_of_one_direction_are_at_the_same_cosine():
    X = np.random.default_rng(0).permutation(np.repeat([[3.0, 4.0], [4.0, -3.0]], 30, axis=0))
    X *= np.exp2(np.arange(60) % 7)[:, None]
    np.testing.assert_array_equal(binary(X, 7, metric="cosine"), first_in_order(X @ X.T <= 0, 7))
    X = np.vstack([X, np.zeros((9, 2))])  # at the distance 1 from all points
    np.testing.assert_array_equal(binary(X, 7, metric="cosine"), first_in_order(X @ X.T <= 0, 7))


def test_given_distances():
    r = np.round(cdist(COPIES, COPIES))
    want = first_in_order(r, 7)
    np.testing.assert_array_equal(binary(r, 7, metric="precomputed"), want)
    listed = sparse.csr_array((r.ravel(), np.tile(np.arange(750), 750), np.arange(0, 750**2 + 1, 750)))
    np.testing.assert_array_equal(binary(listed, 7, metric="precomputed"), want)
    model = tvcut.BalancedCut(affinity="precomputed_nearest_neighbors", weights="binary", n_neighbors=7).fit(listed)
    np.testing.assert_array_equal(model.affinity_matrix_.toarray(), want)


class Shuffled(TransformerMixin, BaseEstimator):
    """Return all distances, those of each row in a random order."""

    def fit_transform(self, X):
        n, rng = len(X), np.random.default_rng(1)
        j = rng.permuted(np.tile(np.arange(n), (n, 1)), axis=1)
        return sparse.csr_array((np.take_along_axis(cdist(X, X), j, 1).ravel(), j.ravel(), np.arange(0, n * n + 1, n)))


def test_ties_of_a_transformer():
    X = INTEGERS["few binary features"]
    np.testing.assert_array_equal(binary(X, 7, neighbors=Shuffled()), binary(X, 7))


@pytest.mark.parametrize("affinity", ["nearest_neighbors", "rbf"])
def test_a_new_point_takes_the_part_of_the_first_of_equally_near_points(affinity):
    X = np.array([[0.0], [2.0], [10.0], [12.0]])
    model = tvcut.BalancedCut(affinity=affinity, n_neighbors=1, gamma=100.0).fit(X, fixed=[0, 0, 1, 1])
    assert model.predict([[6.0]]) == model.labels_[1]
    model = tvcut.BalancedCut(affinity=affinity, n_neighbors=1, gamma=100.0).fit(X[::-1], fixed=[1, 1, 0, 0])
    assert model.predict([[6.0]]) == model.labels_[1]


class Recorded(NearestNeighbors):
    """Keep the numbers of points and neighbours of each call."""

    calls = []  # noqa: RUF012 - a test replaces it

    def kneighbors(self, X, k):
        self.calls.append((len(X), k))
        return super().kneighbors(X, k)


@pytest.mark.parametrize(
    "name", ["equal points", "equal points in the plane", "binary features", "far from the origin"]
)
def test_work_with_many_ties(name, monkeypatch):
    monkeypatch.setattr("tvcut._points.metric.NearestNeighbors", Recorded)
    monkeypatch.setattr("tvcut._points.nearest.CANDIDATES", 5000)
    monkeypatch.setattr(Recorded, "calls", [])
    X = INTEGERS[name]
    W = tvcut.knn_graph(X, 5)
    assert all(rows == 1 or rows * k <= 5000 for rows, k in Recorded.calls)
    if name.startswith("equal"):
        assert all(rows == 1 for rows, _ in Recorded.calls)
    if name.startswith("far"):
        assert all(k < len(X) for _, k in Recorded.calls)
    monkeypatch.setattr("tvcut._points.nearest.CANDIDATES", CANDIDATES)
    np.testing.assert_array_equal(tvcut.knn_graph(X, 5).toarray(), W.toarray())


@pytest.fixture(scope="module")
def here():
    return fingerprints()


@pytest.mark.release
@pytest.mark.parametrize("threads", ["1", "2", "4"])
def test_processes_with_other_numbers_of_threads(here, threads):
    assert json.loads(python("-m", "tests.points.ties", env=os.environ | {"OMP_NUM_THREADS": threads})) == here


@pytest.mark.slow
def test_limits_of_threads(here):
    with threadpool_limits(1):
        assert fingerprints() == here


@pytest.mark.slow
def test_jobs_and_workers(here):
    assert fingerprints(n_jobs=2) == here
    with joblib.parallel_config("loky", n_jobs=2):
        (other,) = joblib.Parallel()([joblib.delayed(fingerprints)()])
    assert other == here

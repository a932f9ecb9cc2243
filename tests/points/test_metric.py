"""Metrics with parameters and with missing values, compared with the distances of SciPy and scikit-learn."""

import numpy as np
import pytest
from scipy import sparse
from scipy.spatial.distance import cdist
from sklearn.metrics.pairwise import nan_euclidean_distances
from sklearn.neighbors import KNeighborsTransformer

import tvcut

RNG = np.random.default_rng(0)
POINTS = RNG.normal(size=(90, 4))
SPREAD = np.cov(POINTS @ RNG.normal(size=(4, 4)), rowvar=False)
WEIGHTS = np.array([1.0, 5.0, 0.5, 2.0])


def scaled(x, y, factor=1.0):
    return factor * np.abs(x - y).max()


def nearest(r, k):
    """Return the binary graph of the first k other points of each in the order of distance and index."""
    A = np.zeros((len(r), len(r)))
    for i, row in enumerate(r):
        order = np.argsort(row, kind="stable")
        A[i, order[order != i][:k]] = 1
    return (A + A.T) / 2


@pytest.mark.parametrize(
    "metric, params, scipy",
    [
        ("minkowski", {"p": 3}, {"metric": "minkowski", "p": 3}),
        ("p", {"p": 1}, {"metric": "cityblock"}),
        ("minkowski", {"w": WEIGHTS}, {"metric": "minkowski", "w": WEIGHTS}),
        ("seuclidean", {"V": WEIGHTS}, {"metric": "seuclidean", "V": WEIGHTS}),
        ("mahalanobis", {"VI": np.linalg.inv(SPREAD)}, {"metric": "mahalanobis", "VI": np.linalg.inv(SPREAD)}),
        ("mahalanobis", {"V": SPREAD}, {"metric": "mahalanobis", "VI": np.linalg.inv(SPREAD)}),
        (scaled, {"factor": 2.0}, {"metric": "chebyshev"}),
    ],
)
def test_parameters_of_metrics(metric, params, scipy):
    r = cdist(POINTS, POINTS, **scipy)
    given = dict(params)
    W = tvcut.knn_graph(POINTS, 6, metric=metric, metric_params=params, weights="binary")
    np.testing.assert_array_equal(W.toarray(), nearest(r, 6))
    assert params.keys() == given.keys()  # what is given is not changed
    model = tvcut.BalancedCut(n_neighbors=6, metric=metric, metric_params=params, weights="binary").fit(POINTS)
    np.testing.assert_array_equal(model.affinity_matrix_.toarray(), W.toarray())
    new = RNG.normal(size=(20, 4))
    first = np.argsort(cdist(new, POINTS, **scipy), axis=1)[:, :6]
    two = np.array([np.bincount(model.labels_[row], minlength=2).argmax() for row in first])
    np.testing.assert_array_equal(model.predict(new), two)


@pytest.mark.parametrize(
    "metric, params, error, message",
    [
        ("manhattan", [1], TypeError, r"metric_params must be a dict .* got \[1\]"),
        ("manhattan", {"q": 1}, ValueError, r"metric_params must fit metric='manhattan' .* got \['q'\]: .*unexpected"),
        ("euclidean", {"p": 3}, ValueError, r"metric_params must be None for metric='euclidean', got \['p'\]"),
        ("nan_euclidean", {"squared": True}, ValueError, "metric_params must be None for metric='nan_euclidean'"),
        ("mahalanobis", None, ValueError, r"metric_params must have 'V' or 'VI' for metric='mahalanobis', got \[\]"),
        ("seuclidean", {"VI": 1}, ValueError, r"metric_params must have 'V' for .*, got \['VI'\]"),
        ("mahalanobis", {"V": np.zeros((4, 4))}, ValueError, "metric_params must fit .*Singular matrix"),
        ("mahalanobis", {"V": np.eye(3)}, ValueError, "metric_params must fit metric='mahalanobis' and the columns"),
        (scaled, {"facto": 1}, ValueError, r"metric_params must fit .*scaled.*unexpected keyword"),
    ],
)
def test_wrong_parameters_of_metrics(metric, params, error, message):
    for call in (tvcut.knn_graph, lambda X, **options: tvcut.BalancedCut(**options).fit(X)):
        with pytest.raises(error, match=message):
            call(POINTS, metric=metric, metric_params=params)


def test_parameters_are_part_of_the_key_of_the_memory(tmp_path):
    options = {"metric": "minkowski", "memory": str(tmp_path)}
    graphs = [tvcut.knn_graph(POINTS, 5, metric_params={"p": p}, **options).toarray() for p in (1, 9, 1)]
    assert (graphs[0] != graphs[1]).any() and (graphs[0] == graphs[2]).all()


def with_gaps(X, share, seed=0):
    return np.where(np.random.default_rng(seed).random(X.shape) < share, np.nan, X)


GAPS = {
    "normal": with_gaps(RNG.normal(size=(300, 6)), 0.15),
    "far": with_gaps(1e6 + RNG.normal(size=(200, 5)), 0.15),
    "integers": with_gaps(RNG.integers(4, size=(200, 4)) * 12.0, 0.15),
}


@pytest.mark.parametrize("name", GAPS)
def test_missing_values(name):
    X = GAPS[name][~np.isnan(GAPS[name]).all(axis=1)]
    X = X[(~np.isnan(X)).sum(axis=1) > X.shape[1] / 2]  # then all pairs have a common coordinate
    d = X[:, None] - X[None]
    r = np.nansum(d**2, axis=2) * (X.shape[1] / (~np.isnan(d)).sum(axis=2))
    if name != "far":
        np.testing.assert_allclose(np.sqrt(r), nan_euclidean_distances(X), atol=1e-5)
    W = tvcut.knn_graph(X, 5, metric="nan_euclidean", weights="binary")
    np.testing.assert_array_equal(W.toarray(), nearest(r, 5))
    model = tvcut.BalancedCut(n_neighbors=5, metric="nan_euclidean").fit(X)
    assert model.__sklearn_tags__().input_tags.allow_nan
    same = model.predict(X[:50])
    np.testing.assert_array_equal(same, [model.predict(X[i : i + 1])[0] for i in range(50)])


def test_complete_points_have_the_euclidean_neighbours():
    for X in (POINTS, sparse.csr_array(POINTS)):
        W = tvcut.knn_graph(X, 5, metric="nan_euclidean")
        np.testing.assert_allclose(W.toarray(), tvcut.knn_graph(POINTS, 5).toarray(), rtol=1e-12)


def test_a_transformer_may_allow_missing_values():
    X = GAPS["normal"][:100]
    other = KNeighborsTransformer(n_neighbors=9, metric="nan_euclidean")
    found, W = (
        tvcut.knn_graph(X, 5, **options).toarray() for options in ({"neighbors": other}, {"metric": "nan_euclidean"})
    )
    np.testing.assert_allclose(found, W, rtol=1e-9)
    with pytest.raises(ValueError, match="must be finite, got NaN"):
        tvcut.knn_graph(X, 5, neighbors=KNeighborsTransformer(n_neighbors=9))


def test_missing_values_that_leave_no_distance():
    X = np.array([[1.0, np.nan]] * 3 + [[np.nan, 2.0]] * 3)
    with pytest.raises(ValueError, match=r"got nan from point 0; .* or fill in missing values"):
        tvcut.knn_graph(X, 3, metric="nan_euclidean")
    assert tvcut.knn_graph(X, 2, metric="nan_euclidean").nnz == 12
    with pytest.raises(ValueError, match=r"n_components must be None if X has missing values \(NaN\); fill them in"):
        tvcut.knn_graph(X, 2, metric="nan_euclidean", n_components=1)

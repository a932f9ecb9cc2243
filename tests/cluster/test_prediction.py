"""predict puts new points into the parts that its documentation defines, and refuses wrong ones."""

from functools import partial

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.spatial.distance import cdist
from sklearn.base import clone
from sklearn.decomposition import PCA
from sklearn.exceptions import NotFittedError
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.neighbors import KNeighborsTransformer

import tvcut
from tests.cluster.graphs import GRAPHS, distances


def predicted(X, labels, new, k, weights, scale, metric="euclidean"):
    """Return the parts that the documentation of predict defines, point by point."""
    among = np.sort(cdist(X, X, metric), axis=1)[:, 1:]
    parts = []
    for x in new:
        r = cdist([x], X, metric)[0]
        nearest = np.argsort(r)[:k]
        a = {
            "gaussian": np.exp(-(r**2) / (scale * among[:, k - 1].mean() ** 2)),
            "self_tuning": np.exp(-(r**2) / (np.sort(r)[6] * among[:, 6])),
            "binary": np.ones(len(X)),
        }[weights]
        sums = np.bincount(labels[nearest], a[nearest], labels.max() + 1)
        parts.append(sums.argmax() if sums.any() else labels[nearest[0]])
    return np.array(parts)


@pytest.mark.parametrize("metric", ["euclidean", "cityblock"])
@pytest.mark.parametrize("weights", ["gaussian", "self_tuning", "binary"])
@pytest.mark.parametrize("k", [4, 12])
def test_prediction(points, k, weights, metric):
    X, _, new = points
    y = np.random.default_rng(0).integers(3, size=90)  # parts that are mixed, so that the weights matter
    model = tvcut.BalancedCut(3, n_neighbors=k, weights=weights, scale=2.0, metric=metric)
    model.fit(X, fixed=y)
    found = model.predict(new)
    np.testing.assert_array_equal(found, predicted(X, y, new, k, weights, 2.0, metric))
    assert found.dtype == np.int32 and len(set(found)) == 3
    np.testing.assert_array_equal(found, [model.predict([x])[0] for x in new])


@pytest.mark.parametrize("metric", ["euclidean", "cosine", "manhattan"])
def test_prediction_for_sparse_and_dense_points(metric):
    X = np.random.default_rng(0).integers(0, 5, (60, 8)) + np.repeat([[0], [9]], 30, axis=0) * [1, 1, 1, 1, 0, 0, 0, 0]
    new = X[::7] + 1.0
    expected = tvcut.BalancedCut(metric=metric).fit(X).predict(new)
    assert set(expected) == {0, 1}
    for fitted, given in ((sp.csr_array(X), new), (X, sp.csr_array(new)), (sp.csr_array(X), sp.csr_array(new))):
        np.testing.assert_array_equal(tvcut.BalancedCut(metric=metric).fit(fitted).predict(given), expected)


def test_prediction_projects_new_points(points):
    X, _, new = points
    y = np.random.default_rng(0).integers(3, size=90)
    model = tvcut.BalancedCut(3, n_neighbors=5, n_components=2).fit(X, fixed=y)
    pca = PCA(2, random_state=0).fit(X)
    expected = predicted(pca.transform(X), y, pca.transform(new), 5, "gaussian", 3.0)
    np.testing.assert_array_equal(model.predict(new), expected)


@pytest.mark.parametrize("weights", ["gaussian", "self_tuning"])
def test_predictions_of_other_affinities(points, weights):
    X, _, new = points
    y = np.random.default_rng(0).integers(3, size=90)
    expected = predicted(X, y, new, 9, weights, 3.0)
    options = {"n_neighbors": 9, "weights": weights}
    model = tvcut.BalancedCut(3, neighbors=KNeighborsTransformer(n_neighbors=20), **options).fit(X, fixed=y)
    np.testing.assert_array_equal(model.predict(new), expected)
    model = tvcut.BalancedCut(3, affinity="precomputed_nearest_neighbors", **options).fit(distances(X, X), fixed=y)
    np.testing.assert_array_equal(model.predict(distances(X, new)), expected)
    expected = (rbf_kernel(new, X, gamma=0.1) @ np.eye(3)[y]).argmax(axis=1)
    model = tvcut.BalancedCut(3, affinity="rbf", gamma=0.1).fit(X, fixed=y)
    np.testing.assert_array_equal(model.predict(new), expected)
    model = tvcut.BalancedCut(3, affinity="precomputed").fit(rbf_kernel(X, gamma=0.1), fixed=y)
    for form in (np.asarray, sp.csr_array, sp.coo_matrix):
        np.testing.assert_array_equal(model.predict(form(rbf_kernel(new, X, gamma=0.1))), expected)


@pytest.mark.filterwarnings("ignore::tvcut.DisconnectedGraphWarning")  # mutual neighbours leave vertices alone
@pytest.mark.parametrize("options", [*GRAPHS, {"affinity": "rbf", "gamma": 0.1}])
def test_prediction_agrees_with_the_labels_of_separate_clusters(points, options):
    X, y, _ = points
    model = tvcut.BalancedCut(3, **options)
    labels = model.fit_predict(X)
    np.testing.assert_array_equal(model.predict(X), labels)
    assert len({*zip(y, labels, strict=True)}) == 3


def test_prediction_of_distant_points_is_the_part_of_the_nearest(points):
    X, _, _ = points
    distant = 1e4 * np.eye(5)[:3]
    nearest = cdist(distant, X).argmin(axis=1)
    for options in ({}, {"affinity": "rbf"}):
        model = tvcut.BalancedCut(3, **options).fit(X)
        np.testing.assert_array_equal(model.predict(distant), model.labels_[nearest])


def test_prediction_after_neighbours_came_from_the_memory(points, tmp_path):
    X, _, new = points
    model = tvcut.BalancedCut(3, n_components=3, memory=str(tmp_path))
    expected = clone(model).set_params(memory=None).fit(X).predict(new)
    for _ in range(2):
        np.testing.assert_array_equal(clone(model).fit(X).predict(new), expected)


def test_prediction_of_copies_and_with_a_reduced_number_of_neighbours():
    X = np.repeat([[0.0], [9.0]], 12, axis=0)
    for weights in ("gaussian", "self_tuning", "binary"):
        model = tvcut.BalancedCut(n_neighbors=5, weights=weights)
        labels = model.fit_predict(X)
        np.testing.assert_array_equal(model.predict([[0.0], [9.0], [8.0]]), labels[[0, 12, 12]])
    with pytest.warns(UserWarning, match="X has 4 points, of which 99 neighbours would .* n_neighbors=1 is used"):
        model = tvcut.BalancedCut(n_neighbors=99).fit([[0.0], [1.0], [5.0], [6.0]])
    np.testing.assert_array_equal(model.predict([[2.9], [3.1]]), [0, 1])  # by one neighbour, as in fit
    assert model.affinity_matrix_.nnz == 4 and model.n_neighbors == 99


def test_predictions_of_a_callable_affinity(points):
    X, _, new = points
    y = np.random.default_rng(0).integers(3, size=90)
    w = rbf_kernel(new, X, gamma=0.1)
    for affinity in (partial(rbf_kernel, gamma=0.1), lambda X, Y=None: sp.csr_array(rbf_kernel(X, Y, gamma=0.1))):
        model = tvcut.BalancedCut(3, affinity=affinity).fit(X, fixed=y)
        np.testing.assert_array_equal(model.predict(new), (w @ np.eye(3)[y]).argmax(axis=1))


@pytest.mark.parametrize(
    "of_new, message",
    [
        (lambda w: w.T, r"affinity must return a matrix of shape \(40, 90\) for points Y, got \(90, 40\)"),
        (
            lambda w: w - np.eye(40, 90)[::-1],
            r"must return weights that are >= 0 .* got -1\.0 from new point 0 to point 39",
        ),
        (lambda w: w * np.nan, "must return weights that are >= 0 and finite, got nan from new point 0 to point 0"),
        (lambda w: w * (np.arange(40) != 7)[:, None], r"a weight > 0 for every new point, got none for point 7"),
    ],
)
def test_weights_of_new_points_that_are_refused(points, of_new, message):
    X, _, new = points

    def affinity(X, Y=None):
        w = rbf_kernel(X, Y)
        return w if Y is None else of_new(w)

    model = tvcut.BalancedCut(3, affinity=affinity).fit(X)
    with pytest.raises(ValueError, match=message):
        model.predict(new)


def test_points_without_weights_name_the_row(points):
    X = points[0]
    model = tvcut.BalancedCut(3, affinity="precomputed").fit(rbf_kernel(X))
    new = rbf_kernel(X[:4], X)
    new[2] = 0
    with pytest.raises(ValueError, match="a weight > 0 in every row, got none in row 2"):
        model.predict(new)


def test_errors_of_prediction(points):
    X = points[0]
    with pytest.raises(NotFittedError):
        tvcut.BalancedCut().predict(X)
    with pytest.raises(ValueError, match=r"affinity must take points Y .* or use affinity='precomputed'"):
        tvcut.BalancedCut(affinity=lambda X: rbf_kernel(X)).fit(X).predict(X)
    with pytest.raises(ValueError, match="4 features, but BalancedCut is expecting 5 features"):
        tvcut.BalancedCut().fit(X).predict(X[:, :4])
    model = tvcut.BalancedCut(affinity="precomputed_nearest_neighbors", n_neighbors=10).fit(distances(X, X))
    with pytest.raises(ValueError, match=r"at least 10 points of each point, got 4 of point 0; lower n_neighbors"):
        model.predict(distances(X, X[:2], 3))

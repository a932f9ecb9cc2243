"""BalancedCut passes scikit-learn's checks of estimators and gives the cuts of balanced_cut."""

import inspect
from functools import partial

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.spatial.distance import cdist
from sklearn.base import clone
from sklearn.datasets import make_blobs
from sklearn.decomposition import PCA
from sklearn.exceptions import NotFittedError
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.neighbors import KNeighborsTransformer
from sklearn.utils.estimator_checks import parametrize_with_checks

import tvcut
from tests.native.test_options import OF_FIT

REASON = "a mass weighs a vertex and does not change the graph, so that a point of mass 2 is not the same as two points"
FAILED = {f"check_sample_weight_equivalence_on_{kind}_data": REASON for kind in ("dense", "sparse")}


@pytest.mark.filterwarnings("ignore::tvcut.DisconnectedGraphWarning")  # some checks use distant points
@pytest.mark.filterwarnings("ignore:X has .* points, of which 10 neighbours:UserWarning")  # or few
@parametrize_with_checks(
    [tvcut.BalancedCut(), tvcut.BalancedCut(affinity="rbf", gamma=0.1)], expected_failed_checks=lambda _: FAILED
)
def test_scikit_learn_checks(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def blobs():
    return make_blobs(n_samples=200, centers=[[0, 0], [5, 0]], random_state=0)


def test_points(blobs):
    X, y = blobs
    labels = tvcut.BalancedCut(n_neighbors=30).fit_predict(X)
    assert max(np.mean(labels == y), np.mean(labels != y)) > 0.98


@pytest.mark.parametrize("form", [sp.csr_array, sp.csc_matrix, lambda W: W.toarray()])
def test_precomputed(blobs, form):
    W = tvcut.knn_graph(blobs[0], 30)
    model = tvcut.BalancedCut(affinity="precomputed").fit(form(W))
    np.testing.assert_array_equal(model.labels_, tvcut.balanced_cut(W).labels)
    assert model.n_features_in_ == 200 and model.cut_.value > 0


def test_options_reach_the_core(blobs):
    descent = tvcut.Descent(max_outer=1)
    model = tvcut.BalancedCut(n_neighbors=30, n_starts=1, init="random", polish="none", descent=descent)
    model = clone(model).fit(blobs[0])
    assert model.cut_.n_outer == 1 and model.cut_.status == "max_outer"


def test_objective_and_bounds_reach_the_core(blobs):
    model = tvcut.BalancedCut(2, objective="cut", max_imbalance=0.5, part_weights=[0.4, 0.6], init=blobs[1])
    assert model.fit(blobs[0]).cut_.objective == "cut"
    with pytest.raises(ValueError, match="the largest possible min_share is"):
        tvcut.BalancedCut(3, min_share=1).fit(blobs[0])
    sizes = tvcut.BalancedCut(3, min_size=60, max_size=70).fit(blobs[0]).cut_.sizes
    assert sizes.min() >= 60 and sizes.max() <= 70


def signature(function):
    return inspect.signature(function).parameters


def test_parameters_are_those_of_the_graph_and_of_the_cut():
    own, cut, graph = map(signature, (tvcut.BalancedCut, tvcut.balanced_cut, tvcut.knn_graph))
    assert set(own) == {*cut, *graph, "affinity", "gamma", "outliers"} - OF_FIT - {"X"}
    for name in set(own) - {"affinity", "gamma", "n_clusters", "outliers"}:
        source = graph if name in graph else cut
        assert own[name].default == source[name].default and own[name].annotation == source[name].annotation, name


GRAPHS = [
    {},
    {"weights": "self_tuning", "symmetrize": "max"},
    {"weights": "binary", "symmetrize": "mutual", "metric": "manhattan"},
    {"scale": 0.5, "n_components": 2, "n_jobs": 2},
    {"neighbors": KNeighborsTransformer(n_neighbors=20)},
]


@pytest.fixture(scope="module")
def points():
    """Three separate groups in five dimensions, and new points of them."""
    centers = 9 * np.eye(5)[:3]
    X, y = make_blobs(n_samples=90, centers=centers, random_state=1)
    return X, y, make_blobs(n_samples=40, centers=centers, cluster_std=3, random_state=2)[0]


@pytest.mark.filterwarnings("ignore::tvcut.DisconnectedGraphWarning")  # mutual neighbours leave vertices alone
@pytest.mark.parametrize("options", GRAPHS)
def test_options_of_the_graph(points, options):
    model = tvcut.BalancedCut(3, n_neighbors=12, **options).fit(points[0])
    W = tvcut.knn_graph(points[0], 12, **options)
    np.testing.assert_array_equal(model.affinity_matrix_.toarray(), W.toarray())
    np.testing.assert_array_equal(model.labels_, tvcut.balanced_cut(W, 3).labels)


@pytest.mark.slow
def test_affinities(points):
    X = points[0]
    K = rbf_kernel(X, gamma=0.3)
    for affinity, W in (("rbf", np.minimum(K, K.T)), (rbf_kernel, rbf_kernel(X)), (sparse, sparse(X))):
        model = tvcut.BalancedCut(3, affinity=affinity, gamma=0.3).fit(X)
        dense = [A.toarray() if sp.issparse(A) else A for A in (model.affinity_matrix_, W)]
        np.testing.assert_array_equal(*dense)
        np.testing.assert_array_equal(model.labels_, tvcut.balanced_cut(W, 3).labels)


def sparse(X):
    return sp.csr_array(np.where(rbf_kernel(X) > 1e-9, rbf_kernel(X), 0))


def distances(X, Y, k=20):
    return KNeighborsTransformer(n_neighbors=k).fit(X).transform(Y)


@pytest.mark.parametrize("weights", ["gaussian", "self_tuning", "binary"])
def test_precomputed_distances(points, weights):
    X = points[0]
    model = tvcut.BalancedCut(3, affinity="precomputed_nearest_neighbors", n_neighbors=12, weights=weights)
    W = tvcut.knn_graph(X, 12, weights=weights)
    model.fit(distances(X, X))
    np.testing.assert_allclose(model.affinity_matrix_.toarray(), W.toarray(), rtol=1e-12)
    np.testing.assert_array_equal(model.labels_, tvcut.balanced_cut(W, 3).labels)


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


def test_a_fit_that_fails_leaves_the_model(points):
    X = points[0]
    model = tvcut.BalancedCut().fit(X)
    want = model.predict(X)
    model.set_params(affinity="rbf")
    with pytest.raises(ValueError, match="n_clusters"):
        model.set_params(n_clusters=1000).fit(X)
    np.testing.assert_array_equal(model.predict(X), want)
    with pytest.raises(ValueError, match="n_clusters"):
        model.fit(np.hstack([X, X]))
    np.testing.assert_array_equal(model.predict(X), want)
    model = tvcut.BalancedCut(1000)
    with pytest.raises(ValueError, match="n_clusters"):
        model.fit(X)
    with pytest.raises(NotFittedError):
        model.predict(X)


def test_points_far_from_the_origin_have_symmetric_weights():
    X = 4096 + np.random.default_rng(0).normal(size=(100, 1))
    W = rbf_kernel(X, gamma=1.0)
    assert (abs(W - W.T) > 1e-10 * W).any()  # which balanced_cut refuses
    model = tvcut.BalancedCut(affinity="rbf").fit(X)
    np.testing.assert_array_equal(model.affinity_matrix_, np.minimum(W, W.T))


def test_points_whose_squares_overflow_are_refused():
    with pytest.raises(ValueError, match=r"squares have a finite sum, got 2e\+200; scale X"):
        tvcut.BalancedCut(affinity="rbf").fit([[1e200], [2e200], [0.0]])
    model = tvcut.BalancedCut(affinity="rbf").fit([[1.0], [2.0], [0.0]])
    with pytest.raises(ValueError, match=r"squares have a finite sum, got 2e\+200; scale X"):
        model.predict([[2e200]])


def test_distances_are_pairwise():
    for model in (tvcut.BalancedCut(metric="precomputed"), tvcut.BalancedCut(affinity="precomputed")):
        assert model.__sklearn_tags__().input_tags.pairwise
    assert not tvcut.BalancedCut(affinity="rbf", metric="precomputed").__sklearn_tags__().input_tags.pairwise


def test_errors_of_given_weights_name_the_argument():
    for X, message in (np.ones((6, 2)), r"^X must be a square matrix"), (np.full((3, 3), -1.0), r"X\["):
        with pytest.raises(ValueError, match=message) as caught:
            tvcut.BalancedCut(affinity="precomputed").fit(X)
        assert "W" not in str(caught.value)


def test_given_weights_of_a_file_bring_their_masses():
    file = tvcut.GraphFile(sp.csr_array([[0, 1], [1, 0]]), None, np.array([2.0, 3.0]), "metis")
    assert tvcut.BalancedCut(affinity="precomputed").fit(file).cut_.masses.tolist() == [2, 3]


class TwoArguments(ValueError):
    def __init__(self, first, second):
        super().__init__(first, second)


@pytest.mark.parametrize("error", [TwoArguments(1, 2), ValueError("W", 3), TypeError("W is wrong")])
def test_an_error_of_the_callback_is_raised_as_it_is(error):
    arguments = error.args

    def callback(progress):
        raise error

    model = tvcut.BalancedCut(affinity="precomputed", callback=callback)
    with pytest.raises(type(error)) as caught:
        model.fit(np.ones((4, 4)))
    assert caught.value is error and caught.traceback[-1].name == "callback" and error.args == arguments


class Half(tvcut.BalancedCut):
    """A class with a parameter of its own, and without most of those of BalancedCut."""

    def __init__(self, n_clusters=2, *, part=0):
        super().__init__(n_clusters, n_neighbors=30)
        self.part = part


def test_a_derived_class_may_have_other_parameters(blobs):
    model = clone(Half(part=1)).fit(blobs[0])
    assert model.get_params() == {"n_clusters": 2, "part": 1}
    np.testing.assert_array_equal(model.labels_, tvcut.BalancedCut(n_neighbors=30).fit(blobs[0]).labels_)


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


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"affinity": "cosine"}, ValueError, r"affinity must be one of .*, or a callable, got 'cosine'"),
        ({"affinity": np.eye(3)}, ValueError, r"affinity must be one of .* got array"),
        ({"affinity": "rbf", "gamma": 0}, ValueError, "gamma must be .* got 0"),
        ({"affinity": lambda X: np.ones((2, 2))}, ValueError, r"affinity must return .* \(200, 200\), got \(2, 2\)"),
        ({"affinity": "precomputed_nearest_neighbors"}, ValueError, r"X must have shape \(n, n\) .* got \(200, 2\)"),
        ({"weights": "cosine"}, ValueError, "weights must be one of 'gaussian', .* got 'cosine'"),
        ({"metric": "taxi"}, ValueError, "metric must be one of .* got 'taxi'"),
        ({"n_neighbors": 0}, ValueError, "n_neighbors must be .* got 0"),
        ({"outliers": "drop"}, ValueError, "outliers must be one of 'keep', 'label', got 'drop'"),
    ],
)
def test_wrong_options(blobs, options, error, message):
    with pytest.raises(error, match=message):
        tvcut.BalancedCut(**options).fit(blobs[0])


def test_wrong_distances(blobs):
    model = tvcut.BalancedCut(affinity="precomputed_nearest_neighbors", n_neighbors=5)
    D = distances(blobs[0], blobs[0])
    with pytest.raises(ValueError, match=r"X must have shape \(n, n\) .* got \(9, 200\)"):
        model.fit(D[:9])
    with pytest.raises(ValueError, match="Negative values"):
        model.fit(-D)
    with pytest.raises(
        ValueError, match=r"^X\[0, 0\] must be 0, the distance of a point to itself, got 1.0; .*fill_dia"
    ):
        model.fit(rbf_kernel(blobs[0]))
    with pytest.raises(ValueError, match="at least 5 other points of each point, got 3 of point 0"):
        model.fit(distances(blobs[0], blobs[0], 3))

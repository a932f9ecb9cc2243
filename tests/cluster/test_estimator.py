"""BalancedCut passes scikit-learn's checks of estimators and gives the cuts of balanced_cut."""

import inspect

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.utils.estimator_checks import parametrize_with_checks

import tvcut
from tests.cluster.graphs import GRAPHS, distances
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


@pytest.mark.parametrize("weights", ["gaussian", "self_tuning", "binary"])
def test_precomputed_distances(points, weights):
    X = points[0]
    model = tvcut.BalancedCut(3, affinity="precomputed_nearest_neighbors", n_neighbors=12, weights=weights)
    W = tvcut.knn_graph(X, 12, weights=weights)
    model.fit(distances(X, X))
    np.testing.assert_allclose(model.affinity_matrix_.toarray(), W.toarray(), rtol=1e-12)
    np.testing.assert_array_equal(model.labels_, tvcut.balanced_cut(W, 3).labels)


def test_points_far_from_the_origin_have_symmetric_weights():
    X = 4096 + np.random.default_rng(0).normal(size=(100, 1))
    W = rbf_kernel(X, gamma=1.0)
    assert (abs(W - W.T) > 1e-10 * W).any()  # which balanced_cut refuses
    model = tvcut.BalancedCut(affinity="rbf").fit(X)
    np.testing.assert_array_equal(model.affinity_matrix_, np.minimum(W, W.T))


def test_distances_are_pairwise():
    for model in (tvcut.BalancedCut(metric="precomputed"), tvcut.BalancedCut(affinity="precomputed")):
        assert model.__sklearn_tags__().input_tags.pairwise
    assert not tvcut.BalancedCut(affinity="rbf", metric="precomputed").__sklearn_tags__().input_tags.pairwise


def test_given_weights_of_a_file_bring_their_masses():
    file = tvcut.GraphFile(sp.csr_array([[0, 1], [1, 0]]), None, np.array([2.0, 3.0]), "metis")
    assert tvcut.BalancedCut(affinity="precomputed").fit(file).cut_.masses.tolist() == [2, 3]


class Half(tvcut.BalancedCut):
    """A class with a parameter of its own, and without most of those of BalancedCut."""

    def __init__(self, n_clusters=2, *, part=0):
        super().__init__(n_clusters, n_neighbors=30)
        self.part = part


def test_a_derived_class_may_have_other_parameters(blobs):
    model = clone(Half(part=1)).fit(blobs[0])
    assert model.get_params() == {"n_clusters": 2, "part": 1}
    np.testing.assert_array_equal(model.labels_, tvcut.BalancedCut(n_neighbors=30).fit(blobs[0]).labels_)

"""BalancedCut passes scikit-learn's checks of estimators and gives the cuts of balanced_cut."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.datasets import make_blobs
from sklearn.utils.estimator_checks import parametrize_with_checks

import tvcut


@pytest.mark.filterwarnings("ignore::tvcut.DisconnectedGraphWarning")  # some checks use distant points
@parametrize_with_checks([tvcut.BalancedCut()])
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


def test_unknown_affinity(blobs):
    with pytest.raises(ValueError, match=r"affinity must be one of .* got 'cosine'"):
        tvcut.BalancedCut(affinity="cosine").fit(blobs[0])

"""n_clusters="auto": the number of clusters."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import make_blobs, make_circles, make_moons
from sklearn.metrics import adjusted_rand_score

import tvcut

SHAPES = {
    "moons": (2, lambda: make_moons(500, noise=0.05, random_state=0)[0]),
    "circles": (2, lambda: make_circles(500, noise=0.05, factor=0.5, random_state=0)[0]),
    **{
        f"{k} blobs": (k, lambda k=k: make_blobs(100 * k, centers=20 * np.eye(k), random_state=0)[0])
        for k in (2, 3, 5, 9, 17)
    },
}


@pytest.mark.parametrize("name", SHAPES)
def test_clear_clusters_are_counted(name):
    k, make = SHAPES[name]
    W = tvcut.knn_graph(make())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cut = tvcut.balanced_cut(W, "auto")
    assert len(cut.masses) == k
    assert cut.evidence.plateau >= 0.3
    assert np.array_equal(cut.labels, tvcut.balanced_cut(W, k).labels)
    assert cut.stages[0].name == "number of clusters"


def test_the_number_is_found_where_clusters_are_joined():
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(6), 50)
    A = sp.csr_array(sp.triu(rng.random((300, 300)) < np.where(np.equal.outer(y, y), 0.3, 0.02), 1).astype(float))
    cut = tvcut.balanced_cut(sp.csr_array(A + A.T), "auto")
    assert len(cut.masses) == 6
    assert adjusted_rand_score(y, cut.labels) > 0.95


@pytest.mark.parametrize("seed", range(3))
def test_a_random_graph_is_one_cluster(seed):
    rng = np.random.default_rng(seed)
    A = sp.csr_array(sp.triu(rng.random((600, 600)) < 0.02, 1).astype(float))
    cut = tvcut.balanced_cut(sp.csr_array(A + A.T), "auto", random_state=seed)
    assert len(cut.masses) == 1
    assert cut.evidence.plateau == 0
    assert cut.evidence.stability < 0.7


def test_a_number_that_does_not_stand_out_is_told():
    W = tvcut.knn_graph(np.random.default_rng(0).random((1500, 2)))
    with pytest.warns(tvcut.AmbiguousPartsWarning, match=r"no number of clusters stands out in W; .* pass n_clusters"):
        cut = tvcut.balanced_cut(W, "auto", effort="fast")
    assert cut.evidence.plateau == 0
    assert cut.evidence.stability >= 0.7


def test_a_given_number_has_no_evidence():
    cut = tvcut.balanced_cut(tvcut.knn_graph(SHAPES["moons"][1]()))
    assert (cut.evidence.plateau, cut.evidence.stability) == (0, 0)


@pytest.mark.parametrize("name", ["fixed", "part_weights", "init", "asymmetry"])
def test_what_is_given_for_parts_needs_a_number(name):
    value = {"fixed": [0, 1, -1, -1], "part_weights": [0.5, 0.5], "init": [0, 0, 1, 1], "asymmetry": 2.0}[name]
    with pytest.raises(tvcut.ArgumentError, match=rf"^n_clusters must be an integer with {name}, got '?auto") as caught:
        tvcut.balanced_cut(np.ones((4, 4)), "auto", **{name: value})
    assert (caught.value.argument, caught.value.kind) == ("n_clusters", "option")


@pytest.mark.parametrize("wrong", ["Auto", "none", None, 0, -1, 1.5])
def test_other_words_are_refused(wrong):
    with pytest.raises((ValueError, TypeError), match=r"^n_clusters must be an integer >= 1 or 'auto'"):
        tvcut.balanced_cut(np.ones((4, 4)), wrong)


def test_the_estimator_counts_clusters():
    X = SHAPES["3 blobs"][1]()
    model = tvcut.BalancedCut("auto").fit(X)
    assert set(model.labels_) == {0, 1, 2}
    assert set(model.predict(X[:50])) <= {0, 1, 2}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::tvcut.AmbiguousPartsWarning")
def test_threads_and_seed_determine_the_number():
    W = tvcut.knn_graph(np.random.default_rng(1).normal(size=(800, 2)))
    cuts = [tvcut.balanced_cut(W, "auto", effort="fast", random_state=5, n_threads=t) for t in (1, 2, 3)]
    assert all(np.array_equal(cuts[0].labels, cut.labels) for cut in cuts)
    assert len({cut.evidence for cut in cuts}) == 1


def test_memory_for_an_unknown_number():
    assert tvcut.memory(100_000, 1_200_000, "auto") >= tvcut.memory(100_000, 1_200_000, 3)

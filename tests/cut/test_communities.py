"""Communities of uneven size, which parts of low value split and merge."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.metrics import adjusted_rand_score

import tvcut

K = 12


def network(seed):
    """Return twelve communities of 20 to 95 vertices with skewed degrees: 8 edges of a vertex within, 6 across."""
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(K), np.linspace(20, 95, K).astype(int))
    first, size = np.searchsorted(y, np.arange(K)), np.bincount(y)
    c = np.repeat(np.arange(K), 4 * size)
    within = first[c] + (size[c] * rng.random((2, len(c))) ** 2).astype(int)
    i, j = np.concatenate((within, rng.integers(len(y), size=(2, 3 * len(y)))), axis=1)
    A = sp.csr_array((np.ones(np.sum(i != j)), (i[i != j], j[i != j])), shape=(len(y), len(y)))
    return sp.csr_array(A + A.T), y


def modularity(W, labels):
    degree = W.sum(axis=1)
    volume = np.bincount(labels, degree)
    i, j = np.repeat(np.arange(W.shape[0]), np.diff(W.indptr)), W.indices
    return W.data[labels[i] == labels[j]].sum() / W.sum() - np.sum((volume / W.sum()) ** 2)


@pytest.mark.slow
@pytest.mark.parametrize("graphs", [1, pytest.param(4, marks=pytest.mark.release)])
def test_communities_of_uneven_size_are_the_parts(graphs, recwarn):
    chosen, gain = 0, []
    for seed in range(graphs):
        W, y = network(seed)
        cut, free = tvcut.balanced_cut(W, K), tvcut.balanced_cut(W, K, min_share=0)
        gain.append(adjusted_rand_score(y, cut.labels) - adjusted_rand_score(y, free.labels))
        chosen += cut.choice == "communities"
        if cut.choice == "communities":
            check_choice(W, cut)
    assert chosen > 0
    assert np.mean(gain) > 0.1
    assert not recwarn.list


def check_choice(W, cut):
    assert "communities" in repr(cut) and "communities" in cut._repr_html_()
    assert [stage.name for stage in cut.stages if stage.gave] == ["modularity"]
    assert cut.evidence.modularity_rise >= 0.02
    d = W.sum() ** 2 / (W.shape[0] * np.sum(W.data**2))
    assert modularity(W, cut.labels) >= cut.evidence.modularity * 0.97 / np.sqrt(d) * (1 - 1e-12)
    assert cut.sizes.min() >= 0.1 * W.shape[0] / K


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{"min_share": 0}, {"min_share": 0.5}, {"max_imbalance": 0.5}, {"objective": "cut"}]
)
def test_bounds_and_another_objective_keep_the_search(options):
    cut = tvcut.balanced_cut(network(0)[0], K, **options)
    assert cut.choice != "communities"
    assert (cut.evidence.modularity, cut.evidence.modularity_rise) == (0, 0)


def test_points_keep_their_parts():
    X = np.random.default_rng(0).normal(size=(500, 2))
    cut = tvcut.BalancedCut(5).fit(X).cut_
    assert cut.choice != "communities"
    assert 0 <= cut.evidence.modularity_rise < 0.02

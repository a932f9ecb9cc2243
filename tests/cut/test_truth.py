"""What a result says about itself: values, bounds, statuses and parts, against computations from the definitions."""

import itertools

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut


def spread(rng, n, decades):
    """A complete graph whose weights span the given number of decades."""
    W = np.triu(10.0 ** (decades * (rng.random((n, n)) - 0.5)), 1)
    return W + W.T


def value(W, mass, labels, k):
    """½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1)), +inf if a part is empty."""
    parts = [labels == r for r in range(k)]
    if not all(part.any() for part in parts):
        return np.inf
    terms = (W[np.ix_(p, ~p)].sum() / min(mass[p].sum(), mass[~p].sum() / (k - 1)) for p in parts)
    return sum(terms) / 2


@pytest.mark.parametrize("balance", ["ratio", "normalized"])
@pytest.mark.parametrize("k", [2, 3])
def test_small_graphs_are_solved_and_bounded(balance, k):
    rng = np.random.default_rng(k)
    for decades in (0.5, 6, 16):
        W = spread(rng, 6, decades)
        mass = np.ones(6) if balance == "ratio" else W.sum(axis=0)
        cut = tvcut.balanced_cut(W, k, balance=balance, min_share=0, lower_bound=True)
        best = min(value(W, mass, np.array(p), k) for p in itertools.product(range(k), repeat=6))
        assert cut.status == "optimal" and cut.value == pytest.approx(best, rel=1e-9)
        assert cut.value == pytest.approx(value(W, mass, cut.labels, k), rel=1e-12)
        assert 0 <= cut.lower_bound <= best * (1 + 1e-12)


@pytest.mark.parametrize("balance", ["ratio", "normalized"])
def test_no_part_is_empty_without_edges(balance):
    for n in range(2, 6):
        for k in range(2, n + 1):
            cut = tvcut.balanced_cut(np.zeros((n, n)), k, balance=balance, min_share=0)
            assert set(cut.labels) == set(range(k)) and cut.sizes.min() > 0
            assert (cut.value, cut.status) == (0, "optimal")


@pytest.mark.parametrize("balance", ["ratio", "normalized"])
def test_no_part_is_empty_if_all_weights_are_zero(balance):
    W = sp.csr_array((np.zeros(34), (np.r_[0:17, 1:18], np.r_[1:18, 0:17])), shape=(18, 18))
    for k in (2, 3, 17, 18):
        cut = tvcut.balanced_cut(W, k, balance=balance, min_share=0)
        assert set(cut.labels) == set(range(k)) and (cut.value, cut.status) == (0, "optimal")


@pytest.mark.parametrize("strategy", ["auto", "direct", "asymmetric", "symmetric", "every"])
def test_a_value_of_zero_is_optimal_for_more_than_two_parts(strategy):
    W = np.kron(np.eye(5), np.ones((6, 6)))
    for k in (3, 4, 5):
        cut = tvcut.balanced_cut(W, k, strategy=strategy, min_share=0)
        assert (cut.value, cut.status) == (0, "optimal")
    cut = tvcut.balanced_cut(W, 6, strategy=strategy, min_share=0)  # one clique must be cut
    assert cut.value > 0 and cut.status != "optimal"


@pytest.mark.parametrize("mass", [1e-200, 1e-290, 1e200, 1e290])
@pytest.mark.parametrize("options", [{}, {"polish": "none"}, {"init": "random", "n_starts": 1}])
def test_energies_are_finite_with_very_large_and_small_masses(mass, options):
    W = spread(np.random.default_rng(0), 30, 2)
    masses = mass * np.random.default_rng(1).uniform(0.5, 2, 30)
    cut = tvcut.balanced_cut(W, vertex_weight=masses, min_share=0, **options)
    assert np.isfinite(cut.energy) and np.isfinite(cut.energy_trace).all() and (np.diff(cut.energy_trace) <= 0).all()
    assert cut.value <= cut.energy * (1 + 1e-12)
    assert cut.value == pytest.approx(value(W, masses, cut.labels, 2), rel=1e-12)


@pytest.mark.filterwarnings("ignore::tvcut.DisconnectedGraphWarning")  # some graphs have vertices without edges
def test_a_consensus_keeps_the_largest_imbalance():
    rng = np.random.default_rng(0)
    for _ in range(40):
        n = int(rng.integers(18, 36))
        W = np.triu((rng.random((n, n)) < 0.3) * rng.random((n, n)), 1)
        W[rng.random(n) < 0.3] = 0
        cut = tvcut.balanced_cut(W + W.T, 3, max_imbalance=1, n_starts=3)
        assert cut.masses.max() <= 2 * n / 3 * (1 + 1e-9)


def test_no_bound_without_a_proof():
    W = np.diag([1e300, 1e-300], 1)
    cut = tvcut.balanced_cut(W + W.T, lower_bound=True, polish="none")
    assert cut.lower_bound is None and cut.gap is None


def test_time_limit_ends_with_weights_of_many_decades():
    rng = np.random.default_rng(0)
    for seed in range(20):
        W = spread(rng, 12, 590)
        fixed = {0: 0, 1: 1}
        cut = tvcut.balanced_cut(
            W, balance="normalized", polish="none", fixed=fixed, time_limit=1, random_state=seed, n_starts=2
        )
        assert cut.labels[0] == 0 and cut.labels[1] == 1 and np.isfinite(cut.energy) == np.isfinite(cut.value)

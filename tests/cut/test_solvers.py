"""The three solvers of the inner problem lower the same energy in each of the paper's algorithms."""

import numpy as np
import pytest

import tvcut
from tests import oracle

SOLVERS = ("chambolle-pock", "fista", "split-bregman")


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("method", ["adaptive", "adaptive_median", "fixed"])
def test_energy_falls_and_matches_its_formula(solver, method):
    rng = np.random.default_rng(3)
    descent = tvcut.Descent(solver=solver, method=method, max_inner=300)
    for seed in range(5):
        W = oracle.random_graph(rng, 40, 0.15)
        cut = tvcut.balanced_cut(W, init="random", n_starts=2, polish="none", random_state=seed, descent=descent)
        assert np.all(np.diff(cut.energy_trace) < 0)
        assert cut.energy_trace[-1] == pytest.approx(oracle.energy(W, cut.f))
        assert cut.value == pytest.approx(oracle.cut_value(W, cut.labels)) and cut.value <= cut.energy * (1 + 1e-12)


@pytest.mark.parametrize("draw", [0, 1, 2])
def test_solvers_reach_values_within_one_percent(draw):
    X, _ = tvcut.datasets.two_moons(400, random_state=draw)
    W = tvcut.knn_graph(X, 8)
    options = {"init": "diffusion", "n_starts": 8, "polish": "none"}
    cuts = [tvcut.balanced_cut(W, descent=tvcut.Descent(solver=solver), **options) for solver in SOLVERS]
    values = [cut.value for cut in cuts]
    assert max(values) <= 1.01 * min(values)


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
def test_threads_change_no_bit(solver):
    W = oracle.random_graph(np.random.default_rng(4), 2500, 0.01)
    descent = tvcut.Descent(solver=solver, max_outer=3, max_inner=60)
    options = {"init": "random", "n_starts": 1, "polish": "none", "min_share": 0, "descent": descent}
    one, two = (tvcut.balanced_cut(W, n_threads=threads, **options) for threads in (1, 2))
    np.testing.assert_array_equal(one.energy_trace, two.energy_trace)
    np.testing.assert_array_equal(one.labels, two.labels)


def test_float32_requires_chambolle_pock():
    descent = tvcut.Descent(solver="fista", precision="float32")
    with pytest.raises(ValueError, match="precision must be 'float64' with solver = 'fista', got float32"):
        tvcut.balanced_cut([[0, 1], [1, 0]], descent=descent)

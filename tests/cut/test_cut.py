"""Value, energy and status of a cut compared with slow oracles, and identical results for any number of threads."""

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.linalg import block_diag, eigh

import tvcut
from tests import oracle


@pytest.fixture(scope="module")
def moons():
    X, y = tvcut.datasets.two_moons()
    return tvcut.knn_graph(X, 5), y


@pytest.mark.slow
def test_value_and_energy_match_their_definitions():
    rng = np.random.default_rng(0)
    for _ in range(100):
        W = oracle.random_graph(rng, int(rng.integers(2, 40)), rng.random())
        cut = tvcut.balanced_cut(W, random_state=1)
        assert cut.value == pytest.approx(oracle.cut_value(W, cut.labels), rel=1e-12)
        assert cut.value == pytest.approx(oracle.energy(W, cut.labels.astype(float)), rel=1e-12)
        assert cut.energy == pytest.approx(oracle.energy(W, cut.f), rel=1e-9)
        assert cut.energy == cut.energy_trace[-1]
        assert cut.energy >= cut.value * (1 - 1e-12)
        assert np.all(np.diff(cut.energy_trace) < 0)
        assert len(cut.energy_trace) == cut.n_outer + 1


def test_value_is_never_below_the_exhaustive_optimum(capsys):
    rng = np.random.default_rng(1)
    hits = []
    for seed in range(100):
        W = oracle.random_graph(rng, int(rng.integers(3, 10)), rng.random())
        best = oracle.best_value(W)
        value = tvcut.balanced_cut(W, min_share=0, random_state=seed).value
        assert value >= best * (1 - 1e-12)
        hits.append(value <= best * (1 + 1e-9))
    with capsys.disabled():
        print(f"\nthe optimum was found on {sum(hits)} of {len(hits)} graphs")
    assert np.mean(hits) >= 0.95


@pytest.mark.parametrize(
    "init, n, density, graphs",
    # A descent from the second eigenvector leaves little to polish: that takes more and larger graphs.
    [("random", 60, 0.06, 20), ("diffusion", 60, 0.06, 20), ("spectral", 300, 0.015, 40), ("multilevel", 60, 0.06, 20)],
)
def test_polish_ends_at_a_critical_point_and_does_not_raise_the_value(init, n, density, graphs):
    rng = np.random.default_rng(4)
    lower = 0
    for seed in range(graphs):
        W = oracle.random_graph(rng, n, density)
        options = {"init": init, "n_starts": 1, "min_share": 0, "random_state": seed}
        if init != "multilevel":  # a full descent would leave nothing to polish
            options |= {"descent": tvcut.Descent(max_outer=2, patience=0)}
        rough, fine = (tvcut.balanced_cut(W, polish=polish, **options) for polish in ("none", "mincut"))
        assert fine.energy == pytest.approx(fine.energy_trace[-1]) and np.all(np.diff(fine.energy_trace) < 0)
        if init != "multilevel":
            assert fine.value <= rough.value * (1 + 1e-12)
            lower += fine.value < rough.value * (1 - 1e-9)
        else:
            assert fine.status == "critical" and rough.n_inner > fine.n_inner == 0
    assert init == "multilevel" or lower > 0


@pytest.mark.parametrize("balance", ["ratio", "normalized"])
def test_spectral_start_is_the_second_eigenvector(balance):
    rng = np.random.default_rng(9)
    for _ in range(10):
        W = oracle.random_graph(rng, 40, 0.1)
        degree = W.sum(axis=0)
        mass = degree if balance == "normalized" else np.ones(40)
        x = eigh(np.diag(degree) - W, np.diag(mass))[1][:, 1]
        cut = tvcut.balanced_cut(W, init="spectral", balance=balance, polish="none")
        order = np.argsort(x)
        total = np.cumsum(mass[order])
        f = x - x[order[np.searchsorted(total, total[-1] / 2)]]  # minus its weighted median
        assert cut.energy_trace[0] == pytest.approx(oracle.tv(W, f) / (mass * abs(f)).sum(), rel=0.05)
        assert len(cut.start_values) == 1 and np.all(np.diff(cut.energy_trace) < 0)


@pytest.mark.parametrize("theta", [0.9, 0.99])
def test_trace_agrees_with_the_slow_oracle(theta):
    rng = np.random.default_rng(2)
    for _ in range(10):
        W = oracle.random_graph(rng, 30, 0.2)
        f0 = rng.normal(size=30)
        descent = tvcut.Descent(theta=theta, patience=0, scale=0.2, tol=0, max_outer=12, max_inner=40)
        cut = tvcut.balanced_cut(W, init=f0, polish="none", descent=descent)
        slow = oracle.adaptive_trace(W, f0, scale=0.2, theta=theta, max_outer=12, max_inner=40)
        assert len(cut.energy_trace) == len(slow)
        np.testing.assert_allclose(cut.energy_trace, slow, rtol=1e-7)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["adaptive", "adaptive_median", "fixed"])
def test_threads_change_no_bit_on_graphs_of_many_blocks(method):
    side = 200  # 200² vertices and 159,200 half-edges fill many blocks of rows
    path = sp.diags_array([np.ones(side - 1)] * 2, offsets=[-1, 1])
    W = sp.kron(path, sp.eye_array(side)) + sp.kron(sp.eye_array(side), path)
    descent = tvcut.Descent(method=method, max_outer=8, max_inner=100)
    one, *others = (tvcut.balanced_cut(W, init="random", n_starts=2, n_threads=t, descent=descent) for t in (1, 3))
    for other in others:
        np.testing.assert_array_equal(one.labels, other.labels)
        np.testing.assert_array_equal(one.energy_trace, other.energy_trace)


def test_float32_lowers_the_same_energy(moons):
    options = {"init": "random", "n_starts": 4, "polish": "none"}
    descents = (tvcut.Descent(precision=p) for p in ("float64", "float32"))
    wide, narrow = (tvcut.balanced_cut(moons[0], descent=descent, **options) for descent in descents)
    assert np.all(np.diff(narrow.energy_trace) < 0)
    assert narrow.energy_trace[0] == wide.energy_trace[0]
    assert narrow.value == pytest.approx(oracle.cut_value(moons[0].toarray(), narrow.labels))
    assert narrow.value == pytest.approx(wide.value, rel=0.02)


def test_random_state_determines_the_result(moons):
    first, again, other = (tvcut.balanced_cut(moons[0], n_starts=2, init="random", random_state=s) for s in (3, 3, 4))
    np.testing.assert_array_equal(first.energy_trace, again.energy_trace)
    assert not np.array_equal(first.energy_trace, other.energy_trace)
    for source in (None, np.random.default_rng(0), np.random.RandomState(0)):
        assert tvcut.balanced_cut(moons[0], n_starts=1, random_state=source).value > 0


def test_four_cliques():
    blocks = block_diag(*[np.ones((20, 20))] * 4)
    for a in range(3):  # one weak edge links each clique to the next
        blocks[20 * a, 20 * a + 20] = blocks[20 * a + 20, 20 * a] = 0.1
    cut = tvcut.balanced_cut(blocks, 4)
    np.testing.assert_array_equal(cut.labels, np.repeat(np.arange(4), 20))
    # ½ Σ_r cut(A_r, A_rᶜ)/min(|A_r|, |A_rᶜ|): two ends with one weak edge, two middles with two.
    assert cut.value == pytest.approx(0.5 * (0.1 + 0.2 + 0.2 + 0.1) / 20)
    assert cut.f is None and cut.energy_trace.size == 0


def test_disconnected_graphs_are_cut_between_components():
    W = block_diag(np.ones((5, 5)), np.ones((3, 3)), np.ones((2, 2)))
    cut = tvcut.balanced_cut(W)  # without a warning: the parts are large
    assert (cut.value, cut.status, cut.n_components) == (0.0, "optimal", 3)
    np.testing.assert_array_equal(cut.labels, [0] * 5 + [1] * 5)


def test_repr_array_and_defaults(moons):
    cut = tvcut.balanced_cut(moons[0], n_starts=1)
    assert repr(cut).startswith("Cut(value=0.") and "status=" in repr(cut) and "\n" not in repr(cut)
    np.testing.assert_array_equal(np.asarray(cut), cut.labels)
    assert np.array(cut, dtype=float).dtype == float
    descent = tvcut.default_options()["descent"]
    assert descent.theta == 0.99 and descent.max_inner == 1500


@pytest.mark.parametrize("preset", ["default", "paper"])
def test_preset_equals_its_default_options(moons, preset):
    named = tvcut.balanced_cut(moons[0], preset=preset)
    spelled = tvcut.balanced_cut(moons[0], **tvcut.default_options(preset))
    np.testing.assert_array_equal(named.energy_trace, spelled.energy_trace)


def test_preset_paper_keeps_f_at_norm_one(moons):
    assert np.linalg.norm(tvcut.balanced_cut(moons[0], preset="paper").f) == pytest.approx(1)


def test_linkage_is_valid_for_scipy():
    from scipy.cluster.hierarchy import dendrogram, is_valid_linkage

    W = block_diag(*[np.ones((4, 4))] * 5)
    W[np.arange(19), np.arange(1, 20)] += 0.1 * (np.arange(19) % 4 == 3)
    W = np.maximum(W, W.T)
    cut = tvcut.balanced_cut(W, 5)
    assert is_valid_linkage(cut.linkage) and cut.linkage[-1, 3] == 5
    assert sorted(dendrogram(cut.linkage, no_plot=True)["leaves"]) == [0, 1, 2, 3, 4]

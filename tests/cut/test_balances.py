"""Balances, fixed vertices, strategies and the lower bound, compared with the enumeration of all cuts."""

import numpy as np
import pytest
from scipy.linalg import block_diag

import tvcut
from tests import oracle


def best_cut(W, mass, asymmetry=1.0, fixed=None):
    """Return the smallest C(S) over all S, or over all S that respect ``fixed``, in which -1 marks a free vertex."""
    n, best = len(W), np.inf
    for mask in range(1, 2**n - 1):
        low = (mask >> np.arange(n) & 1).astype(bool)
        if fixed is not None and np.any((fixed >= 0) & ((fixed == 0) != low)):
            continue
        balance = min(asymmetry * mass[low].sum(), mass[~low].sum())
        best = min(best, W[low][:, ~low].sum() / balance)
    return best


def balances(rng, W):
    n = len(W)
    mass = rng.uniform(0.1, 2, n)
    yield {}, np.ones(n), 1.0
    yield {"balance": "normalized"}, W.sum(axis=0), 1.0
    yield {"vertex_weight": mass}, mass, 1.0
    yield {"vertex_weight": mass, "asymmetry": 3.0}, mass, 3.0


def test_optimum_lies_between_lower_bound_and_value():
    rng, hits, cuts = np.random.default_rng(0), 0, 0
    for seed in range(40):
        W = oracle.random_graph(rng, int(rng.integers(3, 11)))
        for options, mass, asymmetry in balances(rng, W):
            cut = tvcut.balanced_cut(W, random_state=seed, lower_bound=True, min_share=0, **options)
            best = best_cut(W, mass, asymmetry)
            assert cut.lower_bound * (1 - 1e-9) <= best <= cut.value * (1 + 1e-9)
            assert 0 < cut.lower_bound and 0 <= cut.gap < 1
            cuts, hits = cuts + 1, hits + (cut.value <= best * (1 + 1e-9))
    assert hits >= 0.95 * cuts


def test_lower_bound_of_more_parts_and_by_default():
    W = oracle.random_graph(np.random.default_rng(1), 9)
    for k in (3, 5):
        cut = tvcut.balanced_cut(W, k, lower_bound=True)
        assert 0 < cut.lower_bound <= cut.value and "lower_bound=" in repr(cut)
    cut = tvcut.balanced_cut(W)
    assert cut.lower_bound is None and cut.gap is None


def test_fixed_vertices_keep_their_part_and_most_cuts_are_optimal():
    rng, hits = np.random.default_rng(2), 0
    for _ in range(40):
        n = int(rng.integers(4, 10))
        W, fixed = oracle.random_graph(rng, n), np.full(n, -1)
        fixed[:2] = rng.permutation(2)
        cut = tvcut.balanced_cut(W, fixed=fixed)
        np.testing.assert_array_equal(cut.labels[:2], fixed[:2])
        best = best_cut(W, np.ones(n), fixed=fixed)
        assert cut.value >= best * (1 - 1e-9)
        hits += cut.value <= best * (1 + 1e-9)
    assert hits >= 34


def test_fixed_vertices_number_the_parts():
    blocks = block_diag(*[np.ones((20, 20))] * 3)
    for a in range(2):
        blocks[20 * a, 20 * a + 20] = blocks[20 * a + 20, 20 * a] = 0.1
    array = np.full(60, -1)
    array[[0, 25, 59]] = [2, 0, 1]
    for fixed in ({0: 2, 25: 0, 59: 1}, array):
        cut = tvcut.balanced_cut(blocks, 3, fixed=fixed)
        np.testing.assert_array_equal(cut.labels, np.repeat([2, 0, 1], 20))
        assert cut.linkage.shape == (2, 4)
    labels = tvcut.BalancedCut(3, affinity="precomputed").fit(blocks, fixed={0: 2, 25: 0, 59: 1}).labels_
    np.testing.assert_array_equal(labels, np.repeat([2, 0, 1], 20))


@pytest.mark.parametrize("strategy", ["asymmetric", "symmetric"])
def test_refinement_does_not_raise_the_value(strategy):
    W = oracle.random_graph(np.random.default_rng(3), 60)
    options = {"strategy": strategy, "min_share": 0}
    rough = tvcut.balanced_cut(W, 4, descent=tvcut.Descent(max_refine=0), **options)
    fine = tvcut.balanced_cut(W, 4, **options)
    assert fine.value <= rough.value * (1 + 1e-12) and len(set(fine.labels)) == 4
    np.testing.assert_array_equal(fine.labels, tvcut.balanced_cut(W, 4, n_threads=2, **options).labels)


@pytest.mark.parametrize("seed", range(5))
def test_strategy_every_returns_the_better_partition(seed):
    W = oracle.random_graph(np.random.default_rng(seed), 60)
    options = {"random_state": seed, "n_starts": 1, "min_share": 0, "descent": tvcut.Descent(max_refine=0)}
    every, *each = (tvcut.balanced_cut(W, 4, strategy=s, **options) for s in ("every", "asymmetric", "symmetric"))
    assert each[0].value != each[1].value, "the strategies must differ for this test"
    assert every.value == min(cut.value for cut in each)
    assert every.n_inner == sum(cut.n_inner for cut in each)


W4 = np.array([[0, 2, 0, 0], [2, 0, 1, 0], [0, 1, 0, 2], [0, 0, 2, 0]], dtype=float)


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"balance": "volume"}, ValueError, "balance must be one of 'ratio', 'normalized', got volume"),
        ({"balance": "normalized", "vertex_weight": np.ones(4)}, ValueError, "balance must be .* got 'normalized'"),
        ({"vertex_weight": np.ones(3)}, ValueError, r"vertex_weight must have shape \(4,\), .* got \(3,\)"),
        ({"vertex_weight": [1, 1, -1, 1]}, ValueError, r"vertex_weight\[2\] must be >= 0 and finite, got -1.0"),
        ({"vertex_weight": [0] * 4}, ValueError, "vertex_weight must be > 0 for some vertex, got zero for all"),
        (
            {"vertex_weight": [0, 0, 0, 1]},
            ValueError,
            "must be > 0 for a vertex of each of the 2 parts.* at most 1 parts",
        ),
        ({"vertex_weight": [1, 1, np.nan, 1]}, ValueError, r"vertex_weight\[2\] must be .* got nan"),
        ({"vertex_weight": [1e308] * 4}, ValueError, "vertex_weight must have a finite sum; divide all entries"),
        ({"vertex_weight": list("abcd")}, TypeError, "vertex_weight must be real numbers"),
        ({"asymmetry": 0}, ValueError, r"asymmetry must be in \[1e-06, 1e\+06\], got 0"),
        ({"asymmetry": 2, "n_clusters": 3}, ValueError, "asymmetry must be 1 with n_clusters = 3, .* got 2"),
        ({"polish": "wax"}, ValueError, "polish must be one of 'mincut', 'none', got wax"),
        ({"precision": "float16"}, ValueError, "precision must be one of 'float64', 'float32', got float16"),
        ({"precision": "float32", "scale": 1e20}, ValueError, r"scale must be in .* = 'float32', got 1e\+20"),
        ({"strategy": "greedy"}, ValueError, "strategy must be one of .* got greedy"),
        ({"max_refine": -1}, ValueError, "max_refine must be an integer >= 0, got -1"),
        ({"lower_bound": "yes"}, TypeError, "lower_bound must be true or false, got 'yes'"),
        ({"fixed": [0, 1]}, ValueError, r"fixed must have shape \(4,\) .* got \(2,\)"),
        ({"fixed": [0, 2, -1, -1]}, ValueError, r"fixed\[1\] must be a part in \[0, 1\] or -1, got 2"),
        ({"fixed": [1, 1, 1, 1]}, ValueError, "fixed must leave a vertex for each of 1 parts without a fixed vertex"),
        (
            {"fixed": [2, 2, 2, -1], "n_clusters": 3},
            ValueError,
            "fixed must leave .* of 2 parts .* but 1 are not fixed",
        ),
        ({"fixed": [0.0, 1.0, -1, -1]}, TypeError, "fixed must be integers or .* got dtype float64"),
        ({"fixed": {9: 0}}, ValueError, r"a vertex in fixed must be an integer in \[0, 3\], got 9"),
        ({"fixed": {0: 5}}, ValueError, r"fixed\[0\] must be .* got 5"),
        ({"fixed": {0: 0, 1: 1}, "init": [0.0, 0, 1, 1]}, ValueError, "init can hold .* without fixed vertices"),
    ],
)
def test_wrong_options(options, error, message):
    with pytest.raises(error, match=message):
        tvcut.balanced_cut(W4, **oracle.keywords({"n_clusters": 2} | options))


@pytest.mark.parametrize("scale", [1e-150, 1e-3, 1e150])
def test_value_and_bound_scale_with_weights_and_masses(scale):
    W = oracle.random_graph(np.random.default_rng(4), 12)
    mass = np.random.default_rng(5).uniform(0.5, 2, 12)
    one = tvcut.balanced_cut(W, vertex_weight=mass, lower_bound=True)
    for w, m in ((scale, 1.0), (1.0, scale)):
        cut = tvcut.balanced_cut(w * W, vertex_weight=m * mass, lower_bound=True)
        assert cut.value == pytest.approx(one.value * w / m, rel=1e-9)
        assert cut.lower_bound == pytest.approx(one.lower_bound * w / m, rel=1e-2)
    normalized = tvcut.balanced_cut(scale * W, balance="normalized")
    assert normalized.value == pytest.approx(tvcut.balanced_cut(W, balance="normalized").value, rel=1e-9)


@pytest.mark.filterwarnings("ignore::tvcut.DisconnectedGraphWarning")
def test_masses_of_isolated_vertices():
    W = np.zeros((6, 6))
    W[0, 1] = W[1, 0] = 0.75  # the smallest positive degree
    W[1, 2] = W[2, 1] = 3.0
    cut = tvcut.balanced_cut(W, 4, balance="normalized", fixed=[0, 0, 0, 1, 2, 3])
    np.testing.assert_allclose(cut.masses, [7.5, *[0.75 * 2.0**-100] * 3])
    np.testing.assert_array_equal(tvcut.balanced_cut(np.zeros((4, 4)), balance="normalized").masses, [2, 2])


@pytest.mark.parametrize(
    "ends, names",
    [
        ((["z", "a", "m"], ["a", "m", "q"]), ["z", "a", "m", "q"]),
        (([30, 10, 20], [10, 20, 0]), [0, 10, 20, 30]),
        (([3, 1, 2], [1, 2, 0]), [0, 1, 2, 3]),
    ],
)
def test_masses_are_in_the_order_of_the_names(ends, names):
    """A table of edges has the order that the documentation gives, and a graph of networkx that of its nodes."""
    pd, nx = pytest.importorskip("pandas"), pytest.importorskip("networkx")
    graph = nx.Graph(zip(*ends, strict=True))
    for W, order in ((pd.DataFrame({"source": ends[0], "target": ends[1]}), names), (graph, list(graph))):
        fixed = {name: r for r, name in enumerate(order)}
        cut = tvcut.balanced_cut(W, 4, vertex_weight=[1, 2, 3, 4], fixed=fixed)
        assert (cut.names or [0, 1, 2, 3]) == order and cut.masses.tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize("options", [{}, {"min_share": 0.5}, {"effort": "fast"}, {"init": np.repeat([0, 3, 2, 1], 5)}])
def test_parts_without_fixed_vertices(options):
    W = np.kron(np.eye(4), np.ones((5, 5))) + 0.01
    cut = tvcut.balanced_cut(W, 4, fixed={6: 3}, **options)
    assert cut.labels.tolist() == np.repeat([0, 3, 2, 1] if "init" in options else [0, 3, 1, 2], 5).tolist()


def test_target_shares_number_the_parts_without_fixed_vertices():
    W = block_diag(*(np.ones((m, m)) for m in (3, 6, 9))) + 0.01
    for shares, expected in (([0.2, 0.3, 0.5], [1, 0, 2]), ([0.5, 0.3, 0.2], [1, 2, 0])):
        cut = tvcut.balanced_cut(W, 3, fixed={0: 1}, part_weights=shares)
        assert cut.labels[[0, 3, 9]].tolist() == expected


def test_no_fixed_vertex():
    W = np.kron(np.eye(4), np.ones((5, 5))) + 0.01
    free = tvcut.balanced_cut(W, 4)
    for nothing in ({}, [-1] * 20):
        cut = tvcut.balanced_cut(W, 4, fixed=nothing)
        assert cut.labels.tolist() == free.labels.tolist() and cut.choice == free.choice


def test_masses_of_zero_only_pull():
    """Zeros move no balance, but their edges count; the result is the best of all partitions, by the definitions."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        W = oracle.random_graph(rng, 8, 0.5)
        mass = np.append([1.0, 2.0], rng.integers(0, 2, 6))
        cut = tvcut.balanced_cut(W, vertex_weight=mass, min_share=0)
        sides = [np.array(list(np.binary_repr(i, 8)), int) for i in range(1, 2**8 - 1)]
        values = [
            W[s == 0][:, s == 1].sum() / m for s in sides if (m := min(mass[s == 0].sum(), mass[s == 1].sum())) > 0
        ]
        assert cut.value == pytest.approx(min(values), rel=1e-9) and cut.masses.min() > 0
        assert not np.isnan(cut.strength.loss).any() and cut.status == "optimal"


def test_a_scan_of_masses_of_zero():
    W = oracle.random_graph(np.random.default_rng(1), 40, 0.2)
    found = tvcut.scan(W, vertex_weight=np.arange(40) < 5, n_seeds=2)
    assert found.n_clusters.tolist() == [1, 2, 3, 4, 5] and all(cut.masses.min() > 0 for cut in found.cuts)
    for cut in found.cuts:  # numbered by their first vertices, also if the cut begins from labels
        assert list(dict.fromkeys(cut.labels.tolist())) == list(range(len(cut.masses)))
    with pytest.raises(tvcut.ArgumentError, match=r"n_clusters\[1\] must be .* 5"):
        tvcut.scan(W, [2, 6], vertex_weight=np.arange(40) < 5)

"""Masses, weights and imbalances of parts, target shares, labels to start from, and the warning about components."""

import itertools
import warnings

import numpy as np
import pytest
from scipy.linalg import block_diag

import tvcut
from tests import oracle


@pytest.mark.parametrize("k", [1, 2, 4])
def test_sizes_cut_weight_and_imbalance_match_their_definitions(k):
    rng = np.random.default_rng(k)
    for options in ({}, {"balance": "normalized"}, {"vertex_weight": rng.uniform(1, 2, 24)}):
        W = oracle.random_graph(rng, 24, 0.3)
        mass = options.get("vertex_weight", W.sum(axis=0) if options else np.ones(24))
        shares = rng.dirichlet(np.full(k, 5.0))
        cut = tvcut.balanced_cut(W, k, part_weights=shares, **options)
        sizes = np.bincount(cut.labels, mass, minlength=k)
        np.testing.assert_allclose(cut.masses, sizes, rtol=1e-12)
        assert cut.sizes.dtype == np.int64 and cut.sizes.tolist() == [np.sum(cut.labels == r) for r in range(k)]
        assert cut.cut_weight == pytest.approx(W[np.not_equal.outer(cut.labels, cut.labels)].sum() / 2, rel=1e-12)
        assert cut.imbalance == pytest.approx((sizes / (shares * mass.sum())).max() - 1, rel=1e-12, abs=1e-12)


def test_repr_names_the_weight_only_if_it_is_the_objective():
    W = block_diag(np.ones((4, 4)), np.ones((4, 4)))
    W[3, 4] = W[4, 3] = 0.5
    assert "sizes=(4, 4), imbalance=0, energy" in repr(tvcut.balanced_cut(W))
    assert "sizes=(4, 4), cut_weight=0.5, imbalance=0, energy" in repr(tvcut.balanced_cut(W, objective="cut"))


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("dtype", [np.int64, np.uint8, np.int32])
def test_integers_are_labels_and_are_improved(k, dtype):
    rng = np.random.default_rng(7)
    W = oracle.random_graph(rng, 40, 0.15)
    labels = (np.arange(40) % k).astype(dtype)
    cut = tvcut.balanced_cut(W, k, init=labels)
    rough = np.not_equal.outer(labels, labels)
    value = (
        sum(W[labels == a][:, labels != a].sum() / min(s := (labels == a).sum(), (40 - s) / (k - 1)) for a in range(k))
        / 2
    )
    assert rough.any() and cut.value <= value and len(set(cut.labels)) == k
    assert cut.f is None and cut.energy_trace.size == 0 and cut.linkage.shape == (k - 1, 4)
    np.testing.assert_array_equal(labels, np.arange(40) % k)


def test_floats_and_tables_are_starts():
    W = oracle.random_graph(np.random.default_rng(8), 30, 0.2)
    f0 = np.arange(30) // 15
    starts = [f0.astype(float), f0[None, :], np.stack([f0, 1 - f0])]
    for init in starts:
        assert tvcut.balanced_cut(W, init=init).energy_trace.size > 0
    for init in (f0, f0.astype(bool), f0.tolist()):
        assert tvcut.balanced_cut(W, init=init).energy_trace.size == 0


def test_labels_with_fixed_vertices():
    W = oracle.random_graph(np.random.default_rng(9), 30, 0.2)
    labels = 2 - np.arange(30) % 3
    cut = tvcut.balanced_cut(W, 3, init=labels, fixed={0: 2, 1: 1, 2: 0})
    np.testing.assert_array_equal(cut.labels[:3], [2, 1, 0])


def test_error_of_impossible_bounds_comes_before_any_work():
    W = np.ones((10, 10))
    with pytest.raises(ValueError, match=r"max_imbalance = 0\.03 allows parts of at most 3 of 10 vertices"):
        tvcut.balanced_cut(W, 3, max_imbalance=0.03, time_limit=1e-9)


# A clique and one vertex without edges: the cut of value 0 separates this vertex.
ISOLATED = np.pad(np.ones((60, 60)), (0, 1))


# A clique, and a vertex with one weak edge.
PENDANT = np.pad(np.ones((300, 300)), (0, 1))
PENDANT[0, 300] = PENDANT[300, 0] = 0.01


@pytest.mark.parametrize(
    "cut",
    [
        lambda: tvcut.balanced_cut(ISOLATED, min_share=0),
        lambda: tvcut.BalancedCut(affinity="precomputed", min_share=0).fit(ISOLATED),
        lambda: tvcut.BalancedCut(affinity="precomputed", min_share=0).fit_predict(ISOLATED),
    ],
    ids=["balanced_cut", "fit", "fit_predict"],
)
def test_warning_points_at_the_line_of_the_caller(cut):
    with pytest.warns(tvcut.DisconnectedGraphWarning, match="2 connected components.*share of 0.016") as record:
        cut()
    (warning,) = record
    assert (warning.filename, warning.lineno) == (__file__, cut.__code__.co_firstlineno)


def test_small_parts_are_named():
    with pytest.warns(tvcut.SmallPartWarning, match="part 1 has mass 1, which is 0.66 %.* pass min_share") as record:
        tvcut.balanced_cut(PENDANT, init="spectral")
    assert record[0].filename == __file__


def test_a_part_far_below_its_given_target_is_named():
    path = np.eye(20, k=1) + np.eye(20, k=-1)
    W = np.kron(path, np.eye(20)) + np.kron(np.eye(20), path)  # a grid, of which a corner is cheapest to cut off
    options = {"objective": "cut", "part_weights": [0.975, 0.025]}
    with pytest.warns(tvcut.SmallPartWarning, match="part 1 has mass 1, which is 10 % of its target mass 10"):
        tvcut.balanced_cut(W, 2, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tvcut.balanced_cut(W, 2, min_share=0, **options)
        tvcut.balanced_cut(W, 2, max_imbalance=0, **options)


def test_no_small_part_unless_it_is_asked_for():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert tvcut.balanced_cut(PENDANT).sizes.min() >= 0.5 * 301 / 2
        assert tvcut.balanced_cut(PENDANT, min_share=0).sizes.min() == 1


@pytest.mark.parametrize(
    "W, options",
    [
        (block_diag(np.ones((5, 5)), np.ones((3, 3)), np.ones((2, 2))), {}),  # the parts are large
        (block_diag(np.ones((5, 5)), np.ones((3, 3)), np.ones((2, 2))), {"n_clusters": 4}),  # a component is cut
        (ISOLATED, {"fixed": {0: 0, 60: 1}}),
        (ISOLATED, {"init": np.arange(61) // 60}),
        (ISOLATED, {"vertex_weight": np.append(np.ones(60), 10.0)}),  # the vertex has a large mass
        (ISOLATED, {"n_clusters": 1}),
        (np.ones((8, 8)), {}),
    ],
)
def test_no_warning_where_the_answer_is_not_surprising(W, options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tvcut.balanced_cut(W, **options)


def test_shares_are_kept_where_bounds_hold_them():
    """What the documentation of part_weights says: the value alone does not keep the shares of a grid."""
    path = np.diag(np.ones(9), 1) + np.diag(np.ones(9), -1)
    W, shares = np.kron(path, np.eye(10)) + np.kron(np.eye(10), path), np.array([0.5, 0.3, 0.2])
    for options in ({"objective": "cut"}, {"max_imbalance": 0.03}):
        assert tvcut.balanced_cut(W, 3, part_weights=shares, **options).imbalance <= 0.03 + 1e-9
    assert tvcut.balanced_cut(W, 3, part_weights=shares).imbalance > 0.3
    assert tvcut.balanced_cut(W, 3, part_weights=shares, min_share=1).imbalance <= 1e-9


def partitions(W, mass, k):
    """Yield value, weight of the cut edges and masses of every partition into k parts, from their definitions."""
    n = len(W)
    for labels in map(np.array, itertools.product(range(k), repeat=n)):
        if len(set(labels)) == k:
            sizes = np.bincount(labels, mass, minlength=k)
            cuts = np.array([W[np.ix_(labels == r, labels != r)].sum() for r in range(k)])
            yield (cuts / np.minimum(sizes, (mass.sum() - sizes) / (k - 1))).sum() / 2, cuts.sum() / 2, sizes


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("unit", ["vertices", "degrees", "masses"])
def test_sizes_bound_the_parts_in_the_unit_of_cut_masses(k, unit):
    rng = np.random.default_rng(k)
    W = oracle.random_graph(rng, 7, 0.4)
    mass = {"vertices": np.ones(7), "degrees": W.sum(axis=0), "masses": rng.uniform(1, 3, 7)}[unit]
    options = {"vertices": {}, "degrees": {"balance": "normalized"}, "masses": {"vertex_weight": mass}}[unit]
    every, mean = list(partitions(W, mass, k)), mass.sum() / k
    for least, most, share in ((0.6, 1.4, None), (0.8, 9.0, 0.2), (0.1, 1.3, 0.7)):
        least, most, floor = least * mean, most * mean, (share or 0) * mean
        held = [f for f in every if f[2].min() >= max(least, floor) and f[2].max() <= most]
        for at, objective in enumerate(("value", "cut")):
            given = options | {"objective": objective, "min_size": least, "max_size": most, "min_share": share}
            if not held:
                with pytest.raises(ValueError, match=r"no partition exists.*m(ax|in)_size"):
                    tvcut.balanced_cut(W, k, **given)
                continue
            cut = tvcut.balanced_cut(W, k, **given)
            assert (cut.value, cut.cut_weight)[at] == pytest.approx(min(f[at] for f in held), rel=1e-9)
            assert max(least, floor) <= cut.masses.min() and cut.masses.max() <= most


def test_a_smallest_size_bounds_the_parts_alone():
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # the caller has chosen the lower bound
        assert sorted(tvcut.balanced_cut(PENDANT, min_size=1).sizes) == [1, 300]
        assert tvcut.balanced_cut(PENDANT, min_size=7).sizes.min() >= 7
        assert tvcut.balanced_cut(PENDANT, min_size="none", max_size="none").sizes.min() >= 0.5 * 301 / 2
        assert tvcut.balanced_cut(PENDANT, max_size=225).sizes.min() >= 301 - 225


def test_a_largest_size_replaces_the_default_imbalance():
    W = block_diag(np.ones((30, 30)), np.ones((10, 10)))
    W[0, 39] = W[39, 0] = 0.5
    assert sorted(tvcut.balanced_cut(W, objective="cut", max_size=30).sizes) == [10, 30]
    assert sorted(tvcut.balanced_cut(W, objective="cut", max_size=30, max_imbalance=0.03).sizes) == [20, 20]
    assert sorted(tvcut.balanced_cut(W, objective="cut", min_size=10).sizes) == [20, 20]


def test_sizes_that_no_partition_holds():
    W = np.ones((1000, 1000))
    with pytest.raises(
        ValueError,
        match=r"^min_size = 400 demands parts of at least 400 of 1000 vertices in 3 parts, so no "
        "partition exists; the largest possible min_size is 333$",
    ):
        tvcut.balanced_cut(W, 3, min_size=400, time_limit=1e-9)
    with pytest.raises(ValueError, match=r"^max_size = 10 allows .*; the smallest possible max_size is 334$"):
        tvcut.balanced_cut(W, 3, max_size=10)
    with pytest.raises(ValueError, match=r"^min_size must be at most max_size = 10, got 20$"):
        tvcut.balanced_cut(W, 3, min_size=20, max_size=10)
    mass = np.arange(1.0, 1001)
    with pytest.raises(
        ValueError, match=r"^vertex 999 has mass 1000, but max_size = 900 .*; max_size must be at least 16"
    ):
        tvcut.balanced_cut(W, 3, max_size=900, vertex_weight=mass)

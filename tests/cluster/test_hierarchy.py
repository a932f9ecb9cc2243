"""The hierarchy of a partition, and scans whose cuts start from one."""

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from tests.oracle import random_graph
from tvcut._cluster.hierarchy import Hierarchy
from tvcut._input.graph import as_problem


def closest(W, labels):
    """Return the largest w(a, b) W/(vol(a) vol(b)) of two parts, from the definition, and the pairs that have it."""
    degree, k = W.sum(axis=1), labels.max() + 1
    found = {}
    for a in range(k):
        for b in range(a):
            between = W[np.ix_(labels == a, labels == b)].sum()
            found[a, b] = between * W.sum() / (degree[labels == a].sum() * degree[labels == b].sum())
    most = max(found.values())
    return most, [pair for pair, s in found.items() if np.isclose(s, most, rtol=1e-9)]


@pytest.mark.parametrize("seed", range(5))
def test_each_merge_joins_the_closest_parts(seed):
    rng = np.random.default_rng(seed)
    W = random_graph(rng, 30, 0.2)
    labels = np.concatenate((np.arange(9), rng.integers(9, size=21))).astype(np.int32)
    hierarchy = Hierarchy.of(as_problem(W), labels)
    before = hierarchy.parts(9)
    for k in range(8, 0, -1):
        after = hierarchy.parts(k)
        assert sorted(set(after)) == list(range(k))
        assert list(dict.fromkeys(after.tolist())) == list(range(k))  # in the order of the first vertices
        most, pairs = closest(W, before)
        joined = [(a, b) for a, b in pairs if len(set(after[before == a]) | set(after[before == b])) == 1]
        assert len(joined) == 1 or most == 0
        assert all(len(set(after[before == a])) == 1 for a in range(k + 1))
        before = after


def test_parts_that_no_edge_joins_are_merged_by_volume():
    W = sp.block_diag([np.ones((m, m)) for m in (5, 2, 3)]).toarray()
    hierarchy = Hierarchy.of(as_problem(W), np.repeat([0, 1, 2], (5, 2, 3)).astype(np.int32))
    assert hierarchy.parts(2).tolist() == [0] * 5 + [1] * 5
    assert hierarchy.parts(1).tolist() == [0] * 10
    alone = Hierarchy.of(as_problem(np.zeros((3, 3))), np.arange(3, dtype=np.int32))
    assert alone.parts(1).tolist() == [0, 0, 0]


def blobs():
    rng = np.random.default_rng(0)
    return tvcut.knn_graph(np.concatenate([rng.normal(size=(60, 2)) + 9 * np.array(c) for c in np.ndindex(2, 3)]))


def test_a_scan_finds_the_clusters_that_cuts_anew_find():
    W = blobs()
    fast, usual = tvcut.scan(W, range(2, 10)), tvcut.scan(W, range(2, 10), strategy="direct")
    assert fast.suggestion == usual.suggestion == 6
    np.testing.assert_array_equal(fast.cuts[4].labels, usual.cuts[4].labels)
    assert fast.status == "completed"
    assert fast.stability[4] == 1
    assert all(masses.min() >= 0.5 * W.shape[0] / k for k, masses in zip(fast.n_clusters, fast.masses, strict=True))
    assert all(fast.values <= 1.15 * usual.values)


@pytest.mark.slow
def test_a_scan_has_the_same_bits_for_any_number_of_threads():
    W = random_graph(np.random.default_rng(4), 80, 0.1)
    one, other = (tvcut.scan(W, [1, 7, 3], random_state=5, n_threads=t) for t in (1, 3))
    np.testing.assert_array_equal(one.n_clusters, [1, 3, 7])
    np.testing.assert_array_equal(one.values, other.values)
    np.testing.assert_array_equal(one.stability, other.stability)
    assert all(np.array_equal(a.labels, b.labels) for a, b in zip(one.cuts, other.cuts, strict=True))


@pytest.mark.parametrize(
    "options", [{"init": "spectral"}, {"strategy": "symmetric", "min_share": 0.5}, {"min_share": "auto"}]
)
def test_other_searches_have_no_hierarchy(options):
    W = random_graph(np.random.default_rng(4), 40, 0.2)
    scan = tvcut.scan(W, [2, 3], effort="fast", n_seeds=1, **options)
    for k, cut in zip((2, 3), scan.cuts, strict=True):
        same = tvcut.balanced_cut(W, k, effort="fast", n_starts=2, **options)
        np.testing.assert_array_equal(cut.labels, same.labels)


def test_a_scan_holds_bounds_and_stops():
    W = blobs()
    scan = tvcut.scan(W, [2, 4], effort="fast", objective="cut", max_imbalance=0.05)
    assert all(cut.imbalance <= 0.05 for cut in scan.cuts)
    stopped = tvcut.scan(W, range(2, 10), effort="fast", callback=lambda progress: True)
    assert stopped.status == "stopped"
    assert len(stopped.cuts) == 1
    assert tvcut.scan(W, range(2, 10), effort="fast", time_limit=1e-6).status == "time_limit"

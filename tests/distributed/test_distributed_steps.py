"""The steps of a cut on Dask against NumPy: sums, proposals, clusters, contraction, moves and the band."""

import math
import warnings
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from bench.graphs import delaunay
from tests.distributed.blocks import MARKS, in_blocks, totals, value, weighted_grid
from tvcut._native import blocks
from tvcut.distributed import _band, _border, _cluster, _contract, _cut, _exact, _finish, _rows, _search, _session

Session = _session.Session

pytestmark = MARKS


@pytest.fixture
def session(client):
    return Session(client, lambda: None)


def level_of(session, W, count, mass=None):
    blocks, bounds = _rows.blocks_of_rows(session, in_blocks(session.client, W, count))
    return _finish.weighted(session, blocks, bounds, "ratio", mass)


# The parts that need no cluster.


@pytest.mark.parametrize("spread", [0, 30, 300])
def test_sums_are_exact_and_do_not_depend_on_the_order(spread):
    rng = np.random.default_rng(spread)
    x = rng.random(400) * 10.0 ** rng.integers(-spread, spread + 1, 400)
    x[:3] = 0, 5e-324, 2.2e-310
    group = rng.integers(0, 3, 400)
    sums = _exact.exact_sums(x, group, 3)
    for r in range(3):
        assert sums[r] == sum(map(Fraction, x[group == r].tolist())) * 2**1074
        assert _exact.as_float(sums[r]) == math.fsum(x[group == r])
    order = rng.permutation(400)
    assert _exact.exact_sums(x[order], group[order], 3) == sums


def test_rounded_weights_have_exact_sums():
    x = np.random.default_rng(0).random(10_000)
    q = _exact.quantum(_exact.exact_sums(x)[0])
    y = _exact.rounded(x, q)
    assert abs(x - y).max() <= q / 2 and x.sum() < 2**53 * q
    assert len({y[np.random.default_rng(s).permutation(len(y))].cumsum()[-1] for s in range(20)}) == 1
    whole = np.arange(1.0, 1000)
    assert (_exact.rounded(whole, _exact.quantum(_exact.exact_sums(whole)[0])) == whole).all()


def test_hashes_differ_for_every_vertex():
    ids = np.arange(100_000)
    assert len(np.unique(_exact.hashes(ids, 3, 1))) == len(ids)
    assert (_exact.hashes(ids, 3, 1) != _exact.hashes(ids, 3, 2)).mean() > 0.99


@pytest.mark.parametrize("leave", [False, True])
def test_propose_equals_a_search_over_all_labels(leave):
    rng = np.random.default_rng(5)
    n, count = 60, 9
    W = sp.random(n, n, 0.1, random_state=rng, data_rvs=lambda size: rng.integers(1, 4, size).astype(float))
    W = sp.csr_array(W + W.T)
    label, mass = rng.integers(0, count, n), rng.integers(1, 4, n).astype(float)
    key, group, active = rng.integers(0, 2**60, count), rng.integers(0, 2, count), rng.integers(0, 2, n)
    size = np.bincount(label, mass, count)
    most = np.full(count, size.mean() + 3)
    B = W[20:50]
    labels = {"own": label[20:50], "column": label, "label_mass": size, "most": most, "key": key, "mass": mass[20:50]}
    labels |= {"group": group, "active": active[20:50]}
    found = blocks.propose({"indptr": B.indptr, "indices": B.indices, "data": B.data}, labels, leave)
    connection = B @ np.eye(count)[label]
    for i in range(30):
        own = label[20 + i]
        best = own
        others = [
            (connection[i, r], key[r], r)
            for r in range(count)
            if r != own and connection[i, r] and group[r] == group[own] and size[r] + mass[20 + i] <= most[r]
        ]
        if others and active[20 + i] and (leave or max(others)[0] > connection[i, own]):
            best = max(others)[2]
        assert (found.target[i], found.inside[i]) == (best, connection[i, own])
        assert found.toward[i] == connection[i, best]


def test_block_steps_refuse_wrong_indices():
    graph = {"indptr": np.array([0, 1]), "indices": np.array([3]), "data": np.ones(1)}
    with pytest.raises(ValueError, match=r"indices\[0\] = 3 must be in \[0, 1\]"):
        blocks.independent(graph, np.ones(1), np.ones(1), np.ones(2), np.ones(2))


@pytest.mark.parametrize("name", ["own", "mass", "active", "most", "key", "group", "indices"])
def test_arrays_of_a_wrong_length_are_refused(name):
    graph = {"indptr": np.array([0, 1, 2]), "indices": np.array([1, 0]), "data": np.ones(2)}
    labels = dict.fromkeys(("own", "mass", "active", "column", "label_mass", "most", "key", "group"), np.ones(2))
    given = graph if name in graph else labels
    given[name] = given[name][:1]
    with pytest.raises(ValueError, match=rf"{name} must have shape \(2,\), got \(1,\)"):
        blocks.propose(graph, labels)


def test_rows_and_moves_of_a_wrong_length_are_refused():
    graph = {"indptr": np.array([0, 1, 2]), "indices": np.array([1, 0]), "data": np.ones(2)}
    with pytest.raises(ValueError, match=r"gain must have shape \(2,\), got \(3,\)"):
        blocks.independent(graph, np.ones(3), np.ones(2), np.ones(2), np.ones(2))
    moves = dict.fromkeys(("from", "to", "mass", "degree", "inside", "toward"), np.zeros(2))
    parts = dict.fromkeys(("cuts", "masses", "least", "most"), np.ones(2))
    with pytest.raises(ValueError, match=r"toward must have shape \(2,\), got \(1,\)"):
        blocks.accept(moves | {"toward": np.zeros(1)}, parts, True)
    with pytest.raises(ValueError, match=r"least must have shape \(2,\), got \(1,\)"):
        blocks.accept(moves, parts | {"least": np.zeros(1)}, True)


def test_pairs_of_parts_have_numbers_of_32_bits():
    k = _search.MOST_PARTS
    last = SimpleNamespace(parts=np.array([k - 1], np.int32))
    assert _search.overlay(last, last, k).tolist() == [k * k - 1]
    assert (k + 1) ** 2 - 1 > np.iinfo(np.int32).max


def test_a_cut_on_a_worker_neither_warns_nor_changes_the_filters_of_other_threads():
    W = np.ones((500, 500)) - np.eye(500)
    W[0, 1:] = W[1:, 0] = 0.001  # the first vertex has weak edges only
    rule, seen = _border.Rule(2, False, np.zeros(2), np.full(2, np.inf)), []
    with warnings.catch_warnings():
        warnings.simplefilter("error", tvcut.SmallPartWarning)
        before = list(warnings.filters)
        options = {"asymmetry": 499, "callback": lambda progress: seen.append(warnings.filters == before)}
        labels = _cut.attempt(_cut.Whole(sp.csr_array(W), np.ones(500), None), True, rule, options)
        assert np.bincount(labels).tolist() == [1, 499] and seen and all(seen)
        with pytest.raises(tvcut.SmallPartWarning):
            tvcut.balanced_cut(W, asymmetry=499)


# The steps on a cluster.


def clusters_of(session, W, count, limit):
    level = level_of(session, W, count)
    return level, session.result(_cluster.cluster(session, level, limit, (0, 1), None))


def test_clusters_hold_the_limit_and_do_not_depend_on_blocks(session):
    W = delaunay(600)
    seen = [clusters_of(session, W, count, 8.0)[1] for count in (1, 2, 5)]  # one block is one task
    assert (seen[0].labels == seen[1].labels).all() and (seen[0].labels == seen[2].labels).all()
    mass = np.bincount(seen[0].labels, minlength=600)
    assert mass.max() <= 8 and (mass == seen[0].mass).all()
    assert len(np.unique(seen[0].labels)) < 300


def test_a_star_is_packed_into_two_hop_clusters(session):
    n = 300
    W = sp.coo_array((np.ones(n - 1), (np.zeros(n - 1, int), np.arange(1, n))), shape=(n, n))
    state = clusters_of(session, W + W.T, 3, 10.0)[1]
    mass = np.bincount(state.labels)
    assert mass.max() <= 10 and (mass > 0).sum() <= 2 * n / 5 + 1


@pytest.mark.parametrize("make", [lambda: delaunay(400), weighted_grid])
def test_contraction_keeps_totals(session, make):
    W = make()
    level, state = clusters_of(session, W, 3, 6.0)
    future = session.submit(lambda: state)
    coarse = _contract.contract(session, level, future, 200, (10, 10))
    ids = session.result(level.ids)
    assert len(coarse.blocks) > 1 and coarse.n == ids.max() + 1
    C = sp.vstack([block.matrix(coarse.n) for block in session.result(coarse.blocks)]).tocsr()
    S = sp.csr_array((np.ones(len(ids)), (np.arange(len(ids)), ids)))
    want = sp.csr_array(S.T @ W @ S)
    want.setdiag(0)
    assert abs(C - want).max() < 1e-12 and (C != C.T).nnz == 0
    masses = np.concatenate([block.mass for block in session.result(coarse.blocks)])
    assert (masses == np.bincount(ids)).all()


@pytest.mark.parametrize("by_cut", [False, True])
@pytest.mark.parametrize("k", [2, 4])
def test_moves_at_the_border_never_raise_the_objective(session, by_cut, k):
    W, n = delaunay(500), 500
    labels = np.random.default_rng(k).integers(0, k, n).astype(np.int32)
    rule = _border.Rule(k, by_cut, np.full(k, 0.8 * n / k), np.full(k, 1.2 * n / k))
    results = []
    for count in (1, 2, 5):  # one block is one task
        level = level_of(session, W, count)
        before = _border.measure(session, level, session.submit(lambda: labels), k)
        old, new = session.result([before, _border.improve(session, level, before, rule, (0, 0))])
        assert rule.objective(new.totals) < rule.objective(old.totals)
        for partition in (old, new):
            cuts, sizes = totals(W, partition.parts, k)
            assert (cuts == partition.totals.cuts).all() and (sizes == partition.totals.masses).all()
        assert rule.holds(new.totals)
        results.append(new.parts)
    assert (results[0] == results[1]).all() and (results[0] == results[2]).all()


def test_the_band_is_never_worse(session):
    W, n = delaunay(1500), 1500
    labels = tvcut.balanced_cut(W, effort="fast", min_share=0, random_state=1).labels.copy()
    labels[np.random.default_rng(0).choice(n, 20)] ^= 1
    rule = _border.Rule(2, False, np.zeros(2), np.full(2, np.inf))
    options = {"min_share": 0.0, "random_state": 0}
    results = []
    for count in (1, 4):  # one block is one task
        level = level_of(session, W, count)
        before = _border.measure(session, level, session.submit(lambda: labels), 2)
        after = _band.refine(session, level, before, rule, _band.Largest(1200, 10**6), options)
        new = session.result(after)
        assert value(W, new.parts, 2) < value(W, labels, 2)
        cuts, sizes = totals(W, new.parts, 2)
        assert (cuts == new.totals.cuts).all() and (sizes == new.totals.masses).all()
        results.append(new.parts)
    assert (results[0] == results[1]).all()

"""The steps of a cut on Dask against NumPy: sums, proposals, clusters, contraction and the band."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from bench.graphs import delaunay, grid
from tests.distributed.blocks import MARKS, in_blocks, totals, value, weighted_grid
from tvcut._native import blocks
from tvcut.distributed import _band, _cluster, _contract, _exact, _finish, _rows, _session, _whole

Session = _session.Session

pytestmark = MARKS


@pytest.fixture
def session(client):
    return Session(client, lambda: None, lambda *event: None)


def level_of(session, W, count, mass=None):
    blocks, bounds = _rows.blocks_of_rows(session, in_blocks(session.client, W, count))
    return _finish.weighted(session, blocks, bounds, "ratio", mass)


# The parts that need no cluster.


def test_rounded_weights_have_exact_sums():
    x = np.random.default_rng(0).random(10_000)
    q = _exact.quantum(x.max(), len(x))
    y = _exact.rounded(x, q)
    assert abs(x - y).max() <= q / 2 and x.sum() < 2**53 * q
    assert len({y[np.random.default_rng(s).permutation(len(y))].cumsum()[-1] for s in range(20)}) == 1
    whole = np.arange(1.0, 1000)
    assert (_exact.rounded(whole, _exact.quantum(whole.max(), len(whole))) == whole).all()


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


def test_wrong_indices_are_refused():
    graph = {"indptr": np.array([0, 1]), "indices": np.array([3]), "data": np.ones(1)}
    labels = dict.fromkeys(("own", "mass", "active"), np.zeros(1)) | {"column": np.zeros(2)}
    labels |= dict.fromkeys(("label_mass", "most", "key", "group"), np.zeros(1))
    with pytest.raises(ValueError, match=r"indices\[0\] = 3 must be in \[0, 1\]"):
        blocks.propose(graph, labels)


@pytest.mark.parametrize("name", ["own", "mass", "active", "most", "key", "group", "indices"])
def test_arrays_of_a_wrong_length_are_refused(name):
    graph = {"indptr": np.array([0, 1, 2]), "indices": np.array([1, 0]), "data": np.ones(2)}
    labels = dict.fromkeys(("own", "mass", "active", "column", "label_mass", "most", "key", "group"), np.ones(2))
    given = graph if name in graph else labels
    given[name] = given[name][:1]
    with pytest.raises(ValueError, match=rf"{name} must have shape \(2,\), got \(1,\)"):
        blocks.propose(graph, labels)


def test_a_cut_on_a_worker_neither_warns_nor_changes_the_filters_of_other_threads(client):
    W = np.ones((500, 500)) - np.eye(500)
    W[0, 1:] = W[1:, 0] = 0.001  # the first vertex has weak edges only
    whole, options = _whole.Whole(sp.csr_array(W), np.ones(500)), {"asymmetry": 499}
    with warnings.catch_warnings():
        warnings.simplefilter("error", tvcut.SmallPartWarning)
        before = list(warnings.filters)
        future = client.submit(_whole.attempt, whole, None, options, "name", pure=False)
        assert np.bincount(future.result().parts).tolist() == [1, 499] and warnings.filters == before
        with pytest.raises(tvcut.SmallPartWarning):
            tvcut.balanced_cut(W, asymmetry=499)


def test_rings_are_distances_from_the_border():
    W, parts = sp.csr_array(grid(12)), (np.arange(144) % 12 < 3).astype(np.int32)
    distance = np.maximum(2 - np.arange(144) % 12, np.arange(144) % 12 - 3)
    assert _whole.rings(W, parts, 144).tolist() == np.where(distance <= _whole.RINGS, distance, _whole.FAR).tolist()


# The steps on a cluster.


def clusters_of(session, W, count, limit):
    level = level_of(session, W, count)
    return level, session.result(_cluster.cluster(session, level, limit, (0, 1), None))


def test_clusters_hold_the_limit_and_do_not_depend_on_blocks(session):
    W = delaunay(600)
    seen = [clusters_of(session, W, count, 8.0)[1] for count in (1, 2, 5)]
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
    coarse = _contract.contract(session, level, future, 200)
    ids = session.result(level.ids)
    assert len(coarse.blocks) > 1 and coarse.n == ids.max() + 1
    C = session.result(session.submit(_whole.gathered, coarse.blocks, True)).W
    S = sp.csr_array((np.ones(len(ids)), (np.arange(len(ids)), ids)))
    want = sp.csr_array(S.T @ W @ S)
    want.setdiag(0)
    assert abs(C - want).max() < 1e-12 and (C != C.T).nnz == 0
    masses = np.concatenate([block.mass for block in session.result(coarse.blocks)])
    assert (masses == np.bincount(ids)).all()


def summary(W, labels, k=2):
    sizes = totals(W, labels, k)[1]
    return _whole.Summary(0.0, value(W, labels, k), tuple(sizes.tolist()))


@pytest.mark.parametrize("vertices", [600, 40])  # with room for all of the border and for a part of it
def test_the_band_is_never_worse(session, vertices):
    W = delaunay(800)
    labels = tvcut.balanced_cut(W, effort="fast", min_share=0, random_state=1).labels.copy()
    labels[np.random.default_rng(0).choice(800, 20)] ^= 1
    options = {"n_clusters": 2, "min_share": 0.0, "random_state": 0, "bounds": "soft"}
    before = _whole.Partition(labels, _whole.rings(W, labels, 800), summary(W, labels))
    results = []
    for count in (1, 4):
        level, partition = level_of(session, W, count), session.submit(lambda: before)
        new = session.result(_band.refine(session, level, partition, _band.Largest(vertices, 10**6), (0, 0), options))
        assert value(W, new.parts, 2) < value(W, labels, 2)
        assert new.summary.criterion == pytest.approx(value(W, new.parts, 2))
        assert new.summary.masses == summary(W, new.parts).masses
        results.append(new.parts)
    assert (results[0] == results[1]).all()

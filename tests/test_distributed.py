"""Cuts of graphs in blocks of rows on Dask: the steps against NumPy, and the whole against the gathered graph."""

import itertools
import math
import os
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import tvcut
from bench.graphs import delaunay, grid, planted
from tvcut import _blocks

pytest.importorskip("distributed")
dask = pytest.importorskip("dask")

from distributed import Client, LocalCluster  # noqa: E402

from tvcut.distributed import (  # noqa: E402
    _band,
    _border,
    _cluster,
    _contract,
    _exact,
    _finish,
    _rows,
    _session,
    balanced_cut,
)

Session = _session.Session

pytestmark = [
    pytest.mark.skipif(tvcut.backend() != "ctypes", reason="the block step has the C interface only"),
    pytest.mark.filterwarnings("default"),  # warnings of Dask are not ours
]


@pytest.fixture(scope="module")
def client():
    with Client(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0") as made:
        yield made


@pytest.fixture
def session(client):
    return Session(client, lambda: None)


def rows(W, lo, hi):
    return W[lo:hi]


def in_blocks(client, W, count):
    """Return W as futures of blocks of rows."""
    W = sp.csr_array(W)
    bounds = np.linspace(0, W.shape[0], count + 1).astype(int)
    return [client.submit(rows, W, lo, hi, pure=False) for lo, hi in itertools.pairwise(bounds)]


def level_of(session, W, count, mass=None):
    blocks, bounds = _rows.blocks_of_rows(session, in_blocks(session.client, W, count))
    return _finish.weighted(session, blocks, bounds, "ratio", mass)


def weighted_grid(side=16, seed=0):
    """Return a grid with random weights that are not integers."""
    W = sp.triu(grid(side)).tocsr()
    W.data = np.random.default_rng(seed).random(W.nnz)
    return sp.csr_array(W + W.T)


def totals(W, labels, k, mass=None):
    """Return cut(A_r, A_rᶜ) and m(A_r) from all edges."""
    C = sp.coo_array(W)
    crosses = labels[C.row] != labels[C.col]
    mass = np.ones(len(labels)) if mass is None else mass
    return np.bincount(labels[C.row[crosses]], C.data[crosses], k), np.bincount(labels, mass, k)


def value(W, labels, k, mass=None):
    cuts, sizes = totals(W, labels, k, mass)
    return (cuts / np.minimum(sizes, (sizes.sum() - sizes) / max(k - 1, 1))).sum() / 2


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
    W = sp.random_array((n, n), density=0.1, rng=rng, data_sampler=lambda size: rng.integers(1, 4, size).astype(float))
    W = sp.csr_array(W + W.T)
    label, mass = rng.integers(0, count, n), rng.integers(1, 4, n).astype(float)
    key, group, active = rng.integers(0, 2**60, count), rng.integers(0, 2, count), rng.integers(0, 2, n)
    size = np.bincount(label, mass, count)
    most = np.full(count, size.mean() + 3)
    B = W[20:50]
    labels = {"own": label[20:50], "column": label, "label_mass": size, "most": most, "key": key, "mass": mass[20:50]}
    labels |= {"group": group, "active": active[20:50]}
    found = _blocks.propose({"indptr": B.indptr, "indices": B.indices, "data": B.data}, labels, leave)
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
        _blocks.independent(graph, np.ones(1), np.ones(1), np.ones(2), np.ones(2))


# The steps on a cluster.


def clusters_of(session, W, count, limit):
    level = level_of(session, W, count)
    return level, session.result(_cluster.cluster(session, level, limit, (0, 1), None))


def test_clusters_hold_the_limit_and_do_not_depend_on_blocks(session):
    W = delaunay(600)
    seen = [clusters_of(session, W, count, 8.0)[1] for count in (2, 5)]
    assert (seen[0].labels == seen[1].labels).all()
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
    for count in (2, 5):
        level = level_of(session, W, count)
        before = _border.measure(session, level, session.submit(lambda: labels), k)
        old, new = session.result([before, _border.improve(session, level, before, rule, (0, 0))])
        assert rule.objective(new.totals) < rule.objective(old.totals)
        for partition in (old, new):
            cuts, sizes = totals(W, partition.parts, k)
            assert (cuts == partition.totals.cuts).all() and (sizes == partition.totals.masses).all()
        assert rule.holds(new.totals)
        results.append(new.parts)
    assert (results[0] == results[1]).all()


def test_the_band_is_never_worse(session):
    W, n = delaunay(1500), 1500
    labels = tvcut.balanced_cut(W, effort="fast", min_share=0, random_state=1).labels.copy()
    labels[np.random.default_rng(0).choice(n, 20)] ^= 1
    level = level_of(session, W, 4)
    rule = _border.Rule(2, False, np.zeros(2), np.full(2, np.inf))
    before = _border.measure(session, level, session.submit(lambda: labels), 2)
    options = {"min_share": 0.0, "random_state": 0}
    after = _band.refine(session, level, before, rule, _band.Largest(1200, 10**6), options)
    new = session.result(after)
    assert value(W, new.parts, 2) < value(W, labels, 2)
    cuts, sizes = totals(W, new.parts, 2)
    assert (cuts == new.totals.cuts).all() and (sizes == new.totals.masses).all()


# The whole.

CASES = {
    "mesh": (lambda: delaunay(700), {}),
    "weights": (lambda: weighted_grid(30), {"balance": "normalized", "n_cycles": 1}),
    "blocks": (lambda: planted((300, 500), 10, 1), {"min_share": 0.5, "n_cycles": 1}),
    "masses": (lambda: delaunay(900), {"vertex_weight": np.random.default_rng(0).random(900) + 0.1, "n_cycles": 1}),
    "four": (lambda: delaunay(1200), {"n_clusters": 4, "max_imbalance": 0.05, "objective": "cut", "n_cycles": 1}),
}


@pytest.mark.parametrize(
    "case", [pytest.param(name, marks=pytest.mark.slow if name == "four" else ()) for name in CASES]
)
def test_labels_do_not_depend_on_blocks(client, case, monkeypatch):
    make, options = CASES[case]
    W = make()
    k = options.get("n_clusters", 2)
    mass = options.get("vertex_weight", np.asarray(W.sum(axis=1)) if "balance" in options else None)
    seen = []
    for count in (2, 5):
        size = max(W.nnz // count, 1)
        monkeypatch.setattr(_session, "PIECE", 100 if count == 5 else 2**18)
        futures = in_blocks(client, W, count)
        cut = balanced_cut(futures, max_coarse_vertices=256, entries_per_block=size, client=client, **options)
        labels = cut.labels.compute()
        assert cut.n_levels > 1 and labels.dtype == np.int32
        assert cut.value == pytest.approx(value(W, labels, k, mass), rel=1e-12)
        cuts, sizes = totals(W, labels, k, mass)
        assert cut.cut_weight == pytest.approx(cuts.sum() / 2, rel=1e-12)
        assert cut.sizes == pytest.approx(sizes, rel=1e-12)
        total = sizes.sum()
        assert sizes.max() <= total / k * (1 + options.get("max_imbalance", np.inf)) * (1 + 1e-8)
        assert sizes.min() >= options.get("min_share", 0) * total / k * (1 - 1e-8)
        assert list(dict.fromkeys(labels.tolist())) == list(range(k))
        seen.append((labels.tobytes(), cut.value, cut.cut_weight, tuple(cut.sizes)))
    assert len(set(seen)) == 1


def test_a_graph_that_fits_one_worker_is_cut_as_on_one_machine(client):
    W = delaunay(500)
    cut = balanced_cut(in_blocks(client, W, 3), client=client)
    assert cut.value == tvcut.balanced_cut(W).value and cut.status == "converged"


@pytest.mark.slow
def test_more_cycles_are_never_worse(client):
    W = weighted_grid(28)
    values = [
        balanced_cut(in_blocks(client, W, 2), n_cycles=c, max_coarse_vertices=150, min_share=0, client=client).value
        for c in (1, 3)
    ]
    assert values[1] <= values[0]


def test_weights_that_vanish_beside_others_are_counted(client):
    W = sp.lil_array(np.kron(np.eye(2), np.ones((6, 6))) * 1e150)
    W[5, 6] = W[6, 5] = 1e-150
    W.setdiag(0)
    cut = balanced_cut(in_blocks(client, W.tocsr(), 2), client=client)
    assert cut.cut_weight == 1e-150 and cut.labels.compute().tolist() == [0] * 6 + [1] * 6


# Frames.


def frame(W, both, parts, seed=0):
    import dask.dataframe as dd

    C = sp.coo_array(W if both else sp.triu(W))
    order = np.random.default_rng(seed).permutation(C.nnz)
    return dd.from_pandas(pd.DataFrame({"u": C.row[order], "v": C.col[order], "w": C.data[order]}), npartitions=parts)


def test_a_frame_is_cut_as_its_rows_are(client):
    W = weighted_grid(20)
    options = {"max_coarse_vertices": 150, "min_share": 0, "entries_per_block": 500, "n_cycles": 1, "client": client}
    want = balanced_cut(in_blocks(client, W, 3), **options)
    for both, parts in ((False, 3), (True, 4)):
        cut = balanced_cut(frame(W, both, parts), **options)
        assert (cut.labels.compute() == want.labels.compute()).all() and cut.value == want.value


def edges_of(client, npartitions=1, **columns):
    import dask.dataframe as dd

    return dd.from_pandas(pd.DataFrame(columns), npartitions=npartitions)


def test_parallel_edges_add_up_and_loops_count_nothing(client):
    cut = balanced_cut(edges_of(client, u=[0, 0, 1, 2], v=[1, 1, 2, 2], w=[2.0, 1.0, 1.0, 9.0]), client=client)
    assert cut.labels.compute().tolist() == [0, 0, 1] and cut.value == 1


WRONG_FRAMES = {
    "no column": ({"a": [0], "b": [1]}, ValueError, "it has no column 'u', but 'a', 'b'"),
    "float ends": ({"u": [0.5], "v": [1]}, TypeError, "column 'u' of edges must hold integers"),
    "text weights": ({"u": [0], "v": [1], "w": ["x"]}, TypeError, "column 'w' of edges must hold real numbers"),
    "negative end": ({"u": [0, -1], "v": [1, 2]}, ValueError, "column 'u' of edges, row 1 of partition 0"),
    "nan": ({"u": [0, 1], "v": [1, 2], "w": [1, np.nan]}, ValueError, "row 1 .*weights must be present, not NaN"),
    "inf": ({"u": [0, 1], "v": [1, 2], "w": [1, np.inf]}, ValueError, "row 1 .*weights must be finite, got inf"),
    "negative": ({"u": [0, 1], "v": [1, 2], "w": [1.0, -2.0]}, ValueError, "row 1 .*weights must be >= 0, got -2"),
    "two weights": ({"u": [0, 1], "v": [1, 0], "w": [1.0, 2.0]}, ValueError, r"\(0, 1\) with weight 1 and \(1, 0\)"),
    "one vertex": ({"u": [0], "v": [0]}, ValueError, "from 2 to 2147483647 vertices, got 1"),
}


@pytest.mark.parametrize("name", WRONG_FRAMES)
def test_wrong_frames_are_refused(client, name):
    columns, kind, text = WRONG_FRAMES[name]
    with pytest.raises(kind, match=text):
        balanced_cut(edges_of(client, **columns), client=client)


# Errors.


def wrong_rows(W, change):
    W = sp.csr_array(W, copy=True)
    change(W)
    return W


def spoil(e, x):
    def change(W):
        W.data[e] = x

    return change


WRONG_ROWS = {
    "negative": (spoil(3, -1.0), ValueError, r"edges\[0\], W\[\d+, \d+\] = -1.0: Negative values"),
    "nan": (spoil(3, np.nan), ValueError, r"weights must be finite, but W contains NaN or inf"),
    "asymmetric": (spoil(0, 7.0), ValueError, r"W must be symmetric, got W\[0, 1\] = 7.0 and W\[1, 0\] = 1.0"),
    "overflow": (lambda W: W.data.fill(1.7e308), ValueError, "the sum of the weights in W must be finite"),
}


@pytest.mark.parametrize("name", WRONG_ROWS)
def test_wrong_rows_are_refused(client, name):
    change, kind, text = WRONG_ROWS[name]
    W = sp.csr_array(grid(6))
    W.sort_indices()
    with pytest.raises(kind, match=text):
        balanced_cut(in_blocks(client, wrong_rows(W, change), 2), client=client)


def test_wrong_arguments_are_refused(client):
    W = sp.csr_array(grid(6))
    blocks = in_blocks(client, W, 2)
    for edges, kind, text in (
        (W, TypeError, "edges must be a dask DataFrame"),
        ([W], TypeError, r"got an object of type csr_array in edges\[0\]"),
        ([], ValueError, "got an empty list"),
        (blocks[:1], ValueError, "must have 36 rows, as many as columns, got 18"),
        ([client.submit(lambda: (5, W))], ValueError, r"edges\[0\] begins with row 5 where row 0 follows"),
        ([client.submit(lambda: W.tocoo())], TypeError, r"edges\[0\] must be a SciPy CSR array"),
    ):
        with pytest.raises(kind, match=text):
            balanced_cut(edges, client=client)
    for options, kind, text in (
        ({"n_clusters": 40}, ValueError, "n_clusters = 40 must be at most the number of vertices, 36"),
        ({"n_clusters": 0}, ValueError, "n_clusters"),
        ({"n_clusters": 2.5}, TypeError, "n_clusters"),
        ({"min_share": 2.0}, ValueError, "min_share"),
        ({"balance": "other"}, ValueError, "balance"),
        ({"n_cycles": 0}, ValueError, "n_cycles must be an integer in"),
        ({"max_coarse_vertices": 5}, ValueError, "max_coarse_vertices must be an integer in"),
        ({"vertex_weight": np.zeros(36)}, ValueError, r"vertex_weight\[0\] must be > 0"),
        ({"vertex_weight": np.ones(5)}, ValueError, r"vertex_weight must have shape \(36,\)"),
        ({"n_vertices": 30}, ValueError, "n_vertices = 30 must be the number of columns"),
        ({"callback": 3}, TypeError, "callback must be a function"),
        ({"client": 3}, TypeError, r"client must be a distributed\.Client"),
    ):
        with pytest.raises(kind, match=text):
            balanced_cut(blocks, **{"client": client, **options})


# Control.


def test_the_callback_sees_phases_and_stops(client):
    W, seen = delaunay(1200), []
    options = {"max_coarse_vertices": 200, "min_share": 0, "n_cycles": 1, "client": client}
    cut = balanced_cut(in_blocks(client, W, 3), callback=lambda p: seen.append(p), **options)
    assert {"clustering", "search", "refinement"} <= {p.phase for p in seen}
    assert seen[-1].value >= cut.value and all(0 <= p.fraction <= 1 for p in seen)
    stopped = balanced_cut(in_blocks(client, W, 3), callback=lambda p: True, **options)
    labels = stopped.labels.compute()
    assert stopped.status == "stopped" and stopped.value == pytest.approx(value(W, labels, 2))


def test_ctrl_c_returns_the_best_cut_so_far(client):
    W = delaunay(1200)
    options = {"max_coarse_vertices": 200, "min_share": 0, "n_cycles": 1, "client": client}

    def interrupt(progress):
        if progress.phase == "band" and progress.fraction == 1:
            raise KeyboardInterrupt

    with pytest.raises(tvcut.CutInterrupted) as caught:
        balanced_cut(in_blocks(client, W, 3), callback=interrupt, **options)
    cut = caught.value.result
    assert cut.status == "stopped" and cut.value == pytest.approx(value(W, cut.labels.compute(), 2))

    def early(progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        balanced_cut(in_blocks(client, W, 3), callback=early, **options)
    assert not isinstance(caught.value, tvcut.CutInterrupted)


def run(program):
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    return done.stdout + done.stderr


def test_dask_is_imported_on_demand_and_missed_by_name():
    assert run("import sys, tvcut; print('dask' in sys.modules or 'distributed' in sys.modules)") == "False\n"
    text = run("import sys; sys.modules['distributed'] = None; import tvcut.distributed")
    assert 'ImportError: tvcut.distributed needs Dask: pip install "tvcut[distributed]"' in text


# Processes.


def made_rows(first, last):
    """Return rows of a grid with weights, made on the worker."""
    return weighted_grid(40)[first:last]


def delayed_rows(count):
    bounds = np.linspace(0, 1600, count + 1).astype(int)
    return [dask.delayed(made_rows)(lo, hi) for lo, hi in itertools.pairwise(bounds)]


@pytest.fixture(scope="module")
def alone(client):
    cut = balanced_cut(delayed_rows(3), max_coarse_vertices=200, min_share=0, n_cycles=1, client=client)
    return cut.labels.compute()


@pytest.mark.slow
@pytest.mark.parametrize(("workers", "count"), [(1, 2), (2, 5), (4, 16)])
def test_labels_do_not_depend_on_workers(alone, workers, count):
    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0") as cluster, Client(cluster) as c:
        cut = balanced_cut(delayed_rows(count), max_coarse_vertices=200, min_share=0, n_cycles=1, client=c)
        assert (cut.labels.compute() == alone).all()


@pytest.mark.slow
def test_a_killed_worker_changes_nothing(alone):
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster, Client(cluster) as c:
        killed = threading.Event()

        def kill(progress):
            if progress.phase == "refinement" and not killed.is_set():
                killed.set()
                os.kill(next(iter(c.run(os.getpid).values())), signal.SIGKILL)
                time.sleep(0.5)

        cut = balanced_cut(delayed_rows(5), max_coarse_vertices=200, min_share=0, n_cycles=1, client=c, callback=kill)
        assert killed.is_set() and (cut.labels.compute() == alone).all()

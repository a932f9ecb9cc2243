"""Cuts of graphs in blocks of rows on Dask against the gathered graph: blocks, workers and lost workers."""

import itertools
import os
import signal
import sys
import threading
import time

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from bench.graphs import delaunay, planted
from tests.distributed.blocks import MARKS, in_blocks, totals, value, weighted_grid
from tests.programs import python, run
from tvcut.distributed import _finish, balanced_cut

dask = pytest.importorskip("dask")

from distributed import Client, LocalCluster  # noqa: E402

pytestmark = MARKS


@pytest.fixture(autouse=True)
def environment():
    """Restore the environment after a test: a LocalCluster sets OMP_NUM_THREADS and other variables in it."""
    before = os.environ.copy()
    yield
    os.environ.clear()
    os.environ.update(before)


# The whole.

CASES = {
    "mesh": (lambda: delaunay(400), {"n_cycles": 3}),
    "weights": (lambda: weighted_grid(16), {"balance": "normalized", "effort": "fast"}),
    "blocks": (lambda: planted((80, 160), 8, 1), {"min_share": 0.5, "effort": "fast"}),
    "masses": (lambda: delaunay(400), {"vertex_weight": np.random.default_rng(0).random(400) + 0.1, "effort": "fast"}),
    "four": (lambda: delaunay(1200), {"n_clusters": 4, "max_imbalance": 0.05, "objective": "cut"}),
}


@pytest.mark.parametrize(
    "case", [pytest.param(name, marks=pytest.mark.slow if name in ("mesh", "four") else ()) for name in CASES]
)
def test_labels_do_not_depend_on_blocks(client, case, monkeypatch):
    make, options = CASES[case][0], {"n_cycles": 1} | CASES[case][1]
    W = make()
    k = options.get("n_clusters", 2)
    mass = options.get("vertex_weight", np.asarray(W.sum(axis=1)) if "balance" in options else None)
    seen = []
    for count in (2, 5):
        size = max(W.nnz // count, 1)
        monkeypatch.setattr(_finish, "PIECE", 100 if count == 5 else 2**20)
        futures = in_blocks(client, W, count)
        cut = balanced_cut(futures, max_coarse_vertices=64 * k, entries_per_block=size, client=client, **options)
        labels = cut.labels.compute()
        assert cut.n_levels > 1 and labels.dtype == np.int32
        assert cut.value == pytest.approx(value(W, labels, k, mass), rel=1e-12)
        cuts, sizes = totals(W, labels, k, mass)
        assert cut.cut_weight == pytest.approx(cuts.sum() / 2, rel=1e-12)
        assert cut.masses == pytest.approx(sizes, rel=1e-12)
        assert cut.sizes.tolist() == np.bincount(labels, minlength=k).tolist()
        total = sizes.sum()
        assert sizes.max() <= total / k * (1 + options.get("max_imbalance", np.inf)) * (1 + 1e-8)
        assert sizes.min() >= options.get("min_share", 0) * total / k * (1 - 1e-8)
        assert list(dict.fromkeys(labels.tolist())) == list(range(k))
        seen.append((labels.tobytes(), cut.value, cut.cut_weight, tuple(cut.masses)))
    assert len(set(seen)) == 1


def test_a_graph_that_fits_one_worker_is_cut_as_on_one_machine(client):
    W = delaunay(500)
    cut = balanced_cut(in_blocks(client, W, 3), client=client)
    assert cut.value == tvcut.balanced_cut(W).value and cut.status == "converged"


def test_weights_that_vanish_beside_others_are_counted(client):
    W = sp.lil_array(np.kron(np.eye(2), np.ones((6, 6))) * 1e150)
    W[5, 6] = W[6, 5] = 1e-150
    W.setdiag(0)
    cut = balanced_cut(in_blocks(client, W.tocsr(), 2), client=client)
    assert cut.cut_weight == 1e-150 and cut.labels.compute().tolist() == [0] * 6 + [1] * 6


def test_a_cut_between_components_warns_the_caller(client):
    W = sp.block_diag((delaunay(300), np.zeros((3, 3))), format="csr")
    with pytest.warns(tvcut.DisconnectedGraphWarning, match="4 connected components.* share of") as record:
        cut = balanced_cut(in_blocks(client, W, 2), min_share=0, client=client)
    (warning,) = (entry for entry in record if issubclass(entry.category, tvcut.DisconnectedGraphWarning))
    assert cut.value == 0 and warning.filename == __file__


@pytest.mark.slow
def test_cycles_that_combine_two_partitions_are_never_worse(client):
    W, options = weighted_grid(20), {"max_coarse_vertices": 130, "min_share": 0, "effort": "fastest", "client": client}
    blocks = in_blocks(client, W, 2)
    values = [balanced_cut(blocks, n_cycles=cycles, **options).value for cycles in (1, 2, 3)]
    assert values[0] >= values[1] >= values[2]


@pytest.mark.slow
def test_dask_is_imported_on_demand_and_missed_by_name():
    assert python("-c", "import sys, tvcut; print('dask' in sys.modules or 'distributed' in sys.modules)") == "False\n"
    text = run(sys.executable, "-c", "import sys; sys.modules['distributed'] = None; import tvcut.distributed").stderr
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
@pytest.mark.parametrize("phase", ["reading", "clustering", "search", "refinement", "band"])
def test_a_killed_worker_changes_nothing(alone, phase):
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster, Client(cluster) as c:
        killed = threading.Event()

        def kill(progress):
            if progress.phase == phase and not killed.is_set():
                killed.set()
                os.kill(next(iter(c.run(os.getpid).values())), signal.SIGKILL)
                time.sleep(0.5)

        cut = balanced_cut(delayed_rows(5), max_coarse_vertices=200, min_share=0, n_cycles=1, client=c, callback=kill)
        assert killed.is_set() and (cut.labels.compute() == alone).all()

"""Time limits, callbacks and Ctrl-C of cuts with constraints: what is returned meets them, as far as there is time."""

import time

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components

import tvcut
from bench.graphs import grid

SIDE, K = 60, 8
LOAD = np.column_stack((np.ones(SIDE * SIDE), np.random.default_rng(0).uniform(0.5, 1.5, SIDE * SIDE)))
OPTIONS = {"objective": "cut", "connected": True, "vertex_weight": LOAD, "max_imbalance": 0.05}


def check(cut, W):
    labels, edges = cut.labels, sp.coo_array(W)
    within = labels[edges.row] == labels[edges.col]
    inner = sp.csr_array((np.ones(within.sum()), (edges.row[within], edges.col[within])), shape=W.shape)
    assert connected_components(inner, directed=False)[0] == K
    for column in LOAD.T:
        assert np.bincount(labels, column).max() <= 1.05 * column.sum() / K * (1 + 1e-9)


@pytest.mark.parametrize("limit", [1e-9, 0.05, 0.4])
def test_time_limit(limit):
    W, began = sp.csr_array(grid(SIDE)), time.perf_counter()
    cut = tvcut.balanced_cut(W, K, effort="best", time_limit=limit, bounds="soft", **OPTIONS)
    assert cut.status == "time_limit" and time.perf_counter() - began < limit + 30
    if cut.excess == 0:
        check(cut, W)


@pytest.mark.parametrize("seconds", [0, 0.3])
def test_callbacks_stop_the_cut(seconds):
    W, seen = sp.csr_array(grid(SIDE)), []

    def callback(progress):
        seen.append(progress)
        return progress.time >= seconds

    cut = tvcut.balanced_cut(W, K, effort="best", callback=callback, **OPTIONS)
    assert cut.status == "stopped" and seen[-1].time >= seconds and all(p.time < seconds for p in seen[:-1])
    check(cut, W)


def test_callbacks_are_called_to_the_end():
    W, seen = sp.csr_array(grid(SIDE)), []
    cut = tvcut.balanced_cut(W, K, effort="fast", callback=seen.append, **OPTIONS)
    assert cut.stages[-1].name == "constraints" and cut.stages[-1].gave
    assert seen[-1].value == cut.cut_weight == cut.stages[-1].after and seen[-1].fraction == 1
    check(cut, W)


def test_interrupts_return_the_best_cut():
    def callback(progress):
        raise KeyboardInterrupt

    W = sp.csr_array(grid(SIDE))
    with pytest.raises(tvcut.CutInterrupted) as caught:
        tvcut.balanced_cut(W, K, effort="best", callback=callback, **OPTIONS)
    assert caught.value.result.status == "stopped"
    check(caught.value.result, W)


def test_exceptions_of_the_callback_propagate():
    class Mine(Exception):
        pass

    def callback(progress):
        raise Mine

    with pytest.raises(Mine):
        tvcut.balanced_cut(sp.csr_array(grid(SIDE)), K, callback=callback, **OPTIONS)


def test_the_result_depends_on_the_seed_and_not_on_threads():
    W = sp.csr_array(grid(SIDE))
    pairs = {"must_link": [(0, 61), (5, 66)], "cannot_link": [(0, 59)]}
    first, second = (
        tvcut.balanced_cut(W, K, effort="fast", n_threads=threads, **OPTIONS, **pairs).labels for threads in (1, 2)
    )
    np.testing.assert_array_equal(first, second)

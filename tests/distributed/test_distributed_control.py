"""Callbacks, Ctrl-C and time limits of cuts on Dask."""

import itertools
import time

import numpy as np
import pytest

import tvcut
from bench.graphs import delaunay
from tests.distributed.blocks import MARKS, in_blocks, value, weighted_grid
from tvcut.distributed import _session, balanced_cut

dask = pytest.importorskip("dask")

pytestmark = MARKS


# Control.


@pytest.mark.slow
def test_the_callback_sees_phases_and_stops(client):
    W, seen = delaunay(1200), []
    options = {"max_coarse_vertices": 200, "min_share": 0, "n_cycles": 1, "client": client}
    cut = balanced_cut(in_blocks(client, W, 3), callback=lambda p: seen.append(p), **options)
    assert {"clustering", "search", "refinement"} <= {p.phase for p in seen}
    assert seen[-1].value >= cut.value and all(0 <= p.fraction <= 1 for p in seen)
    stopped = balanced_cut(in_blocks(client, W, 3), callback=lambda p: True, **options)
    labels = stopped.labels.compute()
    assert stopped.status == "stopped" and stopped.value == pytest.approx(value(W, labels, 2))


def test_the_callback_is_called_at_most_ten_times_a_second_in_one_phase(client):
    seen = []
    options = {"max_coarse_vertices": 200, "min_share": 0, "n_cycles": 1, "client": client}
    balanced_cut(in_blocks(client, delaunay(1200), 3), callback=lambda p: seen.append((p.phase, p.time)), **options)
    times = [b - a for (phase, a), (other, b) in itertools.pairwise(seen[:-1]) if phase == other]
    assert times and min(times) > 0.9 * _session.POLL


@pytest.mark.parametrize("objective", ["value", "cut"])
@pytest.mark.parametrize("most", [200, 500_000])  # with coarsening, and on one worker
def test_the_last_call_has_the_value_of_the_result(client, objective, most):
    seen, options = [], {"objective": objective, "max_coarse_vertices": most, "min_share": 0, "n_cycles": 1}
    cut = balanced_cut(in_blocks(client, weighted_grid(20), 2), callback=seen.append, client=client, **options)
    assert seen[-1].value == (cut.cut_weight if objective == "cut" else cut.value) and seen[-1].fraction == 1


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


def test_one_task_reports_its_progress_and_ends_when_it_is_asked_to(client):
    """The effort "best" on this graph takes longer than the test."""
    W, seen = delaunay(3000), []
    options = {"effort": "best", "min_share": 0, "client": client}
    stopped = balanced_cut(in_blocks(client, W, 2), callback=lambda p: seen.append(p) or p.value < 1, **options)
    assert stopped.status == "stopped" and stopped.n_levels == 1 and {"search"} <= {p.phase for p in seen}
    assert stopped.value == pytest.approx(value(W, stopped.labels.compute(), 2))

    def interrupt(progress):
        if progress.value < 1:
            raise KeyboardInterrupt

    with pytest.raises(tvcut.CutInterrupted) as caught:
        balanced_cut(in_blocks(client, W, 2), callback=interrupt, **options)
    cut = caught.value.result
    assert cut.status == "stopped" and cut.value == pytest.approx(value(W, cut.labels.compute(), 2))
    assert balanced_cut(in_blocks(client, W, 2), time_limit=0.5, **options).status == "time_limit"


LOADED = []  # in the process of the test, as its workers are


def slow_rows(first, last):
    """Return rows of a grid after a while."""
    LOADED.append(first)
    time.sleep(0.2)
    return weighted_grid(40)[first:last]


def test_ctrl_c_ends_the_loading_of_blocks(client):
    def interrupt(progress):
        if LOADED:
            raise KeyboardInterrupt

    bounds = np.linspace(0, 1600, 101).astype(int)
    rows = [dask.delayed(slow_rows, pure=False)(lo, hi) for lo, hi in itertools.pairwise(bounds)]
    with pytest.raises(KeyboardInterrupt) as caught:
        balanced_cut(rows, callback=interrupt, client=client)
    time.sleep(1)
    count = len(LOADED)
    time.sleep(1)
    assert len(LOADED) == count and 0 < count < 100 and caught.value is not None  # whose traceback holds the futures


def test_tasks_that_are_kept_are_not_cancelled(client):
    session = _session.Session(client, lambda: None, lambda *event: None)
    kept, other = (session.submit(time.sleep, seconds) for seconds in (0.5, 0.6))
    session.cancel([kept])
    assert session.result(kept) is None and other.status == "cancelled"

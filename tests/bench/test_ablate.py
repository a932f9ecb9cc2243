"""The suites of small graphs, and changes of the plan for measurements."""

import numpy as np
import pytest
from scipy.sparse.csgraph import connected_components

import tvcut
from bench.ablate import SCALED, Ablation, changes, measure, planned, scaled
from bench.small_graphs import DEVELOPED_ON, LEAST, MOST, SET_ASIDE, SmallGraphs, make


@pytest.mark.parametrize("half, family", [*((0, f) for f in DEVELOPED_ON), *((1, f) for f in SET_ASIDE)])
def test_a_graph_is_what_it_says(half, family):
    W = make(half, family, 0)
    assert LEAST <= W.shape[0] <= MOST
    assert connected_components(W)[0] == 1
    assert (W != W.T).nnz == 0 and W.data.min() > 0 and W.diagonal().sum() == 0
    assert (make(half, family, 0) != W).nnz == 0


def test_a_plan_is_changed_within_the_block():
    W = make(0, DEVELOPED_ON[0], 1)
    usual = tvcut.balanced_cut(W, min_share=0)
    with planned("Starts.Least=1 Starts.Most=1"):
        assert len(tvcut.balanced_cut(W, min_share=0).start_values) == 2  # one try of each of two searches
    again = tvcut.balanced_cut(W, min_share=0)
    assert len(again.start_values) == len(usual.start_values) > 2
    with planned("Starts.Fewest=1"), pytest.raises(ValueError, match=r"^plan must be .*no such number"):
        tvcut.balanced_cut(W)


def test_every_change_of_the_plan_is_known():
    W = np.ones((6, 6))
    for change in changes().values():
        with planned(change):
            assert tvcut.balanced_cut(W).value == pytest.approx(3)
    assert scaled(("Starts.Least",), 2) == "Starts.Least=16"
    assert all(len(scaled(names, 2).split()) == len(names) for names in SCALED.values())
    with pytest.raises(ValueError, match=r"no number Starts\.Fewest"):
        scaled(("Starts.Fewest",), 2)


@pytest.mark.slow
def test_the_rows(capsys):
    graphs = [("a", make(0, DEVELOPED_ON[1], 0))]
    rows = measure(graphs, "")
    Ablation(1, None).add("nothing", ["a"], rows, rows)
    assert "| nothing | +0.00 | +0.00 | +0.00 | +0.00 | +0.00 |" in capsys.readouterr().out
    SmallGraphs(1, ["blobs"]).run("a command")
    assert "| blobs | " in capsys.readouterr().out

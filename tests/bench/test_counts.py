"""The sets of bench.counts, and its tables."""

import numpy as np
import pytest

from bench.classifiers import hdbscan
from bench.counts import OURS, PEERS, WITHOUT, Counts
from bench.labelled import sets


@pytest.mark.parametrize("name", WITHOUT)
def test_a_graph_without_clusters_has_one_class(name):
    data = WITHOUT[name](1)
    assert data.k == 1
    assert data.W.shape == (1000, 1000)
    assert (data.W != data.W.T).nnz == 0
    assert (WITHOUT[name](1).W != data.W).nnz == 0
    assert (WITHOUT[name](2).W != data.W).nnz > 0


def test_no_method_is_told_the_number():
    data = sets(["moons"])["moons"]("gaussian", None)
    data.y[:] = np.arange(len(data.y))  # as many classes as points
    assert len(np.unique(OURS[0].labels(data, 0))) == 2
    assert len(np.unique(hdbscan(data, 0))) == 2


def test_the_tables(capsys):
    counts = Counts(made={}, draws=1, ours=OURS[1:], peers=[peer for peer in PEERS if peer.name == "HDBSCAN"])
    counts.measure("moons", [sets(["moons"])["moons"]("gaussian", None)])
    counts.list_table("Adjusted mutual information × 100", 0, 1, {"sets": ["moons"]})
    counts.list_table("Number of parts", 1, 1, {"sets": ["moons"]})
    shown = capsys.readouterr().out
    assert "| moons | 2 | 100.0 | 100.0 |" in shown
    assert "| moons | 2 | 2.0 | 2.0 |" in shown
    assert "| **mean of the sets** |  | 100.0 | 100.0 |" in shown

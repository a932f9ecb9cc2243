"""bench.fill against elimination of dense matrices, bench.dissection's graphs and its command."""

from importlib.metadata import distributions

import numpy as np
import pytest
import scipy.sparse as sp

from bench import dissection, fill, metis_nodes
from tests import oracle
from tests.programs import python


def eliminated(W, order):
    """Return the entries of each column of the factor, by elimination of one vertex after the other."""
    A = (W != 0)[np.ix_(order, order)]
    counts = []
    for k in range(len(A)):
        below = np.flatnonzero(A[k + 1 :, k]) + k + 1
        counts.append(1 + len(below))
        A[np.ix_(below, below)] = True
    return np.array(counts)


def test_fill_of_matches_elimination():
    rng = np.random.default_rng(0)
    for n in (1, 2, 5, 12, 40):
        for density in (0.02, 0.2):
            W = oracle.random_graph(rng, n, density)
            order = rng.permutation(n)
            counts = eliminated(W, order)
            assert fill.fill_of(sp.csr_array(W), order) == (counts.sum(), (counts**2).sum())
    apart = sp.csr_array(sp.block_diag([np.ones((3, 3)), np.ones((2, 2))]))
    assert fill.fill_of(apart, np.array([4, 0, 2, 1, 3])).entries == 6 + 3
    with pytest.raises(ValueError, match="permutation"):
        fill.fill_of(apart, np.array([0, 1, 1, 2, 3]))


def test_bricks():
    W = dissection.bricks((3, 3), 2)
    assert W.shape == (18, 18) and (W != W.T).nnz == 0 and W.diagonal().sum() == 0
    assert W[[8]].nnz == 17 and W[[0]].nnz == 7  # the middle node with all others, a corner with the three of its box


def test_figures_of_a_separator_are_checked():
    W = sp.csr_array(np.eye(3, k=1) + np.eye(3, k=-1))
    assert dissection.separator(lambda: np.array([0, 2, 1]), W)[:2] == (1, 2 / 3 - 1)
    with pytest.raises(ValueError, match="joins"):
        dissection.separator(lambda: np.array([0, 1, 2]), W)


@pytest.mark.skipif(not any(distributions(name=metis_nodes.DISTRIBUTION)), reason="METIS is in the extra bench")
def test_command(tmp_path):
    file = tmp_path / "separators.md"
    python("-m", "bench.dissection", "--only", "grid 30", "--runs", "2", "--output", file)
    text = file.read_text()
    assert "| grid 30 | 900 |" in text and "of 1 graphs" in text

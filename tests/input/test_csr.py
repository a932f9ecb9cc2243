"""Graphs in compressed sparse rows are checked in blocks and not copied."""

import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from bench.graphs import grid_3d
from tvcut._input import csr
from tvcut._input.graph import as_problem

BLOCKS = (1, 2, 7, 2**20)


def of_types(A, data=np.float64, indices=np.int32, indptr=np.int64):
    """Return the same CSR array with arrays of the given types, which SciPy's constructor would make equal."""
    return csr.of_arrays(A.data.astype(data), A.indices.astype(indices), A.indptr.astype(indptr), A.shape)


def untidy(seed):
    """Return a random symmetric CSR array with unsorted rows, duplicates, loops, zeros and empty rows."""
    rng = np.random.default_rng(seed)
    n, m = int(rng.integers(2, 9)), int(rng.integers(0, 25))
    row, col, weight = rng.integers(n, size=m), rng.integers(n, size=m), rng.integers(0, 3, size=m)
    ends = np.concatenate((row, col)), np.concatenate((col, row))
    order = np.argsort(ends[0], kind="stable")
    indptr = np.concatenate(([0], np.cumsum(np.bincount(ends[0], minlength=n))))
    data = np.concatenate((weight, weight))[order].astype(np.float64)
    return csr.of_arrays(data, ends[1][order].astype(np.int32), indptr, (n, n))


@pytest.mark.parametrize("block", BLOCKS)
def test_untidy_arrays_become_canonical(monkeypatch, block):
    monkeypatch.setattr(csr, "BLOCK", block)
    for seed in range(200):
        A = untidy(seed)
        dense = A.toarray()
        np.fill_diagonal(dense, 0)
        expected = sp.csr_array(dense)
        graph = as_problem(A)
        np.testing.assert_array_equal(graph.indptr, expected.indptr)
        np.testing.assert_array_equal(graph.indices, expected.indices)
        np.testing.assert_array_equal(graph.data, expected.data)


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("at", [0, 3, 6, 7, 13])
def test_wrong_weights_are_found_in_every_block(monkeypatch, block, at):
    monkeypatch.setattr(csr, "BLOCK", block)
    A = sp.csr_array(np.ones((4, 4)))
    for weight, words in ((np.nan, "must be finite"), (-1, "must be >= 0")):
        A.data[:], A.data[at] = 1, weight
        with pytest.raises(ValueError, match=rf"W\[{at // 4}, {at % 4}\] = .*{words}"):
            as_problem(A)


@pytest.mark.parametrize("indptr", [np.int32, np.int64])
def test_canonical_arrays_are_not_copied(monkeypatch, indptr):
    monkeypatch.setattr(csr, "BLOCK", 2**12)
    A = of_types(grid_3d(40), indptr=indptr)
    A.data.flags.writeable = A.indices.flags.writeable = False
    tracemalloc.start()
    graph = as_problem(A)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert np.shares_memory(graph.data, A.data) and np.shares_memory(graph.indices, A.indices)
    assert peak < A.nnz + 20 * A.shape[0]  # the row starts are of int64


@pytest.mark.parametrize(("data", "indices", "room"), [(np.float32, np.int32, 8), (np.float64, np.int64, 4)])
def test_other_types_are_converted_once(monkeypatch, data, indices, room):
    monkeypatch.setattr(csr, "BLOCK", 2**12)
    A = of_types(grid_3d(40), data, indices)
    tracemalloc.start()
    as_problem(A)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < (room + 1) * A.nnz + 20 * A.shape[0]


def test_arrays_at_odd_addresses_give_the_same_cut():
    W = sp.csr_array(grid_3d(9))
    odd = [np.frombuffer(b"x" + array.tobytes(), array.dtype, offset=1) for array in (W.data, W.indices)]
    assert not odd[0].flags.aligned and not odd[1].flags.aligned
    expected, found = (tvcut.balanced_cut(A) for A in (W, csr.of_arrays(*odd, W.indptr, W.shape)))
    np.testing.assert_array_equal(found.labels, expected.labels)
    assert found.value == expected.value
    np.testing.assert_array_equal(found.strength.share, expected.strength.share)

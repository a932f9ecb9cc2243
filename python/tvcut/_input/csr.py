"""Compressed sparse rows in blocks of entries: the temporary arrays do not grow with the number of entries.

The arrays may be mapped from a file. No function writes to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

BLOCK = 2**18  # entries that are examined at once
Sparse: TypeAlias = Any  # a SciPy sparse array: SciPy has no types
Array: TypeAlias = npt.NDArray[Any]


class Found(NamedTuple):
    """What ``examine`` finds in the entries of a matrix."""

    ascending: bool = True  # whether the columns of each row ascend, so that there are no duplicates
    finite: bool = True  # whether all weights are finite
    negative: bool = False  # whether a weight is < 0
    idle: bool = False  # whether there are loops or zeros, which add nothing to any cut


class Block(NamedTuple):
    """Some entries that follow each other: their rows, of which the first is ``first``, columns and weights."""

    first: int
    row: Array
    col: Array
    weight: Array


def of_arrays(data: Array, indices: Array, indptr: Array, shape: tuple[int, int]) -> Sparse:
    """Return a CSR array of exactly these arrays. SciPy's constructor may copy indices, to the type of indptr."""
    A = sp.csr_array(shape, dtype=data.dtype)
    A.data, A.indices, A.indptr = data, indices, indptr
    return A


def blocks(A: Sparse) -> Iterator[Block]:
    """Yield the entries of a CSR array with valid index arrays."""
    indptr = A.indptr.astype(np.int64, copy=False)  # else searchsorted converts it for every block
    nnz = int(indptr[-1])
    for lo in range(0, nnz, BLOCK):
        hi = min(lo + BLOCK, nnz)
        first, last = (int(np.searchsorted(indptr, k, side="right")) - 1 for k in (lo, hi - 1))
        counts = np.diff(np.clip(indptr[first : last + 2], lo, hi))
        row = np.repeat(np.arange(first, last + 1), counts)
        yield Block(first, row, A.indices[lo:hi], A.data[lo:hi])


def examine(A: Sparse) -> Found:
    """Return what is unusual about the entries of a CSR array with valid index arrays."""
    ascending, finite, negative, idle = Found()
    row, col = -1, -1  # of the entry before the block
    for block in blocks(A):
        same = block.row[1:] == block.row[:-1]
        ascending = ascending and not (same & (block.col[1:] <= block.col[:-1])).any()
        ascending = ascending and (block.row[0] != row or bool(block.col[0] > col))
        row, col = block.row[-1], block.col[-1]
        finite = finite and bool(np.isfinite(block.weight).all())
        negative = negative or bool((block.weight < 0).any())
        idle = idle or not block.weight.all() or bool((block.row == block.col).any())
    return Found(ascending, finite, negative, idle)


def without_idle(A: Sparse) -> Sparse:
    """Return a copy of a CSR array without loops and zeros."""
    counts = np.zeros(A.shape[0] + 1, np.int64)
    for block in blocks(A):
        kept = np.bincount(block.row[_used(block)] - block.first)
        counts[block.first + 1 : block.first + 1 + len(kept)] += kept
    indptr = np.cumsum(counts)
    indices, data, end = np.empty(indptr[-1], np.int32), np.empty(indptr[-1], A.data.dtype), 0
    for block in blocks(A):
        used = _used(block)
        begin, end = end, end + int(used.sum())
        indices[begin:end], data[begin:end] = block.col[used], block.weight[used]
    return of_arrays(data, indices, indptr, A.shape)


def _used(block: Block) -> Array:
    used: Array = (block.row != block.col) & (block.weight != 0)
    return used


def rows(A: Sparse) -> Array:
    """Return the row of every stored entry of the CSR array A."""
    return np.repeat(np.arange(A.shape[0]), np.diff(A.indptr))


def values(A: Sparse, at: Sparse) -> npt.NDArray[np.float64]:
    """Return A[i, j] for every stored entry (i, j) of ``at``. A must store all of these entries."""
    A.sort_indices()
    at.sort_indices()
    n = A.shape[0]
    keys, wanted = (rows(B) * n + B.indices for B in (A, at))
    found: npt.NDArray[np.float64] = A.data[np.searchsorted(keys, wanted)]
    return found

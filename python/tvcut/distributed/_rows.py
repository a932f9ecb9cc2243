"""Blocks of CSR rows on the workers as blocks of the search, with the checks of balanced_cut."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import distributed
import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from dask.delayed import Delayed

from .._input.matrix import MAX_VERTICES, as_float
from ._block import Block, make_block
from ._exact import hashes
from ._session import Future, Session

Array = npt.NDArray[Any]
KINDS = (
    "a dask DataFrame with the columns u, v and optionally w or weight, or a list of futures or delayed objects, each "
    "a SciPy CSR array of rows or a pair (first_row, csr)"
)


def blocks_of_rows(session: Session, edges: Sequence[Any]) -> tuple[list[Future], Array]:
    """Return the blocks of a list of futures or delayed objects in the order of their rows, and their bounds."""
    for i, value in enumerate(edges):
        if not isinstance(value, (distributed.Future, Delayed)):
            raise TypeError(f"edges must be {KINDS}, got an object of type {type(value).__qualname__} in edges[{i}]")
    if not edges:
        raise ValueError(f"edges must be {KINDS}, got an empty list")
    given = [session.compute(value) if isinstance(value, Delayed) else value for value in edges]
    shapes = session.result([session.submit(shape_of, value, i) for i, value in enumerate(given)])
    width = shapes[0][2]
    at = 0
    firsts = []
    for i, (first, height, columns) in enumerate(shapes):
        if columns != width:
            raise ValueError(f"edges[{i}] must have all {width} columns, as edges[0] has, got {columns}")
        firsts.append(at if first is None else first)
        at = firsts[-1] + height
    order = sorted(range(len(given)), key=lambda i: (firsts[i], shapes[i][1]))
    _check_cover(order, firsts, shapes, width)
    kept = [i for i in order if shapes[i][1]]
    blocks = [session.submit(read_rows, given[i], i, firsts[i], width) for i in kept]
    return blocks, np.array([firsts[i] for i in kept] + [width], np.int64)


def _check_cover(order: list[int], firsts: list[int], shapes: list[Any], width: int) -> None:
    """Raise ValueError unless the blocks have every row once."""
    if not 2 <= width <= MAX_VERTICES:
        raise ValueError(f"edges must have from 2 to {MAX_VERTICES} columns, one for each vertex, got {width}")
    row = 0
    for i in order:
        if firsts[i] != row:
            what = f"edges[{i}] begins with row {firsts[i]}"
            raise ValueError(f"the blocks in edges must have every row once, but {what} where row {row} follows")
        row += shapes[i][1]
    if row != width:
        raise ValueError(f"the blocks in edges must have {width} rows, as many as columns, got {row}")


def shape_of(value: Any, number: int) -> tuple[int | None, int, int]:
    """Return the first row, None if it is not given, and the shape of a block."""
    first, A = _pair(value, number)
    if not sp.issparse(A) or A.format != "csr":
        kind = f"{type(A).__module__}.{type(A).__qualname__}"
        raise TypeError(f"edges[{number}] must be a SciPy CSR array or a pair (first_row, csr), got {kind}")
    if A.dtype.kind not in "biuf":
        raise TypeError(f"edges[{number}] must be real numbers, got dtype {A.dtype}; convert it, for example to float")
    return first, int(A.shape[0]), int(A.shape[1])


def _pair(value: Any, number: int) -> tuple[int | None, Any]:
    if not isinstance(value, (tuple, list)):
        return None, value
    if len(value) != 2 or isinstance(value[0], bool) or not isinstance(value[0], (int, np.integer)):
        raise TypeError(f"edges[{number}] must be a pair (first_row, csr), with an integer, got {type(value[0])}")
    return int(value[0]), value[1]


def read_rows(value: Any, number: int, first: int, n: int) -> Block:
    """Return the block of CSR rows: sorted, duplicates summed, without the diagonal and without zeros."""
    A = _pair(value, number)[1]
    indptr, indices = np.asarray(A.indptr), np.asarray(A.indices)
    if len(indptr) != A.shape[0] + 1 or indptr[0] != 0 or (np.diff(indptr) < 0).any() or indptr[-1] > len(indices):
        raise ValueError(f"edges[{number}].indptr must rise from 0 to the number of entries, one step for each row")
    data = as_float(np.asarray(A.data)[: indptr[-1]])
    row = np.repeat(np.arange(A.shape[0]), np.diff(indptr))
    col = indices[: indptr[-1]].astype(np.int64)
    problems = [
        ((col < 0) | (col >= n), "the column index must be within the shape of W"),
        (~np.isfinite(data), "weights must be finite, but W contains NaN or inf; replace it, for example by 0"),
        (data < 0, "Negative values in data passed as W; weights must be >= 0"),
    ]
    for bad, problem in problems:
        if bad.any():
            e = int(bad.argmax())
            raise ValueError(f"edges[{number}], W[{first + row[e]}, {col[e]}] = {data[e]}: {problem}")
    keep = (col != first + row) & (data != 0)
    return canonical(first, A.shape[0], n, row[keep], col[keep], data[keep])


def canonical(first: int, height: int, n: int, row: Array, col: Array, data: Array, entry: str = "W[{}, {}]") -> Block:
    """Return the block of entries. Duplicates are added in the order of their weights, which no division changes.

    ``entry`` is what an error calls the entry with two numbers.
    """
    order = np.lexsort((data, col, row)) if not _ascending(row, col) else slice(None)
    row, col, data = row[order], col[order], data[order]
    new = np.r_[True, (row[1:] != row[:-1]) | (col[1:] != col[:-1])] if len(row) else np.zeros(0, bool)
    with np.errstate(over="ignore"):
        total = np.bincount(np.cumsum(new) - 1, data, int(new.sum())) if not new.all() else data
    if not np.isfinite(total).all():
        e = int((~np.isfinite(total)).argmax())
        place = entry.format(first + row[new][e], col[new][e])
        raise ValueError(f"{place}: the sum of duplicates must be finite; divide all weights by the largest one")
    indptr = np.concatenate(([0], np.cumsum(np.bincount(row[new], minlength=height))))
    return make_block(first, sp.csr_array((total, col[new], indptr), shape=(height, n)))


def _ascending(row: Array, col: Array) -> bool:
    return bool(((row[1:] > row[:-1]) | (row[1:] == row[:-1]) & (col[1:] > col[:-1])).all())


def signature(block: Block) -> int:
    """Return Σ_i (y_i (Hx)_i − x_i (Hy)_i) over the rows modulo 2⁶⁴, for hashes x and y of the vertices and H of W.

    The sum over all blocks is 0 for a symmetric W, and else only by chance, with a probability below 2⁻⁴⁰.
    """
    h, total = _hashed(block), 0
    for own, other, sign in ((2, 1, 1), (1, 2, -1)):
        sums = _row_sums(block, h * hashes(block.columns, other)[block.indices])
        total += sign * int((hashes(block.vertices, own) * sums).sum(dtype=np.uint64))
    return total


def _hashed(block: Block) -> Array:
    """Return a hash of the weight of every entry."""
    bits = block.data.view(np.uint64)
    hashed: Array = (bits ^ (bits >> np.uint64(32))) * np.uint64(0xBF58476D1CE4E5B9)
    return hashed


def _row_sums(block: Block, numbers: Array) -> Array:
    """Return the sum of the numbers of the entries of each row, modulo 2⁶⁴."""
    sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(numbers, dtype=np.uint64)))
    return sums[block.indptr[1:]] - sums[block.indptr[:-1]]


def check_symmetry(session: Session, blocks: list[Future], n: int) -> None:
    """Raise ValueError naming an entry if w_ij != w_ji for some i and j."""
    if sum(session.result(session.each(signature, blocks))) % 2**64 == 0:
        return
    signs = session.each(signs_of_vertices, blocks, n)
    vertex = session.result(session.submit(first_difference, signs))
    raise ValueError(
        f"W must be symmetric, but row {vertex} differs from column {vertex}; pass (W + W.T) / 2, or W + W.T "
        "if W holds one triangle only"
    )


def signs_of_vertices(block: Block, n: int) -> Array:
    """Return what the rows add to Hx − Hᵀx, modulo 2⁶⁴."""
    h, signs = _hashed(block), np.zeros(n, np.uint64)
    signs[block.vertices] = _row_sums(block, h * hashes(block.columns, 1)[block.indices])
    np.subtract.at(signs, block.columns[block.indices], h * hashes(block.vertices, 1)[block.rows])
    return signs


def first_difference(signs: Sequence[Array]) -> int:
    """Return the first vertex whose row differs from its column."""
    return int(np.flatnonzero(np.sum(signs, axis=0, dtype=np.uint64))[0])

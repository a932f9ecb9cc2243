"""What tvcut accepts, and what it refuses before any work: each refusal names the entry and the remedy."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NoReturn, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from ._problem import Problem

Sparse: TypeAlias = Any  # a SciPy sparse matrix or array: SciPy has no types


class SupportsCSR(Protocol):
    """What all SciPy sparse matrices and arrays have in common."""

    def tocsr(self, copy: bool = False) -> Any: ...


Weights: TypeAlias = npt.ArrayLike | SupportsCSR

SYMMETRY_TOLERANCE = 1e-10  # relative; differences below it are rounding, and averaged away
MAX_VERTICES = 2**31 - 1


def as_graph(W: Weights) -> Problem:
    """Return W in canonical compressed sparse rows, without the diagonal.

    Whether W is symmetric is left to the core, which looks anyway; where it says no, ``symmetric`` decides.

    W is a SciPy sparse matrix or array of any format, or anything ``np.asarray`` makes a square matrix
    of. It is never modified, and its own arrays are returned where they already fit.

    Raises TypeError for what is not a real matrix, ValueError for a matrix that is no graph for other reasons.
    """
    if W is None:
        raise TypeError("W is None; give a square matrix of weights")
    A = _from_sparse(W) if sp.issparse(W) else _from_dense(W)
    A = _canonical(A)
    _refuse_values(A)
    A = _without_diagonal(A)
    with np.errstate(over="ignore"):
        total = A.data.sum()
    if not math.isfinite(total):
        raise ValueError(f"the weights of W sum to {total}; divide W by its largest entry")
    return _problem(A)


def _problem(A: Sparse) -> Problem:
    arrays = ((A.indptr, np.int64), (A.indices, np.int32), (A.data, np.float64))
    return Problem(*(np.require(array, dtype, ["C_CONTIGUOUS", "ALIGNED"]) for array, dtype in arrays))


def _refuse_shape(shape: tuple[int, ...]) -> None:
    if len(shape) != 2:
        raise ValueError(f"W has {len(shape)} dimension(s); give a square matrix of shape (n, n)")
    n, m = shape
    if n != m:
        raise ValueError(f"W has shape {shape}; give a square matrix of shape (n, n)")
    if n < 2:
        raise ValueError(f"W has shape {shape}: {n} sample(s) cannot be cut; a minimum of 2 is required")
    if n > MAX_VERTICES:
        raise ValueError(f"W has {n} vertices; at most {MAX_VERTICES} are supported")


def _refuse_dtype(dtype: np.dtype[Any]) -> None:
    if dtype.kind == "c":
        raise ValueError(f"Complex data not supported: W has dtype {dtype}; take its real part or modulus")
    if dtype.kind not in "biuf":
        raise TypeError(f"W has dtype {dtype}; give real numbers, for example W.astype(float)")


def as_float(data: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Return numbers as float64."""
    with np.errstate(over="ignore"):  # a longdouble too large for float64 becomes inf, and is refused as such
        return data.astype(np.float64, copy=False)


def _refuse(A: Sparse, k: int, problem: str) -> NoReturn:
    """Raise ValueError naming the k-th stored entry of the CSR array A."""
    row = int(np.searchsorted(A.indptr, k, side="right")) - 1
    raise ValueError(f"W[{row}, {A.indices[k]}] = {A.data[k]}: {problem}")


def _from_dense(W: Any) -> Sparse:
    if isinstance(W, np.ma.MaskedArray):
        raise TypeError("W is a masked array; say what the masked entries are, for example W.filled(0)")
    try:
        A = np.asarray(W)
    except ValueError as error:
        raise ValueError(f"W is not a matrix ({error}); give a square array of numbers") from None
    _refuse_dtype(A.dtype)
    _refuse_shape(A.shape)
    return sp.csr_array(as_float(A))


def _from_sparse(W: Sparse) -> Sparse:
    """Return W as a CSR array of float64. Index arrays are checked before other code walks along them."""
    _refuse_dtype(W.dtype)
    _refuse_shape(W.shape)
    if W.format in ("csr", "csc", "bsr"):
        _refuse_structure(W)
    elif W.format == "lil":
        for i in range(W.shape[0]):
            _refuse_lil_row(W, i)
    if W.format == "csr":
        used = W.indptr[-1]  # the arrays may be longer than what they hold
        return sp.csr_array((as_float(W.data[:used]), W.indices[:used], W.indptr), shape=W.shape)
    C = W.tocoo()
    for axis, index, size in (("row", C.row, W.shape[0]), ("column", C.col, W.shape[1])):
        _refuse_index(index, size, axis, lambda k: (int(C.row[k]), int(C.col[k]), C.data[k]))
    data = as_float(C.data)  # before duplicates are summed: small integers would wrap around
    A = sp.coo_array((data, (C.row, C.col)), shape=W.shape).tocsr()
    _refuse_overflow(A, data)
    return A


def _refuse_structure(W: Sparse) -> None:
    """Refuse compressed formats whose index arrays would make other code read outside its memory."""
    height, width = W.blocksize if W.format == "bsr" else (1, 1)
    major, minor = W.shape[0] // height, W.shape[1] // width
    indptr, indices = np.asarray(W.indptr), np.asarray(W.indices)
    if indptr.dtype.kind not in "iu" or indices.dtype.kind not in "iu":
        raise TypeError(f"W.indptr and W.indices have dtypes {indptr.dtype} and {indices.dtype}; they must be integers")
    if len(indptr) != major + 1 or indptr[0] != 0:
        length, first = len(indptr), indptr[:1]
        raise ValueError(f"W.indptr has length {length} and starts at {first}; give {major + 1} row starts from 0")
    falls = np.flatnonzero(indptr[1:] < indptr[:-1])
    if falls.size:
        i = int(falls[0])
        below = f"W.indptr[{i + 1}] = {indptr[i + 1]} is below W.indptr[{i}] = {indptr[i]}"
        raise ValueError(f"{below}; it must not decrease")
    stored = min(len(indices), len(W.data))
    if indptr[-1] > stored:
        raise ValueError(f"W.indptr ends at {indptr[-1]}, but only {stored} entries are stored")

    def entry(k: int) -> tuple[Any, Any, Any]:
        pair = (height * (int(np.searchsorted(indptr, k, side="right")) - 1), width * int(indices[k]))
        return (*(pair[::-1] if W.format == "csc" else pair), W.data[k])

    _refuse_index(indices[: indptr[-1]], minor, "row" if W.format == "csc" else "column", entry)


def _refuse_index(index: npt.NDArray[Any], size: int, axis: str, entry: Callable[[int], Sequence[Any]]) -> None:
    if index.size and (index.min() < 0 or index.max() >= size):
        row, col, value = entry(int(np.flatnonzero((index < 0) | (index >= size))[0]))
        raise ValueError(f"W[{row}, {col}] = {value}: {axis} index outside W; every index must lie within W")


def _refuse_lil_row(W: Sparse, i: int) -> None:
    columns = W.rows[i]
    _refuse_index(np.array(columns, np.int64), W.shape[1], "column", lambda k: (i, columns[k], W.data[i][k]))


def _canonical(A: Sparse) -> Sparse:
    """Return A with rows sorted and duplicates summed, as a copy unless it already is so."""
    ascending = np.diff(A.indices) > 0
    starts = A.indptr[1:-1]
    ascending[starts[(starts > 0) & (starts < len(A.indices))] - 1] = True  # a new row may start lower
    if ascending.all():
        return A
    _refuse_not_finite(A)  # before +inf and −inf add up to something else
    A, terms = A.copy(), A.data
    A.has_sorted_indices = A.has_canonical_format = False
    with np.errstate(over="ignore"):
        A.sum_duplicates()
    _refuse_overflow(A, terms)
    return A


def _refuse_overflow(A: Sparse, terms: npt.NDArray[np.float64]) -> None:
    """Refuse sums of duplicates that are infinite though the terms were finite."""
    overflow = np.flatnonzero(np.isinf(A.data))
    if overflow.size and np.isfinite(terms).all():
        _refuse(A, int(overflow[0]), "duplicate entries sum to infinity; divide W by its largest entry")


def _refuse_not_finite(A: Sparse) -> None:
    bad = np.flatnonzero(~np.isfinite(A.data))
    if bad.size:
        _refuse(A, int(bad[0]), "weights must be finite; W contains NaN or inf, replace it (for example np.nan_to_num)")


def _refuse_values(A: Sparse) -> None:
    _refuse_not_finite(A)
    if A.nnz and A.data.min() < 0:
        k = int(np.flatnonzero(A.data < 0)[0])
        _refuse(A, k, "Negative values in data passed as W; weights are similarities and must be >= 0")


def _without_diagonal(A: Sparse) -> Sparse:
    """Return A without self-loops and explicit zeros, neither of which is cut by any cut."""
    if A.data.all() and not A.diagonal().any():
        return A
    rows = _rows(A)
    keep = (rows != A.indices) & (A.data != 0)
    counts = np.bincount(rows[keep], minlength=A.shape[0])
    indptr = np.concatenate(([0], np.cumsum(counts)))
    return sp.csr_array((A.data[keep], A.indices[keep], indptr), shape=A.shape)


def symmetric(problem: Problem) -> Problem:
    """Return the problem with (A + Aᵀ)/2 in place of its graph A; refuse an A that is not symmetric to rounding."""
    A = sp.csr_array((problem.data, problem.indices, problem.indptr), shape=(problem.n, problem.n))
    T = A.T.tocsr()
    D = abs(A - T)
    larger = _values(A.maximum(T).tocsr(), D)
    bad = np.flatnonzero(D.data > SYMMETRY_TOLERANCE * larger)
    if not bad.size:
        S = (A / 2 + T / 2).tocsr()
        S.sort_indices()
        mean = _problem(S)
        return replace(problem, indptr=mean.indptr, indices=mean.indices, data=mean.data)
    i, j = int(_rows(D)[bad[0]]), int(D.indices[bad[0]])
    remedy = "symmetrize it, for example (W + W.T) / 2"
    if A.astype(bool).multiply(T.astype(bool)).nnz == 0:
        remedy = "only one triangle is stored, pass W + W.T"
    raise ValueError(f"W is not symmetric: W[{i}, {j}] = {A[i, j]} but W[{j}, {i}] = {A[j, i]}; {remedy}")


def _rows(A: Sparse) -> npt.NDArray[Any]:
    """Return the row of every stored entry of the CSR array A."""
    return np.repeat(np.arange(A.shape[0]), np.diff(A.indptr))


def _values(A: Sparse, at: Sparse) -> npt.NDArray[np.float64]:
    """Return A[i, j] for every stored entry (i, j) of ``at``, all of which are stored in A."""
    A.sort_indices()
    at.sort_indices()
    n = A.shape[0]
    keys, wanted = (_rows(B) * n + B.indices for B in (A, at))
    values: npt.NDArray[np.float64] = A.data[np.searchsorted(keys, wanted)]
    return values

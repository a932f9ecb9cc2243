"""Convert a matrix to compressed sparse rows and check it. Each error names the first wrong entry and the remedy."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from .csr import Found, Sparse, examine, of_arrays, rows, values
from .graph_name import about_graph, w

SYMMETRY_TOLERANCE = 1e-10  # relative; smaller differences are taken for rounding and averaged
MAX_VERTICES = 2**31 - 1
SIGNS = (  # the remedy for negative weights
    "; take absolute values if the sign says nothing about how close two vertices are; otherwise leave out the weights "
    "< 0, or all below a threshold >= 0, and cut the graph of the negative ones by itself if it is of interest"
)
KINDS = (
    "a square matrix of SciPy or NumPy, a graph of networkx or igraph, a pandas DataFrame of edges, an AnnData, or an "
    "object with an edge_index"
)


def checked_matrix(W: Any, least: int) -> tuple[Sparse, bool]:
    """Return a matrix in canonical compressed sparse rows of float64, and whether it has loops or zeros.

    Raises TypeError if W is not a real matrix, and ValueError if it is a matrix but not a graph.
    """
    A = _from_sparse(W, least) if sp.issparse(W) else _from_dense(W, least)
    found = examine(A)
    if not found.ascending:
        A = _summed(A)
        found = examine(A)
    _check_values(A, found)
    return A, found.idle


def check_total(A: Sparse) -> None:
    """Raise ValueError if the sum of the weights is not finite."""
    with np.errstate(over="ignore"):
        total = A.data.sum()
    if not math.isfinite(total):
        remedy = f"divide {w()} by its largest entry"
        raise about_graph(f"the sum of the weights in {w()} must be finite, got {total}; {remedy}")


def _check_shape(shape: tuple[int, ...], least: int) -> None:
    if len(shape) != 2:
        raise about_graph(f"{w()} must be a square matrix of shape (n, n), got {len(shape)} dimension(s)")
    n, m = shape
    if n != m:
        raise about_graph(f"{w()} must be a square matrix of shape (n, n), got shape {shape}")
    if n < least:
        want = "2 vertices, got {}; a smaller graph is one part as it is" if least > 1 else "one vertex, got {}"
        raise about_graph(f"{w()} must have at least {want.format(n)}")
    if n > MAX_VERTICES:
        raise about_graph(f"{w()} must have at most {MAX_VERTICES} vertices, got {n}")


def _check_dtype(dtype: np.dtype[Any]) -> None:
    if dtype.kind == "c":
        raise about_graph(f"Complex data not supported: {w()} must be real, got dtype {dtype}; take its real part")
    if dtype.kind not in "biuf":
        raise TypeError(f"{w()} must be real numbers, got dtype {dtype}; convert it, for example {w()}.astype(float)")


def as_float(data: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Return numbers as float64."""
    with np.errstate(over="ignore"):  # a longdouble too large for float64 becomes inf, which is an error later
        return data.astype(np.float64, copy=False)


def _raise_entry(A: Sparse, k: int, problem: str) -> NoReturn:
    """Raise ValueError naming the k-th stored entry of the CSR array A."""
    row = int(np.searchsorted(A.indptr, k, side="right")) - 1
    raise about_graph(f"{w()}[{row}, {A.indices[k]}] = {A.data[k]}: {problem}", (row, int(A.indices[k])))


def refuse_masked(name: str, given: Any, fill: int | str) -> None:
    """Raise TypeError if an argument is a masked array: what NumPy converts it to has no mask."""
    if isinstance(given, np.ma.MaskedArray):
        raise TypeError(
            f"{name} must not be a masked array; fill its masked entries, for example {name}.filled({fill!r})"
        )


def _from_dense(W: Any, least: int) -> Sparse:
    refuse_masked(w(), W, 0)
    try:
        A = np.asarray(W)
    except ValueError as error:
        raise about_graph(f"{w()} must be a square array of numbers, got what NumPy cannot convert: {error}") from None
    if A.dtype == object and A.ndim < 2:
        raise TypeError(f"{w()} must be {KINDS}, got an object of type {type(W).__module__}.{type(W).__qualname__}")
    _check_dtype(A.dtype)
    _check_shape(A.shape, least)
    return sp.csr_array(as_float(A))


def _from_sparse(W: Sparse, least: int) -> Sparse:
    """Return W as a CSR array of float64. Index arrays are checked before any code follows them."""
    _check_dtype(W.dtype)
    _check_shape(W.shape, least)
    if W.format in ("csr", "csc", "bsr"):
        check_structure(W)
    elif W.format == "lil":
        for i in range(W.shape[0]):
            _check_lil_row(W, i)
    if W.format == "csr":
        used = W.indptr[-1]  # the arrays may be longer than the number of entries
        return of_arrays(as_float(W.data[:used]), W.indices[:used], W.indptr, W.shape)
    C = W.tocoo()
    for axis, index, size in (("row", C.row, W.shape[0]), ("column", C.col, W.shape[1])):
        _check_index(index, size, axis, lambda k: (int(C.row[k]), int(C.col[k]), C.data[k]))
    data = as_float(C.data)  # before duplicates are summed: small integers would wrap around
    A = sp.coo_array((data, (C.row, C.col)), shape=W.shape).tocsr()
    _check_overflow(A, data)
    return A


def check_structure(W: Sparse) -> None:
    """Raise an error if the index arrays of a compressed format would make other code read outside its memory."""
    height, width = W.blocksize if W.format == "bsr" else (1, 1)
    major, minor = W.shape[0] // height, W.shape[1] // width
    indptr, indices = np.asarray(W.indptr), np.asarray(W.indices)
    if indptr.dtype.kind not in "iu" or indices.dtype.kind not in "iu":
        dtypes = f"{indptr.dtype} and {indices.dtype}"
        raise TypeError(f"{w()}.indptr and {w()}.indices must be integers, got dtypes {dtypes}")
    if len(indptr) != major + 1:
        raise about_graph(f"{w()}.indptr must have length {major + 1}, got {len(indptr)}")
    if indptr[0] != 0:
        raise about_graph(f"{w()}.indptr[0] must be 0, got {indptr[0]}")
    falls = np.flatnonzero(indptr[1:] < indptr[:-1])
    if falls.size:
        i = int(falls[0])
        pair = f"{w()}.indptr[{i}] = {indptr[i]} and {w()}.indptr[{i + 1}] = {indptr[i + 1]}"
        raise about_graph(f"{w()}.indptr must not decrease, got {pair}")
    stored = min(len(indices), len(W.data))
    if indptr[-1] > stored:
        raise about_graph(f"{w()}.indptr[{major}] must be at most {stored}, the number of entries, got {indptr[-1]}")

    def entry(k: int) -> tuple[Any, Any, Any]:
        pair = (height * (int(np.searchsorted(indptr, k, side="right")) - 1), width * int(indices[k]))
        return (*(pair[::-1] if W.format == "csc" else pair), W.data[k])

    _check_index(indices[: indptr[-1]], minor, "row" if W.format == "csc" else "column", entry)


def _check_index(index: npt.NDArray[Any], size: int, axis: str, entry: Callable[[int], Sequence[Any]]) -> None:
    if index.size and (index.min() < 0 or index.max() >= size):
        row, col, value = entry(int(np.flatnonzero((index < 0) | (index >= size))[0]))
        problem = f"the {axis} index must be within the shape of {w()}"
        raise about_graph(f"{w()}[{row}, {col}] = {value}: {problem}", (row, col))


def _check_lil_row(W: Sparse, i: int) -> None:
    columns = W.rows[i]
    _check_index(np.array(columns, np.int64), W.shape[1], "column", lambda k: (i, columns[k], W.data[i][k]))


def _summed(A: Sparse) -> Sparse:
    """Return a copy of A with sorted rows and summed duplicates."""
    _check_finite(A)  # before summing, since inf − inf is NaN
    terms, A = A.data, sp.csr_array((A.data, A.indices, A.indptr), shape=A.shape, copy=True)
    A.has_sorted_indices = A.has_canonical_format = False
    with np.errstate(over="ignore"):
        A.sum_duplicates()
    _check_overflow(A, terms)
    return A


def _check_overflow(A: Sparse, terms: npt.NDArray[np.float64]) -> None:
    """Raise an error if finite duplicates have an infinite sum."""
    overflow = np.flatnonzero(np.isinf(A.data))
    if overflow.size and np.isfinite(terms).all():
        remedy = f"divide {w()} by its largest entry"
        _raise_entry(A, int(overflow[0]), f"the sum of duplicate entries must be finite; {remedy}")


def _check_finite(A: Sparse) -> None:
    bad = np.flatnonzero(~np.isfinite(A.data))
    if bad.size:
        problem = f"weights must be finite, but {w()} contains NaN or inf; replace it, for example by 0"
        _raise_entry(A, int(bad[0]), problem)


def _check_values(A: Sparse, found: Found) -> None:
    if not found.finite:
        _check_finite(A)
    if found.negative:
        k = int(np.flatnonzero(A.data < 0)[0])
        _raise_entry(A, k, f"Negative values in data passed as {w()}; weights must be >= 0{SIGNS}")


def symmetric_matrix(A: Sparse) -> Sparse:
    """Return (A + Aᵀ)/2 for a CSR array A. Raise ValueError if A and Aᵀ differ by more than rounding."""
    T = A.T.tocsr()
    D = abs(A - T)
    larger = values(A.maximum(T).tocsr(), D)
    bad = np.flatnonzero(D.data > SYMMETRY_TOLERANCE * larger)
    if not bad.size:
        S = (A / 2 + T / 2).tocsr()
        S.sort_indices()
        return S
    i, j = int(rows(D)[bad[0]]), int(D.indices[bad[0]])
    remedy = f"symmetrize it, for example ({w()} + {w()}.T) / 2"
    if A.astype(bool).multiply(T.astype(bool)).nnz == 0:
        remedy = f"{w()} holds one triangle only, so pass {w()} + {w()}.T"
    pair = f"{w()}[{i}, {j}] = {A[i, j]} and {w()}[{j}, {i}] = {A[j, i]}"
    raise about_graph(f"{w()} must be symmetric, got {pair}; {remedy}", (i, j))

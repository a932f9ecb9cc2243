"""Matrices in Matrix Market format, by SciPy's reader behind checks of the declared sizes."""

from __future__ import annotations

import io
import re
from typing import Any

import numpy as np
import scipy.io
import scipy.sparse as sp

from .entries import Entries, Floats, from_sparse
from .error import GraphFileError, check_vertices

_SHORTEST = {"coordinate": 4, "array": 2}  # bytes of the shortest line of an entry: "1 1\n" and "1\n"
_FIELDS = ("real", "double", "integer", "unsigned-integer", "pattern")


def read(data: bytes) -> Entries:
    """Return the entries of a Matrix Market file."""
    layout = _checked(data)
    try:
        A = scipy.io.mmread(io.BytesIO(data))
    except (ValueError, OverflowError, TypeError, RuntimeError, UnicodeDecodeError) as error:
        found = re.match(r"Line (\d+): (.*)", str(error), re.S)
        line, problem = (int(found[1]), found[2]) if found else (None, str(error))
        raise GraphFileError(f"the file is not in Matrix Market format: {problem}", line) from None
    return from_sparse(sp.coo_array(A) if layout == "array" else A)


def _checked(data: bytes) -> str:
    """Check the banner and the declared sizes against the length of the file, and return the layout."""
    end = data.find(b"\n")
    words = data[: end if end >= 0 else len(data)].decode("latin-1").lower().split()
    if len(words) != 5 or words[1] != "matrix" or words[2] not in _SHORTEST:
        raise GraphFileError("the first line must be '%%MatrixMarket matrix coordinate|array FIELD SYMMETRY'", 1)
    if words[3] not in _FIELDS:
        raise GraphFileError(f"weights must be real numbers, got the field {words[3]!r}; take the real part", 1)
    if words[4] not in ("general", "symmetric"):
        raise GraphFileError(f"the symmetry must be general or symmetric, got {words[4]!r}", 1)
    number, begin = 2, end + 1
    while (stop := data.find(b"\n", begin)) >= 0 and data[begin:stop].lstrip()[:1] in (b"%", b""):
        number, begin = number + 1, stop + 1
    sizes = data[begin : stop if stop >= 0 else len(data)].split() if end >= 0 else []
    if len(sizes) != (3 if words[2] == "coordinate" else 2) or not all(re.fullmatch(rb"\d{1,18}", s) for s in sizes):
        raise GraphFileError("the line of sizes must hold the numbers of rows, columns and entries", number)
    rows, columns = int(sizes[0]), int(sizes[1])
    if rows != columns:
        raise GraphFileError(f"the matrix of a graph must be square, got {rows} x {columns}", number)
    entries = int(sizes[2]) if words[2] == "coordinate" else rows * (rows - 1) // 2
    room = (len(data) - max(stop, 0) + 1) // _SHORTEST[words[2]]
    if entries > room:
        raise GraphFileError(f"{entries} entries are declared, but the file has room for {room} at most", number)
    check_vertices(rows, entries, number)
    return words[2]


def write(W: Any, names: list[str] | None, vertex_weight: Floats | None) -> bytes:
    """Return the file of a graph: the lower triangle of a symmetric matrix."""
    if names is not None or vertex_weight is not None:
        what = "names" if names is not None else "weights"
        raise GraphFileError(f"the Matrix Market format has no {what} of vertices; leave them out")
    C = W.tocoo()
    if (W != W.T).nnz == 0:
        lower = C.row >= C.col
        C = sp.coo_array((C.data[lower], (C.row[lower], C.col[lower])), shape=C.shape)
        symmetry = "symmetric"
    else:
        symmetry = "general"
    integers = bool(((C.data == np.floor(C.data)) & (np.abs(C.data) < 2**53)).all())
    head = f"%%MatrixMarket matrix coordinate {'integer' if integers else 'real'} {symmetry}\n"
    weights = C.data.astype(np.int64).tolist() if integers else map(repr, C.data.tolist())
    columns = zip((C.row + 1).tolist(), (C.col + 1).tolist(), weights, strict=True)
    body = "".join(f"{i} {j} {w}\n" for i, j, w in columns)
    return f"{head}{C.shape[0]} {C.shape[0]} {C.nnz}\n{body}".encode()

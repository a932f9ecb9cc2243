"""Matrices in Matrix Market format: coordinate or array; real, integer or pattern; general or symmetric.

SciPy's reader is not used, as it can end the process with a segmentation fault on damaged files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import scipy.sparse as sp

from .._input.entries import Entries, Floats
from .._input.error import About, GraphFileError, check_vertices
from .column import Column
from .source import Source
from .table import Lines, first_line, line_blocks, numbers

_BANNER = 2**12  # bytes that hold the first line
_FIELDS = ("real", "double", "integer", "unsigned-integer", "pattern")


@dataclass(frozen=True)
class Header:
    """The banner and the line of sizes: the layout, what an entry holds, and how many entries there are."""

    dense: bool
    pattern: bool
    symmetric: bool
    n: int
    entries: int

    @property
    def columns(self) -> int:
        """How many numbers the line of an entry holds."""
        return 1 if self.dense else 3 - self.pattern


def read(source: Source) -> Entries:
    """Return the entries of a Matrix Market file, which is read in blocks of lines."""
    banner = source.head(_BANNER).partition(b"\n")[0]
    blocks = _after_banner(line_blocks(source, b"%", blank=False))
    lines, place = next(blocks, ([], range(0)))
    if not lines:
        raise GraphFileError("the line of sizes is missing: the numbers of rows, columns and entries")
    top, line = _header(banner, lines[0], place[0]), place[0]
    columns, fault, count = _columns(top), None, 0
    for block in chain([(lines[1:], place[1:])], blocks):
        count += len(block[0])
        if fault is None and count <= top.entries:
            try:
                _append(columns, top, *block)
            except GraphFileError as error:  # a wrong number of lines is reported first
                fault = error
    if count != top.entries:
        raise GraphFileError(f"{top.entries} entries are declared, but {count} lines follow", line)
    if fault is not None:
        raise fault
    weight, *ends = (column.array() for column in columns)
    row, col = _dense(top) if top.dense else ends
    if top.symmetric:
        row, col, weight = _both(row, col, weight)
    return Entries(top.n, row, col, weight)


def _after_banner(blocks: Iterable[Lines]) -> Iterator[Lines]:
    """Yield the blocks without the first line of the file."""
    for lines, place in blocks:
        skip = int(place[0] == 1)
        if lines[skip:]:
            yield lines[skip:], place[skip:]


def _columns(top: Header) -> tuple[Column, ...]:
    """Return the columns for the weights and, in a coordinate file, for the rows and columns of the entries."""
    return (Column(np.float64),) if top.dense else (Column(np.float64), Column(np.int32), Column(np.int32))


def _append(columns: tuple[Column, ...], top: Header, lines: list[bytes], place: Sequence[int]) -> None:
    """Add the entries of some lines, or raise GraphFileError."""
    table = numbers(lines, place)
    odd = table.counts != top.columns
    if odd.any():
        k = int(odd.argmax())
        raise GraphFileError(f"an entry must hold {top.columns} numbers, got {table.counts[k]}", place[k])
    values = table.values.reshape(-1, top.columns)
    if top.dense:
        columns[0].append(values[:, 0])
        return
    ends = values[:, :2]
    wrong = (~((ends >= 1) & (ends <= top.n) & (ends == np.floor(ends)))).any(axis=1)
    if wrong.any():
        k, line = first_line(wrong, np.arange(len(values) + 1), place)
        raise GraphFileError(f"a row and a column must be in [1, {top.n}], got {lines[k].decode()[:40]!r}", line)
    columns[0].append(np.ones(len(values)) if top.pattern else values[:, 2])
    columns[1].append(ends[:, 0] - 1)
    columns[2].append(ends[:, 1] - 1)


def _both(row: Any, col: Any, weight: Any) -> tuple[Any, Any, Any]:
    """Return the entries of a triangle, followed by those of the other triangle. The arrays grow in place."""
    off, m = row != col, len(row)
    other = col[off], row[off], weight[off]
    arrays = row, col, weight
    for array, values in zip(arrays, other, strict=True):
        array.resize(m + len(values), refcheck=False)
        array[m:] = values
    return arrays


def _header(banner: bytes, sizes: bytes, line: int) -> Header:
    """Return the header, or raise GraphFileError."""
    words = banner.decode("latin-1").lower().split()
    if len(words) != 5 or words[1] != "matrix" or words[2] not in ("coordinate", "array"):
        raise GraphFileError("the first line must be '%%MatrixMarket matrix coordinate|array FIELD SYMMETRY'", 1)
    dense, pattern = words[2] == "array", words[3] == "pattern"
    if words[3] not in _FIELDS or (dense and pattern):
        raise GraphFileError(f"weights must be real numbers, got the field {words[3]!r}; take the real part", 1)
    if words[4] not in ("general", "symmetric"):
        raise GraphFileError(f"the symmetry must be general or symmetric, got {words[4]!r}", 1)
    counts = sizes.split()
    if len(counts) != 3 - dense or not all(re.fullmatch(rb"\d{1,18}", count) for count in counts):
        what = "rows and columns" if dense else "rows, columns and entries"
        raise GraphFileError(f"the line of sizes must hold the numbers of {what}", line)
    n, m = int(counts[0]), int(counts[1])
    if n != m:
        raise GraphFileError(f"the matrix of a graph must be square, got {n} x {m}", line)
    symmetric = words[4] == "symmetric"
    entries = int(counts[2]) if not dense else n * (n + 1) // 2 if symmetric else n * n
    check_vertices(n, entries, line)
    return Header(dense, pattern, symmetric, n, entries)


def _dense(top: Header) -> tuple[Any, Any]:
    """Return the rows and columns of the entries of a dense matrix, which follow each other by columns."""
    if top.symmetric:
        col, row = np.triu_indices(top.n)
        return row.copy(), col.copy()  # arrays that can grow
    index = np.arange(top.entries)
    return index % top.n, index // top.n


def write(W: Any, names: list[str] | None, vertex_weight: Floats | None) -> bytes:
    """Return the file of a graph: the lower triangle of a symmetric matrix."""
    if names is not None or vertex_weight is not None:
        what, how = ("names", ", as names=range(n) does") if names is not None else ("weights", "")
        about: About = "names" if names is not None else "vertex_weight"
        raise GraphFileError(
            f"the Matrix Market format has no {what} of vertices; leave them out", about=about, hint=how
        )
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

"""Matrices in Matrix Market format: coordinate or array; real, integer or pattern; general or symmetric.

SciPy writes them. Its reader is not used: it skips what follows the numbers of an entry, as in "1 2 3,5", and ends the
process by a segmentation fault on some of the files that are cut off.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from .._input.columns import AUTO
from .._input.entries import Entries, Floats
from .._input.error import About, GraphFileError, check_vertices
from .options import DEFAULT, Options
from .source import Source
from .table import Columns, check_each, line_blocks, numbers, read_counted

_BANNER = 2**12  # bytes that hold the first line
_FIELDS = ("real", "double", "integer", "unsigned-integer", "pattern")
_TYPES = np.int32, np.int32, np.float64  # of rows, columns and weights


class Header(NamedTuple):
    """The banner and the line of sizes: the layout, what an entry holds, and how many entries there are."""

    dense: bool
    pattern: bool
    symmetric: bool
    n: int
    entries: int


def read(source: Source, options: Options = DEFAULT) -> Entries:
    """Return the entries of a Matrix Market file, which is read in blocks of lines.

    With ``weight`` None, each entry that is not 0 has weight 1, also one below 0 as matrices of equations have.
    """
    if options.weight not in (None, AUTO):
        raise GraphFileError("weight must be None or left out: a matrix has no columns of weights to choose from")
    banner = next(source.text(_BANNER), b"").partition(b"\n")[0]
    blocks = ((lines[place[0] == 1 :], place[place[0] == 1 :]) for lines, place in line_blocks(source, b"%", False))
    lines, place = next(filter(lambda block: block[0], blocks), ([], range(0)))
    if not lines:
        raise GraphFileError("the line of sizes is missing: the numbers of rows, columns and entries")
    top, first = _header(banner, lines[0], place[0]), place[0]
    columns = Columns(np.float64) if top.dense else Columns(*_TYPES)
    wrong = f"{top.entries} entries are declared, but {{}} lines follow"
    rest = chain([(lines[1:], place[1:])], blocks)
    read_counted(rest, top.entries, lambda *block: _append(columns, top, *block), wrong, first)
    if top.dense:
        col, row = np.triu_indices(top.n) if top.symmetric else np.divmod(np.arange(top.entries), top.n)
        (weight,), columns = columns.arrays(), Columns(*_TYPES)
        columns.append(row, col, weight)
    if top.symmetric:
        row, col, weight = columns.arrays()
        off = row != col
        other = col[off], row[off], weight[off]
        del row, col, weight
        columns.append(*other)
    row, col, weight = columns.arrays()
    return Entries(top.n, row, col, weight if options.weight == AUTO else (weight != 0).astype(float))


def _append(columns: Columns, top: Header, lines: list[bytes], place: Sequence[int]) -> None:
    """Add the entries of some lines, or raise GraphFileError."""
    values, start = numbers(lines, place)
    counts, want = np.diff(start), 1 if top.dense else 3 - top.pattern
    check_each(counts == want, lambda k: f"an entry must hold {want} numbers, got {counts[k]}", place.__getitem__)
    table = values.reshape(-1, want)
    if top.dense:
        columns.append(values)
        return
    ends = table[:, :2]
    check_each(
        ((ends >= 1) & (ends <= top.n) & (ends == np.floor(ends))).all(axis=1),
        lambda k: f"a row and a column must be in [1, {top.n}], got {lines[k].decode()[:40]!r}",
        place.__getitem__,
    )
    columns.append(ends[:, 0] - 1, ends[:, 1] - 1, np.ones(len(table)) if top.pattern else table[:, 2])


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


def write(W: Any, names: list[str] | None, vertex_weight: Floats | None) -> bytes:
    """Return the file of a graph: the lower triangle of a symmetric matrix."""
    if names is not None or vertex_weight is not None:
        what, how = ("names", ", as names=range(n) does") if names is not None else ("weights", "")
        about: About = "names" if names is not None else "vertex_weight"
        raise GraphFileError(
            f"the Matrix Market format has no {what} of vertices; leave them out", about=about, hint=how
        )
    if ((W.data == np.floor(W.data)) & (np.abs(W.data) < 2**53)).all():
        W = W.astype(np.int64)
    from scipy.io import mmwrite  # which takes time and memory that reading does not need

    file = io.BytesIO()
    mmwrite(file, W, symmetry="symmetric")
    return file.getvalue()

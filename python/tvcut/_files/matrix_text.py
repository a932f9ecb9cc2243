"""Matrices of weights as text, with or without the names of vertices above the columns and before the rows."""

from __future__ import annotations

from itertools import islice

import numpy as np

from .._input.entries import Entries
from .._input.error import GraphFileError
from .edges import rows_of
from .header import number
from .options import Options
from .source import Source

_LEAST = 4  # columns of a matrix without names, as three may be an edge and its weight


def fits(source: Source) -> bool:
    """Return whether text is a matrix: names above the columns and before the rows, or a square of numbers."""
    try:
        rows = (row for _, row in rows_of(source))
        top, second = next(rows, []), next(rows, [])
        names = _names(top, len(second))
        if names:
            begun = [second[0], *(row[0] for row in islice(rows, len(names)) if row)]
            least = 2 if not top[0] or len(top) < len(second) else _LEAST - 1
            return len(names) >= least and begun == names and all(number(word) is not None for word in second[1:])
        if len(top) < _LEAST or any(number(word) is None for word in top):
            return False
        return [len(second), *(len(row) for row in islice(rows, len(top)))] == [len(top)] * (len(top) - 1)
    except GraphFileError:
        return False


def read(source: Source, options: Options) -> Entries:
    """Return the entries of a matrix, which need not be symmetric."""
    rows = list(rows_of(source))
    if not rows:
        raise GraphFileError("the file has no rows")
    (line, top), *rows = rows
    names = _names(top, len(rows[0][1]) if rows else 0)
    rows = rows if names else [(line, top), *rows]
    n = len(names) or len(top)
    if len(rows) != n:
        raise GraphFileError(f"the matrix of a graph must be square, got {len(rows)} x {n}", line)
    A = np.zeros((n, n))
    for i, (line, row) in enumerate(rows):
        if len(row) != n + bool(names):
            raise GraphFileError(f"every line must have {n + bool(names)} columns, got {len(row)}", line)
        if names and row[0] != names[i]:
            raise GraphFileError(f"the row of {names[i][:40]!r} must come here, in the order of columns", line)
        for j, word in enumerate(row[bool(names) :]):
            value = number(word)
            if value is None:
                raise GraphFileError(f"a weight must be a number, got {word[:40]!r}", line)
            A[i, j] = value
    if len(set(names)) < len(names):
        raise GraphFileError("every vertex must have a name of its own")
    first_end, second_end = A.nonzero()
    return Entries(
        n,
        first_end,
        second_end,
        A[first_end, second_end],
        None if names == [str(i) for i in range(n)] else names or None,
    )


def _names(top: list[str], width: int) -> list[str]:
    """Return the names in the first line, or none. There may be nothing, or nothing of use, above those of rows."""
    if len(top) == width - 1 > 0:
        return top
    return top[1:] if len(top) == width > 2 and number(top[0]) is None else []

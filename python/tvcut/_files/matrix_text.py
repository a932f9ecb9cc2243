"""Matrices of weights as text, with or without the names of vertices above the columns and before the rows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from .._input.columns import named_ends
from .._input.entries import Entries
from .._input.error import GraphFileError
from .header import MISSING, number
from .options import Options
from .rows import rows_of
from .source import Source

_LEAST = 4  # columns of a matrix without names that is read: three may be an edge and its weight
_Row = tuple[int, list[str]]  # the number of a line, and its words


def fits(source: Source) -> bool:
    """Return whether text is a matrix: names above the columns and before the rows, or a square of numbers.

    Raises GraphFileError if the rows have names and others than the columns.
    """
    try:
        rows = _trimmed(source)
        top, second = _next(rows), _next(rows)
        names = _names(top, second)
        if not names and (len(top) < 3 or None in map(number, top)):
            return False
        width = len(names) + len(names or top)  # that show whether the matrix is square
        more = [row for _, row in islice(rows, width)]
    except GraphFileError:
        return False
    if not names or len(second) == len(top) == len(names):
        square = [second, *more] if names else [top, second, *more]
        sizes = [len(row) for row in square] == [len(top)] * len(top)
        return sizes and ((not names and len(top) >= _LEAST) or _is_symmetric(square))
    begun, least = [second[0], *(row[0] for row in more if row)], 2 if not top[0] or len(top) < len(second) else 3
    if len(names) < least or any(_value(word) is None for word in second[1:]):
        return False
    if len(names) > 2 and not top[0] and not {*begun} & {*names} and not all(map(str.isdigit, begun)):
        raise GraphFileError(
            "the rows of the matrix have other names than its columns, as in a bipartite graph; "
            "write a line for each edge, with the names of a row and a column and the weight"
        )
    return len(set(begun)) == len(begun) and set(begun) == set(names)


def read(source: Source, options: Options) -> Entries:
    """Return the entries of a matrix, which need not be symmetric. The rows may have another order than the columns."""
    rows = list(_trimmed(source))
    if not rows:
        raise GraphFileError("the file has no rows")
    line, top = rows[0]
    names = _names(top, rows[1][1] if len(rows) > 1 else [])
    rows, before = rows[1:] if names else rows, int(bool(names) and len(rows[1][1]) > len(names))
    n, place = len(names) or len(top), {name: i for i, name in enumerate(names)}
    if len(rows) != n:
        raise GraphFileError(f"the matrix of a graph must be square, got {len(rows)} x {n}", line)
    if len(place) < len(names) or (before and len({row[0] for _, row in rows}) < n):
        raise GraphFileError("every vertex must have a name of its own")
    A = np.zeros((n, n))
    for i, (line, row) in enumerate(rows):
        if len(row) != n + before:
            raise GraphFileError(f"every line must have {n + before} columns, got {len(row)}", line)
        if before and row[0] not in place:
            raise GraphFileError(f"the name of a row must be that of a column, got {row[0][:40]!r}", line)
        A[place[row[0]] if before else i] = [_weight(word, line, bool(names)) for word in row[before:]]
    first_end, second_end = A.nonzero()
    known = None if names == [str(i) for i in range(n)] else names or None
    return Entries(n, first_end, second_end, A[first_end, second_end], known)


def _next(rows: Iterator[_Row]) -> list[str]:
    return next(rows, (0, [""]))[1]


def _trimmed(source: Source) -> Iterator[_Row]:
    """Yield the rows without the empty column that a separator at the end of each line makes."""
    rows = rows_of(source)
    line, top = next(rows, (0, [""]))
    ends = len(top) > 1 and not top[-1]
    if top != [""]:
        yield line, top[:-1] if ends else top
    yield from ((line, row[:-1] if ends and row and not row[-1] else row) for line, row in rows)


def _names(top: list[str], second: list[str]) -> list[str]:
    """Return the names in the first line, or none. There may be nothing, or nothing of use, above those of rows."""
    width = len(second)
    if len(top) == width - 1 > 0:
        return top
    if not len(top) == width > 2 or number(top[0]) is not None:
        return []
    if top[0] and {*map(number, top)} == {None} and None not in map(number, second):
        return [] if named_ends(top) else top
    return top[1:]


def _is_symmetric(rows: list[list[str]]) -> bool:
    """Return whether a square of words is a symmetric matrix without loops."""
    A = [[*map(number, row)] for row in rows]
    loops = any(row[i] != 0 for i, row in enumerate(A))
    return not loops and not any(None in row for row in A) and A == [list(column) for column in zip(*A, strict=True)]


def _value(word: str) -> float | None:
    """Return the number that a word spells, 0 where it says that there is none, or None."""
    return 0.0 if word.lower() in MISSING else number(word)


def _weight(word: str, line: int, named: bool) -> float:
    value = _value(word) if named else number(word)
    if value is None:
        raise GraphFileError(f"a weight must be a number, got {word[:40]!r}", line)
    return value

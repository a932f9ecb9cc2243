"""Edge lists as text: CSV, TSV, or columns between spaces, with or without a header, of numbers or names.

The columns are the two vertices of an edge and optionally its weight, which is 1 otherwise. Lines that start with # or
% are comments. A loop of weight 0 is a vertex without edges.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

import numpy as np

from .._input.entries import Entries, from_numbers, from_pairs
from .._input.error import GraphFileError, brief
from .column import Column
from .header import Layout, delimiter, layout_of, weight_of
from .source import Source
from .table import Lines, line_blocks, numbers

_BATCH = 2**12  # edges with names that are handled together
COMMENTS = b"#%"


def read(source: Source) -> Entries:
    """Return the entries of an edge list, which is read in blocks of lines, twice if vertices have names."""
    blocks = line_blocks(source, COMMENTS, blank=False)
    lines, place = next(blocks, ([], range(0)))
    if not lines:
        raise GraphFileError("the file has no edges")
    mark = delimiter(lines[0])
    layout = layout_of(next(_rows([(lines[:1], place[:1])], mark))[1], mark, place[0])
    skip = 0 if layout.header is False else 1  # where it is not known, the other lines decide
    found = _all_numbers(chain([(lines[skip:], place[skip:])], blocks), layout)
    if found is not None:
        return from_pairs(*found)
    skip = 1 if layout.header else 0
    blocks = line_blocks(source, COMMENTS, blank=False)
    lines, place = next(blocks)
    entries = _named(_rows(chain([(lines[skip:], place[skip:])], blocks), mark), layout)
    _check_header(layout.top, entries.names or (), place[0])
    return entries


def _check_header(top: Sequence[str], names: Sequence[str], line: int) -> None:
    """Raise GraphFileError if a header is rather an edge with a wrong weight, since its ends are vertices as well."""
    again = set(top[:2]) & set(names)
    if again:
        raise GraphFileError(
            f"a weight must be a number, got {top[2][:40]!r}; if the line is a header, name its columns source, target "
            f"and weight, since {min(again)[:40]!r} is a vertex further down",
            line,
        )


def _rows(blocks: Iterable[Lines], mark: str | None) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the first line of each row, and its columns."""
    if mark is not None:
        yield from _rows_of_csv(blocks, mark)
        return
    for lines, place in blocks:
        yield from zip(place, map(str.split, _decoded(lines, place)), strict=True)


def _rows_of_csv(blocks: Iterable[Lines], mark: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of CSV, which have several lines where a name in quotes has a line break."""
    begun = [0]  # the numbers of the last line of the row before, and of the lines of the row

    def texts() -> Iterator[str]:
        for lines, place in blocks:
            for text, number_ in zip(_decoded(lines, place), place, strict=True):
                begun.append(number_)
                yield from io.StringIO(f"{text}\n", newline="") if "\r" in text else (f"{text}\n",)

    reader = csv.reader(texts(), delimiter=mark, skipinitialspace=True, strict=True)
    try:
        for row in reader:
            yield begun[:2][-1], [word.strip() for word in row]
            del begun[:-1]
    except csv.Error as error:
        raise GraphFileError(f"the line is no row of CSV: {brief(error)}", begun[:2][-1]) from None


def _decoded(lines: list[bytes], place: Sequence[int]) -> list[str]:
    """Return lines as text, or raise GraphFileError."""
    try:
        return [line.decode() for line in lines]
    except UnicodeDecodeError as error:
        byte, line = error.object[error.start], place[lines.index(error.object)]
        raise GraphFileError(f"a line must be text in UTF-8, got the byte {byte:#x}", line) from None


def _all_numbers(blocks: Iterable[Lines], layout: Layout) -> tuple[Any, Any, Any] | None:
    """Return the ends and weights of edges whose vertices are integers, or None if there is anything else."""
    if layout.columns > 3:
        return None
    columns = [Column(np.int64), Column(np.int64), Column(np.float64)][: len(layout.order)]
    for lines, place in blocks:
        values = _table(lines, place, layout)
        if values is None:
            return None
        for column, c in zip(columns, layout.order, strict=True):
            column.append(values[:, c])
    source, target, *weight = (column.array() for column in columns)
    if len(source) == 0:
        return None
    return source, target, weight[0] if weight else np.ones(len(source))


def _table(lines: list[bytes], place: Sequence[int], layout: Layout) -> Any:
    """Return the columns of lines of numbers whose vertices are integers, without a leading zero, or else None."""
    mark = layout.mark.encode() if layout.mark else b""
    try:
        table = numbers([line.replace(mark, b" ") for line in lines] if mark else lines, place)
    except GraphFileError:
        return None
    if (table.counts != layout.columns).any() or (
        mark and any(line.count(mark) != layout.columns - 1 for line in lines)
    ):
        return None
    ends = layout.order[:2]
    if np.isin(table.padded % layout.columns, ends).any():
        return None
    values = table.values.reshape(-1, layout.columns)
    vertices = values[:, :2] if ends == [0, 1] else values[:, ends]
    integers = (vertices == np.floor(vertices)) & (vertices >= 0) & (vertices < 2**53)
    return values if integers.all() else None


def _named(rows: Iterator[tuple[int, list[str]]], layout: Layout) -> Entries:
    """Return the entries of a file with names, or with something wrong in it."""
    index: dict[str, int] = {}  # of each vertex, in the order of the file
    columns = Column(np.int32), Column(np.int32), Column(np.float64)
    every = (_edge(line, row, layout) for line, row in rows)
    while edges := list(islice(every, _BATCH)):
        vertices = [index.setdefault(vertex, len(index)) for edge in edges for vertex in edge[:2]]
        columns[0].append(np.array(vertices[::2]))
        columns[1].append(np.array(vertices[1::2]))
        columns[2].append(np.array([edge[2] for edge in edges]))
    row, col, weight = (column.array() for column in columns)
    names = list(index)
    if layout.header is None and (own := _of_header(row, col, names)):
        row, col, weight, names = row[1:] - own, col[1:] - own, weight[1:], names[own:]
    return from_numbers((row, col), names, weight)


def _of_header(row: Any, col: Any, names: list[str]) -> int:
    """Return how many names belong to the first edge alone if all others are integers, and else 0."""
    own = max(int(row[0]), int(col[0])) + 1
    others = names[own:]
    if not others or not all(name.isascii() and name.isdigit() for name in others):
        return 0
    return own if min(row[1:].min(), col[1:].min()) >= own else 0


def _edge(line: int, row: list[str], layout: Layout) -> tuple[str, str, float]:
    """Return the vertices and the weight of an edge, or raise GraphFileError."""
    if len(row) != layout.columns:
        problem = f"every line must have {layout.columns} columns, as the first has, got {len(row)}"
        raise GraphFileError(problem, line, about="columns")
    source, target, *weight = (row[c] for c in layout.order)
    value = weight_of(weight[0], line) if weight else 1.0
    if not (source and target):
        raise GraphFileError("the name of a vertex must not be empty", line)
    return source, target, value

"""Edge lists as text: CSV, TSV, or columns between spaces, with or without a header, of numbers or names.

The columns are the two vertices of an edge and optionally its weight, which is 1 otherwise. Lines that start with # or
% are comments. A loop of weight 0 is a vertex without edges.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

import numpy as np

from .._input.entries import Entries, from_edges, integers
from .._input.error import GraphFileError, brief
from .header import Layout, delimiter, layout_of, weight_of
from .source import Source
from .table import Columns, Lines, line_blocks, numbers

_BATCH = 2**12  # edges with names that are handled together
_PADDED = re.compile(rb"0(?<![\d.eE+-]0)\d")  # the start of a number with a leading zero, such as 007
COMMENTS = b"#%"


def read(source: Source) -> Entries:
    """Return the entries of an edge list, which is read in blocks of lines, twice if vertices have names."""

    def opened(skip: int) -> Iterator[Lines]:
        blocks = line_blocks(source, COMMENTS, blank=False)
        lines, place = next(blocks, ([], range(0)))
        return chain([(lines[skip:], place[skip:])], blocks)

    lines, place = next(opened(0))
    if not lines:
        raise GraphFileError("the file has no edges")
    mark = delimiter(lines[0])
    layout = layout_of(next(_rows([(lines[:1], place[:1])], mark))[1], mark, place[0])
    found = _all_numbers(opened(layout.header is not False), layout)  # where it is not known, the other lines decide
    if found is not None:
        return found
    entries = _named(_rows(opened(layout.header is True), mark), layout)
    again = set(layout.top[:2]) & set(entries.names or ())
    if again:  # the header is rather an edge with a wrong weight, since its ends are vertices as well
        raise GraphFileError(
            f"a weight must be a number, got {layout.top[2][:40]!r}; if the line is a header, name its columns source, "
            f"target and weight, since {min(again)[:40]!r} is a vertex further down",
            place[0],
        )
    return entries


def _rows(blocks: Iterable[Lines], mark: str | None) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the first line of each row, and its columns.

    Rows of CSV have several lines where a name in quotes has a line break.
    """
    if mark is None:
        yield from ((number, text.split()) for number, text in _texts(blocks))
        return
    begun = [0]  # the numbers of the last line of the row before, and of the lines of the row

    def lines() -> Iterator[str]:
        for number, text in _texts(blocks):
            begun.append(number)
            yield from io.StringIO(f"{text}\n", newline="") if "\r" in text else (f"{text}\n",)

    try:
        for row in csv.reader(lines(), delimiter=mark, skipinitialspace=True, strict=True):
            yield begun[:2][-1], [word.strip() for word in row]
            del begun[:-1]
    except csv.Error as error:
        raise GraphFileError(f"the line is no row of CSV: {brief(error)}", begun[:2][-1]) from None


def _texts(blocks: Iterable[Lines]) -> Iterator[tuple[int, str]]:
    """Yield the number of each line and its text, or raise GraphFileError."""
    for lines, place in blocks:
        for line, number in zip(lines, place, strict=True):
            try:
                text = line.decode()
            except UnicodeDecodeError as error:
                byte = error.object[error.start]
                raise GraphFileError(f"a line must be text in UTF-8, got the byte {byte:#x}", number) from None
            yield number, text


def _all_numbers(blocks: Iterable[Lines], layout: Layout) -> Entries | None:
    """Return the entries if the vertices are integers and the weights numbers, or None if there is anything else."""
    columns = Columns(np.int64, np.int64, np.float64)
    for lines, place in blocks:
        values = _table(lines, place, layout)
        if values is None:
            return None
        weight = values[:, layout.order[2]] if len(layout.order) > 2 else np.ones(len(values))
        columns.append(values[:, layout.order[0]], values[:, layout.order[1]], weight)
    source, target, weight = columns.arrays()
    return from_edges(*integers(source, target), weight) if len(weight) else None


def _table(lines: list[bytes], place: Sequence[int], layout: Layout) -> Any:
    """Return the columns of lines of numbers whose vertices are integers, without a leading zero, or else None."""
    mark, ends = (layout.mark or "").encode(), layout.order[:2]
    plain = [line.replace(mark, b" ") for line in lines] if mark else lines
    try:
        values, start = numbers(plain, place)
    except GraphFileError:
        return None
    if layout.columns > 3 or (np.diff(start) != layout.columns).any():
        return None
    if mark and any(line.count(mark) != layout.columns - 1 for line in lines):
        return None
    if _PADDED.search(b"\n".join(plain)) and any(_PADDED.match(line.split()[c]) for line in plain for c in ends):
        return None
    table = values.reshape(-1, layout.columns)
    vertices = table[:, :2] if ends == [0, 1] else table[:, ends]
    return table if ((vertices == np.floor(vertices)) & (vertices >= 0) & (vertices < 2**53)).all() else None


def _named(rows: Iterator[tuple[int, list[str]]], layout: Layout) -> Entries:
    """Return the entries of a file with names, or with something wrong in it."""
    index: dict[str, int] = {}  # of each vertex, in the order of the file
    columns = Columns(np.int32, np.int32, np.float64)
    every = (_edge(line, row, layout) for line, row in rows)
    while edges := list(islice(every, _BATCH)):
        vertices = [index.setdefault(vertex, len(index)) for edge in edges for vertex in edge[:2]]
        columns.append(vertices[0::2], vertices[1::2], [edge[2] for edge in edges])
    (row, col, weight), names = columns.arrays(), list(index)
    if layout.header is None and (own := _of_header(row, col, names)):
        row, col, weight, names = row[1:] - own, col[1:] - own, weight[1:], names[own:]
    return from_edges((row, col), names, weight)


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

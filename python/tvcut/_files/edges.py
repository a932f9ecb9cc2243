"""Edge lists as text: CSV, TSV, or columns between spaces, with or without a header, of numbers or names.

The columns are the two vertices of an edge and optionally its weight, which is 1 otherwise. Lines that start with # or
% are comments. A header may name the columns, in any order and among others. A loop of weight 0 is a vertex without
edges.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import numpy as np
import scipy.sparse as sp

from .column import Column
from .entries import Entries, Floats, from_numbers, from_pairs
from .error import GraphFileError, brief
from .source import Source
from .table import Lines, line_blocks, numbers

SOURCE = ("source", "from", "src", "u", "node1", "vertex1", "i", "start")
TARGET = ("target", "to", "dst", "v", "node2", "vertex2", "j", "end")
WEIGHT = ("weight", "w", "value")
_BATCH = 2**12  # edges with names that are handled together
COMMENTS = b"#%"


@dataclass(frozen=True)
class Layout:
    """How a line is divided: the character between columns, their number, and which are vertices and weight."""

    mark: str | None  # None for spaces
    columns: int
    order: list[int]


def read(source: Source) -> Entries:
    """Return the entries of an edge list, which is read in blocks of lines, twice if vertices have names."""
    blocks = line_blocks(source, COMMENTS, blank=False)
    lines, place = next(blocks, ([], range(0)))
    if not lines:
        raise GraphFileError("the file has no edges")
    mark = delimiter(lines[0])
    top = next(_rows([(lines[:1], place[:1])], mark))[1]
    order = columns_of(top)
    skip = 0 if order is None else 1
    order = _order(top, place[0]) if order is None else order
    layout = Layout(mark, len(top), order)
    found = _all_numbers(chain([(lines[skip:], place[skip:])], blocks), layout)
    if found is not None:
        return from_pairs(*found)
    blocks = line_blocks(source, COMMENTS, blank=False)
    lines, place = next(blocks)
    return _named(_rows(chain([(lines[skip:], place[skip:])], blocks), mark), layout)


def delimiter(line: bytes) -> str | None:
    """Return the character between the columns, which the first line shows, or None for spaces."""
    return next((mark for mark in "\t,;" if mark.encode() in line), None)


def columns_of(names: Sequence[str]) -> list[int] | None:
    """Return the columns of the two vertices and of the weight, if there is one, or None if this is no header."""
    found = named_columns(names)
    if found is not None or len(names) != 3 or number(names[2]) is not None:
        return found
    return [0, 1, 2]


def named_columns(names: Sequence[str]) -> list[int] | None:
    """Return the columns with the names of vertices and of a weight, or None if there are not two of vertices."""
    lower = [name.strip().lower() for name in names]
    found = [next((lower.index(word) for word in words if word in lower), None) for words in (SOURCE, TARGET, WEIGHT)]
    if found[0] is None or found[1] is None:
        return None
    return [column for column in found if column is not None]


def _order(top: list[str], line: int) -> list[int]:
    if not 2 <= len(top) <= 3:
        raise GraphFileError(
            f"a line must hold two vertices and optionally a weight, got {len(top)} columns; for other columns, start "
            "the file with a header that names the columns source, target and weight",
            line,
        )
    return list(range(len(top)))


def number(word: str) -> float | None:
    """Return the number that a word spells, or None if it spells none."""
    try:
        return None if "_" in word else float(word)
    except ValueError:
        return None


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
    """Return the columns of lines of numbers whose first two are integers, or None if they are none."""
    mark = layout.mark.encode() if layout.mark else b""
    try:
        table = numbers([line.replace(mark, b" ") for line in lines] if mark else lines, place)
    except GraphFileError:
        return None
    if (table.counts != layout.columns).any() or (
        mark and any(line.count(mark) != layout.columns - 1 for line in lines)
    ):
        return None
    values = table.values.reshape(-1, layout.columns)
    vertices = values[:, :2]
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
    return from_numbers((row, col), list(index), weight)


def _edge(line: int, row: list[str], layout: Layout) -> tuple[str, str, float]:
    """Return the vertices and the weight of an edge, or raise GraphFileError."""
    if len(row) != layout.columns:
        problem = f"every line must have {layout.columns} columns, as the first has, got {len(row)}"
        raise GraphFileError(problem, line)
    order = layout.order
    source, target, weight = row[order[0]], row[order[1]], number(row[order[2]]) if len(order) > 2 else 1.0
    if weight is None:
        raise GraphFileError(f"a weight must be a number, got {row[order[2]][:40]!r}", line)
    if not (source and target):
        raise GraphFileError("the name of a vertex must not be empty", line)
    return source, target, weight


def pairs(W: Any, names: list[str] | None) -> tuple[list[int], list[int], list[float]]:
    """Return each edge of W once, with a loop of weight 0 for vertices that the edges alone would not place."""
    C = sp.triu(W, format="coo")
    row, col, weight = C.row.tolist(), C.col.tolist(), C.data.tolist()
    if names is None:
        alone = np.setdiff1d(np.arange(W.shape[0]), np.concatenate((C.row, C.col))).tolist()
    else:
        seen = dict.fromkeys(vertex for pair in zip(row, col, strict=True) for vertex in pair)
        alone = [] if list(seen) == list(range(W.shape[0])) else list(range(W.shape[0]))
    return [*alone, *row], [*alone, *col], [*([0.0] * len(alone)), *weight]


def write(W: Any, names: list[str] | None, vertex_weight: Floats | None, mark: str = ",") -> bytes:
    """Return the edge list of a graph with a header. With spaces between the columns there is no header."""
    if vertex_weight is not None:
        raise GraphFileError("an edge list has no weights of vertices; leave them out, or write .npz or METIS")
    rows, columns, weights = pairs(W, names)
    called = list(map(str, range(W.shape[0]))) if names is None else names
    lines = [(called[i], called[j], shortest(w)) for i, j, w in zip(rows, columns, weights, strict=True)]
    if mark == " ":
        if any(len(name.split()) != 1 or name[0] in "#%" for name in called):
            raise GraphFileError("names with spaces, # or % need CSV or TSV as the format")
        return "".join(f"{i} {j} {w}\n" for i, j, w in lines).encode()
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=mark, lineterminator="\n")
    writer.writerow(("source", "target", "weight"))
    if any(name != name.strip() or not name or name[0] in "#%" or "\n" in name or "\r" in name for name in called):
        raise GraphFileError("names that start with # or %, or have a line break or spaces around them, need .npz")
    writer.writerows(lines)
    return file.getvalue().encode()


def shortest(weight: float) -> str:
    """Return the shortest text that is read as the same number."""
    return str(int(weight)) if weight == int(weight) and abs(weight) < 2**53 else repr(weight)

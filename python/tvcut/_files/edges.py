"""Edge lists as text: CSV, TSV, or columns between spaces, with or without a header, of numbers or names.

The columns are the two vertices of an edge and optionally its weight, which is 1 otherwise. A loop of weight 0 is a
vertex without edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any

import numpy as np

from .._input.columns import AUTO, WEIGHT, named_ends, paired_ends, word
from .._input.entries import Entries, from_edges, integers
from .._input.error import GraphFileError
from . import doubts
from .comments import Rows
from .header import KINDS, Layout, delimiter, layout_of, weight_of, with_row_names
from .options import DEFAULT, Options
from .rows import rows_in
from .source import Source
from .table import Columns, Lines, are_plain, numbers

_BATCH = 2**12  # edges with names that are handled together
_PROBE = 1000  # rows that tell what the columns are


def read(source: Source, options: Options = DEFAULT) -> Entries:
    """Return the entries of an edge list, which is read in blocks of lines, twice if vertices have names."""
    lines = Rows(source)

    def opened(skip: int) -> Iterator[Lines]:
        blocks = lines.blocks()
        first, place = next(blocks, ([], range(0)))
        return chain([(first[skip:], place[skip:])], blocks)

    first, place = next(opened(0))
    if not first:
        raise GraphFileError("the file has no edges")
    mark = delimiter(first[0])
    top = list(islice(rows_in(opened(0), mark), _PROBE))
    sizes = int(options.header is None and _are_sizes_above(top[:2]))
    options = _of_konect(lines.konect, options, len(top[0][1]))
    above = lines.names(mark, top[0][1]) if options.header is None else []
    options = replace(options, header=True) if above else options
    layout = _layout([above] * bool(above) + [row for _, row in top[sizes:]], mark, top[sizes][0], options)
    skip = 0 if above else 1 if layout.header else sizes
    found = _all_numbers(opened(1 if layout.header is None else skip), layout, place[0], options)
    if found is None:  # where a header is not known, the other lines decide
        rows = rows_in(opened(skip), mark)
        found = _checked(_named(rows, layout, place[0], options), layout, place[0], options)
    if sizes and int(top[0][1][1]) != len(found.weight):
        raise GraphFileError(_columns(2, len(top[1][1])), top[1][0], about="columns")
    found = _doubted(found, layout, place[0], options, lines.doubts(bool(above)))
    return found.whole() if lines.konect == "sym" else found


def _layout(rows: list[list[str]], mark: str | None, line: int, options: Options) -> Layout:
    """Return the layout of rows, of which the first may be a header, or which may hold a time and two vertices."""
    if options.header is None and options.weight in (AUTO, None) and doubts.are_contacts(rows):
        return Layout(mark, len(rows[0]), [1, 2], False, tuple(rows[0]), contacts=True)
    if options.header is not False and with_row_names(rows[:3]):
        rows = [["", *rows[0]], *rows[1:]]
    return layout_of(rows[:2], mark, line, options)


def _doubted(found: Entries, layout: Layout, line: int, options: Options, told: list[str]) -> Entries:
    """Return the entries with what may mean something else. Weights that look like times are left out."""
    told = [*found.doubts, *layout.unclear, *told, *doubts.communities(found.row, found.col)]
    told += [doubts.CONTACTS] * layout.contacts
    if layout.header and not layout.named and len(layout.order) < 3:  # else a weight below makes a header sure
        told.append(doubts.header(line, [layout.top[c] for c in layout.order]))
    name = layout.weight_from
    if len(layout.order) > 2 and options.weight == AUTO and word(name or "") not in WEIGHT:
        called = name or str(layout.order[2] + 1)
        times = doubts.times(found.weight, called)
        told += times or doubts.ascending(found.row, found.weight)
        told += doubts.zeros(found.row, found.col, found.weight, name) if name else []
        if times:
            found, name = replace(found, weight=np.ones(len(found.weight))), None
    return replace(found, weight_from=name, unused=layout.unused, doubts=tuple(told))


def _are_sizes_above(top: list[tuple[int, list[str]]]) -> bool:
    """Return whether two numbers are above rows of three columns."""
    first, *more = (row for _, row in top)
    return len(first) == 2 and all(map(_is_plain, first)) and any(len(row) == 3 for row in more)


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _of_konect(kind: str, options: Options, columns: int) -> Options:
    """Return the options for a file of konect.cc, whose columns are two vertices, a weight and a time."""
    if kind == "bip":
        remedy = "write the vertices of the second column with a letter before each"
        raise GraphFileError(f"the file is a bipartite network of KONECT, which numbers both sides from 1; {remedy}", 1)
    return replace(options, weight="3") if kind and columns > 3 and options.weight == AUTO else options


def _all_numbers(blocks: Iterable[Lines], layout: Layout, line: int, options: Options) -> Entries | None:
    """Return the entries if the vertices are integers and the weights numbers, or None if there is anything else."""
    columns = Columns(np.int64, np.int64, np.float64)
    for lines, place in blocks:
        values = _table(lines, place, layout)
        if values is None:
            return None
        weight = values[:, layout.order[2]] if len(layout.order) > 2 else np.ones(len(values))
        columns.append(values[:, layout.order[0]], values[:, layout.order[1]], weight)
    source, target, weight = columns.arrays()
    if not len(weight):
        return None
    top = layout.header is False and options.header is None
    if top and doubts.are_sizes(source, target, weight, len(layout.order)):
        found = from_edges(*integers(source[1:], target[1:]), weight[1:])
        return replace(found, doubts=(doubts.sizes(line, layout.top, found.n),))
    return from_edges(*integers(source, target), weight)


def _table(lines: list[bytes], place: Sequence[int], layout: Layout) -> Any:
    """Return the columns of lines of numbers whose vertices are plain digits, or else None."""
    mark = (layout.mark or "").strip(" ").encode()
    plain = [line.replace(mark, b" ") for line in lines] if mark else lines
    try:
        values, start = numbers(plain, place)
    except GraphFileError:
        return None
    if (np.diff(start) != layout.columns).any():
        return None
    if mark and any(line.rstrip(b"\r " + mark).count(mark) != layout.columns - 1 for line in lines):
        return None
    if not are_plain(plain, layout.order[:2], layout.columns):
        return None
    table = values.reshape(-1, layout.columns)
    return table if (table[:, layout.order[:2]] < 2**53).all() else None


def _named(rows: Iterator[tuple[int, list[str]]], layout: Layout, line: int, options: Options) -> Entries:
    """Return the entries of a file with names, or with something wrong in it."""
    index: dict[str, int] = {}  # of each vertex, in the order of the file
    columns = Columns(np.int32, np.int32, np.float64)
    kinds: set[bool | None] = set()
    every = (_edge(at, row, layout, kinds) for at, row in rows)
    while edges := list(islice(every, _BATCH)):
        vertices = [index.setdefault(vertex, len(index)) for edge in edges for vertex in edge[:2]]
        columns.append(vertices[0::2], vertices[1::2], [edge[2] for edge in edges])
    (row, col, weight), names = columns.arrays(), list(index)
    told: tuple[str, ...] | None = None
    if options.header is None and not layout.header and len(row) > 1 and (own := _own(row, col)):
        told = _told(layout, names[own:], len(row) - 1, line)
        if told is not None:
            row, col, weight, names = row[1:] - own, col[1:] - own, weight[1:], names[own:]
    if len(kinds) > 1 or None in kinds:
        raise GraphFileError("the column Type must be Directed in every row, or Undirected in every row")
    found = replace(from_edges((row, col), names, weight), doubts=told or ())
    return found.whole() if True in kinds else found


def _own(row: Any, col: Any) -> int:
    """Return how many names belong to the first edge alone, or 0 if others have one of them."""
    own = max(int(row[0]), int(col[0])) + 1
    return own if min(row[1:].min(), col[1:].min()) >= own else 0


def _told(layout: Layout, others: list[str], edges: int, line: int) -> tuple[str, ...] | None:
    """Return what to tell of a first line that is no edge, or None if it is one. Its names are in no other line."""
    top = [layout.top[c] for c in layout.order[:2]]
    if layout.header is None:
        if all(map(_is_plain, others)) or (layout.columns == 2 and (named_ends(layout.top) or paired_ends(layout.top))):
            return ()
        return (doubts.header(line, top),) if layout.columns == 2 else None
    sizes = layout.columns == 2 and all(map(_is_plain, top)) and int(top[1]) == edges
    return (doubts.sizes(line, top, len(others)),) if sizes else None


def _checked(found: Entries, layout: Layout, line: int, options: Options) -> Entries:
    """Return the entries with a doubt if a word of the header is a vertex as well, or raise GraphFileError."""
    top = [layout.top[c] for c in layout.order[:2]]
    again = set(top) & set(found.names or ())
    if not layout.header or not again or options.header or word(layout.weight_from or "") in WEIGHT:
        return found
    if layout.named:
        return replace(found, doubts=(*found.doubts, doubts.header(line, top)))
    raise GraphFileError(  # it is rather an edge with a wrong weight
        f"a weight must be a number, got {layout.top[2][:40]!r}; if the line is a header, name its columns source, "
        f"target and weight, since {min(again)[:40]!r} is a vertex further down; if the second column is a relation, "
        "pass format='sif'",
        line,
    )


def _edge(line: int, row: list[str], layout: Layout, kinds: set[bool | None]) -> tuple[str, str, float]:
    """Return the vertices and the weight of an edge, and add whether it is undirected, or raise GraphFileError."""
    while layout.mark and len(row) > layout.columns and not row[-1]:
        row.pop()
    if len(row) != layout.columns:
        raise GraphFileError(_columns(layout.columns, len(row)), line, about="columns")
    source, target, *weight = (row[c] for c in layout.order)
    value = weight_of(weight[0], line, layout.mark) if weight else 1.0
    if not (source and target):
        raise GraphFileError("the name of a vertex must not be empty", line)
    if layout.kind is not None:
        kinds.add(KINDS.get(row[layout.kind].lower()))
    return source, target, value


def _columns(want: int, got: int) -> str:
    return f"every line must have {want} columns, as the first has, got {got}"

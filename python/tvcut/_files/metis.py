"""Graphs in the format of METIS, Chaco and the Walshaw archive.

The first line holds n, the number m of edges, and optionally a code and the number of weights of a vertex. The digits
of the code say whether the line of a vertex starts with a size, has weights, and has a weight for each edge. Line i
after it holds the neighbours of vertex i, numbered from 1. Lines that start with % are comments. See G. Karypis,
"METIS: A Software Package for Partitioning Unstructured Graphs", version 5.1.0, 2013, Section 4.1.1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

import numpy as np
import scipy.sparse as sp

from .._input.entries import Entries, Floats
from .._input.error import MAX_VERTICES, GraphFileError, check_vertices
from .column import Column
from .source import Source
from .table import first_line, line_blocks, numbers


@dataclass(frozen=True)
class Header:
    """The first line: how many vertices and edges, and what the line of a vertex holds."""

    n: int
    m: int
    sizes: bool
    masses: int
    weights: bool

    @property
    def before(self) -> int:
        """How many numbers in the line of a vertex come before its neighbours."""
        return self.sizes + self.masses


def header(text: bytes, line: int) -> Header:
    """Return the numbers of the first line, or raise GraphFileError."""
    words = text.split()
    if not 2 <= len(words) <= 4 or not all(re.fullmatch(rb"\d{1,18}", word) for word in words):
        raise GraphFileError("the first line must hold n, m and optionally a code and a number of weights", line)
    code = words[2].decode() if len(words) > 2 else "0"
    if not re.fullmatch("[01]{1,3}", code):
        raise GraphFileError(f"the code of the weights must be of up to three digits 0 or 1, got {code}", line)
    sizes, masses, weights = (digit == "1" for digit in code.zfill(3))
    per_vertex = int(words[3]) if len(words) > 3 and masses else int(masses)
    if masses and per_vertex < 1:
        raise GraphFileError(f"a vertex must have at least one weight with the code {code}, got {per_vertex}", line)
    return Header(int(words[0]), int(words[1]), sizes, per_vertex, weights)


class _Columns:
    """The entries and the weights of the vertices of the lines so far."""

    def __init__(self, top: Header) -> None:
        self.top, self.lines = top, 0
        self.row, self.col = Column(np.int32), Column(np.int32)
        self.weight, self.masses = Column(np.float64), Column(np.float64)

    def append(self, lines: list[bytes], place: Sequence[int]) -> None:
        """Add the lines of some vertices, or raise GraphFileError."""
        top, table = self.top, numbers(lines, place)
        counts, step = table.counts, 1 + top.weights
        odd = (counts < top.before) | ((counts - top.before) % step != 0)
        if odd.any():
            k = int(odd.argmax())
            want = f"{top.before} numbers and then " if top.before else ""
            each = "pairs of a neighbour and a weight" if top.weights else "neighbours"
            raise GraphFileError(f"the line of a vertex must hold {want}{each}, got {counts[k]} numbers", place[k])
        values, start = table.values, table.start
        position = np.arange(len(values)) - np.repeat(start[:-1], counts) - top.before
        is_neighbour = (position >= 0) & (position % step == 0)
        wrong = is_neighbour & ~((values >= 1) & (values <= top.n) & (values == np.floor(values)))
        if wrong.any():
            k, line = first_line(wrong, start, place)
            raise GraphFileError(f"a neighbour must be in [1, {top.n}], got {values[k]:g}", line)
        at = np.flatnonzero(is_neighbour)
        self.row.append(np.repeat(np.arange(self.lines, self.lines + len(lines)), (counts - top.before) // step))
        self.col.append(values[at] - 1)
        self.weight.append(values[at + 1] if top.weights else np.ones(len(at)))
        self.masses.append(values[(start[:-1] + top.sizes)[:, None] + np.arange(top.masses)].ravel())
        self.lines += len(lines)

    def entries(self) -> Entries:
        """Return what was added."""
        row, col, weight, masses = (c.array() for c in (self.row, self.col, self.weight, self.masses))
        shape = (self.top.n,) if self.top.masses == 1 else (self.top.n, self.top.masses)
        return Entries(self.top.n, row, col, weight, None, masses.reshape(shape) if self.top.masses else None)


def read(source: Source) -> Entries:
    """Return the entries of a file in METIS format, which is read in blocks of lines."""
    blocks = line_blocks(source, b"%")
    lines, place = next(blocks, ([], range(0)))
    if not lines:
        raise GraphFileError("the file is empty, and not a graph in METIS format")
    top, first = header(lines[0], place[0]), place[0]
    columns, fault, count, more = _Columns(top), None, 0, False
    for rows, numbers_ in chain([(lines[1:], place[1:])], blocks):
        left = max(top.n - count, 0)
        more = more or any(row.strip() for row in rows[left:])
        count += len(rows)
        if fault is None and rows[:left]:
            try:
                columns.append(rows[:left], numbers_[:left])
            except GraphFileError as error:  # a wrong number of lines is reported first
                fault = error
    if top.n > count or more:
        raise GraphFileError(f"the first line declares {top.n} vertices, but {count} lines follow; correct n", first)
    check_vertices(top.n, count, first)
    if fault is not None:
        raise fault
    found = columns.entries()
    if len(found.row) != 2 * top.m:
        raise GraphFileError(
            f"the first line declares {top.m} edges, but {len(found.row)} neighbours follow and not {2 * top.m}; "
            "correct m",
            first,
        )
    return found


def fits(source: Source) -> bool:
    """Return whether the numbers of lines and of words are those of a graph in METIS format."""
    top, seen, words = None, 0, 0
    for lines, place in line_blocks(source, b"%"):
        rows = lines
        if top is None:
            try:
                top = header(lines[0], place[0])
            except GraphFileError:
                return False
            if not 1 <= top.n <= MAX_VERTICES:
                return False
            rows = lines[1:]
        words += sum(len(line.split()) for line in rows[: top.n - seen])
        if any(line.strip() for line in rows[top.n - seen :]):
            return False
        seen = min(seen + len(rows), top.n)
    return top is not None and seen == top.n and words == top.n * top.before + 2 * top.m * (1 + top.weights)


def write(W: Any, names: list[str] | None, vertex_weight: Floats | None) -> bytes:
    """Return the file of a graph. Weights must be integers, and the diagonal is left out."""
    if names is not None:
        problem = "the format of METIS has no names of vertices; leave them out"
        raise GraphFileError(problem, about="names", hint=", as names=range(n) does")
    A = sp.csr_array(W - sp.diags_array(W.diagonal(), format="csr"))
    A.eliminate_zeros()
    A.sort_indices()
    weights = bool((A.data != 1).any())
    masses = None if vertex_weight is None else vertex_weight.reshape(A.shape[0], -1)
    for numbers_, what in ((A.data, "edges"), (np.zeros(0) if masses is None else masses, "vertices")):
        if not ((numbers_ == np.floor(numbers_)) & (np.abs(numbers_) < 2**53)).all():
            raise GraphFileError(f"the format of METIS has integers as weights of {what}; scale and round them")
    columns = 0 if masses is None else masses.shape[1]
    code = "" if not (weights or columns) else f" {int(columns > 0)}{int(weights)}".replace(" 0", " ")
    first = f"{A.shape[0]} {A.nnz // 2}{code}{f' {columns}' if columns > 1 else ''}"
    pairs = np.column_stack((A.indices + 1, A.data.astype(np.int64))) if weights else (A.indices + 1)[:, None]
    words = list(map(str, pairs.ravel().tolist()))
    begin = (A.indptr * pairs.shape[1]).tolist()
    lines = [" ".join(words[i:j]) for i, j in pairwise(begin)]
    if masses is not None:
        front = [" ".join(map(str, row)) for row in masses.astype(np.int64).tolist()]
        lines = [f"{mass} {line}".rstrip() for mass, line in zip(front, lines, strict=True)]
    return "\n".join((first, *lines, "")).encode()

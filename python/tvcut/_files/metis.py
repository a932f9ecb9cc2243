"""Graphs in the format of METIS, Chaco and the Walshaw archive.

The first line holds n, the number m of edges, and optionally a code and the number of weights of a vertex. The digits
of the code say whether the line of a vertex starts with a size, has weights, and has a weight for each edge. Line i
after it holds the neighbours of vertex i, numbered from 1. Lines that start with % are comments. See G. Karypis,
"METIS: A Software Package for Partitioning Unstructured Graphs", version 5.1.0, 2013, Section 4.1.1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from .._input.entries import Entries, Floats
from .._input.error import MAX_VERTICES, GraphFileError, check_vertices
from .options import DEFAULT, Options
from .source import Source
from .table import Columns, check_each, line_blocks, numbers, read_counted


class Header(NamedTuple):
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


class _Vertices:
    """The entries and the weights of the vertices of the lines so far."""

    def __init__(self, top: Header) -> None:
        self.top, self.lines = top, 0
        self.edges, self.masses = Columns(np.int32, np.int32, np.float64), Columns(np.float64)

    def append(self, lines: list[bytes], place: Sequence[int]) -> None:
        """Add the lines of some vertices, or raise GraphFileError."""
        top, (values, start) = self.top, numbers(lines, place)
        counts, step = np.diff(start) - top.before, 1 + top.weights
        check_each((counts >= 0) & (counts % step == 0), lambda k: self._odd(counts[k]), place.__getitem__)
        position = np.arange(len(values)) - np.repeat(start[:-1] + top.before, np.diff(start))
        at = np.flatnonzero((position >= 0) & (position % step == 0))
        ends = values[at]
        check_each(
            (ends >= 1) & (ends <= min(top.n, MAX_VERTICES)) & (ends == np.floor(ends)),
            lambda k: f"a neighbour must be in [1, {top.n}], got {ends[k]:g}",
            lambda k: place[int(np.searchsorted(start, at[k], side="right")) - 1],
        )
        row = np.repeat(np.arange(self.lines, self.lines + len(lines)), counts // step)
        self.edges.append(row, ends - 1, values[at + 1] if top.weights else np.ones(len(at)))
        self.masses.append(values[(start[:-1] + top.sizes)[:, None] + np.arange(top.masses)].ravel())
        self.lines += len(lines)

    def _odd(self, count: int) -> str:
        want = f"{self.top.before} numbers and then " if self.top.before else ""
        each = "pairs of a neighbour and a weight" if self.top.weights else "neighbours"
        return f"the line of a vertex must hold {want}{each}, got {count + self.top.before} numbers"


def read(source: Source, options: Options = DEFAULT) -> Entries:
    """Return the entries of a file in METIS format, which is read in blocks of lines."""
    blocks = line_blocks(source, b"%")
    lines, place = next(blocks, ([], range(0)))
    if not lines:
        raise GraphFileError("the file is empty, and not a graph in METIS format")
    top, first = header(lines[0], place[0]), place[0]
    found = _Vertices(top)
    wrong = f"the first line declares {top.n} vertices, but {{}} lines follow; correct n"
    read_counted(chain([(lines[1:], place[1:])], blocks), top.n, found.append, wrong, first)
    check_vertices(top.n, top.n, first)
    (row, col, weight), (masses,) = found.edges.arrays(), found.masses.arrays()
    one_way = len(row) == top.m and not np.isin(row * np.int64(top.n) + col, col * np.int64(top.n) + row).any()
    if len(row) != 2 * top.m and not one_way:  # one_way: each edge is in the line of one end only
        raise GraphFileError(
            f"the first line declares {top.m} edges, but {len(row)} neighbours follow and not {2 * top.m}; correct m",
            first,
        )
    shape = (top.n, top.masses) if top.masses > 1 else (top.n,)
    return Entries(top.n, row, col, weight, None, masses.reshape(shape) if top.masses else None)


def fits(source: Source) -> bool:
    """Return whether the numbers of lines and of words are those of a graph in METIS format."""
    top, seen, words = None, 0, 0
    for lines, place in line_blocks(source, b"%"):
        if top is None:
            try:
                top = header(lines[0], place[0])
            except GraphFileError:
                return False
            lines = lines[1:]
        words += sum(len(line.split()) for line in lines[: top.n - seen])
        if not 1 <= top.n <= MAX_VERTICES or any(map(bytes.strip, lines[top.n - seen :])):
            return False
        seen = min(seen + len(lines), top.n)
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
    masses = np.zeros((A.shape[0], 0)) if vertex_weight is None else vertex_weight.reshape(A.shape[0], -1)
    for given, what in ((A.data, "edges"), (masses, "vertices")):
        if not ((given == np.floor(given)) & (np.abs(given) < 2**53)).all():
            raise GraphFileError(f"the format of METIS has integers as weights of {what}; scale and round them")
    columns = masses.shape[1]
    code = f" {int(columns > 0)}{int(weights)}".replace(" 0", " ") if weights or columns else ""
    first = f"{A.shape[0]} {A.nnz // 2}{code}{f' {columns}' if columns > 1 else ''}"
    pairs = np.column_stack((A.indices + 1, A.data.astype(np.int64))) if weights else (A.indices + 1)[:, None]
    words, front = list(map(str, pairs.ravel().tolist())), masses.astype(np.int64).tolist()
    begin = pairwise((A.indptr * pairs.shape[1]).tolist())
    lines = (" ".join((*map(str, mass), *words[i:j])) for mass, (i, j) in zip(front, begin, strict=True))
    return "\n".join((first, *lines, "")).encode()

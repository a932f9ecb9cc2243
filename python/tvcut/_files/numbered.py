"""Graphs of numbered vertices in lines: DIMACS, and hypergraphs in the format of hMetis.

In DIMACS, "p edge n m" is above the lines "e i j", "p sp n m" above "a i j w", and "p tw n m" of the PACE challenge
above "i j". See http://dimacs.rutgers.edu. In many files for colourings, m is twice or half the number of lines. The
first line of hMetis holds the numbers of hyperedges and vertices and a code: with a last digit 1, each hyperedge has
its weight before its vertices, and with a first digit 1 of two, the weights of vertices follow. See G. Karypis and V.
Kumar, "hMETIS, a hypergraph partitioning package", version 1.5.3, 1998.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from .._input.entries import Entries
from .._input.error import GraphFileError, check_vertices
from .header import weight_of
from .options import Options
from .source import Source
from .table import line_blocks

_PAIRS = 50  # for each vertex of a hyperedge, and _FREE in any file
_FREE = 1_000_000
_GRAPHS = ("edge", "edges", "col", "sp", "tw")  # problems of DIMACS and PACE that are graphs
_Words = list[tuple[int, list[str]]]  # the number of each line, and its words


def dimacs(source: Source, options: Options) -> Entries:
    """Return the entries of a graph in DIMACS format. Edges count once if each is listed in both directions."""
    rows = [(line, words) for line, words in _rows(source, b"c") if words[0] != "n"]
    first, top = rows[0] if rows else (1, [])
    n, m = (_whole(word, first) for word in top[2:4]) if len(top) == 4 and top[0] == "p" else (-1, -1)
    if n < 0:
        raise GraphFileError("the first line must be 'p edge n m' or 'p sp n m'", first)
    if top[1] not in _GRAPHS:
        raise GraphFileError(f"the problem {top[1][:40]!r} is no graph; write its edges below 'p edge n m'", first)
    check_vertices(n, len(rows), first)
    lines = len(rows) - 1
    if lines != m and (top[1] == "sp" or m not in (2 * lines, lines / 2)):
        raise GraphFileError(f"{m} edges are declared, but {lines} lines follow", first)
    ends, weight = np.zeros((lines, 2), np.int64), np.ones(lines)
    for k, (line, words) in enumerate(rows[1:]):
        words = ["e", *words] if top[1] == "tw" else words
        if words[0] not in ("e", "a") or not 3 <= len(words) <= 4:
            raise GraphFileError("a line must be 'e i j' or 'a i j w'", line)
        ends[k] = _vertices(words[1:3], n, line)
        weight[k] = 1 if len(words) < 4 or options.weight is None else weight_of(words[3], line)
    return Entries(n, ends[:, 0], ends[:, 1], weight, undirected=True)


def hypergraph(source: Source, options: Options) -> Entries:
    """Return the entries of a hypergraph, whose hyperedges become cliques or stars."""
    if options.hyperedges is None:
        raise GraphFileError("the file is a hypergraph; set hyperedges to 'cliques' or 'stars' to replace its edges")
    rows = _rows(source, b"%")
    first, top = rows[0] if rows else (1, [])
    code = top[2].zfill(2) if len(top) == 3 else "00"
    if not 2 <= len(top) <= 3 or code not in ("00", "01", "10", "11"):
        raise GraphFileError("the first line must hold the numbers of hyperedges and vertices, and a code", first)
    m, n = (_whole(word, first) for word in top[:2])
    check_vertices(n, len(rows), first)
    if len(rows) - 1 != m + (n if code[0] == "1" else 0):
        raise GraphFileError(f"{m} hyperedges of {n} vertices are declared, but {len(rows) - 1} lines follow", first)
    edges, weights = [], []
    for line, words in rows[1 : m + 1]:
        weights.append(weight_of(words[0], line) if code[1] == "1" else 1.0)
        edges.append(sorted(set(_vertices(words[int(code[1]) :], n, line))))
    masses = np.array([weight_of(words[0], line) for line, words in rows[m + 1 :]]) if code[0] == "1" else None
    if options.hyperedges == "stars":
        if masses is not None:
            raise GraphFileError("the vertices that stars add have no weights; use hyperedges='cliques'")
        table = [(v, n + k, w) for k, (edge, w) in enumerate(zip(edges, weights, strict=True)) for v in edge]
        return _of_table(n + m, table, None)
    if sum(len(edge) ** 2 // 2 for edge in edges) > _FREE + _PAIRS * sum(map(len, edges)):
        raise GraphFileError("the cliques of the large hyperedges have too many edges; use hyperedges='stars'")
    pairs = ((edge, w / max(len(edge) - 1, 1)) for edge, w in zip(edges, weights, strict=True))
    return _of_table(n, [(i, j, w) for edge, w in pairs for i, j in combinations(edge, 2)], masses)


def _of_table(n: int, table: list[tuple[int, int, float]], masses: np.ndarray | None) -> Entries:
    row, col, weight = np.array(table, float).reshape(-1, 3).T
    return Entries(n, row.astype(np.int64), col.astype(np.int64), weight, None, masses).whole()


def _rows(source: Source, comments: bytes) -> _Words:
    rows: _Words = []
    for lines, place in line_blocks(source, comments, blank=False):
        rows += [(k, line.decode("latin-1").split()) for line, k in zip(lines, place, strict=True)]
    return rows


def _whole(word: str, line: int) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 18):
        raise GraphFileError(f"a line must hold numbers only, got {word[:40]!r}", line)
    return int(word)


def _vertices(words: Sequence[str], n: int, line: int) -> list[int]:
    found = [_whole(word, line) - 1 for word in words]
    wrong = next((v for v in found if not 0 <= v < n), None)
    if wrong is not None:
        raise GraphFileError(f"a vertex must be in [1, {n}], got {wrong + 1}", line)
    return found

"""Edges in a dask DataFrame as blocks of rows, by a shuffle. Names of vertices are replaced by their numbers first."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from .._input.error import supports
from .._input.matrix import MAX_VERTICES
from ._band import Largest
from ._block import Block
from ._rows import KINDS, canonical
from ._session import Future, Session

Array = npt.NDArray[Any]
BUCKETS = 4096  # ranges of vertices whose edges are counted to divide the rows
WEIGHTS = ("w", "weight")  # names of the column of weights
REMEDY = "list each edge once, or in both directions with the same weight"


class Edges(NamedTuple):
    """Entries of W in one block of rows. ``listed`` is 0 if the edge is listed from its row, 1 if from its column."""

    row: Array
    col: Array
    weight: Array
    listed: Array


def is_frame(edges: Any) -> bool:
    """Return whether edges are a dask DataFrame."""
    return hasattr(edges, "to_delayed") and hasattr(edges, "columns") and hasattr(edges, "dtypes")


def blocks_of_frame(
    session: Session, frame: Any, n: int | None, size: int, largest: Largest
) -> tuple[list[Future], Array, Future | None]:
    """Return blocks of about ``size`` entries of the graph with the edges of a frame, and their bounds.

    It is one block if it fits one worker. The last value is the future of the names of the vertices, or None.
    """
    columns, named = _columns(frame)
    parts, names = session.compute(frame.to_delayed()), None
    if named:
        found = [session.submit(names_of, part, number) for number, part in enumerate(parts)]
        names = session.submit(merged, found)
        parts = session.each(numbered, parts, names)
        if n not in (None, count := session.result(session.submit(len, names))):
            raise ValueError(f"n_vertices = {n} must be the number of names in edges, {count}, or None")
    counts = session.result([session.submit(check, part, number, columns, n) for number, part in enumerate(parts)])
    top, count = max((top for top, _ in counts), default=-1), sum(count for _, count in counts)
    _check_isolated(top, count, n)
    n = top + 1 if n is None else n
    if not 2 <= n <= MAX_VERTICES:
        raise ValueError(f"edges must have from 2 to {MAX_VERTICES} vertices, got {n}; vertices are numbered 0 … n − 1")
    wanted = 1 if largest.fits(n, 2 * count) else -(-2 * count // size)
    bounds = np.array([0, n]) if wanted == 1 else _bounds(session, parts, columns, n, wanted)
    last = len(bounds) - 1
    pieces = [session.split(session.submit(by_rows, part, columns, bounds), last) for part in parts]
    blocks = [
        session.submit(assemble, int(bounds[b]), int(bounds[b + 1]), n, [piece[b] for piece in pieces])
        for b in range(last)
    ]
    return blocks, bounds, names


def names_of(part: Any, number: int) -> Any:
    """Return the different names of a partition, or raise an error naming a row."""
    import pandas as pd

    for column in "uv":
        values = part[column]
        _refuse(part, number, column, values.isna().to_numpy(), "present, not NaN")
        wrong = np.array([not isinstance(name, str) for name in values])
        _refuse(part, number, column, wrong, "all strings or all integers")
    return pd.unique(pd.concat([part["u"], part["v"]]).astype(object))


def merged(found: Sequence[Any]) -> Any:
    """Return all names, sorted."""
    import pandas as pd

    return np.sort(pd.unique(np.concatenate([np.asarray(names, object) for names in found])))


def numbered(part: Any, names: Any) -> Any:
    """Return a partition with the numbers of the vertices in place of their names."""
    import pandas as pd

    index = pd.Index(names, dtype=object)
    return part.assign(**{column: index.get_indexer(part[column].astype(object)) for column in "uv"})


def _check_isolated(top: int, count: int, n: int | None) -> None:
    """Raise ValueError if nearly all vertices have no edge: the workers would hold arrays of all of them."""
    if not supports(count, top + 1):
        raise ValueError(
            f"edges has vertex {top}, but {count} edges only; vertices are numbered 0 … n − 1: pass other numbers "
            "as names, edges.astype({'u': str, 'v': str})"
        )
    if n is not None and not supports(count, n):
        raise ValueError(f"n_vertices = {n} is far above what {count} edges join; leave out isolated vertices")


def _columns(frame: Any) -> tuple[list[str], bool]:
    """Return the columns of ends and weights, and whether the ends are names, or raise an error."""
    columns = list(frame.columns)
    names = ["u", "v", *(name for name in WEIGHTS if name in columns)]
    shown = ", ".join(map(repr, columns))
    for name in names[:2]:
        if name not in columns:
            raise ValueError(f"edges must be {KINDS}; it has no column {name!r}, but {shown}")
    if len(columns) > min(len(names), 3):
        raise ValueError(
            f"edges must have no columns but u, v and w or weight, each once, got {shown}; select them, for example "
            "edges[['u', 'v', 'w']]"
        )
    kinds = [kind_of(frame.dtypes[name]) for name in names]
    for name, kind in zip(names[2:], kinds[2:], strict=True):
        if kind not in "biuf":
            raise TypeError(f"column {name!r} of edges must hold real numbers, got dtype {frame.dtypes[name]}")
    named = kinds[:2] == ["O", "O"]
    for name, kind in zip(names[:2], kinds, strict=False):
        if not named and kind not in "iu":
            raise TypeError(
                f"column {name!r} of edges must hold integers, the numbers of vertices from 0, or both columns "
                f"strings, their names, got dtype {frame.dtypes[name]}"
            )
    return names, named


def kind_of(dtype: Any) -> str:
    """Return the kind of a dtype, "O" for strings, whatever stores them, and for categories."""
    kind: str = dtype.kind
    return "O" if str(dtype).startswith(("string", "str", "category", "large_string")) else kind


def _bounds(session: Session, parts: list[Future], names: list[str], n: int, count: int) -> Array:
    """Return bounds of ``count`` blocks with about the same number of entries."""
    ends = np.linspace(0, n, min(BUCKETS, n) + 1).astype(np.int64)
    tallies = session.result(session.each(tally, parts, names, ends))
    below = np.concatenate(([0], np.cumsum(np.sum(tallies, axis=0)))) + np.arange(len(ends))
    wanted = below[-1] * np.arange(1, max(count, 1)) / max(count, 1)
    return np.unique(np.concatenate(([0], ends[np.searchsorted(below, wanted)], [n])))


def check(part: Any, number: int, names: list[str], n: int | None) -> tuple[int, int]:
    """Return the largest vertex and the number of edges of a partition, or raise ValueError naming a row."""
    for name in names:
        _refuse(part, number, name, part[name].isna().to_numpy(), "present, not NaN")
        if name in WEIGHTS:
            values = part[name].to_numpy(np.float64)
            _refuse(part, number, name, np.isinf(values), "finite")
        else:
            values = part[name].to_numpy(np.uint64 if part[name].dtype.kind == "u" else np.int64)
            _refuse(part, number, name, values >= (MAX_VERTICES if n is None else n), f"below {n or MAX_VERTICES}")
        _refuse(part, number, name, values < 0, ">= 0")
    top = max((int(part[name].max()) for name in "uv"), default=-1) if len(part) else -1
    return top, len(part)


def _refuse(part: Any, number: int, name: str, bad: Array, want: str) -> None:
    """Raise ValueError naming the first bad row of a column, if there is one."""
    if bad.any():
        k = int(bad.argmax())
        what = "weights" if name in WEIGHTS else "vertices"
        where = f"column {name!r} of edges, row {part.index[k]} of partition {number}"
        raise ValueError(f"{where}: {what} must be {want}, got {part[name].iloc[k]}")


def tally(part: Any, names: list[str], ends: Array) -> Array:
    """Return the number of entries of W in each range of rows that the edges of a partition make."""
    both = np.concatenate([part[name].to_numpy(np.int64) for name in names[:2]])
    return np.bincount(np.searchsorted(ends, both, side="right") - 1, minlength=len(ends) - 1)


def by_rows(part: Any, names: list[str], bounds: Array) -> list[Edges]:
    """Return both entries of each edge of a partition, by the blocks of their rows; without loops and zeros."""
    u, v = (part[name].to_numpy(np.int64) for name in "uv")
    w = part[names[2]].to_numpy(np.float64) if len(names) == 3 else np.ones(len(part))
    keep = (u != v) & (w != 0)
    u, v, w = u[keep], v[keep], w[keep]
    row, col, weight = np.concatenate((u, v)), np.concatenate((v, u)), np.concatenate((w, w))
    listed = np.repeat(np.array([0, 1], np.uint8), len(u))
    order = np.argsort(row, kind="stable")
    at = np.searchsorted(row[order], bounds)
    pieces = [order[a:b] for a, b in itertools.pairwise(at)]
    return [Edges(row[piece], col[piece], weight[piece], listed[piece]) for piece in pieces]


def assemble(first: int, last: int, n: int, pieces: Sequence[Edges]) -> Block:
    """Return the block of the rows first … last − 1.

    Edges that are listed more than once in one direction add up. An edge that is listed in both directions counts once.
    """
    row, col, weight, listed = (np.concatenate(arrays) for arrays in zip(*pieces, strict=True))
    sides = []
    for at in (listed == 0, listed == 1):
        side = canonical(first, last - first, n, row[at] - first, col[at], weight[at], "edges, ({}, {})")
        sides.append(sp.csr_array((side.data, side.columns[side.indices], side.indptr), shape=(side.n, n)))
    one, other = (side.astype(bool) for side in sides)
    both = one.multiply(other).tocsr()
    differs = (sides[0].multiply(both) != sides[1].multiply(both)).tocoo()
    if differs.nnz:
        i, j = int(differs.row[0]), int(differs.col[0])
        a, b, i = sides[0][i, j], sides[1][i, j], i + first
        raise ValueError(f"edges has ({i}, {j}) with weight {a:g} and ({j}, {i}) with weight {b:g}; {REMEDY}")
    A = sides[0].maximum(sides[1]).tocoo()
    return canonical(first, last - first, n, A.row, A.col.astype(np.int64), A.data)

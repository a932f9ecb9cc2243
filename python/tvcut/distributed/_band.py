"""Refinement of the band around the border, which is gathered to one worker.

The band has the vertices within some edges of the border between parts, as many as fit one worker: of the last ring,
the vertices that are least attached to their parts. The vertices outside the band are contracted to one vertex for each
part, with their whole mass and all edges between them. A partition of this graph is one of the whole graph, with the
same cuts and masses. The band is cut anew and also refined from its labels, and the better result is kept if it is
better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from ._block import Around, Block, values
from ._border import Partition, Rule, parts_of
from ._cut import Cut, Whole, cut_whole
from ._exact import hashes
from ._session import Future, Inline, Level, Session, in_pieces, one_task_on_one_block

Array = npt.NDArray[Any]
RINGS = 12  # edges from the border, at most


@dataclass(frozen=True)
class Largest:
    """The largest graph that is gathered to one worker."""

    vertices: int
    entries: int  # half-edges

    @property
    def pair(self) -> tuple[int, int]:
        """Both numbers."""
        return self.vertices, self.entries

    def fits(self, vertices: int, entries: int) -> bool:
        """Return whether a graph is not larger."""
        return vertices <= self.vertices and entries <= self.entries


class Rows(NamedTuple):
    """Rows of a block, with the number of their entries and how firmly they are attached to what the band is not."""

    vertices: Array
    entries: Array
    hold: Array


class Band(NamedTuple):
    """Which vertices are in the band, uint8, the number of vertices and of entries in it, and whether it can grow."""

    inside: Array
    vertices: int
    entries: int
    grows: bool


class Extract(NamedTuple):
    """The rows of the band in one block: their vertices, masses and parts, and their entries.

    The column of an entry is a vertex of the band, or −1 − r for the vertices of part r outside the band. ``outside``
    holds the weights between parts of edges from vertices outside the band to others outside, shape (k, k).
    """

    vertex: Array
    mass: Array
    part: Array
    row: Array
    col: Array
    weight: Array
    outside: Array


def refine(session: Session, level: Level, partition: Future, rule: Rule, largest: Largest, options: Any) -> Future:
    """Return the partition with the band around its border refined. It is never worse."""
    band = gather(session, level, partition, rule.k, largest)
    whole = session.submit(contracted, band, partition)
    return session.submit(replaced, partition, whole, cut_whole(session, whole, rule, options), rule)


@one_task_on_one_block
def gather(session: Session | Inline, level: Level, partition: Future, k: int, largest: Largest) -> Future | None:
    """Return the rows of the band of all blocks, as a future of an Extract, or None if there is no border."""
    parts = in_pieces(session, level, session.submit(parts_of, partition))
    band = grow(session, level, parts, largest)
    if band is None:
        return None
    extracts = [
        session.submit(extract, block, level.around(band, b), level.around(parts, b), k)
        for b, block in enumerate(level.blocks)
    ]
    return session.submit(joined, extracts)


def grow(session: Session | Inline, level: Level, parts: list[Future], largest: Largest) -> list[Future] | None:
    """Return which vertices are in the band, by blocks; None if there is no border."""
    band, pieces = None, None
    for number in range(RINGS + 1):
        step = border if pieces is None else next_ring
        rings = [
            session.submit(step, block, level.around(parts if pieces is None else pieces, b))
            for b, block in enumerate(level.blocks)
        ]
        band = session.submit(united, band, rings, level.n, largest, number)
        grows, size = session.result(session.submit(state_of, band))
        if not size:
            return None
        pieces = in_pieces(session, level, session.submit(inside_of, band))
        if not grows:
            break
    return pieces


def border(block: Block, around: Around) -> Rows:
    """Return the rows with a neighbour in another part."""
    own, column = values(block, around)
    row = block.rows
    at = np.flatnonzero(own[row] != column[block.indices])
    return _rows(block, at, row[at])


def next_ring(block: Block, around: Around) -> Rows:
    """Return the rows outside the band with a neighbour in it."""
    own, column = values(block, around)
    at = np.flatnonzero((column > 0)[block.indices])
    row = np.searchsorted(block.indptr, at, side="right") - 1
    outside = own[row] == 0
    return _rows(block, at[outside], row[outside])


def _rows(block: Block, entries: Array, row: Array) -> Rows:
    """Return the rows of some entries. ``hold`` is the weight of their other entries minus that of these."""
    rows, place = np.unique(row, return_inverse=True)
    lo, count = block.indptr[rows], np.diff(block.indptr)[rows]
    every = np.repeat(lo - np.cumsum(count) + count, count) + np.arange(count.sum())
    total = np.bincount(np.repeat(np.arange(len(rows)), count), block.weight(every), len(rows))
    hold = total - 2 * np.bincount(place, block.weight(entries), len(rows))  # exact
    return Rows(block.first + rows, count, hold)


def united(band: Band | None, rings: Sequence[Rows], n: int, largest: Largest, number: int) -> Band:
    """Return the band after a ring has been added, or those of its vertices with the least hold that still fit."""
    ring = Rows(*(np.concatenate(arrays) for arrays in zip(*rings, strict=True)))
    inside = np.zeros(n, np.uint8) if band is None else band.inside.copy()
    size, entries = (0, 0) if band is None else (band.vertices, band.entries)
    order = np.lexsort((hashes(ring.vertices, number), ring.hold))[: max(largest.vertices - size, 0)]
    total = entries + np.cumsum(ring.entries[order])
    kept = int(np.searchsorted(total, largest.entries, side="right"))
    inside[ring.vertices[order[:kept]]] = 1
    entries = int(total[kept - 1]) if kept else entries
    return Band(inside, size + kept, entries, 0 < len(ring.vertices) == kept)


def state_of(band: Band) -> tuple[bool, int]:
    """Return whether the band can grow, and the number of its vertices."""
    return band.grows, band.vertices


def inside_of(band: Band) -> Array:
    """Return which vertices are in the band."""
    return band.inside


def extract(block: Block, band: Around, parts: Around, k: int) -> Extract:
    """Return the rows of the band in a block."""
    (part, label), (own, column) = values(block, parts), values(block, band)
    within, inside = own > 0, column > 0
    target = np.where(inside, block.columns, -1 - label.astype(np.int64))
    keep = within[block.rows]
    crosses = ~keep & ~inside[block.indices]
    ends = part[block.rows[crosses]] * np.int64(k) + label[block.indices[crosses]]
    outside = np.bincount(ends, block.weights[crosses], k * k).reshape(k, k)
    row = block.first + block.rows[keep].astype(np.int64)
    rows = np.flatnonzero(within)
    column, weight = target[block.indices[keep]], block.weights[keep]
    return Extract(block.first + rows, block.mass[rows], part[rows], row, column, weight, outside)


def joined(extracts: Sequence[Extract]) -> Extract:
    """Return the rows of the band of all blocks."""
    *arrays, outside = zip(*extracts, strict=True)
    return Extract(*[*(np.concatenate(array) for array in arrays), np.sum(outside, axis=0)])


def replaced(partition: Partition, whole: Whole | None, found: Cut | None, rule: Rule) -> Partition:
    """Return the partition with the parts of the band that were found, if that is better."""
    if whole is None or found is None or not rule.objective(found.totals) < rule.objective(partition.totals):
        return partition
    assert whole.vertex is not None and whole.labels is not None
    parts = partition.parts.copy()
    count, old = len(whole.vertex), whole.labels
    for r, new in enumerate(found.labels[count:], count):  # parts may have changed their numbers
        if old[r] != new:
            parts[partition.parts == old[r]] = new
    parts[whole.vertex] = found.labels[:count]
    return Partition(parts, found.totals)


def contracted(band: Extract | None, partition: Partition) -> Whole | None:
    """Return the graph of the band and of one vertex for the rest of each part that has one, with their parts."""
    if band is None:
        return None
    masses = partition.totals.masses
    k, count = len(masses), len(band.vertex)
    mass = masses - np.bincount(band.part, band.mass, k)  # exact
    rest = np.flatnonzero(mass > 0)
    place = np.full(k, -1)
    place[rest] = count + np.arange(len(rest))
    row, outside = np.searchsorted(band.vertex, band.row), band.col < 0
    col = np.where(outside, place[-1 - np.minimum(band.col, -1)], np.searchsorted(band.vertex, band.col))
    r, s = np.nonzero(band.outside)
    r, s = r[r != s], s[r != s]
    ends = np.concatenate((row, col[outside], place[r])), np.concatenate((col, row[outside], place[s]))
    weight = np.concatenate((band.weight, band.weight[outside], band.outside[r, s]))
    size = count + len(rest)
    W = sp.coo_array((weight, ends), shape=(size, size)).tocsr()
    W.sort_indices()
    labels = np.concatenate((band.part, rest)).astype(np.int32)
    return Whole(W, np.concatenate((band.mass, mass[rest])), labels, band.vertex)

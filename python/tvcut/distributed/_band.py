"""Refinement of the band around the border between parts, which one worker gathers and cuts.

The vertices of clusters near the border of the next level are gathered. The band has those of them that are nearest to
the border, as many as one worker can cut. The vertices outside the band are contracted to one vertex for each part,
with their whole mass and all edges between them. A partition of this graph is one of the whole graph, with the same
cuts and masses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from ._block import Block, around
from ._exact import hashes
from ._session import Future, Level, Session
from ._whole import FAR, Partition, Whole, cut_whole, rings, rows_of, summary_of

Array = npt.NDArray[Any]
MORE = 4  # times as many vertices and half-edges are gathered as are cut, which takes more memory


@dataclass(frozen=True)
class Largest:
    """The largest graph that is gathered to one worker."""

    vertices: int
    entries: int  # half-edges

    def fits(self, vertices: int, entries: int) -> bool:
        """Return whether a graph is not larger."""
        return vertices <= self.vertices and entries <= self.entries


class Extract(NamedTuple):
    """The rows of the band in one block: their vertices, masses and parts, and their entries.

    The column of an entry is a vertex of the band, or −1 − r for the vertices of part r outside the band. ``outside``
    holds the weights between parts of edges from vertices outside the band to others outside, by k r + s.
    """

    vertex: Array
    mass: Array
    part: Array
    row: Array
    col: Array
    weight: Array
    pair: Array
    outside: Array


class Rows(NamedTuple):
    """Rows of a block near the border, with their rings, numbers of entries, and how firmly their parts hold them."""

    vertex: Array
    ring: Array
    entries: Array
    hold: Array


def refine(
    session: Session, level: Level, partition: Future, largest: Largest, salt: tuple[int, ...], options: dict[str, Any]
) -> Future:
    """Return the partition with the band around its border refined. It is never worse."""
    rows = session.each(near, level.blocks, partition)
    inside = session.submit(choose, rows, level.n, largest, salt)
    extracts = session.each(extract, level.blocks, inside, partition, options["n_clusters"])
    band = session.submit(narrowed, session.submit(contracted, extracts, partition), largest, salt)
    return session.submit(refined, partition, band, options, session.name)


def near(block: Block, partition: Partition) -> Rows:
    """Return the rows near the border. ``hold`` is the weight of the edges within the part minus that of the others."""
    own, column = around(block, partition.parts)
    ring = partition.ring[block.first : block.first + block.n]
    rows = np.flatnonzero(ring < FAR)
    begin, lengths = block.indptr[rows], np.diff(block.indptr)[rows]
    entries = np.repeat(begin - np.cumsum(lengths) + lengths, lengths) + np.arange(lengths.sum())
    row = np.repeat(np.arange(len(rows)), lengths)
    crosses = own[rows][row] != column[block.indices[entries]]
    hold = np.bincount(row, np.where(crosses, -1, 1) * block.weight(entries), len(rows))  # exact
    at_border = np.bincount(row, crosses, len(rows)) > 0
    return Rows(block.first + rows, np.where(at_border, 0, np.maximum(ring[rows], 1)), lengths, hold)


def choose(rows: Sequence[Rows], n: int, largest: Largest, salt: tuple[int, ...]) -> Array:
    """Return which vertices are gathered: several times as many as one worker can cut."""
    inside = np.zeros(n, bool)
    vertex, *arrays = (np.concatenate(arrays) for arrays in zip(*rows, strict=True))
    inside[vertex[nearest(Rows(vertex, *arrays), Largest(MORE * largest.vertices, MORE * largest.entries), salt)]] = (
        True
    )
    return inside


def nearest(rows: Rows, largest: Largest, salt: tuple[int, ...]) -> Array:
    """Return the rows nearest to the border that fit; those of one ring in the order of their hold."""
    order = np.lexsort((hashes(rows.vertex, *salt), rows.hold, rows.ring))[: largest.vertices]
    return order[: np.searchsorted(np.cumsum(rows.entries[order]), largest.entries, side="right")]


def extract(block: Block, band: Array, partition: Partition, k: int) -> Extract:
    """Return the rows of the band in a block."""
    (part, label), (within, inside) = around(block, partition.parts), around(block, band)
    target = np.where(inside, block.columns, -1 - label.astype(np.int64))
    rows, keep = block.rows, np.repeat(within, np.diff(block.indptr))
    crosses = np.flatnonzero(~keep & ~inside[block.indices] & (part[rows] != label[block.indices]))
    ends = part[rows[crosses]] * np.int64(k) + label[block.indices[crosses]]
    pair, place = np.unique(ends, return_inverse=True)
    outside = np.bincount(place, block.weight(crosses), len(pair))
    at, own = np.flatnonzero(keep), np.flatnonzero(within)
    row = block.first + rows[at].astype(np.int64)
    column = target[block.indices[at]]
    return Extract(block.first + own, block.mass[own], part[own], row, column, block.weight(at), pair, outside)


class Gathered(NamedTuple):
    """The band with a vertex for the rest of each part, the parts of all of these, and the vertices of the band."""

    whole: Whole
    parts: Array
    vertex: Array
    complete: bool = True  # whether the band has all vertices at the border


def contracted(extracts: Sequence[Extract], partition: Partition) -> Gathered:
    """Return the graph of the band and of one vertex for the rest of each part that has one."""
    vertex, own, part, row, col, weight, pair, between = (
        np.concatenate(arrays) for arrays in zip(*extracts, strict=True)
    )
    masses = np.array(partition.summary.masses)
    k, count = len(masses), len(vertex)
    mass = masses - np.bincount(part, own, k)  # exact
    rest = np.flatnonzero(mass > 0)
    place = np.full(k, -1)
    place[rest] = count + np.arange(len(rest))
    row, outside = np.searchsorted(vertex, row), col < 0
    col = np.where(outside, place[-1 - np.minimum(col, -1)], np.searchsorted(vertex, col))
    ends = np.concatenate((row, col[outside], place[pair // k])), np.concatenate((col, row[outside], place[pair % k]))
    weights = np.concatenate((weight, weight[outside], between))
    size = count + len(rest)
    W = sp.coo_array((weights, ends), shape=(size, size)).tocsr()
    W.sort_indices()
    return Gathered(Whole(W, np.concatenate((own, mass[rest]))), np.concatenate((part, rest)).astype(np.int32), vertex)


def narrowed(band: Gathered, largest: Largest, salt: tuple[int, ...]) -> Gathered:
    """Return a band of vertices nearest to the border, as many as one worker can cut."""
    W, mass, parts, count = band.whole.W, band.whole.mass, band.parts, len(band.vertex)
    assert mass is not None
    ring, entries, row = rings(W, parts, count), np.diff(W.indptr)[:count], rows_of(W)
    hold = np.bincount(row, np.where(parts[row] == parts[W.indices], 1, -1) * W.data, len(parts))[:count]
    at = np.flatnonzero(ring < FAR)
    kept = np.sort(at[nearest(Rows(band.vertex[at], ring[at], entries[at], hold[at]), largest, salt)])
    rest = np.setdiff1d(np.arange(len(parts)), kept, assume_unique=True)
    known, place = np.unique(parts[rest], return_inverse=True)
    ids = np.empty(len(parts), np.int64)
    ids[kept], ids[rest] = np.arange(len(kept)), len(kept) + place
    cross = ids[row] != ids[W.indices]
    size = len(kept) + len(known)
    A = sp.coo_array((W.data[cross], (ids[row][cross], ids[W.indices][cross])), shape=(size, size)).tocsr()
    A.sort_indices()
    whole = Whole(A, np.bincount(ids, mass, size))
    complete = np.count_nonzero(ring == 0) == np.count_nonzero(ring[kept] == 0)
    return Gathered(whole, np.concatenate((parts[kept], known)), band.vertex[kept], bool(complete))


def refined(partition: Partition, band: Gathered, options: dict[str, Any], name: str) -> Partition:
    """Return the partition with the parts of the band that are found from its own, if they are better."""
    old, vertex, count = band.parts, band.vertex, len(band.vertex)
    if not count:
        return partition
    cut = cut_whole(band.whole, old, options, name)
    better = summary_of(cut)[:2] < partition.summary[:2]
    labels, summary = (cut.labels, summary_of(cut)) if better else (old, partition.summary)
    parts = partition.parts.copy()
    for r, new in zip(old[count:], labels[count:], strict=True):  # the rest of a part may have another number now
        if r != new:
            parts[partition.parts == r] = new
    parts[vertex] = labels[:count]
    ring = np.full(len(parts), FAR, np.uint8)
    ring[vertex] = rings(band.whole.W, labels, count)
    if not band.complete:  # other vertices are at the border, too
        ring = np.minimum(ring, partition.ring)
    return Partition(parts, ring, summary)

"""Refinement of the band around the border, which is gathered to one worker.

The band has all vertices within some edges of the border between parts. The vertices outside the band are contracted to
one vertex for each part, with their whole mass. A partition of this graph is one of the whole graph, with the same cuts
and masses, as long as edges between the contracted vertices are not cut by the partition that the band belongs to, and
there are none. The band is cut anew and also refined from its labels, and the better result is kept if it is better.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from distributed import Future

from .. import _api
from .._warnings import SmallPartWarning
from ._block import Block, gather
from ._border import Partition, Rule, Totals, chunks_of, parts_of
from ._session import Level, Session

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
    """Rows of a block, and the number of their entries."""

    vertices: Array
    entries: int


class Extract(NamedTuple):
    """The rows of the band in one block: their vertices, masses and parts, and their entries.

    The column of an entry is a vertex of the band, or −1 − r for the vertices of part r outside the band.
    """

    vertex: Array
    mass: Array
    part: Array
    row: Array
    col: Array
    weight: Array


def refine(session: Session, level: Level, partition: Future, rule: Rule, largest: Largest, options: Any) -> Future:
    """Return the partition with the band around its border refined. It is never worse."""
    parts = chunks_of(session, level, session.submit(parts_of, partition))
    band = grow(session, level, parts, largest)
    if band is None:
        return partition
    extracts = [
        session.submit(extract, block, level.bounds, level.near[b], (band[b], parts[b]), level.chunks(band, b),
                       level.chunks(parts, b))
        for b, block in enumerate(level.blocks)
    ]  # fmt: skip
    return session.submit(solve, partition, extracts, rule, options)


def grow(session: Session, level: Level, parts: list[Future], largest: Largest) -> list[Future] | None:
    """Return which vertices are in the band, by blocks; None if the border is empty or too large for one worker."""
    blocks, size, entries, band, array = range(len(level.blocks)), 0, 0, None, None
    for _ in range(RINGS + 1):
        values = parts if band is None else band
        step = border if band is None else next_ring
        rings = [
            session.submit(step, level.blocks[b], level.bounds, level.near[b], values[b], level.chunks(values, b))
            for b in blocks
        ]
        counts = session.result([session.submit(size_of, ring) for ring in rings])
        size, entries = size + sum(c[0] for c in counts), entries + sum(c[1] for c in counts)
        if not sum(c[0] for c in counts) or not largest.fits(size, entries):
            break
        array = session.submit(united, array, rings, level.n)
        band = chunks_of(session, level, array)
    return band


def border(block: Block, bounds: Array, near: list[int], own: Array, chunks: Sequence[Array]) -> Rows:
    """Return the rows with a neighbour in another part."""
    return _rows(block, own[block.rows] != gather(block, bounds, near, chunks)[block.indices])


def next_ring(block: Block, bounds: Array, near: list[int], own: Array, chunks: Sequence[Array]) -> Rows:
    """Return the rows outside the band with a neighbour in it."""
    return _rows(block, (own[block.rows] == 0) & (gather(block, bounds, near, chunks)[block.indices] > 0))


def _rows(block: Block, entries: Array) -> Rows:
    """Return the rows that have one of the entries."""
    rows = np.flatnonzero(np.bincount(block.rows[entries], minlength=block.n))
    return Rows(block.first + rows, int(np.diff(block.indptr)[rows].sum()))


def size_of(rows: Rows) -> tuple[int, int]:
    """Return the number of rows and of their entries."""
    return len(rows.vertices), rows.entries


def united(band: Array | None, rings: Sequence[Rows], n: int) -> Array:
    """Return which vertices are in the band, uint8, after a ring has been added."""
    band = np.zeros(n, np.uint8) if band is None else band.copy()
    for ring in rings:
        band[ring.vertices] = 1
    return band


def extract(
    block: Block, bounds: Array, near: list[int], own: tuple[Array, Array], bands: Sequence[Array],
    parts: Sequence[Array],
) -> Extract:  # fmt: skip
    """Return the rows of the band in a block."""
    within, part = own[0] > 0, own[1]
    inside, label = gather(block, bounds, near, bands) > 0, gather(block, bounds, near, parts)
    target = np.where(inside, block.columns, -1 - label.astype(np.int64))
    keep = within[block.rows]
    row = block.first + block.rows[keep].astype(np.int64)
    rows = np.flatnonzero(within)
    return Extract(
        block.first + rows, block.mass[rows], part[rows], row, target[block.indices[keep]], block.weights[keep]
    )


def solve(partition: Partition, extracts: Sequence[Extract], rule: Rule, options: dict[str, Any]) -> Partition:
    """Return the partition with the band cut anew, if that is better."""
    band = Extract(*(np.concatenate(arrays) for arrays in zip(*extracts, strict=True)))
    W, mass, labels = contracted(band, partition.totals.masses)
    found, totals = best_cut(W, mass, labels, rule, options)
    if not rule.objective(totals) < rule.objective(partition.totals):
        return partition
    parts = partition.parts.copy()
    count = len(band.vertex)
    for r, new in enumerate(found[count:]):  # parts may have changed their numbers
        old = labels[count + r]
        if old != new:
            parts[partition.parts == old] = new
    parts[band.vertex] = found[:count]
    return Partition(parts, totals)


def contracted(band: Extract, masses: Array) -> tuple[Any, Array, Array]:
    """Return W of the band and of one vertex for the rest of each part that has one, their masses and their parts."""
    k, count = len(masses), len(band.vertex)
    mass = masses - np.bincount(band.part, band.mass, k)  # exact
    rest = np.flatnonzero(mass > 0)
    place = np.full(k, -1)
    place[rest] = count + np.arange(len(rest))
    row, outside = np.searchsorted(band.vertex, band.row), band.col < 0
    col = np.where(outside, place[-1 - np.minimum(band.col, -1)], np.searchsorted(band.vertex, band.col))
    ends = np.concatenate((row, col[outside])), np.concatenate((col, row[outside]))
    size = count + len(rest)
    W = sp.coo_array((np.concatenate((band.weight, band.weight[outside])), ends), shape=(size, size)).tocsr()
    W.sort_indices()
    return W, np.concatenate((band.mass, mass[rest])), np.concatenate((band.part, rest)).astype(np.int32)


def best_cut(W: Any, mass: Array, labels: Array | None, rule: Rule, options: dict[str, Any]) -> tuple[Array, Totals]:
    """Return the best partition of W of those found anew, refined from the labels, and the labels themselves."""
    tried = [] if labels is None else [labels]
    inits = [None] if labels is None else [None, labels]
    failure = None
    for init in inits:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", SmallPartWarning)
                cut = _api.balanced_cut(W, rule.k, vertex_weight=mass, init=init, **options)
        except ValueError as error:  # nothing within the bounds was found
            failure = error
            continue
        tried.append(cut.labels)
    if not tried:
        assert failure is not None
        raise failure
    totals = [totals_of_cut(W, mass, found, rule.k) for found in tried]
    valid = [t for t in range(len(tried)) if rule.holds(totals[t])] or list(range(len(tried)))
    best = min(valid, key=lambda t: (rule.objective(totals[t]), t))
    return tried[best], totals[best]


def totals_of_cut(W: Any, mass: Array, labels: Array, k: int) -> Totals:
    """Return the totals of a partition of W."""
    part = np.repeat(labels, np.diff(W.indptr))
    crosses = part != labels[W.indices]
    return Totals(np.bincount(part[crosses], W.data[crosses], k), np.bincount(labels, mass, k))

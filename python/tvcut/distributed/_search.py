"""The search: coarsen the blocks until one worker can cut the graph, cut it there, project and refine, in cycles.

Every second cycle starts anew, with other hashes. The cycle after it combines the two partitions: no cluster has
vertices of different parts of either, so that the coarsest graph holds both cuts, and the search continues from the
better one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ._band import Largest, refine
from ._cluster import cluster
from ._contract import contract
from ._session import Future, Level, Session, seconds
from ._whole import Partition, Summary, cut_coarsest, gathered

Array = npt.NDArray[Any]
GROWTH = 8  # largest mass of a cluster, relative to the mean mass of a vertex of the level
SHARE = 3  # largest mass of a cluster, relative to the mean mass of a vertex of the coarsest graph
BANDS = 4  # at most, for each level; one that lowers the criterion by LEAST_GAIN of it is followed by another one
LEAST_GAIN = 1e-3
STALL = 0.95  # ratio of the numbers of vertices of two levels above which the limit of the mass is doubled
MOST_PARTS = 46_340  # of which pairs have numbers of 32 bits
CONSENSUS_SHARE = 0.5  # share of its target mass that min_share="auto" gives a part


@dataclass(eq=False)
class Search:
    """A search of one graph. ``best`` is the best partition so far, as a future, and ``stop`` ends the search early."""

    session: Session
    level: Level
    options: dict[str, Any]  # of balanced_cut on one worker
    cycles: int
    largest: Largest
    entries_per_block: int
    total: float  # mass of all vertices
    deadline: float
    report: Callable[[str, float, float], None]  # phase, share of it that is done, value
    stop: Callable[[], bool]
    best: Future | None = None
    levels: list[Level] = field(default_factory=list)

    def run(self) -> Future:
        """Return the best partition of all cycles, as a future of a Partition of the finest level."""
        lowest, other = (math.inf, math.inf), None  # other: the one found independently that is not the best
        for cycle in range(self.cycles):
            if cycle and self.late():
                break
            combine = self.best is not None and other is not None and self.k <= MOST_PARTS
            groups = self.session.submit(overlay, self.best, other, self.k) if combine else None
            found = self._cycle(cycle, groups)
            other, value = found, self._summary(found)[:2]
            if value < lowest:
                other, self.best, lowest = self.best if cycle else None, found, value
            if combine:
                other = None
        assert self.best is not None
        return self.best

    @property
    def k(self) -> int:
        """Number of parts."""
        return int(self.options["n_clusters"])

    def late(self) -> bool:
        """Return whether nothing more shall be refined."""
        return self.stop() or seconds() > self.deadline

    def _options(self, cycle: int) -> dict[str, Any]:
        """Return the options of a cut on one worker that begins now."""
        options = self.options | {"random_state": self.options["random_state"] + cycle}
        if math.isfinite(self.deadline):
            options["time_limit"] = max(self.deadline - seconds(), 1.0)
        return options

    def _cycle(self, cycle: int, groups: Future | None) -> Future:
        """Return a partition found anew, or one of clusters that keep ``groups``, also refined from the best one."""
        groups = self._coarsen(cycle, groups)
        if cycle and self.late():
            return self.best
        parts = None if groups is None else self.session.submit(np.floor_divide, groups, np.int32(self.k))
        self.report("search", 0.0, math.inf)
        whole = self.session.submit(gathered, self.levels[-1].blocks, True)
        partition = cut_coarsest(self.session, whole, parts, self._options(cycle))
        summary = self._summary(partition)
        if cycle == 0:
            self._keep_bounds(summary)
        for depth in reversed(range(len(self.levels) - 1)):
            partition = self._refine(depth, partition, cycle)
        return partition

    def _coarsen(self, cycle: int, groups: Future | None) -> Future | None:
        """Make the levels, with clusters that keep within groups, and return the groups of the coarsest vertices."""
        self.levels, factor = [self.level], 1.0
        while not self.largest.fits((level := self.levels[-1]).n, level.entries) and not (cycle and self.late()):
            self.report("clustering", min(len(self.levels) / 5, 1.0), math.inf)
            target = min(self.largest.vertices, level.n * self.largest.entries / level.entries)  # vertices
            limit = factor * min(SHARE * self.total / target, GROWTH * self.total / level.n)
            salt = (self.options["random_state"], 1000 * cycle + len(self.levels))
            state = cluster(self.session, level, limit, salt, groups)
            following = contract(self.session, level, state, self.entries_per_block)
            if groups is not None:
                groups = self.session.submit(of_clusters, groups, level.ids, following.n)
            factor *= 2 if following.n > STALL * level.n else 1
            self.levels.append(following)
            if following.n == level.n and limit > self.total:  # nothing is left to contract
                break
        return groups

    def _keep_bounds(self, summary: Summary) -> None:
        """Replace min_share="auto" by the share that the parts of the first cut have."""
        options = self.options
        if options["min_share"] in (None, "auto"):
            target = self.total / options["n_clusters"]
            options["min_share"] = min(CONSENSUS_SHARE, min(summary.masses) / target * (1 - 1e-9))

    def _refine(self, depth: int, partition: Future, cycle: int) -> Future:
        """Return the partition of a level from that of the next one, refined."""
        session, level = self.session, self.levels[depth]
        partition = session.submit(projected, partition, level.ids)
        self.report("refinement", 1 - depth / (len(self.levels) - 1), self._summary(partition).criterion)
        if depth == 0 and self.best is None:
            self.best = partition
        for number in range(BANDS):
            if self.late():
                break
            salt, before = (self.options["random_state"], cycle, depth, number), self._summary(partition)
            self.report("band", 1 - depth / (len(self.levels) - 1), before.criterion)
            partition = refine(session, level, partition, self.largest, salt, self._options(cycle))
            summary = self._summary(partition)
            if (summary.excess, summary.criterion) >= (before.excess, before.criterion * (1 - LEAST_GAIN)):
                break
        return partition

    def _summary(self, partition: Future) -> Summary:
        found: Summary = self.session.result(self.session.get(partition, "summary"))
        return found


def overlay(best: Partition, other: Partition, k: int) -> Array:
    """Return k r + s for the vertices in part r of the best partition and in part s of another one."""
    groups: Array = best.parts * np.int32(k) + other.parts
    return groups


def of_clusters(groups: Array, ids: Array, n: int) -> Array:
    """Return the groups of clusters none of which has vertices of two groups."""
    coarse = np.zeros(n, np.int32)
    coarse[ids] = groups
    return coarse


def projected(partition: Partition, ids: Array) -> Partition:
    """Return the partition of vertices from that of their clusters."""
    return partition._replace(parts=partition.parts[ids], ring=partition.ring[ids])

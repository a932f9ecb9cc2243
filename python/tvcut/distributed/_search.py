"""The whole search: coarsen the blocks, cut the coarsest graph on one worker, project and refine, in several cycles.

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
from ._block import Block
from ._border import Partition, Rule, improve, measure, parts_of, totals_of
from ._cluster import cluster
from ._contract import contract
from ._cut import Cut, Whole, cut_whole
from ._session import Future, Level, Session, in_pieces, seconds

Array = npt.NDArray[Any]
GROWTH = 8  # largest mass of a cluster, relative to the mean mass of a vertex of the level
SHARE = 3  # largest mass of a cluster, relative to the mean mass of a vertex of the coarsest graph
STALL = 0.95  # ratio of the numbers of vertices of two levels above which the limit of the mass is doubled
BANDS = 4  # at most, for each level; one that lowers the objective by LEAST_GAIN of it is followed by another one
LEAST_GAIN = 1e-3
MOST_PARTS = 46_340  # of which pairs have numbers of 32 bits
CONSENSUS_SHARE = 0.5  # share of its target mass that min_share="auto" gives a part


@dataclass(frozen=True)
class Settings:
    """What the search needs to know beside the graph."""

    rule: Rule
    options: dict[str, Any]  # of balanced_cut on one worker
    seed: int
    cycles: int
    largest: Largest
    entries_per_block: int
    total: float  # mass of all vertices
    deadline: float


@dataclass(eq=False)
class Search:
    """A search of one graph. ``best`` is the best partition so far, as a future, and ``stop`` ends the search early."""

    session: Session
    level: Level
    settings: Settings
    report: Callable[[str, float, float], None]  # phase, share of it that is done, value
    stop: Callable[[], bool]
    best: Future | None = None
    levels: list[Level] = field(default_factory=list)

    def run(self) -> Future:
        """Return the best partition of all cycles, as a future of a Partition of the finest level."""
        whole = self.settings.largest.fits(self.level.n, self.level.entries)
        other: Future | None = None  # the best of the partitions that were found independently, but for self.best
        for cycle in range(1 if whole else self.settings.cycles):
            if self.best is not None and self.late():
                break
            groups = None
            if self.best is not None and other is not None and self.settings.rule.k <= MOST_PARTS:
                groups = self.session.submit(overlay, self.best, other, self.settings.rule.k)
            found = self._cycle(cycle, groups)
            if found is None:
                other = None
                continue
            if self.best is None or self._objective(found) < self._objective(self.best):
                self.best, found = found, self.best if cycle else found
            other = found if cycle % 2 else None
        assert self.best is not None
        return self.best

    def late(self) -> bool:
        """Return whether nothing more shall be refined."""
        return self.stop() or seconds() > self.settings.deadline

    def _cycle(self, cycle: int, groups: Future | None) -> Future | None:
        """Return a partition found anew, or the best one refined on clusters that keep ``groups``.

        It is None if the search shall end, or the groups have too many edges between them for one worker.
        """
        before = self.levels
        groups = self._coarsen(cycle, groups)
        session, rule = self.session, self.settings.rule
        coarsest = self.levels[-1]
        if not self._is_coarsest(coarsest):
            self.levels = before
            return None
        self.report("search", 0.0, math.inf)
        options = self._options(cycle)
        whole = session.submit(whole_of, coarsest.blocks[0], groups, rule.k)
        partition = session.submit(as_partition, cut_whole(session, whole, rule, options))
        if cycle == 0:
            self._keep_bounds(session.result(session.submit(totals_of, partition)).masses)
        for depth in reversed(range(len(self.levels) - 1)):
            partition = self._refine(depth, partition, cycle)
        return partition

    def _options(self, cycle: int) -> dict[str, Any]:
        """Return the options of a cut on one worker that begins now."""
        options = self.settings.options | {"random_state": self.settings.seed + cycle}
        if math.isfinite(self.settings.deadline):
            options["time_limit"] = max(self.settings.deadline - seconds(), 1.0)
        return options

    def _coarsen(self, cycle: int, groups: Future | None) -> Future | None:
        """Make the levels, with clusters that keep within groups, and return the groups of the coarsest vertices."""
        s, self.levels, factor = self.settings, [self.level], 1.0
        while not self._is_coarsest(self.levels[-1]) and not (self.best is not None and self.late()):
            level = self.levels[-1]
            small = s.largest.fits(level.n, level.entries)
            self.report("clustering", min(len(self.levels) / 5, 1.0), math.inf)
            pieces = None if groups is None else in_pieces(self.session, level, groups)
            limit = factor * min(SHARE * s.total / s.largest.vertices, GROWTH * s.total / level.n)
            salt = (s.seed, 1000 * cycle + len(self.levels))
            state = cluster(self.session, level, 0.0 if small else limit, salt, pieces)
            following = contract(self.session, level, state, s.entries_per_block, s.largest.pair)
            if groups is not None:
                groups = self.session.submit(of_clusters, groups, level.ids, following.n)
            factor *= 2 if not small and following.n > STALL * level.n else 1
            self.levels.append(following)
            if following.n == level.n and limit > s.total and not small:  # nothing is left to contract
                break
        return groups

    def _is_coarsest(self, level: Level) -> bool:
        """Return whether one worker can cut the graph of a level."""
        return len(level.blocks) == 1 and self.settings.largest.fits(level.n, level.entries)

    def _keep_bounds(self, masses: Array) -> None:
        """Replace min_share="auto" by the share that the parts of the first cut have."""
        options = self.settings.options
        if options["min_share"] in (None, "auto"):
            target = self.settings.total / self.settings.rule.k
            share = min(CONSENSUS_SHARE, float(masses.min()) / target * (1 - 1e-9))
            options["min_share"] = share
            self.settings.rule.least[:] = share * target * (1 - 1e-9)

    def _refine(self, depth: int, partition: Future, cycle: int) -> Future:
        """Return the partition of a level from that of the next one, refined."""
        session, level, s = self.session, self.levels[depth], self.settings
        done = 1 - depth / max(len(self.levels) - 1, 1)
        parts = session.submit(projected, session.submit(parts_of, partition), level.ids)
        partition = measure(session, level, parts, s.rule.k)
        self.report("refinement", done, self._objective(partition))
        if depth == 0 and self.best is None:
            self.best = partition
        if s.rule.k == 1 or level.n == self.levels[depth + 1].n:  # the next level is the same graph in one block
            return partition
        if not self.late():
            partition = improve(session, level, partition, s.rule, (s.seed, 1000 * cycle + depth))
        value = self._objective(partition)
        for _ in range(BANDS):
            if self.late():
                break
            self.report("band", done, value)
            partition = refine(session, level, partition, s.rule, s.largest, self._options(cycle))
            before, value = value, self._objective(partition)
            if value >= before * (1 - LEAST_GAIN):
                break
        return partition

    def _objective(self, partition: Future) -> float:
        totals = self.session.result(self.session.submit(totals_of, partition))
        return self.settings.rule.objective(totals)


def whole_of(block: Block, groups: Array | None, k: int) -> Whole:
    """Return a graph that is one block, with the parts of the best partition. The groups are those of ``overlay``."""
    labels = None if groups is None else (groups // k).astype(np.int32)
    return Whole(block.matrix(block.n), block.mass, labels)


def as_partition(cut: Cut) -> Partition:
    """Return the cut of the coarsest graph as a partition."""
    return Partition(*cut)


def overlay(best: Partition, other: Partition, k: int) -> Array:
    """Return k r + s for the vertices in part r of the best partition and in part s of another one."""
    groups: Array = best.parts * np.int32(k) + other.parts
    return groups


def of_clusters(groups: Array, ids: Array, n: int) -> Array:
    """Return the groups of clusters none of which has vertices of two groups."""
    coarse = np.zeros(n, np.int32)
    coarse[ids] = groups
    return coarse


def projected(parts: Array, ids: Array) -> Array:
    """Return the parts of vertices from those of their clusters."""
    return parts[ids]

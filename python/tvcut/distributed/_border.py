"""Moves of vertices at the border between parts, in synchronous rounds that never raise the objective.

In each round every vertex at the border asks for the part with the largest connection, if the objective of the whole
partition would fall. Of adjacent vertices that ask, the one that gains most is chosen, so that the changes of the cuts
add up. One task then makes the moves one by one, in the order of their gains, where the bounds hold and the objective
falls. The gains are differences of exact sums, and ties go by hashes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._native.blocks import accept, independent, propose
from ._block import Around, Block, values
from ._exact import hashes
from ._session import Future, Inline, Level, Session, in_pieces, one_task_on_one_block

Array = npt.NDArray[Any]
Floats = npt.NDArray[np.float64]
ROUNDS = 16  # at most, for each level


@dataclass(frozen=True)
class Rule:
    """What is minimised, and the bounds of the masses of the parts."""

    k: int
    by_cut: bool
    least: Floats
    most: Floats

    def terms(self, cuts: Floats, masses: Floats, total: float) -> Floats:
        """Return the terms of the parts, half of whose sum is the objective."""
        if self.by_cut or self.k == 1:
            return cuts  # zero for a single part
        with np.errstate(divide="ignore", invalid="ignore"):
            terms: Floats = cuts / np.minimum(masses, (total - masses) / (self.k - 1))
        return np.where(cuts > 0, terms, 0.0)

    def objective(self, totals: Totals) -> float:
        """Return the objective: the value, or the weight of the edges between parts."""
        return float(self.terms(totals.cuts, totals.masses, totals.masses.sum()).sum() / 2)

    def holds(self, totals: Totals) -> bool:
        """Return whether the parts hold their bounds."""
        return bool((totals.masses >= self.least).all() and (totals.masses <= self.most).all())


class Totals(NamedTuple):
    """The parts: cut(A_r, A_rᶜ) and m(A_r)."""

    cuts: Array
    masses: Array


class Partition(NamedTuple):
    """The part of each vertex, and the totals of the parts."""

    parts: Array  # n int32
    totals: Totals


class Wishes(NamedTuple):
    """Vertices that ask to move, in ascending order."""

    vertex: Array
    source: Array
    target: Array
    mass: Array
    degree: Array
    inside: Array
    toward: Array
    gain: Array


def measure(session: Session, level: Level, parts: Future, k: int) -> Future:
    """Return the parts with their totals, as a future of a Partition."""
    pieces = in_pieces(session, level, parts)
    tallies = [session.submit(tally, block, level.around(pieces, b), k) for b, block in enumerate(level.blocks)]
    return session.submit(add_up, parts, tallies)


@one_task_on_one_block
def improve(session: Session | Inline, level: Level, partition: Future, rule: Rule, salt: tuple[int, int]) -> Future:
    """Return the partition after rounds of moves, until one makes none."""
    for number in range(ROUNDS):
        name = (*salt, number)
        pieces = in_pieces(session, level, session.submit(parts_of, partition))
        totals = session.submit(totals_of, partition)
        wishes = [
            session.submit(wish, block, level.around(pieces, b), totals, rule, name)
            for b, block in enumerate(level.blocks)
        ]
        together = session.submit(joined, wishes)
        chosen = [session.submit(choose, block, wishes[b], together, name) for b, block in enumerate(level.blocks)]
        partition, before = session.submit(move, partition, chosen, rule, name), totals
        old, new = session.result([before, session.submit(totals_of, partition)])
        if (old.masses == new.masses).all() and (old.cuts == new.cuts).all():
            break
    return partition


def parts_of(partition: Partition) -> Array:
    """Return the part of each vertex."""
    return partition.parts


def totals_of(partition: Partition) -> Totals:
    """Return the totals of the parts."""
    return partition.totals


def tally(block: Block, around: Around, k: int) -> Totals:
    """Return what the rows of a block add to the cuts and masses of the parts."""
    own, column = values(block, around)
    part = own[block.rows]
    crosses = part != column[block.indices]
    return Totals(np.bincount(part[crosses], block.weights[crosses], k), np.bincount(own, block.mass, k))


def add_up(parts: Array, tallies: Sequence[Totals]) -> Partition:
    """Return the partition of the parts, whose totals are exact sums."""
    cuts, masses = sum(t.cuts for t in tallies), sum(t.masses for t in tallies)
    return Partition(parts, Totals(cuts, masses))  # type: ignore[arg-type]


def wish(block: Block, around: Around, totals: Totals, rule: Rule, salt: tuple[int, ...]) -> Wishes:
    """Return the rows for which a move alone would lower the objective within the bounds."""
    own, column = values(block, around)
    labels = {"own": own, "column": column, "label_mass": totals.masses}
    labels |= {"most": rule.most, "key": hashes(np.arange(rule.k), *salt), "mass": block.mass}
    found = propose(block.graph(), labels, leave=True)
    rows = np.flatnonzero(found.target != own)
    source, target, mass = own[rows], found.target[rows], block.mass[rows]
    degree, inside, toward = block.degree()[rows], found.inside[rows], found.toward[rows]
    cuts, masses = totals
    total = masses.sum()
    old = rule.terms(cuts, masses, total)
    left = masses[source] - mass
    with np.errstate(invalid="ignore"):
        gain = old[source] + old[target] - rule.terms(cuts[source] + inside - (degree - inside), left, total)
        gain -= rule.terms(cuts[target] + (degree - toward) - toward, masses[target] + mass, total)
    keep = (gain > 0) & (left > 0) & (left >= rule.least[source])
    arrays = (block.first + rows, source, target, mass, degree, inside, toward, gain)
    return Wishes(*(array[keep] for array in arrays))


def joined(wishes: Sequence[Wishes]) -> Wishes:
    """Return the wishes of all blocks, in ascending order of the vertices."""
    return Wishes(*(np.concatenate(arrays) for arrays in zip(*wishes, strict=True)))


def choose(block: Block, own: Wishes, together: Wishes, salt: tuple[int, ...]) -> Wishes:
    """Return the wishes of the rows that come before those of all of their neighbours."""
    gain, column_gain = np.zeros(block.n), np.zeros(len(block.columns))
    gain[own.vertex - block.first] = own.gain
    _, at, which = np.intersect1d(block.columns, together.vertex, assume_unique=True, return_indices=True)
    column_gain[at] = together.gain[which]
    keys = hashes(block.vertices, *salt), hashes(block.columns, *salt)
    chosen = independent(block.graph(), gain, keys[0], column_gain, keys[1])
    return Wishes(*(array[chosen[own.vertex - block.first]] for array in own))


def move(partition: Partition, chosen: Sequence[Wishes], rule: Rule, salt: tuple[int, ...]) -> Partition:
    """Return the partition after those of the chosen moves, in the order of their gains, that lower the objective."""
    wishes = joined(chosen)
    order = np.lexsort((hashes(wishes.vertex, *salt), -wishes.gain))
    vertex, source, target, mass, degree, inside, toward, _ = (array[order] for array in wishes)
    moves = {"from": source, "to": target, "mass": mass, "degree": degree, "inside": inside, "toward": toward}
    cuts, masses = partition.totals
    made, cuts, masses = accept(
        moves, {"cuts": cuts, "masses": masses, "least": rule.least, "most": rule.most}, rule.by_cut
    )
    parts = partition.parts.copy()
    parts[vertex[made]] = target[made]
    return Partition(parts, Totals(cuts, masses))

"""Moves of vertices at the border between parts, in synchronous rounds that never raise the criterion.

They come before each band of a level whose border is larger than what one worker cuts. In each round every vertex at
the border asks for the part with the largest connection, if the criterion of the whole partition would fall. Of
adjacent vertices that ask, the one that gains most is chosen, so that the changes of the cuts add up. One task then
makes the moves one by one, in the order of their gains, where the bounds hold and the criterion falls. The gains are
differences of exact sums, and ties go by hashes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._native.blocks import accept, independent, propose
from ._band import Largest
from ._block import Block, around
from ._exact import hashes
from ._session import Future, Level, Session
from ._whole import Partition

Array = npt.NDArray[Any]
ROUNDS = 16  # at most, before each band
ROUNDING = 1e-9  # relative width of the bounds, as in the core
CUT_IMBALANCE = 0.03  # default of max_imbalance with objective="cut", as in the core


@dataclass(frozen=True)
class Rule:
    """What is minimised, and the bounds of the masses of the parts."""

    k: int
    by_cut: bool
    least: float
    most: float

    def terms(self, cuts: Array, masses: Array, total: float) -> Array:
        """Return the terms of the parts, half of whose sum is the criterion."""
        if self.by_cut:
            return cuts
        with np.errstate(divide="ignore", invalid="ignore"):
            terms: Array = cuts / np.minimum(masses, (total - masses) / (self.k - 1))
        return np.where(cuts > 0, terms, 0.0)


class State(NamedTuple):
    """A partition during the rounds: cut(A_r, A_rᶜ) and m(A_r) of its parts, and whether another round follows."""

    partition: Partition
    cuts: Array
    masses: Array
    goes_on: bool


class Tally(NamedTuple):
    """What a block adds to the cuts and masses of the parts, and its vertices and half-edges at the border."""

    cuts: Array
    masses: Array
    vertices: int
    entries: int


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


def rule_of(options: dict[str, Any], total: float) -> Rule:
    """Return the rule of the options of a search, whose min_share is a number."""
    k, excess, by_cut = int(options["n_clusters"]), options["max_imbalance"], options["objective"] == "cut"
    if excess in (None, "none"):
        excess = CUT_IMBALANCE if by_cut else math.inf
    least, most = float(options["min_share"]) * (1 - ROUNDING), (1 + float(excess)) * (1 + ROUNDING)
    return Rule(k, by_cut, least * total / k, most * total / k)


def improve(
    session: Session, level: Level, partition: Future, rule: Rule, largest: Largest, salt: tuple[int, ...]
) -> tuple[Future, bool]:
    """Return the partition and whether its border does not fit one worker. If so, it is that after rounds of moves."""
    state = session.submit(measured, partition, session.each(tally, level.blocks, partition, rule.k), largest)
    goes_on = overflows = bool(session.result(session.get(state, "goes_on")))
    for number in range(ROUNDS):
        if not goes_on:
            break
        name = (*salt, number)
        wishes = session.each(wish, level.blocks, state, rule, name)
        together = session.submit(joined, wishes)
        pairs = zip(level.blocks, wishes, strict=True)
        chosen = [session.submit(choose, block, own, together, name) for block, own in pairs]
        state = session.submit(move, state, chosen, rule, name)
        goes_on = session.result(session.get(state, "goes_on"))
    return session.get(state, "partition"), overflows


def tally(block: Block, partition: Partition, k: int) -> Tally:
    """Return what a block adds to the totals of the parts and to the border."""
    own, column = around(block, partition.parts)
    rows = block.rows
    crosses = np.flatnonzero(own[rows] != column[block.indices])
    cuts, masses = np.bincount(own[rows[crosses]], block.weight(crosses), k), np.bincount(own, block.mass, k)
    border = np.unique(rows[crosses])
    return Tally(cuts, masses, len(border), int(np.diff(block.indptr)[border].sum()))


def measured(partition: Partition, tallies: Sequence[Tally], largest: Largest) -> State:
    """Return the state before the rounds, which there are if the bounds hold and the border does not fit one worker."""
    cuts, masses, vertices, entries = (sum(figures) for figures in zip(*tallies, strict=True))
    goes_on = partition.summary.excess == 0 and not largest.fits(vertices, entries)
    return State(partition, np.asarray(cuts), np.asarray(masses), goes_on)


def wish(block: Block, state: State, rule: Rule, salt: tuple[int, ...]) -> Wishes:
    """Return the rows for which a move alone would lower the criterion within the bounds."""
    own, column = around(block, state.partition.parts)
    cuts, masses = state.cuts, state.masses
    labels = {"own": own, "column": column, "label_mass": masses, "most": np.full(rule.k, rule.most)}
    labels |= {"key": hashes(np.arange(rule.k), *salt), "mass": block.mass}
    found = propose(block.graph(), labels, leave=True)
    rows = np.flatnonzero(found.target != own)
    source, target, mass = own[rows], found.target[rows], block.mass[rows]
    degree, inside, toward = block.degree()[rows], found.inside[rows], found.toward[rows]
    total = masses.sum()
    old, left = rule.terms(cuts, masses, total), masses[source] - mass
    with np.errstate(invalid="ignore"):
        gain = old[source] + old[target] - rule.terms(cuts[source] + 2 * inside - degree, left, total)
        gain -= rule.terms(cuts[target] + degree - 2 * toward, masses[target] + mass, total)
    keep = (gain > 0) & (left > 0) & (left >= rule.least)
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


def move(state: State, chosen: Sequence[Wishes], rule: Rule, salt: tuple[int, ...]) -> State:
    """Return the state after those of the chosen moves, in the order of their gains, that lower the criterion."""
    wishes, partition = joined(chosen), state.partition
    order = np.lexsort((hashes(wishes.vertex, *salt), -wishes.gain))
    vertex, source, target, mass, degree, inside, toward, _ = (array[order] for array in wishes)
    moves = {"from": source, "to": target, "mass": mass, "degree": degree, "inside": inside, "toward": toward}
    least, most = np.full(rule.k, rule.least), np.full(rule.k, rule.most)
    given = {"cuts": state.cuts, "masses": state.masses, "least": least, "most": most}
    made, cuts, masses = accept(moves, given, rule.by_cut)
    parts, ring = partition.parts.copy(), partition.ring.copy()
    parts[vertex[made]], ring[vertex[made]] = target[made], 0
    criterion = float(rule.terms(cuts, masses, masses.sum()).sum() / 2)
    summary = partition.summary._replace(criterion=criterion, masses=tuple(masses.tolist()))
    return State(Partition(parts, ring, summary), cuts, masses, bool(made.any()))

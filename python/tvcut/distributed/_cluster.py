"""Size-constrained label propagation in synchronous rounds.

Every vertex begins with a label of its own. In each round a hashed half of the vertices asks for the label with the
largest connection that has room (core/blocks). One task grants the requests for each label in a hashed order, as long
as the mass of the label stays within its limit. At the end vertices that are still alone, because all labels near them
are full or they have no neighbours, are packed together if their strongest connection is to the same label: two-hop
clusters.

The method is that of H. Meyerhenke, P. Sanders and C. Schulz, "Parallel graph partitioning for complex networks", IEEE
Transactions on Parallel and Distributed Systems 28(9), 2017, pages 2625–2638, with synchronous rounds in place of
asynchronous ones, so that the labels depend neither on the blocks nor on the workers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._native.blocks import propose
from ._block import Block, around, coin, compact
from ._exact import hashes
from ._session import Future, Level, Session

Array = npt.NDArray[Any]
ROUNDS = 6  # of which each moves half of the vertices


@dataclass(frozen=True)
class State:
    """The label of each vertex, which is a vertex, and the mass of each label."""

    labels: Array  # n int32
    mass: Array  # n float64


class Salt(NamedTuple):
    """What the hashes of one round depend on."""

    seed: int
    level: int
    round: int


class Requests(NamedTuple):
    """Vertices that ask for labels; −1 asks for any vertices without neighbours."""

    vertex: Array
    label: Array
    mass: Array
    group: Array


def cluster(session: Session, level: Level, limit: float, salt: tuple[int, int], groups: Future | None) -> Future:
    """Return the labels of clusters of mass at most ``limit``, as a future of a State.

    ``groups`` holds the group of each vertex if no cluster may have vertices of two groups.
    """
    state = session.submit(alone, session.each(getattr, level.blocks, "mass"))
    for number in range(ROUNDS + 1):
        last = number == ROUNDS
        name = Salt(*salt, number)
        asked = session.each(request, level.blocks, state, limit, name, last, groups)
        state = session.submit(pack if last else grant, state, asked, limit, name)
    return state


def alone(masses: Sequence[Array]) -> State:
    """Return the state in which every vertex has a label of its own."""
    mass = np.concatenate(masses)
    return State(np.arange(len(mass), dtype=np.int32), mass)


def request(block: Block, state: State, limit: float, salt: Salt, leave: bool, groups: Array | None) -> Requests:
    """Return which rows ask for which labels. With ``leave``, only rows that are alone ask, for any label."""
    label = np.concatenate(around(block, state.labels))
    own_mass = state.mass[label[: block.n]]
    known, place = compact(label, len(state.labels))
    group = np.zeros(len(known), np.int32)
    if groups is not None:
        group[place] = np.concatenate(around(block, groups))
    active = own_mass == block.mass if leave else coin(block.vertices, *salt)
    most = np.full(len(known), np.inf if leave else limit)
    labels = {"own": place[: block.n], "column": place[block.n :], "label_mass": state.mass[known], "most": most}
    labels |= {"key": hashes(known, *salt), "group": group, "mass": block.mass, "active": active}
    found = propose(block.graph(), labels, leave)
    stays = found.target == labels["own"]
    asks = (active.astype(bool) & (block.mass <= limit / 2)) if leave else ~stays
    wanted = np.where(stays, -1, known[found.target]) if leave else known[found.target]
    return Requests(block.vertices[asks], wanted[asks], block.mass[asks], group[labels["own"]][asks])


def grant(state: State, asked: list[Requests], limit: float, salt: Salt) -> State:
    """Return the state after the requests that the limit allows: for each label the first ones in a hashed order."""
    vertex, label, mass, _ = (np.concatenate(parts) for parts in zip(*asked, strict=True))
    order = np.lexsort((hashes(vertex, *salt, 1), label))
    vertex, label, mass = vertex[order], label[order], mass[order]
    if not len(vertex):
        return state
    asked_so_far = mass + _before(mass, np.r_[True, label[1:] != label[:-1]])
    granted = state.mass[label] + asked_so_far <= limit
    return _moved(state, vertex[granted], label[granted], mass[granted])


def pack(state: State, asked: list[Requests], limit: float, salt: Salt) -> State:
    """Return the state after vertices that asked for the same label have been packed into clusters within the limit."""
    vertex, label, mass, group = (np.concatenate(parts) for parts in zip(*asked, strict=True))
    order = np.lexsort((hashes(vertex, *salt, 1), label, group))
    vertex, label, mass, group = vertex[order], label[order], mass[order], group[order]
    if not len(vertex):
        return state
    new = np.r_[True, (label[1:] != label[:-1]) | (group[1:] != group[:-1])]
    bag = np.floor(_before(mass, new) / (limit / 2))  # a bag has mass ≤ limit/2, and its last vertex as much again
    leads = new | np.r_[True, bag[1:] != bag[:-1]]
    leader = vertex[leads][np.cumsum(leads) - 1]
    joins = leader != vertex
    return _moved(state, vertex[joins], state.labels[leader[joins]], mass[joins])


def _before(mass: Array, new: Array) -> Array:
    """Return the sum of the masses before each entry in its group. ``new`` marks the first entries of groups."""
    before: Array = np.cumsum(mass) - mass
    start = np.flatnonzero(new)
    before = before - np.repeat(before[start], np.diff(np.append(start, len(mass))))
    return before


def _moved(state: State, vertex: Array, label: Array, mass: Array) -> State:
    """Return the state after vertices have taken labels. All sums are exact."""
    labels, n = state.labels.copy(), len(state.labels)
    total = state.mass + np.bincount(label, mass, n) - np.bincount(labels[vertex], mass, n)
    labels[vertex] = label
    return State(labels, total)

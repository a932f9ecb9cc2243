"""Contraction by a shuffle: each cluster becomes a vertex, and the weights between two clusters add up."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from ._block import Around, Block, make_block, touched, values
from ._cluster import State
from ._session import Future, Level, Session, cut_up, in_pieces, marks_of

Array = npt.NDArray[Any]


class Entries(NamedTuple):
    """Entries of W, in the order of their rows."""

    row: Array
    col: Array
    weight: Array


class Numbers(NamedTuple):
    """The numbers of the clusters: ``ids`` of each vertex, and the masses of the clusters."""

    ids: Array  # n int32
    mass: Array


def contract(session: Session, level: Level, state: Future, entries_per_block: int, largest: tuple[int, int]) -> Level:
    """Return the next level, whose vertices are the labels of ``state`` in their order.

    It is one block if it surely has at most ``largest`` vertices and half-edges.
    """
    numbers = session.submit(number, state)
    level.ids = session.submit(ids_of, numbers)
    pieces = in_pieces(session, level, level.ids)
    merged = [session.submit(merge, block, level.around(pieces, b)) for b, block in enumerate(level.blocks)]
    n = session.result(session.submit(count_of, numbers))
    entries = sum(session.result([session.submit(length, m) for m in merged]))
    fits = n <= largest[0] and entries <= largest[1]
    count = 1 if fits else min(len(level.blocks), -(-entries // entries_per_block))
    bounds = np.linspace(0, n, max(count, 1) + 1).astype(np.int64)
    parts = [session.split(session.submit(by_rows, m, bounds), len(bounds) - 1) for m in merged]
    masses = session.split(session.submit(masses_by_blocks, numbers, bounds), len(bounds) - 1)
    blocks = [
        session.submit(assemble, int(bounds[b]), int(bounds[b + 1]), n, [part[b] for part in parts], masses[b])
        for b in range(len(bounds) - 1)
    ]
    return make_level(session, blocks, bounds)


def make_level(session: Session, blocks: list[Future], bounds: Array) -> Level:
    """Return a level of blocks, once it is known which pieces of arrays each of them touches."""
    marks = marks_of(bounds)
    known = session.result([session.submit(describe, block, marks) for block in blocks])
    return Level(blocks, bounds, marks, [near for near, _ in known], sum(entries for _, entries in known))


def describe(block: Block, marks: Array) -> tuple[list[int], int]:
    """Return the pieces that a block touches, and the number of its entries."""
    return touched(block, marks), len(block.data)


def number(state: State) -> Numbers:
    """Return the numbers 0, 1, … of the labels in use, in the order of the labels."""
    used = np.zeros(len(state.labels), bool)
    used[state.labels] = True
    rank = np.cumsum(used, dtype=np.int32) - np.int32(1)
    return Numbers(rank[state.labels], state.mass[used])


def ids_of(numbers: Numbers) -> Array:
    """Return the cluster of each vertex."""
    return numbers.ids


def count_of(numbers: Numbers) -> int:
    """Return the number of clusters."""
    return len(numbers.mass)


def masses_by_blocks(numbers: Numbers, bounds: Array) -> list[Array]:
    """Return the masses of the clusters of each block."""
    return cut_up(numbers.mass, bounds)


def length(entries: Entries) -> int:
    """Return the number of entries."""
    return len(entries.row)


def merge(block: Block, around: Around) -> Entries:
    """Return the weights between clusters that the entries of a block add up to, without those within a cluster."""
    own, column = values(block, around)
    known_rows, row = np.unique(own, return_inverse=True)
    known_columns, col = np.unique(column, return_inverse=True)
    at = (row[block.rows], col[block.indices])
    shape = (len(known_rows), len(known_columns))
    A = sp.coo_array((block.weights, at), shape=shape).tocsr().tocoo()  # adds up; the sums are exact
    rows, cols = known_rows[A.row], known_columns[A.col]
    keep = rows != cols
    return Entries(rows[keep], cols[keep], A.data[keep])


def by_rows(entries: Entries, bounds: Array) -> list[Entries]:
    """Return the entries of the rows of each block. Rows are ascending."""
    at = np.searchsorted(entries.row, bounds)
    return [Entries(*(np.array(array[a:b]) for array in entries)) for a, b in itertools.pairwise(at)]


def assemble(first: int, last: int, n: int, pieces: Sequence[Entries], mass: Array) -> Block:
    """Return the block of the rows first … last − 1 from its entries, whose duplicates add up."""
    row, col, weight = (np.concatenate(arrays) for arrays in zip(*pieces, strict=True))
    A = sp.coo_array((weight, (row - first, col)), shape=(last - first, n)).tocsr()
    A.sort_indices()
    return make_block(first, A, mass)

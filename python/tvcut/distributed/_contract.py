"""Contraction by a shuffle: each cluster becomes a vertex, and the weights between two clusters add up."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from operator import getitem
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from ._block import Block, around, compact, make_block
from ._cluster import State
from ._session import Future, Level, Session

Array = npt.NDArray[Any]


class Entries(NamedTuple):
    """Entries of W, in the order of their rows."""

    row: Array
    col: Array
    weight: Array


def contract(session: Session, level: Level, state: Future, entries_per_block: int) -> Level:
    """Return the next level, whose vertices are the labels of ``state`` in their order."""
    level.ids, mass = session.split(session.submit(number, state), 2)
    merged = session.each(merge, level.blocks, level.ids)
    n, *counts = session.result(session.each(len, [mass, *session.each(getitem, merged, 0)]))
    count = max(min(len(level.blocks), -(-sum(counts) // entries_per_block)), 1)
    bounds = np.linspace(0, n, count + 1).astype(np.int64)
    parts = [session.split(session.submit(by_rows, m, bounds), count) for m in merged] if count > 1 else None
    blocks = [
        session.submit(assemble, int(first), int(last), n, merged if parts is None else [p[b] for p in parts], mass)
        for b, (first, last) in enumerate(itertools.pairwise(bounds))
    ]
    return Level(blocks, bounds, sum(session.result(session.each(getattr, blocks, "entries"))))


def number(state: State) -> tuple[Array, Array]:
    """Return the number 0, 1, … of the label of each vertex, in the order of the labels, and their masses."""
    used = np.zeros(len(state.labels), bool)
    used[state.labels] = True
    rank = np.cumsum(used, dtype=np.int32) - np.int32(1)
    return rank[state.labels], state.mass[used]


def merge(block: Block, ids: Array) -> Entries:
    """Return the weights between clusters that the entries of a block add up to, without those within a cluster."""
    own, column = around(block, ids)
    known_rows, row = compact(own, len(ids))
    known_columns, col = compact(column, len(ids))
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
    """Return the block of the rows first … last − 1 from its entries, whose duplicates add up.

    ``mass`` holds the masses of all vertices.
    """
    row, col, weight = (np.concatenate(arrays) for arrays in zip(*pieces, strict=True))
    A = sp.coo_array((weight, (row - first, col)), shape=(last - first, n)).tocsr()
    A.sort_indices()
    return make_block(first, A, mass[first:last])

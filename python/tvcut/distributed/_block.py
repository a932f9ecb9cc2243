"""A block of rows of the graph, and what the block touches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ._exact import hashes, rounded

Array = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Block:
    """The rows first … first + n − 1 of W. Column ``indices[e]`` of entry e is the vertex ``columns[indices[e]]``."""

    first: int
    indptr: Array  # n + 1 int64
    indices: Array  # int32
    data: Array  # weights as given
    columns: Array  # int64, ascending: the vertices with an entry
    mass: Array  # n
    quantum: float = 0.0  # weights are rounded to its multiples; 0: they are multiples as they are

    @property
    def n(self) -> int:
        """Number of rows."""
        return len(self.indptr) - 1

    @property
    def entries(self) -> int:
        """Number of stored entries."""
        return len(self.data)

    @property
    def vertices(self) -> Array:
        """The vertices of the rows."""
        return np.arange(self.first, self.first + self.n)

    @property
    def weights(self) -> Array:
        """The rounded weights, whose sums are exact."""
        return self.weight(slice(None))

    def weight(self, entries: Array | slice) -> Array:
        """Return the rounded weights of some entries."""
        data = self.data[entries]
        return rounded(data, self.quantum) if self.quantum else data

    @property
    def rows(self) -> Array:
        """The row, from 0, of each entry."""
        return np.repeat(np.arange(self.n, dtype=np.int32), np.diff(self.indptr))

    def graph(self) -> dict[str, Array]:
        """Return the arrays that the steps of the core take."""
        return {"indptr": self.indptr, "indices": self.indices, "data": self.weights}

    def degree(self) -> Array:
        """Return Σ_j w_ij of each row, exactly."""
        return np.bincount(self.rows, self.weights, self.n)


def make_block(first: int, A: Any, mass: Array | None = None) -> Block:
    """Return the block of a CSR array of rows first, first + 1, … with all columns; masses are 1 by default."""
    columns, indices = compact(A.indices, A.shape[1])
    mass = np.ones(A.shape[0]) if mass is None else mass
    arrays = (A.indptr.astype(np.int64), indices.astype(np.int32, copy=False), A.data.astype(np.float64, copy=False))
    return Block(first, *arrays, columns.astype(np.int64, copy=False), mass)


def compact(indices: Array, n: int) -> tuple[Array, Array]:
    """Return the different indices, ascending, and the place of each index among them."""
    if n > 8 * len(indices):
        known, place = np.unique(indices, return_inverse=True)
        return known, place
    met = np.zeros(n, bool)
    met[indices] = True
    rank = np.cumsum(met, dtype=np.int32) - np.int32(1)
    return np.flatnonzero(met), rank[indices]


def with_mass(block: Block, mass: Array, quantum: float) -> Block:
    """Return the block with masses of its rows, whose weights are rounded to multiples of ``quantum``."""
    exact = not quantum or bool((rounded(block.data, quantum) == block.data).all())
    return replace(block, mass=mass, quantum=0.0 if exact else quantum)


def around(block: Block, array: Array) -> tuple[Array, Array]:
    """Return the values of an array over all vertices for the rows and for the columns of a block."""
    return array[..., block.first : block.first + block.n], array[..., block.columns]


def coin(vertices: Array, *salts: int) -> Array:
    """Return for each vertex a hashed choice, 0 or 1."""
    return (hashes(vertices, *salts) & np.uint64(1)).astype(np.uint8)

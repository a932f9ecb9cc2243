"""A block of rows of the graph, and what the block touches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

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

    def matrix(self, n: int) -> Any:
        """Return the rows as a CSR array of shape (rows, n), with rounded weights."""
        indices = self.columns[self.indices].astype(np.int32 if n < 2**31 else np.int64)
        return sp.csr_array((self.weights, indices, self.indptr), shape=(self.n, n))


def make_block(first: int, A: Any, mass: Array | None = None) -> Block:
    """Return the block of a CSR array of rows first, first + 1, … with all columns; masses are 1 by default."""
    columns, indices = np.unique(A.indices, return_inverse=True)
    mass = np.ones(A.shape[0]) if mass is None else mass
    arrays = (A.indptr.astype(np.int64), indices.astype(np.int32), A.data.astype(np.float64, copy=False))
    return Block(first, *arrays, columns.astype(np.int64), mass)


def with_mass(block: Block, mass: Array, quantum: float) -> Block:
    """Return the block with masses of its rows, whose weights are rounded to multiples of ``quantum``."""
    exact = not quantum or bool((rounded(block.data, quantum) == block.data).all())
    return replace(block, mass=mass, quantum=0.0 if exact else quantum)


# What a task needs of an array over all vertices, which is stored in pieces: piece p has the vertices marks[p] …
# marks[p+1] − 1; the numbers of the pieces that the block touches; and these pieces.
Around: TypeAlias = tuple[Array, Sequence[int], Sequence[Array]]


def touched(block: Block, marks: Array) -> list[int]:
    """Return the numbers of the pieces to which the rows and the columns of a block belong."""
    counts = np.diff(np.searchsorted(block.columns, marks))
    own = (marks[1:] > block.first) & (marks[:-1] < block.first + block.n)
    return [int(p) for p in np.flatnonzero((counts > 0) | own)]


def values(block: Block, around: Around) -> tuple[Array, Array]:
    """Return the values of an array over all vertices for the rows and for the columns of a block."""
    return _gather(block.vertices, around), _gather(block.columns, around)


def _gather(vertices: Array, around: Around) -> Array:
    """Return the values of ascending vertices. A piece has the shape (…, vertices of the piece)."""
    marks, near, pieces = around
    found = np.empty((*pieces[0].shape[:-1], len(vertices)), pieces[0].dtype)
    starts = np.searchsorted(vertices, marks)
    for p, piece in zip(near, pieces, strict=True):
        lo, hi = starts[p], starts[p + 1]
        found[..., lo:hi] = piece[..., vertices[lo:hi] - marks[p]]
    return found


def coin(vertices: Array, *salts: int) -> Array:
    """Return for each vertex a hashed choice, 0 or 1."""
    return (hashes(vertices, *salts) & np.uint64(1)).astype(np.uint8)

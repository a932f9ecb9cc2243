"""A lattice whose rows of W each worker makes for itself. The module imports little, as do its workers."""

from __future__ import annotations

import itertools
from typing import Any

import dask
import numpy as np
import scipy.sparse as sp

SIDE, RADIUS = 1000, 4  # of the lattice whose entries exceed the memory of a worker


def stencil() -> np.ndarray:
    """Return the steps to the neighbours within RADIUS of a vertex of the lattice, in the 1-norm; shape (40, 2)."""
    steps = range(-RADIUS, RADIUS + 1)
    return np.array([(x, y) for x in steps for y in steps if 0 < abs(x) + abs(y) <= RADIUS])


def lattice(first: int, last: int, height: int) -> tuple[int, sp.csr_array]:
    """Return the rows first … last − 1 of a lattice of height × SIDE vertices, which a worker makes for itself."""
    vertex = np.arange(first, last)
    x, y = (vertex // SIDE)[:, None] + stencil()[:, 0], (vertex % SIDE)[:, None] + stencil()[:, 1]
    inside = (x >= 0) & (x < height) & (y >= 0) & (y < SIDE)
    indptr = np.concatenate(([0], np.cumsum(inside.sum(axis=1))))
    indices = (x * SIDE + y)[inside].astype(np.int32)
    return first, sp.csr_array((np.ones(len(indices)), indices, indptr), shape=(last - first, height * SIDE))


def lattice_blocks(height: int, count: int) -> list[Any]:
    """Return the rows of a lattice as delayed blocks."""
    bounds = np.linspace(0, height * SIDE, count + 1).astype(int)
    return [dask.delayed(lattice)(lo, hi, height) for lo, hi in itertools.pairwise(bounds)]

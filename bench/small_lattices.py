"""Lattices and other graphs with a place for each vertex, of a few hundred to a few thousand vertices.

Each function takes a generator of random numbers, which also draws the parameters, and the number of vertices.
"""

from __future__ import annotations

import networkx
import numpy as np
import scipy.sparse as sp
from scipy.ndimage import gaussian_filter

from .graphs import Graph, edges_of
from .small_points import Random


def of_networkx(G: networkx.Graph) -> Graph:
    """Return the weights of a graph of networkx, all 1, without loops."""
    n = G.number_of_nodes()
    A = networkx.to_scipy_sparse_array(networkx.Graph(G), weight=None, format="coo")
    keep = A.row < A.col
    return edges_of(np.column_stack([A.row[keep], A.col[keep]]), n)


def without(rng: Random, W: Graph, share: float) -> Graph:
    """Return W without the given share of its edges, which are drawn."""
    upper = sp.coo_array(sp.triu(W))
    keep = rng.random(upper.nnz) >= share
    return edges_of(np.column_stack([upper.row, upper.col])[keep], W.shape[0])


def box(rng: Random, sides: list[int], periodic: bool) -> Graph:
    """Return the grid with the given sides, which may be joined at its ends."""
    return of_networkx(networkx.grid_graph(sides, periodic=periodic))


def rectangle(rng: Random, n: int) -> Graph:
    """Return a grid in the plane."""
    side = round(np.sqrt(n * rng.uniform(0.2, 1)))
    return box(rng, [side, n // side], False)


def bricks(rng: Random, n: int) -> Graph:
    """Return a grid in space."""
    side = round((n * rng.uniform(0.4, 1)) ** (1 / 3))
    return box(rng, [side, side, n // side**2], False)


def torus(rng: Random, n: int) -> Graph:
    """Return a grid on a torus."""
    side = round(np.sqrt(n * rng.uniform(0.3, 1)))
    return box(rng, [side, n // side], True)


def triangles(rng: Random, n: int) -> Graph:
    """Return the triangular lattice without some of its edges."""
    return without(rng, of_networkx(networkx.triangular_lattice_graph(round(np.sqrt(n)), round(2 * np.sqrt(n)))), 0.1)


def honeycomb(rng: Random, n: int) -> Graph:
    """Return the hexagonal lattice without some of its edges."""
    side = round(np.sqrt(n / 2))
    return without(rng, of_networkx(networkx.hexagonal_lattice_graph(side, side)), rng.uniform(0, 0.1))


def percolation(rng: Random, n: int) -> Graph:
    """Return a grid with so few of its edges that large parts of it hang together by a few of them."""
    side = round(np.sqrt(1.2 * n))
    return without(rng, box(rng, [side, side], False), rng.uniform(0.3, 0.42))


def picture(rng: Random, n: int) -> Graph:
    """Return the pixels of a random picture, joined to their eight neighbours with weights that fall with contrast."""
    side = round(np.sqrt(n))
    image = gaussian_filter(rng.normal(size=(side, side)), rng.uniform(1, 4)).ravel()
    line = sp.diags_array([np.ones(side)] * 3, offsets=[-1, 0, 1], shape=(side, side))
    W = sp.coo_array(sp.triu(sp.kron(line, line), 1))
    contrast = (image[W.row] - image[W.col]) / image.std()
    A = sp.csr_array((np.exp(-rng.uniform(1, 20) * contrast**2), (W.row, W.col)), shape=W.shape)
    return sp.csr_array(A + A.T)


def streets(rng: Random, n: int) -> Graph:
    """Return a grid of streets without some blocks, with a few long roads."""
    side = round(np.sqrt(n))
    W = sp.coo_array(sp.triu(without(rng, box(rng, [side, side], False), rng.uniform(0.1, 0.25))))
    return edges_of(np.vstack([np.column_stack([W.row, W.col]), rng.integers(side**2, size=(side // 2, 2))]), side**2)


def long_ranges(rng: Random, n: int) -> Graph:
    """Return a grid with a random edge at each vertex, whose length has a skewed distribution."""
    side = round(np.sqrt(n))
    x, angle = np.indices((side, side)).reshape(2, -1), rng.uniform(0, 2 * np.pi, side**2)
    step = np.array([np.cos(angle), np.sin(angle)]) * side ** rng.random(side**2)
    y = np.clip(np.round(x + step), 0, side - 1).astype(int)
    W = sp.coo_array(sp.triu(box(rng, [side, side], False)))
    grid = np.column_stack([W.row, W.col])
    links = np.column_stack([x[0] * side + x[1], y[0] * side + y[1]])[rng.random(side**2) < rng.uniform(0.1, 0.6)]
    pairs = np.vstack([grid, links])
    return edges_of(pairs[pairs[:, 0] != pairs[:, 1]], side**2)

"""Roads and random networks of a few hundred to a few thousand vertices.

Each function takes a generator of random numbers, which also draws the parameters, and the number of vertices.
"""

from __future__ import annotations

import itertools

import networkx
import numpy as np
import scipy.sparse as sp
from scipy.spatial import Delaunay

from .graphs import Graph, edges_of, planted
from .small_lattices import of_networkx, without
from .small_points import Random, gabriel, seed_of


def drawn(rng: Random, n: int, chance: np.ndarray, edges: int) -> Graph:
    """Return the graph of edges between two vertices that are drawn with probability ∝ ``chance``, some in vain."""
    pairs = rng.choice(n, (edges, 2), p=chance / chance.sum())
    return edges_of(pairs[pairs[:, 0] != pairs[:, 1]], n)


def heavy(rng: Random, n: int, exponent: float) -> np.ndarray:
    """Return n numbers in [1, √n] with a density ∝ x^−exponent."""
    power, top = 1 - exponent, np.sqrt(n)
    return np.asarray((1 + rng.random(n) * (top**power - 1)) ** (1 / power))


def roads(rng: Random, n: int) -> Graph:
    """Return crossings that are joined to near ones by roads of 0 to 4 vertices with two neighbours."""
    crossings = sp.coo_array(sp.triu(without(rng, gabriel(rng, n // 4), 0.2)))
    count, edges = n // 4, []
    for i, j in zip(crossings.row, crossings.col, strict=True):
        bends = int(rng.integers(5))
        stops = [i, *range(count, count + bends), j]
        count += bends
        edges += list(itertools.pairwise(stops))
    return edges_of(np.array(edges), count)


def two_blocks(rng: Random, n: int) -> Graph:
    """Return a random graph of two blocks."""
    small = round(n * rng.uniform(0.2, 0.5))
    return planted((small, n - small), int(rng.choice([6, 8, 10])), rng.uniform(1, 2), seed_of(rng))


def blocks(rng: Random, n: int) -> Graph:
    """Return a random graph of 3 to 20 blocks."""
    count, inside = int(rng.integers(3, 21)), rng.uniform(5, 12)
    member = rng.integers(count, size=n)
    within = [np.flatnonzero(member == b) for b in range(count)]
    pairs = [rng.choice(block, (round(inside * len(block) / 2), 2)) for block in within]
    return edges_of(np.vstack([*pairs, rng.integers(n, size=(round(n * rng.uniform(0.2, 2)), 2))]), n)


def nested(rng: Random, n: int) -> Graph:
    """Return a random graph of blocks within blocks: each of five levels halves the blocks and has its own edges."""
    levels, order = 5, np.arange(n)
    pairs = []
    for level in range(levels + 1):
        size = n // 2**level
        first = rng.integers(n, size=round(n * rng.uniform(0.3, 0.6) * 1.5**level))
        second = np.minimum(first // size * size + rng.integers(size, size=len(first)), n - 1)
        pairs.append(np.column_stack([order[first], order[second]])[first != second])
    return edges_of(np.vstack(pairs), n)


def communities(rng: Random, n: int) -> Graph:
    """Return a graph with communities of skewed sizes and vertices of skewed degrees, like those of LFR."""
    sizes = np.maximum(20, 20 * heavy(rng, n // 20, 2)).astype(int)
    member = np.repeat(np.arange(len(sizes)), sizes)[:n]
    n, weight, mixing = len(member), heavy(rng, len(member), 2.5), rng.uniform(0.1, 0.4)
    ends = np.repeat(np.arange(n), np.maximum(1, np.round(4 * weight)).astype(int))
    inside = rng.random(len(ends)) >= mixing
    pairs = []
    for group in [*(ends[inside & (member[ends] == c)] for c in range(member[-1] + 1)), ends[~inside]]:
        mixed = rng.permutation(group)[: len(group) // 2 * 2]
        pairs.append(mixed.reshape(-1, 2))
    return edges_of(np.vstack(pairs), n)


def corrected(rng: Random, n: int) -> Graph:
    """Return a random graph of two to five blocks whose vertices have skewed degrees."""
    member, weight = rng.integers(rng.integers(2, 6), size=n), heavy(rng, n, rng.uniform(2.2, 3))
    parts = [np.where(member == b, weight, 0) for b in range(member.max() + 1)]
    inside = [drawn(rng, n, part, round(4 * np.count_nonzero(part))) for part in parts]
    across = drawn(rng, n, weight, round(n * rng.uniform(0.3, 1)))
    W = sp.csr_array(sum(inside, across))
    W.data[:] = 1
    return W


def small_world(rng: Random, n: int) -> Graph:
    """Return a ring whose vertices are joined to their near neighbours, with random edges."""
    chance = 10 ** rng.uniform(-2.5, -0.5)
    return of_networkx(networkx.watts_strogatz_graph(n, int(rng.choice([4, 6, 10])), chance, seed=seed_of(rng)))


def attachment(rng: Random, n: int) -> Graph:
    """Return a network that grew by preferential attachment."""
    return of_networkx(networkx.barabasi_albert_graph(n, int(rng.integers(2, 6)), seed=seed_of(rng)))


def clustered(rng: Random, n: int) -> Graph:
    """Return a network that grew by preferential attachment and by closing triangles."""
    edges, chance = int(rng.integers(2, 6)), rng.uniform(0.5, 1)
    return of_networkx(networkx.powerlaw_cluster_graph(n, edges, chance, seed=seed_of(rng)))


def skewed(rng: Random, n: int) -> Graph:
    """Return a random graph with a skewed degree distribution."""
    return drawn(rng, n, heavy(rng, n, rng.uniform(2.1, 3)), round(n * rng.uniform(2, 5)))


def recursive(rng: Random, n: int) -> Graph:
    """Return a random graph whose edges lie in one of four quadrants of the matrix, recursively (R-MAT)."""
    levels, edges = round(np.log2(n)), round(n * rng.uniform(4, 8))
    quadrant = rng.choice(4, (edges, levels), p=[0.5, 0.2, 0.2, 0.1]) @ np.eye(levels)
    place = 2 ** np.arange(levels)
    pairs = np.column_stack([(quadrant.astype(int) // 2) @ place, (quadrant.astype(int) % 2) @ place])
    return edges_of(pairs[pairs[:, 0] != pairs[:, 1]], 2**levels)


def duplication(rng: Random, n: int) -> Graph:
    """Return a network that grew by copies of vertices with some of their edges, like one of proteins."""
    return of_networkx(networkx.duplication_divergence_graph(n, rng.uniform(0.35, 0.5), seed=seed_of(rng)))


def regular(rng: Random, n: int) -> Graph:
    """Return a random graph with equal degrees."""
    return of_networkx(networkx.random_regular_graph(int(rng.integers(3, 7)), n // 2 * 2, seed=seed_of(rng)))


def cliques(rng: Random, n: int) -> Graph:
    """Return cliques of 6 to 30 vertices from which some edges lead to other vertices."""
    size = int(rng.integers(6, 31))
    return of_networkx(networkx.relaxed_caveman_graph(n // size, size, rng.uniform(0.01, 0.2), seed=seed_of(rng)))


def groups(rng: Random, n: int) -> Graph:
    """Return members of the same groups, of which each is in one to three that are near one another."""
    count = n // 6
    place = rng.integers(count, size=n)
    pairs = [np.column_stack([np.arange(n), (place + rng.geometric(0.3, n)) % count]) for _ in range(2)]
    pairs.append(np.column_stack([np.arange(n), np.where(rng.random(n) < 0.05, rng.integers(count, size=n), place)]))
    member = sp.csr_array((np.ones(3 * n), tuple(np.vstack(pairs).T)), shape=(n, count))
    W = sp.coo_array(member @ member.T)
    return edges_of(np.column_stack([W.row, W.col])[W.row < W.col], n)


def tree(rng: Random, n: int) -> Graph:
    """Return a random recursive tree with more random edges between near vertices."""
    parent = (np.arange(1, n) * rng.random(n - 1) ** rng.uniform(0.3, 1)).astype(int)
    pairs = np.column_stack([np.arange(1, n), parent])
    more = rng.choice(n - 1, round(n * rng.uniform(0.2, 1)))
    pairs = np.vstack([pairs, np.column_stack([more + 1, parent[parent[more] - 1]])])
    return edges_of(pairs[pairs[:, 0] != pairs[:, 1]], n)


def packing(rng: Random, n: int) -> Graph:
    """Return a random Apollonian network: triangles that are divided by a vertex within."""
    faces, edges = [(0, 1, 2), (0, 1, 2)], [(0, 1), (1, 2), (0, 2)]
    for v in range(3, n):
        at = int(rng.integers(len(faces)))
        a, b, c = faces[at]
        faces[at] = (a, b, v)
        faces += [(b, c, v), (a, c, v)]
        edges += [(a, v), (b, v), (c, v)]
    return edges_of(np.array(edges), n)


def surface(rng: Random, n: int) -> Graph:
    """Return a triangulated height field that is cut out of a square along a random curve."""
    X = rng.random((3 * n, 2))
    angle, away = np.arctan2(*(X - 0.5).T), np.linalg.norm(X - 0.5, axis=1)
    bumps = sum(rng.uniform(0, 0.1) * np.cos(k * angle + rng.uniform(0, 6)) for k in range(2, 6))
    X = X[away < 0.35 + bumps][:n]
    simplices = Delaunay(X).simplices
    longest = np.linalg.norm(X[simplices] - X[np.roll(simplices, 1, axis=1)], axis=2).max(axis=1)
    return edges_of(simplices[longest < 4 / np.sqrt(3 * n)], len(X))

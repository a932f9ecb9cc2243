"""Hypothesis strategies for weighted graphs: families of graphs, each with weights of many kinds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.sparse as sp
from hypothesis import strategies as st

Array = np.ndarray[Any, Any]
Pairs = tuple[Array, Array]
Random = np.random.Generator


def _all_pairs(n: int) -> Pairs:
    i, j = np.triu_indices(n, 1)
    return i, j


def _some(share: float) -> Callable[[int, Random], Pairs]:
    """Pairs of vertices, each with the given probability."""

    def pairs(n: int, rng: Random) -> Pairs:
        i, j = _all_pairs(n)
        kept = rng.random(len(i)) < share
        return i[kept], j[kept]

    return pairs


def _path(n: int, rng: Random) -> Pairs:
    return np.arange(n - 1), np.arange(1, n)


def _cycle(n: int, rng: Random) -> Pairs:
    return np.append(np.arange(n - 1), 0), np.append(np.arange(1, n), n - 1)


def _star(n: int, rng: Random) -> Pairs:
    return np.zeros(n - 1, int), np.arange(1, n)


def _tree(n: int, rng: Random) -> Pairs:
    return (rng.random(n - 1) * np.arange(1, n)).astype(int), np.arange(1, n)


def _clique(n: int, rng: Random) -> Pairs:
    return _all_pairs(n)


def _grid(n: int, rng: Random) -> Pairs:
    width = int(rng.integers(1, int(np.sqrt(n)) + 1))
    i = np.arange(n)
    right, down = i[(i + 1 < n) & ((i + 1) % width != 0)], i[i + width < n]
    return np.append(right, down), np.append(right + 1, down + width)


def _bipartite(n: int, rng: Random) -> Pairs:
    i, j = _all_pairs(n)
    kept = (i < n // 2) & (j >= n // 2) & (rng.random(len(i)) < 0.7)
    return i[kept], j[kept]


def _power_law(n: int, rng: Random) -> Pairs:
    """Pairs with probability proportional to the product of degrees k^(−1/2)."""
    i, j = _all_pairs(n)
    degree = np.arange(1, n + 1) ** -0.5
    kept = rng.random(len(i)) < np.minimum(1, 2 * degree[i] * degree[j])
    return i[kept], j[kept]


def _two_cliques(n: int, rng: Random) -> Pairs:
    i, j = _all_pairs(n)
    kept = (i < n // 2) == (j < n // 2)
    kept |= (i == n // 2 - 1) & (j == n // 2)
    return i[kept], j[kept]


def _disconnected(n: int, rng: Random) -> Pairs:
    part = rng.integers(3, size=n)
    i, j = _some(0.6)(n, rng)
    return i[part[i] == part[j]], j[part[i] == part[j]]


def _isolated(n: int, rng: Random) -> Pairs:
    """A sparse graph in which a third of the vertices has no edge."""
    alone = rng.random(n) < 0.3
    i, j = _some(0.4)(n, rng)
    kept = ~alone[i] & ~alone[j]
    return i[kept], j[kept]


FAMILIES: dict[str, Callable[[int, Random], Pairs]] = {
    "path": _path,
    "cycle": _cycle,
    "star": _star,
    "tree": _tree,
    "clique": _clique,
    "grid": _grid,
    "bipartite": _bipartite,
    "sparse": _some(0.2),
    "dense": _some(0.7),
    "power law": _power_law,
    "two cliques": _two_cliques,
    "disconnected": _disconnected,
    "isolated": _isolated,
}
WEIGHTS: dict[str, Callable[[int, Random], Array]] = {
    "unit": lambda m, rng: np.ones(m),
    "ties": lambda m, rng: rng.integers(1, 4, m).astype(float),
    "zeros": lambda m, rng: rng.random(m) * (rng.random(m) < 0.7),
    "heavy": lambda m, rng: np.where(np.arange(m) == rng.integers(max(m, 1)), 1e9, rng.random(m) + 0.5),
    "16 decades": lambda m, rng: 10 ** rng.uniform(-8, 8, m),
    "subnormal": lambda m, rng: 5e-324 * rng.integers(1, 2**20, m),
    "1e150": lambda m, rng: 1e150 * (rng.random(m) + 0.1),
    "1e-150": lambda m, rng: 1e-150 * (rng.random(m) + 0.1),
}


def build(family: str, weights: str, n: int, seed: int) -> sp.csr_array:
    """Return the weights of a graph. Weights of 0 stay stored."""
    rng = np.random.default_rng(seed)
    i, j = FAMILIES[family](n, rng)
    w = WEIGHTS[weights](len(i), rng)
    number = rng.permutation(n) if rng.random() < 0.5 else np.arange(n)
    rows, columns = np.append(number[i], number[j]), np.append(number[j], number[i])
    W = sp.csr_array((np.append(w, w), (rows, columns)), shape=(n, n))
    W.sort_indices()
    return W


def graphs(least: int, most: int) -> st.SearchStrategy[tuple[str, str, sp.csr_array]]:
    """Graphs of ``least`` to ``most`` vertices, with the names of their family and weights."""

    def made(family: str, weights: str, n: int, seed: int) -> tuple[str, str, sp.csr_array]:
        return family, weights, build(family, weights, n, seed)

    return st.builds(
        made,
        st.sampled_from(list(FAMILIES)),
        st.sampled_from(list(WEIGHTS)),
        st.integers(least, most),
        st.integers(0, 2**20),
    )

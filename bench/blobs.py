"""Sets of clearly separated clusters of unequal size, each with the cluster of every point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import scipy.sparse as sp
from sklearn.datasets import make_blobs

from tvcut import knn_graph

from .graphs import NEIGHBOURS
from .labelled import UNKNOWN, Labelled, blocks

FEWEST = 12  # points of a cluster of a draw
FEW, MANY = (2, 8), (12, 40)  # numbers of clusters of a draw, and of one of the families "many"
SIZE = {FEW: (600, 2500), MANY: (2000, 5000)}  # numbers of points
WEAK = 0.05  # standard deviation of the points of a ring

Sample = Callable[[np.random.Generator, int, int], np.ndarray]  # of a number of points in some dimensions
Sizes = Callable[[np.random.Generator, int, float], np.ndarray]  # relative, of k clusters from 1 to a ratio


def normal(rng: np.random.Generator, count: int, d: int) -> np.ndarray:
    return rng.normal(size=(count, d))


def stretched(rng: np.random.Generator, count: int, d: int) -> np.ndarray:
    """Return normal points whose standard deviations are 1 in one direction and down to a third in the others."""
    axes = np.linalg.qr(rng.normal(size=(d, d)))[0]
    return rng.normal(size=(count, d)) * np.linspace(1, 1 / 3, d) @ axes


def ball(rng: np.random.Generator, count: int, d: int) -> np.ndarray:
    """Return uniform points in a ball, with standard deviation 1 in each direction."""
    x = rng.normal(size=(count, d))
    radius = np.sqrt(d + 2) * rng.uniform(size=(count, 1)) ** (1 / d)
    return x / np.linalg.norm(x, axis=1, keepdims=True) * radius


def varied(rng: np.random.Generator, count: int, d: int) -> np.ndarray:
    """Return normal points with a standard deviation between a half and 1, which differs from cluster to cluster."""
    return rng.normal(size=(count, d)) * rng.uniform(0.5, 1)


def geometric(rng: np.random.Generator, k: int, ratio: float) -> np.ndarray:
    return ratio ** np.linspace(0, 1, k)


def one_large(rng: np.random.Generator, k: int, ratio: float) -> np.ndarray:
    return np.append(np.ones(k - 1), ratio)


def one_small(rng: np.random.Generator, k: int, ratio: float) -> np.ndarray:
    return np.append(1, np.full(k - 1, ratio))


def random_sizes(rng: np.random.Generator, k: int, ratio: float) -> np.ndarray:
    return np.sort(np.append([1, ratio], ratio ** rng.uniform(size=k - 2)))


# The rule of balanced_cut was chosen on the first half and first looked at on the second half when it was complete.
CHOSEN_ON: dict[str, tuple[Sample, Sizes]] = {
    "normal, geometric": (normal, geometric),
    "normal, one large": (normal, one_large),
    "normal, random": (normal, random_sizes),
    "normal, 10 dimensions": (normal, geometric),
    "normal, many": (normal, random_sizes),
}
SET_ASIDE: dict[str, tuple[Sample, Sizes]] = {
    "stretched, geometric": (stretched, geometric),
    "ball, one large": (ball, one_large),
    "varied, random": (varied, random_sizes),
    "normal, one small": (normal, one_small),
    "stretched, many": (stretched, geometric),
    "varied, many": (varied, random_sizes),
}


def centres(rng: np.random.Generator, k: int, d: int, apart: float) -> np.ndarray:
    """Return k centres at the given distance of each other or more, and near to it from one other centre."""
    found = [np.zeros(d)]
    while len(found) < k:
        step = rng.normal(size=d)
        x = found[rng.integers(len(found))] + step / np.linalg.norm(step) * apart * rng.uniform(1, 1.5)
        if min(np.linalg.norm(x - c) for c in found) >= apart:
            found.append(x)
    return np.array(found)


def draw(family: str, seed: int) -> Labelled:
    """Return 2 to 8 clusters of 1 : 1 to 1 : 30 points, 6 to 10 standard deviations apart, and 0 to 5 % of outliers.

    The families "many" have 12 to 40 clusters. Outliers are uniform in the box of the other points. They have no class.
    """
    sample, sizes = (CHOSEN_ON | SET_ASIDE)[family]
    rng = np.random.default_rng([seed, *family.encode()])
    least, most = MANY if family.endswith("many") else FEW
    k, n, d = int(rng.integers(least, most + 1)), int(rng.integers(*SIZE[least, most])), int(rng.choice([2, 2, 3, 5]))
    d = 10 if family.endswith("dimensions") else d
    share = sizes(rng, k, 30 ** rng.uniform())
    count = np.maximum(FEWEST, np.round(n * share / share.sum()).astype(int))
    middle = centres(rng, k, d, rng.uniform(6, 10))
    X = np.concatenate([c + sample(rng, m, d) for c, m in zip(middle, count, strict=True)])
    outliers = rng.uniform(X.min(axis=0), X.max(axis=0), (int(rng.choice([0, 0, 0.01, 0.02, 0.05]) * len(X)), d))
    y = np.append(np.repeat(np.arange(k), count), np.full(len(outliers), UNKNOWN))
    return points(np.concatenate((X, outliers)), y)


def points(X: np.ndarray, y: np.ndarray) -> Labelled:
    return Labelled(knn_graph(X, NEIGHBOURS), y, X)


def planar(sizes: Sequence[int], middle: Sequence[tuple[float, float]], random_state: int) -> Labelled:
    """Return normal points in the plane around the given centres."""
    rng = np.random.default_rng(random_state)
    X = np.concatenate([c + rng.normal(size=(m, 2)) for c, m in zip(middle, sizes, strict=True)])
    return points(X, np.repeat(np.arange(len(sizes)), sizes))


def triangle(sizes: Sequence[int], apart: float, random_state: int) -> Labelled:
    return planar(sizes, [(0, 0), (apart, 0), (apart / 2, apart * np.sqrt(3) / 2)], random_state)


def assumptions(random_state: int) -> Labelled:
    """Return the blobs of unequal size of scikit-learn's example "Demonstration of k-means assumptions"."""
    X, y = make_blobs(n_samples=1500, random_state=random_state)
    X = np.concatenate((X[y == 0][:500], X[y == 1][:100], X[y == 2][:10]))
    return points(X, np.repeat([0, 1, 2], [500, 100, 10]))


def rings(sizes: Sequence[int], random_state: int) -> Labelled:
    """Return rings of points that are far from one another."""
    rng = np.random.default_rng(random_state)
    angle = rng.uniform(0, 2 * np.pi, sum(sizes))
    y = np.repeat(np.arange(len(sizes)), sizes)
    radius = 1 + np.array(sizes)[y] / 400
    X = np.column_stack((np.cos(angle) * radius + 10 * y, np.sin(angle) * radius))
    return points(X + rng.normal(scale=WEAK, size=X.shape), y)


def cells(sizes: Sequence[int], spread: float, batch: float, random_state: int) -> Labelled:
    """Return types of cells in 30 dimensions, measured in two batches that differ by a vector of the given spread."""
    rng = np.random.default_rng(random_state)
    y = np.repeat(np.arange(len(sizes)), sizes)
    X = rng.normal(scale=spread, size=(len(sizes), 30))[y] + rng.normal(size=(len(y), 30))
    return points(X + rng.normal(scale=batch, size=(2, 30))[rng.integers(2, size=len(y))], y)


def isolated(random_state: int) -> Labelled:
    """Return three equal blobs and 150 vertices without edges, which have no class."""
    data = triangle([990] * 3, 7, random_state)
    W = sp.block_diag((data.W, sp.csr_array((150, 150))), format="csr")
    return Labelled(sp.csr_array(W), np.append(data.y, np.full(150, UNKNOWN)), None)


def citations(random_state: int) -> Labelled:
    """Return a network of six classes whose largest component has 64 % of the vertices and each other at most 18."""
    rng = np.random.default_rng(random_state)
    W, y = blocks([352] * 6, 4, 1, random_state)
    edges = sp.coo_array(W)
    n, rows = W.shape[0], [np.array([edges.row, edges.col])]
    while n < 3300:
        m = int(rng.choice([1, 2, 3, 4, 5, 18], p=[0.2, 0.3, 0.2, 0.15, 0.12, 0.03]))
        tree = [(n + t, n + int(rng.integers(t))) for t in range(1, m)]
        rows.append(np.array(tree + [(j, i) for i, j in tree]).reshape(-1, 2).T)
        n, y = n + m, np.append(y, np.full(m, rng.integers(6)))
    i, j = np.concatenate(rows, axis=1).astype(np.int32)
    return Labelled(sp.csr_array((np.ones(len(i)), (i, j)), shape=(n, n)), y, None)


def geometric_sizes(total: int, ratio: float, k: int) -> list[int]:
    share = ratio ** np.linspace(0, 1, k)
    return [int(m) for m in np.round(total * share / share.sum())]


def rows() -> dict[str, Callable[[int], Labelled]]:
    """Return {name: function that makes the set from a seed}."""
    eight = geometric_sizes(3000, 50, 8)
    return {
        "blobs of 900, 80, 20, 10 σ apart": partial(planar, [900, 80, 20], [(0, 0), (10, 0), (0, 10)]),
        "500, 100, 10 points": lambda seed: assumptions(170),
        "components of 900 and 100 points": partial(planar, [900, 100], [(0, 0), (30, 0)]),
        **{
            f"three blobs, 7 σ, 1 : {r}": partial(triangle, [600, round(600 / r**0.5), 600 // r], 7)
            for r in (5, 12, 20)
        },
        "network of hundreds of components": citations,
        "8 types of cells, 1 : 50": partial(cells, eight, 2.5, 0),
        "8 types of cells, 1 : 50, two batches": partial(cells, eight, 2.5, 0.6),
        "4 types of cells, one of 1 %": partial(cells, [990, 990, 990, 30], 2, 0),
        "eight rings of 1000 … 20": partial(rings, [1000, 600, 400, 250, 150, 90, 45, 20]),
        "three blobs and 150 isolated points": isolated,
    }

"""The graphs of the benchmarks by name, and the families of growing graphs."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import TypeAlias

import numpy as np
import scipy.sparse as sp
from scipy.spatial import Delaunay, cKDTree
from sklearn.datasets import load_digits

from tvcut import datasets, knn_graph

Graph: TypeAlias = sp.csr_array
Load = Callable[[], tuple[np.ndarray, np.ndarray]]  # returns points and their classes

NEIGHBOURS = 10
WIDTH = 0.02  # distance from a hole of a plate at which the density of points is half of that at the hole
PROJECTED = 50  # principal components to which pictures are projected
# Left out of a quick run.
LARGE = (
    *("MNIST", "grid 300", "grid 1000", "planted, clear", "planted, hard", "planted, sparse"),
    *(f"{family} 2^{power}" for family in ("Delaunay", "geometric") for power in range(15, 19)),
)


def neighbours(
    load: Load, memory: str | None, n_components: int | None = None, classes: tuple[int, ...] | None = None
) -> Graph:
    """Return the graph of nearest neighbours of the points that ``load`` returns, or of those in some classes."""
    X, y = load()
    if classes is not None:
        X = X[np.isin(y, classes)]
    return knn_graph(X, NEIGHBOURS, symmetrize="max", n_components=n_components, memory=memory)


def grid(side: int) -> Graph:
    """Return the square grid of side² vertices, every edge of weight 1."""
    path = sp.diags_array([np.ones(side - 1)] * 2, offsets=[-1, 1])
    return sp.csr_array(sp.kron(path, sp.eye_array(side)) + sp.kron(sp.eye_array(side), path))


def grid_3d(side: int) -> Graph:
    """Return the grid of side³ vertices, every edge of weight 1, with int32 indices."""
    n = side**3
    vertex = np.arange(n, dtype=np.int32)
    steps = [(-(side**p), vertex // side**p % side > 0) for p in (2, 1, 0)]
    steps += [(side**p, vertex // side**p % side < side - 1) for p in (0, 1, 2)]  # neighbours in ascending order
    exists = np.stack([there for _, there in steps], axis=1)
    indptr = np.zeros(n + 1, dtype=np.int32)
    np.cumsum(exists.sum(axis=1, dtype=np.int32), out=indptr[1:])
    indices = np.empty(indptr[-1], dtype=np.int32)
    at = indptr[:-1].copy()
    for step, there in steps:
        indices[at[there]] = vertex[there] + np.int32(step)
        at += there
    return sp.csr_array((np.ones(len(indices)), indices, indptr), shape=(n, n))


def delaunay(n: int, random_state: int = 0, dimension: int = 2) -> Graph:
    """Return the Delaunay triangulation of n uniform random points in the unit cube, every edge of weight 1."""
    points = np.random.default_rng(random_state).random((n, dimension))
    return edges_of(Delaunay(points).simplices, n)


def plate(n: int, random_state: int = 0) -> Graph:
    """Return a triangulation of a square plate with three round holes, every edge of weight 1.

    The n random points are denser near the holes, as in meshes for finite elements. No triangle lies within a hole.
    """
    rng = np.random.default_rng(random_state)
    centre, radius = np.array([(0.3, 0.35), (0.7, 0.6), (0.35, 0.75)]), np.array([0.12, 0.15, 0.08])

    def distance(points: np.ndarray) -> np.ndarray:
        """Return the distances of points from the nearest hole, negative within one."""
        return np.min(np.linalg.norm(points[:, None] - centre, axis=2) - radius, axis=1)

    points = np.empty((0, 2))
    while len(points) < n:
        more = rng.random((4 * n, 2))
        away = distance(more)
        points = np.vstack([points, more[(away > 0) & (rng.random(4 * n) < WIDTH / (np.maximum(away, 0) + WIDTH))]])
    triangles = Delaunay(points[:n]).simplices
    return edges_of(triangles[distance(points[triangles].mean(axis=1)) > 0], n)


def geometric(n: int, degree: float = 9, random_state: int = 0) -> Graph:
    """Return the graph of n uniform random points in the unit square, joined below a distance, with weights 1.

    ``degree`` is the mean number of neighbours of a vertex away from the boundary of the square.
    """
    points = np.random.default_rng(random_state).random((n, 2))
    pairs = cKDTree(points).query_pairs(np.sqrt(degree / (np.pi * n)), output_type="ndarray")
    return edges_of(pairs, n)


def edges_of(simplices: np.ndarray, n: int) -> Graph:
    """Return the graph on n vertices with an edge of weight 1 between any two vertices of a simplex."""
    source, target = simplices.ravel(), np.roll(simplices, 1, axis=1).ravel()
    if simplices.shape[1] == 4:  # the cycle through the vertices lacks two edges of a tetrahedron
        source = np.concatenate([source, simplices[:, 0], simplices[:, 1]])
        target = np.concatenate([target, simplices[:, 2], simplices[:, 3]])
    A = sp.csr_array((np.ones(len(source)), (source, target)), shape=(n, n))
    W = sp.csr_array(A + A.T)
    W.data[:] = 1  # simplices share edges
    return W


def planted(sizes: tuple[int, int], inside: int, across: float, random_state: int = 0) -> Graph:
    """Return a random graph of two blocks, in which each vertex has ``inside`` edges within its own block.

    ``inside`` is even. A vertex of the smaller block has ``across`` edges to the other block on average. Degrees vary
    little, so that no single vertex is connected weakly enough for its cut to have a lower C than the blocks. An edge
    that is drawn twice becomes one edge of weight 1.
    """
    rng = np.random.default_rng(random_state)
    blocks = np.split(np.arange(sum(sizes)), [sizes[0]])
    pairs = [(block, rng.permutation(block)) for block in blocks for _ in range(inside // 2)]
    small, large = sorted(blocks, key=len)
    links = round(across * len(small))
    rounds = range(-(-links // len(small)))  # each vertex is drawn at most once in a round
    source, target = (np.concatenate([rng.permutation(block) for _ in rounds])[:links] for block in (small, large))
    pairs.append((source, target))
    i, j = (np.concatenate(ends) for ends in zip(*pairs, strict=True))
    keep = i != j
    i, j = i[keep], j[keep]
    n = sum(sizes)
    A = sp.csr_array((np.ones(len(i)), (i, j)), shape=(n, n))
    W = sp.csr_array(A + A.T)
    W.data[:] = 1
    return W


def cloud(n: int, memory: str | None = None) -> Graph:
    """Return the neighbours of n Gaussian points in R¹⁰; coordinate j has the standard deviation 2^−j.

    The variances of real data decrease in a similar way. With equal deviations the search for neighbours would take
    hours.
    """
    X = np.random.default_rng(0).normal(size=(n, 10)) * 2.0 ** -np.arange(10)
    return knn_graph(X, NEIGHBOURS, symmetrize="max", memory=memory)


def largest_component(W: Graph) -> tuple[Graph, int]:
    """Return the largest connected component of W as a graph of its own, and the number of components of W."""
    W = sp.csr_array(W)
    count, label = sp.csgraph.connected_components(W, directed=False)
    if count > 1:
        keep = np.flatnonzero(label == np.bincount(label).argmax())
        W = sp.csr_array(W[keep][:, keep])
    W.sort_indices()
    return W, count


def data_files(folder: str, endings: Collection[str] = (".graph",)) -> list[Path]:
    """Return the graphs in a folder of TVCUT_DATA, by default those in METIS format; none if TVCUT_DATA is unset."""
    if "TVCUT_DATA" not in os.environ:
        return []
    return sorted(path for path in Path(os.environ["TVCUT_DATA"], folder).glob("*") if path.suffix in endings)


def read(path: Path) -> Graph:
    """Return the graph in a file: the arrays of a csr_array in .npz, or METIS format."""
    if path.suffix != ".npz":
        return datasets.read_metis(path)
    with np.load(path) as arrays:
        return sp.csr_array((arrays["data"], arrays["indices"], arrays["indptr"]), shape=tuple(arrays["shape"]))


def graphs(
    memory: str | None = None, quick: bool = False, only: Collection[str] | None = None
) -> dict[str, Callable[[], Graph]]:
    """Return {name: function that makes W}. Neighbours are kept in the folder ``memory`` between calls."""
    made: dict[str, Callable[[], Graph]] = {
        "two moons": partial(neighbours, datasets.two_moons, memory),
        "digits": partial(neighbours, partial(load_digits, return_X_y=True), memory),
        "4 vs 9": partial(neighbours, datasets.mnist, memory, PROJECTED, (4, 9)),
        "3 vs 8": partial(neighbours, datasets.mnist, memory, PROJECTED, (3, 8)),
        "USPS": partial(neighbours, datasets.usps, memory, PROJECTED),
        "MNIST": partial(neighbours, datasets.mnist, memory, PROJECTED),
    }
    made |= networks()
    made |= {f"Delaunay 2^{power}": partial(delaunay, 2**power) for power in (15, 17)}
    made |= {f"geometric 2^{power}": partial(geometric, 2**power) for power in range(14, 19)}
    made["planted, clear"] = partial(planted, (30_000, 70_000), 10, 1)
    made["planted, hard"] = partial(planted, (50_000, 50_000), 8, 1.6)
    made["planted, sparse"] = partial(planted, (25_000, 27_000), 6, 1)
    return choose(made, quick, only)


def networks(quick: bool = False, only: Collection[str] | None = None) -> dict[str, Callable[[], Graph]]:
    """Return {name: function that makes W} of meshes and networks, without graphs of neighbours."""
    made: dict[str, Callable[[], Graph]] = {
        path.stem: partial(read, path)
        for folder in ("graphs", "networks")
        for path in data_files(folder, (".graph", ".npz"))
    }
    made |= {f"Delaunay 2^{power}": partial(delaunay, 2**power) for power in (14, 16, 18)}
    made |= {f"grid {side}": partial(grid, side) for side in (300, 1000)}
    return choose(made, quick, only)


def choose(
    made: dict[str, Callable[[], Graph]], quick: bool, only: Collection[str] | None
) -> dict[str, Callable[[], Graph]]:
    """Return the graphs that ``only`` names, by default all, without the graphs in LARGE for a quick run."""
    return {name: make for name, make in made.items() if (not only or name in only) and not (quick and name in LARGE)}

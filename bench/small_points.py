"""Graphs of points, of a few hundred to a few thousand vertices: neighbours, triangulations and distances.

Each function takes a generator of random numbers, which also draws the parameters, and the number of vertices.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from scipy.spatial import Delaunay, Voronoi, cKDTree
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, make_blobs, make_circles, make_swiss_roll

from tvcut import datasets, knn_graph

from .graphs import Graph, edges_of, geometric, plate

Random = np.random.Generator

NEIGHBOURS = (5, 7, 10, 15)  # numbers of neighbours that are drawn from


def joined(rng: Random, X: np.ndarray) -> Graph:
    """Return the graph of neighbours of points, with a random number of them and weights of a random kind."""
    k = int(rng.choice(NEIGHBOURS))
    kind = str(rng.choice(["gaussian", "self_tuning", "binary"]))
    return knn_graph(X, k, weights=kind, symmetrize=str(rng.choice(["average", "max"])))


def seed_of(rng: Random) -> int:
    """Return a seed for functions that do not take a generator."""
    return int(rng.integers(2**31))


def moons(rng: Random, n: int) -> Graph:
    """Return neighbours of two moons with noise, in 2 to 100 dimensions."""
    return joined(rng, datasets.two_moons(n, int(rng.integers(2, 101)), rng.uniform(0.005, 0.04), rng)[0])


def blobs(rng: Random, n: int) -> Graph:
    """Return neighbours of 2 to 12 Gaussian clusters that touch or overlap."""
    dimension, clusters = int(rng.integers(2, 11)), int(rng.integers(2, 13))
    deviation = rng.uniform(0.8, 3, clusters)
    return joined(rng, make_blobs(n, dimension, centers=clusters, cluster_std=deviation, random_state=seed_of(rng))[0])


def unequal(rng: Random, n: int) -> Graph:
    """Return neighbours of Gaussian clusters of very different mass and width, among uniform points."""
    share = rng.dirichlet(np.full(int(rng.integers(2, 8)), 0.7))
    counts = rng.multinomial(round(0.9 * n), share)
    clusters = [rng.normal(rng.uniform(0, 1, 3), rng.uniform(0.02, 0.2), (count, 3)) for count in counts]
    return joined(rng, np.vstack([*clusters, rng.uniform(0, 1, (n - counts.sum(), 3))]))


def pictures(rng: Random, n: int) -> Graph:
    """Return neighbours of handwritten digits of 2 to 10 classes, at most the 1797 that there are."""
    X, y = load_digits(return_X_y=True)
    among = np.flatnonzero(np.isin(y, rng.choice(10, int(rng.integers(2, 11)), replace=False)))
    return joined(rng, X[rng.choice(among, min(n, len(among)), replace=False)])


def cube(rng: Random, n: int) -> Graph:
    """Return neighbours of uniform points in a box of 2 to 10 dimensions."""
    return joined(rng, rng.random((n, int(rng.integers(2, 11)))) * rng.uniform(0.5, 2, 1))


def roll(rng: Random, n: int) -> Graph:
    """Return neighbours of points on a rolled sheet with noise."""
    return joined(rng, make_swiss_roll(n, noise=rng.uniform(0, 1.5), random_state=seed_of(rng))[0])


def circles(rng: Random, n: int) -> Graph:
    """Return neighbours of points near two concentric circles."""
    noise, factor = rng.uniform(0.02, 0.15), rng.uniform(0.3, 0.8)
    return joined(rng, make_circles(n, noise=noise, factor=factor, random_state=seed_of(rng))[0])


def spirals(rng: Random, n: int) -> Graph:
    """Return neighbours of points near two or three interlaced spirals."""
    arm, t = rng.integers(rng.integers(2, 4), size=n), 4 * np.pi * np.sqrt(rng.random(n))
    angle = t + arm * 2 * np.pi / (arm.max() + 1)
    plane = np.column_stack([t * np.cos(angle), t * np.sin(angle)])
    return joined(rng, plane + rng.normal(0, rng.uniform(0.2, 1), plane.shape))


def sphere(rng: Random, n: int) -> Graph:
    """Return neighbours of points on a sphere, of which some lie in caps."""
    X = rng.normal(size=(n, 3)) + (rng.random((n, 1)) < 0.5) * rng.normal(size=(6, 3))[rng.integers(6, size=n)]
    return joined(rng, X / np.linalg.norm(X, axis=1, keepdims=True))


def walks(rng: Random, n: int) -> Graph:
    """Return neighbours of the points of a few random walks, as of measurements over time."""
    count, dimension = int(rng.integers(3, 10)), int(rng.integers(3, 20))
    return joined(rng, np.vstack([rng.normal(size=(n // count + 1, dimension)).cumsum(axis=0) for _ in range(count)]))


def tables(rng: Random, n: int) -> Graph:
    """Return neighbours of rows of a table of patients, with random columns, some of them repeated with noise."""
    X, _ = (load_breast_cancer, load_diabetes)[int(rng.integers(2))](return_X_y=True)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    columns = rng.choice(X.shape[1], int(rng.integers(4, X.shape[1] + 1)), replace=False)
    rows = rng.choice(len(X), n, replace=n > len(X))
    return joined(rng, X[np.ix_(rows, columns)] + rng.normal(0, 0.2, (n, len(columns))))


def triangulation(rng: Random, n: int) -> Graph:
    """Return the triangulation of random points, uniform or in clusters."""
    X = rng.random((n, 2))
    if rng.random() < 0.5:
        X = 0.1 * rng.normal(size=(n, 2)) + rng.random((8, 2))[rng.integers(8, size=n)]
    return edges_of(Delaunay(X).simplices, n)


def tetrahedra(rng: Random, n: int) -> Graph:
    """Return the triangulation of random points in a box in space."""
    return edges_of(Delaunay(rng.random((n, 3)) * rng.uniform(0.3, 1, 3)).simplices, n)


def disc_graph(rng: Random, n: int) -> Graph:
    """Return the graph of uniform points in a square that are close to one another."""
    return geometric(n, rng.uniform(7, 15), seed_of(rng))


def holes(rng: Random, n: int) -> Graph:
    """Return a triangulated plate with three holes."""
    return plate(n, seed_of(rng))


def graded(rng: Random, n: int) -> Graph:
    """Return a triangulation whose points are denser near a curve, as in meshes for flows around a body."""
    t, away = rng.uniform(0, 2 * np.pi, n), 0.3 + rng.exponential(rng.uniform(0.1, 0.5), n)
    X = np.column_stack([2 * away * np.cos(t), away * np.sin(t)])
    return edges_of(Delaunay(X).simplices, n)


def gabriel(rng: Random, n: int) -> Graph:
    """Return the edges ij of a triangulation with no point in the circle with the diameter ij."""
    X = rng.random((n, 2))
    W = sp.coo_array(sp.triu(edges_of(Delaunay(X).simplices, n)))
    middle, radius = (X[W.row] + X[W.col]) / 2, np.linalg.norm(X[W.row] - X[W.col], axis=1) / 2
    keep = cKDTree(X).query(middle)[0] >= radius * (1 - 1e-9)
    return edges_of(np.column_stack([W.row, W.col])[keep], n)


def cells(rng: Random, n: int) -> Graph:
    """Return the corners and walls of the cells of random points, in which most vertices have three neighbours."""
    ridges = np.array(Voronoi(rng.random((n // 2, 2))).ridge_vertices)
    ridges = ridges[(ridges >= 0).all(axis=1)]
    return edges_of(ridges, int(ridges.max()) + 1)


def distances(rng: Random, n: int) -> Graph:
    """Return the random graph of B. M. Waxman, in which the probability of an edge decays with its length."""
    X, scale = rng.random((n, 2)), rng.uniform(0.03, 0.1)
    i, j = np.triu_indices(n, 1)
    length = np.linalg.norm(X[i] - X[j], axis=1)
    chance = np.exp(-length / scale)
    keep = rng.random(len(i)) < chance * min(1.0, 4 * n / chance.sum())
    return edges_of(np.column_stack([i, j])[keep], n)


def hyperbolic(rng: Random, n: int) -> Graph:
    """Return a random graph of points in a hyperbolic disc, with a skewed degree distribution."""
    radius, degree = 2 * np.log(n), rng.uniform(5, 12)
    r = np.arccosh(1 + (np.cosh(0.75 * radius) - 1) * rng.random(n)) / 0.75
    t, (i, j) = rng.uniform(0, 2 * np.pi, n), np.triu_indices(n, 1)
    distance = np.cosh(r[i]) * np.cosh(r[j]) - np.sinh(r[i]) * np.sinh(r[j]) * np.cos(t[i] - t[j])
    nearest = np.argpartition(distance, round(degree * n / 2))[: round(degree * n / 2)]
    return edges_of(np.column_stack([i[nearest], j[nearest]]), n)

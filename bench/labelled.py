"""The labelled data sets of the suite: graphs, points and toy sets, each with the classes of its vertices."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
import scipy.sparse as sp
from sklearn import datasets as toys
from sklearn.preprocessing import StandardScaler

from tvcut import datasets, knn_graph

from .graphs import NEIGHBOURS, PROJECTED, Graph, Load, read

WIDE = 100  # columns of points above which they are projected to PROJECTED principal components
TOY_POINTS = 1000
UNKNOWN = -1  # class of a vertex whose class is not known


class Labelled(NamedTuple):
    """A graph with classes. X holds the points of a graph of nearest neighbours, and is None for a network."""

    W: Graph
    y: np.ndarray
    X: np.ndarray | None

    @property
    def k(self) -> int:
        """The number of classes."""
        return len(np.unique(self.y[self.known]))

    @property
    def known(self) -> np.ndarray:
        """The mask of the vertices with a known class."""
        return self.y != UNKNOWN


Make: TypeAlias = Callable[[str, str | None], Labelled]  # of the weights and of the folder of neighbours


def neighbours(load: Load, weights: str, memory: str | None) -> Labelled:
    """Return the graph of nearest neighbours of labelled points."""
    X, y = load()
    X = np.asarray(X, float)
    n_components = PROJECTED if X.shape[1] > WIDE else None
    return Labelled(knn_graph(X, NEIGHBOURS, weights=weights, memory=memory, n_components=n_components), y, X)


def network(make: Callable[[], tuple[Graph, np.ndarray]], weights: str, memory: str | None) -> Labelled:
    """Return a network that has weights of its own."""
    return Labelled(*make(), None)


def scaled(X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the points with every column shifted and scaled to mean 0 and standard deviation 1."""
    return StandardScaler().fit_transform(X), y


def toy(make: Callable[..., tuple[np.ndarray, np.ndarray]], **options: object) -> tuple[np.ndarray, np.ndarray]:
    """Return points in the plane that scikit-learn generates."""
    return scaled(*make(n_samples=TOY_POINTS, random_state=0, **options))


def table(load: Callable[..., tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """Return one of scikit-learn's tables of measurements."""
    return scaled(*load(return_X_y=True))


def anisotropic() -> tuple[np.ndarray, np.ndarray]:
    """Return three blobs that are stretched in one direction."""
    X, y = toys.make_blobs(n_samples=TOY_POINTS, random_state=170)
    return scaled(X @ [[0.6, -0.6], [-0.4, 0.8]], y)


def blocks(sizes: Collection[int], inside: float, across: float, random_state: int = 0) -> tuple[Graph, np.ndarray]:
    """Return a random graph of planted blocks, and the block of each vertex.

    A vertex has ``inside`` edges within its block and ``across`` edges to other blocks on average.
    """
    rng = np.random.default_rng(random_state)
    y = np.repeat(np.arange(len(sizes)), list(sizes))
    first = np.cumsum([0, *sizes])
    pairs = [rng.integers(lo, hi, size=(2, int(inside * (hi - lo) / 2))) for lo, hi in pairwise(first)]
    others = rng.integers(len(y), size=(2, int(across * len(y))))
    pairs.append(others[:, y[others[0]] != y[others[1]]][:, : int(across * len(y) / 2)])
    i, j = np.concatenate(pairs, axis=1)
    keep = i != j
    A = sp.csr_array((np.ones(keep.sum()), (i[keep], j[keep])), shape=(len(y), len(y)))
    W = sp.csr_array(A + A.T)
    W.data[:] = 1  # a pair that is drawn twice becomes one edge
    W.indices, W.indptr = W.indices.astype(np.int32), W.indptr.astype(np.int32)  # as scikit-learn takes them
    return W, y


def stored(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Return the points and the classes in a file."""
    with np.load(path) as arrays:
        return arrays["X"], arrays["y"]


def stored_network(path: Path) -> tuple[Graph, np.ndarray]:
    """Return the graph and the classes in a file."""
    with np.load(path) as arrays:
        return read(path), arrays["y"]


def files() -> dict[str, Make]:
    """Return the sets in the folder labelled of TVCUT_DATA; none if TVCUT_DATA is unset."""
    made: dict[str, Make] = {}
    if "TVCUT_DATA" in os.environ:
        for path in sorted(Path(os.environ["TVCUT_DATA"], "labelled").glob("*.npz")):
            with np.load(path) as arrays:
                points = "X" in arrays
            made[path.stem] = (
                partial(neighbours, partial(stored, path))
                if points
                else partial(network, partial(stored_network, path))
            )
    return made


def sets(only: Collection[str] | None = None) -> dict[str, Make]:
    """Return {name: function that makes the set}. ``only`` names some of the sets, by default all."""
    points: dict[str, Load] = {
        "MNIST": datasets.mnist,
        "USPS": datasets.usps,
        "optdigits": datasets.optdigits,
        "digits": partial(toys.load_digits, return_X_y=True),
        "moons": partial(toy, toys.make_moons, noise=0.05),
        "circles": partial(toy, toys.make_circles, noise=0.05, factor=0.5),
        "blobs": partial(toy, toys.make_blobs),
        "blobs, varied": partial(toy, toys.make_blobs, cluster_std=[1.0, 2.5, 0.5]),
        "anisotropic": anisotropic,
        "breast_cancer": partial(table, toys.load_breast_cancer),
        "wine": partial(table, toys.load_wine),
        "iris": partial(table, toys.load_iris),
    }
    made: dict[str, Make] = files() | {name: partial(neighbours, load) for name, load in points.items()}
    made["planted, equal"] = partial(network, partial(blocks, [500] * 4, 12, 4))
    made["planted, unequal"] = partial(network, partial(blocks, [1200, 500, 200, 100], 12, 4))
    return {name: make for name, make in made.items() if not only or name in only}

"""The methods that are compared on labelled sets. Each function takes a data set and a seed and returns labels."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from tvcut import balanced_cut

from . import communities, partitioners, solvers
from .incres import incres
from .labelled import Labelled
from .solvers import Solver

IMBALANCE = 30  # percent, of the partitioners
HALVINGS = 25  # of the interval of resolutions for Leiden
LOWEST, HIGHEST = 2.0**-20, 2.0**10  # ends of that interval
MOST_COORDINATES = 5_000_000  # of the points of a set, above which methods that take points are left out
MOST_EIGENVECTORS = 30_000  # vertices of a graph above which spectral clustering is left out
SMALLEST = 15  # points of the smallest cluster of HDBSCAN


@dataclass(frozen=True)
class Method(Solver):
    """A column of the tables. ``points`` says whether it takes points, so that it is left out on networks.

    ``most`` is the number of vertices above which it is left out, since it would take many minutes. ``weights`` are
    those of the graph of nearest neighbours of points.
    """

    options: dict[str, Any] = field(default_factory=dict)
    points: bool = False
    most: float = float("inf")
    weights: str = "gaussian"

    def takes(self, data: Labelled) -> bool:
        """Return whether the method has a figure on a data set."""
        if self.points and (data.X is None or data.X.size > MOST_COORDINATES):
            return False
        return data.W.shape[0] <= self.most

    def labels(self, data: Labelled, seed: int) -> ArrayLike:
        """Return the labels of a data set."""
        module, name = self.function.split(":")
        return getattr(importlib.import_module(module), name)(data, seed, **self.options)


def tvcut(data: Labelled, seed: int, **options: Any) -> ArrayLike:
    return balanced_cut(data.W, data.k, random_state=seed, **options).labels


def metis(data: Labelled, seed: int) -> ArrayLike:
    return next(solvers.metis(data.W, seed, data.k, [IMBALANCE], recursive=False))


def mtkahypar(data: Labelled, seed: int) -> ArrayLike:
    return next(partitioners.mtkahypar(data.W, seed, data.k, "DEFAULT", [IMBALANCE]))


def reseeded(data: Labelled, seed: int) -> ArrayLike:
    return incres(data.W, data.k, seed)


def spectral(data: Labelled, seed: int, assign: str) -> ArrayLike:
    from sklearn.cluster import SpectralClustering

    options = {"affinity": "precomputed", "assign_labels": assign, "random_state": seed}
    return SpectralClustering(data.k, **options).fit_predict(data.W)


def leiden(data: Labelled, seed: int) -> ArrayLike:
    """Return the communities at the resolution of modularity for which their number is nearest to k."""
    import leidenalg

    graph, weights = communities.as_igraph(data.W)
    lo, hi, best = LOWEST, HIGHEST, np.zeros(data.W.shape[0])
    for _ in range(HALVINGS):
        middle = np.sqrt(lo * hi)
        found = leidenalg.find_partition(
            graph,
            leidenalg.RBConfigurationVertexPartition,
            weights=weights,
            resolution_parameter=middle,
            seed=seed,
        ).membership
        count = len(set(found))
        if abs(count - data.k) < abs(len(np.unique(best)) - data.k):
            best = np.array(found)
        if count == data.k:
            break
        lo, hi = (middle, hi) if count < data.k else (lo, middle)
    return best


def kmeans(data: Labelled, seed: int) -> ArrayLike:
    from sklearn.cluster import KMeans

    return KMeans(data.k, n_init=10, random_state=seed).fit_predict(data.X)


def ward(data: Labelled, seed: int) -> ArrayLike:
    """Return the clusters of Ward's method. ``seed`` has no effect."""
    from sklearn.cluster import AgglomerativeClustering

    return AgglomerativeClustering(data.k).fit_predict(data.X)


def hdbscan(data: Labelled, seed: int) -> ArrayLike:
    """Return the clusters, with the noise as one more part. ``seed`` has no effect."""
    from sklearn.cluster import HDBSCAN

    return HDBSCAN(min_cluster_size=SMALLEST, copy=True).fit_predict(data.X)


def method(
    name: str,
    function: str,
    distribution: str,
    how: str,
    points: bool = False,
    most: float = float("inf"),
    **options: Any,
) -> Method:
    """Return a column of the tables whose function is in this module."""
    return Method(name, f"{__name__}:{function}", distribution, how, options, points, most)


QR, KMEANS = "`SpectralClustering` on W, labels by `cluster_qr`", "the same, labels by `kmeans`"
OURS = (
    method("tvcut", "tvcut", "tvcut", "`balanced_cut(W, k)`, all options at their defaults"),
    method("tvcut, unbounded", "tvcut", "tvcut", "`min_share=0`", min_share=0),
    method("tvcut, normalized", "tvcut", "tvcut", '`balance="normalized"`', balance="normalized"),
)
PEERS = (
    method("METIS", "metis", "pymetis", f"k-way, imbalance {IMBALANCE} %"),
    method("Mt-KaHyPar", "mtkahypar", "mtkahypar", f"preset default, imbalance {IMBALANCE} %; {solvers.VARIES}"),
    method("INCRES", "reseeded", "numpy", "incremental reseeding, `bench/incres.py`"),
    method("spectral, QR", "spectral", "scikit-learn", QR, most=MOST_EIGENVECTORS, assign="cluster_qr"),
    method("spectral, k-means", "spectral", "scikit-learn", KMEANS, most=MOST_EIGENVECTORS, assign="kmeans"),
    method("Leiden", "leiden", "leidenalg", "modularity, resolution by bisection for k communities"),
    method("k-means", "kmeans", "scikit-learn", "`KMeans`, ten starts, on the points", points=True),
    method("HDBSCAN", "hdbscan", "scikit-learn", f"`min_cluster_size={SMALLEST}`, on the points", points=True),
)

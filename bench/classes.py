"""How well clusters agree with known classes, on labelled graphs and points, beside other libraries.

python -m bench.classes [--runs N] [--quick] [--only NAME …] [--weights NAME] [--output docs/clusters.md]
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from sklearn.cluster import HDBSCAN, KMeans, SpectralClustering
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

from tvcut import balanced_cut

from . import partitioners, solvers
from .command import CommandLine
from .comparison import Comparison
from .document import NONE
from .incres import incres
from .labelled import Labelled, sets
from .scores import majority_error, matching_error

IMBALANCE = 30  # percent, of the partitioners
HALVINGS = 25  # of the interval of resolutions for Leiden
SMALLEST = 15  # points of the smallest cluster of HDBSCAN

Cluster: TypeAlias = Callable[[Labelled, int], ArrayLike]  # labels from a data set and a seed


@dataclass(frozen=True)
class Score:
    """The scores of one partition: percentages but for the seconds, and the sizes relative to n/k."""

    matched: float
    purity: float
    ari: float
    nmi: float
    smallest: float
    largest: float
    seconds: float


SCORES = {
    "matched": "Vertices in the right part under the best one-to-one matching of parts and classes, %",
    "purity": "Purity: vertices in the majority class of their part, %",
    "ari": "Adjusted Rand index, × 100",
    "nmi": "Normalized mutual information, × 100",
    "smallest": "Smallest part, % of n/k",
    "largest": "Largest part, % of n/k",
    "seconds": "Seconds",
}


def score(data: Labelled, labels: ArrayLike, seconds: float) -> Score:
    """Return the scores of a partition on the vertices with a known class."""
    labels = np.unique(np.asarray(labels), return_inverse=True)[1]
    y, found = data.y[data.known], labels[data.known]
    size = np.bincount(labels) * data.k / len(labels)
    return Score(
        matched=100 - matching_error(y, found),
        purity=100 - majority_error(y, found),
        ari=100 * adjusted_rand_score(y, found),
        nmi=100 * normalized_mutual_info_score(y, found),
        smallest=100 * size.min(),
        largest=100 * size.max(),
        seconds=seconds,
    )


def tvcut(options: dict[str, Any], data: Labelled, seed: int) -> ArrayLike:
    solvers.load_library()
    return balanced_cut(data.W, data.k, random_state=seed, **options).labels


def metis(data: Labelled, seed: int) -> ArrayLike:
    return next(iter(solvers.metis(data.W, seed, data.k, [IMBALANCE], recursive=False)))


def mtkahypar(data: Labelled, seed: int) -> ArrayLike:
    return next(partitioners.mtkahypar(data.W, seed, data.k, "DEFAULT", IMBALANCE))


def spectral(assign: str, data: Labelled, seed: int) -> ArrayLike:
    return SpectralClustering(
        data.k, affinity="precomputed", assign_labels=assign, random_state=seed
    ).fit_predict(data.W)


def leiden(data: Labelled, seed: int) -> ArrayLike:
    """Return the communities at the resolution of modularity for which their number is nearest to k."""
    find = solvers.modularity(data.W, seed)
    lo, hi, best = 2.0**-20, 2.0**10, None
    for _ in range(HALVINGS):
        middle = np.sqrt(lo * hi)
        labels = np.asarray(find(middle))
        count = len(np.unique(labels))
        if best is None or abs(count - data.k) < abs(len(np.unique(best)) - data.k):
            best = labels
        if count == data.k:
            break
        lo, hi = (middle, hi) if count < data.k else (lo, middle)
    return best


def kmeans(data: Labelled, seed: int) -> ArrayLike:
    return KMeans(data.k, n_init=10, random_state=seed).fit_predict(data.X)


def hdbscan(data: Labelled, seed: int) -> ArrayLike:
    """Return the clusters with the noise as one more part. ``seed`` has no effect."""
    return HDBSCAN(min_cluster_size=SMALLEST, copy=True).fit_predict(data.X)


@dataclass(frozen=True)
class Column:
    """A method of the tables. ``points`` says whether it takes points, so that it is left out on networks."""

    name: str
    function: Cluster
    distribution: str
    how: str
    points: bool = False
    version: str = ""


def ours(name: str, how: str, **options: Any) -> Column:
    """Return the column of balanced_cut with some options."""
    return Column(name, partial(tvcut, options), "tvcut", how)


OURS = (
    ours("tvcut", "`balanced_cut(W, k)`, all options at their defaults"),
    ours("tvcut, unbounded", "`min_share=0`", min_share=0),
    ours("tvcut, normalized", '`balance="normalized"`', balance="normalized"),
)
SPECTRAL = "`SpectralClustering` on W, labels by"
PEERS = (
    Column("METIS", metis, "pymetis", f"k-way, imbalance {IMBALANCE} %"),
    Column("Mt-KaHyPar", mtkahypar, "mtkahypar", f"preset default, imbalance {IMBALANCE} %"),
    Column("INCRES", incres_labels := (lambda data, seed: incres(data.W, data.k, seed)), "numpy", "`bench/incres.py`"),
    Column("spectral, QR", partial(spectral, "cluster_qr"), "scikit-learn", f"{SPECTRAL} `cluster_qr`"),
    Column("spectral, k-means", partial(spectral, "kmeans"), "scikit-learn", f"{SPECTRAL} `kmeans`"),
    Column("Leiden", leiden, "leidenalg", "modularity, resolution by bisection for k communities"),
    Column("k-means", kmeans, "scikit-learn", "`KMeans`, ten starts, on the points", points=True),
    Column("HDBSCAN", hdbscan, "scikit-learn", f"`min_cluster_size={SMALLEST}`, on the points", points=True),
)

"""Pairs of vertices, migration and bounds that cannot be kept: see bench.constraints."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.datasets import load_digits

from tvcut import Cut, balanced_cut, knn_graph

from .document import NONE, Document
from .graphs import Graph, delaunay, grid
from .scores import matching_error
from .small_networks import roads

DRAWS = 5
Pairs = list[tuple[int, int]]


def draw_pairs(y: np.ndarray, count: int, seed: int) -> tuple[Pairs, Pairs]:
    """Return random pairs of vertices of one class, and of two classes."""
    drawn = np.random.default_rng(seed).integers(len(y), size=(2 * count, 2))
    drawn = drawn[drawn[:, 0] != drawn[:, 1]][:count]
    same = y[drawn[:, 0]] == y[drawn[:, 1]]
    must, cannot = ([(int(i), int(j)) for i, j in drawn[chosen]] for chosen in (same, ~same))
    return must, cannot


def pairwise_means(X: np.ndarray, k: int, must: Pairs, cannot: Pairs, seed: int) -> np.ndarray | None:
    """Return the labels of PCKMeans, or None if the package is not installed."""
    try:
        from active_semi_clustering.semi_supervised.pairwise_constraints import PCKMeans
    except ImportError:
        return None
    np.random.seed(seed)
    found = PCKMeans(n_clusters=k)
    found.fit(X, ml=must, cl=cannot)
    return np.asarray(found.labels_)


PAIRS = """
## Few labels: pairs

Digits of scikit-learn, k = 10, `balanced_cut(knn_graph(X), 10, must_link=…, cannot_link=…)`: percentage of points \
in the right part under the best matching. The pairs are random, `must_link` if both are of one class, else \
`cannot_link`; mean and range of {draws} draws. PCKMeans is that of active-semi-supervised-clustering with the \
same pairs."""


def pairs(document: Document, quick: bool) -> None:
    """Add the table of pairs."""
    draws = 2 if quick else DRAWS
    document.say(PAIRS.format(draws=draws))
    document.table(["pairs", "tvcut", "PCKMeans"])
    X, y = load_digits(return_X_y=True)
    W = knn_graph(X)
    for count in (0, 50, 200, 1000):
        own, peer = [], []
        for seed in range(draws):
            must, cannot = draw_pairs(y, count, seed)
            cut = balanced_cut(W, 10, must_link=must, cannot_link=cannot, random_state=seed)
            own.append(100 - matching_error(y, cut.labels))
            labels = pairwise_means(X, 10, must, cannot, seed)
            if labels is not None:
                peer.append(100 - matching_error(y, labels))
        document.row(count, spread(own), spread(peer))


def spread(figures: Sequence[float]) -> str:
    """Return the mean and the range."""
    if not figures:
        return NONE
    return f"{np.mean(figures):.1f} ({min(figures):.1f} to {max(figures):.1f})"


PRICES = (0.0, 0.05, 0.2, 1.0, 5.0)
MIGRATION = """
## Migration

16 parts within 3 % are rebalanced after the work of part 0 has doubled: `balanced_cut(W, 16, vertex_weight=work, \
init=labels, migration=c, objective="cut", max_imbalance=0.03)`. "moved" is the mass that changes its part, \
relative to the least possible, which is the mass beyond the bounds; "cut" is relative to a cut anew, without \
`init`, whose numbers of parts are matched to those before ("anew" in the last columns)."""


def migration(document: Document, quick: bool) -> None:
    """Add the table of migration."""
    document.say(MIGRATION)
    document.table(["graph", *(f"c = {price:g}: moved, cut" for price in PRICES), "anew: moved"])
    graphs: dict[str, Graph] = {"Delaunay 8000": delaunay(8000), "grid 80²": grid(80)}
    if not quick:
        graphs["roads 6000"] = roads(np.random.default_rng(1), 6000)
        graphs["tetrahedra 5000"] = delaunay(5000, 0, 3)
    options: dict[str, Any] = {"objective": "cut", "max_imbalance": 0.03, "random_state": 0}
    for name, W in graphs.items():
        before = balanced_cut(W, 16, **options).labels
        work = np.where(before == 0, 2.0, 1.0)
        least = least_moved(work, before, 16, 0.03)
        anew = balanced_cut(W, 16, vertex_weight=work, init=before, **options)
        fresh = balanced_cut(W, 16, vertex_weight=work, **options)
        cells = []
        for price in PRICES:
            cut = balanced_cut(W, 16, vertex_weight=work, init=before, migration=price, **options)
            cells.append(f"{cut.moved / least:.2f}, {cut.cut_weight / fresh.cut_weight:.3f}")
        document.row(name, *cells, f"{anew.moved / least:.2f}")


def least_moved(work: np.ndarray, labels: np.ndarray, parts: int, imbalance: float) -> float:
    """Return the mass beyond the bounds, which has to change its part."""
    most = (1 + imbalance) * work.sum() / parts
    return float(np.maximum(np.bincount(labels, work, parts) - most, 0).sum())


SOFT = """
## Bounds that cannot be kept

{draws} graphs of 60 vertices of mass 1, of which some have masses of 1,000 to 5,000, in k = 2 to 4 parts within 3 \
%. With `bounds="soft"`, the imbalance of the result is compared with the least one possible, which is found by \
enumeration of the heavy vertices."""


def soft(document: Document, quick: bool) -> None:
    """Add the row of soft bounds."""
    draws = 20 if quick else 200
    document.say(SOFT.format(draws=draws))
    document.table(["graphs", "no partition within 3 %", "least imbalance found", "largest excess over it"])
    rng = np.random.default_rng(0)
    infeasible, least, worst = 0, 0, 0.0
    for _ in range(draws):
        W, parts, mass = grid(10)[:60][:, :60], int(rng.integers(2, 5)), np.ones(60)
        heavy = rng.choice(60, int(rng.integers(parts, parts + 4)), replace=False)
        mass[heavy] = rng.integers(1000, 5001, len(heavy))
        optimum = least_imbalance(mass, heavy, parts)
        infeasible += optimum > 0.03
        found = softly(W, parts, mass)
        excess = found.imbalance - max(optimum, 0.03)
        least += excess <= 0.001
        worst = max(worst, excess)
    document.row(draws, infeasible, least, f"{max(worst, 0):.4f}")


def softly(W: Graph, parts: int, mass: np.ndarray) -> Cut:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of bounds that are not kept
        return balanced_cut(
            W, parts, vertex_weight=mass, objective="cut", max_imbalance=0.03, bounds="soft", random_state=0
        )


def least_imbalance(mass: np.ndarray, heavy: np.ndarray, parts: int) -> float:
    """Return the least imbalance of all placements of the heavy vertices, with the light ones in the lightest parts."""
    places = np.indices((parts,) * (len(heavy) - 1)).reshape(
        len(heavy) - 1, parts ** (len(heavy) - 1)
    )  # the last one is in part 0
    load = np.zeros((parts, places.shape[1]))
    load[0] += mass[heavy[-1]]
    for at, m in zip(places, mass[heavy], strict=False):
        load[at, np.arange(len(at))] += m
    most = max(load.max(axis=0).min(), np.ceil(mass.sum() / parts))
    return float(most * parts / mass.sum() - 1)

"""The graphs of the paper's table, with the figures published for each."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from tvcut import datasets, knn_graph


@dataclass(frozen=True)
class Problem:
    """One row of the table: ``make(run)`` gives the graph W and the classes y of one run."""

    name: str
    make: object
    n_clusters: int = 2
    init: str = "random"
    n_starts: int = 1
    published: dict = field(default_factory=dict)  # column → (error in percent, time as printed)


def moons(run):
    X, y = datasets.two_moons(random_state=run)
    return knn_graph(X, 5), y


@lru_cache(maxsize=None)
def _digits(load, classes, memory):
    X, y = load()
    if classes is not None:
        keep = np.isin(y, classes)
        X, y = X[keep], y[keep]
    return knn_graph(X, 10, n_components=50, memory=memory, progress=len(X) > 20_000), y


def problems(memory=None):
    """Return the rows of the table. Neighbours are kept in the folder ``memory`` between calls.

    From one start a descent can end in a valley that has little to do with the classes, so every cut takes
    several, of which the lowest energy wins. The pairs of digits start from diffused points: from random values
    nearly every descent ends in such a valley. The paper does not say how many starts it took.
    """
    return [
        Problem("two moons", moons, n_starts=2, published={"adaptive": (9.06, "2.03 s"), "fixed": (8.69, "2.06 s")}),
        Problem("4 vs 9", lambda run: _digits(datasets.mnist, (4, 9), memory), init="diffusion", n_starts=8,
                published={"fixed": (1.65, "")}),
        Problem("3 vs 8", lambda run: _digits(datasets.mnist, (3, 8), memory), init="diffusion", n_starts=8,
                published={"fixed": (1.217, "")}),
        Problem("USPS 10", lambda run: _digits(datasets.usps, None, memory), n_clusters=10, n_starts=2,
                published={"adaptive": (4.11, "3.08 min"), "fixed": (4.11, "5.15 min")}),
        Problem("MNIST 10", lambda run: _digits(datasets.mnist, None, memory), n_clusters=10, n_starts=2,
                published={"adaptive": (11.76, "21.85 min"), "fixed": (11.78, "45.01 min")}),
    ]  # fmt: skip

"""The problems of the paper's table, with the figures published for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial

import numpy as np

from tvcut import datasets, knn_graph

from .graphs import Graph, Load


@dataclass(frozen=True)
class Problem:
    """One row of the table: ``make(run)`` returns the graph W and the classes y of one run.

    ``init`` and ``n_starts`` are options of balanced_cut. ``published`` maps an algorithm to its error in percent and
    its time as printed in the paper.
    """

    name: str
    make: Callable[[int], tuple[Graph, np.ndarray]]
    n_clusters: int = 2
    init: str = "random"
    n_starts: int = 1
    published: dict[str, tuple[float, str]] = field(default_factory=dict)


def moons(run: int) -> tuple[Graph, np.ndarray]:
    """Return the graph of the two moons drawn with the seed ``run``, and their classes."""
    X, y = datasets.two_moons(random_state=run)
    return knn_graph(X, 5), y


@cache
def digits(load: Load, classes: tuple[int, ...] | None, memory: str | None) -> tuple[Graph, np.ndarray]:
    """Return the graph of handwritten digits, of all or of some classes, and their classes."""
    X, y = load()
    if classes is not None:
        keep = np.isin(y, classes)
        X, y = X[keep], y[keep]
    return knn_graph(X, 10, n_components=50, memory=memory, progress=len(X) > 20_000), y


def same(load: Load, classes: tuple[int, ...] | None, memory: str | None, run: int) -> tuple[Graph, np.ndarray]:
    """Return the same graph and classes for every run: only the random starts differ."""
    return digits(load, classes, memory)


def pair(first: int, second: int, published: float, memory: str | None) -> Problem:
    """Return the problem of separating two digits of MNIST."""
    make = partial(same, datasets.mnist, (first, second), memory)
    return Problem(f"{first} vs {second}", make, init="diffusion", n_starts=8, published={"fixed": (published, "")})


def problems(memory: str | None = None) -> list[Problem]:
    """Return the rows of the table. Neighbours are kept in the folder ``memory`` between calls.

    A descent from one start can end at a local minimum that has little to do with the classes. Every cut therefore
    takes several starts, of which the lowest energy wins. The pairs of digits start from diffused points, because
    nearly every descent from random values ends at such a minimum. The paper does not give its number of starts.
    """
    return [
        Problem("two moons", moons, n_starts=2, published={"adaptive": (9.06, "2.03 s"), "fixed": (8.69, "2.06 s")}),
        pair(4, 9, 1.65, memory),
        pair(3, 8, 1.217, memory),
        Problem(
            "USPS 10",
            partial(same, datasets.usps, None, memory),
            n_clusters=10,
            n_starts=2,
            published={"adaptive": (4.11, "3.08 min"), "fixed": (4.11, "5.15 min")},
        ),
        Problem(
            "MNIST 10",
            partial(same, datasets.mnist, None, memory),
            n_clusters=10,
            n_starts=2,
            published={"adaptive": (11.76, "21.85 min"), "fixed": (11.78, "45.01 min")},
        ),
    ]


def solver_problems(memory: str | None = None) -> list[tuple[Problem, int]]:
    """Return the problems on which the solvers of the inner problem are compared, each with its number of starts.

    USPS is cut into two parts as well, because the solvers should reach the same C; for ten parts they may differ in
    every one of nine bisections.
    """
    usps = Problem("USPS 2", partial(same, datasets.usps, None, memory), init="diffusion")
    starts = {"two moons": 16, "3 vs 8": 8, "USPS 2": 8, "USPS 10": 2}
    return [(problem, starts[problem.name]) for problem in [*problems(memory), usps] if problem.name in starts]

"""Ten classes of digits by every strategy: all points, unbalanced classes, and one known label for each class.

python -m bench.digits [--runs N] [--quick] [--only NAME …] [--output docs/digits.md]
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.datasets import load_digits

from tvcut import Cut, Descent, balanced_cut, datasets, knn_graph

from .clock import WHAT_SECONDS, timed
from .command import CommandLine
from .document import Document
from .graphs import Graph, Load
from .scores import majority_error, matching_error

Timed = tuple[Cut, float]  # a cut and its processor seconds
Scored = tuple[np.ndarray, Timed, np.ndarray]  # the classes, a cut, and the mask of the points that are scored

DATA: dict[str, Load] = {
    "digits": partial(load_digits, return_X_y=True),
    "optdigits": datasets.optdigits,
    "USPS": datasets.usps,
    "MNIST": datasets.mnist,
}
WEIGHTS = ("gaussian", "self_tuning")  # of knn_graph
UNREFINED = Descent(max_refine=0)
ANY = {"min_share": 0}  # parts of any size
STRATEGIES: dict[str, dict[str, Any]] = {  # options of balanced_cut
    "default": {},
    "symmetric": {"strategy": "symmetric", "descent": UNREFINED, **ANY},
    "symmetric, refined": {"strategy": "symmetric", **ANY},
    "asymmetric": {"strategy": "asymmetric", "descent": UNREFINED, **ANY},
    "asymmetric, refined": {"strategy": "asymmetric", **ANY},
    "asymmetric, refined, normalized": {"strategy": "asymmetric", "balance": "normalized", **ANY},
    "every, refined": {"strategy": "every", **ANY},
    "direct": {"strategy": "direct", **ANY},
}
FROM_FIXED: dict[str, dict[str, Any]] = {"default": {}, "lowest value": ANY}
ONE_START: dict[str, Any] = {"n_starts": 1}
K = 10  # classes
PROJECTED, WIDE = 50, 100  # data with more than WIDE columns are projected to PROJECTED principal components
KEPT = 10  # graphs kept in memory: the strategies cut the graphs of all seeds in turn

TABLE = ("data", "weights", "strategy", "error %, majority", "error %, matching", "worst", "value", "seconds")
WHAT = f"""\
`worst` is the largest error by majority. Graphs: `knn_graph(X, 10, weights=…)`, where USPS and MNIST are projected to \
50 principal components. Where a partition has a lower value than the classes themselves, its errors are due to the \
graph or to the energy: a better search would not find the classes. {WHAT_SECONDS}"""


@lru_cache(maxsize=1)
def load(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the points of a data set and their classes."""
    return DATA[name]()


@lru_cache(maxsize=KEPT)
def problem(name: str, weights: str, sample: int | None, memory: str | None) -> tuple[Graph, np.ndarray]:
    """Return the graph and the classes, of all points or of a sample.

    The sample keeps every even digit and a tenth of the odd ones, drawn with the seed ``sample``.
    """
    X, y = load(name)
    if sample is not None:
        keep = (y % 2 == 0) | (np.random.default_rng(sample).random(len(y)) < 0.1)
        X, y = X[keep], y[keep]
    projected = PROJECTED if X.shape[1] > WIDE else None
    return knn_graph(X, 10, weights=weights, memory=memory, n_components=projected), y


class Clusters(Document):
    """The tables of data sets × strategies, with ``n_runs`` seeds of each."""

    def __init__(
        self,
        n_runs: int,
        output: str | Path | None = None,
        memory: str | None = None,
        only: Collection[str] | None = None,
    ) -> None:
        super().__init__(output)
        self.n_runs, self.memory = n_runs, memory
        self.names = [name for name in DATA if not only or name in only]

    def run(self, command: str) -> None:
        """Make all tables and save the document."""
        self.say("# Ten classes of digits, by every strategy")
        means = f"Means over {self.n_runs} seed(s) with the standard deviation;"
        self.say(f"\n{self.made_by(command)} {means} {WHAT}\n\n## All points")
        self.table(TABLE)
        self.strategies(unbalanced=False)
        self.say("\n## Unbalanced: a tenth of every odd digit")
        self.table(TABLE)
        self.strategies(unbalanced=True)
        self.say("\n## From one label a class")
        self.table(TABLE)
        for name in self.names:
            for weights in WEIGHTS:
                for how, options in FROM_FIXED.items():
                    self.scores(name, weights, how, partial(self.from_fixed, name, weights, options))
        self.save()

    def strategies(self, unbalanced: bool) -> None:
        """Add a row for every data set, kind of weights and strategy."""
        for name in self.names:
            for weights in WEIGHTS:
                if not unbalanced:
                    self.scores(name, weights, "the classes themselves", partial(self.classes, name, weights))
                for how, options in STRATEGIES.items():
                    self.scores(name, weights, how, partial(self.cut, name, weights, options, unbalanced))

    def scores(self, name: str, weights: str, how: str, make: Callable[[int], Scored]) -> None:
        """Add one row, from the cuts that ``make`` returns for each seed."""
        found = []
        for seed in range(self.n_runs):
            y, (cut, seconds), scored = make(seed)
            y, labels = y[scored], cut.labels[scored]
            found.append((majority_error(y, labels), matching_error(y, labels), cut.value, seconds))
        majority, matching, value, times = np.transpose(found)
        self.row(
            name,
            weights,
            how,
            *(f"{error.mean():.2f} ± {error.std():.2f}" for error in (majority, matching)),
            f"{majority.max():.2f}",
            f"{value.mean():.4f}",
            f"{times.mean():.1f}",
        )

    def cut(self, name: str, weights: str, options: dict[str, Any], unbalanced: bool, seed: int) -> Scored:
        """Cut by the options of a strategy."""
        W, y = problem(name, weights, seed if unbalanced else None, self.memory)
        return y, timed(partial(balanced_cut, W, K, random_state=seed, **options)), np.ones(len(y), bool)

    def classes(self, name: str, weights: str, seed: int) -> Scored:
        """Cut with every vertex fixed to its class, which gives the value of the classes. ``seed`` has no effect."""
        W, y = problem(name, weights, None, self.memory)
        return y, timed(partial(balanced_cut, W, K, fixed=y.astype(int), **ONE_START)), np.ones(len(y), bool)

    def from_fixed(self, name: str, weights: str, options: dict[str, Any], seed: int) -> Scored:
        """Cut with one fixed vertex in each class, by some options; the other points are scored."""
        W, y = problem(name, weights, None, self.memory)
        rng, fixed = np.random.default_rng(seed), np.full(len(y), -1)
        for digit in range(K):
            fixed[rng.choice(np.flatnonzero(y == digit))] = digit
        return y, timed(partial(balanced_cut, W, K, fixed=fixed, random_state=seed, **options)), fixed < 0


def main() -> None:
    """Run the comparison that the command line asks for."""
    line = CommandLine("bench.digits", __doc__, DATA)
    line.add_runs(5)
    chosen = line.parse()
    Clusters(chosen.runs, chosen.output, chosen.cache, chosen.only).run(chosen.command)


if __name__ == "__main__":
    main()

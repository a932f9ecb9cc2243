"""Ten classes of handwritten digits by every strategy, balanced and not, and from one label a class."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from sklearn.datasets import load_digits

from tvcut import balanced_cut, datasets, knn_graph

from .command import CommandLine
from .document import Document
from .scores import majority_error, matching_error

DATA = {"digits": lambda: load_digits(return_X_y=True), "optdigits": datasets.optdigits, "USPS": datasets.usps,
        "MNIST": datasets.mnist}  # fmt: skip
WEIGHTS = ("gaussian", "self_tuning")
STRATEGIES = {
    "symmetric": {"strategy": "symmetric", "max_refine": 0},
    "symmetric, refined": {"strategy": "symmetric"},
    "asymmetric": {"strategy": "asymmetric", "max_refine": 0},
    "asymmetric, refined (default)": {},
    "asymmetric, refined, normalized": {"balance": "normalized"},
    "every, refined": {"strategy": "every"},
}
PROJECTED, WIDE = 50, 100  # principal components kept of data with more columns than WIDE
KEPT = 10  # graphs at hand: those of every seed serve one strategy after the other


@lru_cache(maxsize=1)
def load(name):
    return DATA[name]()


@lru_cache(maxsize=KEPT)
def problem(name, weights, sample, memory):
    """Return the graph and the classes of all points, or of those left when a tenth of every odd digit is drawn
    by the generator with the seed ``sample``."""
    X, y = load(name)
    if sample is not None:
        keep = (y % 2 == 0) | (np.random.default_rng(sample).random(len(y)) < 0.1)
        X, y = X[keep], y[keep]
    projected = PROJECTED if X.shape[1] > WIDE else None
    return knn_graph(X, 10, weights=weights, memory=memory, n_components=projected), y


class Clusters(Document):
    """The table of strategies × data sets: ``n_runs`` seeds of each."""

    def __init__(self, n_runs, output=None, memory=None, only=None):
        super().__init__(output)
        self.n_runs, self.memory = n_runs, memory
        self.names = [name for name in DATA if not only or name in only]

    def scores(self, name, how, make):
        """One row: ``make(seed)`` returns y and the cut of it."""
        found = []
        for seed in range(self.n_runs):
            y, cut, judged = make(seed)
            y, labels = y[judged], cut.labels[judged]
            found.append((majority_error(y, labels), matching_error(y, labels), cut.value, cut.time))
        mean, spread = np.mean(found, axis=0), np.std(found, axis=0)
        self.row(*name, how, *(f"{m:.2f} ± {s:.2f}" for m, s in zip(mean[:2], spread[:2])),
                 f"{max(f[0] for f in found):.2f}", f"{mean[2]:.4f}", f"{mean[3]:.1f}")  # fmt: skip

    def strategies(self, unbalanced):
        for name in self.names:
            for weights in WEIGHTS:
                if not unbalanced:
                    self.scores((name, weights), "the classes themselves", lambda seed: self.classes(name, weights))
                for how, options in STRATEGIES.items():
                    self.scores((name, weights), how, lambda seed: self.cut(name, weights, options, seed, unbalanced))

    def cut(self, name, weights, options, seed, unbalanced):
        W, y = problem(name, weights, seed if unbalanced else None, self.memory)
        cut = balanced_cut(W, 10, random_state=seed, **options)
        return y, cut, np.ones(len(y), bool)

    def classes(self, name, weights):
        """Give every label, so that the value is that of the classes."""
        W, y = problem(name, weights, None, self.memory)
        return y, balanced_cut(W, 10, seeds=y.astype(int), n_starts=1), np.ones(len(y), bool)

    def seeded(self, name, weights, seed):
        """Cut from one label a class, and judge the rest."""
        W, y = problem(name, weights, None, self.memory)
        rng, seeds = np.random.default_rng(seed), np.full(len(y), -1)
        for digit in range(10):
            seeds[rng.choice(np.flatnonzero(y == digit))] = digit
        return y, balanced_cut(W, 10, seeds=seeds, random_state=seed), seeds < 0

    def run(self, command):
        header = ["data", "weights", "strategy", "error %, majority", "error %, matching", "worst", "value", "seconds"]
        self.say("# Ten classes of digits, by every strategy")
        self.say(
            f"\n{self.made_by(command)} Means over {self.n_runs} seed(s) with the standard deviation; `worst` is "
            "the largest error by majority. Graphs: `knn_graph(X, 10, weights=…)`, USPS and MNIST projected to 50 "
            "principal components. Where a partition has a lower value than the classes themselves, its errors are those of "
            "the graph, or of the energy: no better search would find the classes.\n\n## All points"
        )
        self.table(header)
        self.strategies(unbalanced=False)
        self.say("\n## Unbalanced: a tenth of every odd digit")
        self.table(header)
        self.strategies(unbalanced=True)
        self.say("\n## From one label a class")
        self.table(header)
        for name in self.names:
            for weights in WEIGHTS:
                self.scores((name, weights), "one seed a class", lambda seed: self.seeded(name, weights, seed))
        self.save()


def main() -> None:
    """Run the comparison that the command line asks for."""
    line = CommandLine("bench.clusters", __doc__, ", ".join(DATA))
    line.add_runs(5)
    chosen = line.parse()
    Clusters(chosen.runs, chosen.output, chosen.cache, chosen.only).run(chosen.command)


if __name__ == "__main__":
    main()

"""C against time of restarts and of recombinations of cuts, on graphs of 30,000 to 300,000 vertices.

    python -m bench.search [--runs N] [--only NAME …] [--output docs/search.md]

Each run makes cuts from several starts and recombines the best cut so far with each of the others in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from tvcut import balanced_cut

from .clock import processor_seconds, threads
from .command import CommandLine
from .document import Document
from .graphs import Graph, delaunay, geometric, largest_component, plate
from .parts import geometric_mean
from .recombination import RINGS, aligned, by_contraction, by_descent, by_search, ends

RUNS = 5
RESTARTS = 4  # cuts that are recombined
MORE_RESTARTS = 12
LOWER = 1 - 1e-9  # ratio of two C below which the first counts as lower

GRAPHS: dict[str, Callable[[], Graph]] = {
    "Delaunay 2^15": partial(delaunay, 2**15),
    "Delaunay 2^16": partial(delaunay, 2**16),
    "Delaunay 2^18": partial(delaunay, 2**18),
    "geometric 2^15": partial(geometric, 2**15),
    "geometric 2^17": partial(geometric, 2**17),
    "plate": partial(plate, 62_000),
    "tetrahedra": partial(delaunay, 60_000, dimension=3),
}
NAMES = tuple(name for name in GRAPHS if name != "Delaunay 2^15")

Recombine = Callable[[Graph, np.ndarray, np.ndarray, int], np.ndarray]
MORE_TRIES = 3
SECONDS = 60  # time limit with effort="best"
DEFAULT, SEARCH, LONGER, DESCENT, ALL = "default", "search", f"search, {MORE_TRIES} tries", "descent", "all"
FAST, BEST = 'effort="fast"', 'effort="best"'
METHODS: dict[str, Sequence[Recombine]] = {
    "contraction": [by_contraction],
    SEARCH: [by_search],
    LONGER: [partial(by_search, tries=MORE_TRIES)],
    DESCENT: [by_descent],
    ALL: [by_contraction, by_search, by_descent],
}

WHAT = f"""\
C(S) = cut(S, Sᶜ)/min(|S|, |Sᶜ|). Every method runs with the same seeds, on one thread, but effort="best" on as many \
as OMP_NUM_THREADS allows, here {threads()}. Best and median C are over the seeds, and seconds are means of processor \
seconds that include all starts. A start is `balanced_cut(W, n_starts=1, min_share=0)`, which ends with minimum cuts.

- restarts: the lowest C of {RESTARTS} or {MORE_RESTARTS} starts.
- contraction: the best of {RESTARTS} starts is recombined with each of the others in turn. The connected regions that \
neither of both cuts separates become one vertex each, and `balanced_cut` cuts that graph.
- search: the same, but only what both cuts agree on, more than {RINGS} edges away from where they differ, is \
contracted. That graph is cut by one try, or by {MORE_TRIES} tries, of the multilevel search and by minimum cuts.
- descent: the graph of the search is cut by the adaptive total-variation descent from the mean of both aligned \
indicators, and by minimum cuts.
- all: contraction, search and descent in turn.
- default: `balanced_cut(W, min_share=0)`. It recombines its tries by contraction. On \
narrow graphs, some of its tries are those of the direct search for k parts.
- effort: the same with this `effort`; "best" ends at a limit of elapsed time."""
MADE = """\
Graphs, with weights 1: Delaunay triangulations of uniform random points in the unit square, and of 60,000 in the unit \
cube (tetrahedra); largest components of random geometric graphs with a mean degree of 9; a triangulated plate with \
three holes and 62,000 points."""


def ratio_cut(W: Graph, side: np.ndarray) -> float:
    """Return C of a side of a cut."""
    cut = W.data[side[ends(W)] & ~side[W.indices]].sum()
    return float(cut / min(np.count_nonzero(side), np.count_nonzero(~side)))


class Clock:
    """Cuts of one graph from one seed, with C and the seconds that they took."""

    def __init__(self, W: Graph, seed: int) -> None:
        self.W, self.seed = W, seed
        self.sides: list[np.ndarray] = []
        self.values: list[float] = []
        self.seconds: list[float] = []

    def start(self) -> None:
        """Make the next start."""
        begin = processor_seconds()
        seed = self.seed * MORE_RESTARTS + len(self.sides)
        cut = balanced_cut(self.W, min_share=0, n_starts=1, n_threads=1, random_state=seed)
        self.seconds.append(processor_seconds() - begin)
        self.sides.append(cut.labels == 0)
        self.values.append(cut.value)

    def restarts(self, count: int) -> tuple[float, float]:
        """Return the lowest C of the first starts, and their seconds."""
        return min(self.values[:count]), sum(self.seconds[:count])

    def recombined(self, operators: Sequence[Recombine]) -> tuple[float, float]:
        """Return the lowest C of the recombinations of RESTARTS starts, and the seconds with those of the starts."""
        begin = processor_seconds()
        first, *others = np.argsort(self.values[:RESTARTS])
        best, value = self.sides[first], self.values[first]
        for other in others:
            pair = best, aligned(self.sides[other], best)
            if np.array_equal(*pair):
                continue
            for operator in operators:
                side = operator(self.W, *pair, self.seed)
                if (found := ratio_cut(self.W, side)) < LOWER * value:
                    best, value = side, found
        return value, sum(self.seconds[:RESTARTS]) + processor_seconds() - begin


class Search(Document):
    """The table of each graph, and the means over graphs.

    ``runs`` is the number of seeds, ``limit`` the seconds of a search with the best effort.
    """

    def __init__(
        self,
        output: str | Path | None,
        graphs: dict[str, Callable[[], Graph]],
        runs: int = RUNS,
        limit: float = SECONDS,
    ) -> None:
        super().__init__(output)
        self.graphs, self.runs, self.limit = graphs, runs, limit
        self.figures: dict[str, dict[str, tuple[float, float]]] = {}  # graph → {method: (median C, seconds)}
        self.lowest: dict[str, dict[str, float]] = {}  # graph → {method: lowest C}

    def run(self, command: str) -> None:
        """Make all tables and save the document."""
        self.say("# Restarts and recombination of cuts")
        self.say(f"\n{self.made_by(command)} Seeds: {self.runs}. {WHAT}\n\n{MADE}")
        for name, make in self.graphs.items():
            self.compare(name, largest_component(make())[0])
            self.save()
        self.summary()
        self.save()

    def compare(self, name: str, W: Graph) -> None:
        """Add the table of one graph."""
        found: dict[str, list[tuple[float, float]]] = {}
        for seed in range(self.runs):
            for method, outcome in outcomes(W, seed, self.limit).items():
                found.setdefault(method, []).append(outcome)
        self.say(f"\n## {name}\n\n{W.shape[0]:,} vertices, {W.nnz // 2:,} edges.")
        self.table(["method", "best C", "median C", "seconds"])
        self.figures[name], self.lowest[name] = {}, {}
        for method, pairs in found.items():
            values, seconds = zip(*pairs, strict=True)
            self.figures[name][method] = median(values), float(np.mean(seconds))
            self.lowest[name][method] = min(values)
            self.row(method, f"{min(values):.6g}", f"{median(values):.6g}", f"{np.mean(seconds):.2f}")

    def summary(self) -> None:
        """Add the means over all graphs, and whether the descent earns its place."""
        self.say("\n## All graphs\n\nGeometric means of the median C and of the seconds, relative to the default.")
        self.table(["method", "C", "seconds"])
        means = {method: self.means(method) for method in next(iter(self.figures.values()))}
        for method, (value, seconds) in means.items():
            self.row(method, f"{value:.4f}", f"{seconds:.2f}")
        self.say(f"\n{verdict(means)}")
        self.say(f"\n{BEST}, {self.limit:g} s: its C relative to the lowest of all methods and seeds on that graph.")
        self.table(["graph", "best", "median"])
        for name, found in self.lowest.items():
            low = min(found.values())
            self.row(name, f"{found[BEST] / low:.4f}", f"{self.figures[name][BEST][0] / low:.4f}")

    def means(self, method: str) -> tuple[float, float]:
        """Return the geometric means of median C and seconds of a method, relative to the default."""
        pairs = [(found[method], found[DEFAULT]) for found in self.figures.values()]
        value, seconds = (geometric_mean([ours[k] / theirs[k] for ours, theirs in pairs]) for k in (0, 1))
        return value, seconds


def outcomes(W: Graph, seed: int, limit: float) -> dict[str, tuple[float, float]]:
    """Return C and seconds of every method for one seed."""
    efforts: dict[str, dict[str, Any]] = {
        FAST: {"effort": "fast", "n_threads": 1},
        DEFAULT: {"n_threads": 1},
        BEST: {"effort": "best", "time_limit": limit},
    }
    clock = Clock(W, seed)
    for _ in range(MORE_RESTARTS):
        clock.start()
    found = {f"{count} restarts": clock.restarts(count) for count in (RESTARTS, MORE_RESTARTS)}
    found |= {method: clock.recombined(operators) for method, operators in METHODS.items()}
    for method, options in efforts.items():
        begin = processor_seconds()
        cut = balanced_cut(W, min_share=0, random_state=seed, **options)
        found[method] = cut.value, processor_seconds() - begin
    return found


def verdict(means: dict[str, tuple[float, float]]) -> str:
    """Return in words what the descent gains over the search that takes more time.

    It earns its place if it has a lower C in no more seconds, alone or after contraction and search.
    """
    searched, its_seconds = means[LONGER]
    compared = {method: (means[method][0] / searched, means[method][1] / its_seconds) for method in (DESCENT, ALL)}
    words = "; ".join(f"{name}: {value:.4f} and {seconds:.2f}" for name, (value, seconds) in compared.items())
    earned = any(value < 1 and seconds <= 1 for value, seconds in compared.values())
    end = "The descent earns its place." if earned else "The descent does not earn its place, and the default omits it."
    return f"Relative to {LONGER}, C and seconds: {words}. {end}"


def main() -> None:
    """Make the document that the command line asks for."""
    line = CommandLine("bench.search", __doc__, GRAPHS, cache=False)
    line.add_runs(RUNS)
    chosen = line.parse()
    Search(chosen.output, {name: GRAPHS[name] for name in chosen.only or NAMES}, chosen.runs).run(chosen.command)


if __name__ == "__main__":
    main()

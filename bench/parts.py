"""The figures of several solvers on graphs for each number k of parts, with a table of graphs × solvers for each k."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from tvcut.datasets import DatasetError

from .clock import WHAT_SECONDS, threads
from .comparison import Comparison, ratio, relative
from .document import NONE
from .graphs import Graph, largest_component
from .isolate import Outcome, measure
from .partitioners import IMBALANCE
from .solvers import SEED, Solver

SMALLEST_PART = 4  # mean size of a part; graphs with fewer vertices for each of k parts are left out for this k
ROUNDING = 1e-9  # relative error of a figure that sums weights
OUTSIDE = "†"
ONE_RUN = f"""\
Every solver runs once on every graph and k, in a new process, with the same random seed. {WHAT_SECONDS} \
They do not include imports and, for the peers, the conversion of the graph; they do include \
what tvcut does to check and convert W."""
THREADS = f"""\
tvcut, KaMinPar and Mt-KaHyPar may use as many threads as OMP_NUM_THREADS allows, here {threads()}; \
the others use one."""


class Parts(Comparison):
    """The outcomes of solvers for graphs and k. ``limit`` is in seconds for each solver on each graph and k."""

    def __init__(
        self,
        output: str | Path | None,
        graphs: dict[str, Callable[[], Graph]],
        parts: Sequence[int],
        limit: float,
        ours: Sequence[Solver],
        peers: Sequence[Solver],
    ) -> None:
        super().__init__(output, ours, peers)
        self.parts, self.limit = parts, limit
        self.ours = [solver.name for solver in ours]
        self.peers = [solver.name for solver in self.solvers[len(ours) :]]
        self.outcomes: dict[tuple[int, str], dict[str, Outcome]] = {}  # (k, graph) → {solver: outcome}
        self.graphs = self.load(graphs)

    def load(self, made: dict[str, Callable[[], Graph]]) -> dict[str, Graph]:
        """Return the largest component of every graph that can be read."""
        loaded = {}
        for name, make in made.items():
            try:
                loaded[name] = largest_component(make())[0]
            except (DatasetError, OSError, KeyError) as error:
                self.notes.append(f"{name}: {error}")
        return loaded

    def introduction(self, command: str, what: str) -> None:
        """Add how the figures are measured and on which graphs, which is ``what``, and with which solvers."""
        self.say(f"\n{self.made_by(command)} {what}\n\nThe solvers:\n")
        self.list_solvers()
        self.say(f"\nA solver has {self.limit:g} s of elapsed time for a graph and k.")

    def cuts(self) -> None:
        """Run all solvers, and add a table for each k of the cuts divided by the lowest cut within the imbalance."""
        self.say("\n## Cut, relative to the lowest")
        for k in self.parts:
            self.say(f"\n### Cut, k = {k}")
            self.table(["graph", "n", "m", "lowest cut", *(solver.name for solver in self.solvers)])
            for name, W in self.graphs.items():
                if W.shape[0] >= SMALLEST_PART * k:
                    self.compare(k, name, W)
            self.save()  # all runs together take hours

    def compare(self, k: int, name: str, W: Graph) -> None:
        """Run all solvers on one graph and add its row to the table of cuts."""
        key = k, name
        self.outcomes[key] = {s.name: measure(W, s.function, SEED, self.limit, k) for s in self.solvers}
        self.notes += [f"{name}, k = {k}, {s}: {o.note}" for s, o in self.outcomes[key].items() if o.note]
        best = self.lowest(key)
        found = np.isfinite(best)
        cells = [relative(o.cut, best, self.mark(key, o)) if found else NONE for o in self.found(key)]
        self.row(name, W.shape[0], W.nnz // 2, f"{best:.8g}" if found else NONE, *cells)

    def found(self, key: tuple[int, str]) -> list[Outcome]:
        """Return the outcomes of all solvers for one k and graph."""
        return list(self.outcomes[key].values())

    def lowest(self, key: tuple[int, str]) -> float:
        """Return the lowest cut within the imbalance for one k and graph; ∞ if there is none."""
        return min((outcome.cut for outcome in self.found(key) if self.inside(key, outcome)), default=np.inf)

    def inside(self, key: tuple[int, str], outcome: Outcome) -> bool:
        """Return whether a solver found k parts of which none is larger than allowed."""
        k, name = key
        return outcome.imbalance <= largest_imbalance(self.graphs[name].shape[0], k)

    def mark(self, key: tuple[int, str], outcome: Outcome) -> str:
        """Return the mark of a result outside the imbalance."""
        return "" if self.inside(key, outcome) else OUTSIDE

    def figures(self, title: str, cells: Callable[[tuple[int, str]], Sequence[str]]) -> None:
        """Add a table of another figure for each k."""
        self.say(f"\n## {title}")
        for k in self.parts:
            self.say(f"\n### {title.split(',')[0]}, k = {k}")
            self.table(["graph", *(solver.name for solver in self.solvers)])
            for key in self.outcomes:
                if key[0] == k:
                    self.row(key[1], *cells(key))

    def seconds(self) -> None:
        """Add a table of the processor seconds for each k."""
        self.figures("Processor seconds", lambda key: [NONE if o.note else f"{o.seconds:.2f}" for o in self.found(key)])

    def keys(self, k: int | str) -> list[tuple[int, str]]:
        """Return the keys of the outcomes for one k, or for all of them."""
        return [key for key in self.outcomes if k in (key[0], "all")]

    def mean(self, solver: str, peer: str, k: int | str = "all") -> str:
        """Return the cell of the geometric mean of the cuts of a solver over those of a peer, and their number."""
        both = [(key, self.outcomes[key][solver], self.outcomes[key][peer]) for key in self.keys(k)]
        both = [(ours, theirs) for key, ours, theirs in both if self.inside(key, ours) and self.inside(key, theirs)]
        mean = geometric_mean([ratio(ours.cut, theirs.cut) for ours, theirs in both])
        return f"{mean:.4f} ({len(both)})" if both else NONE


def largest_imbalance(n: int, k: int) -> float:
    """Return the imbalance of a part of (1 + IMBALANCE %) ⌈n/k⌉ vertices, the largest that is allowed."""
    return (1 + IMBALANCE / 100) * -(-n // k) * k / n - 1 + ROUNDING


def geometric_mean(ratios: Sequence[float]) -> float:
    """Return the geometric mean of positive numbers; NaN of none."""
    return float(np.exp(np.mean(np.log(ratios)))) if len(ratios) else float("nan")

"""Compare balanced_cut with the installed partitioners for k parts: cut, value and seconds of each.

python -m bench.kway [--quick] [--limit SECONDS] [--only NAME …] [--parts K …] [--output docs/kway.md]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import numpy as np

from tvcut.datasets import DatasetError

from .clock import WHAT_SECONDS, threads
from .command import CommandLine
from .comparison import Comparison, ratio, relative
from .document import NONE
from .graphs import Graph, data_files, largest_component, networks
from .integers import LARGEST
from .isolate import Outcome, measure
from .partitioners import CUT, IMBALANCE, PARTITIONERS, VALUE
from .solvers import SEED, Solver

PARTS = (2, 4, 8, 16, 32, 64)
QUICK_PARTS = (2, 8)
SMALLEST_PART = 4  # mean size of a part; graphs with fewer vertices for each of k parts are left out for this k
ROUNDING = 1e-9  # relative error of a figure that sums weights
OUTSIDE = "†"

WHAT = f"""\
The cut is the weight of all edges between different parts, and the value ½ Σ_r cut(A_r, A_rᶜ)/min(|A_r|, \
|A_rᶜ|/(k−1)), each edge once. One function computes both for all solvers from the graph's own weights. The \
partitioners minimise the cut of k parts, of which none may exceed the mean n/k by more than {IMBALANCE} %. A part may \
have up to {1 + IMBALANCE / 100:g} ⌈n/k⌉ vertices, since k parts of fewer than ⌈n/k⌉ do not hold all vertices. \
{OUTSIDE} marks a result with a larger part, which does not count as the lowest cut. The two columns of tvcut are the \
cut within the same bound, and the value of parts of any size. The lowest value is that of all results, within the \
bound or not. Every solver runs once on every graph and k, in a new process, with the same random seed. {WHAT_SECONDS} \
They do not include imports and, for the peers, the conversion of the graph; they do include \
what tvcut does to check and convert W. Memory is the growth of the process at its peak during the call. tvcut, \
KaMinPar and Mt-KaHyPar may use as many threads as OMP_NUM_THREADS allows, here {threads()}; the others use one."""
GRAPHS = f"""\
Graphs: files in METIS format, with weights 1 unless the file has others, and in .npz; Delaunay triangulations of \
2^14, 2^16 and 2^18 uniform random points and square grids of 300 × 300 and 1000 × 1000, all with weights 1. A graph \
with several connected components is replaced by the largest of them. For a given k, graphs of fewer than \
{SMALLEST_PART} k vertices are left out. Partitioners take integer weights: those of the graph where they are \
integers, else scaled so that the largest is {LARGEST}, and at least 1."""


class Kway(Comparison):
    """The tables of graphs × solvers for each k. ``limit`` is in seconds for each solver on each graph and k."""

    def __init__(
        self,
        output: str | Path | None = None,
        only: Collection[str] | None = None,
        quick: bool = False,
        limit: float = 600,
        parts: Sequence[int] | None = None,
        ours: tuple[Solver, Solver] = (CUT, VALUE),
        peers: Sequence[Solver] = PARTITIONERS,
    ) -> None:
        super().__init__(output, ours, peers)
        self.limit = limit
        self.parts = parts or (QUICK_PARTS if quick else PARTS)
        self.cut, self.value = (solver.name for solver in ours)
        self.peers = [solver.name for solver in self.solvers[len(ours) :]]
        self.outcomes: dict[tuple[int, str], dict[str, Outcome]] = {}  # (k, graph) → {solver: outcome}
        self.graphs = self.load(networks(quick, only))
        if not only and not (data_files("graphs") or data_files("networks")):
            self.notes.append("graphs in files: none in the folders graphs and networks of TVCUT_DATA")

    def load(self, made: dict[str, Callable[[], Graph]]) -> dict[str, Graph]:
        """Return the largest component of every graph that can be read."""
        loaded = {}
        for name, make in made.items():
            try:
                loaded[name] = largest_component(make())[0]
            except (DatasetError, OSError, KeyError) as error:
                self.notes.append(f"{name}: {error}")
        return loaded

    def run(self, command: str) -> None:
        """Make all tables and save the document."""
        self.say("# tvcut beside partitioners, k parts")
        self.introduction(command)
        self.cuts()
        self.figures("Value, relative to the lowest", self.value_cells)
        self.figures("Processor seconds", lambda key: [NONE if o.note else f"{o.seconds:.2f}" for o in self.found(key)])
        self.list_notes()
        if self.outcomes:
            self.summary()
        self.save()

    def introduction(self, command: str) -> None:
        """Add how the figures are measured, on which graphs and with which solvers."""
        self.say(f"\n{self.made_by(command)} {WHAT}\n\n{GRAPHS}\n\nThe solvers:\n")
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
        inside = [o.cut for o in self.found(key) if self.inside(key, o)]
        best = min(inside, default=np.inf)
        cells = [relative(o.cut, best, self.mark(key, o)) if inside else NONE for o in self.found(key)]
        self.row(name, W.shape[0], W.nnz // 2, f"{best:.8g}" if inside else NONE, *cells)

    def found(self, key: tuple[int, str]) -> list[Outcome]:
        """Return the outcomes of all solvers for one k and graph."""
        return list(self.outcomes[key].values())

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

    def value_cells(self, key: tuple[int, str]) -> list[str]:
        """Return the values of all solvers divided by the lowest."""
        best = min(outcome.value for outcome in self.found(key))
        return [relative(outcome.value, best, self.mark(key, outcome)) for outcome in self.found(key)]

    def summary(self) -> None:
        """Compare tvcut with each of its peers on all graphs."""
        self.say("\n## Summary")
        self.say(
            f"\nGeometric mean over graphs of the cut of {self.cut} divided by the cut of the peer; in brackets the "
            f"number of graphs on which both are within {IMBALANCE} %. Below 1 the cut of tvcut is lower."
        )
        self.table(["k", *self.peers])
        for k in [*self.parts, "all"]:
            self.row(k, *(self.mean(peer, k) for peer in self.peers))
        self.say(f"\nGraphs on which the value of {self.value} is at most that of every peer:")
        self.table(["k", "graphs", "value no higher on", "share"])
        for k in [*self.parts, "all"]:
            self.row(k, *self.share(k))
        self.say(
            "\nAll graphs and k together. The last three columns compare the seconds on those graphs and k that both "
            f"{self.cut} and the solver finished."
        )
        counts = ["results", "not finished", f"outside {IMBALANCE} %"]
        compared = [self.cut, "solver", f"{self.cut} / solver"]
        self.table(["solver", *counts, "largest memory, MB", "seconds of all results", *compared])
        for solver in self.solvers:
            self.row(solver.name, *self.totals(solver.name))

    def keys(self, k: int | str) -> list[tuple[int, str]]:
        """Return the keys of the outcomes for one k, or for all of them."""
        return [key for key in self.outcomes if k in (key[0], "all")]

    def mean(self, peer: str, k: int | str) -> str:
        """Return the cell of the geometric mean of the ratios of cuts, and the number of graphs."""
        both = [(key, self.outcomes[key][self.cut], self.outcomes[key][peer]) for key in self.keys(k)]
        both = [(ours, theirs) for key, ours, theirs in both if self.inside(key, ours) and self.inside(key, theirs)]
        mean = geometric_mean([ratio(ours.cut, theirs.cut) for ours, theirs in both])
        return f"{mean:.4f} ({len(both)})" if both else NONE

    def share(self, k: int | str) -> tuple[int, int, str]:
        """Return the number of graphs, and on how many of them no peer found a lower value: the count and the share."""
        lowest = 0
        for key in self.keys(k):
            found = self.outcomes[key]
            best = min((found[peer].value for peer in self.peers), default=np.inf)
            lowest += bool(np.isfinite(found[self.value].value) and found[self.value].value <= best * (1 + ROUNDING))
        graphs = len(self.keys(k))
        return graphs, lowest, f"{100 * lowest / graphs:.0f} %" if graphs else NONE

    def totals(self, solver: str) -> list[object]:
        """Return the cells of the row of one solver in the table of totals."""
        done = [(key, found[solver]) for key, found in self.outcomes.items() if not found[solver].note]
        outside = sum(not self.inside(key, outcome) for key, outcome in done)
        counts = [len(done), len(self.outcomes) - len(done), outside]
        if not done:
            return [*counts, *[NONE] * 5]
        memory, seconds = max(o.memory for _, o in done), sum(o.seconds for _, o in done)
        both = [(self.outcomes[key][self.cut], outcome) for key, outcome in done]
        both = [(ours.seconds, theirs.seconds) for ours, theirs in both if not ours.note]
        ours, theirs = np.sum(both, axis=0) if both else (0.0, 0.0)
        compared = [f"{ours:.1f}", f"{theirs:.1f}", f"{ratio(ours, theirs):.2f}"] if both else [NONE] * 3
        return [*counts, f"{memory / 1e6:.1f}", f"{seconds:.1f}", *compared]


def largest_imbalance(n: int, k: int) -> float:
    """Return the imbalance of a part of (1 + IMBALANCE %) ⌈n/k⌉ vertices, the largest that is allowed."""
    return (1 + IMBALANCE / 100) * -(-n // k) * k / n - 1 + ROUNDING


def geometric_mean(ratios: Sequence[float]) -> float:
    """Return the geometric mean of positive numbers; NaN of none."""
    return float(np.exp(np.mean(np.log(ratios)))) if len(ratios) else float("nan")


def main() -> None:
    """Run the comparison that the command line asks for."""
    line = CommandLine("bench.kway", __doc__, networks(), cache=False)
    line.add_argument("--quick", action="store_true", help="only small graphs, and k = 2 and 8")
    line.add_argument("--parts", nargs="+", type=int, metavar="K", help=f"numbers of parts (default {PARTS})")
    line.add_limit("graph and k")
    chosen = line.parse()
    Kway(chosen.output, chosen.only, chosen.quick, chosen.limit, chosen.parts).run(chosen.command)


if __name__ == "__main__":
    main()

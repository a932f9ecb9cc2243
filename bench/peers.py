"""Compare balanced_cut with the installed peers on the same graphs: C, seconds and memory of each.

python -m bench.peers [--quick] [--growth] [--limit SECONDS] [--only NAME …] [--output docs/benchmarks.md]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import numpy as np

from tvcut.datasets import DatasetError

from .clock import WHAT_SECONDS, threads
from .command import CommandLine
from .communities import RULE
from .comparison import Comparison, ratio, relative
from .document import NONE
from .graphs import NEIGHBOURS, PROJECTED, data_files, graphs, largest_component
from .growth import growth
from .integers import LARGEST
from .isolate import Outcome, measure
from .solvers import DEFAULT, IMBALANCES, PEERS, SEED, TVCUT, Solver

OURS = (TVCUT, DEFAULT)
EQUAL = 1.0005  # a C that exceeds another by at most this factor counts as no worse

WHAT = f"""\
C(S) = cut(S, Sᶜ)/min(|S|, |Sᶜ|), each edge once, is computed for all solvers by one function from the graph's own \
weights. Every solver runs on every graph in a new process, with the same random seed. {WHAT_SECONDS} \
They do not include imports and, for the peers, the conversion of the graph; they do include what tvcut does to \
check and convert W. Memory is the growth of the process at its peak during the call. tvcut, KaMinPar, Mt-KaHyPar, \
Scotch and the linear algebra under scikit-learn may use as many threads as OMP_NUM_THREADS \
allows, here {threads()}; the others use one."""
GRAPHS = f"""\
Graphs: `knn_graph(X, {NEIGHBOURS}, symmetrize="max")` of points, where pictures are projected to {PROJECTED} \
principal components (4 vs 9 and 3 vs 8 are digits of MNIST); meshes and networks in files, with weights 1 unless the \
file has others; grids of 300 × 300 and 1000 × 1000; Delaunay triangulations and random geometric graphs (mean degree \
9) of 2^14 to 2^18 uniform random points; random graphs of two planted blocks, one with 30,000 and 70,000 vertices \
that are clearly separated, one with twice 50,000 that hardly are, and a sparse one with 25,000 and 27,000. A graph \
with several connected components, marked †, is replaced by the largest of them."""
RUNS = f"""\
Where a solver runs several times, its lowest C counts, and the seconds of all runs. An imbalance is the percentage by \
which the larger side exceeds a half: at {IMBALANCES[-1]} % the smaller side keeps {(100 - IMBALANCES[-1]) / 2:g} % of \
the vertices. Partitioners take integer weights: those of the graph where they are integers, else scaled so that the \
largest is {LARGEST}, and at least 1. {RULE}"""


class Bench(Comparison):
    """The tables of graphs × solvers. ``limit`` is in seconds for each solver on each graph."""

    def __init__(
        self,
        output: str | Path | None = None,
        memory: str | None = None,
        only: Collection[str] | None = None,
        quick: bool = False,
        limit: float = 600,
        peers: Sequence[Solver] = PEERS,
    ) -> None:
        super().__init__(output, OURS, peers)
        self.memory, self.quick, self.limit = memory, quick, limit
        self.graphs = graphs(memory, quick, only)
        self.outcomes: dict[str, dict[str, Outcome]] = {}  # graph → {solver: outcome}
        if not only and not data_files("graphs"):
            self.notes.append("graphs in METIS format: none in the folder graphs of TVCUT_DATA")

    def run(self, command: str, growing: bool = False) -> None:
        """Make all tables and save the document; ``growing`` adds the table of growing graphs."""
        self.say("# tvcut beside its peers")
        self.introduction(command)
        self.values()
        self.figures("Processor seconds", lambda outcome: f"{outcome.seconds:.2f}")
        self.figures("Peak memory, MB", lambda outcome: f"{outcome.memory / 1e6:.1f}")
        self.list_notes()
        if self.outcomes:
            self.summary()
        if growing:
            growth(self, self.limit, self.quick, self.memory)
        self.save()

    def introduction(self, command: str) -> None:
        """Add how the figures are measured, on which graphs and with which solvers."""
        self.say(f"\n{self.made_by(command)} {WHAT}\n\n{GRAPHS}\n\nThe solvers:\n")
        self.list_solvers()
        limit = f"A solver has {self.limit:g} s of elapsed time for a graph;"
        self.say(f"\n{RUNS} {limit} \\* marks what it had reached if it did not finish.")

    def values(self) -> None:
        """Run all solvers, and add the table of each C divided by the lowest C."""
        self.say("\n## C, relative to the best")
        self.table(["graph", "n", "m", "best C", *(solver.name for solver in self.solvers)])
        for name, make in self.graphs.items():
            try:
                W, components = largest_component(make())
            except (DatasetError, OSError) as error:
                self.notes.append(f"{name}: {error}")
                continue
            found = {solver.name: measure(W, solver.function, SEED, self.limit) for solver in self.solvers}
            self.outcomes[name] = found
            self.notes += [f"{name}, {solver}: {outcome.note}" for solver, outcome in found.items() if outcome.note]
            best = min(outcome.value for outcome in found.values())
            cells = (relative(outcome.value, best, star(outcome)) for outcome in found.values())
            self.row(name + "†" * (components > 1), W.shape[0], W.nnz // 2, f"{best:.6g}", *cells)

    def figures(self, title: str, text: Callable[[Outcome], str]) -> None:
        """Add a table of another figure. A solver that finished no run has an empty cell."""
        self.say(f"\n## {title}")
        self.table(["graph", *(solver.name for solver in self.solvers)])
        for name, found in self.outcomes.items():
            cells = (text(outcome) + star(outcome) if outcome.runs else NONE for outcome in found.values())
            self.row(name, *cells)

    def summary(self) -> None:
        """Compare tvcut with the best of its peers on each graph, and with each peer on all graphs."""
        self.say("\n## Summary\n")
        for solver in OURS:
            self.beside_best(solver.name)
        compared = ["graphs both finished", "tvcut's C no worse on", "worst ratio"]
        self.table(["peer", *compared, "seconds of tvcut", "seconds of the peer"])
        for solver in self.solvers[len(OURS) :]:
            self.compare(solver.name)

    def beside_best(self, ours: str) -> None:
        """Say how C of one of our solvers compares with the best of the peers on each graph."""
        ratios = {}
        for name, found in self.outcomes.items():
            best = min((found[solver.name].value for solver in self.solvers[len(OURS) :]), default=np.inf)
            if np.isfinite(best):
                ratios[name] = ratio(found[ours].value, best)
        if ratios:
            worst = max(ratios, key=lambda name: ratios[name])
            equal = sum(r <= EQUAL for r in ratios.values())
            self.say(
                f"C of {ours} is at most {EQUAL} times the best of the peers on {equal} of {len(ratios)} graphs; the "
                f"worst ratio is {ratios[worst]:.4f}, on {worst}; the best {min(ratios.values()):.4f}."
            )

    def compare(self, peer: str) -> None:
        """Add the row of the summary for one peer, over the graphs that both tvcut and the peer finished."""
        both = [(found[TVCUT.name], found[peer]) for found in self.outcomes.values()]
        both = [(ours, theirs) for ours, theirs in both if not (ours.note or theirs.note)]
        if not both:
            self.row(peer, 0, *[NONE] * 4)
            return
        ratios = [ratio(ours.value, theirs.value) for ours, theirs in both]
        seconds = (sum(outcome.seconds for outcome in side) for side in zip(*both, strict=True))
        equal = sum(r <= EQUAL for r in ratios)
        self.row(peer, len(both), equal, f"{max(ratios):.4f}", *(f"{s:.1f}" for s in seconds))


def star(outcome: Outcome) -> str:
    """Return the mark of a solver that did not finish."""
    return "\\*" if outcome.note else ""


def main() -> None:
    """Run the comparison that the command line asks for."""
    line = CommandLine("bench.peers", __doc__, graphs())
    line.add_argument("--quick", action="store_true", help="only graphs that take seconds")
    line.add_argument("--growth", action="store_true", help="also measure how seconds and memory grow with the graph")
    line.add_limit("graph")
    chosen = line.parse()
    bench = Bench(chosen.output, chosen.cache, chosen.only, chosen.quick, chosen.limit)
    bench.run(chosen.command, chosen.growth)


if __name__ == "__main__":
    main()

"""Compare balanced_cut with the installed partitioners for k parts: cut, value and seconds of each.

python -m bench.kway [--quick] [--limit SECONDS] [--only NAME …] [--parts K …] [--output docs/kway.md]
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import numpy as np

from .command import CommandLine
from .comparison import ratio, relative
from .document import NONE
from .graphs import data_files, networks
from .integers import LARGEST
from .partitioners import CUT, IMBALANCE, PARTITIONERS, VALUE
from .parts import ONE_RUN, OUTSIDE, ROUNDING, SMALLEST_PART, THREADS, Parts
from .solvers import Solver

PARTS = (2, 4, 8, 16, 32, 64)
QUICK_PARTS = (2, 8)

WHAT = f"""\
The cut is the weight of all edges between different parts, and the value ½ Σ_r cut(A_r, A_rᶜ)/min(|A_r|, \
|A_rᶜ|/(k−1)), each edge once. One function computes both for all solvers from the graph's own weights. The \
partitioners minimise the cut of k parts, of which none may exceed the mean n/k by more than {IMBALANCE} %. A part may \
have up to {1 + IMBALANCE / 100:g} ⌈n/k⌉ vertices, since k parts of fewer than ⌈n/k⌉ do not hold all vertices. \
{OUTSIDE} marks a result with a larger part, which does not count as the lowest cut. The two columns of tvcut are the \
cut within the same bound, and the value of parts of any size. The lowest value is that of all results, within the \
bound or not. {ONE_RUN} Memory is the growth of the process at its peak during the call. {THREADS}"""
GRAPHS = f"""\
Graphs: files in METIS format, with weights 1 unless the file has others, and in .npz; Delaunay triangulations of \
2^14, 2^16 and 2^18 uniform random points and square grids of 300 × 300 and 1000 × 1000, all with weights 1. A graph \
with several connected components is replaced by the largest of them. For a given k, graphs of fewer than \
{SMALLEST_PART} k vertices are left out. Partitioners take integer weights: those of the graph where they are \
integers, else scaled so that the largest is {LARGEST}, and at least 1."""


class Kway(Parts):
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
        parts = parts or (QUICK_PARTS if quick else PARTS)
        super().__init__(output, networks(quick, only), parts, limit, ours, peers)
        self.cut, self.value = self.ours
        if not only and not (data_files("graphs") or data_files("networks")):
            self.notes.append("graphs in files: none in the folders graphs and networks of TVCUT_DATA")

    def run(self, command: str) -> None:
        """Make all tables and save the document."""
        self.say("# tvcut beside partitioners, k parts")
        self.introduction(command, f"{WHAT}\n\n{GRAPHS}")
        self.cuts()
        self.figures("Value, relative to the lowest", self.value_cells)
        self.seconds()
        self.list_notes()
        if self.outcomes:
            self.summary()
        self.save()

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
            self.row(k, *(self.mean(self.cut, peer, k) for peer in self.peers))
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

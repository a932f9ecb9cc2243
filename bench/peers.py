"""tvcut.balanced_cut beside its peers on the same graphs: C, seconds and memory of each."""

from __future__ import annotations

import numpy as np

from tvcut.datasets import DatasetError

from .command import CommandLine
from .communities import RULE
from .document import Document
from .graphs import NEIGHBOURS, PROJECTED, graphs, largest_component, metis_files
from .growth import growth
from .isolate import measure
from .solvers import IMBALANCES, LARGEST, PEERS, SEED, TVCUT

EQUAL = 1.0005  # C up to this factor above another counts as no worse
NONE = "–"  # where there is no figure

WHAT = """\
C(S) = cut(S, Sᶜ)/min(|S|, |Sᶜ|), each edge once, is computed for all by one function from the graph's own weights. \
Every solver runs on every graph in a fresh process, from the same random seed. Its seconds are those of the call: \
imports, and for the peers the conversion of the graph, come before; what tvcut does to check and convert W is \
within. Memory is by how much the process grew at its peak during the call. tvcut, KaMinPar, Scotch and the linear \
algebra under scikit-learn may use all cores, the others use one."""
GRAPHS = f"""\
Graphs: `knn_graph(X, {NEIGHBOURS}, symmetrize="max")` of points, pictures projected to {PROJECTED} principal \
components (4 vs 9 and 3 vs 8 are digits of MNIST); files in METIS format, weights 1 unless given; a grid of \
1000 × 1000; random graphs of two planted blocks, 30,000 and 70,000 vertices clearly separated, twice 50,000 hardly. \
A graph in several pieces, marked †, is replaced by its largest connected component."""


class Bench(Document):
    """The tables of graphs × solvers. ``limit`` is in seconds for each solver on each graph."""

    def __init__(self, output=None, memory=None, only=None, quick=False, limit=600, peers=PEERS):
        super().__init__(output)
        self.memory, self.quick, self.limit = memory, quick, limit
        self.graphs = graphs(memory, quick, only)
        self.missing = [peer for peer in peers if peer.version is None]
        self.solvers = [TVCUT] + [peer for peer in peers if peer.version is not None]
        self.outcomes = {}  # graph → {solver: Outcome}
        self.notes = []
        if not only and not metis_files():
            self.notes.append("graphs in METIS format: none in the folder graphs of TVCUT_DATA")

    def run(self, command, growing=False):
        self.say("# tvcut beside its peers")
        self.introduction(command)
        self.values()
        self.figures("Seconds", lambda outcome: f"{outcome.seconds:.2f}")
        self.figures("Peak memory, MB", lambda outcome: f"{outcome.memory / 1e6:.1f}")
        if self.notes:
            self.say("\n## Not finished\n")
            for note in self.notes:
                self.say(f"- {note}")
        if self.outcomes:
            self.summary()
        if growing:
            growth(self, self.limit, self.quick, self.memory)
        self.save()

    def introduction(self, command):
        self.say(f"\n{self.made_by(command)} {WHAT}\n\n{GRAPHS}\n\nThe solvers:\n")
        for solver in self.solvers:
            self.say(f"- {solver.name} ({solver.distribution} {solver.version}): {solver.how}.")
        if self.missing:
            names = ", ".join(f"{peer.name} ({peer.distribution})" for peer in self.missing)
            self.say(f"\nNot installed, so not compared: {names}.")
        self.say(
            "\nOf several runs the lowest C counts, with the seconds of all. An imbalance is that of the larger side "
            f"over a half: with {IMBALANCES[-1]} % the smaller keeps {(100 - IMBALANCES[-1]) / 2:g} % of the vertices. "
            "Partitioners get integer weights: those of the graph where they are integers, else scaled so that the "
            f"largest is {LARGEST}, and at least 1. {RULE} A solver has {self.limit:g} s for a graph; \\* marks what "
            "it had reached when it did not finish."
        )

    def values(self):
        """Solve, and tell C of every solver over the best of all."""
        self.say("\n## C, relative to the best")
        self.table(["graph", "n", "m", "best C", *(solver.name for solver in self.solvers)])
        for name, make in self.graphs.items():
            try:
                W, pieces = largest_component(make())
            except (DatasetError, OSError) as error:
                self.notes.append(f"{name}: {error}")
                continue
            found = {s.name: measure(W, s.function, SEED, self.limit) for s in self.solvers}
            self.outcomes[name] = found
            self.notes += [f"{name}, {solver}: {o.note}" for solver, o in found.items() if o.note]
            best = min(o.value for o in found.values())
            self.row(name + "†" * (pieces > 1), W.shape[0], W.nnz // 2, f"{best:.6g}",
                     *(relative(o, best) for o in found.values()))  # fmt: skip

    def figures(self, title, text):
        """One more table of graphs × solvers, where a solver reached anything."""
        self.say(f"\n## {title}")
        self.table(["graph", *(solver.name for solver in self.solvers)])
        for name, found in self.outcomes.items():
            self.row(name, *(text(o) + star(o) if o.runs else NONE for o in found.values()))

    def summary(self):
        """Say how tvcut compares with the best of its peers, and with each."""
        self.say("\n## Summary\n")
        ratios = {}
        for name, found in self.outcomes.items():
            best = min((found[s.name].value for s in self.solvers[1:]), default=np.inf)
            if np.isfinite(best):
                ratios[name] = ratio(found[TVCUT.name].value, best)
        if ratios:
            worst = max(ratios, key=ratios.get)
            self.say(
                f"C of tvcut is at most {EQUAL} times the best of the peers on "
                f"{sum(r <= EQUAL for r in ratios.values())} of {len(ratios)} graphs; the worst ratio is "
                f"{ratios[worst]:.4f}, on {worst}; the best {min(ratios.values()):.4f}."
            )
        self.table(["peer", "graphs both finished", "tvcut's C no worse on", "worst ratio", "seconds of tvcut",
                    "seconds of the peer"])  # fmt: skip
        for solver in self.solvers[1:]:
            self.beside(solver.name)

    def beside(self, peer):
        """One row of the summary: tvcut and one peer, on the graphs that both finished."""
        both = [(found[TVCUT.name], found[peer]) for found in self.outcomes.values()]
        both = [(ours, theirs) for ours, theirs in both if not (ours.note or theirs.note)]
        if not both:
            return self.row(peer, 0, *[NONE] * 4)
        ratios = [ratio(ours.value, theirs.value) for ours, theirs in both]
        seconds = (sum(o.seconds for o in side) for side in zip(*both))
        self.row(peer, len(both), sum(r <= EQUAL for r in ratios), f"{max(ratios):.4f}", *(f"{s:.1f}" for s in seconds))


def ratio(ours, theirs):
    """Return ours/theirs, where 0/0 is 1."""
    return 1.0 if ours == theirs else ours / theirs if theirs else np.inf


def relative(outcome, best):
    """Return the cell of an outcome in the table of C."""
    if not np.isfinite(outcome.value):
        return NONE
    text = f"{ratio(outcome.value, best):.4f}"
    return ("**1.0000**" if text == "1.0000" else text) + star(outcome)


def star(outcome):
    return "\\*" if outcome.note else ""


def main() -> None:
    """Run the comparison that the command line asks for."""
    line = CommandLine("bench.peers", __doc__, ", ".join(graphs()))
    line.add_argument("--quick", action="store_true", help="only graphs that take seconds")
    line.add_argument("--growth", action="store_true", help="also measure how seconds and memory grow with the graph")
    line.add_argument("--limit", type=float, default=600, help="seconds for each solver on each graph (default 600)")
    chosen = line.parse()
    bench = Bench(chosen.output, chosen.cache, chosen.only, chosen.quick, chosen.limit)
    bench.run(chosen.command, chosen.growth)


if __name__ == "__main__":
    main()

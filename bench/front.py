"""Compare cut and seconds of the efforts of balanced_cut with those of partitioners and their presets.

python -m bench.front [--quick] [--limit SECONDS] [--only NAME …] [--output docs/front.md]
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from .command import CommandLine
from .comparison import ratio
from .document import NONE
from .families import FAMILIES, family, generated
from .graphs import networks
from .partitioners import IMBALANCE
from .parts import ONE_RUN, OUTSIDE, SMALLEST_PART, THREADS, Parts, geometric_mean
from .solvers import Solver

PARTS = (2, 8, 32)
SMALLEST, LARGEST = 1_000, 300_000  # vertices of the graphs that are not named in the command
SEEDS = 5  # of METIS
HOW = '`balanced_cut(W, k, objective="cut", max_imbalance=…, effort="{}")`'
SUITES = ("known", "generated")

WHAT = f"""\
Cuts into k equal parts, of which none may have more than {1 + IMBALANCE / 100:g} ⌈n/k⌉ vertices. The cut is the \
weight of all edges between different parts, each edge once, computed by one function for all solvers. {OUTSIDE} marks \
a result with a larger part, which does not count. {ONE_RUN} {THREADS}"""
GRAPHS = f"""\
Graphs, of which `--only` takes some: those of [k parts](kway.md) that have {SMALLEST:,} to {LARGEST:,} vertices, on \
which options of tvcut were chosen ("known"); and generated graphs on which no choice was made: \
{", ".join(generated())}. Each is replaced by its largest component, and left out for a k of which a part would have \
fewer than {SMALLEST_PART} vertices on average."""
SUMMARY = f"""\
The cut is the geometric mean over graphs and k of the cut divided by the lowest of all solvers. Results that did not \
finish or have a part of more than {1 + IMBALANCE / 100:g} ⌈n/k⌉ vertices are left out of it, and counted in the last \
column. Seconds are sums over all graphs and k of a column."""
BESIDE = f"""\
Geometric mean of the cut of tvcut divided by that of the peer, in brackets the number of graphs and k on which both \
are within {IMBALANCE} %, and the seconds of tvcut divided by those of the peer."""


def efforts(*names: str) -> tuple[Solver, ...]:
    """Return tvcut with each effort."""
    return tuple(Solver(f"tvcut, {n}", f"bench.partitioners:tvcut_cut:{n}", "tvcut", HOW.format(n)) for n in names)


def presets(solver: str, distribution: str, function: str, *names: str) -> tuple[Solver, ...]:
    """Return a partitioner with each of its presets."""
    return tuple(
        Solver(f"{solver}, {n.lower()}", f"bench.partitioners:{function}:{n}", distribution, f"preset {n.lower()}")
        for n in names
    )


OURS = efforts("fastest", "fast", "default")
PEERS = (
    Solver("METIS, one seed", "bench.partitioners:metis", "pymetis", "k-way partitioning"),
    Solver(f"METIS, {SEEDS} seeds", f"bench.partitioners:metis:{SEEDS}", "pymetis", f"the lowest cut of {SEEDS} seeds"),
    *presets("KaMinPar", "kaminpar", "kaminpar", "default", "eco", "strong"),
    *presets("Mt-KaHyPar", "mtkahypar", "mtkahypar", "DEFAULT", "QUALITY"),
    *presets("KaHIP", "kahip", "kahip", "FAST", "ECO"),
)
Key = tuple[int, str]  # k and graph


class Front(Parts):
    """Cut and seconds of every solver, for all graphs, for each k and for each family of graphs."""

    def __init__(
        self,
        output: str | Path | None = None,
        only: Collection[str] | None = None,
        quick: bool = False,
        limit: float = 600,
        parts: Sequence[int] = PARTS,
        ours: Sequence[Solver] = OURS,
        peers: Sequence[Solver] = PEERS,
    ) -> None:
        self.made = generated(quick, only)
        super().__init__(output, networks(quick, only) | self.made, parts, limit, ours, peers)
        self.graphs = {name: W for name, W in self.graphs.items() if only or SMALLEST <= W.shape[0] <= LARGEST}

    def run(self, command: str) -> None:
        """Make all tables and save the document."""
        self.say("# The front: cut against time")
        self.introduction(command, f"{WHAT}\n\n{GRAPHS}")
        self.cuts()
        self.seconds()
        self.list_notes()
        if self.outcomes:
            self.summary()
        self.save()

    def groups(self) -> dict[str, list[Key]]:
        """Return the graphs and k of each column: all, the two suites, each k and each family."""
        titles = ("all", *SUITES, *(f"k = {k}" for k in self.parts), *FAMILIES)
        columns = {(k, g): ("all", SUITES[g in self.made], f"k = {k}", family(g)) for k, g in self.outcomes}
        groups = {title: [key for key, held in columns.items() if title in held] for title in titles}
        return {title: keys for title, keys in groups.items() if keys}

    def summary(self) -> None:
        """Add the points of the front, and the efforts of tvcut beside each peer."""
        groups = self.groups()
        self.say(f"\n## Summary\n\n{SUMMARY}")
        for title, cell in (("Cut", self.relative), ("Seconds", self.total)):
            self.say(f"\n### {title}")
            self.table(["solver", *groups, "left out"])
            for name in [*self.ours, *self.peers]:
                count = sum(not self.inside(key, self.outcomes[key][name]) for key in self.outcomes)
                self.row(name, *(cell(name, keys) for keys in groups.values()), count)
        self.row("graphs and k", *map(len, groups.values()), "")
        self.say(f"\n### Beside each peer\n\n{BESIDE}")
        self.table(["peer", *(f"{name}: {what}" for name in self.ours for what in ("cut", "seconds"))])
        for peer in self.peers:
            self.row(peer, *(cell(name, peer) for name in self.ours for cell in (self.mean, self.slower)))

    def relative(self, solver: str, keys: Sequence[Key]) -> str:
        """Return the cell of the geometric mean of the cut of a solver divided by the lowest."""
        found = [(key, self.outcomes[key][solver]) for key in keys]
        ratios = [ratio(outcome.cut, self.lowest(key)) for key, outcome in found if self.inside(key, outcome)]
        return f"{geometric_mean(ratios):.4f}" if ratios else NONE

    def total(self, solver: str, keys: Sequence[Key]) -> str:
        """Return the cell of the seconds of a solver."""
        return f"{sum(self.outcomes[key][solver].seconds for key in keys):.2f}"

    def slower(self, solver: str, peer: str) -> str:
        """Return the cell of the seconds of a solver divided by those of a peer, where both finished."""
        both = [(found[solver], found[peer]) for found in self.outcomes.values()]
        seconds = [(ours.seconds, theirs.seconds) for ours, theirs in both if not (ours.note or theirs.note)]
        return f"{ratio(*map(sum, zip(*seconds, strict=True))):.2f}" if seconds else NONE


def main() -> None:
    """Run the comparison that the command line asks for."""
    line = CommandLine("bench.front", __doc__, networks() | generated(), cache=False)
    line.add_argument("--quick", action="store_true", help="only small graphs in files")
    line.add_limit("graph and k")
    chosen = line.parse()
    Front(chosen.output, chosen.only, chosen.quick, chosen.limit).run(chosen.command)


if __name__ == "__main__":
    main()

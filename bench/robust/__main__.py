"""Count cases and misses of everything that must hold for every input, and fail if one misses.

    make robust
    python -m bench.robust --quick --only truth interfaces
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass

from ..command import CommandLine
from ..document import NONE, Document
from . import interfaces, interrupts, invariance, processes, sanitizers, small, structures, suites, truth
from .count import Counts


@dataclass(frozen=True)
class Size:
    """How much each group does."""

    examples: int = 9000  # results that are compared with their definitions, of small graphs and of others
    invariant: int = 2500  # results that are scaled, and results for other numbers of threads
    interfaces: int = 2500
    optima: int = 1000  # of three parts
    signals: int = 1000  # for each backend
    late: int = 12  # signals for each number of parts of a large graph
    large: tuple[int, ...] = (100_000, 1_000_000)
    repeats: int = 5  # of each script with processes
    fuzz: float = 60  # seconds for each reader
    share: float = 1  # of the numbers of vertices of the odd structures
    calls: int = 2000
    edges: float = 1e7  # of the graph whose peak of memory is measured


FULL = Size()
QUICK = Size(30, 20, 20, 40, 8, 1, (10_000,), 1, 1, 0.01, 40, 1e4)


def _results(counts: Counts, size: Size) -> None:
    truth.truth(counts, size.examples)


def _invariance(counts: Counts, size: Size) -> None:
    invariance.invariance(counts, size.invariant)


def _interfaces(counts: Counts, size: Size) -> None:
    interfaces.interfaces(counts, size.interfaces)


def _small(counts: Counts, size: Size) -> None:
    small.small(counts, size.optima)
    small.relabelling(counts, size.optima)


def _signals(counts: Counts, size: Size) -> None:
    interrupts.interrupts(counts, size.signals)
    for vertices in size.large:
        interrupts.lateness(counts, vertices, size.late)


def _processes(counts: Counts, size: Size) -> None:
    processes.processes(counts, size.repeats)


def _calls(counts: Counts, size: Size) -> None:
    sanitizers.sanitizers(counts)
    suites.calls(counts)


def _readers(counts: Counts, size: Size) -> None:
    suites.readers(counts, size.fuzz)


def _structures(counts: Counts, size: Size) -> None:
    structures.calls(counts, size.calls)
    structures.structures(counts, size.share)
    structures.memory(counts, size.edges)


def _defects(counts: Counts, size: Size) -> None:
    suites.defects(counts)
    suites.go(counts)


GROUPS: dict[str, tuple[str, Callable[[Counts, Size], None]]] = {
    "truth": ("What results say", _results),
    "invariance": ("What must not change a result", _invariance),
    "interfaces": ("The same bits from every interface", _interfaces),
    "optima": ("Three parts of small graphs", _small),
    "signals": ("Signals and limits", _signals),
    "processes": ("Processes, threads and callbacks", _processes),
    "calls": ("Wrong calls", _calls),
    "readers": ("Changed files", _readers),
    "structures": ("Time and memory", _structures),
    "defects": ("Faults that once were", _defects),
}
ABOUT = """\
A case is one result, call, signal, file or test. It misses if what its row says does not hold, and the command then \
fails. The graphs of the first groups are paths, cycles, stars, trees, cliques, grids, bipartite, sparse, dense, \
power-law and disconnected graphs, two cliques, and graphs with isolated vertices. Each has unit weights, ties, zeros, \
one heavy edge, weights over 16 decades, subnormal weights or weights near 10±¹⁵⁰. Hypothesis draws them with the \
arguments of the cut, the same ones in every run. Seconds depend on the load of the machine: no row misses because of \
them unless they are absurd."""


def main() -> int:
    """Run the chosen groups, print their tables, and return 1 if a case missed."""
    line = CommandLine("bench.robust", __doc__, GROUPS, cache=False)
    line.add_argument("--quick", action="store_true", help="few cases of each check, in a few minutes")
    chosen = line.parse()
    document, missed = Document(chosen.output), 0
    document.say("# Reliability")
    document.say(f"\n{document.made_by(chosen.command)}\n\n{ABOUT}")
    for name, (title, run) in GROUPS.items():
        if chosen.only and name not in chosen.only:
            continue
        document.say(f"\n## {title}")
        counts, began = Counts(), time.perf_counter()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            run(counts, QUICK if chosen.quick else FULL)
        document.table(["check", "cases", "misses", "note"])
        for count in counts.values():
            document.row(count.check, f"{count.cases:,}", count.missed, count.note or NONE)
            missed += count.missed
        document.say(f"\n{time.perf_counter() - began:.0f} s.")
        for count in counts.values():
            for text in count.shown():
                print(f"MISS {text}", file=sys.stderr)
    document.say(f"\nAll misses: {missed}.")
    document.save()
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())

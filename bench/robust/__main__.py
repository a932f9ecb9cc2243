"""Count cases and misses of everything that must hold for every input, and fail if one misses.

make robust
python -m bench.robust --quick --only truth interfaces
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from ..command import CommandLine
from ..document import NONE, Document
from . import (
    combinations,
    deadlines,
    interfaces,
    interrupts,
    invariance,
    processes,
    sanitizers,
    small,
    structures,
    suites,
    truth,
    writes,
)
from .count import Count, Counts


@dataclass(frozen=True)
class Size:
    """How much each group does."""

    examples: int = 6000  # results that are compared with their definitions, of small graphs and of others
    invariant: int = 2200  # results that are scaled, and results for other numbers of threads
    interfaces: int = 2200
    optima: int = 1000  # of three parts
    signals: int = 600  # for each backend
    late: int = 12  # signals for each number of parts of a large graph
    large: tuple[int, ...] = (100_000, 1_000_000)
    repeats: int = 1  # of each script with processes
    fuzz: float = 20  # seconds for each reader
    share: float = 1  # of the numbers of vertices of the odd structures
    calls: int = 2000
    edges: float = 1e7  # of the graph whose peak of memory is measured
    combined: int = 5000  # results of options that are seldom given together
    units: int = 2000  # graphs that are scaled under all presets and starts
    killed: int = 4  # processes that each signal ends while they write, for each format
    vertices: tuple[int, ...] = deadlines.SIZES  # of the graphs that are cut into 2 to n parts under limits


FULL = Size()
QUICK = Size(30, 20, 20, 40, 8, 1, (10_000,), 1, 1, 0.01, 40, 1e6, 30, 20, 1, (100,))


def _results(counts: Counts, size: Size) -> None:
    truth.truth(counts, size.examples)


def _invariance(counts: Counts, size: Size) -> None:
    invariance.invariance(counts, size.invariant)


def _combinations(counts: Counts, size: Size) -> None:
    combinations.combinations(counts, size.combined)


def _units(counts: Counts, size: Size) -> None:
    combinations.units(counts, size.units)


def _writes(counts: Counts, size: Size) -> None:
    writes.writes(counts, size.killed)


def _deadlines(counts: Counts, size: Size) -> None:
    deadlines.deadlines(counts, size.vertices)


def _interfaces(counts: Counts, size: Size) -> None:
    interfaces.interfaces(counts, size.interfaces)


def _small(counts: Counts, size: Size) -> None:
    small.small(counts, size.optima)
    small.relabelling(counts, size.optima)


def _signals(counts: Counts, size: Size) -> None:
    interrupts.interrupts(counts, size.signals)


def _lateness(counts: Counts, size: Size) -> None:
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
    "combinations": ("Combined options against the best of all partitions", _combinations),
    "units": ("Powers of two under all presets and starts", _units),
    "interfaces": ("The same bits from every interface", _interfaces),
    "optima": ("Three parts of small graphs", _small),
    "signals": ("Signals", _signals),
    "lateness": ("Large cuts after Ctrl-C and after their limits", _lateness),
    "deadlines": ("Limits and Ctrl-C at every number of parts", _deadlines),
    "processes": ("Processes, threads and callbacks", _processes),
    "calls": ("Wrong calls", _calls),
    "readers": ("Changed files", _readers),
    "writes": ("Writes that fail", _writes),
    "structures": ("Time and memory", _structures),
    "defects": ("Faults that once were", _defects),
}
ABOUT = """\
The command runs two groups at a time, and those that measure time alone. A case is one result, call, signal, file \
or test. It misses if what its row says does not hold, and the command then fails. The graphs of the first groups \
are paths, cycles, stars, trees, cliques, grids, bipartite, sparse, dense, power-law and disconnected graphs, two \
cliques, and graphs with isolated vertices. Each has unit weights, ties, zeros, one heavy edge, weights over 16 \
decades, subnormal weights or weights near 10±¹⁵⁰. Hypothesis draws them with the arguments of the cut, the same \
ones in every run. Limits are tried with 2, 3, 20, √n, n/2, n − 2, n − 1 and n parts. Seconds depend on the load of \
the machine: no row misses because of them unless they are absurd."""


ALONE = ("lateness", "deadlines", "structures")  # groups that measure time: nothing else runs beside them
ROOT = Path(__file__).parents[2]


def work(name: str, size: Size, path: str) -> None:
    """Run a group in this process, and write its counts and its seconds to a file."""
    counts, began = Counts(), time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        GROUPS[name][1](counts, size)
    Path(path).write_bytes(pickle.dumps((dict(counts), time.perf_counter() - began)))


def run(name: str, quick: bool, keep: str | None) -> tuple[dict[str, Count], float]:
    """Run a group in a process of its own, whose end by a signal is a miss, unless its counts were kept."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(keep or folder, f"{name}-quick" if quick else name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            kept: tuple[dict[str, Count], float] = pickle.loads(path.read_bytes())
            return kept
        words = ["--only", name, "--worker", str(path), *(["--quick"] if quick else [])]
        command = [sys.executable, "-m", "bench.robust", *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if path.exists():
            found: tuple[dict[str, Count], float] = pickle.loads(path.read_bytes())
            return found
    failed = Count(f"the group {name} ends")
    failed.add(False, 0, f"exit code {done.returncode}: {done.stderr[-3000:]}")
    return {failed.check: failed}, 0


def results(names: list[str], quick: bool, keep: str | None) -> Iterator[tuple[str, dict[str, Count], float]]:
    """Run the groups, two at a time unless they measure time, and yield what they counted."""
    beside = [name for name in names if name not in ALONE]
    with ThreadPoolExecutor(2) as pool:
        for name, found in zip(beside, pool.map(lambda name: run(name, quick, keep), beside), strict=True):
            yield name, *found
    for name in names:
        if name in ALONE:
            yield name, *run(name, quick, keep)


def main() -> int:
    """Run the chosen groups, print their tables, and return 1 if a case missed."""
    line = CommandLine("bench.robust", __doc__, GROUPS, cache=False)
    line.add_argument("--quick", action="store_true", help="few cases of each check, in a few minutes")
    line.add_argument("--keep", metavar="FOLDER", help="keep the counts of every group here, for a run that goes on")
    line.add_argument("--worker", metavar="FILE", help="run one group here, and write its counts to a file")
    chosen = line.parse()
    if chosen.worker:
        work(chosen.only[0], QUICK if chosen.quick else FULL, chosen.worker)
        return 0
    document, missed = Document(chosen.output), 0
    document.say("# Reliability")
    document.say(f"\n{document.made_by(chosen.command)}\n\n{ABOUT}")
    names = [name for name in GROUPS if not chosen.only or name in chosen.only]
    for name, counts, seconds in results(names, chosen.quick, chosen.keep):
        document.say(f"\n## {GROUPS[name][0]}")
        document.table(["check", "cases", "misses", "note"])
        for count in counts.values():
            document.row(count.check, f"{count.cases:,}", count.missed, count.note or NONE)
            missed += count.missed
            for text in count.shown():
                print(f"MISS {text}", file=sys.stderr)
        document.say(f"\n{seconds:.0f} s.")
    document.say(f"\nAll misses: {missed}.")
    document.save()
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())

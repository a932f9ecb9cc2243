"""Run one solver on one graph in a new process, which measures its time and memory and contains its failures.

    python -m bench.isolate graph.npz module:function[:preset] seed limit outcome.json [parts]

``function(W, seed)``, or ``function(W, seed, parts)`` for a solver that takes the number of parts, and then a word as
its preset if the name of the function has one, converts the graph, which is not timed, and returns an iterator. Each
step of the iterator is one run of the solver and returns labels. The outcome is that of the run with the lowest value,
with the sum of the times of all runs. The limit is one of elapsed time, since a solver may wait; the seconds that are
compared are those of the processor.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from .clock import timed

ROOT = Path(__file__).parents[1]  # the root of the repository, where python -m finds bench
PREPARATION = 600  # seconds that a solver may take, beyond its limit, to load and to convert the graph


@dataclass
class Outcome:
    """The result of a solver. ``note`` says why it did not finish; the figures are then those of its finished runs."""

    value: float = float("inf")
    cut: float = float("inf")
    imbalance: float = float("inf")
    seconds: float = 0.0  # of the processor, for all threads
    elapsed: float = 0.0  # seconds
    memory: int = 0  # bytes by which the process grew at its peak
    steps: int = 0  # inner steps, of tvcut only
    runs: int = 0
    note: str = "failed"


class Score(NamedTuple):
    """The figures of a partition into k parts A_r of n vertices, in which each edge counts once.

    value is ½ Σ_r cut(A_r, A_rᶜ)/min(|A_r|, |A_rᶜ|/(k−1)), which is C(S) = cut(S, Sᶜ)/min(|S|, |Sᶜ|) for two parts.
    cut is the weight of the edges between different parts, and imbalance is max |A_r|/(n/k) − 1.
    """

    value: float
    cut: float
    imbalance: float


def score(W: sp.csr_array, labels: ArrayLike, parts: int = 2) -> Score:
    """Return the figures of a partition; ∞ if the labels are not those of exactly ``parts`` parts."""
    labels = np.asarray(labels)
    n = W.shape[0]
    names, part, size = np.unique(labels, return_inverse=True, return_counts=True)
    if len(names) != parts or labels.shape != (n,):
        return Score(*[float("inf")] * 3)
    source = np.repeat(part, np.diff(W.indptr))
    crosses = source != part[W.indices]
    cut = np.bincount(source[crosses], W.data[crosses], minlength=parts)  # cut(A_r, A_rᶜ)
    value = (cut / np.minimum(size, (n - size) / (parts - 1))).sum() / 2
    return Score(float(value), float(cut.sum() / 2), float(size.max() * parts / n - 1))


def measure(W: sp.csr_array, function: str, seed: int, limit: float, parts: int | None = None) -> Outcome:
    """Run a solver, "module:function[:preset]", in a new process for at most ``limit`` seconds. Returns its Outcome.

    Without ``parts`` the solver is called without a number of parts and must return two.
    """
    with tempfile.TemporaryDirectory() as folder:
        graph, outcome = Path(folder, "graph.npz"), Path(folder, "outcome.json")
        np.savez(graph, indptr=W.indptr, indices=W.indices, data=W.data)
        words = [graph, function, seed, limit, outcome, *([parts] if parts else [])]
        try:
            done = subprocess.run(
                [sys.executable, "-m", "bench.isolate", *map(str, words)],
                cwd=ROOT,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
                timeout=limit + PREPARATION,
            )
            note = failure(done, limit)
        except subprocess.TimeoutExpired:
            note = f"not ready after {limit + PREPARATION:g} s"
        found = Outcome(**json.loads(outcome.read_text())) if outcome.exists() else Outcome()
    if found.note:
        found.note = note
    elif not np.isfinite(found.value):
        found.note = f"did not return {parts or 'two'} parts"
    return found


def failure(done: subprocess.CompletedProcess[str], limit: float) -> str:
    """Return why a process ended early."""
    if done.returncode == -signal.SIGALRM:
        return f"over the limit of {limit:g} s"
    if done.returncode < 0:
        return f"ended by {signal.Signals(-done.returncode).name}"
    return (done.stderr.strip().splitlines() or ["failed"])[-1]


def load(graph: str) -> sp.csr_array:
    """Return the graph that ``measure`` saved."""
    with np.load(graph) as arrays:
        indptr = arrays["indptr"]
        return sp.csr_array((arrays["data"], arrays["indices"], indptr), shape=[len(indptr) - 1] * 2)


def work(graph: str, function: str, seed: int, limit: float, path: str, *parts: int) -> None:
    """Run the solver in this process. The outcome is written after every run, so that later failures do not lose it."""
    W = load(graph)
    module, name, *preset = function.split(":")
    runs = iter(getattr(importlib.import_module(module), name)(W, seed, *parts, *preset))
    outcome, before = Outcome(), status("VmRSS")
    while outcome.note:
        reset_peak()
        # The default action of SIGALRM ends the process, even inside native code that does not return.
        signal.setitimer(signal.ITIMER_REAL, max(limit - outcome.elapsed, 1e-3))
        began = time.perf_counter()
        found, seconds = timed(lambda: next(runs, None))
        outcome.elapsed += time.perf_counter() - began
        outcome.seconds += seconds
        signal.setitimer(signal.ITIMER_REAL, 0)
        outcome.memory = max(outcome.memory, status("VmHWM") - before)
        if found is None:
            outcome.note = ""
        else:
            outcome.runs += 1
            best = min(Score(outcome.value, outcome.cut, outcome.imbalance), score(W, found, *parts))
            outcome.value, outcome.cut, outcome.imbalance = best
            outcome.steps += getattr(found, "n_inner_total", 0)
        Path(path + ".new").write_text(json.dumps(asdict(outcome)))
        os.replace(path + ".new", path)


def status(name: str) -> int:
    """Return a figure of this process in bytes. ru_maxrss would include the memory of the parent before exec."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith(name + ":"))


def reset_peak() -> None:
    """Reset VmHWM to the current resident memory. If the system forbids it, VmHWM keeps its older peak."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        pass


def main() -> None:
    """Run the solver that the command line names."""
    graph, function, seed, limit, path, *parts = sys.argv[1:]
    work(graph, function, int(seed), float(limit), path, *map(int, parts))


if __name__ == "__main__":
    main()

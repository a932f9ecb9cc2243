"""Run one solver on one graph in a new process, which measures its time and memory and contains its failures.

    python -m bench.isolate graph.npz module:function seed limit outcome.json

``function(W, seed)`` converts the graph, which is not timed, and returns an iterator. Each step of the iterator is one
run of the solver and returns labels. The outcome is the lowest C of all runs and the sum of their times.
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

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

ROOT = Path(__file__).parents[1]  # the root of the repository, where python -m finds bench
PREPARATION = 600  # seconds that a solver may take, beyond its limit, to load and to convert the graph


@dataclass
class Outcome:
    """The result of a solver. ``note`` says why it did not finish; the figures are then those of its finished runs."""

    value: float = float("inf")
    seconds: float = 0.0
    memory: int = 0  # bytes by which the process grew at its peak
    steps: int = 0  # inner steps, of tvcut only
    runs: int = 0
    note: str = "failed"


def cut_value(W: sp.csr_array, labels: ArrayLike) -> float:
    """Return C(S) = cut(S, Sᶜ)/min(|S|, |Sᶜ|) of labels in two parts, each edge counted once; ∞ for other labels."""
    labels = np.asarray(labels)
    names, count = np.unique(labels, return_counts=True)
    if len(names) != 2 or len(labels) != W.shape[0]:
        return float("inf")
    side = labels == names[0]
    crosses = np.repeat(side, np.diff(W.indptr)) != side[W.indices]
    return float(W.data[crosses].sum() / 2 / count.min())


def measure(W: sp.csr_array, function: str, seed: int, limit: float) -> Outcome:
    """Run a solver, "module:function", in a new process for at most ``limit`` seconds. Returns its Outcome."""
    with tempfile.TemporaryDirectory() as folder:
        graph, outcome = Path(folder, "graph.npz"), Path(folder, "outcome.json")
        np.savez(graph, indptr=W.indptr, indices=W.indices, data=W.data)
        command = [sys.executable, "-m", "bench.isolate", graph, function, seed, limit, outcome]
        try:
            done = subprocess.run(
                [str(word) for word in command],
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
        found.note = "did not return two parts"
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


def work(graph: str, function: str, seed: int, limit: float, path: str) -> None:
    """Run the solver in this process. The outcome is written after every run, so that later failures do not lose it."""
    W = load(graph)
    module, name = function.split(":")
    runs = iter(getattr(importlib.import_module(module), name)(W, seed))
    outcome, before = Outcome(), status("VmRSS")
    while outcome.note:
        reset_peak()
        # The default action of SIGALRM ends the process, even inside native code that does not return.
        signal.setitimer(signal.ITIMER_REAL, max(limit - outcome.seconds, 1e-3))
        began = time.perf_counter()
        found = next(runs, None)
        outcome.seconds += time.perf_counter() - began
        signal.setitimer(signal.ITIMER_REAL, 0)
        outcome.memory = max(outcome.memory, status("VmHWM") - before)
        if found is None:
            outcome.note = ""
        else:
            outcome.runs += 1
            outcome.value = min(outcome.value, cut_value(W, found))
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
    graph, function, seed, limit, path = sys.argv[1:]
    work(graph, function, int(seed), float(limit), path)


if __name__ == "__main__":
    main()

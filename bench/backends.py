"""The cost of a call through each backend of tvcut: one row for each backend that is installed.

    python -m bench.backends

The jobs cut nothing: they take a graph, check it, and return labels.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import scipy.sparse as sp

import tvcut
from tvcut._native.job import Job
from tvcut._native.problem import Problem

ROOT = Path(__file__).parents[1]  # the root of the repository, where python -m finds bench
BACKENDS = ("ctypes", "gopy")
HEADER = "| backend | poll, µs | smallest job, µs | 10⁶ edges, ms | 10⁶ edges, ns an edge |"
EDGES = 1_000_000


def median_time(call: Callable[[], object], repeats: int) -> float:
    """Return the median seconds of a call."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def ring(n: int) -> Problem:
    """Return the graph of a ring of n vertices, which has n edges."""
    W = sp.diags_array([np.ones(n - 1)] * 2, offsets=[-1, 1]).tolil()
    W[0, n - 1] = W[n - 1, 0] = 1
    W = W.tocsr()
    return Problem(W.indptr.astype(np.int64), W.indices.astype(np.int32), W.data)


def job(graph: Problem) -> Job:
    """Return a running job with k = 1, which takes the graph, checks it and returns labels, but cuts nothing."""
    started = Job(graph, "default", {"n_clusters": "1"})
    started.start()
    return started


def run(graph: Problem) -> None:
    """Run such a job to its end."""
    started = job(graph)
    started.finish()
    started.close()


def measure() -> None:
    """Print the row of the backend that TVCUT_BACKEND chooses."""
    small, large = ring(3), ring(EDGES)
    run(small)  # loads the backend
    ended = job(small)
    while not ended.wait(20):
        pass
    poll = median_time(lambda: ended.wait(0), 20_000)
    ended.finish()
    ended.close()
    smallest = median_time(lambda: run(small), 2000)
    edges = median_time(lambda: run(large), 9)
    figures = (f"{1e6 * poll:.2f}", f"{1e6 * smallest:.0f}", f"{1e3 * edges:.1f}", f"{1e9 * edges / EDGES:.1f}")
    print(f"| {tvcut.backend()} | {' | '.join(figures)} |")


def main() -> None:
    """Measure each backend in a process of its own, because a process holds only one."""
    print(HEADER)
    print("|---|" + "---:|" * 4)
    for name in BACKENDS:
        command = [sys.executable, "-m", "bench.backends", "measure"]
        environment = {**os.environ, "TVCUT_BACKEND": name}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
        print(done.stdout.strip() if done.returncode == 0 else f"| {name} | " + done.stderr.strip().splitlines()[-1])


if __name__ == "__main__":
    measure() if sys.argv[1:] == ["measure"] else main()

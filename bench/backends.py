"""What a call costs through each interface to the Go core: one row for each that is installed.

    python -m bench.backends
"""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import scipy.sparse as sp

import tvcut
from tvcut import _native

ROOT = Path(__file__).parents[1]
HEADER = "| backend | poll, µs | smallest job, µs | 10⁶ edges, ms | 10⁶ edges, ns an edge |"


def median_time(call, repeats):
    """Return the median seconds of a call."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def ring(n):
    """Return the arrays of a ring of n vertices, which has n edges."""
    W = sp.diags_array([np.ones(n - 1)] * 2, offsets=[-1, 1]).tolil()
    W[0, n - 1] = W[n - 1, 0] = 1
    W = W.tocsr()
    return W.indptr.astype(np.int64), W.indices.astype(np.int32), W.data


def job(graph):
    """Return a job that takes the graph in, checks it and gives labels back, but cuts nothing: k = 1."""
    options = _native.preset_options()
    options.n_clusters = 1
    return _native.Job(*graph, options)


def measure():
    """Print the row of the backend that TVCUT_BACKEND chooses."""
    small, large = ring(3), ring(1_000_000)
    job(small).finish()  # loads the backend
    ended = job(small)
    while not ended.wait(20):
        pass
    poll = median_time(lambda: ended.wait(0), 20_000)
    ended.finish()
    least = median_time(lambda: job(small).finish(), 2000)
    edges = median_time(lambda: job(large).finish(), 9)
    print(f"| {tvcut.backend()} | {1e6 * poll:.2f} | {1e6 * least:.0f} | {1e3 * edges:.1f} | {1e3 * edges:.1f} |")


def main():
    """Measure each backend in a process of its own: a process holds one."""
    print(HEADER)
    print("|---|" + "---:|" * 4)
    for name in ("ctypes", "gopy"):
        done = subprocess.run([sys.executable, "-m", "bench.backends", "measure"], env={**os.environ, "TVCUT_BACKEND": name},
                              capture_output=True, text=True, cwd=ROOT)  # fmt: skip
        print(done.stdout.strip() if done.returncode == 0 else f"| {name} | " + done.stderr.strip().splitlines()[-1])


if __name__ == "__main__":
    measure() if sys.argv[1:] == ["measure"] else main()

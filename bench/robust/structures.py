"""Time and memory: odd structures in nearly linear time, many calls in flat memory, and the peak of a large graph.

    python -m bench.robust.structures path 1000000 2

It cuts one structure and prints its edges, seconds and peak of memory, as a line of JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp

import tvcut

from ..isolate import measure
from ..solvers import SEED
from .count import Count, Counts
from .lateness import grid

ROOT = Path(__file__).parents[2]
QUADRATIC = 1.8  # exponent of the growth from n/4 to n above which a structure misses; wanted is at most NEARLY
NEARLY = 1.3
FLAT = 16e6  # bytes by which the memory may grow in the second half of many calls
Array = np.ndarray[Any, Any]


def _graph(n: int, i: Array, j: Array) -> sp.csr_array:
    W = sp.coo_array((np.ones(len(i)), (i, j)), shape=(n, n)).tocsr()
    W.data[:] = 1.0
    return (W + W.T).tocsr()


def _complete(n: int) -> sp.csr_array:
    return sp.csr_array(np.ones((n, n)) - np.eye(n))


def _power_law(n: int) -> sp.csr_array:
    """Each vertex joins two earlier ones, preferably of high degree: the end of an edge drawn at random."""
    rng = np.random.default_rng(0)
    ends = np.zeros(4 * n, np.int64)
    draw = rng.random((n, 2))
    for v in range(1, n):
        at = 4 * (v - 1)
        for c in range(2):
            u = ends[int(draw[v, c] * at)] if at else 0
            ends[at + 2 * c], ends[at + 2 * c + 1] = u, v
    return _graph(n, ends[0 : 4 * (n - 1) : 2], ends[1 : 4 * (n - 1) : 2])


def _hub(n: int) -> sp.csr_array:
    """A vertex joined to all others, which form a path."""
    i = np.arange(1, n)
    return _graph(n, np.append(np.zeros(n - 1, int), i[:-1]), np.append(i, i[1:]))


def _caterpillar(n: int) -> sp.csr_array:
    """A path of n/2 vertices, each with a leaf."""
    i = np.arange(1, n)
    return _graph(n, np.where(i < n // 2, i - 1, i - n // 2), i)


def _components(n: int) -> sp.csr_array:
    """n paths of ten vertices."""
    i = np.arange(10 * n - 1)
    i = i[i % 10 != 9]
    return _graph(10 * n, i, i + 1)


STRUCTURES: dict[str, Callable[[int], sp.csr_array]] = {
    "path": lambda n: _graph(n, np.arange(n - 1), np.arange(1, n)),
    "star": lambda n: _graph(n, np.zeros(n - 1, int), np.arange(1, n)),
    "binary tree": lambda n: _graph(n, (np.arange(1, n) - 1) // 2, np.arange(1, n)),
    "caterpillar": _caterpillar,
    "complete": _complete,
    "components": _components,
    "power law": _power_law,
    "hub": _hub,
    "grid": grid,
}  # fmt: skip
# Structure, n, and number of parts: 0 for n parts and -1 for n - 1.
RUNS = (
    ("path", 1_000_000, 2), ("star", 1_000_000, 2), ("binary tree", 1_000_000, 2), ("caterpillar", 1_000_000, 2),
    ("complete", 3000, 2), ("components", 100_000, 2), ("power law", 200_000, 2), ("hub", 100_000, 2),
    ("grid", 2500, 0), ("grid", 2500, -1), ("grid", 40_000, 1000),
)  # fmt: skip


def structures(counts: Counts, share: float) -> None:
    """Cut every structure with n/4 and n vertices, where n is the given share of that in RUNS."""
    for structure, full, parts in RUNS:
        n, k = max(64, int(full * share)), parts if parts < 2 else max(2, int(parts * share))
        words = {0: "n", -1: "n - 1"}.get(k, str(k))
        name = f"{structure}, n = {n:,}, k = {words}"
        count = counts.setdefault(name, Count(name))
        rows = [_row(structure, size, k) for size in (n // 4, n)]
        if not all("seconds" in row for row in rows):
            count.add(False, 0, str(rows))
            continue
        few, many = rows
        exponent = np.log(max(many["seconds"], 0.01) / max(few["seconds"], 0.01)) / np.log(many["size"] / few["size"])
        count.add(many["seconds"] < 2 or exponent < QUADRATIC, n, f"exponent {exponent:.2f}: {rows}")
        verdict = "" if exponent <= NEARLY or many["seconds"] < 2 else f", above {NEARLY:g}"
        count.note = f"{few['seconds']:.2f} s and {many['seconds']:.2f} s: exponent {exponent:.2f}{verdict}"


def _row(structure: str, n: int, k: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.robust.structures", structure, str(n), str(k)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    if done.returncode:
        return {"exit": done.returncode, "stderr": done.stderr[-1000:]}
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def calls(counts: Counts, number: int) -> None:
    """Make many calls, and compare the memory in the middle with that at the end."""
    name = f"{number:,} calls in flat memory"
    rng, resident = np.random.default_rng(0), []
    W = [grid(int(n)) for n in rng.integers(100, 2000, 20)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for at in range(number):
            tvcut.balanced_cut(W[at % len(W)], 2 + at % 3, effort="fast")
            if at in (number // 4, number // 2, number - 1):
                resident.append(_resident())
    counts.add(name, resident[2] - resident[1] < FLAT, 0, f"{resident} bytes")
    counts[name].cases = number
    counts[name].note = f"{(resident[2] - resident[1]) / 1e6:+.1f} MB in the second half"


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def memory(counts: Counts, edges: float) -> None:
    """Measure the peak of a grid of so many edges."""
    name = f"peak memory at {edges:.0e} edges: at most that of tvcut.memory"
    W = grid(round(edges / 2))
    outcome = measure(W, "bench.solvers:tvcut", SEED, 3600)
    used, most = outcome.memory / W.nnz, tvcut.memory(W.shape[0], W.nnz, mesh=True) / W.nnz
    words = f"{used:.0f} bytes a half-edge of {most:.0f}"
    counts.add(name, not outcome.note and used <= most, 0, outcome.note or words)
    counts[name].note = f"{words}, {outcome.seconds:.1f} s"


def main() -> None:
    """Cut one structure."""
    structure, n, k = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    W = STRUCTURES[structure](n)
    size = W.shape[0]
    parts = size + k if k < 1 else k
    warnings.simplefilter("ignore")
    tvcut.balanced_cut(np.ones((4, 4)))
    began = time.perf_counter()
    cut = tvcut.balanced_cut(W, parts, min_share=0)
    assert len(np.unique(cut.labels)) == parts
    print(json.dumps({"size": W.nnz // 2 + size, "seconds": time.perf_counter() - began, "value": cut.value}))


if __name__ == "__main__":
    main()

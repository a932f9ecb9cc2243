"""Limits and Ctrl-C at every number of parts, from 2 to n, on graphs of eight families.

    python -m bench.robust.deadlines --vertices 10000

It prints a line of JSON for each cut: how late it ended after its limit, or after SIGINT.
"""

from __future__ import annotations

import argparse
import json
import signal
import time
import warnings
from typing import Any

import numpy as np
import scipy.sparse as sp

import tvcut

from .count import Count, Counts
from .interrupts import ABSURD, lines
from .lateness import interrupted
from .structures import STRUCTURES

SIZES = (100, 10_000, 100_000)  # vertices
DENSE = 3000  # vertices of the largest complete graph
LIMIT = 0.3  # seconds
LEAST, SHARE = 0.3, 0.2  # seconds, and share of the limit, by which a cut may end later


def _random(n: int) -> sp.csr_array:
    """Four edges for each vertex, with random ends."""
    rng = np.random.default_rng(0)
    W = sp.coo_array((np.ones(4 * n), rng.integers(n, size=(2, 4 * n))), shape=(n, n)).tocsr()
    return (W + W.T).tocsr()


FAMILIES = {
    "star": STRUCTURES["star"],
    "path": STRUCTURES["path"],
    "random": _random,
    "grid": STRUCTURES["grid"],
    "power law": STRUCTURES["power law"],
    "complete": lambda n: STRUCTURES["complete"](min(n, DENSE)),
    "binary tree": STRUCTURES["binary tree"],
    "components": lambda n: STRUCTURES["components"](n // 10),
}


def parts(n: int) -> list[int]:
    """Return the numbers of parts: few, about the root of n, half of n, and nearly n."""
    return sorted({2, 3, 20, round(np.sqrt(n)), n // 2, n - 2, n - 1, n})


def deadlines(counts: Counts, sizes: tuple[int, ...]) -> None:
    """Count the cuts that end late by more than ``ABSURD``, and note those that end late by more than is wanted."""
    for n in sizes:
        rows, done = lines(["-m", "bench.robust.deadlines", "--vertices", str(n)], "ctypes")
        for kind in ("time_limit", "Ctrl-C"):
            name = f"{kind} at any k, n = {n:,}"
            count = counts.setdefault(name, Count(name))
            found = [row for row in rows if row["kind"] == kind]
            for row in found:
                count.add(row["late"] < ABSURD, n, f"{row}")
            if found and done.returncode == 0:
                latest = max(found, key=lambda row: float(row["late"]))
                held = sum(row["late"] <= max(LEAST, SHARE * LIMIT) for row in found)
                where = f"{latest['family']}, k = {latest['k']}"
                count.note = f"{held} of {len(found)} within {LEAST:g} s; latest {latest['late']:.2f} s, {where}"
            else:
                count.add(False, n, f"exit code {done.returncode}: {done.stderr[-1500:]}")


def measure(n: int) -> list[dict[str, Any]]:
    """Return how late the cuts of graphs of about n vertices end."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    tvcut.balanced_cut(np.ones((4, 4)))
    rows = []
    for family, make in FAMILIES.items():
        W = make(n)
        for k in parts(W.shape[0]):
            began = time.perf_counter()
            tvcut.balanced_cut(W, k, time_limit=LIMIT)
            late = max(0.0, time.perf_counter() - began - LIMIT)
            rows.append({"kind": "time_limit", "family": family, "k": k, "late": late})
            wait = interrupted(W, k, LIMIT)
            if np.isfinite(wait):
                rows.append({"kind": "Ctrl-C", "family": family, "k": k, "late": wait})
    return rows


def main() -> None:
    """Print the figures as lines of JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vertices", type=int, default=10_000)
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    for row in measure(given.vertices):
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()

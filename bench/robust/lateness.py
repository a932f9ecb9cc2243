"""How late large cuts end after Ctrl-C and after their time limit.

    python -m bench.robust.lateness --vertices 100000 --count 20

Every figure is the time from the signal, or from the end of the limit, until the caller has the exception or the
result. It prints a line of JSON for each number of parts. The calls are long: SIGINT ends each of them at a random
moment.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import threading
import time
import warnings
from typing import Any

import numpy as np
import scipy.sparse as sp

import tvcut

PARTS = (2, 20)
LIMITS = (0.1, 0.3, 1.0, 3.0, 6.0)  # seconds


def grid(vertices: int) -> sp.csr_array:
    """Return a square grid with random weights 1 to 4."""
    side = int(np.sqrt(vertices))
    path = sp.eye_array(side, k=1)
    half = (sp.kron(path, sp.eye_array(side)) + sp.kron(sp.eye_array(side), path)).tocsr()
    half.data = np.random.default_rng(0).integers(1, 5, half.nnz).astype(float)
    W = (half + half.T).tocsr()
    W.sort_indices()
    return W


def interrupted(W: sp.csr_array, k: int, after: float) -> float:
    """Return the seconds from a SIGINT to its exception, or NaN if the cut ended before."""
    sent: list[float] = []

    def send() -> None:
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, send)
    timer.start()
    try:
        tvcut.balanced_cut(W, k, min_share=0, n_starts=1000)
        timer.cancel()
        timer.join()
        return np.nan
    except KeyboardInterrupt:
        return time.perf_counter() - sent[0]


def late(W: sp.csr_array, k: int, limit: float) -> float:
    """Return the seconds by which a cut ends after its limit, 0 if it ends before."""
    began = time.perf_counter()
    tvcut.balanced_cut(W, k, min_share=0, time_limit=limit)
    return max(0.0, time.perf_counter() - began - limit)


def measure(vertices: int, count: int, longest: float) -> list[dict[str, Any]]:
    """Return the figures for each number of parts."""
    W, rng, rows = grid(vertices), np.random.default_rng(1), []
    tvcut.balanced_cut(np.ones((4, 4)))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for k in PARTS:
        waits = [interrupted(W, k, float(rng.uniform(0.02, longest))) for _ in range(count)]
        lates = [late(W, k, limit) for limit in LIMITS]
        rows.append(
            {"n": W.shape[0], "k": k, "waits": waits, "limits": LIMITS, "lates": lates, "load": os.getloadavg()[0]}
        )
    return rows


def main() -> None:
    """Print the figures as lines of JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vertices", type=int, default=100_000)
    parser.add_argument("--count", type=int, default=20, help="signals for each number of parts")
    parser.add_argument("--longest", type=float, default=4, help="seconds until the last of the signals")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    for row in measure(given.vertices, given.count, given.longest):
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()

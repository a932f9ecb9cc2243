"""The inner iteration beside the same loop in C, on the same graphs: a table, and one line for machines.

    python -m bench.kernel

Needs go and cc. The last line is `kernel go/c f64 1t R f64 2t R f32 1t R f32 2t R asm/c R`: the time of the pure Go
loop over that of C for each storage and number of threads, and of assembly over C in float64 on one thread, each
the worst over the graphs. Iterations are made sixteen at a time, as between two tests of a solve.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import scipy.sparse as sp

import tvcut

from .graphs import grid

ROOT = Path(__file__).parents[1]
LOOPS = ("Go", "first assembly", "second assembly")  # in the order of the benchmark: AVX-512 before AVX2
ROUNDS = 5


def neighbours(n):
    return tvcut.knn_graph(np.random.default_rng(0).random((n, 5)), 10)


def write(W, path):
    W = sp.csr_array(W)
    W.sort_indices()
    with open(path, "wb") as file:
        for part, dtype in (((W.shape[0], W.nnz), np.int64), (W.indptr, np.int64), (W.indices, np.int32), (W.data, float)):
            np.asarray(part, dtype).tofile(file)


def run(*command, **options):
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True, **options).stdout


def go_times(folder):
    """Return {(graph, storage, loop, threads): ns an edge}, the least of several rounds."""
    out = run("go", "test", "./core/kernel", "-run", "^$", "-bench", "Iteration", "-count", ROUNDS, "-benchtime", "0.2s",
              "-args", "-graphs", folder, cwd=ROOT)  # fmt: skip
    times = {}
    for graph, storage, loop, threads, ns in re.findall(
        r"Iteration/(\w+)/(f\d\d)/loop(\d)/threads(\d)\S*\s.*?([\d.]+) ns/edge", out
    ):
        key = graph, storage, int(loop), int(threads)
        times[key] = min(float(ns), times.get(key, np.inf))
    return times


def c_times(folder):
    """Return {(graph, storage, threads): ns an edge} of bench/ceiling.c."""
    times = {}
    for storage, real in (("f64", "double"), ("f32", "float")):
        program = Path(folder, f"ceiling-{storage}")
        run("cc", "-O2", "-fno-tree-vectorize", "-pthread", f"-DREAL={real}", ROOT / "bench/ceiling.c", "-o", program)
        for path in Path(folder).glob("*.ordered"):
            for threads in (1, 2):
                times[path.stem, storage, threads] = float(run(program, path, threads))
    return times


def main():
    with tempfile.TemporaryDirectory() as folder:
        write(grid(700), Path(folder, "grid.bin"))
        write(neighbours(70_000), Path(folder, "knn.bin"))
        go, c = go_times(folder), c_times(folder)
    print("| graph | storage | threads | C, ns/edge | " + " | ".join(f"{name}, ns/edge" for name in LOOPS) + " | Go/C | assembly/C |")
    print("|---|---|---|" + "---|" * (len(LOOPS) + 3))
    worst = {}
    for (graph, storage, threads), ns in sorted(c.items()):
        found = [go.get((graph, storage, loop, threads)) for loop in range(len(LOOPS))]
        ratios = found[0] / ns, min(f for f in found[1:] if f) / ns if any(found[1:]) else np.nan
        shown = " | ".join("" if f is None else f"{f:.2f}" for f in found)
        print(f"| {graph} | {storage} | {threads} | {ns:.2f} | {shown} | {ratios[0]:.2f} | {ratios[1]:.2f} |")
        for name, ratio in ((f"{storage} {threads}t", ratios[0]), (f"asm {storage} {threads}t", ratios[1])):
            worst[name] = max(ratio, worst.get(name, 0))
    parts = " ".join(f"{name} {worst[name]:.2f}" for name in ("f64 1t", "f64 2t", "f32 1t", "f32 2t"))
    print(f"kernel go/c {parts} asm/c {worst['asm f64 1t']:.2f}")


if __name__ == "__main__":
    sys.exit(main())

"""Compare the inner iteration with the same loop in C on the same graphs: a table, and one line for programs.

    python -m bench.kernel

Needs go and cc. The last line is `kernel go/c f64 1t R f64 2t R f32 1t R f32 2t R asm/c R`. The first four ratios R are
the time of the pure Go loop over that of C, for each storage type and number of threads; the last is the time of the
assembly over that of C in float64 on one thread. Each is the largest of all graphs. A call makes sixteen iterations, as
many as a solve makes between two tests.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import tvcut

from .graphs import Graph, grid

ROOT = Path(__file__).parents[1]
LOOPS = ("Go", "first assembly", "second assembly")  # in the order of the Go benchmark: AVX-512 before AVX2
STORAGE = {"f64": "double", "f32": "float"}  # the types in Go and in C
THREADS = (1, 2)
ROUNDS = 5
BENCHMARK = re.compile(r"Iteration/(\w+)/(f\d\d)/loop(\d)/threads(\d)\S*\s.*?([\d.]+) ns/edge")

GoTimes = dict[tuple[str, str, int, int], float]  # {(graph, storage, loop, threads): ns an edge}
CTimes = dict[tuple[str, str, int], float]  # {(graph, storage, threads): ns an edge}


def neighbours(n: int) -> Graph:
    """Return the graph of the ten nearest neighbours of n uniform points in the cube of five dimensions."""
    return tvcut.knn_graph(np.random.default_rng(0).random((n, 5)), 10)


def write(W: Graph, path: Path) -> None:
    """Write a graph in the format that the Go benchmark and ceiling.c read."""
    W = W.copy()
    W.sort_indices()
    parts = ((W.shape[0], W.nnz), np.int64), (W.indptr, np.int64), (W.indices, np.int32), (W.data, float)
    with open(path, "wb") as file:
        for part, dtype in parts:
            np.asarray(part, dtype).tofile(file)


def run(*command: object, **options: Any) -> str:
    """Run a command and return its output."""
    words = [str(word) for word in command]
    return subprocess.run(words, check=True, capture_output=True, text=True, **options).stdout


def go_times(folder: str) -> GoTimes:
    """Return the shortest times of several rounds of the Go benchmark."""
    benchmark = ("-run", "^$", "-bench", "Iteration", "-count", ROUNDS, "-benchtime", "0.2s")
    out = run("go", "test", "./core/internal/kernel", *benchmark, "-args", "-graphs", folder, cwd=ROOT)
    times: GoTimes = {}
    for graph, storage, loop, threads, ns in BENCHMARK.findall(out):
        key = graph, storage, int(loop), int(threads)
        times[key] = min(float(ns), times.get(key, np.inf))
    return times


def c_times(folder: str) -> CTimes:
    """Return the times of bench/ceiling.c on the graphs in the vertex order of the Go benchmark."""
    times: CTimes = {}
    for storage, real in STORAGE.items():
        program = Path(folder, f"ceiling-{storage}")
        flags = ("-O2", "-fno-tree-vectorize", "-pthread", f"-DREAL={real}")
        run("cc", *flags, ROOT / "bench/ceiling.c", "-o", program)
        for path in Path(folder).glob("*.ordered"):
            for threads in THREADS:
                times[path.stem, storage, threads] = float(run(program, path, threads))
    return times


def table(go: GoTimes, c: CTimes) -> dict[str, float]:
    """Print the table. Returns the largest ratio of all graphs, by "storage threads" and "asm storage threads"."""
    loops = " | ".join(f"{name}, ns/edge" for name in LOOPS)
    print(f"| graph | storage | threads | C, ns/edge | {loops} | Go/C | assembly/C |")
    print("|---|---|---|" + "---|" * (len(LOOPS) + 3))
    worst: dict[str, float] = {}
    for (graph, storage, threads), ns in sorted(c.items()):
        pure = go[graph, storage, 0, threads]
        assembly = [go.get((graph, storage, loop, threads)) for loop in range(1, len(LOOPS))]
        ratios = pure / ns, min((time for time in assembly if time), default=np.nan) / ns
        shown = " | ".join("" if time is None else f"{time:.2f}" for time in (pure, *assembly))
        print(f"| {graph} | {storage} | {threads} | {ns:.2f} | {shown} | {ratios[0]:.2f} | {ratios[1]:.2f} |")
        for name, ratio in zip((f"{storage} {threads}t", f"asm {storage} {threads}t"), ratios, strict=True):
            worst[name] = max(ratio, worst.get(name, 0))
    return worst


def main() -> None:
    """Measure both loops on a grid and on a graph of neighbours."""
    with tempfile.TemporaryDirectory() as folder:
        write(grid(700), Path(folder, "grid.bin"))
        write(neighbours(70_000), Path(folder, "knn.bin"))
        go, c = go_times(folder), c_times(folder)
    worst = table(go, c)
    parts = " ".join(
        f"{storage} {threads}t {worst[f'{storage} {threads}t']:.2f}" for storage in STORAGE for threads in THREADS
    )
    print(f"kernel go/c {parts} asm/c {worst['asm f64 1t']:.2f}")


if __name__ == "__main__":
    main()

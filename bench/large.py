"""Measure seconds, memory and threads of cuts of three-dimensional grids with up to a hundred million edges.

It also compares the memory of cuts of several kinds of meshes with the bound that ``tvcut.memory`` returns.

python -m bench.large [--quick] [--limit SECONDS] [--output docs/large_graphs.md]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from tvcut import memory
from tvcut._input.graph import as_problem
from tvcut._native.options import Effort
from tvcut._run.memory import has_small_weights, is_local

from .command import CommandLine
from .document import NONE, Document
from .graphs import Graph, delaunay, geometric, grid, grid_3d, largest_component
from .isolate import Outcome, measure
from .solvers import SEED

SIDES = (70, 150, 323)  # grids with about 10⁶, 10⁷ and 10⁸ edges
QUICK = (20, 30)
ALONE = 10**8  # half-edges above which only the default is measured, on all threads
SOLVERS = ("tvcut", "one_pass")
HEADER = ("n", "m", "search", "C", "seconds", "on one thread", "speed-up", "bytes a half-edge", "predicted")
WHAT = """\
`balanced_cut(W, 2, min_share=0)` of grids of s × s × s vertices, every edge of weight 1, with int32 indices. The best \
cut is a plane, with C = 2/s. "one pass" is `effort="fast"`. Bytes are the peak memory beyond the input for each \
half-edge stored; an edge is two half-edges. "predicted" is what `tvcut.memory` returns for a mesh with such weights \
and such an order of the vertices, and for the search. Seconds are \
elapsed ones, since the speed-up is that of all cores over one thread."""
EFFORT: dict[str, Effort] = {"tvcut": "default", "one_pass": "fast"}
MESHES: dict[str, tuple[Callable[[int], Graph], tuple[int, ...]]] = {  # kinds of meshes, and sizes of each
    "grid of s × s vertices": (grid, (560, 715, 1000, 1900, 2300)),
    "grid of s × s × s vertices": (grid_3d, (60, 70, 100, 135, 150)),
    "Delaunay triangulation of s points": (delaunay, (2**18, 2**20, 3 * 10**6)),
    "geometric graph of s points": (geometric, (2**18, 2**20, 2**21)),
}
MESH_HEADER = ("graph", "s", "half-edges", "weights", "search", "bytes a half-edge", "predicted", "of the bound")
WHAT_MESHES = """
## Memory of meshes beside its bound

The same for several kinds of meshes, of which the largest component is cut, with weights 1 ("small") and with weights \
in [0.1, 1.1] that need 64 bits ("others")."""


def large(document: Document, sides: Sequence[int], limit: float) -> None:
    """Add the table, and the exponents of seconds ≈ a·edges^b and of memory."""
    document.say(WHAT)
    document.table(HEADER)
    points: dict[str, list[tuple[int, float, int]]] = {solver: [] for solver in SOLVERS}
    for side in sides:
        W = grid_3d(side)
        for solver in SOLVERS:
            one = None if W.nnz > ALONE else measure(W, f"bench.solvers:{solver}_on_one_thread", SEED, limit)
            all_threads = measure(W, f"bench.solvers:{solver}", SEED, limit)
            figures = [*cells(all_threads, one, W.nnz), f"{predicted(W, EFFORT[solver]) / W.nnz:.1f}"]
            document.row(W.shape[0], W.nnz // 2, solver.replace("_", " "), *figures)
            if not all_threads.note:
                points[solver].append((W.nnz // 2, all_threads.elapsed, all_threads.memory))
    document.say()
    for solver, measured in points.items():
        if len(measured) > 1:
            edges, seconds, peak = np.log(np.maximum(measured, 1e-9)).T
            document.say(
                f"- {solver.replace('_', ' ')}: seconds grow as edges^{np.polyfit(edges, seconds, 1)[0]:.2f}, "
                f"memory as edges^{np.polyfit(edges, peak, 1)[0]:.2f}."
            )


def meshes(document: Document, quick: bool, limit: float) -> None:
    """Add the table of memory and its bound."""
    document.say(WHAT_MESHES)
    document.table(MESH_HEADER)
    for name, (make, sizes) in MESHES.items():
        for size in (max(16, sizes[0] // 20),) if quick else sizes:
            W, _ = largest_component(make(size))
            for weights in ("small", "others"):
                if weights == "others":
                    W = unpackable(W)
                for solver, effort in EFFORT.items():
                    peak = measure(W, f"bench.solvers:{solver}", SEED, limit).memory
                    bound = predicted(W, effort)
                    figures = [f"{peak / W.nnz:.1f}", f"{bound / W.nnz:.1f}", f"{peak / bound:.2f}"]
                    document.row(name, size, W.nnz, weights, solver.replace("_", " "), *figures)


def predicted(W: Graph, effort: Effort) -> int:
    """Return the bound of the memory for a mesh with the weights and the order of W."""
    problem = as_problem(W)
    kind = {"small_weights": has_small_weights(problem), "local": is_local(problem)}
    return memory(W.shape[0], W.nnz, mesh=True, effort=effort, **kind)


def unpackable(W: Graph) -> Graph:
    """Return W with weights in [0.1, 1.1] in place of its own, which are a function of the ends of an edge."""
    W = W.copy()
    row = np.repeat(np.arange(W.shape[0], dtype=np.int64), np.diff(W.indptr))
    low, high = np.minimum(row, W.indices), np.maximum(row, W.indices)
    W.data = (low * 2654435761 + high * 40503) % 1000003 / 1000003 + 0.1
    return W


def cells(outcome: Outcome, one: Outcome | None, half_edges: int) -> list[str]:
    """Return the figures of a row."""
    if outcome.note:
        return [outcome.note, *[NONE] * 4]
    alone = [NONE, NONE]
    if one is not None and not one.note:
        alone = [f"{one.elapsed:.2f}", f"{one.elapsed / outcome.elapsed:.2f}"]
    return [f"{outcome.value:.6g}", f"{outcome.elapsed:.2f}", *alone, f"{outcome.memory / half_edges:.1f}"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and write the document."""
    parser = CommandLine("bench.large", __doc__, (), cache=False)
    parser.add_argument("--quick", action="store_true", help="small grids only")
    parser.add_limit("graph")
    chosen = parser.parse(arguments)
    document = Document(chosen.output)
    document.say("# Cuts of large graphs\n")
    document.say(document.made_by(chosen.command) + "\n")
    large(document, QUICK if chosen.quick else SIDES, chosen.limit)
    meshes(document, chosen.quick, chosen.limit)
    document.save()


if __name__ == "__main__":
    main()

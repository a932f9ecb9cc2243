"""Measure seconds, memory and threads of cuts of three-dimensional grids with up to a hundred million edges.

python -m bench.large [--quick] [--limit SECONDS] [--output docs/large_graphs.md]
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tvcut import memory
from tvcut._options import Effort

from .command import CommandLine
from .document import NONE, Document
from .graphs import grid_3d
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
half-edge stored; an edge is two half-edges. "predicted" is what `tvcut.memory` returns for a mesh with small weights \
and the search. The speed-up is that of all cores over one thread."""
EFFORT: dict[str, Effort] = {"tvcut": "default", "one_pass": "fast"}


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
            predicted = memory(W.shape[0], W.nnz, mesh=True, small_weights=True, effort=EFFORT[solver])
            figures = [*cells(all_threads, one, W.nnz), f"{predicted / W.nnz:.1f}"]
            document.row(W.shape[0], W.nnz // 2, solver.replace("_", " "), *figures)
            if not all_threads.note:
                points[solver].append((W.nnz // 2, all_threads.seconds, all_threads.memory))
    document.say()
    for solver, measured in points.items():
        if len(measured) > 1:
            edges, seconds, peak = np.log(np.maximum(measured, 1e-9)).T
            document.say(
                f"- {solver.replace('_', ' ')}: seconds grow as edges^{np.polyfit(edges, seconds, 1)[0]:.2f}, "
                f"memory as edges^{np.polyfit(edges, peak, 1)[0]:.2f}."
            )


def cells(outcome: Outcome, one: Outcome | None, half_edges: int) -> list[str]:
    """Return the figures of a row."""
    if outcome.note:
        return [outcome.note, *[NONE] * 4]
    alone = [NONE, NONE]
    if one is not None and not one.note:
        alone = [f"{one.seconds:.2f}", f"{one.seconds / outcome.seconds:.2f}"]
    return [f"{outcome.value:.6g}", f"{outcome.seconds:.2f}", *alone, f"{outcome.memory / half_edges:.1f}"]


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
    document.save()


if __name__ == "__main__":
    main()

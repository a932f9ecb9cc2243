"""The growth of the seconds and the memory of a cut with the size of the graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from .document import NONE, Document
from .graphs import Graph, cloud, grid, largest_component
from .isolate import measure
from .solvers import SEED

SIZES = (1e4, 1e5, 1e6, 1e7)  # approximate numbers of edges
QUICK = 1e5  # edges of the largest graph in a quick run
EDGES_PER_POINT = 6.5  # approximate number in the graph of a cloud
SOLVERS = ("tvcut", "few_steps", "many_steps", "few_steps_float32")
TABLE = (
    "graph",
    "n",
    "m",
    "C",
    "processor seconds",
    "bytes a half-edge",
    "bytes, descent in float32",
    "ns an edge and inner step",
)

WHAT = """\
`balanced_cut` of square grids, and of the neighbours of Gaussian points in R¹⁰ with the standard deviations 1, ½, ¼, \
… Bytes are the peak memory beyond the input for each half-edge stored (an edge is two half-edges): first of the cut, \
then of a total-variation descent from one random start in float32. The time of an inner step comes from two descents \
in float64, which make the test of Algorithm 1 after each inner step: one makes 20 of them, the other at least 200 \
more, and enough for some tenths of a second. It is the difference of their seconds over that of their steps."""

Point = tuple[int, float, float]  # edges, seconds of the cut, seconds of an inner step


def growth(document: Document, limit: float, quick: bool, memory: str | None) -> None:
    """Add the table of growing graphs and the exponents fitted to it."""
    families: dict[str, Callable[[float], Graph]] = {
        "grid": lambda m: grid(round(np.sqrt(m / 2))),
        "neighbours": lambda m: cloud(round(m / EDGES_PER_POINT), memory),
    }
    document.say("\n## Growth\n")
    document.say(WHAT)
    document.table(TABLE)
    fits = []
    for name, make in families.items():
        points: list[Point] = []
        for m in SIZES:
            if not quick or m <= QUICK:
                points += row(document, name, largest_component(make(m))[0], limit)
        fits += fit(name, points)
    document.say()
    for line in fits or ["Nothing to fit."]:
        document.say(line)


def row(document: Document, name: str, W: Graph, limit: float) -> list[Point]:
    """Measure one graph and add its row. Returns its point, or nothing if a measurement did not finish."""
    m = W.nnz // 2
    outcomes = [measure(W, f"bench.solvers:{solver}", SEED, limit) for solver in SOLVERS]
    for outcome in outcomes:
        if outcome.note:
            document.row(name, W.shape[0], m, outcome.note, *[NONE] * 4)
            return []
    whole, few, many, narrow = outcomes
    step = (many.seconds - few.seconds) / max(many.steps - few.steps, 1)
    document.row(
        name,
        W.shape[0],
        m,
        f"{whole.value:.6g}",
        f"{whole.seconds:.2f}",
        f"{whole.memory / W.nnz:.1f}",
        f"{narrow.memory / W.nnz:.1f}",
        f"{1e9 * step / m:.2f}",
    )
    return [(m, whole.seconds, step)]


def fit(name: str, points: Sequence[Point]) -> list[str]:
    """Return a line with the exponents b of seconds ≈ a·edges^b, of the cut and of an inner step."""
    if len(points) < 2:
        return []
    edges, *times = np.log(np.maximum(points, 1e-9)).T
    whole, step = (np.polyfit(edges, time, 1)[0] for time in times)
    return [f"- {name}: seconds grow as edges^{whole:.2f}, seconds for each inner step as edges^{step:.2f}."]

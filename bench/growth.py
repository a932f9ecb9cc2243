"""How seconds and memory of a cut grow with the graph."""

from __future__ import annotations

import numpy as np

from .graphs import cloud, grid, largest_component
from .isolate import measure
from .solvers import SEED

SIZES = (1e4, 1e5, 1e6, 1e7)  # edges, about
QUICK = 1e5
EDGES_A_POINT = 6.5  # of the neighbours of a cloud, about


def growth(document, limit, quick, memory):
    """Say the table of growing graphs and the exponents fitted to it."""
    families = {
        "grid": lambda m: grid(round(np.sqrt(m / 2))),
        "neighbours": lambda m: cloud(round(m / EDGES_A_POINT), memory),
    }
    document.say("\n## Growth\n")
    document.say(
        "`balanced_cut` of square grids, and of the neighbours of Gaussian points in R¹⁰ with standard deviations "
        "1, ½, ¼, … Bytes are those of the peak beyond the input, for each half-edge stored (an edge is two): of the cut, and of "
        "the flow from one random start in float32. Time for an inner step is that by which 200 of them or more, enough for some "
        "tenths of a second, in float64 and with the test of Algorithm 1 after each, take longer than 20, over their number."
    )
    document.table(["graph", "n", "m", "C", "seconds", "bytes a half-edge", "bytes, flow in float32", "ns an edge and inner step"])
    fits = []
    for name, make in families.items():
        points = []
        for m in SIZES:
            if not quick or m <= QUICK:
                points += row(document, name, largest_component(make(m))[0], limit)
        fits += fit(name, points)
    document.say()
    for line in fits or ["Nothing to fit."]:
        document.say(line)


def row(document, name, W, limit):
    """Measure one graph, and say it. Returns [(edges, seconds, seconds a step)], or [] where it did not finish."""
    m = W.nnz // 2
    solvers = ("tvcut", "few_steps", "many_steps", "few_steps_float32")
    whole, few, many, narrow = (measure(W, f"bench.solvers:{solver}", SEED, limit) for solver in solvers)
    for o in (whole, few, many, narrow):
        if o.note:
            document.row(name, W.shape[0], m, o.note, "–", "–", "–", "–")
            return []
    step = (many.seconds - few.seconds) / max(many.steps - few.steps, 1)
    document.row(name, W.shape[0], m, f"{whole.value:.6g}", f"{whole.seconds:.2f}", f"{whole.memory / W.nnz:.1f}",
                 f"{narrow.memory / W.nnz:.1f}", f"{1e9 * step / m:.2f}")  # fmt: skip
    return [(m, whole.seconds, step)]


def fit(name, points):
    """Return a line with the exponents b of seconds ≈ a·edges^b, in all and for each inner step."""
    if len(points) < 2:
        return []
    edges, *times = np.log(np.maximum(points, 1e-9)).T
    whole, step = (np.polyfit(edges, time, 1)[0] for time in times)
    return [f"- {name}: seconds grow as edges^{whole:.2f}, seconds for each inner step as edges^{step:.2f}."]

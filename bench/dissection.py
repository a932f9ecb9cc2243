"""Compare vertex_separator and nested_dissection with METIS: size, fill, operations and seconds.

python -m bench.dissection [--quick] [--only NAME …] [--runs N] [--output docs/separators.md]
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from tvcut import nested_dissection, vertex_separator

from . import metis_nodes as metis
from .clock import WHAT_SECONDS, timed
from .command import CommandLine
from .document import Document
from .families import generated
from .fill import fill_of
from .graphs import Graph, choose, grid, grid_3d, networks

RUNS = 3
SMALL = ("3elt", "minnesota", "power", "grid 30", "bricks 8³, 3 rows a node")
FILES = (
    *("3elt", "4elt", "crack", "cti", "wing_nodal", "bcsstk33", "minnesota", "power", "road-berlin-center"),
    *("add20", "PGPgiantcompo", "Delaunay 2^14", "Delaunay 2^16", "grid 300"),
)
MADE = ("grid 30³", "nine-point 160²", "tetrahedra 10000", "plate 20000", "roads 20000")
WHAT = f"""\
Both find the same things: `vertex_separator` and METIS_ComputeVertexSeparator a separator of which no side has more \
than 1.2 times half of the vertices, `nested_dissection` and METIS_NodeND an order of the rows of a symmetric matrix. \
METIS has its default options. Every figure is the mean of {{runs}} seeds; those in parentheses are the lowest and \
the highest. {WHAT_SECONDS}"""
FILL = """
## Orders

Entries are those of the Cholesky factor, with its diagonal, and operations the sum of the squares of the entries of \
each column. Both are counted in the elimination tree of the permuted matrix (bench/fill.py). The columns of tvcut are \
relative to the mean of METIS."""
SIZE = """
## Separators

Size is the number of vertices of the separator, and imbalance the larger side divided by half of all vertices, less \
1."""
GRAPHS = """\
Graphs: files in METIS format; Delaunay triangulations of 2^14 and 2^16 random points and a square grid; a cubic grid, \
a grid with diagonals, a triangulation of points in space, a mesh of a plate with holes and a drawn network of roads, \
as in front.md; bcsstk33, a matrix of structural engineering; add20, a circuit; PGPgiantcompo, a social network; and \
meshes of bricks and of a shell with 3 and 6 rows for each node, as in problems of vibration."""


def bricks(sides: tuple[int, ...], rows: int) -> Graph:
    """Return the graph of a mesh of boxes, whose nodes are joined to all nodes of their boxes, with rows for a node."""
    A = sp.csr_array(np.ones((rows, rows)))
    for side in sides:
        line = sp.diags_array([np.ones(side)] * 3, offsets=[-1, 0, 1], shape=(side, side))
        A = sp.csr_array(sp.kron(line, A, format="csr"))
    W = sp.csr_array(A - sp.eye_array(A.shape[0]))
    W.eliminate_zeros()
    return W


def all_graphs(quick: bool = False, only: Collection[str] | None = None) -> dict[str, Callable[[], Graph]]:
    """Return {name: function that makes W}. A quick run has the smallest ones."""
    made = networks(only=FILES) | generated(only=MADE)
    made |= {"grid 30": partial(grid, 30), "grid 100": partial(grid, 100), "grid 20³": partial(grid_3d, 20)}
    made |= {"bricks 8³, 3 rows a node": partial(bricks, (8, 8, 8), 3)}
    made |= {"bricks 12³, 3 rows a node": partial(bricks, (12, 12, 12), 3)}
    made |= {"shell 60², 6 rows a node": partial(bricks, (60, 60), 6)}
    return choose({name: make for name, make in made.items() if not quick or name in SMALL}, False, only)


class Order(NamedTuple):
    """The fill of one order."""

    entries: float
    operations: float
    seconds: float


class Side(NamedTuple):
    """The figures of one separator."""

    size: float
    imbalance: float
    seconds: float


def order(find: Callable[[], np.ndarray], W: Graph) -> Order:
    """Return the figures of the order that a function finds."""
    found, seconds = timed(find)
    return Order(*map(float, fill_of(W, found)), seconds)


def separator(find: Callable[[], np.ndarray], W: Graph) -> Side:
    """Return the figures of the separator that a function finds, which is checked."""
    found, seconds = timed(find)
    edges = sp.coo_array(W)
    if np.any((found[edges.row] == 0) & (found[edges.col] == 1)):
        raise ValueError("an edge joins the sides")
    first, second, size = np.bincount(found, minlength=3)
    return Side(float(size), 2 * max(first, second) / len(found) - 1, seconds)


def spread(values: np.ndarray, digits: int) -> str:
    """Return the mean, and the lowest and the highest value."""
    return f"{values.mean():.{digits}f} ({values.min():.{digits}f} to {values.max():.{digits}f})"


class Dissection(Document):
    """The tables of graphs for both functions."""

    def __init__(self, graphs: dict[str, Callable[[], Graph]], runs: int, output: str | Path | None = None) -> None:
        super().__init__(output)
        self.graphs, self.runs = {name: make() for name, make in graphs.items()}, runs

    def run(self, command: str) -> None:
        """Make both tables and save the document."""
        self.say("# Separators and elimination orders beside METIS\n")
        self.say(f"{self.made_by(command)} METIS is that of {metis.DISTRIBUTION} {version(metis.DISTRIBUTION)}.\n")
        self.say(f"{WHAT.format(runs=self.runs)}\n\n{GRAPHS}")
        self.orders()
        self.separators()
        self.save()

    def orders(self) -> None:
        """Make the table of orders."""
        self.say(FILL)
        self.table(("graph", "rows", "METIS, 10⁶ entries", "entries", "operations", "METIS, s", "tvcut, s"))
        totals = []
        for name, W in self.graphs.items():
            theirs = np.array([order(partial(metis.nested_dissection, W, 1 + run), W) for run in range(self.runs)])
            ours = np.array([order(partial(nested_dissection, W, random_state=run), W) for run in range(self.runs)])
            mean = theirs.mean(axis=0)
            fill, operations = (spread(ours[:, k] / mean[k], 3) for k in (0, 1))
            totals.append(ours.mean(axis=0) / mean)
            seconds = f"{mean[2]:.2f}", f"{ours[:, 2].mean():.2f}"
            self.row(name, W.shape[0], f"{mean[0] / 1e6:.3f}", fill, operations, *seconds)
        entries, operations, seconds = np.array(totals).T
        self.say(
            f"\nThe geometric mean of the entries is {np.exp(np.log(entries).mean()):.3f} of those of METIS, and that "
            f"of the operations {np.exp(np.log(operations).mean()):.3f}. The mean of {np.sum(entries <= 1)} of "
            f"{len(entries)} graphs is at most that of METIS, and the largest is {entries.max():.3f}. The time is "
            f"{np.exp(np.log(seconds).mean()):.0f} times that of METIS."
        )

    def separators(self) -> None:
        """Make the table of separators."""
        self.say(SIZE)
        self.table(("graph", "METIS", "imbalance", "tvcut", "imbalance", "METIS, s", "tvcut, s"))
        ratios = []
        for name, W in self.graphs.items():
            theirs = np.array([separator(partial(metis.vertex_separator, W, 1 + run), W) for run in range(self.runs)])
            ours = np.array([separator(partial(vertex_separator, W, random_state=run), W) for run in range(self.runs)])
            ratios.append(ours[:, 0].mean() / theirs[:, 0].mean())
            found = [f for x in (theirs, ours) for f in (spread(x[:, 0], 0), f"{x[:, 1].mean():.2f}")]
            self.row(name, *found, f"{theirs[:, 2].mean():.3f}", f"{ours[:, 2].mean():.2f}")
        self.say(
            f"\nThe mean size is at most that of METIS on {np.sum(np.array(ratios) <= 1)} of {len(ratios)} graphs, in "
            f"the geometric mean {np.exp(np.log(ratios).mean()):.3f} of it, and at most {max(ratios):.3f}."
        )


def main() -> None:
    """Run the comparison that the command line asks for."""
    line = CommandLine("bench.dissection", __doc__, all_graphs(), cache=False)
    line.add_argument("--runs", type=int, metavar="N", default=RUNS, help=f"seeds of each figure (default {RUNS})")
    line.add_argument("--quick", action="store_true", help="only small graphs")
    chosen = line.parse()
    Dissection(all_graphs(chosen.quick, chosen.only), chosen.runs, chosen.output).run(chosen.command)


if __name__ == "__main__":
    main()

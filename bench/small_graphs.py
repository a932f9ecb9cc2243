"""C of two parts of 200 graphs of 300 to 4,000 vertices, by the default and by 64 starts.

python -m bench.small_graphs [--runs N] [--quick] [--only NAME ...] [--output docs/small_graphs.md]
"""

from __future__ import annotations

import itertools
import time
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import scipy.sparse as sp

import tvcut

from . import small_lattices as lattices
from . import small_networks as networks
from . import small_points as points
from .command import CommandLine
from .document import Document
from .graphs import Graph, largest_component

Family = Callable[[np.random.Generator, int], Graph]
DEVELOPED_ON: tuple[Family, ...] = (
    points.moons,
    points.blobs,
    points.unequal,
    points.pictures,
    points.cube,
    points.roll,
    points.circles,
    points.triangulation,
    points.tetrahedra,
    points.disc_graph,
    points.holes,
    lattices.rectangle,
    lattices.bricks,
    lattices.torus,
    networks.roads,
    networks.two_blocks,
    networks.blocks,
    networks.communities,
    networks.small_world,
    networks.attachment,
    networks.skewed,
    networks.regular,
    networks.cliques,
    networks.groups,
    networks.surface,
)
SET_ASIDE: tuple[Family, ...] = (
    points.moons,
    points.spirals,
    points.sphere,
    points.walks,
    points.tables,
    points.graded,
    points.gabriel,
    points.cells,
    points.distances,
    points.hyperbolic,
    lattices.triangles,
    lattices.honeycomb,
    lattices.percolation,
    lattices.picture,
    lattices.streets,
    networks.nested,
    networks.corrected,
    lattices.long_ranges,
    networks.clustered,
    networks.recursive,
    networks.duplication,
    networks.tree,
    networks.packing,
    points.blobs,
    points.triangulation,
)
MEMBERS = 4  # graphs of each family
LEAST, MOST = 300, 4000  # vertices
ABOVE = 1.0005  # C relative to that of 64 starts from which a cut counts as higher
WHAT = """\
The lowest value (`min_share=0`) of two parts by the default, relative to that of `n_starts=64`, on {members} graphs \
of each family; "higher" is the number of results that are higher by more than .05 %, of {results} of each family. \
Seconds are the sum of a family. The first families were used to develop the search of small graphs, the others were \
set aside."""


def make(half: int, family: Family, number: int, scale: int = 1) -> Graph:
    """Return one graph of a family: its largest component, with weights 1 or weights that are drawn.

    It has LEAST to MOST vertices, times `scale`.
    """
    for attempt in itertools.count():
        rng = np.random.default_rng([half, zlib.crc32(family.__name__.encode()), number, attempt])
        n = scale * round(LEAST * (MOST / LEAST) ** ((number + rng.random()) / MEMBERS))
        W, _ = largest_component(family(rng, n))
        if np.all(W.data == 1) and rng.random() < 0.4:
            upper = sp.triu(W, 1)
            upper.data = np.exp(rng.normal(0, rng.uniform(0.3, 1), upper.nnz))
            W = sp.csr_array(upper + upper.T)
            W.sort_indices()
        if scale * LEAST <= W.shape[0] <= scale * MOST:
            return W
    raise AssertionError("count() has no end")


class SmallGraphs(Document):
    """The table of families."""

    def __init__(self, runs: int, only: Sequence[str] | None, output: str | Path | None = None) -> None:
        super().__init__(output)
        self.runs, self.only = runs, only

    def run(self, command: str) -> None:
        """Cut all graphs, make the table and save the document."""
        self.say("# Small graphs")
        self.say(f"\n{self.made_by(command)} {WHAT.format(members=MEMBERS, results=MEMBERS * self.runs)}")
        self.table(["family", "mean", "highest", "higher", "s, default", "s, 64 starts"])
        for half, (title, families) in enumerate((("developed on", DEVELOPED_ON), ("set aside", SET_ASIDE))):
            chosen = [f for f in families if not self.only or f.__name__ in self.only]
            rows = [self.measure(half, f) for f in chosen]
            for family, (ratios, seconds) in zip(chosen, rows, strict=True):
                self.add(family.__name__, ratios, seconds)
            if rows:
                self.add(f"**{title}**", np.concatenate([r for r, _ in rows]), np.sum([s for _, s in rows], axis=0))
        self.save()

    def measure(self, half: int, family: Family) -> tuple[np.ndarray, np.ndarray]:
        """Return C relative to that of 64 starts for all graphs and seeds, and the seconds of both."""
        ratios, seconds = [], np.zeros(2)
        for number, seed in itertools.product(range(MEMBERS), range(self.runs)):
            W, values = make(half, family, number), []
            for at, starts in enumerate(("auto", 64)):
                begin = time.perf_counter()
                values.append(tvcut.balanced_cut(W, n_starts=starts, min_share=0, random_state=seed).value)
                seconds[at] += time.perf_counter() - begin
            ratios.append(values[0] / values[1])
        return np.array(ratios), seconds

    def add(self, name: str, ratios: np.ndarray, seconds: np.ndarray) -> None:
        """Add a row."""
        higher = np.count_nonzero(ratios > ABOVE)
        self.row(name, f"{ratios.mean():.4f}", f"{ratios.max():.4f}", higher, *(f"{s:.2f}" for s in seconds))


def main() -> None:
    """Run the measurement that the command line asks for."""
    names = sorted({f.__name__ for f in DEVELOPED_ON + SET_ASIDE})
    line = CommandLine("bench.small_graphs", __doc__, names, cache=False)
    line.add_runs(2)
    chosen = line.parse()
    SmallGraphs(chosen.runs, chosen.only, chosen.output).run(chosen.command)


if __name__ == "__main__":
    main()

"""Clusters of unequal size and communities of uneven size, beside the clusterings of other libraries.

python -m bench.unequal [--draws N] [--quick] [--output docs/unequal.md]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from sklearn.metrics import adjusted_rand_score

from . import uneven
from .blobs import CHOSEN_ON, SET_ASIDE, draw, rows
from .classifiers import OURS, PEERS, Method, method
from .command import CommandLine
from .comparison import Comparison
from .document import NONE
from .labelled import Labelled

DRAWS = 25  # of each family
MOST_NETWORKS = 10  # of each family
NAMES = ("METIS", "spectral, QR", "spectral, k-means", "Leiden")  # of the peers in bench.classifiers
BOUNDED = tuple(
    method(f"{share}", "tvcut", "tvcut", f"`min_share={share}`", min_share=share) for share in (0.03, 0.1, 0.5)
)
METHODS = (*OURS, *BOUNDED)
RIVALS = (
    *(peer for peer in PEERS if peer.name in NAMES),
    method("Ward", "ward", "scikit-learn", "`AgglomerativeClustering` on the points", points=True),
)
WHAT = """\
Adjusted Rand index × 100 with the true clusters; k is their number, known to all methods. Graphs of points are \
`knn_graph(X)`. Points without a class are part of the graph and are not scored."""
DRAWN = """
## Draws of unequal clusters

{draws} draws of each of {families} families: 2 to 8 clusters, or 12 to 40 ("many"), of 1 : 1 to 1 : 30 points in 2 \
to 10 dimensions, whose centres are 6 to 10 standard deviations apart, and 0 to 5 % of outliers. A cell is a mean. The \
rule of `min_share="auto"` was chosen on the first families; the last ones were set aside until it was complete."""

NETWORKS = """
## Communities of uneven size

{draws} draws of each family of networks, whose communities are joined by many edges: LFR graphs, in which a vertex \
has the share μ of its edges, and more as networkx makes them, outside its community; random graphs with blocks, in \
which a : b are the mean numbers of edges of a vertex within and across blocks; and the same with skewed degrees. A \
cell is a mean. The rule of `cut.choice` "communities" was chosen on the first families; the last ones were set aside \
until it was complete."""


class Unequal(Comparison):
    """The tables of sets × methods."""

    def __init__(
        self,
        draws: int = DRAWS,
        output: str | Path | None = None,
        ours: Sequence[Method] = METHODS,
        peers: Sequence[Method] = RIVALS,
    ) -> None:
        super().__init__(output, ours, peers)
        self.draws = draws

    def run(self, command: str) -> None:
        """Run all methods on all sets, make the tables and save the document."""
        self.say("# Clusters of unequal size")
        self.say(f"\n{self.made_by(command)} {WHAT}\n\nThe methods:\n")
        self.list_solvers()
        self.list_rows()
        self.say(DRAWN.format(draws=self.draws, families=len(CHOSEN_ON) + len(SET_ASIDE)))
        self.table(["family", *(m.name for m in self.solvers), "choices"])
        for title, families in (("chosen on", CHOSEN_ON), ("set aside", SET_ASIDE)):
            self.list_families(title, {name: partial(draw, name) for name in families}, self.draws)
        draws = min(self.draws, MOST_NETWORKS)
        self.say(NETWORKS.format(draws=draws))
        self.table(["family", *(m.name for m in self.solvers), "choices"])
        for title, networks in (("chosen on", uneven.CHOSEN_ON), ("set aside", uneven.SET_ASIDE)):
            self.list_families(title, networks, draws)
        self.list_notes()
        self.save()

    def list_rows(self) -> None:
        """Add the table of single sets."""
        self.say("\n## Single sets")
        self.table(["data", *(m.name for m in self.solvers), "choice of tvcut, gap"])
        for name, make in rows().items():
            print(name, file=sys.stderr)
            data = make(0)
            self.row(name, *map(cell, self.scores(data)), choice(data))

    def list_families(self, title: str, families: Mapping[str, Callable[[int], Labelled]], draws: int) -> None:
        """Add the rows of some families and their mean."""
        means = []
        for family, make in families.items():
            print(family, file=sys.stderr)
            data = [make(seed) for seed in range(draws)]
            means.append(np.mean([self.scores(d) for d in data], axis=0))
            words = [choice(d).split(",")[0] for d in data]
            counts = ", ".join(f"{words.count(word)} {word}" for word in sorted(set(words)))
            self.row(family, *map(cell, means[-1]), counts)
        self.row(f"**mean, {title}**", *map(cell, np.mean(means, axis=0)), "")

    def scores(self, data: Labelled) -> list[float]:
        """Return the score of each method on one set, NaN where it has none."""
        scores = []
        for solver in self.solvers:
            try:
                found = np.asarray(solver.labels(data, 0)) if solver.takes(data) else None
            except Exception as error:  # of any library; the table goes on without it
                self.notes.append(f"{solver.name}: {error}")
                found = None
            scores.append(np.nan if found is None else 100 * adjusted_rand_score(data.y[data.known], found[data.known]))
        return scores


def cell(score: float) -> str:
    return NONE if np.isnan(score) else f"{score:.1f}"


def choice(data: Labelled) -> str:
    """Return what the default chose, and the gap."""
    from tvcut import balanced_cut

    cut = balanced_cut(data.W, data.k)
    return f"{cut.choice}, {cut.evidence.gap:.3g}"


def main() -> None:
    """Run the comparison that the command line asks for."""
    line = CommandLine("bench.unequal", __doc__, (), cache=False)
    line.add_argument("--draws", type=int, metavar="N", default=DRAWS, help=f"draws of each family (default {DRAWS})")
    line.add_argument("--quick", action="store_const", const=1, dest="draws", help="one draw of each family")
    chosen = line.parse()
    Unequal(chosen.draws, chosen.output).run(chosen.command)


if __name__ == "__main__":
    main()

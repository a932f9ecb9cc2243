"""How well clusters are found when their number is not known, beside other libraries.

python -m bench.counts [--only NAME …] [--cache FOLDER] [--quick] [--output docs/counts.md]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike
from sklearn.metrics import adjusted_mutual_info_score

from tvcut import balanced_cut, knn_graph

from . import blobs, communities, uneven
from .classifiers import Method, hdbscan
from .clock import WHAT_SECONDS, timed
from .command import CommandLine
from .comparison import Comparison
from .document import NONE
from .labelled import Labelled, sets

LEFT_OUT = ("MNIST", "musae-facebook")  # for their size, unless --only names them
DRAWS = 3  # of each family of points and networks
POINTS = 1000  # of a set without clusters
WHAT = """\
The adjusted mutual information × 100 of the parts that each method finds and the known classes, where no method is \
told their number; below it the numbers of parts, and processor seconds. The sets are those of \
[Clusters](clusters.md), {draws} draws of each family of [Clusters of unequal size](unequal.md), whose cells are \
means, and {draws} draws of graphs without clusters, for which the number of parts of each draw is given. Points of \
unknown class are part of the graph and are not scored. The rule of `n_clusters="auto"` was chosen on the sets of \
[Clusters](clusters.md) and twelve other tables; the families were first looked at when it was complete, but for the \
weight of light clusters. {seconds}"""

Make = Callable[[int], Labelled]


def counted(data: Labelled, seed: int, **options: Any) -> ArrayLike:
    return balanced_cut(data.W, "auto", random_state=seed, **options).labels


def leiden(data: Labelled, seed: int) -> ArrayLike:
    import leidenalg

    graph, weights = communities.as_igraph(data.W)
    return leidenalg.find_partition(graph, leidenalg.ModularityVertexPartition, weights=weights, seed=seed).membership


def of_igraph(data: Labelled, seed: int, method: str, **options: Any) -> ArrayLike:
    """Return the communities of a method of igraph, which takes the seed from Python's generator."""
    import random

    import igraph

    graph, weights = communities.as_igraph(data.W)
    igraph.set_random_number_generator(random.Random(seed))
    return getattr(graph, method)(**{name: weights for name in options.pop("weights")}, **options).membership


def column(name: str, function: Callable[..., ArrayLike], distribution: str, how: str, **options: Any) -> Method:
    points = options.pop("points", False)
    return Method(name, f"{function.__module__}:{function.__name__}", distribution, how, options, points)


OURS = (
    column("tvcut", counted, "tvcut", '`balanced_cut(W, "auto")`'),
    column("tvcut, fast", counted, "tvcut", '`balanced_cut(W, "auto", effort="fast")`', effort="fast"),
)
PEERS = (
    column("Leiden", leiden, "leidenalg", "`ModularityVertexPartition`"),
    column(
        "Louvain", of_igraph, "igraph", "`community_multilevel`", method="community_multilevel", weights=["weights"]
    ),
    column("Infomap", of_igraph, "igraph", "`community_infomap`", method="community_infomap", weights=["edge_weights"]),
    column("HDBSCAN", hdbscan, "scikit-learn", "`min_cluster_size=15`, on the points", points=True),
)


def without_clusters(make: Callable[[np.random.Generator], np.ndarray], seed: int) -> Labelled:
    X = make(np.random.default_rng(seed))
    return Labelled(knn_graph(X), np.zeros(len(X), int), X)


def random_graph(seed: int) -> Labelled:
    """Return a random graph in which a vertex has ten edges in the mean."""
    rng = np.random.default_rng(seed)
    i, j = rng.integers(POINTS, size=(2, 5 * POINTS))
    A = sp.csr_array((np.ones(np.sum(i != j)), (i[i != j], j[i != j])), shape=(POINTS, POINTS))
    W = sp.csr_array(A + A.T)
    return Labelled(W, np.zeros(POINTS, int), None)


FAMILIES: dict[str, Make] = {
    **{name: partial(blobs.draw, name) for name in (*blobs.CHOSEN_ON, *blobs.SET_ASIDE)},
    **uneven.CHOSEN_ON,
    **uneven.SET_ASIDE,
}
WITHOUT: dict[str, Make] = {
    **{
        f"{name}, {d} dimensions": partial(without_clusters, partial(make, d))
        for d in (2, 3, 5, 10)
        for name, make in {
            "uniform": lambda d, rng: rng.random((POINTS, d)),
            "normal": lambda d, rng: rng.normal(size=(POINTS, d)),
        }.items()
    },
    "random graph": random_graph,
}


class Counts(Comparison):
    """The tables of sets × methods."""

    def __init__(
        self,
        output: str | Path | None = None,
        memory: str | None = None,
        made: Mapping[str, Callable[..., Labelled]] | None = None,
        draws: int = DRAWS,
        ours: Sequence[Method] = OURS,
        peers: Sequence[Method] = PEERS,
    ) -> None:
        super().__init__(output, ours, peers)
        self.memory, self.draws = memory, draws
        self.made = {name: make for name, make in sets().items() if name not in LEFT_OUT} if made is None else made
        self.found: dict[str, tuple[float, np.ndarray]] = {}  # classes; scores, numbers of parts and seconds

    def run(self, command: str) -> None:
        """Run all methods on all sets, make the tables and save the document."""
        self.say("# The number of clusters")
        self.say(f"\n{self.made_by(command)} {WHAT.format(draws=self.draws, seconds=WHAT_SECONDS)}\n\nThe methods:\n")
        self.list_solvers()
        for name, make in self.made.items():
            self.measure(name, [make("gaussian", self.memory)])
        for name, family in FAMILIES.items():
            self.measure(name, [family(seed) for seed in range(self.draws)])
        groups = {"sets": self.made, "families": FAMILIES}
        self.list_table("Adjusted mutual information × 100", 0, 1, groups)
        self.list_table("Number of parts", 1, 1, groups)
        self.list_table("Processor seconds", 2, 2, groups)
        self.list_without()
        self.list_notes()
        self.save()

    def measure(self, name: str, draws: list[Labelled]) -> None:
        """Run all methods on the draws of a set, and keep the means."""
        print(name, file=sys.stderr)
        figures = [[self.figures(solver, data, seed) for solver in self.solvers] for seed, data in enumerate(draws)]
        self.found[name] = float(np.mean([data.k for data in draws])), np.mean(figures, axis=0)

    def figures(self, solver: Method, data: Labelled, seed: int) -> tuple[float, int, float]:
        """Return the score of a method, its number of parts and seconds; NaN where it has none."""
        if not solver.takes(data):
            return np.nan, np.nan, np.nan
        found, seconds = timed(lambda: np.asarray(solver.labels(data, seed)))
        score = 100 * adjusted_mutual_info_score(data.y[data.known], found[data.known])
        return score, len(np.unique(found)), seconds

    def list_table(self, title: str, at: int, digits: int, groups: Mapping[str, Collection[str]]) -> None:
        """Add the table of one of the figures, with the means of groups of rows."""
        self.say(f"\n## {title}")
        self.table(["data", "classes", *(solver.name for solver in self.solvers)])
        for name, (k, figures) in self.found.items():
            self.row(name, f"{k:g}" if k == round(k) else f"{k:.1f}", *(cell(x, digits) for x in figures[:, at]))
        for group, names in groups.items():
            means = np.mean([self.found[name][1][:, at] for name in names], axis=0)
            self.row(f"**mean of the {group}**", "", *(cell(x, digits) for x in means))

    def list_without(self) -> None:
        """Add the table of graphs without clusters."""
        self.say("\n## Numbers of parts of graphs without clusters")
        self.table(["data", *(solver.name for solver in self.solvers)])
        for name, family in WITHOUT.items():
            print(name, file=sys.stderr)
            draws = [family(seed) for seed in range(self.draws)]
            cells = []
            for solver in self.solvers:
                counts = [self.figures(solver, data, seed)[1] for seed, data in enumerate(draws)]
                cells.append(NONE if np.isnan(counts).any() else ", ".join(map(str, counts)))
            self.row(name, *cells)


def cell(figure: float, digits: int) -> str:
    return NONE if np.isnan(figure) else f"{figure:.{digits}f}"


def main() -> None:
    """Run the comparison that the command line asks for."""
    line = CommandLine("bench.counts", __doc__, sets())
    line.add_argument(
        "--quick", action="store_const", const=1, default=DRAWS, dest="draws", help="one draw of each family"
    )
    chosen = line.parse()
    made = None if chosen.only is None else sets(chosen.only)
    Counts(chosen.output, chosen.cache, made, chosen.draws).run(chosen.command)


if __name__ == "__main__":
    main()

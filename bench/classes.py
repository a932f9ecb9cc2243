"""How well clusters agree with known classes, on labelled graphs and points, beside other libraries.

python -m bench.classes [--runs N] [--quick] [--only NAME …] [--cache FOLDER] [--output docs/clusters.md]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

from .classifiers import MOST_COORDINATES, MOST_EIGENVECTORS, OURS, PEERS, Method
from .clock import WHAT_SECONDS, timed
from .command import CommandLine
from .comparison import Comparison
from .document import NONE
from .labelled import Labelled, Make, sets
from .scores import majority_error, matching_error
from .ways import WAYS

Found: TypeAlias = dict[tuple[str, str], dict[str, float]]  # (set, method) → {score: mean}

RUNS = 3  # seeds of each method
NEAR = 5  # points of a percentage that count as about equal
MOST_VERTICES = 30_000  # of a set on which the ways to choose the parts are compared


@dataclass(frozen=True)
class Score:
    """The scores of one partition: percentages, but processor seconds for the last."""

    matched: float
    purity: float
    ari: float
    nmi: float
    smallest: float
    largest: float
    seconds: float


SCORES = {
    "matched": "Vertices in the right part under the best one-to-one matching of parts and classes, %",
    "purity": "Purity: vertices in the majority class of their part, %",
    "ari": "Adjusted Rand index × 100",
    "nmi": "Normalized mutual information × 100",
    "smallest": "Smallest part, % of n/k",
    "largest": "Largest part, % of n/k",
    "seconds": "Processor seconds",
}
WHAT = """\
k is the number of classes. Every figure is the mean over {runs} seed(s). The last rows are means over the sets on \
which all of these methods have a figure, with and without the methods that take points. Graphs of points: \
`knn_graph(X, 10)`, where points of more than 100 columns are projected to 50 principal components; seconds do not \
include it. {seconds} Methods that take points are left out on networks and on sets of more than {most:,} \
coordinates, and spectral clustering on graphs of more than {eigen:,} vertices. Vertices of unknown class are part of \
the graph and are not scored."""

WAYS_TRIED = """
## Ways to choose the parts

What the default could be, by options of `balanced_cut` and of its input, on sets of at most {most:,} vertices:
"""

PUBLISHED = """
## Published figures

Purity in per cent, for the same classes but graphs of the authors' own: X. Bresson, H. Hu, T. Laurent, A. Szlam and \
J. von Brecht, "An incremental reseeding strategy for clustering", arXiv:1406.3837, Tables 1 and 2, and T. Laurent, \
J. von Brecht, X. Bresson and A. Szlam, "The Product Cut", NIPS 2016, Table 1.

| data | Product Cut | INCRES | METIS | Graclus |
|---|---|---|---|---|
| MNIST | 97 | 96.5 | 86.0 | 96.9 |
| USPS | 89 | 87.4 | 75.1 | 86.9 |
| optdigits | 98 | 97.2 | 83.0 | 94.2 |"""


def score(data: Labelled, labels: ArrayLike, seconds: float) -> Score:
    """Return the scores of a partition on the vertices with a known class."""
    labels = np.unique(np.asarray(labels), return_inverse=True)[1]
    y, found = data.y[data.known], labels[data.known]
    size = np.bincount(labels) * data.k / len(labels)
    return Score(
        matched=100 - matching_error(y, found),
        purity=100 - majority_error(y, found),
        ari=100 * adjusted_rand_score(y, found),
        nmi=100 * normalized_mutual_info_score(y, found),
        smallest=100 * size.min(),
        largest=100 * size.max(),
        seconds=seconds,
    )


class Classes(Comparison):
    """The tables of data sets × methods, with ``n_runs`` seeds of each."""

    def __init__(
        self,
        n_runs: int = RUNS,
        output: str | Path | None = None,
        memory: str | None = None,
        made: dict[str, Make] | None = None,
        ours: Sequence[Method] = OURS,
        peers: Sequence[Method] = PEERS,
        ways: Sequence[Method] = WAYS,
    ) -> None:
        super().__init__(output, ours, peers)
        self.ways = ways
        self.n_runs, self.memory = n_runs, memory
        self.made = sets() if made is None else made
        self.found: Found = {}
        self.tried: Found = {}  # of the ways to choose the parts

    def run(self, command: str) -> None:
        """Run all methods on all sets, make the tables and save the document."""
        self.say("# Clusters and known classes")
        self.say(f"\n{self.made_by(command)} {self.what()}\n\nThe methods:\n")
        self.list_solvers()
        for name, make in self.made.items():
            print(name, file=sys.stderr)  # the tables come after all runs
            data = make("gaussian", self.memory)
            self.compare(name, data, self.solvers, self.n_runs, self.found)
            self.try_ways(name, data, make)
        for figure, title in SCORES.items():
            self.figures(figure, title, self.solvers, self.found)
        self.beside_best()
        self.list_ways()
        self.say(PUBLISHED)
        self.list_notes()
        self.save()

    def what(self) -> str:
        """Return what the tables show."""
        return WHAT.format(runs=self.n_runs, seconds=WHAT_SECONDS, most=MOST_COORDINATES, eigen=MOST_EIGENVECTORS)

    def beside_best(self) -> None:
        """Say how the default compares with the best of the peers that take graphs on each set."""
        ours, peers = OURS[0].name, [m.name for m in self.solvers if m not in OURS and not m.points]
        matched = {key: scores["matched"] for key, scores in self.found.items()}
        pairs = [
            (matched[name, ours], max(matched[name, peer] for peer in peers if (name, peer) in matched))
            for name in self.made
            if (name, ours) in matched and any((name, peer) in matched for peer in peers)
        ]
        if not pairs:
            return
        near, ratio = sum(x >= best - NEAR for x, best in pairs), min(x / best for x, best in pairs)
        self.say(
            f"\nOf the vertices in the right part, {ours} has at most {NEAR} points less than the best peer that takes "
            f"graphs on {near} of {len(pairs)} sets, and at least {100 * ratio:.0f} % of what that peer has on all."
        )

    def try_ways(self, name: str, data: Labelled, make: Make) -> None:
        """Compare ways to choose the parts on one set, for one seed, unless the set is too large for that."""
        if data.W.shape[0] > MOST_VERTICES:
            return
        for weights in dict.fromkeys(way.weights for way in self.ways):
            chosen = [way for way in self.ways if way.weights == weights]
            graph = data if weights == "gaussian" else make(weights, self.memory)
            self.compare(name, graph, chosen, 1, self.tried)

    def list_ways(self) -> None:
        """Add the ways to choose the parts and their table."""
        self.say(WAYS_TRIED.format(most=MOST_VERTICES))
        for way in self.ways:
            self.say(f"- {way.name}: {way.how}.")
        self.figures("matched", SCORES["matched"] + ", one seed", self.ways, self.tried)

    def compare(self, name: str, data: Labelled, methods: Sequence[Method], n_runs: int, found: Found) -> None:
        """Run methods on one set and add their scores to ``found``."""
        for method in methods:
            if not method.takes(data):
                continue
            try:
                runs = [asdict(self.measure(method, data, seed)) for seed in range(n_runs)]
            except Exception as error:  # of any library; the table goes on without it
                self.notes.append(f"{name}, {method.name}: {error}")
                continue
            found[name, method.name] = {figure: float(np.mean([r[figure] for r in runs])) for figure in SCORES}

    def measure(self, method: Method, data: Labelled, seed: int) -> Score:
        """Return the scores of one run."""
        labels, seconds = timed(lambda: method.labels(data, seed))
        return score(data, labels, seconds)

    def figures(self, figure: str, title: str, methods: Sequence[Method], found: Found) -> None:
        """Add the table of one score."""
        self.say(f"\n## {title}")
        names = [method.name for method in methods]
        self.table(["data", *names])
        for name in self.made:
            row = [found.get((name, method)) for method in names]
            self.row(name, *(NONE if cell is None else f"{cell[figure]:.1f}" for cell in row))
        graphs = [m.name for m in methods if not m.points]
        rows = {"mean": names} if graphs == names else {"mean": names, "mean, graphs and points": graphs}
        for title, chosen in rows.items():
            common = [name for name in self.made if all((name, method) in found for method in chosen)]
            means = {m: np.mean([found[name, m][figure] for name in common]) for m in chosen if common}
            self.row(f"**{title}** ({len(common)})", *(f"{means[m]:.1f}" if m in means else NONE for m in names))


def main() -> None:
    """Run the comparison that the command line asks for."""
    line = CommandLine("bench.classes", __doc__, sets())
    line.add_runs(RUNS)
    chosen = line.parse()
    Classes(chosen.runs, chosen.output, chosen.cache, sets(chosen.only)).run(chosen.command)


if __name__ == "__main__":
    main()

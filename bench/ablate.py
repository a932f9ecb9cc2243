"""What each part of the search is worth: the criterion and the time without it, on four suites of graphs.

python -m bench.ablate [--members N] [--quick] [--only NAME ...] [--output docs/ablation.md]
"""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp

import tvcut
from tvcut._native import library

from . import small_lattices as lattices
from . import small_networks as networks
from . import small_points as points
from . import weighed
from .command import CommandLine
from .document import Document
from .small_graphs import DEVELOPED_ON, SET_ASIDE, Family, make

MEMBERS = 2  # graphs of each family
SCALE = 25  # vertices of the large graphs, relative to those of the others
LARGE: tuple[Family, ...] = (
    points.blobs,
    points.cube,
    points.triangulation,
    points.disc_graph,
    networks.roads,
    networks.small_world,
)
LARGE_SET_ASIDE: tuple[Family, ...] = (
    points.sphere,
    points.graded,
    lattices.triangles,
    lattices.streets,
    networks.clustered,
    networks.packing,
)
SUITES = (
    ("developed on", 0, DEVELOPED_ON, 1),
    ("set aside", 1, SET_ASIDE, 1),
    ("large graphs, developed on", 0, LARGE, SCALE),
    ("large graphs, set aside", 1, LARGE_SET_ASIDE, SCALE),
)
PLAN = Path(__file__).parents[1] / "core/internal/plan/default.go"
EQUAL = "equal"  # the largest part has ⌈n/k⌉ vertices
SETTINGS = (
    ("value, k = 2", {"n_clusters": 2}),
    ("the same, fast", {"n_clusters": 2, "effort": "fast"}),
    ("value, k = 4", {"n_clusters": 4}),
    ("value, k = 16", {"n_clusters": 16}),
    ("cut, k = 2", {"n_clusters": 2, "objective": "cut"}),
    ("cut, k = 8", {"n_clusters": 8, "objective": "cut"}),
    ("cut, k = 8, equal parts", {"n_clusters": 8, "objective": "cut", "max_size": EQUAL}),
)
STAGES = {
    "without the direct search for two parts": "Omit=direct_search_for_two_parts",
    "without tries within communities": "Cuts.CommunityTries=0",
    "without unions of communities": "Cuts.Unions=0",
    "without the eigenvector": "Cuts.ShortPaths=2",
    "without annealing": "SmallCuts.AnnealedTries=0",
    "without a search of a coarse level": "Parts.Coarse=0",
    "without room on coarse levels": "Parts.CoarseRoom=0",
    "without bisections where bounds are tight": "Omit=bisections_of_the_whole_graph",
    "without transfers where bounds are tight": "Omit=transfers",
    "without minimum cuts between parts": "Omit=minimum_cuts_between_parts",
    "without searches from all borders": "Omit=search_from_all_borders",
    "without recursion where a part dominates": "Parts.Dominant=1",
    "without minimum cuts of the best cut": "Omit=minimum_cuts",
    "without the evolution of small graphs": "Omit=evolution",
}
TRIES_FOR_TWO = ("Starts.Least", "Starts.Most", "Cuts.Fewest", "Cuts.Most", "Cuts.Vertices")
TRIES_FOR_ALL = (
    *(f"Parts.{name}" for name in ("Least", "LeastForValue", "LeastForTwo", "CheapForValue", "HalfEdgesForValue")),
    *(f"Parts.{name}" for name in ("CheapForCut", "HalfEdgesForCut", "MostForCut", "Most", "Vertices")),
    *(f"Parts.{name}" for name in ("VerticesForTwo", "HalfEdges", "LeastOnLarge", "LargeVertices")),
)
SCALED = {
    "tries for two parts": TRIES_FOR_TWO,
    "tries of the direct search": TRIES_FOR_ALL,
    "agreement for two parts": ("Cuts.Agreement", "SmallCuts.Agreement"),
    "agreement of the direct search": ("Parts.Agreement", "Parts.AgreementForValue"),
}
WHAT = """\
The geometric mean of the criterion with a changed plan, relative to that of the default, in per cent (a positive \
number is a loss), and the ratio of the processor time of all settings. The worst family is the one with the highest \
mean over its graphs and settings. A stage is switched off, or the numbers of a group are halved and doubled. The \
first two suites are those of [Small graphs](small_graphs.md), with {members} graphs of each family; the graphs of \
the other two have {scale} times as many vertices."""


@contextmanager
def planned(change: str) -> Iterator[None]:
    """Change numbers of the plan for all cuts of the block."""
    native = library.library()
    begin = native.begin
    native.begin = lambda slot, problem, preset, given: begin(slot, problem, preset, given | {"plan": change})
    try:
        yield
    finally:
        native.begin = begin


def scaled(names: Sequence[str], factor: float) -> str:
    """Return the change that multiplies numbers of the plan."""
    text = PLAN.read_text()
    changes = []
    for name in names:
        group, field = name.split(".")
        body = re.search(rf"{group}: +{group}\{{(.*?)\}}", text, re.S)
        found = body and re.search(rf"\b{field}: +([\d_.]+)", body[1])
        if not found:
            raise ValueError(f"no number {name} in {PLAN}")
        changes.append(f"{name}={max(1, round(factor * float(found[1].replace('_', ''))))}")
    return " ".join(changes)


def changes() -> dict[str, str]:
    """Return the change of the plan of each row."""
    rows = dict(STAGES)
    for name, fields in SCALED.items():
        rows |= {f"half: {name}": scaled(fields, 0.5), f"double: {name}": scaled(fields, 2)}
    return rows


Measured = tuple[np.ndarray, float]  # criterion of each graph and setting, seconds of all


class Ablation(Document):
    """The tables of changes × settings, one for each suite."""

    def __init__(self, members: int, only: Sequence[str] | None, output: str | Path | None = None) -> None:
        super().__init__(output)
        self.members, self.only = members, only

    def run(self, command: str) -> None:
        """Measure all changes on both suites, make the tables and save the document."""
        self.say("# What each part of the search is worth")
        self.say(f"\n{self.made_by(command)} {WHAT.format(members=self.members, scale=SCALE)}")
        for title, half, families, scale in SUITES:
            self.say(f"\n## Families: {title}")
            self.table(["change", *(name for name, _ in SETTINGS), "time", "worst family"])
            numbers = range(1, 1 + self.members)
            graphs = [(f.__name__, make(half, f, number, scale)) for f, number in itertools.product(families, numbers)]
            usual = measure(graphs, "")
            for name, change in changes().items():
                if not self.only or name in self.only:
                    self.add(name, [f for f, _ in graphs], usual, measure(graphs, change))
        self.say(f"\n## Every part\n\n{weighed.__doc__ or ''}")
        for title, rows in (("two parts", weighed.FOR_TWO), ("more than two parts, or bounds", weighed.FOR_MORE)):
            self.say(f"\n### For {title}")
            self.table(weighed.HEAD)
            for row in rows:
                self.row(*row)
        self.save()

    def add(self, name: str, families: Sequence[str], usual: Measured, changed: Measured) -> None:
        """Add the row of a change."""
        with np.errstate(divide="ignore", invalid="ignore"):
            loss = np.nan_to_num(np.log(changed[0] / usual[0]), posinf=0, neginf=0)
        means = {f: np.mean([row for g, row in zip(families, loss, strict=True) if g == f]) for f in families}
        worst = max(means, key=lambda f: means[f])
        cells = [f"{100 * np.expm1(mean):+.2f}" for mean in loss.mean(axis=0)]
        self.row(name, *cells, f"{changed[1] / usual[1]:.2f}", f"{worst} {100 * np.expm1(means[worst]):+.2f}")


def arguments(n: int, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a setting for a graph of n vertices."""
    equal = {"max_size": -(-n // options["n_clusters"])} if options.get("max_size") == EQUAL else {}
    return {"min_share": 0} | options | equal


def measure(graphs: Sequence[tuple[str, sp.csr_array]], change: str) -> Measured:
    """Return the criterion of each graph and setting, and the seconds of all cuts."""
    found, begin = [], time.process_time()
    with planned(change):
        for _, W in graphs:
            cuts = [tvcut.balanced_cut(W, random_state=0, **arguments(W.shape[0], options)) for _, options in SETTINGS]
            found.append([c.cut_weight if c.objective == "cut" else c.value for c in cuts])
    return np.array(found), time.process_time() - begin


def main() -> None:
    """Run the measurement that the command line asks for."""
    line = CommandLine("bench.ablate", __doc__, changes(), cache=False)
    line.add_argument("--members", type=int, metavar="N", default=MEMBERS, help=f"graphs of each family ({MEMBERS})")
    line.add_argument("--quick", action="store_const", const=1, dest="members", help="one graph of each family")
    chosen = line.parse()
    Ablation(chosen.members, chosen.only, chosen.output).run(chosen.command)


if __name__ == "__main__":
    main()

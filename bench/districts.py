"""Connected parts, several masses and the communication volume, beside METIS: see bench.constraints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from tvcut import balanced_cut

from . import metis
from .clock import timed
from .document import NONE, Document
from .graphs import Graph, data_files, delaunay, grid, largest_component, read
from .isolate import score
from .small_networks import roads

SEED = 0
ROUNDING = 1e-9  # relative, of sums of masses


def rectangle(height: int, width: int) -> Graph:
    """Return the grid of height × width vertices, every edge of weight 1."""
    tall, wide = (sp.diags_array([np.ones(side - 1)] * 2, offsets=[-1, 1]) for side in (height, width))
    return sp.csr_array(sp.kron(tall, sp.eye_array(width)) + sp.kron(sp.eye_array(height), wide))


def road_network(n: int, seed: int) -> Graph:
    return largest_component(roads(np.random.default_rng(seed), n))[0]


def populations(n: int, seed: int) -> np.ndarray:
    """Return integer masses of a skewed distribution, whose mean is about 1,240."""
    return np.ceil(np.random.default_rng(seed).lognormal(7, 0.5, n)).astype(int)


@dataclass(frozen=True)
class Case:
    """A graph to be cut into parts of bounded masses."""

    W: Graph
    parts: int
    masses: np.ndarray  # (n, c)
    imbalance: float

    @property
    def bound(self) -> float:
        """Return the ε of (1 + ε) M/k; masses of 1 may round the mean up."""
        n = len(self.masses)
        if self.masses.max() > 1:
            return self.imbalance
        return (1 + self.imbalance) * -(-n // self.parts) * self.parts / n - 1

    def keeps(self, labels: np.ndarray) -> bool:
        """Return whether all masses of the parts are within their bounds, and no part is empty."""
        load = np.stack([np.bincount(labels, column, self.parts) for column in self.masses.T])
        most = (1 + self.bound) * self.masses.sum(axis=0) / self.parts
        return bool((load <= most[:, None] * (1 + ROUNDING)).all() and np.bincount(labels, minlength=self.parts).all())

    def pieces(self, labels: np.ndarray) -> int:
        """Return the number of connected pieces of the parts."""
        i, j = self.W.nonzero()
        same = labels[i] == labels[j]
        A = sp.csr_array((np.ones(same.sum()), (i[same], j[same])), shape=self.W.shape)
        return int(sp.csgraph.connected_components(A, directed=False)[0])

    def cut(self, **options: Any) -> tuple[np.ndarray, float]:
        """Return the labels and the seconds of tvcut."""
        masses = None if self.masses.max() == 1 else self.masses if self.masses.shape[1] > 1 else self.masses[:, 0]
        given: dict[str, Any] = {
            "objective": "cut",
            "max_imbalance": self.bound,
            "random_state": SEED,
            "vertex_weight": masses,
        }
        found, seconds = timed(lambda: balanced_cut(self.W, self.parts, **given | options))
        return found.labels, seconds

    def metis(self, **options: Any) -> tuple[np.ndarray, float]:
        """Return the labels and the seconds of METIS."""
        return timed(lambda: metis.partition(self.W, self.parts, self.masses, self.imbalance, seed=SEED, **options))


def mean(ratios: ArrayLike) -> str:
    """Return the geometric mean."""
    return f"{np.exp(np.mean(np.log(ratios))):.3f}" if np.size(ratios) else NONE


def ones(W: Graph) -> np.ndarray:
    return np.ones((W.shape[0], 1), int)


def connected_cases(quick: bool) -> Iterator[tuple[str, Case]]:
    """Return the cases of each family: meshes and roads with 3 and 1 %, maps of districts with 1 %."""
    families = {
        "grids": [rectangle(64, 64), rectangle(100, 120), rectangle(20, 300)],
        "Delaunay": [delaunay(n, seed) for seed, n in enumerate((1000, 4000, 16_000))],
        "roads": [road_network(n, seed) for seed, n in enumerate((3000, 6000, 20_000))],
    }
    for family, graphs in families.items():
        for W in graphs[:1] if quick else graphs:
            for parts in (2, 8, 32):
                yield from ((family, Case(W, parts, ones(W), imbalance)) for imbalance in (0.03, 0.01))
    for seed in range(2 if quick else 20):
        maps = {"districts, squares": rectangle(30, 40), "districts, triangles": delaunay(1200, seed + 100)}
        for family, W in maps.items():
            for parts in (2, 4, 8, 16, 32, 64):
                masses = populations(W.shape[0], seed)[:, None]
                yield family, Case(W, parts, masses, 0.01 if parts < 64 else 0.03)


CONNECTED = """
## Connected parts

`balanced_cut(W, k, objective="cut", max_imbalance=…, connected=True)`. Grids, triangulations and road networks of \
1,000 to 20,000 vertices, k = 2, 8, 32, bounds of 3 and 1 %. Maps of districts have 1,200 squares or triangulated \
points with populations of a log-normal distribution, k = 2 … 64, a bound of 1 %, of 3 % for k = 64, and 20 draws. \
"kept" counts the partitions that are within the bounds and whose parts are connected. The last columns are \
ratios: the cut to that without `connected`, the cut to that of METIS with the option contig where METIS keeps \
both, and the time to that without `connected`."""


def connected(document: Document, quick: bool) -> None:
    """Add the table of connected parts."""
    document.say(CONNECTED)
    document.table(["family", "cases", "kept", "METIS kept", "cut / free", "cut / METIS", "time / free"])
    rows: dict[str, list[tuple[bool, bool, float, float, float]]] = {}
    for family, case in connected_cases(quick):
        (labels, seconds), (free, freely), (peer, _) = case.cut(connected=True), case.cut(), case.metis(contiguous=True)
        kept, theirs = (case.keeps(x) and case.pieces(x) == case.parts for x in (labels, peer))
        own, unbound, other = (score(case.W, x, case.parts).cut for x in (labels, free, peer))
        beside = own / other if theirs else np.nan
        rows.setdefault(family, []).append((kept, theirs, own / unbound, beside, seconds / freely))
    for family, found in rows.items():
        columns = np.array(found, dtype=float).T
        kept_by = (int(column.sum()) for column in columns[:2])
        document.row(family, len(found), *kept_by, *(mean(column[np.isfinite(column)]) for column in columns[2:]))


def regional(W: Graph, columns: int, seed: int) -> np.ndarray:
    """Return correlated masses: each is constant on every one of 16 regions of the graph."""
    region = metis.partition(W, 16, seed=seed)
    return np.take(np.random.default_rng(seed).integers(0, 20, (16, columns)), region, axis=0)


def random_masses(W: Graph, columns: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(1, 21, (W.shape[0], columns))


def several_graphs(quick: bool) -> dict[str, Graph]:
    """Return the graphs of the tables of several masses and of the volume."""
    made = {"grid 64²": grid(64), "Delaunay 8000": delaunay(8000), "roads 6000": road_network(6000, 1)}
    if not quick:
        made["tetrahedra 5000"] = delaunay(5000, 0, 3)
        files = {path.stem: path for path in data_files("graphs")}
        made |= {
            name: largest_component(read(files[name]))[0] for name in ("3elt", "uk", "add20", "data") if name in files
        }
        made["grid 100 × 120"] = rectangle(100, 120)
    return made


MASSES = """
## Several masses

`balanced_cut(W, k, vertex_weight=M, objective="cut", max_imbalance=0.03)` with M of 2 and 3 columns, k = 2, 8, \
32. Random masses are uniform integers from 1 to 20; correlated ones are uniform integers from 0 to 19 that are \
constant on each of 16 regions, after Karypis and Kumar, "Multilevel algorithms for multi-constraint graph \
partitioning" (1998). "kept" counts the partitions within all bounds. The ratio of the cuts is of the cases in \
which METIS keeps them as well."""


def masses(document: Document, quick: bool) -> None:
    """Add the table of several masses."""
    document.say(MASSES)
    document.table(["graph", "masses", "cases", "kept", "METIS kept", "cut / METIS, k = 2", "8", "32", "time / METIS"])
    for name, W in several_graphs(quick).items():
        for kind, draw in {"random": random_masses, "correlated": regional}.items():
            ratios: dict[int, list[float]] = {2: [], 8: [], 32: []}
            kept, theirs, times = [], [], []
            for parts in ratios:
                for columns in (2, 3):
                    case = Case(W, parts, draw(W, columns, columns), 0.03)
                    (labels, seconds), (peer, beside) = case.cut(), case.metis()
                    kept.append(case.keeps(labels))
                    theirs.append(case.keeps(peer))
                    times.append((seconds, beside))
                    if theirs[-1]:
                        ratios[parts].append(score(W, labels, parts).cut / score(W, peer, parts).cut)
            own, other = np.sum(times, axis=0)
            cells = (mean(ratios[parts]) for parts in ratios)
            document.row(name, kind, len(kept), sum(kept), sum(theirs), *cells, f"{own / other:.1f}")


def volume_of(W: Graph, labels: np.ndarray) -> int:
    """Return the sum over vertices of the number of other parts among their neighbours."""
    i, j = W.nonzero()
    apart = labels[i] != labels[j]
    return len(np.unique(np.column_stack([i[apart], labels[j[apart]]]), axis=0))


VOLUME = """
## Communication volume

`balanced_cut(W, k, objective="volume", max_imbalance=0.03)`, k = 8, 16, 64, beside METIS with objtype vol and \
beside the partition of tvcut with the objective "cut"."""


def volumes(document: Document, quick: bool) -> None:
    """Add the table of volumes."""
    document.say(VOLUME)
    document.table(["graph", "volume / METIS, k = 8", "16", "64", "volume / that of the cut"])
    for name, W in several_graphs(quick).items():
        beside, cuts = [], []
        for parts in (8, 16, 64):
            case = Case(W, parts, ones(W), 0.03)
            (labels, _), (cut, _), (peer, _) = case.cut(objective="volume"), case.cut(), case.metis(volume=True)
            own = volume_of(W, labels)
            beside.append(own / volume_of(W, peer))
            cuts.append(own / volume_of(W, cut))
        document.row(name, *(f"{x:.3f}" for x in beside), mean(cuts))

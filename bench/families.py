"""Families of graphs: of those of ``networks``, and of generated graphs on which no choice of an option was made."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

import numpy as np
import scipy.sparse as sp

from . import small_networks, small_points
from .graphs import Graph, choose, delaunay, edges_of, grid_3d, plate
from .small_points import Random

MESHES, ROADS, NETWORKS = "meshes", "roads and lines", "networks"
CIRCUITS, POINTS, OTHERS = "circuits and matrices", "neighbours of points", "others"
FAMILIES = (MESHES, ROADS, NETWORKS, CIRCUITS, POINTS, OTHERS)

DRAW = 20_261  # of the generated graphs
KNOWN = {
    MESHES: (
        *("3elt", "4elt", "crack", "cti", "data", "fe_sphere", "uk", "whitaker3", "wing_nodal"),
        *("Delaunay 2^14", "Delaunay 2^16", "Delaunay 2^18", "grid 300", "grid 1000"),
    ),
    ROADS: ("minnesota", "power", "road-berlin-center"),
    NETWORKS: (
        *("PGPgiantcompo", "as-caida", "ca-GrQc-cc", "email-Enron", "facebook_combined", "football"),
        *("gemsec-politician", "karate", "lesmis", "polbooks", "wiki-Vote"),
    ),
    CIRCUITS: ("add20", "bcsstk33", "circuit-ibm01"),
}


def nine_point(side: int) -> Graph:
    """Return the square grid of side² vertices in which each is joined to its eight neighbours, with weights 1."""
    line = sp.diags_array([np.ones(side)] * 3, offsets=[-1, 0, 1], shape=(side, side))
    W = sp.csr_array(sp.kron(line, line, format="csr") - sp.eye_array(side**2))
    W.eliminate_zeros()  # on the diagonal
    return W


def circuit(rng: Random, n: int) -> Graph:
    """Return cells and nets as vertices, n in all: a net is joined to a cell and to others at skewed distances."""
    cells = n // 2
    driver, sinks = rng.integers(cells, size=n - cells), rng.geometric(0.4, n - cells)
    net = np.repeat(np.arange(n - cells), 1 + sinks)
    away = np.round(rng.choice([-1, 1], len(net)) * cells ** rng.random(len(net))).astype(int)
    away[np.cumsum(1 + sinks) - 1] = 0  # one pin of each net is its driver
    return edges_of(np.column_stack([cells + net, (driver[net] + away) % cells]), n)


def draw(make: Callable[[Random, int], Graph], n: int) -> Graph:
    """Return the graph of about n vertices that a function makes with a generator of random numbers."""
    return make(np.random.default_rng(DRAW), n)


GENERATED: dict[str, dict[str, Callable[[], Graph]]] = {
    MESHES: {
        "grid 30³": partial(grid_3d, 30),
        "nine-point 160²": partial(nine_point, 160),
        "Delaunay 40000": partial(delaunay, 40_000, DRAW),
        "tetrahedra 10000": partial(delaunay, 10_000, DRAW, 3),
        "plate 20000": partial(plate, 20_000, DRAW),
    },
    ROADS: {"roads 20000": partial(draw, small_networks.roads, 20_000)},
    NETWORKS: {
        "regular 10000": partial(draw, small_networks.regular, 10_000),
        "attachment 12000": partial(draw, small_networks.attachment, 12_000),
        "R-MAT 2^14": partial(draw, small_networks.recursive, 2**14),
        "small world 20000": partial(draw, small_networks.small_world, 20_000),
        "clustered 12000": partial(draw, small_networks.clustered, 12_000),
    },
    CIRCUITS: {"circuit 24000": partial(draw, circuit, 24_000)},
    POINTS: {
        "blobs 12000": partial(draw, small_points.blobs, 12_000),
        "roll 16000": partial(draw, small_points.roll, 16_000),
        "disc 20000": partial(draw, small_points.disc_graph, 20_000),
    },
}


def family(name: str) -> str:
    """Return the family of a graph by its name."""
    return next((known for suite in (KNOWN, GENERATED) for known, names in suite.items() if name in names), OTHERS)


def generated(quick: bool = False, only: Collection[str] | None = None) -> dict[str, Callable[[], Graph]]:
    """Return {name: function that makes W} of the generated graphs; none for a quick run."""
    made = {name: make for graphs in GENERATED.values() for name, make in graphs.items() if not quick}
    return choose(made, quick, only)

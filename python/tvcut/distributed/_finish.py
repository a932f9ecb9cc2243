"""Masses of the blocks before the search, and figures of a partition after it."""

from __future__ import annotations

import itertools
from operator import getitem
from typing import Any, NamedTuple

import dask.array
import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from dask.delayed import delayed

from .._balanced_cut import balanced_cut
from .._input.warning import without
from .._result.cut import Cut
from .._result.order import by_first_vertex
from .._result.warnings import DisconnectedGraphWarning, SmallPartWarning
from ._block import Block, with_mass
from ._contract import merge
from ._exact import quantum, rounded
from ._session import Future, Level, Session
from ._whole import Whole, cut_whole

Array = npt.NDArray[Any]
PIECE = 2**20  # vertices of a chunk of the labels, at most
BOUNDS = ("n_clusters", "objective", "min_share", "max_imbalance")  # the options that decide which partitions exist


class Figures(NamedTuple):
    """The figures of a partition."""

    value: float
    cut_weight: float
    sizes: Array  # |A_r|
    masses: Array  # m(A_r)
    imbalance: float
    n_components: int  # of the graph, at least


def weighted(session: Session, blocks: list[Future], bounds: Array, balance: str, mass: Array | None) -> Level:
    """Return the level of the blocks with masses 1, degrees or those given. Weights and masses have exact sums."""
    sizes = session.result(session.each(size_of, blocks))
    entries = sum(count for count, _ in sizes)
    try:
        q = quantum(max(largest for _, largest in sizes), entries)
    except OverflowError:
        raise ValueError("the sum of the weights in W must be finite; divide W by its largest entry") from None
    if mass is None:
        chunks: list[Any] = [None] * len(blocks)
    else:
        unit = quantum(float(mass.max()), len(mass))
        chunks = in_pieces(np.maximum(rounded(mass, unit), unit), bounds)
    done = [session.submit(give_mass, block, q, balance, chunk) for block, chunk in zip(blocks, chunks, strict=True)]
    return Level(done, bounds, entries)


def in_pieces(values: Array, bounds: Array) -> list[Array]:
    """Return an array over all vertices as a list of arrays between the bounds."""
    return [np.array(values[a:b]) for a, b in itertools.pairwise(bounds)]


def size_of(block: Block) -> tuple[int, float]:
    """Return the number of entries of a block, and its largest weight."""
    return len(block.data), float(block.data.max(initial=0))


def give_mass(block: Block, q: float, balance: str, mass: Array | None) -> Block:
    """Return the block with masses, and with weights to be rounded to multiples of q. Degree 0 counts as q."""
    block = with_mass(block, block.mass, q)
    if mass is None and balance == "normalized":
        mass = np.maximum(block.degree(), q)
    return block if mass is None else with_mass(block, mass, q)


def check_bounds(session: Session, mass: Future, options: dict[str, Any]) -> None:
    """Raise the error of tvcut.balanced_cut if no partition of the vertices holds the bounds of the options."""
    if options["objective"] == "cut" or any(options[name] not in (None, "auto", "none") for name in BOUNDS[2:]):
        session.result(session.submit(cut_without_edges, mass, {name: options[name] for name in BOUNDS}))


def cut_without_edges(mass: Array, options: dict[str, Any]) -> None:
    """Cut the vertices without their edges."""
    with without(DisconnectedGraphWarning, SmallPartWarning):
        W = sp.csr_array((len(mass), len(mass)))
        balanced_cut(W, vertex_weight=mass, effort="fastest", time_limit=1e-3, **options)


def cut_at_once(whole: Whole, options: dict[str, Any], name: str) -> tuple[Array, Figures, str]:
    """Return the labels of a graph within a task, its figures, and how the cut ended."""
    cut = cut_whole(whole, None, options, name)
    return cut.labels, figures_of(cut), cut.status


def figures_of(cut: Cut) -> Figures:
    """Return the figures of a cut."""
    return Figures(cut.value, cut.cut_weight, cut.sizes, cut.masses, cut.imbalance, cut.n_components)


def in_order(parts: Array, masses: tuple[float, ...]) -> tuple[Array, Array]:
    """Return the labels and the masses of parts that are numbered in the order of their first vertices."""
    labels = by_first_vertex(parts, len(masses))
    place = np.empty(len(masses), np.int64)
    place[labels] = parts
    return labels, np.array(masses)[place]


def figures(session: Session, level: Level, labels: Future, masses: Array) -> Figures:
    """Return the figures of a partition whose parts have these masses."""
    k = len(masses)
    sizes, *between = session.result([session.submit(np.bincount, labels), *session.each(merge, level.blocks, labels)])
    if k == 1:
        return Figures(0.0, 0.0, sizes, masses, 0.0, 1)
    row, col, weight = (np.concatenate(arrays) for arrays in zip(*between, strict=True))
    W = sp.coo_array((weight, (row, col)), shape=(k, k)).tocsr()
    with without(DisconnectedGraphWarning, SmallPartWarning):  # the only partition of the parts into k parts
        cut = balanced_cut(W, k, vertex_weight=masses, min_share=0, effort="fastest")
    components = k if cut.cut_weight == 0 else 1
    return Figures(cut.value, cut.cut_weight, sizes, masses, cut.imbalance, components)


def in_chunks(session: Session, labels: Future, n: int, kind: Any = np.int32) -> Any:
    """Return an array over all vertices that a task returns as a dask array."""
    arrays: Any = dask.array  # which has no types
    bounds = np.linspace(0, n, -(-n // PIECE) + 1).astype(np.int64).tolist()
    chunks = [
        arrays.from_delayed(delayed(session.submit(getitem, labels, slice(a, b))), (b - a,), kind)
        for a, b in itertools.pairwise(bounds)
    ]
    return arrays.concatenate(chunks)

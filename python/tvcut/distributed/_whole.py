"""Graphs that one worker holds, and their cuts by the same function as on one machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from .._balanced_cut import balanced_cut
from .._input.warning import without
from .._result.cut import Cut
from .._result.warnings import AmbiguousPartsWarning, DisconnectedGraphWarning, SmallPartWarning
from ._block import Block
from ._session import Future, Session, callback_of

Array = npt.NDArray[Any]
RINGS = 12  # of vertices around the border between parts, whose numbers are kept
FAR = 255  # in place of the number of a vertex outside these rings


class Whole(NamedTuple):
    """A graph that one worker holds: W and the masses of its vertices, None if they follow from the options."""

    W: Any
    mass: Array | None


class Summary(NamedTuple):
    """How good a partition is: the lowest is the best. ``masses`` are those of the parts."""

    excess: float  # beyond the bounds
    criterion: float  # the value, or the weight of the edges between parts
    masses: tuple[float, ...]


class Partition(NamedTuple):
    """The part of each vertex, the number of its ring around the border, from 0, and how good the partition is."""

    parts: Array  # n int32
    ring: Array  # n uint8
    summary: Summary


def gathered(blocks: Sequence[Block], weighted: bool) -> Whole:
    """Return the graph of all blocks, with masses if these have some."""
    n = sum(block.n for block in blocks)
    stops = np.cumsum([len(block.data) for block in blocks])
    starts = stops - [len(block.data) for block in blocks]
    kind = np.int32 if stops[-1] < 2**31 else np.int64
    indptr = np.concatenate([[0], *(block.indptr[1:] + start for block, start in zip(blocks, starts, strict=True))])
    indices, data = np.empty(stops[-1], kind), np.empty(stops[-1])
    for block, start, stop in zip(blocks, starts, stops, strict=True):
        indices[start:stop] = block.columns[block.indices]
        data[start:stop] = block.weights
    mass = np.concatenate([block.mass for block in blocks]) if weighted else None
    return Whole(sp.csr_array((data, indices, indptr.astype(kind)), shape=(n, n)), mass)


def cut_whole(whole: Whole, init: Array | None, options: dict[str, Any], name: str) -> Cut:
    """Cut a graph within a task, with the options of tvcut.balanced_cut. The caller is warned of the result."""
    with without(AmbiguousPartsWarning, DisconnectedGraphWarning, SmallPartWarning):
        return balanced_cut(whole.W, vertex_weight=whole.mass, init=init, callback=callback_of(name), **options)


def cut_coarsest(session: Session, whole: Future, init: Future | None, options: dict[str, Any]) -> Future:
    """Return the better partition of one found anew and one found from the parts ``init``, as a future."""
    starts = [None] if init is None else [None, init]
    tries = [session.submit(attempt, whole, start, options, session.name) for start in starts]
    return session.submit(best_of, tries)


def attempt(whole: Whole, init: Array | None, options: dict[str, Any], name: str) -> Partition:
    """Return a partition of a graph within a task."""
    cut = cut_whole(whole, init, options, name)
    return Partition(cut.labels, rings(whole.W, cut.labels, len(cut.labels)), summary_of(cut))


def best_of(found: Sequence[Partition]) -> Partition:
    """Return the best partition, the first of equal ones."""
    return min(found, key=lambda partition: partition.summary[:2])


def summary_of(cut: Cut) -> Summary:
    """Return how good a cut is."""
    return Summary(cut.excess, cut.value if cut.objective == "value" else cut.cut_weight, tuple(cut.masses.tolist()))


def rows_of(W: Any) -> Array:
    """Return the row of each entry."""
    return np.repeat(np.arange(W.shape[0], dtype=np.int32), np.diff(W.indptr))


def rings(W: Any, parts: Array, count: int) -> Array:
    """Return the number of edges from the border of each of the first ``count`` vertices, or FAR if it is above RINGS.

    A path does not lead through the other vertices.
    """
    found = np.full(W.shape[0], FAR, np.uint8)
    found[count:] = 0
    rows = rows_of(W)
    reached = np.unique(rows[parts[rows] != parts[W.indices]])
    for ring in range(RINGS + 1):
        reached = reached[reached < count]
        found[reached] = ring
        begin, lengths = W.indptr[reached].astype(np.int64), np.diff(W.indptr)[reached]
        entries = np.repeat(begin - np.cumsum(lengths) + lengths, lengths) + np.arange(lengths.sum())
        near = W.indices[entries]
        reached = np.unique(near[found[near] == FAR])
    return found[:count]

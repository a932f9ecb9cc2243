"""What memory a cut needs, and the refusal of cuts that need more than is available."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from .._input.arguments import as_flag, as_integer, default_threads
from .._input.warning import warn
from .._native import library
from .._native.options import Effort, Init, NClusters, Objective, Polish, Preset, Strategy, as_preset, texts
from .._native.problem import Problem
from .available import available

TWO, MORE = 1 / 3, 1 / 5  # shares of the bound that all measured peaks of two and of more parts exceeded
LARGE = 2**30  # bytes from which the memory that is available is looked up, so that small cuts pay nothing
MAX_NNZ, MOST_BYTES = 2**62, 2**13  # no cut needs as many bytes a half-edge, on up to 50 threads
CENTRES, BALL = 5, 4096  # vertices around which a graph is examined, and vertices of each neighbourhood
BLOCK, SMALL = 2**20, 2.0**16  # weights that are looked at together, and the least weight that is not small
ROWS, MOST_DISTANT = 2**16, 2**14  # rows that are looked at together, and the mean |i − j| up to which none is copied
MOST_LEAVING = 0.5  # share of the edges that leave it in a mesh; it is 0.1 in a grid in three dimensions


class MemoryWarning(UserWarning):
    """The warning that a cut may need more memory than is available: up to the bound of :func:`memory`.

    Examples
    --------
    >>> import warnings
    >>> import tvcut
    >>> warnings.simplefilter("error", tvcut.MemoryWarning)  # do not begin such a cut
    """


class InsufficientMemoryError(MemoryError):
    """A cut needs more memory than is available, even if it needs only ``share`` times its bound.

    Nothing has been allocated.

    Attributes
    ----------
    needed, available : int
        The bound of :func:`memory`, and the memory that this process can still take, in bytes.
    share : float, default 1/3
        Share of the bound that a cut is taken to need at least: 1/3 for two parts, 1/5 for more.

    Examples
    --------
    >>> import tvcut
    >>> raise tvcut.InsufficientMemoryError(needed=3 * 2**30, available=2**29)
    Traceback (most recent call last):
    ...
    tvcut.InsufficientMemoryError: the cut needs at least 1.0 GiB, at most 3.0 GiB beyond W, and 0.5 GiB \
are available; effort="fast", n_starts=1 and n_threads=1 need less, and tvcut.distributed cuts a graph on several \
machines
    """

    def __init__(self, needed: int, available: int, share: float = TWO) -> None:
        super().__init__(needed, available, share)
        self.needed, self.available, self.share = needed, available, share

    def __str__(self) -> str:
        least, most, available = (x / 2**30 for x in (self.share * self.needed, self.needed, self.available))
        return (
            f"the cut needs at least {least:.1f} GiB, at most {most:.1f} GiB beyond W, and {available:.1f} GiB are "
            'available; effort="fast", n_starts=1 and n_threads=1 need less, and tvcut.distributed cuts a graph on '
            "several machines"
        )


def memory(
    n: int,
    nnz: int,
    n_clusters: NClusters = 2,
    *,
    mesh: bool = False,
    small_weights: bool = False,
    local: bool = False,
    objective: Objective | None = None,
    effort: Effort | None = None,
    strategy: Strategy | None = None,
    init: Init | None = None,
    polish: Polish | None = None,
    n_starts: int | Literal["auto"] | None = None,
    n_threads: int | Literal["auto"] | None = None,
    preset: Preset = "default",
) -> int:
    """Return a bound on the memory beyond W that :func:`balanced_cut` needs at its peak.

    It is c + Σ (a·nnz + b·n) bytes over what is in memory at the same time, with measured c, a and b for each step of
    the search. The `table of peaks <https://github.com/tvcut/tvcut/blob/main/docs/large_graphs.md>`_, which ``python -m
    bench.large`` makes, has two parts of meshes of 10⁶ to 2·10⁸ half-edges. Up to 2²⁴ half-edges, the peaks of grids in
    two and three dimensions were at most 17 % below the bound with ``effort="fast"``. By default they were up to 29 %
    below it from 2²¹ half-edges on, and up to 53 % below it on smaller graphs, where two kinds of passes may be made at
    the same time. Above 2²⁴ they were at most 15 % below it, but 23 % if neighbours had distant numbers, since no copy
    is made of grids. The peaks of Delaunay triangulations and geometric graphs were up to 17 % below it with
    ``effort="fast"`` and up to 42 % by default, because fewer edges are left on their coarser levels: n and nnz do not
    tell how many. Above 2²⁴ half-edges with different weights, of which no copy is made, they were 27 to 30 % below it.
    Without ``mesh`` the bound is that of graphs with power-law degrees and arbitrary weights, whose peaks were up to
    60 % below it. Graphs of at most 2²⁰ half-edges have one bound, with ``mesh`` or without, since most of their memory
    is garbage that the runtime has not freed yet. Peaks of such graphs can be far below it. The second search of
    ``min_share="auto"`` is not included, nor is the evolution of ``effort="best"``.

    W is taken to be in compressed sparse rows with indices of 32 bits and weights of float64. Other formats and types
    are converted, which takes 12 bytes a half-edge more, or 16 from formats that are not compressed.

    Parameters
    ----------
    n : int in [1, 2³¹ − 1]
        Number of vertices.
    nnz : int in [0, n(n − 1)]
        Number of half-edges, two for each edge: ``W.nnz``.
    n_clusters : int >= 1 or "auto", default 2
        Number of parts.
    mesh : bool, default False
        Whether the graph is a mesh, a road network or a graph of neighbours of points in few dimensions. Their coarser
        versions have fewer and fewer edges. In other graphs, such as social networks, contraction hardly joins edges.
    small_weights : bool, default False
        Whether the weights are small whole numbers, such as 1. Coarser versions of a graph of more than 2²⁰ half-edges
        keep such weights in fewer bits.
    local : bool, default False
        Whether neighbours have close numbers: the mean |i − j| over the edges is at most 2¹⁴, as in a grid of 10⁴ × 10⁴
        vertices numbered along its rows. Other meshes may be searched on a copy in another order. ``local`` changes the
        bound only above 2²⁴ half-edges with ``small_weights``.
    objective, effort, strategy, init, polish, n_starts, n_threads, preset
        As in :func:`balanced_cut`.

    Returns
    -------
    int
        Bytes.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If an argument is out of its range.

    Examples
    --------
    >>> import tvcut
    >>> tvcut.memory(10**8, 6 * 10**8, mesh=True, small_weights=True, effort="fast") < 13 * 2**30
    True
    """
    given = {
        "n_clusters": n_clusters,
        "objective": objective,
        "effort": effort,
        "strategy": strategy,
        "init": init,
        "polish": polish,
        "n_starts": n_starts,
        "n_threads": default_threads() if n_threads in (None, "auto") else n_threads,
    }
    sizes = as_integer("n", n, 1, 2**31 - 1), as_integer("nnz", nnz, 0, MAX_NNZ)
    kind = as_flag("mesh", mesh), as_flag("small_weights", small_weights), as_flag("local", local)
    return library.library().memory((*sizes, *kind), as_preset(preset), texts(None, given))


def check(problem: Problem, preset: Preset, options: dict[str, str]) -> None:
    """Raise InsufficientMemoryError if a cut needs more memory than is available, and warn if it may need more."""
    if MOST_BYTES * len(problem.data) < LARGE:
        return

    def bound(mesh: bool, small_weights: bool, local: bool) -> int:
        sizes = problem.n, len(problem.data)
        return library.library().memory((*sizes, mesh, small_weights, local), preset, options)

    needed = bound(False, False, False)
    limit = available() if needed > LARGE else None
    if limit is None or needed <= limit:
        return
    if is_mesh(problem):  # examined only where the lower bound of meshes can make a difference
        needed = bound(True, has_small_weights(problem), is_local(problem))
    if needed > limit:
        error = InsufficientMemoryError(needed, limit, TWO if options["n_clusters"] == "2" else MORE)
        if error.share * needed > limit:
            raise error
        warn(str(error), MemoryWarning)


def is_mesh(problem: Problem) -> bool:
    """Return whether few edges leave the nearest vertices around some vertices, as in meshes and road networks."""
    leaving = total = 0
    for centre in np.linspace(0, problem.n - 1, CENTRES).astype(np.int64):
        ball = frontier = np.array([centre])
        while len(ball) < BALL and len(frontier):
            frontier = np.setdiff1d(_neighbours(problem, frontier), ball)[: BALL - len(ball)]
            ball = np.union1d(ball, frontier)
        ends = _neighbours(problem, ball)
        total += len(ends)
        leaving += int(np.count_nonzero(~np.isin(ends, ball)))
    return bool(leaving <= MOST_LEAVING * total)


def has_small_weights(problem: Problem) -> bool:
    """Return whether all weights are whole numbers below 2¹⁶."""
    blocks = (problem.data[a : a + BLOCK] for a in range(0, len(problem.data), BLOCK))
    return all(bool(np.all((w < SMALL) & (w == np.floor(w)))) for w in blocks)


def is_local(problem: Problem) -> bool:
    """Return whether the mean |i − j| over the edges is at most 2¹⁴."""
    total = 0
    for a in range(0, problem.n, ROWS):
        indptr = problem.indptr[a : a + ROWS + 1]
        row = np.repeat(np.arange(a, a + len(indptr) - 1), np.diff(indptr))
        total += int(np.abs(row - problem.indices[indptr[0] : indptr[-1]]).sum())
    return total <= MOST_DISTANT * len(problem.indices)


def _neighbours(problem: Problem, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    """Return the neighbours of the given vertices, one row after the other."""
    lo, count = problem.indptr[rows], problem.indptr[rows + 1] - problem.indptr[rows]
    first = np.cumsum(count) - count  # of each row, in the result
    entries: npt.NDArray[np.int32] = problem.indices[np.repeat(lo - first, count) + np.arange(count.sum())]
    return entries

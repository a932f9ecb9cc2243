"""balanced_cut of a distributed graph: check the arguments, search, and return labels that stay on the workers."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Literal, cast

import dask.array
import numpy as np
import numpy.typing as npt
from dask.delayed import delayed
from distributed import Client, get_client

from .._input.arguments import as_integer, as_seed
from .._input.vertices import as_vertex_weight
from .._native.errors import ArgumentError
from .._native.library import library
from .._native.options import Balance, Effort, Objective, default_options, texts
from .._result.cut import CutInterrupted
from .._result.progress import Progress, is_stop
from .._result.warnings import warn_if_parts_are_small
from .._run.watch import Watch
from ._band import Largest
from ._border import Rule, Totals, parts_of
from ._bounds import check_heaviest, held_by, mass_bounds
from ._finish import figures, heaviest_vertex, total_mass, weighted
from ._frame import blocks_of_frame, is_frame
from ._result import DistributedCut
from ._rows import KINDS, blocks_of_rows, check_symmetry
from ._search import Search, Settings
from ._session import POLL, Level, Session, outside_pool, seconds

VERTICES = 500_000  # of the largest graph that one worker cuts, by default
ENTRIES = 32  # half-edges of the largest graph that one worker cuts, for each vertex


def balanced_cut(
    edges: Any,
    n_clusters: int = 2,
    *,
    client: Client | None = None,
    n_vertices: int | None = None,
    objective: Objective | None = None,
    balance: Balance | None = None,
    vertex_weight: npt.ArrayLike | None = None,
    min_share: float | Literal["auto"] | None = None,
    max_imbalance: float | Literal["none"] | None = None,
    effort: Effort | None = None,
    n_cycles: int = 3,
    max_coarse_vertices: int | None = None,
    entries_per_block: int = 4_000_000,
    time_limit: float | Literal["none"] | None = None,
    callback: Callable[[Progress], object] | None = None,
    random_state: int | np.random.Generator | np.random.RandomState | None = 0,
    progress: bool = False,
    verbose: bool = False,
) -> DistributedCut:
    """Cut a weighted graph that is stored on the workers of a Dask cluster into balanced, weakly linked parts.

    It minimises what :func:`tvcut.balanced_cut` minimises: for two parts C(S) = cut(S, Sᶜ)/min(m(S), m(Sᶜ)), and for k
    parts ½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1)), or the weight of the edges between parts with
    ``objective="cut"``. The edges stay in blocks of rows. Rounds of size-constrained label propagation find clusters
    [1]_, which a shuffle contracts, until the graph fits one worker, which cuts it. On the way back, vertices at the
    border move in rounds, and one worker refines a band around the border. Further cycles find another partition and
    combine it with the best one.

    The labels do not depend on the number of workers or blocks, or on lost workers: Dask computes what they held again.
    Within a task of the same cluster, the task leaves its worker's pool of threads while it waits.

    Parameters
    ----------
    edges : dask DataFrame, or list of futures or delayed objects
        A frame has columns u and v, the numbers of the vertices from 0, optionally w or weight, the weights ≥ 0, by
        default 1, and no other columns. Each edge is listed once, or in both directions with the same weight. Edges
        listed more than once in one direction add up; loops are ignored. In a list, each object is a SciPy CSR array
        of rows of W, with all n columns, or a pair (first_row, csr). Without first_row, the blocks follow each other.
        W must be symmetric.
    n_clusters : int >= 1, default 2
        Number of parts k.
    client : distributed.Client, optional
        The client of the cluster, by default the current one.
    n_vertices : int, optional
        Number of vertices n of a frame, by default one more than the largest in it.
    objective, balance : optional
        As in :func:`tvcut.balanced_cut`.
    vertex_weight : array_like, dask array or dask Series of shape (n,), optional
        Masses m_i > 0, in place of ``balance``. The index of a Series holds the numbers of the vertices.
    min_share, max_imbalance, effort : optional
        As in :func:`tvcut.balanced_cut`. Bounds hold for the result. With ``min_share="auto"``, the default, every part
        has at least the share of its target mass that the smallest part has in the first cut of the coarsest graph, or
        0.5 if that share is larger.
    n_cycles : int >= 1, default 3
        Number of cycles. Every second one starts anew, and the one after it combines its result with the best so far.
        More cycles never give a worse result.
    max_coarse_vertices : int >= 64 n_clusters, optional
        Vertices of the largest graph that one worker cuts, which may have 32 times as many half-edges; by default
        500,000, or 64 n_clusters if that is more. Such a graph takes about 100 bytes a half-edge on this worker.
    entries_per_block : int >= 1, default 4000000
        Half-edges of a block of rows that is made from a frame or by contraction, about. A task on a block takes some
        100 bytes for each of them. The result does not depend on it.
    time_limit : float > 0 or "none", default "none"
        Seconds after which no refinement begins, once there are labels. The first coarsening is always finished.
    callback : callable, optional
        Called with the latest :class:`tvcut.Progress` when a phase begins and up to ten times a second. Its fields
        ``phase``, ``fraction`` of the phase, ``value``, infinite before the first cut and in the last call that of the
        result, and ``time`` are set. If it returns True, the search stops as at the time limit.
    random_state : int, numpy Generator, RandomState or None, default 0
        Seed of all random choices.
    progress, verbose : bool, default False
        A progress bar, which needs tqdm, and a log, as in :func:`tvcut.balanced_cut`.

    Returns
    -------
    DistributedCut
        Labels as a dask array, the value, and the masses of the parts.

    Raises
    ------
    TypeError
        If edges or an argument have the wrong type.
    ValueError
        If weights are negative, infinite, NaN or not symmetric, rows are missing, a frame has other columns or vertices
        with numbers far above what its edges support, there is no client, the client is closed or asynchronous, an
        argument is out of its range, or no partition within the bounds was found.
    CutInterrupted
        On Ctrl-C, once there are labels: a KeyboardInterrupt whose ``result`` holds the best cut so far. Before, it is
        a plain KeyboardInterrupt. The tasks are cancelled.

    Warns
    -----
    DisconnectedGraphWarning
        If the cut runs between components of the graph, so that its value is 0, and some part has less than 5 % of an
        equal share of the mass.
    SmallPartWarning
        If some other part has less than 1 % of its target mass, unless ``min_share`` is given.

    References
    ----------
    .. [1] H. Meyerhenke, P. Sanders and C. Schulz, "Parallel graph partitioning for complex networks", IEEE
       Transactions on Parallel and Distributed Systems 28(9), 2017, pages 2625–2638.

    Examples
    --------
    >>> import dask.dataframe as dd
    >>> import pandas as pd
    >>> from distributed import Client
    >>> from tvcut.distributed import balanced_cut
    >>> edges = pd.DataFrame({"u": [0, 1, 2, 3, 4], "v": [1, 2, 3, 4, 5]})  # a path of six vertices
    >>> with Client(processes=False, dashboard_address=":0") as client:
    ...     cut = balanced_cut(dd.from_pandas(edges, npartitions=2))
    ...     print(cut.labels.compute(), cut.value)
    [0 0 0 1 1 1] 0.3333333333333333
    """
    began = seconds()
    watch = Watch(callback, progress, verbose)
    given = {
        "n_clusters": n_clusters, "objective": objective, "balance": balance, "min_share": min_share,
        "max_imbalance": max_imbalance, "effort": effort, "time_limit": time_limit,
    }  # fmt: skip
    options = texts(None, given)
    library().options("default", options)  # raises ValueError for values out of range
    if objective == "volume":
        raise ArgumentError("must be 'value' or 'cut' for a distributed graph, got 'volume'", "objective")
    least = 64 * as_integer("n_clusters", n_clusters, 1)
    if max_coarse_vertices is None:
        coarse = max(VERTICES, least)
    else:
        coarse = as_integer("max_coarse_vertices", max_coarse_vertices, least)
    run = _Run(
        watch, began, _client(client), default_options() | {name: v for name, v in given.items() if v is not None},
        seed=as_seed(random_state) % 2**63, cycles=as_integer("n_cycles", n_cycles, 1),
        coarse=coarse, size=as_integer("entries_per_block", entries_per_block, 1, 2**40),
    )  # fmt: skip
    n = None if n_vertices is None else as_integer("n_vertices", n_vertices, 2)
    with watch, outside_pool():
        return run.cut(edges, n, vertex_weight, balance)


def _client(client: Client | None) -> Client:
    """Return the client, or the current one."""
    if client is not None:
        if not isinstance(client, Client):
            raise TypeError(f"client must be a distributed.Client or None, got {client!r}")
        if client.asynchronous:
            raise ValueError("client must not be asynchronous; make one with distributed.Client(asynchronous=False)")
        if client.status == "closed":
            raise ValueError("client is closed; make a new one, for example distributed.Client()")
        return client
    try:
        return get_client()
    except ValueError:
        raise ValueError("there is no Dask client; make one first, for example distributed.Client()") from None


class _Run:
    """One call of balanced_cut."""

    def __init__(
        self, watch: Watch, began: float, client: Client, options: dict[str, Any], *, seed: int, cycles: int,
        coarse: int, size: int,
    ) -> None:  # fmt: skip
        self.watch, self.began, self.options = watch, began, options
        self.seed, self.cycles, self.size = seed, cycles, size
        self.largest = Largest(coarse, ENTRIES * coarse)
        self.session = Session(client, self._tell)
        self.stopped, self._told = False, ("", -math.inf)  # phase and time of the last call of the callback
        self._seen = ("clustering", 0.0, math.inf)
        limit = options["time_limit"]
        self.deadline = began + float(limit) if limit not in (None, "none") else math.inf

    def cut(self, edges: Any, n: int | None, vertex_weight: Any, balance: Balance | None) -> DistributedCut:
        search, mass = None, None
        k = int(self.options["n_clusters"])
        try:
            blocks, bounds = self._blocks(edges, n)
            n = int(bounds[-1])
            if k > n:
                raise ValueError(f"n_clusters = {k} must be at most the number of vertices, {n}")
            if vertex_weight is not None:
                if hasattr(vertex_weight, "to_delayed") and hasattr(vertex_weight, "index"):  # a dask Series
                    vertex_weight = self.session.compute(vertex_weight).result()
                mass = as_vertex_weight(vertex_weight, n, balance, zero=False)
            elif balance in (None, "ratio"):
                self.options = held_by(self.options, n)
            level = weighted(self.session, blocks, bounds, balance or "ratio", mass)
            del blocks  # their copies with masses are kept
            total = total_mass(self.session, level)
            if math.isfinite(mass_bounds(self.options, total)[1]):
                check_heaviest(self.options, total, *heaviest_vertex(self.session, level))
            self.watch.log(f"{n} vertices, {level.entries // 2} edges, {len(level.blocks)} blocks, {k} parts")
            search = Search(self.session, level, self._settings(level, total), self._report, lambda: self.stopped)
            best = search.run()
            return self._result(search, level, best, mass, self._status())
        except KeyboardInterrupt:
            self.stopped = True  # the callback, which may have raised it, is not called again
            best = None if search is None else search.best
            # Blocks that a worker lost are computed again for the result.
            self.session.cancel([] if search is None or best is None else [*search.level.blocks, best])
            if search is None or best is None or best.status != "finished":
                raise
            cut = self._result(search, search.level, best, mass, "stopped")
            raise CutInterrupted(cast(Any, cut)) from None
        except BaseException:
            self.session.cancel()
            raise

    def _blocks(self, edges: Any, n: int | None) -> tuple[Any, Any]:
        """Return the blocks of the edges, checked, and their bounds."""
        if is_frame(edges):
            return blocks_of_frame(self.session, edges, n, self.size)
        if not isinstance(edges, (list, tuple)):
            raise TypeError(f"edges must be {KINDS}, got an object of type {type(edges).__qualname__}")
        blocks, bounds = blocks_of_rows(self.session, edges)
        if n is not None and n != bounds[-1]:
            raise ValueError(f"n_vertices = {n} must be the number of columns of edges, {bounds[-1]}, or None")
        check_symmetry(self.session, blocks, int(bounds[-1]))
        return blocks, bounds

    def _settings(self, level: Level, total: float) -> Settings:
        o, k = self.options, int(self.options["n_clusters"])
        least, most = mass_bounds(o, total)
        rule = Rule(k, o["objective"] == "cut", np.full(k, least), np.full(k, most))
        names = ("objective", "min_share", "max_imbalance", "effort")
        return Settings(
            rule, {name: o[name] for name in names}, self.seed, self.cycles, self.largest, self.size, total,
            self.deadline,
        )  # fmt: skip

    def _result(self, search: Search, level: Level, best: Any, mass: Any, status: Any) -> DistributedCut:
        k = int(self.options["n_clusters"])
        parts = self.session.submit(parts_of, best)
        found, pieces = figures(self.session, level, parts, k, self.options["balance"], mass)
        rule = Rule(k, False, np.zeros(k), np.zeros(k))
        value = rule.objective(Totals(found.cuts, found.masses))
        lengths, arrays = np.diff(level.marks), cast(Any, dask.array)  # which has no types
        chunks = [
            arrays.from_delayed(delayed(piece), (int(length),), np.int32)
            for piece, length in zip(pieces, lengths, strict=True)
        ]
        cut = DistributedCut(
            arrays.concatenate(chunks), value, found.cut_weight, found.sizes, found.masses,
            float(found.masses.max() * k / found.masses.sum() - 1), self.options["objective"], status,
            len(search.levels), seconds() - self.began,
        )  # fmt: skip
        self._seen = self._seen[0], 1.0, cut.cut_weight if cut.objective == "cut" else value
        self._tell(last=True)
        self.watch.log(cut)
        components = k if cut.cut_weight == 0 else 1  # at least
        seen: Any = SimpleNamespace(masses=cut.masses, value=cut.value, n_components=components)
        asked = self.options["min_share"] not in (None, "auto")
        warn_if_parts_are_small(seen, None, asked=asked, counted=False)
        return cut

    def _status(self) -> str:
        if self.stopped:
            return "stopped"
        return "time_limit" if seconds() > self.deadline else "converged"

    def _report(self, phase: str, fraction: float, value: float) -> None:
        """Note what runs now, for the callback."""
        self._seen = phase, fraction, min(value, self._seen[2])

    def _tell(self, *, last: bool = False) -> None:
        """Call the callback, unless it was called in this phase a moment ago, and stop the search if it asks for it."""
        phase, fraction, value = self._seen
        soon = phase == self._told[0] and seconds() - self._told[1] < POLL
        if self.watch.callback is None or self.stopped or (soon and not last):
            return
        self._told = phase, seconds()
        answer = self.watch.callback(Progress(0, 0, 0, 0, value, value, phase, fraction, seconds() - self.began))
        self.stopped = is_stop(answer)

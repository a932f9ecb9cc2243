"""balanced_cut of a distributed graph: check the arguments and run."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from distributed import Client, get_client

from .._input.arguments import as_integer, as_seed
from .._native.errors import ArgumentError
from .._native.library import library
from .._native.options import Balance, Effort, Objective, default_options, texts
from .._result.progress import Progress
from .._run.watch import Watch
from ._band import Largest
from ._result import DistributedCut
from ._run import Run
from ._session import outside_pool, seconds

VERTICES = 2**22  # of the largest graph that one worker cuts, by default
ENTRIES = 32  # half-edges of the largest graph that one worker cuts, for each vertex of max_coarse_vertices
DEFAULT_ENTRIES = 2**24  # half-edges of it, by default
BYTES = 256  # for each of them, that such a cut takes on a worker at most
SHARE = 0.5  # of the memory of a worker that it may take


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
    ``objective="cut"``. A graph that fits one worker is gathered and cut there as on one machine. The edges of a larger
    one stay in blocks of rows. Rounds of size-constrained label propagation find clusters [1]_, which a shuffle
    contracts, until the graph fits one worker, which cuts it. On the way back, one worker refines a band around the
    border between the parts of each level.

    The labels do not depend on the number of workers or blocks, or on lost workers: Dask computes what they held again.
    They depend on ``max_coarse_vertices``, whose default is smaller if a worker has less than 8 GiB. Within a task of
    the same cluster, the task leaves its worker's pool of threads while it waits.

    Parameters
    ----------
    edges : dask DataFrame, or list of futures or delayed objects
        A frame has columns u and v, the numbers of the vertices from 0 or their names, which are strings, optionally w
        or weight, the weights ≥ 0, by default 1, and no other columns. Each edge is listed once, or in both directions
        with the same weight. Edges listed more than once in one direction add up; loops are ignored. In a list, each
        object is a SciPy CSR array of rows of W, with all n columns, or a pair (first_row, csr). Without first_row, the
        blocks follow each other. W must be symmetric.
    n_clusters : int >= 1, default 2
        Number of parts k.
    client : distributed.Client, optional
        The client of the cluster, by default the current one.
    n_vertices : int, optional
        Number of vertices n of a frame, by default one more than the largest in it, or the number of names.
    objective, balance : optional
        As in :func:`tvcut.balanced_cut`.
    vertex_weight : array_like, dask array or dask Series of shape (n,), optional
        Masses m_i > 0, in place of ``balance``. The index of a Series holds the numbers or names of
        the vertices.
    min_share, max_imbalance, effort : optional
        As in :func:`tvcut.balanced_cut`. Bounds hold for the result. With ``min_share="auto"``, the default, every part
        of a graph that does not fit one worker has at least the share of its target mass that the smallest part has in
        the first cut of the coarsest graph, or 0.5 if that share is larger.
    n_cycles : int >= 1, default 3
        Number of cycles of a search of a graph that does not fit one worker. Every second one starts anew, and the one
        after it combines its result with the best so far. More cycles never give a worse result.
    max_coarse_vertices : int >= 64 n_clusters, optional
        Vertices of the largest graph that one worker cuts, which may have 32 times as many half-edges. By default,
        2²² vertices and 2²⁴ half-edges, or fewer where 256 bytes for each half-edge are more than half of the memory of
        the smallest worker.
    entries_per_block : int >= 1, default 4000000
        Half-edges of a block of rows that is made from a frame or by contraction, about. A task on a block takes some
        100 bytes for each of them. The result does not depend on it.
    time_limit : float > 0 or "none", default "none"
        Seconds after which cuts on workers end and no refinement begins, once there are labels. The first coarsening is
        always finished.
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
        On Ctrl-C, once there are labels or one worker cuts the graph: a KeyboardInterrupt whose ``result`` holds the
        best cut so far. Before, it is a plain KeyboardInterrupt. The tasks are cancelled.

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
    if max_coarse_vertices is not None:
        as_integer("max_coarse_vertices", max_coarse_vertices, least)
    n = None if n_vertices is None else as_integer("n_vertices", n_vertices, 2)
    client = _client(client)
    with watch, outside_pool():
        run = Run(
            watch, began, client, default_options() | {name: v for name, v in given.items() if v is not None},
            seed=as_seed(random_state) % 2**63, cycles=as_integer("n_cycles", n_cycles, 1),
            largest=_largest(client, max_coarse_vertices, least),
            size=as_integer("entries_per_block", entries_per_block, 1, 2**40),
        )  # fmt: skip
        return run.cut(edges, n, vertex_weight, balance)


def _largest(client: Client, vertices: int | None, least: int) -> Largest:
    """Return the largest graph that is gathered to one worker."""
    if vertices is not None:
        return Largest(vertices, ENTRIES * vertices)
    limits = [limit for limit in client.run(memory_limit).values() if limit]
    entries = min(DEFAULT_ENTRIES, int(SHARE * min(limits, default=math.inf) / BYTES) if limits else DEFAULT_ENTRIES)
    return Largest(max(entries // (DEFAULT_ENTRIES // VERTICES), least), max(entries, ENTRIES * least))


def memory_limit(dask_worker: Any) -> int | None:
    """Return the memory that a worker may take, in bytes, or None."""
    limit: int | None = dask_worker.memory_manager.memory_limit
    return limit


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

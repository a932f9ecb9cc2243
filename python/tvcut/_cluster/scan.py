"""scan: cut a graph into each of several numbers of parts and suggest one of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .._input.arguments import as_counts, as_integer, as_seed, default_threads
from .._input.graph import as_problem
from .._input.vertices import as_vertex_weight
from .._input.weights import Weights
from .._native.descent import Descent
from .._native.errors import ArgumentError
from .._native.options import (
    Balance,
    Effort,
    Init,
    Objective,
    Polish,
    Preset,
    Strategy,
    as_preset,
    chooses_least,
    texts,
)
from .._result.progress import Progress
from .._result.warnings import warn_of_parts
from .._run.watch import Watch
from .scan_result import Scan, ScanInterrupted
from .scan_run import Run
from .suggestion import beyond

MAX_SEEDS = 1000
LARGEST = 14  # number of parts, unless the caller gives numbers
NESTED = 1000  # largest number of parts from which two at a time are merged, in a time of the order of its cube


def scan(
    W: Weights,
    n_clusters: Iterable[int] | None = None,
    *,
    n_seeds: int = 3,
    objective: Objective | None = None,
    balance: Balance | None = None,
    vertex_weight: npt.ArrayLike | Mapping[Any, float] | None = None,
    min_share: float | Literal["auto"] | None = None,
    max_imbalance: float | Literal["none"] | None = None,
    min_size: float | Literal["none"] | None = None,
    max_size: float | Literal["none"] | None = None,
    strategy: Strategy | None = None,
    preset: Preset = "default",
    effort: Effort | None = None,
    init: Init | None = None,
    polish: Polish | None = None,
    n_starts: int | Literal["auto"] | None = 2,
    time_limit: float | Literal["none"] | None = None,
    callback: Callable[[Progress], object] | None = None,
    random_state: int | np.random.Generator | np.random.RandomState | None = 0,
    n_threads: int | Literal["auto"] | None = None,
    descent: Descent | None = None,
    progress: bool = False,
    verbose: bool = False,
) -> Scan:
    """Cut a graph into each of several numbers of parts, several times, and suggest one of these numbers.

    For each k the scan has the lowest value v(k) of all seeds, this value relative to that of random graphs with the
    same degrees, and the stability s(k), which is the mean adjusted Rand index of the cuts of all pairs of seeds.

    The suggestion is 1 if ``n_clusters`` contains it and ``balanced_cut(W, "auto")`` finds no clusters, and else the k
    with the largest s(k) e(k)/k^(1/4). Here e(k) = log(v(k⁺)/v(k))/log(k⁺/k) is the exponent with which the value grows
    from k to the next number of parts k⁺: it is large if one part more must cut a cluster. For the largest entry of
    ``n_clusters``, k⁺ is as far away as the entry before, and is cut as well, where the bounds allow it. How often the
    suggestion is the number of classes is in docs/scan.md (``python -m bench.scan``). It is a first guess: look at the
    values, the stability and the parts.

    Parameters
    ----------
    W : SciPy sparse matrix or array of any format, or array_like; shape (n, n)
        Symmetric weights ≥ 0, as in :func:`balanced_cut`.
    n_clusters : iterable of distinct int in [1, n], optional
        The numbers of parts k, in any order. They are cut in ascending order, which is also that of the result. By
        default 1, …, min(14, n).
    n_seeds : int in [1, 1000], default 3
        Number of cuts for each k, with the seeds random_state, random_state + 1, …. The scan takes n_seeds times as
        long as one cut for each k. The stability needs at least two.
    objective, balance, vertex_weight
        As in :func:`balanced_cut`.
    min_share : float in [0, 1] or "auto", default 0.5
        As in :func:`balanced_cut`, but by default every part has at least half an equal share of the mass, or any mass
        if no such partition is found. 0: parts of any mass. "auto" takes longer, and where it returns a consensus, the
        values are not the lowest. With ``min_size``, ``init``, ``objective="cut"`` or ``preset="paper"``, the default
        is that of :func:`balanced_cut`.
    max_imbalance, min_size, max_size, strategy, preset
        As in :func:`balanced_cut`.
    effort : {"fastest", "fast", "default", "best"}, default "default"
        As in :func:`balanced_cut`, but unless it is "best", the graph is cut once for each seed, into the largest
        number of parts. Two parts are merged at a time, those with the largest w(a, b)/(vol(a) vol(b)), the weight
        between them over the product of their sums of degrees, and each partition is refined. That is many times
        faster, and most values are a little higher. With ``strategy``, ``init``, ``preset="paper"`` or
        ``min_share="auto"`` or more than 1000 parts every cut is searched anew, too.
    init, polish
        As in :func:`balanced_cut`, but ``init`` must be the name of a kind of start.
    n_starts : int >= 1 or "auto", default 2
        As in :func:`balanced_cut`. It is low because every seed has starts of its own. With ``min_share="auto"`` it is
        also the number of partitions of each of two graphs that are found for a consensus: 2 gives it two members.
    time_limit : float > 0 and finite or "none", default "none"
        Seconds for the whole scan, after which the numbers of parts that are finished are returned.
    callback : callable, optional
        Called during each cut as in :func:`balanced_cut`. If it returns True, the scan stops and returns what is
        finished.
    random_state, n_threads, descent
        As in :func:`balanced_cut`.
    progress : bool, default False
        Whether to show a bar with the share of all cuts that are finished, the phase of the
        current cut and its best value so far, which needs tqdm.
    verbose : bool, default False
        Whether to log each cut and its phases, as in :func:`balanced_cut`.

    Returns
    -------
    Scan
        The best cut for each k, values, stability and the suggestion. Where every cut is searched anew, it is that of
        :func:`balanced_cut` with the options of the scan and the best seed. ``balanced_cut(W, k)`` searches longer and
        may return other parts. A scan that is stopped has the numbers of parts with at least one
        finished cut; if there is none, it has the cut that was stopped.

    Raises
    ------
    TypeError
        If W is not a real matrix, or an argument or an entry of ``n_clusters`` has the wrong type.
    ImportError
        If a progress bar is wanted and tqdm is not installed.
    ValueError
        If W is not a graph, ``n_clusters`` is empty or has an entry twice or out of [1, n], or another argument is out
        of its range. Nothing has been computed then. Also if no partition into some k parts holds the bounds.
    InsufficientMemoryError
        If a cut needs more memory than is available: see :func:`memory`.
    ScanInterrupted
        On Ctrl-C, once there is a cut. It is a KeyboardInterrupt whose ``result`` holds what is finished.

    Warns
    -----
    DisconnectedGraphWarning, SmallPartWarning
        As by :func:`balanced_cut`, for the suggested cut only.
    MemoryWarning
        As by :func:`balanced_cut`, for every cut.

    Examples
    --------
    >>> import numpy as np
    >>> import tvcut
    >>> W = np.kron(np.eye(4), np.ones((10, 10))) + 0.01  # four groups of ten vertices
    >>> scan = tvcut.scan(W, n_clusters=range(2, 7))
    >>> scan.suggestion
    4
    >>> scan.relative_values.round(3)
    array([0.043, 0.043, 0.043, 0.267, 0.398])
    """
    began = time.perf_counter()
    graph = as_problem(W)
    masses = graph.vertex_weight if vertex_weight is None else vertex_weight
    problem = replace(graph, vertex_weight=as_vertex_weight(masses, graph.n, balance, graph.names))
    most = max(1, problem.n_positive)
    default = range(1, min(LARGEST, most) + 1)
    counts = as_counts("n_clusters", default if n_clusters is None else n_clusters, most)
    n_seeds = as_integer("n_seeds", n_seeds, 1, MAX_SEEDS)
    n_cuts = (len(counts) + (beyond(counts, most) > counts[-1])) * n_seeds
    watch = Watch(callback, progress, verbose, n_cuts)
    if init is not None and not isinstance(init, str):
        raise TypeError(f"init must be the name of a kind of start, since the number of parts varies, got {init!r}")
    if objective == "volume":
        raise ArgumentError("must be 'value' or 'cut' in a scan, got 'volume'", "objective")
    first_seed, preset = as_seed(random_state), as_preset(preset)
    given = {
        "objective": objective,
        "balance": balance,
        "min_share": min_share,
        "max_imbalance": max_imbalance,
        "min_size": min_size,
        "max_size": max_size,
        "strategy": strategy,
        "effort": effort,
        "init": init,
        "n_starts": n_starts,
        "polish": polish,
        "time_limit": time_limit,
        "n_threads": default_threads() if n_threads in (None, "auto") else n_threads,
    }
    options = texts(descent, given)
    run = Run(problem, preset, options, watch, began, *_ways(given, preset, counts[-1]))
    found = None
    try:
        with watch:
            watch.log(f"{graph.n} vertices, {len(graph.data) // 2} edges, {n_cuts} cuts")
            found = run.scan(counts, [(first_seed + s) % 2**64 for s in range(n_seeds)])
            watch.log(f"suggestion {found.suggestion}, {found.status}, {found.time:.1f} s")
    except KeyboardInterrupt:
        if found is None:  # a ScanInterrupted, or nothing to keep
            raise
        raise ScanInterrupted(found) from None
    best = found.cuts[list(found.n_clusters).index(found.suggestion)]
    warn_of_parts(best, None, asked=chooses_least(min_share, min_size), bounded=False)
    return found


def _ways(given: Mapping[str, Any], preset: Preset, most: int) -> tuple[bool, bool]:
    """Return whether the cuts have the lower bound of a scan, and whether those of a seed start from one hierarchy."""
    usual = preset == "default" and given["init"] in (None, "auto")
    own = given["min_share"] is not None or given["min_size"] not in (None, "none")  # a lower bound of the caller's
    has_floor = usual and not own and given["objective"] in (None, "value")
    anew = given["effort"] == "best" or given["min_share"] == "auto" or most > NESTED
    return has_floor, usual and not anew and given["strategy"] in (None, "auto")

"""balanced_cut: check the input, cut and warn."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from ._input.arguments import as_choice, as_seed, default_threads
from ._input.constraints import Pairs
from ._input.graph import as_problem
from ._input.weights import Weights
from ._native.descent import Descent
from ._native.options import (
    Balance,
    Bounds,
    Effort,
    Init,
    NClusters,
    Objective,
    Order,
    Polish,
    Preset,
    Strategy,
    as_preset,
    chooses_least,
)
from ._result.bounds import warn_of_bounds
from ._result.cut import Cut, CutInterrupted
from ._result.progress import Progress
from ._result.warnings import warn_of_parts
from ._run.cut_graph import cut_graph
from ._run.question import as_question, with_order
from ._run.watch import Watch


def balanced_cut(
    W: Weights,
    n_clusters: NClusters = 2,
    *,
    objective: Objective | None = None,
    balance: Balance | None = None,
    vertex_weight: npt.ArrayLike | Mapping[Any, float] | None = None,
    asymmetry: float | None = None,
    min_share: float | Literal["auto"] | None = None,
    max_imbalance: float | Literal["none"] | None = None,
    min_size: float | Literal["none"] | None = None,
    max_size: float | Literal["none"] | None = None,
    part_weights: npt.ArrayLike | None = None,
    bounds: Bounds | None = None,
    connected: bool | None = None,
    must_link: Pairs | None = None,
    cannot_link: Pairs | None = None,
    migration: float | None = None,
    vertex_size: npt.ArrayLike | Mapping[Any, float] | None = None,
    strategy: Strategy | None = None,
    fixed: npt.ArrayLike | Mapping[Any, int] | None = None,
    order: Order = "first_vertex",
    preset: Preset = "default",
    effort: Effort | None = None,
    init: Init | npt.ArrayLike | None = None,
    n_starts: int | Literal["auto"] | None = None,
    polish: Polish | None = None,
    lower_bound: bool = False,
    time_limit: float | Literal["none"] | None = None,
    callback: Callable[[Progress], object] | None = None,
    random_state: int | np.random.Generator | np.random.RandomState | None = 0,
    n_threads: int | Literal["auto"] | None = None,
    descent: Descent | None = None,
    progress: bool = False,
    verbose: bool = False,
) -> Cut:
    """Cut a weighted graph into balanced, weakly linked parts.

    For two parts it minimises the balanced cut C(S) = cut(S, Sᶜ)/min(m(S), m(Sᶜ)), and for k parts
    ½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1)). Here cut(S, Sᶜ) is the sum of the weights w_ij of the edges between
    S and its complement, each edge counted once, and m(S) the sum of the masses m_i of the vertices in S. M is the mass
    of all vertices and t_r the target share of part r. The descent is that of Bresson, Laurent, Uminsky and von Brecht,
    "An Adaptive Total Variation Algorithm for Computing the Balanced Cut of a Graph", 2013. The guide has the pages
    "The method" and "Constraints". Options left at None: see :func:`default_options`.

    Parameters
    ----------
    W : SciPy sparse matrix or array of any format, or array_like; shape (n, n); or a graph of another library
        Symmetric weights ≥ 0; the diagonal is ignored, duplicates are summed, and W is not modified. Also a graph of
        networkx or igraph, an AnnData, a pandas DataFrame of edges (columns source, target and weight) or of weights,
        an object of PyTorch Geometric, its ``edge_index``, or what :func:`as_graph` or :func:`read_graph` returns.
        Arrays with an entry for each vertex are in the order of ``Cut.names``, which are the keys of a dict.
    n_clusters : int >= 1 or "auto", default 2
        Number of parts k, at most the number of vertices n; 'auto': the number of clusters that the graph shows.
    objective : {"value", "cut", "volume"}, default "value"
        What is minimised: the value, or the total weight of the edges between parts. "cut" needs a bound. "volume": the
        sum over the vertices of their sizes times the number of other parts among their neighbours, bounded as "cut".
    balance : {"ratio", "normalized"}, default "ratio"
        Mass m_i of a vertex, by which parts are weighed: 1, or its degree.
    vertex_weight : array_like of shape (n,) or (n, c), or dict from vertex to mass, optional
        Masses ≥ 0 in place of ``balance`` and those of W. The first column is m_i; the sums of all have bounds.
    asymmetry : float in [1e-06, 1e+06], default 1.0
        λ of C(S) = cut(S, Sᶜ)/min(λ m(S), m(Sᶜ)), for two parts. It draws a part to the share 1/(1 + λ) or λ/(1 + λ).
    min_share : float in [0, 1] or "auto", default "auto"
        Every part has at least this share of its target mass t_r M, where t_r = 1/k unless part_weights are given. 0:
        parts of any mass. "auto": the same if none has less than half its target mass or all are clearly separated;
        else what several partitions with 0.5 agree on, or communities: see ``Cut.choice``. With ``min_size``, 0.
    max_imbalance : float >= 0 or "none", default "none"
        Every part has at most (1 + max_imbalance) t_r M of mass; 'none': no limit, but 0.03 with objective = 'cut' or
        'volume' and without max_size. It is more if whole vertices do not allow 0.03. With c masses, 1 or c numbers.
    min_size : float >= 0 or "none", default "none"
        Every part has at least this mass, by default a number of vertices; 'none': no limit but that of min_share.
    max_size : float > 0 and finite or "none", default "none"
        Every part has at most this mass, by default a number of vertices; 'none': no limit but that of max_imbalance.
    part_weights : array_like of shape (k,) or (k, c), optional
        Target shares t_r > 0, of sum 1, of parts 0 … k−1. ``min_share`` and ``max_imbalance`` keep the parts near them.
    bounds : {"hard", "soft"}, default "hard"
        What follows if no partition found meets all constraints: an error, or the nearest partition and a warning.
    connected : bool, default False
        Whether every part is connected or, with more components than parts, connected within each component.
    must_link, cannot_link : iterable of pairs of vertices, optional
        Pairs that lie in one part, or in different parts: names, or numbers if W has no names.
    migration : float >= 0, default 0.0
        Price of a unit of mass that leaves its part in the labels of init, in the unit of the criterion.
    vertex_size : array_like of shape (n,), or dict from vertex to size, optional
        Sizes ≥ 0 of the vertices for ``objective="volume"``, by default 1.
    strategy : {"auto", "direct", "asymmetric", "symmetric", "every"}, default "auto"
        How more than two parts are cut. "direct": all at once. "asymmetric": one cluster, or an eighth, from the rest.
        "symmetric": each into two of similar mass. "every": the better of these two.
    fixed : array_like of int, shape (n,), or dict from vertex to part, optional
        The part, 0 … k−1, of each fixed vertex, −1 for another; parts without one have the other numbers.
    order : {"first_vertex", "size"}, default "first_vertex"
        By first vertices or decreasing mass; ``fixed``, ``part_weights`` and labels in ``init`` replace "first_vertex".
    preset : {"default", "paper"}, default "default"
        "paper": the settings of the paper's experiments, as one random start, no refinement, and ``min_share=0``.
    effort : {"fastest", "fast", "default", "best"}, default "default"
        How long the search goes on. "fastest": one multilevel pass. "fast": all refinements. "default": several
        passes, combined, and minimum cuts. "best": a pool then evolves for 128 steps, or until ``time_limit``.
    init : {"auto", "multilevel", "spectral", "random", "diffusion"}, default "auto", or array_like
        Kind of start. "auto": multilevel, and on small graphs an exact search. The last three are starts of the
        descent. Integers of shape (n,) are labels 0 … k−1 to start from, whose numbers the parts keep for most mass,
        with ``fixed`` and unequal t_r first. Floats of shape (n,) or (s, n) are s starts f⁰, for two parts.
    n_starts : int >= 1 or "auto", default "auto"
        Number of starts of each kind, of which the lowest C wins. Also that of partitions for a consensus.
    polish : {"mincut", "none"}, default "mincut"
        What is done with the best cut at the end. "mincut": minimum cuts, refinement, and proofs on small graphs.
    lower_bound : bool, default False
        Whether a lower bound on the value of every cut that the options allow is computed as well, from the second
        eigenvalue of the Laplacian. See :class:`Cut`.
    time_limit : float > 0 and finite or "none", default "none"
        Seconds after which the best cut so far is returned. The time to check the input counts.
    callback : callable, optional
        Called with a :class:`Progress` at least five times a second. The cut stops if it returns True or raises.
    random_state : int, numpy Generator, RandomState or None, default 0
        Seed of all random choices, below 2⁶⁴. A Generator or RandomState draws it, or for None the system.
    n_threads : int in [1, 4096] or "auto", default "auto"
        Number of threads; the result does not depend on it. "auto": all cores, or OMP_NUM_THREADS at the import.
    descent : Descent, optional
        Options of the total-variation descent. Only used when the descent runs: see :class:`Descent`.
    progress, verbose : bool, default False
        Whether to show a bar, which needs tqdm; and to log stages at INFO of ``logging.getLogger("tvcut")``, not DEBUG.

    Returns
    -------
    Cut
        The labels, their value, and what they are based on.

    Raises
    ------
    TypeError, ValueError, InsufficientMemoryError, ImportError, CutInterrupted
        If an argument is not valid, no partition within the bounds was found, or memory or tqdm is missing; the last
        one on Ctrl-C: a KeyboardInterrupt whose ``result`` holds the best cut so far.

    Warns
    -----
    BoundsWarning, DisconnectedGraphWarning, AmbiguousPartsWarning, SmallPartWarning, MemoryWarning
        If parts may not be what you want, or memory may not be enough.

    Examples
    --------
    >>> import numpy as np
    >>> import tvcut
    >>> W = np.kron(np.eye(2), np.ones((4, 4))) + 0.1  # two groups of four vertices, and weak edges between them
    >>> tvcut.balanced_cut(W).labels
    array([0, 0, 0, 0, 1, 1, 1, 1], dtype=int32)
    """
    began = time.perf_counter()
    watch = Watch(callback, progress, verbose)
    graph = as_problem(W)
    is_word = isinstance(init, str)
    arrays = {
        "vertex_weight": vertex_weight, "vertex_size": vertex_size, "must_link": must_link, "cannot_link": cannot_link,
        "fixed": fixed, "part_weights": part_weights, "init": None if is_word else init,
    }  # fmt: skip
    given = {
        "n_clusters": n_clusters, "objective": objective, "balance": balance, "asymmetry": asymmetry,
        "min_share": min_share, "max_imbalance": max_imbalance, "min_size": min_size, "max_size": max_size,
        "bounds": bounds, "connected": connected, "migration": migration, "strategy": strategy, "effort": effort,
        "init": init if is_word else None, "n_starts": n_starts, "polish": polish, "lower_bound": lower_bound,
        "time_limit": time_limit, "random_state": as_seed(random_state),
        "n_threads": default_threads() if n_threads in (None, "auto") else n_threads,
    }  # fmt: skip
    preset, cut = as_preset(preset), None
    problem, options = as_question(graph, given, arrays, descent)
    problem = with_order(problem, as_choice("order", order, get_args(Order)), has_price=bool(migration))
    try:
        with watch:
            watch.log(f"{graph.n} vertices, {len(graph.data) // 2} edges, {options['n_clusters']} parts")
            cut = cut_graph(problem, preset, options, watch.callback, began)
            for stage in cut.stages:
                watch.log(stage)
            watch.log(cut)
        warn_of_bounds(cut, problem, options)
        if problem.fixed is None and problem.labels is None:
            asked = chooses_least(options.get("min_share"), options.get("min_size"))
            bounded = asked or any(options.get(bound, "none") != "none" for bound in ("max_imbalance", "max_size"))
            warn_of_parts(cut, problem.part_weights, asked=asked, bounded=bounded)
    except KeyboardInterrupt:
        if cut is None:  # a CutInterrupted, or nothing to keep
            raise
        raise CutInterrupted(cut) from None
    return cut

"""balanced_cut: check the input, cut and warn."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ._input.arguments import as_seed, default_threads
from ._input.graph import as_graph
from ._input.vertices import as_fixed, as_init, as_part_weights, as_vertex_weight
from ._input.weights import Weights
from ._native.descent import Descent
from ._native.options import Balance, Effort, Init, Objective, Polish, Preset, Strategy, as_preset, chooses_least, texts
from ._result.cut import Cut, CutInterrupted
from ._result.progress import Progress
from ._result.warnings import warn_of_parts
from ._run.cut_graph import cut_graph
from ._run.watch import Watch


def balanced_cut(
    W: Weights,
    n_clusters: int = 2,
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
    strategy: Strategy | None = None,
    fixed: npt.ArrayLike | Mapping[Any, int] | None = None,
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
    S and its complement, each edge counted once, and m(S) is the sum of the masses m_i of the vertices in S. With
    ``objective="cut"`` it minimises the total weight of the edges between parts instead. ``min_share`` and
    ``max_imbalance`` bound the masses of the parts by min_share·t_r·M ≤ m(A_r) ≤ (1 + max_imbalance)·t_r·M, where M is
    the mass of all vertices and t_r the target share of part r. ``min_size`` and ``max_size`` bound the masses
    themselves: by default, these are numbers of vertices.

    By default, two parts come from a multilevel search, which coarsens the graph, cuts the coarsest graph and refines
    the cut on every finer level, and then from minimum cuts, which lower C until none improves it. The total-variation
    descent [1]_ lowers the relaxation E(f) = TV(f)/Σ m_i |f_i − med f| at every step. It also runs from starts of your
    own, to refine parts with fixed vertices, and where ``init`` or ``preset="paper"`` selects it.

    More than two parts come from a multilevel search for all parts at once, or from repeated cuts in two. Each of
    these cuts the part whose own cut has the smallest C. After repeated cuts, all parts are refined together by
    the refinement of the search for all parts at once, and by a total-variation descent [2]_.

    An option left at None has the value of the preset; ``tvcut.default_options(preset)`` returns all values.

    Parameters
    ----------
    W : SciPy sparse matrix or array of any format, or array_like; shape (n, n); or a graph of another library
        Symmetric weights ≥ 0, also on the diagonal, which is otherwise ignored. Duplicates are summed. W is never
        modified. Also a graph of networkx (with the attribute "weight" of edges) or igraph, a pandas DataFrame (edges
        in the columns source, target and optionally weight, or weights whose rows and columns are the vertices), an
        AnnData (the weights in ``obsp["connectivities"]``), an object of PyTorch Geometric with ``edge_index`` and
        optionally ``edge_weight``, such an ``edge_index``, or a :class:`GraphFile` without masses. Edges without a
        weight have weight 1. The names of the vertices are in ``Cut.names``: in a table of edges in the order of first
        appearance, but ascending if all are integers. This is also the order of arrays ``vertex_weight``, ``fixed`` and
        ``init``. Where these are a Series of pandas, its index says which vertex an entry belongs to, by its name, or
        by its number 0 … n−1 if W has no names. A Series without an index of its own is read as an array if no name is
        in 0 … n−1.
    n_clusters : int >= 1, default 2
        Number of parts k, at most the number of vertices n. W must have at least two vertices.
    objective : {"value", "cut"}, default "value"
        What is minimised: the value, or the total weight of the edges between parts. "value": ``Cut.value``. "cut":
        ``Cut.cut_weight``, under a bound on the masses of the parts, as graph partitioners do.
    balance : {"ratio", "normalized"}, default "ratio"
        Mass m_i of a vertex, by which parts are weighed: 1, or its degree. A degree of 0 counts as 2⁻¹⁰⁰ times the
        smallest positive degree, or as 1 in a graph without edges.
    vertex_weight : array_like of shape (n,), or dict from vertex to mass, optional
        Your own masses m_i > 0, in place of ``balance``. A dict has all vertices as keys, as in ``fixed``.
    asymmetry : float in [1e-06, 1e+06], default 1.0
        λ of C(S) = cut(S, Sᶜ)/min(λ m(S), m(Sᶜ)), for two parts. The smaller part is drawn to the share 1/(1 + λ) or
        λ/(1 + λ) of the mass. It must be 1 with other ``n_clusters``.
    min_share : float in [0, 1] or "auto", default "auto"
        Every part has at least this share of its target mass t_r M, where t_r = 1/k unless part_weights are given.
        "auto": parts of any mass are searched first. If one of them has less than half its target mass, there are two
        cases, and ``Cut.choice`` and ``Cut.evidence`` say which and why. (1) "isolated": partitions with 0.3, 0.1 and
        0.03 are examined in turn, and the first is the result whose weakest link within a part is at least ten times
        the strongest link of a part to the rest. (2) "consensus": else several partitions with 0.5 are found from
        different starts, of W and of w_ij/√(deg_i deg_j), and the result is a clustering of the vertices by their parts
        in those of lowest value [5]_, or on large graphs a vote. Its value is not the lowest, and its parts may be
        smaller, down to a tenth of their target mass. Components that are too light for a cluster, and pieces that only
        negligible weights link to others, are set aside before all this, unless there are upper bounds, and then given
        to the parts that are farthest below their targets. With ``part_weights`` the result is the partition of lowest
        value with 0.5 instead. With ``asymmetry``, ``init`` or ``objective="cut"`` there is no second search. With
        ``fixed``, the result is a partition that is found without the fixed vertices, by label propagation from them
        or, on fewer than 1000 vertices, from random parts, and then refined: if few vertices are fixed, it agrees
        better with known classes than one of lower value. 0: parts of any mass, also of a single vertex. With
        ``min_size``, "auto" means 0: that bound alone holds.
    max_imbalance : float >= 0 or "none", default "none"
        Every part has at most (1 + max_imbalance) t_r M of mass; 'none': no limit, but 0.03 with objective = 'cut' and
        without max_size. If whole vertices of equal mass do not allow 0.03, the default is the smallest number that
        they allow: parts of at most ⌈n/k⌉ vertices, unless ``part_weights`` are given.
    min_size : float >= 0 or "none", default "none"
        Every part has at least this mass, by default a number of vertices; 'none': no limit but that of min_share. It
        is in the unit of ``Cut.sizes``: with ``vertex_weight`` or ``balance="normalized"`` a mass. If ``min_share`` is
        given as well, each part keeps the larger of the two bounds.
    max_size : float > 0 and finite or "none", default "none"
        Every part has at most this mass, by default a number of vertices; 'none': no limit but that of max_imbalance.
        In the unit of ``Cut.sizes``, as ``min_size``. If ``max_imbalance`` is given as well, each part keeps the
        smaller of the two bounds. With ``objective="cut"`` it replaces the default of ``max_imbalance``.
    part_weights : array_like of shape (k,), optional
        Target shares t_r > 0 of the mass, of sum 1, by default 1/k each. Part r of the result belongs to entry r. They
        scale ``min_share`` and ``max_imbalance``, and ``Cut.imbalance`` is relative to them. With ``objective="value"``
        or ``max_size`` the parts do not keep these shares unless ``max_imbalance`` or ``min_share`` bounds them.
    strategy : {"auto", "direct", "asymmetric", "symmetric", "every"}, default "auto"
        How more than two parts are cut. "direct": all parts at once, in a time that depends little on their number.
        "asymmetric": one of k clusters is separated from the rest at a time, with λ = k m(A)/M − 1 for a part A, where
        M is the mass of all vertices [3]_. "symmetric": each part is cut into two parts of similar mass, with λ = 1.
        "every": "asymmetric" and "symmetric" are both tried and the partition with the lower value is kept. "auto":
        "direct", and also "asymmetric" if a part has more than half of the mass, as on some networks, where
        "asymmetric" finds lower values. It is tried on up to 32,000 vertices if there is such a part, and within bounds
        on graphs of any size, unless an upper bound excludes such a part. Without bounds, "auto" is "asymmetric" alone
        if ``init`` selects starts of the descent, and with ``fixed`` but without ``min_share`` and ``min_size``. With
        bounds, the parts of the other strategies are refined within them. Only used when ``n_clusters > 2``.
    fixed : array_like of int, shape (n,), or dict from vertex to part, optional
        The part, 0 … k−1, of each fixed vertex. In an array, −1 marks a vertex that is not fixed. A dict has the names
        of the vertices as keys, or their numbers if W has no names; vertices that a dict or the index of a Series does
        not have are not fixed. Every part needs at least one fixed vertex. Fixed
        vertices stay in their part, and the parts of the result have these numbers.
    preset : {"default", "paper"}, default "default"
        "paper": the settings of the paper's experiments, which are one random start, ‖f‖₂ = 1, no jumps, tol = 10⁻⁴,
        symmetric recursion, no refinement, no minimum cuts, and parts of any mass (``min_share=0``). It is slower.
    effort : {"fast", "default", "best"}, default "default"
        How long the search goes on. More effort never gives a worse result, unless ``min_share="auto"`` leads to
        another ``Cut.choice`` than "lowest" or sets vertices aside. "fast": one multilevel pass, which coarsens the
        graph, cuts the coarsest one and refines the cut on every level. "default": several passes, which are combined,
        and minimum cuts; on graphs of 30,000 to 260,000 vertices it takes about twelve times as long (``python -m
        bench.search``, docs/search.md). "best": then a pool of partitions evolves by combinations [6]_, for 128 steps
        or, with ``time_limit``, until that has passed. More than two parts evolve with ``strategy`` "auto" and "direct"
        only. Where ``min_share="auto"`` gives a consensus, "fast" takes fewer partitions for it and "best" as many as
        "default".
    init : {"auto", "multilevel", "spectral", "random", "diffusion"}, default "auto", or array_like
        Kind of start. "multilevel": the multilevel search. The other kinds are starts of the descent. "random": normal
        values. "diffusion": a random vertex, spread by a lazy random walk. "spectral": one start, the second
        eigenvector of the Laplacian, L x = μ D_m x. "auto": multilevel, and on small graphs an exact search. An array
        of integers or bools of shape (n,) holds labels, 0 … k−1, of a partition to start from; no part may be empty.
        Any other array, of shape (n,) or (s, n), holds your own f⁰, one start in each row, for two parts of a connected
        graph without ``fixed``.
    n_starts : int >= 1 or "auto", default "auto"
        Number of starts of each kind, of which the lowest C wins. "auto": for two parts 3 to 32, or 2 to 32 with
        bounds; for more parts 2 to 32 of the search for all parts at once, and 2 for each cut in two; fewer on larger
        graphs, and fewer if several find the same lowest C or do not lower it. If ``min_share="auto"`` returns a
        consensus, it is also the number of partitions of W, and of w_ij/√(deg_i deg_j), that are found for it: "auto"
        means 12 of each, 4 on more than 32,000 vertices, and 1 on more than 2²⁴ half-edges. A third of each, rounded
        up, those of lowest value, are the members of the consensus.
    polish : {"mincut", "none"}, default "mincut"
        What is done with the best cut at the end. "mincut": minimum cuts lower the energy linearised at S until none
        improves the cut in two [4]_, and parts of repeated cuts in two are refined together. With ``init="auto"``, a
        cut in two of a graph with at most 30 vertices is then improved by branch and bound, which in most cases proves
        that it is optimal, up to a relative 1e-9, and all partitions of a graph are tried if their number is at most
        32,768, and at most 2²⁴ if multiplied by the number of vertices and half-edges. "none": nothing.
    lower_bound : bool, default False
        Whether a lower bound on the value of every cut that the options allow is computed as well, from the second
        eigenvalue of the Laplacian. The bound is 0 with fixed vertices and for a disconnected graph, and None where its
        proof would take too long: see :class:`Cut`.
    time_limit : float > 0 and finite or "none", default "none"
        Seconds after which the best cut so far is returned. The time to check the input counts.
    callback : callable, optional
        Called with the latest :class:`Progress` up to fifty times and at least five times a second, and with the value
        of the result after the last step. Before the first cut its value is infinite. If it returns True, the cut stops
        and the best cut so far is returned. With ``min_share="auto"``, this may be another cut than the one of the
        value that the callback saw: pass ``min_share=0`` to stop at a value. If the callback raises an exception, the
        cut stops and the exception propagates.
    random_state : int, numpy Generator, RandomState or None, default 0
        Seed of all random choices, below 2⁶⁴. A Generator or RandomState draws the seed; None takes a new seed from the
        system.
    n_threads : int in [1, 4096] or "auto", default "auto"
        Number of threads; the result does not depend on it. "auto": the number of cores this process may use, capped by
        the value that OMP_NUM_THREADS had when tvcut was imported.
    descent : Descent, optional
        Options of the total-variation descent. Only used when the descent runs: see :class:`Descent`.
    progress : bool, default False
        Whether to show a bar with the phase, the share of it that is done and the best value, which needs tqdm.
    verbose : bool, default False
        Whether to log the phases and stages, at the level INFO of ``logging.getLogger("tvcut")``, and to standard error
        if logging has no handlers. If False, the same lines have the level DEBUG.

    Returns
    -------
    Cut
        The labels, their value, the energy of the final iterate, and counts of steps.

    Raises
    ------
    TypeError
        If W is not a real matrix, or an argument has the wrong type. Nothing has been computed then.
    ImportError
        If a progress bar is wanted and tqdm is not installed.
    ValueError
        If W is not square or not symmetric, has a negative, infinite or NaN weight, an argument is out of its range, or
        it is clear at once that no partition holds the bounds on the masses. Nothing has been computed then. Also if no
        partition within the bounds was found.
    InsufficientMemoryError
        If the cut needs more memory than is available: see :func:`memory`. Nothing has been computed then.
    CutInterrupted
        On Ctrl-C. It is a KeyboardInterrupt whose ``result`` holds the best cut so far. While W is checked there is no
        cut, and Ctrl-C raises KeyboardInterrupt.

    Warns
    -----
    DisconnectedGraphWarning
        If components of W that are too light for a cluster are a part, or are in a part, or if bounds exclude a
        partition of value 0 into components that are clusters, unless ``fixed`` or labels are given or
        ``objective="cut"``.
    AmbiguousPartsWarning
        If ``min_share="auto"`` chose between two readings of the graph that are close.
    SmallPartWarning
        If some other part has less than 1 % of its target mass, unless ``min_share``, ``min_size``, ``fixed`` or labels
        are given.
    MemoryWarning
        If the cut may need more memory than is available: see :func:`memory`.

    References
    ----------
    .. [1] X. Bresson, T. Laurent, D. Uminsky and J. H. von Brecht, "An Adaptive Total Variation Algorithm for Computing
       the Balanced Cut of a Graph", 2013.
    .. [2] X. Bresson, T. Laurent, D. Uminsky and J. H. von Brecht, "Multiclass Total Variation Clustering", NIPS 2013.
    .. [3] X. Bresson and T. Laurent, "Asymmetric Cheeger cut and application to multi-class unsupervised clustering",
       UCLA CAM report, 2012.
    .. [4] R. Andersen and K. J. Lang, "An algorithm for improving graph partitions", SODA 2008.
    .. [5] A. Strehl and J. Ghosh, "Cluster ensembles – a knowledge reuse framework for combining multiple partitions",
       Journal of Machine Learning Research 3, 2002.
    .. [6] P. Sanders and C. Schulz, "Distributed evolutionary graph partitioning", ALENEX 2012.

    Examples
    --------
    >>> import numpy as np
    >>> import tvcut
    >>> W = np.kron(np.eye(2), np.ones((4, 4)))  # two groups of four vertices,
    >>> W[3, 4] = W[4, 3] = 0.5                  # and one weak edge between them
    >>> cut = tvcut.balanced_cut(W)
    >>> cut.labels
    array([0, 0, 0, 0, 1, 1, 1, 1], dtype=int32)
    >>> cut.value
    0.125
    """
    began = time.perf_counter()
    watch = Watch(callback, progress, verbose)
    graph = as_graph(W)
    given = {
        "n_clusters": n_clusters,
        "objective": objective,
        "balance": balance,
        "asymmetry": asymmetry,
        "min_share": min_share,
        "max_imbalance": max_imbalance,
        "min_size": min_size,
        "max_size": max_size,
        "strategy": strategy,
        "effort": effort,
        "init": init if isinstance(init, str) else None,
        "n_starts": n_starts,
        "polish": polish,
        "lower_bound": lower_bound,
        "time_limit": time_limit,
        "random_state": as_seed(random_state),
        "n_threads": default_threads() if n_threads in (None, "auto") else n_threads,
    }
    preset, options = as_preset(preset), texts(descent, given)
    k = int(options["n_clusters"])
    problem = replace(
        graph,
        vertex_weight=as_vertex_weight(vertex_weight, graph.n, balance, graph.names),
        fixed=None if fixed is None else as_fixed(fixed, graph.n, k, graph.names),
        part_weights=None if part_weights is None else as_part_weights(part_weights, k),
        **({} if init is None or isinstance(init, str) else as_init(init, graph.n, k, graph.names)),
    )
    cut = None
    try:
        with watch:
            watch.log(f"{graph.n} vertices, {len(graph.data) // 2} edges, {k} parts")
            cut = cut_graph(problem, preset, options, watch.callback, began)
            for stage in cut.stages:
                watch.log(stage)
            watch.log(cut)
        if problem.fixed is None and problem.labels is None:
            asked = chooses_least(min_share, min_size)
            bounded = asked or any(bound not in (None, "none") for bound in (max_imbalance, max_size))
            warn_of_parts(cut, problem.part_weights, asked=asked, bounded=bounded)
    except KeyboardInterrupt:
        if cut is None:  # a CutInterrupted, or nothing to keep
            raise
        raise CutInterrupted(cut) from None
    return cut

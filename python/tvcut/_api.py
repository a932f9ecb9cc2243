"""balanced_cut: check the input, start a job, poll it, hand back the result."""

from __future__ import annotations

import time
import warnings

import numpy as np

from . import _native
from ._arguments import as_integer, as_seeds, as_starts, as_vertex_weight
from ._options import native_options
from ._result import Cut, CutInterrupted, DisconnectedGraphWarning, Progress
from ._validate import as_graph, symmetric

POLL = 20  # milliseconds between looks at a job: Ctrl-C is noticed within that time


def balanced_cut(
    W,
    n_clusters=2,
    *,
    balance="ratio",
    vertex_weight=None,
    asymmetry=None,
    strategy=None,
    max_refine=None,
    seeds=None,
    lower_bound=False,
    preset="default",
    method="adaptive",
    n_starts=None,
    init=None,
    polish=None,
    theta=None,
    epsilon=None,
    tol=None,
    max_outer=None,
    max_inner=None,
    patience=None,
    scale=None,
    precision=None,
    time_limit=None,
    callback=None,
    random_state=0,
    n_threads=None,
):
    """Cut a weighted graph into balanced, weakly linked parts.

    Minimises C(S) = cut(S, Sᶜ)/min(m(S), m(Sᶜ)), whose relaxation is E(f) = TV(f)/Σ m_i |f_i − med f|. Cuts begin
    on ever coarser versions of the graph, or from functions f⁰ that descend E by the adaptive total variation
    algorithm of Bresson, Laurent, Uminsky and von Brecht, "An Adaptive Total Variation Algorithm for Computing the
    Balanced Cut of a Graph" (2013), under which E falls at every step. Minimum cuts then lower C until the indicator
    of S is a critical point of E. More than two parts come from cutting again, each time the part whose own cut has
    the smallest C, and are then refined all at once, by exchanges between two parts and by the flow of the same
    authors' "Multiclass Total Variation Clustering" (2013), which lower ½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1)).

    Every option left at None has the value of the preset; ``tvcut.default_options(preset)`` shows them all.

    Parameters
    ----------
    W : SciPy sparse matrix or array of any format, or array_like; shape (n, n)
        Symmetric weights ≥ 0. The diagonal is ignored, duplicates are summed, W is never modified.
    n_clusters : int
        Number of parts k, 1 ≤ k ≤ n.
    balance : {"ratio", "normalized"}
        The mass m_i of a vertex, by which parts are weighed: 1, or its degree.
    vertex_weight : array_like of shape (n,), optional
        Masses m_i > 0 of your own, in place of ``balance``.
    asymmetry : float in [1e-6, 1e6], optional
        λ: two parts are cut by C(S) = cut(S, Sᶜ)/min(λ m(S), m(Sᶜ)), so that the smaller is drawn to the share
        1/(1 + λ) or λ/(1 + λ) of the mass. 1 by default, and for more than two parts.
    strategy : {"asymmetric", "symmetric", "every"}, optional
        How more than two parts are cut. "asymmetric": one cluster of k cut off at a time, λ = k m(A)/M − 1 for a
        part A of the whole mass M (Bresson and Laurent, "Asymmetric Cheeger cut and application to multi-class
        unsupervised clustering", UCLA CAM report, 2012). "symmetric": parts cut evenly. "every": both, and the lower
        value is kept.
    max_refine : int ≥ 0, optional
        Outer steps at most of the flow that refines more than two parts (after exchanges it is left out where half-edges
        times parts are more than four million: it would gain next to nothing); 0 for no refinement at all.
    seeds : array_like of int, shape (n,), or dict from vertex to part, optional
        The part, 0 … k−1, of each vertex where it is known; −1, or absent, where not. Every part needs one. They
        are kept, and parts are numbered as they say.
    lower_bound : bool
        Also find a lower bound of the value of every cut, from the second eigenvalue of the Laplacian (not with
        seeds, nor of a disconnected graph, for which it is 0).
    preset : {"default", "paper"}
        "paper": the settings of the paper's experiments, one random start, ‖f‖₂ = 1, no jumps, symmetric
        recursion, no refinement. Slower.
    method : {"adaptive", "adaptive_median", "fixed"}
        When an inner problem is solved well enough: Algorithm 3, 2 or 1 of the paper.
    n_starts : int, optional
        Number of starts of each kind; the lowest C wins. A function explores until its best level set S stands
        still, and the one with the lowest energy E(1_S) = C(S) is followed to its end. By default 8, and more on
        small graphs, and 2 for more than two parts.
    init : {"auto", "multilevel", "spectral", "random", "diffusion"}, optional, or array_like of shape (n,) or (s, n)
        Kind of start. "multilevel": cuts of ever coarser versions of the graph, refined on the way back. "random":
        normal values; "diffusion": a random vertex, spread by a lazy random walk; "spectral": one start, the second
        eigenvector of the Laplacian L x = λ D_m x. "auto": multilevel, and on less
        than 1000 vertices the other two in turn as well. Or your own f⁰ (for two parts, of a connected graph).
    polish : {"flow", "none"}, optional
        "flow": the best cut S is improved by minimum cuts until none lowers the energy linearised at it (Andersen and
        Lang, "An algorithm for improving graph partitions", SODA 2008); more than two parts exchange vertices two at
        a time in the same way.
    theta : float in (0, 1), optional
        θ of Algorithms 2 and 3, the share of the ideal descent that ends an inner solve.
    epsilon : float > 0, optional
        ε of Algorithm 1: ‖u_{i+1} − u_i‖ ≤ ε ‖f‖ ends an inner solve.
    tol : float in [0, 1), optional
        TOL: converged when E falls by at most tol·E in an outer step.
    max_outer, max_inner : int, optional
        Outer steps from each start; inner steps in each outer step.
    patience : int ≥ 0, optional
        Outer steps without a better level set before f jumps to its best level set; 0 never jumps.
    scale : float in [1e-100, 1e100] or "unit", optional
        Iterates are kept at ‖f‖₂ = scale·√n; "unit": at ‖f‖₂ = 1, as in the paper.
    precision : {"float64", "float32"}, optional
        Type in which the inner iteration of the flow keeps its values; energies are in float64. "float32" takes half the
        memory and about half the time.
    time_limit : float > 0, optional
        Seconds of work after the input is checked; then the best cut so far is returned.
    callback : callable, optional
        Called with the latest Progress up to fifty times a second, the last one included. Return True to stop with the best cut so far. An exception it raises ends the cut and
        propagates.
    random_state : int, numpy Generator, RandomState or None
        Seed of all random choices; None draws a fresh one.
    n_threads : int, optional
        Threads; the result does not depend on it. By default the cores this process may use, capped by
        OMP_NUM_THREADS.

    Returns
    -------
    Cut
        Labels, value, energy and how they were reached.

    Raises
    ------
    TypeError, ValueError
        Before any work, for an input that is no graph or an option out of its range.
    CutInterrupted
        On Ctrl-C; a KeyboardInterrupt whose ``result`` holds the best cut so far.

    Warns
    -----
    DisconnectedGraphWarning
        When W has several components, so that some cut costs nothing.
    """
    began = time.perf_counter()
    if callback is not None and not callable(callback):
        raise TypeError(f"callback = {callback!r}; give a function of one argument, or None")
    graph = as_graph(W)
    n = len(graph[0]) - 1
    k = as_integer("n_clusters", n_clusters, 1, n)
    starts = None if init is None or isinstance(init, str) else as_starts(init, n)
    if starts is not None and (k != 2 or seeds is not None):
        raise ValueError(f"init gives starts for two parts without seeds, but n_clusters = {k}; leave init at None")
    weight = None if vertex_weight is None else as_vertex_weight(vertex_weight, n)
    known = None if seeds is None else as_seeds(seeds, n, k)
    options = native_options(
        k, preset=preset, method=method, init=init if isinstance(init, str) else None, polish=polish, balance=balance,
        strategy=strategy, random_state=random_state, n_threads=n_threads, n_starts=n_starts, max_outer=max_outer,
        max_inner=max_inner, patience=patience, max_refine=max_refine, lower_bound=lower_bound, theta=theta,
        epsilon=epsilon, tol=tol, scale=scale, precision=precision, asymmetry=asymmetry, time_limit=time_limit,
    )  # fmt: skip
    if weight is not None and balance != "ratio":
        raise ValueError(f"both vertex_weight and balance = {balance!r} were given; leave one of them out")
    cut = _cut_graph(graph, (options, starts, weight, known), callback, began)
    if cut.n_components > 1 and k > 1 and known is None:
        warnings.warn(
            f"the graph has {cut.n_components} connected components; cuts between them cost nothing. Cut the "
            "largest component alone, or connect the graph (more neighbours), to split what is linked",
            DisconnectedGraphWarning,
            stacklevel=2,
        )
    return cut


def _cut_graph(graph, given, callback, began):
    """Run a job on a graph, and on its mean with its transpose where that differs from it by rounding alone."""
    try:
        return _run((*graph, *given), callback, began)
    except _native.NotSymmetric:
        pass  # what comes next may fail for reasons of its own
    return _run((*symmetric(*graph), *given), callback, began)


def _run(arguments, callback, began):
    """Run a job to its end. An exception on the way, Ctrl-C above all, cancels it and is raised again."""
    job = _native.Job(*arguments)
    seen = None
    try:
        ended = False
        while not ended:
            ended = job.wait(POLL)
            steps = (job.progress.part, job.progress.start, job.progress.n_outer)
            if callback is not None and steps != seen and job.progress.value > 0:  # 0: nothing to tell yet
                seen = steps
                answer = callback(_progress(job, began))
                if isinstance(answer, (bool, np.bool_)) and answer:
                    job.cancel()
                    callback = None
    except BaseException as error:
        if not job.ours:  # the callback forked, and this is the child
            raise
        job.cancel()
        cut = _cut(job, began)
        if type(error) is KeyboardInterrupt:
            raise CutInterrupted(cut) from None
        raise
    return _cut(job, began)


def _progress(job, began):
    p = job.progress
    elapsed = time.perf_counter() - began
    return Progress(p.part, p.start, p.n_outer, p.n_inner, p.energy, p.value, elapsed)


def _cut(job, began):
    outcome = job.finish()
    if not job.options.lower_bound:
        outcome["lower_bound"] = None
    return Cut(**outcome, time=time.perf_counter() - began)

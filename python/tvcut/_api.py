"""balanced_cut: check the input, start a job, poll it, hand back the result."""

from __future__ import annotations

import time
import warnings

import numpy as np

from . import _native
from ._result import Cut, CutInterrupted, DisconnectedGraphWarning, Progress
from ._validate import as_choice, as_graph, as_integer, as_number, as_seed, as_starts, as_threads

POLL = 20  # milliseconds between looks at a job: Ctrl-C is noticed within that time


def default_options(preset="default"):
    """Return the options of a preset, "default" or "paper", as ``balanced_cut`` takes them.

    n_starts = None stands for 8, on graphs of n < 1000 vertices 8000/n, at most 32. Raises ValueError for an
    unknown preset.
    """
    as_choice("preset", preset, _native.PRESETS)
    options = _native.preset_options(preset)
    named = {name: getattr(options, name) for name in ("theta", "epsilon", "tol", "max_outer", "max_inner")}
    return named | {
        "n_starts": options.n_starts or None,
        "init": next(name for name, code in _native.INITS.items() if code == options.init),
        "patience": max(options.patience, 0),
        "scale": options.scale if options.scale > 0 else "unit",
    }


def balanced_cut(
    W,
    n_clusters=2,
    *,
    preset="default",
    method="adaptive",
    n_starts=None,
    init=None,
    theta=None,
    epsilon=None,
    tol=None,
    max_outer=None,
    max_inner=None,
    patience=None,
    scale=None,
    time_limit=None,
    callback=None,
    random_state=0,
    n_threads=None,
):
    """Cut a weighted graph into balanced, weakly linked parts.

    Minimises C(S) = cut(S, Sᶜ)/min(|S|, |Sᶜ|) by descending its relaxation
    E(f) = TV(f)/‖f − med f‖₁ from several starts, with the adaptive total variation algorithm of Bresson,
    Laurent, Uminsky and von Brecht, "An Adaptive Total Variation Algorithm for Computing the Balanced Cut
    of a Graph" (2013). E falls at every step. More than two parts come from cutting again, each time the
    part whose own cut has the smallest C.

    Every option left at None has the value of the preset; ``tvcut.default_options(preset)`` shows them all.

    Parameters
    ----------
    W : SciPy sparse matrix or array of any format, or array_like; shape (n, n)
        Symmetric weights ≥ 0. The diagonal is ignored, duplicates are summed, W is never modified.
    n_clusters : int
        Number of parts k, 1 ≤ k ≤ n.
    preset : {"default", "paper"}
        "paper": the settings of the paper's experiments, one random start, ‖f‖₂ = 1, no jumps. Slower.
    method : {"adaptive", "adaptive_median", "fixed"}
        When an inner problem is solved well enough: Algorithm 3, 2 or 1 of the paper.
    n_starts : int, optional
        Number of starts. Each explores until its best level set S stands still; the one with the lowest
        energy E(1_S) = C(S) is followed to its end. By default 8, and more on small graphs.
    init : {"auto", "random", "diffusion"}, optional, or array_like of shape (n,) or (s, n)
        Kind of start, or your own f⁰ (for two parts, of a connected graph).
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
    time_limit : float > 0, optional
        Seconds of work after the input is checked; then the best cut so far is returned.
    callback : callable, optional
        Called with the latest Progress up to fifty times a second while outer steps are made, the last one
        included. Return True to stop with the best cut so far. An exception it raises ends the cut and
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
    indptr, indices, data = as_graph(W)
    n = len(indptr) - 1
    k = as_integer("n_clusters", n_clusters, 1, n)
    starts = None if init is None or isinstance(init, str) else as_starts(init, n)
    if starts is not None and k != 2:
        raise ValueError(f"init gives starts for two parts, but n_clusters = {k}; leave init at None")
    chosen = {
        "n_clusters": k,
        "method": as_choice("method", method, _native.METHODS),
        "seed": as_seed(random_state),
        "n_threads": as_threads(n_threads),
        **_steps(n_starts, max_outer, max_inner, patience),
        **_numbers(theta, epsilon, tol, scale, time_limit),
    }
    if isinstance(init, str):
        chosen["init"] = as_choice("init", init, _native.INITS)
    as_choice("preset", preset, _native.PRESETS)
    options = _native.preset_options(preset)
    for name, value in chosen.items():
        setattr(options, name, value)
    cut = _run((indptr, indices, data, options, starts), callback, began)
    if cut.n_components > 1 and k > 1:
        warnings.warn(
            f"the graph has {cut.n_components} connected components; cuts between them cost nothing. Cut the "
            "largest component alone, or connect the graph (more neighbours), to split what is linked",
            DisconnectedGraphWarning,
            stacklevel=2,
        )
    return cut


def _steps(n_starts, max_outer, max_inner, patience):
    """Return the integer options that were given, checked."""
    given = {"n_starts": n_starts, "max_outer": max_outer, "max_inner": max_inner}
    checked = {name: as_integer(name, value, 1) for name, value in given.items() if value is not None}
    if patience is not None:
        checked["patience"] = as_integer("patience", patience, 0) or -1  # the core's 0 means its default
    return checked


def _numbers(theta, epsilon, tol, scale, time_limit):
    """Return the real options that were given, checked."""

    def positive(x):
        return 0 < x < float("inf")

    ranges = {
        "theta": (theta, lambda x: 0 < x < 1, "a number between 0 and 1, such as 0.99"),
        "epsilon": (epsilon, positive, "a positive number"),
        "tol": (tol, lambda x: 0 <= x < 1, "a number in [0, 1)"),
        "scale": (scale, lambda x: 1e-100 <= x <= 1e100, "a number from 1e-100 to 1e100, or 'unit'"),
        "time_limit": (time_limit, positive, "a positive number of seconds, or None"),
    }
    unit = isinstance(scale, str) and scale == "unit"
    checked = {
        name: as_number(name, value, ok, want)
        for name, (value, ok, want) in ranges.items()
        if value is not None and not (name == "scale" and unit)
    }
    if unit:
        checked["scale"] = -1.0  # the core's word for ‖f‖ = 1
    if checked.get("tol") == 0:
        checked["tol"] = -1.0  # the core's 0 means its default
    return checked


def _run(arguments, callback, began):
    """Run a job to its end. An exception on the way, Ctrl-C above all, cancels it and is raised again."""
    job = _native.Job(*arguments)
    seen = None
    try:
        ended = False
        while not ended:
            ended = job.wait(POLL)
            steps = (job.progress.part, job.progress.start, job.progress.n_outer)
            if callback is not None and steps != seen and job.progress.n_outer > 0:
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
    return Cut(**job.finish(), time=time.perf_counter() - began)

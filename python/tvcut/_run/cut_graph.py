"""Run a cut as a job: start it, poll it, call the callback and return the result."""

from __future__ import annotations

import math
import sys
import time
from dataclasses import replace
from typing import Any

import numpy as np

from .._input.constraints import with_names
from .._input.graph import symmetric
from .._native.errors import ArgumentError, NotSymmetric
from .._native.job import POLL, Job
from .._native.options import Preset, default_options
from .._native.problem import GIVEN, Problem
from .._result import stages
from .._result.cut import Cut, CutInterrupted
from .._result.evidence import Evidence
from .._result.order import numbered
from .._result.profile import Profile
from .._result.progress import Callback, Progress, is_stop
from .._result.strength import Criterion
from .memory import check

Trace = list[tuple[float, float]]  # seconds since the call, and the lowest criterion so far

SHORTEST_SILENCE = 0.02  # seconds between two calls of the callback, except for the last one
LONGEST_SILENCE = 0.15  # seconds after which the callback is called even if nothing changed; with a poll below 0.2
ROUNDING = 1e-12  # relative: two sums of the same criterion
TAKEN = (  # fields of tvcut_result that a cut has as they are
    *("labels", "value", "masses", "cut_weight", "imbalance", "volume", "excess", "moved"),
    *("energy", "energy_trace", "start_values", "merges", "merge_values"),
    *("n_outer", "n_inner", "n_inner_total", "n_components", "status", "choice"),
)


def cut_graph(
    problem: Problem, preset: Preset, options: dict[str, str], callback: Callback | None, began: float
) -> Cut:
    """Cut a graph. If its weights are symmetric only up to rounding, cut the mean of W and its transpose.

    Raises InsufficientMemoryError, before it allocates anything, if the cut needs more memory than is available.
    """
    check(problem, preset, options)
    try:
        return _run(problem, preset, options, callback, began)
    except NotSymmetric:
        problem = symmetric(problem)
    return _run(problem, preset, options, callback, began)


def remaining(options: dict[str, str], began: float) -> dict[str, str]:
    """Return the options with the seconds since ``began``, which the checks of the input took, taken off the limit."""
    try:
        limit = float(options["time_limit"])
    except (KeyError, ValueError):  # no limit, or one that the core refuses
        return options
    if not 0 < limit < math.inf:
        return options
    return options | {"time_limit": repr(max(limit - (time.perf_counter() - began), sys.float_info.min))}


def _run(problem: Problem, preset: Preset, options: dict[str, str], callback: Callback | None, began: float) -> Cut:
    """Run a job to its end. An exception cancels the job and propagates; Ctrl-C propagates as CutInterrupted.

    A signal handler may raise an exception anywhere. The job is therefore made before it starts, and its methods may be
    called again. Whatever is interrupted, the job is cancelled when its last reference is gone.
    """
    chosen = default_options(preset) | options
    without: dict[str, Any] = dict.fromkeys(GIVEN[1:])
    graph = replace(problem, starts=None, **without)
    criterion = Criterion(graph, chosen["objective"], chosen["balance"], float(chosen["asymmetry"]))
    job = Job(problem, preset, remaining(options, began))
    lowest: Trace = []
    try:
        job.start()
        _follow(job, callback, began, lowest)
        cut = _cut(job, criterion, began, lowest)
        job.close()
        return cut
    except BaseException as error:
        if not job.in_this_process:  # the callback forked, and this is the child
            raise
        job.cancel()
        job.join()
        if type(error) is KeyboardInterrupt or isinstance(
            error, CutInterrupted
        ):  # the latter from a cut in the callback
            raise _interrupted(job, criterion, began, lowest, error) from None
        raise
    finally:
        if not job.closed:  # if it is, there is no call here that a signal handler could interrupt
            job.close()


def _follow(job: Job, callback: Callback | None, began: float, lowest: Trace) -> None:
    """Call the callback until the job has ended, and cancel the job if the callback asks for it.

    Appends the time and the lowest criterion so far to ``lowest`` whenever the criterion changes by more than rounding.
    """
    seen, called, ended = None, began, False
    while not ended:
        ended = job.wait(POLL)
        progress: Any = job.progress
        if progress.value < math.inf and not (lowest and math.isclose(progress.value, lowest[-1][1], rel_tol=ROUNDING)):
            lowest.append((time.perf_counter() - began, progress.value))
        if callback is None or (ended and progress.value == math.inf and progress.fraction < 1):  # the job has failed
            continue
        silence = time.perf_counter() - called
        if silence > LONGEST_SILENCE or (progress != seen and (ended or silence >= SHORTEST_SILENCE)):
            seen, called = progress, time.perf_counter()
            if is_stop(callback(_progress(job, began))):
                job.cancel()
                callback = None


def _interrupted(
    job: Job, criterion: Criterion, began: float, lowest: Trace, error: KeyboardInterrupt
) -> KeyboardInterrupt:
    """Return the exception for Ctrl-C. If the job was not started or failed, there is no cut, and it is ``error``."""
    try:
        return CutInterrupted(_cut(job, criterion, began, lowest))
    except Exception as failure:
        if failure is not job.failure:  # an exception of another signal handler
            raise
    return error


def _progress(job: Job, began: float) -> Progress:
    p: Any = job.progress
    elapsed = time.perf_counter() - began
    return Progress(p.part, p.start, p.n_outer, p.n_inner, p.energy, p.value, p.phase, p.fraction, elapsed)


def _finished(job: Job) -> dict[str, Any]:
    """Return the result of a job, or raise the error of the core with the names of vertices that it is about."""
    try:
        return job.finish()
    except ArgumentError as error:
        if error is not job.failure:  # an exception of a signal handler
            raise
        job.failure = with_names(error, job.problem.names)
        raise job.failure from None


def _cut(job: Job, criterion: Criterion, began: float, lowest: Trace) -> Cut:
    """Return the cut of a job that has ended."""
    problem = job.problem
    found = numbered(problem, _finished(job))
    k = len(found["masses"])
    descends = k == 2 and len(found["energy_trace"]) > 0  # else there is no single descent
    fields = Evidence.__dataclass_fields__
    evidence = Evidence(**{name: found[name] for name in fields} | {"close": bool(found["close"])})
    profile = found["profile_shares"], found["profile_values"]
    return Cut(
        **{name: found[name] for name in TAKEN},
        lower_bound=None if math.isnan(found["lower_bound"]) else found["lower_bound"],
        f=found["f"] if descends else None,
        profile=Profile(*profile) if len(profile[0]) else None,
        evidence=evidence,
        stages=stages.of_arrays(found["stage_names"], found["stage_numbers"], found["stage_flags"]),
        value_trace=np.array(lowest).reshape(-1, 2),
        objective=criterion.objective,
        time=time.perf_counter() - began,
        _criterion=criterion,
    )

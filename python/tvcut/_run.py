"""Run a cut as a job: start it, poll it, call the callback and return the result."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from . import _native
from ._memory import check
from ._options import Preset, default_options
from ._problem import Problem
from ._result import Cut, CutInterrupted, Progress
from ._strength import Criterion
from ._validate import symmetric

SHORTEST_SILENCE = 0.02  # seconds between two calls of the callback, except for the last one
LONGEST_SILENCE = 0.15  # seconds after which the callback is called even if nothing changed; with a poll below 0.2

Callback = Callable[[Progress], object]


def cut_graph(
    problem: Problem, preset: Preset, options: dict[str, str], callback: Callback | None, began: float
) -> Cut:
    """Cut a graph. If its weights are symmetric only up to rounding, cut the mean of W and its transpose.

    Raises InsufficientMemoryError, before it allocates anything, if the cut needs more memory than is available.
    """
    check(problem, preset, options)
    try:
        return _run(problem, preset, options, callback, began)
    except _native.NotSymmetric:
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
    graph = replace(problem, starts=None, fixed=None, part_weights=None, labels=None)
    criterion = Criterion(graph, chosen["objective"], chosen["balance"], float(chosen["asymmetry"]))
    job = _native.Job(problem, preset, remaining(options, began))
    try:
        job.start()
        _follow(job, callback, began)
        cut = _cut(job, criterion, began)
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
            raise _interrupted(job, criterion, began, error) from None
        raise
    finally:
        if not job.closed:  # if it is, there is no call here that a signal handler could interrupt
            job.close()


def is_stop(answer: object) -> bool:
    """Return whether what a callback returned asks for the end."""
    return isinstance(answer, (bool, np.bool_)) and bool(answer)


def _follow(job: _native.Job, callback: Callback | None, began: float) -> None:
    """Call the callback until the job has ended, and cancel the job if the callback asks for it."""
    seen, called, ended = None, began, False
    while not ended:
        ended = job.wait(_native.POLL)
        progress: Any = job.progress
        if callback is None or (ended and progress.value == math.inf and progress.fraction < 1):  # the job has failed
            continue
        silence = time.perf_counter() - called
        if silence > LONGEST_SILENCE or (progress != seen and (ended or silence >= SHORTEST_SILENCE)):
            seen, called = progress, time.perf_counter()
            if is_stop(callback(_progress(job, began))):
                job.cancel()
                callback = None


def _interrupted(job: _native.Job, criterion: Criterion, began: float, error: KeyboardInterrupt) -> KeyboardInterrupt:
    """Return the exception for Ctrl-C. If the job was not started or failed, there is no cut, and it is ``error``."""
    try:
        return CutInterrupted(_cut(job, criterion, began))
    except Exception as failure:
        if failure is not job.failure:  # an exception of another signal handler
            raise
    return error


def _progress(job: _native.Job, began: float) -> Progress:
    p: Any = job.progress
    elapsed = time.perf_counter() - began
    return Progress(p.part, p.start, p.n_outer, p.n_inner, p.energy, p.value, p.phase, p.fraction, elapsed)


def _cut(job: _native.Job, criterion: Criterion, began: float) -> Cut:
    return Cut(**(job.finish() | {"time": time.perf_counter() - began, "_criterion": criterion}))

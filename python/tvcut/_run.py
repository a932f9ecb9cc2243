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
from ._options import Preset, default_options
from ._problem import Problem
from ._result import Cut, CutInterrupted, Progress
from ._strength import Criterion
from ._validate import symmetric

POLL = 20  # milliseconds between two polls of a job, and the longest delay before Ctrl-C takes effect
LONGEST_SILENCE = 0.15  # seconds after which the callback is called even if nothing changed; with a poll below 0.2

Callback = Callable[[Progress], object]


def cut_graph(
    problem: Problem, preset: Preset, options: dict[str, str], callback: Callback | None, began: float
) -> Cut:
    """Cut a graph. If its weights are symmetric only up to rounding, cut the mean of W and its transpose."""
    try:
        return _run(*_start(problem, preset, options, began), callback, began)
    except _native.NotSymmetric:
        problem = symmetric(problem)
    return _run(*_start(problem, preset, options, began), callback, began)


def _start(problem: Problem, preset: Preset, options: dict[str, str], began: float) -> tuple[_native.Job, Criterion]:
    """Start a job and return it with the criterion that it minimises."""
    job = _native.Job(problem, preset, remaining(options, began))
    chosen = default_options(preset) | options
    graph = replace(problem, starts=None, fixed=None, part_weights=None, labels=None)
    return job, Criterion(graph, chosen["objective"], chosen["balance"], float(chosen["asymmetry"]))


def remaining(options: dict[str, str], began: float) -> dict[str, str]:
    """Return the options with the seconds since ``began``, which the checks of the input took, taken off the limit."""
    try:
        limit = float(options["time_limit"])
    except (KeyError, ValueError):  # no limit, or one that the core refuses
        return options
    if not 0 < limit < math.inf:
        return options
    return options | {"time_limit": repr(max(limit - (time.perf_counter() - began), sys.float_info.min))}


def _run(job: _native.Job, criterion: Criterion, callback: Callback | None, began: float) -> Cut:
    """Run a job to its end. An exception, such as the KeyboardInterrupt of Ctrl-C, cancels the job and propagates."""
    seen, called = None, began
    try:
        ended = False
        while not ended:
            ended = job.wait(POLL)
            if callback is None or (ended and job.progress.value == math.inf):  # without a cut, the job has failed
                continue
            if job.progress != seen or time.perf_counter() - called > LONGEST_SILENCE:
                seen, called = job.progress, time.perf_counter()
                answer = callback(_progress(job, began))
                if isinstance(answer, (bool, np.bool_)) and answer:
                    job.cancel()
                    callback = None
    except BaseException as error:
        if not job.in_this_process:  # the callback forked, and this is the child
            raise
        job.cancel()
        cut = _cut(job, criterion, began)
        if type(error) is KeyboardInterrupt:
            raise CutInterrupted(cut) from None
        raise
    return _cut(job, criterion, began)


def _progress(job: _native.Job, began: float) -> Progress:
    p: Any = job.progress
    elapsed = time.perf_counter() - began
    return Progress(p.part, p.start, p.n_outer, p.n_inner, p.energy, p.value, p.phase, p.fraction, elapsed)


def _cut(job: _native.Job, criterion: Criterion, began: float) -> Cut:
    return Cut(**(job.finish() | {"time": time.perf_counter() - began, "_criterion": criterion}))

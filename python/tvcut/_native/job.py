"""A cut in the background, which runs in the native library."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from . import library
from .held import hold, sweep
from .problem import Problem
from .structures import STAGE_NAME

POLL = 5  # milliseconds that a call waits for a job, and the longest delay before Ctrl-C takes effect


class Job:
    """A cut in the background. ``start`` starts it, ``finish`` waits for the result, and ``close`` must be called.

    ``options`` maps names to texts, which replace the values of the preset; it must hold n_clusters. A signal handler
    may raise an exception in or after any method: every method but ``start`` may be called again. A job that is freed
    or closed before its end is cancelled; its arrays are held until the core does not read them any more.
    """

    def __init__(self, problem: Problem, preset: str, options: dict[str, str]) -> None:
        sweep()
        self._native, self._pid = library.library(), os.getpid()
        self.problem, self._preset, self._options = problem, preset, options
        self._outcome: dict[str, Any] | None = None
        self.failure: Exception | None = None  # raised by the core
        self.progress: Any = None  # of the last call of wait
        self.closed = False
        self._held = hold(self, self._native, problem)

    def start(self) -> None:
        """Start the job."""
        self._native.begin(self._held.slot, self.problem, self._preset, self._options)

    @property
    def in_this_process(self) -> bool:
        """Whether the job runs in this process, and not in the parent of a forked child."""
        return os.getpid() == self._pid

    def wait(self, milliseconds: int) -> bool:
        """Wait at most the given time, update ``progress``, and return whether the job has ended."""
        if self.closed:
            raise RuntimeError("this job is closed")
        if not self.in_this_process:
            raise RuntimeError("this cut runs in the parent process; a forked child must start a cut of its own")
        ended, self.progress = self._native.poll(self._held.slot, milliseconds)
        return ended

    def cancel(self) -> None:
        """Ask the job to end with the best cut so far."""
        if self.in_this_process:
            self._held.cancel()

    def join(self) -> None:
        """Wait for the end, in short intervals so that Python handles signals in between."""
        while self._outcome is None and self.failure is None and not self.wait(POLL):
            pass

    def finish(self) -> dict[str, Any]:
        """Wait for the end and return tvcut_result as a dict of arrays and numbers, or raise ``failure``."""
        if self._outcome is None and self.failure is None:
            self.join()
            self._take()
        if self.failure is not None:
            raise self.failure
        assert self._outcome is not None
        return self._outcome

    def _take(self) -> None:
        """Copy the outcome of a job that has ended."""
        problem, k = self.problem, self.progress.n_parts
        arrays: dict[str, Any] = {
            "labels": np.empty(problem.n, np.int32),
            "f": np.empty(problem.n, np.float64),
            "energy_trace": np.empty(self.progress.n_trace, np.float64),
            "start_values": np.empty(self.progress.n_tried, np.float64),
            "profile_shares": np.empty(self.progress.n_profile, np.float64),
            "profile_values": np.empty(self.progress.n_profile, np.float64),
            "merges": np.empty((max(k - 1, 0), 2), np.int32),
            "merge_values": np.empty(max(k - 1, 0), np.float64),
            "masses": np.empty(k, np.float64),
            "stage_names": np.zeros(self.progress.n_stages, f"S{STAGE_NAME}"),
            "stage_numbers": np.empty((self.progress.n_stages, 3), np.float64),
            "stage_flags": np.empty((self.progress.n_stages, 2), np.int32),
        }
        addresses = {name: array.ctypes.data for name, array in arrays.items()}
        result = self._native.outcome(self._held.slot, addresses)
        if isinstance(result, Exception):
            self.failure = result
            return
        self._outcome = vars(result) | arrays

    def close(self) -> None:
        """Cancel the job if it runs, and release it as soon as it has ended, without waiting."""
        if self.in_this_process:
            self._held.dropped = True
            self._held.cancel()
            sweep()
            self.closed = True

"""Choose and load the native backend, and load it anew after a fork. No other module loads native code.

Nothing is loaded on import. A process holds one backend, chosen before its first cut: two Go runtimes in one
process are not supported. A Go runtime does not survive ``fork`` either: a child of a process that loaded one
would hang in its first call. A forked child therefore discards the backend and loads a copy when it needs one.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from typing import Any

import numpy as np

from . import _stages
from ._backends import Backend, CtypesBackend, NotSymmetric
from ._evidence import Evidence
from ._gopy import GopyBackend
from ._held import hold, sweep
from ._problem import Problem
from ._profile import Profile

__all__ = ["Job", "NotSymmetric", "backend", "job_count", "library", "set_backend", "version"]

BACKENDS: dict[str, type[CtypesBackend] | type[GopyBackend]] = {"ctypes": CtypesBackend, "gopy": GopyBackend}

POLL = 5  # milliseconds that a call waits for a job, and the longest delay before Ctrl-C takes effect

# Since Python 3.14, a signal handler can raise an exception between the acquisition of a lock and the body of a with
# statement, and the lock would stay locked. The acquisition is therefore within a try statement, and the lock knows its
# thread: if the exception came before the acquisition, the release fails, and no lock of another thread is released.
_lock = threading.RLock()
_chosen: str | None = None  # the name given to set_backend
_loaded: str | None = None  # the backend that this process, or one it was forked from, loads or has loaded
_inherited = False  # whether a process that this one was forked from loads or has loaded the backend
_backend: Backend | None = None


def _after_fork() -> None:
    """Discard, in a forked child, the backend that the parent loaded and the lock that it may have held."""
    global _lock, _backend, _inherited
    _lock, _backend, _inherited = threading.RLock(), None, _loaded is not None


if sys.platform != "win32":  # Windows has no fork
    os.register_at_fork(after_in_child=_after_fork)


def _unlock() -> None:
    """Release the lock if this thread holds it."""
    with contextlib.suppress(RuntimeError):
        _lock.release()


def backend() -> str:
    """Return the name of the interface to the Go core: "ctypes" or "gopy".

    Once a cut has run, it is the interface that is loaded. Before, it is the one given to :func:`set_backend`, else the
    value of the environment variable TVCUT_BACKEND, else "ctypes".

    Returns
    -------
    str
        "ctypes" or "gopy".

    Raises
    ------
    ValueError
        If TVCUT_BACKEND is neither.

    Examples
    --------
    >>> import tvcut
    >>> tvcut.backend() in ("ctypes", "gopy")
    True
    """
    name = _loaded or _chosen or os.environ.get("TVCUT_BACKEND") or "ctypes"
    if name not in BACKENDS:
        raise ValueError(f"TVCUT_BACKEND must be one of {', '.join(map(repr, BACKENDS))} or unset, got {name!r}")
    return name


def set_backend(name: str) -> None:
    """Choose the interface to the Go core, before the first cut.

    Parameters
    ----------
    name : {"ctypes", "gopy"}
        "ctypes": the C interface, which is the default. "gopy": the package that `make gopy` builds.

    Raises
    ------
    ValueError
        If the name is neither.
    ImportError
        If the package of "gopy" is not installed.
    RuntimeError
        If the other interface is loaded: two Go runtimes in one process are not supported.

    Examples
    --------
    >>> import tvcut
    >>> tvcut.set_backend(tvcut.backend())
    """
    global _chosen
    if name not in BACKENDS:
        raise ValueError(f"name must be one of {', '.join(map(repr, BACKENDS))}, got {name!r}")
    try:
        _lock.acquire()
        if _loaded not in (None, name):
            raise RuntimeError(
                f"the {_loaded} backend is already loaded and a process can hold only one Go runtime; call "
                f"set_backend({name!r}) before the first cut, in a new process"
            )
        if name == "gopy":
            GopyBackend.package_version()  # fail now if it is not installed
        _chosen = name
    finally:
        _unlock()


def library() -> Backend:
    """Load the backend if necessary and return it."""
    global _backend, _loaded
    try:
        _lock.acquire()
        if _backend is None:
            name = backend()
            _loaded = name  # set before loading: another thread may fork meanwhile
            try:
                _backend = BACKENDS[name](load_copy=_inherited)
            except ImportError:
                _loaded = name if _inherited else None
                raise
        return _backend
    finally:
        _unlock()


def version() -> str:
    """Return the version of the native code."""
    return library().version()


def job_count() -> int:
    """Return the number of jobs in this process that were started and not released."""
    return library().job_count()


class Job:
    """A cut in the background. ``start`` starts it, ``finish`` waits for the result, and ``close`` must be called.

    ``options`` maps names to texts, which replace the values of the preset; it must hold n_clusters. A signal handler
    may raise an exception in or after any method: every method but ``start`` may be called again. A job that is freed
    or closed before its end is cancelled; its arrays are held until the core does not read them any more.
    """

    def __init__(self, problem: Problem, preset: str, options: dict[str, str]) -> None:
        sweep()
        self._native, self._pid = library(), os.getpid()
        self._problem, self._preset, self._options = problem, preset, options
        self._outcome: dict[str, Any] | None = None
        self.failure: Exception | None = None  # raised by the core
        self.progress: Any = None  # of the last call of wait
        self.closed = False
        self._held = hold(self, self._native, problem)

    def start(self) -> None:
        """Start the job."""
        self._native.begin(self._held.slot, self._problem, self._preset, self._options)

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
        """Wait for the end and return the outcome as a dict of arrays and numbers, or raise ``failure``."""
        if self._outcome is None and self.failure is None:
            self.join()
            self._take()
        if self.failure is not None:
            raise self.failure
        assert self._outcome is not None
        return self._outcome

    def _take(self) -> None:
        """Copy the outcome of a job that has ended."""
        problem, k = self._problem, int(self._options["n_clusters"])
        arrays: dict[str, Any] = {
            "labels": np.empty(problem.n, np.int32),
            "f": np.empty(problem.n, np.float64),
            "energy_trace": np.empty(self.progress.n_trace, np.float64),
            "start_values": np.empty(self.progress.n_tried, np.float64),
            "profile_shares": np.empty(self.progress.n_profile, np.float64),
            "profile_values": np.empty(self.progress.n_profile, np.float64),
            "merges": np.empty((k - 1, 2), np.int32),
            "merge_values": np.empty(k - 1, np.float64),
            "sizes": np.empty(k, np.float64),
            **_stages.arrays(self.progress.n_stages),
        }
        addresses = {name: array.ctypes.data for name, array in arrays.items()}
        result = self._native.outcome(self._held.slot, addresses)
        if isinstance(result, Exception):
            self.failure = result
            return
        if k != 2 or problem.fixed is not None or problem.labels is not None:
            arrays["f"] = None  # there is no single descent
        arrays["stages"] = _stages.taken(arrays)
        profile = arrays.pop("profile_shares"), arrays.pop("profile_values")
        arrays["profile"] = Profile(*profile) if len(profile[0]) else None
        numbers = ("value", "cut_weight", "imbalance", "energy", "n_outer", "n_inner", "n_inner_total", "n_components")
        outcome = arrays | {name: getattr(result, name) for name in (*numbers, "status", "choice")}
        evidence = {name: getattr(result, name) for name in Evidence.__dataclass_fields__}
        outcome["evidence"] = Evidence(**evidence | {"close": bool(result.close)})
        outcome["objective"] = self._options.get("objective", "value")
        outcome["lower_bound"] = None if np.isnan(result.lower_bound) else result.lower_bound
        self._outcome = outcome

    def close(self) -> None:
        """Cancel the job if it runs, and release it as soon as it has ended, without waiting."""
        if self.in_this_process:
            self._held.dropped = True
            self._held.cancel()
            sweep()
            self.closed = True

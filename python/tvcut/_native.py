"""Choose and load the native backend, and load it anew after a fork. No other module loads native code.

Nothing is loaded on import. A process holds one backend, chosen before its first cut: two Go runtimes in one
process are not supported. A Go runtime does not survive ``fork`` either: a child of a process that loaded one
would hang in its first call. A forked child therefore discards the backend and loads a copy when it needs one.
"""

from __future__ import annotations

import os
import threading
from typing import Any

import numpy as np

from ._backends import Backend, CtypesBackend, GopyBackend, NotSymmetric
from ._problem import Problem

__all__ = ["Job", "NotSymmetric", "backend", "library", "set_backend", "version"]

BACKENDS: dict[str, type[CtypesBackend] | type[GopyBackend]] = {"ctypes": CtypesBackend, "gopy": GopyBackend}

_lock = threading.Lock()
_chosen: str | None = None  # the name given to set_backend
_loaded: str | None = None  # the backend that this process, or one it was forked from, loads or has loaded
_backend: Backend | None = None


def _after_fork() -> None:
    """Discard, in a forked child, the backend that the parent loaded and the lock that it may have held."""
    global _lock, _backend
    if _backend is not None:
        _backend.after_fork()
    _lock, _backend = threading.Lock(), None


os.register_at_fork(after_in_child=_after_fork)


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
    with _lock:
        if _loaded not in (None, name):
            raise RuntimeError(
                f"the {_loaded} backend is already loaded and a process can hold only one Go runtime; call "
                f"set_backend({name!r}) before the first cut, in a new process"
            )
        if name == "gopy":
            GopyBackend.package_version()  # fail now if it is not installed
        _chosen = name


def library() -> Backend:
    """Load the backend if necessary and return it."""
    global _backend, _loaded
    with _lock:
        if _backend is None:
            name = backend()
            load_copy, _loaded = _loaded is not None, name  # set before loading: another thread may fork meanwhile
            try:
                _backend = BACKENDS[name](load_copy)
            except ImportError:
                _loaded = name if load_copy else None
                raise
        return _backend


def version() -> str:
    """Return the version of the native code."""
    return library().version()


class Job:
    """A running cut: a thin wrapper of a native job that keeps alive the arrays that the job reads.

    ``options`` maps names to texts, which replace the values of the preset; it must hold n_clusters. ``finish`` returns
    the outcome; a job that is deleted before is cancelled.
    """

    def __init__(self, problem: Problem, preset: str, options: dict[str, str]) -> None:
        self._job: Any = None
        self._native, self._pid = library(), os.getpid()
        self._problem, self._k = problem, int(options["n_clusters"])
        self._objective = options.get("objective", "value")
        self.progress: Any = None  # of the last call of wait
        self._job = self._native.begin(problem, preset, options)

    @property
    def in_this_process(self) -> bool:
        """Whether the job runs in this process, and not in the parent of a forked child."""
        return os.getpid() == self._pid

    def wait(self, milliseconds: int) -> bool:
        """Wait at most the given time, update ``progress``, and return whether the job has ended."""
        if not self.in_this_process:
            raise RuntimeError("this cut runs in the parent process; a forked child must start a cut of its own")
        ended, self.progress = self._native.poll(self._job, milliseconds)
        return ended

    def cancel(self) -> None:
        """Ask the job to end with the best cut so far."""
        if self.in_this_process:
            self._native.cancel(self._job)

    def finish(self) -> dict[str, Any]:
        """Wait for the end and return the outcome as a dict of arrays and numbers."""
        while not self.wait(20):  # short waits, so that Python handles signals in between
            pass
        arrays: dict[str, Any] = {
            "labels": np.empty(self._problem.n, np.int32),
            "f": np.empty(self._problem.n, np.float64),
            "energy_trace": np.empty(self.progress.n_trace, np.float64),
            "start_values": np.empty(self.progress.n_tried, np.float64),
            "merges": np.empty((self._k - 1, 2), np.int32),
            "merge_values": np.empty(self._k - 1, np.float64),
            "sizes": np.empty(self._k, np.float64),
        }
        job, self._job = self._job, None
        result = self._native.end(job, {name: array.ctypes.data for name, array in arrays.items()})
        if self._k != 2 or self._problem.fixed is not None or self._problem.labels is not None:
            arrays["f"] = None  # there is no single descent
        numbers = ("value", "cut_weight", "imbalance", "energy", "n_outer", "n_inner", "n_inner_total", "n_components")
        outcome = arrays | {name: getattr(result, name) for name in (*numbers, "status")}
        outcome["objective"] = self._objective
        outcome["lower_bound"] = None if np.isnan(result.lower_bound) else result.lower_bound
        return outcome

    def __del__(self) -> None:
        if self._job is not None and self.in_this_process:  # wait, because the core may still read the arrays
            self.cancel()
            self._native.drop(self._job)

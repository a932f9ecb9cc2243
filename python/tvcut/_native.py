"""The one place that loads native code: which of two backends, when, and again after a fork.

Nothing is loaded on import. A process holds one backend, chosen before its first cut: two Go runtimes in one
process are not supported. A Go runtime does not survive ``fork`` either: a child of a process that loaded one
would hang in its first call. So a forked child forgets it and, when it needs it, loads a copy.
"""

from __future__ import annotations

import os
import threading
from types import SimpleNamespace

import numpy as np

from ._backends import CtypesBackend, GopyBackend, NotSymmetric

METHODS = {"adaptive": 0, "adaptive_median": 1, "fixed": 2}
INITS = {"auto": 0, "random": 1, "diffusion": 2, "multilevel": 3, "spectral": 4}
POLISHES = {"flow": 0, "none": 1}
PRECISIONS = {"float64": 0, "float32": 1}
BALANCES = {"ratio": 0, "normalized": 1}
STRATEGIES = {"asymmetric": 0, "symmetric": 1, "every": 2}
STATUSES = {
    1: "converged",
    2: "critical",
    3: "no_descent",
    4: "max_outer",
    5: "stopped",
    6: "time_limit",
    7: "optimal",
}
PRESETS = {"default": "default_options", "paper": "paper_options"}


BACKENDS = {"ctypes": CtypesBackend, "gopy": GopyBackend}

_lock = threading.Lock()
_chosen = None  # by set_backend
_loaded = None  # the name of the backend that this process, or one it was forked from, loads or has loaded
_backend = None


def _forget():
    """Run in a forked child: what the parent loaded, and a lock it may have held, are of no use here."""
    global _lock, _backend
    if _backend is not None:
        _backend.forget()
    _lock, _backend = threading.Lock(), None


os.register_at_fork(after_in_child=_forget)


def backend():
    """Return the name of the interface in use, or to be used from the first cut on: "ctypes" or "gopy".

    It is the one given to set_backend, else the one the environment variable TVCUT_BACKEND names, else "ctypes".

    Raises
    ------
    ValueError
        If TVCUT_BACKEND names neither.
    """
    name = _loaded or _chosen or os.environ.get("TVCUT_BACKEND") or "ctypes"
    if name not in BACKENDS:
        raise ValueError(f"TVCUT_BACKEND = {name!r}; set it to one of {', '.join(BACKENDS)}, or unset it")
    return name


def set_backend(name):
    """Choose the interface to the Go core, before the first cut.

    Parameters
    ----------
    name : {"ctypes", "gopy"}
        "ctypes" is the C interface, and the default. "gopy" is the package that `make gopy` builds.

    Raises
    ------
    ValueError
        For another name.
    ImportError
        If the package of "gopy" is not installed.
    RuntimeError
        If the other interface is loaded: two Go runtimes in one process are not supported.
    """
    global _chosen
    if name not in BACKENDS:
        raise ValueError(f"backend = {name!r}; give one of {', '.join(map(repr, BACKENDS))}")
    with _lock:
        if _loaded not in (None, name):
            raise RuntimeError(
                f"the {_loaded} backend is already loaded and a process can hold only one Go runtime; call "
                f"set_backend({name!r}) before the first cut, in a new process"
            )
        if name == "gopy":
            GopyBackend.version()  # fail now if it is not installed
        _chosen = name


def library():
    """Return the backend, loaded."""
    global _backend, _loaded
    with _lock:
        if _backend is None:
            name = backend()
            again, _loaded = _loaded is not None, name  # before loading: another thread may fork meanwhile
            try:
                _backend = BACKENDS[name](again)
            except ImportError:
                _loaded = name if again else None
                raise
        return _backend


def version():
    """Return the version of the native code."""
    return library().version().decode()


def preset_options(preset="default"):
    """Return the options of a preset, which are written in Go, in a namespace."""
    return library().options(PRESETS[preset])


class Job:
    """One cut under way, polled: a thin wrapper of a native job that keeps the arrays it reads alive.

    ``indptr`` is int64, ``indices`` int32, ``data`` float64, ``starts`` float64 of shape (s, n),
    ``vertex_weight`` float64 and ``seeds`` int32 of shape (n,), the last three None where there are none; all
    are C-contiguous. ``finish`` must be called; dropping the job calls it.
    """

    def __init__(self, indptr, indices, data, options, starts=None, vertex_weight=None, seeds=None):
        self._job = None
        self._native, self._pid = library(), os.getpid()
        self._arrays = (indptr, indices, data, starts, vertex_weight, seeds)
        self._n, self._k, self.options = len(indptr) - 1, options.n_clusters, options
        self._one_descent = self._k == 2 and seeds is None
        self.progress = SimpleNamespace(part=0, start=0, n_outer=0, n_inner=0, energy=0.0, value=0.0)
        arrays = {"indptr": indptr, "indices": indices, "data": data, "vertex_weight": vertex_weight, "seeds": seeds}
        given = {name: array for name, array in arrays.items() if array is not None}
        graph = {"n": self._n, "nnz": len(data), **_addresses(**given)}
        f0, count = (None, 0) if starts is None else (starts.ctypes.data, len(starts))
        self._job = self._native.begin(graph, options, f0, count)

    @property
    def ours(self):
        """Whether the job runs in this process. In a child forked meanwhile it does not, nor can it be asked."""
        return os.getpid() == self._pid

    def wait(self, milliseconds):
        """Return True once the job has ended, False after the given time; update ``progress``."""
        if not self.ours:
            raise RuntimeError("this cut runs in the parent process; start one of your own")
        ended, self.progress = self._native.poll(self._job, milliseconds)
        return ended

    def cancel(self):
        """Ask the job to end with the best cut so far."""
        if self.ours:
            self._native.cancel(self._job)

    def finish(self):
        """Wait for the end and return the outcome as a dict of arrays and numbers."""
        while not self.wait(20):  # short, so that signals are handled meanwhile
            pass
        arrays = {
            "labels": np.empty(self._n, np.int32),
            "f": np.empty(self._n, np.float64),
            "energy_trace": np.empty(self.progress.n_trace, np.float64),
            "start_values": np.empty(self.progress.n_tried, np.float64),
            "merges": np.empty((self._k - 1, 2), np.int32),
            "merge_values": np.empty(self._k - 1, np.float64),
        }
        job, self._job = self._job, None
        result = self._native.end(job, _addresses(**arrays))
        numbers = ("value", "energy", "lower_bound", "n_outer", "n_inner", "n_inner_total", "n_components")
        if not self._one_descent:
            arrays["f"] = None
        return arrays | {k: getattr(result, k) for k in numbers} | {"status": STATUSES[result.status]}

    def __del__(self):
        if self._job is not None and self.ours:  # the core may still read the arrays: wait for it
            self.cancel()
            self._native.drop(self._job)


def _addresses(**arrays):
    return {name: array.ctypes.data for name, array in arrays.items()}

"""The one place that loads the native library and knows its C interface, capi/tvcut.h.

The library is loaded on first use, never on import. A Go runtime does not survive ``fork``: a child of a
process that loaded it would hang in its first call. So a forked child forgets the library and, when it
needs it, loads a copy of the file, which the system maps as a library of its own.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import tempfile
import threading
from ctypes import POINTER, byref, c_char, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint64
from pathlib import Path

import numpy as np

LIBRARY = Path(__file__).with_name("libtvcut.so")

OK, PENDING, BAD_INPUT = 0, 1, -1
MESSAGE_LENGTH = 4096

METHODS = {"adaptive": 0, "adaptive_median": 1, "fixed": 2}
INITS = {"auto": 0, "random": 1, "diffusion": 2}
STATUSES = {
    1: "converged",
    2: "critical",
    3: "no_descent",
    4: "max_outer",
    5: "stopped",
    6: "time_limit",
    7: "optimal",
}


class Graph(ctypes.Structure):
    _fields_ = [
        ("n", c_int64),
        ("nnz", c_int64),
        ("indptr", POINTER(c_int64)),
        ("indices", POINTER(c_int32)),
        ("data", POINTER(c_double)),
    ]


class Options(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("n_clusters", c_int32),
        ("method", c_int32),
        ("init", c_int32),
        ("n_starts", c_int32),
        ("max_outer", c_int32),
        ("max_inner", c_int32),
        ("patience", c_int32),
        ("n_threads", c_int32),
        ("theta", c_double),
        ("epsilon", c_double),
        ("tol", c_double),
        ("scale", c_double),
        ("time_limit", c_double),
        ("seed", c_uint64),
    ]


class Progress(ctypes.Structure):
    _fields_ = [
        ("part", c_int64),
        ("start", c_int64),
        ("n_outer", c_int64),
        ("n_inner", c_int64),
        ("energy", c_double),
        ("value", c_double),
        ("n_trace", c_int64),
        ("n_tried", c_int64),
    ]


class Result(ctypes.Structure):
    _fields_ = [
        ("labels", POINTER(c_int32)),
        ("f", POINTER(c_double)),
        ("energy_trace", POINTER(c_double)),
        ("start_values", POINTER(c_double)),
        ("merges", POINTER(c_int32)),
        ("merge_values", POINTER(c_double)),
        ("value", c_double),
        ("energy", c_double),
        ("n_outer", c_int64),
        ("n_inner", c_int64),
        ("n_inner_total", c_int64),
        ("n_components", c_int64),
        ("status", c_int32),
    ]


_lock = threading.Lock()
_library = None
_loaded = False  # the file was, or is being, loaded into this process or one it was forked from


def _forget():
    """Run in a forked child: what the parent loaded, and a lock it may have held, are of no use here."""
    global _lock, _library
    _lock, _library = threading.Lock(), None


os.register_at_fork(after_in_child=_forget)


def library():
    """Return the loaded library."""
    global _library
    with _lock:
        if _library is None:
            _library = _declare(_load())
        return _library


def _load():
    global _loaded
    if not LIBRARY.exists():
        raise ImportError(
            f"the native library {LIBRARY.name} is missing from {LIBRARY.parent}; install tvcut with "
            "`pip install .` from its source folder, which needs Go (https://go.dev/dl) to build it"
        )
    if not _loaded:
        _loaded = True
        return ctypes.CDLL(str(LIBRARY))
    with tempfile.TemporaryDirectory() as folder:  # once loaded, the file need not stay
        return ctypes.CDLL(shutil.copy(LIBRARY, folder))


def _declare(lib):
    job, message = ctypes.c_size_t, [POINTER(c_char), c_size_t]
    lib.tvcut_version.argtypes, lib.tvcut_version.restype = [], c_char_p
    lib.tvcut_default_options.argtypes = lib.tvcut_paper_options.argtypes = [POINTER(Options)]
    lib.tvcut_start.argtypes = [
        POINTER(Graph), POINTER(Options), POINTER(c_double), c_int64, POINTER(job), *message
    ]  # fmt: skip
    lib.tvcut_wait.argtypes = [job, c_int32, POINTER(Progress)]
    lib.tvcut_cancel.argtypes = [job]
    lib.tvcut_finish.argtypes = [job, POINTER(Result), *message]
    for name in ("default_options", "paper_options", "start", "wait", "cancel", "finish"):
        getattr(lib, f"tvcut_{name}").restype = c_int
    return lib


def version():
    """Return the version of the native library."""
    return library().tvcut_version().decode()


PRESETS = {"default": "tvcut_default_options", "paper": "tvcut_paper_options"}


def preset_options(preset="default"):
    """Return the options of a preset, which are written in Go."""
    options = Options(size=ctypes.sizeof(Options))
    getattr(library(), PRESETS[preset])(byref(options))
    return options


def _pointer(array, ctype):
    return array.ctypes.data_as(POINTER(ctype))


class Job:
    """One cut under way: a thin wrapper of a tvcut_job that keeps the arrays it reads alive.

    ``indptr`` is int64, ``indices`` int32, ``data`` float64 and ``starts`` None or float64 of shape
    (s, n), all C-contiguous. ``finish`` must be called; dropping the job calls it.
    """

    def __init__(self, indptr, indices, data, options, starts=None):
        self._handle = ctypes.c_size_t(0)
        self._lib, self._pid = library(), os.getpid()
        self._arrays = (indptr, indices, data, starts)
        self._n, self._k = len(indptr) - 1, options.n_clusters
        self.progress = Progress()
        graph = Graph(
            self._n, len(data), _pointer(indptr, c_int64), _pointer(indices, c_int32), _pointer(data, c_double)
        )
        f0, count = (None, 0) if starts is None else (_pointer(starts, c_double), len(starts))
        message = ctypes.create_string_buffer(MESSAGE_LENGTH)
        code = self._lib.tvcut_start(
            byref(graph), byref(options), f0, count, byref(self._handle), message, MESSAGE_LENGTH
        )
        _check(code, message)

    @property
    def ours(self):
        """Whether the job runs in this process. In a child forked meanwhile it does not, nor can it be asked."""
        return os.getpid() == self._pid

    def wait(self, milliseconds):
        """Return True once the job has ended, False after the given time; update ``progress``."""
        if not self.ours:
            raise RuntimeError("this cut runs in the parent process; start one of your own")
        return self._lib.tvcut_wait(self._handle, milliseconds, byref(self.progress)) != PENDING

    def cancel(self):
        """Ask the job to end with the best cut so far."""
        if self.ours:
            self._lib.tvcut_cancel(self._handle)

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
        result = Result(*(_pointer(a, c_int32 if a.dtype == np.int32 else c_double) for a in arrays.values()))
        message = ctypes.create_string_buffer(MESSAGE_LENGTH)
        handle, self._handle = self._handle, ctypes.c_size_t(0)
        _check(self._lib.tvcut_finish(handle, byref(result), message, MESSAGE_LENGTH), message)
        numbers = ("value", "energy", "n_outer", "n_inner", "n_inner_total", "n_components")
        if self._k != 2:  # there is no single descent, and no f
            arrays["f"] = None
        return arrays | {k: getattr(result, k) for k in numbers} | {"status": STATUSES[result.status]}

    def __del__(self):
        if getattr(self, "_handle", None) and self.ours:  # the library may still read the arrays: wait for it
            self.cancel()
            self._lib.tvcut_finish(self._handle, None, None, 0)


def _check(code, message):
    if code == OK:
        return
    text = message.value.decode(errors="replace")
    raise (ValueError if code == BAD_INPUT else RuntimeError)(f"tvcut: {text}")

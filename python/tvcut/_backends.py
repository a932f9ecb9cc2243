"""The two interfaces to the Go core; only _native knows of them.

Both run the same jobs. The C interface, capi/tvcut.h, is a library that serves every Python; the package that
`make gopy` generates from capi/pybind holds the same jobs as Go structs and methods, for one version of Python.
A backend is made with ``again`` true in a process forked from one that loaded it: a Go runtime does not survive
``fork``, so the child loads a copy of the files, which the system maps as a library of its own.

A backend has ``version()``, ``options(function)``, ``begin(graph, options, starts, n_starts)`` → job, ``poll(job,
milliseconds)`` → (ended, progress), ``cancel(job)``, ``end(job, arrays)`` → numbers, and ``forget()``. Arrays
are dicts from the fields of tvcut.h to addresses; all else is read from namespaces with those fields.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import importlib.util
import shutil
import sys
import tempfile
from ctypes import POINTER, byref, c_char, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import SimpleNamespace

LIBRARY = Path(__file__).with_name("libtvcut.so")
PACKAGE = "tvcut_gopy"  # what `make gopy` generates
REMEDY = "run `make gopy` in the source folder of tvcut, or use the default backend"

OK, PENDING, BAD_INPUT, NOT_SYMMETRIC = 0, 1, -1, -4
MESSAGE_LENGTH = 4096

def _structure(name, **fields):
    return type(name, (ctypes.Structure,), {"_fields_": list(fields.items())})


def _fields(names, ctype):
    return dict.fromkeys(names.split(), ctype)


Graph = _structure("Graph", **_fields("n nnz", c_int64), **_fields("indptr indices data vertex_weight seeds", c_void_p))
Options = _structure(
    "Options",
    size=c_size_t,
    **_fields("n_clusters method init n_starts max_outer max_inner patience", c_int32),
    **_fields("balance polish strategy max_refine lower_bound n_threads", c_int32),
    **_fields("theta epsilon tol scale asymmetry time_limit", c_double),
    seed=c_uint64,
    precision=c_int32,
)
Progress = _structure(
    "Progress",
    **_fields("part start n_outer n_inner", c_int64),
    **_fields("energy value", c_double),
    **_fields("n_trace n_tried", c_int64),
)
Result = _structure(
    "Result",
    **_fields("labels f energy_trace start_values merges merge_values", c_void_p),
    **_fields("value energy lower_bound", c_double),
    **_fields("n_outer n_inner n_inner_total n_components", c_int64),
    status=c_int32,
)


def _read(struct, record, name=str):
    """Return the fields of a record, named as ``name`` says, in a namespace."""
    return SimpleNamespace(**{f: getattr(record, name(f)) for f, _ in struct._fields_ if f != "size"})


class NotSymmetric(ValueError):
    """w_ij ≠ w_ji, to the last bit."""


def _check(code, text):
    if code != OK:
        raise {BAD_INPUT: ValueError, NOT_SYMMETRIC: NotSymmetric}.get(code, RuntimeError)(f"tvcut: {text}")


class CtypesBackend:
    """The C interface. ``again`` says that this process, or one it was forked from, loaded it before."""

    def __init__(self, again):
        if not LIBRARY.exists():
            raise ImportError(
                f"the native library {LIBRARY.name} is missing from {LIBRARY.parent}; install tvcut with "
                "`pip install .` from its source folder, which needs Go (https://go.dev/dl) to build it"
            )
        if again:
            with tempfile.TemporaryDirectory() as folder:  # once loaded, the file need not stay
                self.lib = ctypes.CDLL(shutil.copy(LIBRARY, folder))
        else:
            self.lib = ctypes.CDLL(str(LIBRARY))
        job, message = c_size_t, [POINTER(c_char), c_size_t]
        for name, result, *arguments in (
            ("version", c_char_p),
            ("default_options", c_int, POINTER(Options)),
            ("paper_options", c_int, POINTER(Options)),
            ("start", c_int, POINTER(Graph), POINTER(Options), c_void_p, c_int64, POINTER(job), *message),
            ("wait", c_int, job, c_int32, POINTER(Progress)),
            ("cancel", c_int, job),
            ("finish", c_int, job, POINTER(Result), *message),
        ):
            function = getattr(self.lib, f"tvcut_{name}")
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    def options(self, function):
        options = Options(size=ctypes.sizeof(Options))
        getattr(self, function)(byref(options))
        return _read(Options, options)

    def begin(self, graph, options, starts, n_starts):
        handle, message = c_size_t(0), ctypes.create_string_buffer(MESSAGE_LENGTH)
        options = Options(size=ctypes.sizeof(Options), **vars(options))
        code = self.start(byref(Graph(**graph)), byref(options), starts, n_starts, byref(handle), message, MESSAGE_LENGTH)
        _check(code, message.value.decode(errors="replace"))
        return handle

    def poll(self, handle, milliseconds):
        progress = Progress()
        return self.wait(handle, milliseconds, byref(progress)) != PENDING, progress

    def end(self, handle, arrays):
        result, message = Result(**arrays), ctypes.create_string_buffer(MESSAGE_LENGTH)
        code = self.finish(handle, byref(result), message, MESSAGE_LENGTH)
        _check(code, message.value.decode(errors="replace"))
        return _read(Result, result)

    def drop(self, handle):
        self.finish(handle, None, None, 0)

    def forget(self):
        """A forked child has nothing to drop: jobs know of which process they are."""


def _camel(name):
    return "".join(word.capitalize() for word in name.split("_"))


class GopyBackend:
    """The generated package. ``again`` as above."""

    def __init__(self, again):
        if self.version() != version("tvcut").encode():
            raise ImportError(f"{PACKAGE} is of tvcut {self.version().decode()}; {REMEDY}")
        spec = importlib.util.find_spec(PACKAGE)
        with tempfile.TemporaryDirectory() as folder:
            name = PACKAGE
            if again:
                name = f"{PACKAGE}_{Path(folder).name}"
                shutil.copytree(Path(spec.origin).parent, Path(folder, name))
                sys.path.insert(0, folder)
            try:
                self.go = importlib.import_module(f"{name}.pybind")
            finally:
                sys.path[:] = [entry for entry in sys.path if entry != folder]
        # gopy has Python's garbage collector run Go's, in full and each time, which costs milliseconds
        gc.callbacks[:] = [f for f in gc.callbacks if not f.__module__.startswith(f"{name}.")]

    @staticmethod
    def version():
        try:
            return version(PACKAGE).encode()
        except PackageNotFoundError:
            raise ImportError(f"the package {PACKAGE} is not installed; {REMEDY}") from None

    def options(self, function):
        return _read(Options, getattr(self.go, _camel(function))(), _camel)

    def _record(self, struct, fields):
        record = getattr(self.go, struct)()
        for name, value in fields.items():
            setattr(record, _camel(name), value)
        return record

    def begin(self, graph, options, starts, n_starts):
        options = self._record("Options", vars(options))
        job = self.go.Start(self._record("Graph", graph), options, starts or 0, n_starts)
        _check(job.Code, job.Message)
        return job

    def poll(self, job, milliseconds):
        ended = job.Wait(milliseconds) != PENDING
        return ended, _read(Progress, job.Progress(), _camel)

    def cancel(self, job):
        job.Cancel()

    def end(self, job, arrays):
        result = self._record("Result", arrays)
        _check(job.Finish(result), job.Message)
        return _read(Result, result, _camel)

    def drop(self, job):
        job.Finish(self.go.Result())

    def forget(self):
        """Leave Go objects that the parent made to the parent: freeing one would call its runtime."""
        gone = SimpleNamespace(DecRef=lambda handle: None)
        for module in (self.go, self.go.go):
            setattr(module, f"_{PACKAGE}", gone)

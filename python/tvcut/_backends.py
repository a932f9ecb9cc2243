"""The two interfaces to the Go core; only _native uses them.

Both run the same jobs. The C interface, capi/tvcut.h, is a library that works with every version of Python; the package
that `make gopy` generates from capi/pybind offers the same jobs as Go structs and methods, for one version of Python.
A Go runtime does not survive ``fork``. A child of a process that loaded a backend therefore creates it with
``load_copy=True``, which loads a copy of the files: the system maps the copy as a separate library.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import importlib.util
import shutil
import sys
import tempfile
from ctypes import POINTER, byref, c_char, c_char_p, c_int, c_int32, c_int64, c_size_t, c_void_p
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol

from ._problem import Problem
from ._structures import BAD_INPUT, NOT_SYMMETRIC, OK, PENDING, Graph, Progress, Result, read

LIBRARY = Path(__file__).with_name("libtvcut.so")
PACKAGE = "tvcut_gopy"  # what `make gopy` generates
REMEDY = "run `make gopy` in the source folder of tvcut, or use the default backend"

TEXT_LENGTH = 4096


class Backend(Protocol):
    """A backend. Options are a preset and a dict from names to texts; a job is what ``begin`` returns."""

    def version(self) -> str: ...
    def registry(self) -> str: ...
    def options(self, preset: str, given: dict[str, str]) -> dict[str, str]: ...
    def begin(self, problem: Problem, preset: str, given: dict[str, str]) -> Any: ...
    def poll(self, job: Any, milliseconds: int) -> tuple[bool, Any]: ...
    def cancel(self, job: Any) -> None: ...
    def end(self, job: Any, arrays: dict[str, int]) -> SimpleNamespace: ...
    def drop(self, job: Any) -> None: ...
    def after_fork(self) -> None: ...


class NotSymmetric(ValueError):
    """Some w_ij differs from w_ji in at least one bit."""


def _check(code: int, text: str) -> None:
    if code != OK:
        raise {BAD_INPUT: ValueError, NOT_SYMMETRIC: NotSymmetric}.get(code, RuntimeError)(text)


class CtypesBackend:
    """The C interface. ``load_copy`` is true if this process, or one it was forked from, has loaded the library."""

    def __init__(self, load_copy: bool) -> None:
        if not LIBRARY.exists():
            raise ImportError(
                f"the native library {LIBRARY.name} is missing from {LIBRARY.parent}; install tvcut with "
                "`pip install .` from its source folder, which needs Go (https://go.dev/dl) to build it"
            )
        if load_copy:
            with tempfile.TemporaryDirectory() as folder:  # the file is not needed once it is loaded
                self.lib = ctypes.CDLL(shutil.copy(LIBRARY, folder))
        else:
            self.lib = ctypes.CDLL(str(LIBRARY))
        handle, message = c_size_t, (POINTER(c_char), c_size_t)
        for name, result, *arguments in (
            ("version", c_char_p),
            ("registry", c_char_p),
            ("status_name", c_char_p, c_int32),
            ("phase_name", c_char_p, c_int32),
            ("options_new", c_int, c_char_p, POINTER(handle), *message),
            ("options_free", c_int, handle),
            ("set", c_int, handle, c_char_p, c_char_p, *message),
            ("get", c_int, handle, c_char_p, *message),
            ("start", c_int, POINTER(Graph), handle, c_void_p, c_int64, POINTER(handle), *message),
            ("wait", c_int, handle, c_int32, POINTER(Progress)),
            ("cancel", c_int, handle),
            ("finish", c_int, handle, POINTER(Result), *message),
        ):
            function = getattr(self.lib, f"tvcut_{name}")
            function.restype, function.argtypes = result, arguments

    def _call(self, name: str, *arguments: Any) -> None:
        """Call a function whose last two arguments are a buffer for a message, and raise the error that it reports."""
        message = ctypes.create_string_buffer(TEXT_LENGTH)
        code = getattr(self.lib, f"tvcut_{name}")(*arguments, message, TEXT_LENGTH)
        _check(code, message.value.decode(errors="replace"))

    def version(self) -> str:
        text: bytes = self.lib.tvcut_version()
        return text.decode()

    def registry(self) -> str:
        text: bytes = self.lib.tvcut_registry()
        return text.decode()

    def _options(self, preset: str, given: dict[str, str]) -> c_size_t:
        options = c_size_t(0)
        self._call("options_new", preset.encode(), byref(options))
        try:
            for name, text in given.items():
                self._call("set", options, name.encode(), text.encode())
        except ValueError:
            self.lib.tvcut_options_free(options)
            raise
        return options

    def options(self, preset: str, given: dict[str, str]) -> dict[str, str]:
        options, value = self._options(preset, given), ctypes.create_string_buffer(TEXT_LENGTH)
        for name in given:
            self.lib.tvcut_get(options, name.encode(), value, TEXT_LENGTH)
            given = given | {name: value.value.decode()}
        self.lib.tvcut_options_free(options)
        return given

    def begin(self, problem: Problem, preset: str, given: dict[str, str]) -> c_size_t:
        options, job = self._options(preset, given), c_size_t(0)
        try:
            graph = Graph(**problem.addresses())
            self._call("start", byref(graph), options, *problem.start_addresses(), byref(job))
        finally:
            self.lib.tvcut_options_free(options)
        return job

    def poll(self, job: c_size_t, milliseconds: int) -> tuple[bool, SimpleNamespace]:
        progress = Progress()
        ended = self.lib.tvcut_wait(job, milliseconds, byref(progress)) != PENDING
        seen = read(Progress, progress)
        seen.phase = self.lib.tvcut_phase_name(progress.phase).decode()
        return ended, seen

    def cancel(self, job: c_size_t) -> None:
        self.lib.tvcut_cancel(job)

    def end(self, job: c_size_t, arrays: dict[str, int]) -> SimpleNamespace:
        result = Result(**arrays)
        self._call("finish", job, byref(result))
        outcome = read(Result, result)
        outcome.status = self.lib.tvcut_status_name(result.status).decode()
        return outcome

    def drop(self, job: c_size_t) -> None:
        self.lib.tvcut_finish(job, None, None, 0)

    def after_fork(self) -> None:
        """Do nothing: a Job checks which process it belongs to before it calls the library."""


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


class GopyBackend:
    """The generated package, with ``load_copy`` as in CtypesBackend."""

    def __init__(self, load_copy: bool) -> None:
        if self.package_version() != version("tvcut"):
            raise ImportError(f"{PACKAGE} must have version {version('tvcut')}, got {self.package_version()}; {REMEDY}")
        spec = importlib.util.find_spec(PACKAGE)
        if spec is None or spec.origin is None:
            raise ImportError(f"the package {PACKAGE} is not installed; {REMEDY}")
        with tempfile.TemporaryDirectory() as folder:
            name = PACKAGE
            if load_copy:
                name = f"{PACKAGE}_{Path(folder).name}"
                shutil.copytree(Path(spec.origin).parent, Path(folder, name))
                sys.path.insert(0, folder)
            try:
                self.go: Any = importlib.import_module(f"{name}.pybind")
            finally:
                sys.path[:] = [entry for entry in sys.path if entry != folder]
        # gopy runs a full collection of Go's garbage with each one of Python's, which takes milliseconds.
        gc.callbacks[:] = [f for f in gc.callbacks if not f.__module__.startswith(f"{name}.")]

    @staticmethod
    def package_version() -> str:
        try:
            return version(PACKAGE)
        except PackageNotFoundError:
            raise ImportError(f"the package {PACKAGE} is not installed; {REMEDY}") from None

    def version(self) -> str:
        return self.package_version()

    def registry(self) -> str:
        return str(self.go.Registry())

    def _options(self, preset: str, given: dict[str, str]) -> Any:
        options = self.go.NewOptions(preset)
        if options.Message:
            raise ValueError(options.Message)
        for name, text in given.items():
            if not options.Set(name, text):
                raise ValueError(options.Message)
        return options

    def options(self, preset: str, given: dict[str, str]) -> dict[str, str]:
        options = self._options(preset, given)
        return {name: str(options.Get(name)) for name in given}

    def _record(self, struct: str, values: dict[str, int]) -> Any:
        record = getattr(self.go, struct)()
        for name, value in values.items():
            setattr(record, _camel(name), value)
        return record

    def begin(self, problem: Problem, preset: str, given: dict[str, str]) -> Any:
        graph = self._record("Graph", problem.addresses())
        job = self.go.Start(graph, self._options(preset, given), *problem.start_addresses())
        _check(job.Code, job.Message)
        return job

    def poll(self, job: Any, milliseconds: int) -> tuple[bool, Any]:
        ended = job.Wait(milliseconds) != PENDING
        return ended, read(Progress, job.Progress(), _camel)

    def cancel(self, job: Any) -> None:
        job.Cancel()

    def end(self, job: Any, arrays: dict[str, int]) -> SimpleNamespace:
        result = self._record("Result", arrays)
        _check(job.Finish(result), job.Message)
        return read(Result, result, _camel)

    def drop(self, job: Any) -> None:
        job.Finish(self.go.Result())

    def after_fork(self) -> None:
        """Disable the finalizers of Go objects that the parent created: they would call the runtime of the parent."""
        gone = SimpleNamespace(DecRef=lambda handle: None)
        for module in (self.go, self.go.go):
            setattr(module, f"_{PACKAGE}", gone)

"""What a backend is, and the default one: the C interface, capi/tvcut.h. Only _native uses backends.

The library works with every version of Python. The other backend, in _gopy, runs the same jobs. A Go runtime does not
survive ``fork``. A child of a process that loaded a backend therefore creates it with ``load_copy=True``, which loads a
copy of the files: the system maps the copy as a separate library.
"""

from __future__ import annotations

import ctypes
import os
import secrets
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from ctypes import POINTER, byref, c_char, c_char_p, c_int, c_int32, c_int64, c_size_t, c_void_p
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol, TypeAlias, cast

from .errors import ArgumentError, Kind, NotSymmetric
from .problem import Problem
from .structures import BAD_INPUT, FAULTS, NOT_SYMMETRIC, OK, PENDING, Fault, Graph, Progress, Result, read

NAMES = {"win32": "tvcut.dll", "darwin": "libtvcut.dylib"}  # of the library, as python/hatch_build.py writes it
LIBRARY = Path(__file__).parents[1] / NAMES.get(sys.platform, "libtvcut.so")
TEXT_LENGTH = 4096
Sizes: TypeAlias = tuple[int, int, bool, bool, bool]  # n, nnz; whether a mesh, of small whole weights, local


class Backend(Protocol):
    """A backend. Options are a preset and a dict from names to texts.

    A signal handler may raise an exception after any call, before its value is stored. Therefore ``reserve`` makes the
    slot of a job before ``begin`` starts it, and ``outcome`` and ``release`` may be called again. ``ended``,
    ``release`` and the canceller may be called at any time: the job of a slot that ``begin`` did not start has ended.
    ``outcome`` returns the error of the job, so that nobody takes an exception of a handler for it.
    """

    def version(self) -> str: ...
    def registry(self) -> str: ...
    def options(self, preset: str, given: dict[str, str]) -> dict[str, str]: ...
    def memory(self, sizes: Sizes, preset: str, given: dict[str, str]) -> int: ...
    def reserve(self) -> Any: ...
    def begin(self, slot: Any, problem: Problem, preset: str, given: dict[str, str]) -> None: ...
    def ended(self, slot: Any) -> bool: ...
    def poll(self, slot: Any, milliseconds: int) -> tuple[bool, Any]: ...
    def canceller(self, slot: Any) -> Callable[[], object]: ...
    def outcome(self, slot: Any, arrays: dict[str, int]) -> SimpleNamespace | Exception: ...
    def release(self, slot: Any) -> None: ...
    def job_count(self) -> int: ...


def error(code: int, text: str, fault: Any = None) -> Exception | None:
    """Return the error for a return code, or None for OK. ``fault`` has the fields of tvcut_fault, if known."""
    if code == OK:
        return None
    kind = "none" if fault is None else FAULTS[fault.kind]
    if code != BAD_INPUT or kind == "none":
        return {BAD_INPUT: ValueError, NOT_SYMMETRIC: NotSymmetric}.get(code, RuntimeError)(text)
    index = None if fault.index < 0 else fault.index if fault.start < 0 else (fault.start, fault.index)
    return ArgumentError(fault.problem, fault.argument or None, index, cast(Kind, kind), text)


@contextmanager
def private_folder() -> Iterator[str]:
    """Make a temporary folder in a forked child, and remove it at the end.

    Functions of ``tempfile`` take a lock, which a thread of the parent may have held at the fork. It is then locked for
    ever in the child.
    """
    bases = [base for base in (os.environ.get("TMPDIR"), "/tmp", "/var/tmp") if base and os.access(base, os.W_OK)]
    folder = os.path.join(*bases[:1], f"tvcut-{secrets.token_hex(8)}")
    os.mkdir(folder, 0o700)  # it fails if the folder exists
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def load(copy: bool) -> ctypes.CDLL:
    """Load the library, or a copy of it."""
    remedy = (
        "install the wheel of this platform anew. Alpine and other systems with the C library musl are not supported"
    )
    try:
        if not copy:
            return ctypes.CDLL(str(LIBRARY))
        remedy = (
            "a forked process loads a copy of it: set TMPDIR to a folder with room for it whose files may be executed, "
            "or start processes by the method spawn"
        )
        return load_copy()
    except OSError as error:
        raise ImportError(f"the native library {LIBRARY} cannot be loaded: {error}; {remedy}") from error


def load_copy() -> ctypes.CDLL:
    """Load a copy of the library: in memory on Linux, else a file, which is not needed any more once it is loaded."""
    with suppress(AttributeError, OSError):
        memory = os.memfd_create(LIBRARY.name)
        try:
            with open(memory, "wb", closefd=False) as file:
                file.write(LIBRARY.read_bytes())
            # The loader takes a path that it has seen for the library it loaded then. No ancestor has this process ID.
            return ctypes.CDLL(f"/proc/self/task/{os.getpid()}/fd/{memory}")
        finally:
            os.close(memory)
    with private_folder() as folder:
        return ctypes.CDLL(shutil.copy(LIBRARY, folder))


class CtypesBackend:
    """The C interface. ``load_copy`` is true if this process, or one it was forked from, has loaded the library."""

    def __init__(self, load_copy: bool) -> None:
        if not LIBRARY.exists():
            raise ImportError(
                f"the native library {LIBRARY.name} is missing from {LIBRARY.parent}; install tvcut with "
                "`pip install .` from its source folder, which needs Go (https://go.dev/dl) to build it"
            )
        self.lib = load(copy=load_copy)
        handle, message = c_size_t, (POINTER(c_char), c_size_t)
        for name, result, *arguments in (
            ("version", c_char_p),
            ("registry", c_char_p),
            ("status_name", c_char_p, c_int32),
            ("choice_name", c_char_p, c_int32),
            ("phase_name", c_char_p, c_int32),
            ("options_new", c_int, c_char_p, POINTER(handle), *message),
            ("options_free", c_int, handle),
            ("set", c_int, handle, c_char_p, c_char_p, *message),
            ("get", c_int, handle, c_char_p, *message),
            ("memory", c_int, c_int64, c_int64, c_int32, c_int32, c_int32, handle, POINTER(c_int64), *message),
            ("start", c_int, POINTER(Graph), handle, c_void_p, c_int64, POINTER(handle), *message),
            ("wait", c_int, handle, c_int32, POINTER(Progress)),
            ("cancel", c_int, handle),
            ("job_count", c_int64),
            ("options_fault", c_int, handle, POINTER(Fault)),
            ("job_fault", c_int, handle, POINTER(Fault)),
            ("outcome", c_int, handle, POINTER(Result), *message),
            ("finish", c_int, handle, POINTER(Result), *message),
        ):
            function = getattr(self.lib, f"tvcut_{name}")
            function.restype, function.argtypes = result, arguments

    def _call(self, name: str, *arguments: Any, of: Callable[[], Any] | None = None) -> Exception | None:
        """Call a function whose last two arguments are a buffer for a message, and return the error that it reports.

        ``of`` returns the fields of tvcut_fault of the error.
        """
        message = ctypes.create_string_buffer(TEXT_LENGTH)
        code = getattr(self.lib, f"tvcut_{name}")(*arguments, message, TEXT_LENGTH)
        fault = None if of is None or code == OK else of()
        return error(code, message.value.decode(errors="replace"), fault)

    def _do(self, name: str, *arguments: Any, of: Callable[[], Any] | None = None) -> None:
        """Do the same as ``_call``, but raise the error."""
        if fault := self._call(name, *arguments, of=of):
            raise fault

    def _fault(self, handle: str, value: c_size_t) -> SimpleNamespace:
        """Return the fields of tvcut_fault for a handle of "options" or a "job"."""
        texts = [ctypes.create_string_buffer(TEXT_LENGTH) for _ in range(2)]
        addresses = [ctypes.addressof(text) for text in texts]
        fault = Fault(argument=addresses[0], argument_len=TEXT_LENGTH, problem=addresses[1], problem_len=TEXT_LENGTH)
        getattr(self.lib, f"tvcut_{handle}_fault")(value, byref(fault))
        found = read(Fault, fault)
        found.argument, found.problem = (text.value.decode(errors="replace") for text in texts)
        return found

    def version(self) -> str:
        text: bytes = self.lib.tvcut_version()
        return text.decode()

    def registry(self) -> str:
        text: bytes = self.lib.tvcut_registry()
        return text.decode()

    def _set_options(self, options: c_size_t, preset: str, given: dict[str, str]) -> None:
        self._do("options_new", preset.encode(), byref(options))
        for name, text in given.items():
            self._do("set", options, name.encode(), text.encode(), of=partial(self._fault, "options", options))

    def options(self, preset: str, given: dict[str, str]) -> dict[str, str]:
        options, value = c_size_t(0), ctypes.create_string_buffer(TEXT_LENGTH)
        try:
            self._set_options(options, preset, given)
            for name in given:
                self.lib.tvcut_get(options, name.encode(), value, TEXT_LENGTH)
                given = given | {name: value.value.decode()}
        finally:
            self.lib.tvcut_options_free(options)
        return given

    def memory(self, sizes: Sizes, preset: str, given: dict[str, str]) -> int:
        options, needed = c_size_t(0), c_int64(0)
        try:
            self._set_options(options, preset, given)
            self._do("memory", *sizes, options, byref(needed), of=partial(self._fault, "options", options))
        finally:
            self.lib.tvcut_options_free(options)
        return needed.value

    def reserve(self) -> SimpleNamespace:
        return SimpleNamespace(job=c_size_t(0), options=c_size_t(0))

    def begin(self, slot: SimpleNamespace, problem: Problem, preset: str, given: dict[str, str]) -> None:
        self._set_options(slot.options, preset, given)
        graph = Graph(**problem.addresses())
        fault = partial(self._fault, "options", slot.options)
        self._do("start", byref(graph), slot.options, *problem.start_addresses(), byref(slot.job), of=fault)

    def ended(self, slot: SimpleNamespace) -> bool:
        return bool(self.lib.tvcut_wait(slot.job, 0, None) != PENDING)

    def poll(self, slot: SimpleNamespace, milliseconds: int) -> tuple[bool, SimpleNamespace]:
        progress = Progress()
        ended = self.lib.tvcut_wait(slot.job, milliseconds, byref(progress)) != PENDING
        seen = read(Progress, progress)
        seen.phase = self.lib.tvcut_phase_name(progress.phase).decode()
        return ended, seen

    def canceller(self, slot: SimpleNamespace) -> Callable[[], object]:
        """Return a function that cancels the job and runs no bytecode, so that no signal handler can run in it."""
        return partial(self.lib.tvcut_cancel, slot.job)

    def outcome(self, slot: SimpleNamespace, arrays: dict[str, int]) -> SimpleNamespace | Exception:
        result = Result(**arrays)
        if fault := self._call("outcome", slot.job, byref(result), of=partial(self._fault, "job", slot.job)):
            return fault
        outcome = read(Result, result)
        outcome.status = self.lib.tvcut_status_name(result.status).decode()
        outcome.choice = self.lib.tvcut_choice_name(result.choice).decode()
        return outcome

    def release(self, slot: SimpleNamespace) -> None:
        self.lib.tvcut_finish(slot.job, None, None, 0)
        self.lib.tvcut_options_free(slot.options)

    def job_count(self) -> int:
        return int(self.lib.tvcut_job_count())

"""The second backend: the package that `make gopy` generates from capi/pybind, for one version of Python."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Callable
from functools import partial
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from .backends import Sizes, error, private_folder
from .problem import Problem
from .structures import BAD_INPUT, OK, PENDING, Progress, Result, fields

PACKAGE = "tvcut_gopy"  # what `make gopy` generates
EXTENSION = f"_{PACKAGE}"  # its extension module
REMEDY = "run `make gopy` in the source folder of tvcut, or use the default backend"


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def _extension() -> Path:
    """Return the path of the extension module in the package."""
    spec = importlib.util.find_spec(PACKAGE)
    folders = [] if spec is None else spec.submodule_search_locations or []
    found = [
        file for folder in folders for end in EXTENSION_SUFFIXES if (file := Path(folder, EXTENSION + end)).exists()
    ]
    if not found:
        raise ImportError(f"the package {PACKAGE} is not installed; {REMEDY}")
    return found[0]


def _load(file: Path, copy: bool) -> Any:
    """Load an extension module or a copy of its file, without the locks of ``import`` that a fork may leave."""
    if copy:
        with private_folder() as folder:
            return _load(Path(shutil.copy(file, folder)), copy=False)
    spec = importlib.util.spec_from_file_location(EXTENSION, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class GopyBackend:
    """The extension module of the generated package, with ``load_copy`` as in CtypesBackend.

    It calls the functions below the generated classes. They take handles of Go structs: integers that count references.
    The modules of those classes are not imported: an exception of a signal handler that runs in the ``__del__`` of a
    class would be lost; each import changes the working directory for a moment; and each garbage collection of Python
    calls the Go runtime, which, in a forked child, is that of the parent and never answers.
    """

    def __init__(self, load_copy: bool) -> None:
        if self.package_version() != version("tvcut"):
            raise ImportError(f"{PACKAGE} must have version {version('tvcut')}, got {self.package_version()}; {REMEDY}")
        self.calls: Any = _load(_extension(), load_copy)

    @staticmethod
    def package_version() -> str:
        try:
            return version(PACKAGE)
        except PackageNotFoundError:
            raise ImportError(f"the package {PACKAGE} is not installed; {REMEDY}") from None

    def version(self) -> str:
        return self.package_version()

    def registry(self) -> str:
        return str(self._call("Registry"))

    def _call(self, name: str, *arguments: Any) -> Any:
        return getattr(self.calls, f"pybind_{name}")(*arguments)

    def _own(self, records: list[int], handle: int) -> int:
        """Add a new Go struct to those that ``_free`` frees.

        The count comes first, because to decrement a count of 0 would end the process.
        """
        self.calls.IncRef(handle)
        records.append(handle)
        return handle

    def _free(self, records: list[int]) -> None:
        while records:
            try:
                handle = records.pop()
            except IndexError:  # another thread frees them as well
                return
            self.calls.DecRef(handle)

    def _options(self, records: list[int], preset: str, given: dict[str, str]) -> int:
        options = self._own(records, self._call("NewOptions", preset))
        if self._call("Options_Message_Get", options):
            raise self._fault(records, "Options", options)
        for name, text in given.items():
            if not self._call("Options_Set", options, name, text):
                raise self._fault(records, "Options", options)
        return options

    def _fault(self, records: list[int], struct: str, handle: int, code: int = BAD_INPUT) -> Exception:
        """Return the error of the last call with options or of a job."""
        fault = self._own(records, self._call(f"{struct}_Fault", handle))
        names = ("kind", "start", "index", "argument", "problem")
        found = SimpleNamespace(**{name: self._call(f"Fault_{_camel(name)}_Get", fault) for name in names})
        known = error(code, self._call(f"{struct}_Message_Get", handle), found)
        assert known is not None
        return known

    def options(self, preset: str, given: dict[str, str]) -> dict[str, str]:
        records: list[int] = []
        try:
            options = self._options(records, preset, given)
            return {name: str(self._call("Options_Get", options, name)) for name in given}
        finally:
            self._free(records)

    def memory(self, sizes: Sizes, preset: str, given: dict[str, str]) -> int:
        records: list[int] = []
        try:
            options = self._options(records, preset, given)
            needed = int(self._call("Options_Memory", options, *sizes))
            if needed < 0:
                raise self._fault(records, "Options", options)
            return needed
        finally:
            self._free(records)

    def _record(self, records: list[int], struct: str, values: dict[str, int]) -> int:
        record = self._own(records, self._call(f"{struct}_CTor"))
        for name, value in values.items():
            self._call(f"{struct}_{_camel(name)}_Set", record, value)
        return record

    def _read(self, struct: Any, record: int) -> SimpleNamespace:
        names = fields(struct)
        return SimpleNamespace(**{name: self._call(f"{struct.__name__}_{_camel(name)}_Get", record) for name in names})

    def _error(self, slot: SimpleNamespace, code: int) -> Exception | None:
        return self._fault(slot.records, "Job", slot.job, code) if code != OK else None

    def reserve(self) -> SimpleNamespace:
        records: list[int] = []  # all Go structs of the slot
        return SimpleNamespace(job=self._own(records, self._call("Job_CTor")), records=records)

    def begin(self, slot: SimpleNamespace, problem: Problem, preset: str, given: dict[str, str]) -> None:
        graph = self._record(slot.records, "Graph", problem.addresses())
        options = self._options(slot.records, preset, given)
        code = self._call("Job_Start", slot.job, graph, options, *problem.start_addresses())
        if fault := self._error(slot, code):
            raise fault

    def ended(self, slot: SimpleNamespace) -> bool:
        return bool(self._call("Job_Wait", slot.job, 0) != PENDING)

    def poll(self, slot: SimpleNamespace, milliseconds: int) -> tuple[bool, SimpleNamespace]:
        ended = bool(self._call("Job_Wait", slot.job, milliseconds) != PENDING)
        records: list[int] = []
        try:
            return ended, self._read(Progress, self._own(records, self._call("Job_Progress", slot.job)))
        finally:
            self._free(records)

    def canceller(self, slot: SimpleNamespace) -> Callable[[], object]:
        """Return a function that cancels the job and runs no bytecode, so that no signal handler can run in it."""
        return partial(self.calls.pybind_Job_Cancel, slot.job, False)

    def outcome(self, slot: SimpleNamespace, arrays: dict[str, int]) -> SimpleNamespace | Exception:
        result = self._record(slot.records, "Result", arrays)
        code = self._call("Job_Outcome", slot.job, result)
        return self._error(slot, code) or self._read(Result, result)

    def release(self, slot: SimpleNamespace) -> None:
        self._call("Job_Release", slot.job, False)
        self._free(slot.records)

    def job_count(self) -> int:
        return int(self._call("Count"))

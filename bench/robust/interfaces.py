"""The same result, bit for bit, from Go, C, both backends of Python and the command line."""

from __future__ import annotations

import os
import pickle
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from tvcut._native.backends import LIBRARY
from tvcut._native.problem import Problem
from tvcut._run import cut_graph

from .count import Count, Counts
from .questions import Case
from .replay import by_function
from .truth import run_cases

ROOT = Path(__file__).parents[2]
SIZES = (2, 40)  # vertices
ARRAYS = (("vertex_weight", np.float64), ("fixed", np.int32), ("part_weights", np.float64), ("labels", np.int32))


class Recorder:
    """Makes jobs as ``tvcut._native.job.Job`` does, and keeps what the last one was made of."""

    def __init__(self) -> None:
        self.job, self.last = cut_graph.Job, b""

    def __call__(self, problem: Problem, preset: str, options: dict[str, str]) -> object:
        self.last = record(problem, options)
        return self.job(problem, preset, options)


def record(problem: Problem, options: dict[str, str]) -> bytes:
    """Return a case for runner.c and runner/main.go: lengths, arrays and options."""
    text = "\n".join(f"{name}={value}" for name, value in options.items()).encode()
    given = [(getattr(problem, name), kind) for name, kind in ARRAYS]
    lengths = [0 if array is None else len(array) for array, _ in given]
    starts = 0 if problem.starts is None else len(problem.starts)
    head = struct.pack("<9q", problem.n, len(problem.data), int(options["n_clusters"]), *lengths, starts, len(text))
    arrays = [(problem.indptr, np.int64), (problem.indices, np.int32), (problem.data, np.float64), *given]
    arrays.append((problem.starts, np.float64))
    body = [np.ascontiguousarray(array, kind).tobytes() for array, kind in arrays if array is not None]
    return head + b"".join(body) + text


def interfaces(counts: Counts, examples: int) -> None:
    """Cut the same cases through every interface that is there, and compare with ctypes."""
    cases: list[Case] = []
    lines: list[str] = []
    records: list[bytes] = []
    recorder = Recorder()
    cut_graph.Job = recorder  # type: ignore[assignment, misc]

    def collect(case: Case) -> None:
        recorder.last = b""
        lines.append(by_function(case))
        cases.append(case)
        records.append(recorder.last)

    try:
        run_cases(examples, *SIZES, collect)
    finally:
        cut_graph.Job = recorder.job  # type: ignore[misc]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "cases.pickle").write_bytes(pickle.dumps(cases))
        (folder / "cases.bin").write_bytes(b"".join(records))
        started = [at for at, taken in enumerate(records) if taken]
        for interface, run in INTERFACES.items():
            kept = started if interface in ("C", "Go") else list(range(len(cases)))
            count = counts.setdefault(
                f"{interface} gives the bits of ctypes", Count(f"{interface} gives the bits of ctypes")
            )
            compare(count, [cases[at] for at in kept], [lines[at] for at in kept], run(folder))


def compare(count: Count, cases: list[Case], wanted: list[str], got: list[str] | str) -> None:
    """Count the cases in which an interface printed another line. A text is the reason why it did not run."""
    if isinstance(got, str):
        count.note, count.wanted = got, 0
        return
    got += ["nothing"] * (len(wanted) - len(got))
    for case, line, other in zip(cases, wanted, got, strict=True):
        if other != "none":
            count.add(line == other, case.n, f"{line} and {other}; {case}")


def _lines(command: list[str], **env: str) -> list[str]:
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **env}, stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout.splitlines() + ([f"exit code {done.returncode}"] if done.returncode else [])


def _gopy(folder: Path) -> list[str] | str:
    if find_spec("tvcut_gopy") is None:
        return "tvcut_gopy is not installed: make gopy"
    return _lines([sys.executable, "-m", "bench.robust.replay", str(folder / "cases.pickle")], TVCUT_BACKEND="gopy")


def _command(folder: Path) -> list[str] | str:
    return _lines([sys.executable, "-m", "bench.robust.replay", str(folder / "cases.pickle"), "--command"])


def _c(folder: Path) -> list[str] | str:
    compiler = shutil.which("cc")
    if compiler is None:
        return "no C compiler"
    library, program = Path(LIBRARY), folder / "runner"
    flags = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'capi'}"]
    source = str(ROOT / "bench/robust/runner.c")
    subprocess.run(
        [compiler, *flags, "-o", str(program), source, str(library), f"-Wl,-rpath,{library.parent}"], check=True
    )
    return _lines([str(program), str(folder / "cases.bin")])


def _go(folder: Path) -> list[str] | str:
    if shutil.which("go") is None:
        return "no Go"
    return _lines(["go", "run", "./bench/robust/runner", str(folder / "cases.bin")])


INTERFACES: dict[str, Callable[[Path], list[str] | str]] = {
    "gopy": _gopy,
    "the command line": _command,
    "C": _c,
    "Go": _go,
}

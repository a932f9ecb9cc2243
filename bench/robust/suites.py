"""Tests that exist elsewhere, counted: their cases and failures, for this table."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

from tvcut._files.formats import READABLE

from .count import Count, Counts

ROOT = Path(__file__).parents[2]
FAULTS = {
    "faults of goroutines become errors": ("./core/internal/parallel", "./capi/..."),
    "Go: what follows the end of the context": (
        "./core/internal/bisect",
        "./core/internal/modularity",
        "./core/internal/tree",
    ),
    "Go: points of a profile are cuts": ("./core/internal/multilevel",),
    "Go: exhaustive optima, invariance, statuses": ("./core/partition",),
}
SIGNALS, TRUTH = "tests/native/test_signals.py::", "tests/cut/test_truth.py::"
# Faults that once were: each has tests that fail if the fault comes back.
DEFECTS = {
    "an exception between the native start and its handle": SIGNALS + "test_signal_after_a_native_call_of_a_large_cut",
    "a lower bound above the value, a k = 3 optimum missed": TRUTH + "test_small_graphs_are_solved_and_bounded",
    "empty parts without edges": TRUTH + "test_no_part_is_empty_without_edges",
    "empty parts with weights of zero": TRUTH + "test_no_part_is_empty_if_all_weights_are_zero",
    "no end with weights over 590 decades": TRUTH + "test_time_limit_ends_with_weights_of_many_decades",
    "status of k > 2 and value 0": TRUTH + "test_a_value_of_zero_is_optimal_for_more_than_two_parts",
    "a cut within a task of its own cluster": "tests/distributed/test_distributed_tasks.py",
    "points whose squares underflow": "tests/points/test_graph.py::test_points_whose_squares_are_too_small",
    "hostile files": "tests/files/test_hostile.py",
    "damaged files": "tests/files/test_damaged_files.py",
    "names that look like numbers": "tests/files/test_edge_lists.py::test_names",
    "energies with masses near 1e±200": TRUTH + "test_energies_are_finite_with_very_large_and_small_masses",
}
CALLS = {
    "wrong calls of C through ctypes": ("tests/native/test_misuse.py",),
    "signals after native calls, exits, dropped jobs": ("tests/native/test_signals.py", "tests/native/test_exits.py"),
}
READERS = "tests/files/test_fuzz.py::test_changed_files"


def pytest(count: Count, *words: str) -> str:
    """Count the tests that pytest selects with these words, and return what it printed."""
    backends = ["ctypes", "gopy"] if find_spec("tvcut_gopy") is not None else ["ctypes"]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        command = [sys.executable, "-m", "pytest", "-q", "-s", f"--junitxml={report}", *words]
        env = {**os.environ, "TVCUT_BACKEND": backends[0]}
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=env, check=False)
        if not report.exists():
            count.add(False, 0, done.stdout[-2000:] + done.stderr[-2000:])
            return done.stdout
        for case in ElementTree.parse(report).iter("testcase"):
            failed = [child for child in case if child.tag in ("failure", "error")]
            if not any(child.tag == "skipped" for child in case):
                text = (failed[0].get("message") or "")[:1000] if failed else ""
                count.add(not failed, 0, f"{case.get('name')}: {text}")
    return done.stdout


def defects(counts: Counts) -> None:
    """Run the tests of faults that once were."""
    for fault, test in DEFECTS.items():
        pytest(counts.setdefault(fault, Count(fault)), test)


def calls(counts: Counts) -> None:
    """Run the tests of wrong calls and of signals."""
    for name, tests in CALLS.items():
        pytest(counts.setdefault(name, Count(name)), *tests)


def go(counts: Counts) -> None:
    """Run Go tests, and count each with its subtests."""
    for name, packages in FAULTS.items():
        count = counts.setdefault(name, Count(name))
        done = subprocess.run(
            ["go", "test", "-short", "-v", *packages], cwd=ROOT, capture_output=True, text=True, check=False
        )
        for verdict, test in re.findall(r"^ *--- (PASS|FAIL): (\S+)", done.stdout, re.M):
            count.add(verdict == "PASS", 0, test)
        if done.returncode and not count.misses:
            count.add(False, 0, done.stdout[-1000:] + done.stderr[-1000:])


def readers(counts: Counts, seconds: float) -> None:
    """Read changed files of every format, for so many seconds each."""
    for format in READABLE:
        whole = Count(format)
        printed = pytest(whole, f"{READERS}[{format}]", "--fuzz-seconds", str(seconds))
        name = f"changed files, {format}"
        found = re.search(rf"^{format}: (\d+) files, (.*?)\.?$", printed, re.M)
        files, note = (int(found[1]), found[2]) if found else (whole.cases, "")
        counts[name] = Count(name, files, whole.misses, note)

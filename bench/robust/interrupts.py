"""Exceptions of signal handlers at random moments of a cut, and how late large cuts end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from .count import Count, Counts

ROOT = Path(__file__).parents[2]
ALLOWED = ("completed", "raised exception", "CutInterrupted with result", "KeyboardInterrupt before the start")
WANTED = 0.1  # seconds in which a cut should end after Ctrl-C, and after its limit beyond 10 % of it
SHARE = 0.1
ABSURD = 10.0  # seconds: so late is a miss on any machine; what is between depends on its load


def lines(command: list[str], backend: str) -> tuple[list[dict[str, Any]], subprocess.CompletedProcess[str]]:
    """Run a module or a script, and return the lines of JSON that it prints, and its process."""
    env = {**os.environ, "TVCUT_BACKEND": backend, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=ROOT, env=env, check=False)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")], done


def interrupts(counts: Counts, count: int) -> None:
    """Send so many signals for each backend, half of them to cuts into 2 parts and half into 20."""
    for backend in ("ctypes", "gopy"):
        name = f"signals at random moments, {backend}"
        tally = counts.setdefault(name, Count(name))
        if backend == "gopy" and find_spec("tvcut_gopy") is None:
            tally.note, tally.wanted = "not run: make gopy", 0
            continue
        command = ["tests/native/signals.py", "--count", str(count // 2), "--vertices", "900", "--json"]
        rows, done = lines(command, backend)
        for row in rows:
            for kind, number in row["counts"].items():
                if kind in ALLOWED:
                    tally.cases += number
            for fault in row["faults"]:
                tally.add(False, 0, fault)
            left = row["counts"].get("jobs left", 0)
            tally.misses += [(0, f"{left} jobs left")] if left else []
        if len(rows) < 2:
            tally.add(False, 0, f"the process ended with {done.returncode}: {done.stderr[-2000:]}")
        raised = sum(sum(row["moments"].values()) for row in rows)
        tally.note = f"{raised} raised in the call: {_moments(rows)}"


def _moments(rows: list[dict[str, Any]]) -> str:
    total: dict[str, int] = {}
    for row in rows:
        for moment, number in row["moments"].items():
            total[moment] = total.get(moment, 0) + number
    return ", ".join(f"{moment} {number}" for moment, number in sorted(total.items(), key=lambda item: -item[1]))


def lateness(counts: Counts, vertices: int, count: int) -> None:
    """Measure how late cuts of a large graph end after Ctrl-C and after their limits."""
    command = ["-m", "bench.robust.lateness", "--vertices", str(vertices), "--count", str(count)]
    rows, done = lines(command, "ctypes")
    if not rows:
        counts.add(f"lateness, n = {vertices}", False, 0, f"exit code {done.returncode}: {done.stderr[-2000:]}")
    for row in rows:
        name = f"Ctrl-C, n = {row['n']}, k = {row['k']}"
        waits = np.array(row["waits"])
        waits = waits[np.isfinite(waits)]
        for wait in waits:
            counts.add(name, wait < ABSURD, 0, f"{wait:.2f} s")
        p50, p99 = np.percentile(waits, (50, 99)) if len(waits) else (np.nan, np.nan)
        within = f"{np.mean(waits <= WANTED):.0%} within {WANTED:g} s"
        counts[name].note = f"p50 {p50:.3f} s, p99 {p99:.3f} s, {within}, load {row['load']:.1f}"
        name = f"time_limit, n = {row['n']}, k = {row['k']}"
        for limit, late in zip(row["limits"], row["lates"], strict=True):
            counts.add(name, late < ABSURD, 0, f"{late:.2f} s after {limit:g} s")
        pairs = list(zip(row["limits"], row["lates"], strict=True))
        held = sum(late <= WANTED + SHARE * limit for limit, late in pairs)
        shown = ", ".join(f"{limit:g} s + {late:.2f} s" for limit, late in pairs)
        counts[name].note = f"{shown}; {held} of {len(pairs)} within {WANTED:g} s + {SHARE:.0%}"

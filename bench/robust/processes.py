"""Cuts in forked, spawned and nested processes, in many threads and odd callbacks, and at the end of a process.

Every script runs in processes of its own. A case is one cut whose value is compared. A process that ends by a signal,
that hangs, or whose exit code is not 0, is a miss.
"""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from importlib.util import find_spec
from pathlib import Path

from .count import Count, Counts

ROOT = Path(__file__).parents[2]
PREAMBLE = """
import gc, os, signal, sys, threading, time, warnings
import multiprocessing as mp
import numpy as np
import tvcut
from bench.robust.lateness import grid

warnings.simplefilter("ignore")
W, LARGE, LONG = grid(900), None, {"n_starts": 100000, "init": "random"}
WANTED = {}
cases = 0

def value(k=2, graph=None):
    return tvcut.balanced_cut(W if graph is None else graph, k, min_share=0, n_starts=1).value

def expect(got, k=2):
    global cases
    cases += 1
    assert got == WANTED[k], (got, WANTED[k])

def child(k):
    return value(k)

def in_child():
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            code = 0 if value() == WANTED[2] else 2
        finally:
            os._exit(code)
    assert os.waitpid(pid, 0)[1] == 0
    expect(WANTED[2])
"""
POOL = """
with mp.get_context(METHOD).Pool(2) as pool:
    for k in (2, 3):
        for got in pool.map(child, [k] * 4):
            expect(got, k)
"""
SCRIPTS = {
    "fork, spawn, forkserver before the first call": 'for METHOD in ("fork", "spawn", "forkserver"):'
    + textwrap.indent(POOL, "    "),
    "fork, spawn, forkserver after the first call": 'value()\nfor METHOD in ("fork", "spawn", "forkserver"):'
    + textwrap.indent(POOL, "    "),
    "loky": """
from joblib import Parallel, delayed
for _ in range(2):
    calls = [delayed(tvcut.balanced_cut)(W, 2, min_share=0, n_starts=1) for _ in range(4)]
    for got in Parallel(2, backend="loky")(calls):
        expect(got.value)
    expect(value())
""",
    "nested forks": """
value()
for _ in range(4):
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            in_child()
            in_child()
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(pid, 0)[1] == 0
    expect(WANTED[2])
""",
    "forks under load": """
stop = []
def busy():
    while not stop:
        value(3)
threads = [threading.Thread(target=busy) for _ in range(3)]
for thread in threads: thread.start()
for _ in range(12): in_child()
stop.append(0)
for thread in threads: thread.join()
expect(value(3), 3)
""",
    "eight threads on one W": """
found = []
def work(k):
    for _ in range(3): found.append((k, value(k)))
threads = [threading.Thread(target=work, args=(2 + i % 3,)) for i in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert len(found) == 24
for k, got in found: expect(got, k)
""",
    "callbacks that raise, cut, fork and stop": """
class Mine(Exception): pass
def raises(progress): raise Mine
def cuts(progress):
    expect(value(3), 3)
    return True
def forks(progress):
    in_child()
    return True
for _ in range(4):
    try:
        tvcut.balanced_cut(W, callback=raises, **LONG)
    except Mine:
        expect(value())
    assert tvcut.balanced_cut(W, callback=cuts, **LONG).status == "stopped"
    assert tvcut.balanced_cut(W, callback=forks, **LONG).status == "stopped"
    expect(value())
""",
    "a callback that forks, whose child returns from it": """
for _ in range(4):
    parent = os.getpid()
    def forks(progress):
        global pid
        pid = os.fork()
        return True
    try:
        tvcut.balanced_cut(W, callback=forks, **LONG)
    except RuntimeError:
        pass
    if os.getpid() != parent:
        os._exit(0 if value() == WANTED[2] else 2)
    assert os.waitpid(pid, 0)[1] == 0
    expect(value())
""",
    "W is changed by another thread": """
changed, stop = grid(2500), []
data, indices, indptr = changed.data.copy(), changed.indices.copy(), changed.indptr.copy()
def change():
    rng = np.random.default_rng(0)
    while not stop:
        at = rng.integers(len(changed.data))
        changed.data[at] = (0.0, -1.0, np.nan, np.inf, 1e308)[rng.integers(5)]
        changed.indices[at] = (0, -1, 2**31 - 1, 7)[rng.integers(4)]
        changed.indptr[rng.integers(len(changed.indptr))] = (0, 2**31 - 1, -5)[rng.integers(3)]
        time.sleep(0.0001)
        changed.data[:], changed.indices[:], changed.indptr[:] = data, indices, indptr
thread = threading.Thread(target=change)
thread.start()
for i in range(60):  # the result is not defined, but there must be one, or a Python exception
    try:
        tvcut.balanced_cut(changed, 2 + i % 3, time_limit=0.05)
    except Exception:
        pass
    expect(WANTED[2])
stop.append(0)
thread.join()
expect(value())
""",
}
EXITS = {
    "in a global variable": "job = start()",
    "in a daemon thread": """
threading.Thread(target=lambda: tvcut.balanced_cut(W, **LONG), daemon=True).start()
time.sleep(0.3)
""",
    "in a callback": "tvcut.balanced_cut(W, callback=lambda p: sys.exit(0), **LONG)",
    "by os._exit": "job = start(); sys.stdout.flush(); os._exit(0)",
}
START = """
from tvcut._input.graph import as_problem
from tvcut._native.job import Job
def start():
    job = Job(as_problem(W), "default", {"n_clusters": "2", "n_starts": "100000", "init": "random"})
    job.start()
    return job
"""
LIMIT = 600  # seconds after which a process counts as hanging


def processes(counts: Counts, repeats: int) -> None:
    """Run every script with each backend that is installed."""
    for backend in ("ctypes", "gopy"):
        if backend == "gopy" and find_spec("tvcut_gopy") is None:
            continue
        wanted = _run(backend, "print(*[value(k) for k in (2, 3, 4)])")
        values = dict(zip((2, 3, 4), map(float, wanted.stdout.split()), strict=True))
        for name, script in SCRIPTS.items():
            count = counts.setdefault(name, Count(name))
            for _ in range(repeats):
                _count(count, _run(backend, f"WANTED.update({values})\n{_main(script)}\nprint(cases)"), backend)
        name = "exit with a job under way"
        for where, script in EXITS.items():
            for _ in range(repeats):
                _count(counts.setdefault(name, Count(name)), _run(backend, START + script), f"{where}, {backend}")


def _main(script: str) -> str:
    """The script, for the first process only: spawned ones import the module again."""
    return 'if __name__ == "__main__":\n' + textwrap.indent(script, "    ")


def _count(count: Count, done: subprocess.CompletedProcess[str], text: str) -> None:
    words = done.stdout.split()
    cases = int(words[-1]) if words and done.returncode == 0 else 1
    for _ in range(cases):
        count.add(done.returncode == 0, 0, f"{text}: exit code {done.returncode}, {done.stderr[-1500:]}")


def _run(backend: str, code: str) -> subprocess.CompletedProcess[str]:
    """Run code in a new process, from a file, which spawned processes import."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "script.py")
        path.write_text(PREAMBLE + code)
        env = {**os.environ, "TVCUT_BACKEND": backend, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, str(path)]
        try:
            return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, env=env, check=False)
        except subprocess.TimeoutExpired as error:
            return subprocess.CompletedProcess(command, 1, "", f"it hangs: {error.stderr!r}")

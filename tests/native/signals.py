"""Cuts that signal handlers interrupt at random moments, and what becomes of them.

    python tests/native/signals.py --count 1000 --vertices 100000

Each call of balanced_cut gets one signal: SIGINT, whose handler raises KeyboardInterrupt, or SIGALRM, whose handler
raises Alarm. Every exception must reach the caller, SIGINT with the best cut once the core has started, and no job may
be left. Four in nine of the signals come at a random moment of the whole call; the others come in moments that are too
short for that: while W is checked, right after a call of the native code, and in the callback.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import signal
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from types import FrameType

import numpy as np
import scipy.sparse as sp

import tvcut
from tvcut._native import library

SIGNALS = (signal.SIGINT, signal.SIGALRM)
AIMS = ("random", "random", "random", "random", "validation", "start", "outcome", "release", "callback")
CALLS = {  # the native calls after which a signal is sent, for each backend
    "ctypes": {"start": "tvcut_start", "wait": "tvcut_wait", "outcome": "tvcut_outcome", "release": "tvcut_finish"},
    "gopy": {name: f"pybind_Job_{name.capitalize()}" for name in ("start", "wait", "outcome", "release")},
}


class Alarm(Exception):
    """What the handler of SIGALRM raises."""


def grid(rows: int, columns: int) -> sp.csr_array:
    """Return a grid with random weights, which every cut takes some time to divide."""
    lines = [sp.diags_array(np.ones(n - 1), offsets=1, shape=(n, n)) for n in (rows, columns)]
    W = (sp.kron(lines[0], sp.eye_array(columns)) + sp.kron(sp.eye_array(rows), lines[1])).tocsr()
    W.data = np.random.default_rng(0).integers(1, 5, W.nnz).astype(float)
    return (W + W.T).tocsr()


class Hooked:
    """The native functions of a backend, with an action after some of them."""

    def __init__(self, functions: object) -> None:
        self._functions = functions

    def __getattr__(self, name: str) -> object:
        return getattr(self._functions, name)


def after(call: str, action: object) -> None:
    """Make the backend run ``action`` after each native call: "start", "wait", "outcome" or "release"."""
    native = library.library()
    where, name = ("lib" if tvcut.backend() == "ctypes" else "calls"), CALLS[tvcut.backend()][call]
    if not isinstance(getattr(native, where), Hooked):
        setattr(native, where, Hooked(getattr(native, where)))
    hooked = getattr(native, where)
    original = getattr(hooked, name)

    def function(*arguments: object) -> object:
        answer = original(*arguments)
        action()
        return answer

    setattr(hooked, name, function)


def send(signum: int) -> None:
    """Send a signal to this process; in the main thread, its handler has run when this function returns.

    ``os.kill`` may return before that: the kernel gives the signal to any thread, such as one of the Go runtime.
    """
    if threading.current_thread() is threading.main_thread():
        signal.raise_signal(signum)
    else:
        os.kill(os.getpid(), signum)


def moment(frame: FrameType | None) -> str:
    """Return what a call of balanced_cut does in the frame that a signal handler interrupts."""
    names: dict[str, FrameType] = {}
    while frame is not None:
        names.setdefault(frame.f_code.co_name, frame)
        frame = frame.f_back
    if "balanced_cut" not in names:
        return "outside"
    if "_follow" in names and "callback" not in names:
        progress = names["_follow"].f_locals["job"].progress
        return "start" if progress is None else progress.phase
    for name, functions in {
        "callback": {"callback"},
        "start": {"start"},
        "finish": {"_cut", "close", "warn_of_parts"},
    }.items():
        if functions & set(names):
            return name
    return "before start" if "_run" in names else "validation"


@dataclass
class Driver:
    """Interrupts calls, and counts what they raise."""

    W: sp.csr_array
    n_clusters: int
    options: dict[str, object]
    rng: np.random.Generator
    counts: Counter[str] = field(default_factory=Counter)
    moments: Counter[str] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    aim: str = ""
    where: str = ""
    sent: float = 0.0
    signum: int = 0
    started: bool = False  # whether the native code has started a job in this call

    def __post_init__(self) -> None:
        for signum in SIGNALS:
            signal.signal(signum, self.handle)
        after("start", lambda: setattr(self, "started", True))
        for call in ("start", "outcome", "release"):
            after(call, lambda call=call: self.send() if self.aim == call else None)
        began = time.perf_counter()
        tvcut.balanced_cut(self.W, self.n_clusters, **self.options)
        self.seconds = time.perf_counter() - began

    def handle(self, signum: int, frame: FrameType | None) -> None:
        self.where = moment(frame)
        raise KeyboardInterrupt if signum == signal.SIGINT else Alarm

    def send(self) -> None:
        """Send the signal of this call, once."""
        if self.signum:
            signum, self.signum, self.sent = self.signum, 0, time.perf_counter()
            send(signum)

    def callback(self, progress: tvcut.Progress) -> None:
        if self.aim == "callback":
            self.send()

    def one(self, signum: int) -> None:
        """Interrupt one call."""
        W = self.W.copy()  # freed as soon as the call has raised
        self.aim, self.where, self.signum, self.started = str(self.rng.choice(AIMS)), "", signum, False
        delay = self.rng.uniform(0, self.seconds if self.aim == "random" else 0.02 * self.seconds)
        timer = threading.Timer(delay, self.send) if self.aim in ("random", "validation") else None
        cut, error = None, None
        try:
            if timer is not None:
                timer.start()
            cut = tvcut.balanced_cut(W, self.n_clusters, callback=self.callback, **self.options)
        except BaseException as caught:
            error, self.where = caught.with_traceback(None), self.where or "none"
            self.latencies.append(time.perf_counter() - self.sent)
        self.signum = 0  # too late
        left = library.job_count()
        if timer is not None:
            timer.join()
        self.count(signum, cut, error, left)
        del W
        gc.collect()

    def count(self, signum: int, cut: tvcut.Cut | None, error: BaseException | None, left: int) -> None:
        """Count what one call did."""
        kind = "other"
        if error is None and self.where in ("", "outside"):  # elsewhere, the exception was lost
            kind = "completed"
        elif signum == signal.SIGALRM and type(error) is Alarm:
            kind = "raised exception"
        elif signum == signal.SIGINT and isinstance(error, tvcut.CutInterrupted):
            if len(np.unique(error.result.labels)) == self.n_clusters:
                kind = "CutInterrupted with result"
        elif type(error) is KeyboardInterrupt and not self.started:
            kind = "KeyboardInterrupt before the start"
        self.counts[kind] += 1
        self.counts["jobs left"] += left
        if kind != "completed":
            self.moments[self.where] += 1
        if kind == "other":
            self.faults.append(f"{signal.Signals(signum).name} in {self.where}: {error!r}")


def drive(count: int, vertices: int, n_clusters: int, seed: int = 0, **options: object) -> Driver:
    """Interrupt ``count`` calls on a grid, and check that the cuts after them are right."""
    rows = int(np.sqrt(vertices))
    options = {"min_share": 0} | options
    driver = Driver(grid(rows, vertices // rows), n_clusters, options, np.random.default_rng(seed))
    for attempt in range(count):
        try:
            driver.one(SIGNALS[attempt % len(SIGNALS)])
        except (KeyboardInterrupt, Alarm):  # between the call and the end of its measurement
            driver.counts["completed"] += 1
        if attempt % 50 == 0:
            assert tvcut.balanced_cut(np.ones((4, 4))).value == 2
    return driver


def report(driver: Driver, count: int) -> None:
    milliseconds = 1000 * np.array(driver.latencies or [np.nan])
    print(f"{tvcut.backend()}, n = {driver.W.shape[0]}, k = {driver.n_clusters}, {driver.seconds:.2f} s a call")
    print(f"  total {count}: " + ", ".join(f"{kind} {n}" for kind, n in sorted(driver.counts.items())))
    print("  moments: " + ", ".join(f"{name} {n}" for name, n in driver.moments.most_common()))
    print(f"  milliseconds to the exception: p50 {np.percentile(milliseconds, 50):.1f}, ", end="")
    print(f"p99 {np.percentile(milliseconds, 99):.1f}, max {milliseconds.max():.1f}")
    for fault in driver.faults:
        print(f"  {fault}")


def as_json(driver: Driver, count: int) -> str:
    """Return the figures of a driver as a line of JSON, for bench.robust."""
    figures = {"backend": tvcut.backend(), "n": driver.W.shape[0], "k": driver.n_clusters, "count": count}
    figures |= {"counts": dict(driver.counts), "moments": dict(driver.moments), "faults": driver.faults}
    return json.dumps(figures | {"latencies": driver.latencies})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=40, help="calls for each number of parts")
    parser.add_argument("--vertices", type=int, default=2000)
    parser.add_argument("--parts", type=int, nargs="+", default=[2, 20])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--time-limit", type=float, help="seconds of a call")
    parser.add_argument("--json", action="store_true", help="print a line of JSON for each number of parts")
    given = parser.parse_args()
    faults = 0
    for k in given.parts:
        driver = drive(given.count, given.vertices, k, given.seed, time_limit=given.time_limit)
        print(as_json(driver, given.count)) if given.json else report(driver, given.count)
        faults += driver.counts["other"] + driver.counts["jobs left"]
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()

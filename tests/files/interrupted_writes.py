"""Writes of files that signals, limits and full disks end at random moments, and what the files hold afterwards.

    python tests/files/interrupted_writes.py --count 200

Each write runs in a process of its own, which replaces an old file. The file must then hold the old content or the new
one, whole. No other file may be left in its folder, unless SIGKILL has ended the process.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import matplotlib.backends.backend_agg  # noqa: F401  # before processes are forked
import numpy as np
import scipy.sparse as sp

import tvcut
from tvcut.__main__ import main as command

VERTICES = 2000
LETTERS = 1000  # of a name, so that the parts take some milliseconds to write
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGKILL")
ENDS = {"SIGINT": 130, "SIGTERM": -signal.SIGTERM, "SIGHUP": -signal.SIGHUP, "SIGKILL": -signal.SIGKILL}
OLD = b"the only copy\n" * 1000
ONE = ("--n-starts", "1", "--min-share", "0", "-q")


def in_python(inputs: Path, target: Path) -> int:
    tvcut.write_graph(target, tvcut.read_graph(inputs / "edges.csv"))
    return 0


def words(*given: str) -> Callable[[Path, Path], int]:
    return lambda inputs, target: command([word.format(inputs=inputs, target=target) for word in given])


KINDS: dict[str, tuple[str, Callable[[Path, Path], int]]] = {
    "write_graph, csv": ("graph.csv", in_python),
    "write_graph, npz": ("graph.npz", in_python),
    "write_graph, gzip": ("graph.mtx.gz", in_python),
    "convert": ("graph.mtx", words("convert", "{inputs}/edges.csv", "{target}")),
    "convert, in place": ("edges.csv", words("convert", "{target}", "{target}")),
    "cut --output": ("parts.tsv", words("cut", "{inputs}/named.npz", "-o", "{target}", *ONE)),
    "cut --plot": ("parts.png", words("cut", "{inputs}/named.npz", "--plot", "{target}", *ONE)),
    "scan --output": ("parts.tsv", words("scan", "{inputs}/named.npz", "-k", "2", "-o", "{target}", "-q")),
    "scan --plot": ("scan.png", words("scan", "{inputs}/named.npz", "-k", "2", "--plot", "{target}", "-q")),
}


def write_inputs(folder: Path) -> None:
    """Write the graphs that the commands read."""
    i = np.arange(VERTICES - 1)
    path = sp.coo_array((np.ones(len(i)), (i, i + 1)), shape=(VERTICES, VERTICES))
    ends = np.random.default_rng(0).integers(VERTICES, size=(2, 50 * VERTICES))
    dense = path + sp.coo_array((np.ones(ends.shape[1]), ends), shape=(VERTICES, VERTICES))
    tvcut.write_graph(folder / "named.npz", path + path.T, names=[f"{v:0{LETTERS}}" for v in range(VERTICES)])
    tvcut.write_graph(folder / "edges.csv", dense + dense.T)
    text = (folder / "edges.csv").read_bytes()
    (folder / "edges.csv").write_bytes(b"# a comment, which is not written again\n" + text)


class Process:
    """A write in a process that tells when it first opens a file in the folder of the target to write it."""

    def __init__(self, kind: str, inputs: Path, target: Path, limit: int | None = None) -> None:
        self.told, tell = os.pipe()
        self.id = os.fork()
        if self.id == 0:
            self._run(kind, inputs, target, limit, tell)
        os.close(tell)

    def _run(self, kind: str, inputs: Path, target: Path, limit: int | None, tell: int) -> None:
        code, folder, opened = 130, f"{target.parent}/", []
        try:
            null = os.open(os.devnull, os.O_RDWR)
            os.dup2(null, 1), os.dup2(null, 2)

            def hook(event: str, given: tuple[object, ...]) -> None:
                writes = event == "open" and isinstance(given[2], int) and given[2] & (os.O_WRONLY | os.O_RDWR)
                if writes and not opened and str(given[0]).startswith(folder):
                    opened.append(os.write(tell, b"."))

            sys.addaudithook(hook)
            signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may make them ignored
            for signum in (signal.SIGTERM, signal.SIGHUP):
                signal.signal(signum, signal.SIG_DFL)
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            code = KINDS[kind][1](inputs, target)
        except OSError:
            code = 1
        finally:  # twice, since Ctrl-C may come in between; the process must not go on as its parent does
            try:
                os._exit(code)
            finally:
                os._exit(130)

    def wait_for_write(self) -> None:
        os.read(self.told, 1)

    def end(self) -> int:
        code = os.waitstatus_to_exitcode(os.waitpid(self.id, 0)[1])
        os.close(self.told)
        return code


@dataclass
class Driver:
    """Ends writes of one kind, and counts what is found afterwards."""

    kind: str
    inputs: Path
    folder: Path
    rng: np.random.Generator
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.target = self.folder / KINDS[self.kind][0]
        self.old = (self.inputs / "edges.csv").read_bytes() if self.kind == "convert, in place" else OLD
        self.seconds = 0.005
        for _ in range(2):
            self.target.write_bytes(self.old)
            process = Process(self.kind, self.inputs, self.target)
            process.wait_for_write()
            began = time.perf_counter()
            code = process.end()
            self.seconds = max(self.seconds, time.perf_counter() - began)
            assert code == 0, f"{self.kind} ends with {code}"
        self.new = self.target.read_bytes()
        assert self.new != self.old

    def signal(self, name: str) -> None:
        """Send a signal at a random moment of a write."""
        self.target.write_bytes(self.old)
        process = Process(self.kind, self.inputs, self.target)
        process.wait_for_write()
        time.sleep(self.seconds * self.rng.random() ** 2)  # most of the time is that of the end of the process
        os.kill(process.id, getattr(signal, name))
        self.count(name, process.end(), {0, ENDS[name]})

    def limit(self) -> None:
        """Limit the size of files to less than that of the new one."""
        self.target.write_bytes(self.old)
        limit = int(self.rng.integers(len(self.new)))
        self.count("limit", Process(self.kind, self.inputs, self.target, limit).end(), {1})

    def fill(self, disk: Path) -> None:
        """Write to a disk that has less room than the new file needs."""
        target = self.target = disk / KINDS[self.kind][0]
        target.write_bytes(self.old)
        room = os.statvfs(disk)
        free = int(self.rng.integers(len(self.new)))
        (disk / "filler").write_bytes(bytes(max(room.f_bavail * room.f_frsize - free, 0)))
        self.folder = disk
        self.count("full disk", Process(self.kind, self.inputs, target).end(), {1}, {"filler"})

    def count(self, event: str, code: int, codes: set[int], others: set[str] = frozenset()) -> None:
        """Count what one write has left."""
        content = self.target.read_bytes() if self.target.exists() else None
        found = {self.old: "old", self.new: "new", None: "gone"}.get(content, "damaged")
        left = {path.name for path in self.folder.iterdir()} - {self.target.name} - others
        self.counts[found] += 1
        self.counts["left over by SIGKILL" if event == "SIGKILL" else "left over"] += len(left)
        if found in ("gone", "damaged") or code not in codes or (left and event != "SIGKILL"):
            self.counts["faults"] += 1
            self.faults.append(f"{self.kind}, {event}: {found}, exit code {code}, left over {sorted(left)}")
        for path in self.folder.iterdir():
            path.unlink()


@contextlib.contextmanager
def small_disk(size: int) -> Iterator[Path | None]:
    """Mount a disk in memory, or yield None if that is not allowed."""
    with tempfile.TemporaryDirectory() as name:
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tvcut", name], capture_output=True)
        if done.returncode:
            yield None
            return
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", name], check=True)


def drive(kind: str, count: int, seed: int = 0) -> Driver:
    """End ``count`` writes by signals, a quarter as many by a limit, and as many on a full disk if one can be made."""
    with tempfile.TemporaryDirectory() as inputs, tempfile.TemporaryDirectory() as folder:
        write_inputs(Path(inputs))
        driver = Driver(kind, Path(inputs), Path(folder), np.random.default_rng(seed))
        for attempt in range(count):
            driver.signal(SIGNALS[attempt % len(SIGNALS)])
        for _ in range(-(-count // 4)):
            driver.limit()
        with small_disk(len(driver.old) + len(driver.new) + 2**20) as disk:
            for _ in range(-(-count // 4) if disk else 0):
                driver.fill(disk)
                driver.counts["on a full disk"] += 1
        return driver


def report(driver: Driver) -> None:
    size, milliseconds = len(driver.new) / 1e6, 1000 * driver.seconds
    print(f"{driver.kind} ({size:.2f} MB, {milliseconds:.0f} ms): ", end="")
    print(", ".join(f"{name} {n}" for name, n in sorted(driver.counts.items())), flush=True)
    for fault in driver.faults[:5]:
        print(f"  {fault}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=12, help="signals for each kind of write")
    parser.add_argument("--only", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    faults = 0
    for kind in given.only:
        driver = drive(kind, given.count, given.seed)
        report(driver)
        faults += len(driver.faults)
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()

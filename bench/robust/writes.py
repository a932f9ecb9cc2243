"""Writes that fail: a full file system, a limit of the size of files, and signals. A file is old or new, and whole.

    python -m bench.robust.writes --format npz --file graph.npz

It writes a graph again and again, until a signal ends it.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import scipy.sparse as sp

import tvcut

from .count import Counts
from .lateness import grid

ROOT = Path(__file__).parents[2]
FORMATS = {"metis": ".graph", "matrix-market": ".mtx", "npz": ".npz", "csv": ".csv", "tsv": ".tsv", "edges": ".txt",
           "parquet": ".parquet", "graphml": ".graphml"}  # fmt: skip
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
VERTICES = 2500  # of the graph that is written; the one that it replaces is smaller
OLD = 100
FULL = 1 << 15  # bytes of the full file system, fewer than the new graph takes
LONGEST = 0.3  # seconds until a signal, after the first write


def new() -> sp.csr_array:
    """Return the graph that is written, whose weights do not compress well and are whole, for METIS."""
    W = sp.triu(grid(VERTICES)).tocsr()
    W.data = np.random.default_rng(3).integers(1, 2**20, W.nnz).astype(float)
    return sp.csr_array(W + W.T)


def writes(counts: Counts, repeats: int) -> None:
    """Count the writes after which a file is neither the old nor the new one, or other files are left."""
    with tempfile.TemporaryDirectory() as folder:
        for name in FORMATS:
            _limited(counts, name, Path(folder, "limited"))
            for number in range(repeats):
                for signum in SIGNALS:
                    _signalled(counts, name, signum, Path(folder, "signals"), number)
        with _full(Path(folder, "full")) as full:
            for name in FORMATS if full else ():
                _limited(counts, name, full)
        if not full:
            counts.add("a full file system keeps old files", True, 0, "")
            counts["a full file system keeps old files"].note = "not run: it needs the right to mount a tmpfs"


def _prepared(folder: Path, name: str) -> tuple[Path, bytes]:
    folder.mkdir(exist_ok=True)
    file = folder / f"graph{FORMATS[name]}"
    tvcut.write_graph(file, grid(OLD), format=name)
    return file, file.read_bytes()


def _limited(counts: Counts, name: str, folder: Path) -> None:
    """Write to a full file system, or under a limit of the size of files: OSError, and the old file alone."""
    full = folder.is_mount()
    file, old = _prepared(folder, name)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    failed = False
    try:
        if not full:
            resource.setrlimit(resource.RLIMIT_FSIZE, (len(old) + 100, before[1]))
        tvcut.write_graph(file, new(), format=name)
    except OSError as error:
        failed = str(file) in str(error)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    what = "a full file system" if full else "a limit of the size of files"
    kept = failed and file.read_bytes() == old and os.listdir(folder) == [file.name]
    counts.add(f"{what} keeps old files", kept, 0, f"{name}: raised {failed}, {os.listdir(folder)}")
    file.unlink()


@contextmanager
def _full(folder: Path) -> Iterator[Path | None]:
    """Mount a small file system, if this process may."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={FULL}", "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def _signalled(counts: Counts, name: str, signum: signal.Signals, folder: Path, number: int) -> None:
    """End a process that writes at a random moment. SIGKILL alone may leave a temporary file."""
    file, old = _prepared(folder, name)
    command = [sys.executable, "-m", "bench.robust.writes", "--format", name, "--file", str(file)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    process.stdout.readline()  # it has written once
    want = file.read_bytes()
    time.sleep(np.random.default_rng((number, signum)).uniform(0, LONGEST))
    process.send_signal(signum)
    code = process.wait()
    process.stdout.close()
    left = sorted(set(os.listdir(folder)) - {file.name})
    whole = file.read_bytes() in (old, want)
    clean = not left or (signum == signal.SIGKILL and all(text.endswith(".tmp") for text in left))
    case = f"{name}, {signum.name}: exit code {code}, whole {whole}, {left}"
    counts.add("files are whole after signals at random moments", whole and clean and code != 0, 0, case)
    for path in [file, *(folder / text for text in left)]:
        path.unlink()


def main() -> None:
    """Write a graph and its smaller one in turn, until a signal comes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--format", required=True)
    parser.add_argument("--file", required=True)
    given = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for signum in (signal.SIGTERM, signal.SIGHUP):  # which the process that began this one may ignore
        signal.signal(signum, signal.SIG_DFL)
    large, small = new(), grid(OLD)
    tvcut.write_graph(given.file, large, format=given.format)
    print("written", flush=True)
    while True:
        tvcut.write_graph(given.file, small, format=given.format)
        tvcut.write_graph(given.file, large, format=given.format)


if __name__ == "__main__":
    main()

"""Measure the peak memory and the seconds of reading a graph from a file of each kind.

python -m bench.reading [--quick] [--vertices N] [--only READER ...] [--output FILE]
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import scipy.sparse as sp

from .command import CommandLine
from .document import NONE, Document
from .isolate import ROOT, reset_peak, status

VERTICES, QUICK = 10**6, 10**4
DEGREE = 10  # edges for each vertex
READERS = {  # the file, and whether it is mapped
    "csv": ("graph.csv", False),
    "edges": ("graph.txt", False),
    "edges, gzip": ("graph.txt.gz", False),
    "metis": ("graph.graph", False),
    "metis, gzip": ("graph.graph.gz", False),
    "matrix-market": ("graph.mtx", False),
    "matrix-market, gzip": ("graph.mtx.gz", False),
    "parquet": ("graph.parquet", False),
    "npz": ("graph.npz", False),
    "folder": ("graph", False),
    "npz, mapped": ("graph.npz", True),
    "folder, mapped": ("graph", True),
}
WHAT = """\
A random graph with ten edges for each vertex and weights of three decimals. Each file is read by `tvcut.read_graph` \
in a new process. "peak" is the growth of the resident memory at its peak, which includes the graph that is returned: \
24 bytes an edge, since an edge is two half-edges with a weight and a column each. Pages of a mapped file count as \
well, although the system can drop them; "allocated" leaves them out. It is the peak of what Python and NumPy \
allocate, measured in a second process. The rows "convert" are what `balanced_cut` does with a graph that has been \
read before it calls the core."""
HEADER = ("reader", "file, bytes an edge", "peak, bytes an edge", "allocated, bytes an edge", "seconds")


def random_graph(n: int) -> sp.csr_array:
    """Return a random graph of n vertices and about DEGREE edges for each."""
    rng = np.random.default_rng(0)
    ends = np.sort(rng.integers(n, size=(2, DEGREE * n), dtype=np.int32), axis=0)
    ends = ends[:, ends[0] < ends[1]]
    A = sp.coo_array((np.ones(ends.shape[1]), (ends[0], ends[1])), shape=(n, n)).tocsr()
    A.data[:] = rng.integers(1, 1000, size=A.nnz) / 1000
    return sp.csr_array(A + A.T)


def write_files(W: sp.csr_array, folder: Path) -> None:
    """Write the files of all readers."""
    import pyarrow as pa
    from pyarrow import csv, parquet

    C = sp.triu(W, format="coo")
    table = pa.table({"source": C.row, "target": C.col, "weight": C.data})
    csv.write_csv(table, folder / "graph.csv", csv.WriteOptions(quoting_style="none"))
    parquet.write_table(table, folder / "graph.parquet")
    plain = csv.WriteOptions(include_header=False, delimiter=" ", quoting_style="none")
    csv.write_csv(table, folder / "graph.txt", plain)
    lower = pa.table({"i": C.col + 1, "j": C.row + 1, "w": C.data})
    with (folder / "graph.mtx").open("wb") as file:
        head = f"%%MatrixMarket matrix coordinate real symmetric\n{W.shape[0]} {W.shape[0]} {C.nnz}\n"
        file.write(head.encode())
        csv.write_csv(lower, file, plain)
    write_metis(W, folder / "graph.graph")
    for name in ("graph.txt", "graph.mtx", "graph.graph"):
        (folder / f"{name}.gz").write_bytes(gzip.compress((folder / name).read_bytes(), compresslevel=1))
    sp.save_npz(folder / "graph.npz", W, compressed=False)
    (folder / "graph").mkdir()
    for name in ("data", "indices", "indptr"):
        np.save(folder / "graph" / f"{name}.npy", getattr(W, name))


def write_metis(W: sp.csr_array, path: Path, rows: int = 10**5) -> None:
    """Write W in the format of METIS, whose weights are integers: 1000 times those of W."""
    with path.open("w") as file:
        file.write(f"{W.shape[0]} {W.nnz // 2} 1\n")
        for first in range(0, W.shape[0], rows):
            block = W[first : first + rows]
            pairs = np.column_stack((block.indices + 1, np.rint(block.data * 1000).astype(np.int64)))
            words = list(map(str, pairs.ravel().tolist()))
            file.writelines(" ".join(words[2 * i : 2 * j]) + "\n" for i, j in pairwise(block.indptr.tolist()))


def size(path: Path) -> int:
    """Return the bytes of a file, or of the files of a folder."""
    return sum(p.stat().st_size for p in path.iterdir()) if path.is_dir() else path.stat().st_size


def peak(work: Callable[[], object], traced: bool) -> tuple[int, float]:
    """Return the bytes by which memory grows at its peak, as allocated or as resident, and the seconds."""
    reset_peak()
    before, began = status("VmRSS"), time.perf_counter()
    if traced:
        tracemalloc.start()
    work()
    grown = tracemalloc.get_traced_memory()[1] if traced else status("VmHWM") - before
    return grown, time.perf_counter() - began


def child(path: str, mapped: str, convert: str, traced: str) -> None:
    """Read a file, or convert the graph of one for a cut, and print the figures as JSON."""
    import pyarrow.parquet  # noqa: F401  # loaded before, since only the reading counts

    import tvcut
    from tvcut._input.graph import as_problem

    options = {"mmap": True} if mapped == "yes" else {}
    kept: list[object] = []
    if convert == "yes":
        graph = tvcut.read_graph(path, **options)
        found = peak(lambda: kept.append(as_problem(graph.W)), traced == "yes")
    else:
        found = peak(lambda: kept.append(tvcut.read_graph(path, **options)), traced == "yes")
    print(json.dumps(found))


def run(path: Path, *words: bool) -> tuple[float, float] | str:
    """Return the bytes and the seconds of a new process, or why it failed."""
    given = [str(path), *("yes" if word else "no" for word in words)]
    done = subprocess.run([sys.executable, "-m", "bench.reading", "child", *given], cwd=ROOT, capture_output=True)
    if done.returncode:
        return (done.stderr.decode().strip().splitlines() or [f"ended by signal {-done.returncode}"])[-1]
    grown, seconds = json.loads(done.stdout)
    return grown, seconds


def measure(document: Document, n: int, only: Sequence[str] | None) -> None:
    """Add the table of all readers."""
    W = random_graph(n)
    edges = W.nnz // 2
    document.say(f"{WHAT} {n:,} vertices, {edges:,} edges.")
    document.table(HEADER)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_files(W, folder)
        del W
        rows = [(reader, *READERS[reader], False) for reader in READERS]
        rows += [(f"convert {reader}", *READERS[reader], True) for reader in ("npz", "npz, mapped", "folder, mapped")]
        for reader, file, mapped, convert in rows:
            if only and reader not in only:
                continue
            path = folder / file
            found = run(path, mapped, convert, False)
            if isinstance(found, str):
                document.row(reader, f"{size(path) / edges:.1f}", found, NONE, NONE)
                continue
            traced = run(path, mapped, convert, True) if mapped or convert else NONE
            allocated = NONE if isinstance(traced, str) else f"{traced[0] / edges:.1f}"
            document.row(reader, f"{size(path) / edges:.1f}", f"{found[0] / edges:.1f}", allocated, f"{found[1]:.1f}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and write the document."""
    parser = CommandLine("bench.reading", __doc__, READERS, cache=False)
    parser.add_argument(
        "--vertices", type=int, metavar="N", default=VERTICES, help=f"of the graph (default {VERTICES})"
    )
    parser.add_argument("--quick", action="store_const", const=QUICK, dest="vertices", help="a small graph only")
    chosen = parser.parse(arguments)
    document = Document(chosen.output)
    document.say("# Memory of reading graphs\n")
    document.say(document.made_by(chosen.command) + "\n")
    measure(document, chosen.vertices, chosen.only)
    document.save()


if __name__ == "__main__":
    child(*sys.argv[2:]) if sys.argv[1:2] == ["child"] else main()

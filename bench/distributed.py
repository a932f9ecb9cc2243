"""Cuts of distributed graphs: same labels for any cluster, C beside one machine, memory, lost workers and scaling.

    python -m bench.distributed [--quick] [--only NAME …] [--output docs/distributed.md]

All clusters are processes of this machine. --only names the measurements: labels, quality, memory, killed, scaling.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import dask
import numpy as np
import psutil
import scipy.sparse as sp
from distributed import Client, LocalCluster

from tvcut import balanced_cut as cut_here
from tvcut.distributed import DistributedCut, balanced_cut

from .command import CommandLine
from .document import Document
from .graphs import Graph, data_files, delaunay, largest_component, planted, read

SIDE, RADIUS = 1000, 4  # of the lattice whose entries exceed the memory of a worker
LIMIT = "400MB"  # memory of each worker in that run
SCALED = 250  # rows of a lattice of SIDE columns, for each worker


def stencil() -> np.ndarray:
    """Return the steps to the neighbours within RADIUS of a vertex of the lattice, in the 1-norm; shape (40, 2)."""
    steps = range(-RADIUS, RADIUS + 1)
    return np.array([(x, y) for x in steps for y in steps if 0 < abs(x) + abs(y) <= RADIUS])


def lattice(first: int, last: int, height: int) -> tuple[int, Graph]:
    """Return the rows first … last − 1 of a lattice of height × SIDE vertices, which a worker makes for itself."""
    vertex = np.arange(first, last)
    x, y = (vertex // SIDE)[:, None] + stencil()[:, 0], (vertex % SIDE)[:, None] + stencil()[:, 1]
    inside = (x >= 0) & (x < height) & (y >= 0) & (y < SIDE)
    indptr = np.concatenate(([0], np.cumsum(inside.sum(axis=1))))
    indices = (x * SIDE + y)[inside].astype(np.int32)
    return first, sp.csr_array((np.ones(len(indices)), indices, indptr), shape=(last - first, height * SIDE))


def lattice_blocks(height: int, count: int) -> list[Any]:
    """Return the rows of a lattice as delayed blocks."""
    bounds = np.linspace(0, height * SIDE, count + 1).astype(int)
    return [dask.delayed(lattice)(lo, hi, height) for lo, hi in itertools.pairwise(bounds)]


def made_rows(make: Callable[[], Graph], first: int, last: int) -> Graph:
    """Return rows of a graph that the worker makes or reads."""
    return largest_component(make())[0][first:last]


def blocks(make: Callable[[], Graph], n: int, count: int) -> list[Any]:
    """Return the rows of a graph as delayed blocks."""
    bounds = np.linspace(0, n, count + 1).astype(int)
    return [dask.delayed(made_rows)(make, lo, hi) for lo, hi in itertools.pairwise(bounds)]


def graphs() -> dict[str, tuple[str, Callable[[], Graph]]]:
    """Return {name: (kind, function that makes W)}: two each of meshes, roads, social networks and planted blocks."""
    made: dict[str, tuple[str, Callable[[], Graph]]] = {
        "Delaunay 2^16": ("mesh", partial(delaunay, 2**16)),
        "planted, clear": ("planted", partial(planted, (30_000, 70_000), 10, 1)),
        "planted, hard": ("planted", partial(planted, (50_000, 50_000), 8, 1.6)),
    }
    wanted = {
        "fe_sphere": "mesh",
        "road-berlin-center": "road",
        "minnesota": "road",
        "email-Enron": "social",
        "gemsec-politician": "social",
    }
    files = {path.stem: path for folder in ("graphs", "networks") for path in data_files(folder)}
    return made | {name: (kind, partial(read, files[name])) for name, kind in wanted.items() if name in files}


@contextmanager
def cluster(workers: int, **options: Any) -> Iterator[Client]:
    """Start worker processes of one thread each, and return their client."""
    made = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0", **options)
    with made, Client(made) as client:
        yield client


class Peaks:
    """The largest resident memory of each worker process, sampled ten times a second."""

    def __init__(self, client: Client) -> None:
        self.peak = dict.fromkeys(client.run(os.getpid).values(), 0)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._ended.wait(0.1):
            for pid in self.peak:
                try:
                    self.peak[pid] = max(self.peak[pid], psutil.Process(pid).memory_info().rss)
                except psutil.NoSuchProcess:
                    pass

    def close(self) -> list[float]:
        """Return the peaks in MB."""
        self._ended.set()
        self._thread.join()
        return [peak / 1e6 for peak in self.peak.values()]


def moved(dask_worker: Any) -> int:
    """Return the bytes that a worker received from other workers."""
    return sum(transfer["total"] for transfer in dask_worker.transfer_incoming_log)


def spilled(dask_worker: Any) -> int:
    """Return the bytes that a worker has on disk now."""
    manager = getattr(dask_worker.data, "spilled_total", None)
    return 0 if manager is None else int(manager.disk)


def digest(cut: DistributedCut) -> str:
    """Return a short hash of the labels."""
    return hashlib.sha256(cut.labels.compute().tobytes()).hexdigest()[:12]


class Distributed(Document):
    """The document."""

    def __init__(self, output: str | Path | None, quick: bool) -> None:
        super().__init__(output)
        self.quick = quick

    def labels(self) -> None:
        """Compare the labels of clusters of 1, 2 and 4 workers, and of 2, 5 and 16 blocks."""
        n = 2**12 if self.quick else 2**15
        self.say(
            f"\n## Labels\n\nA Delaunay triangulation of {n:,} points; the coarsest graph has {n // 10:,} vertices."
        )
        self.table(["workers", "blocks", "C", "hash of the labels", "seconds"])
        seen = set()
        for workers in (1, 2, 4):
            with cluster(workers) as client:
                for count in (2, 5, 16):
                    cut = balanced_cut(
                        blocks(partial(delaunay, n), n, count), max_coarse_vertices=n // 10, min_share=0, client=client
                    )
                    seen.add(digest(cut))
                    self.row(workers, count, f"{cut.value:.8f}", digest(cut), f"{cut.seconds:.1f}")
        self.say(f"\nDifferent labels: {len(seen) - 1}.")

    def quality(self) -> None:
        """Compare C with that of one machine."""
        self.say(
            "\n## C beside one machine\n\nThe coarsest graph has at most a tenth of the vertices. `min_share=0.3`."
        )
        self.table(["graph", "kind", "n", "edges", "C, one machine", "C, distributed", "ratio", "seconds", "seconds"])
        worst = 0.0
        with cluster(2) as client:
            for name, (kind, make) in graphs().items():
                W = largest_component(make())[0]
                n = W.shape[0]
                if self.quick and n > 20_000:
                    continue
                here = cut_here(W, min_share=0.3)
                cut = balanced_cut(
                    blocks(make, n, 4), max_coarse_vertices=max(n // 10, 128), min_share=0.3, client=client
                )
                ratio = cut.value / here.value
                worst = max(worst, ratio)
                values = (
                    f"{here.value:.6g}",
                    f"{cut.value:.6g}",
                    f"{ratio:.4f}",
                    f"{here.time:.1f}",
                    f"{cut.seconds:.1f}",
                )
                self.row(name, kind, f"{n:,}", f"{W.nnz // 2:,}", *values)
                self.save()
        self.say(f"\nLargest ratio: {worst:.4f}.")

    def memory(self) -> None:
        """Cut a lattice whose entries exceed the memory of every worker."""
        height, count = (SIDE // 10, 8) if self.quick else (SIDE, 32)
        self.say(
            f"\n## Memory\n\nA lattice of {height} × {SIDE} vertices, made by the workers, on 2 workers of {LIMIT}."
        )
        with cluster(2, memory_limit=LIMIT) as client:
            peaks = Peaks(client)
            cut = balanced_cut(
                lattice_blocks(height, count), max_coarse_vertices=20_000, entries_per_block=10**6, min_share=0.5,
                n_cycles=1, client=client,
            )  # fmt: skip
            figures = peaks.close()
            disk, received = sum(client.run(spilled).values()), sum(client.run(moved).values())
        entries = sum(int(lattice(x * SIDE, (x + 1) * SIDE, height)[1].nnz) for x in range(height))
        self.say(f"\n{entries:,} half-edges, {12 * entries / 1e6:.0f} MB in compressed rows. C = {cut.value:.6g}, ")
        self.say(f"straight cut {self.straight(height):.6g}, {cut.seconds:.0f} s, {cut.n_levels} levels.")
        self.say(f"Peak of each worker: {', '.join(f'{peak:.0f} MB' for peak in figures)}; on disk at the end: ")
        self.say(f"{disk / 1e6:.0f} MB; received from other workers: {received / 1e6:.0f} MB.")

    @staticmethod
    def straight(height: int) -> float:
        """Return C of the cut between the two halves of the columns of the lattice, without its corners."""
        weight = sum(abs(y) for _, y in stencil()) / 2 * height
        return weight / (height * SIDE / 2)

    def killed(self) -> None:
        """Kill one of two workers during the search."""
        n = 2**12 if self.quick else 2**14
        self.say(f"\n## A lost worker\n\nA Delaunay triangulation of {n:,} points, 2 workers, 5 blocks.")
        self.table(["killed", "C", "hash of the labels", "seconds"])
        for phase in (None, "clustering", "refinement", "band"):
            with cluster(2) as client:
                waiting = [phase]

                def kill(progress: Any, waiting: list[Any] = waiting, client: Client = client) -> None:
                    if progress.phase == waiting[0] and progress.time > 1:
                        waiting[0] = None
                        os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)

                cut = balanced_cut(
                    blocks(partial(delaunay, n), n, 5), max_coarse_vertices=n // 10, min_share=0, client=client,
                    callback=kill,
                )  # fmt: skip
                done = "no" if phase is None else f"in the phase {phase}" if waiting[0] is None else "not reached"
                self.row(done, f"{cut.value:.8f}", digest(cut), f"{cut.seconds:.1f}")

    def scaling(self) -> None:
        """Let the graph grow with the number of workers."""
        self.say("\n## Weak scaling\n\nA lattice of 40 neighbours; each worker has the same number of vertices.")
        self.table(["workers", "n", "half-edges", "seconds", "received by workers, MB", "levels"])
        rows = SCALED // 5 if self.quick else SCALED
        for workers in (1, 2):
            with cluster(workers) as client:
                height = rows * workers
                cut = balanced_cut(
                    lattice_blocks(height, 8 * workers), max_coarse_vertices=10_000 * workers, min_share=0.5,
                    entries_per_block=10**6, n_cycles=1, client=client,
                )  # fmt: skip
                received = sum(client.run(moved).values()) / 1e6
                entries = sum(int(lattice(x * SIDE, (x + 1) * SIDE, height)[1].nnz) for x in range(height))
                n = height * SIDE
                self.row(workers, f"{n:,}", f"{entries:,}", f"{cut.seconds:.1f}", f"{received:.0f}", cut.n_levels)


def main() -> None:
    """Make the document that the command line asks for."""
    names = ("labels", "quality", "memory", "killed", "scaling")
    line = CommandLine("bench.distributed", __doc__, names, cache=False)
    line.add_argument("--quick", action="store_true", help="on small graphs")
    chosen = line.parse()
    document = Distributed(chosen.output, chosen.quick)
    document.say(f"# Cuts of distributed graphs\n\n{document.made_by(chosen.command)}")
    document.say(
        "Each worker is a process of one thread. All of them, and the client, share the cores of this machine."
    )
    for name in chosen.only or names:
        getattr(document, name)()
        document.save()


if __name__ == "__main__":
    main()

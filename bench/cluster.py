"""Worker processes of this machine, graphs that they make for themselves, and what they use."""

from __future__ import annotations

import hashlib
import itertools
import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import dask
import numpy as np
import psutil
import scipy.sparse as sp
from distributed import Client, LocalCluster
from scipy.spatial import cKDTree

from tvcut.distributed import DistributedCut

ARRAYS = ("indptr", "indices", "data")  # of a matrix in compressed sparse rows
Graph: TypeAlias = Any  # bench.graphs is imported where it is used: workers import this module, and it takes 100 MB


def made_rows(make: Callable[[], Graph], first: int, last: int) -> Graph:
    """Return rows of a graph that the worker makes or reads."""
    from .graphs import largest_component

    return largest_component(make())[0][first:last]


def blocks(make: Callable[[], Graph], n: int, count: int) -> list[Any]:
    """Return the rows of a graph as delayed blocks."""
    bounds = np.linspace(0, n, count + 1).astype(int)
    return [dask.delayed(made_rows)(make, lo, hi) for lo, hi in itertools.pairwise(bounds)]


def stored_rows(folder: Path, first: int, last: int) -> Graph:
    """Return rows of a graph that ``stored`` wrote to a folder."""
    indptr, indices, data = (np.load(folder / f"{name}.npy", mmap_mode="r") for name in ARRAYS)
    lo, hi = indptr[first], indptr[last]
    arrays = np.array(data[lo:hi]), np.array(indices[lo:hi]), indptr[first : last + 1] - lo
    return sp.csr_array(arrays, shape=(last - first, len(indptr) - 1))


@contextmanager
def stored(W: Graph, count: int) -> Iterator[list[Any]]:
    """Write a graph to a folder that the workers read, and return its rows as delayed blocks."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for array in ARRAYS:
            np.save(folder / f"{array}.npy", getattr(W, array))
        bounds = np.linspace(0, W.shape[0], count + 1).astype(int)
        yield [dask.delayed(stored_rows)(folder, lo, hi) for lo, hi in itertools.pairwise(bounds)]


def power_law(n: int, degree: float, exponent: float = 2.5, seed: int = 0) -> Graph:
    """Return a random graph whose expected degrees follow a power law (Chung and Lu, 2002)."""
    rng = np.random.default_rng(seed)
    weight = np.arange(1, n + 1) ** (-1 / (exponent - 1))
    ends = rng.permutation(n)[rng.choice(n, (2, int(n * degree / 2)), p=weight / weight.sum())]
    return without_loops(ends, n)


def roads(side: int, share: float = 0.65, seed: int = 0) -> Graph:
    """Return a square grid of side² vertices with a share of its edges, as sparse and winding as roads."""
    vertex = np.arange(side * side).reshape(side, side)
    u = np.concatenate((vertex[:-1].ravel(), vertex[:, :-1].ravel()))
    v = np.concatenate((vertex[1:].ravel(), vertex[:, 1:].ravel()))
    kept = np.random.default_rng(seed).random(len(u)) < share
    return without_loops(np.array((u[kept], v[kept])), side * side)


def neighbours(n: int, count: int = 8, seed: int = 0) -> Graph:
    """Return the graph of the nearest neighbours of random points in three dimensions, in eight clouds."""
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(n, 3)) + 2 * rng.integers(0, 2, (n, 3))
    near = cKDTree(points).query(points, count + 1)[1][:, 1:]
    return without_loops(np.array((np.repeat(np.arange(n), count), near.ravel())), n)


def without_loops(ends: np.ndarray, n: int) -> Graph:
    """Return the graph with an edge of weight 1 for each pair of different ends."""
    u, v = ends[:, ends[0] != ends[1]]
    A = sp.csr_array((np.ones(len(u)), (u, v)), shape=(n, n))
    W = sp.csr_array(A + A.T)
    W.data[:] = 1
    return W


def graphs() -> dict[str, tuple[str, Callable[[], Graph]]]:
    """Return {name: (kind, function that makes W)}: meshes, roads, social networks, planted blocks and four others."""
    from .graphs import data_files, delaunay, grid, planted, read

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
    made |= {name: (kind, partial(read, files[name])) for name, kind in wanted.items() if name in files}
    return made | {
        "power law": ("power law", partial(power_law, 100_000, 10)),
        "roads of 10^6": ("road", partial(roads, 1010)),
        "points in space": ("neighbours", partial(neighbours, 50_000)),
        "grid": ("grid", partial(grid, 400)),
    }


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

"""Worker processes of this machine, graphs that they make for themselves, and what they use."""

from __future__ import annotations

import hashlib
import itertools
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeAlias

import dask
import numpy as np
import psutil
from distributed import Client, LocalCluster

from tvcut.distributed import DistributedCut

Graph: TypeAlias = Any  # bench.graphs is imported where it is used: workers import this module, and it takes 100 MB


def made_rows(make: Callable[[], Graph], first: int, last: int) -> Graph:
    """Return rows of a graph that the worker makes or reads."""
    from .graphs import largest_component

    return largest_component(make())[0][first:last]


def blocks(make: Callable[[], Graph], n: int, count: int) -> list[Any]:
    """Return the rows of a graph as delayed blocks."""
    bounds = np.linspace(0, n, count + 1).astype(int)
    return [dask.delayed(made_rows)(make, lo, hi) for lo, hi in itertools.pairwise(bounds)]


def graphs() -> dict[str, tuple[str, Callable[[], Graph]]]:
    """Return {name: (kind, function that makes W)}: two each of meshes, roads, social networks and planted blocks."""
    from .graphs import data_files, delaunay, planted, read

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

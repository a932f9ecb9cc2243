"""Cuts of distributed graphs: same labels for any cluster, C and seconds beside one machine, memory, lost workers.

    python -m bench.distributed [--quick] [--only NAME …] [--profile] [--output docs/distributed.md]

All clusters are processes of this machine. --only names the measurements: steps, profile, labels, quality, seconds,
memory, killed, scaling; --profile is --only profile. Workers import this module: what takes much memory is imported in
the functions that use it.
"""

from __future__ import annotations

import os
import signal
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import psutil
from distributed import Client

from tvcut.distributed import balanced_cut
from tvcut.distributed._block import make_block
from tvcut.distributed._cluster import Salt, alone, grant, request
from tvcut.distributed._contract import merge

from .cluster import Peaks, blocks, cluster, digest, moved, spilled
from .cluster_profile import Seconds
from .command import CommandLine
from .distributed_comparisons import Comparisons
from .lattice import SIDE, lattice, lattice_blocks, stencil

LIMIT, QUICK_LIMIT = "450MB", "250MB"  # memory of each worker in that run
SCALED = 250  # rows of a lattice of SIDE columns, for each worker


class Distributed(Comparisons):
    """The document."""

    def steps(self) -> None:
        """Measure the tasks on one block of a lattice without a cluster."""
        rows = 20 if self.quick else 100
        first, A = lattice(SIDE * rows, 2 * SIDE * rows, 3 * rows)
        n = A.shape[1]
        block = make_block(first, A)
        whole = alone([np.ones(n)])
        ids = (np.arange(n) // 4).astype(np.int32)
        tasks = {
            "make a block": lambda: make_block(first, A),
            "ask for labels": lambda: request(block, whole, 8.0, Salt(0, 1, 0), False, None),
            "contract": lambda: merge(block, ids),
        }
        self.say(f"\n## Tasks on one block\n\n{len(A.data):,} half-edges, {block.n:,} rows, one thread, no cluster.")
        self.table(["task", "ns a half-edge", "peak bytes a half-edge"])
        for name, task in tasks.items():
            self.row(name, *(f"{figure:.0f}" for figure in per_item(task, len(A.data))))
        asked = [request(block, whole, 8.0, Salt(0, 1, 0), False, None)]
        self.say(f"\nThe one task of a round for all vertices: {n:,} vertices, {len(asked[0].vertex):,} requests.")
        self.table(["task", "ns a vertex", "peak bytes a vertex"])
        self.row("grant requests", *(f"{x:.0f}" for x in per_item(lambda: grant(whole, asked, 8.0, Salt(0, 1, 0)), n)))

    def profile(self) -> None:
        """Show where the seconds go, with a graph that is cut in blocks and one that is one task."""
        rows = 20 if self.quick else 100
        self.say("\n## Where the seconds go\n")
        self.say(
            f"A lattice of {rows} × {SIDE} vertices in 8 blocks, 2 workers. Waiting: seconds of workers without a task."
        )
        for name, options in (("in blocks", {"max_coarse_vertices": 100 * rows}), ("one task", {})):
            with cluster(2) as client:
                call = partial(
                    balanced_cut, lattice_blocks(rows, 8), min_share=0.5, n_cycles=1, client=client, **options
                )
                call()  # imports
                seen = Seconds(client, call)
            copies = seen.total("transfer") + seen.total("deserialize")
            disk = seen.total("disk-read") + seen.total("disk-write")
            self.say(f"\n{name.capitalize()}: {seen.clock:.1f} s; processor {seen.workers:.1f} s of the workers and ")
            self.say(f"{seen.here:.1f} s of scheduler and client; copies {copies:.1f} s, disk {disk:.1f} s, ")
            self.say(f"waiting {seen.waiting:.1f} s.")
            self.table(["task", "number", "seconds", "copies, seconds"])
            most = sorted(seen.tasks.items(), key=lambda task: -task[1]["compute"])[:10]
            for task, figures in most:
                self.row(task, f"{figures['count']:.0f}", f"{figures['compute']:.2f}", f"{figures['transfer']:.2f}")
            self.save()

    def memory(self) -> None:
        """Cut a lattice whose entries exceed the memory of every worker."""
        height, count, limit = (SIDE // 4, 32, QUICK_LIMIT) if self.quick else (SIDE, 64, LIMIT)
        self.say(f"\n## Memory\n\nA lattice of {height} × {SIDE} vertices, made by 2 workers of {limit}.")
        with cluster(2, memory_limit=limit) as client:
            before = [psutil.Process(pid).memory_info().rss / 1e6 for pid in client.run(os.getpid).values()]
            peaks = Peaks(client)
            cut = balanced_cut(
                lattice_blocks(height, count), max_coarse_vertices=20 * height, entries_per_block=400_000,
                min_share=0.5, n_cycles=1, client=client,
            )  # fmt: skip
            figures = peaks.close()
            disk, received = sum(client.run(spilled).values()), sum(client.run(moved).values())
        entries = sum(int(lattice(x * SIDE, (x + 1) * SIDE, height)[1].nnz) for x in range(height))
        self.say(f"\n{entries:,} half-edges, {12 * entries / 1e6:.0f} MB in compressed rows. C = {cut.value:.6g}, ")
        self.say(f"straight cut {self.straight(height):.6g}, {cut.seconds:.0f} s, {cut.n_levels} levels.")
        self.say(f"Each worker before: {', '.join(f'{size:.0f} MB' for size in before)}. ")
        self.say(f"Peak of each worker: {', '.join(f'{peak:.0f} MB' for peak in figures)}; on disk at the end: ")
        self.say(f"{disk / 1e6:.0f} MB; received from other workers: {received / 1e6:.0f} MB.")

    @staticmethod
    def straight(height: int) -> float:
        """Return C of the cut between the two halves of the columns of the lattice, without its corners."""
        weight = sum(abs(y) for _, y in stencil()) / 2 * height
        return weight / (height * SIDE / 2)

    def killed(self) -> None:
        """Kill one of two workers during the search."""
        from .graphs import delaunay

        n = 2**12 if self.quick else 2**14
        self.say(f"\n## A lost worker\n\nA Delaunay triangulation of {n:,} points, 2 workers, 5 blocks.")
        self.table(["killed", "C", "hash of the labels", "seconds"])
        for phase in (None, "reading", "clustering", "search", "refinement", "band"):
            with cluster(2) as client:
                waiting = [phase]

                def kill(progress: Any, waiting: list[Any] = waiting, client: Client = client) -> None:
                    if progress.phase == waiting[0]:
                        waiting[0] = None
                        os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)

                cut = balanced_cut(
                    blocks(partial(delaunay, n), n, 5), max_coarse_vertices=n // 10, min_share=0, n_cycles=1,
                    client=client, callback=kill,
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


def per_item(task: Callable[[], Any], items: int) -> tuple[float, float]:
    """Return the nanoseconds and the peak bytes of a task, for each item."""
    began = time.process_time()
    task()
    seconds = time.process_time() - began
    tracemalloc.start()
    task()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return 1e9 * seconds / items, peak / items


def main() -> None:
    """Make the document that the command line asks for."""
    names = ("steps", "profile", "labels", "quality", "seconds", "memory", "killed", "scaling")
    line = CommandLine("bench.distributed", __doc__, names, cache=False)
    line.add_argument("--quick", action="store_true", help="on small graphs")
    line.add_argument("--profile", action="store_true", help="only show where the seconds go")
    chosen = line.parse()
    document = Distributed(chosen.output, chosen.quick)
    document.say(f"# Cuts of distributed graphs\n\n{document.made_by(chosen.command)}")
    document.say(
        "Each worker is a process of one thread. All of them, and the client, share the cores of this machine."
    )
    for name in ("profile",) if chosen.profile else chosen.only or names:
        getattr(document, name)()
        document.save()


if __name__ == "__main__":
    main()

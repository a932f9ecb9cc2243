"""Cuts of distributed graphs beside others: labels of several clusters, C and seconds of one machine."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

from tvcut import balanced_cut as cut_here
from tvcut.distributed import balanced_cut

from .cluster import blocks, cluster, digest, graphs, stored
from .cluster_profile import Seconds
from .document import Document
from .lattice import lattice_blocks


class Comparisons(Document):
    """The parts of the document that compare cuts."""

    def __init__(self, output: str | Path | None, quick: bool) -> None:
        super().__init__(output)
        self.quick = quick

    def labels(self) -> None:
        """Compare the labels of clusters of 1, 2 and 4 workers, and of 2, 5 and 16 blocks."""
        from .graphs import delaunay

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
                        blocks(partial(delaunay, n), n, count), max_coarse_vertices=n // 10, min_share=0, n_cycles=1,
                        client=client,
                    )  # fmt: skip
                    seen.add(digest(cut))
                    self.row(workers, count, f"{cut.value:.8f}", digest(cut), f"{cut.seconds:.1f}")
        self.say(f"\nDifferent labels: {len(seen) - 1}.")

    def quality(self) -> None:
        """Compare C with that of one machine."""
        from .graphs import largest_component

        self.say(
            "\n## C beside one machine\n\nThe coarsest graph has at most a tenth of the vertices and 3.2 half-edges "
        )
        self.say(
            "for each vertex of the graph; by default, all of these graphs are one task. `min_share=0.3`. Seconds "
        )
        self.say("are those of the processors, of workers, scheduler and client together.")
        heads = [
            "C, one machine",
            "C, one cycle",
            "C, three cycles",
            "ratio, one cycle",
            "ratio",
            "seconds, one machine",
        ]
        self.table(["graph", "kind", "n", "edges", *heads, "seconds, one cycle", "seconds, three cycles"])
        worst = [0.0, 0.0]
        with cluster(2) as client:
            for name, (kind, make) in graphs().items():
                W = largest_component(make())[0]
                n = W.shape[0]
                if self.quick and n > 20_000:
                    continue
                began = time.process_time()
                here = cut_here(W, min_share=0.3)
                alone_seconds = time.process_time() - began
                cuts, seconds = [], []
                with stored(W, 4) as rows:
                    options = {"max_coarse_vertices": max(n // 10, 128), "min_share": 0.3, "client": client}
                    for cycles in (1, 3):
                        seen = Seconds(client, partial(balanced_cut, rows, n_cycles=cycles, **options))
                        cuts.append(seen.result.value)
                        seconds.append(f"{seen.workers + seen.here:.1f}")
                ratios = [value / here.value for value in cuts]
                worst = [max(pair) for pair in zip(worst, ratios, strict=True)]
                values = [f"{value:.6g}" for value in (here.value, *cuts)] + [f"{ratio:.4f}" for ratio in ratios]
                self.row(name, kind, f"{n:,}", f"{W.nnz // 2:,}", *values, f"{alone_seconds:.1f}", *seconds)
                self.save()
        self.say(f"\nLargest ratio: {worst[0]:.4f} with one cycle, {worst[1]:.4f} with three.")

    def seconds(self) -> None:
        """Compare the seconds with those of one machine, by default and in blocks."""
        from .graphs import grid

        self.say("\n## Seconds beside one machine\n\nTwo workers, `min_share=0.5`, `n_cycles=1`. Seconds of the ")
        self.say("processors; in blocks, the coarsest graph has at most a sixth of the vertices.")
        self.table(
            ["graph", "half-edges", "how", "one machine", "two workers", "scheduler and client", "ratio", "ratio of C"]
        )
        sides = (100, 300) if self.quick else (100, 1600, 5000)
        for side in sides:
            W = grid(side)
            began = time.process_time()
            here = cut_here(W, min_share=0.5)
            alone_seconds = time.process_time() - began
            with cluster(2) as client, stored(W, 8) as rows:
                balanced_cut(lattice_blocks(2, 2), client=client)  # imports
                for how, options in (("by default", {}), ("in blocks", {"max_coarse_vertices": side * side // 6})):
                    seen = Seconds(
                        client, partial(balanced_cut, rows, min_share=0.5, n_cycles=1, client=client, **options)
                    )
                    total, ratio = seen.workers + seen.here, seen.result.value / here.value
                    figures = (
                        f"{alone_seconds:.1f}",
                        f"{seen.workers:.1f}",
                        f"{seen.here:.1f}",
                        f"{total / alone_seconds:.1f}",
                    )
                    self.row(f"grid {side} × {side}", f"{W.nnz:,}", how, *figures, f"{ratio:.4f}")
                    self.save()

"""One cut of a distributed graph: read, search, and return labels that stay on the workers."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
from distributed import Client

from .._input.vertices import as_vertex_weight
from .._native.options import Balance
from .._result.cut import CutInterrupted
from .._result.progress import Progress, is_stop
from .._result.warnings import warn_if_parts_are_small
from .._run.watch import Watch
from ._band import Largest
from ._block import with_mass
from ._finish import Figures, check_bounds, cut_at_once, figures, in_chunks, in_order, in_pieces, weighted
from ._frame import blocks_of_frame, is_frame
from ._result import DistributedCut
from ._rows import KINDS, blocks_of_rows, check_symmetry
from ._search import Search
from ._session import POLL, Future, Session, seconds
from ._whole import gathered

PATIENCE = 10.0  # seconds after Ctrl-C in which a cut on a worker must end


class Run:
    """One call of balanced_cut."""

    def __init__(
        self, watch: Watch, began: float, client: Client, options: dict[str, Any], *, seed: int, cycles: int,
        largest: Largest, size: int,
    ) -> None:  # fmt: skip
        self.watch, self.began, self.seed, self.cycles, self.size = watch, began, seed, cycles, size
        self.options = {
            name: options[name] for name in ("n_clusters", "objective", "min_share", "max_imbalance", "effort")
        }
        self.k, self.balance, self.largest = int(options["n_clusters"]), options["balance"], largest
        self.session = Session(client, self._tell, self._report)
        self.stopped, self._told = False, ("", -math.inf)  # phase and time of the last call of the callback
        self._seen = ("reading", 0.0, math.inf)
        self.search: Search | None = None
        self.asked = options["min_share"] not in (None, "auto")
        limit = options["time_limit"]
        self.deadline = began + float(limit) if limit not in (None, "none") else math.inf

    def cut(self, edges: Any, n: int | None, vertex_weight: Any, balance: Balance | None) -> DistributedCut:
        try:
            blocks, bounds, names = self._blocks(edges, n)
            n = int(bounds[-1])
            if self.k > n:
                raise ValueError(f"n_clusters = {self.k} must be at most the number of vertices, {n}")
            mass = self._masses(vertex_weight, n, balance, names)
            entries = sum(self.session.result(self.session.each(getattr, blocks, "entries")))
            self.watch.log(f"{n} vertices, {entries // 2} edges, {len(blocks)} blocks, {self.k} parts")
            if self.largest.fits(n, entries):
                return self._at_once(blocks, bounds, mass, names)
            return self._in_blocks(blocks, bounds, mass, names)
        except CutInterrupted:
            raise
        except KeyboardInterrupt:
            self.stopped = True  # the callback, which may have raised it, is not called again
            search = self.search
            best = None if search is None else search.best
            # Blocks that a worker lost are computed again for the result.
            self.session.cancel([] if search is None or best is None else [*search.level.blocks, best])
            if search is None or best is None or best.status != "finished":
                raise
            raise CutInterrupted(cast(Any, self._result(search, best, names, "stopped"))) from None
        except BaseException:
            self.session.cancel()
            raise
        finally:
            self.session.close()

    def _blocks(self, edges: Any, n: int | None) -> tuple[Any, Any, Future | None]:
        """Return the blocks of the edges, checked, their bounds, and the names of the vertices."""
        if is_frame(edges):
            return blocks_of_frame(self.session, edges, n, self.size, self.largest)
        if not isinstance(edges, (list, tuple)):
            raise TypeError(f"edges must be {KINDS}, got an object of type {type(edges).__qualname__}")
        blocks, bounds = blocks_of_rows(self.session, edges)
        if n is not None and n != bounds[-1]:
            raise ValueError(f"n_vertices = {n} must be the number of columns of edges, {bounds[-1]}, or None")
        return blocks, bounds, None

    def _masses(self, given: Any, n: int, balance: Balance | None, names: Future | None) -> Any:
        """Return the masses that are given as an array, or None."""
        if given is None:
            return None
        if hasattr(given, "to_delayed") and hasattr(given, "index"):  # a dask Series
            given = self.session.compute(given).result()
        known = None if names is None or not hasattr(given, "index") else self.session.result(names).tolist()
        return as_vertex_weight(given, n, balance, known, zero=False)

    def _at_once(self, blocks: Any, bounds: Any, mass: Any, names: Future | None) -> DistributedCut:
        """Cut the graph on one worker."""
        options = self.options | {"random_state": self.seed}
        if mass is None:
            options["balance"] = self.balance
        else:
            chunks = in_pieces(mass, bounds)
            blocks = [self.session.submit(with_mass, b, chunk, 0.0) for b, chunk in zip(blocks, chunks, strict=True)]
        if math.isfinite(self.deadline):
            options["time_limit"] = max(self.deadline - seconds(), 1e-3)
        whole = self.session.submit(gathered, blocks, mass is not None)
        found = self.session.submit(cut_at_once, whole, options, self.session.name)
        del whole, blocks
        n, (labels, *rest) = int(bounds[-1]), self.session.split(found, 3)
        try:
            seen, status = self.session.result(rest)
        except KeyboardInterrupt:
            self.stopped = True
            self.session.stop()
            try:
                seen, status = (future.result(timeout=PATIENCE) for future in rest)
            except TimeoutError:
                raise KeyboardInterrupt from None
            raise CutInterrupted(cast(Any, self._made(labels, n, names, seen, "stopped", 1))) from None
        ended = status if status in ("stopped", "time_limit") else "converged"
        return self._made(labels, n, names, seen, ended, 1)

    def _in_blocks(self, blocks: Any, bounds: Any, mass: Any, names: Future | None) -> DistributedCut:
        """Cut the graph in blocks."""
        check_symmetry(self.session, blocks, int(bounds[-1]))
        level = weighted(self.session, blocks, bounds, self.balance, mass)
        del blocks  # their copies with masses are kept
        mass = self.session.submit(np.concatenate, self.session.each(getattr, level.blocks, "mass"))
        check_bounds(self.session, mass, self.options)
        total = self.session.result(self.session.submit(np.sum, mass))
        options = self.options | {"bounds": "soft", "random_state": self.seed}
        self.search = Search(
            self.session, level, options, self.cycles, self.largest, self.size, total, self.deadline, self._report,
            lambda: self.stopped,
        )  # fmt: skip
        best = self.search.run()
        status = "stopped" if self.stopped else "time_limit" if seconds() > self.deadline else "converged"
        return self._result(self.search, best, names, status)

    def _result(self, search: Search, best: Any, names: Any, status: Any) -> DistributedCut:
        """Return the result of a search in blocks."""
        summary = self.session.result(self.session.get(best, "summary"))
        if (excess := summary.excess) > 0:
            raise ValueError(
                f"no partition within the bounds was found: the best one exceeds them by {excess:.3g} of the mass; "
                "allow a larger max_imbalance or a smaller min_share, or pass a larger max_coarse_vertices"
            )
        parts = self.session.get(best, "parts")
        labels, masses = self.session.split(self.session.submit(in_order, parts, summary.masses), 2)
        seen = figures(self.session, search.level, labels, self.session.result(masses))
        return self._made(labels, search.level.n, names, seen, status, len(search.levels))

    def _made(self, labels: Future, n: int, names: Any, seen: Figures, status: Any, levels: int) -> DistributedCut:
        """Return the result, once the callback, the log and the warnings have told of it."""
        of_names = None if names is None else in_chunks(self.session, names, n, object)
        cut = DistributedCut(
            in_chunks(self.session, labels, n), of_names, seen.value, seen.cut_weight, seen.sizes, seen.masses,
            seen.imbalance, self.options["objective"], status, levels, seconds() - self.began,
        )  # fmt: skip
        self._seen = self._seen[0], 1.0, cut.cut_weight if cut.objective == "cut" else cut.value
        self._tell(last=True)
        self.watch.log(cut)
        counted: Any = SimpleNamespace(masses=cut.masses, value=cut.value, n_components=seen.n_components)
        warn_if_parts_are_small(counted, None, asked=self.asked, counted=levels == 1)
        return cut

    def _report(self, phase: str, fraction: float, value: float) -> None:
        """Note what runs now, for the callback."""
        self._seen = phase, fraction, min(value, self._seen[2])

    def _tell(self, *, last: bool = False) -> None:
        """Call the callback, unless it was called in this phase a moment ago, and stop the search if it asks for it."""
        phase, fraction, value = self._seen
        soon = phase == self._told[0] and seconds() - self._told[1] < POLL
        if self.watch.callback is None or self.stopped or (soon and not last):
            return
        self._told = phase, seconds()
        answer = self.watch.callback(Progress(0, 0, 0, 0, value, value, phase, fraction, seconds() - self.began))
        if is_stop(answer) and not last:
            self.stopped = True
            self.session.stop()

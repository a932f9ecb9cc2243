"""Run the cuts of a scan, and summarise the cuts into each number of parts."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np
from sklearn.metrics import adjusted_rand_score

from .._native.errors import ArgumentError
from .._native.options import Preset
from .._native.problem import Problem
from .._result.cut import Cut, CutInterrupted
from .._run.cut_graph import cut_graph, remaining
from .._run.watch import Watch
from .hierarchy import Hierarchy
from .scan_result import Scan, ScanInterrupted, ScanStatus
from .suggestion import beyond, highest

FLOOR = "0.5"  # min_share of the cuts if it is not given
COUNTING = {"n_clusters": "auto", "effort": "fast", "min_share": "0", "n_starts": "1"}  # for the number of clusters


def value_of(cut: Cut) -> float:
    """Return what a cut minimises."""
    return cut._minimised[1]


@dataclass(frozen=True, eq=False)
class Point:
    """The cuts of all seeds into one number of parts: the best of them, and how much they agree."""

    best: Cut
    value: float
    null_value: float
    stability: float

    @classmethod
    def of(cls, cuts: list[Cut]) -> Point:
        values = [value_of(cut) for cut in cuts]
        best = cuts[int(np.argmin(values))]
        null_value = best._criterion.expected(best.labels, len(best.masses))
        pairs = [adjusted_rand_score(a.labels, b.labels) for a, b in combinations(cuts, 2)]
        return cls(best, min(values), null_value, float(np.mean(pairs)) if pairs else np.nan)


@dataclass(eq=False)
class Run:
    """A scan under way: what is the same for all cuts, and what is finished."""

    problem: Problem
    preset: Preset
    options: dict[str, str]
    watch: Watch
    began: float
    has_floor: bool  # whether min_share is FLOOR, for the cuts for which such a partition is found, and else 0
    nested: bool  # whether the cuts of a seed start from one hierarchy
    number: int = 0  # of clusters, as balanced_cut finds it; 0: not looked for
    hierarchies: dict[int, Hierarchy] = field(default_factory=dict)  # by seed
    finished: list[Point] = field(default_factory=list)  # one for each number of parts
    next: Point | None = None  # of the number of parts after the last one that is asked for
    cuts: list[Cut] = field(default_factory=list)  # of the current number of parts, one for each seed
    status: ScanStatus = "completed"

    def scan(self, counts: list[int], seeds: list[int]) -> Scan:
        """Cut the graph into each number of parts from every seed.

        The smallest number comes first and from no hierarchy, so that what no partition can hold is refused before the
        work.
        """
        try:
            for k in counts:
                if not self.cut_all(k, seeds):
                    return self.result(len(seeds))
                if k == counts[0] and len(counts) > 1:
                    self.prepare(counts, seeds)
            self.look_beyond(counts, seeds)
            return self.result(len(seeds))
        except KeyboardInterrupt as error:
            self.status = "stopped"
            if isinstance(error, CutInterrupted) and self.is_first:
                self.cuts.append(error.result)
            if self.is_first:
                raise
            raise ScanInterrupted(self.result(len(seeds))) from None

    def cut_all(self, k: int, seeds: list[int]) -> bool:
        """Add the cuts of all seeds into k parts, and return whether the scan goes on."""
        for seed in seeds:
            self.cut(k, seed)
            if self.status != "completed":
                return False
        self.finished, self.cuts = [*self.finished, Point.of(self.cuts)], []
        return True

    def prepare(self, counts: list[int], seeds: list[int]) -> None:
        """Find the number of clusters if it can be 1, and the hierarchies of all seeds."""
        if counts[0] == 1:
            self.count(seeds[0])
        if not self.nested:
            return
        try:
            self.begin(beyond(counts, self.problem.n_positive), seeds)
        except ArgumentError as error:
            if error.kind != "bounds" or error is self.watch.raised:
                raise
            self.begin(counts[-1], seeds)

    def count(self, seed: int) -> None:
        """Find the number of clusters that ``n_clusters="auto"`` stands for."""
        self.watch.begin_count()
        given = {name: self.options[name] for name in ("balance", "time_limit", "n_threads") if name in self.options}
        options = remaining(given | COUNTING | {"random_state": str(seed)}, self.began)
        cut = cut_graph(self.problem, "default", options, self.watch.callback, time.perf_counter())
        self.number = len(cut.masses) if cut.status != "time_limit" else 0

    def begin(self, k: int, seeds: list[int]) -> None:
        """Find the hierarchy of each seed from a cut into k parts, unless the scan has been ended."""
        for seed in seeds:
            if self.status == "completed" and not self.watch.stopped:
                self.watch.begin_cut(k)
                self.hierarchies[seed] = Hierarchy.of(self.problem, self.one(self.problem, k, seed).labels)

    def look_beyond(self, counts: list[int], seeds: list[int]) -> None:
        """Find what the score of the last number of parts needs, unless the bounds or the caller do not let it."""
        k, last = beyond(counts, self.problem.n_positive), len(self.finished)
        if k == counts[-1]:
            return
        try:
            self.cut_all(k, seeds)
        except ArgumentError as error:
            if error.kind != "bounds" or error is self.watch.raised:
                raise
        finally:
            self.next = self.finished[last] if len(self.finished) > last else None
            self.finished, self.cuts = self.finished[:last], []

    @property
    def is_first(self) -> bool:
        """Whether no cut is finished."""
        return not self.finished and not self.cuts

    def cut(self, k: int, seed: int) -> None:
        """Add one cut. A cut that was stopped before its end is added only if it is the first."""
        self.watch.begin_cut(k)
        hierarchy = self.hierarchies.get(seed)
        labels = hierarchy.parts(k) if hierarchy is not None and k <= hierarchy.k else None
        cut = self.one(replace(self.problem, labels=labels), k, seed)
        if self.status == "completed" or self.is_first:
            self.cuts.append(cut)
        if self.status == "completed":
            self.watch.end_cut(value_of(cut))
        if self.watch.stopped:  # which the cut does not know if it had ended already
            self.status = "stopped"

    def one(self, problem: Problem, k: int, seed: int) -> Cut:
        """Return one cut, and keep what ended it."""
        options = self.options | {"n_clusters": str(k), "random_state": str(seed)}
        cut = self.above_floor(problem, options) if self.has_floor else self.found(problem, options)
        if cut.status == "time_limit" or cut.status == "stopped":
            self.status = cut.status
        return cut

    def above_floor(self, problem: Problem, options: dict[str, str]) -> Cut:
        """Return the cut with min_share = FLOOR, or with 0 if the search finds no such partition."""
        try:
            return self.found(problem, options | {"min_share": FLOOR})
        except ArgumentError as error:
            if error.kind != "bounds" or error is self.watch.raised:  # another option, or the callback
                raise
        return self.found(problem, options | {"min_share": "0"})

    def found(self, problem: Problem, options: dict[str, str]) -> Cut:
        """Return the cut that the search finds in the rest of the time."""
        now = time.perf_counter()
        return cut_graph(problem, self.preset, remaining(options, self.began), self.watch.callback, now)

    def suggestion(self, points: list[Point]) -> int:
        """Return the number of parts with the highest score."""
        all_points = [*points, *([] if self.next is None else [self.next])]
        k, values, null_values = np.array([(len(p.best.masses), p.value, p.null_value) for p in all_points]).T
        return int(k[highest(k, values, null_values, np.array([p.stability for p in points]))])

    def result(self, n_seeds: int) -> Scan:
        """Return the scan of what is finished."""
        points = [*self.finished, *([Point.of(self.cuts)] if self.cuts else [])]
        n_clusters = np.array([len(point.best.masses) for point in points])
        values, null_values, stability = (
            np.array([getattr(point, name) for point in points]) for name in ("value", "null_value", "stability")
        )
        relative = np.divide(values, null_values, out=np.full(len(points), np.nan), where=null_values > 0)
        return Scan(
            n_clusters=n_clusters,
            cuts=[point.best for point in points],
            values=values,
            null_values=null_values,
            relative_values=relative,
            stability=stability,
            suggestion=1 if self.number == 1 else self.suggestion(points),
            n_seeds=n_seeds,
            status=self.status,
            time=time.perf_counter() - self.began,
        )

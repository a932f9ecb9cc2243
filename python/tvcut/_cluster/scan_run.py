"""Run the cuts of a scan, and summarise the cuts into each number of parts."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np
import numpy.typing as npt
from sklearn.metrics import adjusted_rand_score

from .._native.errors import ArgumentError
from .._native.options import Preset
from .._native.problem import Problem
from .._result.cut import Cut, CutInterrupted
from .._run.cut_graph import cut_graph, remaining
from .._run.watch import Watch
from .hierarchy import Hierarchy
from .scan_result import Floats, Scan, ScanInterrupted, ScanStatus

SMALLEST = 1e-6  # share of the null value added to values whose ratios are taken, since they can be 0
FLOOR = "0.5"  # min_share of the cuts if it is not given
DAMPING = 0.25  # the power of k by which the score is divided, since errors of v(k) grow in e(k) in proportion to k


def value_of(cut: Cut) -> float:
    """Return what a cut minimises."""
    return cut.value if cut.objective == "value" else cut.cut_weight


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
    hierarchies: dict[int, Hierarchy] = field(default_factory=dict)  # by seed
    finished: list[Point] = field(default_factory=list)  # one for each number of parts
    cuts: list[Cut] = field(default_factory=list)  # of the current number of parts, one for each seed
    status: ScanStatus = "completed"

    def scan(self, counts: list[int], seeds: list[int]) -> Scan:
        """Cut the graph into each number of parts from every seed."""
        try:
            for seed in seeds if self.nested else ():
                self.begin(max(counts), seed)
            for k in counts:
                for seed in seeds:
                    self.cut(k, seed)
                    if self.status != "completed":
                        return self.result(len(seeds))
                self.finished, self.cuts = [*self.finished, Point.of(self.cuts)], []
            return self.result(len(seeds))
        except KeyboardInterrupt as error:
            self.status = "stopped"
            if isinstance(error, CutInterrupted) and self.is_first:
                self.cuts.append(error.result)
            if self.is_first:
                raise
            raise ScanInterrupted(self.result(len(seeds))) from None

    def begin(self, k: int, seed: int) -> None:
        """Find the hierarchy of a seed from a cut into the largest number of parts, unless the scan has been ended."""
        if self.status == "completed":
            self.watch.begin_cut(k)
            cut = self.one(self.problem, k, seed)
            self.hierarchies[seed] = Hierarchy.of(self.problem, cut.labels)

    @property
    def is_first(self) -> bool:
        """Whether no cut is finished."""
        return not self.finished and not self.cuts

    def cut(self, k: int, seed: int) -> None:
        """Add one cut. A cut that was stopped before its end is added only if it is the first."""
        self.watch.begin_cut(k)
        labels = self.hierarchies[seed].parts(k) if seed in self.hierarchies else None
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
            suggestion=int(n_clusters[suggest(n_clusters, values, null_values, stability)]),
            n_seeds=n_seeds,
            status=self.status,
            time=time.perf_counter() - self.began,
        )


def suggest(n_clusters: npt.NDArray[np.int64], values: Floats, null_values: Floats, stability: Floats) -> int:
    """Return the index of the suggested number of parts.

    It has the largest score s(k) e(k)/k^(1/4), where s is the stability, 1 if it is not known, k⁺ the next number of
    parts and e(k) = log(v(k⁺)/v(k))/log(k⁺/k) the exponent of growth of the value v. The last number of parts has no
    score, and neither has k = 1.
    """
    if len(n_clusters) == 1:
        return 0
    k, value = n_clusters[:-1], values + SMALLEST * null_values
    value = np.where(value > 0, value, 1)  # for k = 1, and without edges
    exponent = np.diff(np.log(value)) / np.diff(np.log(n_clusters))
    score = np.where(np.isnan(stability), 1, stability)[:-1] * exponent / k**DAMPING
    best = int(np.argmax(np.where(k > 1, score, -np.inf)))
    return best if k[best] > 1 else 1

"""Runs of the three algorithms of the paper with its settings, and their outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tvcut import Cut, Descent, Progress, balanced_cut

from .clock import timed
from .graphs import Graph
from .problems import Problem
from .scores import majority_error, matching_error

Options = dict[str, Any]  # of balanced_cut


def fixed(tolerance: float, **options: Any) -> Descent:
    """Return the descent of Algorithm 1 with ε = tolerance."""
    return Descent(method="fixed", epsilon=tolerance, **options)


# Algorithm 1 has the limit of inner steps of the paper that introduced it. Its ε is the largest at which its error on
# the ten classes of USPS is as low as that of the adaptive algorithms; at 1e-4 the error is 12 %.
TOLERANCE, MAX_INNER = 1e-5, 2000
ALGORITHMS: dict[str, Options] = {
    "adaptive": {"descent": Descent(method="adaptive")},
    "adaptive, median": {"descent": Descent(method="adaptive_median")},
    "fixed": {"descent": fixed(TOLERANCE, max_inner=MAX_INNER)},
}
# The three solvers of the inner problem that the paper names, under its adaptive algorithm.
SOLVERS: dict[str, Options] = {
    solver: {"descent": Descent(solver=solver)} for solver in ("chambolle-pock", "fista", "split-bregman")
}
PAPER: Options = {"preset": "paper"}  # options of every run
ONE_START: Options = {"n_starts": 1}


@dataclass(frozen=True)
class Outcome:
    """One cut of one problem."""

    value: float
    energy: float
    majority: float
    matching: float
    seconds: float
    n_outer: int
    n_inner: int
    status: str
    falls: bool  # whether E fell at every outer step


def cut_once(problem: Problem, W: Graph, options: Options, run: int) -> Cut:
    """Cut the graph W of one run of a problem, with the settings of the paper and the given options."""
    chosen = PAPER | {"init": problem.init, "n_starts": problem.n_starts, "random_state": run}
    return balanced_cut(W, problem.n_clusters, **chosen | options)


def measure(problem: Problem, options: Options, run: int) -> Outcome:
    """Return the outcome of one run of a problem."""
    W, y = problem.make(run)
    cut, seconds = timed(lambda: cut_once(problem, W, options, run))
    return Outcome(
        value=cut.value,
        energy=cut.energy,
        majority=majority_error(y, cut.labels),
        matching=matching_error(y, cut.labels),
        seconds=seconds,
        n_outer=cut.n_outer,
        n_inner=cut.n_inner_total,
        status=cut.status,
        falls=bool(np.all(np.diff(cut.energy_trace) < 0)),
    )


def mean(outcomes: Sequence[Outcome], name: str) -> tuple[float, float]:
    """Return the mean and the standard deviation of one figure over the runs."""
    values = [getattr(outcome, name) for outcome in outcomes]
    return float(np.mean(values)), float(np.std(values))


def energy_over_time(problem: Problem, options: Options) -> tuple[list[float], list[float]]:
    """Return the seconds and the energies of one descent of the problem, as the callback received them."""
    seen: list[Progress] = []
    W, _ = problem.make(0)
    cut = cut_once(problem, W, options | ONE_START | {"callback": seen.append}, 0)
    seen = [p for p in seen if np.isfinite(p.energy)]  # before the first cut it is infinite
    return [p.time for p in seen] + [cut.time], [p.energy for p in seen] + [cut.energy]

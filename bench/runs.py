"""Run the three algorithms with the paper's settings, and measure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tvcut import balanced_cut

from .scores import majority_error, matching_error

# Algorithm 1 with the inner cap of its own paper, and the largest ε at which its ten classes of USPS are as
# good as those of the adaptive algorithms: with 1e-4 their error is 12 %.
EPSILON = 1e-5
ALGORITHMS = {
    "adaptive": {"method": "adaptive"},
    "adaptive, median": {"method": "adaptive_median"},
    "fixed": {"method": "fixed", "epsilon": EPSILON, "max_inner": 2000},
}


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
    falls: bool  # E fell at every outer step


def cut_once(problem, W, options, run):
    """Cut the graph W of one run of a problem, with the paper's settings and the given options."""
    chosen = {"preset": "paper", "init": problem.init, "n_starts": problem.n_starts, "random_state": run}
    return balanced_cut(W, problem.n_clusters, **chosen | options)


def measure(problem, options, run):
    """Return the outcome of one run of a problem."""
    W, y = problem.make(run)
    cut = cut_once(problem, W, options, run)
    return Outcome(
        cut.value, cut.energy, majority_error(y, cut.labels), matching_error(y, cut.labels), cut.time,
        cut.n_outer, cut.n_inner_total, cut.status, bool(np.all(np.diff(cut.energy_trace) < 0)),
    )  # fmt: skip


def mean(outcomes, name):
    """Return mean and standard deviation of one figure over runs."""
    values = [getattr(o, name) for o in outcomes]
    return float(np.mean(values)), float(np.std(values))


def energy_over_time(problem, options):
    """Return seconds and energies of the problem's first descent, as its callback saw them."""
    seen = []
    W, _ = problem.make(0)
    cut = cut_once(problem, W, options | {"callback": seen.append, "n_starts": 1}, 0)
    return [p.time for p in seen] + [cut.time], [p.energy for p in seen] + [cut.energy]

"""What every result must say truly: its value, bound, status, parts, masses and energies, for all kinds of input."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import HealthCheck, Phase, given, settings
from scipy.optimize import linear_sum_assignment

import tvcut

from .count import Counts
from .oracle import AUTO_SHARE, Oracle
from .questions import BOUNDS, Case, cases

SMALL, LARGE = (2, 8), (9, 40)  # vertices of graphs with and without exhaustive search
EXACT = 1e-12  # relative rounding error of a value
PROVED = 1e-9  # relative error of a value that is proved to be optimal
LEAST = 5e-324  # the smallest subnormal number: sums of such numbers have no relative accuracy


def near(x: float, y: float, relative: float = EXACT) -> bool:
    """Whether two numbers differ by rounding errors only."""
    return x == y or abs(x - y) <= relative * abs(y) + 16 * LEAST


def at_most(x: float, y: float, relative: float = EXACT) -> bool:
    """Whether x ≤ y, up to rounding errors."""
    return x <= y or near(x, y, relative)


def run_cases(examples: int, least: int, most: int, check: object) -> None:
    """Call ``check(case)`` for so many cases, the same ones in every run."""
    chosen = settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    chosen(given(cases(least, most))(check))()


def truth(counts: Counts, examples: int) -> None:
    """Check the results of small graphs against exhaustive search, and those of others against their definitions."""
    run_cases(examples, *SMALL, lambda case: check(counts, case, True))
    run_cases(examples, *LARGE, lambda case: check(counts, case, False))


def check(counts: Counts, case: Case, small: bool) -> None:
    """Compare the result of a case with its definitions and, if it is small, with the best of all partitions."""
    before = [a.copy() for a in _arrays(case)]
    cut = case.cut()
    same = all(np.array_equal(a, b, equal_nan=True) for a, b in zip(before, _arrays(case), strict=True))
    counts.add("the input is not changed", same, case.n, str(case))
    oracle = Oracle(case)
    if isinstance(cut, ValueError):
        if small:
            found = oracle.optimum()
            counts.add("bounds are refused only if none can keep them", found is None, case.n, f"{case}: {cut}")
        return
    _describe(counts, case, cut, oracle)
    if small:
        _compare(counts, case, cut, oracle)


def _arrays(case: Case) -> list[np.ndarray]:
    given = [value for value in case.arguments.values() if isinstance(value, np.ndarray)]
    return [case.W.data, case.W.indices, case.W.indptr, *given]


def _describe(counts: Counts, case: Case, cut: tvcut.Cut, oracle: Oracle) -> None:
    """Check what the definitions alone decide."""

    def add(name: str, holds: bool, got: object) -> None:
        counts.add(name, bool(holds), case.n, f"{got}; {case}")

    labels, k, chosen = cut.labels, case.k, case.arguments
    present = np.unique(labels)
    add("no part is empty", len(present) == k and present[0] == 0 and present[-1] == k - 1, labels)
    add("the value is that of the labels", near(cut.value, oracle.value(labels)), (cut.value, oracle.value(labels)))
    add("the cut weight is that of the labels", near(cut.cut_weight, oracle.cut_weight(labels)), cut.cut_weight)
    expected = oracle.masses(labels)
    add("the masses are those of the labels", all(map(near, cut.masses, expected)), (cut.masses, expected))
    imbalance = oracle.imbalance(labels)
    add("the imbalance is that of the labels", abs(cut.imbalance - imbalance) < EXACT * k, (cut.imbalance, imbalance))
    if oracle.cuts_edges or chosen.keys() & BOUNDS:
        add("the bounds are kept", oracle.within(labels), cut.masses)
    if "fixed" in chosen:
        known = chosen["fixed"] >= 0
        add("fixed vertices keep their parts", (labels[known] == chosen["fixed"][known]).all(), labels)
    elif _starts_from_labels(case):
        if "part_weights" not in chosen:
            add("parts keep the numbers of most mass of the given labels", _keeps_most(oracle, case, labels), labels)
    elif "part_weights" not in chosen:
        first = [int(np.flatnonzero(labels == r)[0]) for r in present]
        add("parts are numbered by their first vertices", first == sorted(first), labels)
    trace = cut.energy_trace
    add("energies never rise", (np.diff(trace) <= 0).all() and np.isfinite(trace).all(), trace)
    ends = len(trace) == 0 or near(float(trace[-1]), cut.energy)
    finite = math.isfinite(cut.energy) or not math.isfinite(cut.value)
    add("the energy is at least the value", at_most(cut.value, cut.energy) and ends and finite, (cut.energy, cut.value))
    if chosen.get("lower_bound") and cut.lower_bound is not None:
        add("the bound is at most the value", 0 <= cut.lower_bound and at_most(cut.lower_bound, cut.value),
            (cut.lower_bound, cut.value))  # fmt: skip
    criterion = cut.cut_weight if oracle.cuts_edges else cut.value
    add("a criterion of 0 is optimal", criterion > 0 or cut.status == "optimal", cut.status)


def _starts_from_labels(case: Case) -> bool:
    start = case.arguments.get("init")
    return isinstance(start, np.ndarray) and start.dtype.kind in "iub"


def _keeps_most(oracle: Oracle, case: Case, labels: np.ndarray) -> bool:
    """Return whether no other numbers of the parts keep more mass in the parts of the start."""
    both = np.zeros((case.k, case.k))
    np.add.at(both, (labels, case.arguments["init"].astype(int)), oracle.mass)
    return near(float(np.trace(both)), float(both[linear_sum_assignment(both, maximize=True)].sum()))


def _compare(counts: Counts, case: Case, cut: tvcut.Cut, oracle: Oracle) -> None:
    """Compare with the best of all partitions."""
    best = oracle.optimum()
    if best is None:
        counts.add("impossible bounds are refused", oracle.within(cut.labels), case.n, f"{cut.masses}; {case}")
        return
    at = 1 if oracle.cuts_edges else 0
    criterion = cut.cut_weight if oracle.cuts_edges else cut.value
    text = f"{criterion} of {best[at]}, bound {cut.lower_bound}, {cut.status}; {case}"
    if oracle.within(cut.labels):
        counts.add("no value is below the optimum", at_most(best[at], criterion), case.n, text)
    # With part_weights, min_share="auto" returns the best partition within AUTO_SHARE, of which a proof then speaks.
    own = case.arguments.keys() & {"min_share", "min_size"}
    within = [best] if own else [best, oracle.optimum(AUTO_SHARE)]
    if cut.lower_bound is not None:
        proved = within if cut.status == "optimal" else [best]
        below = any(o is not None and at_most(cut.lower_bound, o[0]) for o in proved)
        counts.add("the bound is at most the optimum", below, case.n, text)
    if cut.status == "optimal":
        shown = any(o is not None and at_most(criterion, o[at], PROVED) for o in within)
        counts.add('"optimal" is the optimum', shown, case.n, text)

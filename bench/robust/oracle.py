"""Values, bounds and optima of partitions from their definitions: slow, and with sums that are rounded once."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import scipy.sparse as sp

from .questions import Case

Array = np.ndarray[Any, Any]
WIDTH = 1e-9  # relative width by which the bounds on masses are widened
CUT_IMBALANCE = 0.03  # max_imbalance for objective="cut", where none is given
SHIFT = 1000  # binary exponent by which subnormal weights are scaled
AUTO_SHARE = 0.5  # min_share of the second search of min_share="auto"


class Oracle:
    """The definitions for one case: masses, criterion and bounds."""

    def __init__(self, case: Case) -> None:
        self.case, self.k, self.n = case, case.k, case.n
        entries = sp.coo_array(sp.triu(case.W, 1))
        self.i, self.j, self.w = entries.row, entries.col, entries.data
        self.exponent = (
            SHIFT if 0 < self.w.max(initial=0) < 2.0**-900 else 0
        )  # quotients of subnormal numbers are rough
        self.w = np.ldexp(self.w, self.exponent)
        self.mass = self._mass()
        self.mass_exponent = self.exponent if self.follows_weights else 0
        self.total = math.fsum(self.mass)
        given = case.arguments.get("part_weights")
        self.shares = np.full(self.k, 1 / self.k) if given is None else np.asarray(given)
        self.asymmetry = case.arguments.get("asymmetry", 1.0)
        self.cuts_edges = case.arguments.get("objective") == "cut"

    @property
    def follows_weights(self) -> bool:
        """Whether the masses are the degrees."""
        given = self.case.arguments
        return given.get("balance") == "normalized" and "vertex_weight" not in given

    def _mass(self) -> Array:
        """The masses, in the unit of the weights times 2^exponent if they are degrees."""
        given = self.case.arguments.get("vertex_weight")
        if given is not None:
            return np.asarray(given)
        if not self.follows_weights:
            return np.ones(self.n)
        rows: list[list[float]] = [[] for _ in range(self.n)]
        for i, j, w in zip(self.i, self.j, self.w, strict=True):
            rows[i].append(w)
            rows[j].append(w)
        degree = np.array([math.fsum(row) for row in rows])
        positive = degree[degree > 0]
        return np.where(degree > 0, degree, positive.min() * 2.0**-100 if positive.size else 1.0)

    def value(self, labels: Array) -> float:
        """½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1)); for two parts C(S) with asymmetry λ."""
        crossing = labels[self.i] != labels[self.j]
        terms = []
        for r in range(self.k):
            cut = math.fsum(self.w[crossing & ((labels[self.i] == r) | (labels[self.j] == r))])
            inside, outside = math.fsum(self.mass[labels == r]), math.fsum(self.mass[labels != r])
            balance = min(inside, outside / (self.k - 1)) if self.k > 2 else min(self.asymmetry * inside, outside)
            if cut > 0 and balance == 0:
                return math.inf
            terms.append(cut / balance if cut > 0 else 0.0)
        return self._unscaled(min(terms) if self.k == 2 else math.fsum(terms) / 2)

    def _unscaled(self, value: float) -> float:
        """A value in the unit of the input."""
        return math.ldexp(value, self.mass_exponent - self.exponent)

    def cut_weight(self, labels: Array) -> float:
        """Σ w_ij over the edges between parts."""
        return math.ldexp(math.fsum(self.w[labels[self.i] != labels[self.j]]), -self.exponent)

    def _masses(self, labels: Array) -> Array:
        return np.array([math.fsum(self.mass[labels == r]) for r in range(self.k)])

    def masses(self, labels: Array) -> Array:
        """m(A_r), the mass of each part."""
        return np.ldexp(self._masses(labels), -self.mass_exponent)

    def imbalance(self, labels: Array) -> float:
        """max_r m(A_r)/(t_r M) − 1."""
        return float(np.max(self._masses(labels) / (self.shares * self.total)) - 1)

    def bounds(self, auto: float = 0) -> tuple[Array, Array]:
        """The least and the largest mass of each part, where ``auto`` replaces min_share="auto"."""
        names = ("min_share", "max_imbalance", "min_size", "max_size")
        share, imbalance, size, largest = map(self.case.arguments.get, names)
        if imbalance is None:
            replaced = largest is not None or not self.cuts_edges
            imbalance = math.inf if replaced else self._cut_imbalance(share or 0, size or 0)
        if share is None:
            share = auto if size is None else 0
        least = np.maximum(share * self.shares * self.total, size or 0) * (1 - WIDTH)
        with np.errstate(over="ignore"):
            most = (1 + imbalance) * self.shares * self.total
            return least, np.minimum(most, math.inf if largest is None else largest) * (1 + WIDTH)

    def _cut_imbalance(self, share: float, size: float) -> float:
        """The max_imbalance of objective="cut": CUT_IMBALANCE, or what whole vertices of equal mass need at least."""
        if (self.mass != self.mass[0]).any():
            return CUT_IMBALANCE
        target = self.shares * self.n
        least = np.maximum(1, np.ceil(np.maximum(share * target, size / self.mass[0]) * (1 - WIDTH)))
        if least.sum() > self.n:  # a lower bound is the cause
            return CUT_IMBALANCE
        counts = np.arange(1, self.n + 1)
        larger = (counts[:, None] / target - 1).ravel()  # those at which a part may have one vertex more
        for imbalance in (CUT_IMBALANCE, *np.sort(larger[larger > CUT_IMBALANCE]).tolist()):
            most = np.floor((1 + imbalance) * target * (1 + WIDTH))
            if (least <= most).all() and most.sum() >= self.n:
                return float(imbalance)
        return CUT_IMBALANCE

    def within(self, labels: Array, slack: float = 1e-12) -> bool:
        """Whether the masses of the parts are within the bounds."""
        least, most = self.bounds()
        size = self._masses(labels)
        return bool((size >= least * (1 - slack)).all() and (size <= most * (1 + slack)).all())

    def optimum(self, auto: float = 0) -> tuple[float, float] | None:
        """The lowest value and the lowest cut weight of a partition within the bounds, by exhaustive search.

        The fixed vertices are in their parts. None if there is no such partition.
        """
        fixed = self.case.arguments.get("fixed")
        all_labels = _labelings(self.n, self.k, fixed is not None or "part_weights" in self.case.arguments)
        if fixed is not None:
            known = np.flatnonzero(fixed >= 0)
            all_labels = all_labels[(all_labels[:, known] == fixed[known]).all(axis=1)]
        member = [(all_labels == r).astype(float) for r in range(self.k)]
        size = np.array([m @ self.mass for m in member])
        least, most = self.bounds(auto)
        held = ((size >= least[:, None]) & (size <= most[:, None])).all(axis=0)
        if not held.any():
            return None
        crossing = (all_labels[:, self.i] != all_labels[:, self.j])[held]
        sides = [(member[r][:, self.i] + member[r][:, self.j])[held] == 1 for r in range(self.k)]
        cuts = np.array([side.astype(float) @ self.w if len(self.w) else np.zeros(len(side)) for side in sides])
        size, rest = size[:, held], np.array([(1 - m[held]) @ self.mass for m in member])
        balance = np.minimum(size, rest / (self.k - 1)) if self.k > 2 else np.minimum(self.asymmetry * size, rest)
        terms = np.divide(cuts, balance, out=np.zeros_like(cuts), where=cuts > 0)
        values = terms.min(axis=0) if self.k == 2 else terms.sum(axis=0) / 2
        weights = crossing.astype(float) @ self.w if len(self.w) else np.zeros(len(crossing))
        return self._unscaled(float(values.min())), math.ldexp(float(weights.min()), -self.exponent)


@cache
def _labelings(n: int, k: int, numbered: bool) -> Array:
    """All partitions into k nonempty parts; unless they are numbered, in the order of their first vertices."""
    found = list(_numbered(n, k) if numbered else _ordered(n, k, (), 0))
    return np.array(found, np.int8).reshape(-1, n)


def _numbered(n: int, k: int) -> Iterator[tuple[int, ...]]:
    for labels in np.ndindex(*[k] * n):
        if len(set(labels)) == k:
            yield labels


def _ordered(n: int, k: int, head: tuple[int, ...], used: int) -> Iterator[tuple[int, ...]]:
    if used + n - len(head) < k:
        return
    if len(head) == n:
        yield head
        return
    for r in range(min(used + 1, k)):
        yield from _ordered(n, k, (*head, r), max(used, r + 1))

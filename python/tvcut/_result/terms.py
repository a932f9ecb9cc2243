"""Terms of the criterion of a partition, and what they become when one vertex moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def sums(group: npt.NDArray[Any], values: Floats, length: int) -> Floats:
    """Return the sum of the values of each group 0 … length−1."""
    found: Any = np.bincount(group, values, length)
    return np.asarray(found, np.float64)


def others(size: Floats) -> Floats:
    """Return Σ_{s≠r} m(A_s) for every r. M − m(A_r) would lose the masses below a rounding error of M."""
    before, after = np.cumsum(size[:-1]), np.cumsum(size[:0:-1])[::-1]
    rest: Floats = np.concatenate([[0.0], before]) + np.concatenate([after, [0.0]])
    return rest


@dataclass(frozen=True, eq=False)
class Parts:
    """The parts of a partition: the terms of the criterion follow from their cuts and masses."""

    objective: str  # "value", "cut" or "volume"
    asymmetry: float
    k: int
    cut: Floats  # cut(A_r, A_rᶜ), shape (k,)
    size: Floats  # m(A_r), shape (k,)
    rest: Floats  # m(A_rᶜ), shape (k,)

    def change(self, part: npt.NDArray[Any], cut: Floats, size: Floats, rest: Floats) -> Floats:
        """Return the increase of the term of a part whose cut grows, and which then has the given masses."""
        after = self._term(self.cut[part] + cut, size, rest)
        return after - self._term(self.cut[part], self.size[part], self.rest[part])

    def terms(self) -> Floats:
        """Return the term of every part."""
        return self._term(self.cut, self.size, self.rest)

    def _term(self, cut: Floats, size: Floats, rest: Floats) -> Floats:
        """Return cut/(2 B(m)): 0 without cut edges, and infinite if B is 0."""
        balance = self._balance(size, rest)
        term: Floats = np.where(cut > 0, np.inf, 0.0)
        np.divide(cut, 2 * balance, out=term, where=(cut > 0) & (balance > 0))
        return term

    def _balance(self, size: Floats, rest: Floats) -> Floats:
        """Return B(m): 1; for two parts max(min(λ m, M−m), min(m, λ (M−m))); for more min(m, (M−m)/(k−1))."""
        if self.objective != "value":
            return np.ones_like(size)
        if self.k > 2:
            return np.minimum(size, rest / (self.k - 1))
        factor = self.asymmetry
        return np.maximum(np.minimum(factor * size, rest), np.minimum(size, factor * rest))


@dataclass(frozen=True, eq=False)
class Moved:
    """The masses of parts without one vertex. Differences are exact unless the vertex has most of the mass."""

    remains: Floats  # m(A_r) − m_i of each vertex i and its part r, shape (n,)
    without: dict[int, Floats]  # m(A_sᶜ) − m_i of every s, for the vertices i that may have more than half of m(A_sᶜ)

    @classmethod
    def of(cls, labels: npt.NDArray[np.int32], mass: Floats, k: int) -> Moved:
        order = np.lexsort((mass, labels))
        heaviest = order[np.searchsorted(labels[order], np.arange(k), side="right") - 1]  # of each part
        light = mass.copy()
        light[heaviest] = 0.0
        size, light = sums(labels, mass, k), sums(labels, light, k)
        remains = size[labels] - mass
        remains[heaviest] = light
        without, ascending = {}, heaviest[np.argsort(mass[heaviest])]
        for i in ascending[-2:].tolist():  # the last but one is the heaviest vertex outside the part of the last
            smaller = size.copy()
            smaller[labels[i]] = light[labels[i]]
            without[i] = others(smaller)
        return cls(remains, without)

    def rest(self, parts: Parts, rows: slice, m: Floats) -> Floats:
        """Return m(A_sᶜ) − m_i of the vertices i of some rows and every s, shape (rows, k)."""
        rest = parts.rest - m[:, None]
        for i, masses in self.without.items():
            if rows.start <= i < rows.stop:
                rest[i - rows.start] = masses
        return rest

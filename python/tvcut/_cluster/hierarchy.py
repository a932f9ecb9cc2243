"""Partitions into fewer and fewer parts, made from one partition by merging two parts at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from .._native.problem import Problem
from .._result.order import by_first_vertex

Labels = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """A partition into K parts, and the K − 1 merges that leave one part.

    Merge t joins part ``merges[t, 1]`` to part ``merges[t, 0]``. The two have the largest

        s_ab = w(a, b) W/(vol(a) vol(b)),   w(a, b) = Σ_{i∈a, j∈b} w_ij,   W = Σ_ij w_ij,

    of all pairs, the resolution up to which their union raises the modularity. If no edge joins two parts, the two of
    least volume are merged.
    """

    labels: Labels
    merges: npt.NDArray[np.int64]

    @classmethod
    def of(cls, graph: Problem, labels: Labels) -> Hierarchy:
        """Return the hierarchy of a partition of a graph, whose parts are numbered from 0."""
        between = _between(graph, labels)
        volume, total = between.sum(axis=1), between.sum()
        np.fill_diagonal(between, 0)
        alive = np.arange(len(between))
        merges = np.empty((len(between) - 1, 2), np.int64)
        for t in range(len(merges)):
            a, b = _closest(between[np.ix_(alive, alive)], volume[alive], total)
            a, b = merges[t] = np.sort(alive[[a, b]])
            between[a] += between[b]
            between[:, a] += between[:, b]
            between[a, a] = 0
            volume[a] += volume[b]
            alive = alive[alive != b]
        return cls(labels, merges)

    @property
    def k(self) -> int:
        """The largest number of parts."""
        return len(self.merges) + 1

    def parts(self, k: int) -> Labels:
        """Return the partition into k parts, numbered in the order of their first vertices."""
        into = np.arange(self.k)
        for a, b in self.merges[: self.k - k][::-1]:  # a part joins another one once, after all that join it
            into[b] = into[a]
        return by_first_vertex(into[self.labels], self.k)


def _between(graph: Problem, labels: Labels) -> npt.NDArray[np.float64]:
    """Return w(a, b) for all pairs of parts in a unit, with twice the weight within a part on the diagonal."""
    n, k = graph.n, int(labels.max()) + 1
    unit = np.frexp(graph.data.max(initial=0))[1]  # s_ab does not depend on it, and no product overflows
    W = sp.csr_array((np.ldexp(graph.data, -unit), graph.indices, graph.indptr), shape=(n, n))
    members = sp.csr_array((np.ones(n), labels, np.arange(n + 1)), shape=(n, k))
    found: npt.NDArray[np.float64] = (members.T @ (W @ members)).toarray()
    return found


def _closest(between: npt.NDArray[np.float64], volume: npt.NDArray[np.float64], total: float) -> tuple[int, int]:
    """Return the two parts with the largest s_ab, or those of least volume if no edge joins two."""
    if not between.any():
        first, second = np.argsort(volume, kind="stable")[:2]
        return int(first), int(second)
    positive = np.where(volume > 0, volume, 1)  # a part without edges has no weight to others
    s = between * total / np.outer(positive, positive)
    a, b = np.unravel_index(np.argmax(s), s.shape)
    return int(a), int(b)

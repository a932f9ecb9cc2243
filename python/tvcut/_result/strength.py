"""How firmly each vertex belongs to its part: the share of its weight, and what its move adds to the criterion."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from .._native.problem import Problem
from .terms import Floats, Moved, Parts, others, sums

BLOCK = 2**18  # stored weights plus sums in a block of rows, which bounds the memory


@dataclass(frozen=True, eq=False)
class Strength:
    """How firmly each of n vertices belongs to its part, as returned by ``Cut.strength``.

    w(i, A) is the sum of the weights w_ij to the vertices j of A, without i itself, deg_i = w(i, V) the degree, and r
    the part of vertex i.

    Parameters
    ----------
    share : ndarray of float64, shape (n,)
        w(i, A_r)/deg_i, from 0 to 1 and without a unit: the share of the weight of vertex i that stays in its part. It
        is 1 for a vertex without edges.
    loss : ndarray of float64, shape (n,)
        The smallest increase of the criterion when vertex i alone moves to another part, in the unit of the criterion.
        The criterion is ``Cut.value`` for ``objective="value"``, and ``Cut.cut_weight`` for the others, where
        the increase is w(i, A_r) − max_{s≠r} w(i, A_s). It is infinite if the vertex is alone in its part, or if k = 1.
        It is negative if the move improves the criterion: bounds on the parts and fixed vertices, which are not
        considered here, can exclude such a move, and the search can miss it.

    Examples
    --------
    >>> import numpy as np
    >>> import tvcut
    >>> W = np.diag(np.ones(5), 1) + np.diag(np.ones(5), -1)  # a path of six vertices
    >>> strength = tvcut.balanced_cut(W).strength
    >>> strength.share
    array([1. , 1. , 0.5, 0.5, 1. , 1. ])
    >>> strength.loss.round(3)  # C(S) is 1/3; 1/2 if vertex 2 or 3 moves, 2/2 or 3/2 if another one moves
    array([0.667, 1.167, 0.167, 0.167, 1.167, 0.667])
    """

    share: Floats
    loss: Floats


@dataclass(frozen=True, eq=False)
class Criterion:
    """What a cut minimises: Σ_r cut(A_r, A_rᶜ)/(2 B(m(A_r))), as Criterion in core/internal/objective defines it."""

    graph: Problem
    objective: Literal["value", "cut", "volume"]
    balance: str
    asymmetry: float

    def strength(self, labels: npt.NDArray[np.int32], k: int) -> Strength:
        """Return the strength of every vertex in a partition into k parts."""
        inner, outer = self._inner_and_outer(labels)
        degree = inner + outer
        share = np.divide(inner, degree, out=np.ones_like(degree), where=degree > 0)
        if k == 1:
            return Strength(share, np.full(len(labels), np.inf))
        mass = self._mass(degree)
        parts, moved = self._parts(sums(labels, outer, k), sums(labels, mass, k)), Moved.of(labels, mass, k)
        loss = np.empty_like(degree)
        for rows in self._blocks(k):
            r, m = labels[rows], mass[rows]
            leave = parts.change(r, inner[rows] - outer[rows], moved.remains[rows], parts.rest[r] + m)
            weight = self._weights(rows, labels[self._columns(rows)], k)  # w(i, A_s)
            every, rest = np.arange(k)[None, :], moved.rest(parts, rows, m)
            join = parts.change(every, degree[rows, None] - 2 * weight, parts.size + m[:, None], rest)
            join[np.arange(len(r)), r] = np.inf
            loss[rows] = leave + join.min(axis=1)
        loss[np.bincount(labels, minlength=k)[labels] == 1] = np.inf
        return Strength(share, loss)

    def expected(self, labels: npt.NDArray[np.int32], k: int) -> float:
        """Return the criterion of a partition in the mean over random graphs of the same degrees.

        In the configuration model the mean of cut(A, Aᶜ) is vol(A) vol(Aᶜ)/vol(V), where vol(A) is the sum of the
        degrees in A. The masses of the parts stay as they are.
        """
        if k == 1:
            return 0.0
        inner, outer = self._inner_and_outer(labels)
        degree = inner + outer
        volume, mass = sums(labels, degree, k), self._mass(degree)
        total = float(degree.sum())
        cut = volume * ((total - volume) / total) if total > 0 else volume  # a quotient first: it is in [0, 1]
        return float(self._parts(cut, sums(labels, mass, k)).terms().sum())

    def cut_and_volume(self, labels: npt.NDArray[np.int32], k: int) -> tuple[Floats, Floats]:
        """Return cut(A_r, A_rᶜ) and vol(A_r), the sum of the degrees, of each of k parts."""
        inner, outer = self._inner_and_outer(labels)
        return sums(labels, outer, k), sums(labels, inner + outer, k)

    def components(self) -> tuple[npt.NDArray[np.int32], Floats]:
        """Return the connected component of each vertex, and the mass or the number of vertices of each component."""
        graph = self.graph
        adjacency = sp.csr_array((graph.data, graph.indices, graph.indptr), shape=(graph.n, graph.n))
        # strong components, which are those of a symmetric graph, need no transpose
        count, component = sp.csgraph.connected_components(adjacency, directed=True, connection="strong")
        return component, np.bincount(component, self.graph.vertex_weight, count).astype(np.float64)

    def sweep(self, f: Floats) -> tuple[Floats, Floats]:
        """Return m(S) and the criterion of every level set S = {i : f_i <= c} except V, for ascending c."""
        level, number = np.unique(f, return_inverse=True)
        steps, degree = np.zeros(len(level)), np.empty(self.graph.n)
        for rows in self._blocks(1):
            i = np.repeat(np.arange(rows.start, rows.stop), np.diff(self.graph.indptr[rows.start : rows.stop + 1]))
            w, below = self._data(rows), number[i] < number[self._columns(rows)]
            degree[rows] = sums(i - rows.start, w, rows.stop - rows.start)
            steps += sums(number[i], np.where(below, w, 0.0), len(level))  # an edge is cut from its lower end on
            steps -= sums(number[self._columns(rows)], np.where(below, w, 0.0), len(level))
        mass = sums(number, self._mass(degree), len(level))
        size, rest = np.cumsum(mass)[:-1], np.cumsum(mass[::-1])[-2::-1]
        cut = np.maximum(np.cumsum(steps)[:-1], 0.0)
        terms = Parts(self.objective, self.asymmetry, 2, cut, size, rest).terms()
        return size, 2 * terms  # both parts have the same term

    def sums(self, group: npt.NDArray[np.int64], k: int) -> Floats:
        """Return the sums of the weights between k groups of vertices, shape (k, k)."""
        total = np.zeros(k * k)
        for rows in self._blocks(1):
            i = np.repeat(np.arange(rows.start, rows.stop), np.diff(self.graph.indptr[rows.start : rows.stop + 1]))
            total += sums(group[i] * k + group[self._columns(rows)], self._data(rows), k * k)
        return total.reshape(k, k)

    def _parts(self, cut: Floats, size: Floats) -> Parts:
        """Return the parts of a partition with the given cuts and masses."""
        return Parts(self.objective, self.asymmetry, len(size), cut, size, others(size))

    def _mass(self, degree: Floats) -> Floats:
        if self.graph.vertex_weight is not None:
            return self.graph.vertex_weight
        return degree if self.balance == "normalized" else np.ones_like(degree)

    def _inner_and_outer(self, labels: npt.NDArray[np.int32]) -> tuple[Floats, Floats]:
        """Return w(i, A_r) and w(i, A_rᶜ) of each vertex i, where r is its part."""
        sums = np.empty((self.graph.n, 2))
        for rows in self._blocks(2):
            counts = np.diff(self.graph.indptr[rows.start : rows.stop + 1])
            crossing = labels[self._columns(rows)] != np.repeat(labels[rows], counts)
            sums[rows] = self._weights(rows, crossing, 2)
        return sums[:, 0], sums[:, 1]

    def _blocks(self, width: int) -> Iterator[slice]:
        """Yield ranges of rows, each with BLOCK stored weights and sums over ``width`` groups at most, or one row."""
        cost = self.graph.indptr + width * np.arange(self.graph.n + 1)
        first = 0
        while first < self.graph.n:
            last = int(np.searchsorted(cost, cost[first] + BLOCK, side="right")) - 1
            yield slice(first, max(last, first + 1))
            first = max(last, first + 1)

    def _columns(self, rows: slice) -> npt.NDArray[np.int32]:
        return self.graph.indices[self.graph.indptr[rows.start] : self.graph.indptr[rows.stop]]

    def _data(self, rows: slice) -> Floats:
        return self.graph.data[self.graph.indptr[rows.start] : self.graph.indptr[rows.stop]]

    def _weights(self, rows: slice, group: npt.NDArray[Any], width: int) -> Floats:
        """Return the sums of the weights of each row over groups of its entries, shape (rows, width)."""
        indptr = self.graph.indptr[rows.start : rows.stop + 1]
        key = np.repeat(np.arange(len(indptr) - 1) * width, np.diff(indptr)) + group
        return sums(key, self._data(rows), (len(indptr) - 1) * width).reshape(-1, width)

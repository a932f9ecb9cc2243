"""The result of a cut, its progress, and the exception that interrupts it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .evidence import Choice, Evidence
from .export import Export
from .fields import Status
from .plots import Plots
from .plots_html import CutHtml
from .profile import Profile
from .quality import Quality
from .stages import Stage
from .strength import Criterion, Strength


@dataclass(frozen=True, eq=False)
class Cut(Quality, Export, Plots, CutHtml):
    """A cut of a graph with n vertices into k parts, returned by :func:`balanced_cut`.

    ``np.asarray(cut)`` returns the labels. Values, energies and bounds have the unit of the weights over that of the
    masses. λ is the asymmetry, 1 by default. M is the mass of all vertices, and t_r the target share of part r, 1/k
    unless ``part_weights`` are given.

    Attributes
    ----------
    labels : ndarray of int32, shape (n,)
        Part of each vertex, 0 … k−1. Parts are numbered in the order of their first vertices, by decreasing mass with
        ``order="size"``, or as in ``part_weights`` or in labels given as ``init``, but parts with vertices in ``fixed``
        have the numbers given there.
    value : float
        For two parts, C(S) = cut(S, Sᶜ)/min(λ m(S), m(Sᶜ)), where each undirected edge counts once and m(S) is the mass
        of S, by default its number of vertices. For other k, ½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1)), which
        equals C(S) for k = 2 and λ = 1. For parts of equal mass it is half the sum of C(A_r).
    sizes : ndarray of int64, shape (k,)
        |A_r|, the number of vertices of each part.
    masses : ndarray of float64, shape (k,)
        m(A_r), the sum of the masses of the vertices of each part. By default it is the number of vertices.
    cut_weight : float
        The total weight of the edges between different parts, each undirected edge counted once.
    imbalance : float
        max_r m(A_r)/(t_r M) − 1: by how much the largest part exceeds its target mass, relative to it.
    volume : float
        The communication volume, with ``objective="volume"``: the sum over all vertices of ``vertex_size`` times the
        number of other parts among the neighbours. 0 with another objective.
    excess : float
        With ``bounds="soft"``, by how much the partition violates bounds and constraints: the mass beyond the bounds
        relative to all mass, summed over the columns of ``vertex_weight``, and 1 for each piece of a part beyond one,
        with ``connected``, and for each pair of ``cannot_link`` in one part. 0 if it meets all of them.
    moved : float
        With labels as ``init``, the mass of the vertices whose label differs from theirs there. Else 0.
    energy : float
        E(f) = TV(f)/Σ m_i |f_i − med f| of the final iterate, never below ``value``.
    lower_bound : float or None
        A proved lower bound on the value of every cut into k parts: (k−1) λ₂/(1+λ), where λ₂ is a number that the signs
        of a triangular factorization prove to be at most the second smallest eigenvalue of the Laplacian that matches
        the masses, rounding errors included. 0 with fixed vertices, for a disconnected graph, and where rounding errors
        allow no better. If the value is proved to be optimal, the bound is the value, and holds for the cuts within the
        bounds and with the fixed vertices. None unless ``lower_bound=True``, and where the factorization would take too
        much time or memory, as on large graphs without small separators, the time limit passes, or weights or masses
        differ by factors above 10³⁶⁰.
    energy_trace : ndarray of float64, shape (n_outer + 1,)
        E at the start and after every outer step of the winning start. It never rises. Empty for k ≠ 2, with fixed
        vertices and for labels as ``init``.
    f : ndarray of float64, shape (n,), or None
        The final iterate. None for k ≠ 2, with fixed vertices and for labels as ``init``.
    start_values : ndarray of float64
        C of each start when the best start was chosen. A wide spread suggests that more starts may help.
    profile : Profile or None
        The lowest C found for each size of the smaller side. None unless the multilevel search cut a connected graph
        into two parts without bounds, ``fixed`` or ``asymmetry``, as it does first with ``min_share="auto"``.
    merges : ndarray of int32, shape (k − 1, 2)
        The tree of the cuts, last cut first: row t joins two clusters into cluster k + t. Numbers below k are parts.
        Parts that were not made by cuts in two are joined in the order of C, unless the time limit has passed.
    merge_values : ndarray of float64, shape (k − 1,)
        C of each of these cuts, within the cluster that was cut.
    n_outer, n_inner : int
        Outer and inner steps of the winning start; for k ≠ 2, of all cuts in two.
    n_inner_total : int
        Inner steps of all starts.
    status : str
        "converged": the search ended, or E fell by at most tol·E in the last outer step of the descent. Nothing is
        proved.
        "critical": a minimum cut shows that f is a critical point of E, or the duality gap shows it up to a relative
        tol.
        "no_descent": an outer step did not lower E, and f was kept.
        "optimal": it is shown that no cut within the bounds and with the fixed vertices is better: nothing is cut, the
        value meets ``lower_bound``, or it is proved for a small graph (see ``polish`` in :func:`balanced_cut`).
        "max_outer", "time_limit", "stopped": a limit was reached, or the callback or Ctrl-C stopped the cut.
        For k ≠ 2, the worst status of any cut in two, unless it is "optimal".
    choice : str
        Why it is this partition. "lowest": no partition found within the bounds has a lower value. The others occur
        with ``min_share="auto"`` only. "isolated" and "consensus": the partition of lowest value has a part that is
        lighter than half an equal share; the parts of this partition are clearly separated from one another, or it is
        the consensus of several partitions. "communities": moves of single vertices clearly raised the modularity of
        the partition that would have been returned. See :class:`Evidence`.
    evidence : Evidence
        The numbers on which the choice depends: see :class:`Evidence`.
    stages : tuple of Stage
        What each stage of the search did: its name, its time, the criterion before and after it, and whether it gave
        the cut: see :class:`Stage`.
    value_trace : ndarray of float64, shape (t, 2)
        Seconds since the call, and the lowest criterion that the search had found by then, read every few milliseconds
        while it ran. Like all times it differs from run to run. The criterion can rise where a search under other
        bounds begins: see :class:`Progress`.
    n_components : int
        Number of connected components of the graph.
    objective : str
        "value", "cut" or "volume": what was minimised, ``value``, ``cut_weight`` or ``volume``.
    time : float
        Seconds of the call, which include the time to check the input.
    names : list, length n, or None
        The names of the vertices in the graph that was cut. None if it has none, or 0 … n−1, or one
        twice.

    Examples
    --------
    >>> import numpy as np
    >>> import tvcut
    >>> W = np.diag(np.ones(5), 1) + np.diag(np.ones(5), -1)  # a path of six vertices
    >>> cut = tvcut.balanced_cut(W, lower_bound=True)
    >>> np.asarray(cut)
    array([0, 0, 0, 1, 1, 1], dtype=int32)
    >>> print(f"{cut.lower_bound:.2f} <= C* <= {cut.value:.2f}")
    0.33 <= C* <= 0.33
    >>> cut.linkage
    array([[0., 1., 1., 2.]])
    >>> cut.sizes, cut.masses, cut.cut_weight, cut.imbalance
    (array([3, 3]), array([3., 3.]), 1.0, 0.0)
    >>> round(cut.modularity, 2), cut.conductance, cut.coverage  # two of five edges within each part
    (0.3, array([0.2, 0.2]), 0.8)
    """

    labels: npt.NDArray[np.int32]
    value: float
    masses: npt.NDArray[np.float64] = field(repr=False)
    cut_weight: float
    imbalance: float
    volume: float
    excess: float
    moved: float
    energy: float
    lower_bound: float | None
    energy_trace: npt.NDArray[np.float64] = field(repr=False)
    f: npt.NDArray[np.float64] | None = field(repr=False)
    start_values: npt.NDArray[np.float64] = field(repr=False)
    profile: Profile | None = field(repr=False)
    merges: npt.NDArray[np.int32] = field(repr=False)
    merge_values: npt.NDArray[np.float64] = field(repr=False)
    n_outer: int
    n_inner: int
    n_inner_total: int
    status: Status
    choice: Choice
    evidence: Evidence = field(repr=False)
    stages: tuple[Stage, ...] = field(repr=False)
    value_trace: npt.NDArray[np.float64] = field(repr=False)
    n_components: int
    objective: Literal["value", "cut", "volume"]
    time: float
    _criterion: Criterion = field(repr=False)  # holds the graph for ``strength``

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        labels = self.labels if dtype is None else self.labels.astype(dtype, copy=False)
        return labels.copy() if copy else labels

    @cached_property
    def strength(self) -> Strength:
        """How firmly each vertex belongs to its part: the arrays ``share`` and ``loss`` of :class:`Strength`.

        It is computed from the graph when it is first asked for, in a time of the order of the edges plus n·k. The cut
        holds a reference to the graph for it, not a copy: ask before you modify W in place. A pickled cut contains the
        graph.
        """
        return self._criterion.strength(self.labels, len(self.masses))

    def __repr__(self) -> str:
        sizes: Any = [str(size) for size in self.sizes]
        sizes = ", ".join(sizes if len(sizes) <= 10 else [*sizes[:9], "…"])
        name, criterion = self._minimised
        weight = "" if self.objective == "value" else f"{name.replace(' ', '_')}={criterion:.6g}, "
        excess = f"excess={self.excess:.3g}, " if self.excess else ""
        choice = "" if self.choice == "lowest" else f"choice={self.choice!r}, "
        bound = "" if self.lower_bound is None else f"lower_bound={self.lower_bound:.6g}, "
        return (
            f"Cut(value={self.value:.6g}, sizes=({sizes}), {weight}imbalance={self.imbalance:.3g}, {excess}"
            f"energy={self.energy:.6g}, {bound}status={self.status!r}, {choice}n_outer={self.n_outer}, "
            f"n_inner={self.n_inner}, n_components={self.n_components}, time={self.time:.3g}s)"
        )


class CutInterrupted(KeyboardInterrupt):
    """The exception that :func:`balanced_cut` raises on Ctrl-C.

    Attributes
    ----------
    result : Cut
        The best cut so far.

    Examples
    --------
    >>> import tvcut
    >>> def interrupt(progress):
    ...     raise KeyboardInterrupt  # as Ctrl-C does
    >>> try:
    ...     cut = tvcut.balanced_cut([[0, 1], [1, 0]], callback=interrupt)
    ... except tvcut.CutInterrupted as error:
    ...     cut = error.result
    >>> cut.labels
    array([0, 1], dtype=int32)
    """

    def __init__(self, result: Cut) -> None:
        super().__init__("the cut was interrupted; the attribute result of this exception holds the best cut so far")
        self.result = result

"""What a cut returns, reports on its way, and raises when interrupted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

Status = Literal["converged", "critical", "no_descent", "optimal", "max_outer", "time_limit", "stopped"]


@dataclass(frozen=True, eq=False)
class Cut:
    """A balanced cut of a graph with n vertices. ``np.asarray(cut)`` gives its labels.

    Attributes
    ----------
    labels : ndarray of int32, shape (n,)
        Part of each vertex, 0 … k−1, numbered in order of first appearance, or as fixed vertices number them.
    value : float
        C(S) = cut(S, Sᶜ)/min(m(S), m(Sᶜ)), each undirected edge counted once; m(S) is the number of vertices
        unless another balance was chosen. For k ≠ 2 parts, ½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1)),
        which at k = 2 is the same, and for parts of equal mass half the sum of their C.
    energy : float
        E(f) = TV(f)/‖f − med f‖₁ of the final iterate, never below ``value``.
    lower_bound : float or None
        No cut into k parts has a smaller value: (k−1) λ₂/(1+λ), λ₂ the second smallest eigenvalue of the
        Laplacian that matches the masses, less the error of its computation. None unless asked for.
    energy_trace : ndarray, shape (n_outer + 1,)
        E after every outer step of the winning start. It never rises. Empty for k ≠ 2 and with fixed vertices.
    f : ndarray, shape (n,), or None
        The final iterate; None for k ≠ 2 and with fixed vertices.
    start_values : ndarray
        C that each start had reached when the best was chosen: their spread tells how rugged the
        landscape is.
    merges : ndarray of int32, shape (k − 1, 2)
        The splits undone, last first: row t joins two clusters into cluster k + t; numbers below k are parts.
    merge_values : ndarray, shape (k − 1,)
        C of each of those splits, within the cluster that was split.
    n_outer, n_inner : int
        Outer and inner steps of the winning start; for k ≠ 2, of all bisections.
    n_inner_total : int
        Inner steps of all starts.
    status : str
        "converged": E fell by at most tol·E in the last outer step.
        "critical": a minimum cut, or the duality gap, shows f to be a critical point of E.
        "no_descent": the inner solver found no descent in max_inner steps.
        "optimal": C = 0, and no cut is smaller.
        "max_outer", "time_limit", "stopped": a limit was met, or the callback asked to stop.
        For k ≠ 2, the worst status of any bisection.
    n_components : int
        Connected components of the graph.
    time : float
        Seconds, checking the input included.
    """

    labels: npt.NDArray[np.int32]
    value: float
    energy: float
    lower_bound: float | None
    energy_trace: npt.NDArray[np.float64] = field(repr=False)
    f: npt.NDArray[np.float64] | None = field(repr=False)
    start_values: npt.NDArray[np.float64] = field(repr=False)
    merges: npt.NDArray[np.int32] = field(repr=False)
    merge_values: npt.NDArray[np.float64] = field(repr=False)
    n_outer: int
    n_inner: int
    n_inner_total: int
    status: Status
    n_components: int
    time: float

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        labels = self.labels if dtype is None else self.labels.astype(dtype, copy=False)
        return labels.copy() if copy else labels

    @property
    def gap(self) -> float | None:
        """(value − lower_bound)/value, the share by which a better cut could be better; None without a bound."""
        if self.lower_bound is None:
            return None
        return (self.value - self.lower_bound) / self.value if self.value > 0 else 0.0

    @property
    def linkage(self) -> npt.NDArray[np.float64]:
        """The splits as a linkage matrix for ``scipy.cluster.hierarchy.dendrogram``, shape (k − 1, 4).

        Row t: the two clusters joined into k + t, the height t + 1, and the number of parts within. Heights
        count the splits from the last; C is not monotone down the tree and stands in ``merge_values``.
        """
        k = len(self.merges) + 1
        parts = np.concatenate((np.ones(k), np.zeros(k - 1)))
        for t, (left, right) in enumerate(self.merges):
            parts[k + t] = parts[left] + parts[right]
        return np.column_stack((self.merges, np.arange(1.0, k), parts[k:]))

    def __repr__(self) -> str:
        sizes: Any = [str(size) for size in np.bincount(self.labels)]
        sizes = ", ".join(sizes if len(sizes) <= 10 else [*sizes[:9], "…"])
        bound = "" if self.lower_bound is None else f"lower_bound={self.lower_bound:.6g}, "
        return (
            f"Cut(value={self.value:.6g}, sizes=({sizes}), energy={self.energy:.6g}, {bound}status={self.status!r}, "
            f"n_outer={self.n_outer}, n_inner={self.n_inner}, n_components={self.n_components}, "
            f"time={self.time:.3g}s)"
        )


@dataclass(frozen=True)
class Progress:
    """How far a cut is: what the callback receives.

    ``part`` is the number of the bisection under way (0 for two clusters), ``start`` that of the start,
    ``n_outer`` its outer steps, ``n_inner`` the inner steps so far, ``energy`` E(f) of this start, ``value``
    the smallest C(S) met in this bisection, and ``time`` the seconds since the call.
    """

    part: int
    start: int
    n_outer: int
    n_inner: int
    energy: float
    value: float
    time: float


class CutInterrupted(KeyboardInterrupt):
    """Ctrl-C during a cut. ``result`` holds the best cut so far."""

    def __init__(self, result: Cut) -> None:
        super().__init__("interrupted; the best cut so far is in the exception's result")
        self.result = result


class DisconnectedGraphWarning(UserWarning):
    """The graph has several components, and the cut runs between them at no cost."""

"""Numbers that compare a partition with others of its graph: modularity, conductance and coverage."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .fields import CutFields
from .terms import Floats, others


class Quality(CutFields):
    """The measures of a :class:`Cut` that do not depend on what was minimised."""

    @property
    def modularity(self) -> float:
        """Q = Σ_r (w(A_r, A_r)/vol(V) − (vol(A_r)/vol(V))²), how much more weight is inside parts than by chance.

        w(A_r, A_r) counts each edge within a part twice, vol(A) is the sum of the degrees in A, and loops are left out.
        It is in [−1/2, 1), 0 for one part, and not a number in a graph without edges. Source: M. E. J. Newman and
        M. Girvan, "Finding and evaluating community structure in networks", 2004. Like the other measures it is
        computed from the graph when it is first asked for, in a time of the order of the edges.
        """
        cut, volume = self._cut_and_volume
        return modularity(volume - cut, volume)

    @property
    def conductance(self) -> Floats:
        """φ(A_r) = cut(A_r, A_rᶜ)/min(vol(A_r), vol(A_rᶜ)) of each part, shape (k,).

        It is in [0, 1], the lower the better, and 0 for a part without edges to others. The worst part has
        ``conductance.max()``. For vol and loops see ``modularity``.
        """
        cut, volume = self._cut_and_volume
        return conductance(cut, np.minimum(volume, others(volume)))

    @property
    def coverage(self) -> float:
        """Σ_r w(A_r, A_r)/vol(V), the share of the weight of all edges that is within parts, from 0 to 1.

        It is 1 for one part. Not a number in a graph without edges. For w, vol and loops see ``modularity``.
        """
        cut, volume = self._cut_and_volume
        total = float(volume.sum())
        return float((volume - cut).sum()) / total if total > 0 else np.nan

    @cached_property
    def _cut_and_volume(self) -> tuple[Floats, Floats]:
        """Return cut(A_r, A_rᶜ) and vol(A_r) of each part."""
        return self._criterion.cut_and_volume(self.labels, len(self.masses))


def modularity(inside: Floats, volume: Floats, resolution: float = 1.0) -> float:
    """Return Q = Σ_r (w(A_r, A_r)/vol(V) − γ (vol(A_r)/vol(V))²), where γ is the resolution."""
    total = float(volume.sum())
    return float((inside / total - resolution * (volume / total) ** 2).sum()) if total > 0 else np.nan


def conductance(cut: Floats, volume: Floats) -> Floats:
    """Return the weights of cuts over the volumes of their smaller sides, 0 without cut edges."""
    return np.divide(cut, volume, out=np.zeros_like(cut), where=cut > 0)

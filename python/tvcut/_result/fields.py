"""What exports and pictures need of a cut."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .evidence import Choice
from .profile import Profile
from .stages import Stage
from .strength import Criterion

Status = Literal["converged", "critical", "no_descent", "optimal", "max_outer", "time_limit", "stopped"]


class CutFields:
    """The attributes of a :class:`Cut` that its exports and pictures need. The docstring of Cut explains them."""

    labels: npt.NDArray[np.int32]
    value: float
    masses: npt.NDArray[np.float64]
    cut_weight: float
    imbalance: float
    volume: float
    excess: float
    moved: float
    lower_bound: float | None
    energy_trace: npt.NDArray[np.float64]
    f: npt.NDArray[np.float64] | None
    start_values: npt.NDArray[np.float64]
    profile: Profile | None
    merges: npt.NDArray[np.int32]
    status: Status
    choice: Choice
    stages: tuple[Stage, ...]
    value_trace: npt.NDArray[np.float64]
    n_components: int
    objective: Literal["value", "cut", "volume"]
    time: float
    _criterion: Criterion  # holds the graph

    @property
    def names(self) -> list[Any] | None:
        """A list of the names of the vertices in the graph that was cut; None if it has none that are distinct."""
        names = self._criterion.graph.names
        return None if names is None else list(names)

    @property
    def _minimised(self) -> tuple[str, float]:
        """What was minimised, and the criterion of the cut."""
        criteria = {"value": ("value", self.value), "cut": ("cut weight", self.cut_weight)}
        return criteria.get(self.objective, ("volume", self.volume))

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """The number of vertices of each part, shape (k,). Their mass is ``masses``."""
        return np.bincount(self.labels, minlength=len(self.masses)).astype(np.int64)

    @property
    def gap(self) -> float | None:
        """(value − lower_bound)/value, the largest possible relative decrease of the value; None without a bound."""
        if self.lower_bound is None:
            return None
        return (self.value - self.lower_bound) / self.value if self.value > 0 else 0.0

    @property
    def linkage(self) -> npt.NDArray[np.float64]:
        """The tree of the cuts as a linkage matrix for ``scipy.cluster.hierarchy.dendrogram``, shape (k − 1, 4).

        Row t holds the two clusters that form cluster k + t, the height t + 1, and the number of parts in it. Heights
        count the cuts from the last one, because ``merge_values`` need not increase along the tree.
        """
        k = len(self.merges) + 1
        parts = np.concatenate((np.ones(k), np.zeros(k - 1)))
        for t, (left, right) in enumerate(self.merges):
            parts[k + t] = parts[left] + parts[right]
        return np.column_stack((self.merges, np.arange(1.0, k), parts[k:]))

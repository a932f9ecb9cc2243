"""The parameters of the estimator and their defaults."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator

from .._native.descent import Descent
from .._native.options import Balance, Bounds, Effort, Init, NClusters, Objective, Order, Polish, Preset, Strategy
from .._result.progress import Progress
from .affinity import Affinity
from .outliers import Outliers


class Parameters(BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """The parameters of :class:`BalancedCut`, whose docstring says what they mean."""

    def __init__(
        self,
        n_clusters: NClusters = 2,
        *,
        affinity: Affinity | Callable[[Any], Any] = "nearest_neighbors",
        n_neighbors: int | None = None,
        gamma: float = 1.0,
        weights: Literal["gaussian", "self_tuning", "binary"] = "gaussian",
        scale: float = 3.0,
        symmetrize: Literal["average", "max", "mutual"] = "average",
        n_components: int | None = None,
        metric: str | Callable[..., float] = "euclidean",
        metric_params: dict[str, Any] | None = None,
        neighbors: Any = None,
        memory: Any = None,
        n_jobs: int | None = None,
        outliers: Outliers = "keep",
        objective: Objective | None = None,
        balance: Balance | None = None,
        asymmetry: float | None = None,
        min_share: float | Literal["auto"] | None = None,
        max_imbalance: float | Literal["none"] | None = None,
        min_size: float | Literal["none"] | None = None,
        max_size: float | Literal["none"] | None = None,
        part_weights: npt.ArrayLike | None = None,
        bounds: Bounds | None = None,
        connected: bool | None = None,
        migration: float | None = None,
        strategy: Strategy | None = None,
        order: Order = "first_vertex",
        preset: Preset = "default",
        effort: Effort | None = None,
        init: Init | npt.ArrayLike | None = None,
        n_starts: int | Literal["auto"] | None = None,
        polish: Polish | None = None,
        lower_bound: bool = False,
        time_limit: float | Literal["none"] | None = None,
        callback: Callable[[Progress], object] | None = None,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        n_threads: int | Literal["auto"] | None = None,
        descent: Descent | None = None,
        progress: bool = False,
        verbose: bool = False,
    ) -> None:
        self.n_clusters = n_clusters
        self.affinity = affinity
        self.n_neighbors = n_neighbors
        self.gamma = gamma
        self.weights = weights
        self.scale = scale
        self.symmetrize = symmetrize
        self.n_components = n_components
        self.metric = metric
        self.metric_params = metric_params
        self.neighbors = neighbors
        self.memory = memory
        self.n_jobs = n_jobs
        self.outliers = outliers
        self.objective = objective
        self.balance = balance
        self.asymmetry = asymmetry
        self.min_share = min_share
        self.max_imbalance = max_imbalance
        self.min_size = min_size
        self.max_size = max_size
        self.part_weights = part_weights
        self.bounds = bounds
        self.connected = connected
        self.migration = migration
        self.strategy = strategy
        self.order = order
        self.preset = preset
        self.effort = effort
        self.init = init
        self.n_starts = n_starts
        self.polish = polish
        self.lower_bound = lower_bound
        self.time_limit = time_limit
        self.callback = callback
        self.random_state = random_state
        self.n_threads = n_threads
        self.descent = descent
        self.progress = progress
        self.verbose = verbose

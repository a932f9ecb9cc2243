"""BalancedCut: the scikit-learn estimator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.validation import validate_data

from ._api import balanced_cut
from ._arguments import as_choice
from ._descent import Descent
from ._graph import knn_graph
from ._options import Balance, Init, Objective, Polish, Preset, Strategy
from ._result import Cut, Progress


class BalancedCut(ClusterMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Cluster points, or the vertices of a graph, by balanced cuts.

    The clusters are the parts that :func:`balanced_cut` finds in the graph W: for two clusters they minimise
    C(S) = cut(S, Sᶜ)/min(m(S), m(Sᶜ)), by the algorithms of the papers cited there.

    Parameters
    ----------
    n_clusters : int, default 2
        Number of clusters k.
    affinity : {"nearest_neighbors", "precomputed"}, default "nearest_neighbors"
        "nearest_neighbors": X holds points, and W is ``knn_graph(X, n_neighbors)``. "precomputed": X is the
        symmetric weight matrix W itself.
    n_neighbors : int, default 10
        Number of neighbours of each point. Only used when ``affinity="nearest_neighbors"``.
    objective, balance, asymmetry, min_share, max_imbalance, part_weights, strategy, preset, init, n_starts, polish, \
lower_bound, time_limit, callback, random_state, n_threads, descent
        As in :func:`balanced_cut`.

    Attributes
    ----------
    labels_ : ndarray of int32, shape (n_samples,)
        Cluster of each point.
    cut_ : Cut
        The result of :func:`balanced_cut`.
    affinity_matrix_ : csr_array of shape (n_samples, n_samples), or X itself if precomputed
        The graph that was cut.
    n_features_in_ : int
        Number of columns of X.

    Raises
    ------
    TypeError, ValueError
        By ``fit``, if X is not an array of points, or not a graph where it is precomputed, or an option has the wrong
        type or is out of its range.

    Examples
    --------
    >>> import tvcut
    >>> X = [[0.0], [0.1], [0.2], [5.0], [5.1], [5.2]]
    >>> tvcut.BalancedCut(n_neighbors=3).fit_predict(X)
    array([0, 0, 0, 1, 1, 1], dtype=int32)
    """

    labels_: npt.NDArray[np.int32]
    cut_: Cut
    affinity_matrix_: Any
    n_features_in_: int

    def __init__(
        self,
        n_clusters: int = 2,
        *,
        affinity: Literal["nearest_neighbors", "precomputed"] = "nearest_neighbors",
        n_neighbors: int = 10,
        objective: Objective | None = None,
        balance: Balance | None = None,
        asymmetry: float | None = None,
        min_share: float | None = None,
        max_imbalance: float | Literal["none"] | None = None,
        part_weights: npt.ArrayLike | None = None,
        strategy: Strategy | None = None,
        preset: Preset = "default",
        init: Init | npt.ArrayLike | None = None,
        n_starts: int | Literal["auto"] | None = None,
        polish: Polish | None = None,
        lower_bound: bool = False,
        time_limit: float | Literal["none"] | None = None,
        callback: Callable[[Progress], object] | None = None,
        random_state: int | np.random.Generator | np.random.RandomState | None = 0,
        n_threads: int | Literal["auto"] | None = None,
        descent: Descent | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.affinity = affinity
        self.n_neighbors = n_neighbors
        self.objective = objective
        self.balance = balance
        self.asymmetry = asymmetry
        self.min_share = min_share
        self.max_imbalance = max_imbalance
        self.part_weights = part_weights
        self.strategy = strategy
        self.preset = preset
        self.init = init
        self.n_starts = n_starts
        self.polish = polish
        self.lower_bound = lower_bound
        self.time_limit = time_limit
        self.callback = callback
        self.random_state = random_state
        self.n_threads = n_threads
        self.descent = descent

    def fit(
        self,
        X: Any,
        y: object = None,
        *,
        vertex_weight: npt.ArrayLike | None = None,
        fixed: npt.ArrayLike | Mapping[int, int] | None = None,
    ) -> BalancedCut:
        """Cut the graph of X.

        Parameters
        ----------
        X : array_like of shape (n_samples, n_features), or of shape (n_samples, n_samples) if precomputed
            Points, one in each row, or the weights W.
        y : ignored
            Present by scikit-learn's convention.
        vertex_weight, fixed
            As in :func:`balanced_cut`.

        Returns
        -------
        BalancedCut
            The estimator itself.

        Raises
        ------
        TypeError, ValueError
            As in :func:`balanced_cut` and :func:`knn_graph`.
        CutInterrupted
            On Ctrl-C, as in :func:`balanced_cut`.

        Warns
        -----
        DisconnectedGraphWarning
            As in :func:`balanced_cut`.
        """
        precomputed = as_choice("affinity", self.affinity, ("nearest_neighbors", "precomputed")) == "precomputed"
        if precomputed:
            self.affinity_matrix_ = X
        else:
            X = validate_data(self, X, accept_sparse="csr", ensure_min_samples=2)
            self.affinity_matrix_ = knn_graph(X, self.n_neighbors)
        options = self.get_params(deep=False)
        for name in ("affinity", "n_neighbors"):
            del options[name]
        self.cut_ = balanced_cut(self.affinity_matrix_, vertex_weight=vertex_weight, fixed=fixed, **options)
        self.labels_ = self.cut_.labels
        if precomputed:
            validate_data(self, X, skip_check_array=True)  # sets n_features_in_; balanced_cut has checked the values
        return self

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = tags.input_tags.positive_only = self.affinity == "precomputed"
        return tags

"""BalancedCut: the scikit-learn estimator."""

from __future__ import annotations

from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.validation import validate_data

from ._api import balanced_cut
from ._graph import knn_graph
from ._arguments import as_choice


class BalancedCut(ClusterMixin, BaseEstimator):
    """Cluster points, or the vertices of a graph, by balanced cuts.

    Parameters
    ----------
    n_clusters : int
        Number of clusters k.
    affinity : {"nearest_neighbors", "precomputed"}
        "nearest_neighbors": X holds points, of which ``knn_graph`` makes a graph. "precomputed": X is the
        symmetric weight matrix W itself.
    n_neighbors : int
        Neighbours of each point, for affinity="nearest_neighbors".
    balance, asymmetry, strategy, max_refine, lower_bound, preset, method, n_starts, init, polish, theta, epsilon, tol, max_outer, max_inner, patience, scale, precision, time_limit, \
callback, random_state, n_threads
        As in :func:`balanced_cut`.

    Attributes
    ----------
    labels_ : ndarray of int32, shape (n_samples,)
        Cluster of each point.
    cut_ : Cut
        The whole result.
    affinity_matrix_ : csr_array of shape (n_samples, n_samples), or X itself if precomputed
        The graph that was cut.
    n_features_in_ : int
        Number of columns of X.

    Raises
    ------
    TypeError, ValueError
        From ``fit``, for an X that is no set of points or no graph, or an option out of its range.
    """

    def __init__(
        self,
        n_clusters=2,
        *,
        affinity="nearest_neighbors",
        n_neighbors=10,
        balance="ratio",
        asymmetry=None,
        strategy=None,
        max_refine=None,
        lower_bound=False,
        preset="default",
        method="adaptive",
        n_starts=None,
        init=None,
        polish=None,
        theta=None,
        epsilon=None,
        tol=None,
        max_outer=None,
        max_inner=None,
        patience=None,
        scale=None,
        precision=None,
        time_limit=None,
        callback=None,
        random_state=0,
        n_threads=None,
    ):
        self.n_clusters = n_clusters
        self.affinity = affinity
        self.n_neighbors = n_neighbors
        self.balance = balance
        self.asymmetry = asymmetry
        self.strategy = strategy
        self.max_refine = max_refine
        self.lower_bound = lower_bound
        self.preset = preset
        self.method = method
        self.n_starts = n_starts
        self.init = init
        self.polish = polish
        self.theta = theta
        self.epsilon = epsilon
        self.tol = tol
        self.max_outer = max_outer
        self.max_inner = max_inner
        self.patience = patience
        self.scale = scale
        self.precision = precision
        self.time_limit = time_limit
        self.callback = callback
        self.random_state = random_state
        self.n_threads = n_threads

    def fit(self, X, y=None, *, vertex_weight=None, seeds=None):
        """Cut the graph of X. Returns self.

        ``y`` is ignored. ``vertex_weight`` and ``seeds`` are those of :func:`balanced_cut`.
        """
        precomputed = as_choice("affinity", self.affinity, {"nearest_neighbors": False, "precomputed": True})
        if precomputed:
            self.affinity_matrix_ = X
        else:
            X = validate_data(self, X, accept_sparse="csr", ensure_min_samples=2)
            self.affinity_matrix_ = knn_graph(X, self.n_neighbors)
        options = self.get_params(deep=False)
        for name in ("affinity", "n_neighbors"):
            del options[name]
        self.cut_ = balanced_cut(self.affinity_matrix_, vertex_weight=vertex_weight, seeds=seeds, **options)
        self.labels_ = self.cut_.labels
        if precomputed:
            validate_data(self, X, skip_check_array=True)  # sets n_features_in_; the cut has checked the rest
        return self

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = tags.input_tags.positive_only = self.affinity == "precomputed"
        return tags

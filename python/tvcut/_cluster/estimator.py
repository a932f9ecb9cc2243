"""BalancedCut: the scikit-learn estimator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import numpy as np
import numpy.typing as npt
from sklearn.base import ClusterMixin
from sklearn.utils.validation import validate_data

from .._balanced_cut import balanced_cut
from .._input.arguments import as_choice
from .._input.constraints import Pairs
from .._input.graph_name import called
from .._input.named import Named
from .._native.errors import ArgumentError
from .affinity import GRAPH, choose
from .distances import warn_of_distances
from .outliers import Outliers, labels_of
from .parameters import Parameters
from .prediction import Prediction
from .rows import by_rows, checked, names_of

OWN = (*GRAPH, "outliers")  # the parameters that balanced_cut does not take
OF_INPUT = ("n_features_in_", "feature_names_in_")  # what scikit-learn sets when it checks X, before the cut


class BalancedCut(Prediction, ClusterMixin, Parameters):  # type: ignore[misc]  # scikit-learn has no types
    """Cluster points, or the vertices of a graph, by balanced cuts.

    The clusters are the parts that :func:`balanced_cut` finds in the graph W: for two clusters they minimise
    C(S) = cut(S, Sᶜ)/min(m(S), m(Sᶜ)), by the algorithms of the papers cited there.

    Parameters
    ----------
    n_clusters : int or "auto", default 2
        Number of clusters k.
    affinity : {"nearest_neighbors", "rbf", "precomputed", "precomputed_nearest_neighbors"} or callable, \
default "nearest_neighbors"
        "nearest_neighbors": X holds points, and W is ``knn_graph(X, …)``. "rbf": X holds points, and
        w_ij = exp(−γ ‖x_i − x_j‖²). "precomputed": X is the symmetric weight matrix W itself, or a graph of another
        library as in :func:`balanced_cut`.
        "precomputed_nearest_neighbors": X holds distances r_ij, all of them or in a sparse matrix those of near points,
        from whose ``n_neighbors`` smallest in each row W is made as in :func:`knn_graph`. A callable returns W, dense
        or sparse, from all points X, and for ``predict`` the weights of new points X to points Y, like ``rbf_kernel``.
    n_neighbors : int, optional
        Number of neighbours of each point, by default 10 or fewer, as in :func:`knn_graph`. Only used with the
        affinities of nearest neighbours.
    gamma : float > 0 and finite, default 1.0
        Factor γ, in the unit of 1/‖x‖². Only used when ``affinity="rbf"``.
    weights, scale, symmetrize
        As in :func:`knn_graph`. Only used with the affinities of nearest neighbours.
    n_components, metric, metric_params, neighbors, memory, n_jobs
        As in :func:`knn_graph`. Only used when ``affinity="nearest_neighbors"``.
    outliers : {"keep", "label"}, default "keep"
        "label": ``labels_`` has −1, and no cluster, for a vertex without edges; in a connected piece of W that is
        lighter than ``cut_.evidence.least_cluster``; or with more than half of its weight to vertices of other parts
        (``cut_.strength.share`` < 1/2). Pieces are connected by weights that are more than a rounding error of the
        degrees of both ends. ``cut_.labels`` and what follows from them are those of "keep".
    objective, balance, asymmetry, min_share, max_imbalance, min_size, max_size, part_weights, bounds, connected, \
migration, strategy, order, preset, effort, init, n_starts, polish, lower_bound, time_limit, callback, random_state, \
n_threads, descent, progress, verbose
        As in :func:`balanced_cut`.

    Attributes
    ----------
    labels_ : ndarray of int32, shape (n_samples,)
        Cluster of each point, or −1: see ``outliers``.
    cut_ : Cut
        The result of :func:`balanced_cut`. If X is a DataFrame, ``cut_.names`` and ``cut_.to_series()`` have its index.
    affinity_matrix_ : csr_array or ndarray of shape (n_samples, n_samples), or X itself if precomputed
        The graph W that was cut.
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
    >>> model = tvcut.BalancedCut(n_neighbors=3).fit(X)
    >>> model.labels_
    array([0, 0, 0, 1, 1, 1], dtype=int32)
    >>> model.predict([[0.3], [4.0]])
    array([0, 1], dtype=int32)
    """

    affinity_matrix_: Any
    n_features_in_: int

    def fit(
        self,
        X: Any,
        y: object = None,
        sample_weight: npt.ArrayLike | Mapping[Any, float] | None = None,
        *,
        vertex_weight: npt.ArrayLike | Mapping[Any, float] | None = None,
        fixed: npt.ArrayLike | Mapping[Any, int] | None = None,
        must_link: Pairs | None = None,
        cannot_link: Pairs | None = None,
        vertex_size: npt.ArrayLike | Mapping[Any, float] | None = None,
    ) -> BalancedCut:
        """Cut the graph of X.

        Parameters
        ----------
        X : array_like or sparse matrix of shape (n_samples, n_features), or (n_samples, n_samples) if precomputed
            Points, one in each row; or the weights W, or the distances of the points.
        y : ignored
            Present by scikit-learn's convention.
        sample_weight : array_like of shape (n_samples,), or dict from vertex to mass, optional
            ``vertex_weight`` by scikit-learn's name: the masses m_i ≥ 0 by which parts are weighed. They do not change
            W, so that a point of mass 2 is not the same as two points.
        vertex_weight, fixed
            As in :func:`balanced_cut`. If X is a DataFrame of points, the index of a Series and the keys of a dict are
            those of the rows of X, in any order; this also holds for ``sample_weight`` and the parameter ``init``.
            A Series without an index of its own is in the order of X.
        must_link, cannot_link, vertex_size
            As in :func:`balanced_cut`. If X is a DataFrame with an index of its own, pairs are of its entries.

        Returns
        -------
        BalancedCut
            The estimator itself.

        Raises
        ------
        TypeError, ValueError
            As in :func:`balanced_cut` and :func:`knn_graph`, or if both ``sample_weight`` and ``vertex_weight`` are
            given.
        InsufficientMemoryError
            As in :func:`balanced_cut`.
        CutInterrupted
            On Ctrl-C, as in :func:`balanced_cut`.

        Warns
        -----
        BoundsWarning, DisconnectedGraphWarning, SmallPartWarning, MemoryWarning
            As in :func:`balanced_cut`.
        UserWarning
            If there are few points for the number of neighbours, as in :func:`knn_graph`, or weights look like
            distances: a dense matrix with a zero diagonal that satisfies the triangle inequality.
        """
        state: dict[str, Any] = self.__dict__
        given = {"fixed": fixed, "must_link": must_link, "cannot_link": cannot_link, "vertex_size": vertex_size}
        before = {name: state[name] for name in OF_INPUT if name in state}
        try:
            if sample_weight is None:
                return self._fit(X, "vertex_weight", vertex_weight, given)
            if vertex_weight is not None:
                raise ArgumentError("must be None if vertex_weight is given; both are the masses", "sample_weight")
            return self._fit(X, "sample_weight", sample_weight, given)
        except BaseException:
            for name in OF_INPUT:
                state.pop(name, None)
            state.update(before)
            raise

    def _fit(self, X: Any, weight_name: str, vertex_weight: Any, given: dict[str, Any]) -> BalancedCut:
        affinity, init, names = choose(self), self.init, None
        outliers = as_choice("outliers", self.outliers, get_args(Outliers))
        if self.affinity != "precomputed":
            vertex_weight, init = by_rows(weight_name, vertex_weight, X), by_rows("init", init, X)
            given |= {name: by_rows(name, given[name], X) for name in ("fixed", "vertex_size")}
            names, X = names_of(X), checked(self, X, affinity, ensure_min_samples=2)
        else:
            warn_of_distances(X)
        W = affinity.fit(X)
        # A class that is derived from this one may have other parameters.
        options = {name: getattr(self, name) for name in Parameters._get_param_names() if name not in OWN}
        with called(graph="W" if callable(self.affinity) else "X", masses=weight_name):
            graph = W if names is None else Named(W, names)
            self.cut_ = balanced_cut(graph, vertex_weight=vertex_weight, **given, **options | {"init": init})
        self._affinity, self.affinity_matrix_, self.labels_ = affinity, W, labels_of(self.cut_, outliers)
        n = len(self.labels_)
        if self.affinity == "precomputed" and (isinstance(X, list) or getattr(X, "shape", ()) == (n, n)):
            validate_data(self, X, skip_check_array=True)  # sets n_features_in_; balanced_cut has checked the values
        elif self.affinity == "precomputed":  # a graph of another library
            self.n_features_in_ = n
            self.__dict__.pop("feature_names_in_", None)  # of an earlier fit
        return self

    def fit_predict(
        self,
        X: Any,
        y: object = None,
        sample_weight: npt.ArrayLike | Mapping[Any, float] | None = None,
        **given: Any,
    ) -> npt.NDArray[np.int32]:
        """Cut the graph of X and return the part of each point.

        Parameters
        ----------
        X, y, sample_weight, **given
            As in :meth:`fit`.

        Returns
        -------
        ndarray of int32, shape (n_samples,)
            The attribute ``labels_``.

        Raises
        ------
        TypeError, ValueError, InsufficientMemoryError, CutInterrupted
            As in :meth:`fit`.

        Examples
        --------
        >>> import tvcut
        >>> tvcut.BalancedCut(n_neighbors=1).fit_predict([[0.0], [0.1], [5.0], [5.1]])
        array([0, 0, 1, 1], dtype=int32)
        """
        return self.fit(X, y, sample_weight, **given).labels_

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        precomputed = self.affinity in ("precomputed", "precomputed_nearest_neighbors")
        tags.input_tags.positive_only = precomputed
        distances = self.affinity == "nearest_neighbors" and self.metric == "precomputed"
        tags.input_tags.pairwise = precomputed or distances
        nan = self.affinity == "nearest_neighbors" and self.neighbors is None and self.metric == "nan_euclidean"
        tags.input_tags.allow_nan = nan
        return tags

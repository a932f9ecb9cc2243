"""The parts of new points, and how clearly new points belong to them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from sklearn.utils.validation import check_is_fitted

from .._points.measure import Floats
from .._result.cut import Cut
from .rows import checked


class Prediction:
    """The methods of :class:`BalancedCut` that take new points."""

    labels_: npt.NDArray[np.int32]
    cut_: Cut
    _affinity: Any

    def predict(self, X: Any) -> npt.NDArray[np.int32]:
        """Return the clusters of new points.

        A new point x goes to the part A_r with the largest Σ_{j∈A_r} a(x, x_j), where x_j are the points that ``fit``
        was given. With the affinities of nearest neighbours, j runs over the ``n_neighbors`` nearest of them, and
        a(x, x_j) is a_ij of :func:`knn_graph` with the σ² or the σ_j of ``fit``, where σ_i is the distance from x to
        the 7th nearest of them. If all a(x, x_j) are 0, x has the label of the nearest point. Points with the label −1
        are in no part: x has the label −1 if it has weights to such points only.

        Parameters
        ----------
        X : array_like or sparse matrix of shape (n_new, n_features), or (n_new, n_samples) if precomputed
            New points, one in each row; or their weights or distances to the points of ``fit``, whichever ``fit`` took.

        Returns
        -------
        ndarray of int32, shape (n_new,)
            Cluster of each new point.

        Raises
        ------
        sklearn.exceptions.NotFittedError
            If ``fit`` has not been called.
        TypeError, ValueError
            If X does not match what ``fit`` was given, a row of weights that are precomputed or from a callable is 0,
            or a callable affinity takes no second argument Y.

        Examples
        --------
        >>> import tvcut
        >>> model = tvcut.BalancedCut(affinity="rbf").fit([[0.0], [0.1], [5.0], [5.1]])
        >>> model.predict([[1.0], [4.0], [99.0]])
        array([0, 1, 1], dtype=int32)
        """
        return self._predicted(X)[0]

    def score(self, X: Any, y: object = None) -> float:
        """Return the modularity of the parts of new points and their neighbours: higher is better.

        The score is the modularity [1]_ of the bipartite graph between the new points x and the points x_j of ``fit``,

            Q = Σ_r (e_rr − (Σ_s e_rs) (Σ_s e_sr)),

        where e_rs is the share that the weights a(x, x_j) from new points of part r to the points of part s have in the
        sum of all. The parts of new points and the weights are those of :meth:`predict`. Q is at most 1 − 1/k, and
        about 0 if the neighbours of a point say nothing about its part. Points with the label −1 do not count.

        A point that ``fit`` was given is its own neighbour, so that held-out points have lower scores, as in
        ``sklearn.model_selection.GridSearchCV``. Compare only models with the same affinity: with fewer neighbours or a
        larger γ the score is usually higher. The scores of different k are comparable where clusters are compact
        and separate; where they are elongated or overlap, the score goes on rising with k, as on two moons. To choose
        ``n_neighbors`` or an affinity, use known labels and ``scoring="adjusted_rand_score"``.

        The value of the cut is no such score: it grows with k and has the unit of the weights, and relative to random
        graphs it is almost always lowest for two parts.

        Parameters
        ----------
        X : array_like or sparse matrix of shape (n_new, n_features), or (n_new, n_samples) if precomputed
            New points as in :meth:`predict`.
        y : ignored
            Present by scikit-learn's convention.

        Returns
        -------
        float
            Q, from −1 to 1 and without a unit; 0 if all weights are 0.

        Raises
        ------
        sklearn.exceptions.NotFittedError, TypeError, ValueError
            As in :meth:`predict`.

        References
        ----------
        .. [1] M. J. Barber, "Modularity and community detection in bipartite networks", Physical Review E 76, 066102
           (2007).

        Examples
        --------
        >>> import tvcut
        >>> X = [[0.0], [0.1], [0.2], [5.0], [5.1], [5.2]]
        >>> model = tvcut.BalancedCut(n_neighbors=2, weights="binary").fit(X)
        >>> model.score([[0.05], [5.05]])
        0.5
        """
        labels, sums = self._predicted(X)
        k = sums.shape[1]
        weight = np.zeros((k, k))
        np.add.at(weight, labels[labels >= 0], sums[labels >= 0])
        total = weight.sum()
        if total == 0:
            return 0.0
        e = weight / total
        return float(np.trace(e) - e.sum(axis=1) @ e.sum(axis=0))

    def _predicted(self, X: Any) -> tuple[npt.NDArray[np.int32], Floats]:
        """Return the labels of new points, and the sums of their weights to the points of each part."""
        check_is_fitted(self, "labels_")
        X = checked(self, X, self._affinity, reset=False)
        n, k = len(self.labels_), len(self.cut_.masses)
        group = np.where(self.labels_ < 0, k, self.labels_)  # k for outliers
        sums = self._affinity.sums(X, sp.csr_array((np.ones(n), group, np.arange(n + 1)), shape=(n, k + 1)))
        sums, outside = sums[:, :k], sums[:, k]
        labels: npt.NDArray[np.int32] = sums.argmax(axis=1).astype(np.int32)
        without = sums.max(axis=1) == 0
        labels[without] = -1
        alone = np.flatnonzero(without & (outside == 0))
        if alone.size:
            labels[alone] = self.labels_[self._affinity.nearest(X, alone)]
        return labels, sums

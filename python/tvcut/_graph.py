"""Graphs of nearest neighbours from points."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from sklearn.neighbors import NearestNeighbors

from ._validate import as_integer


def knn_graph(X, n_neighbors=10, *, scale=3.0):
    """Return the symmetric graph of the k nearest neighbours with Gaussian weights.

    w_ij = exp(−r_ij²/σ²) for r_ij the distance of x_i to its neighbour x_j, with σ² = scale·d_k² and d_k
    the mean distance of the k-th neighbour (the paper, Section 5), averaged over both directions:
    W = (A + Aᵀ)/2.

    Parameters
    ----------
    X : array_like or sparse matrix of shape (n, d)
        Points, one a row.
    n_neighbors : int
        k, at least 1; at most n − 1 are used.
    scale : float > 0
        σ² in units of d_k².

    Returns
    -------
    scipy.sparse.csr_array of shape (n, n)
    """
    k = min(as_integer("n_neighbors", n_neighbors, 1), X.shape[0] - 1)
    A = NearestNeighbors(n_neighbors=k).fit(X).kneighbors_graph(mode="distance")
    distance = A.data.reshape(-1, k)
    width = scale * distance.max(axis=1).mean() ** 2  # σ² = scale·d_k²
    if width == 0:  # every point has k copies of itself
        width = 1.0
    A.data = np.exp(-(A.data**2) / width)
    return sp.csr_array((A + A.T) / 2)

"""Data to try cuts on."""

from __future__ import annotations

import numpy as np


def two_moons(n=2000, dim=100, noise=0.02, random_state=0):
    """Return two interlocking half-circles in the plane, embedded in R^dim with noise in every coordinate.

    The circles have radius 1 and centres (0, 0) and (1, ½); ``noise`` is the variance of the Gaussian added
    to each of the ``dim`` coordinates. n = 2000, dim = 100, noise = 0.02 are those of Bühler and Hein,
    "Spectral clustering based on the graph p-Laplacian" (2009).

    Returns
    -------
    X : ndarray of shape (n, dim)
    y : ndarray of shape (n,)
        The half-circle of each point, 0 or 1.
    """
    rng = np.random.default_rng(random_state)
    angle = rng.uniform(0, np.pi, n)
    y = np.arange(n) % 2
    X = np.zeros((n, dim))
    X[:, 0] = np.where(y == 0, np.cos(angle), 1 - np.cos(angle))
    X[:, 1] = np.where(y == 0, np.sin(angle), 0.5 - np.sin(angle))
    return X + rng.normal(scale=np.sqrt(noise), size=X.shape), y

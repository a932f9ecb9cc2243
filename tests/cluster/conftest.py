"""Points that several of these tests cut."""

import numpy as np
import pytest
from sklearn.datasets import make_blobs


@pytest.fixture(scope="module")
def blobs():
    return make_blobs(n_samples=200, centers=[[0, 0], [5, 0]], random_state=0)


@pytest.fixture(scope="module")
def points():
    """Three separate groups in five dimensions, and new points of them."""
    centers = 9 * np.eye(5)[:3]
    X, y = make_blobs(n_samples=90, centers=centers, random_state=1)
    return X, y, make_blobs(n_samples=40, centers=centers, cluster_std=3, random_state=2)[0]

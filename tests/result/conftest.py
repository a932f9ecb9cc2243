"""A graph of points, and a cut of it with a descent."""

import pytest

import tvcut


@pytest.fixture(scope="module")
def moons():
    X, _ = tvcut.datasets.two_moons(n=300, random_state=1)
    return tvcut.knn_graph(X, 5)


@pytest.fixture(scope="module")
def descent(moons):
    return tvcut.balanced_cut(moons, preset="paper", lower_bound=True)

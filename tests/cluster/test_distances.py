"""Distances in place of points, and distances that are given as weights by mistake."""

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from scipy.spatial.distance import cdist
from sklearn.datasets import load_digits, load_wine, make_blobs
from sklearn.metrics.pairwise import cosine_similarity, rbf_kernel

import tvcut

X = make_blobs(n_samples=90, centers=3, random_state=1)[0]
NEW = np.random.default_rng(0).uniform(-10, 10, size=(30, 2))
COPIES = np.round(X / 3)  # of which many are equal, at the distance 0


def listed(D):
    """Return a sparse matrix that holds all entries, also those that are 0."""
    n, m = D.shape
    return sparse.csr_array((D.ravel(), np.tile(np.arange(m), n), np.arange(0, n * m + 1, m)), shape=D.shape)


@pytest.mark.filterwarnings("ignore::tvcut.DisconnectedGraphWarning")
@pytest.mark.parametrize("points", [X, COPIES], ids=["blobs", "copies"])
@pytest.mark.parametrize("form", [np.asarray, listed, pd.DataFrame, lambda D: D.tolist()])
def test_dense_and_sparse_distances(points, form):
    options = {"n_neighbors": 5, "weights": "binary"}
    D, new = cdist(points, points), cdist(NEW, points)
    want = tvcut.BalancedCut(3, **options).fit(points)
    for given in ({"affinity": "precomputed_nearest_neighbors"}, {"metric": "precomputed"}):
        model = tvcut.BalancedCut(3, **options, **given).fit(form(D))
        np.testing.assert_array_equal(model.affinity_matrix_.toarray(), want.affinity_matrix_.toarray())
        for other in (new, listed(new)):
            np.testing.assert_array_equal(model.predict(other), want.predict(NEW))


def rounded_diagonal(D, size):
    return D + size * np.eye(len(D))


def test_distances_of_points_to_themselves():
    D = cdist(X, X)
    want = tvcut.knn_graph(D, 5, metric="precomputed").toarray()
    np.testing.assert_array_equal(tvcut.knn_graph(rounded_diagonal(D, 1e-7), 5, metric="precomputed").toarray(), want)
    with pytest.raises(ValueError, match=r"^X\[0, 0\] must be 0, .* got 0.1; numpy.fill_diagonal"):
        tvcut.knn_graph(rounded_diagonal(D, 0.1), 5, metric="precomputed")


def path_lengths():
    graph = nx.connected_watts_strogatz_graph(60, 4, 0.1, seed=1)
    return np.asarray(nx.floyd_warshall_numpy(graph))


DISTANCES = {
    "plane": cdist(X, X),
    "cityblock": cdist(X, X, "cityblock"),
    "digits": cdist(*[load_digits().data[:300]] * 2),
    "wine": cdist(*[load_wine().data] * 2),
    "path lengths": path_lengths(),
    "integers": path_lengths().astype(int),
    "frame": pd.DataFrame(cdist(X, X)),
    "few": cdist(X[:12], X[:12]).tolist(),
}


@pytest.mark.filterwarnings("ignore::tvcut.SmallPartWarning", "ignore::tvcut.AmbiguousPartsWarning")
@pytest.mark.parametrize("name", DISTANCES)
def test_distances_as_weights_are_told(name):
    model = tvcut.BalancedCut(affinity="precomputed", effort="fast", min_share=0)
    with pytest.warns(UserWarning, match="as distances do, but affinity='precomputed' .*precomputed_nearest_n") as told:
        model.fit(DISTANCES[name])
    assert any(warning.filename == __file__ for warning in told)


def hollow(W):
    """Return similarities without those of points to themselves."""
    return W - np.diag(W.diagonal())


def uniform(low, n=60):
    W = np.triu(np.random.default_rng(1).uniform(low, 1, size=(n, n)), 1)
    return W + W.T


KERNEL = rbf_kernel(X, gamma=0.02)
SIMILARITIES = {
    "kernel": KERNEL,
    "hollow kernel": hollow(KERNEL),
    "wide kernel": hollow(rbf_kernel(X, gamma=1e-4)),
    "inverse distances": hollow(1 / (1 + cdist(X, X))),
    "cosine": hollow(cosine_similarity(load_digits().data[:300])),
    "correlation": hollow(1 + np.corrcoef(load_wine().data)),
    "adjacency": nx.to_numpy_array(nx.gnp_random_graph(60, 0.9, seed=1)),
    "multipartite": nx.to_numpy_array(nx.complete_multipartite_graph(20, 20, 20)),
    "complete": np.ones((30, 30)) - np.eye(30),
    "random": uniform(0.01),
    "random within a factor of 2.1": uniform(1 / 2.1),
    "random within a factor of 2": uniform(0.5),
    "groups": hollow(np.kron(np.eye(3), np.ones((6, 6))) + 0.01),
    "groups that differ by a half": hollow(np.kron(np.eye(3), np.ones((6, 6))) + 1),
    "groups of random weights": hollow(np.kron(np.eye(3), np.ones((20, 20))) + 1) * uniform(0.7),
    "products": hollow(np.outer(np.arange(1.0, 41), np.arange(1.0, 41))),
}


@pytest.mark.filterwarnings("ignore::tvcut.SmallPartWarning", "ignore::tvcut.AmbiguousPartsWarning")
@pytest.mark.parametrize("name", SIMILARITIES)
def test_weights_are_no_distances(name):  # a UserWarning would be an error
    tvcut.BalancedCut(affinity="precomputed", effort="fast", min_share=0).fit(SIMILARITIES[name])

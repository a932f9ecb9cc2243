"""The score of new points, compared with the modularity of their bipartite graph, and GridSearchCV by it."""

import networkx as nx
import numpy as np
import pytest
from scipy import sparse
from sklearn.cluster import KMeans
from sklearn.datasets import load_wine, make_blobs, make_moons
from sklearn.exceptions import NotFittedError
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import tvcut

X, Y = make_blobs(n_samples=300, centers=4, cluster_std=0.8, random_state=0)
NEW = make_blobs(n_samples=60, centers=4, cluster_std=0.8, random_state=0)[0] + 0.3


def modularity(w, new, old):
    """Return Σ_ij (w_ij − d_i d_j/m) δ(c_i, c_j)/m over pairs of a new and an old point, pair by pair (Barber)."""
    m, total = w.sum(), 0.0
    d, e = w.sum(axis=1), w.sum(axis=0)
    for i, a in enumerate(new):
        for j, b in enumerate(old):
            total += (w[i, j] - d[i] * e[j] / m) * (a == b)
    return total / m


def test_score_is_the_modularity():
    w = rbf_kernel(NEW, X, gamma=0.5)
    rbf = tvcut.BalancedCut(4, affinity="rbf", gamma=0.5).fit(X)
    want = modularity(w, rbf.predict(NEW), rbf.labels_)
    assert rbf.score(NEW) == pytest.approx(want) and 0 < want <= 3 / 4
    given = tvcut.BalancedCut(4, affinity="precomputed").fit(rbf_kernel(X, gamma=0.5))
    assert given.score(w) == pytest.approx(modularity(w, given.predict(w), given.labels_))
    called = tvcut.BalancedCut(4, affinity=lambda X, Y=None: rbf_kernel(X, Y, gamma=0.5)).fit(X)
    assert called.score(sparse.csr_array(NEW).toarray(), y="ignored") == pytest.approx(want)


def test_score_of_neighbours():
    model = tvcut.BalancedCut(4, n_neighbors=7, weights="binary").fit(X)
    r = ((NEW[:, None] - X[None]) ** 2).sum(axis=2)
    w = np.zeros(r.shape)
    np.put_along_axis(w, np.argsort(r, axis=1)[:, :7], 1, axis=1)
    assert model.score(NEW) == pytest.approx(modularity(w, model.predict(NEW), model.labels_))


def test_clear_clusters_have_the_highest_score():
    centers = 100 * np.eye(4)
    points, y = make_blobs(n_samples=200, centers=centers, random_state=0)
    model = tvcut.BalancedCut(4, n_neighbors=9, weights="binary").fit(points, fixed=y)
    assert model.score(points) == pytest.approx(3 / 4)
    mixed = tvcut.BalancedCut(4, n_neighbors=9, weights="binary").fit(
        points, fixed=np.random.default_rng(0).permutation(y)
    )
    assert mixed.score(points) < 0.3


def test_points_without_weights_score_0():
    model = tvcut.BalancedCut(affinity="rbf").fit(X)
    assert model.score([[1e3, 1e3]]) == 0


def test_errors_are_those_of_predict():
    with pytest.raises(NotFittedError):
        tvcut.BalancedCut().score(X)
    with pytest.raises(ValueError, match="3 features, but BalancedCut is expecting 2 features"):
        tvcut.BalancedCut().fit(X).score(np.ones((2, 3)))


@pytest.mark.slow
def test_search_for_the_number_of_parts():
    points = StandardScaler().fit_transform(load_wine().data)
    search = GridSearchCV(
        tvcut.BalancedCut(effort="fast"), {"n_clusters": [2, 3, 4, 5]}, cv=KFold(3, shuffle=True, random_state=0)
    ).fit(points)
    assert search.best_params_ == {"n_clusters": 3}
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()


def test_the_score_rises_with_parts_of_elongated_clusters():  # as its documentation says
    points = make_moons(300, noise=0.08, random_state=0)[0]
    search = GridSearchCV(tvcut.BalancedCut(effort="fast"), {"n_clusters": [2, 3, 6]}, cv=3).fit(points)
    assert (np.diff(search.cv_results_["mean_test_score"]) > 0).all()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::tvcut.DisconnectedGraphWarning")  # two neighbours leave several components
def test_search_for_the_number_of_neighbours():
    grid = {"balancedcut__n_neighbors": [2, 5, 10, 40], "balancedcut__weights": ["gaussian", "self_tuning"]}
    model = make_pipeline(StandardScaler(), tvcut.BalancedCut(4, effort="fast"))
    scores = GridSearchCV(model, grid, cv=3).fit(X).cv_results_["mean_test_score"]
    assert np.isfinite(scores).all() and (np.diff(scores[2::2]) < 0).all()  # fewer neighbours score higher
    search = GridSearchCV(model, grid, cv=3, scoring="adjusted_rand_score").fit(X, Y)
    assert search.best_score_ > 0.6


@pytest.mark.slow
def test_search_over_given_weights_takes_rows_of_new_points():
    search = GridSearchCV(tvcut.BalancedCut(affinity="precomputed"), {"n_clusters": [2, 4]}, cv=3)
    assert np.isfinite(search.fit(rbf_kernel(X[:120])).cv_results_["mean_test_score"]).all()


def test_score_has_the_sign_of_that_of_kmeans():  # higher is better: more parts than one, compact ones
    better, worse = (tvcut.BalancedCut(4).fit(X, fixed=y) for y in (KMeans(4, random_state=0).fit(X).labels_, Y[::-1]))
    assert better.score(NEW) > worse.score(NEW)


def test_the_oracle_is_the_modularity_of_networkx():
    w = np.kron(np.eye(2), np.ones((3, 2))) + 0.2
    graph = nx.from_numpy_array(np.block([[np.zeros((6, 6)), w], [w.T, np.zeros((4, 4))]]))
    found = nx.algorithms.community.modularity(graph, [{0, 1, 2, 6, 7}, {3, 4, 5, 8, 9}])
    # Newman's null model takes all pairs: with equal halves and degrees it expects the same share within the parts.
    assert modularity(w, [0] * 3 + [1] * 3, [0] * 2 + [1] * 2) == pytest.approx(found)

"""Graphs of nearest neighbours, compared with the formulas on dense distances."""

import numpy as np
import pytest
from scipy import sparse
from scipy.spatial.distance import cdist
from sklearn.cluster import SpectralClustering
from sklearn.neighbors import KNeighborsTransformer, NearestNeighbors

import tvcut
from tvcut._points.metric import METRICS, NEEDED


@pytest.fixture(scope="module")
def points():
    return np.random.default_rng(0).normal(size=(80, 6))


def dense(X, k, weights, scale, symmetrize, r=None):
    """Return the weights that the documentation of knn_graph defines, entry by entry."""
    r = cdist(X, X) if r is None else r
    order = np.argsort(r, axis=1)[:, 1:]  # column 0 is the point itself
    sorted_r = np.sort(r, axis=1)[:, 1:]
    A = np.zeros_like(r)
    for i in range(len(X)):
        for j in order[i, :k]:
            A[i, j] = {
                "gaussian": np.exp(-(r[i, j] ** 2) / (scale * sorted_r[:, k - 1].mean() ** 2)),
                "self_tuning": np.exp(-(r[i, j] ** 2) / (sorted_r[i, 6] * sorted_r[j, 6])),
                "binary": 1.0,
            }[weights]
    return {"average": (A + A.T) / 2, "max": np.maximum(A, A.T), "mutual": np.minimum(A, A.T)}[symmetrize]


@pytest.mark.parametrize("symmetrize", ["average", "max", "mutual"])
@pytest.mark.parametrize("weights", ["gaussian", "self_tuning", "binary"])
@pytest.mark.parametrize("k", [3, 10])
def test_weights(points, weights, symmetrize, k):
    W = tvcut.knn_graph(points, k, weights=weights, scale=2.0, symmetrize=symmetrize)
    np.testing.assert_allclose(W.toarray(), dense(points, k, weights, 2.0, symmetrize), rtol=1e-9)


def test_three_points_by_hand():
    # Neighbours: 0→1, 1→0, 2→1 at distances 1, 1, 2: d_k = 4/3, σ² = 3·(4/3)² = 16/3.
    W = tvcut.knn_graph(np.array([[0.0], [1.0], [3.0]]), 1).toarray()
    expected = np.zeros((3, 3))
    expected[0, 1] = expected[1, 0] = np.exp(-3 / 16)
    expected[1, 2] = expected[2, 1] = np.exp(-4 * 3 / 16) / 2
    np.testing.assert_allclose(W, expected)


@pytest.mark.parametrize("weights", ["gaussian", "self_tuning"])
def test_copies_of_one_point(weights):
    W = tvcut.knn_graph(np.zeros((20, 2)), 8, weights=weights)
    assert np.isfinite(W.data).all() and W.data.max() == 1 and (W.diagonal() == 0).all()


def test_principal_components(points):
    X = np.hstack([points, np.zeros((80, 4))])  # all variance is in six directions
    W = tvcut.knn_graph(X, 5, n_components=6)
    np.testing.assert_allclose(W.toarray(), tvcut.knn_graph(points, 5).toarray(), rtol=1e-9)


def test_many_chunks_and_the_progress_bar(points, monkeypatch, capsys):
    whole = tvcut.knn_graph(points, 5)
    monkeypatch.setattr("tvcut._points.neighbors.CHUNK", 7)
    np.testing.assert_array_equal(tvcut.knn_graph(points, 5, progress=True).toarray(), whole.toarray())
    assert "nearest neighbours" in capsys.readouterr().err


def test_transformer_replaces_the_search(points):
    other = KNeighborsTransformer(n_neighbors=9, mode="distance")
    W = tvcut.knn_graph(points, 5, neighbors=other)
    np.testing.assert_allclose(W.toarray(), tvcut.knn_graph(points, 5).toarray(), rtol=1e-9)
    with pytest.raises(ValueError, match=r"at least 5 other points .* got 2 of point 0"):
        tvcut.knn_graph(points, 5, neighbors=KNeighborsTransformer(n_neighbors=2))


def forbidden(*arguments, **options):
    raise AssertionError("searched again")


def test_neighbours_are_kept_on_disk(points, tmp_path, monkeypatch):
    W = tvcut.knn_graph(points, 5, memory=str(tmp_path))
    assert any(tmp_path.rglob("*.pkl"))
    monkeypatch.setattr("sklearn.neighbors.NearestNeighbors.kneighbors", forbidden)
    np.testing.assert_array_equal(tvcut.knn_graph(points, 5, memory=str(tmp_path)).toarray(), W.toarray())


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"n_neighbors": 0}, ValueError, "n_neighbors must be .* got 0"),
        ({"weights": "cosine"}, ValueError, "weights must be .* got 'cosine'"),
        ({"symmetrize": "no"}, ValueError, "symmetrize must be .* got 'no'"),
        ({"scale": 0}, ValueError, "scale must be .* got 0"),
        ({"n_components": 1.5}, TypeError, "n_components must be .* got 1.5"),
        ({"metric": "taxi"}, ValueError, "metric must be one of .*'euclidean'.* got 'taxi'"),
        ({"metric": lambda x, y: 1.0, "memory": "."}, ValueError, "metric must be a function of a module .*<lambda>"),
        ({"n_jobs": 0.5}, TypeError, "n_jobs must be an integer, got 0.5"),
    ],
)
def test_wrong_options(points, options, error, message):
    with pytest.raises(error, match=message):
        tvcut.knn_graph(points, **options)


@pytest.mark.parametrize("weights", ["gaussian", "self_tuning"])
def test_distances_whose_squares_are_infinite_are_refused(weights):
    X = 1e200 * np.arange(9.0)[:, None] ** 2
    with pytest.raises(ValueError, match=r"distances must have finite squares, got .*e\+20.; scale X"):
        tvcut.knn_graph(X, 7, metric="manhattan", weights=weights)
    assert tvcut.knn_graph(X, 7, metric="manhattan", weights="binary").nnz > 0


def test_scikit_learn_accepts_the_graph():
    X = np.random.default_rng(0).normal(size=(60, 2)) + np.repeat([[0.0, 0.0], [9.0, 9.0], [0.0, 9.0]], 20, axis=0)
    W = tvcut.knn_graph(X, 25)
    assert W.indices.dtype == W.indptr.dtype == np.int32
    labels = SpectralClustering(3, affinity="precomputed", random_state=0).fit_predict(W)
    np.testing.assert_array_equal(tvcut.balanced_cut(W, 3).labels, np.repeat([0, 1, 2], 20))
    assert len(set(labels)) == 3


@pytest.mark.parametrize("metric", ["cosine", "manhattan", "chebyshev", lambda x, y: np.abs(x - y).sum() / 2])
def test_metrics(points, metric):
    r = cdist(
        points, points, metric={"manhattan": "cityblock"}.get(metric, metric) if isinstance(metric, str) else metric
    )
    for weights in ("gaussian", "self_tuning", "binary"):
        W = tvcut.knn_graph(points, 5, metric=metric, weights=weights, scale=2.0)
        np.testing.assert_allclose(W.toarray(), dense(points, 5, weights, 2.0, "average", r), rtol=1e-6, atol=1e-12)


def root(x, y):
    return np.sqrt(np.abs(x - y)).sum()


@pytest.mark.parametrize("other", ["manhattan", root])
def test_metric_but_not_n_jobs_is_part_of_the_key_of_the_memory(points, tmp_path, monkeypatch, other):
    W = tvcut.knn_graph(points, 5, memory=str(tmp_path))
    V = tvcut.knn_graph(points, 5, metric=other, memory=str(tmp_path), n_jobs=2)
    assert (W != V).nnz > 0
    np.testing.assert_array_equal(V.toarray(), tvcut.knn_graph(points, 5, metric=other).toarray())
    monkeypatch.setattr("sklearn.neighbors.NearestNeighbors.kneighbors", forbidden)
    again = tvcut.knn_graph(points, 5, metric=other, memory=str(tmp_path), n_jobs=1)
    np.testing.assert_array_equal(again.toarray(), V.toarray())


def test_n_jobs_reaches_the_search(points, monkeypatch):
    class Recorded(NearestNeighbors):
        def kneighbors(self, X, k):
            assert self.n_jobs == 2
            seen.append(len(X))
            return super().kneighbors(X, k)

    seen = []
    monkeypatch.setattr("tvcut._points.metric.NearestNeighbors", Recorded)
    tvcut.knn_graph(points, 5, n_jobs=2)
    assert seen == [80]


def test_the_transformer_is_not_changed(points):
    other = KNeighborsTransformer(n_neighbors=9)
    tvcut.knn_graph(points, 5, neighbors=other)
    assert not hasattr(other, "n_samples_fit_")


def test_distances_that_are_no_distances(points):
    points = np.hstack([points] * 3)  # scikit-learn compares all pairs in this dimension
    with pytest.raises(ValueError, match=r"distances must be >= 0 and finite, got -1\.0 from point 0"):
        tvcut.knn_graph(points, 5, metric=lambda x, y: -1.0)
    with pytest.raises(ValueError, match=r"distances must be >= 0 and finite, got inf from point 0; scale X"):
        tvcut.knn_graph(points, 5, metric=lambda x, y: np.inf)
    for X in (points * 1e200, sparse.csr_array(points * 1e160)):
        with pytest.raises(ValueError, match=r"squares have a finite sum, got .*e\+\d+; scale X"):
            tvcut.knn_graph(X, 5)


def test_points_whose_squares_are_too_small(points):
    want = tvcut.knn_graph(points, 5).indices
    assert (tvcut.knn_graph(points * 2.0**-470, 5).indices == want).all()
    for X in (points * 1e-170, sparse.csr_array(points * 1e-170)):
        for metric in ("euclidean", "cosine"):
            with pytest.raises(ValueError, match=r"differ by at least 1e-146, got .*e-\d+ at most; scale X"):
                tvcut.knn_graph(X, 5, metric=metric)
    tvcut.knn_graph(np.ones((8, 2)), 3)  # copies of one point are allowed


def test_a_search_that_gives_no_distances(points):
    with pytest.raises(TypeError, match="neighbors must be a transformer, such as KNeighborsTransformer, got 3"):
        tvcut.knn_graph(points, 5, neighbors=3)
    few = KNeighborsTransformer(n_neighbors=4)
    with pytest.raises(ValueError, match=r"at least 7 other points .* got 4 of point 0; choose other weights"):
        tvcut.knn_graph(points, 3, weights="self_tuning", neighbors=few)


@pytest.mark.filterwarnings("ignore:Data was converted to boolean")
@pytest.mark.parametrize("metric", [metric for metric in METRICS if metric not in NEEDED])
def test_metrics_need_no_parameters(points, metric):
    X = cdist(points, points) if metric == "precomputed" else points[:, :2]
    assert tvcut.knn_graph(X, 5, metric=metric).shape == (80, 80)


def test_the_progress_bar_counts_points(points, capsys):
    tvcut.knn_graph(points, 5, progress=True)
    assert "80/80" in capsys.readouterr().err


@pytest.mark.parametrize(
    "n, given, used", [(9, None, 4), (9, 9, 4), (9, 50, 4), (20, None, 9), (3, None, 1), (2, 5, 1)]
)
def test_too_many_neighbours_are_reduced_with_a_warning(n, given, used):
    X = np.random.default_rng(0).normal(size=(n, 3))
    with pytest.warns(
        UserWarning, match=rf"^X has {n} points, of which {given or 10} .*n_neighbors={used} is used"
    ) as w:
        W = tvcut.knn_graph(X) if given is None else tvcut.knn_graph(X, given)
    assert w[0].filename == __file__
    np.testing.assert_array_equal(W.toarray(), tvcut.knn_graph(X, used).toarray())


@pytest.mark.parametrize("n, given", [(21, None), (9, 4), (9, 7), (12, 10), (2, 1)])
def test_a_possible_number_of_neighbours_is_obeyed(n, given):  # without a warning, which would be an error
    X = np.arange(n)[:, None] ** 2.0
    W = tvcut.knn_graph(X, given, weights="binary")
    np.testing.assert_array_equal(np.ceil(W.toarray()).sum(axis=0).min(), given or 10)


def test_a_complete_graph_is_told():
    X = np.random.default_rng(0).normal(size=(9, 3))
    with pytest.warns(UserWarning, match=r"^n_neighbors=8 connects each of the 9 points .* for example 4"):
        W = tvcut.knn_graph(X, 8)
    assert W.nnz == 72

"""What fit is given for the rows of X, and what it returns by them: masses, the index of a frame, outliers."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
import sklearn
from sklearn.datasets import make_blobs
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import tvcut

X, Y = make_blobs(n_samples=80, centers=[[0, 0], [6, 0]], random_state=0)
MASS = np.linspace(1, 4, 80)
FRAME = pd.DataFrame(X, [f"row {i}" for i in range(80)], ["x", "y"])


def model(**options):
    return tvcut.BalancedCut(n_neighbors=8, **options)


def test_sample_weight_is_vertex_weight():
    want = model().fit(X, vertex_weight=MASS).cut_
    assert want.masses.sum() == pytest.approx(MASS.sum())
    for fitted in (model().fit(X, None, MASS), model().fit(X, sample_weight=MASS.tolist())):
        np.testing.assert_array_equal(fitted.cut_.masses, want.masses)
        np.testing.assert_array_equal(fitted.labels_, want.labels)
    np.testing.assert_array_equal(model().fit_predict(X, sample_weight=MASS), want.labels)
    shuffled = pd.Series(MASS, FRAME.index).sample(frac=1, random_state=0)
    np.testing.assert_array_equal(model().fit(FRAME, sample_weight=shuffled).cut_.masses, want.masses)
    given = dict(zip(FRAME.index, MASS, strict=True))
    np.testing.assert_array_equal(model().fit(FRAME, sample_weight=given).cut_.masses, want.masses)
    W = tvcut.knn_graph(X, 8)
    np.testing.assert_array_equal(model(affinity="precomputed").fit(W, sample_weight=MASS).cut_.masses, want.masses)


def test_sample_weight_is_routed():
    with sklearn.config_context(enable_metadata_routing=True):
        pipeline = make_pipeline(
            StandardScaler().set_fit_request(sample_weight=False), model().set_fit_request(sample_weight=True)
        )
        pipeline.fit(X, sample_weight=MASS)
    assert pipeline[-1].cut_.masses.sum() == pytest.approx(MASS.sum())


@pytest.mark.parametrize(
    "given, error, message",
    [
        ({"sample_weight": -MASS}, ValueError, r"^sample_weight\[0\] must be >= 0 and finite, got -1.0$"),
        ({"sample_weight": 0 * MASS}, ValueError, "^sample_weight must be > 0 for some vertex, got zero for all$"),
        ({"sample_weight": MASS[:3]}, ValueError, r"^sample_weight must have shape \(80,\)"),
        ({"sample_weight": ["a"] * 80}, TypeError, "^sample_weight must be real numbers"),
        (
            {"sample_weight": {0: 1}},
            ValueError,
            "^sample_weight must have an entry for every vertex of X, got none for 1",
        ),
        (
            {"sample_weight": MASS, "vertex_weight": MASS},
            ValueError,
            "sample_weight must be None if vertex_weight is given",
        ),
        ({"vertex_weight": -MASS}, ValueError, r"^vertex_weight\[0\] must be"),
    ],
)
def test_wrong_masses_are_named_as_they_were_given(given, error, message):
    with pytest.raises(error, match=message):
        model().fit(X, **given)


def test_masses_exclude_degrees():
    with pytest.raises(ValueError, match="balance must be 'ratio' when sample_weight is given, got 'normalized'"):
        model(balance="normalized").fit(X, sample_weight=MASS)


@pytest.mark.parametrize("affinity", ["nearest_neighbors", "rbf"])
@pytest.mark.parametrize(
    "index", [FRAME.index, pd.RangeIndex(5, 85), pd.Index(range(80))[::-1], pd.date_range("2020", periods=80)]
)
def test_the_index_of_a_frame_comes_back(index, affinity):
    frame = FRAME.set_axis(index)
    fitted = model(affinity=affinity).fit(frame)
    series = fitted.cut_.to_series()
    assert series.index.equals(index)
    np.testing.assert_array_equal(series, fitted.labels_)
    np.testing.assert_array_equal(fitted.labels_, model(affinity=affinity).fit(X).labels_)
    other = int(np.argmax(Y != Y[3]))
    known = {index[3]: 1, index[other]: 0}
    again = model(affinity=affinity).fit(frame, fixed=known).cut_.to_series()
    assert all(again[label] == part for label, part in known.items())


def test_names_are_not_kept_where_there_are_none():
    for points in (X, FRAME.reset_index(drop=True), FRAME.set_axis(["same"] * 80)):
        assert model().fit(points).cut_.names is None
    assert model().fit(FRAME).cut_.names == FRAME.index.tolist()
    with pytest.raises(ValueError, match="must be the name of a vertex of X, got 3"):
        model().fit(FRAME, fixed={3: 0, "row 1": 1})


def test_series_follow_the_index_and_not_the_numbers():
    order = np.random.default_rng(0).permutation(80)
    frame = pd.DataFrame(X[order], index=order)  # labels that are numbers of other rows
    want = model().fit(X, vertex_weight=MASS).cut_
    shuffled = pd.Series(MASS).sample(frac=1, random_state=1)
    for mass in (shuffled, shuffled.to_dict()):
        cut = model().fit(frame, vertex_weight=mass).cut_
        np.testing.assert_allclose(np.sort(cut.masses), np.sort(want.masses))
    by_position = model().fit(frame, vertex_weight=pd.Series(MASS[order])).cut_  # no index of its own
    np.testing.assert_allclose(np.sort(by_position.masses), np.sort(want.masses))


def with_outliers():
    """Return a graph of three groups, a vertex between them, a piece of two vertices and one without edges."""
    W = np.pad(np.kron(np.eye(3), np.ones((40, 40))), (0, 4))
    W[120, [0, 1, 40, 41, 80, 81]] = W[[0, 1, 40, 41, 80, 81], 120] = 1
    W[121, 122] = W[122, 121] = 5
    np.fill_diagonal(W, 0)
    return W


@pytest.mark.filterwarnings("ignore::tvcut.DisconnectedGraphWarning")
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("link", [0, 1e-17])
def test_outliers(form, link):
    W = with_outliers()
    W[121, 5] = W[5, 121] = link  # less than a rounding error of the degrees
    kept = tvcut.BalancedCut(3, affinity="precomputed").fit(form(W))
    labelled = tvcut.BalancedCut(3, affinity="precomputed", outliers="label").fit(form(W))
    np.testing.assert_array_equal(kept.labels_, kept.cut_.labels)
    np.testing.assert_array_equal(labelled.cut_.labels, kept.labels_)
    assert np.flatnonzero(labelled.labels_ < 0).tolist() == [120, 121, 122, 123]
    assert labelled.labels_.dtype == np.int32
    np.testing.assert_array_equal(labelled.labels_[:120], kept.labels_[:120])


@pytest.mark.filterwarnings("ignore::tvcut.DisconnectedGraphWarning")
def test_a_piece_as_heavy_as_a_cluster_is_none():
    W = np.pad(np.kron(np.eye(2), np.ones((40, 40))), (0, 6))
    W[80:, 80:] = 1
    W[0, 40] = W[40, 0] = 0.5
    model = tvcut.BalancedCut(2, affinity="precomputed", outliers="label").fit(W)
    assert model.cut_.evidence.least_cluster <= 6 and (model.labels_ >= 0).all()
    light = model.set_params(n_clusters=2).fit(W, sample_weight=np.r_[np.ones(80), np.full(6, 0.1)])
    assert light.cut_.evidence.least_cluster > 0.6 and np.flatnonzero(light.labels_ < 0).tolist() == [*range(80, 86)]


@pytest.mark.filterwarnings("ignore::tvcut.DisconnectedGraphWarning")
def test_a_vertex_without_edges_is_an_outlier_of_a_small_graph_too():
    W = np.pad(np.kron(np.eye(2), np.ones((3, 3))) + 0.01, (0, 1))
    model = tvcut.BalancedCut(2, affinity="precomputed", outliers="label").fit(W)
    assert model.cut_.evidence.least_cluster < 1
    assert np.flatnonzero(model.labels_ < 0).tolist() == [6]


@pytest.mark.filterwarnings("ignore::tvcut.DisconnectedGraphWarning")
def test_new_points_near_outliers_only_are_outliers():
    model = tvcut.BalancedCut(3, affinity="precomputed", outliers="label").fit(with_outliers())
    new = np.zeros((4, 124))
    new[0, [121, 0]] = 9, 1  # a weight to a part counts more than those to outliers
    new[1, [50, 120]] = 1
    new[2, [121, 123]] = 1
    new[3, 90] = 1
    np.testing.assert_array_equal(model.predict(new), [model.labels_[0], model.labels_[50], -1, model.labels_[90]])
    assert model.score(new) == pytest.approx(1 - 3 * (1 / 3) ** 2)


def test_new_points_far_from_all_have_the_label_of_the_nearest():
    points = np.r_[X, [[50.0, 50.0]]]
    with pytest.warns(tvcut.DisconnectedGraphWarning):
        model = tvcut.BalancedCut(affinity="rbf", gamma=1.0, outliers="label").fit(points)
    assert np.flatnonzero(model.labels_ < 0).tolist() == [80]
    np.testing.assert_array_equal(model.predict([[90.0, 90.0], [-90.0, 0.0]]), [-1, model.labels_[X[:, 0].argmin()]])

"""Pairs, sizes and constraints in BalancedCut."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import make_blobs
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import tvcut

X, Y = make_blobs(n_samples=90, centers=[[0, 0], [4, 0], [8, 0]], random_state=0)


def test_pairs_by_rows():
    apart = [tuple(np.flatnonzero(Y == 0)[:2].tolist())]
    linked = [(int(np.flatnonzero(Y == 0)[0]), int(np.flatnonzero(Y == 2)[0]))]
    model = tvcut.BalancedCut(3, n_neighbors=8, min_share=0.5)
    labels = model.fit(X, must_link=linked, cannot_link=apart).labels_
    assert all(labels[i] == labels[j] for i, j in linked) and all(labels[i] != labels[j] for i, j in apart)
    assert (model.fit_predict(X, must_link=linked, cannot_link=apart) == labels).all()
    assert not (clone(model).fit(X).labels_ == labels).all()


@pytest.mark.parametrize("affinity", ["nearest_neighbors", "precomputed"])
def test_pairs_by_the_index_of_a_frame(affinity):
    pd = pytest.importorskip("pandas")
    names = [f"point {i}" for i in range(90)]
    points = (
        pd.DataFrame(X, names)
        if affinity != "precomputed"
        else pd.DataFrame(tvcut.knn_graph(X, 8).toarray(), names, names)
    )
    model = tvcut.BalancedCut(3, affinity=affinity).fit(
        points, cannot_link=[("point 0", "point 1"), ("point 1", "point 2")]
    )
    series = model.cut_.to_series()
    assert series["point 0"] != series["point 1"] != series["point 2"]
    with pytest.raises(tvcut.ArgumentError, match=r"must_link\[1\] must hold names of vertices of X, got 3"):
        model.fit(points, must_link=[("point 0", "point 1"), ("point 2", 3)])


def test_constraints_reach_the_core():
    before = tvcut.BalancedCut(3, objective="cut").fit(X).labels_
    model = tvcut.BalancedCut(3, objective="cut", connected=True, migration=100.0, bounds="soft", init=before)
    assert (model.fit(X).labels_ == before).all() and model.cut_.moved == 0
    masses = np.column_stack((np.ones(90), Y == 0))
    model = tvcut.BalancedCut(3, objective="cut", max_imbalance=[0.1, 0.2]).fit(X, sample_weight=masses)
    assert np.bincount(model.labels_, Y == 0).max() <= 12
    with pytest.raises(tvcut.ArgumentError, match=r"sample_weight\[4, 1\] must be >= 0 and finite, got -1"):
        model.fit(X, sample_weight=np.where(np.arange(180).reshape(90, 2) == 9, -1, 1))


def test_sizes_of_the_volume():
    pd = pytest.importorskip("pandas")
    points = pd.DataFrame(X, [f"point {i}" for i in range(90)])
    size = pd.Series(np.arange(90.0), points.index)
    model = tvcut.BalancedCut(3, objective="volume")
    cut = model.fit(points, vertex_size=size.sample(frac=1, random_state=0)).cut_
    assert cut.volume == model.fit(X, vertex_size=np.arange(90.0)).cut_.volume > 0


def test_pairs_go_through_a_pipeline():
    labels = make_pipeline(StandardScaler(), tvcut.BalancedCut(3)).fit_predict(X, balancedcut__cannot_link=[(0, 1)])
    assert labels[0] != labels[1]


def test_a_missed_bound_is_warned_of_at_the_call():
    model = tvcut.BalancedCut(2, objective="cut", max_imbalance=0.05, bounds="soft")
    with pytest.warns(tvcut.BoundsWarning, match="miss their bounds by a share of") as caught:
        model.fit(X, vertex_weight=np.append([500.0] * 3, np.ones(87)))
    assert caught[0].filename == __file__

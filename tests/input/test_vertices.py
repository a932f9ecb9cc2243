"""Values of vertices by name: dicts and Series of pandas as fixed, vertex_weight and init."""

import numpy as np
import pytest

import tvcut
from tests import oracle

nx = pytest.importorskip("networkx")
pd = pytest.importorskip("pandas")

NAMES = list("hgfedcba")  # neither ascending nor in the order of their numbers
NUMBERED = nx.from_numpy_array(oracle.random_graph(np.random.default_rng(3), 8, 0.5))
NAMED = nx.relabel_nodes(NUMBERED, dict(enumerate(NAMES)))
W = nx.to_numpy_array(NUMBERED)
MASSES = np.array([1.0, 5.0, 2.0, 8.0, 1.0, 3.0, 1.0, 2.0])
FIXED = np.array([1, -1, 0, -1, -1, 0, 1, -1])
GRAPHS = {"names": (NAMED, NAMES), "numbers": (W, list(range(8))), "numbers of networkx": (NUMBERED, list(range(8)))}


def shuffled(values, index, seed=0):
    return pd.Series(values, index=pd.Index(index, tupleize_cols=False)).sample(frac=1, random_state=seed)


@pytest.mark.parametrize("kind", GRAPHS)
@pytest.mark.parametrize("seed", range(3))
def test_a_series_belongs_to_the_vertices_of_its_index(kind, seed):
    graph, names = GRAPHS[kind]
    for option, values in (("vertex_weight", MASSES), ("fixed", FIXED), ("init", np.maximum(FIXED, 0))):
        expected = tvcut.balanced_cut(W, **{option: values})
        cut = tvcut.balanced_cut(graph, **{option: shuffled(values, names, seed)})
        np.testing.assert_array_equal(cut.labels, expected.labels, option)
        np.testing.assert_array_equal(cut.masses, expected.masses, option)
    f0 = np.random.default_rng(seed).normal(size=8)
    expected = tvcut.balanced_cut(W, init=f0)
    assert tvcut.balanced_cut(graph, init=shuffled(f0, names, seed)).energy_trace[0] == expected.energy_trace[0]


@pytest.mark.parametrize("kind", GRAPHS)
def test_dicts_of_masses_and_a_series_without_free_vertices(kind):
    graph, names = GRAPHS[kind]
    masses = dict(zip(names, MASSES.tolist(), strict=True))
    expected = tvcut.balanced_cut(W, vertex_weight=MASSES)
    for given in (masses, dict(reversed(masses.items()))):
        np.testing.assert_array_equal(tvcut.balanced_cut(graph, vertex_weight=given).masses, expected.masses)
    whole = shuffled(FIXED, names)
    labels = tvcut.balanced_cut(graph, fixed=whole[whole >= 0]).labels
    np.testing.assert_array_equal(labels, tvcut.balanced_cut(W, fixed=FIXED).labels)
    assert tvcut.scan(graph, [2], n_seeds=1, vertex_weight=masses).cuts[0].masses.sum() == MASSES.sum()


@pytest.mark.parametrize("kind", ["names", "tuples", "numbers"])
def test_a_partition_can_be_given_back_in_any_order(kind):
    grid = nx.grid_2d_graph(5, 6)
    graph = {"names": nx.relabel_nodes(grid, str), "tuples": grid, "numbers": nx.to_numpy_array(grid)}[kind]
    series = tvcut.balanced_cut(graph, 3).to_series()
    for seed in range(3):
        again = tvcut.balanced_cut(graph, 3, init=series.sample(frac=1, random_state=seed), effort="fast")
        pd.testing.assert_series_equal(again.to_series(), series)


def test_a_series_without_an_index_is_an_array():
    cut = tvcut.balanced_cut(NAMED, vertex_weight=pd.Series(MASSES), fixed=pd.Series(FIXED))
    np.testing.assert_array_equal(cut.labels, tvcut.balanced_cut(W, vertex_weight=MASSES, fixed=FIXED).labels)


def test_estimator_aligns_fixed_vertices():
    model = tvcut.BalancedCut(affinity="precomputed").fit(NAMED, fixed=shuffled(FIXED, NAMES))
    np.testing.assert_array_equal(model.labels_, tvcut.balanced_cut(W, fixed=FIXED).labels)
    X = pd.DataFrame({"x": [0.0, 0.1, 5.0, 5.1, 9.0, 9.1]}, index=[7, 3, 9, 1, 4, 0])
    fixed = pd.Series([1, -1, 0, -1, -1, -1], index=X.index)
    labels = tvcut.BalancedCut(n_neighbors=3).fit(X, fixed=fixed).labels_
    assert labels[0] == 1 and labels[2] == 0


@pytest.mark.parametrize("index", ["numbers", "names"])
def test_estimator_aligns_series_with_the_rows_of_a_frame(index):
    n = 40
    data = pd.DataFrame({"x": np.r_[0 : n // 2, 1000 : 1000 + n // 2] / 100, "side": np.repeat([0, 1], n // 2)})
    data.index = range(n) if index == "numbers" else [f"row {i}" for i in range(n)]
    data["mass"] = np.linspace(1, 2, n)
    X = data[["x"]].sample(frac=1, random_state=1)
    known = data["side"].iloc[[3, 15, 24, 38]]
    model = tvcut.BalancedCut(n_neighbors=5).fit(X, fixed=known, vertex_weight=data["mass"].sample(frac=1))
    labels = pd.Series(model.labels_, X.index)
    assert labels.sort_index().equals(data["side"].astype(np.int32).sort_index())
    np.testing.assert_allclose(model.cut_.masses, data.groupby("side")["mass"].sum())
    options = {"n_starts": 1, "polish": "none", "effort": "fast", "n_neighbors": 5}
    for order in (X.index, X.index[::-1]):
        start = (data["x"] - data["x"].mean()).loc[order]
        cut = tvcut.BalancedCut(init=start, **options).fit(X).cut_
        expected = tvcut.BalancedCut(init=start.loc[X.index].to_numpy(), **options).fit(X).cut_
        np.testing.assert_array_equal(cut.energy_trace, expected.energy_trace)


def test_labels_of_a_series_that_are_no_rows_are_refused():
    X = pd.DataFrame({"x": [0.0, 0.1, 5.0, 5.1]}, index=[7, 3, 9, 1])
    with pytest.raises(ValueError, match=r"the index of fixed must hold rows of X, got 0; pass fixed\.to_numpy\(\)"):
        tvcut.BalancedCut(n_neighbors=2).fit(X, fixed=pd.Series({7: 0, 0: 1}))
    X.index = [7, 7, 9, 1]
    with pytest.raises(ValueError, match="X must have an index without duplicates if fixed has one"):
        tvcut.BalancedCut(n_neighbors=2).fit(X, fixed=pd.Series({7: 0, 1: 1}))


def test_a_graph_after_a_frame_has_no_names_of_columns():
    model = tvcut.BalancedCut(n_neighbors=2).fit(pd.DataFrame({"x": [0.0, 0.1, 5.0, 5.1]}))
    assert model.feature_names_in_.tolist() == ["x"]
    model.set_params(affinity="precomputed").fit(NAMED)
    assert not hasattr(model, "feature_names_in_") and len(model.predict(W)) == 8


def test_errors_of_the_estimator_keep_names():
    graph = nx.Graph([("W", "a"), ("a", "b"), ("it's W", "b")])
    model = tvcut.BalancedCut(affinity="precomputed")
    with pytest.raises(ValueError, match="every vertex of X, got none for 'W'"):
        model.fit(graph, vertex_weight=dict.fromkeys(["a", "b", "it's W"], 1))
    with pytest.raises(ValueError, match="the name of a vertex of X, got 'W W'"):
        model.fit(graph, fixed={"W W": 0, "a": 1})
    with pytest.raises(ValueError, match='every vertex of X, got none for "it\'s W"'):
        model.fit(graph, vertex_weight=dict.fromkeys(["a", "b", "W"], 1))


BY_NAME = {"h": 1.0, "g": 1.0, "f": 1.0, "e": 1.0, "d": 1.0, "c": 1.0, "b": 1.0}
REFUSED = {
    "unknown name": ("fixed", pd.Series({"x": 0, "a": 1}), ValueError, r"W, got 'x'; pass fixed.to_numpy\(\)"),
    "name twice": ("fixed", pd.Series([0, 1, 1], index=["a", "b", "a"]), ValueError, "must hold .* got 'a' twice"),
    "part": ("fixed", pd.Series({"h": 2, "a": 1}), ValueError, r"fixed\['h'\] must be an integer in \[-1, 1\], got 2"),
    "missing": ("fixed", pd.Series({"h": np.nan, "a": 1}), TypeError, r"fixed\['h'\] must be an integer, got nan"),
    "mass of no vertex": ("vertex_weight", BY_NAME, ValueError, "every vertex of W, got none for 'a'"),
    "mass of none": ("vertex_weight", pd.Series(BY_NAME), ValueError, "every vertex of W, got none for 'a'"),
    "negative mass": ("vertex_weight", {"a": -1.0, **BY_NAME}, ValueError, r"vertex_weight\['a'\] must be >= 0"),
    "text": ("vertex_weight", {"a": "x", **BY_NAME}, TypeError, "vertex_weight must be real numbers"),
    "label": ("init", pd.Series({"a": 7, **dict.fromkeys(BY_NAME, 0)}), ValueError, r"init\['a'\] must be a part"),
    "start": ("init", pd.Series({"a": np.inf, **BY_NAME}), ValueError, r"init\[0, 'a'\] must be finite"),
    "other length": ("init", pd.Series([0, 1, 1]), ValueError, "the name of a vertex of W, got 0"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_an_entry_that_does_not_match_is_named(case):
    option, given, kind, message = REFUSED[case]
    with pytest.raises(kind, match=message):
        tvcut.balanced_cut(NAMED, **{option: given})


@pytest.mark.parametrize("option", ["fixed", "init", "vertex_weight", "part_weights"])
def test_rows_of_different_lengths_are_refused(option):
    with pytest.raises(ValueError, match=f"^{option} must have shape .*, got rows of different lengths"):
        tvcut.balanced_cut(W, **{option: [[0], [1, 1]]})


def test_an_index_that_may_be_positions_or_names_is_refused():
    path = nx.path_graph(range(1, 6))
    with pytest.raises(ValueError, match=r"a vertex in fixed must be the name of a vertex of W, got 0; pass fixed"):
        tvcut.balanced_cut(path, fixed=pd.Series([0, -1, -1, -1, 1]))
    with pytest.raises(ValueError, match=r"a vertex in vertex_weight must be an integer in \[0, 7\], got 8"):
        tvcut.balanced_cut(W, vertex_weight=pd.Series(MASSES, index=range(1, 9)))

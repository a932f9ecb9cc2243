"""Cuts and scans of the cells of an AnnData: groups, columns of obs, and what is stored."""

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from tvcut._cells import columns

anndata, pandas = pytest.importorskip("anndata"), pytest.importorskip("pandas")
pytestmark = pytest.mark.filterwarnings("ignore:The 'future.infer_string' option")  # anndata under pandas 3

SIZES = (12, 8, 6, 4)
Y = np.repeat(np.arange(4), SIZES)
W = np.where(Y[:, None] == Y, 1.0, 0.01)
NAMES = np.array(["T", "B", "NK", "DC"])


@pytest.fixture
def cells():
    data = anndata.AnnData(np.zeros((30, 1)))
    data.obsp["connectivities"] = sp.csr_matrix(W)
    data.obs["type"] = pandas.Categorical(NAMES[Y], ["B", "DC", "NK", "T"])
    return data


def read_back(cells, tmp_path):
    cells.write_h5ad(tmp_path / "cells.h5ad")
    return anndata.read_h5ad(tmp_path / "cells.h5ad")


def test_scan_is_stored(cells, tmp_path):
    assert tvcut.tl.scan(cells, iter([2, 3, 4, 5]), n_seeds=2, min_share=0.0) is None
    expected = tvcut.scan(W, [2, 3, 4, 5], n_seeds=2, min_share=0.0)
    found = read_back(cells, tmp_path).uns["tvcut_scan"]
    assert found["suggestion"] == expected.suggestion == 4 and found["status"] == "completed"
    table = found["table"]
    for name, values in (
        ("value", expected.values),
        ("stability", expected.stability),
        ("null_value", expected.null_values),
    ):
        np.testing.assert_array_equal(table[name], values)
    assert (
        table["n_clusters"].tolist() == [2, 3, 4, 5]
        and table["smallest"].iloc[2] == 4
        and table["largest"].iloc[2] == 12
    )
    again = tvcut.tl.scan(cells, key_added="again", copy=True, **found["params"])
    pandas.testing.assert_frame_equal(again.uns["again"]["table"], table, check_names=False)
    assert "again" not in cells.uns


def test_scan_of_some_groups_and_of_another_graph(cells):
    cells.obsp["other"] = np.kron(np.eye(2), np.ones((15, 15))) + 0.01
    tvcut.tl.scan(cells, [2, 3], obsp="other", n_seeds=1)
    tvcut.tl.scan(cells, [2, 3, 4], restrict_to=("type", ["B", "NK", "DC"]), key_added="some", n_seeds=1)
    assert cells.uns["tvcut_scan"]["suggestion"] == 2 and cells.uns["some"]["suggestion"] == 3


def test_only_the_cells_of_some_groups_are_cut(cells):
    cells.obs["coarse"] = pandas.Categorical(np.array(["0", "1", "1", "2"])[Y])
    tvcut.tl.balanced_cut(cells, 2, restrict_to=("coarse", ["1"]))
    expected = np.array(["0", "1,0", "1,1", "2"])[Y]
    assert cells.obs["tvcut_R"].tolist() == expected.tolist() and "tvcut" not in cells.obs
    assert list(cells.obs["tvcut_R"].cat.categories) == ["0", "1,0", "1,1", "2"]
    tvcut.tl.balanced_cut(cells, 3, restrict_to=("coarse", ["2", "1"]), key_added="all", order="size")
    assert cells.obs["all"].tolist() == np.array(["0", "2-1,0", "2-1,1", "2-1,2"])[Y].tolist()


def test_cells_without_a_group_keep_none(cells):
    cells.obs.loc[cells.obs_names[:2], "type"] = np.nan
    tvcut.tl.balanced_cut(cells, 2, restrict_to=("type", ["B"]))
    assert cells.obs["tvcut_R"].isna().tolist() == [True] * 2 + [False] * 28
    assert set(cells.obs["tvcut_R"].cat.categories) == {"B,0", "B,1", "DC", "NK", "T"}


def test_clusters_of_a_column_are_fixed_and_keep_their_names(cells):
    known = pandas.Series(pandas.NA, cells.obs_names, dtype=object)
    known.iloc[[29, 13]] = ["DC", "0"]
    cells.obs["known"] = known.astype("category")
    tvcut.tl.balanced_cut(cells, 4, fixed="known")
    assert cells.obs["tvcut"].tolist() == np.array(["1", "0", "2", "DC"])[Y].tolist()
    assert list(cells.obs["tvcut"].cat.categories) == ["0", "DC", "1", "2"]
    cells.obs["numbers"] = np.where(np.arange(30) == 29, 2.0, np.nan)  # integers with missing values
    tvcut.tl.balanced_cut(cells, 4, fixed="numbers")
    assert cells.obs["tvcut"].tolist() == np.array(["0", "1", "3", "2"])[Y].tolist()


def test_a_column_is_a_partition_to_start_from(cells):
    rng = np.random.default_rng(0)
    start = np.where(rng.random(30) < 0.3, NAMES[rng.permutation(Y)], NAMES[Y])
    codes = np.unique(start, return_inverse=True)[1]
    cells.obs["start"] = start
    tvcut.tl.balanced_cut(cells, 4, init="start")
    assert cells.obs["tvcut"].tolist() == [str(r) for r in tvcut.balanced_cut(W, 4, init=codes).labels]
    cells.obs.loc[cells.obs_names[rng.random(30) < 0.5], "type"] = np.nan
    assert cells.obs["type"].isna().sum() > 5 and cells.obs["type"].nunique() == 4
    tvcut.tl.balanced_cut(cells, 4, init="type", polish="none", key_added="completed")
    codes = np.unique(NAMES, return_inverse=True)[1]  # parts keep the numbers of the categories
    assert cells.obs["completed"].tolist() == codes[Y].astype(str).tolist()
    cells.obs["tvcut"] = replaced = np.arange(30) % 4
    tvcut.tl.balanced_cut(cells, 4, init="tvcut")
    assert cells.uns["tvcut"]["params"]["init"].tolist() == replaced.tolist()
    cells.obs["f"] = np.arange(30.0)
    tvcut.tl.balanced_cut(cells, 2, init="f")  # a start of the descent
    assert cells.uns["tvcut"]["params"]["init"] == "f"


def test_cells_without_a_cluster_start_in_that_of_their_neighbours():
    path = np.diag([3.0, 1, 2, 0, 1], 1)  # no path leads to the last two
    labels = np.array([0, -1, -1, 1, -1, -1])
    assert columns._completed(path + path.T, labels, 2).tolist() == [0, 0, 1, 1, 0, 0]
    smallest = columns._completed(path + path.T, np.array([0, 0, 0, 1, -1, -1]), 2)
    assert smallest.tolist() == [0, 0, 0, 1, 1, 1]
    assert labels.tolist() == [0, -1, -1, 1, -1, -1]


def test_columns_agree_on_the_numbers_of_parts(cells):
    cells.obs["known"] = pandas.Categorical(np.where(np.arange(30) == 0, "T", None), ["T"])
    tvcut.tl.balanced_cut(cells, 4, init="type", fixed="known")
    assert cells.obs["tvcut"].tolist()[0] == "T" and cells.obs["tvcut"].value_counts()["T"] == 12


CALLS = [
    {"random_state": np.random.default_rng(3), "balance": "normalized"},
    {"random_state": None, "n_starts": 3, "callback": lambda progress: None},
    {"random_state": 2**64 - 1, "descent": tvcut.Descent(theta=0.9), "strategy": "symmetric", "lower_bound": True},
    {"fixed": "known", "min_share": 0.2},
    {"fixed": {"0": 1, "29": 0}, "vertex_weight": np.arange(1.0, 31)},
    {"init": "type", "effort": "fast"},
    {"init": "tvcut"},
    {"restrict_to": ("type", ["T", "B", "NK"]), "n_clusters": 3, "vertex_weight": np.arange(1.0, 27)},
    {"restrict_to": ("type", ["T", "NK"]), "n_clusters": 2, "fixed": "known", "order": "first_vertex"},
    {"n_clusters": 3, "order": "size", "max_size": 14, "time_limit": 60.0},
]


@pytest.mark.parametrize("given", CALLS, ids=lambda given: ", ".join(given))
def test_what_is_stored_repeats_the_cut(cells, tmp_path, given):
    rng = np.random.default_rng(1)
    A = rng.random((30, 30)) * (rng.random((30, 30)) < 0.3)
    cells.obsp["connectivities"] = sp.csr_matrix(A + A.T)
    cells.obs["known"] = pandas.Categorical(np.where(np.arange(30) % 11 == 0, NAMES[Y], None))
    cells.obs["tvcut"] = np.arange(30) % 4
    tvcut.tl.balanced_cut(cells, **{"n_clusters": 4} | given)
    key = "tvcut_R" if "restrict_to" in given else "tvcut"
    back = read_back(cells, tmp_path)
    params = back.uns[key]["params"]
    assert isinstance(params["random_state"], (int, np.integer)) and "callback" not in params
    assert set(given) - {"callback"} <= set(params)
    tvcut.tl.balanced_cut(back, key_added="again", **params)
    assert back.obs["again"].tolist() == cells.obs[key].tolist()
    assert back.uns["again"]["value"] == cells.uns[key]["value"]


def test_pairs_and_several_masses_are_stored(cells, tmp_path):
    cells.obs_names = [f"cell {i}" for i in range(30)]
    rng = np.random.default_rng(2)
    tvcut.tl.balanced_cut(
        cells,
        3,
        objective="cut",
        connected=True,
        must_link=iter([("cell 0", "cell 5")]),
        cannot_link=[{"cell 1", "cell 2"}],
        vertex_weight=np.column_stack((np.ones(30), rng.uniform(1, 2, 30))),
        max_imbalance=[0.3, 0.5],
    )
    back = read_back(cells, tmp_path)
    part, params = back.obs["tvcut"], back.uns["tvcut"]["params"]
    assert part["cell 0"] == part["cell 5"] and part["cell 1"] != part["cell 2"]
    tvcut.tl.balanced_cut(back, key_added="again", **params)
    assert back.obs["again"].tolist() == part.tolist()
    assert params["vertex_weight"].shape == (30, 2) and params["must_link"].tolist() == [["cell 0", "cell 5"]]


def test_wrong_groups_and_columns(cells):
    cells.obs["many"] = pandas.Categorical(np.arange(30).astype(str))
    cells.obs["two"] = NAMES[Y % 2]
    cases = [
        (
            {"restrict_to": "type"},
            TypeError,
            "restrict_to must be a pair of a column of adata.obs and a list of groups",
        ),
        ({"restrict_to": ("type", "T")}, TypeError, "restrict_to must be a pair"),
        ({"restrict_to": ("types", ["T"])}, KeyError, "restrict_to must name a column .* 'type', .* got 'types'"),
        ({"restrict_to": ("type", ["X"])}, ValueError, r"groups of adata.obs\['type'\], which are 'B', .* got 'X'"),
        ({"restrict_to": ("type", [])}, ValueError, "restrict_to must have at least one group"),
        ({"fixed": "typo"}, KeyError, "fixed must name a column of adata.obs, which has 'type', .* got 'typo'"),
        ({"fixed": "many"}, ValueError, "fixed must name at most n_clusters = 4 clusters, got 30 in 'many'"),
        ({"init": "typo"}, KeyError, "init must name a column"),
        ({"init": "two"}, ValueError, "init must name a column with n_clusters = 4 clusters, but 'two' has 2"),
        ({"fixed": "type", "order": "size"}, ValueError, "order must be 'first_vertex' with fixed"),
        ({"fixed": "type", "n_clusters": "4"}, TypeError, "n_clusters must be an integer"),
    ]
    for given, error, message in cases:
        with pytest.raises(error, match=message):
            tvcut.tl.balanced_cut(
                cells, **{"n_clusters": 4, "callback": lambda _: pytest.fail("the cut began")} | given
            )
    assert "tvcut" not in cells.obs and "tvcut" not in cells.uns


def test_the_number_of_clusters_is_found_and_stored():
    X = np.concatenate([centre + np.random.default_rng(0).normal(size=(60, 4)) for centre in 20 * np.eye(4)])
    adata = anndata.AnnData(X)
    adata.obsp["connectivities"] = tvcut.knn_graph(X)
    tvcut.tl.balanced_cut(adata, "auto")
    assert adata.obs["tvcut"].nunique() == 4
    assert adata.uns["tvcut"]["params"]["n_clusters"] == "auto"

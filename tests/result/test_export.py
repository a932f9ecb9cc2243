"""What a cut is turned into, and the clusters of an AnnData."""

import json
import sys

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from tests import oracle

rng = np.random.default_rng(0)
W = oracle.random_graph(rng, 20, 0.4)
CUT = tvcut.balanced_cut(W, 3)


def test_dict_and_json():
    found = CUT.to_dict()
    assert found["labels"] == CUT.labels.tolist() and found["names"] is None and found["parts"] == 3
    assert json.loads(CUT.to_json()) == found
    for name in ("value", "cut_weight", "imbalance", "lower_bound", "status", "n_components", "objective", "time"):
        assert found[name] == getattr(CUT, name)


def test_names_that_json_cannot_hold():
    nx = pytest.importorskip("networkx")
    cut = tvcut.balanced_cut(nx.grid_2d_graph(2, 4))
    assert cut.communities()[0] == {(i, j) for i in (0, 1) for j in (0, 1)}
    assert cut.to_series()[[(0, 3)]].tolist() == [1]
    odd = nx.relabel_nodes(nx.path_graph(4), {0: frozenset({1}), 1: b"x"})
    assert json.loads(tvcut.balanced_cut(odd).to_json())["names"] == ["frozenset({1})", "b'x'", 2, 3]


def test_names_are_a_list_of_the_caller():
    graph = tvcut.GraphFile(W, [f"v{i}" for i in range(20)], None, "npz")
    cut, names = tvcut.balanced_cut(graph, 3), list(graph.names)
    for given in (cut.names, cut.to_dict()["names"], graph.names):
        given.append("x")
        assert cut.names == names
    assert set().union(*cut.communities()) == set(names)


def test_series(monkeypatch):
    pytest.importorskip("pandas")
    series = CUT.to_series()
    assert series.name == "part" and series.tolist() == CUT.labels.tolist() and series.index.tolist() == list(range(20))
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        CUT.to_series()


def test_subgraphs():
    graphs = CUT.subgraphs()
    for r, graph in enumerate(graphs):
        rows = np.flatnonzero(CUT.labels == r)
        np.testing.assert_array_equal(graph.toarray(), W[np.ix_(rows, rows)])
    inside = sum(graph.sum() for graph in graphs) / 2
    assert inside + CUT.cut_weight == pytest.approx(W.sum() / 2)


@pytest.mark.parametrize("kind", ["networkx", "pandas"])
def test_arrays_are_in_the_order_of_the_names(kind):
    nx = pytest.importorskip("networkx")
    graph = nx.relabel_nodes(nx.karate_club_graph(), lambda i: f"v{i}")
    if kind == "pandas":
        pytest.importorskip("pandas")
        graph = nx.to_pandas_edgelist(graph).sample(frac=1, random_state=0)
    names = tvcut.balanced_cut(graph).names
    mass = [1.0 + int(name[1:]) for name in names]
    cut = tvcut.balanced_cut(graph, vertex_weight=mass, fixed=[{"v0": 1, "v33": 0}.get(name, -1) for name in names])
    for r, part in enumerate(cut.communities()):
        assert cut.masses[r] == sum(1 + int(name[1:]) for name in part) and ("v33", "v0")[r] in part


@pytest.fixture
def cells():
    anndata = pytest.importorskip("anndata")
    data = anndata.AnnData(np.zeros((20, 2)))
    data.obsp["connectivities"] = sp.csr_matrix(W)
    data.obsp["other"] = sp.csr_matrix(np.kron(np.eye(4), np.ones((5, 5))))
    data.uns["found"] = {"connectivities_key": "other"}
    return data


@pytest.mark.filterwarnings("ignore:The 'future.infer_string' option")  # anndata under pandas 3
def test_cells(cells, tmp_path):
    anndata = pytest.importorskip("anndata")
    descent = tvcut.Descent(theta=0.9)
    assert tvcut.tl.balanced_cut(cells, 3, balance="normalized", descent=descent, part_weights=[0.5, 0.3, 0.2]) is None
    cut = tvcut.balanced_cut(W, 3, balance="normalized", descent=descent, part_weights=[0.5, 0.3, 0.2])
    assert cells.obs["tvcut"].tolist() == [str(label) for label in cut.labels]
    assert list(cells.obs["tvcut"].cat.categories) == ["0", "1", "2"]
    cells.write_h5ad(tmp_path / "cells.h5ad")
    back = anndata.read_h5ad(tmp_path / "cells.h5ad")
    assert back.obs["tvcut"].tolist() == cells.obs["tvcut"].tolist()
    found = back.uns["tvcut"]
    assert found["value"] == cut.value and found["params"]["balance"] == "normalized"
    assert found["params"]["n_clusters"] == 3 and found["params"]["descent"]["theta"] == 0.9
    assert found["params"]["part_weights"].tolist() == [0.5, 0.3, 0.2] and "obsp" not in found["params"]


def test_graphs_of_cells(cells):
    expected = [str(i // 5) for i in range(20)]
    for options in ({"obsp": "other"}, {"neighbors_key": "found"}):
        made = tvcut.tl.balanced_cut(cells, 4, key_added="four", copy=True, **options)
        assert made.obs["four"].tolist() == expected and "four" not in cells.obs
        assert made.uns["four"]["params"].items() >= options.items()
    cells.uns["neighbors"] = {"params": {}}  # as of old versions of scanpy
    expected = tvcut.tl.balanced_cut(cells, 4, copy=True).obs["tvcut"].tolist()
    sized = tvcut.tl.balanced_cut(cells, 2, min_size=9, max_size=11, copy=True).uns["tvcut"]
    assert sized["sizes"].min() >= 9 and sized["params"]["min_size"] == 9 and sized["params"]["max_size"] == 11
    assert tvcut.tl.balanced_cut(cells, 4, neighbors_key="neighbors", copy=True).obs["tvcut"].tolist() == expected
    made = tvcut.tl.balanced_cut(cells, 2, fixed={"0": 0, "1": 1}, random_state=np.random.default_rng(0), copy=True)
    assert made.obs["tvcut"].iloc[1] == "1"


@pytest.mark.filterwarnings("ignore:The 'future.infer_string' option")  # anndata under pandas 3
def test_what_is_given_for_cells_is_stored(cells, tmp_path):
    anndata, pandas = pytest.importorskip("anndata"), pytest.importorskip("pandas")
    cells.obs_names = names = ["a", "a/b", ".", "", *map(str, range(16))]  # HDF5 has no such keys
    masses, init = pandas.Series(np.arange(1.0, 21), names), pandas.Series(np.arange(20) % 2, names)
    stored = []
    for given in (
        {"fixed": {"a/b": 1, ".": 0}, "vertex_weight": masses[::-1], "init": init.to_dict()},
        {"init": init[::-1] * 1.0},  # a start of the descent
    ):
        tvcut.tl.balanced_cut(cells, 2, **given)
        cells.write_h5ad(tmp_path / "cells.h5ad")
        stored.append(anndata.read_h5ad(tmp_path / "cells.h5ad").uns["tvcut"]["params"])
    assert stored[0]["fixed"].tolist() == [-1, 1, 0] + [-1] * 17
    assert stored[0]["vertex_weight"].tolist() == masses.tolist()
    assert all(params["init"].ravel().tolist() == init.tolist() for params in stored)


def test_cells_of_equal_names_have_numbers(cells):
    cells.obs_names = ["cell"] * 20
    tvcut.tl.balanced_cut(cells, 2, fixed={0: 1, 19: 0})
    assert cells.uns["tvcut"]["params"]["fixed"].tolist() == [1] + [-1] * 18 + [0]


@pytest.mark.filterwarnings("ignore:The 'future.infer_string' option")  # anndata under pandas 3
def test_cells_in_a_file_are_refused_a_copy_before_the_cut(cells, tmp_path):
    anndata = pytest.importorskip("anndata")
    cells.write_h5ad(tmp_path / "cells.h5ad")
    backed = anndata.read_h5ad(tmp_path / "cells.h5ad", backed="r")
    with pytest.raises(ValueError, match=r"use adata.to_memory\(\)"):
        tvcut.tl.balanced_cut(backed, 4, copy=True, callback=lambda _: pytest.fail("the cut began"))
    tvcut.tl.balanced_cut(backed, 4)
    assert backed.obs["tvcut"].tolist() == tvcut.tl.balanced_cut(cells, 4, copy=True).obs["tvcut"].tolist()
    backed.file.close()


def test_wrong_cells(cells):
    with pytest.raises(TypeError, match="key_added must be a str, got None"):
        tvcut.tl.balanced_cut(cells, 4, key_added=None)
    with pytest.raises(ValueError, match="neighbors_key or obsp must be None, got 'a' and 'b'"):
        tvcut.tl.balanced_cut(cells, neighbors_key="a", obsp="b")
    with pytest.raises(KeyError, match=r"adata.uns has no 'a'; run scanpy.pp.neighbors"):
        tvcut.tl.balanced_cut(cells, neighbors_key="a")
    for entry in ({"conn_key": "other"}, {}, "text", None):
        cells.uns["a"] = entry
        with pytest.raises(KeyError, match=r"uns\['a'\] has no 'connectivities_key'; pass the key_added of scanpy"):
            tvcut.tl.balanced_cut(cells, neighbors_key="a")
    with pytest.raises(KeyError, match=r"adata.obsp has no 'a', but 'connectivities', 'other'"):
        tvcut.tl.balanced_cut(cells, obsp="a")
    with pytest.raises(KeyError, match=r"adata.obsp is empty and has no 'connectivities'; run scanpy.pp.neighbors"):
        tvcut.tl.balanced_cut(type(cells)(np.zeros((3, 1))))
    with pytest.raises(TypeError, match="adata must be an AnnData, got an object of type ndarray"):
        tvcut.tl.balanced_cut(W)

"""The remedies that errors about graphs of other libraries name are right."""

import numpy as np
import pytest

import tvcut
from tests import oracle

nx = pytest.importorskip("networkx")
pd = pytest.importorskip("pandas")


def test_a_directed_graph_of_networkx_keeps_all_weights():
    rng = np.random.default_rng(4)
    D = np.triu(oracle.random_graph(rng, 9, 0.6)) + np.tril(oracle.random_graph(rng, 9, 0.6))
    W = nx.from_numpy_array(D, create_using=nx.DiGraph)
    with pytest.raises(ValueError, match=r"pass tvcut.as_graph\(W, symmetrize='sum'\), or 'max' or 'mean', as W"):
        tvcut.balanced_cut(W)
    cut = tvcut.balanced_cut(tvcut.as_graph(W, symmetrize="sum"))
    assert cut.cut_weight == pytest.approx(D[np.not_equal.outer(cut.labels, cut.labels)].sum(), rel=1e-12)


def test_a_table_that_lists_only_some_edges_twice():
    table = pd.DataFrame({"source": [0, 1, 1], "target": [1, 0, 2], "weight": [1, 1, 3]})
    remedy = r"\(1, 2\) has weight 3 and \(2, 1\) has 0; list each edge once, or every edge in both directions"
    with pytest.raises(ValueError, match=remedy):
        tvcut.balanced_cut(table)
    once, twice = table.iloc[1:], pd.concat([table, pd.DataFrame({"source": [2], "target": [1], "weight": [3]})])
    assert tvcut.balanced_cut(once).cut_weight == tvcut.balanced_cut(twice).cut_weight == 1


EDGES = pd.DataFrame({"source": [0, 1], "target": [1, 2]})


def test_a_table_of_arrow_is_no_matrix():
    table = pytest.importorskip("pyarrow").Table.from_pandas(EDGES)
    with pytest.raises(TypeError, match=r"got a Table of pyarrow; pass W.to_pandas\(\)"):
        tvcut.balanced_cut(table)
    assert tvcut.balanced_cut(table.to_pandas()).labels.size == 3


def test_a_table_of_dask_is_no_matrix():
    table = pytest.importorskip("dask.dataframe").from_pandas(EDGES, npartitions=1)
    with pytest.raises(TypeError, match=r"got a DataFrame of dask; pass W.compute\(\), or use tvcut.distributed"):
        tvcut.balanced_cut(table)
    assert tvcut.balanced_cut(table.compute()).labels.size == 3

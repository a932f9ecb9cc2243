"""Frames on Dask: they are cut as their rows are, wrong ones are refused, and so are wrong clients."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from tests.distributed.blocks import MARKS, in_blocks, weighted_grid
from tvcut.distributed import balanced_cut

pytestmark = MARKS


# Frames.


def frame(W, both, parts, seed=0):
    import dask.dataframe as dd

    C = sp.coo_array(W if both else sp.triu(W))
    order = np.random.default_rng(seed).permutation(C.nnz)
    return dd.from_pandas(pd.DataFrame({"u": C.row[order], "v": C.col[order], "w": C.data[order]}), npartitions=parts)


def test_a_frame_is_cut_as_its_rows_are(client):
    W = weighted_grid(20)
    options = {"max_coarse_vertices": 150, "min_share": 0, "entries_per_block": 500, "n_cycles": 1, "client": client}
    want = balanced_cut(in_blocks(client, W, 3), **options)
    for both, parts in ((False, 3), (True, 4)):
        cut = balanced_cut(frame(W, both, parts), **options)
        assert (cut.labels.compute() == want.labels.compute()).all() and cut.value == want.value


def edges_of(client, npartitions=1, **columns):
    import dask.dataframe as dd

    return dd.from_pandas(pd.DataFrame(columns), npartitions=npartitions)


def test_the_volume_is_no_objective(client):
    with pytest.raises(ValueError, match="objective must be 'value' or 'cut' for a distributed graph, got 'volume'"):
        balanced_cut(edges_of(client, u=[0], v=[1]), objective="volume", client=client)


def test_parallel_edges_add_up_and_loops_count_nothing(client):
    cut = balanced_cut(edges_of(client, u=[0, 0, 1, 2], v=[1, 1, 2, 2], w=[2.0, 1.0, 1.0, 9.0]), client=client)
    assert cut.labels.compute().tolist() == [0, 0, 1] and cut.value == 1


def test_a_column_weight_holds_weights(client):
    path = {"u": [0, 1, 2, 3, 4], "v": [1, 2, 3, 4, 5]}
    cut = balanced_cut(edges_of(client, **path, weight=[1, 100, 100, 1, 100]), client=client)
    assert cut.labels.compute().tolist() == [0, 0, 0, 0, 1, 1] and cut.value == 0.5


def test_a_series_of_masses_is_read_by_its_index(client):
    import dask.dataframe as dd

    masses = pd.Series([4.0, 1.0, 1.0, 1.0, 1.0], index=[4, 0, 1, 2, 3])
    path = edges_of(client, u=[0, 1, 2, 3], v=[1, 2, 3, 4])
    cut = balanced_cut(path, vertex_weight=dd.from_pandas(masses, npartitions=1, sort=False), client=client)
    assert cut.labels.compute().tolist() == [0, 0, 0, 0, 1]


def test_names_are_numbered_in_their_order(client, tmp_path):
    import dask.dataframe as dd

    path = ["e", "d", "b", "a", "c", "f"]
    edges = edges_of(client, 3, u=path[:-1], v=path[1:])
    edges.to_parquet(tmp_path / "edges")
    for frame in (edges, edges.astype("category"), dd.read_parquet(tmp_path / "edges")):
        cut = balanced_cut(frame, client=client)
        assert cut.names.compute().tolist() == sorted(path)
        table = cut.to_frame().compute()
        assert dict(zip(table.vertex, table.part, strict=True)) == {"a": 0, "b": 1, "c": 0, "d": 1, "e": 1, "f": 0}
    masses = pd.Series([9.0, 1, 1, 1, 1, 1], index=path)
    assert balanced_cut(edges, vertex_weight=masses, client=client).masses.tolist() == [5.0, 9.0]
    numbers = balanced_cut(edges_of(client, u=[0, 1, 2], v=[1, 2, 3]), client=client)
    assert numbers.names is None and numbers.to_frame().compute().vertex.tolist() == [0, 1, 2, 3]


def test_names_and_numbers_give_the_same_parts(client):
    W, options = weighted_grid(10), {"max_coarse_vertices": 130, "entries_per_block": 100, "client": client}
    edges = frame(W, both=False, parts=3)
    named = edges.assign(
        u=edges.u.map("v{:03}".format, meta=("u", str)), v=edges.v.map("v{:03}".format, meta=("v", str))
    )
    labels = [balanced_cut(given, min_share=0, **options).labels.compute() for given in (edges, named)]
    assert (labels[0] == labels[1]).all()


def test_edges_whose_weights_overflow_are_named(client):
    import dask.dataframe as dd

    pairs = [(0, j) for j in range(1, 51)] + [(80, 81)] * 2
    table = pd.DataFrame(pairs, columns=["u", "v"]).assign(w=[1.0] * 50 + [1.5e308] * 2)
    with pytest.raises(ValueError, match=r"edges, \(80, 81\): the sum of duplicates must be finite"):
        balanced_cut(dd.from_pandas(table, npartitions=1), entries_per_block=20, client=client)


def test_two_columns_of_one_name_are_refused(client):
    twice = edges_of(client, u=[0, 1], v=[1, 2], w=[1.0, 1.0]).rename(columns={"w": "u"})
    with pytest.raises(ValueError, match="each once, got 'u', 'v', 'u'"):
        balanced_cut(twice, client=client)


WRONG_FRAMES = {
    "missing name": ({"u": ["a", None], "v": ["b", "c"]}, ValueError, "'u' of edges, row 1 .*present, not NaN"),
    "names and numbers": ({"u": ["a"], "v": [1]}, TypeError, "column 'u' of edges must hold integers"),
    "no column": ({"a": [0], "b": [1]}, ValueError, "it has no column 'u', but 'a', 'b'"),
    "float ends": ({"u": [0.5], "v": [1]}, TypeError, "column 'u' of edges must hold integers"),
    "text weights": ({"u": [0], "v": [1], "w": ["x"]}, TypeError, "column 'w' of edges must hold real numbers"),
    "negative end": ({"u": [0, -1], "v": [1, 2]}, ValueError, "column 'u' of edges, row 1 of partition 0"),
    "nan": ({"u": [0, 1], "v": [1, 2], "w": [1, np.nan]}, ValueError, "row 1 .*weights must be present, not NaN"),
    "inf": ({"u": [0, 1], "v": [1, 2], "w": [1, np.inf]}, ValueError, "row 1 .*weights must be finite, got inf"),
    "negative": ({"u": [0, 1], "v": [1, 2], "w": [1.0, -2.0]}, ValueError, "row 1 .*weights must be >= 0, got -2"),
    "two weights": ({"u": [0, 1], "v": [1, 0], "w": [1.0, 2.0]}, ValueError, r"\(0, 1\) with weight 1 and \(1, 0\)"),
    "large end": ({"u": np.array([0, 2**63 + 5], np.uint64), "v": [1, 2]}, ValueError, f"got {2**63 + 5}"),
    "other column": ({"u": [0], "v": [1], "time": [2]}, ValueError, "no columns but .* got 'u', 'v', 'time'; select"),
    "two columns of weights": ({"u": [0], "v": [1], "w": [2], "weight": [2]}, ValueError, "w or weight, each once"),
    "vertices without edges": ({"u": [0], "v": [2**31 - 2]}, ValueError, "has vertex 2147483646, but 1 edges"),
    "one vertex": ({"u": [0], "v": [0]}, ValueError, "from 2 to 2147483647 vertices, got 1"),
}


@pytest.mark.parametrize("name", WRONG_FRAMES)
def test_wrong_frames_are_refused(client, name):
    columns, kind, text = WRONG_FRAMES[name]
    with pytest.raises(kind, match=text):
        balanced_cut(edges_of(client, **columns), client=client)


# Clients.


def test_a_client_need_not_be_the_current_one(client):
    """The current client is another cluster's."""
    from distributed import Client

    with Client(processes=False, dashboard_address=":0", set_as_default=False) as other:
        cut = balanced_cut(edges_of(other, 2, u=[0, 1, 2, 3, 4], v=[1, 2, 3, 4, 5]), client=other)
        with other.as_current():
            assert cut.labels.compute().tolist() == [0, 0, 0, 1, 1, 1]


def test_closed_and_asynchronous_clients_are_refused(client):
    import asyncio

    from distributed import Client

    path = edges_of(client, u=[0, 1], v=[1, 2])
    with Client(processes=False, dashboard_address=":0", set_as_default=False) as closed:
        pass
    with pytest.raises(ValueError, match="client is closed"):
        balanced_cut(path, client=closed)

    async def cut():
        address = client.scheduler.address
        async with Client(address, asynchronous=True, set_as_default=False) as waited:
            balanced_cut(path, client=waited)

    with pytest.raises(ValueError, match="client must not be asynchronous"):
        asyncio.run(cut())

"""Graphs in files: round trips, and what each format allows."""

import io
import os
from pathlib import Path

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp

import tvcut
from tests.files.graphs import MASSES, NAMES, W, matrix_market, read, rng, written
from tvcut._files import formats

WITH_NAMES = {"npz", "csv", "tsv", "parquet", "graphml"}
WITH_MASSES = {"metis", "npz", "graphml"}


@pytest.mark.parametrize("ending", ["", ".gz"])
@pytest.mark.parametrize("format", formats.FORMATS)
def test_round_trip(tmp_path, format, ending):
    path = tmp_path / f"graph{formats.FORMATS[format].endings[0]}{ending}"
    tvcut.write_graph(path, W)
    graph = tvcut.read_graph(path)
    np.testing.assert_array_equal(graph.W.toarray(), W)
    assert graph.names is None and graph.vertex_weight is None and graph.format == format
    path.rename(tmp_path / "graph")  # the content alone tells the format
    again = tvcut.read_graph(tmp_path / "graph")
    np.testing.assert_array_equal(again.W.toarray(), W)


@pytest.mark.parametrize("format", formats.FORMATS)
def test_names_and_masses(format):
    for option, value, able in (("names", NAMES, WITH_NAMES), ("vertex_weight", MASSES, WITH_MASSES)):
        if format in able:
            graph = read(written(W, format, **{option: value}))
            np.testing.assert_array_equal(graph.W.toarray(), W)
            np.testing.assert_array_equal(getattr(graph, option), value)
        else:
            with pytest.raises(tvcut.GraphFileError, match=r"vertices|CSV or TSV"):
                written(W, format, **{option: value})


@pytest.mark.parametrize("format", sorted(set(formats.FORMATS) - {"metis"}))
def test_weights_keep_all_bits(format):
    A = W * rng.random() * 1e-7
    A += A.T
    np.testing.assert_array_equal(read(written(A, format)).W.toarray(), A)


@pytest.mark.parametrize("format", formats.FORMATS)
def test_same_parts_from_every_format(format):
    graph = read(written(W, format), format=format)
    expected, found = (tvcut.balanced_cut(A, 3, min_share=0) for A in (W, graph.W))
    np.testing.assert_array_equal(found.labels, expected.labels)
    assert found.value == expected.value


METIS = {
    "0": ("3 2\n2\n1 3\n2\n", None, 1),
    "000": ("3 2 000\n2\n1 3\n2\n", None, 1),
    "1": ("% c\n3 2 1\n2 5\n%c\n1 5 3 5\n2 5\n\n", None, 5),
    "10": ("3 2 10\n7 2\n8 1 3\n9 2\n", [7, 8, 9], 1),
    "11": ("3 2 011\n7 2 5\n8 1 5 3 5\n9 2 5\n", [7, 8, 9], 5),
    "11, two masses": ("3 2 11 2\n7 1 2 5\n8 1 1 5 3 5\n9 1 2 5\n", [[7, 1], [8, 1], [9, 1]], 5),
    "100": ("3 2 100\n4 2\n4 1 3\n4 2\n", None, 1),
    "111": ("3 2 111 1\r\n4 7 2 5\r\n4 8 1 5 3 5\r\n4 9 2 5\r\n", [7, 8, 9], 5),
}


@pytest.mark.parametrize("case", METIS)
def test_metis(case):
    text, masses, weight = METIS[case]
    graph = read(text.encode())
    assert graph.format == "metis"
    np.testing.assert_array_equal(graph.W.toarray(), weight * np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]]))
    assert graph.vertex_weight is None if masses is None else (graph.vertex_weight == masses).all()


EDGES = {
    "spaces": (b"# c\n0 1\n1  2\n", None, [1, 1]),
    "tabs, weights": (b"0\t1\t2.5\n1\t2\t1e1\n", None, [2.5, 10]),
    "names": (b"a b\nb c\n", ["a", "b", "c"], [1, 1]),
    "numbers from 1": (b"1 2 3\n2 10 4\n", ["1", "2", "10"], [3, 4]),
    "header": (b"weight,other,target,source\n3,x,b,a\n4,y,c,b\n", ["a", "b", "c"], [3, 4]),
    "header of other words": (b"\xef\xbb\xbfperson,friend,years\na,b,3\nb,c,4\n", ["a", "b", "c"], [3, 4]),
    "header and numbers": (b"source;target\n0;1\n1;2\n", None, [1, 1]),
    "quotes": (b'"a, b",c,1\nc,"d ""e""",2\n', ["a, b", "c", 'd "e"'], [1, 2]),
    "each edge twice": (b"0 1 7\n1 0 7\n1 2 8\n2 1 8\n", None, [7, 8]),
    "duplicates": (b"0 1 3\n0 1 4\n1 2 8\n", None, [7, 8]),
    "konect": (b"% sym\n1 2\n2 3\n", ["1", "2", "3"], [1, 1]),
    "loop": (b"0 0 9\n0 1 1\n1 2 1\n", None, [1, 1]),
}


def assert_is_read(text, names, weights):
    graph = read(text)
    assert graph.names == names
    np.testing.assert_array_equal(graph.W.diagonal(1), weights)
    np.testing.assert_array_equal((graph.W - graph.W.T).toarray(), 0)


@pytest.mark.parametrize("case", EDGES)
def test_edge_lists(case):
    assert_is_read(*EDGES[case])


MARKET = {
    "symmetric": (b"coordinate real symmetric\n% c\n\n2 2 1\n2 1 3.5\n", 3.5),
    "general": (b"coordinate integer general\n2 2 2\n2 1 3\n1 2 3\n", 3),
    "pattern": (b"coordinate pattern symmetric\n2 2 1\n2 1\n", 1),
    "array": (b"array real general\n2 2\n0\n3\n3\n0\n", 3),
    "array, symmetric": (b"array real symmetric\n%\n2 2\n0\n3\n0\n", 3),
}


@pytest.mark.parametrize("case", MARKET)
def test_matrix_market(case):
    text, weight = MARKET[case]
    np.testing.assert_array_equal(read(matrix_market(text)).W.toarray(), [[0, weight], [weight, 0]])


@pytest.mark.parametrize("layout", ["csr", "csc", "bsr", "coo", "dia"])
def test_npz_of_scipy(tmp_path, layout):
    path = tmp_path / "W.npz"
    sp.save_npz(path, sp.csr_array(W).asformat(layout))
    np.testing.assert_array_equal(tvcut.read_graph(path).W.toarray(), W)
    tvcut.write_graph(path, W)
    np.testing.assert_array_equal(sp.load_npz(path).toarray(), W)


@pytest.mark.filterwarnings("ignore:The default value for `spmatrix`:DeprecationWarning")  # SciPy 1.18
def test_matrix_market_as_scipy_reads_and_writes_it():
    for A in (sp.csr_array(W), W):
        file = io.BytesIO()
        scipy.io.mmwrite(file, A)
        np.testing.assert_array_equal(read(file.getvalue()).W.toarray(), W)
    np.testing.assert_array_equal(scipy.io.mmread(io.BytesIO(written(W, "matrix-market"))).toarray(), W)


def test_symmetrize():
    text = matrix_market(b"coordinate real general\n2 2 2\n1 2 3\n2 1 5\n")
    for how, weight in (("average", 4), ("max", 5), ("sum", 8)):
        assert read(text, symmetrize=how).W[0, 1] == weight
    triangle = matrix_market(b"coordinate real general\n2 2 2\n1 2 3\n1 1 9\n")
    with pytest.raises(tvcut.GraphFileError, match="'sum', as it holds one triangle only"):
        read(triangle)
    np.testing.assert_array_equal(read(triangle, symmetrize="sum").W.toarray(), [[9, 3], [3, 0]])
    with pytest.raises(ValueError, match="symmetrize must be one of 'refuse'"):
        read(text, symmetrize="min")
    with pytest.raises(ValueError, match="format must be one of 'metis'"):
        read(text, format="gif")


def test_writing_checks_its_input():
    with pytest.raises(tvcut.GraphFileError, match="symmetric"):
        written([[0, 1], [2, 0]], "csv")
    with pytest.raises(tvcut.GraphFileError, match="integers as weights of edges"):
        written([[0, 0.5], [0.5, 0]], "metis")
    with pytest.raises(tvcut.GraphFileError, match="2 distinct texts"):
        written([[0, 1], [1, 0]], "csv", names=["a", "a"])
    with pytest.raises(tvcut.GraphFileError, match=r"shape \(2,\)"):
        written([[0, 1], [1, 0]], "npz", vertex_weight=[1])
    with pytest.raises(ValueError, match="format must be given"):
        tvcut.write_graph("graph.unknown", W)


def test_missing_package(monkeypatch):
    data = written(W, "parquet")
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(tvcut.GraphFileError, match="pip install pyarrow"):
        read(data)


@pytest.mark.slow
def test_real_graphs():
    if "TVCUT_DATA" not in os.environ:
        pytest.skip("TVCUT_DATA is unset")
    paths = sorted(path for f in ("graphs", "networks") for path in Path(os.environ["TVCUT_DATA"], f).iterdir())
    for path in paths:
        graph = tvcut.read_graph(path)
        assert (graph.W != graph.W.T).nnz == 0
        if path.suffix == ".graph":
            assert graph.format == "metis"
            assert graph.W.shape[0] == int(path.read_bytes().split()[0])
        again = read(written(graph.W, "csv"))
        assert (again.W != graph.W).nnz == 0 and again.names is None


def test_representation_is_short():
    A = np.ones((1000, 1000))
    graph = read(written(A, "npz", names=[f"v{i}" for i in range(1000)], vertex_weight=np.ones(1000)))
    assert repr(graph) == "GraphFile(shape=(1000, 1000), edges=500500, names=..., vertex_weight=..., format='npz')"
    assert repr(read(b"0 1\n1 2\n")) == "GraphFile(shape=(3, 3), edges=2, format='edges')"

"""Graphs in files: round trips, what each format allows, and files with something wrong in them."""

import gzip
import io
import os
import time
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp

import oracle
import tvcut
from tvcut._files import formats, graph_file, summary
from tvcut._files.entries import Entries

rng = np.random.default_rng(0)
W = np.round(100 * oracle.random_graph(rng, 15, 0.2))
W[4] = W[:, 4] = 0  # a vertex without edges
NAMES = [f"vertex {i}" if i % 2 else f'"é", {i}' for i in range(15)]
MASSES = np.arange(1.0, 16)
WITH_NAMES = {"npz", "csv", "tsv", "parquet", "graphml"}
WITH_MASSES = {"metis", "npz", "graphml"}


def written(W, format, **options):
    file = io.BytesIO()
    tvcut.write_graph(file, W, format=format, **options)
    return file.getvalue()


def read(data, **options):
    return tvcut.read_graph(io.BytesIO(data), **options)


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


@pytest.mark.parametrize("case", EDGES)
def test_edge_lists(case):
    text, names, weights = EDGES[case]
    graph = read(text)
    assert graph.names == names
    np.testing.assert_array_equal(graph.W.diagonal(1), weights)
    np.testing.assert_array_equal((graph.W - graph.W.T).toarray(), 0)


def matrix_market(text):
    return b"%%MatrixMarket matrix " + text


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
        read(text, format="gml")


def archive(**arrays):
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def lying_archive():
    """An archive whose data declare 8 TB."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for name, shape in (("data", "(1000000000000,)"), ("indices", "(3,)"), ("indptr", "(3,)"), ("shape", "(2,)")):
            head = f"{{'descr': '<i8', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
            made.writestr(f"{name}.npy", b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head + bytes(24))
    return file.getvalue()


CSR = {"data": np.ones(2), "indices": np.array([1, 0]), "indptr": np.array([0, 1, 2]), "shape": np.array([2, 2])}
WRONG = {
    "empty": (b"", "the file is empty"),
    "binary": (b"\x00\x01\x02", "none of the formats"),
    "metis, n": (b"9 2\n2\n1 3\n2\n", "declares 9 vertices, but 3 lines follow", "metis"),
    "metis, huge n": (b"999999999999 2\n2\n1\n", "declares 999999999999 vertices, but 2 lines", "metis"),
    "metis, m": (b"3 9\n2\n1 3\n2\n", "declares 9 edges, but 4 neighbours follow and not 18; correct m", "metis"),
    "metis, code": (b"3 2 7\n2\n1 3\n2\n", "line 1: the code .* got 7", "metis"),
    "metis, neighbour": (b"3 2\n2\n1 4\n2\n", r"line 3: a neighbour must be in \[1, 3\], got 4", "metis"),
    "metis, odd": (b"3 2 1\n2 1\n1 1 3\n2 1\n", "line 3: .* pairs of a neighbour and a weight", "metis"),
    "metis, word": (b"2 1\n%\n2\nx\n", "line 4: .* the character 'x'", "metis"),
    "metis, number": (b"2 1\n2\n1-1\n", "line 3: .* got '1-1'", "metis"),
    "metis, asymmetric": (b"3 1\n2 3\n\n\n", r"\(0, 1\) has weight 1 and \(1, 0\) has 0; set symmetrize"),
    "metis, asymmetric weights": (b"2 1 1\n2 5\n1 6\n", r"has weight 5 and \(1, 0\) has 6; .*'average'"),
    "negative": (b"a b -1\n", r"weights must be >= 0, got -1 for edge \('a', 'b'\)"),
    "nan": (b"a b nan\n", "weights must be finite, got nan"),
    "sum": (b"a b 1e308\nb c 1e308\n", "the sum of all weights must be finite"),
    "sum of duplicates": (b"a b 1e308\nb a 1e308\na b 1e308\n", "the sum of all weights must be finite"),
    "one column": (b"a\nb\n", "line 1: .* got 1 columns"),
    "columns": (b"a b\na b c\n", "line 2: every line must have 2 columns, .* set format to 'metis'"),
    "no weight": (b"a,b,1\na,c,x\n", "line 2: a weight must be a number, got 'x'"),
    "empty name": (b"a,b\na,\n", "line 2: the name of a vertex must not be empty"),
    "quote": (b'a,b\n"a,b\n', "line 2: the line is no row of CSV"),
    "both directions": (b"a b\nb a\na c\n", "set symmetrize to 'average', 'max' or 'sum'"),
    "utf-8": (b"a \xff\n", "UTF-8"),
    "market, entries": (
        matrix_market(b"coordinate real general\n2 2 999999999\n1 2 1\n"),
        "999999999 entries are declared, but 1",
    ),
    "market, rows": (matrix_market(b"coordinate real general\n999999999 999999999 1\n1 2 1\n"), "isolated vertices"),
    "market, array": (matrix_market(b"array real general\n99999 99999\n1\n"), "entries are declared, but 1 lines"),
    "market, shape": (matrix_market(b"coordinate real general\n2 3 1\n1 2 1\n"), "square, got 2 x 3"),
    "market, complex": (matrix_market(b"coordinate complex general\n2 2 1\n1 2 1 1\n"), "real part"),
    "market, index": (
        matrix_market(b"coordinate real general\n2 2 1\n1 3 1\n"),
        r"line 3: a row and a column must be in \[1, 2\], got '1 3 1'",
    ),
    "market, sizes": (matrix_market(b"coordinate real general\n"), "line of sizes is missing"),
    "market, banner": (b"%%MatrixMarket\n2 2 1\n1 2 1\n", "first line must be"),
    "npz, object": (archive(**{**CSR, "data": np.array([{}, 1], dtype=object)}), "nothing is unpickled"),
    "npz, sizes": (lying_archive(), "declares 8000000000000 bytes"),
    "npz, shape": (archive(**{**CSR, "shape": np.array([2**31 - 1] * 2)}), "isolated vertices"),
    "npz, indices": (archive(**{**CSR, "indices": np.array([1, 7])}), "within the shape"),
    "npz, indptr": (archive(**{**CSR, "indptr": np.array([0, 9, 2])}), "indptr"),
    "npz, missing": (archive(data=np.ones(2)), "has no indices"),
    "npz, layout": (archive(**CSR, format=np.array("ell")), "format must be one of csr"),
    "npz, bomb": (
        (lambda f: (np.savez_compressed(f, **{**CSR, "data": np.zeros(2**24)}), f.getvalue())[1])(io.BytesIO()),
        "compressed bytes hold more than",
    ),
    "gzip bomb": (gzip.compress(bytes(2**27)), "decompress the file first"),
    "gzip, damaged": (gzip.compress(b"0 1\n")[:-9], "gzip file is damaged"),
    "graphml, entities": (b"<!DOCTYPE x [<!ENTITY a 'a'>]><graphml/>", "DOCTYPE"),
    "graphml, html": (b"<html></html>", "not in GraphML"),
    "parquet": (b"PAR1....PAR1", "no Parquet file"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_files(case):
    data, message, *format = WRONG[case]
    with pytest.raises(tvcut.GraphFileError, match=message) as caught:
        read(data, format=format[0] if format else None)
    assert str(caught.value).startswith("<stream>")


def test_metis_edges_with_the_ending_of_another_format(tmp_path):
    path = tmp_path / "few.graph"
    path.write_text("3 2\n1 2\n")  # by its content it would be an edge list
    with pytest.raises(tvcut.GraphFileError, match=r"few.graph, line 1: .* declares 3 vertices, but 1 lines"):
        tvcut.read_graph(path)


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


def test_missing_packages(monkeypatch):
    for module, format in (("networkx", "graphml"), ("pyarrow", "parquet")):
        data = written(W, format)
        monkeypatch.setitem(__import__("sys").modules, module, None)
        with pytest.raises(tvcut.GraphFileError, match=f"pip install {module}"):
            read(data)


def test_summary():
    entries = Entries(
        6, *map(np.array, ([0, 1, 0, 2, 2, 3, 1], [1, 0, 1, 2, 3, 2, 3])), np.array([1.0, 2, 1, 5, 4, 3, 0])
    )
    facts = summary.summary(entries)
    assert (facts["edges"], facts["components"], facts["isolated_vertices"]) == (2, 4, 2)
    assert (facts["loops"], facts["duplicates"], facts["zero_weights"], facts["asymmetric_pairs"]) == (1, 1, 1, 1)
    assert facts["weights"] == {"min": 1, "median": 2, "mean": 2.2, "max": 4}
    assert any("(2, 3)" in remark for remark in facts["remarks"])


def change(data, rng):
    """Return data with a few bytes replaced, inserted, removed or repeated, or with a part missing."""
    made = bytearray(data)
    for _ in range(rng.integers(1, 6)):
        at, length = int(rng.integers(len(made) + 1)), int(rng.integers(1, 9))
        digits = bytes(rng.choice(list(b'0123456789-+.eE \n\t,%<>"'), length).astype(np.uint8))
        kind = rng.integers(6)
        if kind == 0:
            made[at : at + 1] = rng.bytes(1)
        elif kind == 1:
            made[at:at] = digits
        elif kind == 2:
            made[at : at + length] = b""
        elif kind == 3:
            made[at : at + length] = digits
        elif kind == 4:
            made[at:at] = made[at : at + 50]
        elif len(made) > 20 and rng.random() < 0.3:
            made = made[:at]
    return bytes(made)


def samples(format):
    if format == "npz":
        uncompressed = io.BytesIO()
        np.savez(uncompressed, **CSR, vertex_weight=np.ones(2), names=np.array(["a", "b"]))
        return [written(W, format, names=NAMES, vertex_weight=MASSES), uncompressed.getvalue()]
    kept = {"names": NAMES} if format in WITH_NAMES else {}
    kept |= {"vertex_weight": MASSES} if format in WITH_MASSES else {}
    return [written(W, format), written(W, format, **kept)]


def changed_files(format, count):
    """Read changed files and return how many are refused. Each takes at most 2 s, and all at most 300 MB.

    Whatever is read has a summary, even if it is not a graph.
    """
    rng = np.random.default_rng(1)
    data, refused = samples(format), 0
    tracemalloc.start()
    for trial in range(count):
        made = change(data[trial % 2], rng)
        made = gzip.compress(made) if trial % 10 == 9 else made
        began = time.perf_counter()
        chosen = format if trial % 3 else None
        try:
            assert summary.summary(graph_file.read_entries(io.BytesIO(made), chosen)[0])["vertices"] >= 1
            graph = read(made, format=chosen)
            assert graph.W.shape[0] >= 1 and graph.W.data.min(initial=1) > 0
        except tvcut.GraphFileError:
            refused += 1
        assert time.perf_counter() - began < 2
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 300e6
    return refused


@pytest.mark.parametrize("format", formats.FORMATS)
def test_changed_files(format):
    assert changed_files(format, 300) > 30


@pytest.mark.slow
@pytest.mark.parametrize("format", formats.FORMATS)
def test_many_changed_files(format):
    assert changed_files(format, 10_000) > 1000


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

"""Files are read in blocks: their borders change no entry and no line number, and the memory is bounded."""

import gzip
import io
import os
import threading
import tracemalloc
import warnings

import numpy as np
import pytest

import tvcut
from bench.reading import random_graph, write_files
from tests.files.graphs import NAMES, W, matrix_market, read, written
from tests.files.test_damaged_files import WRONG
from tests.files.test_files import EDGES, MARKET, METIS
from tvcut._files import formats, parquet, table

PIECES = (1, 2, 13)
TEXT = ("metis", "matrix-market", "csv", "tsv", "edges", "graphml")
TEXTS = {f"edges, {case}": text for case, (text, _, _) in EDGES.items()}
TEXTS |= {f"market, {case}": matrix_market(text) for case, (text, _) in MARKET.items()}
TEXTS |= {f"metis, {case}": text.encode() for case, (text, _, _) in METIS.items()}
TEXTS |= {format: written(W, format) for format in TEXT}
TEXTS |= {"names": written(W, "csv", names=NAMES), "crlf": b"0 1 2\r\n\r\n# c\r\n1 2 3\r\n", "one line": b"0 1 2"}
TEXTS |= {"end without a line break": b"0,1,2\n1,2,3", "comments": b"# a\n\n#b\n0 1\n   \n%c\n1 2\n\n\n"}


def same(found, expected):
    for name in ("indptr", "indices", "data"):
        np.testing.assert_array_equal(getattr(found.W, name), getattr(expected.W, name))
    assert (found.names, found.format) == (expected.names, expected.format)


@pytest.mark.filterwarnings("ignore::tvcut.GraphFileWarning")
@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("case", TEXTS)
def test_borders_change_no_entry(monkeypatch, tmp_path, case, piece):
    expected = read(TEXTS[case])
    monkeypatch.setattr(table, "PIECE", piece)
    (tmp_path / "plain").write_bytes(TEXTS[case])
    (tmp_path / "packed").write_bytes(gzip.compress(TEXTS[case]))
    for found in (read(TEXTS[case]), tvcut.read_graph(tmp_path / "plain"), tvcut.read_graph(tmp_path / "packed")):
        same(found, expected)


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("case", WRONG)
def test_borders_change_no_message(monkeypatch, case, piece):
    monkeypatch.setattr(table, "PIECE", piece)
    data, message, *format = WRONG[case]
    with pytest.raises(tvcut.GraphFileError, match=message):
        read(data, format=format[0] if format else None)


@pytest.mark.parametrize("piece", [1, 50, 2**20])
@pytest.mark.parametrize("line", [6, 77, 123])
@pytest.mark.parametrize(
    ("wrong", "message"),
    [("1 x 1", "the character 'x'"), ("1 999 1", r"in \[1, 125\], got '1 999 1'"), ("1 2", "3 numbers, got 2")],
)
def test_line_numbers_far_from_the_start(monkeypatch, piece, line, wrong, message):
    monkeypatch.setattr(table, "PIECE", piece)
    lines = ["%%MatrixMarket matrix coordinate real symmetric", "% comment", "125 125 119", "", "% comment"]
    lines += [f"{i + 1} {i} 1" for i in range(1, 120)]
    lines[line - 1] = wrong
    with pytest.raises(tvcut.GraphFileError, match=f"line {line}: .*{message}"):
        read("\n".join(lines).encode())


def test_the_number_of_lines_is_reported_before_a_wrong_line(monkeypatch):
    monkeypatch.setattr(table, "PIECE", 1)
    with pytest.raises(tvcut.GraphFileError, match="line 2: 5 entries are declared, but 3 lines follow"):
        read(matrix_market(b"coordinate real symmetric\n3 3 5\n2 1 1\n3 x 1\n3 2"))


@pytest.mark.parametrize("rows", [1, 3, 2**16])
@pytest.mark.parametrize("named", ["numbers", "texts", "texts of numbers", "negative", "categories"])
def test_batches_of_parquet(monkeypatch, rows, named):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet as pq

    rng = np.random.default_rng(0)
    ends = rng.integers(20, size=(2, 50))
    ends[:, ends[0] > ends[1]] = ends[::-1, ends[0] > ends[1]]
    weight = rng.random(50)
    called = {
        "texts": [f"v{i}" for i in range(20)],
        "texts of numbers": [str(7 * i) for i in range(20)],
        "categories": [f"é {i}" for i in range(20)],
    }.get(named)
    columns = [e.tolist() if called is None else [called[i] for i in e] for e in ends - 3 * (named == "negative")]
    columns = [pa.array(c).dictionary_encode() if named == "categories" else pa.array(c) for c in columns]
    made = pa.table({"weight": weight, "target": columns[1], "x": weight, "source": columns[0]})
    file = io.BytesIO()
    pq.write_table(made, file, row_group_size=17)
    text = "\n".join(
        f"{u}\t{v}\t{w!r}" for u, v, w in zip(*(c.to_pylist() for c in columns), weight.tolist(), strict=True)
    )
    expected = read(b"source\ttarget\tweight\n" + text.encode())
    monkeypatch.setattr(parquet, "_ROWS", rows)
    found = read(file.getvalue())
    np.testing.assert_array_equal(found.W.toarray(), expected.W.toarray())
    assert found.names == expected.names and (found.names is None) == (expected.names is None)


def test_the_index_of_a_table_in_parquet_is_no_weight():
    pd = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    edges = pd.DataFrame({"person": [5, 1, 2, 3], "friend": [6, 2, 3, 4]})
    for table_ in (edges, edges[edges.person < 5], edges[edges.person < 5].rename_axis("row")):
        file = io.BytesIO()
        table_.to_parquet(file)
        graph = read(file.getvalue())
        assert (graph.W.data == 1).all() and graph.W.nnz == 2 * len(table_)


def test_threads_leave_the_filters_of_warnings():
    text = b"\n".join(b"%d %d 1.5" % (i, i + 1) for i in range(20_000))
    before = list(warnings.filters)
    threads = [threading.Thread(target=lambda: [read(text) for _ in range(5)]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert warnings.filters == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_read_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(b"0 1 2\n1 2 3\n",))
    writer.start()
    found = tvcut.read_graph(tmp_path / "pipe")
    writer.join()
    assert found.W.data.tolist() == [2, 2, 3, 3]


@pytest.mark.slow
def test_the_memory_for_each_edge(monkeypatch, tmp_path):
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(table, "PIECE", 2**14)
    monkeypatch.setattr(parquet, "_ROWS", 2**10)
    graph = random_graph(10**4)
    edges = graph.nnz // 2
    write_files(graph, tmp_path)
    for path in tmp_path.iterdir():
        if path.suffix != ".gz":
            tvcut.read_graph(path)  # once before, to load modules
        tracemalloc.start()
        found = tvcut.read_graph(path)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 75 * edges + 10**6, path.name
        metis = path.name.startswith("graph.graph")  # whose weights are integers
        np.testing.assert_array_equal(found.W.data, np.rint(graph.data * 1000) if metis else graph.data)
        np.testing.assert_array_equal(found.W.indices, graph.indices)


def test_every_format_takes_the_same_source():
    for format in formats.FORMATS:
        np.testing.assert_array_equal(read(gzip.compress(written(W, format))).W.toarray(), W)

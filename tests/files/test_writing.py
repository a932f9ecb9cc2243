"""write_graph takes what balanced_cut takes, and keeps what it is given."""

import io
import os
import subprocess
import sys
import threading

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from tests import oracle
from tests.files.graphs import MASSES, NAMES, ONE, W, read, written
from tvcut._files import formats, parquet, source

ENDS = [0, 0, 1, 1], [1, 1, 0, 0]  # an edge twice in both directions
LOOPS = W + np.diag(np.arange(15.0) % 3)


@pytest.mark.parametrize("dtype", ["uint8", "int8", "bool", "int64", "float64"])
@pytest.mark.parametrize("layout", ["coo", "csr", "csc"])
def test_duplicates_are_summed_as_floats(dtype, layout):
    values = np.full(4, 100).astype(dtype)
    ends = ENDS if layout == "coo" else ([1, 1, 0, 0], [0, 2, 4])
    A = getattr(sp, f"{layout}_array")((values, ends) if layout == "coo" else (values, *ends), shape=(2, 2))
    assert read(written(A, "csv")).W[0, 1] == 2 * float(values[0])


@pytest.mark.parametrize("layout", ["coo", "csr", "csc", "bsr", "dia", "dok", "lil"])
@pytest.mark.parametrize("format", ["npz", "csv", "matrix-market", "graphml"])
def test_every_layout_with_loops(layout, format):
    A = sp.csr_array(LOOPS).asformat(layout)
    np.testing.assert_array_equal(read(written(A, format)).W.toarray(), LOOPS)
    np.testing.assert_array_equal(A.toarray(), LOOPS)


def test_the_matrix_is_not_changed():
    A = sp.csr_array((np.array([0.0, 3, 2, 2, 3]), [0, 2, 1, 0, 0], [0, 3, 4, 5]), shape=(3, 3))
    before = A.data.copy(), A.indices.copy(), A.indptr.copy()
    graph = read(written(A, "npz"))
    np.testing.assert_array_equal(graph.W.toarray(), A.toarray())
    assert all(map(np.array_equal, before, (A.data, A.indices, A.indptr)))


def test_differences_by_rounding_are_averaged():
    A = LOOPS * (1 + np.triu(np.full((15, 15), 1e-14)))
    found = read(written(A, "npz")).W.toarray()
    np.testing.assert_array_equal(found, (A + A.T) / 2)


@pytest.mark.parametrize("masses", [[0, 3], [[0, 3], [1, 2]]])
@pytest.mark.parametrize("format", ["metis", "npz"])
def test_masses_may_be_zero(format, masses):
    assert read(written(ONE, format, vertex_weight=masses)).vertex_weight.tolist() == masses


class Recording(io.BytesIO):
    """A file that records which threads read it."""

    def __init__(self, data):
        super().__init__(data)
        self.threads = set()

    def read(self, *args):
        self.threads.add(threading.get_ident())
        return super().read(*args)


def test_parquet_is_read_in_the_thread_of_the_caller(monkeypatch):
    pytest.importorskip("pyarrow")
    file = Recording(written(W, "parquet"))
    monkeypatch.setattr(source.Source, "opened", lambda _: file)
    parquet.read(source.Source(None))
    assert file.threads == {threading.get_ident()}


@pytest.mark.parametrize("format", formats.FORMATS)
def test_names_that_are_numbers_are_not_written(format):
    assert written(W, format, names=range(15)) == written(W, format)


def test_graphs_of_files():
    graph = read(written(W, "npz", names=NAMES, vertex_weight=MASSES))
    again = read(written(graph, "npz"))
    np.testing.assert_array_equal(again.W.toarray(), W)
    assert again.names == NAMES and again.vertex_weight.tolist() == MASSES.tolist()
    other = read(written(graph, "npz", names=NAMES[::-1], vertex_weight=MASSES + 1))
    assert other.names == NAMES[::-1] and other.vertex_weight.tolist() == (MASSES + 1).tolist()
    assert read(written(graph.W, "npz")).names is None


def test_graphs_of_networkx():
    networkx = pytest.importorskip("networkx")
    A = oracle.random_graph(np.random.default_rng(1), 12, 0.4)
    names = [f"v{i}" for i in range(12)]
    graph = networkx.relabel_nodes(networkx.from_numpy_array(A), dict(enumerate(names)))
    found = read(written(graph, "npz"))
    np.testing.assert_array_equal(found.W.toarray(), A)
    assert found.names == names
    plain = read(written(graph, "matrix-market", names=range(12)))
    np.testing.assert_array_equal(plain.W.toarray(), A)


def test_graphs_of_igraph():
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph([(0, 1), (1, 2), (1, 2)])
    graph.vs["name"] = ["a", "b", "c"]
    found = read(written(graph, "csv"))
    assert found.names == ["a", "b", "c"] and found.W.toarray().tolist() == [[0, 1, 0], [1, 0, 2], [0, 2, 0]]


def test_tables_of_pandas():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"source": ["a", "b"], "target": ["b", "c"], "weight": [2, 3]})
    file = io.BytesIO()
    tvcut.write_graph(file, frame, format="graphml")
    found = read(file.getvalue())
    assert found.names == ["a", "b", "c"] and found.W.toarray().tolist() == [[0, 2, 0], [2, 0, 3], [0, 3, 0]]


FULL = """
import resource, signal, sys
import numpy as np
import tvcut

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))  # as on a full disk
tvcut.write_graph(sys.argv[1], np.ones((100, 100)))
"""


@pytest.mark.skipif(os.name != "posix", reason="the system has no such limit")
def test_a_part_of_a_file_is_removed(tmp_path):
    (tmp_path / "link.csv").symlink_to("graph.csv")
    for name in ("graph.csv", "link.csv"):
        done = subprocess.run(
            [sys.executable, "-c", FULL, tmp_path / name], capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 1 and "OSError: [Errno 27]" in done.stderr
        assert not (tmp_path / name).exists()
    with pytest.raises(IsADirectoryError):
        tvcut.write_graph(tmp_path, ONE, format="csv")
    assert tmp_path.is_dir()


def test_raw_files_that_write_a_part_only():
    class Raw(io.RawIOBase):
        written = b""

        def writable(self):
            return True

        def write(self, data):
            self.written += bytes(data[:7])
            return min(len(data), 7)

    raw, whole = Raw(), io.BytesIO()
    for file in (raw, whole):
        tvcut.write_graph(file, np.ones((9, 9)), format="csv")
    assert raw.written == whole.getvalue()

"""Graphs whose arrays stay in their files: the same cuts as in memory, and no damaged file ends the process."""

import gzip
import io
import shutil
import subprocess
import sys
import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from bench.graphs import grid_3d
from tests import oracle
from tests.files.graphs import GRID
from tvcut._input import csr
from tvcut._input.graph import as_problem

NAMES = [f"é {i}" for i in range(216)]
MASSES = np.arange(1.0, 217)


def save(path, W=GRID, **extra):
    """Write a graph as a folder, or as an archive if the name ends in .npz."""
    arrays = {"indices": W.indices, "indptr": W.indptr, "data": W.data} | extra
    if path.suffix == ".npz":
        np.savez(path, **arrays, format=b"csr", shape=W.shape)
    else:
        path.mkdir()
        for name, array in arrays.items():
            np.save(path / f"{name}.npy", array)
    return path


def is_mapped(array):
    while array is not None and not isinstance(array, np.memmap):
        array = array.base
    return array is not None


@pytest.fixture(params=["graph.npz", "graph"])
def path(request, tmp_path):
    return tmp_path / request.param


def test_the_same_cut_as_in_memory(path):
    rng = np.random.default_rng(0)
    save(path, sp.csr_array(oracle.random_graph(rng, 60, 0.2)))
    expected, found = tvcut.read_graph(path), tvcut.read_graph(path, mmap=True)
    for name in ("indptr", "indices", "data"):
        np.testing.assert_array_equal(getattr(found.W, name), getattr(expected.W, name))
    assert is_mapped(found.W.data) and is_mapped(found.W.indices)
    assert not found.W.data.flags.writeable and not found.W.indices.flags.writeable
    assert (found.format, found.names, found.vertex_weight) == (expected.format, None, None)
    cuts = [tvcut.balanced_cut(graph, 3, random_state=1) for graph in (expected, found)]
    np.testing.assert_array_equal(cuts[0].labels, cuts[1].labels)
    assert cuts[0].value == cuts[1].value


def test_names_and_masses(path):
    save(path, names=np.array(NAMES), vertex_weight=MASSES)
    for mmap in (False, True):
        graph = tvcut.read_graph(path, mmap=mmap)
        assert graph.names == NAMES
        np.testing.assert_array_equal(graph.vertex_weight, MASSES)
        np.testing.assert_array_equal(graph.W.toarray(), GRID.toarray())


def test_archives_of_scipy(tmp_path):
    sp.save_npz(tmp_path / "plain.npz", GRID, compressed=False)
    np.testing.assert_array_equal(tvcut.read_graph(tmp_path / "plain.npz", mmap=True).W.toarray(), GRID.toarray())
    sp.save_npz(tmp_path / "packed.npz", GRID)
    with pytest.raises(tvcut.GraphFileError, match=r"packed\.npz: .* is compressed, .*compressed=False"):
        tvcut.read_graph(tmp_path / "packed.npz", mmap=True)


@pytest.mark.parametrize("data", [np.float32, np.int64, np.bool_, np.longdouble])
@pytest.mark.parametrize("indices", [np.int32, np.int64, np.uint32])
@pytest.mark.parametrize("indptr", [np.int32, np.int64])
def test_types_of_the_file(path, data, indices, indptr):
    A = csr.of_arrays(GRID.data.astype(data), GRID.indices.astype(indices), GRID.indptr.astype(indptr), GRID.shape)
    graph = tvcut.read_graph(save(path, A), mmap=True)
    found, expected = as_problem(graph.W), as_problem(GRID)
    for name in ("indptr", "indices", "data"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))


def test_types_that_cannot_be_mapped(path):
    for data, indices, words in (
        (">f8", np.int32, "data.npy has the byte order"),
        (np.float64, ">i4", "indices.npy has"),
    ):
        save(path, data=GRID.data.astype(data), indices=GRID.indices.astype(indices))
        with pytest.raises(tvcut.GraphFileError, match=words):
            tvcut.read_graph(path, mmap=True)
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    save(path, data=GRID.data.astype(np.float16))
    with pytest.raises(tvcut.GraphFileError, match="float16, which cannot be mapped; save float32, or leave"):
        tvcut.read_graph(path, mmap=True)
    np.testing.assert_array_equal(tvcut.read_graph(path).W.toarray(), GRID.toarray().astype(np.float16))


def test_nothing_of_the_length_of_the_edges_is_allocated(monkeypatch, path):
    monkeypatch.setattr(csr, "BLOCK", 2**12)
    W = grid_3d(40)
    save(path, W)
    tracemalloc.start()
    graph = tvcut.read_graph(path, mmap=True)
    problem = as_problem(graph)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < W.nnz + 30 * W.shape[0] and is_mapped(problem.data) and is_mapped(problem.indices)


@pytest.mark.parametrize("block", [1, 5, 2**20])
def test_wrong_entries(monkeypatch, path, block):
    monkeypatch.setattr(csr, "BLOCK", block)

    def refused(words, **changed):
        arrays = {name: getattr(GRID, name).copy() for name in ("data", "indices", "indptr")}
        for name, (at, value) in changed.items():
            arrays[name][at] = value
        save(path, csr.of_arrays(**arrays, shape=GRID.shape))
        with pytest.raises(tvcut.GraphFileError, match=words):
            tvcut.read_graph(path, mmap=True)
        shutil.rmtree(path) if path.is_dir() else path.unlink()

    row = int(np.searchsorted(GRID.indptr, 500, side="right")) - 1
    column, last = GRID.indices[500], GRID.nnz - 1
    refused(rf"finite and >= 0, got nan for edge \({row}, {column}\)", data=(500, np.nan))
    refused(rf"finite and >= 0, got -1 for edge \({row}, {column}\)", data=(500, -1))
    refused("finite and >= 0, got inf", data=(last, np.inf))
    refused("column index must be within the shape", indices=(last, 216))
    refused("column index must be within the shape", indices=(0, -1))
    refused(r"call W\.sum_duplicates", indices=(1, GRID.indices[0]))
    refused("indptr must not decrease", indptr=(7, 2**30))
    refused("indptr.* must be at most", indptr=(216, 2**30))
    refused(r"indptr\[0\] must be 0", indptr=(0, 1))


def test_the_core_checks_symmetry(path):
    W = GRID.copy()
    W.data[0] = 2
    graph = tvcut.read_graph(save(path, W), mmap=True)
    with pytest.raises(ValueError, match=r"W must be symmetric, got W\[0, 1\] = 2"):
        tvcut.balanced_cut(graph)


def test_rounding_loops_and_zeros(path):
    W = sp.csr_array(np.array([[3.0, 1, 0, 0], [1, 0, 1, 0], [0, 1 + 1e-15, 0, 2], [0, 0, 2, 0]]))
    W.data[W.data == 3] = 0  # a loop of weight 0 stays stored
    expected, found = tvcut.balanced_cut(W), tvcut.balanced_cut(tvcut.read_graph(save(path, W), mmap=True))
    np.testing.assert_array_equal(found.labels, expected.labels)
    assert found.value == expected.value


def test_what_cannot_be_mapped(tmp_path):
    data = io.BytesIO()
    np.savez(data, data=GRID.data, indices=GRID.indices, indptr=GRID.indptr, shape=GRID.shape)
    with pytest.raises(tvcut.GraphFileError, match="<stream>: a stream cannot be mapped"):
        tvcut.read_graph(io.BytesIO(data.getvalue()), mmap=True)
    for name, content in (("a.npz.gz", gzip.compress(data.getvalue())), ("a.graph", b"2 1\n2\n1\n"), ("empty", b"")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(tvcut.GraphFileError, match=rf"{name}: only archives .* can be mapped; .*compressed=False"):
            tvcut.read_graph(tmp_path / name, mmap=True)
    for layout in ("csc", "coo", "dia", "bsr"):
        sp.save_npz(tmp_path / "W.npz", GRID.asformat(layout), compressed=False)
        with pytest.raises(tvcut.GraphFileError, match=rf"format '{layout}'; save W\.tocsr\(\)"):
            tvcut.read_graph(tmp_path / "W.npz", mmap=True)
    sp.save_npz(tmp_path / "W.npz", GRID, compressed=False)
    with pytest.raises(ValueError, match="symmetrize must be 'refuse' with mmap=True"):
        tvcut.read_graph(tmp_path / "W.npz", mmap=True, symmetrize="sum")
    with pytest.raises(ValueError, match="format must be 'npz' for a file"):
        tvcut.read_graph(tmp_path / "W.npz", mmap=True, format="csv")
    with pytest.raises(TypeError, match="mmap must be True or False, got 'r'"):
        tvcut.read_graph(tmp_path / "W.npz", mmap="r")


def test_folders(tmp_path):
    with pytest.raises(IsADirectoryError, match=r"Is a directory, and does not hold data\.npy"):
        tvcut.read_graph(tmp_path)
    save(tmp_path / "graph")
    with pytest.raises(ValueError, match="format must not be given for a folder"):
        tvcut.read_graph(tmp_path / "graph", format="npz")
    (tmp_path / "graph" / "indices.npy").unlink()
    for mmap in (False, True):
        with pytest.raises(tvcut.GraphFileError, match=r"graph: the folder must hold .*, but has no indices\.npy"):
            tvcut.read_graph(tmp_path / "graph", mmap=mmap)
    np.save(tmp_path / "graph" / "indices.npy", GRID.indices)
    np.save(tmp_path / "graph" / "data.npy", np.array([{}], dtype=object))
    for mmap in (False, True):
        with pytest.raises(tvcut.GraphFileError, match="nothing is unpickled"):
            tvcut.read_graph(tmp_path / "graph", mmap=mmap)


def test_a_file_that_is_cut_off(path):
    """A page beyond the end of a file ends the process with SIGBUS if it is read."""
    save(path, grid_3d(20))
    files = [path] if path.is_file() else [path / f"{name}.npy" for name in ("data", "indices", "indptr")]
    for file in files:
        whole = file.read_bytes()
        for length in (len(whole) - 1, len(whole) - 4096, len(whole) // 2, 200, 20, 0):
            file.write_bytes(whole[:length])
            for mmap in (False, True):
                with pytest.raises(tvcut.GraphFileError):
                    tvcut.read_graph(path, mmap=mmap)
        file.write_bytes(whole)


@pytest.mark.slow
def test_command(path):
    save(path, names=np.array(NAMES))
    expected = tvcut.balanced_cut(GRID).labels.tolist()
    for words in (("cut", path), ("cut", path, "--mmap")):
        command = [sys.executable, "-m", "tvcut", *map(str, words), "-q"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        assert [int(line.split("\t")[1]) for line in done.stdout.splitlines()] == expected
    command = [sys.executable, "-m", "tvcut", "cut", str(path), "--mmap", "--symmetrize", "sum"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1 and "--symmetrize must be 'refuse' with --mmap," in done.stderr

"""Files made to take memory, time or the terminal: refused at once, in messages that show what is in names."""

import gzip
import io
import os
import subprocess
import sys
import time
import warnings

import numpy as np
import pandas
import pyarrow
import pytest
from pyarrow import parquet

import tvcut
from tests.files.graphs import read
from tests.files.test_damaged_files import archive


def table(source, **options):
    file = io.BytesIO()
    columns = {"source": source, "target": ["x"] * len(source)}
    parquet.write_table(pyarrow.table(columns), file, write_statistics=False, **options)
    return file.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("dictionary", [True, False])
@pytest.mark.parametrize("compression", ["zstd", "gzip"])
def test_a_page_that_expands(compression, dictionary):
    data = table(["a" * 2**27], compression=compression, use_dictionary=dictionary)
    before = pyarrow.default_memory_pool().bytes_allocated()
    with pytest.raises(tvcut.GraphFileError, match=r"compressed bytes hold more than \d+ bytes; write it as CSV"):
        read(data)
    assert pyarrow.default_memory_pool().bytes_allocated() - before < 2**20


def test_a_long_name_in_many_rows():
    names = pyarrow.DictionaryArray.from_arrays([0, 1] * 30_000, ["a" * 10**6, "b"])  # 30 GB, if each row had its own
    data = table(names, compression="zstd", dictionary_pagesize_limit=2**22)
    before = pyarrow.default_memory_pool().max_memory()
    assert read(data).W.shape == (3, 3)
    assert pyarrow.default_memory_pool().max_memory() - before < 2**27


def test_an_empty_block_of_a_matrix():
    arrays = {"data": np.zeros((0, 0, 0)), "indices": np.zeros(0, int), "indptr": np.zeros(1, int)}
    with pytest.raises(tvcut.GraphFileError, match="the arrays are no matrix"):
        read(archive(**arrays, shape=np.array([2, 2]), format=np.array("bsr")))


@pytest.mark.slow
@pytest.mark.parametrize("line", [b"\n", b" \n", b"\r\n"])
def test_blank_lines(line):
    data = gzip.compress(line * (60_000_000 // len(line)), 1)
    began = time.process_time()
    with pytest.raises(tvcut.GraphFileError):
        read(data)
    assert time.process_time() - began < 5


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="the system has no such device")
def test_a_device_without_an_end():
    with pytest.raises(tvcut.GraphFileError, match=r"/dev/zero: the file is a device that gives more than \d+ bytes"):
        tvcut.read_graph("/dev/zero")


def test_names_of_files_and_vertices_in_messages(tmp_path):
    path = tmp_path / "\x1b[31mred\n.csv"
    path.write_bytes(b"a,b,1\n\x1b[2J,b,-1\n")
    with pytest.raises(tvcut.GraphFileError) as caught:
        tvcut.read_graph(path)
    assert r"\x1b[31mred\n.csv" in str(caught.value) and str(caught.value).isprintable()
    long = tmp_path / f"{'x' * 240}.csv"
    long.write_bytes(b"")
    with pytest.raises(tvcut.GraphFileError) as caught:
        tvcut.read_graph(long)
    assert "…" in str(caught.value) and len(str(caught.value)) < 250
    for file in (path, tmp_path / f"{'x' * 300}\x1b.csv"):
        done = subprocess.run([sys.executable, "-m", "tvcut", "cut", file], capture_output=True, text=True, timeout=60)
        assert done.returncode == 1 and "\x1b" not in done.stderr


def test_two_weights():
    frame = pandas.DataFrame([["a", "b", 1, 2]], columns=["source", "target", "weight", "weight"])
    with pytest.raises(ValueError, match="two are called 'weight'"):
        tvcut.balanced_cut(frame)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        file = io.BytesIO()
        frame.set_axis(["source", "target", "weight", "Weight"], axis=1).to_parquet(file)
    with pytest.raises(tvcut.GraphFileError, match="two are called 'weight'"):
        read(file.getvalue())

"""A small graph and solvers of a test module as the programs of the measurements find them."""

import os

import pytest

from bench import graphs, integers


@pytest.fixture
def small(request, tmp_path, monkeypatch):
    """A folder of data with a grid of 64 vertices as the only graph, and SOLVERS of the module for Python."""
    (tmp_path / "graphs").mkdir()
    W = graphs.grid(8)
    integers.write_metis(W, W.data.astype(int), tmp_path / "graphs" / "small.graph")
    (tmp_path / "solvers.py").write_text(request.module.SOLVERS)
    monkeypatch.setenv("TVCUT_DATA", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    return tmp_path

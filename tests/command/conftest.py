"""Files of a graph of two groups of four vertices."""

import pytest

import tvcut
from tests.command.commands import NAMES, SMALL


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.graph"
    tvcut.write_graph(path, SMALL)
    return path


@pytest.fixture
def named(tmp_path):
    path = tmp_path / "named.csv"
    tvcut.write_graph(path, SMALL, names=NAMES)
    return path

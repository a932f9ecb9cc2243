"""The examples in README.md run and print what it shows, and the demo runs."""

import doctest
import re

import pytest

from tests import ROOT
from tests.programs import python


@pytest.mark.parametrize("document", ["README.md"])
def test_examples_in_documents(document):
    result = doctest.testfile(str(ROOT / document), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0 and result.failed == 0


def without_seconds(table):
    """Return the words of the lines of the demo, without the seconds at the ends of rows."""
    return [re.sub(r" +\d+\.\d\d$", "", line).split() for line in table.splitlines()]


@pytest.mark.slow
def test_demo(tmp_path):
    picture = tmp_path / "demo.png"
    printed = python("examples/demo.py", "--picture", picture)
    mean = float(re.search(r"mean error of 10 draws: ([\d.]+) %", printed)[1])
    assert mean <= 9.06  # the mean error in the paper
    shown = re.search(r"^    graph  .*?^    picture: demo.png$", (ROOT / "README.md").read_text(), re.M | re.S)
    assert shown and without_seconds(shown[0]) == without_seconds(printed.replace(str(picture), "demo.png"))
    assert picture.stat().st_size > 10_000

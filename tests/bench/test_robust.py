"""The checks of bench.robust run, miss nothing, and say so; and a miss makes the command fail."""

import re
import shutil
import sys
from itertools import chain

import pytest

from tests import ROOT
from tests.programs import run

pytest.importorskip("hypothesis", reason="pip install tvcut[robust]")

from bench.robust import __main__ as command
from bench.robust import suites
from bench.robust.count import Count, Counts


def test_a_miss_and_a_check_without_cases_count():
    count = Count("something", wanted=2)
    count.add(True, 5, "five")
    assert count.missed == 1
    count.add(False, 7, "seven")
    count.add(False, 3, "three")
    assert count.missed == 2 and next(count.shown()) == "something: three"


def test_a_miss_makes_the_command_fail(monkeypatch, capsys):
    counts = Counts()
    counts.add("always", False, 0, "no")
    monkeypatch.setattr(command, "run", lambda name, quick, keep: (counts, 0.0))
    monkeypatch.setattr(sys, "argv", ["robust", "--only", "truth"])
    assert command.main() == 1
    assert "MISS always: no" in capsys.readouterr().err


def test_a_group_that_ends_early_is_a_miss(monkeypatch):
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    counts, _ = command.run("truth", quick=True, keep=None)
    assert [count.missed for count in counts.values()] == [1]


@pytest.mark.parametrize(
    "name", [*suites.DEFECTS.values(), *chain.from_iterable(suites.CALLS.values()), suites.READERS]
)
def test_tests_that_are_counted_exist(name):
    file, _, function = name.partition("::")
    assert f"\ndef {function or 'test_'}" in (ROOT / file).read_text()


@pytest.mark.slow
@pytest.mark.parametrize("group", ["truth", "combinations", "invariance", "units", "interfaces", "optima"])
def test_quick(group, tmp_path):
    """The other groups run tests of this folder, or measure time."""
    output = tmp_path / "reliability.md"
    words = ["-m", "bench.robust", "--quick", "--only", group, "--output", str(output)]
    done = run(sys.executable, *words)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    rows = re.findall(r"^\| (.+?) \| ([\d,]+) \| (\d+) \|", output.read_text(), re.M)
    assert rows and all(misses == "0" for _, _, misses in rows)

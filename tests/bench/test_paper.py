"""The scores, and the command that runs the paper's experiments, on its smallest problem."""

import re

import numpy as np
import pytest

from bench import scores
from tests.programs import python


def test_errors():
    y = np.array([0, 0, 0, 1, 1, 1])
    labels = np.array([0, 0, 1, 1, 2, 2])
    assert scores.majority_error(y, labels) == pytest.approx(100 / 6)  # one point is outside the majority of part 1
    assert scores.matching_error(y, labels) == pytest.approx(100 / 3)  # matched: 0 ↔ 0, 1 ↔ 2; part 1 has no class


@pytest.mark.release
def test_command(tmp_path):
    output = tmp_path / "paper.md"
    command = ["-m", "bench.paper", "--runs", "1", "--only", "two moons", "--output", str(output)]
    printed = python(*command)
    assert output.read_text() == printed
    assert "`python -m bench.paper --runs 1 --only 'two moons'" in printed
    algorithm, number = "(adaptive|adaptive, median|fixed)", r"([\d.]+)"
    rows = re.findall(rf"^\| two moons \| {algorithm} \| {number} \| {number} \|", printed, re.M)
    assert [name for name, *_ in rows] == ["adaptive", "adaptive, median", "fixed"]
    fell = re.findall(r"^\| (?:adaptive|adaptive, median|fixed) \| (\d+) \| (\d+) \|", printed, re.M)
    assert len(fell) == 3 and all(descents == fallen for descents, fallen in fell)
    assert output.with_suffix(".png").stat().st_size > 5000

"""The commands bench.descent and bench.presets, on a small graph."""

import os
import re

import pytest

from tests.programs import python


def table(tmp_path, module):
    """Run a module on the digits. Returns the document and the cells of its table."""
    output = tmp_path / "made.md"
    command = ["-m", module, "--only", "digits", "--output", str(output)]
    printed = python(*command, env=os.environ | {"OMP_NUM_THREADS": "1"})
    text = output.read_text()
    assert text == printed
    assert f"Made by `OMP_NUM_THREADS=1 python -m {module} --only digits" in text
    return text, [row.split(" | ") for row in re.findall(r"^\| (.*) \|$", text, re.M)[1:]]


@pytest.mark.slow
def test_descent(tmp_path):
    _, rows = table(tmp_path, "bench.descent")
    values = [float(C) for _, _, _, C, _ in rows]
    steps = [int(inner) for _, _, inner, _, _ in rows]
    assert len(rows) == 4 and steps[-1] == 0 and all(steps[:-1])
    assert values[-1] == min(values)


@pytest.mark.slow
def test_presets(tmp_path):
    text, rows = table(tmp_path, "bench.presets")
    assert [row[0] for row in rows] == ["0", "1", "2", "3", "4", "5"]
    for _, default, paper, ratio, C, C_paper in rows:
        assert min(float(default), float(paper)) >= 0 < float(ratio)
        assert float(C) <= float(C_paper)
    assert "\n## digits\n" in text and re.search(r"^All seeds together: [\d.]+\.$", text, re.M)

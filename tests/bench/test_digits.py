"""The command that compares strategies, on its smallest data set."""

import re

import pytest

from bench.digits import FROM_FIXED, STRATEGIES
from tests.programs import python


@pytest.mark.release
def test_command(tmp_path):
    output = tmp_path / "clusters.md"
    command = ["-m", "bench.digits", "--quick", "--only", "digits", "--output", str(output)]
    printed = python(*command)
    assert output.read_text() == printed
    rows = re.findall(r"^\| digits \| (gaussian|self_tuning) \| ([\w, ()]+) \| ([\d.]+) ± 0.00 \|", printed, re.M)
    strategies = len(STRATEGIES)
    assert len(rows) == 2 * (strategies + 1 + strategies + len(FROM_FIXED))  # with the classes themselves
    assert all(float(error) < 40 for *_, error in rows)

"""The command that compares strategies, on its smallest data set."""

import re
import subprocess
import sys

import pytest

from bench.digits import FROM_FIXED, STRATEGIES
from tests import ROOT


@pytest.mark.slow
def test_command(tmp_path):
    output = tmp_path / "clusters.md"
    command = ["-m", "bench.digits", "--quick", "--only", "digits", "--output", str(output)]
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=600, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert output.read_text() == done.stdout
    rows = re.findall(r"^\| digits \| (gaussian|self_tuning) \| ([\w, ()]+) \| ([\d.]+) ± 0.00 \|", done.stdout, re.M)
    strategies = len(STRATEGIES)
    assert len(rows) == 2 * (strategies + 1 + strategies + len(FROM_FIXED))  # with the classes themselves
    assert all(float(error) < 40 for *_, error in rows)

"""A Go program in another module compiles against the two public packages and runs."""

import shutil

import pytest

from tests import ROOT
from tests.programs import run

EXAMPLE = ROOT / "examples/gocut"


@pytest.mark.skipif(shutil.which("go") is None, reason="go is not installed")
def test_program_in_another_module():
    done = run("go", "run", ".", cwd=EXAMPLE)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "[0 0 0 0 0 1 1 1 1 1] optimal\n0.100 <= C* <= C = 0.100\n"

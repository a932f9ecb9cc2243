"""The commands and programs of docs/guide/c_and_go.md run as they stand there, and print what the page shows."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

GUIDE = ROOT / "docs/guide"
PAGE = GUIDE / "c_and_go.md"

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the sources of the site are in the repository only")


def section(title):
    """Return the commands of a section, what they print, and the files that it shows."""
    text = re.search(rf"^## {title}\n(.*?)(?=^## )", PAGE.read_text(encoding="utf-8"), re.M | re.S)[1]
    (commands,) = re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
    (printed,) = re.findall(r"^```text\n(.*?)^```", text, re.M | re.S)
    shown = re.findall(r"^```\{literalinclude\} (\S+)", text, re.M)
    return commands, printed, [(GUIDE / name).resolve() for name in shown]


def shell(commands, folder):
    """Return what commands print, where python is the one that runs the tests and no variable names the library."""
    environment = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    line = ["bash", "-eu", "-c", commands]
    done = subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="the commands of the page are for Linux")
@pytest.mark.skipif(shutil.which("cc") is None, reason="cc is not installed")
def test_c(tmp_path):
    commands, printed, (program,) = section("C")
    shutil.copy(program, tmp_path)
    assert shell(commands, tmp_path) == printed


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("go") is None, reason="go is not installed")
def test_go():
    """The program is in a module of its own, which imports the two public packages."""
    commands, printed, shown = section("Go")
    (folder,) = {path.parent for path in shown}
    assert {path.name for path in shown} == {"go.mod", "main.go"}
    assert shell(commands, folder) == printed

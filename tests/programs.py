"""Programs that tests start."""

import subprocess
import sys

from tests import ROOT


def run(*command, **options):
    """Run a program in the folder of the repository, where Python finds tests and bench, and return how it ended."""
    options = {"capture_output": True, "text": True, "timeout": 1200, "cwd": ROOT} | options
    return subprocess.run([*map(str, command)], **options)


def python(*words, **options):
    """Run Python. The test fails if Python does; its other result is what was printed."""
    done = run(sys.executable, *words, **options)
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout

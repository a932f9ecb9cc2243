"""Commands that tests run: in this process, or in a process of their own where streams or signals matter.

SMALL is the graph that most of them cut: two groups of four vertices.
"""

import io
import subprocess
import sys

import numpy as np
import pytest

from tvcut.__main__ import main

COMMAND = (sys.executable, "-m", "tvcut")
HALVES = [0] * 4 + [1] * 4
SMALL = np.kron(np.eye(2), np.ones((4, 4))) - np.eye(8)
SMALL[3, 4] = SMALL[4, 3] = 1
NAMES = list("abcdefgh")


def run(*words, data=b"", encoding="utf-8"):
    """Run a command in this process; return its exit code and what it wrote to standard output and standard error."""
    streams = {name: io.TextIOWrapper(io.BytesIO(), encoding, newline="\n") for name in ("stdout", "stderr")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding))
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        try:
            code = main([*map(str, words)])
        except SystemExit as end:  # argparse ends --help and wrong words so
            code = end.code
    for stream in streams.values():
        stream.flush()
    out, err = (stream.buffer.getvalue().decode(encoding) for stream in streams.values())
    assert "Traceback" not in err, err
    return code, out, err


def started(*words, data=None, command=COMMAND):
    """Run a command in a process of its own, and return the same."""
    done = subprocess.run([*command, *map(str, words)], input=data, capture_output=True, timeout=120)
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def labels(text):
    return [int(line.split("\t")[-1]) for line in text.splitlines()]


def refused(*words, code=1, **options):
    """Return the message of a command that is refused without a result."""
    found, out, err = run(*words, **options)
    assert found == code and not out
    return err

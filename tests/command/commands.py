"""Commands that tests run: in this process, or in a process of their own where streams or signals matter."""

import io
import subprocess
import sys

import pytest

from tvcut.__main__ import main

COMMAND = (sys.executable, "-m", "tvcut")


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

"""Cut the graphs of a file of cases in Python, and print a line for each, as runner/main.go does.

    TVCUT_BACKEND=gopy python -m bench.robust.replay cases.pickle          # by balanced_cut
    python -m bench.robust.replay cases.pickle --command                   # by the command line, in this process

A case that the command line cannot express, one with starts of its own, prints "none".
"""

from __future__ import annotations

import contextlib
import io
import json
import pickle
import struct
import sys
import tempfile
from pathlib import Path

import numpy as np
import scipy.sparse as sp

import tvcut
from tvcut.__main__ import main as command_line

from .questions import Case

FLAGS = {"n_clusters": "--parts", "random_state": "--seed"}  # the options whose flag is not their name
FILES = {"fixed": "--fixed", "vertex_weight": "--vertex-weight", "init": "--init-labels"}


def line(value: float, cut_weight: float, status: str, labels: object) -> str:
    """Return the line of a result."""
    first, second = (struct.pack(">d", x).hex() for x in (value, cut_weight))
    return f"{first} {second} {status} {' '.join(map(str, np.asarray(labels).tolist()))}"


def by_function(case: Case) -> str:
    """Return the line of a case that ``balanced_cut`` cuts."""
    cut = case.cut()
    return line(cut.value, cut.cut_weight, cut.status, cut.labels) if isinstance(cut, tvcut.Cut) else "refused"


def by_command(case: Case, folder: Path) -> str:
    """Return the line of a case that the command ``tvcut cut`` cuts."""
    words = ["cut", str(folder / "graph.npz"), "--json", "--quiet"]
    sp.save_npz(words[1], case.W)
    for name, value in case.arguments.items():
        if isinstance(value, np.ndarray) and name in FILES:
            if value.ndim > 1:
                return "none"
            path = folder / f"{name}.txt"
            path.write_text("".join(f"{x!r}\n" for x in value.tolist()))
            words += [FILES[name], str(path)]
        elif value is True:
            words.append(f"--{name.replace('_', '-')}")
        else:
            shown = ",".join(map(repr, value.tolist())) if isinstance(value, np.ndarray) else str(value)
            words += [FLAGS.get(name, f"--{name.replace('_', '-')}"), shown]
    printed, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(errors):
        code = command_line(words)
    if code == 1:
        return "refused"
    assert code == 0, errors.getvalue()
    found = json.loads(printed.getvalue())
    return line(found["value"], found["cut_weight"], found["status"], found["labels"])


def main() -> None:
    """Print the lines of all cases in the file."""
    cases: list[Case] = pickle.loads(Path(sys.argv[1]).read_bytes())
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            print(by_command(case, Path(folder)) if "--command" in sys.argv else by_function(case))


if __name__ == "__main__":
    main()

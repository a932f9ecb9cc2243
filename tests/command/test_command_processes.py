"""Commands in processes of their own: Ctrl-C, progress, and streams that are closed or full."""

import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from tests.command.commands import COMMAND, HALVES, labels, started


def test_module_and_script(small):
    script = Path(sys.executable).with_name("tvcut")
    for command in (COMMAND, (script,)):
        assert started("--version", command=command)[:2] == (0, f"tvcut {tvcut.__version__}\n")
        assert labels(started(small, command=command)[1]) == HALVES
    assert started("cut", small, "-k", 9)[0] == 1 and started("cut", small, "--foo")[0] == 2


def test_interrupted_cut_is_written(tmp_path):
    path, parts = tmp_path / "grid.npz", tmp_path / "parts.txt"
    line = sp.diags_array([np.ones(79), np.ones(79)], offsets=[-1, 1], shape=(80, 80))
    tvcut.write_graph(path, sp.kronsum(line, line))
    words = ("cut", path, "--init", "random", "--n-starts", 100000, "--progress", "--json", "-o", parts)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a shell makes background processes ignore it
    with subprocess.Popen([*COMMAND, *map(str, words)], preexec_fn=heed, **pipes) as process:
        seen = b""
        while b"best" not in seen:
            piece = os.read(process.stderr.fileno(), 4096)
            assert piece, seen
            seen += piece
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"interrupted, this is the best cut so far" in err and b"Traceback" not in err
    found = json.loads(out)
    assert found["interrupted"] is True and found["status"] == "stopped"
    assert np.bincount(labels(parts.read_text())).tolist() == found["sizes"]


def test_progress_without_tqdm(small):
    code = "import sys; sys.modules['tqdm'] = None; from tvcut.__main__ import main; sys.exit(main(sys.argv[1:]))"
    found, _, err = started("cut", small, "--progress", "-q", command=(sys.executable, "-c", code))
    assert found == 0 and "tvcut: " in err and "%" in err


def test_verbose(small):
    code, _, err = started("cut", small, "-v", "-q")
    assert code == 0 and err.startswith("tvcut: 8 vertices, 13 edges, 2 parts\n") and "tvcut: Cut(value=0.25" in err


def test_closed_pipe(small):
    done = subprocess.run(f"{sys.executable} -m tvcut cut {small} | true", shell=True, capture_output=True)
    assert b"Traceback" not in done.stderr and b"Exception" not in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits the size of files")
@pytest.mark.parametrize("words", [("cut", "-q"), ("convert", "--to", "csv")])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_cannot_be_written_whole(tmp_path, words, unbuffered):
    import resource

    graph = tmp_path / "path.csv"
    graph.write_text("".join(f"{i} {i + 1}\n" for i in range(2000)))
    command, *options = words
    target = ["-"] if command == "convert" else []
    with (tmp_path / "out").open("wb") as out:
        done = subprocess.run(
            [*COMMAND, command, str(graph), *target, *options], stdout=out, stderr=subprocess.PIPE, timeout=120,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
        )  # fmt: skip
    assert done.returncode == 1 and done.stderr.startswith(b"tvcut: error: [Errno 27]")


def test_closed_standard_input():
    done = subprocess.run(f"{sys.executable} -m tvcut cut - <&-", shell=True, capture_output=True, timeout=120)
    assert done.returncode == 1 and done.stderr.startswith(b"tvcut: error: standard input is closed; name a file")


def test_version_does_not_load_the_library():
    code = (
        "import sys\nfrom tvcut.__main__ import main\ntry:\n    main(['--version'])\nexcept SystemExit:\n    pass\n"
        "from tvcut._native import library\nassert library._backend is None and 'scipy.io' not in sys.modules"
    )
    assert started("-c", code, command=(sys.executable,))[0] == 0

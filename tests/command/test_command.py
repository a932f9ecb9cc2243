"""The command line: results, JSON, files, exit codes and Ctrl-C."""

import argparse
import gzip
import inspect
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
from tests.command.commands import COMMAND, labels, run, started
from tvcut._command import arguments
from tvcut._files import formats
from tvcut._native import options

CLIQUES = np.kron(np.eye(4), np.ones((8, 8))) * 5 + 1  # four groups of eight vertices
np.fill_diagonal(CLIQUES, 0)
HALVES = [0] * 4 + [1] * 4
SMALL = np.kron(np.eye(2), np.ones((4, 4))) - np.eye(8)
SMALL[3, 4] = SMALL[4, 3] = 1


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.graph"
    tvcut.write_graph(path, SMALL)
    return path


def test_cut(small, tmp_path):
    code, out, err = run("cut", small)
    assert code == 0 and labels(out) == HALVES
    assert "2 parts of sizes 4, 4" in err and "cut weight 1" in err
    parts = tmp_path / "parts.txt"
    words = ("--objective", "cut", "--max-imbalance", "3%", "--balance", "ratio", "--time-limit", 60, "--seed", 0)
    code, out, err = run("cut", small, "-k", 2, *words, "--threads", 2, "--output", parts, "-q")
    assert (code, out, err) == (0, "", "")
    assert labels(parts.read_text()) == HALVES


def test_sizes(small):
    code, out, _ = run("cut", small, "-k", 3, "--min-size", 2, "--max-size", "3")
    assert code == 0 and sorted(labels(out).count(r) for r in range(3)) == [2, 3, 3]
    code, _, err = run("scan", small, "-k", "2-3", "--min-size", 4)
    assert code == 1 and "--min-size 4 demands parts of at least 4 of 8 vertices in 3 parts" in err


def test_standard_input_and_gzip(small):
    data = small.read_bytes()
    for content in (data, gzip.compress(data)):
        for words in (("cut", "-"), ("-",)):
            code, out, _ = run(*words, data=content)
            assert code == 0 and labels(out) == HALVES


def test_module_and_script(small):
    script = Path(sys.executable).with_name("tvcut")
    for command in (COMMAND, (script,)):
        assert started("--version", command=command)[:2] == (0, f"tvcut {tvcut.__version__}\n")
        assert labels(started(small, command=command)[1]) == HALVES
    assert started("cut", small, "-k", 9)[0] == 1 and started("cut", small, "--foo")[0] == 2


def test_names(tmp_path):
    path = tmp_path / "names.csv"
    names = [f"vertex {c}" for c in "abcdefgh"]
    tvcut.write_graph(path, SMALL, names=names)
    code, out, _ = run("cut", path)
    assert code == 0 and out == "".join(f"{n}\t{label}\n" for n, label in zip(names, HALVES, strict=True))


def test_json(small, tmp_path):
    code, out, err = run("cut", small, "--json", "--lower-bound", "--seed", 3)
    found = json.loads(out)
    assert code == 0 and "2 parts" in err
    assert {"schema": 2, "command": "cut", "version": tvcut.__version__, "format": "metis"}.items() <= found.items()
    assert found["options"] == {"lower_bound": True, "random_state": 3, "preset": "default"}
    cut = tvcut.balanced_cut(SMALL, lower_bound=True, random_state=3)
    assert found["labels"] == cut.labels.tolist() and found["sizes"] == cut.sizes.tolist() and found["edges"] == 13
    for name in ("value", "cut_weight", "imbalance", "lower_bound", "status", "n_components"):
        assert found[name] == getattr(cut, name)
    assert found["parts"] == 2 and found["time"] > 0 and found["interrupted"] is False and found["output"] is None
    parts = tmp_path / "parts"
    found = json.loads(run("cut", small, "--json", "-o", parts)[1])
    assert found["output"] == str(parts) and found["labels"] is None and labels(parts.read_text()) == HALVES


def test_vertex_weights(tmp_path):
    path = tmp_path / "masses.graph"
    tvcut.write_graph(path, SMALL, vertex_weight=[3, 3, 3, 3, 1, 1, 1, 1])
    found = json.loads(run("cut", path, "--json")[1])
    assert found["masses"] == [12, 4] and found["sizes"] == [4, 4]
    assert json.loads(run("cut", path, "--json", "--ignore-vertex-weights")[1])["masses"] == [4, 4]
    (row,) = json.loads(run("scan", path, "--json", "-k", "2")[1])["results"]
    assert row["masses"] == [12, 4] and row["sizes"] == [4, 4]
    code, _, err = run("cut", path, "--balance", "normalized")
    assert code == 1 and "--ignore-vertex-weights" in err
    tvcut.write_graph(path, SMALL, vertex_weight=np.ones((8, 2)))
    for command, remedy in (
        ("cut", "which --max-imbalance must bound; give it, or"),
        ("scan", "but a scan takes one;"),
    ):
        code, _, err = run(command, path)
        message = f"the file has 2 weights of each vertex, {remedy} --ignore-vertex-weights cuts without them"
        assert code == 1 and message in err
    found = json.loads(run("cut", path, "--json", "--max-imbalance", "0")[1])
    assert found["sizes"] == [4, 4]


WRONG = {
    "no command": ((), 2, "required: COMMAND"),
    "command": (("cat", "x"), 2, "invalid choice: 'cat'"),
    "no file": (("cut",), 2, "required: FILE"),
    "flag": (("cut", "{}", "--foo"), 2, "unrecognized arguments: --foo"),
    "type": (("cut", "{}", "--max-imbalance", "x"), 2, "must be >= 0 or 'none', got 'x'"),
    "word": (("cut", "{}", "--balance", "x"), 2, "invalid choice: 'x'"),
    "counts": (("scan", "{}", "-k", "a"), 2, "must be like 2-14 or 2,4,8"),
    "missing": (("cut", "/nowhere/x.graph"), 1, "/nowhere/x.graph: No such file"),
    "empty": (("cut", ""), 1, "No such file"),
    "folder": (("info", "/"), 1, "Is a directory"),
    "range": (("cut", "{}", "-k", "0"), 1, "--parts must be an integer >= 1 or 'auto', got 0"),
    "k > n": (("cut", "{}", "-k", "9"), 1, "--parts must be an integer in [1, n = 8], got 9"),
    "bounds": (("cut", "{}", "-k", "3", "--max-imbalance", "1%"), 1, "--max-imbalance 0.01 allows"),
    "output": (("cut", "{}", "-o", "/nowhere/x"), 1, "/nowhere/x cannot be written"),
    "format": (("cut", "{}", "--format", "npz"), 1, "small.graph: the archive cannot be read"),
    "target": (("convert", "{}", "x.foo"), 1, "tells no format; name it, for example --to npz"),
    "counts > n": (("scan", "{}", "-k", "2-9"), 1, "--parts must be an integer in [1, 8], got 9"),
    "shares": (("cut", "{}", "--part-weights", "1;2"), 2, "must be like 0.5,0.3,0.2 or 50%,30%,20%, got '1;2'"),
    "sum": (("cut", "{}", "--part-weights", "0.5,0.6"), 1, "--part-weights must sum to 1"),
    "descent": (("cut", "{}", "--theta", "3"), 1, "--theta must be in (0, 1), got 3"),
    "labels and init": (("cut", "{}", "--init", "random", "--init-labels", "/dev/null"), 1, "exclude each other"),
    "seeds": (("scan", "{}", "--n-seeds", "0"), 1, "--n-seeds must be an integer in [1, 1000], got 0"),
}


@pytest.mark.parametrize("case", WRONG)
def test_exit_codes(small, case):
    words, code, message = WRONG[case]
    found, out, err = run(*(word.format(small) for word in words))
    assert found == code and message in err and not out


def test_asymmetric_file(tmp_path):
    path = tmp_path / "one.mtx"
    path.write_text("%%MatrixMarket matrix coordinate real general\n4 4 3\n1 2 5\n2 3 1\n3 4 5\n")
    code, _, err = run("cut", path)
    assert code == 1 and "set --symmetrize to 'sum'" in err
    assert labels(run("cut", path, "--symmetrize", "sum")[1]) == [0, 0, 1, 1]


def test_warnings_have_one_line(tmp_path):
    path = tmp_path / "parts.npz"
    tvcut.write_graph(path, sp.block_diag([sp.csr_array(np.ones((size, size))) for size in (100, 2)]))
    code, _, err = run("cut", path, "--min-share", 0)
    assert code == 0 and err.splitlines()[0].startswith("tvcut: warning: W has 2 connected components")


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


def test_plots(small, tmp_path):
    for command in ("cut", "scan"):
        picture = tmp_path / f"{command}.png"
        assert run(command, small, *(("-k", "2-3") if command == "scan" else ()), "--plot", picture)[0] == 0
        assert picture.stat().st_size > 5000


def test_info(small, tmp_path):
    code, out, _ = run("info", small)
    assert code == 0 and "vertices             8" in out and "nothing unusual" in out
    path = tmp_path / "odd.csv"
    path.write_text("a,b,1\nb,a,2\nc,c,1\nd,e,0\nf,g,-1\na,b,1\nx,y,2e9\n")
    found = json.loads(run("info", path, "--json")[1])
    assert found["schema"] == 2 and found["vertices"] == 9 and found["names"] is True and found["loops"] == 1
    assert found["negative_weights"] == 1 and found["zero_weights"] == 1 and found["duplicates"] == 1
    assert len(found["remarks"]) == 8


def test_scan(tmp_path):
    path, parts = tmp_path / "four.npz", tmp_path / "parts"
    tvcut.write_graph(path, CLIQUES)
    code, out, _ = run("scan", path, "-k", "2-6", "-o", parts)
    assert code == 0 and "suggestion=4" in out
    assert labels(parts.read_text()) == np.repeat(range(4), 8).tolist()
    found = json.loads(run("scan", path, "-k", "2,3,4,5", "--n-seeds", 1, "--json")[1])
    assert [row["parts"] for row in found["results"]] == [2, 3, 4, 5] and found["results"][0]["stability"] is None
    assert len(found["labels"]) == 32 and found["schema"] == 2


@pytest.mark.parametrize("format", formats.FORMATS)
def test_convert(small, tmp_path, format):
    target = tmp_path / f"other{formats.FORMATS[format].endings[0]}.gz"
    assert run("convert", small, target) == (0, "", "")
    assert labels(run("cut", target)[1]) == HALVES
    back = tmp_path / "back.graph"
    assert run("convert", target, back)[0] == 0
    assert back.read_bytes() == small.read_bytes()


def test_convert_says_what_a_format_cannot_hold(tmp_path):
    path, target = tmp_path / "names.npz", tmp_path / "names.mtx"
    tvcut.write_graph(path, SMALL, names=list("abcdefgh"), vertex_weight=np.ones(8))
    code, _, err = run("convert", path, target)
    assert code == 1 and err.endswith("leave them out, as --ignore-names does\n")
    code, _, err = run("convert", path, target, "--ignore-names")
    assert code == 1 and err.endswith("leave them out (--ignore-vertex-weights)\n")
    assert run("convert", path, target, "--ignore-names", "--ignore-vertex-weights")[0] == 0


def flags_of(sub):
    return {action.dest: action for action in sub._actions}


def test_flags_follow_the_registry():
    sub = arguments.parser("cut")._subparsers._group_actions[0].choices["cut"]
    assert set(options.registry()) <= set(flags_of(sub))
    assert set(inspect.signature(tvcut.balanced_cut).parameters) - set(flags_of(sub)) == {"W", "callback", "descent"}


def test_an_option_that_is_added_has_a_flag(monkeypatch):
    record = options.Option("effort", "run", "enum", ["fast", "best"], "one of", "", "best", "best", "How long.")
    monkeypatch.setattr(options, "registry", lambda: {"effort": record})
    sub = argparse.ArgumentParser()
    arguments._add_options(sub, lambda W, effort=None: None)
    assert flags_of(sub)["effort"].choices == ["fast", "best"] and sub.parse_args(["--effort", "fast"]).effort == "fast"
    assert flags_of(sub)["effort"].help == "How long. (default best)"


def test_values_of_vertices(small, tmp_path):
    parts, names, edges = tmp_path / "parts", tmp_path / "names.tsv", tmp_path / "names.csv"
    parts.write_text("1\n-1\n-1\n-1\n-1\n-1\n-1\n0\n")
    assert labels(run("cut", small, "--fixed", parts)[1]) == HALVES[::-1]
    parts.write_text("0 1\n7 0\n")
    assert labels(run("cut", small, "--fixed", parts)[1]) == HALVES[::-1]
    tvcut.write_graph(edges, SMALL, names=[f"vertex {c}" for c in "abcdefgh"])
    names.write_text("vertex a\t1\nvertex h\t0\n")
    assert labels(run("cut", edges, "--fixed", names)[1]) == HALVES[::-1]
    code, out, _ = started("cut", edges, "--init-labels", "/dev/stdin", data=run("cut", edges)[1].encode())
    assert code == 0 and labels(out) == HALVES
    parts.write_text("1\n1\n1\n0\n1\n0\n0\n0\n")
    assert labels(run("cut", small, "--init-labels", parts)[1]) == HALVES[::-1]
    parts.write_text("3\n3\n3\n3\n1\n1\n1\n1\n")
    found = json.loads(run("cut", small, "--vertex-weight", parts, "--json")[1])
    assert found["masses"] == [12, 4] and found["options"]["vertex_weight"] == str(parts)
    words = ("--part-weights", "25%,75%", "--max-imbalance", 0, "--objective", "cut", "--json")
    assert json.loads(run("cut", small, *words)[1])["sizes"] == [2, 6]


ODD = ["\ufeffa", "New York ", " b", "c\r", "d\r\ne", "\x85f\u2028", 'g,"h', "i\tj"]


@pytest.mark.parametrize("first", range(len(ODD)))
def test_parts_of_any_names_are_read_back(tmp_path, first):
    graph, parts = tmp_path / "graph.npz", tmp_path / "parts.tsv"
    tvcut.write_graph(graph, SMALL, names=ODD[first:] + ODD[:first])
    assert run("cut", graph, "-q", "-o", parts)[0] == 0
    for words in (("--init-labels", parts), ("--fixed", parts)):
        code, out, err = run("cut", graph, "-q", *words, "--json")
        assert code == 0 and json.loads(out)["labels"] == HALVES, err
    assert json.loads(out)["names"] == ODD[first:] + ODD[:first]


def test_spaces_around_columns(small, tmp_path):
    parts, edges = tmp_path / "parts", tmp_path / "names.csv"
    parts.write_text("0 , 1 \n 7, 0\n")
    assert labels(run("cut", small, "--fixed", parts)[1]) == HALVES[::-1]
    tvcut.write_graph(edges, SMALL, names=list("abcdefgh"))
    parts.write_text("a , 1 \n h, 0\n")
    assert labels(run("cut", edges, "--fixed", parts)[1]) == HALVES[::-1]


WRONG_VALUES = {
    "short": ("0\n1\n", "--init-labels", "the graph has 8 vertices, but the file has 2 values"),
    "long": ("0\n" * 9, "--init-labels", "line 9: the graph has 8 vertices, but the file has 9 values"),
    "part": ("0\n" * 7 + "2\n", "--fixed", r"line 8: a part must be in [0, 1], or -1 for none, got '2'"),
    "vertex": ("0 1\n8 1\n", "--fixed", "line 2: the graph has 8 vertices, but the file has '8'"),
    "twice": ("0 1\n0 1\n", "--fixed", "line 2: vertex '0' has a value already"),
    "columns": ("0 1\n0\n", "--fixed", "line 2: a line must hold a value, or a vertex and its value"),
    "no part": ("0 1\n1 0\n", "--init-labels", "vertex 2 has no part"),
    "empty part": ("0\n" * 8, "--init-labels", "--init-labels must have at least one vertex in every part"),
    "no mass": ("0 1\n1 2\n", "--vertex-weight", "every vertex needs a mass, and vertex 2 has none"),
    "mass": ("a\n" * 8, "--vertex-weight", "line 1: a mass must be a number, got 'a'"),
    "zero": (
        "0\n" * 8,
        "--vertex-weight",
        "values: the weight of a vertex must be > 0 for some vertex, got zero for all",
    ),
}


@pytest.mark.parametrize("case", WRONG_VALUES)
def test_wrong_values_of_vertices(small, tmp_path, case):
    text, flag, message = WRONG_VALUES[case]
    path = tmp_path / "values"
    path.write_text(text)
    code, out, err = run("cut", small, flag, path)
    assert code == 1 and message in err and not out


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

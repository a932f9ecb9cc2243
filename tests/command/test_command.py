"""The command line: results, JSON, files and exit codes."""

import argparse
import gzip
import inspect
import json

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from tests.command.commands import HALVES, SMALL, labels, run
from tvcut._command import arguments
from tvcut._files import formats
from tvcut._native import options

CLIQUES = np.kron(np.eye(4), np.ones((8, 8))) * 5 + 1  # four groups of eight vertices
np.fill_diagonal(CLIQUES, 0)


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

"""Files of pairs, of several masses and of sizes on the command line, and the flags of constraints."""

import json

import numpy as np
import pytest

import tvcut
from tests.command.commands import HALVES, labels, run

PATH = np.diag(np.ones(7), 1) + np.diag(np.ones(7), -1)
NAMES = [f"v {c}" for c in "abcdefgh"]


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A path of eight vertices by number and by name, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    tvcut.write_graph("path.graph", PATH)
    tvcut.write_graph("named.csv", PATH, names=NAMES)
    return tmp_path


def test_pairs_by_numbers_and_by_names(files):
    (files / "apart").write_text("3 4\n\n2\t3\n".replace("\t", " "))
    (files / "linked").write_text("0,7\n")
    words = ("--objective", "cut", "--cannot-link", "apart", "--must-link", "linked", "-k", "3", "--max-imbalance", "1")
    code, out, err = run("cut", "path.graph", *words)
    found = labels(out)
    assert code == 0 and found[3] != found[4] and found[2] != found[3] and found[0] == found[7], err
    (files / "apart").write_text("v d\tv e\nv c\tv d\n")
    (files / "linked").write_text("v a\tv h\n")
    assert labels(run("cut", "named.csv", *words)[1]) == found
    options = json.loads(run("cut", "named.csv", "--json", *words)[1])["options"]
    assert options["cannot_link"] == "apart" and options["must_link"] == "linked"


def test_several_masses(files):
    (files / "masses").write_text("".join(f"{i} 1 {2 if i in (0, 7) else 1}\n" for i in range(8)))
    words = ("--vertex-weight", "masses", "--objective", "cut", "--max-imbalance", "3%,10%")
    found = json.loads(run("cut", "path.graph", "--json", *words)[1])
    assert found["labels"] == HALVES and found["options"]["max_imbalance"] == [0.03, 0.1]
    (files / "masses").write_text("".join(f"{name}\t1\t{i % 2}\n" for i, name in enumerate(NAMES)))
    assert labels(run("cut", "named.csv", *words)[1]) == HALVES


def test_connected_parts_and_steady_numbers(files):
    (files / "labels").write_text("1\n1\n1\n0\n1\n0\n0\n0\n")
    words = ("--init-labels", "labels", "--migration", "0.1", "--connected", "--objective", "cut")
    code, out, err = run("cut", "path.graph", *words)
    assert code == 0 and labels(out) == HALVES[::-1] and "mass moved 2" in err
    assert json.loads(run("cut", "path.graph", "--json", *words)[1])["moved"] == 2


def test_volume(files):
    (files / "sizes").write_text("".join(f"{1 + i}\n" for i in range(8)))
    code, _, err = run("cut", "path.graph", "--objective", "volume", "--vertex-size", "sizes")
    assert code == 0 and "volume 9" in err  # 4 + 5
    assert (
        "--vertex-size can be given with --objective volume only"
        in run("cut", "path.graph", "--vertex-size", "sizes")[2]
    )


def test_soft_bounds_warn(files):
    (files / "masses").write_text("50\n50\n50\n" + "1\n" * 5)
    words = ("cut", "path.graph", "--vertex-weight", "masses", "--objective", "cut", "--max-imbalance", "5%")
    code, out, err = run(*words)
    assert code == 1 and not out and "raise --max-imbalance" in err
    code, out, err = run(*words, "--bounds", "soft")
    assert code == 0 and len(labels(out)) == 8
    assert "no partition was found that meets all bounds and constraints" in err
    assert "the smallest --max-imbalance that it holds is" in err


WRONG = {
    "one column": ("--must-link", "0 1\n2\n", "FILE, line 2: a line must hold two vertices, got 1 columns"),
    "vertex": ("--must-link", "0 1\n\n2 8\n", "FILE, line 3: the graph has 8 vertices, but the file has '8'"),
    "word": ("--cannot-link", "a 1\n", "FILE, line 1: the graph has 8 vertices, but the file has 'a'"),
    "twice": ("--cannot-link", "\n1 0\n3 3\n", "FILE, line 3: --cannot-link is vertex 3 twice; give two vertices"),
    "odd": ("--cannot-link", "0 1\n1 2\n2 0\n", "FILE, line 3: --cannot-link closes a cycle of an odd number of pairs"),
    "groups": ("--must-link", "".join(f"{i} {i + 1}\n" for i in range(7)), "FILE: --must-link leaves 1 groups"),
    "values": (
        "--vertex-weight",
        "0 1 2\n1 1\n",
        "FILE, line 2: a line must hold a value, or a vertex and its 2 values",
    ),
    "number": ("--vertex-weight", "0 1 x\n", "FILE, line 1: a mass must be a number, got 'x'"),
    "again": ("--vertex-weight", "0 1 1\n0 2 2\n", "FILE, line 2: vertex '0' has a value already"),
    "none": ("--vertex-weight", "0 1 1\n", "FILE: every vertex needs a mass, and vertex 1 has none"),
    "negative": (
        "--vertex-weight",
        "".join(f"{i} 1 {i - 1}\n" for i in range(8)),
        "FILE: the weight 2 of vertex 0 must be >= 0 and finite, got -1.0",
    ),
    "size": ("--vertex-size", "0 1\n", "FILE: every vertex needs a size, and vertex 1 has none"),
    "part": ("--fixed", "0 1 1\n", "FILE, line 1: a line must hold a value, or a vertex and its value, got 3"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_files_are_named_with_the_line(files, case):
    flag, text, message = WRONG[case]
    (files / "given").write_text(text)
    code, out, err = run("cut", "path.graph", flag, "given", "--max-imbalance", "1", "--objective", "cut")
    assert code == 1 and not out and message.replace("FILE", "given") in err


def test_pairs_that_contradict_each_other_are_called_by_name(files):
    (files / "apart").write_text("v a\tv h\nv b\tv c\n")
    (files / "linked").write_text("v b\tv c\n")
    code, _, err = run("cut", "named.csv", "--must-link", "linked", "--cannot-link", "apart")
    message = "apart, line 2: --cannot-link separates vertices 'v b' and 'v c', which --must-link puts into one part"
    assert code == 1 and message in err
    (files / "linked").write_text("v b\tv x\n")
    assert (
        "linked, line 1: the graph has 8 vertices, but the file has 'v x'"
        in run("cut", "named.csv", "--must-link", "linked")[2]
    )


@pytest.mark.parametrize("words", [("--migration", "1"), ("--max-imbalance", "3%,x"), ("--bounds", "firm")])
def test_wrong_flags(files, words):
    code, out, err = run("cut", "path.graph", *words)
    assert code in (1, 2) and not out and words[0] in err


def test_a_scan_takes_one_mass(files):
    (files / "masses").write_text("".join(f"{i} 1 1\n" for i in range(8)))
    code, _, err = run("scan", "path.graph", "--vertex-weight", "masses")
    assert code == 1 and "masses: the file has 2 weights of each vertex, but a scan takes one" in err

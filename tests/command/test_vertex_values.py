"""Values of vertices on the command line: parts, fixed vertices and masses in files."""

import json

import pytest

import tvcut
from tests.command.commands import HALVES, SMALL, labels, run, started


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

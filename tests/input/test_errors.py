"""Errors carry what they are about as data, and no code reads it from the text of a message."""

import ast
import pickle
from pathlib import Path

import numpy as np
import pytest

import tvcut

W = [[0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 1, 0]]
ERRORS = {  # arguments of balanced_cut, and the kind, argument, index and problem of the error
    "an option of the core": ({"asymmetry": -1}, "option", "asymmetry", None, "must be in [1e-06, 1e+06], got -1"),
    "another option": (
        {"n_clusters": 3, "asymmetry": 2},
        "option",
        "asymmetry",
        None,
        "must be 1 with n_clusters = 3, since it is for two parts, got 2",
    ),
    "more parts than vertices": ({"n_clusters": 5}, "option", "n_clusters", None, "must be an integer in [1, n = 4]"),
    "a preset": ({"preset": "x"}, "option", "preset", None, "must be one of 'default', 'paper', got 'x'"),
    "a seed": ({"random_state": -1}, "option", "random_state", None, "must be an integer in [0, "),
    "a mass": ({"vertex_weight": [1, 1, -2, 1]}, "entry", "vertex_weight", 2, "must be >= 0 and finite, got -2.0"),
    "a fixed vertex": ({"fixed": {3: 7}}, "option", "fixed", 3, "must be an integer in [-1, 1], got 7"),
    "a label": ({"init": [0, 0, 1, 2]}, "entry", "init", 3, "must be a part in [0, 1], got 2"),
    "a start": ({"init": [[0.0, 1, 2, np.inf]]}, "entry", "init", (0, 3), "must be finite, got inf"),
    "the sum of shares": ({"part_weights": [0.5, 0.6]}, "entry", "part_weights", None, "must sum to 1, but the sum is"),
    "labels against fixed": (
        {"init": [0, 0, 1, 1], "fixed": {0: 1, 3: 0}},
        "entry",
        "init",
        0,
        "is 0, but the vertex is fixed in part 1; make both equal",
    ),
    "bounds": ({"max_size": 1}, "bounds", "max_size", None, "max_size = 1 allows"),
}


@pytest.mark.parametrize("case", ERRORS)
def test_data_of_an_error(case):
    options, kind, argument, index, problem = ERRORS[case]
    with pytest.raises(tvcut.ArgumentError) as caught:
        tvcut.balanced_cut(W, **options)
    error = caught.value
    assert (error.kind, error.argument, error.index) == (kind, argument, index)
    assert error.problem.startswith(problem) and error.problem in str(error)
    if kind in ("option", "entry"):
        assert str(error).startswith(argument) and error.message.endswith(f" {error.problem}")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is tvcut.ArgumentError and str(again) == str(error) and vars(again) == vars(error)


def test_a_name_of_a_vertex_is_the_index():
    graph = pytest.importorskip("networkx").Graph([("a", "b"), ("b", "c")])
    with pytest.raises(tvcut.ArgumentError, match=r"^vertex_weight\['b'\] must be >= 0") as caught:
        tvcut.balanced_cut(graph, vertex_weight={"a": 1, "b": -1, "c": 1})
    assert caught.value.index == "b"


@pytest.mark.parametrize(
    "given, index",
    [([[0, -1], [-1, 0]], (0, 1)), ([[0, 1], [2, 0]], (0, 1)), ([[0, np.nan], [1, 0]], (0, 1)), ([[1, 2]], None)],
)
def test_a_graph_is_called_as_its_parameter(given, index):
    messages = []
    for call in (tvcut.balanced_cut, tvcut.BalancedCut(affinity="precomputed").fit):
        with pytest.raises(tvcut.ArgumentError) as caught:
            call(np.array(given, float))
        name = "X" if messages else "W"  # also in the remedy
        assert (caught.value.kind, caught.value.argument, caught.value.index) == ("graph", name, index)
        messages.append(
            str(caught.value)
            .replace(f"{name}[", "W[")
            .replace(f"{name} ", "W ")
            .replace("X;", "W;")
            .replace("X.T", "W.T")
        )
    assert messages[0] == messages[1]


def test_a_written_graph_keeps_its_cause(tmp_path):
    with pytest.raises(tvcut.GraphFileError, match="vertex_weight") as caught:
        tvcut.write_graph(tmp_path / "x.npz", W, vertex_weight=[1, 1, 1, -1])
    assert (caught.value.cause.argument, caught.value.cause.index) == ("vertex_weight", 3)


def test_a_callback_keeps_its_error():
    """An error of the callback about its own W is no error about X."""

    def callback(progress):
        raise ValueError("W is mine")

    with pytest.raises(ValueError, match=r"^W is mine$"):
        tvcut.BalancedCut(affinity="precomputed", callback=callback).fit(np.array(W, float))


def test_no_code_reads_the_text_of_an_error():
    """The exceptions are those that print it, or hand it on as a whole: they search nothing in it."""
    searches = {
        "startswith",
        "endswith",
        "partition",
        "split",
        "removeprefix",
        "removesuffix",
        "find",
        "index",
        "count",
    }
    found = []
    for file in Path(tvcut.__file__).parent.rglob("*.py"):
        tree = ast.parse(file.read_text())
        caught = {handler.name for handler in ast.walk(tree) if isinstance(handler, ast.ExceptHandler)} - {None}

        def is_text(node, caught=caught):
            """Whether an expression is the text of an error that was caught."""
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "str" and node.args:
                return getattr(node.args[0], "id", None) in caught
            own = isinstance(node, ast.Attribute) and node.attr in ("problem", "message", "args")
            return own and getattr(node.value, "id", None) in caught

        for node in ast.walk(tree):
            method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in searches
            if method and is_text(node.func.value):
                found.append((file.name, node.lineno))
            if isinstance(node, ast.Compare) and any(map(is_text, (node.left, *node.comparators))):
                found.append((file.name, node.lineno))
            if isinstance(node, ast.Call) and getattr(getattr(node.func, "value", None), "id", "") == "re":
                found += [(file.name, node.lineno) for argument in node.args if is_text(argument)]
    assert found == []

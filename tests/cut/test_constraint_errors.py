"""Errors of constraints name the argument, the entry and the vertices."""

import itertools

import numpy as np
import pytest

import tvcut
from tests.cut.grids import grid

ERRORS = {
    "number": ({"must_link": [(0, 1), (2, 9)]}, r"a vertex in must_link\[1\] must be an integer in \[0, 3\], got 9"),
    "fraction": ({"cannot_link": [(0, 1.5)]}, r"a vertex in cannot_link\[0\] must be an integer, got 1.5"),
    "triple": ({"must_link": [(0, 1, 2)]}, r"must_link\[0\] must be a pair of vertices, got \(0, 1, 2\)"),
    "single": ({"must_link": [0, 1]}, r"must_link\[0\] must be a pair of vertices, got 0"),
    "text": ({"must_link": "ab"}, "must_link must be pairs of vertices"),
    "dict": ({"must_link": {0: 1}}, "must_link must be pairs of vertices"),
    "texts": ({"must_link": ["ab"]}, r"must_link\[0\] must be a pair of vertices, got 'ab'"),
    "itself": ({"cannot_link": [(0, 1), (2, 2)]}, r"cannot_link\[1\] is vertex 2 twice"),
    "both": ({"must_link": [(0, 1), (1, 2)], "cannot_link": [(2, 0)]}, r"cannot_link\[0\] separates vertices 2 and 0"),
    "odd": ({"cannot_link": [(0, 1), (1, 2), (2, 0)]}, r"cannot_link\[2\] closes a cycle of an odd number of pairs"),
    "nan": ({"vertex_weight": [[1, 1], [1, np.nan], [1, 1], [1, 1]]}, r"vertex_weight\[1, 1\] must be >= 0 .* got nan"),
    "negative": (
        {"vertex_weight": {0: [1, 1], 1: [1, 1], 2: [-1, 1], 3: [1, 1]}},
        r"vertex_weight\[2, 0\] must be >= 0",
    ),
    "ragged": ({"vertex_weight": [[1, 1], [1], [1, 1], [1, 1]]}, r"vertex_weight must have shape \(4,\) or \(n, c\)"),
    "rows": ({"vertex_weight": np.ones((3, 2))}, r"vertex_weight must have shape \(4,\) or \(4, c\), got \(3, 2\)"),
    "zeros": (
        {"vertex_weight": np.eye(4)[:, :1] * [1, 0]},
        "must be > 0 for some vertex, got zero for all in column 1",
    ),
    "words": ({"vertex_weight": [["a", "b"]] * 4}, "vertex_weight must be real numbers, got dtype"),
    "degrees": (
        {"vertex_weight": np.ones((4, 2)), "balance": "normalized"},
        "balance must be 'ratio' when vertex_weight",
    ),
    "unbounded": (
        {"vertex_weight": np.ones((4, 2))},
        "max_imbalance must be a number if vertex_weight has several columns",
    ),
    "imbalances": ({"max_imbalance": [0.1, 0.2]}, r"max_imbalance must have shape \(1,\), one number for each column"),
    "imbalance": (
        {"vertex_weight": np.ones((4, 2)), "max_imbalance": [0.1, -1]},
        r"max_imbalance\[1\] must be >= 0 and finite, got -1",
    ),
    "shares": ({"part_weights": np.ones((2, 3)) / 2}, r"part_weights must have shape \(2,\) or \(2, 1\), one column"),
    "size": (
        {"vertex_size": [1, -1, 1, 1], "objective": "volume"},
        r"vertex_size\[1\] must be >= 0 and finite, got -1",
    ),
    "no volume": ({"vertex_size": [1, 1, 1, 1]}, "vertex_size can be given with objective = 'volume' only"),
    "no start": ({"migration": 1}, "migration must be 0 without labels in init"),
    "order": ({"migration": 1, "init": [0, 0, 1, 1], "order": "size"}, "order must be 'first_vertex' with migration"),
    "price": ({"migration": -1}, "migration must be >= 0, got -1"),
    "flag": ({"connected": "yes"}, "connected must be"),
    "word": ({"bounds": "firm"}, "bounds must be one of 'hard', 'soft', got firm"),
}


@pytest.mark.parametrize("case", ERRORS)
def test_errors_name_the_entry(case):
    given, message = ERRORS[case]
    with pytest.raises((TypeError, tvcut.ArgumentError), match=message):
        tvcut.balanced_cut(grid(2, 2), 2, **given)


def test_errors_have_the_names_of_vertices():
    nx = pytest.importorskip("networkx")
    graph = nx.path_graph(["anna", "bert", "carl", "dora"])
    message = r"cannot_link\[0\] separates vertices 'anna' and 'bert', which must_link puts into one part"
    with pytest.raises(tvcut.ArgumentError, match=message) as caught:
        tvcut.balanced_cut(graph, must_link=[("bert", "anna")], cannot_link=[("anna", "bert")])
    assert (caught.value.argument, caught.value.index, caught.value.kind) == ("cannot_link", 0, "entry")
    with pytest.raises(
        tvcut.ArgumentError, match="links vertices 'anna' and 'carl', but fixed puts them into parts 0 and 1"
    ):
        tvcut.balanced_cut(graph, must_link=[("anna", "carl")], fixed={"anna": 0, "carl": 1})
    with pytest.raises(tvcut.ArgumentError, match=r"must_link\[0\] must hold names of vertices of W, got 'emil'"):
        tvcut.balanced_cut(graph, must_link=[("anna", "emil")])
    with pytest.raises(
        tvcut.ArgumentError, match=r"no partition exists .* cannot_link does not hold for 1 of its pairs"
    ) as caught:
        tvcut.balanced_cut(
            nx.complete_graph(4), 3, cannot_link=list(itertools.combinations(range(4), 2)), max_imbalance=1
        )
    assert (caught.value.argument, caught.value.kind) == ("cannot_link", "bounds")


def test_scans_take_no_volume():
    with pytest.raises(tvcut.ArgumentError, match="objective must be 'value' or 'cut' in a scan, got 'volume'"):
        tvcut.scan(grid(4, 4), objective="volume")

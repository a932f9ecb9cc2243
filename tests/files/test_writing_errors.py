"""write_graph refuses what balanced_cut refuses, and masses, names and formats that no file holds."""

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from tests.files.graphs import ONE, read, written


def outside():
    A = sp.csr_array(ONE)
    A.indices[0] = 7
    return A


REFUSED = {
    "one dimension": np.ones(3),
    "not square": np.ones((2, 3)),
    "complex": ONE * 1j,
    "complex, sparse": sp.csr_array(ONE * (1 + 1j)),
    "masked": np.ma.masked_array(ONE, ONE == 0),
    "text": [["0", "1"], ["1", "0"]],
    "objects": [[0, 10**400], [10**400, 0]],
    "ragged": [[0, 1], [1]],
    "column": outside(),
    "negative": -ONE,
    "nan": [[0, np.nan], [np.nan, 0]],
    "sum": [[0, 1e308], [1e308, 0]],
    "one direction": [[0, 1], [0, 0]],
    "asymmetric": [[0, 1], [2, 0]],
    "nothing": None,
    "a path": "graph.csv",
    "a cut": tvcut.balanced_cut(ONE),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_a_cut_refuses(case):
    with pytest.raises((ValueError, TypeError)) as expected:
        tvcut.balanced_cut(REFUSED[case])
    kind = tvcut.GraphFileError if isinstance(expected.value, ValueError) else TypeError
    with pytest.raises(kind) as found:
        written(REFUSED[case], "csv")
    assert str(found.value).removeprefix("<stream>: ") == str(expected.value)
    if kind is tvcut.GraphFileError:
        assert vars(found.value.cause) == vars(expected.value)


def test_small_graphs():
    assert read(written([[0]], "npz")).W.shape == (1, 1)
    with pytest.raises(tvcut.GraphFileError, match="at least one vertex, got 0"):
        written(np.zeros((0, 0)), "csv")


WRONG_MASSES = {
    "negative": ([-1, 0], r"vertex_weight\[0\] must be >= 0 and finite, got -1"),
    "nan": ([1, np.nan], r"vertex_weight\[1\] must be >= 0 and finite, got nan"),
    "too large": ([10**400, 1], "vertex_weight must be real numbers"),
    "text": (["1", "2"], "vertex_weight must be real numbers"),
    "ragged": ([[1], [2, 3]], r"vertex_weight must have shape \(2,\)"),
    "two columns": ([[1, 2], [1, -2]], r"vertex_weight\[1\] must be >= 0 and finite, got -2"),
    "rows": (np.ones((3, 2)), r"vertex_weight must have shape \(2,\)"),
}


@pytest.mark.parametrize("case", WRONG_MASSES)
def test_masses_that_are_refused(case):
    masses, message = WRONG_MASSES[case]
    with pytest.raises((ValueError, TypeError), match=message):
        written(ONE, "npz", vertex_weight=masses)


@pytest.mark.parametrize("names", [5, "ab", b"ab", {"a": 1, "b": 2}, ONE, sp.csr_array(ONE), np.array(2)])
def test_names_that_are_no_sequence(names):
    with pytest.raises(TypeError, match="names must be 2 distinct texts, one for each vertex, got"):
        written(ONE, "csv", names=names)


def test_names_without_an_order():
    for names in ({"a", "b"}, frozenset("ab")):
        with pytest.raises(TypeError, match=f"distinct texts, .* got a {type(names).__name__}, which has no order"):
            written(ONE, "csv", names=names)
    masked = np.ma.masked_array(["a", "b"], [True, False])
    with pytest.raises(TypeError, match=r"names must not be a masked array; .* names.filled\(''\)"):
        written(ONE, "csv", names=masked)
    assert read(written(ONE, "csv", names={"a": 1, "b": 2}.keys())).names == ["a", "b"]


def test_names_that_are_refused():
    with pytest.raises(tvcut.GraphFileError, match=r"names must be 2 distinct texts, .* got 'a' twice"):
        written(ONE, "csv", names=["a", "a"])
    with pytest.raises(tvcut.GraphFileError, match=r"names must be 2 distinct texts, .* got 3"):
        written(ONE, "csv", names=["a", "b", "c"])
    with pytest.raises(tvcut.GraphFileError, match=r"names must not end in \\0"):
        written(ONE, "npz", names=["a", "b\0"])
    with pytest.raises(tvcut.GraphFileError, match="names=range"):
        written(ONE, "metis", names=["a", "b"])


@pytest.mark.parametrize("format", ["csv", "tsv", "edges", "parquet", "graphml"])
def test_a_lone_surrogate_is_refused(format):
    if format == "parquet":
        pytest.importorskip("pyarrow")
    with pytest.raises(tvcut.GraphFileError, match="name"):
        written(ONE, format, names=["a", "\ud800"])


@pytest.mark.parametrize("format", [[], {}, 5, "gif"])
def test_formats_that_do_not_exist(format):
    for call in (lambda: written(ONE, format), lambda: read(b"0 1\n", format=format)):
        with pytest.raises(ValueError, match="format must be one of 'metis'"):
            call()

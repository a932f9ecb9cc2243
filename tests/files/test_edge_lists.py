"""Edge lists as text: headers, separators and names that look like numbers, read and written."""

import inspect

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tvcut
from tests.files.graphs import read, written
from tests.files.test_files import assert_is_read
from tvcut._input import columns

ONE = [[0, 1], [1, 0]]
READ = {  # a file, the names of its vertices, and the weights next to the diagonal
    "id_1": (b"id_1,id_2\n0,747\n747,900\n", ["0", "747", "900"], [1, 1]),
    "other words above integers": (b"person friend\n3 2\n2 1\n", ["1", "2", "3"], [1, 1]),
    "a number above weights": (b"here,there,2019\n0,1,5\n", None, [5]),
    "integers in quotes": (b'"here","there"\n"0","1"\n', None, [1]),
    "integers with leading zeros": (b"here,there\n02139,10001\n", ["02139", "10001"], [1]),
    "long integers": (b"x y\n9007199254740993 9007199254740995\n", ["9007199254740993", "9007199254740995"], [1]),
    "a name further down": (b"x y\ny 3\n", ["x", "y", "3"], [1, 1]),
    "a name again": (b"x y\ny 3\n3 4\n", ["x", "y", "3", "4"], [1, 1, 1]),
    "one line": (b"x y\n", ["x", "y"], [1]),
    "semicolons": (b"a;b,c;1\nb,c;d;2\n", ["a", "b,c", "d"], [1, 2]),
    "tabs": (b"a;1\tb;2\t3\n", ["a;1", "b;2"], [3]),
    "leading zero": (b"007,7\n7,8\n", ["007", "7", "8"], [1, 1]),
    "leading zero, last line": (b"0 1\n1 00\n", ["0", "1", "00"], [1, 1]),
    "leading zeros of weights": (b"0,1,00.5\n1,2,01\n", None, [0.5, 1]),
    "zeros that do not lead": (b"0,10,2\n10,100,3\n", ["0", "10", "100"], [2, 3]),
    "other spellings of numbers": (b"1E3,1000\n1000,+1\n+1,1\n1,1.\n", ["1E3", "1000", "+1", "1", "1."], [1] * 4),
    "points of weights": (b"0,1,1.5\n1,2,+2.\n2,3,1e1\n", None, [1.5, 2, 10]),
    "vertices in the last columns": (b"weight,target,source\n1,b,0.5\n", ["0.5", "b"], [1]),
    "a vertex that is no integer": (b"weight,target,source\n1,2,0.5\n", ["0.5", "2"], [1]),
}


@pytest.mark.parametrize("case", READ)
def test_names(case):
    assert_is_read(*READ[case])


@pytest.mark.parametrize("pair", zip(columns.SOURCE, columns.TARGET, strict=True))
def test_known_names_are_a_header(pair):
    graph = read(f"{pair[1].upper()},Weight,{pair[0]}\nb,2,a\n".encode())
    assert graph.names == ["a", "b"] and graph.W[0, 1] == 2
    described = set(inspect.getdoc(tvcut.read_graph).replace(",", " ").split())
    assert {f"{pair[0]}/{pair[1]}", *columns.WEIGHT} <= described


@pytest.mark.parametrize("word", ["NA", "n/a", "None", "null", "missing", "", "-", "1_0", "3%", "_x"])
def test_a_missing_weight_makes_no_header(word):
    for more in ("", "b,c,2\n", "0,1,2\n"):
        with pytest.raises(tvcut.GraphFileError, match=f"line 1: a weight must be a number, got {word!r}$"):
            read(f"a,b,{word}\n{more}".encode())
    assert read(b"from a,to b,years\na,b,2\n").W[0, 1] == 2


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.filterwarnings("ignore::tvcut.GraphFileWarning")
def test_the_index_of_a_table_is_no_end_of_edges(mark):
    text = "\n".join(map(mark.join, [("", "person", "friend"), "012", "123"])).encode()
    assert (
        read(text).names == read(text.replace(mark.encode(), b"Unnamed: 0" + mark.encode(), 1)).names == ["1", "2", "3"]
    )
    assert read(text.replace(b"person", b"source").replace(b"friend", b"target")).names == ["1", "2", "3"]


@pytest.mark.parametrize("more", ["b,c,1\n", "c,a,1\n", "c,d,1\nd,b,2\n", "a,b,2\n", "b,0,1\n"])
@pytest.mark.parametrize("word", ["x", "years", "one"])
def test_a_first_line_whose_ends_are_vertices_is_no_header(word, more):
    with pytest.raises(
        tvcut.GraphFileError, match=rf"line 2: a weight must be a number, got '{word}'; .* source, targ"
    ):
        read(f"# c\na,b,{word}\n{more}".encode())
    vertices = {name for line in more.split() for name in line.split(",")[:2]}
    for name in columns.WEIGHT:
        assert set(read(f"a,b,{name.upper()}\n{more}".encode()).names) == vertices


@pytest.mark.parametrize("start", ["", "0;1;2\n", "a;b;2\n", "s,1;t;weight\n"])
def test_decimal_commas(start):
    graph = read(f"{start}0;1;1,5\n".encode())
    called = graph.names or ["0", "1"]
    assert graph.W[called.index("0"), called.index("1")] == (3.5 if start[:1] == "0" else 1.5)
    for thousands in ("1,200", "1.200,5"):
        with pytest.raises(tvcut.GraphFileError, match="write it with a decimal point and no comma"):
            read(f'source,target,weight\na,b,"{thousands}"\n'.encode())


def labelled(W, names):
    """Return the vertices and edges of a graph by their names."""
    called = list(map(str, range(len(W)))) if names is None else names
    return set(called), {(called[i], called[j]): W[i][j] for i, j in np.argwhere(W).tolist()}


ODD = 'source target weight u v id_1 0 1 7 007 00 1.0 +1 1e3 -1 1_0 nan NA a,b a;b ; , " a"b \' # a# % <a PAR1'.split()
ODD += [
    "a\tb",
    "a b",
    " a",
    "a\u2003",
    "a\x85b",
    "a\nb",
    "\r",
    "PK\x03\x04",
    "\ufeffa",
    "\0",
    "\x1c",
    "\ud800",
    "",
    "é",
]
ODD += ["１", "9007199254740993", "1" + "0" * 18]
NAME = st.sampled_from(ODD) | st.text(max_size=4) | st.text('01.e+,;# "', max_size=3)


@pytest.mark.parametrize("examples", [100, pytest.param(400, marks=pytest.mark.slow)])
def test_names_are_read_back_or_refused(examples):
    check = given(names=st.lists(NAME, min_size=2, max_size=5, unique=True), data=st.data())(read_back_or_refused)
    settings(max_examples=examples, deadline=None, derandomize=True, database=None)(check)()


def read_back_or_refused(names, data):
    n = len(names)
    W = np.zeros((n, n))
    for i, j in data.draw(st.lists(st.tuples(*[st.integers(0, n - 1)] * 2), max_size=6)):
        W[i, j] = W[j, i] = data.draw(st.sampled_from([1, 2, 0.5, 1e-300, 1e22]))
    for format in ("csv", "tsv", "edges"):
        try:
            text = written(W, format, names=names)
        except tvcut.GraphFileError:
            continue
        for option in ({}, {"format": format}):
            graph = read(text, **option)
            assert labelled(graph.W.toarray(), graph.names) == labelled(W, names)


SURVIVE = {
    "csv": ["source", "target", "007", "7", "a,b", "1.0", "+1", "1e3", "#a", "%b", "é", '"', "PAR1"],
    "edges": ["PAR1", "<a", "007", "7", "1.0", "+1"],
}


@pytest.mark.parametrize("format", SURVIVE)
def test_names_that_survive(format):
    names = SURVIVE[format]
    W = np.ones((len(names), len(names)))
    assert read(written(W, format, names=names)).names == names


@pytest.mark.parametrize("names", [["source", "target"], ["to", "from"], ["a,b", "c"], ["a", "b;c"]])
def test_a_first_line_that_looks_like_a_header_or_csv(names):
    with pytest.raises(tvcut.GraphFileError, match="would be read back as a header"):
        written(ONE, "edges", names=names)
    assert read(written(ONE, "csv", names=names)).names == names

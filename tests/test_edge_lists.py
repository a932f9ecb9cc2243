"""Edge lists as text: headers, separators and names that look like numbers."""

import inspect

import numpy as np
import pytest

import tvcut
from test_files import read
from tvcut._files import header

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
    "zeros that do not lead": (b"0,0.0,1\n0,10,2\n10,100,3\n", ["0", "10", "100"], [2, 3]),
    "vertices in the last columns": (b"weight,target,source\n1,b,0.5\n", ["0.5", "b"], [1]),
    "a vertex that is no integer": (b"weight,target,source\n1,2,0.5\n", ["0.5", "2"], [1]),
}


@pytest.mark.parametrize("case", READ)
def test_names(case):
    text, names, weights = READ[case]
    graph = read(text)
    assert graph.names == names
    np.testing.assert_array_equal(graph.W.diagonal(1), weights)


@pytest.mark.parametrize("pair", zip(header.SOURCE, header.TARGET, strict=True))
def test_known_names_are_a_header(pair):
    graph = read(f"{pair[1].upper()},Weight,{pair[0]}\nb,2,a\n".encode())
    assert graph.names == ["a", "b"] and graph.W[0, 1] == 2
    described = set(inspect.getdoc(tvcut.read_graph).replace(",", " ").split())
    assert {f"{pair[0]}/{pair[1]}", *header.WEIGHT} <= described


@pytest.mark.parametrize("word", ["NA", "n/a", "None", "null", "missing", "", "-", "1_0", "3%", "_x"])
def test_a_missing_weight_makes_no_header(word):
    for more in ("", "b,c,2\n", "0,1,2\n"):
        with pytest.raises(tvcut.GraphFileError, match=f"line 1: a weight must be a number, got {word!r}$"):
            read(f"a,b,{word}\n{more}".encode())
    assert read(b"a,b,years\na,b,2\n").W[0, 1] == 2


@pytest.mark.parametrize("start", ["", "0;1;2\n", "a;b;2\n", "s,1;t;weight\n"])
def test_decimal_commas(start):
    line = start.count("\n") + 1
    with pytest.raises(tvcut.GraphFileError, match=rf"line {line}: a weight must be a number, got '1,5'; write 1\.5"):
        read(f"{start}0;1;1,5\n".encode())

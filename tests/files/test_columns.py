"""Headers, comments, columns and marks between columns of tables of edges."""

import io

import numpy as np
import pytest

import tvcut
from tests.files.graphs import NODES, edges, graphml, read, told, written
from tvcut._files import opening, summary

PATH = {("anna", "bert"): 1, ("bert", "carl"): 1}
KNOWN = ["SOURCE_CITY,TARGET_CITY", "source airport,destination airport"]
KNOWN += "V1,V2 name1,name2 X1,X2 sender,receiver src_id,dst_id ego,alter Node-A1,Node-A2".split()


@pytest.mark.parametrize("words", [*KNOWN, "Source Node,Target Node"])
def test_names_of_two_columns(words):
    assert edges(read(f"{words}\nanna,bert\nbert,carl\n".encode())) == PATH


@pytest.mark.parametrize("mark", [",", ";", "\t", " "])
def test_a_first_line_of_words_that_no_other_line_has(mark):
    data = "person,friend\nanna,bert\nbert,carl\n".replace(",", mark).encode()
    graph, (message,) = told(data)
    assert edges(graph) == PATH and "line 1, 'person friend', was read as a header; header=False" in message
    assert told(data, header=True)[1] == []
    graph, messages = told(data, header=False)
    assert messages == [] and edges(graph) == PATH | {("person", "friend"): 1}


@pytest.mark.parametrize("top", ["v1,v2", "u,v", "person,friend"])
def test_a_first_line_of_names_is_an_edge(top):
    first, second = top.split(",")
    graph, messages = told(f"{top}\n{second},x\n".encode())
    assert messages == [] and edges(graph) == {(first, second): 1, (second, "x"): 1}


def test_a_vertex_with_the_name_of_a_column():
    graph, (message,) = told(b"source,target\nsource,sink\n")
    assert edges(graph) == {("source", "sink"): 1} and "header=False" in message
    assert len(edges(read(b"source,target\nsource,sink\n", header=False))) == 2


def test_rows_whose_names_start_as_comments():
    names = {("#a", "b"): 1, ("b", "%c"): 2, ("#a", "%c"): 1}
    rows = b"#a,b,1\nb,%c,2\n%c,#a,1\n"
    assert edges(read(b"# people\n\nsource,target,weight\n" + rows)) == names
    assert edges(read(b"source\ttarget\tweight\n" + rows.replace(b",", b"\t"))) == names
    graph, (message,) = told(rows)
    assert edges(graph) == {("b", "%c"): 2, ("%c", "#a"): 1}
    assert "line 1, '#a,b,1', was left out as a comment, though it has the columns of a row" in message
    W = [[0, 1, 0], [1, 0, 2], [0, 2, 0]]
    assert read(written(W, "csv", names=["#a", "%b", "c"])).names == ["#a", "%b", "c"]


def test_comments_between_rows_are_counted():
    graph, messages = told(b"# before\na b\n# c\nb c\n% more words here\nc d\n")
    assert len(edges(graph)) == 3
    assert messages == [
        "<stream>: 2 lines after the first row start with # or % and were left out as comments, "
        "the first of them line 3"
    ]
    assert "line 3 starts with" in told(b"source,target\na,b\n# end\n")[1][0]


WEIGHTS = {  # a table, and the weight of its edge; None: 1, and what may be the weight is told
    "source,target,count\na,b,5": 5,
    "from,to,hours\na,b,5": 5,
    "source,target,Weights\na,b,5": 5,
    "name1,name2,hours\na,b,5": 5,
    "source,target,id,time,strength\na,b,1,2,5": 5,
    "Source,Target,Type,Id,Label,timeset,Weight\na,b,Undirected,0,,,5": 5,
    "source,target,type\na,b,friend": 1,
    "source,target,year\na,b,1999": 1,
    "name1,name2,kind\na,b,friend": 1,
    "source,target,count,hours\na,b,5,6": None,
}


@pytest.mark.parametrize("text", WEIGHTS)
def test_the_column_of_the_weight(text):
    graph, messages = told(text.encode())
    assert graph.W[0, 1] == (WEIGHTS[text] or 1) and bool(messages) == (WEIGHTS[text] is None)
    assert read(text.encode(), weight=None).W[0, 1] == 1


def test_a_weight_that_is_asked_for():
    table = b"source,target,count,hours\na,b,5,6\n"
    assert told(table)[1][0].endswith(
        "'count', 'hours' may be weights, and every weight is 1; weight='count' takes one of them"
    )
    for name, weight in (("count", 5), ("Hours", 6)):
        assert read(table, weight=name).W[0, 1] == weight
    assert read(b"a b 3 4\nb c 5 6\n", weight="4").W[0, 1] == 4
    for data in (table, graphml(NODES), b"a b 3\n"):
        with pytest.raises(tvcut.GraphFileError, match="weight must be the name of one column or attribute"):
            read(data, weight="other")
    with pytest.raises(tvcut.GraphFileError, match="two are called 'weight'"):
        read(b"source,target,weight,Weight\na,b,1,2\n")
    with pytest.raises(ValueError, match="weight must not be given for the format 'metis'"):
        read(b"2 1\n2\n1\n", weight="count", format="metis")
    with pytest.raises(TypeError, match="weight must be the name of a column"):
        read(table, weight=3)


@pytest.mark.parametrize("name", ["weight", "Weight", "Weights", "value", "hours"])
def test_the_attribute_of_the_weight(name):
    key = f'<key id="k" for="edge" attr.name="{name}" attr.type="double"/>'
    key += '<key id="l" for="edge" attr.name="id" attr.type="int"/>'
    edge = '<edge source="a" target="b"><data key="k">3</data><data key="l">7</data></edge>'
    assert read(graphml(NODES + edge, key)).W[0, 1] == 3
    assert read(graphml(NODES + edge, key), weight="id").W[0, 1] == 7


def test_columns_and_attributes_that_are_not_used():
    def facts(data):
        return summary.summary(opening.read_entries(io.BytesIO(data), None)[0])

    found = facts(b"source,target,count,date\na,b,5,x\n")
    assert found["weights_from"] == "count" and found["unused"] == ["date"]
    keys = '<key id="k" for="edge" attr.name="Weight"/><key id="c" for="node" attr.name="colour"/>'
    found = facts(graphml(NODES + '<edge source="a" target="b"/>', keys))
    assert found["weights_from"] == "Weight" and found["unused"] == ["colour"]
    assert any("was read as a header" in remark for remark in facts(b"x y\na b\n")["remarks"])


@pytest.mark.parametrize("mark", [",", " ", "\t"])
def test_lines_that_end_in_a_carriage_return_alone(mark):
    data = "source,target\ranna,bert\rbert,carl\r".replace(",", mark).encode()
    assert edges(read(data)) == PATH
    assert edges(read(b"%%MatrixMarket matrix coordinate pattern symmetric\r2 2 1\r2 1\r")) == {("0", "1"): 1}
    assert read(b"3 2\r2\r1 3\r2\r").format == "metis"


SIZES = {
    "two numbers": b"4 3\n1 2\n2 3\n3 4\n",
    "from 0": b"4 3\n0 1\n1 2\n2 3\n",
    "weights": b"4 3\n1 2 1\n2 3 1\n3 4 1\n",
    "three numbers": b"4 4 3\n1 2 1\n2 3 1\n3 4 1\n",
    "names": b"4 3\na b\nb c\nc d\n",
}


@pytest.mark.parametrize("case", SIZES)
def test_a_first_line_of_sizes(case):
    graph, messages = told(SIZES[case], format="edges")
    assert graph.W.shape == (4, 4) and graph.W.sum() == 6 and np.all(graph.W.diagonal(1) == 1)
    if case == "weights":  # nothing else is possible
        return
    assert len(messages) == 1 and "was read as the numbers of vertices and edges" in messages[0]
    again, messages = told(SIZES[case], format="edges", header=False, symmetrize="sum")
    assert (messages == [] and again.W.shape != (4, 4)) or again.W.sum() != 6


def test_edges_that_look_like_sizes():
    assert told(b"4 3\n3 2\n2 1\n", format="edges")[1] == []
    with pytest.raises(tvcut.GraphFileError, match="line 2: every line must have 2 columns"):
        read(b"4 3\n1 2 1\n2 3 1\n", format="edges")


def test_trailing_tabs_and_mixed_spaces():
    assert edges(read(b"source\ttarget\t\nanna\tbert\t\nbert\tcarl\t\n")) == PATH
    assert edges(read(b"source\ttarget\nanna\tbert\t\nbert\tcarl\t\n")) == PATH
    assert edges(read(b"0\t1\t\n1\t2\t\n")) == {("0", "1"): 1, ("1", "2"): 1}
    assert edges(read(b"0 1\t3\n1 2\t4\n")) == {("0", "1"): 3, ("1", "2"): 4}
    assert edges(read(b'"anna" "bert"\n"bert" "carl"\n')) == PATH

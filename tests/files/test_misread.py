"""Files that mean something else than their first look: read as they were meant, and what is doubtful is told."""

import io

import networkx
import numpy as np
import pytest

import tvcut
from tests.files.graphs import NODES, edges, graphml, read, told, written


def test_parallel_edges_add_up():
    both = '<edge source="a" target="b"><data key="k">3</data></edge>'
    both += '<edge source="b" target="a"><data key="k">4</data></edge>'
    key = '<key id="k" for="edge" attr.name="weight"/>'
    assert read(graphml(NODES + both, key)).W[0, 1] == 7
    table = "Source,Target,Type,Weight\na,b,{0},3\nb,a,{0},4\n"
    assert read(table.format("Undirected").encode()).W[0, 1] == 7
    with pytest.raises(tvcut.GraphFileError, match="symmetric"):
        read(table.format("Directed").encode())
    with pytest.raises(tvcut.GraphFileError, match="the column Type must be"):
        read(table.replace("{0}", "Directed", 1).format("Undirected").encode())
    graph = networkx.MultiGraph([("a", "b", {"weight": 2}), ("b", "a", {"weight": 2})])
    file = io.BytesIO()
    networkx.write_graphml_xml(graph, file)
    assert read(file.getvalue()).W[0, 1] == 4


def test_a_converted_graph_has_no_loops():
    W = [[0, 0, 1, 0], [0, 0, 1, 0], [1, 1, 0, 0], [0, 0, 0, 0]]
    for names in (None, list("xyzq")):
        file = io.StringIO(written(W, "csv", names=names).decode())
        rows = [line.split(",") for line in file.read().splitlines()[1:]]
        called = names or list("0123")
        assert [row for row in rows if row[0] == row[1]] == [[called[3], called[3], "0"]]  # the vertex without edges
        assert (
            edges(read(written(W, "csv", names=names))).keys()
            == {(called[0], called[2]), *[(called[1], called[2])] * 1}
            or names
        )
    data = written(np.ones((3, 3)) - np.eye(3), "csv", names=list("xyz"))
    graph = networkx.parse_edgelist(data.decode().splitlines()[1:], delimiter=",", data=[("weight", float)])
    assert networkx.number_of_selfloops(graph) == 0 and list(graph) == list("xyz")


def test_times_in_the_place_of_weights():
    data = b"1 2 1082008561\n2 3 1082040961\n"
    graph, (message,) = told(data)
    assert graph.W[0, 1] == 1 and "look like times since 1970, and every weight is 1; weight='3' takes" in message
    assert told(data, weight=None)[1] == [] and read(data, weight="3").W[0, 1] == 1082008561


TABLES = {  # a table, and its edges
    "names of columns in a comment": ("# source, target, weight, time\na, b, 3, 9\nb, c, 4, 9\n", {"ab": 3, "bc": 4}),
    "a comment between tabs": ("#node1\tnode2\tnode1_id\tnode2_id\na\tb\t7\t8\nb\tc\t8\t9\n", {"ab": 1, "bc": 1}),
    "comments at the end": ("a b # x\nb c\n", {"ab": 1, "bc": 1}),
    "row names of R": ('"from" "to" "weight"\n"1" "a" "b" 3\n"2" "b" "c" 4\n', {"ab": 3, "bc": 4}),
    "row names of R, two columns": ("V1 V2\n1 a b\n2 b c\n", {"ab": 1, "bc": 1}),
    "relations of Neo4j": (":START_ID(P),weight:float,:END_ID(P),:TYPE\na,3,b,X\n", {"ab": 3}),
    "relations of Neo4j, underscores": ("_start,_end,_type\na,b,X\nb,c,X\n", {"ab": 1, "bc": 1}),
    "names that end in a and b": ("Interactor A,Interactor B,Symbol A,Symbol B\na,b,x,y\n", {"ab": 1}),
    "capitals": ("FromNodeId,ToNodeId,Strength\na,b,3\n", {"ab": 3}),
    "a triple": ("subject,predicate,object\na,likes,b\n", {"ab": 1}),
    "times and identifiers": ("t,i,j\n20,a,b\n40,a,b\n", {"ab": 2}),
    "percent signs below other comments": ("# links\n\n%A1\tb\nb\tc\n", {("%A1", "b"): 1, ("b", "c"): 1}),
    "lines of a railway": ("station1,station2,line,time\na,b,7,3\n", {"ab": 1}),
    "calls": ("timestamp,caller,callee,duration\n9,a,b,3\n", {"ab": 3}),
    "bars": ("a|b|3\nb|c|4\n", {"ab": 3, "bc": 4}),
    "commas at the end": ("a,b,\nb,c,\n", {"ab": 1, "bc": 1}),
    "decimal commas": ("\ufeffSource;Target;Weight\r\na;b;2,5\r\n", {"ab": 2.5}),
}


@pytest.mark.parametrize("case", TABLES)
def test_tables(case):
    text, expected = TABLES[case]
    graph, messages = told(text.encode())
    assert edges(graph) == {tuple(pair): weight for pair, weight in expected.items()} and messages == []


DOUBTS = {  # a file, its edges, and what is told
    "contacts": ("20 1 2\n20 3 4\n40 1 2\n80 1 2\n", {"12": 3, "34": 1}, "first column was read as times"),
    "contacts with classes": ("20,1,2,A,B\n40,3,4,A,A\n60,1,2,A,B\n", {"12": 2, "34": 1}, "read as times"),
    "times that ascend": ("1 2 1\n1 3 2\n2 3 2\n1 2 3\n", {"12": 4, "13": 2, "23": 2}, "weights ascend"),
    "communities": ("1 7\n2 7\n3 7\n4 8\n5 8\n6 8\n", None, "as in a table of communities"),
    "zeros": ("source,target,stops\na,b,0\nb,c,2\n", {"bc": 2}, "1 edges have 0 in the column 'stops'"),
    "texts": ("person,friend,kind\na,b,x\nb,c,y\n", {"ab": 1, "bc": 1}, "'person friend', was read as a header"),
}


@pytest.mark.parametrize("case", DOUBTS)
def test_what_may_mean_something_else(case):
    text, expected, part = DOUBTS[case]
    graph, (message,) = told(text.encode())
    assert part in message
    assert expected is None or edges(graph) == {tuple(pair): weight for pair, weight in expected.items()}


def test_contacts_read_as_weights():
    assert edges(read(b"20 1 2\n40 1 2\n60 3 1\n", weight="3")) == {("1", "20"): 2, ("1", "40"): 2, ("3", "60"): 1}


def test_konect():
    assert edges(read(b"% sym posweighted\n% 2 3 3\n1 2 3 1082008561\n2 1 4 1082008562\n")) == {("1", "2"): 7}
    with pytest.raises(tvcut.GraphFileError, match="bipartite network of KONECT"):
        read(b"% bip unweighted\n1 1\n1 2\n")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252", "utf-8-sig"])
def test_encodings(encoding):
    text = "source,target\nanna,jos\u00e9\n"
    marked = encoding in ("utf-16", "utf-32", "utf-8-sig")
    assert read(text.encode(encoding), encoding=None if marked else encoding).names == ["anna", "jos\u00e9"]
    if encoding in ("latin-1", "cp1252"):
        with pytest.raises(
            tvcut.GraphFileError, match="line 2: a line must be text in UTF-8, got the byte 0xe9; set encoding="
        ):
            read(text.encode(encoding))
    for wrong in ("klingon", "hex"):
        with pytest.raises(ValueError, match="encoding must be an encoding of text"):
            read(b"a b\n", encoding=wrong)


def test_matrix_market_with_one_percent_sign_or_none():
    body = b"MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n"
    assert edges(read(b"%" + body)) == edges(read(b"%%" + body)) == {("0", "1"): 1, ("1", "2"): 1}
    file = io.BytesIO(b"3 3 2\n2 1 1\n3 2 1\n")
    file.name = "graph.mtx"
    with pytest.raises(tvcut.GraphFileError, match="the first line must be '%%MatrixMarket"):
        tvcut.read_graph(file)


def test_the_pattern_of_a_matrix():
    text = b"%%MatrixMarket matrix coordinate real symmetric\n3 3 5\n1 1 2\n2 2 2\n2 1 -1\n3 2 -.5\n3 1 0\n"
    with pytest.raises(tvcut.GraphFileError, match="weights must be >= 0"):
        read(text)
    assert edges(read(text, weight=None)) == {("0", "0"): 1, ("1", "1"): 1, ("0", "1"): 1, ("1", "2"): 1}
    with pytest.raises(tvcut.GraphFileError, match="weight must be None or left out"):
        read(text, weight="value")


def test_metis_with_one_direction():
    one = b"3 2 1\n2 5\n3 7\n\n"
    with pytest.raises(tvcut.GraphFileError, match="'sum', as it holds one triangle only"):
        read(one, format="metis")
    assert edges(read(one, format="metis", symmetrize="sum")) == {("0", "1"): 5, ("1", "2"): 7}


def test_graphml_in_other_orders():
    key, edge = (
        '<key id="k" for="edge" attr.name="weight"/>',
        '<edge source="b" target="a"><data key="k">3</data></edge>',
    )
    graph = read(graphml(edge + NODES, key))
    assert graph.names == ["a", "b"] and graph.W[0, 1] == 3
    with pytest.raises(
        tvcut.GraphFileError, match="line 2: the source of an edge must be a vertex of the file, got 'b'"
    ):
        read(graphml("\n" + edge + '<node id="a"/>', key))
    with pytest.raises(tvcut.GraphFileError, match="a key must be above the graph"):
        read(graphml(NODES + edge).replace(b"</graphml>", f"{key}</graphml>".encode()))
    with pytest.raises(tvcut.GraphFileError, match="must not have two weights"):
        read(graphml(NODES + edge.replace("</edge>", '<data key="k">4</data></edge>'), key))


def test_a_table_of_vertices_is_no_graph():
    for text in (b"Id,Label\na,A\nb,B\n", b"Id;Label;Interval\na;A;\n", b"Label,Id\nA,a\n", b"name,group\na,1\nb,1\n"):
        with pytest.raises(tvcut.GraphFileError, match="the file is a table of vertices"):
            read(text)


@pytest.mark.parametrize(
    "option", [{"weight": None}, {"header": False}, {"encoding": "latin-1"}, {"hyperedges": "stars"}]
)
def test_options_without_effect(option, tmp_path):
    (name,) = option
    tvcut.write_graph(tmp_path / "graph.npz", [[0, 1], [1, 0]])
    for more in ({}, {"mmap": True}):
        with pytest.raises(ValueError, match=f"^.*{name} must not be given"):
            tvcut.read_graph(tmp_path / "graph.npz", **option, **more)

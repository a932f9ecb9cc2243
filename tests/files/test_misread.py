"""Files that mean something else than their first look: read as they were meant, and what is doubtful is told."""

import io
import warnings

import networkx
import numpy as np
import pytest

import tvcut
from tests.files.test_files import NODES, graphml, read, written
from tvcut._files import opening, summary


def edges(graph):
    """Return the edges of a graph by the names of their ends, with their weights."""
    called = graph.names or list(map(str, range(graph.W.shape[0])))
    rows, cols = np.nonzero(np.triu(graph.W.toarray()))
    return {(called[i], called[j]): graph.W[i, j] for i, j in zip(rows.tolist(), cols.tolist(), strict=True)}


def told(data, **options):
    """Return the graph in a file and the warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        graph = read(data, **options)
    return graph, [str(warning.message) for warning in caught]


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


def test_trailing_tabs_and_mixed_spaces():
    assert edges(read(b"source\ttarget\t\nanna\tbert\t\nbert\tcarl\t\n")) == PATH
    assert edges(read(b"source\ttarget\nanna\tbert\t\nbert\tcarl\t\n")) == PATH
    assert edges(read(b"0\t1\t\n1\t2\t\n")) == {("0", "1"): 1, ("1", "2"): 1}
    assert edges(read(b"0 1\t3\n1 2\t4\n")) == {("0", "1"): 3, ("1", "2"): 4}
    assert edges(read(b'"anna" "bert"\n"bert" "carl"\n')) == PATH


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

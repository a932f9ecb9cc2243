"""GraphML of tvcut and of other programs: names, weights, and elements outside the graph."""

import io

import numpy as np
import pytest

import tvcut
from tests.files.graphs import MASSES, NAMES, NODES, W, graphml, read, written


def test_graphml_as_networkx_reads_and_writes_it():
    networkx = pytest.importorskip("networkx")
    for names in (None, NAMES):
        graph = networkx.from_numpy_array(W)
        graph = graph if names is None else networkx.relabel_nodes(graph, dict(enumerate(names)))
        file = io.BytesIO()
        networkx.write_graphml_xml(graph, file)
        found = read(file.getvalue())
        np.testing.assert_array_equal(found.W.toarray(), W)
        assert found.names == names
        back = networkx.read_graphml(io.BytesIO(written(W, "graphml", names=names, vertex_weight=MASSES)))
        np.testing.assert_array_equal(networkx.to_numpy_array(back), W)
        assert list(back) == (names or [str(i) for i in range(15)])
        assert [back.nodes[v]["weight"] for v in back] == MASSES.tolist()


@pytest.mark.parametrize("names", [NAMES, ["a", "b<c>&", *map(str, range(13))], ["twice"] * 2 + NAMES[2:], None])
def test_graphml_of_igraph(tmp_path, names):
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph.Weighted_Adjacency(W, mode="undirected")
    if names is not None:
        graph.vs["name"] = names
    graph.write_graphml(str(tmp_path / "graph.graphml"))
    found = tvcut.read_graph(tmp_path / "graph.graphml")
    np.testing.assert_array_equal(found.W.toarray(), W)
    distinct = names is not None and len(set(names)) == 15
    assert found.names == (names if distinct else [f"n{i}" for i in range(15)])


def test_graphml_with_names_beside_identifiers():
    key = '<key id="v" for="node" attr.name="name"/>'
    node = '<node id="{}"><data key="v">{}</data></node>'
    edge = '<edge source="{}" target="{}"/>'
    for ids, called, names in (
        ("n0 n1", ["x", "y"], ["x", "y"]),
        ("n0 n1", ["x", ""], ["n0", "n1"]),
        ("n1 n0", ["x", "y"], ["x", "y"]),
        ("61 -7.0", ["x", "y"], ["x", "y"]),
        ("a b", ["x", "y"], ["a", "b"]),
    ):
        body = "".join(map(node.format, ids.split(), called)) + edge.format(*ids.split())
        assert read(graphml(body, key)).names == names


def test_graphml_elements_outside_the_graph_are_ignored():
    key, edge = (
        '<key id="k" for="edge" attr.name="weight"/>',
        '<edge source="a" target="b"><data key="k">{}</data></edge>',
    )
    for before, after in ((edge.format(9), ""), ("", edge.format(9)), (NODES, edge.format("x"))):
        body = graphml(NODES + edge.format(7), key).replace(b"</graphml>", f"{after}</graphml>".encode())
        assert read(body.replace(b"<graph ", f"{before}<graph ".encode())).W[0, 1] == 7


def test_graphml():
    key = '<key id="k" for="all" attr.name="weight"><default>3</default></key>'
    graph = read(graphml(NODES + '<edge source="a" target="b"/>', key))
    assert graph.names == ["a", "b"] and graph.W[0, 1] == 3 and graph.vertex_weight.tolist() == [3, 3]
    label = '<key id="k" attr.name="label"/>'
    graph = read(graphml(NODES + '<edge source="a" target="b"><data key="k"><x>7</x></data></edge>', label))
    assert graph.W[0, 1] == 1 and graph.vertex_weight is None
    both = '<edge source="a" target="b"/><edge source="b" target="a"/>'
    assert read(graphml(NODES + both, directed="directed")).W[0, 1] == 1
    with pytest.raises(tvcut.GraphFileError, match="set symmetrize"):
        read(graphml(NODES + '<edge source="a" target="b"/>', directed="directed"))

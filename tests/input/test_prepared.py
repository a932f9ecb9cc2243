"""as_graph: directions, attributes and components of graphs of other libraries, beside sums by hand."""

import io

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut

nx = pytest.importorskip("networkx")
igraph = pytest.importorskip("igraph")
pd = pytest.importorskip("pandas")

NAMES = ["a", "b", "c", "d"]
ARCS = [("a", "b", 3), ("b", "a", 1), ("b", "c", 2), ("c", "d", 4), ("d", "c", 4)]  # in both directions and in one
DENSE = np.array([[0, 3, 0, 0], [1, 0, 2, 0], [0, 0, 0, 4], [0, 0, 4, 0]], float)
EXPECTED = {"sum": DENSE + DENSE.T, "max": np.maximum(DENSE, DENSE.T), "mean": (DENSE + DENSE.T) / 2}
TABLE = pd.DataFrame(ARCS, columns=["source", "target", "hours"])


def digraph():
    graph = nx.DiGraph()
    graph.add_nodes_from((name, {"people": 10 * i + 1}) for i, name in enumerate(NAMES))
    graph.add_weighted_edges_from(ARCS, weight="hours")
    return graph


def of_igraph(names="name"):
    graph = igraph.Graph([(NAMES.index(u), NAMES.index(v)) for u, v, _ in ARCS], directed=True)
    graph.vs[names] = NAMES
    graph.vs["people"] = [1, 11, 21, 31]
    graph.es["hours"] = [w for *_, w in ARCS]
    return graph


DIRECTED = {
    "networkx": digraph,
    "networkx, parallel edges": lambda: nx.MultiDiGraph(digraph()),
    "igraph": of_igraph,
    "igraph, label": lambda: of_igraph("label"),
    "pandas, edges": lambda: TABLE,
    "pandas, weights": lambda: pd.DataFrame(DENSE, NAMES, NAMES),
    "dense": lambda: DENSE,
    "sparse": lambda: sp.coo_array(DENSE),
}


@pytest.mark.parametrize("how", EXPECTED)
@pytest.mark.parametrize("kind", DIRECTED)
def test_both_directions(kind, how):
    W = DIRECTED[kind]()
    column = {} if "weights" in kind or kind in ("dense", "sparse") else {"weight": "hours"}
    with pytest.raises(ValueError, match="must be symmetric"):
        tvcut.as_graph(W, **column)
    graph = tvcut.as_graph(W, symmetrize=how, **column)
    np.testing.assert_array_equal(graph.W.toarray(), EXPECTED[how])
    assert graph.names == (None if kind in ("dense", "sparse") else NAMES)
    cut = tvcut.balanced_cut(graph)
    assert cut.names == graph.names and cut.labels.tolist() == [0, 0, 1, 1] and cut.cut_weight == EXPECTED[how][1, 2]


def test_what_is_symmetric_stays():
    W = DENSE + DENSE.T
    W[0, 0] = 7  # a loop
    for how in ("refuse", *EXPECTED, "average"):
        np.testing.assert_array_equal(tvcut.as_graph(W, symmetrize=how).W.toarray(), W)
    once = TABLE.drop(1).drop(4)  # each edge in one direction
    plain = np.array([[0, 3, 0, 0], [3, 0, 2, 0], [0, 2, 0, 4], [0, 0, 4, 0]], float)
    for how in ("refuse", *EXPECTED):
        np.testing.assert_array_equal(tvcut.as_graph(once, weight="hours", symmetrize=how).W.toarray(), plain)


def test_the_attribute_with_the_weights():
    once = TABLE.drop(1).drop(4)
    ends = list(zip(once.source, once.target, strict=True))
    numbers = igraph.Graph([(NAMES.index(u), NAMES.index(v)) for u, v in ends], edge_attrs={"hours": list(once.hours)})
    for graph in (nx.from_pandas_edgelist(once, edge_attr="hours"), numbers, once):
        assert tvcut.as_graph(graph, weight="hours").W.sum() == 2 * (3 + 2 + 4)
        assert tvcut.as_graph(graph, weight=None).W.sum() == 6
        assert tvcut.as_graph(graph).W.sum() == (18 if graph is once else 6)  # a table has one column of numbers
        with pytest.raises(ValueError, match=r"weight must name an attribute of the edges of W.*'hours', got 'Hours'"):
            tvcut.as_graph(graph, weight="Hours")
    some = nx.Graph([("a", "b", {"hours": 5}), ("b", "c")])  # as in networkx, 1 where there is none
    assert tvcut.as_graph(some, weight="hours").W.toarray()[1].tolist() == [5, 0, 1]
    heavy = pd.DataFrame({"u": [0, 1], "v": [1, 2], "w": [5, 7]})
    assert tvcut.as_graph(heavy).W.sum() == 24 and tvcut.as_graph(heavy, weight=None).W.sum() == 4


def test_masses_of_vertices():
    expected = [1, 11, 21, 31]
    directed = {"weight": "hours", "symmetrize": "sum"}
    for kind in (digraph(), of_igraph(), of_igraph("label")):
        graph = tvcut.as_graph(kind, vertex_weight="people", **directed)
        assert graph.vertex_weight.tolist() == expected
        cut = tvcut.balanced_cut(graph)
        other = tvcut.balanced_cut(graph.W, vertex_weight=expected)
        assert cut.value == other.value and sum(cut.masses) == 64
        np.testing.assert_array_equal(cut.masses, other.masses)
        assert tvcut.scan(graph, [2], n_seeds=1).masses[0].sum() == 64
        assert tvcut.balanced_cut(graph, vertex_weight=np.ones(4)).masses.sum() == 4
        with pytest.raises(ValueError, match="balance must be 'ratio' when vertex_weight is given"):
            tvcut.balanced_cut(graph, balance="normalized")
    by_name = tvcut.as_graph(digraph(), vertex_weight=dict(zip(NAMES[::-1], expected, strict=True)), **directed)
    assert by_name.vertex_weight.tolist() == expected[::-1]
    assert tvcut.as_graph(by_name).vertex_weight.tolist() == expected[::-1]
    model = tvcut.BalancedCut(affinity="precomputed").fit(by_name)
    assert model.cut_.masses.sum() == sum(expected) and model.cut_.names == NAMES


def test_a_prepared_graph_is_written_with_names_and_masses():
    graph, file = tvcut.as_graph(digraph(), symmetrize="max", vertex_weight="people"), io.BytesIO()
    tvcut.write_graph(file, graph, format="npz")
    file.seek(0)
    back = tvcut.as_graph(tvcut.read_graph(file))
    assert back.names == NAMES and back.vertex_weight.tolist() == [1, 11, 21, 31]
    np.testing.assert_array_equal(back.W.toarray(), graph.W.toarray())


def test_masses_of_a_file():
    file = tvcut.read_graph(io.BytesIO(b"4 3 10\n1 2\n11 1 3\n21 2 4\n31 3\n"), format="metis")
    assert tvcut.balanced_cut(file).masses.sum() == 64
    several = tvcut.read_graph(io.BytesIO(b"2 1 10 2\n1 5 2\n2 6 1\n"), format="metis")
    assert tvcut.balanced_cut(several, max_imbalance=1).masses.tolist() == [1, 2]
    with pytest.raises(ValueError, match="max_imbalance must be a number if vertex_weight has several columns"):
        tvcut.balanced_cut(several)


def crumbs():
    graph = nx.Graph([("x", "y"), *nx.path_graph(["a", "b", "c", "d"]).edges, ("u", "v"), ("v", "w")])
    graph.add_node("alone")
    graph.add_edge("u", "a", weight=0)  # joins nothing
    nx.set_node_attributes(graph, {name: 1 + i for i, name in enumerate(graph)}, "people")
    return graph


def test_the_largest_component():
    graph = tvcut.as_graph(crumbs(), vertex_weight="people", largest_component=True)
    assert graph.names == NAMES and graph.vertex_weight.tolist() == [3, 4, 5, 6]
    np.testing.assert_array_equal(graph.W.toarray(), nx.to_numpy_array(nx.path_graph(4)))
    assert tvcut.balanced_cut(graph, fixed={"a": 1}).communities() == [{"c", "d"}, {"a", "b"}]
    numbers = tvcut.as_graph(nx.to_numpy_array(crumbs()), largest_component=True)
    assert numbers.names == [2, 3, 4, 5] and tvcut.balanced_cut(numbers).names == [2, 3, 4, 5]
    pairs = sp.coo_array((np.ones(6), ([0, 3, 1, 4, 2, 5], [3, 0, 4, 1, 5, 2])), shape=(6, 6))
    assert tvcut.as_graph(pairs, largest_component=True).names == [0, 3]
    whole = tvcut.as_graph(np.ones((3, 3)), largest_component=True)
    assert whole.names is None and whole.W.shape == (3, 3)
    file = tvcut.read_graph(io.BytesIO(b"p,q\na,b\nb,c\n"), header=True)
    assert tvcut.as_graph(file, largest_component=True).names == ["a", "b", "c"]


def holes():
    graph = digraph().to_undirected()
    del graph.nodes["c"]["people"]
    return graph


SIGNED = nx.Graph([("a", "b", {"weight": -1}), ("b", "c")])
WRONG = {
    "symmetrize": (DENSE, {"symmetrize": "min"}, ValueError, "symmetrize must be one of 'refuse', .*, got 'min'"),
    "weight of a matrix": (
        DENSE,
        {"weight": "w"},
        ValueError,
        "weight must be 'weight' for a numpy ndarray of weights",
    ),
    "weight of a table of weights": (
        pd.DataFrame(DENSE, NAMES, NAMES),
        {"weight": "a"},
        ValueError,
        "must be 'weight' for a pandas DataFrame of weights",
    ),
    "weight, no text": (digraph(), {"weight": 3}, TypeError, "weight must be the name .* or None, got 3"),
    "no such mass": (
        holes(),
        {"vertex_weight": "p"},
        ValueError,
        "vertex_weight must name .* vertices .*'people', got 'p'",
    ),
    "a missing mass": (holes(), {"vertex_weight": "people"}, ValueError, "'people' for every vertex, got none for 'c'"),
    "a negative mass": (
        digraph().to_undirected(),
        {"vertex_weight": {"a": 1, "b": -1, "c": 1, "d": 1}},
        ValueError,
        r"vertex_weight\['b'\] must be >= 0",
    ),
    "masses of a matrix": (
        np.ones((2, 2)),
        {"vertex_weight": "p"},
        ValueError,
        "must be numbers for a numpy ndarray, whose vertices have no attributes, got 'p'; pass an array, or a dict",
    ),
    "component": (DENSE + DENSE.T, {"largest_component": "yes"}, TypeError, "largest_component must be True or False"),
    "a path": ("graph.csv", {}, TypeError, "pass tvcut.read_graph"),
    "signs, names": (
        SIGNED,
        {},
        ValueError,
        r"\('a', 'b'\); take absolute values if the sign .* leave out .* threshold",
    ),
    "signs, a matrix": (-np.ones((2, 2)), {}, ValueError, r"W\[0, 0\] = -1.0.*>= 0; take absolute values if the sign"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_arguments(case):
    W, options, error, message = WRONG[case]
    with pytest.raises(error, match=message):
        tvcut.as_graph(W, **options)


def test_balanced_cut_says_where_attributes_go():
    with pytest.raises(
        TypeError, match=r"got 'people'; for an attribute .* pass tvcut.as_graph\(W, vertex_weight='people'\)"
    ):
        tvcut.balanced_cut(crumbs(), vertex_weight="people")

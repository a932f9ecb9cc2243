"""Graphs of other libraries: the same parts as from the matrix, names, and errors that name what was given."""

import io

import numpy as np
import pytest

import tvcut

nx = pytest.importorskip("networkx")
igraph = pytest.importorskip("igraph")
pd = pytest.importorskip("pandas")
anndata = pytest.importorskip("anndata")

KARATE = nx.karate_club_graph()  # with weights
W = nx.to_numpy_array(KARATE)
NAMED = nx.relabel_nodes(KARATE, {i: f"v{i}" for i in KARATE})
CUT = tvcut.balanced_cut(W)
PARTS = [{f"v{i}" for i in np.flatnonzero(CUT.labels == r)} for r in (0, 1)]


class Geometric:
    """What tvcut uses of a graph of PyTorch Geometric."""

    def __init__(self, edges, weight=None, n=None):
        self.edge_index, self.edge_weight, self.num_nodes = edges, weight, n


class Tensor:
    """What tvcut uses of a tensor of PyTorch."""

    def __init__(self, values):
        self.values = np.asarray(values)
        self.shape = self.values.shape

    def detach(self):
        return self

    def cpu(self):
        return self.values


Tensor.__module__ = "torch"


def igraph_of(graph):
    made = igraph.Graph(len(graph))
    place = {name: i for i, name in enumerate(graph)}
    made.add_edges([(place[v], place[u]) for u, v in graph.edges])
    made.es["weight"] = [d for _, _, d in graph.edges(data="weight")]
    made.vs["name"] = list(graph)
    return made


def annotated():
    data = anndata.AnnData(np.zeros((34, 1)))
    data.obs_names = list(NAMED)
    data.obsp["connectivities"] = W
    return data


def read_back():
    file = io.BytesIO()
    tvcut.write_graph(file, W, names=list(NAMED), format="npz")
    file.seek(0)
    return tvcut.read_graph(file)


def parallel():
    graph = nx.MultiGraph()
    graph.add_nodes_from(NAMED)
    for u, v, d in NAMED.edges(data=True):
        graph.add_edge(u, v, weight=d["weight"] / 2)
        graph.add_edge(v, u, weight=d["weight"] / 2)
    return graph


GRAPHS = {
    "networkx": lambda: NAMED,
    "networkx, directed": lambda: nx.DiGraph(NAMED),
    "networkx, parallel edges": parallel,
    "igraph": lambda: igraph_of(NAMED),
    "pandas, weights": lambda: nx.to_pandas_adjacency(NAMED),
    "AnnData": annotated,
    "GraphFile": read_back,
}


@pytest.mark.parametrize("kind", GRAPHS)
def test_same_parts_and_names(kind):
    cut = tvcut.balanced_cut(GRAPHS[kind]())
    np.testing.assert_array_equal(cut.labels, CUT.labels)
    assert cut.value == CUT.value and cut.names == list(NAMED) and cut.communities() == PARTS


ROW, COL = np.nonzero(W)
EDGES = np.array((ROW, COL))
NUMBERS = [10 * i + 5 for i in range(34)]
PLAIN = {
    "networkx": lambda: KARATE,
    "pandas, weights": lambda: pd.DataFrame(W),
    "pandas, other names of columns": lambda: pd.DataFrame(W, columns=[f"c{i}" for i in range(34)]),
    "pandas, edges": lambda: nx.to_pandas_edgelist(KARATE),
    "pandas, each edge twice": lambda: pd.DataFrame({"to": COL, "weight": W[ROW, COL], "from": ROW}),
    "pandas, names of ends": lambda: pd.DataFrame(W, columns=["i", "j", "weight", *range(31)]),
    "torch, weights": lambda: Tensor(W),
    "Geometric": lambda: Geometric(EDGES, W[ROW, COL]),
    "Geometric, tensors": lambda: Geometric(Tensor(EDGES), Tensor(W[ROW, COL][:, None]), 34),
}


@pytest.mark.parametrize("kind", PLAIN)
def test_numbers_are_no_names(kind):
    cut = tvcut.balanced_cut(PLAIN[kind]())
    np.testing.assert_array_equal(cut.labels, CUT.labels)
    assert cut.names is None and cut.communities() == [set(np.flatnonzero(CUT.labels == r)) for r in (0, 1)]


def test_edge_index_alone():
    expected = tvcut.balanced_cut((W > 0).astype(float)).labels
    np.testing.assert_array_equal(tvcut.balanced_cut(Tensor(EDGES)).labels, expected)
    np.testing.assert_array_equal(tvcut.balanced_cut(Geometric(EDGES)).labels, expected)
    with pytest.warns(tvcut.DisconnectedGraphWarning, match="7 connected components, and part 1 holds only"):
        assert len(tvcut.balanced_cut(Geometric(EDGES, n=40), 2, min_share=0).labels) == 40


def test_edges_of_pandas_in_any_order():
    frame = nx.to_pandas_edgelist(NAMED).sample(frac=1, random_state=0)
    cut = tvcut.balanced_cut(frame)
    assert sorted(map(sorted, cut.communities())) == sorted(map(sorted, PARTS)) and cut.value == CUT.value
    numbers = nx.to_pandas_edgelist(nx.relabel_nodes(KARATE, dict(enumerate(NUMBERS))))
    assert tvcut.balanced_cut(numbers).names == NUMBERS


def test_names_that_are_not_distinct():
    graph = igraph_of(NAMED)
    graph.vs["name"] = ["twice", *graph.vs["name"][:-1]]
    graph.vs[1]["name"] = "twice"
    assert tvcut.balanced_cut(graph).names is None


def test_fixed_vertices_by_name():
    cut = tvcut.balanced_cut(NAMED, fixed={"v0": 1, "v33": 0})
    expected = tvcut.balanced_cut(W, fixed={0: 1, 33: 0})
    np.testing.assert_array_equal(cut.labels, expected.labels)
    with pytest.raises(ValueError, match="a vertex in fixed must be the name of a vertex of W, got 0"):
        tvcut.balanced_cut(NAMED, fixed={0: 1, "v33": 0})


def test_a_square_table_of_edges():
    frame = pd.DataFrame({"u": list("abcd"), "v": list("bcda"), "w": [1, 9, 1, 9], "x": "?"})
    assert tvcut.balanced_cut(frame).communities() == [{"a", "d"}, {"b", "c"}]
    assert tvcut.balanced_cut(frame.assign(u=range(4), v=[1, 2, 3, 0], x=0)).communities() == [{0, 3}, {1, 2}]


def test_a_table_of_weights_from_csv():
    frame = pd.DataFrame(W, index=NUMBERS, columns=NUMBERS)
    back = pd.read_csv(io.StringIO(frame.to_csv()), index_col=0)
    assert back.columns[0] == "5" and back.index[0] == 5  # texts beside integers
    assert tvcut.balanced_cut(back).names == NUMBERS
    expected = tvcut.balanced_cut(W, fixed={0: 1, 33: 0})
    np.testing.assert_array_equal(tvcut.balanced_cut(back, fixed={5: 1, 335: 0}).labels, expected.labels)
    turned = back[back.columns[::-1]]
    with pytest.raises(ValueError, match=r"same order of rows and columns; pass W\[W.index.astype\(str\)\]"):
        tvcut.balanced_cut(turned)
    assert tvcut.balanced_cut(turned[turned.index.astype(str)]).names == NUMBERS


def test_scan_and_estimator():
    scan = tvcut.scan(NAMED, [2], n_seeds=1)
    assert scan.cuts[0].names == list(NAMED)
    for graph in (NAMED, igraph_of(NAMED), nx.to_pandas_adjacency(NAMED), annotated()):
        model = tvcut.BalancedCut(affinity="precomputed").fit(graph)
        np.testing.assert_array_equal(model.labels_, CUT.labels)
        assert model.n_features_in_ == 34


ONE_WAY = [("a", "b"), ("b", "c"), ("c", "b")]
WITHOUT_NEIGHBOURS = anndata.AnnData(np.zeros((3, 1)))
DICT = {"a": {"b": 1}}
WRONG = {
    "networkx, directed": (
        nx.DiGraph(ONE_WAY),
        ValueError,
        r"networkx \(DiGraph\).*\('a', 'b'\) .*; pass tvcut.as_graph\(W, symmetrize='sum'\)",
    ),
    "networkx, negative": (
        nx.Graph([("a", "b", {"weight": -1})]),
        ValueError,
        r"must be >= 0, got -1 for edge \('a', 'b'\)",
    ),
    "networkx, NaN": (nx.Graph([(0, 1, {"weight": np.nan})]), ValueError, r"finite, got nan for edge \(0, 1\)"),
    "networkx, text": (
        nx.Graph([(0, 1, {"weight": "3"})]),
        TypeError,
        r"numbers as weights, got '3' for edge \(0, 1\)",
    ),
    "networkx, huge": (nx.Graph([(0, 1, {"weight": 10**400})]), ValueError, r"finite, got inf for edge \(0, 1\)"),
    "networkx, None": (nx.Graph([(0, 1, {"weight": None})]), TypeError, "got None for edge"),
    "networkx, empty": (nx.Graph(), ValueError, "at least 2 vertices, got 0"),
    "igraph, directed": (igraph.Graph([(0, 1), (1, 2)], directed=True), ValueError, r"igraph.*pass tvcut.as_graph"),
    "igraph, negative": (igraph.Graph([(0, 1)], edge_attrs={"weight": [-2]}), ValueError, "got -2 for edge"),
    "pandas, columns": (pd.DataFrame({"x": [1], "y": [2], "z": [3]}), ValueError, "columns source, target .*'x', 'y'"),
    "pandas, missing": (pd.DataFrame({"source": ["a"], "target": [None]}), ValueError, "missing values.*'target', 0"),
    "pandas, two weights": (
        pd.DataFrame({"source": [0, 1], "target": [1, 0], "weight": [1, 2]}),
        ValueError,
        r"\(0, 1\) has weight 1 and \(1, 0\) has 2; list each edge once",
    ),
    "pandas, order": (
        pd.DataFrame(np.ones((2, 2)), index=["a", "b"], columns=["b", "a"]),
        ValueError,
        r"same order of rows and columns; pass W\[W.index\]",
    ),
    "pandas, Series": (pd.Series([1.0, 2.0]), ValueError, "1 dimension"),
    "AnnData": (WITHOUT_NEIGHBOURS, ValueError, r"obsp\['connectivities'\]; run scanpy"),
    "Geometric, one way": (Geometric(EDGES[:, ROW < COL]), ValueError, "edge_index.*pass tvcut.as_graph"),
    "Geometric, shape": (Geometric(EDGES.T), ValueError, r"shape \(2, m\), got int64 of shape \(156, 2\)"),
    "Geometric, dtype": (Geometric(EDGES * 1.0), ValueError, "integers of shape"),
    "Geometric, vertex": (Geometric(EDGES, n=5), ValueError, r"vertices in \[0, 4\], got 33"),
    "Geometric, weights": (Geometric(EDGES, np.ones(3)), ValueError, "a weight for each of 156 edges, got 3"),
    "dict": (DICT, TypeError, "networkx or igraph, .* got an object of type builtins.dict"),
    "object": (object(), TypeError, "got an object of type builtins.object"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_graphs(case):
    graph, error, message = WRONG[case]
    with pytest.raises(error, match=message):
        tvcut.balanced_cut(graph)


def test_names_that_are_no_keys():
    graph = igraph.Graph.Full(4)
    graph.vs["name"] = [["a"], ["b"], ["c"], ["d"]]
    assert tvcut.balanced_cut(graph).names is None


def test_no_library_is_imported():
    import subprocess
    import sys

    code = (
        "import sys, numpy, tvcut; tvcut.balanced_cut(numpy.ones((4, 4)))\n"
        "assert not {'networkx', 'igraph', 'pandas', 'anndata', 'torch'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

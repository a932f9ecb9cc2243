"""Arguments of the pictures: values of vertices by name or in order, and wrong ones."""

import matplotlib
import numpy as np
import pytest

import tvcut

nx = pytest.importorskip("networkx")
pd = pytest.importorskip("pandas")

matplotlib.use("agg")
pytestmark = pytest.mark.usefixtures("close_figures")

NAMES = list("hgfedcba")  # neither ascending nor in the order of their numbers
PATH = nx.path_graph(8)
GRAPHS = {
    "names": (nx.relabel_nodes(PATH, dict(enumerate(NAMES))), NAMES),
    "numbers": (nx.to_numpy_array(PATH), list(range(8))),
}
VALUES = np.array([0.0, 3.0, 1.0, 2.0, 7.0, 5.0, 6.0, 4.0])


def by_name(values, names):
    """Return values of vertices as a dict and as a Series, in an order of their own."""
    series = pd.Series(values, index=names).sample(frac=1, random_state=1)
    return series, series.to_dict()


@pytest.mark.parametrize("kind", GRAPHS)
def test_a_function_belongs_to_the_vertices_of_its_index(kind):
    graph, names = GRAPHS[kind]
    cut = tvcut.balanced_cut(graph)
    expected = cut.plot_sweep(VALUES).lines[0].get_xydata()
    for f in (*by_name(VALUES, names), pd.Series(VALUES)):
        np.testing.assert_array_equal(cut.plot_sweep(f).lines[0].get_xydata(), expected)


@pytest.mark.parametrize("kind", GRAPHS)
def test_parts_belong_to_the_vertices_of_their_index(kind):
    graph, names = GRAPHS[kind]
    cut, pos = tvcut.balanced_cut(graph, 3), np.c_[np.arange(8), np.zeros(8)]
    expected = tvcut.plot_graph(graph, cut, pos).collections[2].get_facecolors()
    for labels in (*by_name(cut.labels, names), cut.to_series(), pd.Series(cut.labels)):
        drawn = tvcut.plot_graph(graph, labels, pos).collections[2].get_facecolors()
        np.testing.assert_array_equal(drawn, expected)


@pytest.mark.parametrize("kind", GRAPHS)
def test_positions_and_names_belong_to_the_vertices_of_a_dict(kind):
    graph, names = GRAPHS[kind]
    pos = np.random.default_rng(2).random((8, 2))
    layout = {name: tuple(pos[i]) for i, name in reversed([*enumerate(names)])}
    ax = tvcut.plot_graph(graph, np.arange(8) // 4, layout, with_labels=True)
    np.testing.assert_array_equal(ax.collections[2].get_offsets(), pos)
    assert {text.get_text(): text.xy for text in ax.texts} == {str(name): xy for name, xy in layout.items()}
    assert not tvcut.plot_graph(graph, np.arange(8) // 4, layout).texts


def test_an_entry_that_does_not_match_is_named():
    graph, names = GRAPHS["names"]
    cut, pos = tvcut.balanced_cut(graph), np.zeros((8, 2))
    with pytest.raises(ValueError, match=r"a vertex in f must be the name of a vertex of W, got 'x'; pass f\.to_numpy"):
        cut.plot_sweep(pd.Series(VALUES, index=list("hgfedcbx")))
    with pytest.raises(ValueError, match=r"f must be finite, got f\['h'\] = inf"):
        cut.plot_sweep(dict(zip(names, [np.inf, *VALUES[1:]], strict=True)))
    with pytest.raises(ValueError, match="cut must have an entry for every vertex of W, got none for 'a'"):
        tvcut.plot_graph(graph, dict.fromkeys(names[:-1], 0), pos)
    with pytest.raises(ValueError, match="cut must be >= 0, got -1 for vertex 'h'"):
        tvcut.plot_graph(graph, dict.fromkeys(names, 0) | {"h": -1}, pos)
    with pytest.raises(ValueError, match="pos must have an entry for every vertex of W, got none for 'a'"):
        tvcut.plot_graph(graph, cut, nx.circular_layout(names[:-1]))
    with pytest.raises(TypeError, match="with_labels must be True or False, got 'yes'"):
        tvcut.plot_graph(graph, cut, pos, with_labels="yes")


@pytest.mark.parametrize(
    "f, error, message",
    [
        ([1.0, 2.0], ValueError, r"shape \(18,\)"),
        (np.full(18, 2.0), ValueError, "must not be constant"),
        ([np.nan] * 18, ValueError, r"f must be finite, got f\[0\] = nan"),
        (None, ValueError, "has no function f"),
        ("abc", TypeError, "f must be real numbers, got dtype <U3"),
        ({0: 1.0}, ValueError, "f must have an entry for every vertex of W, got none for 1"),
        (np.arange(18) * 1j, TypeError, "f must be real numbers, got dtype complex128"),
        ([[0], [1, 2]], ValueError, r"f must have shape \(18,\), one number .* got rows of different lengths"),
        (dict.fromkeys(range(17), 1) | {17: [1, 2]}, ValueError, r"f must have .* got rows of different lengths"),
        (np.ma.masked_array(np.arange(18), [1] * 18), TypeError, r"f must not be a masked .* f\.filled\(0\)"),
    ],
)
def test_wrong_functions(three, f, error, message):
    with pytest.raises(error, match=message):
        three.plot_sweep(f)


@pytest.mark.parametrize(
    "method, options",
    [
        ("plot_sweep", {"f": [1, 2]}),
        ("plot_sweep", {}),
        ("plot_profile", {}),
        ("plot_matrix", {"bins": 0}),
    ],
)
def test_an_error_leaves_no_figure(three, method, options):
    with pytest.raises(ValueError):
        getattr(three, method)(**options)
    assert not matplotlib.pyplot.get_fignums()


def test_a_single_part_leaves_no_figure():
    with pytest.raises(ValueError, match="single part"):
        tvcut.balanced_cut(np.ones((3, 3)), 1).plot_tree()
    assert not matplotlib.pyplot.get_fignums()


@pytest.mark.parametrize("bins, error", [(0, ValueError), (10**6, ValueError), (2.5, TypeError)])
def test_wrong_bins(three, bins, error):
    with pytest.raises(error, match="bins must be an integer"):
        three.plot_matrix(bins=bins)


@pytest.mark.parametrize(
    "cut, pos, error, message",
    [
        ([0, 1], np.zeros((3, 2)), ValueError, "one for each vertex of W"),
        ([0, 1, 0.5], np.zeros((3, 2)), TypeError, "integer labels"),
        ([0, 1, -1], np.zeros((3, 2)), ValueError, "got -1 for vertex 2"),
        ([0, 1, 1], np.zeros((3, 3)), ValueError, r"pos must have shape \(3, 2\)"),
        ([0, 1, 1], {0: (0, 0)}, ValueError, "pos must have an entry for every vertex of W, got none for 1"),
        ([0, 1, 1], {0: (0, 0), 1: (1, 1), 2: (0, np.nan)}, ValueError, "pos must be finite, .* for vertex 2"),
        ([0, 1, 1], [[0, 0], [0, np.inf], [1, 1]], ValueError, "pos must be finite, .* for vertex 1"),
        ([0, 1, 1], [["a", "b"]] * 3, TypeError, "pos must be real numbers, got dtype <U1"),
        ([0, 1, 1], np.zeros((3, 2), complex), TypeError, "pos must be real numbers, got dtype complex128"),
        ([0, 1, 1], [[0], [1, 2]], ValueError, r"pos must have shape \(3, 2\), .* got rows of different lengths"),
        ([0, 1, 1], np.ma.masked_all((3, 2)), TypeError, "pos must not be a masked array"),
        ([[0], [1, 2]], np.zeros((3, 2)), ValueError, "cut must be a Cut or labels .* got rows of different lengths"),
        (np.ma.masked_array([0, 1, 1], [1, 0, 0]), np.zeros((3, 2)), TypeError, "cut must not be a masked array"),
    ],
)
def test_wrong_pictures_of_graphs(cut, pos, error, message):
    with pytest.raises(error, match=message):
        tvcut.plot_graph(np.ones((3, 3)), cut, pos)

"""The pictures show the data of the cut: artists are compared with arrays, not pixels."""

import matplotlib
import numpy as np
import pytest
import scipy.sparse as sp

import tvcut

matplotlib.use("agg")
pytestmark = pytest.mark.usefixtures("close_figures")


def lines(ax):
    return {line.get_label().split()[0]: line for line in ax.lines}


def test_trace(descent):
    ax = descent.plot()
    drawn = lines(ax)
    assert len(descent.energy_trace) > 1
    np.testing.assert_array_equal(drawn["energy"].get_xydata(), [*enumerate(descent.energy_trace)])
    assert set(drawn["value"].get_ydata()) == {descent.value}
    assert set(drawn["lower"].get_ydata()) == {descent.lower_bound}


def test_starts(moons):
    cut = tvcut.balanced_cut(moons, init="random", n_starts=5)
    ax = cut.plot(kind="starts")
    starts, lowest, value = ax.lines
    assert len(cut.start_values) == 5 and ax.get_xlabel() == "start"
    np.testing.assert_array_equal(starts.get_xydata(), [*enumerate(cut.start_values, start=1)])
    np.testing.assert_array_equal(lowest.get_ydata(), [min(cut.start_values[: t + 1]) for t in range(5)])
    assert set(value.get_ydata()) == {cut.value}


@pytest.mark.parametrize(
    "options", [{}, {"objective": "cut"}, {"lower_bound": True}, {"effort": "best", "time_limit": 0.3}]
)
def test_stages(moons, options):
    cut = tvcut.balanced_cut(moons, 4, **options)
    ax = cut.plot(kind="stages")
    ends = np.cumsum([stage.seconds for stage in cut.stages])
    spans = [p.get_patch_transform().transform_path(p.get_path()).get_extents().intervalx for p in ax.patches]
    np.testing.assert_allclose(spans, list(zip([0, *ends[:-1]], ends, strict=True)), atol=1e-9)
    gave = [stage.name for stage in cut.stages if stage.gave]
    assert [span.get_label() for span in ax.patches if "gave the cut" in span.get_label()] == [
        f"{gave[0]}, gave the cut"
    ]
    line = lines(ax)["cut" if options == {"objective": "cut"} else "value"]
    assert set(line.get_ydata()) == {cut.cut_weight if options == {"objective": "cut"} else cut.value}
    np.testing.assert_array_equal(lines(ax)["lowest"].get_xydata(), cut.value_trace)


def test_trace_of_the_value(moons):
    cut = tvcut.balanced_cut(moons, 8, min_share=0)
    seconds, values = cut.value_trace.T
    assert len(values) and (np.diff(seconds) > 0).all() and 0 < seconds[0] and seconds[-1] <= cut.time
    assert (np.diff(values) < 0).all()  # one search under one set of bounds
    assert values[-1] == pytest.approx(cut.value, rel=1e-12)


def test_what_is_plotted_by_default(moons, descent):
    kinds = {"outer step": descent, "start": tvcut.balanced_cut(moons), "seconds": tvcut.balanced_cut(moons, 4)}
    for label, cut in kinds.items():
        assert cut.plot().get_xlabel() == label
    for kind in ("energy", "starts"):
        with pytest.raises(ValueError, match=f"the cut has no {kind} to plot; pass kind='stages'"):
            kinds["seconds"].plot(kind=kind)
    with pytest.raises(ValueError, match=r"kind must be one of 'auto', .*, got 'tree'"):
        descent.plot(kind="tree")


@pytest.mark.parametrize("k", [1, 2, 5, 20])
def test_parts_and_the_weights_between_them(moons, k):
    cut = tvcut.balanced_cut(moons, k, max_imbalance=0.5)
    ax = cut.plot_parts()
    edges, discs = ax.collections
    np.testing.assert_allclose(discs.get_sizes() / discs.get_sizes().max(), cut.masses / cut.masses.max())
    part = sp.csr_array((np.ones(300), (cut.labels, np.arange(300))), shape=(k, 300))
    between = np.triu((part @ moons @ part.T).toarray(), 1)
    r, s = np.nonzero(between)
    points = discs.get_offsets()
    assert len(edges.get_segments()) == len(r)
    if k > 1:
        np.testing.assert_array_equal(edges.get_segments(), np.stack((points[r], points[s]), axis=1))
        widths = np.array(edges.get_linewidths())
        np.testing.assert_allclose(widths / widths.max(), between[r, s] / between.max())
    texts = [text.get_text() for text in ax.texts]
    if k > 12:
        assert texts == [str(part) for part in range(k)]
    else:
        weights = [f"{weight:.4g}" for weight in between[r, s]]
        assert texts == weights + [f"{part} ({size:.4g})" for part, size in enumerate(cut.masses)]
    assert len({tuple(point) for point in points.round(9)}) == k


@pytest.mark.parametrize(
    "options",
    [{}, {"balance": "normalized"}, {"asymmetry": 3.0}, {"vertex_weight": np.linspace(1, 2, 40)}, {"objective": "cut"}],
    ids=str,
)
def test_sweep_has_the_criterion_of_every_level_set(options):
    rng = np.random.default_rng(3)
    W = rng.random((40, 40)) * (rng.random((40, 40)) < 0.3)
    W = np.triu(W, 1) + np.triu(W, 1).T
    f = rng.integers(0, 15, 40).astype(float)  # with ties
    ax = tvcut.balanced_cut(W, **options).plot_sweep(f)
    mass = {"normalized": W.sum(axis=0)}.get(options.get("balance"), options.get("vertex_weight", np.ones(40)))
    asymmetry = options.get("asymmetry", 1.0)
    levels = np.unique(f)[:-1]
    for level, x, y in zip(
        levels, *lines(ax)["value" if "objective" not in options else "cut"].get_data(), strict=True
    ):
        low = f <= level
        cut, m, M = W[low][:, ~low].sum(), mass[low].sum(), mass.sum()
        balance = max(min(asymmetry * m, M - m), min(m, asymmetry * (M - m)))
        assert x == pytest.approx(m)
        assert y == pytest.approx(cut if options.get("objective") == "cut" else cut / balance)
    best = ax.lines[1].get_ydata()[0]
    assert best == ax.lines[0].get_ydata().min()


def test_sweep_of_the_last_iterate(moons):
    cut = tvcut.balanced_cut(moons, preset="paper", polish="none")
    ax = cut.plot_sweep()
    assert len(ax.lines[0].get_xdata()) == len(np.unique(cut.f)) - 1
    assert ax.lines[1].get_ydata()[0] == pytest.approx(cut.value)


@pytest.mark.parametrize("bins", [400, 7, 1])
def test_matrix(bins):
    rng = np.random.default_rng(5)
    W = np.triu(rng.random((30, 30)), 1)
    W = W + W.T
    cut = tvcut.balanced_cut(W, 3)
    ax = cut.plot_matrix(bins=bins)
    order = np.argsort(cut.labels, kind="stable")
    size = min(bins, 30)
    group = np.arange(30) * size // 30
    P = sp.csr_array((np.ones(30), (group, np.arange(30))), shape=(size, 30))
    np.testing.assert_allclose(ax.images[0].get_array(), P @ W[order][:, order] @ P.T)
    boundaries = sorted({float(line.get_ydata()[0]) for line in ax.lines[::2]})
    assert boundaries == np.cumsum(np.bincount(cut.labels))[:-1].tolist()


def test_tree(three):
    ax = three.plot_tree()
    leaves = [label.get_text() for label in ax.get_xticklabels()]
    assert sorted(leaves) == [f"{r}\n({size:.4g})" for r, size in enumerate(three.masses)]
    heights = sorted({point[1] for path in ax.collections for verts in path.get_segments() for point in verts})
    assert heights == [0, *three.linkage[:, 2]]


def test_graph_has_every_edge_once(moons):
    cut = tvcut.balanced_cut(moons)
    pos = np.random.default_rng(0).random((300, 2))
    within, between, vertices = tvcut.plot_graph(moons, cut, pos).collections
    np.testing.assert_array_equal(vertices.get_offsets(), pos)
    upper = sp.triu(moons, 1).tocoo()
    crossing = cut.labels[upper.row] != cut.labels[upper.col]
    for lines, chosen in ((within, ~crossing), (between, crossing)):
        drawn = {tuple(np.ravel(segment)) for segment in lines.get_segments()}
        edges = zip(upper.row[chosen], upper.col[chosen], strict=True)
        assert drawn == {(*pos[i], *pos[j]) for i, j in edges}
        assert len(lines.get_segments()) == chosen.sum()
    colors = {tuple(color) for color in vertices.get_facecolors()[cut.labels == 0]}
    assert len(colors) == 1 and tuple(vertices.get_facecolors()[np.argmax(cut.labels)]) not in colors


def test_large_labels_of_a_graph():
    pos = np.arange(6).reshape(3, 2)
    few, many = (
        tvcut.plot_graph(np.ones((3, 3)), labels, pos).collections for labels in ([0, 1, 1], [0, 10**12 + 1, 1])
    )
    for a, b in zip(few[2].get_facecolors(), many[2].get_facecolors(), strict=True):
        np.testing.assert_array_equal(a, b)


def test_profile(moons):
    cut = tvcut.balanced_cut(moons)
    ax = cut.plot_profile()
    np.testing.assert_array_equal(ax.lines[0].get_xdata(), cut.profile.shares)
    np.testing.assert_array_equal(ax.lines[0].get_ydata(), cut.profile.values)
    assert ax.lines[1].get_ydata()[0] == cut.profile.values.min()
    assert all(not line.get_label().startswith("_") for line in ax.lines)  # both are named in the legend
    assert cut.profile.values.min() <= cut.value * (1 + 1e-9)


def test_cut_without_profile(three):
    with pytest.raises(ValueError, match="no profile"):
        three.plot_profile()


def test_axes_are_used(three, descent):
    figure = matplotlib.figure.Figure()
    for draw in (three.plot, three.plot_matrix, three.plot_tree, three.plot_parts, descent.plot_sweep):
        ax = figure.add_subplot()
        assert draw(ax=ax) is ax

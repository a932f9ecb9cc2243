"""scan: planted clusters, the null value, invariance, suggestions, the table and the plot."""

import re
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from bench.criteria import CRITERIA
from tests.cluster.graphs import cliques
from tests.oracle import random_graph
from tests.programs import python

matplotlib.use("agg")


LONG = ((20, 20), (10,) * 5, (8, 9, 10, 11, 12, 13, 14))


@pytest.mark.parametrize("sizes", [(12, 15, 18), *(pytest.param(sizes, marks=pytest.mark.slow) for sizes in LONG)])
def test_planted_cliques(sizes):
    W = cliques(*sizes)
    scan = tvcut.scan(W, n_clusters=range(2, 10))
    assert scan.suggestion == len(sizes) and scan.status == "completed"
    best = scan.n_clusters.tolist().index(len(sizes))
    assert sorted(scan.sizes[best]) == sorted(sizes) and scan.stability[best] == 1
    assert scan.values[best] == pytest.approx(tvcut.balanced_cut(W, len(sizes)).value)


def test_planted_blobs():
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(size=(60, 2)) + centre for centre in ((0, 0), (9, 0), (0, 9), (9, 9))])
    assert tvcut.scan(tvcut.knn_graph(X), n_clusters=range(2, 9)).suggestion == 4


def test_components_are_suggested():
    W = sp.block_diag([sp.csr_array(np.ones((10, 10)))] * 3, format="csr")
    scan = tvcut.scan(W, n_clusters=range(1, 7))
    assert scan.suggestion == 3
    np.testing.assert_array_equal(scan.values[:3], 0)
    assert scan.values[3] > 0 and np.isnan(scan.relative_values[0]) and scan.relative_values[2] == 0


@pytest.mark.parametrize("options", [{}, {"balance": "normalized"}, {"vertex_weight": np.arange(1.0, 41)}])
@pytest.mark.parametrize("objective", ["value", "cut"])
def test_null_value_is_the_mean_of_the_configuration_model(objective, options):
    W = random_graph(np.random.default_rng(1), 40)
    loose = {"max_imbalance": 9, "n_seeds": 1} if objective == "cut" else {"n_seeds": 1}
    scan = tvcut.scan(W, n_clusters=[2, 3, 5], objective=objective, **loose, **options)
    degree = W.sum(axis=1)
    mass = options.get("vertex_weight", degree if options else np.ones(40))
    for k, cut, null_value in zip(scan.n_clusters, scan.cuts, scan.null_values, strict=True):
        volume, size = (np.bincount(cut.labels, weights) for weights in (degree, mass))
        between = volume * (volume.sum() - volume) / volume.sum()
        bound = np.minimum(size, (size.sum() - size) / (k - 1)) if objective == "value" else 1
        assert null_value == pytest.approx(np.sum(between / bound) / 2, rel=1e-12)
    np.testing.assert_allclose(scan.relative_values, scan.values / scan.null_values)
    assert np.isnan(scan.stability).all()


def test_null_value_is_the_mean_over_random_matchings():
    rng = np.random.default_rng(2)
    W = np.round(3 * random_graph(rng, 12))
    cut = tvcut.balanced_cut(W, 3)
    ends, crossing = np.repeat(cut.labels, W.sum(axis=1).astype(int)), []
    for _ in range(4000):  # halves of edges matched at random
        a, b = rng.permutation(ends)[: len(ends) // 2 * 2].reshape(2, -1)
        bound = np.minimum(cut.masses, (12 - cut.masses) / 2)
        crossing.append(sum((a != b)[(a == r) | (b == r)].sum() / bound[r] for r in range(3)) / 2)
    expected = cut._criterion.expected(cut.labels, 3)
    assert expected == pytest.approx(np.mean(crossing) * (len(ends) - 1) / len(ends), rel=0.02)


@pytest.mark.slow
def test_relabelled_vertices():
    W = cliques(10, 14, 18)
    order = np.random.default_rng(3).permutation(len(W))
    one, other = (tvcut.scan(A, n_clusters=range(2, 6)) for A in (W, W[np.ix_(order, order)]))
    assert one.suggestion == other.suggestion == 3
    np.testing.assert_allclose(one.values[:2], other.values[:2], rtol=1e-9)
    np.testing.assert_allclose(one.null_values[:2], other.null_values[:2], rtol=1e-9)


def test_same_seed_same_result_and_seeds_of_the_cuts():
    W = random_graph(np.random.default_rng(4), 60, 0.1)
    one, other = (tvcut.scan(W, n_clusters=[4, 2], random_state=7, n_threads=n) for n in (1, 2))
    np.testing.assert_array_equal(one.values, other.values)
    np.testing.assert_array_equal(one.stability, other.stability)
    np.testing.assert_array_equal(one.n_clusters, [2, 4])
    for a, b in zip(one.cuts, other.cuts, strict=True):
        np.testing.assert_array_equal(a.labels, b.labels)
    anew = tvcut.scan(W, n_clusters=[4, 2], random_state=7, strategy="direct")
    cuts = [
        tvcut.balanced_cut(W, 4, min_share=0.5, n_starts=2, strategy="direct", random_state=7 + s) for s in range(3)
    ]
    assert anew.values[1] == min(cut.value for cut in cuts)


@pytest.mark.slow
@pytest.mark.parametrize("numbers", [range(2, 6), [2, 5], [1, 3, 5], [4, 5]])
def test_the_largest_number_can_be_suggested(numbers):
    scan = tvcut.scan(cliques(10, 10, 10, 10, 10), n_clusters=numbers, n_seeds=1)
    assert scan.suggestion == 5 and scan.n_clusters.tolist() == list(numbers)


def test_the_largest_number_beyond_which_the_bounds_allow_no_partition():
    scan = tvcut.scan(cliques(10, 10, 10), n_clusters=[2, 3], n_seeds=1, min_size=9)
    assert scan.suggestion == 2 and scan.status == "completed"
    assert scan.n_clusters.tolist() == [2, 3] and scan.masses[1].min() >= 9


def test_as_many_parts_as_vertices():
    scan = tvcut.scan(cliques(2, 2), n_clusters=range(1, 5), n_seeds=2)
    assert scan.n_clusters.tolist() == [1, 2, 3, 4] and scan.suggestion == 2


def test_a_graph_without_clusters_has_one():
    X = np.random.default_rng(0).normal(size=(400, 10))
    scan = tvcut.scan(tvcut.knn_graph(X), n_clusters=range(1, 5), n_seeds=1)
    assert scan.suggestion == 1 and scan.cuts[0].value == 0


def test_warning_names_a_small_part_of_the_suggested_cut():
    W = np.pad(cliques(110, 110), (0, 1))
    W[0, -1] = W[-1, 0] = 1e-9
    with pytest.warns(tvcut.SmallPartWarning, match="part 1 has mass 1"):
        tvcut.scan(W, n_clusters=[2], init="multilevel")


def test_table_and_plot():
    scan = tvcut.scan(cliques(10, 14, 18), n_clusters=range(2, 6))
    head, _, *rows = repr(scan).splitlines()
    assert head.startswith("Scan(n_clusters=(2, 3, 4, 5), suggestion=3, n_seeds=3, status='completed', time=")
    assert [row.split()[0] for row in rows] == ["2", "*", "4", "5"] and rows[1].split()[1] == "3"
    html = scan._repr_html_()
    assert all(f">{word}<" in html for row in rows for word in row.replace("*", "").split())
    suggested = [row for row in ElementTree.fromstring(html).iter("tr") if "bold" in row.get("style", "")]
    assert [["".join(cell.itertext()) for cell in row] for row in suggested] == [rows[1].replace("*", "").split()]
    ax = scan.plot()
    np.testing.assert_array_equal(ax.lines[0].get_xydata(), np.column_stack((scan.n_clusters, scan.relative_values)))
    figure = matplotlib.figure.Figure()
    own = figure.add_subplot()
    assert scan.plot(own) is own and len(figure.axes) == 2
    assert "suggestion: 3" in [text.get_text() for text in own.get_legend().get_texts()]
    matplotlib.pyplot.close("all")


@pytest.mark.slow
def test_criteria():
    W = cliques(10, 10, 10, 10)
    scan = tvcut.scan(W, n_clusters=range(2, 7), strategy="direct")
    chosen = {criterion.name: criterion.choose(scan, sp.csr_array(W)) for criterion in CRITERIA}
    right = {"suggestion", "stablest", "ratio", "relative ratio", "exponent", "elbow", "modularity", "eigengap"}
    assert {name for name, k in chosen.items() if k == 4} >= right | {"largest stable", "eigenratio"}
    assert chosen["two"] == 2 and all(2 <= k <= 6 for k in chosen.values())


@pytest.mark.slow
def test_command(tmp_path):
    output = tmp_path / "scan.md"
    command = ["-m", "bench.scan", "--only", "iris", "moons", "--output", str(output)]
    printed = python(*command)
    assert output.read_text() == printed
    assert re.search(r"^\| moons \| 1000 \| 2 \| [\d.]+ \| \*\*2\*\* \|", printed, re.M)
    assert re.search(r"rule was chosen \(2\): ± 1\*\* \|  \|  \|  \| 2 \|", printed)

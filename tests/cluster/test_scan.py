"""scan: planted clusters, the null value, invariance, refusals, interruption, the table and the plot."""

import re
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from bench.criteria import CRITERIA
from tests.oracle import random_graph
from tests.programs import python
from tvcut._cluster import scan_run

matplotlib.use("agg")


def cliques(*sizes, weight=0.01):
    """Return cliques of the given sizes, with a low weight between all vertices."""
    return sp.block_diag([sp.csr_array(np.ones((size, size))) for size in sizes]).toarray() + weight


@pytest.fixture
def interrupt_in_cut(monkeypatch):
    """Return a function that makes the n-th cut into k parts raise KeyboardInterrupt as Ctrl-C does, from n = 1."""

    def interrupt(k, number):
        calls, cut_graph = [], scan_run.cut_graph

        def raises(progress):
            raise KeyboardInterrupt

        def counted(problem, preset, options, callback, began):
            calls.append(options["n_clusters"])
            ends = calls[-1] == str(k) and calls.count(str(k)) == number
            return cut_graph(problem, preset, options, raises if ends else callback, began)

        monkeypatch.setattr(scan_run, "cut_graph", counted)

    return interrupt


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


def with_pendant(*masses):
    """Return two cliques with a vertex on a weak edge, and the masses, by default 1, of the last vertices."""
    W = np.pad(cliques(20, 20), (0, 1))
    W[0, -1] = W[-1, 0] = 0.001
    mass = np.ones(len(W))
    mass[len(W) - len(masses) :] = masses
    return W, mass


def same_as_the_best_cut(scan, W, **options):
    """Assert that the cuts of a scan are those of balanced_cut with these options and the best of its seeds."""
    for k, cut in zip(scan.n_clusters, scan.cuts, strict=True):
        cuts = [tvcut.balanced_cut(W, int(k), n_starts=2, random_state=seed, **options) for seed in range(3)]
        best = cuts[int(np.argmin([c.cut_weight if cut.objective == "cut" else c.value for c in cuts]))]
        np.testing.assert_array_equal(cut.labels, best.labels)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::tvcut.SmallPartWarning")
def test_parts_have_half_an_equal_share_by_default():
    W, _ = with_pendant()
    default = tvcut.scan(W, n_clusters=[2, 3, 4])
    same_as_the_best_cut(tvcut.scan(W, n_clusters=[2, 3, 4], strategy="direct"), W, strategy="direct", min_share=0.5)
    assert all(sizes.min() >= 0.5 * len(W) / k for k, sizes in zip(default.n_clusters, default.sizes, strict=True))
    assert tvcut.scan(W, n_clusters=[2], min_share=0).sizes[0].min() == 1


@pytest.mark.filterwarnings("ignore::tvcut.SmallPartWarning")
@pytest.mark.parametrize(
    "options",
    [
        {"min_share": "auto"},
        {"min_share": 0, "strategy": "direct"},
        pytest.param({"min_share": 0.3, "strategy": "direct"}, marks=pytest.mark.slow),
        pytest.param({"min_size": 3, "strategy": "direct"}, marks=pytest.mark.slow),
        {"min_size": 3, "max_size": 50, "strategy": "direct"},
        {"init": "multilevel"},
        {"objective": "cut", "max_imbalance": 9, "strategy": "direct"},
        {"preset": "paper"},
    ],
)
def test_given_options_are_those_of_balanced_cut(options):
    W, _ = with_pendant()
    same_as_the_best_cut(tvcut.scan(W, n_clusters=[2, 3], **options), W, **options)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::tvcut.SmallPartWarning")
def test_parts_of_any_mass_where_half_an_equal_share_is_impossible():
    W, mass = with_pendant(1000, 1000)  # the third part would need a mass of 340
    scan = tvcut.scan(W, n_clusters=[2, 3], vertex_weight=mass, strategy="direct")
    same_as_the_best_cut(scan, W, vertex_weight=mass, min_share=0, strategy="direct")
    assert scan.masses[0].min() >= 0.5 * mass.sum() / 2 and scan.masses[1].min() < 100
    with pytest.raises(ValueError, match=r"min_share = 0\.5"):
        tvcut.scan(W, n_clusters=[2, 3], vertex_weight=mass, min_share=0.5)


def test_a_scan_does_not_depend_on_exceptions_that_are_handled():
    W, mass = with_pendant(1000, 1000)
    options = {"n_clusters": [3], "vertex_weight": mass}
    expected = tvcut.scan(W, **options)
    try:
        raise KeyError
    except KeyError:
        found = tvcut.scan(W, **options)
    np.testing.assert_array_equal(found.cuts[0].labels, expected.cuts[0].labels)


def test_an_error_of_the_callback_about_min_share_ends_the_scan():
    called = []

    def fails_once(progress):
        called.append(progress)
        if len(called) == 1:
            raise ValueError("min_share = 0.5 is wrong")

    with pytest.raises(ValueError, match="is wrong"):
        tvcut.scan(cliques(20, 20), [2], callback=fails_once)
    assert len(called) == 1


def test_error_of_the_callback_ends_the_scan():
    called = []

    def fails(progress):
        called.append(progress)
        raise ValueError("refused")

    with pytest.raises(ValueError, match="refused"):
        tvcut.scan(cliques(10, 10), n_clusters=[2, 3], callback=fails)
    assert len(called) == 1


@pytest.mark.parametrize(
    "n_clusters, error, message",
    [
        ([], ValueError, "n_clusters must have at least one entry, got none"),
        (3, TypeError, r"n_clusters must be a sequence of integers, .* got 3"),
        ("23", TypeError, "n_clusters must be a sequence of integers"),
        ([2, 0], ValueError, r"n_clusters\[1\] must be an integer in \[1, 6\], got 0"),
        (range(5, 9), ValueError, r"n_clusters\[2\] must be an integer in \[1, 6\], got 7"),
        ([2, 3.0], TypeError, r"n_clusters\[1\] must be an integer, got 3.0"),
        ([True], TypeError, r"n_clusters\[0\] must be an integer, got True"),
        (np.array(2), TypeError, r"n_clusters must be a sequence of integers, .* numpy.ndarray and shape \(\)"),
        (np.array([[2, 3]]), TypeError, r"n_clusters must be a sequence of integers, .* shape \(1, 2\)"),
        (
            sp.csr_array([[2, 3]]),
            TypeError,
            r"n_clusters must be a sequence of integers, .*csr_array and shape \(1, 2",
        ),
        ([2, 4, 2], ValueError, "n_clusters must have distinct entries, got 2 as entries 0 and 2"),
    ],
)
def test_wrong_numbers_of_parts(n_clusters, error, message):
    with pytest.raises(error, match=message):
        tvcut.scan(np.ones((6, 6)), n_clusters)


@pytest.mark.parametrize("n", [2, 6, 13, 14, 15])
def test_default_numbers_of_parts(n):
    scan = tvcut.scan(np.ones((n, n)), n_seeds=1, effort="fast")
    assert scan.n_clusters.tolist() == list(range(1, min(14, n) + 1))


def test_one_vertex_has_no_numbers_of_parts():
    with pytest.raises(ValueError, match="W must have at least 2 vertices, got 1"):
        tvcut.scan([[0]])


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"n_seeds": 0}, ValueError, r"n_seeds must be an integer in \[1, 1000\], got 0"),
        ({"n_seeds": 2.0}, TypeError, "n_seeds must be an integer, got 2.0"),
        ({"init": np.zeros(6)}, TypeError, "init must be the name of a kind of start"),
        ({"min_share": 2}, ValueError, "min_share must be in"),
        ({"min_size": np.ones(2)}, TypeError, "min_size must be >= 0 or 'none', got array"),
        ({"max_size": 1}, ValueError, "the smallest possible max_size is 3"),
        ({"strategy": "best"}, ValueError, "strategy must be one of"),
        ({"preset": None}, TypeError, "preset must be one of 'default', 'paper', got None"),
        ({"callback": 1}, TypeError, "callback must be a function"),
        ({"balance": "normalized", "vertex_weight": np.ones(6)}, ValueError, "balance must be 'ratio'"),
    ],
)
def test_wrong_options(options, error, message):
    with pytest.raises(error, match=message):
        tvcut.scan(np.ones((6, 6)), [2, 3], **options)


def test_interrupt_keeps_what_is_finished(interrupt_in_cut):
    W = cliques(10, 10, 10)
    interrupt_in_cut(4, 2)
    with pytest.raises(tvcut.ScanInterrupted) as caught:
        tvcut.scan(W, n_clusters=range(2, 9), n_seeds=2)
    scan = caught.value.result
    assert scan.status == "stopped" and scan.suggestion == 3 and isinstance(caught.value, KeyboardInterrupt)
    np.testing.assert_array_equal(scan.n_clusters, [2, 3, 4])
    assert scan.stability[1] == 1 and np.isnan(scan.stability[2])
    assert {cut.status for cut in scan.cuts} <= {"optimal", "converged", "critical", "no_descent", "max_outer"}


def test_interrupt_of_the_first_cut_keeps_its_best_cut(interrupt_in_cut):
    interrupt_in_cut(2, 1)
    with pytest.raises(tvcut.ScanInterrupted) as caught:
        tvcut.scan(cliques(10, 10, 10), n_clusters=range(2, 9))
    scan = caught.value.result
    assert scan.n_clusters.tolist() == [2] and scan.suggestion == 2 and len(scan.cuts[0].labels) == 30


@pytest.mark.parametrize("k, numbers", [("auto", range(1, 9)), (9, range(2, 9))])  # for the suggestion, a hierarchy
def test_interrupt_between_cuts_keeps_what_is_finished(interrupt_in_cut, k, numbers):
    interrupt_in_cut(k, 1)
    with pytest.raises(tvcut.ScanInterrupted) as caught:
        tvcut.scan(cliques(10, 10, 10), n_clusters=numbers)
    scan = caught.value.result
    assert scan.n_clusters.tolist() == [numbers[0]] == [scan.suggestion]


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


def test_callback_and_time_limit_stop_the_scan():
    W = random_graph(np.random.default_rng(5), 100, 0.1)
    stopped = tvcut.scan(W, range(2, 5), init="random", n_starts=1000, callback=lambda progress: progress.time > 0.1)
    assert stopped.status == "stopped" and stopped.n_clusters.tolist() == [2]
    limited = tvcut.scan(W, range(2, 5), init="random", n_starts=1000, time_limit=0.3)
    assert limited.status == "time_limit" and limited.n_clusters.tolist() == [2] and 0.3 <= limited.time < 3


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

"""scan: the options of its cuts, refusals, callbacks and interruption."""

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from tests.cluster.graphs import cliques
from tests.oracle import random_graph
from tvcut._cluster import scan_run


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


def test_callback_and_time_limit_stop_the_scan():
    W = random_graph(np.random.default_rng(5), 100, 0.1)
    stopped = tvcut.scan(W, range(2, 5), init="random", n_starts=1000, callback=lambda progress: progress.time > 0.1)
    assert stopped.status == "stopped" and stopped.n_clusters.tolist() == [2]
    limited = tvcut.scan(W, range(2, 5), init="random", n_starts=1000, time_limit=0.3)
    assert limited.status == "time_limit" and limited.n_clusters.tolist() == [2] and 0.3 <= limited.time < 3

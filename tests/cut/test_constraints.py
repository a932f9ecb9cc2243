"""Connected parts, several masses, pairs, migration, communication volume and soft bounds from Python."""

import itertools
import warnings

import numpy as np
import pytest
from scipy.sparse.csgraph import connected_components

import tvcut
from tests import oracle
from tests.cut.grids import grid


def pieces(W, labels):
    """Return the number of connected pieces of all parts together."""
    return connected_components(np.where(np.equal.outer(labels, labels), W, 0), directed=False)[0]


def volume(W, labels, size):
    """Return Σ_i s_i |{parts of the neighbours of i} without the part of i|."""
    return sum(s * len(set(labels[row > 0]) - {label}) for s, row, label in zip(size, W, labels, strict=True))


def random_problem(rng):
    """Return a random graph, a number of parts, and random constraints as keywords of balanced_cut."""
    n, k = int(rng.integers(12, 40)), int(rng.integers(2, 5))
    given = {"objective": str(rng.choice(["value", "cut", "volume"])), "connected": bool(rng.integers(2))}
    columns = int(rng.integers(1, 4))
    given["vertex_weight"] = rng.uniform(0.5, 1.5, (n, columns))
    given["max_imbalance"] = rng.uniform(0.3, 0.6, columns)
    if rng.random() < 0.5:
        given["part_weights"] = rng.dirichlet(np.full(k, 20.0), columns).T
    labels = np.append(np.arange(k), rng.integers(k, size=n - k))
    i, j = rng.integers(n, size=(2, 4))
    same = labels[i] == labels[j]
    given["must_link"] = [(a, b) for a, b in zip(i[same], j[same], strict=True)][:1]
    given["cannot_link"] = np.column_stack((i, j))[~same]
    if rng.random() < 0.3:
        given["fixed"] = {int(i[0]): int(labels[i[0]])}
    if rng.random() < 0.4:
        given |= {"init": labels, "migration": float(rng.uniform(0, 0.2))}
    if given["objective"] == "volume":
        given["vertex_size"] = rng.uniform(0, 2, n)
    return oracle.random_graph(rng, n, 0.15), k, given


@pytest.mark.filterwarnings("ignore::tvcut.SmallPartWarning")
@pytest.mark.parametrize("seed", range(40))
def test_random_constraints_are_kept_or_refused(seed):
    rng = np.random.default_rng(seed)
    W, k, given = random_problem(rng)
    try:
        cut = tvcut.balanced_cut(W, k, effort="fastest", **given)
    except tvcut.ArgumentError as error:
        assert error.kind in ("bounds", "entry") and error.argument in (*given, "n_clusters")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            cut = tvcut.balanced_cut(W, k, effort="fastest", **given | {"bounds": "soft"})
        assert cut.excess > 0 and [w.category for w in caught] == [tvcut.BoundsWarning]
        return
    labels, mass = cut.labels, given["vertex_weight"]
    assert cut.excess == 0 and set(labels) == set(range(k))
    shares = np.broadcast_to(np.transpose(given.get("part_weights", 1 / k)), (mass.shape[1], k))
    for column, share, imbalance in zip(mass.T, shares, given["max_imbalance"], strict=True):
        load = np.bincount(labels, column, k)
        assert (load <= (1 + imbalance) * share * column.sum() * (1 + 1e-9)).all()
    assert all(labels[i] == labels[j] for i, j in given["must_link"])
    assert all(labels[i] != labels[j] for i, j in given["cannot_link"])
    assert all(labels[i] == part for i, part in given.get("fixed", {}).items())
    assert not given["connected"] or pieces(W, labels) == k
    np.testing.assert_allclose(cut.masses, np.bincount(labels, mass[:, 0], k))
    moved = mass[labels != given["init"], 0].sum() if "init" in given else 0
    assert cut.moved == pytest.approx(moved)
    size = given.get("vertex_size", np.zeros(len(labels)))
    assert cut.volume == pytest.approx(volume(W, labels, size))


def test_volume_of_small_graphs_is_the_lowest():
    rng = np.random.default_rng(3)
    for _ in range(8):
        W, size = oracle.random_graph(rng, 8, 0.2), rng.uniform(0.5, 2, 8)
        found = tvcut.balanced_cut(W, objective="volume", vertex_size=size, max_imbalance=0)
        halves = (np.array(labels) for labels in itertools.product((0, 1), repeat=8) if sum(labels) == 4)
        assert found.volume == pytest.approx(min(volume(W, labels, size) for labels in halves))
        assert f"volume={found.volume:.6g}" in repr(found) and found.objective == "volume"


@pytest.mark.parametrize("k", [2, 4, 8])
def test_parts_of_a_grid_are_connected(k):
    W = grid(16, 16)
    cut = tvcut.balanced_cut(W, k, objective="cut", connected=True, max_imbalance=0)
    assert pieces(W, cut.labels) == k and cut.imbalance == 0


def test_more_components_than_parts():
    W = np.kron(np.eye(5), np.ones((4, 4)))
    cut = tvcut.balanced_cut(W, 2, objective="cut", connected=True, max_imbalance=0)
    assert cut.sizes.tolist() == [10, 10] and pieces(W, cut.labels) == 6  # one component is cut


def test_migration_has_a_price():
    W = grid(10, 12)
    load = np.where(np.arange(120) % 12 < 3, 2.0, 1.0)  # the left strip costs twice as much
    before = np.arange(120) % 12 // 3
    options = {"objective": "cut", "vertex_weight": load, "max_imbalance": 0.05}
    free, priced = (tvcut.balanced_cut(W, 4, init=before, migration=c, **options) for c in (0, 10.0))
    assert 0 < priced.moved <= free.moved and priced.imbalance <= 0.05
    assert priced.moved == load[priced.labels != before].sum()
    assert tvcut.balanced_cut(W, 4, init=before, migration=10.0, objective="cut").moved == 0
    assert tvcut.balanced_cut(W, 4, objective="cut").moved == 0


def test_masses_of_zero_only_pull():
    W = grid(6, 6)
    mass = np.where(np.arange(36) % 6 < 4, 1.0, 0.0)
    for given in (mass, np.column_stack((mass, 1 - mass))):
        cut = tvcut.balanced_cut(W, 2, objective="cut", vertex_weight=given, max_imbalance=0)
        assert cut.masses.tolist() == [12, 12]
    assert np.bincount(cut.labels, 1 - mass).tolist() == [6, 6]


HEAVY = {"vertex_weight": [5, 5, 5, 1, 1, 1], "objective": "cut", "max_imbalance": 0.05}


def test_soft_bounds():
    W = np.ones((6, 6))
    with pytest.raises(tvcut.ArgumentError, match="max_imbalance") as caught:
        tvcut.balanced_cut(W, **HEAVY)
    assert caught.value.kind == "bounds" and caught.value.argument == "max_imbalance"
    message = (
        r"miss their bounds by a share of 0\.0306 of all mass; the smallest max_imbalance that it holds is 0\.1112"
    )
    with pytest.warns(tvcut.BoundsWarning, match=message):
        cut = tvcut.balanced_cut(W, bounds="soft", **HEAVY)
    assert cut.excess == pytest.approx((10 - 1.05 * 9) / 18) and "excess=0.0306" in repr(cut)
    assert cut.to_dict()["excess"] == cut.excess
    assert tvcut.balanced_cut(W, **HEAVY | {"max_imbalance": 0.1112}).excess == 0


def test_the_warning_names_the_column_the_pieces_and_the_pairs():
    W, columns = np.ones((4, 4)), [[1, 5], [1, 1], [1, 1], [1, 1]]
    message = r"column 1 of vertex_weight miss their bounds by a share of 0\.2; .* holds is \[0\.0, 0\.5\]"
    with pytest.warns(tvcut.BoundsWarning, match=message):
        tvcut.balanced_cut(W, objective="cut", vertex_weight=columns, max_imbalance=[0, 0.1], bounds="soft")
    with pytest.warns(tvcut.BoundsWarning, match="summed over all columns"):
        tvcut.balanced_cut(W, objective="cut", vertex_weight=columns, bounds="soft")
    every = list(itertools.combinations("abcd", 2))
    nx = pytest.importorskip("networkx")
    options = {"objective": "cut", "max_imbalance": 1, "bounds": "soft"}
    with pytest.warns(tvcut.BoundsWarning, match=r"one, \('\w', '\w'\) of cannot_link is in one part$"):
        tvcut.balanced_cut(nx.complete_graph("abcd"), 3, cannot_link=every, **options)
    fixed = np.array([0, 1, 0, 1])
    with pytest.warns(tvcut.BoundsWarning, match="one, parts have 2 pieces too many$"):
        tvcut.balanced_cut(np.diag(np.ones(3), 1) + np.diag(np.ones(3), -1), fixed=fixed, connected=True, **options)


def test_pairs_by_the_names_of_a_graph():
    nx = pytest.importorskip("networkx")
    pd = pytest.importorskip("pandas")
    graph = nx.path_graph("abcdefgh")
    wanted = {"must_link": [("a", "h")], "cannot_link": [("c", "d")]}
    for form in (list, iter, np.array, pd.DataFrame, lambda pairs: {frozenset(pair) for pair in pairs}):
        cut = tvcut.balanced_cut(graph, objective="cut", **{name: form(pairs) for name, pairs in wanted.items()})
        part = cut.to_series()
        assert part["a"] == part["h"] and part["c"] != part["d"] and cut.sizes.tolist() == [4, 4]
    frame = pd.DataFrame({"one": 1, "two": [3, 1, 1, 1, 1, 1, 1, 3]}, index=list("hgfedcba")).iloc[::-1]
    cut = tvcut.balanced_cut(
        graph, objective="cut", vertex_weight=frame.sample(frac=1, random_state=0), max_imbalance=0
    )
    assert cut.sizes.tolist() == [4, 4]


def test_arguments_are_not_changed():
    W, mass, pairs = grid(4, 4), np.ones((16, 2)), np.array([(0, 5), (1, 6)])
    before = mass.copy(), pairs.copy()
    for array in (mass, pairs):
        array.flags.writeable = False
    tvcut.balanced_cut(W, 2, objective="cut", vertex_weight=mass, must_link=pairs)
    np.testing.assert_array_equal(mass, before[0])
    np.testing.assert_array_equal(pairs, before[1])

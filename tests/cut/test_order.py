"""The numbers of the parts."""

import numpy as np
import pytest
from scipy.linalg import block_diag
from scipy.optimize import linear_sum_assignment

import tvcut
from tests import oracle

SIZES = (4, 9, 6, 9)
W = block_diag(*(np.ones((m, m)) for m in SIZES)) + 0.01
Y = np.repeat(np.arange(4), SIZES)


def test_parts_are_numbered_by_decreasing_mass_and_equal_ones_by_their_first_vertices():
    free, cut = tvcut.balanced_cut(W, 4), tvcut.balanced_cut(W, 4, order="size")
    assert free.labels.tolist() == Y.tolist()
    assert cut.labels.tolist() == np.array([3, 0, 2, 1])[Y].tolist()
    assert cut.sizes.tolist() == cut.masses.tolist() == [9, 9, 6, 4] and cut.value == free.value
    mass = np.array([9.0, 1, 1, 2])[Y]
    weighed = tvcut.balanced_cut(W, 4, order="size", vertex_weight=mass)
    np.testing.assert_array_equal(weighed.masses, np.bincount(weighed.labels, mass))
    assert weighed.labels[[0, 4, 13, 19]].tolist() == [0, 2, 3, 1]


def test_the_tree_has_the_numbers_of_the_parts():
    free, cut = tvcut.balanced_cut(W, 4), tvcut.balanced_cut(W, 4, order="size")

    def members(found):
        sets = [frozenset(np.flatnonzero(found.labels == r)) for r in range(4)]
        for left, right in found.merges:
            sets.append(sets[left] | sets[right])
        return set(sets)

    assert members(cut) == members(free) and (cut.merges[:, 0] < cut.merges[:, 1]).all()
    assert cut.strength.share == pytest.approx(free.strength.share)


def test_an_interrupted_cut_is_numbered_by_size():
    def interrupt(progress):
        raise KeyboardInterrupt

    with pytest.raises(tvcut.CutInterrupted) as error:
        tvcut.balanced_cut(W, 4, order="size", callback=interrupt)
    assert (np.diff(error.value.result.masses) <= 0).all()


@pytest.mark.parametrize("options", [{}, {"max_imbalance": 0.2}, {"objective": "cut", "max_imbalance": 0.5}])
def test_labels_to_start_from_keep_their_numbers(options):
    """The numbers of the start are those of a maximum weight matching of old and new parts, by the SciPy solver."""
    rng = np.random.default_rng(0)
    for k in range(2, 7):
        A = oracle.random_graph(rng, 60, 0.1)
        mass, first = rng.uniform(1, 2, 60), tvcut.balanced_cut(A, k, **options)
        init = rng.permutation(k)[first.labels]
        init = np.where(rng.random(60) < 0.3, rng.permutation(init), init)
        cut = tvcut.balanced_cut(A, k, init=init, vertex_weight=mass, **options)
        kept = np.zeros((k, k))
        np.add.at(kept, (cut.labels, init), mass)
        assert np.trace(kept) == pytest.approx(kept[linear_sum_assignment(-kept)].sum(), rel=1e-12)
        np.testing.assert_allclose(cut.masses, np.bincount(cut.labels, mass), rtol=1e-12)
        sized = tvcut.balanced_cut(A, k, init=init, vertex_weight=mass, order="size", **options)
        assert (np.diff(sized.masses) <= 0).all() and sized.value == cut.value


def test_labels_of_the_best_partition_stay():
    for seed in range(5):
        init = np.random.default_rng(seed).permutation(4)[Y]
        assert tvcut.balanced_cut(W, 4, init=init).labels.tolist() == init.tolist()


def test_labels_of_parts_with_other_shares_keep_their_shares():
    shares = [9 / 28, 9 / 28, 6 / 28, 4 / 28]
    cut = tvcut.balanced_cut(W, 4, init=np.array([3, 1, 2, 0])[Y], part_weights=shares, max_imbalance=0)
    assert cut.labels.tolist() == np.array([3, 1, 2, 0])[Y].tolist()
    shuffled = np.array([1, 0, 2, 3])[cut.labels]
    other = tvcut.balanced_cut(W, 4, init=shuffled, part_weights=shares, max_imbalance=0)
    assert other.labels.tolist() == shuffled.tolist()


@pytest.mark.parametrize(
    "options, message",
    [
        ({"order": "sizes"}, "order must be one of 'first_vertex', 'size', got 'sizes'"),
        ({"order": "size", "fixed": {0: 1}}, "order must be 'first_vertex' with fixed, which numbers the parts"),
        ({"order": "size", "part_weights": [0.4, 0.3, 0.2, 0.1]}, "order must be 'first_vertex' with part_weights"),
    ],
)
def test_wrong_orders(options, message):
    with pytest.raises(tvcut.ArgumentError, match=message) as error:
        tvcut.balanced_cut(W, 4, **options, callback=lambda _: pytest.fail("the cut began"))
    assert error.value.argument == "order"

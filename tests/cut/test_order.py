"""The numbers of the parts."""

import numpy as np
import pytest
from scipy.linalg import block_diag

import tvcut

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

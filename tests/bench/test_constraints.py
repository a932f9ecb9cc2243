"""The figures of bench.constraints, on partitions that can be checked by hand."""

import numpy as np
import pytest

from bench import districts, steering
from bench.graphs import grid
from tests.programs import python


def halves(side):
    """Return the upper and the lower half of a grid."""
    return np.arange(side**2) // (side**2 // 2)


def test_bounds_and_pieces_of_a_partition():
    W = grid(4)
    case = districts.Case(W, 2, districts.ones(W), 0.0)
    labels = halves(4)
    assert case.keeps(labels) and case.pieces(labels) == 2
    labels[[0, 15]] = 1, 0  # both corners are cut off
    assert case.keeps(labels) and case.pieces(labels) == 4
    labels[15] = 1
    assert not case.keeps(labels)
    masses = np.ones((16, 2), int)
    masses[0, 1] = 3
    assert not districts.Case(W, 2, masses, 0.1).keeps(halves(4))  # 10 of 18 in the second mass
    assert districts.Case(W, 2, masses, 0.12).keeps(halves(4))


def test_bound_of_unit_masses_is_that_of_whole_vertices():
    W = grid(3)
    assert districts.Case(W, 2, districts.ones(W), 0.0).bound == pytest.approx(5 * 2 / 9 - 1)


def test_volume_counts_other_parts_of_neighbours():
    assert districts.volume_of(grid(4), halves(4)) == 8
    assert districts.volume_of(grid(3), np.arange(9)) == 24  # all neighbours are in parts of their own


def test_least_mass_moved_is_that_beyond_the_bounds():
    assert steering.least_moved(np.array([2.0, 2, 1, 1]), np.array([0, 0, 1, 1]), 2, 0.0) == 1


def test_least_imbalance_of_heavy_vertices():
    mass = np.array([5.0, 3, 3, 1, 1])
    assert steering.least_imbalance(mass, np.array([0, 1, 2]), 2) == pytest.approx(7 * 2 / 13 - 1)
    assert steering.least_imbalance(np.array([9.0, 1, 1, 1]), np.array([0]), 2) == pytest.approx(9 * 2 / 12 - 1)


def test_pairs_agree_with_the_classes():
    y = np.arange(60) % 3
    must, cannot = steering.draw_pairs(y, 40, 0)
    assert len(must) + len(cannot) == 40
    assert all(y[i] == y[j] for i, j in must) and all(y[i] != y[j] for i, j in cannot)


@pytest.mark.slow
def test_command(tmp_path):
    file = tmp_path / "constraints.md"
    python("-m", "bench.constraints", "--quick", "--only", "soft", "--output", file)
    rows = [line for line in file.read_text().splitlines() if line.startswith("| 20 |")]
    assert len(rows) == 1

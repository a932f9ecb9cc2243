"""bench.search and bench.recombination: contraction keeps cuts, and the document has every method."""

import re
from functools import partial

import numpy as np
import pytest

from bench import graphs, recombination, search
from tvcut import balanced_cut

SIDE = 30  # of the grid


def columns(limit):
    """Return the side of the first columns of the grid."""
    return np.arange(SIDE**2) % SIDE < limit


@pytest.mark.parametrize("regions", [recombination.joint_regions, recombination.agreed_regions])
def test_contraction_keeps_cuts(regions):
    W = graphs.grid(SIDE)
    a, b = columns(10), columns(14)
    region = regions(W, a, b)
    small, mass = recombination.contracted(W, region)
    assert mass.sum() == len(a) and abs(small - small.T).sum() == 0
    for side in (a, b):
        coarse = np.zeros(len(mass), bool)
        coarse[region[side]] = True
        np.testing.assert_array_equal(coarse[region], side)
        cut = small.data[coarse[recombination.ends(small)] & ~coarse[small.indices]].sum()
        assert cut == SIDE and mass[coarse].sum() == np.count_nonzero(side)


def test_regions_of_two_cuts():
    W = graphs.grid(SIDE)
    a, b = columns(10), columns(14)
    assert recombination.joint_regions(W, a, b).max() == 2
    # Columns 10 to 13 differ; one column on each side is at a border, and RINGS more are near it.
    assert recombination.agreed_regions(W, a, b).max() + 1 == SIDE * (4 + 2 * (1 + recombination.RINGS)) + 2
    np.testing.assert_array_equal(recombination.aligned(~a, a), a)
    np.testing.assert_array_equal(recombination.aligned(b, a), b)


@pytest.mark.parametrize("operator", [recombination.by_contraction, recombination.by_search, recombination.by_descent])
def test_recombination_of_two_columns(operator):
    W = graphs.grid(SIDE)
    found = search.ratio_cut(W, operator(W, columns(14), columns(16), 0))
    assert found <= search.ratio_cut(W, columns(14))
    if operator is recombination.by_search:
        assert found == pytest.approx(search.ratio_cut(W, columns(15)))


def test_made_graphs():
    W, _ = graphs.largest_component(graphs.geometric(3000))
    assert W.shape[0] > 2900 and 7 < W.nnz / W.shape[0] < 9.5
    T = graphs.delaunay(500, dimension=3)
    assert abs(T - T.T).sum() == 0 and T.data.max() == 1 and 13 < T.nnz / 500 < 16
    assert np.all(T.diagonal() == 0)
    P, components = graphs.largest_component(graphs.plate(4000))
    assert components == 1 and P.shape[0] == 4000 and P.nnz / 2 < 3 * 4000 - 3  # at most the edges of a planar graph


@pytest.mark.slow
def test_document(tmp_path):
    output = tmp_path / "search.md"
    W = graphs.delaunay(3000)
    search.Search(output, {"small": lambda: W, "other": partial(graphs.geometric, 3000)}, runs=2, limit=1).run("python")
    text = output.read_text()
    rows = dict(re.findall(r"^\| ([\w, ]+) \| ([\d.]+) \|", text.split("## small")[1].split("## other")[0], re.M))
    few, many = f"{search.RESTARTS} restarts", f"{search.MORE_RESTARTS} restarts"
    assert list(rows) == [few, many, *search.METHODS, search.DEFAULT]
    assert all(float(rows[method]) <= float(rows[few]) for method in [many, *search.METHODS])
    cuts = [balanced_cut(W, min_share=0, n_threads=1, random_state=seed).value for seed in range(2)]
    assert float(rows[search.DEFAULT]) == pytest.approx(min(cuts), rel=1e-5)
    assert "The descent " in text and "\n## All graphs\n" in text

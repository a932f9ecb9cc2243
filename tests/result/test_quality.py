"""modularity, conductance and coverage of a cut, beside networkx."""

import pickle

import numpy as np
import pytest

import tvcut
from tests.oracle import random_graph

nx = pytest.importorskip("networkx")


@pytest.mark.parametrize("seed", range(8))
def test_as_networkx(seed):
    rng = np.random.default_rng(seed)
    W = random_graph(rng, int(rng.integers(8, 40)), 0.3) * rng.random()
    k = int(rng.integers(2, 6))
    cut = tvcut.balanced_cut(W, k, min_share=0.1, vertex_weight=rng.random(len(W)) + 0.5)
    graph = nx.from_numpy_array(W)
    parts = cut.communities()
    assert cut.modularity == pytest.approx(nx.community.modularity(graph, parts), abs=1e-12)
    expected = [nx.conductance(graph, part, weight="weight") for part in parts]
    np.testing.assert_allclose(cut.conductance, expected, rtol=1e-12)
    assert cut.coverage == pytest.approx(1 - cut.cut_weight / (W.sum() / 2), abs=1e-12)
    plain = tvcut.balanced_cut((W > 0).astype(float), k, min_share=0.1)  # networkx counts edges, whatever their weights
    coverage, _ = nx.community.partition_quality(graph, plain.communities())
    assert plain.coverage == pytest.approx(coverage, abs=1e-12)


def test_loops_are_left_out():
    W = np.diag(np.ones(3), 1) + np.diag(np.ones(3), -1)
    cut, other = tvcut.balanced_cut(W), tvcut.balanced_cut(W + 5 * np.eye(4))
    assert cut.modularity == other.modularity == pytest.approx(2 / 3 - 1 / 2)
    assert cut.coverage == other.coverage == pytest.approx(2 / 3)
    np.testing.assert_allclose(other.conductance, [1 / 3, 1 / 3])


def test_one_part_and_parts_without_edges():
    one = tvcut.balanced_cut(np.ones((4, 4)), 1)
    assert one.modularity == 0 and one.coverage == 1 and one.conductance.tolist() == [0]
    empty = tvcut.balanced_cut(np.zeros((4, 4)), 2)
    assert np.isnan(empty.modularity) and np.isnan(empty.coverage) and empty.conductance.tolist() == [0, 0]
    apart = tvcut.balanced_cut(np.kron(np.eye(2), np.ones((3, 3))), 2)
    assert apart.coverage == 1 and apart.conductance.max() == 0 and apart.modularity == pytest.approx(0.5)


def test_volumes_of_different_magnitude():
    W = np.array([[0, 1e20, 0, 0], [1e20, 0, 1, 0], [0, 1, 0, 3], [0, 0, 3, 0]])
    np.testing.assert_allclose(tvcut.balanced_cut(W).conductance, [1 / 7, 1 / 7])


def test_it_is_computed_when_asked():
    cut = tvcut.balanced_cut(np.ones((6, 6)))
    assert "_cut_and_volume" not in vars(cut) and "modularity" not in cut.to_dict()
    assert pickle.loads(pickle.dumps(cut)).modularity == cut.modularity and "_cut_and_volume" in vars(cut)

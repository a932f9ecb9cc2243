"""Cut.strength, compared with the criterion computed anew after the move of each vertex."""

import copy
import dataclasses
import pickle
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from tests.oracle import random_graph
from tvcut._input.graph import as_problem
from tvcut._result import strength as strength_module
from tvcut._result.strength import Criterion


def criterion(W, labels, k, mass, *, objective="value", asymmetry=1.0):
    """Return the value of a partition, or the weight of its cut edges, from the documentation of Cut."""
    inside = [labels == r for r in range(k)]
    cut = np.array([W[np.ix_(a, ~a)].sum() for a in inside])
    m = np.array([mass[a].sum() for a in inside])
    if objective == "cut":
        return cut.sum() / 2
    if k == 2:
        return min(cut[0] / min(asymmetry * m[r], m[1 - r]) for r in (0, 1))
    return sum(cut / np.minimum(m, (mass.sum() - m) / (k - 1))) / 2


def losses(W, labels, k, mass, **options):
    """Return the smallest increase of the criterion by a move of each vertex, by trying all moves."""
    found = np.full(len(W), np.inf)
    before = criterion(W, labels, k, mass, **options)
    for i, r in enumerate(labels):
        for s in set(range(k)) - {r}:
            if np.count_nonzero(labels == r) > 1:
                moved = np.where(np.arange(len(W)) == i, s, labels)
                found[i] = min(found[i], criterion(W, moved, k, mass, **options) - before)
    return found


def shares(W, labels):
    return np.array([W[i, labels == labels[i]].sum() / W[i].sum() if W[i].any() else 1.0 for i in range(len(W))])


def masses(W, kind, rng):
    """Return options of balanced_cut, and the masses that they mean."""
    own = rng.uniform(0.5, 3, len(W))
    return {
        "ratio": ({}, np.ones(len(W))),
        "normalized": ({"balance": "normalized"}, W.sum(axis=1)),
        "own": ({"vertex_weight": own}, own),
    }[kind]


@pytest.mark.slow
@pytest.mark.parametrize("block", [1, 20, 2**18])
@pytest.mark.parametrize("objective", ["value", "cut"])
@pytest.mark.parametrize("kind", ["ratio", "normalized", "own"])
@pytest.mark.parametrize("k", [2, 3, 4])
def test_all_moves_of_random_partitions(monkeypatch, k, kind, objective, block):
    """Labels at random, so that many moves improve the criterion."""
    monkeypatch.setattr(strength_module, "BLOCK", block)
    rng = np.random.default_rng(k)
    for n in (k + 1, 9, 14):
        W = random_graph(rng, n)
        options, mass = masses(W, kind, rng)
        loose = {"max_imbalance": 99} if objective == "cut" else {}
        minimised = tvcut.balanced_cut(W, k, objective=objective, **loose, **options)._criterion
        labels = rng.permutation(np.concatenate((np.arange(k), rng.integers(k, size=n - k)))).astype(np.int32)
        strength = minimised.strength(labels, k)
        np.testing.assert_allclose(strength.share, shares(W, labels), rtol=1e-12)
        np.testing.assert_allclose(strength.loss, losses(W, labels, k, mass, objective=objective), atol=1e-11)


@pytest.mark.parametrize("asymmetry", [0.3, 1.0, 2.5])
def test_all_moves_with_asymmetry(asymmetry):
    rng = np.random.default_rng(0)
    for n in (3, 8, 13):
        W, mass = random_graph(rng, n), rng.uniform(0.5, 3, n)
        cut = tvcut.balanced_cut(W, asymmetry=asymmetry, vertex_weight=mass)
        assert criterion(W, cut.labels, 2, mass, asymmetry=asymmetry) == pytest.approx(cut.value)
        expected = losses(W, cut.labels, 2, mass, asymmetry=asymmetry)
        np.testing.assert_allclose(cut.strength.loss, expected, atol=1e-11)
        assert cut.strength.loss.min() > -1e-11  # a cut of this search is optimal for so few vertices


@pytest.mark.parametrize("preset", ["default", "paper"])
def test_strength_of_cuts(preset):
    rng = np.random.default_rng(1)
    W = random_graph(rng, 30, 0.2)
    for k in (2, 3, 4):
        cut = tvcut.balanced_cut(W, k, preset=preset)
        np.testing.assert_allclose(cut.strength.share, shares(W, cut.labels), rtol=1e-12)
        np.testing.assert_allclose(cut.strength.loss, losses(W, cut.labels, k, np.ones(30)), atol=1e-11)
        assert cut.strength is cut.strength and "strength" not in repr(cut) and "criterion" not in repr(cut)


def test_bounds_leave_moves_that_improve_the_cut():
    W = np.diag(np.ones(6), 1) + np.diag(np.ones(6), -1)
    W[2, 3] = W[3, 2] = 5  # the lightest cuts leave one or two vertices on a side
    cut = tvcut.balanced_cut(
        W, objective="cut", part_weights=[3 / 7, 4 / 7], max_imbalance=0, fixed={0: 0, 1: 0, 2: 0, 6: 1}
    )
    assert cut.cut_weight == 5
    assert cut.strength.loss[2] == cut.strength.loss[3] == -4 and cut.strength.share[3] == 1 / 6


def test_one_part_parts_of_one_vertex_and_vertices_without_edges():
    W = np.zeros((4, 4))
    W[0, 1] = W[1, 0] = 1
    one = tvcut.balanced_cut(W, 1).strength
    np.testing.assert_array_equal(one.share, np.ones(4))
    np.testing.assert_array_equal(one.loss, np.full(4, np.inf))
    alone = tvcut.balanced_cut(W, 4).strength
    np.testing.assert_array_equal(alone.share, [0, 0, 1, 1])
    np.testing.assert_array_equal(alone.loss, np.full(4, np.inf))
    free = tvcut.balanced_cut(W, 2, balance="normalized", init=np.array([0, 0, 1, 1]), polish="none").strength
    np.testing.assert_array_equal(free.share, np.ones(4))
    assert free.loss[2] == free.loss[3] == 0  # they have no mass and no edges


def test_weights_that_are_symmetric_up_to_rounding_and_stored_out_of_order():
    W = random_graph(np.random.default_rng(2), 12)
    near = W * (1 + 1e-13 * np.triu(np.ones((12, 12))))
    order = np.random.default_rng(3).permutation(np.count_nonzero(near))
    A = sp.coo_array(near)
    A = sp.coo_array((A.data[order], (A.row[order], A.col[order])), shape=A.shape)
    cut = tvcut.balanced_cut(A + sp.eye_array(12))
    np.testing.assert_allclose(cut.strength.loss, losses(W, cut.labels, 2, np.ones(12)), atol=1e-10)
    np.testing.assert_allclose(cut.strength.share, shares(W, cut.labels), rtol=1e-10)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda cut: pickle.loads(pickle.dumps(cut))])
@pytest.mark.parametrize("first", [False, True])
def test_copies_and_pickles(copied, first):
    W = sp.csr_array(random_graph(np.random.default_rng(4), 12))
    cut = tvcut.balanced_cut(W, 3)
    expected = losses(W.toarray(), cut.labels, 3, np.ones(12))
    if first:
        _ = cut.strength
    np.testing.assert_allclose(copied(cut).strength.loss, expected, atol=1e-11)


def test_the_graph_is_not_copied():
    W = sp.csr_array(random_graph(np.random.default_rng(5), 12))
    cut = tvcut.balanced_cut(W, init=np.arange(12) % 2)
    assert np.shares_memory(cut._criterion.graph.data, W.data) and cut._criterion.graph.labels is None


def test_strength_of_an_interrupted_cut():
    def interrupt(progress):
        raise KeyboardInterrupt

    with pytest.raises(tvcut.CutInterrupted) as caught:
        tvcut.balanced_cut(random_graph(np.random.default_rng(6), 12), callback=interrupt)
    assert caught.value.result.strength.share.shape == (12,)


def exact_terms(W, labels, k, mass):
    """Return the terms of the value in rational numbers, by part."""
    cut, size = [Fraction(0)] * k, [Fraction(0)] * k
    for i, r in enumerate(labels):
        size[r] += Fraction(mass[i])
        cut[r] += sum(Fraction(W[i, j]) for j in np.flatnonzero(labels != r))
    return [c / min(m, (sum(size) - m) / (k - 1)) / 2 for c, m in zip(cut, size, strict=True)]


@pytest.mark.parametrize("decades", [17, 60, 200])
@pytest.mark.parametrize("k", [2, 3, 5])
def test_masses_of_many_magnitudes(k, decades):
    """Small masses beside one that is larger by more than a rounding error, against rational numbers."""
    rng = np.random.default_rng(decades + k)
    for n in (9, 14):
        W, labels = np.round(4 * random_graph(rng, n, 0.6)), np.arange(n, dtype=np.int32) % k
        mass = 10.0 ** rng.uniform(-decades / 2, decades / 2, n)
        problem = dataclasses.replace(as_problem(W), vertex_weight=mass)
        loss = Criterion(problem, "value", "ratio", 1.0).strength(labels, k).loss
        before = exact_terms(W, labels, k, mass)
        for i in np.flatnonzero(np.bincount(labels)[labels] > 1):
            moves = [np.where(np.arange(n) == i, s, labels) for s in range(k) if s != labels[i]]
            changes = [[a - b for a, b in zip(exact_terms(W, m, k, mass), before, strict=True)] for m in moves]
            wanted = min(sum(c[s] for s in {labels[i], m[i]}) for c, m in zip(changes, moves, strict=True))
            scale = max(abs(x) for c in changes for x in (*c, *before))
            assert abs(Fraction(loss[i]) - wanted) <= Fraction(1e-12) * scale


def test_large_masses_beside_small_ones():
    W = np.diag(np.ones(5), 1) + np.diag(np.ones(5), -1)
    cut = tvcut.balanced_cut(W, 2, vertex_weight=[1e17, 1e17, 1, 1, 1, 1], fixed={0: 0, 1: 0, 2: 1})
    # C(S) is 1/4, and 1/3 if vertex 2 joins the heavy part; with vertex 1 in the other part it is 1/1e17
    assert cut.masses.tolist() == [2e17, 4] and cut.strength.loss[[1, 2]] == pytest.approx([-1 / 4, 1 / 12])


@pytest.mark.parametrize("scale", [1e-300, 1e-170, 1e153, 1e300])
def test_expected_criterion_has_the_unit_of_the_weights(scale):
    W = random_graph(np.random.default_rng(1), 20, 0.4)
    scan, scaled = (tvcut.scan(c * W, [2, 3], n_seeds=1) for c in (1, scale))
    np.testing.assert_allclose(scaled.null_values / scale, scan.null_values, rtol=1e-12)
    np.testing.assert_allclose(scaled.relative_values, scan.relative_values, rtol=1e-12)


def test_level_sets_with_masses_of_many_magnitudes():
    W = np.diag(np.ones(5), 1) + np.diag(np.ones(5), -1)
    problem = dataclasses.replace(as_problem(W), vertex_weight=np.array([1e17, 1e17, 1, 1, 1, 1]))
    size, values = Criterion(problem, "value", "ratio", 1.0).sweep(np.arange(6.0))
    np.testing.assert_allclose(size, [1e17, 2e17, 2e17, 2e17, 2e17])
    np.testing.assert_allclose(values, [1e-17, 1 / 4, 1 / 3, 1 / 2, 1])

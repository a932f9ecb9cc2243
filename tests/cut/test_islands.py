"""No part is shaped by islands or by a bound without a warning, and clusters of unequal size are the parts."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components

import tvcut

OPTIONS = ({}, {"min_share": 0}, {"min_share": 0.02}, {"min_share": 0.1}, {"min_share": 0.5}, {"max_imbalance": 0.3})


def components_of(rng: np.random.Generator) -> sp.csr_array:
    """Return a graph of a few large components, some small ones and some islands of one to four vertices."""
    sizes = np.concatenate(
        (
            rng.integers(30, 90, rng.integers(1, 4)),
            rng.integers(6, 20, rng.integers(3)),
            rng.integers(1, 5, rng.integers(9)),
        )
    )
    blocks = []
    for m in sizes:
        W = (rng.random((m, m)) < 0.3) * 1.0
        W[np.arange(1, m), [rng.integers(i) for i in range(1, m)]] = 1  # which connects the component
        W = np.maximum(W, W.T)
        np.fill_diagonal(W, 0)
        blocks.append(W)
    return sp.csr_array(sp.block_diag(blocks))


def is_shaped(W: sp.csr_array, k: int, cut: tvcut.Cut, bounded: bool) -> bool:
    """Return whether islands are in parts, or a bound excludes a partition along components, by a definition."""
    n, component = W.shape[0], connected_components(W)[1]
    few = 5 * k / n
    least = max(0.03, few if few < 0.5 else 0) * n / k
    size = np.bincount(component)
    cuts_through = cut.value > 0 and bounded and (size >= least).sum() >= k
    return bool((size < least).any()) or bool(cuts_through)


@pytest.mark.parametrize("graphs", [100, pytest.param(500, marks=pytest.mark.slow)])
def test_nothing_is_shaped_silently(graphs):
    rng, shaped, silent = np.random.default_rng(1), 0, 0
    for _ in range(graphs):
        W, k = components_of(rng), int(rng.integers(2, 5))
        options = OPTIONS[rng.integers(len(OPTIONS))]
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            try:
                cut = tvcut.balanced_cut(W, k, effort="fast", **options)
            except ValueError:  # no partition holds the bounds
                continue
        if is_shaped(W, k, cut, options.get("min_share") != 0 and bool(options)):
            shaped += 1
            assert any(issubclass(w.category, tvcut.DisconnectedGraphWarning) for w in told), (options, k, cut)
        else:
            silent += 1
            assert not [w for w in told if issubclass(w.category, tvcut.DisconnectedGraphWarning)], (options, k, cut)
    assert shaped > graphs / 2
    assert silent > 0.08 * graphs


def blobs(sizes: list[int]) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(size=(m, 2)) + np.array([10 * r, 0]) for r, m in enumerate(sizes)])
    return X, np.repeat(np.arange(len(sizes)), sizes)


@pytest.mark.parametrize("balance", ["ratio", "normalized"])
@pytest.mark.parametrize("sizes", [[900, 80, 20], [500, 100, 10], [300, 20]])
def test_clusters_of_unequal_size_are_the_parts(sizes, balance):
    X, y = blobs(sizes)
    model = tvcut.BalancedCut(len(sizes), balance=balance).fit(X)
    np.testing.assert_array_equal(model.labels_, y)
    cut = model.cut_
    assert cut.choice == "isolated"
    assert cut.evidence.gap >= 10
    assert cut.evidence.lowest_value <= cut.value
    assert "choice='isolated'" in repr(cut)
    assert "isolated" in cut._repr_html_()
    assert cut.to_dict()["choice"] == "isolated"


def test_loose_vertices_are_told_with_the_value_without_them():
    X, _ = blobs([300, 300])
    W = sp.csr_array(sp.block_diag((tvcut.knn_graph(X), sp.csr_array((7, 7)))))
    with pytest.warns(
        tvcut.DisconnectedGraphWarning, match=r"^7 of 607 vertices.*min_share=0 the value is 0.*mass 303;"
    ):
        cut = tvcut.balanced_cut(W)
    assert cut.evidence.n_loose == 7
    assert len(np.unique(cut.labels[:300])) == len(np.unique(cut.labels[300:600])) == 1
    assert abs(cut.sizes[0] - cut.sizes[1]) == 1


def test_a_bound_that_cuts_through_components_is_told():
    W = sp.csr_array(sp.block_diag((np.ones((60, 60)), np.ones((20, 20)))))
    with pytest.warns(tvcut.DisconnectedGraphWarning, match="2 connected components, but the bounds.*mass 20 or more"):
        tvcut.balanced_cut(W, min_share=0.8)
    assert tvcut.balanced_cut(W).value == 0


@pytest.mark.parametrize(
    "link, choice, words",
    [(0.03, "isolated", "for parts of at least half"), (0.08, "consensus", "are nearly isolated.* pass min_share=0.")],
)
def test_close_readings_are_told(link, choice, words):
    """A group of 15 of 85 vertices has C = 70 link, and a cut in the middle of the others C = 35."""
    W = np.full((85, 85), link)
    W[:70, :70], W[70:, 70:] = 1, 5
    with pytest.warns(tvcut.AmbiguousPartsWarning, match=words):
        cut = tvcut.balanced_cut(W)
    assert (cut.choice, cut.evidence.close) == (choice, True)
    assert cut.evidence.gap == pytest.approx(35 / (70 * link), rel=0.1)

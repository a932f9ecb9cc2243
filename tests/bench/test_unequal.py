"""The sets of bench.unequal, and what the default finds on them."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

import tvcut
from bench.blobs import CHOSEN_ON, FEWEST, SET_ASIDE, draw, rows
from bench.classifiers import OURS
from bench.unequal import Unequal

FAMILIES = [*CHOSEN_ON, *SET_ASIDE]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_draw_is_what_it_says(family):
    for seed in range(3):
        data = draw(family, seed)
        sizes = np.bincount(data.y[data.known])
        assert 2 <= data.k <= 8 and sizes.min() >= FEWEST and sizes.max() <= 31 * sizes.min()
        assert (~data.known).sum() <= 0.05 * len(data.y)
        centres = np.array([data.X[data.y == r].mean(axis=0) for r in range(data.k)])
        apart = np.linalg.norm(centres[:, None] - centres, axis=2)[np.triu_indices(data.k, 1)]
        assert apart.min() > 5
        assert (draw(family, seed).W != data.W).nnz == 0


def test_the_document(capsys):
    Unequal(1, ours=OURS[:1], peers=()).list_families("a title", ["normal, geometric"])
    assert "| normal, geometric | 100.0 | " in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::tvcut.DisconnectedGraphWarning", "ignore::tvcut.AmbiguousPartsWarning")
def test_unequal_clusters_are_found():
    scores = []
    for data in (draw(family, seed) for family in FAMILIES for seed in range(100, 103)):
        cut = tvcut.balanced_cut(data.W, data.k)
        scores.append(adjusted_rand_score(data.y[data.known], cut.labels[data.known]))
    assert np.mean(scores) > 0.9
    for name, make in rows().items():
        data = make(1)
        cut = tvcut.balanced_cut(data.W, data.k)
        score = adjusted_rand_score(data.y[data.known], cut.labels[data.known])
        assert score > (0.25 if "network" in name else 0.99), name

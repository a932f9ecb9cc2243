"""The sets of bench.unequal, and what the default finds on them."""

from functools import partial

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.metrics import adjusted_rand_score

import tvcut
from bench import uneven
from bench.blobs import CHOSEN_ON, FEW, FEWEST, MANY, SET_ASIDE, draw, rows
from bench.classifiers import OURS
from bench.labelled import Labelled
from bench.unequal import Unequal

FAMILIES = [*CHOSEN_ON, *SET_ASIDE]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_draw_is_what_it_says(family):
    for seed in range(3):
        data = draw(family, seed)
        sizes = np.bincount(data.y[data.known])
        least, most = MANY if family.endswith("many") else FEW
        assert least <= data.k <= most and sizes.min() >= FEWEST and sizes.max() <= 31 * sizes.min()
        assert (~data.known).sum() <= 0.05 * len(data.y)
        centres = np.array([data.X[data.y == r].mean(axis=0) for r in range(data.k)])
        apart = np.linalg.norm(centres[:, None] - centres, axis=2)[np.triu_indices(data.k, 1)]
        assert apart.min() > 5
        assert (draw(family, seed).W != data.W).nnz == 0


@pytest.mark.slow
@pytest.mark.parametrize("family", uneven.CHOSEN_ON | uneven.SET_ASIDE)
def test_a_network_is_one_component_with_uneven_communities(family):
    make = (uneven.CHOSEN_ON | uneven.SET_ASIDE)[family]
    data = make(1)
    assert (data.W != data.W.T).nnz == 0 and np.all(data.W.data == 1) and data.W.diagonal().sum() == 0
    assert sp.csgraph.connected_components(data.W)[0] == 1
    sizes = np.bincount(data.y)
    assert sizes.max() > 2.5 * sizes[sizes > 0].min()
    degree, inside = data.W.sum(), data.W[data.y[:, None] == data.y].sum()
    assert 0.4 * degree < inside < 0.85 * degree
    assert (make(1).W != data.W).nnz == 0


@pytest.mark.slow
def test_the_document(capsys):
    families = {"normal, geometric": partial(draw, "normal, geometric")}
    Unequal(1, ours=OURS[:1], peers=()).list_families("a title", families, 1)
    assert "| normal, geometric | 100.0 | " in capsys.readouterr().out


def score(data: Labelled) -> float:
    """Return the adjusted Rand index of the default."""
    cut = tvcut.balanced_cut(data.W, data.k)
    return float(adjusted_rand_score(data.y[data.known], cut.labels[data.known]))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::tvcut.DisconnectedGraphWarning", "ignore::tvcut.AmbiguousPartsWarning")
@pytest.mark.parametrize("family", [f for f in FAMILIES if f.endswith("many")])
def test_many_unequal_clusters_are_found(family):
    assert np.mean([score(draw(family, seed)) for seed in range(100, 103)]) > 0.9


@pytest.mark.release
@pytest.mark.filterwarnings("ignore::tvcut.DisconnectedGraphWarning", "ignore::tvcut.AmbiguousPartsWarning")
def test_unequal_clusters_are_found():
    assert np.mean([score(draw(family, seed)) for family in FAMILIES for seed in range(100, 103)]) > 0.9
    for name, make in rows().items():
        data = make(1)
        cut = tvcut.balanced_cut(data.W, data.k)
        score = adjusted_rand_score(data.y[data.known], cut.labels[data.known])
        assert score > (0.25 if "network" in name else 0.99), name

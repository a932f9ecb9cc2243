"""The measurement of rare types of cells."""

import numpy as np
import pytest

from bench.document import Document
from bench.labelled import Labelled
from bench.rare import MIXTURES, RARE, N, quality, run


def test_precision_and_recall():
    data = Labelled(None, np.array([0] * 6 + [1] * 4 + [-1]), None)
    assert quality(data, np.array([0] * 5 + [1] + [1] * 3 + [0] + [1])) == (3 / 4, 3 / 4)


@pytest.mark.slow
def test_a_mixture_has_one_rare_type():
    for make in MIXTURES.values():
        sizes = np.bincount(make(0).y)
        assert sizes.argmin() == len(sizes) - 1 and sizes[-1] == RARE * N and sizes[-2] > 3 * sizes[-1]


@pytest.mark.slow
def test_a_tenth_of_an_equal_share_takes_in_other_cells(capsys):
    run(Document(), {"four": MIXTURES["4 types, 1.5"]}, 1)
    cells = capsys.readouterr().out.split("|")[2:-1]
    precision = [float(cell.split("/")[0]) for cell in cells]
    assert precision[1] > 95 and precision[2] > 95
    assert precision[3] < 100 * RARE / (0.1 / 4) + 5  # which is the share of the type in a part of that bound

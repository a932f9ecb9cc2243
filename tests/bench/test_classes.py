"""The suite of labelled sets: its scores, and its document on two small sets."""

import re

import numpy as np
import pytest
import scipy.sparse as sp

from bench import classes, labelled, ways
from bench.classifiers import OURS, Method


def data(y):
    n = len(y)
    return labelled.Labelled(sp.csr_array((n, n)), np.asarray(y), None)


def test_scores_of_known_partitions():
    y = [0, 0, 0, 1, 1, 1]
    exact = classes.score(data(y), [5, 5, 5, 2, 2, 2], 0)
    assert (exact.matched, exact.purity, exact.ari, exact.nmi) == pytest.approx((100, 100, 100, 100))
    one = classes.score(data(y), [0] * 6, 0)
    assert (one.matched, one.purity, one.ari, one.largest) == pytest.approx((50, 50, 0, 200))
    four = classes.score(data([0, 0, 1, 1, -1, -1]), [0, 0, 0, 1, 1, 1], 0)  # the last two are not scored
    assert (four.matched, four.smallest, four.largest) == pytest.approx((75, 100, 100))


def test_scaled_weights_do_not_depend_on_the_unit_of_each_vertex():
    rng = np.random.default_rng(0)
    A = rng.random((30, 30)) * (rng.random((30, 30)) < 0.3)
    W = sp.csr_array(np.triu(A, 1) + np.triu(A, 1).T)
    assert len(set(ways.scaled(labelled.Labelled(W, np.arange(30) % 3, None), 0))) == 3


@pytest.mark.slow
def test_document(tmp_path):
    output = tmp_path / "clusters.md"
    made = labelled.sets(["wine", "iris", "planted, equal"])
    failing = Method("Failing", "bench.classifiers:missing", "tvcut", "fails")
    suite = classes.Classes(1, output, None, made, peers=(failing,), ways=ways.WAYS[:2])
    suite.run("a command")
    text = output.read_text()
    assert text.count("## ") == len(classes.SCORES) + 4  # the ways and their table, published figures, not finished
    assert "- wine, Failing: " in text
    found = re.findall(r"^\| wine \| ([\d.]+) \|", text, re.M)
    assert float(found[0]) == pytest.approx(suite.found["wine", OURS[0].name]["matched"], abs=0.05)
    assert float(found[0]) > 85 and found[-1] == found[0]  # the default of the table of ways is the same

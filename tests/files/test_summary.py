"""What tvcut info says about a graph."""

import io

import numpy as np
import pytest

from tests.files.graphs import matrix_market
from tvcut._files import opening, summary
from tvcut._input.entries import Entries


def test_summary():
    entries = Entries(
        6, *map(np.array, ([0, 1, 0, 2, 2, 3, 1], [1, 0, 1, 2, 3, 2, 3])), np.array([1.0, 2, 1, 5, 4, 3, 0])
    )
    facts = summary.summary(entries)
    assert (facts["edges"], facts["components"], facts["isolated_vertices"]) == (2, 4, 2)
    assert (facts["loops"], facts["duplicates"], facts["zero_weights"], facts["asymmetric_pairs"]) == (1, 1, 1, 1)
    assert facts["weights"] == {"min": 1, "median": 2, "mean": 2.2, "max": 4}
    assert any("(2, 3)" in remark for remark in facts["remarks"])


def summary_of(text):
    return summary.summary(opening.read_entries(io.BytesIO(text), None)[0])


@pytest.mark.parametrize(
    "word, name, text", [("-3", "negative_weights", "negative"), ("1e999", "not_finite_weights", "finite")]
)
def test_summary_of_weights_that_are_refused(word, name, text):
    facts = [
        summary_of(matrix_market(f"coordinate real symmetric\n4 4 3\n2 1 1\n3 2 {word}\n4 3 1\n".encode())),
        summary_of(f"0 1 1\n1 2 {word}\n2 3 1\n".encode()),
        summary_of(f"a b 1\nb a 1\nb c {word}\nc b {word}\nc d 1\nd c 1\n".encode()),
    ]
    for found in facts:
        assert (found[name], found["edges"], found["components"], found["isolated_vertices"]) == (1, 3, 1, 0)
        assert [remark for remark in found["remarks"] if text in remark] == found["remarks"]
        assert found["remarks"][0].startswith("1 edge ")
        assert found["weights"]["min"] == (-3 if word == "-3" else 1)


def test_remarks_count_in_the_singular_and_the_plural():
    one = summary_of(b"a b 2\nc c 1\nd e 0\nf g 1\nf g 1\nf h 1\n")
    remarks = " ".join(one["remarks"])
    for text in ("3 vertices without", "1 loop:", "1 duplicate entry:", "1 pair of vertices with weight 0"):
        assert text in remarks
    assert "1 vertex without edges" in summary_of(b"a b 1\nc c 0\nb d 1\n")["remarks"]
    two = summary_of(matrix_market(b"coordinate real general\n2 2 2\n2 1 3\n1 2 4\n"))
    assert two["remarks"][0].startswith("1 pair of entries that differ, first (0, 1)")

"""The comparison with partitioners for k parts: its arithmetic, its graphs, its solvers and its command."""

import itertools
import os
import re

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.spatial import ConvexHull

from bench import graphs, integers, isolate, kway, partitioners, parts
from bench.solvers import Solver
from tests.oracle import random_graph
from tests.programs import python

SOLVERS = """
import numpy as np

def stripes(W, seed, k):
    yield np.arange(W.shape[0]) * k // W.shape[0]

def scattered(W, seed, k):
    yield np.arange(W.shape[0]) % k

def one_large(W, seed, k):
    yield np.minimum(np.arange(W.shape[0]), k - 1)

def too_few(W, seed, k):
    yield np.arange(W.shape[0]) % (k - 1)

def absent(W, seed, k):
    raise ValueError("no such graph")
"""


def graph(n, seed=0):
    return sp.csr_array(random_graph(np.random.default_rng(seed), n, 0.6))


def brute_figures(W, labels):
    """Return value, cut and imbalance from their definitions, edge by edge."""
    A, n, names = W.toarray(), len(labels), sorted(set(labels))
    k = len(names)

    def crossing(separates):
        return sum(A[i, j] for i, j in itertools.combinations(range(n), 2) if separates(labels[i], labels[j]))

    size = {r: sum(label == r for label in labels) for r in names}
    own = {r: crossing(lambda a, b, r=r: (a == r) != (b == r)) for r in names}
    value = sum(own[r] / min(size[r], (n - size[r]) / (k - 1)) for r in names) / 2
    return value, crossing(lambda a, b: a != b), max(size.values()) / (n / k) - 1


@pytest.mark.parametrize("k", [2, 3, 4, 5])
def test_score(k):
    W, rng = graph(11), np.random.default_rng(k)
    for _ in range(10):
        labels = rng.permutation(np.r_[np.arange(k), rng.integers(k, size=11 - k)])
        assert isolate.score(W, 3 * labels + 1, k) == pytest.approx(brute_figures(W, labels), rel=1e-12)
    assert isolate.score(W, labels, k + 1) == isolate.score(W, labels[:-1], k) == (np.inf,) * 3


def test_score_of_equal_parts():
    square = graphs.grid(6)
    value, cut, imbalance = isolate.score(square, np.arange(36) // 6, 6)  # six rows of six vertices
    assert (cut, imbalance) == (30, 0) and value == pytest.approx(30 / 6)  # all sizes n/k: the value is cut/(n/k)


def test_largest_imbalance():
    for n, k in [(1000, 8), (34, 4), (115, 16), (77, 2), (103, 3)]:
        allowed = [size for size in range(1, n) if size * k / n - 1 <= parts.largest_imbalance(n, k)]
        assert max(allowed) == int(1.03 * -(-n // k) + 1e-9)
    assert parts.largest_imbalance(100, 4) == pytest.approx(0.03)


def test_geometric_mean():
    assert parts.geometric_mean([0.5, 2]) == pytest.approx(1)
    assert parts.geometric_mean([1, 3, 9]) == pytest.approx(3)
    assert np.isnan(parts.geometric_mean([]))


def test_delaunay():
    n = 500
    W = graphs.delaunay(n)
    assert (W != W.T).nnz == 0 and W.diagonal().sum() == 0 and set(W.data) == {1.0}
    hull = len(ConvexHull(np.random.default_rng(0).random((n, 2))).vertices)
    assert W.nnz // 2 == 3 * n - 3 - hull  # Euler: all faces but the outer one are triangles


def test_networks(tmp_path, monkeypatch):
    monkeypatch.delenv("TVCUT_DATA", raising=False)
    generated = {"Delaunay 2^14", "Delaunay 2^16", "Delaunay 2^18", "grid 300", "grid 1000"}
    assert set(graphs.networks()) == generated and set(graphs.networks(quick=True)) == {"Delaunay 2^14"}
    first, second = graph(9), graph(12)
    second.data = np.ceil(10 * second.data)
    for folder in ("graphs", "networks"):
        (tmp_path / folder).mkdir()
    arrays = {"data": first.data, "indices": first.indices, "indptr": first.indptr, "shape": first.shape}
    np.savez(tmp_path / "networks" / "first.npz", **arrays)
    integers.write_metis(second, second.data.astype(int), tmp_path / "graphs" / "second.graph")
    (tmp_path / "graphs" / "README").touch()
    monkeypatch.setenv("TVCUT_DATA", str(tmp_path))
    made = graphs.networks()
    assert set(made) == generated | {"first", "second"}
    np.testing.assert_array_equal(made["first"]().toarray(), first.toarray())
    np.testing.assert_array_equal(made["second"]().toarray(), second.toarray())


def solver(name, function, distribution="tvcut"):
    return Solver(name, f"solvers:{function}", distribution, "fixed labels")


@pytest.mark.slow
def test_document(small):
    output = small / "kway.md"
    ours = solver("Ours", "stripes"), solver("Ours too", "stripes")
    names = {"Scattered": "scattered", "Large": "one_large", "Few": "too_few", "Broken": "absent"}
    peers = [*(solver(*item) for item in names.items()), solver("Absent", "stripes", "no-such-distribution")]
    kway.Kway(output, ["small"], parts=[4, 32], limit=60, ours=ours, peers=peers).run("a command")
    text = output.read_text()
    assert "Not installed, so not compared: Absent (no-such-distribution)." in text
    assert "- small, k = 4, Few: did not return 4 parts" in text
    assert "- small, k = 4, Broken: ValueError: no such graph" in text
    # Stripes are pairs of rows and cut 24 edges. Scattered parts are columns modulo 4 and cut the 56 edges within rows.
    # The large part leaves the first three vertices of a row, which have 2 edges among them and 4 to the rest.
    assert "| small | 64 | 112 | 24 | **1.0000** | **1.0000** | 2.3333 | 0.2500† | – | – |" in text
    # Values: (8 + 16 + 16 + 8)/16/2 = 1.5, 4 · 28/16/2 = 3.5 and (2 + 3 + 3 + 4)/1/2 = 6.
    assert "| small | **1.0000** | **1.0000** | 2.3333 | 4.0000† | – | – |" in text
    assert "| all | 0.4286 (1) | – | – | – |" in text and "| all | 1 | 1 | 100 % |" in text
    assert re.search(r"^\| Large \| 1 \| 0 \| 1 (\| [\d.]+ ){5}\|$", text, re.M)
    assert "| Broken | 0 | 1 | 0 | – | – | – | – | – |" in text
    assert "### Cut, k = 32" in text and len(re.findall(r"^\| small \|", text, re.M)) == 3  # 64 < 4 · 32


@pytest.mark.slow
@pytest.mark.parametrize("peer", partitioners.PARTITIONERS, ids=lambda peer: peer.name)
def test_partitioners_return_parts_within_the_imbalance(peer):
    if peer.version is None:
        pytest.skip(f"{peer.distribution} is not installed")
    W = graphs.grid(40)
    found = isolate.measure(W, peer.function, 0, 60, 8)
    assert not found.note and found.runs == 1
    assert found.imbalance <= parts.largest_imbalance(1600, 8)
    assert 120 <= found.cut <= 280 and found.value == pytest.approx(found.cut / 200, rel=0.1)


@pytest.mark.slow
def test_command(small):
    output = small / "kway.md"
    command = ["-m", "bench.kway", "--quick", "--only", "small", "--parts", "2", "4", "--output", str(output)]
    printed = python(*command, env=os.environ | {"OMP_NUM_THREADS": "1"})
    text = output.read_text()
    head = "Made by `OMP_NUM_THREADS=1 python -m bench.kway --quick --only small --parts 2 4"
    assert text == printed and head in text
    names = ["tvcut (cut)", "tvcut (value)", *(peer.name for peer in partitioners.PARTITIONERS if peer.version)]
    assert text.count(f"| graph | n | m | lowest cut | {' | '.join(names)} |") == 2
    assert len(re.findall(r"^\| small \|", text, re.M)) == 6

"""The parts of the benchmark (scores, readers, integer weights, processes of solvers) and its command on small data."""

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp

from bench import clock, communities, formats, graphs, growth, integers, isolate, solvers
from bench.peers import Bench
from tests.oracle import random_graph
from tests.programs import python
from tvcut import balanced_cut, datasets, write_graph

SOLVERS = """
import os, time
import numpy as np

LABELS = np.arange(8) % 2

def stuck(W, seed):
    yield LABELS
    time.sleep(1000)

def crash(W, seed):
    return (os.abort() for _ in range(1))

def wrong(W, seed):
    raise ValueError("no such graph")

def one_part(W, seed):
    yield 0 * LABELS

def hungry(W, seed):
    np.ones(50_000_000)  # freed before the measurement starts
    def run():
        np.ones(20_000_000)
        return LABELS
    return (run() for _ in range(1))
"""


def graph(n, seed=0):
    return sp.csr_array(random_graph(np.random.default_rng(seed), n, 0.6))


def brute_value(W, labels):
    n, A = len(labels), W.toarray()
    cut = sum(A[i, j] for i, j in itertools.combinations(range(n), 2) if labels[i] != labels[j])
    count = list(labels).count(labels[0])
    return cut / min(count, n - count)


@pytest.fixture
def solve(tmp_path, monkeypatch):
    """Return a function that runs one of SOLVERS in a process of its own."""
    (tmp_path / "solvers.py").write_text(SOLVERS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return lambda name, limit=60: isolate.measure(graph(8), f"solvers:{name}", 0, limit)


def test_processor_seconds_count_children_and_do_not_count_sleep():
    code = "import time; from bench import clock; print(clock.timed(lambda: time.sleep(0.5))[1])"
    assert float(python("-c", code)) < 0.3  # in a process without the threads that other tests have left
    busy = [sys.executable, "-c", "import time\nwhile time.process_time() < 0.5: pass"]
    assert clock.timed(lambda: subprocess.run(busy, check=True))[1] >= 0.5


def test_score_of_two_parts():
    W = graph(9)
    rng = np.random.default_rng(1)
    for _ in range(20):
        labels = rng.permutation([3] * 2 + [7] * 7)
        assert isolate.score(W, labels).value == pytest.approx(brute_value(W, labels), rel=1e-12)
    assert isolate.score(W, np.zeros(9)).value == np.inf
    assert isolate.score(W, np.arange(9) % 3).value == np.inf


def test_read_metis(tmp_path):
    path = tmp_path / "some.graph"
    path.write_text("% first\n4 2 11 2\n9 9 2 5\n% within\n9 9 1 5 4 2.5\n9 9\n9 9 2 2.5\n")  # two weights per vertex
    np.testing.assert_array_equal(
        datasets.read_metis(path).toarray(), [[0, 5, 0, 0], [5, 0, 0, 2.5], [0, 0, 0, 0], [0, 2.5, 0, 0]]
    )
    path.write_text("3 1\n\n3\n2\n")
    np.testing.assert_array_equal(datasets.read_metis(path).toarray(), [[0, 0, 0], [0, 0, 1], [0, 1, 0]])
    W = graph(12)
    W.data = np.ceil(10 * W.data)
    integers.write_metis(W, W.data.astype(int), path)
    np.testing.assert_array_equal(datasets.read_metis(path).toarray(), W.toarray())


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "not a graph in METIS format"),
        ("2 1\n2\none\n", "not a graph in METIS format.*line 3: .* the character 'o'"),
        ("2 2\n2\n1\n", "declares 2 edges, but 2 neighbours follow and not 4"),
        ("3 1\n2\n1\n", "declares 3 vertices, but 2 lines follow"),
        ("2 1\n2\n3\n", r"must be in \[1, 2\], got 3"),
    ],
)
def test_read_metis_wrong_files(tmp_path, text, message):
    path = tmp_path / "bad.graph"
    path.write_text(text)
    with pytest.raises(datasets.DatasetError, match=message):
        datasets.read_metis(path)


def test_integer_weights(monkeypatch):
    W = graph(10)
    W.data[:3] = 1e-9, 2.0, 1.0
    w = integers.integer_weights(W)
    assert w.dtype == np.int64 and w[0] == 1 and w[1] == w.max() == integers.LARGEST and w[2] == integers.LARGEST / 2
    monkeypatch.setattr(integers, "TOTAL", 10_000)
    w = integers.integer_weights(W)
    assert w.min() == 1 and 8_000 < w.sum() <= 10_000
    W.data = np.round(5 * W.data) + 1
    np.testing.assert_array_equal(integers.integer_weights(W), W.data)  # integers stay as they are


def test_best_union():
    W = graph(14)
    labels = np.arange(14) % 5
    unions = (np.isin(labels, chosen) for r in (1, 2) for chosen in itertools.combinations(range(5), r))
    found = communities.best_union(W, labels)
    assert isolate.score(W, found).value == pytest.approx(min(isolate.score(W, union).value for union in unions))
    assert all(len(set(found[labels == c])) == 1 for c in range(5))


def test_join():
    W = graph(14)
    number, between, size = communities.join(W.toarray(), np.ones(14), 4)
    np.testing.assert_array_equal(size, np.bincount(number))
    member = np.eye(4)[number]
    whole = member.T @ W.toarray() @ member
    np.testing.assert_allclose(between, whole - np.diag(np.diag(whole)))


def test_graphs():
    W = graphs.planted((300, 700), 10, 1.5)
    assert (W != W.T).nnz == 0 and W.diagonal().sum() == 0 and set(W.data) == {1.0}
    truth = np.arange(1000) < 300
    assert isolate.score(W, truth).value == pytest.approx(1.5, abs=0.02)
    assert W.nnz / 1000 == pytest.approx(10 + 2 * 1.5 * 0.3, abs=0.4)
    whole, count = graphs.largest_component(sp.block_diag((graph(3), graphs.grid(4)), format="csr"))
    assert count > 1 and (whole != graphs.grid(4)).nnz == 0


@pytest.mark.slow
def test_time_limit_keeps_the_finished_runs(solve):
    found = solve("stuck", limit=1)
    assert found.note == "over the limit of 1 s" and found.runs == 1
    assert found.value == pytest.approx(brute_value(graph(8), np.arange(8) % 2))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, note",
    [
        ("crash", "ended by SIGABRT"),
        ("wrong", "ValueError: no such graph"),
        ("one_part", "did not return two parts"),
    ],
)
def test_failure_is_noted_in_the_outcome(solve, name, note):
    found = solve(name)
    assert found.note == note and found.value == np.inf


@pytest.mark.slow
def test_solvers_run_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = isolate.measure(graph(8), "bench.solvers:tvcut", 0, 60)
    assert not found.note and found.runs == 1 and np.isfinite(found.value)


@pytest.mark.slow
def test_memory_is_measured_from_the_start_of_the_call(solve):
    found = solve("hungry")
    assert not found.note and found.memory > 159e6
    if os.access("/proc/self/clear_refs", os.W_OK):
        assert found.memory < 200e6  # not the 400 MB before it


@pytest.mark.slow
def test_document_names_missing_and_failing_peers(solve, tmp_path, monkeypatch):
    monkeypatch.delenv("TVCUT_DATA", raising=False)
    absent = solvers.Solver("Absent", "solvers:stuck", "no-such-distribution", "never")
    broken = solvers.Solver("Broken", "solvers:wrong", "tvcut", "always fails")
    monkeypatch.setattr(growth, "SIZES", (200, 800))
    output = tmp_path / "bench.md"
    Bench(output, only=["digits"], peers=(absent, broken)).run("a command", growing=True)
    text = output.read_text()
    assert "Not installed, so not compared: Absent (no-such-distribution)." in text
    assert "- digits, Broken: ValueError: no such graph" in text
    assert re.search(r"^\| digits†? \| \d+ \| \d+ \| [\d.]+ \| \*\*1.0000\*\* \| [\d.*]+ \| – \|$", text, re.M)
    assert re.findall(r"^\| grid \| \d+ \| (\d+) \| [\d.]+ \|", text, re.M) == ["180", "760"]
    assert len(re.findall(r"^- (grid|neighbours): seconds grow as edges\^", text, re.M)) == 2


def test_fit():
    edges = np.array([1e4, 1e5, 1e6])
    (line,) = growth.fit("some", list(zip(edges, 3 * edges**1.25, edges**0.5, strict=True)))
    assert "as edges^1.25," in line and "as edges^0.50." in line
    assert growth.fit("some", [(1e4, 1, 1)]) == []


@pytest.mark.slow
def test_command(tmp_path):
    output = tmp_path / "bench.md"
    command = ["-m", "bench.peers", "--quick", "--only", "two moons", "--limit", "60", "--output", str(output)]
    printed = python(*command)
    text = Path(output).read_text()
    assert text == printed
    names = [solver.name for solver in (solvers.TVCUT, solvers.DEFAULT, *solvers.PEERS) if solver.version]
    assert f"| graph | n | m | best C | {' | '.join(names)} |" in text
    first, *others = re.findall(r"^\| two moons†? \|(.*)\|$", text, re.M)
    best, *ratios = (float(cell.strip(" *")) for cell in first.split("|")[2:])
    assert len(ratios) == len(names) and min(ratios) == 1 and "**1.0000**" in first
    assert 0.1 < best < 1 and ratios[0] < 1.05
    assert len(others) == 2 and all(len(row.split("|")) == len(names) for row in others)
    assert re.search(r"C of tvcut is at most 1.0005 times the best of the peers on [01] of 1 graphs", text)


@pytest.mark.slow
def test_formats_are_compared_with_the_cut_in_this_process(tmp_path):
    W, source, counts = graph(12), tmp_path / "small.npz", formats.Counts()
    write_graph(source, W)
    cut = balanced_cut(W, effort=formats.EFFORT)
    labels = cut.labels.tolist()
    assert formats.compare(source, "csv", tmp_path, (labels, cut.value), counts) == "3/3"
    assert formats.compare(source, "metis", tmp_path, (labels, cut.value), counts) == formats.NONE
    assert counts.cuts == 3 and not counts.differing
    assert counts.refused == [
        "small, metis: the format of METIS has integers as weights of edges; scale and round them"
    ]
    others = [1 - label for label in labels]
    assert formats.compare(source, "csv", tmp_path, (others, cut.value), counts) == "0/3"
    assert len(counts.differing) == 3

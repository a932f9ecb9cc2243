"""bench.front: its generated graphs, its means and seconds by group, its presets and its command."""

import os
import re
from functools import partial

import numpy as np
import pytest

from bench import families, front, graphs, isolate
from bench.parts import largest_imbalance
from bench.solvers import Solver
from tests.programs import python

SOLVERS = """
import numpy as np

def labels(W, seed, k, kind):
    at = np.arange(W.shape[0])
    yield {"stripes": at * k // len(at), "scattered": at % k, "one large": np.minimum(at, k - 1)}[kind]
"""


def solver(name, kind, distribution="tvcut"):
    return Solver(name, f"solvers:labels:{kind}", distribution, "fixed labels")


def sections(text):
    """Return {heading: {first cell of a row: other cells}} of the last table under each heading."""
    parts = re.split(r"^#+ (.*)\n", text, flags=re.M)
    rows = {h: re.findall(r"^\| (.*) \|$", body, re.M) for h, body in zip(parts[1::2], parts[2::2], strict=True)}
    return {h: {row.split(" | ")[0]: row.split(" | ")[1:] for row in found} for h, found in rows.items()}


def test_families():
    made = families.generated()
    held = [name for group in families.GENERATED.values() for name in group]
    assert sorted(held) == sorted(made) and not set(made) & {
        name for group in families.KNOWN.values() for name in group
    }
    assert families.generated(quick=True) == {} and list(families.generated(only=["roll 16000"])) == ["roll 16000"]
    assert families.family("grid 30³") == families.family("4elt") == families.MESHES
    assert families.family("nothing known") == families.OTHERS and set(families.KNOWN) < set(families.FAMILIES)


@pytest.mark.parametrize("make", [partial(families.nine_point, 7), partial(families.draw, families.circuit, 900)])
def test_generated_graphs(make):
    W = make()
    assert (W != W.T).nnz == 0 and W.diagonal().sum() == 0 and set(W.data) == {1.0}
    assert (W != make()).nnz == 0


def test_nine_point_and_circuit():
    W = families.nine_point(5)
    assert W.nnz // 2 == 2 * 5 * 4 + 2 * 4 * 4  # along the axes and along both diagonals
    assert set(W[[12]].indices) == {6, 7, 8, 11, 13, 16, 17, 18}
    C = families.draw(families.circuit, 900)
    assert C[:450, :450].nnz == C[450:, 450:].nnz == 0  # bipartite: cells first, then nets
    assert np.all(np.diff(C.indptr)[450:] >= 1)


@pytest.mark.slow
def test_generated_sizes():
    for name, make in families.generated().items():
        n = graphs.largest_component(make())[0].shape[0]
        assert 10_000 <= n <= 60_000, name


@pytest.mark.slow
def test_document(small):
    output = small / "front.md"
    ours = [solver("Ours, stripes", "stripes"), solver("Ours, scattered", "scattered")]
    peers = [solver("Scattered", "scattered"), solver("Large", "one large"), solver("Absent", "stripes", "no-such-one")]
    front.Front(output, ["small"], parts=(2, 4), limit=60, ours=ours, peers=peers).run("a command")
    found = sections(output.read_text())
    # Stripes cut 8 and 24 edges. Scattered parts are columns modulo k and cut the 56 edges within rows. The large part
    # has more than 1.03 times n/k vertices.
    mean = f"{np.sqrt(56 / 8 * 56 / 24):.4f}"
    assert found["Cut"]["solver"] == ["all", "known", "k = 2", "k = 4", "others", "left out"]
    assert found["Cut"]["Ours, stripes"] == [*["1.0000"] * 5, "0"]
    assert found["Cut"]["Scattered"] == found["Cut"]["Ours, scattered"] == [mean, mean, "7.0000", "2.3333", mean, "0"]
    assert found["Cut"]["Large"] == [*["–"] * 5, "2"]
    assert found["Seconds"]["graphs and k"][:5] == ["2", "2", "1", "1", "2"]
    assert all(float(cell) >= 0 for cell in found["Seconds"]["Large"])
    beside = found["Beside each peer"]
    assert beside["Scattered"][::2] == [f"{np.sqrt(8 / 56 * 24 / 56):.4f} (2)", "1.0000 (2)"]
    assert beside["Large"][::2] == ["–", "–"] and set(beside) == {"peer", "Scattered", "Large"}


@pytest.mark.slow
@pytest.mark.parametrize("solver", [*front.OURS, *front.PEERS], ids=lambda solver: solver.name)
def test_solvers_return_parts_within_the_imbalance(solver):
    if solver.version is None:
        pytest.skip(f"{solver.distribution} is not installed")
    found = isolate.measure(graphs.grid(40), solver.function, 0, 60, 8)
    assert not found.note and found.runs == 1 and found.imbalance <= largest_imbalance(1600, 8)
    assert 140 <= found.cut <= 280  # eight squares have a perimeter of 8 · 4√200 = 452, of which 160 is the boundary


@pytest.mark.slow
def test_command(small):
    output = small / "front.md"
    command = ["-m", "bench.front", "--quick", "--only", "small", "--output", str(output)]
    printed = python(*command, env=os.environ | {"OMP_NUM_THREADS": "1"})
    text = output.read_text()
    assert text == printed and "Made by `OMP_NUM_THREADS=1 python -m bench.front --quick --only small" in text
    names = [solver.name for solver in (*front.OURS, *front.PEERS) if solver.version]
    assert [name for name in sections(text)["Cut"] if name != "solver"] == names

"""The bounds of tvcut.memory: they grow with the graph, and cuts keep them."""

import networkx
import pytest

import tvcut
from bench.graphs import delaunay, grid_3d
from bench.isolate import measure
from bench.large import unpackable

SMALL_AND_LOCAL = {"small_weights": True, "local": True}


@pytest.mark.parametrize(
    "options", [{}, {"effort": "fast"}, {"n_clusters": 8}, {"init": "random"}, {"preset": "paper"}]
)
def test_more_of_a_graph_needs_more(options):
    sizes = [(10**6, 4 * 10**6), (10**6, 6 * 10**6), (2 * 10**6, 6 * 10**6), (10**7, 6 * 10**7)]
    needed = [tvcut.memory(n, nnz, **options) for n, nnz in sizes]
    assert needed == sorted(set(needed))
    assert all(isinstance(bytes_, int) for bytes_ in needed)


@pytest.mark.parametrize("nnz", [6 * 10**6, 6 * 10**7])
def test_the_options_that_the_error_names_need_no_more(nnz):
    n = nnz // 6
    most = tvcut.memory(n, nnz, n_threads=8)
    for options in [{"effort": "fast"}, {"n_starts": 1}]:
        assert tvcut.memory(n, nnz, n_threads=8, **options) <= most
    assert tvcut.memory(n, nnz, n_threads=1) <= most
    assert tvcut.memory(n, nnz, effort="fast", n_threads=1) <= most


def test_small_weights_and_close_numbers_need_less_on_large_meshes():
    size = {"n": 10**7, "nnz": 6 * 10**7, "mesh": True}
    bounds = [tvcut.memory(**size, **kind) for kind in ({}, {"small_weights": True}, SMALL_AND_LOCAL)]
    assert bounds == sorted(set(bounds), reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 8, 64])
@pytest.mark.parametrize("kind", ["mesh", "network"])
def test_the_bound_holds_on_small_graphs(kind, k):
    W = (
        delaunay(2**14)
        if kind == "mesh"
        else networkx.to_scipy_sparse_array(networkx.barabasi_albert_graph(8000, 12, seed=0), dtype=float)
    )
    found = measure(W, "bench.partitioners:tvcut_value", 0, 300, k)
    assert not found.note
    assert found.memory <= tvcut.memory(W.shape[0], W.nnz, k, mesh=kind == "mesh")


@pytest.mark.parametrize(("solver", "effort"), [("one_pass", "fast"), ("tvcut", "default")])
@pytest.mark.parametrize(
    ("side", "small_weights", "near"),
    [
        pytest.param(70, True, 0.5, marks=pytest.mark.slow),
        pytest.param(100, True, 0.85, marks=pytest.mark.release),
        pytest.param(145, True, 0.85, marks=pytest.mark.release),
        pytest.param(70, False, 0.5, marks=pytest.mark.slow),
        pytest.param(100, False, 0.75, marks=pytest.mark.release),
        pytest.param(145, False, 0.7, marks=pytest.mark.release),
    ],
)
def test_the_bound_holds_and_is_near(solver, effort, side, small_weights, near):
    W = grid_3d(side)
    found = measure(W if small_weights else unpackable(W), f"bench.solvers:{solver}", 0, 300)
    assert not found.note
    bound = tvcut.memory(W.shape[0], W.nnz, mesh=True, small_weights=small_weights, local=True, effort=effort)
    assert near < found.memory / bound <= 1


@pytest.mark.slow
@pytest.mark.parametrize(("mesh", "size", "k"), [(delaunay, 2**18, 8), (grid_3d, 60, 8), (grid_3d, 60, 12)])
def test_the_bound_of_more_than_two_parts_holds_on_meshes(mesh, size, k):
    W = mesh(size)
    found = measure(W, "bench.partitioners:tvcut_value", 0, 300, k)
    assert not found.note
    assert found.memory <= tvcut.memory(W.shape[0], W.nnz, k, mesh=True)

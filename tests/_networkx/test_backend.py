"""tvcut as a backend of networkx: partitions beside those of networkx, and the numbers of networkx for all measures."""

import random
from decimal import Decimal

import numpy as np
import pytest

import tvcut

nx = pytest.importorskip("networkx")


# networkx warns of every call that uses the graph that it converted before
pytestmark = pytest.mark.filterwarnings(r"ignore:[\s\S]*cache:UserWarning")


def test_backend_of_networkx():
    for n in (2, 7, 8, 33, 100):
        graph = nx.gnm_random_graph(n, 2 * n, seed=n)
        halves = nx.community.kernighan_lin_bisection(graph, backend="tvcut", seed=1)
        assert nx.community.is_partition(graph, halves) and sorted(map(len, halves)) == [n // 2, n - n // 2]
        other = graph.copy()
        given = set(range(n // 3 + 1)), set(range(n // 3 + 1, n))
        found = nx.community.kernighan_lin_bisection(other, given, backend="tvcut")
        assert list(map(len, found)) == list(map(len, given))
        assert nx.cut_size(graph, *found) <= nx.cut_size(graph, *given)
    heavy = nx.Graph([("a", "b"), ("c", "d"), ("b", "c", {"w": 9})])
    assert {"b", "c"} in nx.community.kernighan_lin_bisection(heavy, weight="w", backend="tvcut")
    assert {"a", "b"} in nx.community.kernighan_lin_bisection(heavy, weight=None, backend="tvcut")
    with pytest.raises(NotImplementedError, match="not implemented by 'tvcut' backend for the given arguments"):
        nx.community.kernighan_lin_bisection(heavy.copy(), weight=lambda u, v, d: 1, backend="tvcut")
    with pytest.raises(nx.NetworkXError, match="partition invalid"):
        nx.community.kernighan_lin_bisection(heavy.copy(), ({"a"}, {"b"}), backend="tvcut")


def test_networkx_runs_what_the_backend_refuses():
    odd = nx.Graph([("a", "b", {"weight": -1}), ("b", "c"), ("c", "d")])
    with nx.config(backend_priority=["tvcut"]):
        halves = nx.community.kernighan_lin_bisection(odd, seed=1)
        nx.community.kernighan_lin_bisection(nx.Graph([("a", "b", {"weight": Decimal(1)})]), seed=1)
        assert nx.cut_size(nx.DiGraph([(0, 1), (1, 0)]), [0], [1]) == 2
    assert sorted(map(len, halves)) == [2, 2]
    with pytest.raises(ValueError, match="weights must be >= 0, got -1"):
        nx.community.kernighan_lin_bisection(odd.copy(), backend="tvcut")
    with pytest.raises(NotImplementedError, match="'tvcut' backend"):
        nx.cut_size(nx.DiGraph([(0, 1)]), [0], [1], backend="tvcut")


def weighted(n, seed):
    graph = nx.gnm_random_graph(n, 3 * n, seed=seed)
    rng = random.Random(seed)
    for u, v in graph.edges:
        graph[u][v]["weight"] = rng.randint(1, 9)
    return graph


FAMILIES = {
    "random": lambda seed: nx.gnm_random_graph(40, 120, seed=seed),
    "weighted": lambda seed: weighted(40, seed),
    "geometric": lambda seed: nx.random_geometric_graph(60, 0.25, seed=seed),
    "caveman": lambda seed: nx.connected_caveman_graph(4 + seed, 5),
    "grid": lambda seed: nx.convert_node_labels_to_integers(nx.grid_2d_graph(5, 6 + seed)),
    "tree": lambda seed: nx.random_labeled_tree(50, seed=seed),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_no_cut_is_worse_than_that_of_networkx(family):
    for seed in range(4):
        graph = FAMILIES[family](seed)
        nodes = list(graph)
        random.Random(seed).shuffle(nodes)
        size = len(nodes) // (2 + seed % 2)
        given = set(nodes[:size]), set(nodes[size:])
        for arguments in ({"partition": given}, {"seed": seed}):
            own = nx.community.kernighan_lin_bisection(graph, **arguments)
            found = nx.community.kernighan_lin_bisection(graph, **arguments, backend="tvcut")
            assert nx.cut_size(graph, *found, weight="weight") <= nx.cut_size(graph, *own, weight="weight")
            assert sorted(map(len, found)) == sorted(map(len, own))


def largest(graph):
    return graph.subgraph(max(nx.connected_components(graph), key=len)).copy()


@pytest.mark.parametrize("family", FAMILIES)
def test_no_ratio_is_worse_than_that_of_the_fiedler_vector(family):
    graph = largest(FAMILIES[family](3))
    for normalized in (False, True):
        own, found = (
            nx.spectral_bisection(graph, normalized=normalized, seed=1, backend=name) for name in ("networkx", "tvcut")
        )
        ratio = nx.conductance if normalized else nx.edge_expansion
        assert ratio(graph, *found, weight="weight") <= ratio(graph, *own, weight="weight") * (1 + 1e-12)
    with pytest.raises(nx.NetworkXError, match="not connected"):
        nx.spectral_bisection(nx.Graph([(0, 1), (2, 3)]), backend="tvcut")
    with pytest.raises(nx.NetworkXError, match="less than two nodes"):
        nx.spectral_bisection(nx.empty_graph(1), backend="tvcut")


@pytest.mark.parametrize("family", FAMILIES)
def test_no_worst_community_is_worse_than_that_of_fluids(family):
    graph = largest(FAMILIES[family](2))
    own, found = (list(nx.community.asyn_fluidc(graph, 4, seed=1, backend=name)) for name in ("networkx", "tvcut"))
    assert nx.community.is_partition(graph, found) and len(found) == 4
    worst = [max(nx.conductance(graph, part) for part in parts) for parts in (own, found)]
    assert worst[1] <= worst[0] * (1 + 1e-12)


MEASURES = (
    *(nx.cut_size, nx.normalized_cut_size, nx.conductance, nx.edge_expansion, nx.mixing_expansion),
    *(lambda G, S, T, **options: nx.volume(G, S, **options),),
)


@pytest.mark.parametrize("measure", MEASURES)
def test_the_measures_of_networkx(measure):
    for seed in range(6):
        graph = (nx.MultiGraph if seed % 2 else nx.Graph)(weighted(30, seed))
        graph.add_edge(1, 1, weight=4)  # a loop
        graph.add_edge(2, 3, weight=5)  # parallel, or in place of one
        rng = np.random.default_rng(seed)
        S, T = (rng.choice(30, size, replace=False).tolist() for size in (9, 12))  # they overlap
        for weight in (None, "weight"):
            for other in (None, T):
                expected = measure(graph, S, other, weight=weight)
                assert measure(graph, S, other, weight=weight, backend="tvcut") == pytest.approx(expected, rel=1e-12)


def test_the_modularity_of_networkx():
    for seed in range(4):
        graph = nx.relabel_nodes(weighted(30, seed), {i: f"v{i}" for i in range(30)})
        graph.add_edge("v1", "v1", weight=4)
        labels = np.random.default_rng(seed).integers(0, 4, 30)
        parts = [{f"v{i}" for i in np.flatnonzero(labels == r)} for r in range(4)]
        for options in ({}, {"weight": None}, {"resolution": 0.5}):
            expected = nx.community.modularity(graph, parts, **options)
            found = nx.community.modularity(graph, parts, **options, backend="tvcut")
            assert found == pytest.approx(expected, abs=1e-12) and type(found) is float
    for wrong in (parts[1:], [*parts, {"v1"}], [*parts[1:], parts[0] | {"no"}]):
        with pytest.raises(nx.community.quality.NotAPartition):
            nx.community.modularity(graph, wrong, backend="tvcut")
    with pytest.raises(ZeroDivisionError):
        nx.community.modularity(nx.empty_graph(2), [{0}, {1}], backend="tvcut")


def test_no_call_converts_a_graph_for_a_measure_alone():
    graph = nx.path_graph(4)
    with nx.config(backend_priority=["tvcut"]):
        assert type(nx.cut_size(graph, [0, 1])) is int  # by networkx
    assert tvcut.balanced_cut(graph).cut_weight == nx.cut_size(graph, [0, 1], backend="tvcut")

"""Networks whose communities differ in size and are joined by many edges, each with the community of every vertex."""

from __future__ import annotations

from collections.abc import Callable

import networkx as nx
import numpy as np
import scipy.sparse as sp

from .graphs import Graph
from .labelled import Labelled, blocks

ATTEMPTS = 100  # of the generator of LFR graphs, which may fail

Make = Callable[[int], Labelled]  # of a seed


def lfr(n: int, mixing: float, degree: int, least: int, most: int) -> Make:
    """Return a maker of LFR graphs (Lancichinetti, Fortunato and Radicchi, Physical Review E 78, 046110, 2008).

    A vertex has the share ``mixing`` of its edges outside its community, and more as networkx makes them, since it adds
    edges from other communities to the degrees that are drawn. Communities have ``least`` to ``most`` vertices, with
    the exponent 1.5, and the exponent of the degrees is 2.5.
    """

    def make(seed: int) -> Labelled:
        for attempt in range(ATTEMPTS):
            try:
                graph = nx.LFR_benchmark_graph(
                    n,
                    2.5,
                    1.5,
                    mixing,
                    average_degree=degree,
                    max_degree=50,
                    min_community=least,
                    max_community=most,
                    seed=ATTEMPTS * seed + attempt,
                )
            except nx.ExceededMaxIterations:
                continue
            graph.remove_edges_from(list(nx.selfloop_edges(graph)))
            numbers: dict[frozenset[int], int] = {}
            y = [numbers.setdefault(frozenset(of), len(numbers)) for _, of in graph.nodes(data="community")]
            return of_network(sp.csr_array(nx.to_scipy_sparse_array(graph, dtype=float)), np.array(y))
        raise RuntimeError(f"no LFR graph in {ATTEMPTS} attempts")

    return make


def planted(sizes: tuple[int, ...], inside: float, across: float) -> Make:
    """Return a maker of random graphs with blocks of the given sizes: see :func:`labelled.blocks`."""
    return lambda seed: of_network(*blocks(sizes, inside, across, seed))


def corrected(sizes: tuple[int, ...], inside: float, across: float) -> Make:
    """Return a maker of degree-corrected block models: ends of edges are drawn in proportion to skewed weights."""

    def make(seed: int) -> Labelled:
        rng = np.random.default_rng(seed)
        y = np.repeat(np.arange(len(sizes)), sizes)
        weight = (1 - rng.random(len(y))) ** (-1 / 1.5)  # density ~ x^−2.5 for x ≥ 1
        weight = np.minimum(weight, 10)
        pairs = [ends(rng, np.where(y == b, weight, 0), round(inside * m / 2)) for b, m in enumerate(sizes)]
        pairs.append(ends(rng, weight, round(across * len(y) / 2)))
        i, j = np.concatenate(pairs, axis=1)
        A = sp.csr_array((np.ones(np.sum(i != j)), (i[i != j], j[i != j])), shape=(len(y), len(y)))
        W = sp.csr_array(A + A.T)
        W.data[:] = 1
        return of_network(W, y)

    return make


def ends(rng: np.random.Generator, weight: np.ndarray, count: int) -> np.ndarray:
    """Return pairs of vertices, drawn in proportion to their weights."""
    return rng.choice(len(weight), size=(2, count), p=weight / weight.sum())


def of_network(W: Graph, y: np.ndarray) -> Labelled:
    """Return the largest component of a network and the communities of its vertices."""
    component = sp.csgraph.connected_components(W, directed=False)[1]
    keep = np.flatnonzero(component == np.bincount(component).argmax())
    W = sp.csr_array(sp.csr_array(W)[keep][:, keep])
    W.indices, W.indptr = W.indices.astype(np.int32), W.indptr.astype(np.int32)  # as scikit-learn takes them
    return Labelled(W, y[keep], None)


# The rule of balanced_cut was chosen on the first half and first looked at on the second half when it was complete.
CHOSEN_ON: dict[str, Make] = {
    "LFR, μ = 0.3, 20 to 99 of 1,000": lfr(1000, 0.3, 15, 20, 99),
    "LFR, μ = 0.4, 20 to 99 of 1,000": lfr(1000, 0.4, 15, 20, 99),
    "blocks of 800, 150, 50, 12 : 4": planted((800, 150, 50), 12, 4),
}
SET_ASIDE: dict[str, Make] = {
    "LFR, μ = 0.35, 20 to 200 of 2,000": lfr(2000, 0.35, 20, 20, 200),
    "blocks of 400, 200, 100, 50, 25, 12 : 4": planted((400, 200, 100, 50, 25), 12, 4),
    "skewed degrees, twelve blocks of 30 to 250, 12 : 5": corrected(tuple(range(30, 260, 20)), 12, 5),
}

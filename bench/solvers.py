"""The solvers of the benchmark. Each function takes W and a seed, converts them, and returns an iterator of runs.

The conversion is not timed; each step of the iterator is. Partitioners keep two sides within a given imbalance, so
they run once for each of IMBALANCES; of all runs the lowest C counts.
"""

from __future__ import annotations

import importlib.util
import os
import tempfile
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

from tvcut import balanced_cut, default_options

from . import communities

SEED = 0  # of every solver
IMBALANCES = (3, 10, 30, 50, 80)  # percent by which the larger side may exceed a half
LARGEST = 10_000  # what the largest weight becomes where integers are wanted
TOTAL = 2**31 - 1  # all integer weights together stay within 32 bits
FAST_ABOVE = 1_000_000  # half-edges above which KaHIP runs in its fast mode


@dataclass(frozen=True)
class Solver:
    """A column of the tables: ``function`` as isolate wants it, and the distribution that brings it."""

    name: str
    function: str
    distribution: str
    how: str

    @property
    def version(self):
        """Return the version installed, or None."""
        try:
            return version(self.distribution)
        except PackageNotFoundError:
            return None


def integer_weights(W):
    """Return the weights as integers ≥ 1: as they are where they are such, else the largest becomes LARGEST.

    It becomes less where the sum would not fit into 32 bits.
    """
    w = W.data
    if np.array_equal(w, np.round(w)) and w.min() >= 1 and w.sum() <= TOTAL:
        return w.astype(np.int64)
    share = w / w.max()
    largest = min(LARGEST, (TOTAL - len(w)) / share.sum())  # rounding, or the 1, adds less than 1 to each
    return np.maximum(np.floor(largest * share), 1).astype(np.int64)


def tvcut(W, seed):
    default_options()  # loads the library, as the other solvers import theirs, outside the clock
    return (balanced_cut(W, random_state=s) for s in [seed])


FEW_STEPS = 20


def few_steps(W, seed):
    return flow(W, seed, FEW_STEPS)


def many_steps(W, seed):
    """Make inner steps for some tenths of a second at least."""
    return flow(W, seed, FEW_STEPS + max(200, round(4e8 / W.nnz)))


def few_steps_float32(W, seed):
    return flow(W, seed, FEW_STEPS, precision="float32")


def flow(W, seed, steps, **options):
    """Make so many inner steps of the flow from one random start, and next to nothing else."""
    default_options()
    options |= {"init": "random", "n_starts": 1, "polish": "none", "method": "fixed", "epsilon": 1e-12, "max_outer": 1}
    return (balanced_cut(W, random_state=s, max_inner=steps, **options) for s in [seed])


def metis(W, seed):
    import pymetis

    weights = integer_weights(W)
    graph = pymetis.CSRAdjacency(W.indptr.astype(np.int64), W.indices.astype(np.int64))

    def cut(percent):
        options = pymetis.Options(ufactor=10 * percent, seed=seed)  # in thousandths
        return pymetis.part_graph(2, graph, eweights=weights, recursive=True, options=options)[1]

    return map(cut, IMBALANCES)


def kahip(W, seed):
    import kahip

    mode = kahip.ECO if W.nnz <= FAST_ABOVE else kahip.FAST
    parts = np.ones(W.shape[0]), W.indptr, integer_weights(W), W.indices
    arrays = [part.astype(np.int32) for part in parts]
    return (kahip.kaffpa(*arrays, 2, percent / 100, True, seed, mode)[1] for percent in IMBALANCES)


def scotch(W, seed):
    import pyscotch

    graph = pyscotch.Graph()
    graph.build(W.indptr, W.indices, edlotab=integer_weights(W))
    pyscotch.random_seed(seed)

    def cut(percent):
        pyscotch.random_reset()
        strategy = pyscotch.Strategy()
        strategy.request_mapping(pyscotch.StrategyFlags.QUALITY, balance=percent / 100)
        return graph.partition(2, strategy)

    return map(cut, IMBALANCES)


def kaminpar(W, seed):
    import kaminpar

    with tempfile.TemporaryDirectory() as folder:  # it takes graphs from files only
        path = Path(folder, "graph")
        write_metis(W, integer_weights(W), path)
        graph = kaminpar.load_graph(str(path), kaminpar.GraphFileFormat.METIS, compress=False)
    solver = kaminpar.KaMinPar(os.cpu_count(), kaminpar.eco_context())

    def cut(percent):
        kaminpar.reseed(seed)
        return solver.compute_partition(graph, k=2, eps=percent / 100)

    return map(cut, IMBALANCES)


def write_metis(W, weights, path):
    """Write W with integer weights in METIS format."""
    pairs = np.column_stack((W.indices + 1, weights)).astype(str)
    with open(path, "w") as file:
        file.write(f"{W.shape[0]} {W.nnz // 2} 1\n")
        for first, last in zip(W.indptr[:-1], W.indptr[1:]):
            file.write(" ".join(pairs[first:last].ravel()) + "\n")


def spectral(W, seed):
    from sklearn.cluster import SpectralClustering

    solver = "amg" if importlib.util.find_spec("pyamg") else "lobpcg"

    def cut(assign):
        model = SpectralClustering(2, affinity="precomputed", eigen_solver=solver, assign_labels=assign,
                                   random_state=seed)  # fmt: skip
        return model.fit_predict(W)

    return map(cut, ("cluster_qr", "kmeans"))


def leidenalg(W, seed):
    import igraph
    import leidenalg

    upper = np.repeat(np.arange(W.shape[0]), np.diff(W.indptr)) < W.indices
    ends = np.repeat(np.arange(W.shape[0]), np.diff(W.indptr))[upper], W.indices[upper]
    graph, weights = igraph.Graph(W.shape[0], np.column_stack(ends)), W.data[upper].tolist()
    density = communities.density(W)

    def find(resolution):
        return leidenalg.find_partition(graph, leidenalg.CPMVertexPartition, weights=weights, seed=seed,
                                        resolution_parameter=density * resolution).membership  # fmt: skip

    return communities.sweep(W, find)


def sknetwork(W, seed):
    import scipy.sparse as sp
    from sknetwork.clustering import Louvain

    matrix = sp.csr_matrix(W)  # it takes no sparse arrays; its Leiden does not end on some of the graphs

    def find(resolution):
        return Louvain(resolution, modularity="potts", random_state=seed).fit_predict(matrix)

    return communities.sweep(W, find)


SWEEP = "for each imbalance of " + ", ".join(map(str, IMBALANCES)) + " %"
VARIES = "on several cores no two runs are the same"
TVCUT = Solver("tvcut", "bench.solvers:tvcut", "tvcut", "`balanced_cut(W)`, all options at their defaults")
PEERS = (
    Solver("METIS", "bench.solvers:metis", "pymetis", f"recursive bisection, {SWEEP}"),
    Solver("KaHIP", "bench.solvers:kahip", "kahip",
           f"KaFFPa, mode ECO, and FAST above {FAST_ABOVE:,} half-edges, {SWEEP}"),
    Solver("KaMinPar", "bench.solvers:kaminpar", "kaminpar", f"preset eco, {SWEEP}; {VARIES}"),
    Solver("Scotch", "bench.solvers:scotch", "pyscotch", f"strategy for quality, {SWEEP}; {VARIES}"),
    Solver("spectral", "bench.solvers:spectral", "scikit-learn",
           "`SpectralClustering`, eigenvectors by pyamg where it is installed, else by LOBPCG, labels by "
           "`cluster_qr` and by `kmeans`"),
    Solver("leidenalg", "bench.solvers:leidenalg", "leidenalg",
           "Leiden, constant Potts model, two parts as below"),
    Solver("scikit-network", "bench.solvers:sknetwork", "scikit-network",
           "Louvain, constant Potts model, two parts as below"),
)  # fmt: skip

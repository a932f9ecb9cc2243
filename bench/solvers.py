"""The solvers that are compared. Each function takes W and a seed, converts W and returns an iterator of runs.

The conversion is not timed; each step of the iterator is. A partitioner keeps its parts within a given imbalance. For
two parts it runs once for each of IMBALANCES, and the lowest C of all runs counts.
"""

from __future__ import annotations

import importlib.util
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from tvcut import Cut, Descent, balanced_cut, default_options

from .clock import threads
from .integers import integer_weights, write_metis

Runs = Iterator[ArrayLike]  # the labels of each run

SEED = 0  # of every solver
IMBALANCES: Sequence[int] = (3, 10, 30, 50, 80)  # percent by which the larger side may exceed a half
FAST_ABOVE = 1_000_000  # half-edges above which KaHIP runs in its fast mode
FEW_STEPS = 20
# Options with which a cut is a single descent.
DESCENT: dict[str, Any] = {"init": "random", "n_starts": 1, "polish": "none"}
FIXED = Descent(method="fixed", epsilon=1e-12, max_outer=1)  # bench.runs.fixed would load scikit-learn


@dataclass(frozen=True)
class Solver:
    """A column of the tables: a solver, the function that runs it, and the distribution that it needs."""

    name: str
    function: str  # "module:function[:preset]", as isolate takes it
    distribution: str
    how: str

    @property
    def version(self) -> str | None:
        """The installed version of the distribution, or None."""
        try:
            return version(self.distribution)
        except PackageNotFoundError:
            return None


def cut(W: sp.csr_array, seed: int, **options: Any) -> Iterator[Cut]:
    """Cut once with the given options.

    The native library is loaded before the timed part, since the first cut would load it otherwise.
    """
    default_options()
    return (balanced_cut(W, random_state=s, **options) for s in [seed])


def tvcut(W: sp.csr_array, seed: int) -> Iterator[Cut]:
    """Cut into parts of any size."""
    return cut(W, seed, min_share=0)


def tvcut_default(W: sp.csr_array, seed: int) -> Iterator[Cut]:
    """Cut with all options at their defaults, which keep parts from being very small."""
    return cut(W, seed)


def one_pass(W: sp.csr_array, seed: int) -> Iterator[Cut]:
    """Make one multilevel pass."""
    return cut(W, seed, min_share=0, effort="fast")


def tvcut_on_one_thread(W: sp.csr_array, seed: int) -> Iterator[Cut]:
    """Cut into parts of any size on one thread."""
    return cut(W, seed, min_share=0, n_threads=1)


def one_pass_on_one_thread(W: sp.csr_array, seed: int) -> Iterator[Cut]:
    """Make one multilevel pass on one thread."""
    return cut(W, seed, min_share=0, effort="fast", n_threads=1)


def few_steps(W: sp.csr_array, seed: int) -> Iterator[Cut]:
    """Make FEW_STEPS inner steps."""
    return descent(W, seed, replace(FIXED, max_inner=FEW_STEPS))


def many_steps(W: sp.csr_array, seed: int) -> Iterator[Cut]:
    """Make so many more inner steps that they take at least some tenths of a second."""
    return descent(W, seed, replace(FIXED, max_inner=FEW_STEPS + max(200, round(4e8 / W.nnz))))


def few_steps_float32(W: sp.csr_array, seed: int) -> Iterator[Cut]:
    """Make FEW_STEPS inner steps in float32."""
    return descent(W, seed, replace(FIXED, max_inner=FEW_STEPS, precision="float32"))


def descent(W: sp.csr_array, seed: int, options: Descent) -> Iterator[Cut]:
    """Run the total-variation descent from one random start."""
    return cut(W, seed, descent=options, **DESCENT)


def metis(
    W: sp.csr_array,
    seed: int,
    parts: int = 2,
    imbalances: Sequence[int] = IMBALANCES,
    recursive: bool = True,
    seeds: int = 1,
) -> Runs:
    """Cut with each imbalance, and return the lowest cut of so many seeds."""
    import pymetis

    weights = integer_weights(W)
    graph = pymetis.CSRAdjacency(W.indptr.astype(np.int64), W.indices.astype(np.int64))

    def cut(percent: int) -> ArrayLike:
        options = [pymetis.Options(ufactor=10 * percent, seed=seed + s) for s in range(seeds)]  # in thousandths
        found = [pymetis.part_graph(parts, graph, eweights=weights, recursive=recursive, options=o) for o in options]
        return min(found, key=itemgetter(0))[1]

    return map(cut, imbalances)


def kahip(
    W: sp.csr_array,
    seed: int,
    parts: int = 2,
    imbalances: Sequence[int] = IMBALANCES,
    preset: str | None = None,
) -> Runs:
    import kahip

    mode = getattr(kahip, preset or ("ECO" if W.nnz <= FAST_ABOVE else "FAST"))
    given = np.ones(W.shape[0]), W.indptr, integer_weights(W), W.indices
    arrays = [array.astype(np.int32) for array in given]
    return (kahip.kaffpa(*arrays, parts, percent / 100, True, seed, mode)[1] for percent in imbalances)


def scotch(W: sp.csr_array, seed: int) -> Runs:
    os.environ["SCOTCH_PTHREAD_NUMBER"] = str(threads())
    import pyscotch

    graph = pyscotch.Graph()
    graph.build(W.indptr, W.indices, edlotab=integer_weights(W))
    pyscotch.random_seed(seed)

    def cut(percent: int) -> ArrayLike:
        pyscotch.random_reset()
        strategy = pyscotch.Strategy()
        strategy.request_mapping(pyscotch.StrategyFlags.QUALITY, balance=percent / 100)
        return graph.partition(2, strategy)

    return map(cut, IMBALANCES)


def kaminpar(
    W: sp.csr_array, seed: int, parts: int = 2, imbalances: Sequence[int] = IMBALANCES, preset: str = "eco"
) -> Runs:
    import kaminpar

    with tempfile.TemporaryDirectory() as folder:  # KaMinPar reads graphs from files only
        path = Path(folder, "graph")
        write_metis(W, integer_weights(W), path)
        graph = kaminpar.load_graph(str(path), kaminpar.GraphFileFormat.METIS, compress=False)
    solver = kaminpar.KaMinPar(threads(), kaminpar.context_by_name(preset))

    def cut(percent: int) -> ArrayLike:
        kaminpar.reseed(seed)
        return solver.compute_partition(graph, k=parts, eps=percent / 100)

    return map(cut, imbalances)


def spectral(W: sp.csr_array, seed: int) -> Runs:
    from sklearn.cluster import SpectralClustering

    solver = "amg" if importlib.util.find_spec("pyamg") else "lobpcg"
    options = {"affinity": "precomputed", "eigen_solver": solver, "random_state": seed}

    def cut(assign: str) -> ArrayLike:
        return SpectralClustering(2, assign_labels=assign, **options).fit_predict(W)

    return map(cut, ("cluster_qr", "kmeans"))


SWEEP = "for each imbalance of " + ", ".join(map(str, IMBALANCES)) + " %"
VARIES = "on several threads no two runs are the same"
KAHIP = f"KaFFPa, mode ECO, and FAST above {FAST_ABOVE:,} half-edges"
SPECTRAL = (
    "`SpectralClustering`, eigenvectors by pyamg where it is installed, else by LOBPCG, labels by `cluster_qr` and by "
    "`kmeans`"
)
POTTS = "constant Potts model, two parts as below"

TVCUT = Solver(
    "tvcut", "bench.solvers:tvcut", "tvcut", "`balanced_cut(W, min_share=0)`, which allows parts of any size"
)
DEFAULT = Solver(
    "tvcut, default",
    "bench.solvers:tvcut_default",
    "tvcut",
    "`balanced_cut(W)`, whose parts have half an equal share or more where the other cut has a smaller part",
)
PEERS = (
    Solver("METIS", "bench.solvers:metis", "pymetis", f"recursive bisection, {SWEEP}"),
    Solver("KaHIP", "bench.solvers:kahip", "kahip", f"{KAHIP}, {SWEEP}"),
    Solver("KaMinPar", "bench.solvers:kaminpar", "kaminpar", f"preset eco, {SWEEP}; {VARIES}"),
    Solver(
        "Mt-KaHyPar", "bench.partitioners:mtkahypar_sweep", "mtkahypar", f"preset highest quality, {SWEEP}; {VARIES}"
    ),
    Solver("Scotch", "bench.solvers:scotch", "pyscotch", f"strategy for quality, {SWEEP}; {VARIES}"),
    Solver("spectral", "bench.solvers:spectral", "scikit-learn", SPECTRAL),
    Solver("leidenalg", "bench.communities:leidenalg", "leidenalg", f"Leiden, {POTTS}"),
    Solver("scikit-network", "bench.communities:sknetwork", "scikit-network", f"Louvain, {POTTS}"),
)

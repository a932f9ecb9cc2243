"""The solvers that are compared for k parts: functions of W, a seed, k and a preset that return an iterator of one run.

The conversion of W is not timed; the step of the iterator is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from tvcut import Cut

from . import solvers
from .clock import threads
from .integers import integer_weights
from .solvers import IMBALANCES, VARIES, Runs, Solver

IMBALANCE = 3  # percent by which the largest part may exceed the mean


def max_imbalance(n: int, parts: int) -> float:
    """Return the bound relative to n/k with which a part may have (1 + IMBALANCE %) ⌈n/k⌉ vertices, as of the peers."""
    return (1 + IMBALANCE / 100) * -(-n // parts) * parts / n - 1


def tvcut_cut(W: sp.csr_array, seed: int, parts: int, effort: str = "default") -> Iterator[Cut]:
    """Minimise the cut of parts within the imbalance."""
    bound = max_imbalance(W.shape[0], parts)
    return solvers.cut(W, seed, n_clusters=parts, objective="cut", max_imbalance=bound, effort=effort)


def tvcut_value(W: sp.csr_array, seed: int, parts: int) -> Iterator[Cut]:
    """Minimise the value of parts of any size."""
    return solvers.cut(W, seed, n_clusters=parts, min_share=0)


def metis(W: sp.csr_array, seed: int, parts: int, seeds: str = "1") -> Runs:
    return solvers.metis(W, seed, parts, [IMBALANCE], recursive=False, seeds=int(seeds))


def kahip(W: sp.csr_array, seed: int, parts: int, preset: str = "ECO") -> Runs:
    return solvers.kahip(W, seed, parts, [IMBALANCE], preset)


def kaminpar(W: sp.csr_array, seed: int, parts: int, preset: str = "eco") -> Runs:
    return solvers.kaminpar(W, seed, parts, [IMBALANCE], preset)


def mtkahypar_sweep(W: sp.csr_array, seed: int) -> Runs:
    return mtkahypar(W, seed, 2, "HIGHEST_QUALITY", IMBALANCES)


def mtkahypar(W: sp.csr_array, seed: int, parts: int, preset: str, imbalances: Sequence[int] = (IMBALANCE,)) -> Runs:
    import mtkahypar

    library = mtkahypar_library()

    def context(percent: int) -> Any:
        chosen = library.context_from_preset(getattr(mtkahypar.PresetType, preset))
        chosen.set_partitioning_parameters(parts, percent / 100, mtkahypar.Objective.CUT)
        chosen.logging = False
        return chosen

    n = W.shape[0]
    source = np.repeat(np.arange(n), np.diff(W.indptr))
    upper = source < W.indices
    edges = list(zip(source[upper].tolist(), W.indices[upper].tolist(), strict=True))
    weights = integer_weights(W)[upper].tolist()

    contexts = [context(percent) for percent in imbalances]  # the library does not allow a change of a context in use
    graphs = [library.create_graph(chosen, n, len(edges), edges, [1] * n, weights) for chosen in contexts]

    def cut(graph: Any, chosen: Any) -> ArrayLike:
        mtkahypar.set_seed(seed)
        return graph.partition(chosen).get_partition()

    return map(cut, graphs, contexts)


@lru_cache(maxsize=1)
def mtkahypar_library() -> Any:
    """Return the library, which a process can initialise once only."""
    import mtkahypar

    return mtkahypar.initialize(threads(), print_warnings=False)


CUT = Solver(
    "tvcut (cut)",
    "bench.partitioners:tvcut_cut",
    "tvcut",
    f'`balanced_cut(W, k, objective="cut", max_imbalance=…)` for the bound {1 + IMBALANCE / 100} ⌈n/k⌉',
)
VALUE = Solver(
    "tvcut (value)",
    "bench.partitioners:tvcut_value",
    "tvcut",
    "`balanced_cut(W, k, min_share=0)`, which minimises the value and does not bound the imbalance",
)
PARTITIONERS = (
    Solver("METIS", "bench.partitioners:metis", "pymetis", "k-way partitioning, not recursive bisection"),
    Solver("KaHIP", "bench.partitioners:kahip", "kahip", "KaFFPa, mode ECO"),
    Solver("KaMinPar", "bench.partitioners:kaminpar", "kaminpar", f"preset eco; {VARIES}"),
    Solver("Mt-KaHyPar", "bench.partitioners:mtkahypar:DEFAULT", "mtkahypar", f"preset default; {VARIES}"),
    Solver(
        "Mt-KaHyPar (highest)",
        "bench.partitioners:mtkahypar:HIGHEST_QUALITY",
        "mtkahypar",
        f"preset highest quality; {VARIES}",
    ),
)

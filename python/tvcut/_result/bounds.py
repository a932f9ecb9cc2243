"""The warning that a partition violates bounds or constraints, which bounds="soft" allows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from .._input.graph_name import masses
from .._input.warning import warn
from .._native.problem import Problem
from .cut import Cut

ROUNDING = 1e-9  # share of all mass up to which an excess is a rounding error


class BoundsWarning(UserWarning):
    """The warning that no partition was found within all bounds and constraints.

    It is raised with ``bounds="soft"``, which returns the partition that violates them least. It says by how much, and
    which ``max_imbalance`` that partition keeps.

    Examples
    --------
    >>> import warnings
    >>> import numpy as np
    >>> import tvcut
    >>> options = {"objective": "cut", "max_imbalance": 0.1, "vertex_weight": [5, 5, 5, 1, 1, 1]}
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore", tvcut.BoundsWarning)
    ...     cut = tvcut.balanced_cut(np.ones((6, 6)), bounds="soft", **options)
    >>> cut.masses, round(cut.imbalance, 4)
    (array([10.,  8.]), 0.1111)
    """


def warn_of_bounds(cut: Cut, problem: Problem, options: dict[str, str]) -> None:
    """Warn if a cut violates bounds or constraints: of which masses by how much, and of which pieces and pairs."""
    if cut.excess <= 0:
        return
    found, rest = [], cut.excess
    surplus = _surplus(cut) if options.get("connected") == "true" else 0
    if surplus:
        found.append(f"parts have {surplus} piece{'s' if surplus > 1 else ''} too many")
    apart = np.empty((0, 2), np.int32) if problem.cannot_link is None else problem.cannot_link
    together = apart[cut.labels[apart[:, 0]] == cut.labels[apart[:, 1]]]
    if len(together):
        i, j = (vertex if problem.names is None else problem.names[vertex] for vertex in together[0].tolist())
        more = f"and {len(together) - 1} more pairs of cannot_link are" if len(together) > 1 else "of cannot_link is"
        found.append(f"({i!r}, {j!r}) {more} in one part")
    rest -= surplus + len(together)
    keeps = ""
    if rest > ROUNDING:
        loads = _loads(cut, problem)
        found[:0] = _of_columns(loads, _limits(problem, options), rest)
        kept = [math.ceil((load.max() - 1) * 1e4 - 1e-6) / 1e4 for load in loads]
        keeps = f"; the smallest max_imbalance that it holds is {kept[0] if len(kept) == 1 else kept}"
    warn(
        f"no partition was found that meets all bounds and constraints; in this one, {' and '.join(found)}{keeps}",
        BoundsWarning,
    )


def _loads(cut: Cut, problem: Problem) -> list[npt.NDArray[np.float64]]:
    """Return m_c(A_r)/(t_r M_c) of every part for each column c of the masses."""
    k = len(cut.masses)
    equal = np.full(k, 1 / k)
    shares = [equal if problem.part_weights is None else problem.part_weights]
    columns: list[Any] = [cut.masses]
    for c, column in enumerate(() if problem.masses is None else problem.masses):
        own = problem.mass_part_weights
        shares.append(shares[0] if own is None else own[c])
        columns.append(np.bincount(cut.labels, column, k))
    return [size / (share * size.sum()) for size, share in zip(columns, shares, strict=True)]


def _limits(problem: Problem, options: dict[str, str]) -> list[float | None]:
    """Return the largest imbalance of each further mass, None where the core chooses it."""
    if problem.masses is None:
        return []
    if problem.mass_imbalance is not None:
        return list(problem.mass_imbalance)
    try:
        return [float(options["max_imbalance"])] * len(problem.masses)
    except (KeyError, ValueError):
        return [None] * len(problem.masses)


def _of_columns(loads: list[npt.NDArray[np.float64]], limits: list[float | None], rest: float) -> list[str]:
    """Return by how much the masses of each column miss their bounds. ``rest`` is the sum of these shares."""
    if not limits:
        return [f"the masses of the parts miss their bounds by a share of {rest:.3g} of all mass"]
    if None in limits:
        return [f"the masses of the parts miss their bounds by a share of {rest:.3g}, summed over all columns"]
    k, shares = len(loads[0]), [0.0]
    for load, limit in zip(loads[1:], limits, strict=True):
        shares.append(float(np.maximum(load - 1 - (limit or 0.0), 0).sum()) / k)
    shares[0] = rest - sum(shares)
    return [
        f"the masses of column {c} of {masses()} miss their bounds by a share of {share:.3g}"
        for c, share in enumerate(shares)
        if share > ROUNDING
    ]


def _surplus(cut: Cut) -> int:
    """Return the number of pieces beyond one for each part or, with more components, for each part within each."""
    graph = cut._criterion.graph
    W: Any = sp.csr_array((graph.data, graph.indices, graph.indptr), shape=(graph.n, graph.n)).tocoo()
    within = cut.labels[W.row] == cut.labels[W.col]
    inner = sp.csr_array((np.ones(within.sum()), (W.row[within], W.col[within])), shape=W.shape)
    pieces, _ = sp.csgraph.connected_components(inner, directed=False)
    if cut.n_components <= len(cut.masses):
        return int(pieces) - len(cut.masses)
    component, _ = cut._criterion.components()
    return int(pieces) - len(np.unique(component.astype(np.int64) * len(cut.masses) + cut.labels))

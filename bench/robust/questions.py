"""Hypothesis strategies for the arguments of a cut, and the case that a graph and its arguments make."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.sparse as sp
from hypothesis import strategies as st

import tvcut

from .families import graphs

Arguments = dict[str, Any]
BOUNDS = {"min_share", "max_imbalance", "min_size", "max_size"}


@dataclass(frozen=True, eq=False)
class Case:
    """A graph and the arguments of ``balanced_cut``."""

    family: str
    weights: str
    W: sp.csr_array
    arguments: Arguments = field(default_factory=dict)

    @property
    def n(self) -> int:
        return int(self.W.shape[0])

    @property
    def k(self) -> int:
        return int(self.arguments["n_clusters"])

    def cut(self, W: sp.csr_array | None = None, **changes: Any) -> tvcut.Cut | ValueError:
        """Return the cut, or the error of bounds that were refused. Another error ends the check."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return tvcut.balanced_cut(self.W if W is None else W, **(self.arguments | changes))
            except ValueError as error:
                if not any(name in str(error) for name in BOUNDS):
                    raise
                return error

    def __str__(self) -> str:
        """The call, in one line that can be run."""
        entries = sp.coo_array(sp.triu(self.W, 1))
        edges = list(zip(entries.row.tolist(), entries.col.tolist(), entries.data.tolist(), strict=True))
        shown = ", ".join(f"{name}={_shown(value)}" for name, value in self.arguments.items())
        listed = str(edges) if len(edges) <= 60 else f"{len(edges)} edges"
        return f"{self.family}, {self.weights}: n = {self.n}, {listed}; {shown}"


def _shown(value: Any) -> str:
    return f"{value.tolist()}" if isinstance(value, np.ndarray) else repr(value)


def cases(least: int, most: int) -> st.SearchStrategy[Case]:
    """Cases with ``least`` to ``most`` vertices, two to four parts and all kinds of arguments."""
    return graphs(least, most).flatmap(lambda graph: _arguments(graph[2].shape[0]).map(lambda a: Case(*graph, a)))


@st.composite
def _arguments(draw: Any, n: int) -> Arguments:
    k = draw(st.integers(2, min(4, n)))
    rng = np.random.default_rng(draw(st.integers(0, 2**20)))
    given: Arguments = {"n_clusters": k, "random_state": draw(st.integers(0, 3))}
    often = {"lower_bound": (True,), "given": ("fixed", "fixed", "part_weights", "labels", "starts")}
    optional = {
        "objective": ("cut",),
        "balance": ("normalized",),
        "min_share": (0, 0.5, 0.9),
        "max_imbalance": (0.03, 0.3, 1.0),
        "min_size": (0.4, 0.9),  # relative to M/k
        "max_size": (1.0, 1.1, 1.6),
        "strategy": ("direct", "asymmetric", "symmetric", "every"),
        "effort": ("fast", "fast", "best"),
        "n_starts": (1, 3),
        "polish": ("none",),
        "vertex_weight": ("random",),
        "asymmetry": (0.5, 3.0),
    }
    for name, values in (optional | often).items():
        if draw(st.integers(0, 1 if name in often else 3)) == 0:
            given[name] = draw(st.sampled_from(values))
    return _consistent(given, n, k, rng)


def _consistent(given: Arguments, n: int, k: int, rng: np.random.Generator) -> Arguments:
    """Leave out what the other arguments exclude, and make the arrays."""
    if k > 2:
        given.pop("asymmetry", None)
    if given.get("vertex_weight"):
        given.pop("balance", None)
        given["vertex_weight"] = rng.integers(1, 5, n) * (1.0 if rng.random() < 0.7 else 0.1)
    for name in {"min_size", "max_size"} & given.keys():
        given[name] *= float(np.sum(given.get("vertex_weight", n))) / k
        if "balance" in given:  # in the unit of the weights, whatever that is
            del given[name]
    chosen = given.pop("given", None)
    labels = rng.permutation(np.append(np.arange(k), rng.integers(k, size=n - k))).astype(np.int32)
    if chosen == "labels":
        given["init"] = labels
    elif chosen == "fixed":
        free = rng.random(n) < 0.7
        free[[int(np.flatnonzero(labels == r)[0]) for r in range(k)]] = False
        given["fixed"] = np.where(free, -1, labels).astype(np.int32)
    elif chosen == "part_weights":
        shares = rng.integers(1, 5, k).astype(float)
        given["part_weights"] = shares / shares.sum()
    elif chosen == "starts" and k == 2:
        given["init"] = rng.standard_normal((2, n))
    elif rng.random() < 0.2:
        given["init"] = str(rng.choice(["multilevel", "random", "diffusion", "spectral"]))
    return given

"""Options that are seldom given together: presets, the descent, fixed vertices with target shares or a partition."""

from __future__ import annotations

from typing import Any

import numpy as np

import tvcut

from .count import Counts
from .families import FAMILIES, WEIGHTS, build
from .invariance import scale
from .questions import Arguments, Case
from .truth import check

SMALLEST, LARGEST = 4, 8  # vertices of graphs whose partitions are all visited
SCALED = (6, 30)  # vertices of graphs whose weights are scaled
INITS = ("auto", "multilevel", "random", "diffusion", "spectral")
OPTIONAL: dict[str, tuple[Any, ...]] = {
    "objective": ("cut",),
    "balance": ("normalized",),
    "min_share": (0, 0.5),
    "max_imbalance": (0.3, 1.0),
    "strategy": ("direct", "asymmetric", "symmetric", "every"),
    "effort": ("fast", "best"),
    "polish": ("none",),
    "n_starts": (1, 3),
    "lower_bound": (True,),
}
DESCENT: dict[str, tuple[Any, ...]] = {
    "method": ("adaptive", "adaptive_median", "fixed"),
    "solver": ("chambolle-pock", "fista", "split-bregman"),
    "scale": (0.1, 1.0, "unit"),
    "max_refine": (0, 5),
    "patience": (0, 2),
    "precision": ("float32", "float64"),
}


def combinations(counts: Counts, examples: int) -> None:
    """Compare combined options with the best of all partitions of small graphs."""
    for seed in range(examples):
        rng = np.random.default_rng((seed, 1))
        check(counts, _case(rng, int(rng.integers(SMALLEST, LARGEST + 1)), seed, fixes=True), True)


def units(counts: Counts, examples: int) -> None:
    """Scale the weights of graphs by powers of two under all presets and kinds of starts."""
    for seed in range(examples):
        rng = np.random.default_rng((seed, 2))
        case = _case(rng, int(rng.integers(*SCALED)), seed, fixes=False)
        scale(counts, case, f"under preset {case.arguments['preset']!r} ")


def _case(rng: np.random.Generator, n: int, seed: int, *, fixes: bool) -> Case:
    family, weights = list(FAMILIES)[seed % len(FAMILIES)], list(WEIGHTS)[seed // len(FAMILIES) % len(WEIGHTS)]
    W = build(family, weights, n, seed)
    n = W.shape[0]
    k = int(rng.integers(2, min(4, n) + 1))
    given: Arguments = {"n_clusters": k, "random_state": seed % 4, "preset": ("default", "paper")[seed % 2]}
    for name, values in OPTIONAL.items():
        if rng.random() < 0.25:
            given[name] = values[rng.integers(len(values))]
    if rng.random() < 0.7:
        chosen = {name: values[rng.integers(len(values))] for name, values in DESCENT.items() if rng.random() < 0.4}
        if chosen.get("solver", "chambolle-pock") != "chambolle-pock":
            chosen.pop("precision", None)  # only this solver has another one
        given["descent"] = tvcut.Descent(**chosen)
    if fixes:
        given |= _starts(rng, n, k)
    else:
        given["init"] = INITS[rng.integers(len(INITS))]
    return Case(family, weights, W, given)


def _starts(rng: np.random.Generator, n: int, k: int) -> Arguments:
    """Return fixed vertices, of some or of all parts, with target shares, with a partition or alone."""
    labels = rng.permutation(np.append(np.arange(k), rng.integers(k, size=n - k))).astype(np.int32)
    free = rng.random(n) < rng.choice([0.4, 0.8])
    given: Arguments = {}
    kind = rng.integers(5)  # 0: neither
    if kind in (1, 2, 3):
        given["fixed"] = np.where(free, -1, labels).astype(np.int32)
    if kind in (2, 4):
        shares = rng.integers(1, 4, k).astype(float)
        given["part_weights"] = shares / shares.sum()
    elif kind == 3:
        given["init"] = labels
    return given

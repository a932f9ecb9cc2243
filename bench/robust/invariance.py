"""What must not change a result: the unit of the weights, the number of threads, and a second call."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import scipy.sparse as sp

import tvcut

from .count import Counts
from .families import FAMILIES, build
from .questions import Case
from .truth import run_cases

SIZES = (2, 48)  # vertices
EXPONENTS = (-700, -301, -37, -1, 1, 37, 301, 700)  # of the powers of two that scale the weights
THREADS = (1, 2, 3)
UNCOMPARED = ("time", "value_trace", "_criterion", "names", "profile", "stages")


def invariance(counts: Counts, examples: int) -> None:
    """Check that scaled weights and other numbers of threads give the same bits."""
    run_cases(examples, *SIZES, lambda case: scale(counts, case))
    run_cases(examples, *SIZES, lambda case: _threads(counts, case))
    for seed in range(examples // 4):
        _consensus(counts, seed)


def _consensus(counts: Counts, seed: int) -> None:
    """Scale weights over 16 decades by an odd power of two, where min_share="auto" mostly returns a consensus."""
    family = list(FAMILIES)[seed % len(FAMILIES)]
    arguments = {"n_clusters": 2 + seed % 3, "strategy": "direct", "random_state": seed}
    case = Case(family, "16 decades", build(family, "16 decades", 20 + seed % 41, seed), arguments)
    cuts = [case.cut(_scaled(case.W, exponent)) for exponent in (0, 1, -37)]
    assert all(isinstance(cut, tvcut.Cut) for cut in cuts)
    alike = all(np.array_equal(cut.labels, cuts[0].labels) for cut in cuts)
    counts.add("an odd power of two keeps a consensus", alike, case.n, str(case))


def scale(counts: Counts, case: Case, where: str = "") -> None:
    """Scale the weights of a case by two powers of two. ``where`` begins the names of the checks."""
    base = case.cut()
    if isinstance(base, ValueError):
        return
    normalized = case.arguments.get("balance") == "normalized"
    digits = f"{case}"
    start = sum(map(ord, digits)) % len(EXPONENTS)
    for step in range(2):  # two of the exponents in turn
        exponent = EXPONENTS[(start + 3 * step) % len(EXPONENTS)]
        W = _scaled(case.W, exponent)
        if W is None:
            continue
        cut = case.cut(W)
        assert isinstance(cut, tvcut.Cut), cut
        text = f"2^{exponent}: {base.value} and {cut.value}; {case}"
        counts.add(f"{where}a power of two keeps the labels", np.array_equal(base.labels, cut.labels), case.n, text)
        value = base.value if normalized else float(np.ldexp(base.value, exponent))
        if _exact(base.value, 0 if normalized else exponent) and _exact(base.cut_weight, exponent):
            scaled = cut.value == value and cut.cut_weight == float(np.ldexp(base.cut_weight, exponent))
            counts.add(f"{where}a power of two scales the value exactly", scaled, case.n, text)


def _exact(x: float, exponent: int) -> bool:
    """Whether x and x·2^exponent are normal numbers, whose sums and quotients do not round differently."""
    least, most = 1e-290, 1e290
    return x == 0 or (least < x < most and least < float(np.ldexp(x, exponent)) < most)


def _scaled(W: sp.csr_array, exponent: int) -> sp.csr_array | None:
    """Return W·2^exponent, or None if that rounds or overflows."""
    with np.errstate(over="ignore", under="ignore"):
        data = np.ldexp(W.data, exponent)
        largest = data.sum()
        if not np.isfinite(2 * largest) or not np.array_equal(np.ldexp(data, -exponent), W.data):
            return None
    return sp.csr_array((data, W.indices, W.indptr), shape=W.shape)


def _threads(counts: Counts, case: Case) -> None:
    cuts = [case.cut(n_threads=threads) for threads in THREADS]
    if isinstance(cuts[0], ValueError):
        counts.add("refusals for any number of threads", len(set(map(str, cuts))) == 1, case.n, f"{cuts}; {case}")
        return
    alike = all(isinstance(cut, tvcut.Cut) and bits(cut) == bits(cuts[0]) for cut in cuts)
    counts.add("1, 2 and 3 threads give the same bits", alike, case.n, str(case))


def bits(cut: tvcut.Cut) -> tuple[object, ...]:
    """Return all that a cut holds but times, in a form that compares bit for bit."""
    values = [getattr(cut, f.name) for f in fields(cut) if f.name not in UNCOMPARED]
    values += [replace(stage, seconds=0) for stage in cut.stages]
    profile = (None, None) if cut.profile is None else (cut.profile.shares, cut.profile.values)
    return tuple(v.tobytes() if isinstance(v, np.ndarray) else repr(v) for v in (*values, *profile))

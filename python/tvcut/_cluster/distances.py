"""Recognise distances that were given in place of weights."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._input.kinds import is_of
from .._input.warning import warn
from .._points.neighbors import is_diagonal_zero

LEAST = 8  # points: fewer say nothing
TRIPLES = 2**18  # of points, and as many of entries
EXPECTED = 20  # violations of the triangle inequality, if the entries stood at random places


def warn_of_distances(X: Any) -> None:
    """Warn if a dense matrix of weights looks like one of distances."""
    if not (isinstance(X, (np.ndarray, list)) or is_of(X, "pandas", "DataFrame")):
        return
    try:
        A = np.asarray(X)
    except ValueError:  # ragged rows, which balanced_cut refuses
        return
    if A.ndim == 2 and A.shape[0] == A.shape[1] >= LEAST and A.dtype.kind in "iuf" and _looks_like_distances(A):
        warn(
            "X has a zero diagonal and satisfies the triangle inequality, as distances do, but affinity='precomputed' "
            "takes weights, which are large between close points; for distances, pass "
            "affinity='precomputed_nearest_neighbors', or affinity='nearest_neighbors' with metric='precomputed'",
            UserWarning,
        )


def _looks_like_distances(A: Any) -> bool:
    """Return whether only the diagonal is 0 and the triangle inequality holds for triples of points, but not by chance.

    It would hold by chance for most triples of entries that differ by less than a factor of 2. Therefore it must fail
    for some triples of entries at random places.
    """
    n = len(A)
    if not is_diagonal_zero(A) or np.count_nonzero(A > 0) < n * (n - 1):
        return False
    rng = np.random.default_rng(0)
    i, j, k, s, t = rng.integers(n, size=(5, TRIPLES))
    apart = (i != j) & (j != k) & (i != k) & (s != t)
    i, j, k, s, t = (index[apart] for index in (i, j, k, s, t))
    a, b, c = (A[index].astype(float) for index in ((i, j), (j, k), (i, k)))
    expected = np.count_nonzero(a > b + A[s, t])  # A[s, t] is at a random place
    return bool(expected >= EXPECTED and (a <= (b + c) * (1 + 1e-9)).all())

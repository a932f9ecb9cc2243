"""Values of points by the index of their DataFrame, and points as the affinities take them."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from sklearn.utils.validation import validate_data

from .._input.keyed import is_by_position, is_index, is_series
from .._native.errors import ArgumentError
from .._points.points import FILL, check_columns, check_finite, plain


def checked(model: Any, X: Any, affinity: Any, **options: Any) -> Any:
    """Return X as an array or a CSR matrix of the shape that the affinity of an estimator takes."""
    distances = model.affinity == "precomputed_nearest_neighbors"
    if distances and options.get("reset", True):
        shape = np.shape(X)
        if len(shape) != 2 or shape[0] != shape[1]:
            raise ArgumentError(f"must have shape (n, n) for affinity={model.affinity!r}, got {shape}", "X")
    positive = distances or model.affinity == "precomputed"
    check_columns(X)
    A = validate_data(
        model, plain(X), accept_sparse="csr", ensure_non_negative=positive, ensure_all_finite=False, **options
    )
    check_finite(A, X, allows_nan=affinity.allows_nan, remedy="give a number >= 0" if positive else FILL)
    return A


def names_of(X: Any) -> list[Any] | None:
    """Return the index of a DataFrame, or None if X has none of its own."""
    own: Any = getattr(X, "index", None)
    if not is_index(own) or own.equals(sys.modules["pandas"].RangeIndex(len(own))):
        return None
    return list(own.tolist())


def by_rows(name: str, given: Any, X: Any) -> Any:
    """Return a Series as an array if it is in the order of the rows of X, and else as it is: by their names.

    Anything else is returned as it is. Raises ValueError, which names a label that is no row of X.
    """
    own: Any = getattr(X, "index", None)
    if not (is_series(given) and is_index(own)):
        return given
    if is_by_position(given, len(own), None) or given.index.equals(own):
        return given.to_numpy()
    if not own.is_unique:
        raise ValueError(f"X must have an index without duplicates if {name} has one; pass {name}.to_numpy()")
    unknown = np.flatnonzero(own.get_indexer(given.index) < 0)
    if unknown.size:
        label = given.index.tolist()[unknown[0]]
        raise ValueError(f"the index of {name} must hold rows of X, got {label!r}; pass {name}.to_numpy()")
    return given

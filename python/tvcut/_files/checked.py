"""What is checked before a graph is written: W as ``balanced_cut`` checks it, names and masses of the vertices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy.typing as npt
import scipy.sparse as sp

from .._input.arguments import as_entries
from .._input.csr import Sparse, without_idle
from .._input.entries import Floats, equal, narrow
from .._input.error import GraphFileError
from .._input.graph import as_matrix
from .._input.matrix import check_total, refuse_masked, symmetric_matrix
from .._input.vertices import as_masses
from .._input.weights import Weights
from .._native.errors import ArgumentError


def graph(
    W: Weights, names: Sequence[Any] | None, vertex_weight: npt.ArrayLike | Mapping[Any, float] | None
) -> tuple[Sparse, list[str] | None, Floats | None]:
    """Return symmetric weights without stored zeros, and names and masses. W itself may have names as well.

    Raises GraphFileError if W is a matrix but no graph, or there are other names or masses than those of n vertices,
    and TypeError if an argument has the wrong type.
    """
    try:
        A, known, idle = as_matrix(W)
        A = _symmetric(A, idle)
        known = known if names is None else _ordered(names, A.shape[0])
        texts = None if known is None else _texts([str(name) for name in known], A.shape[0])
        masses = None if vertex_weight is None else as_masses(vertex_weight, A.shape[0], known)
    except GraphFileError:
        raise
    except ValueError as error:
        raise GraphFileError(str(error), cause=error if isinstance(error, ArgumentError) else None) from None
    return A, texts, masses


def _symmetric(A: Sparse, idle: bool) -> Sparse:
    """Return the weights with their loops, the mean of both directions where these differ by rounding."""
    check_total(A)
    loops = A.diagonal()
    if idle:
        A = without_idle(A)
    if not equal(A, A.T.tocsr()):
        A = symmetric_matrix(A)
    if loops.any():
        A = sp.csr_array(A + sp.diags_array(loops, format="csr"))
        A.eliminate_zeros()
        A.sort_indices()
    return narrow(A)


def _want(n: int) -> str:
    return f"{n} distinct texts, one for each vertex"


def _ordered(names: Any, n: int) -> list[Any]:
    """Return the entries of a sequence or another iterable that has an order, or raise TypeError."""
    refuse_masked("names", names, "")
    if isinstance(names, (set, frozenset)):
        raise TypeError(f"names must be {_want(n)}, got a {type(names).__name__}, which has no order; pass a list")
    return as_entries("names", names, _want(n))


def _texts(names: list[str], n: int) -> list[str] | None:
    """Return the names, None for 0 … n−1, or raise an error naming what is wrong."""
    if len(names) != n:
        raise GraphFileError(f"names must be {_want(n)}, got {len(names)}", about="names")
    twice = next((name for name, count in Counter(names).items() if count > 1), None)
    if twice is not None:
        raise GraphFileError(f"names must be {_want(n)}, got {twice[:40]!r} twice", about="names")
    return None if names == list(map(str, range(n))) else names

"""vertex_separator and nested_dissection."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from ._input.arguments import as_number, as_seed
from ._input.graph import as_problem
from ._input.vertices import as_vertex_weight
from ._input.weights import Weights
from ._native import separators
from ._native.problem import Problem

Seed = int | np.random.Generator | np.random.RandomState | None


def vertex_separator(
    W: Weights,
    *,
    vertex_weight: npt.ArrayLike | Mapping[Any, float] | None = None,
    max_imbalance: float = 0.2,
    time_limit: float | str | None = "none",
    random_state: Seed = 0,
) -> npt.NDArray[np.int32]:
    """Return a small set of vertices without which no edge joins two sides of a graph.

    The vertices are divided into sides A and B and a separator Z such that no edge joins A and B. The search is for::

        min m(Z)   subject to   m(A), m(B) <= (1 + max_imbalance)/2 m(V)

    and of several such sets for the one with the smallest abs(m(A) - m(B)), on 16 hierarchies of coarser graphs: moves
    of single vertices [1]_ and minimum cuts near the separator [2]_ on each level. The result is not proved to be
    optimal.

    Parameters
    ----------
    W : array_like, sparse matrix of shape (n, n), or graph of any kind, as in :func:`balanced_cut`
        Each entry that is not zero, or is stored in a sparse matrix, is an edge. Values, signs, directions and the
        diagonal do not count.
    vertex_weight : array_like of shape (n,) or dict from vertex to mass, optional
        The masses m_i > 0. By default those that the graph has, or else 1 for each vertex.
    max_imbalance : float in [0, 1), default 0.2
        How much heavier than half of all mass a side may be. METIS has 0.2 as well.
    time_limit : float > 0 and finite or "none", default "none"
        Seconds after which the best separator so far is returned.
    random_state : int, numpy Generator, RandomState or None, default 0
        Seed of all random choices.

    Returns
    -------
    ndarray of int32, shape (n,)
        0 for the vertices of A, 1 for those of B and 2 for those of Z. The first vertex outside Z is in A. A side may
        be empty, as in a complete graph.

    Raises
    ------
    TypeError, ValueError
        If an argument or W is not valid.
    RuntimeError
        With the backend "gopy".

    References
    ----------
    .. [1] C. M. Fiduccia and R. M. Mattheyses, "A linear-time heuristic for improving network partitions", DAC 1982, on
       separators as in B. Hendrickson and E. Rothberg, "Improving the run time and quality of nested dissection
       ordering", SIAM J. Sci. Comput. 20 (1998).
    .. [2] P. Sanders and C. Schulz, "Advanced multilevel node separator algorithms", SEA 2016, arXiv:1509.01190.

    Examples
    --------
    >>> import numpy as np
    >>> import tvcut
    >>> W = np.eye(7, k=1) + np.eye(7, k=-1)  # a path
    >>> tvcut.vertex_separator(W)
    array([0, 0, 0, 2, 1, 1, 1], dtype=int32)
    """
    began = time.perf_counter()
    problem = _pattern(W)
    masses = problem.vertex_weight if vertex_weight is None else vertex_weight
    weight = as_vertex_weight(masses, problem.n, None, problem.names, zero=False)
    problem, search = replace(problem, vertex_weight=weight), _search(max_imbalance, time_limit, random_state, began)
    return separators.vertex_separator(problem, search)


def nested_dissection(
    W: Weights,
    *,
    max_imbalance: float = 0.2,
    time_limit: float | str | None = "none",
    random_state: Seed = 0,
) -> npt.NDArray[np.int32]:
    """Return an order of the rows of a sparse symmetric matrix in which its Cholesky factor has few entries.

    The graph of the matrix is divided by a vertex separator, of which both sides come before it, and so on within the
    sides [1]_. Parts of at most 200 vertices, and the separators, are ordered by approximate minimum degree [2]_. Rows
    with the same pattern, as those of one node of a mesh, are kept together. Each separator is the best of 3
    hierarchies: see :func:`vertex_separator`.

    Parameters
    ----------
    W : array_like, sparse matrix of shape (n, n), or graph of any kind, as in :func:`balanced_cut`
        The matrix or its graph. Each entry that is not zero, or is stored in a sparse matrix, counts, whatever its
        value, also if it is stored on one side of the diagonal only.
    max_imbalance : float in [0, 1), default 0.2
        How much more than half of the rows of its part a side may have.
    time_limit : float > 0 and finite or "none", default "none"
        Seconds after which what is not yet divided is ordered by minimum degree.
    random_state : int, numpy Generator, RandomState or None, default 0
        Seed of all random choices.

    Returns
    -------
    ndarray of int32, shape (n,)
        A permutation p: row p[k] of W is the k-th that is eliminated, so that W[p][:, p] is the matrix to factorise.

    Raises
    ------
    TypeError, ValueError
        If an argument or W is not valid.
    RuntimeError
        With the backend "gopy".

    References
    ----------
    .. [1] A. George, "Nested dissection of a regular finite element mesh", SIAM J. Numer. Anal. 10 (1973).
    .. [2] P. R. Amestoy, T. A. Davis and I. S. Duff, "An approximate minimum degree ordering algorithm", SIAM J. Matrix
       Anal. Appl. 17 (1996), section 4.

    Examples
    --------
    >>> import numpy as np
    >>> import tvcut
    >>> A = 3 * np.eye(5)
    >>> A[0, 1:] = A[1:, 0] = -1 / 2  # an arrow: elimination of row 0 first would fill the matrix
    >>> p = tvcut.nested_dissection(A)
    >>> int(np.flatnonzero(p == 0)[0]) >= 3  # row 0 is one of the last two
    True
    """
    began = time.perf_counter()
    problem = replace(_pattern(W), vertex_weight=None)
    return separators.nested_dissection(problem, _search(max_imbalance, time_limit, random_state, began))


def _search(
    max_imbalance: float, time_limit: float | str | None, random_state: Seed, began: float
) -> separators.Search:
    """Return the options, with the seconds since ``began`` taken off the limit."""
    imbalance = as_number("max_imbalance", max_imbalance, lambda x: 0 <= x < 1, "in [0, 1)")
    limit = 0.0
    if time_limit not in (None, "none"):
        limit = as_number("time_limit", time_limit, lambda x: 0 < x < math.inf, "> 0 and finite, or 'none'")
        limit = max(limit - (time.perf_counter() - began), sys.float_info.min)
    return separators.Search(imbalance, as_seed(random_state), limit)


def _pattern(W: Any) -> Problem:
    """Return the graph with an edge of weight 1 for each entry of W, and the names and masses of its vertices."""
    if sp.issparse(W) and W.ndim == 2:
        W = sp.csr_array(W)
        W = sp.csr_array((np.ones(len(W.indices)), W.indices, W.indptr), shape=W.shape)
    elif isinstance(W, np.ndarray) and not isinstance(W, np.ma.MaskedArray) and W.ndim == 2:
        W = sp.csr_array(W != 0, dtype=np.float64)
    problem = as_problem(W)
    A = sp.csr_array((np.ones(len(problem.data)), problem.indices, problem.indptr), shape=(problem.n, problem.n))
    A = sp.csr_array(A + A.T)
    A.sort_indices()
    indptr, indices = A.indptr.astype(np.int64, copy=False), A.indices.astype(np.int32, copy=False)
    return replace(problem, indptr=indptr, indices=indices, data=np.ones(len(indices)))

"""Convert a graph of any kind to what the core takes, and check it."""

from __future__ import annotations

import os
import platform
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import scipy.sparse as sp

from .._native.problem import Problem
from .adapters import adapted
from .csr import Sparse, of_arrays, without_idle
from .graph_name import w
from .matrix import check_total, checked_matrix, symmetric_matrix
from .named import masses_of, without_masses
from .reading import USUAL, Reading
from .weights import Weights

# Processors that read numbers at any address. The arrays of SciPy's archives are not aligned, and need no copy there.
READS_UNALIGNED = ("x86_64", "amd64", "arm64", "aarch64")


def as_problem(W: Weights) -> Problem:
    """Return W in canonical compressed sparse rows, without the diagonal, and the names and masses of its vertices.

    W is a SciPy sparse matrix or array of any format, anything that ``np.asarray`` converts to a square matrix, or a
    graph of another library (adapters.py). W is never modified. Its own arrays are returned if they already have the
    right form.

    The masses are those that a graph of ``tvcut.as_graph`` or of a file has, and are not checked here.

    The core checks that W is symmetric. If it is not, ``symmetric`` averages differences due to rounding or raises.

    Raises TypeError if W is not a real matrix, and ValueError if it is a matrix but not a graph.
    """
    A, names, idle = as_matrix(without_masses(W), least=2)
    if idle:
        A = without_idle(A)
    check_total(A)
    return replace(_problem(A), names=names, vertex_weight=masses_of(W))


def as_matrix(W: Weights, least: int = 1, reading: Reading = USUAL) -> tuple[Sparse, list[Any] | None, bool]:
    """Return W in canonical compressed sparse rows of float64, and the names of its vertices.

    Loops and zeros are left as they are, and the last value says whether there are any. All else is checked as
    ``as_problem`` does.
    """
    if W is None:
        raise TypeError(f"{w()} must be a square matrix of weights, got None")
    if isinstance(W, (str, os.PathLike)):
        raise TypeError(f"{w()} must be a graph, got the path {os.fspath(W)!r}; pass tvcut.read_graph(path)")
    matrix, names = (W, None) if sp.issparse(W) or isinstance(W, (np.ndarray, list, tuple)) else adapted(W, reading)
    A, idle = checked_matrix(matrix, least)
    return A, names, idle


def symmetric(problem: Problem) -> Problem:
    """Return the problem with (A + Aᵀ)/2 as its graph. Raise ValueError if A and Aᵀ differ by more than rounding."""
    mean = _problem(symmetric_matrix(of_arrays(problem.data, problem.indices, problem.indptr, (problem.n, problem.n))))
    return replace(problem, indptr=mean.indptr, indices=mean.indices, data=mean.data)


def _problem(A: Sparse) -> Problem:
    arrays = ((A.indptr, np.int64), (A.indices, np.int32), (A.data, np.float64))
    needs: list[Literal["C_CONTIGUOUS", "ALIGNED"]] = ["C_CONTIGUOUS"]
    if platform.machine().lower() not in READS_UNALIGNED:
        needs.append("ALIGNED")
    indptr, indices, data = (np.asarray(np.require(array, dtype, needs)) for array, dtype in arrays)
    return Problem(indptr, indices, data)

"""The separators and orders of METIS, by its C library in cmeel-metis: that in pymetis has no separators."""

from __future__ import annotations

import ctypes
from functools import cache
from importlib.metadata import distribution

import numpy as np
import scipy.sparse as sp

DISTRIBUTION = "cmeel-metis"
OPTIONS, SEED = 40, 9  # METIS_NOPTIONS, and METIS_OPTION_SEED of metis.h
OK = 1  # METIS_OK
Labels = np.ndarray


@cache
def library() -> ctypes.CDLL:
    """Load libmetis, with indices of 32 bits, and the library that it needs. Raise PackageNotFoundError without it."""
    files = distribution(DISTRIBUTION).files or []
    metis = next(file.locate() for file in files if file.name == "libmetis.so")
    ctypes.CDLL(str(metis.with_name("libGKlib.so")), ctypes.RTLD_GLOBAL)
    return ctypes.CDLL(str(metis))


def vertex_separator(W: sp.csr_array, seed: int) -> Labels:
    """Return 0 and 1 for the vertices of the sides, and 2 for those of the separator (METIS_ComputeVertexSeparator)."""
    labels, size = np.empty(W.shape[0], np.int32), np.zeros(1, np.int32)
    _call("METIS_ComputeVertexSeparator", W, seed, size, labels)
    return labels


def nested_dissection(W: sp.csr_array, seed: int) -> Labels:
    """Return the rows in the order of elimination (METIS_NodeND)."""
    order, place = (np.empty(W.shape[0], np.int32) for _ in range(2))
    _call("METIS_NodeND", W, seed, order, place)
    return order


def _call(name: str, W: sp.csr_array, seed: int, *results: np.ndarray) -> None:
    """Call a function with the default options but for the seed, and without masses of the vertices."""
    n, options = np.array([W.shape[0]], np.int32), np.empty(OPTIONS, np.int32)
    arrays = [n, W.indptr.astype(np.int32), W.indices.astype(np.int32), None, options, *results]
    pointers = [None if array is None else ctypes.c_void_p(array.ctypes.data) for array in arrays]
    library().METIS_SetDefaultOptions(pointers[4])
    options[SEED] = seed
    if (code := getattr(library(), name)(*pointers)) != OK:
        raise RuntimeError(f"{name} returned {code}")

"""METIS with the options that pymetis does not offer: several masses, connected parts and the communication volume.

The functions are those of the library within pymetis, called by their C interface. Its idx_t has 64 bits, and its
real_t 32.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import scipy.sparse as sp

from .integers import integer_weights

OPTIONS = 40  # entries of the array of options
OK = 1  # METIS_OK


@lru_cache(maxsize=1)
def library() -> ctypes.CDLL:
    """Return the library. Raises ImportError without pymetis."""
    from pymetis import _internal

    return ctypes.CDLL(_internal.__file__)


def options(seed: int, contiguous: bool, volume: bool, imbalance: float) -> np.ndarray:
    """Return the array of options. ``imbalance`` is the ε of the bounds (1 + ε) M/k."""
    import pymetis

    chosen = np.full(OPTIONS, -1, np.int64)  # the default of each
    place = pymetis.OptionKey
    chosen[int(place.SEED)] = seed
    chosen[int(place.UFACTOR)] = round(1000 * imbalance)
    chosen[int(place.CONTIG)] = int(contiguous)
    chosen[int(place.OBJTYPE)] = int(pymetis.ObjType.VOL if volume else pymetis.ObjType.CUT)
    return chosen


def partition(
    W: sp.csr_array,
    parts: int,
    masses: np.ndarray | None = None,
    imbalances: float | Sequence[float] = 0.03,
    sizes: np.ndarray | None = None,
    contiguous: bool = False,
    volume: bool = False,
    seed: int = 0,
) -> np.ndarray:
    """Return the labels of METIS_PartGraphKway.

    ``masses`` are integers of shape (n,) or (n, c), ``imbalances`` one ε or c of them. ``sizes`` are those of the
    vertices in the volume.
    """
    n = W.shape[0]
    masses = np.ones((n, 1), np.int64) if masses is None else np.asarray(masses, np.int64).reshape(n, -1)
    bounds = np.broadcast_to(np.asarray(imbalances, np.float32), masses.shape[1])
    arrays = {
        "xadj": W.indptr.astype(np.int64),
        "adjncy": W.indices.astype(np.int64),
        "vwgt": np.ascontiguousarray(masses),
        "vsize": None if sizes is None else np.asarray(sizes, np.int64),
        "adjwgt": integer_weights(W).astype(np.int64),
        "tpwgts": None,
        "ubvec": np.ascontiguousarray(1 + bounds, np.float32),
        "options": options(seed, contiguous, volume, float(bounds[0])),
    }
    labels, found = np.empty(n, np.int64), ctypes.c_int64()
    counts = [ctypes.byref(ctypes.c_int64(count)) for count in (n, masses.shape[1], parts)]
    at = {name: None if array is None else array.ctypes.data_as(ctypes.c_void_p) for name, array in arrays.items()}
    status = library().METIS_PartGraphKway(
        *counts[:2],
        *(at[name] for name in ("xadj", "adjncy", "vwgt", "vsize", "adjwgt")),
        counts[2],
        *(at[name] for name in ("tpwgts", "ubvec", "options")),
        ctypes.byref(found),
        labels.ctypes.data_as(ctypes.c_void_p),
    )
    if status != OK:
        raise RuntimeError(f"METIS_PartGraphKway returned {status}")
    return labels

"""Convert graphs to integer weights and to files in METIS format, as partitioners require."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import scipy.sparse as sp

LARGEST = 10_000  # the largest weight after scaling to integers
TOTAL = 2**31 - 1  # the sum of all integer weights stays within 32 bits


def integer_weights(W: sp.csr_array) -> np.ndarray:
    """Return the weights as integers ≥ 1.

    Weights that already are such integers stay as they are. Others are scaled so that the largest becomes LARGEST, or
    less where the sum would not fit into 32 bits.
    """
    w = W.data
    if np.array_equal(w, np.round(w)) and w.min() >= 1 and w.sum() <= TOTAL:
        return w.astype(np.int64)
    share = w / w.max()
    largest = min(LARGEST, (TOTAL - len(w)) / share.sum())  # raising a weight to 1 adds less than 1
    return np.maximum(np.floor(largest * share), 1).astype(np.int64)


def write_metis(W: sp.csr_array, weights: np.ndarray, path: Path) -> None:
    """Write W with integer weights in METIS format."""
    pairs = np.column_stack((W.indices + 1, weights)).astype(str)
    with open(path, "w") as file:
        file.write(f"{W.shape[0]} {W.nnz // 2} 1\n")
        for first, last in pairwise(W.indptr):
            file.write(" ".join(pairs[first:last].ravel()) + "\n")

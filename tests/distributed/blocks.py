"""Graphs in blocks of rows on Dask, and the oracles of their cuts."""

import itertools

import numpy as np
import pytest
import scipy.sparse as sp

import tvcut
from bench.graphs import grid

pytest.importorskip("distributed")

MARKS = [
    pytest.mark.skipif(tvcut.backend() != "ctypes", reason="the block step has the C interface only"),
    pytest.mark.filterwarnings("default"),  # warnings of Dask are not ours
]


def rows(W, lo, hi):
    """Return a block of rows."""
    return W[lo:hi]


def in_blocks(client, W, count):
    """Return W as futures of blocks of rows."""
    W = sp.csr_array(W)
    bounds = np.linspace(0, W.shape[0], count + 1).astype(int)
    return [client.submit(rows, W, lo, hi, pure=False) for lo, hi in itertools.pairwise(bounds)]


def weighted_grid(side=16, seed=0):
    """Return a grid with random weights that are not integers."""
    W = sp.triu(grid(side)).tocsr()
    W.data = np.random.default_rng(seed).random(W.nnz)
    return sp.csr_array(W + W.T)


def totals(W, labels, k, mass=None):
    """Return cut(A_r, A_rᶜ) and m(A_r) from all edges."""
    C = sp.coo_array(W)
    crosses = labels[C.row] != labels[C.col]
    mass = np.ones(len(labels)) if mass is None else mass
    return np.bincount(labels[C.row[crosses]], C.data[crosses], k), np.bincount(labels, mass, k)


def value(W, labels, k, mass=None):
    """Return the value of a partition from all edges."""
    cuts, sizes = totals(W, labels, k, mass)
    return (cuts / np.minimum(sizes, (sizes.sum() - sizes) / max(k - 1, 1))).sum() / 2

"""Graphs, distances and options of graphs that several of these tests cut."""

import numpy as np
import scipy.sparse as sp
from sklearn.neighbors import KNeighborsTransformer

GRAPHS = [
    {},
    {"weights": "self_tuning", "symmetrize": "max"},
    {"weights": "binary", "symmetrize": "mutual", "metric": "manhattan"},
    {"scale": 0.5, "n_components": 2, "n_jobs": 2},
    {"neighbors": KNeighborsTransformer(n_neighbors=20)},
]


def distances(X, Y, k=20):
    return KNeighborsTransformer(n_neighbors=k).fit(X).transform(Y)


def cliques(*sizes, weight=0.01):
    """Return cliques of the given sizes, with a low weight between all vertices."""
    return sp.block_diag([sp.csr_array(np.ones((size, size))) for size in sizes]).toarray() + weight

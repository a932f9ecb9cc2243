"""INCRES, a peer without a package: incremental reseeding by random walks."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

SPEED = 5  # growth of the number of seeds, in 1e-4 of the vertices of a cluster, for each round
MAX_SPREADS = 100  # steps of a walk, which never reaches other components
PATIENCE = 5  # rounds in which almost no label changes, after which the search ends
CHANGED = 1e-3  # share of labels


def incres(W: sp.csr_array, k: int, seed: int, max_rounds: int = 400) -> np.ndarray:
    """Return k clusters by X. Bresson, H. Hu, T. Laurent, A. Szlam and J. von Brecht, arXiv:1406.3837.

    Labels are random at first. In each round, random seeds are planted in every cluster, they spread by the random walk
    F ← W D⁻¹ F until every entry is positive, and each vertex takes the label of its largest entry. The number of seeds
    grows linearly.
    """
    rng = np.random.default_rng(seed)
    n = W.shape[0]
    degree = np.maximum(W.sum(axis=0), np.finfo(float).tiny)
    walk = sp.csr_array(W / degree)  # W D⁻¹
    labels, seeds, calm = rng.integers(k, size=n), 1.0, 0
    for _ in range(max_rounds):
        F = np.zeros((n, k))
        for r in range(k):
            members = np.flatnonzero(labels == r)
            members = members if len(members) else np.arange(n)
            np.add.at(F[:, r], rng.choice(members, size=int(seeds)), 1)
        for _ in range(MAX_SPREADS):
            F = walk @ F
            if F.min() > 0:
                break
        found = F.argmax(axis=1)
        calm = calm + 1 if (found != labels).mean() < CHANGED else 0
        labels, seeds = found, seeds + SPEED * 1e-4 * n / k
        if calm == PATIENCE or seeds > n / k:
            break
    return labels

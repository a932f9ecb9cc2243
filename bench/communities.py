"""Two parts from methods that find communities: resolutions are swept, and communities united."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

FEW = 12  # communities of which every union is tried
MANY = 500  # communities above which a resolution is passed over
HALVINGS = 40  # of the resolution, at most

RULE = (
    f"Community methods find many parts. Their resolution starts at the density of the graph and is halved until one "
    f"community is left; with up to {FEW} communities the best of all their unions counts. Up to {MANY} are first "
    f"joined to {FEW}, each time the two with the largest average weight between their vertices."
)


def density(W):
    """Return the mean weight over all pairs of vertices."""
    n = W.shape[0]
    return W.sum() / (n * (n - 1))


def sweep(W, find):
    """Yield two parts for each resolution, in units of the density: ``find(resolution)`` gives communities."""
    for t in range(HALVINGS):
        labels = np.unique(find(2.0**-t), return_inverse=True)[1]
        k = labels.max() + 1
        if k == 1:
            return
        if k <= MANY:
            yield best_union(W, labels)
        if k == 2:
            return


def best_union(W, labels):
    """Return the two parts with the lowest C among unions of communities, which are joined to FEW first."""
    n, k = len(labels), labels.max() + 1
    member = sp.csr_array((np.ones(n), (np.arange(n), labels)), shape=(n, k))
    between = (member.T @ W @ member).toarray()
    np.fill_diagonal(between, 0)
    joined, between, size = join(between, member.sum(axis=0), FEW)
    k = len(size)
    sides = (np.arange(1, 2 ** (k - 1))[:, None] >> np.arange(k)) & 1  # community k − 1 stays on side 0
    cut = ((sides @ between) * (1 - sides)).sum(axis=1)
    inside = sides @ size
    best = np.argmin(cut / np.minimum(inside, n - inside))
    return sides[best][joined[labels]]


def join(between, size, k):
    """Join communities until k are left. Returns the new number of each, and the weights and sizes of the new."""
    number = np.arange(len(size))
    while len(size) > k:
        linked = between / np.outer(size, size)
        a, b = sorted(np.unravel_index(np.argmax(linked), linked.shape))
        between[a] += between[b]
        between[:, a] += between[:, b]
        between[a, a] = 0
        size[a] += size[b]
        between, size = np.delete(np.delete(between, b, 0), b, 1), np.delete(size, b)
        number = np.where(number == b, a, number - (number > b))
    return number, between, size

"""The entries of a Cholesky factor, and the operations of the factorisation, for an order of the rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

Array = npt.NDArray[np.int64]


class Fill(NamedTuple):
    """What a factorisation takes."""

    entries: int  # of the factor, with its diagonal
    operations: int  # multiplications and additions: the sum of the squares of the entries of each column


def fill_of(W: sp.csr_array, order: npt.NDArray[np.integer]) -> Fill:
    """Return the fill of a symmetric matrix with the pattern of W, whose rows are eliminated in the given order."""
    n = W.shape[0]
    if not np.array_equal(np.sort(order), np.arange(n)):
        raise ValueError("order must be a permutation of the rows")
    A = sp.csr_array(W)[order][:, order]
    lower = sp.csr_array(sp.tril(A, -1))
    below = sp.csr_array(sp.csc_array(sp.tril(A, -1)).T)  # row j: the rows i > j with an entry in column j
    parent = elimination_tree(lower)
    counts = np.array(column_counts(below, parent), np.int64)
    return Fill(int(counts.sum()), int((counts**2).sum()))


def elimination_tree(lower: sp.csr_array) -> list[int]:
    """Return the parent of each column in the elimination tree, −1 for a root, from the strictly lower triangle.

    J. W. H. Liu, "The role of elimination trees in sparse factorization", SIAM J. Matrix Anal. Appl. 11 (1990).
    """
    n = lower.shape[0]
    indptr, indices = lower.indptr.tolist(), lower.indices.tolist()
    parent, ancestor = [-1] * n, [-1] * n
    for i in range(n):
        for j in indices[indptr[i] : indptr[i + 1]]:
            while j != -1 and j < i:
                above = ancestor[j]
                ancestor[j] = i
                if above == -1:
                    parent[j] = i
                j = above
    return parent


def postorder(parent: list[int]) -> list[int]:
    """Return the nodes of a forest, each after all nodes below it."""
    children: list[list[int]] = [[] for _ in parent]
    stack = []
    for i in range(len(parent) - 1, -1, -1):
        (stack if parent[i] == -1 else children[parent[i]]).append(i)
    order = []
    while stack:
        i = stack.pop()
        order.append(i)
        stack += children[i]
    return order[::-1]


def column_counts(below: sp.csr_array, parent: list[int]) -> list[int]:
    """Return the number of entries of each column of the factor, with the diagonal.

    J. R. Gilbert, E. G. Ng and B. W. Peyton, "An efficient algorithm to compute row and column counts for sparse
    Cholesky factorization", SIAM J. Matrix Anal. Appl. 15 (1994): column j has an entry in row i if j is on a path of
    the elimination tree from a leaf of the row subtree of i to i. ``below`` has the rows of column j in its row j.
    """
    n = len(parent)
    post = postorder(parent)
    first, delta = [-1] * n, [0] * n  # first: the first node in post-order below a node
    for k, j in enumerate(post):
        delta[j] = int(first[j] == -1)  # a leaf of the tree
        while j != -1 and first[j] == -1:
            first[j] = k
            j = parent[j]
    indptr, indices = below.indptr.tolist(), below.indices.tolist()
    latest, previous, ancestor = [-1] * n, [-1] * n, list(range(n))
    for j in post:
        if parent[j] != -1:
            delta[parent[j]] -= 1
        for i in indices[indptr[j] : indptr[j + 1]]:
            if first[j] <= latest[i]:
                continue  # j is no leaf of the row subtree of i
            latest[i] = first[j]
            delta[j] += 1
            if previous[i] != -1:
                common = previous[i]
                while common != ancestor[common]:
                    common = ancestor[common]
                node = previous[i]
                while node != common:
                    ancestor[node], node = common, ancestor[node]
                delta[common] -= 1
            previous[i] = j
        if parent[j] != -1:
            ancestor[j] = parent[j]
    for j in post:
        if parent[j] != -1:
            delta[parent[j]] += delta[j]
    return delta

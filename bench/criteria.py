"""Ways to choose the number of parts from a scan, or from the graph alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import eigsh

from tvcut import Scan

from .graphs import Graph

STABLE = 0.95  # the mean adjusted Rand index above which parts count as stable
TINY = 1e-6  # added to values and eigenvalues whose ratios are taken, since both can be 0


class Criterion(NamedTuple):
    """A way to choose one of the numbers of parts of a scan. ``how`` describes it for the document."""

    name: str
    how: str
    choose: Callable[[Scan, Graph], int]


def largest(scan: Scan, scores: np.ndarray) -> int:
    """Return the number of parts with the largest score. The scores belong to its first entries."""
    return int(scan.n_clusters[int(np.argmax(scores))])


def suggested(scan: Scan, W: Graph) -> int:
    """Return the suggestion of the scan."""
    return scan.suggestion


def smallest(scan: Scan, W: Graph) -> int:
    """Return the smallest number of parts."""
    return int(scan.n_clusters[0])


def stablest(scan: Scan, W: Graph) -> int:
    """Return the number of parts of highest stability, and the largest of several."""
    return int(scan.n_clusters[np.flatnonzero(scan.stability == scan.stability.max())[-1]])


def largest_stable(scan: Scan, W: Graph) -> int:
    """Return the largest number of stable parts."""
    stable = np.flatnonzero(scan.stability >= STABLE)
    return int(scan.n_clusters[stable[-1]]) if stable.size else stablest(scan, W)


def lowest_relative(scan: Scan, W: Graph) -> int:
    """Return the number of parts of lowest relative value."""
    return largest(scan, -scan.relative_values)


def value_ratio(scan: Scan, W: Graph) -> int:
    """Return k with the largest value(k + 1)/value(k)."""
    values = scan.values + TINY * scan.null_values
    return largest(scan, values[1:] / values[:-1])


def relative_ratio(scan: Scan, W: Graph) -> int:
    """Return k with the largest relative value(k + 1) over relative value(k)."""
    relative = scan.relative_values + TINY
    return largest(scan, relative[1:] / relative[:-1])


def value_increase(scan: Scan, W: Graph) -> int:
    """Return k with the largest value(k + 1) − value(k)."""
    return largest(scan, np.diff(scan.values))


def elbow(scan: Scan, W: Graph) -> int:
    """Return k with the largest second difference of the value."""
    return int(scan.n_clusters[1 + int(np.argmax(np.diff(scan.values, 2)))])


def exponent(scan: Scan, W: Graph) -> int:
    """Return k with the largest log(value(k + 1)/value(k))/log((k + 1)/k)."""
    values, k = np.log(scan.values + TINY * scan.null_values), np.log(scan.n_clusters)
    return largest(scan, np.diff(values) / np.diff(k))


def modularities(scan: Scan, W: Graph) -> np.ndarray:
    """Return Σ_r (w(A_r, A_r)/vol(V) − (vol(A_r)/vol(V))²) of the best cut into each number of parts."""
    degree, found = np.asarray(W.sum(axis=1)).ravel(), []
    for cut in scan.cuts:
        member = sp.csr_array((np.ones(len(degree)), (cut.labels, np.arange(len(degree)))))
        inside = (member @ W @ member.T).diagonal() / degree.sum()
        found.append(np.sum(inside - (member @ degree / degree.sum()) ** 2))
    return np.array(found)


def modularity(scan: Scan, W: Graph) -> int:
    """Return the number of parts of highest modularity."""
    return largest(scan, modularities(scan, W))


def eigenvalues(scan: Scan, W: Graph) -> np.ndarray:
    """Return λ_k of the normalized Laplacian for the numbers of parts k of the scan, and for the next one."""
    degree = np.asarray(W.sum(axis=1)).ravel()
    scale = sp.diags_array(1 / np.sqrt(np.where(degree > 0, degree, 1)))
    numbers = np.append(scan.n_clusters, scan.n_clusters[-1] + 1)
    found = eigsh(scale @ W @ scale, numbers[-1], which="LA", v0=np.ones(len(degree)), return_eigenvectors=False)
    return np.asarray(np.sort(1 - found)[numbers - 1])


def eigengap(scan: Scan, W: Graph) -> int:
    """Return k with the largest λ_(k + 1) − λ_k of the normalized Laplacian."""
    return largest(scan, np.diff(eigenvalues(scan, W)))


def eigenratio(scan: Scan, W: Graph) -> int:
    """Return k with the largest λ_(k + 1)/λ_k of the normalized Laplacian."""
    found = np.maximum(eigenvalues(scan, W), 0) + TINY
    return largest(scan, found[1:] / found[:-1])


CRITERIA = (
    Criterion("suggestion", "`Scan.suggestion`", suggested),
    Criterion("two", "always two, to compare with", smallest),
    Criterion("stablest", "highest stability, the largest k of several", stablest),
    Criterion("largest stable", f"largest k with a stability of at least {STABLE}", largest_stable),
    Criterion("relative", "lowest relative value", lowest_relative),
    Criterion("ratio", "largest value(k + 1)/value(k)", value_ratio),
    Criterion("relative ratio", "the same of the relative value", relative_ratio),
    Criterion("increase", "largest value(k + 1) − value(k)", value_increase),
    Criterion("elbow", "largest second difference of the value", elbow),
    Criterion("exponent", "largest log(value(k + 1)/value(k))/log((k + 1)/k)", exponent),
    Criterion("modularity", "highest modularity of the cuts", modularity),
    Criterion("eigengap", "largest λ_(k + 1) − λ_k of the normalized Laplacian, without cuts", eigengap),
    Criterion("eigenratio", "largest λ_(k + 1)/λ_k of the same", eigenratio),
)

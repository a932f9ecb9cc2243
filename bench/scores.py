"""How well a partition agrees with the true classes of the points."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.metrics.cluster import contingency_matrix


def majority_error(y: np.ndarray, labels: np.ndarray) -> float:
    """Return the percentage of points outside the majority class of their part (100 less the purity)."""
    return 100 * (1 - contingency_matrix(y, labels).max(axis=0).sum() / len(y))


def matching_error(y: np.ndarray, labels: np.ndarray) -> float:
    """Return the percentage of points that are wrong under the best one-to-one matching of parts and classes."""
    table = contingency_matrix(y, labels)
    return 100 * (1 - table[linear_sum_assignment(table, maximize=True)].sum() / len(y))

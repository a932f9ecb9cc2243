"""Which of several numbers of parts a scan suggests."""

from __future__ import annotations

import numpy as np

from .scan_result import Floats

SMALLEST = 1e-6  # share of the null value added to values whose ratios are taken, since they can be 0
DAMPING = 0.25  # the power of k by which the score is divided, since errors of v(k) grow in e(k) in proportion to k


def beyond(counts: list[int], n: int) -> int:
    """Return the number of parts that follows several ones at the distance of the last two, but at most n."""
    return min(counts[-1] + (counts[-1] - counts[-2] if len(counts) > 1 else 0), n)


def highest(k: Floats, values: Floats, null_values: Floats, stability: Floats) -> int:
    """Return the index of the number of parts k > 1 with the highest score s(k) e(k)/k^(1/4).

    Here s is the stability, 1 if it is not known, k⁺ the next number of parts and e(k) = log(v(k⁺)/v(k))/log(k⁺/k) the
    exponent of growth of the value v. A number of parts without a next one has no score.
    """
    if len(k) == 1:
        return 0
    value = values + SMALLEST * null_values
    value = np.where(value > 0, value, 1)  # for k = 1, and without edges
    exponent = np.diff(np.log(value)) / np.diff(np.log(k))
    stable = np.where(np.isnan(stability), 1, stability)[: len(exponent)]
    score = stable * exponent / k[:-1] ** DAMPING
    best = int(np.argmax(np.where(k[:-1] > 1, score, -np.inf)))
    return best if k[best] > 1 else 1

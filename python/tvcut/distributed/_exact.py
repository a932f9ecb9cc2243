"""Sums that do not depend on their order, and hashes of vertices.

Blocks add weights in different orders, and sums of floating-point numbers depend on the order. The search and the
reported figures therefore use weights rounded to multiples of a power of two q, such that the sum of all of them is
below 2⁵³ q: every sum is then exact in float64. Integers are such weights as they are if their number times the largest
one is below 2⁵⁰.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

LEAST = -1074  # every float64 is a multiple of 2^−1074
BITS = 52  # of the sum of all rounded numbers; one more is left for rounding up


def quantum(largest: float, count: int) -> float:
    """Return the power of two q of which ``count`` numbers from 0 to ``largest`` are rounded to multiples."""
    exponent = math.frexp(largest)[1] + count.bit_length()  # the sum is below 2^exponent
    if exponent > 1023 and not math.isfinite(largest * count):
        raise OverflowError("the sum of the numbers may be infinite")
    return math.ldexp(1.0, max(exponent - BITS, LEAST))


def rounded(values: Array, q: float) -> Array:
    """Return numbers rounded to multiples of q, ties to even."""
    return np.rint(values / q) * q


def mix(x: Array) -> Array:
    """Return a bijective hash of 64 bits: the step and the finalizer of SplitMix64 (Steele, Lea and Flood, 2014)."""
    x = x + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: Array = x ^ (x >> np.uint64(31))
    return mixed


def hashes(vertices: Array, *salts: int) -> Array:
    """Return a hash of each vertex, different for different vertices, for integers that say what it is for."""
    salt = np.zeros(1, np.uint64)
    for number in salts:
        salt = mix(salt ^ np.uint64(number % 2**64))
    return mix(np.asarray(vertices).astype(np.uint64) ^ salt)

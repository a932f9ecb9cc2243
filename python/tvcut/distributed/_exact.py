"""Sums that do not depend on their order, and hashes of vertices.

Blocks add weights in different orders, and sums of floating-point numbers depend on the order. There are two remedies.
Steps that run in every round use weights rounded to multiples of a power of two q such that the sum of all of them is
below 2⁵³ q: every sum is then exact in float64. Integers of sum below 2⁵² are such weights as they are. Totals that are
reported are sums of the given weights as integers in units of 2^−1074, which are exact for all float64.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

UNIT = 1074  # every float64 is a multiple of 2^−1074
BITS = 52  # of the sum of all rounded numbers; one more is left for rounding up


def exact_sums(values: Array, groups: Array | None = None, k: int = 1) -> list[int]:
    """Return the sum of the values of each group 0 … k−1, of finite numbers ≥ 0, in units of 2^−1074."""
    values = np.asarray(values, np.float64)
    mantissa, exponent = np.frexp(values)
    whole = (mantissa * 2.0**53).astype(np.int64)  # values = whole · 2^(exponent − 53)
    shift = np.asarray(exponent, np.int64) + (UNIT - 53)
    low = shift < 0  # subnormal numbers, whose last bits are 0
    whole[low] >>= -shift[low]
    shift[low] = 0
    place = shift if groups is None else shift + 2200 * np.asarray(groups, np.int64)
    known, at = np.unique(place, return_inverse=True)
    # Sums of 2^36 halves of 26 and 27 bits fit in 63 bits.
    halves = [np.zeros(len(known), np.int64) for _ in range(2)]
    np.add.at(halves[0], at, whole >> 26)
    np.add.at(halves[1], at, whole & (2**26 - 1))
    sums = [0] * k
    for key, high, rest in zip(known.tolist(), halves[0].tolist(), halves[1].tolist(), strict=True):
        sums[key // 2200] += ((high << 26) + rest) << (key % 2200)
    return sums


def as_float(total: int) -> float:
    """Return a sum in units of 2^−1074 as the nearest float64; ∞ if it is too large."""
    try:
        return float(Fraction(total, 1 << UNIT))
    except OverflowError:
        return math.inf


def quantum(total: int) -> float:
    """Return the power of two q of which numbers ≥ 0 with this sum, in units of 2^−1074, are rounded to multiples."""
    return math.ldexp(1.0, max(total.bit_length() - BITS - UNIT, -UNIT))


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

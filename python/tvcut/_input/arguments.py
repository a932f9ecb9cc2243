"""Check arguments other than the graph and the options, and convert them to what the core takes."""

from __future__ import annotations

import numbers
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import scipy.sparse as sp

from .._native.errors import ArgumentError, entry


def as_integer(name: str, value: Any, low: int, high: int = 2**31 - 1, index: Any = None) -> int:
    """Return value as an int in low … high, or raise TypeError or ArgumentError naming the argument and the entry."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{entry(name, index)} must be an integer, got {value!r}")
    number = int(value)
    if not low <= number <= high:
        raise ArgumentError(f"must be an integer in [{low}, {high}], got {value}", name, index)
    return number


def as_number(name: str, value: Any, ok: Callable[[float], bool], want: str) -> float:
    """Return value as a float for which ok holds, or raise TypeError or ValueError naming the argument."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be {want}, got {value!r}")
    try:
        number = float(value)
    except OverflowError:
        number = float("inf")
    if not ok(number):
        raise ArgumentError(f"must be {want}, got {value}", name)
    return number


def as_flag(name: str, value: Any) -> bool:
    """Return value as a bool, or raise TypeError naming the argument."""
    if not isinstance(value, (bool, np.bool_, numbers.Integral)):
        raise TypeError(f"{name} must be True or False, got {value!r}")
    return bool(value)


def as_entries(name: str, values: Any, want: str) -> list[Any]:
    """Return the entries of a sequence or another iterable, or raise TypeError naming the argument."""
    if sp.issparse(values) or (isinstance(values, np.ndarray) and values.ndim != 1):
        kind = f"{type(values).__module__}.{type(values).__qualname__}"
        raise TypeError(f"{name} must be {want}, got an object of type {kind} and shape {values.shape}")
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be {want}, got {values!r}")
    return list(values)


def as_counts(name: str, values: Any, high: int) -> list[int]:
    """Return distinct integers in 1 … high in ascending order, or raise TypeError or ValueError naming the entry."""
    entries = as_entries(name, values, "a sequence of integers, for example range(2, 15)")
    if not entries:
        raise ArgumentError("must have at least one entry, got none", name)
    first: dict[int, int] = {}
    for index, value in enumerate(entries):
        count = as_integer(name, value, 1, high, index)
        if count in first:
            raise ArgumentError(f"must have distinct entries, got {count} as entries {first[count]} and {index}", name)
        first[count] = index
    return sorted(first)


def as_choice(name: str, value: Any, choices: Iterable[str]) -> str:
    """Return value if it is one of choices, or raise ValueError listing them."""
    choices = list(choices)
    if not isinstance(value, str) or value not in choices:
        raise ArgumentError(f"must be one of {', '.join(map(repr, choices))}, got {value!r}", name)
    return value


def as_seed(random_state: int | np.random.Generator | np.random.RandomState | None) -> int:
    """Return a seed in 0 … 2⁶⁴ − 1 from an int, a RandomState, a Generator, or None for a new seed."""
    if random_state is None:
        return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**63))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31 - 1))
    return as_integer("random_state", random_state, 0, 2**64 - 1)


# OMP_NUM_THREADS when tvcut is imported, as libraries with OpenMP read it when they are loaded. Others set it later for
# the processes that they start: Dask sets it to 1 in the process that makes a LocalCluster.
_OMP_NUM_THREADS = os.environ.get("OMP_NUM_THREADS", "").split(",")[0]


def default_threads() -> int:
    """Return the number of cores this process may use, capped by OMP_NUM_THREADS when tvcut was imported."""
    # The number is passed with each call, since setting GOMAXPROCS from Python has no effect.
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    cap = _OMP_NUM_THREADS
    return min(cores, int(cap)) if cap.isdigit() and int(cap) > 0 else cores

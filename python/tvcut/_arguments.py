"""Check arguments other than the graph and the options, and convert them to what the core takes."""

from __future__ import annotations

import numbers
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ._validate import as_float


def as_integer(name: str, value: Any, low: int, high: int = 2**31 - 1) -> int:
    """Return value as an int in low … high, or raise TypeError or ValueError naming the argument."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} must be an integer, got {value!r}")
    number = int(value)
    if not low <= number <= high:
        raise ValueError(f"{name} must be an integer in [{low}, {high}], got {value}")
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
        raise ValueError(f"{name} must be {want}, got {value}")
    return number


def as_counts(name: str, values: Any, high: int) -> list[int]:
    """Return distinct integers in 1 … high in ascending order, or raise TypeError or ValueError naming the entry."""
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a sequence of integers, for example range(2, 15), got {values!r}")
    entries = list(values)
    if not entries:
        raise ValueError(f"{name} must have at least one entry, got none")
    first: dict[int, int] = {}
    for index, value in enumerate(entries):
        count = as_integer(f"{name}[{index}]", value, 1, high)
        if count in first:
            raise ValueError(f"{name} must have distinct entries, got {count} as entries {first[count]} and {index}")
        first[count] = index
    return sorted(first)


def as_choice(name: str, value: Any, choices: Iterable[str]) -> str:
    """Return value if it is one of choices, or raise ValueError listing them."""
    choices = list(choices)
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, choices))}, got {value!r}")
    return value


def as_init(init: npt.ArrayLike, n: int, k: int) -> dict[str, npt.NDArray[Any]]:
    """Return the user's own start as fields of a Problem: labels for integers of shape (n,), else starts f⁰."""
    if isinstance(init, np.ma.MaskedArray):
        raise TypeError("init must not be a masked array; fill its masked entries, for example init.filled(0)")
    given = np.asarray(init)
    if given.dtype.kind not in "biuf":
        raise TypeError(f"init must be the name of a kind of start or real numbers, got dtype {given.dtype}")
    if given.dtype.kind in "biu" and given.shape == (n,):
        return {"labels": as_labels(given, k)}
    return {"starts": as_starts(given, n)}


def as_labels(labels: npt.NDArray[Any], k: int) -> npt.NDArray[np.int32]:
    """Return the labels of a partition to start from as an int32 array."""
    bad = np.flatnonzero((labels < 0) | (labels >= k))
    if bad.size:
        raise ValueError(
            f"init[{bad[0]}] must be a part in [0, {k - 1}], got {labels[bad[0]]}; integers are labels, so pass "
            "floats for a start of the descent"
        )
    labels = np.ascontiguousarray(labels, np.int32)
    empty = _empty_part(labels, k)
    if empty is not None:
        raise ValueError(
            f"init must have at least one vertex in every part, got none in part {empty}; integers are labels, so pass "
            "floats for a start of the descent"
        )
    return labels


def _empty_part(labels: npt.NDArray[np.int32], k: int) -> int | None:
    """Return the first part without a vertex, or None if there is none."""
    present = np.unique(labels)
    missing = np.flatnonzero(present != np.arange(len(present)))
    if len(present) >= k:
        return None
    return int(missing[0]) if missing.size else len(present)


def as_starts(f0: npt.NDArray[Any], n: int) -> npt.NDArray[np.float64]:
    """Return the user's own starts f⁰ as a float64 array of shape (s, n)."""
    if f0.ndim not in (1, 2) or f0.shape[-1] != n or f0.size == 0:
        raise ValueError(f"init must have shape ({n},) for one start or (s, {n}) for s starts, got {f0.shape}")
    f0 = np.ascontiguousarray(as_float(np.atleast_2d(f0)))
    bad = np.argwhere(~np.isfinite(f0))
    if bad.size:
        raise ValueError(f"init[{bad[0][0]}, {bad[0][1]}] must be finite, got {f0[tuple(bad[0])]}")
    flat = np.flatnonzero(f0.min(axis=1) == f0.max(axis=1))
    if flat.size:
        raise ValueError(f"start {flat[0]} of init must not be constant, got {f0[flat[0], 0]} for every vertex")
    return f0


def as_vertex_weight(
    vertex_weight: npt.ArrayLike | None, n: int, balance: str | None
) -> npt.NDArray[np.float64] | None:
    """Return the masses of the vertices as a float64 array of shape (n,), or None if they follow from ``balance``."""
    if vertex_weight is None:
        return None
    if balance not in (None, "ratio"):
        raise ValueError(f"balance must be 'ratio' when vertex_weight is given, got {balance!r}")
    return _positive("vertex_weight", vertex_weight, n, "one mass for each vertex")


def as_part_weights(part_weights: npt.ArrayLike, k: int) -> npt.NDArray[np.float64]:
    """Return the target shares of the parts as a float64 array of shape (k,). The core checks their sum."""
    return _positive("part_weights", part_weights, k, "one share for each part")


def _positive(name: str, values: npt.ArrayLike, length: int, meaning: str) -> npt.NDArray[np.float64]:
    """Return positive numbers as a float64 array of the given length, or raise an error naming the argument."""
    array = np.asarray(values)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must be real numbers, got dtype {array.dtype}")
    if array.shape != (length,):
        raise ValueError(f"{name} must have shape ({length},), {meaning}, got {array.shape}")
    array = np.ascontiguousarray(as_float(array))
    bad = np.flatnonzero(~((array > 0) & np.isfinite(array)))
    if bad.size:
        raise ValueError(f"{name}[{bad[0]}] must be > 0 and finite, got {array[bad[0]]}")
    return array


def as_fixed(
    fixed: npt.ArrayLike | Mapping[Any, int], n: int, k: int, names: list[Any] | None = None
) -> npt.NDArray[np.int32]:
    """Return the parts of the fixed vertices as an int32 array of shape (n,), with -1 for all other vertices.

    The keys of a mapping are names, where the vertices have some, and else numbers.
    """
    if isinstance(fixed, Mapping):
        known = np.full(n, -1, np.int32)
        place = None if names is None else {name: i for i, name in enumerate(names)}
        for vertex, part in fixed.items():
            if place is not None and vertex not in place:
                raise ValueError(f"a vertex in fixed must be the name of a vertex of W, got {vertex!r}")
            i = as_integer("a vertex in fixed", vertex, 0, n - 1) if place is None else place[vertex]
            known[i] = as_integer(f"fixed[{vertex!r}]", part, -1, k - 1)
    else:
        given = np.asarray(fixed)
        if given.dtype.kind not in "iu":
            raise TypeError(f"fixed must be integers or a dict from vertex to part, got dtype {given.dtype}")
        if given.shape != (n,):
            raise ValueError(f"fixed must have shape ({n},) or be a dict from vertex to part, got {given.shape}")
        bad = np.flatnonzero((given < -1) | (given >= k))
        if bad.size:
            raise ValueError(f"fixed[{bad[0]}] must be a part in [0, {k - 1}] or -1, got {given[bad[0]]}")
        known = np.ascontiguousarray(given, np.int32)
    empty = _empty_part(known[known >= 0], k)
    if empty is not None:
        raise ValueError(f"fixed must have at least one vertex in every part, got none in part {empty}")
    return known


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

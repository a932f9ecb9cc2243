"""Arguments other than the graph: the value the core wants, or a TypeError or ValueError that names the remedy."""

from __future__ import annotations

import numbers
import os

import numpy as np

from ._validate import as_float


def as_integer(name, value, low, high=2**31 - 1):
    """Return value as an int in low … high, or raise TypeError or ValueError naming the option."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} = {value!r}; give an integer")
    if not low <= value <= high:
        raise ValueError(f"{name} = {value}; give an integer from {low} to {high}")
    return int(value)


def as_number(name, value, ok, want):
    """Return value as a float for which ok holds, or raise TypeError or ValueError naming the option."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} = {value!r}; give {want}")
    try:
        number = float(value)
    except OverflowError:
        number = float("inf")
    if not ok(number):
        raise ValueError(f"{name} = {value}; give {want}")
    return number


def as_choice(name, value, choices):
    """Return choices[value], or raise ValueError listing them."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} = {value!r}; give one of {', '.join(map(repr, choices))}")
    return choices[value]


def as_starts(init, n):
    """Return the user's own starts f⁰ as a float64 array of shape (s, n)."""
    if isinstance(init, np.ma.MaskedArray):
        raise TypeError("init is a masked array; say what the masked entries are, for example init.filled(0)")
    f0 = np.asarray(init)
    if f0.dtype.kind not in "biuf":
        raise TypeError(f"init has dtype {f0.dtype}; give 'auto', 'multilevel', 'random', 'diffusion' or real numbers")
    if f0.ndim not in (1, 2) or f0.shape[-1] != n or f0.size == 0:
        raise ValueError(f"init has shape {f0.shape}; give ({n},) for one start or (s, {n}) for s starts")
    f0 = np.ascontiguousarray(as_float(np.atleast_2d(f0)))
    bad = np.argwhere(~np.isfinite(f0))
    if bad.size:
        raise ValueError(f"init[{bad[0][0]}, {bad[0][1]}] = {f0[tuple(bad[0])]}; give finite values")
    flat = np.flatnonzero(f0.min(axis=1) == f0.max(axis=1))
    if flat.size:
        raise ValueError(f"start {flat[0]} of init is constant and has no level set; give at least two values")
    return f0


def as_vertex_weight(vertex_weight, n):
    """Return the masses of the vertices as a float64 array of shape (n,)."""
    mass = np.asarray(vertex_weight)
    if mass.dtype.kind not in "biuf":
        raise TypeError(f"vertex_weight has dtype {mass.dtype}; give real numbers")
    if mass.shape != (n,):
        raise ValueError(f"vertex_weight has shape {mass.shape}; give ({n},), one mass for each vertex")
    mass = np.ascontiguousarray(as_float(mass))
    bad = np.flatnonzero(~((mass > 0) & np.isfinite(mass)))
    if bad.size:
        raise ValueError(f"vertex_weight[{bad[0]}] = {mass[bad[0]]}; give positive finite masses")
    return mass


def as_seeds(seeds, n, k):
    """Return the known parts of the vertices as an int32 array of shape (n,), -1 where unknown."""
    if isinstance(seeds, dict):
        known = np.full(n, -1, np.int32)
        for vertex, part in seeds.items():
            known[as_integer("a vertex in seeds", vertex, 0, n - 1)] = as_integer(f"seeds[{vertex}]", part, -1, k - 1)
    else:
        given = np.asarray(seeds)
        if given.dtype.kind not in "iu":
            raise TypeError(f"seeds has dtype {given.dtype}; give integers, -1 where a part is not known, or a dict")
        if given.shape != (n,):
            raise ValueError(f"seeds has shape {given.shape}; give ({n},), or a dict from vertex to part")
        bad = np.flatnonzero((given < -1) | (given >= k))
        if bad.size:
            raise ValueError(f"seeds[{bad[0]}] = {given[bad[0]]}; give parts 0 to {k - 1}, or -1 where not known")
        known = np.ascontiguousarray(given, np.int32)
    missing = np.setdiff1d(np.arange(k), known)
    if missing.size:
        raise ValueError(f"no vertex is known to be in part {missing[0]}; give every part at least one seed")
    return known


def as_seed(random_state):
    """Return a seed in 0 … 2⁶⁴ − 1 from None (fresh), an int, a RandomState or a Generator."""
    if random_state is None:
        return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**63))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31 - 1))
    return as_integer("random_state", random_state, 0, 2**64 - 1)


def as_threads(n_threads):
    """Return the number of threads: by default the cores this process may use, capped by OMP_NUM_THREADS."""
    if n_threads is not None:
        return as_integer("n_threads", n_threads, 1, 4096)
    # Setting GOMAXPROCS from here has no effect: the number goes with each call.
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    cap = os.environ.get("OMP_NUM_THREADS", "").split(",")[0]
    return min(cores, int(cap)) if cap.isdigit() and int(cap) > 0 else cores

"""Check what is given for each vertex or part, and convert it to the arrays that the core takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .._native.errors import ArgumentError
from .arguments import as_integer
from .graph_name import masses, w
from .keyed import Called, entries, in_order
from .matrix import as_float, refuse_masked

FLOATS = "integers are labels, so pass floats for a start of the descent"
STARTS = "have shape ({0},) for one start or (s, {0}) for s starts"


def as_array(name: str, given: Any, want: str, fill: int = 0) -> npt.NDArray[Any]:
    """Return an argument as an array. Raise TypeError for a mask, and ValueError with ``want`` for ragged rows."""
    refuse_masked(name, given, fill)
    try:
        return np.asarray(given)
    except ValueError:
        raise ArgumentError(f"must {want}, got rows of different lengths", name) from None


def as_numbers(name: str, given: Any, shape: tuple[int, ...], meaning: str, fill: int = 0) -> npt.NDArray[np.float64]:
    """Return real numbers as a float64 array of a shape, or raise TypeError or ValueError naming the argument."""
    want = f"have shape {shape}, {meaning}"
    array = as_array(name, given, want, fill)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must be real numbers, got dtype {array.dtype}")
    if array.shape != shape:
        raise ArgumentError(f"must {want}, got {array.shape}", name)
    return np.ascontiguousarray(as_float(array))


def as_init(init: npt.ArrayLike, n: int, k: int, names: list[Any] | None = None) -> dict[str, npt.NDArray[Any]]:
    """Return the user's own start as fields of a Problem: labels for integers of shape (n,), else starts f⁰."""
    values, called = in_order("init", init, n, names)
    given = as_array("init", values, STARTS.format(n))
    if given.dtype.kind not in "biuf":
        raise TypeError(f"init must be the name of a kind of start or real numbers, got dtype {given.dtype}")
    if given.dtype.kind in "biu" and given.shape == (n,):
        return {"labels": _as_labels(given, k, called)}
    return {"starts": _as_starts(given, n, called)}


def _as_labels(labels: npt.NDArray[Any], k: int, called: Called) -> npt.NDArray[np.int32]:
    """Return the labels of a partition to start from as an int32 array."""
    bad = np.flatnonzero((labels < 0) | (labels >= k))
    if bad.size:
        problem = f"must be a part in [0, {k - 1}], got {labels[bad[0]]}"
        raise ArgumentError(problem, "init", called.key(int(bad[0])), "entry", hint=FLOATS)
    labels = np.ascontiguousarray(labels, np.int32)
    empty = _empty_part(labels, k)
    if empty is not None:
        problem = f"must have at least one vertex in every part, got none in part {empty}"
        raise ArgumentError(problem, "init", hint=FLOATS)
    return labels


def _empty_part(labels: npt.NDArray[np.int32], k: int) -> int | None:
    """Return the first part without a vertex, or None if there is none."""
    present = np.unique(labels)
    missing = np.flatnonzero(present != np.arange(len(present)))
    if len(present) >= k:
        return None
    return int(missing[0]) if missing.size else len(present)


def _as_starts(f0: npt.NDArray[Any], n: int, called: Called) -> npt.NDArray[np.float64]:
    """Return the user's own starts f⁰ as a float64 array of shape (s, n)."""
    if f0.ndim not in (1, 2) or f0.shape[-1] != n or f0.size == 0:
        raise ArgumentError(f"must {STARTS.format(n)}, got {f0.shape}", "init")
    f0 = np.ascontiguousarray(as_float(np.atleast_2d(f0)))
    bad = np.argwhere(~np.isfinite(f0))
    if bad.size:
        row, vertex = bad[0].tolist()
        problem = f"must be finite, got {f0[row, vertex]}"
        index = row, called.key(vertex)
        raise ArgumentError(problem, "init", index, "entry", f"init[{row}, {called(vertex)}] {problem}")
    flat = np.flatnonzero(f0.min(axis=1) == f0.max(axis=1))
    if flat.size:
        problem = f"must not be constant, got {f0[flat[0], 0]} for every vertex"
        raise ArgumentError(problem, "init", None, "entry", f"start {flat[0]} of init {problem}")
    return f0


def as_vertex_weight(
    vertex_weight: npt.ArrayLike | Mapping[Any, float] | None,
    n: int,
    balance: str | None,
    names: list[Any] | None = None,
    zero: bool = True,
) -> npt.NDArray[np.float64] | None:
    """Return the masses of the vertices as a float64 array of shape (n,), or None if they follow from ``balance``.

    They may be 0 if ``zero`` is set; the core checks that enough are positive.
    """
    if vertex_weight is None:
        return None
    if isinstance(vertex_weight, str):
        remedy = (
            f"for an attribute of the vertices, pass tvcut.as_graph({w()}, vertex_weight={vertex_weight!r}) as {w()}"
        )
        raise TypeError(f"{masses()} must be real numbers, got {vertex_weight!r}; {remedy}")
    if balance not in (None, "ratio"):
        raise ArgumentError(f"must be 'ratio' when {masses()} is given, got {balance!r}", "balance")
    values, called = in_order(masses(), vertex_weight, n, names)
    given = _positive(masses(), values, n, "one mass for each vertex", called, zero)
    if not given.any():
        raise ArgumentError("must be > 0 for some vertex, got zero for all", masses())
    return given


def as_sizes(
    vertex_size: npt.ArrayLike | Mapping[Any, float], n: int, names: list[Any] | None = None
) -> npt.NDArray[np.float64]:
    """Return the sizes of the vertices for the communication volume as a float64 array of shape (n,)."""
    values, called = in_order("vertex_size", vertex_size, n, names)
    return _positive("vertex_size", values, n, "one size for each vertex", called, zero=True)


def as_part_weights(part_weights: npt.ArrayLike, k: int) -> npt.NDArray[np.float64]:
    """Return the target shares of the parts as a float64 array of shape (k,). The core checks their sum."""
    return _positive("part_weights", part_weights, k, "one share for each part")


def as_masses(
    vertex_weight: npt.ArrayLike | Mapping[Any, float], n: int, names: list[Any] | None = None
) -> npt.NDArray[np.float64]:
    """Return the masses of the vertices in a file as a float64 array of shape (n,) or (n, c). They may be 0."""
    meaning = "one mass for each vertex"
    values, called = in_order("vertex_weight", vertex_weight, n, names)
    given = as_array("vertex_weight", values, f"have shape ({n},), {meaning}", 1)
    columns = [given] if given.ndim != 2 or 0 in given.shape else list(given.T)
    found = [_positive("vertex_weight", column, n, meaning, called, zero=True) for column in columns]
    return found[0] if columns[0] is given else np.column_stack(found)


def _positive(
    name: str, values: npt.ArrayLike, length: int, meaning: str, called: Called | None = None, zero: bool = False
) -> npt.NDArray[np.float64]:
    """Return numbers > 0, or >= 0, as a float64 array of the given length, or raise an error naming the argument."""
    array = as_numbers(name, values, (length,), meaning, 1)
    bad = np.flatnonzero(~(((array > 0) | (zero & (array == 0))) & np.isfinite(array)))
    if bad.size:
        want = ">= 0" if zero else "> 0"
        key = int(bad[0]) if called is None else called.key(int(bad[0]))
        remedy = "; leave out what has a mass of zero" if called is not None and array[bad[0]] == 0 else ""
        raise ArgumentError(f"must be {want} and finite, got {array[bad[0]]}{remedy}", name, key, "entry")
    return array


def as_fixed(
    fixed: npt.ArrayLike | Mapping[Any, int], n: int, k: int, names: list[Any] | None = None
) -> npt.NDArray[np.int32] | None:
    """Return the parts of the fixed vertices as an int32 array of shape (n,), with -1 for all other vertices.

    None if no vertex is fixed. The core checks that vertices are left for the parts without a fixed one.
    """
    found = entries("fixed", fixed, n, names)
    if found is not None:
        known = np.full(n, -1, np.int32)
        for vertex, key, part in found:
            known[vertex] = as_integer("fixed", part, -1, k - 1, key)
    else:
        want = f"have shape ({n},) or be a dict from vertex to part"
        given = as_array("fixed", fixed, want, -1)
        if given.dtype.kind not in "iu":
            raise TypeError(f"fixed must be integers or a dict from vertex to part, got dtype {given.dtype}")
        if given.shape != (n,):
            raise ArgumentError(f"must {want}, got {given.shape}", "fixed")
        bad = np.flatnonzero((given < -1) | (given >= k))
        if bad.size:
            problem = f"must be a part in [0, {k - 1}] or -1, got {given[bad[0]]}"
            raise ArgumentError(problem, "fixed", int(bad[0]), "entry")
        known = np.ascontiguousarray(given, np.int32)
    return known if (known >= 0).any() else None

"""Check several masses of a vertex, and pairs of vertices, and convert them to the arrays that the core takes."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .._native.errors import ArgumentError
from .arguments import as_integer
from .graph_name import masses, w
from .keyed import in_order
from .kinds import is_of
from .vertices import as_array, as_numbers, as_part_weights, as_vertex_weight

Pairs: TypeAlias = npt.ArrayLike | Iterable[tuple[Any, Any]]


def as_columns(
    vertex_weight: Any, n: int, balance: str | None, names: list[Any] | None
) -> dict[str, npt.NDArray[np.float64] | None]:
    """Return masses of shape (n,) or (n, c) as fields of a Problem: those of the value, and the others."""
    if vertex_weight is None:
        return {"vertex_weight": None}
    values, called = in_order(masses(), _of_rows(vertex_weight), n, names)
    if isinstance(vertex_weight, str) or np.ndim(as_array(masses(), values, f"have shape ({n},) or (n, c)", 1)) != 2:
        return {"vertex_weight": as_vertex_weight(vertex_weight, n, balance, names)}
    given = np.asarray(values)
    if given.shape[0] != n or given.shape[1] == 0:
        raise ArgumentError(f"must have shape ({n},) or ({n}, c), got {given.shape}", masses())
    given = as_numbers(masses(), given, given.shape, "one column for each mass", 1)
    bad = np.argwhere(~((given >= 0) & np.isfinite(given)))
    if bad.size:
        row, column = bad[0].tolist()
        problem = f"must be >= 0 and finite, got {given[row, column]}"
        where = f"{masses()}[{called(row)}, {column}]"
        raise ArgumentError(problem, masses(), (called.key(row), column), "entry", f"{where} {problem}")
    empty = np.flatnonzero(~given.any(axis=0))
    if empty.size:
        raise ArgumentError(f"must be > 0 for some vertex, got zero for all in column {empty[0]}", masses())
    first, others = as_vertex_weight(given[:, 0], n, balance), given[:, 1:].T
    return {"vertex_weight": first, "masses": np.ascontiguousarray(others) if len(others) else None}


def _of_rows(vertex_weight: Any) -> Any:
    """Return a DataFrame as a Series of its rows, so that its index counts, and anything else as it is."""
    if not is_of(vertex_weight, "pandas", "DataFrame"):
        return vertex_weight
    return sys.modules["pandas"].Series(vertex_weight.to_numpy().tolist(), index=vertex_weight.index)


def as_part_columns(part_weights: npt.ArrayLike, k: int, c: int) -> dict[str, npt.NDArray[np.float64]]:
    """Return target shares of shape (k,) or (k, c) for c masses as fields of a Problem."""
    given = as_array("part_weights", part_weights, f"have shape ({k},) or ({k}, c)", 1)
    if given.ndim != 2:
        return {"part_weights": as_part_weights(part_weights, k)}
    if given.shape != (k, c):
        problem = f"must have shape ({k},) or ({k}, {c}), one column for each of {masses()}, got {given.shape}"
        raise ArgumentError(problem, "part_weights")
    columns = [as_part_weights(column, k) for column in given.T]
    others = {"mass_part_weights": np.ascontiguousarray(columns[1:])} if c > 1 else {}
    return {"part_weights": columns[0]} | others


def as_imbalances(max_imbalance: Any, c: int) -> tuple[Any, npt.NDArray[np.float64] | None]:
    """Return the largest imbalance of the first mass, and those of the others if there is one for each of c masses."""
    if max_imbalance is None or isinstance(max_imbalance, str) or np.ndim(max_imbalance) == 0:
        return max_imbalance, None
    given = as_numbers("max_imbalance", max_imbalance, (c,), f"one number for each column of {masses()}")
    bad = np.flatnonzero(~((given >= 0) & np.isfinite(given)))
    if bad.size:
        raise ArgumentError(f"must be >= 0 and finite, got {given[bad[0]]}", "max_imbalance", int(bad[0]), "entry")
    return float(given[0]), given[1:].copy() if c > 1 else None


def as_pairs(name: str, pairs: Any, n: int, names: list[Any] | None) -> npt.NDArray[np.int32] | None:
    """Return pairs of vertices, by names or numbers, as an int32 array of shape (p, 2). None if there is none."""
    if pairs is None:
        return None
    if is_of(pairs, "pandas", "DataFrame"):
        pairs = pairs.to_numpy()
    if isinstance(pairs, (str, bytes, Mapping)) or not isinstance(pairs, Iterable):
        raise TypeError(f"{name} must be pairs of vertices, such as [(0, 1), (0, 2)], got {pairs!r}")
    place = None if names is None else {vertex: i for i, vertex in enumerate(names)}
    found: list[tuple[int, int]] = []
    for at, pair in enumerate(pairs.tolist() if isinstance(pairs, np.ndarray) else pairs):
        try:
            first, second = (None, None) if isinstance(pair, (str, bytes)) else pair
        except (TypeError, ValueError):
            raise ArgumentError(f"must be a pair of vertices, got {pair!r}", name, at, "entry") from None
        if isinstance(pair, (str, bytes)):
            raise ArgumentError(f"must be a pair of vertices, got {pair!r}", name, at, "entry")
        found.append((_vertex(name, at, first, n, place), _vertex(name, at, second, n, place)))
    return np.array(found, np.int32).reshape(-1, 2) if found else None


def _vertex(name: str, at: int, vertex: Any, n: int, place: dict[Any, int] | None) -> int:
    """Return the number of a vertex of a pair, or raise TypeError or ArgumentError naming the pair."""
    if place is None:
        return as_integer(f"a vertex in {name}", vertex, 0, n - 1, at)
    try:
        return place[vertex]
    except (KeyError, TypeError):
        raise ArgumentError(f"must hold names of vertices of {w()}, got {vertex!r}", name, at, "entry") from None


def with_names(error: ArgumentError, names: list[Any] | None) -> ArgumentError:
    """Return an error of the core about pairs with the names of the vertices in place of their numbers."""
    if names is None or error.argument not in ("must_link", "cannot_link") or error.kind != "entry":
        return error

    def called(found: re.Match[str]) -> str:
        return _NUMBER.sub(lambda number: repr(names[int(number[0])]), found[0])

    problem, message = (_VERTICES.sub(called, text) for text in (error.problem, error.message))
    return ArgumentError(problem, error.argument, error.index, error.kind, message, error.hint)


_NUMBER = re.compile(r"\d+")
_VERTICES = re.compile(r"\bvert(?:ex|ices) \d+(?: and \d+)?")

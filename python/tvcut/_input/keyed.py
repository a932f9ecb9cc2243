"""Values for vertices: by their names in a dict or a Series of pandas, and by their order in anything else."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .._native.errors import ArgumentError
from .arguments import as_integer
from .graph_name import w
from .kinds import is_of


class Called:
    """The keys of the entries of vertices: those of a dict or a Series, and else the numbers of the vertices."""

    def __init__(self, keys: Mapping[int, Any] | None = None) -> None:
        self.keys = keys

    def key(self, vertex: int) -> Any:
        """Return the key of the entry of a vertex."""
        return vertex if self.keys is None else self.keys[vertex]

    def __call__(self, vertex: int) -> str:
        """Return how a message calls the entry of a vertex."""
        return repr(self.key(vertex))


def is_series(given: Any) -> bool:
    """Return whether a value is a Series of pandas."""
    return is_of(given, "pandas", "Series")


def is_index(given: Any) -> bool:
    """Return whether a value is an Index of pandas."""
    return is_of(given, "pandas", "Index")


def entries(name: str, given: Any, n: int, names: list[Any] | None) -> Iterator[tuple[int, Any, Any]] | None:
    """Return the vertex, the key and the value of each entry of a dict or a Series, or None if it has no keys.

    The keys are names, where the vertices have some, and else numbers. A Series with the default index 0 … n−1 has no
    keys if none of these numbers is a name. Raises TypeError or ValueError, which name the key.
    """
    if isinstance(given, Mapping):
        return _placed(name, given.items(), n, names, "")
    if not is_series(given) or is_by_position(given, n, names):
        return None
    remedy = f"; pass {name}.to_numpy() if it is in the order of the vertices"
    twice = given.index[given.index.duplicated()].tolist()
    if twice:
        problem = f"must hold every vertex once, got {twice[0]!r} twice{remedy}"
        raise ArgumentError(problem, name, None, "entry", f"the index of {name} {problem}")
    return _placed(name, zip(given.index.tolist(), given.tolist(), strict=True), n, names, remedy)


def is_by_position(series: Any, n: int, names: list[Any] | None) -> bool:
    """Return whether a Series has the index that pandas gives to n values without one, and vertices other names."""
    default = sys.modules["pandas"].RangeIndex(n)
    if not isinstance(series.index, type(default)) or not series.index.equals(default):
        return False
    return names is None or set(names).isdisjoint(range(n))


def _placed(
    name: str, items: Iterable[tuple[Any, Any]], n: int, names: list[Any] | None, remedy: str
) -> Iterator[tuple[int, Any, Any]]:
    place = None if names is None else {vertex: i for i, vertex in enumerate(names)}
    for key, value in items:
        if place is not None and key not in place:
            problem = f"must be the name of a vertex of {w()}, got {key!r}{remedy}"
            raise ArgumentError(problem, name, key, "entry", f"a vertex in {name} {problem}")
        yield as_integer(f"a vertex in {name}", key, 0, n - 1) if place is None else place[key], key, value


def in_order(name: str, given: Any, n: int, names: list[Any] | None) -> tuple[Any, Called]:
    """Return what is given for all vertices in their order, and how a message calls the entry of a vertex.

    What has no keys is returned as it is. Raises TypeError or ValueError, which name a wrong key or a missing vertex.
    """
    found = entries(name, given, n, names)
    if found is None:
        return given, Called()
    values: dict[int, Any] = {}
    keys: dict[int, Any] = {}
    for vertex, key, value in found:
        values[vertex], keys[vertex] = value, key
    for i in range(n):
        if i not in values:
            missing = i if names is None else names[i]
            raise ArgumentError(f"must have an entry for every vertex of {w()}, got none for {missing!r}", name)
    return [values[i] for i in range(n)], Called(keys)

"""What a file may mean otherwise: a first line as sizes or a header, times as weights, one of several weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._input.columns import AUTO, FOUND, unnamed, weight_column

_TIMES = ((5e8, 2e9), (5e11, 2e12))  # seconds and milliseconds since 1970, from 1985 to 2033
_HEAD = 1000  # edges that mostly show that a rule for all of them does not hold
_STEP = 20  # seconds between the times of contacts that sociopatterns.org publishes
CONTACTS = "the first column was read as times, and each contact counts 1; weight='3' reads it as vertices"
_FEW = 5  # edges below which sizes must be exact


def are_sizes(source: Any, target: Any, weight: Any, width: int) -> bool:
    """Return whether the first of some rows holds the numbers n and m of vertices and edges, or n, n and m."""
    m, first, second = len(source) - 1, int(source[0]), int(target[0])
    if m < 2:
        return False
    declared = second if width == 2 else float(weight[0])
    if declared not in (m, m / 2 if m >= _FEW else m) or (width > 2 and first != second):
        return False
    top = max(int(source[1:].max()), int(target[1:].max()))
    return first in (top, top + 1) or (m >= _FEW and first > top)


def sizes(line: int, words: Sequence[str], found: int) -> str:
    """Return that a line was taken for sizes."""
    less = "" if str(found) == words[0] else f"; {found} vertices have edges"
    return f"line {line}, {_shown(words)}, was read as the numbers of vertices and edges{less}; {_OTHERWISE}"


def header(line: int, words: Sequence[str]) -> str:
    """Return that a line was taken for a header, though its words may be vertices."""
    return f"line {line}, {_shown(words)}, was read as a header; {_OTHERWISE}"


def are_contacts(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether rows hold a time and two vertices, and maybe a class of each: times ascend in steps of 20 s."""
    if len(rows[0]) not in (3, 5) or not all(word.isascii() and word.isdigit() for row in rows for word in row[:3]):
        return False
    steps = np.diff([float(row[0]) for row in rows])
    return bool((steps > 0).sum() > 1 and (steps >= 0).all() and not (steps % _STEP).any())


def communities(row: Any, col: Any) -> list[str]:
    """Return that pairs of numbers may be vertices and their communities: each vertex once, in their order."""
    if (
        len(row) < _FEW
        or (np.diff(row[:_HEAD]) != 1).any()
        or (np.diff(row) != 1).any()
        or not 1 < len(np.unique(col)) <= len(row) / 2
    ):
        return []
    return ["each line starts with the next vertex, as in a table of communities; if it is one, read the edges instead"]


def ascending(row: Any, weight: Any) -> list[str]:
    """Return that weights may be times, if they ascend from line to line and the vertices do not."""
    if not _ascends(weight[:_HEAD]) or not _ascends(weight) or _ascends(row):
        return []
    if (weight != np.floor(weight)).any() or len(np.unique(weight)) < 3:
        return []
    return ["the weights ascend from line to line, as times do; weight=None makes every weight 1"]


def _ascends(values: Any) -> bool:
    return bool((values[1:] >= values[:-1]).all())


def zeros(row: Any, col: Any, weight: Any, name: str) -> list[str]:
    """Return that edges are left out because the column that was taken for the weight is 0."""
    count = int(((weight == 0) & (row != col)).sum())
    left = f"{count} edges have 0 in the column {name[:40]!r}, which was taken for the weight, and are left out"
    return [f"{left}; weight=None makes every weight 1"] if count else []


def times(weight: Any, name: str) -> list[str]:
    """Return that the weights of a column look like times, if they do."""
    if len(weight) < 2 or not (weight == np.floor(weight)).all():
        return []
    low, high = float(weight.min()), float(weight.max())
    if not any(first <= low and high <= last for first, last in _TIMES):
        return []
    times = f"the numbers from {low:.0f} to {high:.0f} look like times since 1970, and every weight is 1"
    return [f"{times}; weight={name[:40]!r} takes them as weights"]


def weight_or_doubt(
    names: Sequence[str], ends: Sequence[int], wanted: str | None, holds_numbers: FOUND
) -> tuple[int | None, list[str]]:
    """Return the column of the weight, as ``weight_column`` does, or None and that one of several may be it."""
    weight = weight_column(names, ends, wanted, holds_numbers)
    several = [names[c] for c in unnamed(names, ends, holds_numbers)] if weight is None and wanted == AUTO else []
    if len(several) < 2:
        return weight, []
    listed = ", ".join(repr(name[:40]) for name in several[:10])
    return None, [f"{listed} may be weights, and every weight is 1; weight={several[0][:40]!r} takes one of them"]


_OTHERWISE = "header=False reads it as an edge"


def _shown(words: Sequence[str]) -> str:
    return repr(" ".join(words)[:60])

"""What a file may mean otherwise: a first line as sizes or a header, times as weights, one of several weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

_TIMES = ((1e8, 5e9), (1e11, 5e12))  # seconds and milliseconds since 1970, from 1973 on
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


def times(weight: Any) -> list[str]:
    """Return that weights look like times, if they do."""
    if len(weight) < 2 or not (weight == np.floor(weight)).all():
        return []
    low, high = float(weight.min()), float(weight.max())
    if not any(first <= low and high <= last for first, last in _TIMES):
        return []
    return [f"the weights, from {low:.0f} to {high:.0f}, look like times since 1970; weight=None makes every weight 1"]


def unclear(names: Sequence[str]) -> list[str]:
    """Return that one of several columns may be the weight."""
    if len(names) < 2:
        return []
    listed = ", ".join(repr(name[:40]) for name in names[:10])
    return [f"{listed} may be weights, and every weight is 1; weight={names[0][:40]!r} takes one of them"]


_OTHERWISE = "header=False reads it as an edge"


def _shown(words: Sequence[str]) -> str:
    return repr(" ".join(words)[:60])

"""What the first line of an edge list tells: the character between columns, and which columns are what.

The first line may be a header, which names the columns in any order and among others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .error import GraphFileError

SOURCE = ("source", "from", "src", "u", "node1", "vertex1", "i", "start", "id_1", "node_1", "id1", "source_id", "n1")
TARGET = ("target", "to", "dst", "v", "node2", "vertex2", "j", "end", "id_2", "node_2", "id2", "target_id", "n2")
WEIGHT = ("weight", "w", "value")
MISSING = ("na", "n/a", "nan", "null", "none", "missing")  # words for a value that is not there


@dataclass(frozen=True)
class Layout:
    """How a line is divided: the character between columns, their number, and which are vertices and weight.

    ``header`` says whether the first line is one. None: it is one if all other vertices are integers. ``top`` has the
    words of a header that is an edge with a wrong weight instead if one of its ends is a vertex of another line.
    """

    mark: str | None  # None for spaces
    columns: int
    order: list[int]
    header: bool | None
    top: tuple[str, ...] = ()


def delimiter(line: bytes) -> str | None:
    """Return the character between the columns, which the first line shows, or None for spaces.

    It is a tab if there is one, and else the more frequent of "," and ";", which allows for decimal commas.
    """
    if b"\t" in line:
        return "\t"
    commas, semicolons = line.count(b","), line.count(b";")
    return None if commas == semicolons == 0 else "," if commas > semicolons else ";"


def layout_of(top: Sequence[str], mark: str | None, line: int) -> Layout:
    """Return the layout of an edge list whose first line has the columns ``top``, or raise GraphFileError."""
    named = named_columns(top)
    if named is not None:
        return Layout(mark, len(top), named, True)
    if not 2 <= len(top) <= 3:
        raise GraphFileError(
            f"a line must hold two vertices and optionally a weight, got {len(top)} columns; for other columns, start "
            "the file with a header that names the columns source, target and weight",
            line,
        )
    order, words = list(range(len(top))), number(top[0]) is None and number(top[1]) is None
    if words and len(top) == 3 and _names_a_column(top[2]):
        if not top[0]:  # pandas writes the index of a table so
            raise GraphFileError(
                "the first column has no name, as the index of a table of pandas; write it with index=False, or name "
                "the columns source, target and weight",
                line,
            )
        return Layout(mark, len(top), order, True, () if top[2].lower() in WEIGHT else tuple(top))
    values = [weight_of(word, line) for word in top[2:]]
    return Layout(mark, len(top), order, None if words and all(map(math.isfinite, values)) else False)


def named_columns(names: Sequence[str]) -> list[int] | None:
    """Return the columns with the names of vertices and of a weight, or None if there are not two of vertices."""
    lower = [name.strip().lower() for name in names]
    found = [next((lower.index(word) for word in words if word in lower), None) for words in (SOURCE, TARGET, WEIGHT)]
    return None if None in found[:2] else [column for column in found if column is not None]


def _names_a_column(word: str) -> bool:
    """Return whether a word in the place of the first weight is a name, and not a weight that is wrong or missing."""
    return word[:1].isalpha() and word.lower() not in MISSING and number(word) is None


def weight_of(word: str, line: int) -> float:
    """Return the weight that a word spells, or raise GraphFileError."""
    value = number(word)
    if value is None:
        point = word.replace(",", ".", 1)
        remedy = "" if "," not in word or number(point) is None else f"; write {point[:40]}"
        raise GraphFileError(f"a weight must be a number, got {word[:40]!r}{remedy}", line)
    return value


def number(word: str) -> float | None:
    """Return the number that a word spells, or None if it spells none."""
    try:
        return None if "_" in word else float(word)
    except ValueError:
        return None

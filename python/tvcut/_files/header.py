"""What the first line of an edge list tells: the character between columns, and which columns are what.

The first line may be a header, which names the columns in any order and among others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .._input.columns import AUTO, WEIGHT, are_sure, named_ends, paired_ends, unnamed, unused, weight_column, word
from .._input.error import GraphFileError
from .options import Options

MISSING = ("", "na", "n/a", "nan", "null", "none", "missing")  # words for a value that is not there
KINDS = {"undirected": True, "directed": False}  # of edges, in a column Type as Gephi writes it


@dataclass(frozen=True)
class Layout:
    """How a line is divided: the character between columns, their number, and which are vertices and weight.

    ``header`` says whether the first line is one. None: it is one if its vertices are in no other line. ``top`` has the
    words of the first line, and ``named`` says whether they name the columns for sure.
    """

    mark: str | None  # None for spaces
    columns: int
    order: list[int]
    header: bool | None
    top: tuple[str, ...]
    named: bool = False
    kind: int | None = None  # the column that says whether an edge is directed
    unclear: tuple[str, ...] = ()  # what a header calls columns of which each may be the weight

    @property
    def weight_from(self) -> str | None:
        """The name of the column of the weights in a header."""
        return self.top[self.order[2]] if self.header and len(self.order) > 2 else None

    @property
    def unused(self) -> tuple[str, ...]:
        """What a header calls the columns that are not used."""
        return unused(self.top, [*self.order, self.kind or 0]) if self.header else ()


def delimiter(line: bytes) -> str | None:
    """Return the character between the columns, which the first line shows, or None for spaces.

    It is a tab if there is one, and else the more frequent of "," and ";", which allows for decimal commas. Numbers may
    have tabs and spaces between them. One space is the character if there are quotes.
    """
    if b"\t" in line.strip():
        return None if b" " in line and all(number(w) is not None for w in line.decode("latin-1").split()) else "\t"
    commas, semicolons = line.count(b","), line.count(b";")
    if commas == semicolons == 0:
        return " " if line.strip()[:1] == b'"' and line.strip()[-1:] != b"," else None
    return "," if commas > semicolons else ";"


def layout_of(rows: Sequence[Sequence[str]], mark: str | None, line: int, options: Options) -> Layout:
    """Return the layout of an edge list that starts with some rows, or raise GraphFileError."""
    top = tuple(rows[0][:-1] if mark == "\t" and not rows[0][-1] else rows[0])
    columns = len(top)
    below = rows[1] if len(rows) > 1 and len(rows[1]) >= columns else None
    ends = named_ends(top) or paired_ends(top)
    words = columns > 1 and number(top[0]) is None and number(top[1]) is None
    header = _is_header(top, ends, words, line, options)
    if columns < 2 or (not header and columns > 3 and options.weight == AUTO):
        raise GraphFileError(
            f"a line must hold two vertices and optionally a weight, got {columns} columns; for other columns, start "
            "the file with a header that names the columns source, target and weight, or set weight='3' for the third",
            line,
        )
    if not header:
        weight = weight_column(tuple(map(str, range(1, columns + 1))), [0, 1], options.weight)
        order = [0, 1] if weight is None else [0, 1, weight]
        finite = weight is None or math.isfinite(weight_of(top[weight], line))
        open_question = header is None and words and finite
        return Layout(mark, columns, order, None if open_question else False, top)

    def holds_numbers(c: int) -> bool:
        return below is None or _is_value(below[c])

    named = bool(ends is not None or options.header or word(top[-1]) in WEIGHT)
    ends = ends or [0, 1]
    weight = weight_column(top, ends, options.weight, holds_numbers)
    kind = next((c for c in range(columns) if word(top[c]) == "type" and below and below[c].lower() in KINDS), None)
    several = unnamed(top, ends, holds_numbers) if weight is None and options.weight == AUTO else []
    order = [*ends, *([] if weight is None else [weight])]
    return Layout(mark, columns, order, True, top, named, kind, unclear=tuple(top[c] for c in several))


def _is_header(top: tuple[str, ...], ends: list[int] | None, words: bool, line: int, options: Options) -> bool | None:
    """Return whether the first line is a header, or None if its words do not tell.

    ``ends`` are the columns of vertices by their names. ``words`` says whether the first two columns hold no numbers.
    Raises GraphFileError for a header of a table of vertices, or with a first column that has no name.
    """
    if ends is None and options.header is None and list(map(word, top[:2])) in (["id", "label"], ["id", "name"]):
        raise GraphFileError(
            "the file is a table of vertices, by the names of its columns; read the table of edges", line
        )
    if options.header is not None:
        return options.header
    wanted = options.weight or AUTO
    asked = wanted != AUTO and number(wanted) is None and word(wanted) in map(word, top)
    if asked or (ends is not None and (len(top) > 2 or are_sure(top))):
        return True
    if len(top) == 3 and words and _names_a_column(top[2]):
        if not top[0]:  # pandas writes the index of a table so
            raise GraphFileError(
                "the first column has no name, as the index of a table of pandas; write it with index=False, or name "
                "the columns source, target and weight",
                line,
            )
        return True
    return None


def _is_value(text: str) -> bool:
    """Return whether a text is a number, or stands for one that is missing."""
    return number(text) is not None or text.lower() in MISSING


def _names_a_column(text: str) -> bool:
    """Return whether a word in the place of the first weight is a name, and not a weight that is wrong or missing."""
    return text[:1].isalpha() and text.lower() not in MISSING and number(text) is None


def weight_of(text: str, line: int) -> float:
    """Return the weight that a word spells, or raise GraphFileError."""
    value = number(text)
    if value is None:
        point = text.replace(",", ".", 1)
        remedy = "" if "," not in text or number(point) is None else f"; write {point[:40]}"
        raise GraphFileError(f"a weight must be a number, got {text[:40]!r}{remedy}", line)
    return value


def number(text: str) -> float | None:
    """Return the number that a word spells, or None if it spells none."""
    try:
        return None if "_" in text else float(text)
    except ValueError:
        return None

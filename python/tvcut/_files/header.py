"""What the first line of an edge list tells: the character between columns, and which columns are what.

The first line may be a header, which names the columns in any order and among others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .._input.columns import AUTO, WEIGHT, are_sure, named_ends, paired_ends, unused, weight_column, word
from .._input.error import GraphFileError
from .doubts import weight_or_doubt
from .options import Options

MISSING = ("", "na", "n/a", "nan", "null", "none", "missing")  # words for a value that is not there
_VERTEX = ("id", "label", "name", "node", "vertex", "node_id", "vertex_id", "nodeid")
_OF_VERTEX = (
    "group",
    "class",
    "type",
    "category",
    "community",
    "cluster",
    "module",
    "partition",
    "lat",
    "latitude",
    "x",
)
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
    unclear: tuple[str, ...] = ()  # that each of several columns may be the weight
    contacts: bool = False  # whether the first column holds times

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
    have tabs and spaces between them. One space is the character if there are quotes, and "|" if there is no space.
    """
    line = line.strip()
    if b"\t" in line:
        return None if b" " in line and all(number(w) is not None for w in line.decode("latin-1").split()) else "\t"
    commas, semicolons = line.count(b","), line.count(b";")
    if commas == semicolons == 0:
        return " " if line[:1] == b'"' else "|" if b"|" in line and b" " not in line else None
    return "," if commas > semicolons else ";"


def layout_of(rows: Sequence[Sequence[str]], mark: str | None, line: int, options: Options) -> Layout:
    """Return the layout of an edge list that starts with some rows, or raise GraphFileError."""
    trailing = len(rows[0]) > 2 and not rows[0][-1] and (mark == "\t" or (len(rows) > 1 and not rows[1][-1]))
    top = tuple(rows[0][:-1] if trailing else rows[0])
    columns = len(top)
    below = rows[1] if len(rows) > 1 and len(rows[1]) >= columns else None
    index = _has_index(top, below)
    ends = named_ends(top) or paired_ends(top)
    words = columns > 1 and number(top[0]) is None and number(top[1]) is None
    header = _is_header(top[index:], ends, words, line, options)
    header = True if index and header is None else header
    if columns < 2 or (not header and columns > 3 and options.weight == AUTO):
        raise GraphFileError(_other_columns(top), line)
    if not header:
        return _without_header(top, mark, header is None and words, line, options)

    def holds_numbers(c: int) -> bool:
        return below is None or _is_value(below[c], mark)

    named = bool(ends or options.header or word(top[-1]) in WEIGHT or (index and columns <= 4))
    ends = ends or [int(index), 1 + index]
    weight, unclear = weight_or_doubt(top, ends, options.weight, holds_numbers)
    kind = next((c for c in range(columns) if word(top[c]) == "type" and below and below[c].lower() in KINDS), None)
    order = [*ends, *([] if weight is None else [weight])]
    return Layout(mark, columns, order, True, top, named, kind, tuple(unclear))


def _other_columns(top: tuple[str, ...]) -> str:
    """Return what is wrong with a first line of one column, or of more than three without a header, and the remedy."""
    remedy = "leave the line out if it is no edge, or pass the format of the file"
    if len(top) > 1:
        third = ", or set weight='3' for the third" if len(top) > 3 and number(top[2]) is not None else ""
        remedy = f"start the file with a header that names the columns source, target and weight{third}"
    return f"a line must hold two vertices and optionally a weight, got {len(top)} columns; {remedy}"


def _without_header(top: tuple[str, ...], mark: str | None, unknown: bool, line: int, options: Options) -> Layout:
    """Return the layout if the first line is no header, or if this is not known and the weight in it is finite."""
    weight = weight_column(tuple(map(str, range(1, len(top) + 1))), [0, 1], options.weight)
    order = [0, 1] if weight is None else [0, 1, weight]
    finite = weight is None or math.isfinite(weight_of(top[weight], line, mark))
    return Layout(mark, len(top), order, None if unknown and finite else False, top)


def _is_header(top: tuple[str, ...], ends: list[int] | None, words: bool, line: int, options: Options) -> bool | None:
    """Return whether the first line is a header, or None if its words do not tell.

    ``ends`` are the columns of vertices by their names. ``words`` says whether the first two columns hold no numbers.
    Raises GraphFileError for a header of a table of vertices.
    """
    first, second = [*map(word, top[:2]), ""][:2]
    if ends is None and options.header is None and first in _VERTEX and second in (*_VERTEX, *_OF_VERTEX):
        problem = "the file is a table of vertices, by the names of its columns"
        raise GraphFileError(f"{problem}; read the table of edges, or set header=True if it is one", line)
    if options.header is not None:
        return options.header
    wanted = options.weight or AUTO
    asked = wanted != AUTO and number(wanted) is None and word(wanted) in map(word, top)
    if asked or (ends is not None and (len(top) > 2 or are_sure(top))):
        return True
    return True if len(top) == 3 and words and _names_a_column(top[2]) else None


def _has_index(top: Sequence[str], below: Sequence[str] | None) -> bool:
    """Return whether the first column numbers the rows, as R and pandas write it: it has no name."""
    return len(top) > 2 and word(top[0]) in ("", "unnamed_0") and below is not None and below[0] in ("0", "1")


def with_row_names(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether names of columns are above rows that start with their numbers, as R writes them."""
    top, *more = rows
    numbered = [row[0] for row in more] == [str(i) for i in range(1, len(rows))]
    return bool(more) and numbered and all(len(row) == len(top) + 1 for row in more) and not top[0].isdigit()


def _is_value(text: str, mark: str | None) -> bool:
    """Return whether a text is a number, or stands for one that is missing."""
    return number(text, mark) is not None or text.lower() in MISSING


def _names_a_column(text: str) -> bool:
    """Return whether a word in the place of the first weight is a name, and not a weight that is wrong or missing."""
    return text[:1].isalpha() and text.lower() not in MISSING and number(text) is None


def weight_of(text: str, line: int, mark: str | None = None) -> float:
    """Return the weight that a word spells, or raise GraphFileError."""
    value = number(text, mark)
    if value is None:
        remedy = "" if number(text.replace(",", "")) is None else "; write it with a decimal point and no comma"
        raise GraphFileError(f"a weight must be a number, got {text[:40]!r}{remedy}", line)
    return value


def number(text: str, mark: str | None = None) -> float | None:
    """Return the number that a word spells, or None. Between semicolons, a comma is that of a decimal number."""
    try:
        return None if "_" in text else float(text.replace(",", ".") if mark == ";" else text)
    except ValueError:
        return None

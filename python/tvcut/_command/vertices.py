"""Files with values for each vertex: parts, as `tvcut cut --output` writes them, and masses; and files of pairs."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .message import Refused

_QUOTED = re.compile('"(?:[^"]|"")*"')


def parts(path: str, names: list[str] | None, n: int, k: int) -> npt.NDArray[np.int64]:
    """Return the part of each vertex, -1 for a vertex that the file does not name or gives the part -1."""

    def part(word: str) -> int | None:
        return int(word) if word.removeprefix("-").isdecimal() and len(word) < 10 and -1 <= int(word) < k else None

    want = f"a part must be in [0, {k - 1}], or -1 for none"
    found: npt.NDArray[np.int64] = _read(path, names, np.full((n, 1), -1), part, want)[:, 0]
    return found


def numbers(path: str, names: list[str] | None, n: int, what: str) -> npt.NDArray[np.float64]:
    """Return a number for each vertex, such as its mass, or several in columns. The file must name all vertices."""

    def number(word: str) -> float | None:
        try:
            return float(word)
        except ValueError:
            return None

    found: npt.NDArray[np.float64] = _read(path, names, np.full((n, 1), np.nan), number, f"a {what} must be a number")
    missing = np.isnan(found).any(axis=1)
    if missing.any():
        vertex = called(names, int(missing.argmax()))
        raise Refused(f"{path}: every vertex needs a {what}, and vertex {vertex} has none")
    return found if found.shape[1] > 1 else found[:, 0]


def pairs(path: str, names: list[str] | None, n: int) -> list[tuple[Any, Any]]:
    """Return the pairs of vertices in the lines of a file: of their names, or of their numbers if they have none."""
    place = None if names is None else {name: i for i, name in enumerate(names)}
    found: list[tuple[Any, Any]] = []
    for line, row in _rows(path):
        if len(row) != 2:
            raise Refused(f"{path}, line {line}: a line must hold two vertices, got {len(row)} columns")
        pair: list[Any] = []
        for word in row:
            vertex = _vertex(word, place, n)
            if vertex is None:
                raise Refused(f"{path}, line {line}: the graph has {n} vertices, but the file has {word[:40]!r}")
            pair.append(vertex if names is None else names[vertex])
        found.append((pair[0], pair[1]))
    return found


def line_of(path: str, entry: int) -> int:
    """Return the number of the line with an entry of a file, counted from 0."""
    return next(line for number, (line, _) in enumerate(_rows(path)) if number == entry)


def called(names: list[str] | None, vertex: int, first: int = 0) -> str:
    """Return how a message calls a vertex: by its name, or by its number, counted from ``first``."""
    return str(vertex + first) if names is None else repr(names[vertex])


def _read(path: str, names: list[str] | None, values: Any, value: Callable[[str], Any], want: str) -> Any:
    """Fill ``values`` from lines with one value each, in the order of vertices, or with a vertex and its value.

    Numbers that are not integers may have several columns after the vertex, as many in each line.
    """
    several = values.dtype.kind == "f"
    place = None if names is None else {name: i for i, name in enumerate(names)}
    n, count, columns = len(values), 0, 0
    seen = np.zeros(n, bool)
    for line, row in _rows(path):
        if not columns:
            columns = len(row)
            values = np.repeat(values, max(columns - 1, 1), axis=1)
        if len(row) != columns or (columns > 2 and not several):
            what = f"a vertex and its {columns - 1} values" if columns > 2 and several else "a vertex and its value"
            raise Refused(f"{path}, line {line}: a line must hold a value, or {what}, got {len(row)}")
        vertex = count if columns == 1 else _vertex(row[0], place, n)
        count += 1
        if vertex is None or vertex >= n:
            what = f"{count} values" if vertex is not None else f"{row[0][:40]!r}"
            raise Refused(f"{path}, line {line}: the graph has {n} vertices, but the file has {what}")
        if seen[vertex]:
            raise Refused(f"{path}, line {line}: vertex {row[0][:40]!r} has a value already")
        for column, word in enumerate(row[1:] or row):
            found = value(word.strip())
            if found is None:
                raise Refused(f"{path}, line {line}: {want}, got {word.strip()[:40]!r}")
            values[vertex, column] = found
        seen[vertex] = True
    if columns < 2 and count != n:
        raise Refused(f"{path}: the graph has {n} vertices, but the file has {count} values")
    return values


def _vertex(word: str, place: dict[str, int] | None, n: int) -> int | None:
    """Return the number of the vertex that a word names as it is or without spaces around it, or None if none does."""
    if place is not None:
        return place.get(word, place.get(word.strip()))
    word = word.strip()
    return int(word) if word.isdecimal() and len(word) < 11 and int(word) < n else None


def _rows(path: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the columns of each line that is not empty, with tabs, commas or spaces between them."""
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(f"{path}: the file must be text in UTF-8: {error.reason}") from None
    mark = _mark(text)
    if mark is None:
        yield from ((line, row.split()) for line, row in enumerate(text.splitlines(), 1) if row.strip())
        return
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    try:
        yield from ((reader.line_num, row) for row in reader if row)
    except csv.Error as error:
        raise Refused(f"{path}, line {reader.line_num}: the line is no row of CSV: {error}") from None


def _mark(text: str) -> str | None:
    """Return the tab or the comma between the columns of the first row, or None. A name in quotes may hold anything."""
    quoted = _QUOTED.match(text)
    rest = text[quoted.end() if quoted else 0 :].partition("\n")[0]
    return next((mark for mark in "\t," if mark in rest), None)

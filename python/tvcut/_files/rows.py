"""The columns of each line of a table as text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from .._input.error import GraphFileError, brief
from .comments import Rows
from .header import delimiter, number
from .source import Source
from .table import Lines

_ENCODING = "set encoding='latin-1' if it is in that encoding"


def rows_of(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the columns of each row, whatever they mean."""
    lines = Rows(source)
    mark = delimiter(next(lines.blocks(), ([b""], range(1)))[0][0])
    rows = rows_in(lines.blocks(), mark)
    if mark != ";":
        return rows
    return ((line, [_decimal(text) for text in row]) for line, row in rows)


def _decimal(text: str) -> str:
    """Return a number with a decimal comma with a point instead."""
    return text if number(text, ";") is None else text.replace(",", ".")


def rows_in(blocks: Iterable[Lines], mark: str | None) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the first line of each row, and its columns.

    Rows of CSV have several lines where a name in quotes has a line break.
    """
    if mark is None:
        for line, text in _texts(blocks):
            words = text.split()
            comment = next((k for k in range(2, len(words)) if words[k].startswith(("#", "%", "//"))), None)
            yield line, words[:comment]
        return
    begun = [0]  # the numbers of the last line of the row before, and of the lines of the row

    def lines() -> Iterator[str]:
        for line, text in _texts(blocks):
            begun.append(line)
            yield from io.StringIO(f"{text}\n", newline="") if "\r" in text else (f"{text}\n",)

    try:
        for row in csv.reader(lines(), delimiter=mark, skipinitialspace=True, strict=True):
            yield begun[:2][-1], [word.strip() for word in row]
            del begun[:-1]
    except csv.Error as error:
        raise GraphFileError(f"the line is no row of CSV: {brief(error)}", begun[:2][-1]) from None


def _texts(blocks: Iterable[Lines]) -> Iterator[tuple[int, str]]:
    """Yield the number of each line and its text, or raise GraphFileError."""
    for lines, place in blocks:
        for text, line in zip(lines, place, strict=True):
            try:
                yield line, text.decode()
            except UnicodeDecodeError as error:
                byte = error.object[error.start]
                problem = f"a line must be text in UTF-8, got the byte {byte:#x}; {_ENCODING}"
                raise GraphFileError(problem, line) from None

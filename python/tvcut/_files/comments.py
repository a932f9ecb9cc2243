"""Lines of an edge list that start with # or %: comments, or rows whose first name starts so.

Before the first row they are comments. After it, they are rows in CSV and TSV if they have its columns, and else
comments, which are counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .._input.columns import named_ends, paired_ends
from .._input.error import GraphFileError
from .header import delimiter
from .source import Source
from .table import Lines, line_blocks

COMMENTS = b"#%"
_STARTS = tuple(bytes((mark,)) for mark in COMMENTS)
KONECT = re.compile(rb"%\s*(sym|asym|bip)\s+\w+\s*(?:$|\n)")  # the first line of a file of konect.cc
_TGF = "the file is in the Trivial Graph Format, TGF; keep the lines of edges, which follow the line #"


class Rows:
    """The lines of an edge list that are rows, and what the others are."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.top: bytes | None = None  # the first row
        self.first = b""  # the mark of the first comment: where it is another, lines between tabs may be rows
        self.konect = ""  # sym, asym or bip
        self.marked: tuple[bytes, int] | None = None  # the last line before the first row that starts with a mark
        self.dropped: tuple[int, int] = 0, 0  # the number of the first comment after the first row, and their count
        self._block: tuple[list[bytes], int] = [], 0  # the lines that were looked at last, and the first row among them

    def blocks(self) -> Iterator[Lines]:
        """Yield the rows in blocks, and their numbers in the file."""
        self.top, self.first, self.dropped, self._block = None, b"", (0, 0), ([], 0)
        for lines, place in line_blocks(self.source, COMMENTS, False, self._is_row):
            self.top = self.top or lines[0]
            yield lines, place

    def names(self, mark: str | None, first: list[str]) -> list[str]:
        """Return the names of the columns if the last comment above the first row holds them, and else none."""
        text = self.marked[0].lstrip(COMMENTS).decode("utf-8", "replace") if self.marked else ""
        found = [name.strip() for name in text.split(mark if mark and mark in text else None)]
        if len(found) != len(first) or named_ends(first) or not (named_ends(found) or paired_ends(found)):
            return []
        return found

    def doubts(self, named: bool = False) -> list[str]:
        """Return what the comments may mean otherwise. ``named``: the last above the rows is a header."""
        found, (first, count) = [], self.dropped
        if count == 1:
            found.append(f"line {first} starts with # or % and was left out as a comment")
        elif count:
            more = f"{count} lines after the first row start with # or % and were left out as comments"
            found.append(f"{more}, the first of them line {first}")
        if self.marked is not None and self.top is not None and not named:
            (line, number), mark = self.marked, (delimiter(self.top) or "").encode()
            if mark and line.count(mark) == self.top.count(mark) and line[1:2].strip():
                shown = repr(line.decode("utf-8", "replace")[:40])
                found.append(f"line {number}, {shown}, was left out as a comment, though it has the columns of a row")
        return found

    def _is_row(self, lines: list[bytes], i: int, number: int) -> bool:
        line = lines[i].strip()
        if lines is not self._block[0]:
            plain = (k for k, text in enumerate(lines) if text.strip() and not text.lstrip().startswith(_STARTS))
            self._block = lines, next(plain, len(lines))
        top = self.top or (lines[self._block[1]] if self._block[1] < i else None)
        if top is None:
            self.first = self.first or line[:1]
            below = lines[self._block[1]] if self._block[1] < len(lines) else b""
            mark = delimiter(below)
            if line[:1] != self.first and mark == "\t" and line.count(b"\t") == below.strip().count(b"\t"):
                return True
            kind = KONECT.match(line)
            self.konect = kind[1].decode() if kind else self.konect
            self.marked = line, number
            return False
        mark = delimiter(top)
        if mark not in (None, " ") and line.count(mark.encode()) >= top.count(mark.encode()):
            return True
        first, count = self.dropped
        if line == b"#" and not count:
            raise GraphFileError(_TGF, number)
        self.dropped = first or number, count + 1
        return False

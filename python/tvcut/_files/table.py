"""Lines of numbers: the fast parser behind the readers of text."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .error import GraphFileError

_SPACE = np.zeros(256, bool)
_SPACE[list(b" \t\r\n\v\f")] = True
_ALLOWED = _SPACE.copy()
_ALLOWED[list(b"0123456789+-.eE")] = True


@dataclass(frozen=True)
class Table:
    """The numbers of some lines: all values, and the values start[i] … start[i+1]−1 of line i."""

    values: npt.NDArray[np.float64]
    start: npt.NDArray[np.int64]

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """The number of values in each line."""
        return np.diff(self.start)


def lines_of(data: bytes, comments: bytes) -> tuple[list[bytes], Sequence[int]]:
    """Return the lines that do not start with a character of ``comments``, and their numbers in the file from 1."""
    lines = data.split(b"\n")
    if lines and not lines[-1].strip():
        lines.pop()
    marks = tuple(bytes((mark,)) for mark in comments)
    if not any(mark in data for mark in marks):
        return lines, range(1, len(lines) + 1)
    kept = [i for i, line in enumerate(lines) if not line.lstrip().startswith(marks)]
    return [lines[i] for i in kept], [i + 1 for i in kept]


def numbers(lines: list[bytes], place: Sequence[int]) -> Table:
    """Return the numbers in lines, which ``place`` numbers. Anything else in them raises GraphFileError."""
    body = b"\n".join(lines)
    text = np.frombuffer(body, np.uint8)
    wrong = ~_ALLOWED[text]
    if wrong.any():
        k = int(wrong.argmax())
        line = place[body.count(b"\n", 0, k)]
        raise GraphFileError(f"a line must hold numbers only, got the character {chr(text[k])!r}", line)
    space = _SPACE[text]
    begins = ~space
    begins[1:] &= space[:-1]
    counts = np.bincount((np.cumsum(text == 10))[begins], minlength=len(lines))
    start = np.concatenate(([0], np.cumsum(counts)))
    return Table(_parsed(body, int(start[-1]), lines, place), start)


def _parsed(body: bytes, count: int, lines: list[bytes], place: Sequence[int]) -> npt.NDArray[np.float64]:
    if count == 0:
        return np.zeros(0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", DeprecationWarning)  # what NumPy 1 reports in place of ValueError
            values = np.fromstring(body, sep=" ")
    except (ValueError, DeprecationWarning):
        values = np.zeros(0)
    if len(values) == count:
        return values
    for line, number in zip(lines, place, strict=True):
        for word in line.split():
            try:
                float(word)
            except ValueError:
                raise GraphFileError(f"a line must hold numbers only, got {word.decode()[:40]!r}", number) from None
    raise GraphFileError("the file must hold numbers only")


def first_line(wrong: npt.NDArray[np.bool_], start: npt.NDArray[np.int64], place: Sequence[int]) -> tuple[int, int]:
    """Return the index of the first wrong value and the number of its line in the file."""
    k = int(wrong.argmax())
    return k, place[int(np.searchsorted(start, k, side="right")) - 1]

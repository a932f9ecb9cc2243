"""Lines of numbers: the fast parser behind the readers of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .._input.error import GraphFileError
from .source import PIECE, Source

Lines: TypeAlias = tuple[list[bytes], Sequence[int]]  # lines, and their numbers in the file from 1
_BOM = b"\xef\xbb\xbf"
_END = b" -1e-300"  # after the numbers: NumPy has read all of them if it has read this one
_SPACE = np.zeros(256, bool)
_SPACE[list(b" \t\r\n\v\f")] = True
_ALLOWED = _SPACE.copy()
_ALLOWED[list(b"0123456789+-.eE")] = True


@dataclass(frozen=True)
class Table:
    """The numbers of some lines: all values, and the values start[i] … start[i+1]−1 of line i.

    ``padded`` has the indices of the values that are spelled with a leading zero, such as 007.
    """

    values: npt.NDArray[np.float64]
    start: npt.NDArray[np.int64]
    padded: npt.NDArray[np.int64]

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """The number of values in each line."""
        return np.diff(self.start)


def line_blocks(source: Source, comments: bytes, blank: bool = True) -> Iterator[Lines]:
    """Yield the lines that do not start with a character of ``comments``, and their numbers in the file from 1.

    They come in blocks of about PIECE bytes, none of them empty. Blank lines are left out unless ``blank``, and so is
    the mark of UTF-8 at the start.
    """
    first = 1
    for text in _whole_lines(source.pieces(PIECE)):
        lines = text.split(b"\n")
        if first == 1:
            lines[0] = lines[0].removeprefix(_BOM)
        count = len(lines)
        lines, place = _without_comments(lines, first, text, comments)
        if not blank and not all(map(bytes.strip, lines)):
            kept = [i for i, line in enumerate(lines) if line.strip()]
            lines, place = [lines[i] for i in kept], [place[i] for i in kept]
        if lines:
            yield lines, place
        first += count


def _whole_lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the same bytes in pieces that end with a line, without the line break at their end."""
    rest: list[bytes] = []  # the start of a line
    for piece in pieces:
        text, end, start = piece.rpartition(b"\n")
        if end:
            yield b"".join((*rest, text))
            rest.clear()
        rest.append(start)
    last = b"".join(rest)
    if last.strip():
        yield last


def _without_comments(lines: list[bytes], first: int, text: bytes, comments: bytes) -> Lines:
    """Return the lines of a text without comments, and their numbers if the first line has the given one."""
    marks = tuple(bytes((mark,)) for mark in comments)
    if not any(mark in text for mark in marks):
        return lines, range(first, first + len(lines))
    kept = [i for i, line in enumerate(lines) if not line.lstrip().startswith(marks)]
    return [lines[i] for i in kept], [i + first for i in kept]


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
    words = np.flatnonzero(begins)
    start = np.concatenate(([0], np.searchsorted(words, np.flatnonzero(text == ord("\n"))), [len(words)]))
    return Table(_parsed(body, len(words), lines, place), start[: len(lines) + 1], _padded(text, words))


def _padded(text: npt.NDArray[np.uint8], words: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the indices of the words, which begin at given places, that start with a zero and another digit."""
    zero = np.flatnonzero(text[words] == ord("0"))
    after = words[zero] + 1
    digits = text[after[after < len(text)]] - ord("0") < 10  # other characters are larger, modulo 2⁸
    return zero[: len(digits)][digits]


def _parsed(body: bytes, count: int, lines: list[bytes], place: Sequence[int]) -> npt.NDArray[np.float64]:
    if count == 0:
        return np.zeros(0)
    try:
        values = np.fromstring(body + _END, sep=" ")
    except (ValueError, DeprecationWarning):  # older versions of NumPy warn, which may be an error, and stop
        values = np.zeros(0)
    if len(values) == count + 1 and values[-1] == float(_END):
        return values[:-1]
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

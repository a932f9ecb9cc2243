"""Lines of numbers in blocks: the fast parser behind the readers of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .._input.error import GraphFileError
from .source import PIECE, Source

Lines: TypeAlias = tuple[list[bytes], Sequence[int]]  # lines, and their numbers in the file from 1
Numbers: TypeAlias = tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]  # values, start[i] … start[i+1]−1 of line i
_END = b" -1e-300"  # after the numbers: NumPy has read all of them if it has read this one
_SPACE = np.zeros(256, bool)
_SPACE[list(b" \t\r\n\v\f")] = True
_ALLOWED = _SPACE.copy()
_ALLOWED[list(b"0123456789+-.eE")] = True


class Columns:
    """Columns of numbers that grow while a file is read in blocks. Their memory grows in place."""

    def __init__(self, *types: npt.DTypeLike) -> None:
        self._types, self._parts = [np.dtype(kind) for kind in types], [bytearray() for _ in types]

    def append(self, *columns: Any) -> None:
        """Add numbers to each column, which are converted to its type."""
        for part, kind, values in zip(self._parts, self._types, columns, strict=True):
            part += np.ascontiguousarray(values, kind).data.cast("B") if len(values) else b""

    def arrays(self) -> list[npt.NDArray[Any]]:
        """Return the columns. Nothing may be appended while one of them is in use."""
        return [np.ndarray(len(p) // t.itemsize, t, p) for p, t in zip(self._parts, self._types, strict=True)]


def line_blocks(
    source: Source, comments: bytes, blank: bool = True, is_row: Callable[[list[bytes], int, int], bool] | None = None
) -> Iterator[Lines]:
    """Yield the lines that do not start with a character of ``comments``, and their numbers in the file from 1.

    They come in blocks of about PIECE bytes, none of them empty. Blank lines are left out unless ``blank``. A line that
    starts with such a character is kept if ``is_row`` of the lines, its place among them and its number says so.
    """
    first, marks = 1, tuple(bytes((mark,)) for mark in comments)
    for text in _whole_lines(source.text(PIECE)):
        text = text.removeprefix(b"\xef\xbb\xbf") if first == 1 else text
        if not blank and not text.strip():  # a file may hold millions of them
            first += text.count(b"\n") + 1
            continue
        lines = text.split(b"\n")
        place: Sequence[int] = range(first, first + len(lines))
        first += len(lines)
        if any(mark in text for mark in marks) or not (blank or all(map(bytes.strip, lines))):
            words = enumerate(map(bytes.strip, lines))
            rows = is_row or (lambda *_: False)
            kept = [i for i, w in words if (w or blank) and not (w.startswith(marks) and not rows(lines, i, place[i]))]
            lines, place = [lines[i] for i in kept], [place[i] for i in kept]
        if lines:
            yield lines, place


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


def read_counted(
    blocks: Iterable[Lines], want: int, append: Callable[[list[bytes], Sequence[int]], None], wrong: str, line: int
) -> None:
    """Append ``want`` lines, after which there may be blank ones only.

    A wrong number of lines is reported before what is wrong in one of them, by the text ``wrong`` with the number for
    {}, and the line that declares it.
    """
    count, more, fault = 0, False, None
    for lines, place in blocks:
        left = max(want - count, 0)
        more = more or any(map(bytes.strip, lines[left:]))
        count += len(lines)
        if fault is None and lines[:left]:
            try:
                append(lines[:left], place[:left])
            except GraphFileError as error:
                fault = error
    if count < want or more:
        raise GraphFileError(wrong.format(count), line)
    if fault is not None:
        raise fault


def numbers(lines: list[bytes], place: Sequence[int]) -> Numbers:
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
    return _parsed(body, len(words), lines, place), start[: len(lines) + 1]


def are_plain(lines: list[bytes], columns: Sequence[int], width: int) -> bool:
    """Return whether the words of some columns are digits without a leading zero, in lines of ``width`` numbers."""
    text = np.frombuffer(b"\n".join((*lines, b" ")), np.uint8)
    space, digit = _SPACE[text], (text >= ord("0")) & (text <= ord("9"))
    begins = ~space
    begins[1:] &= space[:-1]
    words = np.flatnonzero(begins)
    place = np.searchsorted(words, np.flatnonzero(~space & ~digit), "right") - 1  # of the words with a sign or a point
    zero = np.flatnonzero((text[words] == ord("0")) & digit[words + 1])
    return not (np.isin(place % width, columns).any() or np.isin(zero % width, columns).any())


def _parsed(body: bytes, count: int, lines: list[bytes], place: Sequence[int]) -> npt.NDArray[np.float64]:
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


def check_each(ok: npt.NDArray[np.bool_], problem: Callable[[int], str], line: Callable[[int], int]) -> None:
    """Raise GraphFileError with the problem and the line of the first that is not ok, of lines or of numbers."""
    if not ok.all():
        k = int(ok.argmin())
        raise GraphFileError(problem(k), line(k))

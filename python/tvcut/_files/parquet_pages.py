"""The bytes that the pages of a Parquet file expand to, which its footer may deny.

Each page begins with a header in the compact protocol of Thrift, whose first three fields are its kind and its sizes
before and after compression. The footer, in the same protocol, says where the pages are. It is not taken from pyarrow,
which ends the process at some of the footers that are damaged. See https://parquet.apache.org/docs/file-format/.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import IO, Any

from .._input.error import GraphFileError

_HEADER = 2**16  # bytes that hold the header of a page
_DEEP = 16  # structures within structures of a header
_GROUPS, _CHUNKS, _META = 4, 1, 3  # fields of the footer, of a group of rows, and of a column in it
_LENGTH, _DATA, _DICTIONARY = 7, 9, 11  # the bytes of a column, and where its pages and their dictionary begin
_STOP, _TRUE, _FALSE, _BYTE, _DOUBLE, _BINARY, _LIST, _SET, _STRUCT = 0, 1, 2, 3, 7, 8, 9, 10, 12


def size(file: IO[bytes], columns: Sequence[int]) -> int:
    """Return how many bytes the pages of some columns hold when they are decompressed.

    Raises KeyError, IndexError or TypeError if the footer does not have the structure that it should have.
    """
    end = file.seek(-8, io.SEEK_END)
    length = int.from_bytes(file.read(4), "little")
    file.seek(max(0, end - length))
    footer = _Header(file.read(length)).structure()
    total = 0
    for group in footer[_GROUPS]:
        for column in columns:
            chunk = group[_CHUNKS][column][_META]
            starts = [chunk[_DATA], (chunk[_DICTIONARY] if _DICTIONARY in chunk else 0) or chunk[_DATA]]
            total += _chunk(file, min(starts), chunk[_LENGTH])
    return total


def _chunk(file: IO[bytes], at: int, length: int) -> int:
    total, end = 0, at + length
    while at < end:
        file.seek(at)
        head = _Header(file.read(_HEADER))
        packed, whole = head.sizes()
        total += whole
        at += head.at + packed
    return total


class _Header:
    """A header of a page, which is read from its start."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def sizes(self) -> tuple[int, int]:
        """Return the sizes of the page after and before compression, and go to the end of the header."""
        found = self.structure()
        if not all(isinstance(found.get(field), int) and found[field] >= 0 for field in (2, 3)):
            raise GraphFileError("the file is no Parquet file that can be read: a page has no sizes")
        return found[3], found[2]

    def structure(self, depth: int = 0) -> dict[int, Any]:
        """Return the integers, lists and structures of a structure by the numbers of their fields."""
        found: dict[int, Any] = {}
        field = 0
        while (byte := self._byte()) & 15 != _STOP:
            field = field + (byte >> 4) if byte >> 4 else self._integer()
            value = self._value(byte & 15, depth)
            if value is not None:
                found[field] = value
        return found

    def _value(self, kind: int, depth: int) -> Any:
        if kind in (_TRUE, _FALSE):
            return None
        if kind in (_BINARY, _DOUBLE, _BYTE):
            self._skip(self._plain() if kind == _BINARY else 8 if kind == _DOUBLE else 1)
            return None
        if kind in (_LIST, _SET) and depth < _DEEP:
            head = self._byte()
            count = head >> 4 if head >> 4 < 15 else self._plain()
            kind = _BYTE if head & 15 in (_TRUE, _FALSE) else head & 15  # which have bytes of their own in lists only
            return [self._value(kind, depth + 1) for _ in range(count)]
        if kind == _STRUCT and depth < _DEEP:
            return self.structure(depth + 1)
        if 4 <= kind <= 6:
            return self._integer()
        raise GraphFileError("the file is no Parquet file that can be read: the header of a page is damaged")

    def _skip(self, length: int) -> None:
        self.at += length
        if self.at > len(self.data):
            raise GraphFileError("the file is no Parquet file that can be read: the header of a page is cut off")

    def _byte(self) -> int:
        self._skip(1)
        return self.data[self.at - 1]

    def _plain(self) -> int:
        """Return an integer of seven bits in each byte."""
        value = shift = 0
        while (byte := self._byte()) & 128 and shift < 64:
            value |= (byte & 127) << shift
            shift += 7
        return value | (byte & 127) << shift

    def _integer(self) -> int:
        value = self._plain()
        return (value >> 1) ^ -(value & 1)

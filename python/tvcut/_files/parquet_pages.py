"""The bytes that the pages of a Parquet file expand to, which its footer may deny.

Each page begins with a header in the compact protocol of Thrift, whose first three fields are its kind and its sizes
before and after compression. See https://parquet.apache.org/docs/file-format/.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO, Any

from .._input.error import GraphFileError

_HEADER = 2**16  # bytes that hold the header of a page
_DEEP = 16  # structures within structures of a header
_STOP, _TRUE, _FALSE, _BYTE, _DOUBLE, _BINARY, _LIST, _SET, _STRUCT = 0, 1, 2, 3, 7, 8, 9, 10, 12


def size(file: IO[bytes], meta: Any, columns: Sequence[int]) -> int:
    """Return how many bytes the pages of some columns hold when they are decompressed."""
    total = 0
    for group in range(meta.num_row_groups):
        for column in columns:
            chunk = meta.row_group(group).column(column)
            starts = [chunk.data_page_offset, chunk.dictionary_page_offset or chunk.data_page_offset]
            total += _chunk(file, min(starts), chunk.total_compressed_size)
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
        found = self._struct(0)
        if min(found.get(2, -1), found.get(3, -1)) < 0:
            raise GraphFileError("the file is no Parquet file that can be read: a page has no sizes")
        return found[3], found[2]

    def _struct(self, depth: int) -> dict[int, int]:
        """Return the integers of a structure by the numbers of their fields."""
        found: dict[int, int] = {}
        field = 0
        while (byte := self._byte()) & 15 != _STOP:
            field = field + (byte >> 4) if byte >> 4 else self._integer()
            value = self._value(byte & 15, depth)
            if value is not None:
                found[field] = value
        return found

    def _value(self, kind: int, depth: int) -> int | None:
        if kind in (_TRUE, _FALSE):
            return None
        if kind in (_BINARY, _DOUBLE, _BYTE):
            length = self._plain() if kind == _BINARY else 8 if kind == _DOUBLE else 1
            self.at += length
        elif kind in (_LIST, _SET):
            head = self._byte()
            for _ in range(head >> 4 if head >> 4 < 15 else self._plain()):
                self._value(head & 15, depth + 1)
        elif kind == _STRUCT and depth < _DEEP:
            self._struct(depth + 1)
        elif 4 <= kind <= 6:
            return self._integer()
        else:
            raise GraphFileError("the file is no Parquet file that can be read: the header of a page is damaged")
        return None

    def _byte(self) -> int:
        if self.at >= len(self.data):
            raise GraphFileError("the file is no Parquet file that can be read: the header of a page is cut off")
        self.at += 1
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

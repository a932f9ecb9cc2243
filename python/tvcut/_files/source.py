"""Where the readers take bytes from: a file of the disk, which is read in pieces, or bytes in memory."""

from __future__ import annotations

import gzip
import io
import stat
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO

from .._input.error import GraphFileError, brief, most_bytes

PIECE = 2**19  # bytes that are read at once


@dataclass(frozen=True)
class Source:
    """The bytes of a graph, decompressed if they are compressed by gzip. Each method reads from the start."""

    path: Path | None  # None if the bytes are in memory
    data: bytes = b""

    @classmethod
    def at(cls, path: Path) -> Source:
        """Return the bytes of a file. What can be read only once, such as a pipe, is read into memory."""
        return cls(path) if stat.S_ISREG(path.stat().st_mode) else cls(None, path.read_bytes())

    @cached_property
    def packed(self) -> bool:
        """Whether the bytes are compressed."""
        with self._opened() as file:
            return file.read(2) == b"\x1f\x8b"

    def pieces(self, size: int) -> Iterator[bytes]:
        """Yield the bytes, at most ``size`` of them at once. Raise GraphFileError if their compression is damaged."""
        with self._opened() as file:
            if self.packed:
                yield from _unpacked(file, size)
            else:
                yield from iter(lambda: file.read(size), b"")

    def head(self, size: int) -> bytes:
        """Return the first bytes."""
        return next(self.pieces(size), b"")

    def read(self) -> bytes:
        """Return all bytes."""
        return self.data if self.path is None and not self.packed else b"".join(self.pieces(PIECE))

    def opened(self) -> IO[bytes]:
        """Return a binary file with random access, which the caller closes."""
        return io.BytesIO(self.read()) if self.packed else self._opened()

    def _opened(self) -> IO[bytes]:
        return io.BytesIO(self.data) if self.path is None else self.path.open("rb")


def _unpacked(file: IO[bytes], size: int) -> Iterator[bytes]:
    """Yield the content of a gzip file."""
    length = file.seek(0, io.SEEK_END)
    limit, total = most_bytes(length), file.seek(0)
    try:
        with gzip.GzipFile(fileobj=file) as content:
            while piece := content.read(size):
                total += len(piece)
                if total > limit:
                    raise GraphFileError(f"{length} bytes hold more than {limit} bytes; decompress the file first")
                yield piece
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise GraphFileError(f"the gzip file is damaged: {brief(error)}") from None

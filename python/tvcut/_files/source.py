"""Where the readers take bytes from: a file of the disk, which is read in pieces, or bytes in memory."""

from __future__ import annotations

import codecs
import gzip
import io
import stat
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO

from .._input.error import FREE_BYTES, GraphFileError, brief, most_bytes

PIECE = 2**19  # bytes that are read at once
_START = 2**16  # bytes that show how lines end
_MARKS = {  # at the start of a text; the longer ones first
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


@dataclass(frozen=True)
class Source:
    """The bytes of a graph, decompressed if they are compressed by gzip. Each method reads from the start."""

    path: Path | None  # None if the bytes are in memory
    data: bytes = b""
    encoding: str | None = None  # of text; None: that of its byte order mark, or UTF-8

    @classmethod
    def at(cls, path: Path, encoding: str | None = None) -> Source:
        """Return the bytes of a file. What can be read only once, such as a pipe, is read into memory."""
        mode = path.stat().st_mode
        if stat.S_ISREG(mode):
            return cls(path, encoding=encoding)
        with path.open("rb") as file:
            if not stat.S_ISCHR(mode) or file.isatty():
                return cls(None, file.read(), encoding)
            data = file.read(FREE_BYTES)
            if file.read(1):
                raise GraphFileError(f"the file is a device that gives more than {FREE_BYTES} bytes")
            return cls(None, data, encoding)

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

    @cached_property
    def coded(self) -> str | None:
        """The encoding of text that is not plain UTF-8, or None."""
        start = self.head(4)
        marked = next((name for mark, name in _MARKS.items() if start.startswith(mark)), None)
        if marked is not None:
            return marked
        return None if self.encoding is None or codecs.lookup(self.encoding).name == "utf-8" else self.encoding

    def text(self, size: int = PIECE) -> Iterator[bytes]:
        """Yield text in UTF-8 in pieces. Lines that end in CR alone end in LF instead."""
        pieces = self._decoded(size)
        yield from (piece.replace(b"\r", b"\n") for piece in pieces) if self._has_cr else pieces

    @cached_property
    def _has_cr(self) -> bool:
        """Whether the lines of text end in CR alone."""
        start = next(self._decoded(_START), b"")
        return b"\r" in start and b"\n" not in start

    def _decoded(self, size: int) -> Iterator[bytes]:
        pieces = self.pieces(size)
        return pieces if self.coded in (None, "utf-8-sig") else _encoded(pieces, str(self.coded))

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


def _encoded(pieces: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    """Yield text of another encoding in UTF-8."""
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        for piece in pieces:
            yield decoder.decode(piece).encode()
        yield decoder.decode(b"", True).encode()
    except UnicodeError as error:
        raise GraphFileError(f"the text is not in the encoding {encoding}: {brief(error)}") from None


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

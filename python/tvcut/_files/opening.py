"""Open what ``read_graph`` is given: a path of a file or a folder, or a binary file, in a known or a guessed format."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from .._input.entries import Entries, Floats
from .._input.error import GraphFileError
from . import folder, mapped, npz
from .formats import by_content, by_ending, by_name
from .source import Source

File = str | os.PathLike[str] | IO[bytes]
_WRONG = "file must be a path or a file opened in binary mode, got {!r}"


def read_entries(file: File, format: str | None) -> tuple[Entries, str]:
    """Return what a file holds, and the name of its format."""
    chosen = None if format is None else by_name(format)
    path = path_of(file, "read")
    if path is not None and path.is_dir():
        if format is not None:
            raise ValueError(f"format must not be given for a folder, got {format!r}")
        with named(file):
            return npz.from_arrays(folder.arrays(path, False)), folder.FORMAT
    source = _source(file, path)
    with named(file):
        used = chosen or by_content(source, name_of(file))
        try:
            return used.read(source), used.name
        except GraphFileError as error:
            raise _with_hint(error, chosen is None and by_ending(name_of(file)) is None) from None


def read_mapped(file: File, format: str | None) -> tuple[tuple[Any, list[str] | None, Floats | None], str]:
    """Return weights that stay in the file, the names and masses of the vertices, and the name of the format."""
    path = path_of(file, "read")
    is_folder = path is not None and path.is_dir()
    if format is not None and (by_name(format).name != "npz" or is_folder):
        raise ValueError(f"format must be 'npz' for a file and not given for a folder with mmap=True, got {format!r}")
    with named(file):
        if path is None:
            raise GraphFileError("a stream cannot be mapped; give a path, or leave out mmap")
        return mapped.read(path), folder.FORMAT if is_folder else "npz"


@contextmanager
def named(file: File) -> Iterator[None]:
    """Add the name of a file to errors."""
    try:
        yield
    except GraphFileError as error:
        raise error.of(name_of(file)) from None


def path_of(file: File, method: str) -> Path | None:
    """Return the path that is given, or None for a binary file, which must have the method."""
    if isinstance(file, (str, os.PathLike)):
        if file == "":  # Path("") would be the current folder
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), file)
        return Path(file)
    if not hasattr(file, method):
        raise TypeError(_WRONG.format(file))
    return None


def _source(file: Any, path: Path | None) -> Source:
    if path is not None:
        return Source.at(path)
    data = file.read()
    if not isinstance(data, bytes):
        raise TypeError(_WRONG.format(file))
    return Source(None, data)


def _with_hint(error: GraphFileError, guessed: bool) -> GraphFileError:
    """Return the error with the remedy for a file in METIS format whose numbers of lines and words are wrong."""
    if guessed and error.about == "columns":
        return GraphFileError(f"{error.problem}; if the file is in METIS format, pass format='metis'", error.line)
    return error


def name_of(file: File) -> str:
    """Return how messages call a file."""
    if isinstance(file, (str, os.PathLike)):
        return os.fspath(file)
    return str(getattr(file, "name", "<stream>"))

"""Open what ``read_graph`` is given: a path of a file or a folder, or a binary file, in a known or a guessed format."""

from __future__ import annotations

import codecs
import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import IO, Any

from .._input.arguments import as_choice
from .._input.entries import Entries, Floats
from .._input.error import GraphFileError
from .._native.errors import ArgumentError
from . import folder, mapped, npz
from .detect import by_content, unpacked
from .formats import by_name, read_by_ending
from .options import DEFAULT, HYPEREDGES, Options
from .source import Source

File = str | os.PathLike[str] | IO[bytes]
_WRONG = "file must be a path or a file opened in binary mode, got {!r}"


def read_entries(
    file: File, format: str | None, options: Options = DEFAULT, encoding: str | None = None
) -> tuple[Entries, str]:
    """Return what a file holds, and the name of its format."""
    _check(options, encoding)
    chosen = None if format is None else by_name(format)
    path = path_of(file, "read")
    if path is not None and path.is_dir():
        if format is not None:
            raise ValueError(f"format must not be given for a folder, got {format!r}")
        with named(file):
            _check_taken((), folder.FORMAT, options, encoding)
            return npz.from_arrays(folder.arrays(path, False)), folder.FORMAT
    with named(file):
        source = _source(file, path, encoding)
        used, source = (chosen, unpacked(source, chosen)) if chosen else by_content(source, name_of(file))
        _check_taken(used.takes, used.name, options, encoding)
        try:
            return used.read(source, options), used.name
        except GraphFileError as error:
            known = read_by_ending(name_of(file))
            raise _with_hint(error, chosen is None and (known is None or known.name == "edges")) from None


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


def _check(options: Options, encoding: str | None) -> None:
    """Raise TypeError or ValueError if an option has a value that no format takes."""
    if options.weight is not None and not isinstance(options.weight, str):
        raise TypeError(f"weight must be the name of a column or attribute, 'auto' or None, got {options.weight!r}")
    if options.header not in (None, True, False):
        raise TypeError(f"header must be True, False or None, got {options.header!r}")
    if options.hyperedges is not None:
        as_choice("hyperedges", options.hyperedges, HYPEREDGES)
    if encoding is None:
        return
    if not isinstance(encoding, str):
        raise TypeError(f"encoding must be the name of an encoding of text, got {encoding!r}")
    try:
        is_text = codecs.lookup(encoding)._is_text_encoding
    except LookupError:
        is_text = False
    if not is_text:
        raise ArgumentError(
            f"must be an encoding of text that Python knows, such as 'latin-1', got {encoding!r}", "encoding"
        )


def _check_taken(takes: tuple[str, ...], name: str, options: Options, encoding: str | None) -> None:
    """Raise ValueError if an option is given that has no effect in a format."""
    given = {field.name: getattr(options, field.name) for field in fields(options)} | {"encoding": encoding}
    default = {field.name: getattr(DEFAULT, field.name) for field in fields(options)}
    for option, value in given.items():
        if value != default.get(option) and option not in takes:
            raise ArgumentError(f"must not be given for the format {name!r}, got {value!r}", option)


def _source(file: Any, path: Path | None, encoding: str | None) -> Source:
    if path is not None:
        return Source.at(path, encoding)
    data = file.read()
    if not isinstance(data, bytes):
        raise TypeError(_WRONG.format(file))
    return Source(None, data, encoding)


def _with_hint(error: GraphFileError, guessed: bool) -> GraphFileError:
    """Return the error with the remedy for lines of different lengths, which METIS and adjacency lists have."""
    if guessed and error.about == "columns":
        others = "if the file is in METIS format, pass format='metis', and for neighbours after each vertex 'adjlist'"
        return GraphFileError(f"{error.problem}; {others}", error.line)
    return error


def name_of(file: File) -> str:
    """Return how messages call a file."""
    if isinstance(file, (str, os.PathLike)):
        return os.fspath(file)
    return str(getattr(file, "name", "<stream>"))

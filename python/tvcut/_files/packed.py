"""Files that hold one other file: a zip archive, and the first sheet of a workbook as an edge list."""

from __future__ import annotations

import io
import zipfile
from typing import Any

from .._input.entries import Entries
from .._input.error import GraphFileError, brief, check_expansion
from . import edges
from .by_library import library
from .npz import DAMAGE
from .options import Options
from .source import Source


def members(source: Source) -> list[str]:
    """Return the names of the files in an archive, and none if it is damaged."""
    try:
        with source.opened() as file, zipfile.ZipFile(file) as archive:
            return [name for name in archive.namelist() if not name.endswith("/") and not name.startswith("__MACOSX")]
    except DAMAGE:
        return []


def only_member(source: Source, name: str) -> Source:
    """Return the content of a file in an archive."""
    try:
        with source.opened() as file, zipfile.ZipFile(file) as archive:
            info = archive.getinfo(name)
            check_expansion(info.file_size, file.seek(0, io.SEEK_END), "unpack it first")
            with archive.open(name) as member:
                data = member.read(info.file_size + 1)
            return Source(None, data[: info.file_size], source.encoding)
    except GraphFileError:
        raise
    except DAMAGE as error:
        raise GraphFileError(f"the archive cannot be read: {brief(error)}") from None


def workbook(source: Source, options: Options) -> Entries:
    """Return the entries of the first sheet of a workbook of Excel, which has the columns of an edge list."""
    pandas: Any = library("Excel", "pandas")
    library("Excel", "openpyxl")
    with source.opened() as file:
        try:
            with zipfile.ZipFile(file) as archive:
                total = sum(member.file_size for member in archive.infolist())
                check_expansion(total, file.seek(0, io.SEEK_END), "save the sheet as CSV")
            frame = pandas.read_excel(file, header=None, dtype=str, keep_default_na=False, engine="openpyxl")
        except GraphFileError:
            raise
        except Exception as error:  # openpyxl documents none, and raises many kinds for a damaged file
            raise GraphFileError(f"the workbook cannot be read: {brief(error)}") from None
    return edges.read(Source(None, frame.to_csv(header=False, index=False).encode()), options)

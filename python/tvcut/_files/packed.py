"""Files that hold one other file: a zip archive, and the first sheet of a workbook as an edge list."""

from __future__ import annotations

import csv
import io
import warnings
import zipfile
from typing import Any

from .._input.entries import Entries
from .._input.error import GraphFileError, brief, check_expansion
from . import edges
from .by_library import library
from .npz import DAMAGE
from .options import Options
from .source import Source

_MOST_ROWS = 2**20  # of a sheet of Excel


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
    openpyxl: Any = library("Excel", "openpyxl")
    with source.opened() as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of styles
        try:
            with zipfile.ZipFile(file) as archive:
                total = sum(member.file_size for member in archive.infolist())
                check_expansion(total, file.seek(0, io.SEEK_END), "save the sheet as CSV")
            rows = _rows(openpyxl.load_workbook(file, read_only=True, data_only=True).worksheets[0])
        except GraphFileError:
            raise
        except Exception as error:  # openpyxl documents none, and raises many kinds for a damaged file
            raise GraphFileError(f"the workbook cannot be read: {brief(error)}") from None
    width, text = max(map(len, rows), default=0), io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows([*row, *[""] * (width - len(row))] for row in rows)
    return edges.read(Source(None, text.getvalue().encode()), options)


def _rows(sheet: Any) -> list[list[str]]:
    """Return the words of the rows that are not empty, without the empty ones at their ends.

    openpyxl makes an empty row for each number of a row that the file leaves out, up to any number that it declares.
    """
    sheet.reset_dimensions()  # which the file may declare too small
    rows = []
    for number, cells in enumerate(sheet.iter_rows(values_only=True), 1):
        if number > _MOST_ROWS:
            raise GraphFileError(f"a sheet must have at most {_MOST_ROWS} rows; save it as CSV")
        words = ["" if cell is None else _word(cell) for cell in cells]
        while words and not words[-1]:
            words.pop()
        if words:
            rows.append(words)
    return rows


def _word(cell: Any) -> str:
    return str(int(cell) if isinstance(cell, float) and cell.is_integer() else cell)

"""The tables of a document that a command wrote, as figures."""

import math
import re
from dataclasses import dataclass
from functools import cached_property

NUMBER = re.compile(r"[-+]?(?:\d[\d,]*\.?\d*|\.\d+)(?:e[-+]?\d+)?")


def plain(cell):
    """Return the text of a cell without its marks: **bold**, `code` and \\*."""
    return cell.replace("\\*", "").replace("*", "").replace("`", "").strip()


def number(cell):
    """Return the first number of a cell, such as 1.5 of "**1.5**†" or "1.5 ± 0.2", or NaN where there is none."""
    found = NUMBER.match(plain(cell))
    return float(found[0].replace(",", "")) if found else math.nan


@dataclass(frozen=True)
class Table:
    """A table with the heading above it."""

    heading: str
    header: list[str]
    cells: list[list[str]]

    @cached_property
    def rows(self):
        """The rows of single cases: those of means have a bold first cell."""
        return [row for row in self.cells if not row[0].startswith("**")]

    def means(self, word):
        """Return {column: number} of the last row with a bold first cell that has this word."""
        row = [row for row in self.cells if row[0].startswith("**") and word in row[0]][-1]
        return {name: number(cell) for name, cell in zip(self.header[1:], row[1:], strict=True)}

    def text(self, name):
        """Return a column as text."""
        return [plain(row[self.header.index(name)]) for row in self.rows]

    def numbers(self, name):
        """Return a column as numbers."""
        return [number(row[self.header.index(name)]) for row in self.rows]


class Tables:
    """All tables of a document."""

    def __init__(self, text):
        self.all, heading, lines = [], "", []
        for line in [*text.splitlines(), ""]:
            if line.startswith("|"):
                lines.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])])
                continue
            if lines:
                self.all.append(Table(heading, [plain(cell) for cell in lines[0]], lines[2:]))
                lines = []
            if line.startswith("#"):
                heading = line.lstrip("# ")

    def find(self, *columns, heading=""):
        """Return the first table with these columns under a heading that has these words."""
        for table in self.all:
            if set(columns) <= set(table.header) and heading in table.heading:
                return table
        raise ValueError(f"no table under a heading with {heading!r} has the columns {columns}")

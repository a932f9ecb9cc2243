"""A report whose lines are printed when they are added, and which is saved as a Markdown document."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from tvcut import __version__

NONE = "–"  # the cell of a missing figure


class Document:
    """Lines of Markdown, each printed when it is added. ``output`` is the file for ``save``, or None."""

    def __init__(self, output: str | Path | None = None) -> None:
        self.output = output
        self.lines: list[str] = []

    def say(self, line: str = "") -> None:
        """Add a line, or several lines that are separated by line breaks."""
        print(line, flush=True)
        self.lines.append(line)

    def made_by(self, command: str) -> str:
        """Return the origin of the figures: command, commit, date and machine."""
        return (
            f"Made by `{command}` at {revision()} on {date.today()}: {os.cpu_count()} cores, {processor()}, Python "
            f"{platform.python_version()}."
        )

    def table(self, header: Sequence[str]) -> None:
        """Begin a table."""
        self.say()
        self.say("| " + " | ".join(header) + " |")
        self.say("|" + "---|" * len(header))

    def row(self, *cells: object) -> None:
        """Add a row to the table."""
        self.say("| " + " | ".join(str(cell) for cell in cells) + " |")

    def save(self) -> None:
        """Write the document to ``output``, if it is not None."""
        if self.output:
            Path(self.output).write_text("\n".join(self.lines) + "\n")


def revision() -> str:
    """Return the commit of the checkout, or outside of one the version of tvcut."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    try:
        found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return f"version {__version__}"
    return f"commit {found}"


def processor() -> str:
    """Return the name of the processor."""
    try:
        text = Path("/proc/cpuinfo").read_text()
        return next(line.split(":")[1].strip() for line in text.splitlines() if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or sys.platform

"""A report that is printed as it grows and kept as a Markdown document."""

from __future__ import annotations

import os
import platform
import sys
from datetime import date
from pathlib import Path


class Document:
    """Lines of Markdown, printed as they come. ``output`` is the file to write in the end, or None."""

    def __init__(self, output=None):
        self.output, self.lines = output, []

    def say(self, line=""):
        print(line, flush=True)
        self.lines.append(line)

    def made_by(self, command):
        """Return where the figures come from: command, date and machine."""
        return (
            f"Made by `{command}` on {date.today()}: {os.cpu_count()} cores, {processor()}, Python "
            f"{platform.python_version()}."
        )

    def table(self, header):
        self.say()
        self.say("| " + " | ".join(header) + " |")
        self.say("|" + "---|" * len(header))

    def row(self, *cells):
        self.say("| " + " | ".join(str(c) for c in cells) + " |")

    def save(self):
        if self.output:
            Path(self.output).write_text("\n".join(self.lines) + "\n")


def processor():
    """Return the name of the processor."""
    try:
        text = Path("/proc/cpuinfo").read_text()
        return next(line.split(":")[1].strip() for line in text.splitlines() if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or sys.platform

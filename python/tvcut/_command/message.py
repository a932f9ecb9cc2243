"""Messages on standard error, and the error that ends a command with one."""

from __future__ import annotations

import sys

from .._input.error import escaped

REFUSED = 1  # the exit code


class Refused(Exception):
    """The file or the value of an option is refused. The message says why."""


def say(text: str) -> None:
    """Print text to standard error, unless it is closed. Names of files and vertices may hold control characters."""
    if sys.stderr is not None:  # else print would take standard output
        print("\n".join(map(escaped, f"tvcut: {text}".split("\n"))), file=sys.stderr, flush=True)

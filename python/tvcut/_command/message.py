"""Messages on standard error, and the error that ends a command with one."""

from __future__ import annotations

import sys

REFUSED = 1  # the exit code


class Refused(Exception):
    """The file or the value of an option is refused. The message says why."""


def say(text: str) -> None:
    """Print a line to standard error, unless it is closed."""
    if sys.stderr is not None:  # else print would take standard output
        print(f"tvcut: {text}", file=sys.stderr, flush=True)

"""The command line: ``tvcut`` and ``python -m tvcut``."""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path

from ._command.arguments import COMMANDS, parser
from ._command.message import REFUSED, Refused, say
from ._command.spelling import spelled

INTERNAL, INTERRUPTED = 3, 130  # the other exit codes are 0, REFUSED, and 2 of argparse


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    if sys.stdout is None:  # the caller has closed it and wants no output
        sys.stdout = open(os.devnull, "w")
    if isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):  # PYTHONUNBUFFERED: a write may write a part only
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(sys.stdout.buffer), sys.stdout.encoding)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # the encoding of the terminal may lack θ, or a letter of a name
            stream.reconfigure(errors="backslashreplace")
    words = list(sys.argv[1:] if argv is None else argv)
    if words and words[0] not in COMMANDS and _is_file(words[0]):
        words.insert(0, "cut")
    try:
        arguments = parser(words[0] if words else "").parse_args(words)
        with warnings.catch_warnings():
            warnings.simplefilter("always", UserWarning)
            warnings.showwarning = lambda message, *_: say(f"warning: {spelled(str(message))}")
            code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except Refused as error:
        say(f"error: {error}")
    except BrokenPipeError:  # whoever read the output has enough of it
        _end_output()
    except (OSError, MemoryError) as error:
        say(f"error: {_reason(error)}")
        _end_output()
    except KeyboardInterrupt:
        say("interrupted; there is no result yet")
        return INTERRUPTED
    except Exception as error:
        say(f"internal error: {type(error).__name__}: {error}; please report it with the command that you ran")
        return INTERNAL
    return REFUSED


def _end_output() -> None:
    """Write what standard output holds, or drop what cannot be written: Python would try again, and exit with 120."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _is_file(word: str) -> bool:
    return word == "-" or (not word.startswith("-") and ("." in word or Path(word).exists()))


def _reason(error: OSError | MemoryError) -> str:
    if isinstance(error, MemoryError):
        return f"the memory is not enough for this graph: {spelled(str(error))}".rstrip(": ")
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)


if __name__ == "__main__":
    sys.exit(main())

"""The command line that the modules of bench have in common."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Iterable, Sequence

from .clock import VARIABLE


class CommandLine(argparse.ArgumentParser):
    """The parser of ``python -m module``, with the options that most of the measurements have.

    ``document`` is the docstring of the module; its first line describes the command. ``names`` are the data
    that ``--only`` can name. ``cache`` says whether the module has nearest neighbours to keep.
    """

    def __init__(self, module: str, document: str, names: Iterable[str], cache: bool = True) -> None:
        self.command = f"python -m {module}"
        super().__init__(prog=self.command, description=document.splitlines()[0])
        known = ", ".join(map(shlex.quote, names))
        self.add_argument("--output", metavar="FILE", help="also write the tables to this Markdown file")
        if cache:
            self.add_argument("--cache", metavar="FOLDER", help="keep nearest neighbours in this folder for later runs")
        self.add_argument("--only", nargs="+", metavar="NAME", help=f"only these data, of {known}")

    def add_runs(self, default: int) -> None:
        """Add --runs, and --quick for a single run."""
        self.add_argument(
            "--runs", type=int, metavar="N", default=default, help=f"runs of each experiment (default {default})"
        )
        self.add_argument("--quick", action="store_const", const=1, dest="runs", help="one run of each experiment")

    def add_limit(self, applies: str) -> None:
        """Add --limit, the seconds of a solver. ``applies`` says to what the limit applies."""
        text = f"for each solver on each {applies} (default 600)"
        self.add_argument("--limit", type=float, default=600, metavar="SECONDS", help=text)

    def parse(self, arguments: Sequence[str] | None = None) -> argparse.Namespace:
        """Return the options of ``arguments``, by default those of this process.

        The attribute ``command`` is the command as it was typed, with the limit of threads, for the document that the
        command writes.
        """
        words = sys.argv[1:] if arguments is None else list(arguments)
        chosen = self.parse_args(words)
        limit = os.environ.get(VARIABLE)
        chosen.command = f"{f'{VARIABLE}={limit} ' if limit else ''}{self.command} {shlex.join(words)}".rstrip()
        return chosen

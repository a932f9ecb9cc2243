"""tvcut convert: write a graph in another format."""

from __future__ import annotations

import argparse
import sys

from .._files.formats import by_ending
from .._files.writing import write_graph
from .._input.error import GraphFileError
from . import output, targets
from .message import Refused

IGNORE = {"names": "--ignore-names", "vertex_weight": "--ignore-vertex-weights"}  # by what an error is about


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    if arguments.to is None and by_ending(arguments.target) is None:
        raise Refused(f"the ending of {arguments.target} tells no format; name it, for example --to npz")
    targets.check_converted(arguments)
    graph = output.graph(arguments)
    target = sys.stdout.buffer if arguments.target == "-" else arguments.target
    names = None if arguments.ignore_names else graph.names
    try:
        write_graph(target, graph.W, names=names, vertex_weight=graph.vertex_weight, format=arguments.to)
    except GraphFileError as error:
        if error.cause is not None and error.cause.argument == "vertex_weight" and error.cause.index is not None:
            raise output.refused(error.cause, arguments, graph) from None
        flag = IGNORE.get(error.about or "")
        how = "" if flag is None else f", as {flag} does" if error.hint else f" ({flag})"
        raise Refused(f"{GraphFileError(error.problem, error.line, error.file)}{how}") from None
    return 0

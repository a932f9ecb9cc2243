"""What the commands share: reading the graph, and writing labels and JSON."""

from __future__ import annotations

import argparse
import codecs
import csv
import io
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .._files.graph_file import GraphFile, count_edges, read_graph
from .._files.opening import name_of, read_entries
from .._files.options import Options
from .._files.replacing import write_whole
from .._input.entries import Entries
from .._input.error import GraphFileError
from .._native.descent import Descent
from .._native.errors import ArgumentError
from .._native.options import registry
from .._result.export import SCHEMA, as_json
from . import vertices
from .message import Refused
from .spelling import LABELS, flags, spelled
from .targets import FILES

OF_VERTICES = ("vertex_weight", "vertex_size", "fixed", "init")  # arguments with an entry for each vertex
WHAT = {"vertex_weight": "weight", "vertex_size": "size"}  # the entry, else a part
PAIRS = ("must_link", "cannot_link")  # arguments with pairs of vertices
FIRST = {"metis": 1}  # number of the first vertex in formats with masses, where it is not 0


def source(arguments: argparse.Namespace) -> Any:
    """Return the file that a command reads."""
    if arguments.file != "-":
        return arguments.file
    if sys.stdin is None:
        raise Refused("standard input is closed; name a file in place of -")
    return sys.stdin.buffer


def entries(arguments: argparse.Namespace) -> tuple[Entries, str]:
    """Return the entries of the file as they are, and the name of its format."""
    try:
        options = Options(**_reading(arguments))
        return read_entries(source(arguments), arguments.format, options, arguments.encoding)
    except ValueError as error:
        raise _unread(error) from None


def graph(arguments: argparse.Namespace) -> GraphFile:
    """Return the graph in the file, without weights of vertices if they are to be ignored."""
    own = {name: getattr(arguments, name) for name in ("format", "symmetrize", "encoding")}
    own |= {"mmap": getattr(arguments, "mmap", False)} | _reading(arguments)  # convert has no mmap
    try:
        found = read_graph(source(arguments), **own)
    except ValueError as error:
        raise _unread(error) from None
    return GraphFile(found.W, found.names, None, found.format) if arguments.ignore_vertex_weights else found


def _reading(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options that single formats use. The weight "none" is 1 for every edge."""
    weight = None if arguments.weight == "none" else arguments.weight
    header = None if arguments.header is None else arguments.header == "yes"
    return {"weight": weight, "header": header, "hyperedges": arguments.hyperedges}


def _unread(error: ValueError) -> Refused:
    """Return the error of a file that cannot be read with the options spelled as on the command line."""
    if isinstance(error, GraphFileError):
        return Refused(GraphFileError(spelled(error.problem), error.line, error.file))
    return Refused(spelled(str(error)))


def masses(graph: GraphFile, arguments: argparse.Namespace, several: bool) -> Any:
    """Return the masses of the vertices, or refuse them. ``several`` says whether a vertex may have more than one."""
    found, reason, remedy = graph.vertex_weight, "", ""
    if arguments.vertex_weight is not None:
        found = vertices.numbers(arguments.vertex_weight, graph.names, graph.W.shape[0], "mass")
    elif found is not None and arguments.balance == "normalized":
        reason = "has weights of vertices, but --balance normalized takes the degrees"
    if found is not None and found.ndim > 1:
        count = f"has {found.shape[1]} weights of each vertex"
        if not several:
            reason = f"{count}, but a scan takes one"
        elif arguments.max_imbalance in (None, "none") and arguments.objective in (None, "value"):
            reason, remedy = f"{count}, which --max-imbalance must bound", "give it"
    if not reason:
        return found
    if arguments.vertex_weight is None:
        remedy = f"{remedy}{', or ' if remedy else ''}--ignore-vertex-weights cuts without them"
    file = arguments.vertex_weight or name_of(source(arguments))
    raise Refused(f"{file}: the file {reason}{'; ' if remedy else ''}{remedy}")


def given(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what the command line says about the cut, by name: options, shares and files."""
    known = (*registry(), *FILES, "part_weights", "order", "preset")
    return {name: getattr(arguments, name) for name in known if getattr(arguments, name, None) is not None}


def keywords(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the same as keywords of ``balanced_cut`` and ``scan``, without the files."""
    options = {name: value for name, value in given(arguments).items() if name not in FILES}
    group = [name for name in options if name in registry() and registry()[name].group == "descent"]
    return options | {"descent": Descent(**{name: options.pop(name) for name in group})}


def refused(error: ValueError | TypeError, arguments: argparse.Namespace, graph: GraphFile) -> Refused:
    """Return the error of the library with the options spelled as on the command line, or with the file it is about."""
    if isinstance(error, ArgumentError) and error.argument == "vertex_weight" and error.index is None:
        file = arguments.vertex_weight
        where, remedy = (
            (file, "") if file else (name_of(source(arguments)), "; --ignore-vertex-weights leaves them out")
        )
        return Refused(f"{where}: the weight of a vertex {error.problem}{remedy}")
    if isinstance(error, ArgumentError) and error.argument in PAIRS and error.kind == "entry":
        path = getattr(arguments, error.argument)
        where = "" if error.index is None else f", line {vertices.line_of(path, error.index)}"
        return Refused(f"{path}{where}: {flags(error.argument)[-1]} {spelled(error.problem)}")
    if not (
        isinstance(error, ArgumentError) and error.argument in OF_VERTICES and isinstance(error.index, (int, tuple))
    ):
        text = error.message if isinstance(error, ArgumentError) else str(error)
        return Refused(spelled(text, {"init": LABELS} if getattr(arguments, "init_labels", None) else {}))
    name, reason = error.argument, error.problem
    vertex, column = error.index if isinstance(error.index, tuple) else (error.index, None)
    file = getattr(arguments, "init_labels" if name == "init" else name, None)  # convert has none
    what = WHAT.get(name, "part") + ("" if column is None else f" {column + 1}")
    if file is not None:
        return Refused(f"{file}: the {what} of vertex {vertices.called(graph.names, vertex)} {reason}")
    called = vertices.called(graph.names, vertex, FIRST.get(graph.format, 0))
    remedy = "--ignore-vertex-weights leaves them out"
    return Refused(f"{name_of(source(arguments))}: the {what} of vertex {called} {reason}; {remedy}")


def write_labels(arguments: argparse.Namespace, labels: Any, names: list[str] | None) -> None:
    """Write the part of each vertex to the file or to standard output: a line each, after its name if it has one."""
    if arguments.output is None and arguments.json:
        return
    if names is None:
        text = "".join(f"{label}\n" for label in labels.tolist())
    else:
        text = _rows(zip(names, labels.tolist(), strict=True))
    if arguments.output is None:
        sys.stdout.write(text)
    else:
        write_whole(Path(arguments.output), text.encode())


def _rows(rows: Iterable[tuple[str, int]]) -> str:
    """Return names and parts with tabs between them. Before 3.13, Python does not quote names with a carriage return.

    A name that begins with a byte order mark is quoted too, since the mark at the start of a file is not read.
    """
    file = io.StringIO(newline="")
    plain, quoted = (
        csv.writer(file, delimiter="\t", lineterminator="\n", quoting=quoting)
        for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONNUMERIC)
    )
    for row in rows:
        (quoted if "\r" in row[0] or row[0].startswith("\ufeff") else plain).writerow(row)
    return file.getvalue()


def print_json(command: str, arguments: argparse.Namespace, content: dict[str, Any]) -> None:
    """Print a result with the version of its layout, the version of tvcut and the file."""
    from importlib.metadata import version

    head = {"schema": SCHEMA, "command": command, "version": version("tvcut"), "file": arguments.file}
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"  # letters that it lacks would become no JSON
    print(as_json(head | content, ascii=codecs.lookup(encoding).name != "utf-8"))


def labels_json(arguments: argparse.Namespace, labels: Any, names: list[str] | None) -> dict[str, Any]:
    """Return labels and names, or the file that holds them."""
    if arguments.output is not None:
        return {"output": arguments.output, "labels": None, "names": None}
    return {"output": None, "labels": labels.tolist(), "names": names}


def graph_json(graph: GraphFile) -> dict[str, Any]:
    """Return what JSON says about the graph."""
    return {
        "format": graph.format,
        "vertices": graph.W.shape[0],
        "edges": count_edges(graph.W),
        "named": graph.names is not None,
        "vertex_weights": graph.vertex_weight is not None,
    }

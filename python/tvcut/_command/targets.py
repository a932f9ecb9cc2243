"""The files that a command writes: they can be written, and none takes the place of another file that it uses."""

from __future__ import annotations

import argparse
import os
import stat
import sys
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any

from .._files import folder
from .._files.replacing import obstacle, resolved, written_directly
from . import picture
from .message import Refused
from .spelling import flags

FILES = ("vertex_weight", "vertex_size", "fixed", "init_labels", "must_link", "cannot_link")  # files of vertices
_CONTENT = {"--output": "the parts", "--plot": "the picture", "TARGET": "the new graph"}  # what an output has
_Used = tuple[str, Hashable]  # how messages call a file, and what all of its paths have in common


def check(arguments: argparse.Namespace, printed: bool = False) -> None:
    """Refuse a file that cannot be written or would replace another, before the work that would be lost.

    ``printed`` says that the command prints a result as well, which a file of standard output then holds.
    """
    if arguments.output == "-":
        raise Refused("--output must be a file, got -; tvcut cut writes to standard output without it")
    if arguments.plot:
        picture.check(arguments.plot)
    given = ((name, getattr(arguments, name, None)) for name in FILES)  # scan does not have all of them
    used = [*_graph(arguments.file)]
    used += [(f"the file {path} of {flags(name)[-1]}", _identity(path)) for name, path in given if path is not None]
    if printed:
        used.append(("the file of standard output", _opened(sys.stdout)))
    plot = picture.file_of(arguments.plot) if arguments.plot else None
    _check({"--output": arguments.output, "--plot": plot}, used)


def check_converted(arguments: argparse.Namespace) -> None:
    """Refuse a target that cannot be written, or that is an array of the graph in a folder.

    A graph in one file may be the target itself: it has been read when it is replaced.
    """
    if arguments.target != "-":
        arrays = _graph(arguments.file) if Path(arguments.file).is_dir() else ()
        _check({"TARGET": arguments.target}, [*arrays])


def _check(written: dict[str, str | None], used: list[_Used]) -> None:
    """Refuse the first file that cannot be written, is used, or is another one that is written."""
    for flag, path in written.items():
        if path is None:
            continue
        _check_writable(path)
        if written_directly(Path(path)):
            continue
        identity = _identity(path)
        for what, other in used:
            if identity == other:
                raise Refused(f"{flag} must not be {what}, which {_CONTENT[flag]} would replace; choose another file")
        used.append((f"the file {path} of {flag}", identity))


def _check_writable(path: str) -> None:
    file = Path(path)
    inside = Path(resolved(file)).parent
    if file.is_dir() or not inside.is_dir():
        raise Refused(f"{path} cannot be written: it is a folder, or its folder does not exist")
    if not os.access(file if file.exists() else inside, os.W_OK):
        raise Refused(f"{path} cannot be written: there is no permission")
    reason = obstacle(file)
    if reason is not None:
        raise Refused(f"{path} cannot be written: {reason}")


def _graph(path: str) -> Iterator[_Used]:
    """Yield the file of a graph, or the arrays of a graph in a folder, also those that it may have but has not."""
    if path == "-":
        yield "the graph in standard input", _opened(sys.stdin)
    elif Path(path).is_dir():
        for file in folder.files(Path(path)).values():
            yield f"the array {file} of the graph", _identity(str(file))
    else:
        yield f"the graph {path}", _identity(path)


def _identity(path: str) -> Hashable:
    """Return what all paths of a file have in common, also if there is none yet."""
    try:
        state = Path(path).stat()
    except OSError:
        return os.path.normcase(os.path.realpath(path))
    return state.st_dev, state.st_ino


def _opened(stream: Any) -> Hashable:
    """Return the same of the file that a stream reads or writes, or None if there is none."""
    try:
        state = os.fstat(stream.fileno())
    except (AttributeError, OSError, ValueError):  # it is closed, or no file of the system
        return None
    return (state.st_dev, state.st_ino) if stat.S_ISREG(state.st_mode) else None

"""Check that `tvcut cut` finds the same labels in a graph whatever the format of its file.

    python -m bench.formats [--output FILE] [--only NAME ...]

Each graph in the folders graphs and networks of TVCUT_DATA is converted by `tvcut convert` to each format, and cut by
`tvcut cut --effort fast --json` in three ways: as a file, as a file in gzip, and from standard input, where the
content alone tells the format. The labels and the value must be those of `tvcut.balanced_cut` for the graph in the
original file. The command exits with 1 if a cut differs. A format that cannot hold a graph refuses it, and the command
lists the reasons.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import tvcut
from tvcut._files.formats import FORMATS

from .command import CommandLine
from .document import NONE, Document
from .graphs import data_files

FOLDERS = ("graphs", "networks")
WAYS = ("file", "gzip", "standard input")
EFFORT = "fast"
LARGEST = 200e6  # bytes of a file; a larger one is not cut


@dataclass
class Counts:
    """Cuts that were made, and a line for each that differs, is refused or is left out."""

    cuts: int = 0
    differing: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def files() -> dict[str, Path]:
    """Return the files of graphs by name."""
    return {path.stem: path for folder in FOLDERS for path in data_files(folder, (".graph", ".npz"))}


def command(*words: object, data: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run tvcut, with ``data`` on its standard input."""
    return subprocess.run([sys.executable, "-m", "tvcut", *map(str, words)], input=data, capture_output=True)


def reason(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return what a command that failed says, without the name of the file."""
    return done.stderr.decode().strip().rpartition(": ")[2]


def cut(path: Path, way: str) -> tuple[list[int], float] | str:
    """Return the labels and the value that `tvcut cut` prints for a file, or its message if it fails."""
    read = way == "standard input"
    file, data = ("-", path.read_bytes()) if read else (path, None)
    done = command("cut", file, "--effort", EFFORT, "--json", "--quiet", data=data)
    if done.returncode:
        return reason(done)
    found = json.loads(done.stdout)
    return found["labels"], found["value"]


def compare(source: Path, name: str, folder: Path, wanted: tuple[list[int], float], counts: Counts) -> str:
    """Convert a graph to a format, cut it in every way, and return the cell of the table."""
    same = 0
    for way in WAYS:
        target = folder / f"{source.stem}{FORMATS[name].endings[0]}{'.gz' if way == 'gzip' else ''}"
        if not target.exists():
            made = command("convert", source, target)
            if made.returncode:
                counts.refused.append(f"{source.stem}, {name}: {reason(made)}")
                return NONE
        if target.stat().st_size > LARGEST:
            counts.refused.append(f"{source.stem}, {name}: the file has more than {LARGEST / 1e6:.0f} MB")
            return NONE
        found = cut(target, way)
        counts.cuts += 1
        same += found == wanted
        if found != wanted:
            said = found if isinstance(found, str) else f"value {found[1]!r} in place of {wanted[1]!r}"
            counts.differing.append(f"{source.stem}, {name}, {way}: {said}")
    return f"{same}/{len(WAYS)}"


def check(document: Document, sources: dict[str, Path]) -> Counts:
    """Add the table of all graphs and formats, and return the counts."""
    counts = Counts()
    document.table(["graph", "vertices", "edges", "value", *FORMATS])
    for name, source in sources.items():
        graph = tvcut.read_graph(source)
        expected = tvcut.balanced_cut(graph.W, vertex_weight=graph.vertex_weight, effort=EFFORT)
        wanted = expected.labels.tolist(), float(expected.value)
        edges = (graph.W.nnz + (graph.W.diagonal() != 0).sum()) // 2
        with tempfile.TemporaryDirectory() as folder:
            cells = [compare(source, format, Path(folder), wanted, counts) for format in FORMATS]
        document.row(name, f"{graph.W.shape[0]:,}", f"{edges:,}", f"{expected.value:.6g}", *cells)
    return counts


def main() -> None:
    """Cut the graphs that the command line asks for, and exit with 1 if a cut differs."""
    sources = files()
    chosen = CommandLine("bench.formats", __doc__, sources, cache=False).parse()
    if not sources:
        raise SystemExit("set TVCUT_DATA to a folder that holds the folders graphs and networks")
    document = Document(chosen.output)
    document.say("# The same cut from every format")
    document.say(
        f"\n{document.made_by(chosen.command)} A cell counts the ways ({', '.join(WAYS)}) in which `tvcut cut --effort "
        f"{EFFORT}` gives the labels and the value of `tvcut.balanced_cut`, bit for bit."
    )
    counts = check(document, {name: path for name, path in sources.items() if not chosen.only or name in chosen.only})
    document.say(f"\n{counts.cuts} cuts, {len(counts.differing)} differ, {len(counts.refused)} files not made.")
    for line in (*counts.differing, *counts.refused):
        document.say(f"\n- {line}")
    document.save()
    raise SystemExit(1 if counts.differing else 0)


if __name__ == "__main__":
    main()

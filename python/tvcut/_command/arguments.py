"""The arguments of every command. Those that are options of the core follow from its registry."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any

from .converters import converter, counts_of, shares_of
from .spelling import LABELS, flags, spelled

COMMANDS = {
    "cut": "cut a graph into parts",
    "info": "print what is unusual about a graph",
    "scan": "cut into each of several numbers of parts and suggest one",
    "convert": "write a graph in another format",
}
LISTS = frozenset({"max_imbalance"})  # options of a cut that may have a number for each mass
EPILOG = """\
FILE is a graph in METIS or Matrix Market format, SciPy's .npz, an edge list (CSV, TSV, spaces, Parquet), GraphML, GML,
Pajek or another format of --format, also compressed by gzip; or a folder with data.npy, indices.npy and indptr.npy. -
is standard input. `tvcut FILE` is `tvcut cut FILE`.

exit codes:
  0    success, also if the time limit ended the search
  1    the file or the value of an option is refused, or a file cannot be read or written
  2    the command line has an unknown option, lacks an argument or has a value that cannot be understood
  3    an error inside tvcut
  130  interrupted by Ctrl-C; the best result so far is written if there is one
"""


def parser(command: str) -> argparse.ArgumentParser:
    """Return the parser. Only the command that is run gets its arguments, since those of the core load its library."""
    layout: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter, "allow_abbrev": False}
    top = argparse.ArgumentParser("tvcut", description="Balanced cuts of weighted graphs.", epilog=EPILOG, **layout)
    top.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, text in COMMANDS.items():
        sub = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.", epilog=EPILOG, **layout)
        sub.set_defaults(run=_runner(name))
        if name == command:
            _ADD[name](sub)
    return top


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import version

        print(f"tvcut {version('tvcut')}")
        parser.exit()


def _runner(name: str) -> Callable[[argparse.Namespace], int]:
    """Return the function ``run`` of a command's module, which is imported when it is called."""
    return lambda arguments: int(import_module(f"{__package__}.{name}").run(arguments))


def _add_input(sub: argparse.ArgumentParser) -> None:
    from .._files.formats import READABLE
    from .._files.options import HYPEREDGES
    from .._input.columns import AUTO

    sub.add_argument("file", metavar="FILE", help="file to read; - is standard input")
    sub.add_argument("--format", choices=READABLE, help="format of FILE; by default its content tells it")
    weight = "column or attribute of the weights; none: every weight is 1 (default auto, by the rule of read_graph)"
    sub.add_argument("--weight", default=AUTO, metavar="NAME", help=weight)
    sub.add_argument("--header", choices=("yes", "no"), help="whether the first line of an edge list is a header")
    sub.add_argument("--encoding", metavar="NAME", help="encoding of text, such as latin-1 (default UTF-8)")
    sub.add_argument("--hyperedges", choices=HYPEREDGES, help="what replaces an edge of more than two vertices")


def _add_repairs(sub: argparse.ArgumentParser) -> None:
    from .._input.entries import SYMMETRIZE

    sub.add_argument("--symmetrize", choices=SYMMETRIZE, default="refuse", help="what is done if w_ij and w_ji differ")
    ignore = "do not use the weights of vertices in FILE"
    sub.add_argument("--ignore-vertex-weights", action="store_true", help=ignore)


def _add_mapping(sub: argparse.ArgumentParser) -> None:
    text = "leave the weights in FILE, a folder or an .npz archive that is not compressed, instead of loading them"
    sub.add_argument("--mmap", action="store_true", help=text)


def _add_output(sub: argparse.ArgumentParser, labels: str) -> None:
    sub.add_argument("-o", "--output", metavar="PARTS", help=f"write {labels} to a file")
    sub.add_argument("--json", action="store_true", help="print the result as JSON")
    sub.add_argument("--plot", metavar="PNG", help="draw the result, which needs matplotlib")
    sub.add_argument("--progress", action="store_true", help="show phase, fraction and best value in a bar")
    sub.add_argument("-q", "--quiet", action="store_true", help="print no summary to standard error")


def _add_options(
    sub: argparse.ArgumentParser,
    accepted: Callable[..., Any],
    own: dict[str, dict[str, Any]] | None = None,
    lists: frozenset[str] = frozenset(),
) -> None:
    """Add the options of the core that a function accepts, and those of the descent.

    ``own`` has the fields in which the record of an option differs for the function, beside the defaults in its
    signature. An option with none of them is left out. ``lists`` has the names of those that may have several numbers.
    """
    import inspect
    from typing import get_args

    from .._native.options import Preset, registry

    known, own = inspect.signature(accepted).parameters, own or {}
    group = sub.add_argument_group("options of the cut")
    group.add_argument("--preset", choices=get_args(Preset), default="default", help="values of all options not given")
    descent = sub.add_argument_group("options of the total-variation descent, where it runs")
    for option in registry().values():
        if option.group == "descent":
            _add_option(descent, option)
        elif option.name in known and own.get(option.name, True):
            default = known[option.name].default
            given: dict[str, Any] = {} if default in (None, inspect.Parameter.empty) else {"default": str(default)}
            _add_option(group, replace(option, **given | own.get(option.name, {})), option.name in lists)


def _add_option(group: Any, option: Any, several: bool = False) -> None:
    shared: dict[str, Any] = {"dest": option.name, "default": None, "help": _help(option)}
    if option.kind == "bool":
        group.add_argument(*flags(option.name), action="store_true", **shared)
    elif option.kind == "enum":
        group.add_argument(*flags(option.name), choices=option.words, **shared)
    else:
        metavar = "N" if option.kind == "int" else "X[,X…]" if several else "X"
        group.add_argument(*flags(option.name), type=converter(option, several), metavar=metavar, **shared)


def _add_vertices(sub: argparse.ArgumentParser) -> Any:
    """Add the file of masses, and return the group of files with a value for each vertex."""
    group = sub.add_argument_group("files of lines VALUE, one for each vertex, or VERTEX VALUE")
    text = "masses of the vertices, in place of those in the graph; several in lines VERTEX MASS MASS …"
    group.add_argument("--vertex-weight", metavar="FILE", help=text)
    return group


def _help(option: Any) -> str:
    default = "" if option.kind == "bool" else f" (default {option.default})"
    return f"{spelled(option.doc)}{default}".replace("%", "%%")


def _add_cut(sub: argparse.ArgumentParser) -> None:
    from typing import get_args

    from .._balanced_cut import balanced_cut
    from .._native.options import Order

    _add_input(sub)
    _add_repairs(sub)
    _add_mapping(sub)
    _add_output(sub, "the part of each vertex, in lines,")
    group = _add_vertices(sub)
    sub.add_argument("-v", "--verbose", action="store_true", help="print a line for each phase to standard error")
    group.add_argument("--fixed", metavar="FILE", help="parts of the fixed vertices, -1 for a vertex that is not fixed")
    group.add_argument(LABELS, metavar="FILE", help="parts to start from, as --output writes them")
    text = "sizes of the vertices for --objective volume (default 1)"
    group.add_argument("--vertex-size", metavar="FILE", help=text)
    group = sub.add_argument_group("files of lines VERTEX VERTEX")
    group.add_argument("--must-link", metavar="FILE", help="pairs of vertices that lie in one part")
    group.add_argument("--cannot-link", metavar="FILE", help="pairs of vertices that lie in different parts")
    shares = (
        "target shares of the mass, as 0.5,0.3,0.2 or 50%%,30%%,20%% (default equal shares); the value does not keep "
        "them unless --max-imbalance or --min-share bounds them"
    )
    text = f"numbers of the parts: by first vertices, or by decreasing mass (default those of {LABELS} or first_vertex)"
    sub.add_argument("--order", choices=get_args(Order), help=text)
    sub.add_argument("--part-weights", type=shares_of, metavar="SHARES", help=shares)
    _add_options(sub, balanced_cut, lists=LISTS)


def _add_scan(sub: argparse.ArgumentParser) -> None:
    import inspect

    from .._cluster.scan import LARGEST, scan
    from .._cluster.scan_run import FLOOR

    _add_input(sub)
    _add_repairs(sub)
    _add_mapping(sub)
    _add_output(sub, "the parts of the suggested cut")
    _add_vertices(sub)
    numbers = f"numbers of parts, such as 2-14 or 2,4,8 (default 1-{LARGEST}, or up to the number of vertices)"
    sub.add_argument(*flags("n_clusters"), dest="counts", type=counts_of, metavar="KS", help=numbers)
    seeds = inspect.signature(scan).parameters["n_seeds"].default
    text = f"cuts for each number of parts (default {seeds})"
    sub.add_argument("--n-seeds", type=int, default=seeds, metavar="N", help=text)
    share = "Every part has at least this share of its target mass t_r M, where t_r = 1/k, by default only if there is "
    limit = "Seconds for the whole scan, after which the numbers of parts that are finished are returned."
    own: dict[str, dict[str, Any]] = {
        "n_clusters": {},
        "min_share": {"default": FLOOR, "doc": f"{share}such a partition."},
        "time_limit": {"doc": limit},
    }
    _add_options(sub, scan, own)


def _add_info(sub: argparse.ArgumentParser) -> None:
    _add_input(sub)
    sub.add_argument("--json", action="store_true", help="print JSON")


def _add_convert(sub: argparse.ArgumentParser) -> None:
    from .._files.formats import FORMATS

    _add_input(sub)
    sub.add_argument(
        "target", metavar="TARGET", help="file to write, in the format of its ending; - is standard output"
    )
    sub.add_argument("--to", choices=FORMATS, help="format of TARGET")
    _add_repairs(sub)
    sub.add_argument("--ignore-names", action="store_true", help="do not write the names of vertices")


_ADD = {"cut": _add_cut, "scan": _add_scan, "info": _add_info, "convert": _add_convert}

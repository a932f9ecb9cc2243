"""The arguments of every command. Those that are options of the core follow from its registry."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import Any

COMMANDS = {
    "cut": "cut a graph into parts",
    "info": "print what is unusual about a graph",
    "scan": "cut into each of several numbers of parts and suggest one",
    "convert": "write a graph in another format",
}
FORMATS = ("metis", "matrix-market", "npz", "csv", "tsv", "edges", "parquet", "graphml")  # a test compares
SYMMETRIZE = ("refuse", "average", "max", "sum")
FLAGS = {"n_clusters": ("-k", "--parts"), "random_state": ("--seed",), "n_threads": ("--threads",)}
EPILOG = """\
FILE is a graph in METIS or Matrix Market format, SciPy's .npz, an edge list (CSV, TSV, spaces, Parquet) or GraphML,
also compressed by gzip; - is standard input. `tvcut FILE` is `tvcut cut FILE`.

exit codes:
  0    success, also if the time limit ended the search
  1    the file or the value of an option is refused, or a file cannot be read or written
  2    the command line has an unknown option or lacks an argument
  3    an error inside tvcut
  130  interrupted by Ctrl-C; the best result so far is written if there is one
"""


def flags(name: str) -> tuple[str, ...]:
    """Return how the command line spells an option."""
    return FLAGS.get(name, (f"--{name.replace('_', '-')}",))


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
    sub.add_argument("file", metavar="FILE", help="file to read; - is standard input")
    sub.add_argument("--format", choices=FORMATS, help="format of FILE; by default its content tells it")


def _add_repairs(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--symmetrize", choices=SYMMETRIZE, default="refuse", help="what is done if w_ij and w_ji differ")
    ignore = "do not use the weights of vertices in FILE"
    sub.add_argument("--ignore-vertex-weights", action="store_true", help=ignore)


def _add_output(sub: argparse.ArgumentParser, labels: str) -> None:
    sub.add_argument("-o", "--output", metavar="PARTS", help=f"write {labels} to a file")
    sub.add_argument("--json", action="store_true", help="print the result as JSON")
    sub.add_argument("--plot", metavar="PNG", help="draw the result, which needs matplotlib")
    sub.add_argument("--progress", action="store_true", help="show phase, fraction and best value")
    sub.add_argument("-q", "--quiet", action="store_true", help="print no summary to standard error")


def _add_options(sub: argparse.ArgumentParser, accepted: Callable[..., Any], but: tuple[str, ...] = ()) -> None:
    """Add the options of the core that a function accepts."""
    import inspect

    from .._options import registry

    known = inspect.signature(accepted).parameters
    group = sub.add_argument_group("options of the cut")
    for option in registry().values():
        if option.name not in known or option.name in but:
            continue
        shared: dict[str, Any] = {"dest": option.name, "default": None, "help": _help(option)}
        if option.kind == "bool":
            group.add_argument(*flags(option.name), action="store_true", **shared)
        elif option.kind == "enum":
            group.add_argument(*flags(option.name), choices=option.words, **shared)
        else:
            metavar = "N" if option.kind == "int" else "X"
            group.add_argument(*flags(option.name), type=_converter(option), metavar=metavar, **shared)
    group.add_argument("--preset", choices=("default", "paper"), default="default", help="the settings of the paper")


def _help(option: Any) -> str:
    default = "" if option.kind == "bool" else f" (default {option.default})"
    return f"{option.doc}{default}".replace("%", "%%")


def _converter(option: Any) -> Callable[[str], Any]:
    """Return the function that reads the value of an option. The core checks the range."""

    def convert(text: str) -> Any:
        if option.absent and text == option.absent:
            return text
        try:
            if option.kind == "float" and text.endswith("%"):
                return float(text[:-1]) / 100
            return option.value(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"must be {option.range}, got {text!r}") from None

    return convert


def _counts(text: str) -> list[int]:
    """Return the numbers of parts in a text such as 2-14 or 2,4,8."""
    found: list[int] = []
    try:
        for piece in text.split(","):
            first, _, last = piece.partition("-")
            low, high = int(first), int(last or first)
            if high - low > 10_000:
                raise ValueError
            found.extend(range(low, high + 1))
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be like 2-14 or 2,4,8, got {text!r}") from None
    return found


def _add_cut(sub: argparse.ArgumentParser) -> None:
    from .._api import balanced_cut

    _add_input(sub)
    _add_repairs(sub)
    _add_output(sub, "the part of each vertex, in lines,")
    _add_options(sub, balanced_cut)


def _add_scan(sub: argparse.ArgumentParser) -> None:
    from .._scan import scan

    _add_input(sub)
    _add_repairs(sub)
    _add_output(sub, "the parts of the suggested cut")
    numbers = "numbers of parts, such as 2-14 or 2,4,8 (default 2-14, or up to the number of vertices)"
    sub.add_argument(*flags("n_clusters"), dest="counts", type=_counts, metavar="KS", help=numbers)
    sub.add_argument("--n-seeds", type=int, default=3, metavar="N", help="cuts for each number of parts (default 3)")
    _add_options(sub, scan, but=("n_clusters",))


def _add_info(sub: argparse.ArgumentParser) -> None:
    _add_input(sub)
    sub.add_argument("--json", action="store_true", help="print JSON")


def _add_convert(sub: argparse.ArgumentParser) -> None:
    _add_input(sub)
    sub.add_argument(
        "target", metavar="TARGET", help="file to write, in the format of its ending; - is standard output"
    )
    sub.add_argument("--to", choices=FORMATS, help="format of TARGET")
    _add_repairs(sub)
    sub.add_argument("--ignore-names", action="store_true", help="do not write the names of vertices")


_ADD = {"cut": _add_cut, "scan": _add_scan, "info": _add_info, "convert": _add_convert}

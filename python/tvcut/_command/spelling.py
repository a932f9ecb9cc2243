"""How the command line spells options, also in the messages of the library."""

from __future__ import annotations

import re

FLAGS = {"n_clusters": ("-k", "--parts"), "random_state": ("--seed",), "n_threads": ("--threads",)}
LABELS = "--init-labels"
OTHER = (  # named in messages as well
    *("n_seeds", "fixed", "part_weights", "vertex_weight", "vertex_size", "must_link", "cannot_link"),
    *("order", "preset"),
    *("format", "symmetrize", "mmap", "weight", "header", "encoding", "hyperedges"),
)
VALUES = {"False": "no", "None": "none"}  # of Python, on the command line
_VALUE = r"""(?: ?= ?(?:'([^']*)'|"([^"]*)"|([\w.+-]*\w)))?"""


def flags(name: str) -> tuple[str, ...]:
    """Return how the command line spells an option."""
    return FLAGS.get(name, (f"--{name.replace('_', '-')}",))


def spelled(text: str, own: dict[str, str] | None = None) -> str:
    """Return a message of the library with the options as on the command line, and without the numbers of entries.

    A name without an underscore may be plain English, as in "the fixed vertices": it is an option at the beginning,
    before its value, and after "set" and "leave out". A name in quotes is that of a vertex. The value follows the
    option after a space, and True is left out. ``own`` has spellings that replace those of ``flags``.
    """

    from .._native.options import registry

    names = (*registry(), *OTHER)
    clear = "|".join(name for name in names if "_" in name)
    plain = "|".join(name for name in names if "_" not in name)
    where = rf"^({plain})\b(?![\w-])|(?:(?<=\bset )|(?<=\bleave out ))({plain})\b|({plain})\b(?= ?= ?)"
    pattern = rf"(?<![\w'\"-])(?:({clear})\b|{where})(?:\[\d+\])?{_VALUE}"

    def spell(found: re.Match[str]) -> str:
        name = next(filter(None, found.groups()[:4]))
        value = next((group for group in found.groups()[4:] if group is not None), "True")
        flag = (own or {}).get(name, flags(name)[-1])
        return flag if value == "True" else f"{flag} {VALUES.get(value, value)}"

    return re.sub(pattern, spell, text)

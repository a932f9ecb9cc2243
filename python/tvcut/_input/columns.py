"""Which columns of a table of edges, or attributes of edges, are the ends of an edge and its weight: one rule for all.

The ends are named by one of the pairs below, in a header also by words as source_X and target_X, or X1 and X2. The
weight is the column that is asked for; or else one with a name of WEIGHT; or else the only other one that holds numbers
and is not called by a word of OTHER.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from .error import GraphFileError

SOURCE: tuple[str, ...] = (
    "source",
    "from",
    "src",
    "u",
    "node1",
    "vertex1",
    "i",
    "start",
    "id_1",
    "node_1",
    "id1",
    "source_id",
    "n1",
)
SOURCE += ("sender", "ego", "src_id", "source_node", "from_node", "from_id")
TARGET: tuple[str, ...] = (
    "target",
    "to",
    "dst",
    "v",
    "node2",
    "vertex2",
    "j",
    "end",
    "id_2",
    "node_2",
    "id2",
    "target_id",
    "n2",
)
TARGET += ("receiver", "alter", "dst_id", "target_node", "to_node", "to_id")
PAIRS = (("source", "target"), ("source", "destination"), ("from", "to"), ("src", "dst"), ("start", "end"))
UNSURE = ("u", "v", "i", "j")  # which are names of vertices as well, and so are words with a last 1 or 2
WEIGHT = ("weight", "weights", "edge_weight", "w", "value")
OTHER = ("id", "edge_id", "type", "label", "name", "key", "index", "time", "timestamp", "timeset", "date", "year")
AUTO = "auto"
FOUND = Callable[[int], bool]  # whether a column holds numbers


def word(name: str) -> str:
    """Return a name in lower case, with one underscore for spaces and marks between its words."""
    return re.sub(r"[\s_.\-]+", "_", name.strip().lower())


def named_ends(names: Sequence[str]) -> list[int] | None:
    """Return the columns of both ends, or None. Raise GraphFileError if a name is there twice."""
    words = list(map(word, names))
    found = [next((_only(words, name) for name in known if name in words), None) for known in (SOURCE, TARGET)]
    if found[0] is not None and found[1] is not None:
        return [found[0], found[1]]
    return None


def paired_ends(names: Sequence[str]) -> list[int] | None:
    """Return two columns called source_X and target_X, or X1 and X2, or None."""
    words = list(map(word, names))
    pairs = [(name, f"{b}{name[len(a) :]}") for name in words for a, b in PAIRS if name.startswith(f"{a}_")]
    pairs += [(name, f"{name[:-1]}2") for name in words if name.endswith("1") and name != "1"]
    found = next(((a, b) for a, b in pairs if b in words), None)
    return None if found is None else [_only(words, name) for name in found]


def are_sure(names: Sequence[str]) -> bool:
    """Return whether names of ends are hardly names of vertices."""
    return not any(word(name) in UNSURE or word(name)[-1:] in ("1", "2") for name in names)


def weight_column(
    names: Sequence[str], ends: Sequence[int], wanted: str | None = AUTO, holds_numbers: FOUND | None = None
) -> int | None:
    """Return the column of the weight, or None if there is none. Raise GraphFileError if there is not exactly one.

    ``wanted`` is its name, None if all weights are to be 1, and AUTO for the rule above. ``holds_numbers`` is called
    with columns whose names do not tell.
    """
    if wanted is None:
        return None
    others = [c for c in range(len(names)) if c not in ends]
    words = [word(name) if c in others else "" for c, name in enumerate(names)]
    if wanted != AUTO:
        exact = [c for c in others if names[c].strip() == wanted]
        found = exact or [c for c in others if words[c] == word(wanted)]
        if len(found) != 1:
            known = ", ".join(repr(names[c][:40]) for c in others[:20]) or "none"
            raise GraphFileError(f"weight must be the name of one column or attribute of the edges, {known}, or None")
        return found[0]
    for name in WEIGHT:
        if name in words:
            return _only(words, name)
    rest = unnamed(names, ends, holds_numbers)
    return rest[0] if len(rest) == 1 else None


def unnamed(names: Sequence[str], ends: Sequence[int], holds_numbers: FOUND | None = None) -> list[int]:
    """Return the columns that may be weights, but whose names do not tell."""
    rest = [c for c, name in enumerate(names) if c not in ends and word(name) not in ("", *WEIGHT, *OTHER)]
    rest = [c for c in rest if not word(names[c]).endswith("_id")]
    return [c for c in rest if holds_numbers is None or holds_numbers(c)]


def named_columns(
    names: Sequence[str], wanted: str | None = AUTO, holds_numbers: FOUND | None = None
) -> list[int] | None:
    """Return the columns of both ends and of the weight, if there is one, or None if there are not two of ends."""
    ends = named_ends(names)
    if ends is None:
        return None
    weight = weight_column(names, ends, wanted, holds_numbers)
    return ends if weight is None else [*ends, weight]


def unused(names: Sequence[str], used: Sequence[int]) -> tuple[str, ...]:
    """Return the names of the columns that are not used."""
    return tuple(name for c, name in enumerate(names) if c not in used and name)


def _only(words: Sequence[str], name: str) -> int:
    if words.count(name) > 1:
        raise GraphFileError(f"two are called {name!r}, as columns or attributes; rename one, or leave it out")
    return words.index(name)

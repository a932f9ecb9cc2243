"""Which columns of a table of edges, or attributes of edges, are the ends of an edge and its weight: one rule for all.

The ends are named by one of the pairs below, in a header also by words as source_X and target_X, X1 and X2, or X A and
X B. The weight is the column that is asked for; or else one with a name of WEIGHT; or else the only other one that
holds numbers, and whose name is no word of OTHER and has no word id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from .error import GraphFileError

_ENDS = (
    "source target, from to, src dst, u v, node1 node2, vertex1 vertex2, i j, start end, id_1 id_2, node_1 node_2, "
    "id1 id2, source_id target_id, n1 n2, sender receiver, ego alter, src_id dst_id, source_node target_node, "
    "from_node to_node, from_id to_id, origin destination, orig dest, subject object, citing cited, follower followee, "
    "sender recipient, caller callee"
)
SOURCE, TARGET = zip(*(pair.split() for pair in _ENDS.split(", ")), strict=True)
PAIRS = tuple(
    pair.split() for pair in "source target, source destination, from to, src dst, start end, origin dest".split(", ")
)
_LAST = (("1", "2", "3"), ("_a", "_b", "_c"))  # how the names of both ends end, and that of a third column of the kind
UNSURE = ("u", "v", "i", "j")  # which are names of vertices as well, and so are words with a last 1 or 2
WEIGHT = ("weight", "weights", "edge_weight", "w", "value")
OTHER = tuple(
    "type label name key index time t timestamp timeset date year suid eid root_index unnamed_0 rownames line "
    "route layer group class category code month day hour season book chapter page episode".split()
)
AUTO = "auto"
FOUND = Callable[[int], bool]  # whether a column holds numbers


def word(name: str) -> str:
    """Return a name in lower case, with one underscore for spaces, marks and capitals between its words.

    The types that Neo4j writes after a name are left out, as in :START_ID(Person) and weight:float.
    """
    name = re.sub(r"\([^()]*\)$|(?<=\w):\w+$", "", name.strip())
    return re.sub(r"[\s_.:\-]+", "_", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)).strip("_").lower()


def named_ends(names: Sequence[str]) -> list[int] | None:
    """Return the columns of both ends, or None. Raise GraphFileError if a name is there twice."""
    words = list(map(word, names))
    found = [next((_only(words, name) for name in known if name in words), None) for known in (SOURCE, TARGET)]
    if found[0] is not None and found[1] is not None:
        return [found[0], found[1]]
    return None


def paired_ends(names: Sequence[str]) -> list[int] | None:
    """Return two columns called source_X and target_X, X1 and X2 without X3, or X A and X B without X C, or None."""
    words = list(map(word, names))
    pairs = [(name, f"{b}{name[len(a) :]}") for name in words for a, b in PAIRS if name.startswith(f"{a}_")]
    starts = [(name.removesuffix(last[0]), last) for name in words for last in _LAST if name.endswith(last[0])]
    pairs += [(f"{x}{a}", f"{x}{b}") for x, (a, b, c) in starts if x and f"{x}{c}" not in words]
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
    rest = [c for c in rest if "id" not in word(names[c]).split("_")]
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

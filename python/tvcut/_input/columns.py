"""The names of the columns of a table of edges."""

from __future__ import annotations

from collections.abc import Sequence

SOURCE = ("source", "from", "src", "u", "node1", "vertex1", "i", "start", "id_1", "node_1", "id1", "source_id", "n1")
TARGET = ("target", "to", "dst", "v", "node2", "vertex2", "j", "end", "id_2", "node_2", "id2", "target_id", "n2")
WEIGHT = ("weight", "w", "value")


def named_columns(names: Sequence[str]) -> list[int] | None:
    """Return the columns with the names of vertices and of a weight, or None if there are not two of vertices."""
    lower = [name.strip().lower() for name in names]
    found = [next((lower.index(word) for word in words if word in lower), None) for words in (SOURCE, TARGET, WEIGHT)]
    if found[0] is None or found[1] is None:
        return None
    return [column for column in found if column is not None]

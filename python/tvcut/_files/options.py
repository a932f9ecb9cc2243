"""What a reader is told beside the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .._input.columns import AUTO


@dataclass(frozen=True)
class Options:
    """Arguments of ``read_graph`` that single formats use."""

    weight: str | None = AUTO  # the column or attribute of the weight; None: all are 1
    header: bool | None = None  # whether the first line is one; None: its words tell
    hyperedges: str | None = None  # what replaces an edge of more than two vertices


DEFAULT = Options()
Hyperedges = Literal["cliques", "stars"]
HYPEREDGES: tuple[Hyperedges, ...] = ("cliques", "stars")

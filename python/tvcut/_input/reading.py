"""How a graph becomes symmetric weights: which attribute has the weights, and what becomes of two directions."""

from __future__ import annotations

from typing import NamedTuple

from .entries import Symmetrize

WEIGHT = "weight"  # the attribute of edges with their weights, unless the caller names another


class Reading(NamedTuple):
    """The attribute of edges with their weights, or None to count each as 1, and what is done if w_ij ≠ w_ji."""

    weight: str | None = WEIGHT
    symmetrize: Symmetrize = "refuse"


USUAL = Reading()  # unless the caller says otherwise

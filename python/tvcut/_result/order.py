"""The numbers of parts. The core numbers parts by their first vertices, or as in labels to start from."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._native.errors import ArgumentError
from .._native.problem import Problem


def check_order(problem: Problem, has_price: bool = False) -> None:
    """Raise ArgumentError if parts are to be numbered by size, but what is given numbers them.

    ``has_price`` says whether vertices that leave their part have a price.
    """
    if problem.order != "size":
        return
    given = {"fixed": problem.fixed is not None, "part_weights": problem.part_weights is not None}
    for name, is_given in (given | {"migration": has_price}).items():
        if is_given:
            text = f"must be 'first_vertex' with {name}, which numbers the parts, got 'size'; leave one of them out"
            raise ArgumentError(text, "order")


def by_first_vertex(parts: npt.NDArray[Any], k: int) -> npt.NDArray[np.int32]:
    """Return the labels of parts, of numbers below k, that are numbered in the order of their first vertices."""
    used, first = np.unique(parts, return_index=True)
    new = np.full(k, -1, np.int32)
    new[used[np.argsort(first)]] = np.arange(len(used))
    labels: npt.NDArray[np.int32] = new[parts]
    return labels


def numbered(problem: Problem, found: dict[str, Any]) -> dict[str, Any]:
    """Return a result of the core with parts in the order of the problem.

    ``found`` has the fields "labels", "masses" and "merges" of a cut.
    """
    if problem.order == "size":  # equal masses in the order of the core
        return _renumbered(found, np.argsort(-found["masses"], kind="stable"))
    if problem.order == "init" or problem.labels is None:  # the order of the core
        return found
    return _renumbered(found, np.argsort(np.unique(found["labels"], return_index=True)[1]))


def _renumbered(found: dict[str, Any], old: npt.NDArray[np.int64]) -> dict[str, Any]:
    """Return a result in which part r is the part old[r] of another one."""
    k = len(old)
    new = np.empty(k, np.int32)
    new[old] = np.arange(k)
    clusters = np.append(new, np.arange(k, 2 * k, dtype=np.int32))  # those of merges keep their numbers
    merges = np.sort(clusters[found["merges"]], axis=1)
    return found | {"labels": new[found["labels"]], "masses": found["masses"][old], "merges": merges}

"""The cut of a graph on one worker: the better of one found anew and one found from its labels, by two tasks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._balanced_cut import balanced_cut
from .._input.warning import without
from .._result.warnings import DisconnectedGraphWarning, SmallPartWarning
from ._border import Rule, Totals
from ._session import Future, Session

Array = npt.NDArray[Any]


class Whole(NamedTuple):
    """A graph that one worker holds: W, the masses of its vertices, and their parts, None if there are none yet.

    ``vertex`` holds the vertices of the level that its first vertices are; None if it is the level.
    """

    W: Any
    mass: Array
    labels: Array | None
    vertex: Array | None = None


class Cut(NamedTuple):
    """A partition of such a graph."""

    labels: Array
    totals: Totals


def cut_whole(session: Session, whole: Future, rule: Rule, options: dict[str, Any]) -> Future:
    """Return the best partition as a future of a Cut, or of None if ``whole`` is that of None.

    It is the best of one found anew, one found from the labels, and the labels themselves.
    """
    tries = [session.submit(attempt, whole, anew, rule, options) for anew in (True, False)]
    return session.submit(best_of, whole, tries, rule)


def attempt(whole: Whole | None, anew: bool, rule: Rule, options: dict[str, Any]) -> Array | ValueError | None:
    """Return labels found anew or from those of the graph, or the error if none within the bounds were found."""
    if whole is None or (whole.labels is None and not anew):
        return None
    try:
        with without(DisconnectedGraphWarning, SmallPartWarning):  # the caller is warned of the result
            init = None if anew else whole.labels
            labels: Array = balanced_cut(whole.W, rule.k, vertex_weight=whole.mass, init=init, **options).labels
            return labels
    except ValueError as error:
        return error


def best_of(whole: Whole | None, tries: Sequence[Array | ValueError | None], rule: Rule) -> Cut | None:
    """Return the best partition: one within the bounds, if there is one, of the lowest objective."""
    if whole is None:
        return None
    found = [labels for labels in (whole.labels, *tries) if isinstance(labels, np.ndarray)]
    if not found:
        raise next(error for error in tries if isinstance(error, ValueError))
    cuts = [Cut(labels, totals_of_cut(whole, labels, rule.k)) for labels in found]
    valid = [cut for cut in cuts if rule.holds(cut.totals)] or cuts
    return min(valid, key=lambda cut: rule.objective(cut.totals))  # the first of equal ones


def totals_of_cut(whole: Whole, labels: Array, k: int) -> Totals:
    """Return the totals of a partition."""
    part = np.repeat(labels, np.diff(whole.W.indptr))
    crosses = part != labels[whole.W.indices]
    return Totals(np.bincount(part[crosses], whole.W.data[crosses], k), np.bincount(labels, whole.mass, k))

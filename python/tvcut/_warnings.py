"""The warning about cuts between components, which points at the line of the user's code."""

from __future__ import annotations

import sys
import warnings

from ._result import Cut, DisconnectedGraphWarning

SMALL = 0.05  # a part with less than this share of M/k is probably not the one that was wanted


def warn_if_components_are_small(cut: Cut) -> None:
    """Warn if the cut runs between components and some part has less than SMALL of an equal share of the mass."""
    k = len(cut.sizes)
    if not (1 < k <= cut.n_components and cut.value == 0 and cut.sizes.min() < SMALL * cut.sizes.sum() / k):
        return
    warnings.warn(
        f"W has {cut.n_components} connected components, and a cut between them has value 0, but its smallest part "
        f"has a share of {cut.sizes.min() / cut.sizes.sum():.2g} of the mass only; to cut within a component, pass it "
        "alone or connect the graph, for example with more neighbours",
        DisconnectedGraphWarning,
        stacklevel=_level_of_the_caller(),
    )


def _level_of_the_caller() -> int:
    """Return the stack level, in the function that calls this one, of the first frame of neither tvcut nor sklearn."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] in ("tvcut", "sklearn"):
        frame, level = frame.f_back, level + 1
    return level

"""The warnings about very small parts, which point at the line of the user's code."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np
import numpy.typing as npt

from ._result import Cut

SMALL_COMPONENT = 0.05  # a part between components with less than this share of M/k is probably not the one wanted
SMALL_PART = 0.01  # the same of any other part, relative to t_r M

_left_out: ContextVar[tuple[type[Warning], ...]] = ContextVar("_left_out", default=())


class DisconnectedGraphWarning(UserWarning):
    """The warning that a cut between components has value 0 and separates a very small part.

    It is raised if the parts of a graph with several components have value 0 and one of them has less than 5 % of M/k,
    an equal share of the mass: then a few separate vertices are probably in the way of the cut that was wanted.

    Examples
    --------
    >>> import warnings
    >>> import numpy as np
    >>> import tvcut
    >>> W = np.pad(np.ones((50, 50)), (0, 1))  # the last vertex has no edges
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore", tvcut.DisconnectedGraphWarning)
    ...     tvcut.balanced_cut(W, min_share=0).value
    0.0
    """


class SmallPartWarning(UserWarning):
    """The warning that a part has less than 1 % of its target mass t_r M.

    The share t_r is 1/k unless part_weights are given.

    Such parts have a low value, but they are seldom what is wanted.

    Examples
    --------
    >>> import warnings
    >>> import numpy as np
    >>> import tvcut
    >>> W = np.ones((500, 500))
    >>> W[0] = W[:, 0] = 0.001  # the first vertex has weak edges only
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("error", tvcut.SmallPartWarning)
    ...     try:
    ...         tvcut.balanced_cut(W, asymmetry=499)
    ...     except tvcut.SmallPartWarning as warning:
    ...         print(str(warning)[:52])
    part 0 has mass 1, which is 0.4 % of its target mass
    """


def warn_if_parts_are_small(
    cut: Cut, part_weights: npt.NDArray[np.float64] | None, *, asked: bool, counted: bool = True
) -> None:
    """Warn if some part is very small. ``asked`` says whether the caller has chosen the smallest share of a part.

    ``counted`` says whether ``cut.n_components`` is the number of components, and not a lower bound of it.
    """
    k, mass = len(cut.sizes), cut.sizes.sum()
    target = mass * (np.full(k, 1 / k) if part_weights is None else part_weights)
    if 1 < k <= cut.n_components and cut.value == 0 and cut.sizes.min() < SMALL_COMPONENT * mass / k:
        warn(
            f"W has {'' if counted else 'at least '}{cut.n_components} connected components, and a cut between them "
            f"has value 0, but its smallest part has a share of {cut.sizes.min() / mass:.2g} of the mass only; to cut "
            "within a component, pass it alone or connect the graph, for example with more neighbours",
            DisconnectedGraphWarning,
        )
        return
    r = int((cut.sizes / target).argmin())
    if not asked and cut.sizes[r] < SMALL_PART * target[r]:
        warn(
            f"part {r} has mass {cut.sizes[r]:.6g}, which is {100 * cut.sizes[r] / target[r]:.2g} % of its target mass "
            f"{target[r]:.6g}; for larger parts, pass min_share, for example 0.5; to accept this one, pass min_share=0",
            SmallPartWarning,
        )


@contextmanager
def without(*categories: type[Warning]) -> Iterator[None]:
    """Do not warn of some categories in this thread. ``warnings.catch_warnings`` changes the filters of all threads."""
    token = _left_out.set((*_left_out.get(), *categories))
    try:
        yield
    finally:
        _left_out.reset(token)


def warn(text: str, category: type[Warning]) -> None:
    """Warn at the line of the user's code."""
    if not issubclass(category, _left_out.get()):
        warnings.warn(text, category, stacklevel=_level_of_the_caller())


def _level_of_the_caller() -> int:
    """Return the stack level, in the function that calls this one, of the first frame of neither tvcut nor sklearn."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] in ("tvcut", "sklearn"):
        frame, level = frame.f_back, level + 1
    return level

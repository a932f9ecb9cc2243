"""The progress of a cut, and the callback that takes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from .plots_html import ProgressHtml


@dataclass(frozen=True)
class Progress(ProgressHtml):
    """The progress of a running cut, passed to the ``callback`` of :func:`balanced_cut`.

    Values are those of ``Cut.value``, or of ``Cut.cut_weight`` for ``objective="cut"``. In repeated cuts in two and in
    descents, they are C(S) of the current cut in two, until there is a partition that could be returned. With
    ``objective="volume"``, they are cut weights until the last call.

    Attributes
    ----------
    part : int
        Number of the current cut in two; 0 for ``n_clusters=2`` and where all parts are found at once.
    start : int
        Number of the current start.
    n_outer : int
        Outer steps of this start.
    n_inner : int
        Inner steps so far.
    energy : float
        E(f) = TV(f)/Σ m_i |f_i − med f| of this start in a descent, else as ``value``; infinite before the first cut.
    value : float
        Smallest value so far; infinite before the first cut, and in the last call that of the result. It can rise where
        ``min_share="auto"`` or another cut in two begins a search, or parts are moved to hold bounds or fixed vertices.
    phase : str
        What runs: "search", "descent", "refinement", "polish" or "evolution".
    fraction : float
        Share of the phase that is done, from 0 to 1; 0 if it is not known. A second search begins at 0 again.
    time : float
        Seconds since the call.

    Examples
    --------
    >>> import numpy as np
    >>> import tvcut
    >>> W = np.diag(np.ones(5), 1) + np.diag(np.ones(5), -1)  # a path of six vertices
    >>> seen = []
    >>> cut = tvcut.balanced_cut(W, callback=seen.append)
    >>> round(seen[-1].value, 6)
    0.333333
    """

    part: int
    start: int
    n_outer: int
    n_inner: int
    energy: float
    value: float
    phase: str
    fraction: float
    time: float


Callback: TypeAlias = Callable[[Progress], object]


def is_stop(answer: object) -> bool:
    """Return whether what a callback returned asks for the end."""
    return isinstance(answer, (bool, np.bool_)) and bool(answer)

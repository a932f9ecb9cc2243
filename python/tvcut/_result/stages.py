"""What each stage of the search for a cut did: ``Cut.stages``."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, get_args

from .evidence import Choice


@dataclass(frozen=True)
class Stage:
    """One stage of the search for a cut, in :attr:`Cut.stages`.

    The criterion is ``Cut.value``, or ``Cut.cut_weight`` or ``Cut.volume`` with ``objective="cut"`` or "volume".

    Attributes
    ----------
    name : str
        What was done, such as "direct search", "minimum cuts" or "total-variation descent".
    search : str
        The value of ``Cut.choice`` that the search with this stage was made for. All stages are of the search for the
        "lowest" criterion, unless ``min_share="auto"`` and the cut of lowest value has a part lighter than half an
        equal share.
    seconds : float
        The time that the stage took.
    before, after : float or None
        The lowest criterion within the bounds that its search had found before and after it, None if it had found none.
    gave : bool
        Whether the cut is that of this stage. One stage of a cut gave it.

    Examples
    --------
    >>> import tvcut
    >>> cut = tvcut.balanced_cut([[0, 2, 0, 0], [2, 0, 1, 0], [0, 1, 0, 2], [0, 0, 2, 0]])
    >>> [stage.name for stage in cut.stages if stage.gave]
    ['multilevel search']
    """

    name: str
    search: Choice
    seconds: float
    before: float | None
    after: float | None
    gave: bool

    def __str__(self) -> str:
        _, search, before, after, _, gave = row(self)
        marks = (mark for mark in (search, gave) if mark not in ("lowest", ""))
        return ", ".join((f"{self.name}: {before} -> {after}, {self.seconds:.3g} s", *marks))


HEAD = ("stage", "search", "before", "after", "seconds", "")


def row(stage: Stage) -> tuple[str, ...]:
    """Return the texts of a stage in a table below HEAD."""
    before, after = ("none" if x is None else f"{x:.6g}" for x in (stage.before, stage.after))
    return (stage.name, stage.search, before, after, f"{stage.seconds:.3g}", "gave the cut" if stage.gave else "")


def of_arrays(names: Any, numbers: Any, flags: Any) -> tuple[Stage, ...]:
    """Return the stages from the arrays stage_names, stage_numbers and stage_flags of tvcut_result."""
    searches = get_args(Choice)
    columns = zip(names.tolist(), numbers.tolist(), flags.tolist(), strict=True)
    return tuple(
        Stage(name.decode(), searches[search], seconds, _known(before), _known(after), bool(gave))
        for name, (seconds, before, after), (search, gave) in columns
    )


def _known(criterion: float) -> float | None:
    return criterion if math.isfinite(criterion) else None

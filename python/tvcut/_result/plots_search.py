"""Draw how a cut was found: the energy of its descent, the value of its starts, or the stages of its search."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np

from .._input.arguments import as_choice
from .fields import CutFields
from .plots_draw import COLORS, new_axes, part_color

Kind = Literal["auto", "energy", "starts", "stages"]


def draw_search(cut: CutFields, kind: Kind, ax: Any) -> Any:
    """Draw what ``kind`` says. "auto" takes the first kind of which the cut has two or more values, or the stages."""
    as_choice("kind", kind, get_args(Kind))
    counts: dict[Kind, int] = {"energy": len(cut.energy_trace), "starts": len(cut.start_values)}
    if kind == "auto":
        kind = next((name for name, count in counts.items() if count > 1), "stages")
    if counts.get(kind, 1) == 0:
        raise ValueError(f"the cut has no {kind} to plot; pass kind='stages', which every cut has")
    return {"energy": draw_trace, "starts": draw_starts, "stages": draw_stages}[kind](cut, new_axes(ax))


def draw_trace(cut: CutFields, ax: Any) -> Any:
    """Draw E after every outer step, with lines at the value and the lower bound."""
    ax.plot(
        np.arange(len(cut.energy_trace)), cut.energy_trace, "o-", color=COLORS[0], markersize=3, label="energy E(f)"
    )
    _draw_levels(cut, ax, "value", cut.value)
    ax.set_xlabel("outer step")
    ax.set_ylabel("energy")
    ax.legend()
    return ax


def draw_starts(cut: CutFields, ax: Any) -> Any:
    """Draw C of each start and the lowest C so far, with lines at the value and the lower bound."""
    number, values = np.arange(1, len(cut.start_values) + 1), cut.start_values
    ax.plot(number, values, "o", color=COLORS[0], label="value of the start")
    lowest = np.minimum.accumulate(values)
    ax.plot(number, lowest, drawstyle="steps-post", color=COLORS[1], label="lowest so far")
    _draw_levels(cut, ax, "value", cut.value)
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.set_xlabel("start")
    ax.set_ylabel("value")
    ax.legend()
    return ax


def draw_stages(cut: CutFields, ax: Any) -> Any:
    """Draw the lowest criterion so far against the time of the search, over the times of its stages."""
    ends = np.cumsum([stage.seconds for stage in cut.stages])
    for number, (stage, end) in enumerate(zip(cut.stages, ends, strict=True)):
        label = f"{stage.name}, gave the cut" if stage.gave else stage.name
        ax.axvspan(end - stage.seconds, end, color=part_color(number), alpha=0.3, label=label)
    times, lowest = cut.value_trace.T
    ax.plot(times, lowest, "o-", drawstyle="steps-post", color="0.4", markersize=3, label="lowest so far")
    name, criterion = cut._minimised
    _draw_levels(cut, ax, name, criterion)
    ax.set_xlim(0, max(cut.time, ends[-1]))
    ax.set_xlabel("seconds")
    ax.set_ylabel(name)
    ax.legend()
    return ax


def _draw_levels(cut: CutFields, ax: Any, name: str, criterion: float) -> None:
    """Draw a line at the criterion of the cut, and one at its lower bound if there is one."""
    ax.axhline(criterion, color=COLORS[4], linestyle="--", label=f"{name} {criterion:.4g}")
    if cut.lower_bound is not None:
        label = f"lower bound {cut.lower_bound:.4g}"
        ax.axhline(cut.lower_bound, color=COLORS[2], linestyle=":", label=label)

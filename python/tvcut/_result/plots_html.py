"""The HTML that notebooks show for a cut, a scan and the progress of a cut, drawn without matplotlib.

Text and lines have the colour of the page, so that they are readable in light and in dark.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .fields import CutFields
from .plots_draw import part_color
from .stages import HEAD, Stage, row

WIDTH, HEIGHT = 320, 18  # of the bar of masses, in pixels
MOST_PARTS = 64  # more parts are drawn in one colour, since their bars would be thinner than five pixels
MOST_LISTED = 8  # in text

_TABLE = 'style="border-collapse:collapse;color:inherit;background:transparent;font-size:90%"'
_NAME = 'style="text-align:left;font-weight:normal;opacity:.75;padding:1px 12px 1px 0;white-space:nowrap"'
_VALUE = 'style="text-align:left;padding:1px 0"'

_CELL = 'style="text-align:left;padding:1px 12px 1px 0"'


class CutHtml(CutFields):
    """The method by which notebooks show a :class:`Cut`."""

    def _repr_html_(self) -> str:
        rows = [
            ("parts", f"{len(self.masses)}, of {len(self.labels)} vertices"),
            ("sizes", _listed(self.sizes)),
            ("masses", None if np.array_equal(self.masses, self.sizes) else _listed(self.masses)),
            ("value", f"<b>{self.value:.6g}</b>"),
            ("lower bound", None if self.lower_bound is None else f"{self.lower_bound:.6g}"),
            ("gap", None if self.gap is None else f"{100 * self.gap:.3g} %"),
            ("cut weight", f"{self.cut_weight:.6g}"),
            ("volume", f"{self.volume:.6g}" if self.objective == "volume" else None),
            ("imbalance", f"{100 * self.imbalance:.3g} %"),
            ("excess", f"{self.excess:.3g}" if self.excess else None),
            ("status", escape(self.status)),
            ("choice", self.choice),
            ("time", f"{self.time:.3g} s"),
        ]
        return _html("Cut", rows, _bar(self.masses) + _line(self.energy_trace), _folded("stages", self.stages))


class ScanHtml:
    """The method by which notebooks show a :class:`Scan`, with the table of its text."""

    n_clusters: npt.NDArray[np.int64]
    suggestion: int
    n_seeds: int
    status: Literal["completed", "time_limit", "stopped"]
    time: float

    def _table(self) -> list[tuple[str, ...]]:
        """Return the head and the rows of the table as texts."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        rows = [
            ("suggestion", f"<b>{self.suggestion}</b>"),
            ("seeds", f"{self.n_seeds}"),
            ("status", escape(self.status)),
            ("time", f"{self.time:.3g} s"),
        ]
        return _html("Scan", rows, _columns(self._table(), 1 + list(self.n_clusters).index(self.suggestion)))


class ProgressHtml:
    """The method by which notebooks show a :class:`Progress`."""

    part: int
    start: int
    n_outer: int
    n_inner: int
    energy: float
    value: float
    phase: str
    fraction: float
    time: float

    def _repr_html_(self) -> str:
        share = min(max(self.fraction, 0.0), 1.0)
        rows = [
            ("phase", escape(self.phase)),
            ("cut in two, start", f"{self.part}, {self.start}"),
            ("value", f"<b>{self.value:.6g}</b>" if math.isfinite(self.value) else "none yet"),
            ("energy", f"{self.energy:.6g}" if math.isfinite(self.energy) else "none yet"),
            ("steps", f"{self.n_outer} outer, {self.n_inner} inner"),
            ("time", f"{self.time:.3g} s"),
        ]
        return _html("Progress", rows, _svg(_rectangle(0, share * WIDTH, part_color(0)) + _frame(), f"{share:.0%}"))


def _columns(rows: Sequence[Sequence[str]], bold: int) -> str:
    """Return a table whose first row is the head, and in which one row is bold."""
    head, *body = ("".join(f"<td {_CELL}>{text}</td>" for text in row) for row in rows)
    lines = [f'<tr style="opacity:.75">{head}</tr>', *(f"<tr>{line}</tr>" for line in body)]
    lines[bold] = lines[bold].replace("<tr>", '<tr style="font-weight:bold">')
    return f"<table {_TABLE}>{''.join(lines)}</table>"


def _folded(title: str, stages: Sequence[Stage]) -> str:
    """Return the table of the stages, which a click unfolds. The stage that gave the cut is bold."""
    gave = [stage.gave for stage in stages].index(True)
    table = _columns([HEAD, *(tuple(map(escape, row(stage))) for stage in stages)], 1 + gave)
    return f'<details style="font-size:90%"><summary>{title}: {len(stages)}</summary>{table}</details>'


def _html(title: str, rows: Sequence[tuple[str, str | None]], picture: str, rest: str = "") -> str:
    cells = "".join(
        f"<tr><th {_NAME}>{name}</th><td {_VALUE}>{value}</td></tr>" for name, value in rows if value is not None
    )
    return (
        f'<div class="tvcut" style="color:inherit"><b>{title}</b>{picture}<table {_TABLE}>{cells}</table>{rest}</div>'
    )


def _listed(numbers: Any) -> str:
    shown = ", ".join(f"{number:.6g}" for number in numbers[:MOST_LISTED])
    return shown if len(numbers) <= MOST_LISTED else f"{shown}, … ({numbers.min():.6g} to {numbers.max():.6g})"


def _bar(masses: Any) -> str:
    """Return a bar that is divided in proportion to the masses of the parts."""
    ends = np.concatenate(([0.0], np.cumsum(masses) / np.sum(masses) * WIDTH))
    parts = range(len(masses)) if len(masses) <= MOST_PARTS else []
    drawn = "".join(_rectangle(ends[r], ends[r + 1], part_color(r)) for r in parts)
    return _svg((drawn or _rectangle(0, WIDTH, part_color(0))) + _frame(), "masses of the parts")


def _line(trace: Any) -> str:
    """Return the curve of the energy, or nothing if the descent made no step."""
    if len(trace) < 2:
        return ""
    chosen = np.unique(np.linspace(0, len(trace) - 1, 100).astype(int))
    x = chosen / (len(trace) - 1) * (WIDTH - 4) + 2
    low, high = float(np.min(trace)), float(np.max(trace))
    y = 2 + (high - np.asarray(trace)[chosen]) / ((high - low) or 1.0) * (2 * HEIGHT - 4)
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y, strict=True))
    curve = f'<polyline points="{points}" fill="none" stroke="currentColor" stroke-width="1.5"/>'
    return _svg(curve, "energy after each outer step", 2 * HEIGHT)


def _rectangle(left: float, right: float, color: str) -> str:
    return f'<rect x="{left:.2f}" y="0" width="{right - left:.2f}" height="{HEIGHT}" fill="{color}"/>'


def _frame() -> str:
    return (
        f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" fill="none" stroke="currentColor" '
        'stroke-opacity="0.4"/>'
    )


def _svg(drawn: str, title: str, height: int = HEIGHT) -> str:
    return (
        f'<svg width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'style="display:block;max-width:100%;margin:4px 0"><title>{title}</title>{drawn}</svg>'
    )

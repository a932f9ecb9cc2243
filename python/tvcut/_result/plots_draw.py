"""Draw a cut with matplotlib: the sweep, the profile, the matrix and the tree.

Axes that are not given are made after the arguments have been checked, so that an error leaves no empty figure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .._input.arguments import as_integer
from .._input.keyed import in_order
from .._input.vertices import as_numbers
from .fields import CutFields

Floats = npt.NDArray[np.float64]

# Colours of the parts, which are clear on white and on black: six of Okabe and Ito, then four of other palettes.
COLORS = (
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#8c6d31", "#9467bd", "#7f7f7f", "#bcbd22",
)  # fmt: skip


MOST_CHARACTERS = 50  # of the leaves side by side
MOST_BINS = 10_000  # a picture of 800 MB


def part_color(r: int) -> str:
    """Return the colour of part r. They repeat after ten parts."""
    return COLORS[r % len(COLORS)]


def new_axes(ax: Any) -> Any:
    """Return the given Axes, or those of a new figure."""
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError("plots need matplotlib, which is not installed; run pip install tvcut[plot]") from error
    return pyplot.figure(layout="constrained").add_subplot()


def draw_sweep(cut: CutFields, f: npt.ArrayLike | Mapping[Any, float] | None, ax: Any) -> Any:
    """Draw the criterion of every level set of f against its mass, and mark the lowest one."""
    mass, values = cut._criterion.sweep(_function(cut, f))
    ax = new_axes(ax)
    name = "value C" if cut.objective == "value" else "cut weight"
    ax.plot(mass, values, color=COLORS[0], marker="o" if len(mass) <= 30 else "", label=f"{name} of the level set")
    best = int(values.argmin())
    ax.plot(mass[best], values[best], "o", color=COLORS[4], label=f"lowest: {values[best]:.4g}")
    ax.set_xlabel("mass of the level set {f ≤ c}")
    ax.set_ylabel(name)
    positive = values[(values > 0) & np.isfinite(values)]
    if positive.size and values.min() > 0 and positive.max() > 20 * positive.min():
        ax.set_yscale("log")
    ax.legend()
    return ax


def _function(cut: CutFields, f: npt.ArrayLike | Mapping[Any, float] | None) -> Floats:
    """Return f, or the last iterate of the cut, as an array that has at least two level sets."""
    if f is None:
        if cut.f is None:
            raise ValueError(
                "this cut has no function f (it has more than two parts, fixed vertices, or labels as init); "
                "pass one, for example plot_sweep(f=eigenvector)"
            )
        return cut.f
    n = len(cut.labels)
    given, called = in_order("f", f, n, cut.names)
    values = as_numbers("f", given, (n,), "one number for each vertex")
    wrong = np.flatnonzero(~np.isfinite(values))
    if wrong.size:
        raise ValueError(f"f must be finite, got f[{called(int(wrong[0]))}] = {values[wrong[0]]}")
    if values.min() == values.max():
        raise ValueError(f"f must not be constant, got {values[0]} for every vertex")
    return values


def draw_profile(cut: CutFields, ax: Any) -> Any:
    """Draw the lowest C of each size, and the lowest of all."""
    profile = cut.profile
    if profile is None:
        raise ValueError(
            "the cut has no profile; the search for two parts of a connected graph makes one, without bounds, "
            "fixed or asymmetry"
        )
    ax = new_axes(ax)
    ax.plot(profile.shares, profile.values, "o-", color=COLORS[0], markersize=3, label="lowest value C of the size")
    shares, values = profile.shares, profile.values
    best = np.argmin(values)
    ax.plot(shares[best], values[best], "o", color=COLORS[4], label=f"lowest of all: {values[best]:.4g}")
    ax.set_xscale("log", base=2)
    if profile.values.min() > 0:
        ax.set_yscale("log")
    ax.set_xlabel("share of the smaller side")
    ax.set_ylabel("lowest value found")
    ax.legend()
    return ax


def draw_matrix(cut: CutFields, bins: int, ax: Any) -> Any:
    """Draw W in the order of the parts, as sums over at most ``bins`` groups of rows and columns."""
    bins = as_integer("bins", bins, 1, MOST_BINS)
    n = len(cut.labels)
    size = min(bins, n)
    order = np.argsort(cut.labels, kind="stable")
    group = np.empty(n, dtype=np.int64)
    group[order] = np.arange(n) * size // n
    image = cut._criterion.sums(group, size)
    ax = new_axes(ax)
    from matplotlib.colors import PowerNorm

    # The square root shows weak edges beside the strong ones within a part.
    ax.imshow(image, cmap="Blues", norm=PowerNorm(0.5, vmin=0), extent=(0, n, n, 0), interpolation="nearest")
    for boundary in np.cumsum(np.bincount(cut.labels, minlength=len(cut.masses)))[:-1]:
        ax.axhline(boundary, color=COLORS[4], linewidth=0.7)
        ax.axvline(boundary, color=COLORS[4], linewidth=0.7)
    ax.set_xlabel("vertex, in the order of the parts")
    ax.set_ylabel("vertex, in the order of the parts")
    return ax


def draw_tree(cut: CutFields, ax: Any) -> Any:
    """Draw the tree of the cuts as a dendrogram whose leaves have the colours of the parts."""
    from scipy.cluster.hierarchy import dendrogram

    if len(cut.masses) < 2:
        raise ValueError("the cut has a single part, so it has no tree; pass n_clusters=2 or more to balanced_cut")
    ax = new_axes(ax)
    labels = [f"{r}\n({mass:.4g})" for r, mass in enumerate(cut.masses)]
    rotation = 0 if sum(map(len, labels)) <= MOST_CHARACTERS else 90
    tree = dendrogram(cut.linkage, ax=ax, labels=labels, color_threshold=0, above_threshold_color="0.5")
    for label, r in zip(ax.get_xticklabels(), tree["leaves"], strict=True):
        label.set_color(part_color(r))
        label.set_rotation(rotation)
    ax.set_xlabel("part (mass)")
    ax.set_ylabel("cuts, from the last one")
    ax.yaxis.get_major_locator().set_params(integer=True)
    return ax

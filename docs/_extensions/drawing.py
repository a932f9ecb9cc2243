"""Kinds of pictures of measurements, in colours that can be read on light and dark pages."""

import io
import re

import matplotlib
import matplotlib.pyplot as plt
import numpy as np

INK = "#0a0b0c"  # text and lines, which take the colour of the page
FIRST = "#e8590c"  # the solver that a page is about
OTHERS = ("#3b82c4", "#2f9e6e", "#a062c9", "#b08900", "#7d8794", "#c2528b", "#4aa3a2", "#8d6e63", "#6574cd", "#97a34a")
MARKS = "oDs^vPX<>*h"
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "tvcut",
    "font.size": 10.5,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.constrained_layout.use": True,
    "grid.alpha": 0.15,
    "legend.fontsize": 9.5,
    "legend.frameon": False,
    "legend.handlelength": 1.4,
}
STYLE |= {f"{part}.color": INK for part in ("text", "grid", "xtick", "ytick")}
STYLE |= {"axes.edgecolor": INK, "axes.labelcolor": INK, "legend.labelcolor": INK}


def colours(names, first=1):
    """Return a colour for each name: the first ones are those of tvcut."""
    ours = (FIRST, "#f2a065", "#c92a2a")[:first]
    return dict(zip(names, [*ours, *OTHERS, *OTHERS], strict=False))


def new(rows=None):
    """Return a figure and its axes; its height follows from the number of rows, if there are any."""
    with matplotlib.rc_context(STYLE):
        return plt.subplots(figsize=(6, 3.6 if rows is None else 1.2 + 0.23 * rows))


def legend(figure, handles, names):
    """Draw the legend above the axes, in as many columns as fit."""
    columns = max(1, min(len(names), int(62 / (max(map(len, names)) + 5))))
    figure.legend(handles, names, loc="outside upper center", ncols=columns, columnspacing=1.2, handletextpad=0.4)


def dots(rows, series, label, scale="linear", first=1):
    """Draw a line for each row with a mark for each series, a dict from name to values."""
    figure, axes = new(len(rows))
    with matplotlib.rc_context(STYLE):
        paint = colours(series, first)
        height = np.arange(len(rows))[::-1]
        for (name, values), mark in zip(reversed(series.items()), MARKS[: len(series)][::-1], strict=True):
            size = 42 if name in list(series)[:first] else 24
            axes.scatter(values, height, s=size, c=paint[name], marker=mark, label=name, zorder=3, linewidths=0)
        axes.set(yticks=height, yticklabels=rows, ylim=(-0.7, len(rows) - 0.3), xlabel=label, xscale=scale)
        axes.grid(axis="x", visible=False)
        axes.spines["left"].set_visible(False)
        axes.tick_params(axis="y", length=0)
        handles, names = axes.get_legend_handles_labels()
        if len(names) > 1:
            legend(figure, handles[::-1], names[::-1])
    return figure


def lines(x, series, xlabel, ylabel, xscale="log", yscale="log", first=1):
    """Draw a line for each series, a dict from name to values at x."""
    figure, axes = new()
    with matplotlib.rc_context(STYLE):
        paint = colours(series, first)
        for rank, (name, values) in enumerate(series.items()):
            width, above = (2.4, 4) if rank < first else (1.3, 3)
            mark = "o" if len(x) < 12 else ""
            axes.plot(x, values, marker=mark, c=paint[name], lw=width, label=name, zorder=above)
        axes.set(xlabel=xlabel, ylabel=ylabel, xscale=xscale, yscale=yscale)
        if yscale == "log":
            axes.yaxis.set_major_formatter("{x:g}")
        handles, names = axes.get_legend_handles_labels()
        legend(figure, handles, names)
    return figure


def scatter(points, xlabel, ylabel, left=()):
    """Draw named points, a dict from name to (x, y) with x on a logarithmic scale; the first is that of tvcut.

    Names stand to the right of their points and above them, or to the left of those in ``left``.
    """
    figure, axes = new()
    with matplotlib.rc_context(STYLE):
        for name, colour in colours(points).items():
            x, y = points[name]
            axes.scatter(x, y, s=60 if colour == FIRST else 36, c=colour, zorder=3, linewidths=0)
            weight = "bold" if colour == FIRST else "normal"
            place = {"xytext": (-7, 4), "ha": "right"} if name in left else {"xytext": (7, 4), "ha": "left"}
            axes.annotate(name, (x, y), textcoords="offset points", fontsize=9.5, color=INK, weight=weight, **place)
        axes.set(xlabel=xlabel, ylabel=ylabel, xscale="log")
        axes.xaxis.set_major_formatter("{x:g}")
        axes.margins(0.16, 0.12)
    return figure


def panels(series, xlabel, ylabel, columns=3, first=1):
    """Draw a panel for each title of ``series``, a dict from title to {name: (x, y)}, where x and y are sequences.

    The points of a name are joined. The scale of x is logarithmic, and all panels have the same legend.
    """
    rows = -(-len(series) // columns)
    with matplotlib.rc_context(STYLE):
        figure, grid = plt.subplots(rows, columns, figsize=(2.6 * columns, 0.8 + 2 * rows), squeeze=False)
        paint = colours(next(iter(series.values())), first)
        for axes, (title, curves) in zip(grid.flat, series.items(), strict=False):
            for (name, (x, y)), mark in zip(curves.items(), MARKS, strict=False):
                width, above = (2, 4) if name in list(paint)[:first] else (1.2, 3)
                axes.plot(x, y, marker=mark, ms=4.5, c=paint[name], lw=width, label=name, zorder=above)
            axes.set(xscale="log")
            axes.set_title(title, fontsize=10.5, color=INK)
            axes.xaxis.set_major_formatter("{x:g}")
            axes.xaxis.set_minor_formatter("")
        for axes in grid.flat[len(series) :]:
            axes.remove()
        figure.supxlabel(xlabel, fontsize=10.5, color=INK)
        figure.supylabel(ylabel, fontsize=10.5, color=INK)
        legend(figure, *grid.flat[0].get_legend_handles_labels())
    return figure


def svg(figure):
    """Return a figure as SVG for a page, whose text and lines take the colour of the page."""
    file = io.StringIO()
    with matplotlib.rc_context(STYLE):
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    plt.close(figure)
    text = file.getvalue()
    text = text[text.index("<svg") :].replace(INK, "currentColor")
    text = re.sub(r"<(metadata|style).*?</\1>", "", text, flags=re.S)
    return re.sub(r"\n\s*\n", "\n", text)


def png(figure, path):
    """Write a figure as PNG on white."""
    with matplotlib.rc_context(STYLE):
        figure.savefig(path, dpi=150, facecolor="white", metadata={"Software": None})
    plt.close(figure)

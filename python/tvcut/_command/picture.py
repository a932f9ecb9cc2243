"""The file of --plot, in a format of matplotlib."""

from __future__ import annotations

import importlib.util
import io
import os
from collections.abc import Callable
from pathlib import Path

from .._files.replacing import write_whole
from .message import Refused


def check(path: str) -> None:
    """Refuse an ending that matplotlib does not know."""
    if importlib.util.find_spec("matplotlib") is None:
        raise Refused("--plot needs matplotlib: pip install matplotlib")
    from matplotlib.backend_bases import FigureCanvasBase

    ending, known = _ending(path), sorted(FigureCanvasBase.get_supported_filetypes())
    if ending and ending not in known:
        raise Refused(f"--plot must end in one of .{', .'.join(known)}, got {path}")


def file_of(path: str) -> str:
    """Return the path of the file that is written. As matplotlib does, it adds .png to a name without an ending."""
    if _ending(path):
        return path
    from matplotlib.backend_bases import FigureCanvasBase

    return f"{path.rstrip('.')}.{FigureCanvasBase.get_default_filetype()}"


def save(draw: Callable[..., object], path: str) -> None:
    """Save what ``draw(ax=...)`` draws, without a display."""
    from matplotlib.figure import Figure

    figure, target, content = Figure(layout="constrained"), file_of(path), io.BytesIO()
    draw(ax=figure.add_subplot())
    try:
        figure.savefig(content, dpi=150, format=_ending(target))
    except RuntimeError as error:  # .pgf needs a TeX system
        raise Refused(f"{target} cannot be written: {error}") from None
    write_whole(Path(target), content.getvalue())


def _ending(path: str) -> str:
    return os.path.splitext(path)[1][1:].lower()

"""The progress of a cut or scan on standard error: a bar of tqdm, or a line each second without it."""

from __future__ import annotations

from typing import Any

from .._result.progress import Progress
from .._run.watch import line
from .message import say

SECONDS = 1.0  # between two lines


def shown(show: bool) -> dict[str, Any]:
    """Return the keywords with which ``balanced_cut`` and ``scan`` show their progress."""
    if not show:
        return {}
    try:
        import tqdm.auto  # noqa: F401
    except ImportError:
        return {"callback": Lines()}
    return {"progress": True}


class Lines:
    """A callback that writes a line each second."""

    def __init__(self) -> None:
        self._written = -SECONDS

    def __call__(self, progress: Progress) -> None:
        if progress.time - self._written >= SECONDS:
            self._written = progress.time
            say(line(progress))

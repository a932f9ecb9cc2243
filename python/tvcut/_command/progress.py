"""The progress of a cut on standard error: a bar of tqdm, or a line each second without it."""

from __future__ import annotations

import sys
from typing import Any

from .._result import Progress
from .._watch import Bar, line
from .message import say

_SECONDS = 1.0  # between two lines


class Display:
    """A callback that shows the progress, and a context that ends with the last of it."""

    def __init__(self, show: bool) -> None:
        self.show, self.bar, self.printed = show, _bar() if show else None, -_SECONDS

    def __enter__(self) -> Display:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: Any) -> None:
        if self.bar is not None:
            self.bar.close(done=kind is None)

    def __call__(self, progress: Progress) -> None:
        if self.bar is not None:
            self.bar.show(progress)
        elif self.show and progress.time - self.printed >= _SECONDS:
            self.printed = progress.time
            say(line(progress))


def _bar() -> Bar | None:
    try:
        return Bar(file=sys.stderr)
    except ImportError:
        return None

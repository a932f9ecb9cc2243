"""The progress of a cut on standard error: a bar of tqdm, or a line each second without it."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any

from .._result import Progress

_SECONDS = 1.0  # between two lines


class Bar:
    """A callback that shows the phase, its fraction and the best value, and a context that ends with the last one."""

    def __init__(self, show: bool) -> None:
        self.show, self.bar, self.printed = show, _bar() if show else None, -_SECONDS

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.bar is not None:
            self.bar.close()

    def __call__(self, progress: Progress) -> None:
        if not self.show:
            return
        best = "no cut yet" if progress.value == float("inf") else f"best {progress.value:.6g}"
        if self.bar is not None:
            self.bar.n = round(100 * progress.fraction)
            self.bar.set_description_str(progress.phase, refresh=False)
            self.bar.set_postfix_str(best, refresh=False)
            self.bar.refresh()
        elif progress.time - self.printed >= _SECONDS:
            self.printed = progress.time
            line = f"tvcut: {progress.phase} {progress.fraction:.0%}, {best}, {progress.time:.0f} s"
            print(line, file=sys.stderr, flush=True)


def _bar() -> Any:
    """Return a bar of tqdm, or None without tqdm."""
    try:
        from tqdm import tqdm
    except ImportError:
        return None
    layout = "{desc:<10} {percentage:3.0f}%|{bar:30}| {elapsed}{postfix}"
    return tqdm(total=100, file=sys.stderr, bar_format=layout, mininterval=0.1)

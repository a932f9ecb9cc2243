"""What watches a running cut or scan: the callback of the caller, a progress bar and the log."""

from __future__ import annotations

import logging
import math
import sys
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any

from .._input.arguments import as_flag
from .._result.progress import Callback, Progress, is_stop

LOG = logging.getLogger("tvcut")
EVERY = 5.0  # seconds between two lines of the log in one phase


class Watch:
    """A context that passes the progress of a cut on to whatever watches it."""

    def __init__(self, callback: Callback | None, progress: Any, verbose: Any, n_cuts: int = 1) -> None:
        """Raise TypeError if an argument has the wrong type, and ImportError if there is no tqdm for the bar."""
        if callback is not None and not callable(callback):
            raise TypeError(f"callback must be a function of one argument or None, got {callback!r}")
        shown, self._verbose = as_flag("progress", progress), as_flag("verbose", verbose)
        self._own, self._bar = callback, Bar(n_cuts) if shown else None
        self._logs = self._verbose or LOG.isEnabledFor(logging.DEBUG)
        self._phase, self._logged = "", -math.inf
        self._n_cuts, self._finished, self._title = n_cuts, 0, ""  # the last two change in a scan only
        self.stopped = False  # whether the callback asked for the end
        self.raised: BaseException | None = None  # what the callback raised

    def __enter__(self) -> Watch:
        if self._bar is not None:
            self._bar.open()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: Any) -> None:
        if self._bar is not None:
            self._bar.close(done=kind is None and self._finished == (self._n_cuts if self._title else 0))

    def begin_count(self) -> None:
        """Begin to look for the number of clusters for a scan."""
        self._begin("number of clusters: ")

    def begin_cut(self, k: int) -> None:
        """Begin the next cut of a scan, into k parts."""
        self._begin(f"cut {self._finished + 1} of {self._n_cuts}, {k} parts: ")

    def _begin(self, title: str) -> None:
        self._title, self._phase, self._logged = title, "", -math.inf

    def end_cut(self, value: float) -> None:
        """Count a cut of a scan that has ended with a value."""
        self._finished += 1
        self.log(f"{self._title}value {value:.6g}")

    @property
    def callback(self) -> Callback | None:
        """The callback for the cut, None if nothing watches."""
        return self._tell if self._logs or self._bar is not None or self._own is not None else None

    def _tell(self, progress: Progress) -> object:
        if self._bar is not None:
            self._bar.show(progress, self._title, self._finished)
        if self._logs and (progress.phase != self._phase or progress.time - self._logged >= EVERY):
            self._phase, self._logged = progress.phase, progress.time
            self.log(self._title + line(progress))
        try:
            answer = None if self._own is None else self._own(progress)
        except BaseException as error:
            self.raised = error
            raise
        self.stopped = self.stopped or is_stop(answer)
        return answer

    def log(self, message: object) -> None:
        """Log a message: at the level INFO if verbose is set, which is shown in any case, and else at DEBUG."""
        if not self._logs:
            return
        level = logging.INFO if self._verbose else logging.DEBUG
        with nullcontext() if self._bar is None else self._bar.beside():
            self._emit(level, message)

    def _emit(self, level: int, message: object) -> None:
        record = LOG.makeRecord(LOG.name, level, __file__, 0, str(message), (), None)
        if LOG.hasHandlers():
            LOG.handle(record)
        else:
            handler = logging.StreamHandler(sys.stderr)
            handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
            handler.handle(record)


class Bar:
    """A progress bar of tqdm: the phase, the share of it or of the cuts of a scan that is done, and the best value."""

    def __init__(self, n_cuts: int = 1) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            raise ImportError("progress needs tqdm: pip install tqdm") from None
        layout = "{desc:<10} {percentage:3.0f}%|{bar:30}| {elapsed}{postfix}"
        hidden = sys.stderr is None  # the caller has closed it and wants no bar
        self._new = partial(tqdm, total=n_cuts, bar_format=layout, mininterval=0.1, disable=hidden)
        self._bar: Any = None

    def open(self) -> None:
        """Draw the bar, which ``close`` must end."""
        self._bar = self._new()

    def show(self, progress: Progress, title: str = "", finished: int = 0) -> None:
        """Show the progress of a cut. In a scan, it has a title, and the bar counts the cuts that are finished."""
        self._bar.n = finished if title else progress.fraction
        share = f" {progress.fraction:.0%}" if title else ""
        self._bar.set_description_str(title + progress.phase + share, refresh=False)
        self._bar.set_postfix_str(best(progress), refresh=False)
        self._bar.refresh()

    def beside(self) -> AbstractContextManager[None]:
        """Return a context in which others may write lines: the bar is removed before and drawn again after it."""
        context: AbstractContextManager[None] = self._bar.external_write_mode(file=sys.stderr)
        return context

    def close(self, *, done: bool) -> None:
        """Leave the bar as it is, or full if the cut is done."""
        if done:
            self._bar.n = self._bar.total
            self._bar.refresh()
        self._bar.close()


def best(progress: Progress) -> str:
    """Return the best value so far as text."""
    return "no cut yet" if progress.value == math.inf else f"best {progress.value:.6g}"


def line(progress: Progress) -> str:
    """Return the progress as a line of text."""
    return f"{progress.phase} {progress.fraction:.0%}, {best(progress)}, {progress.time:.1f} s"

"""The result of a scan of the number of parts, with its table and plot, and the exception that interrupts it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .._result.cut import Cut
from .._result.plots_draw import new_axes
from .._result.plots_html import ScanHtml

ScanStatus = Literal["completed", "time_limit", "stopped"]
Floats = npt.NDArray[np.float64]
_HEAD: tuple[str, ...] = ("k", "value", "relative", "stability", "smallest", "largest")
_WIDTHS = (4, 12, 9, 9, 12, 12)  # of the columns, after a mark


@dataclass(frozen=True, eq=False)
class Scan(ScanHtml):
    """The cuts of one graph into different numbers of parts, returned by :func:`scan`.

    The arrays have one entry for each of the c numbers of parts that the scan has finished.

    Attributes
    ----------
    n_clusters : ndarray of int64, shape (c,)
        The numbers of parts k, in ascending order.
    cuts : list of Cut, length c
        The best cut into k parts of all seeds. By default its parts have at least half an equal share each, so that
        it may differ from ``balanced_cut(W, k)``; see ``min_share`` of :func:`scan`.
    values : ndarray of float64, shape (c,)
        What the best cut minimises: ``Cut.value``, or ``Cut.cut_weight`` for ``objective="cut"``.
    null_values : ndarray of float64, shape (c,)
        The mean of the same quantity over random graphs with the degrees of W, for the parts of the best cut: in the
        configuration model, cut(A_r, A_rᶜ) has the mean vol(A_r) vol(A_rᶜ)/vol(V), where vol is the sum of degrees.
    relative_values : ndarray of float64, shape (c,)
        values/null_values, without a unit: 0 if no edge is cut, about 1 for parts chosen at random. NaN where the null
        value is 0, as for k = 1.
    stability : ndarray of float64, shape (c,)
        The mean adjusted Rand index [1]_ of all pairs of seeds: 1 if all seeds give the same parts, about 0 for
        independent parts. NaN for a single seed.
    sizes : list of ndarray of int64, length c
        |A_r|, the numbers of vertices of the parts of the best cut, of shape (k,) each.
    masses : list of ndarray of float64, length c
        m(A_r), the masses of these parts, of shape (k,) each.
    suggestion : int
        The suggested number of parts, one of ``n_clusters``; see :func:`scan` for the rule and how often it is right.
    n_seeds : int
        Number of cuts for each number of parts; fewer for the last one of an interrupted scan.
    status : {"completed", "time_limit", "stopped"}
        Whether all numbers of parts are finished, or what ended the scan: the limit, or the callback or Ctrl-C.
    time : float
        Seconds of the call.

    References
    ----------
    .. [1] L. Hubert and P. Arabie, "Comparing partitions", Journal of Classification, 1985.

    Examples
    --------
    >>> import numpy as np
    >>> import tvcut
    >>> W = np.kron(np.eye(4), np.ones((10, 10))) + 0.01  # four groups of ten vertices
    >>> scan = tvcut.scan(W, n_clusters=range(2, 7))
    >>> scan.suggestion
    4
    >>> scan.cuts[2].sizes
    array([10, 10, 10, 10])
    >>> float(scan.stability[2])
    1.0
    """

    n_clusters: npt.NDArray[np.int64]
    cuts: list[Cut]
    values: Floats
    null_values: Floats
    relative_values: Floats
    stability: Floats
    suggestion: int
    n_seeds: int
    status: ScanStatus
    time: float

    @property
    def sizes(self) -> list[npt.NDArray[np.int64]]:
        """The numbers of vertices of the parts of the best cut of each k."""
        return [cut.sizes for cut in self.cuts]

    @property
    def masses(self) -> list[Floats]:
        """The masses of the parts of the best cut of each k."""
        return [cut.masses for cut in self.cuts]

    def __repr__(self) -> str:
        numbers = ", ".join(str(k) for k in self.n_clusters)
        lines = [
            f"Scan(n_clusters=({numbers}), suggestion={self.suggestion}, n_seeds={self.n_seeds}, "
            f"status={self.status!r}, time={self.time:.3g}s)",
        ]
        for row in self._table():
            mark = "*" if row[0] == str(self.suggestion) else " "
            lines.append(mark + " ".join(text.rjust(width) for text, width in zip(row, _WIDTHS, strict=True)))
        return "\n".join(lines)

    def _table(self) -> list[tuple[str, ...]]:
        """Return the head and the rows of the table as texts."""
        rows = [_HEAD]
        for t, k in enumerate(self.n_clusters.tolist()):
            quality = f"{self.values[t]:.6g}", f"{self.relative_values[t]:.4f}", f"{self.stability[t]:.3f}"
            sizes = self.cuts[t].sizes
            rows.append((str(k), *quality, str(sizes.min()), str(sizes.max())))
        return rows

    def plot(self, ax: Any = None) -> Any:
        """Plot the relative value and the stability over the number of parts, and mark the suggestion.

        It needs matplotlib, which is no requirement of tvcut: ``pip install matplotlib``.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to plot the relative value; the stability gets a second axis on the right. By default, a new figure.

        Returns
        -------
        matplotlib Axes
            The axes of the relative value.

        Raises
        ------
        ImportError
            If matplotlib is not installed: ``pip install tvcut[plot]``.

        Examples
        --------
        >>> import matplotlib
        >>> matplotlib.use("agg")  # a plot without a display
        >>> import numpy as np
        >>> import tvcut
        >>> W = np.kron(np.eye(4), np.ones((10, 10))) + 0.01
        >>> ax = tvcut.scan(W, n_clusters=range(2, 7)).plot()
        >>> ax.get_xlabel()
        'number of parts'
        """
        ax = new_axes(ax)
        right = ax.twinx()
        lines = ax.plot(self.n_clusters, self.relative_values, "o-", color="C0", label="relative value")
        lines += right.plot(self.n_clusters, self.stability, "s--", color="C1", label="stability")
        lines.append(ax.axvline(self.suggestion, color="0.6", linestyle=":", label=f"suggestion: {self.suggestion}"))
        ax.set_xlabel("number of parts")
        ax.set_ylabel("value relative to a random graph of the same degrees")
        right.set_ylabel("stability: mean adjusted Rand index of the seeds")
        ax.set_ylim(bottom=0)
        right.set_ylim(0, 1.05)
        ax.set_xticks(self.n_clusters)
        ax.legend(lines, [line.get_label() for line in lines], loc="lower right")
        return ax


class ScanInterrupted(KeyboardInterrupt):
    """The exception that :func:`scan` raises on Ctrl-C.

    Attributes
    ----------
    result : Scan
        The scan of the numbers of parts that have been cut so far.

    Examples
    --------
    >>> import tvcut
    >>> def interrupt(progress):
    ...     raise KeyboardInterrupt  # as Ctrl-C does
    >>> try:
    ...     scan = tvcut.scan([[0, 1], [1, 0]], n_clusters=[2], callback=interrupt)
    ... except tvcut.ScanInterrupted as error:
    ...     scan = error.result
    >>> scan.n_clusters, scan.status
    (array([2]), 'stopped')
    """

    def __init__(self, result: Scan) -> None:
        super().__init__("the scan was interrupted; the attribute result of this exception holds what is finished")
        self.result = result

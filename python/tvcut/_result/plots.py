"""The pictures of a cut, as methods of Cut. matplotlib is optional and imported when a picture is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy.typing as npt

from .fields import CutFields
from .plots_draw import draw_matrix, draw_profile, draw_sweep, draw_tree
from .plots_parts import draw_parts
from .plots_search import Kind, draw_search


class Plots(CutFields):
    """The methods of :class:`Cut` that draw. Each draws on the Axes ``ax``, or on those of a new figure."""

    def plot(self, ax: Any = None, kind: Kind = "auto") -> Any:
        """Plot how the cut was found.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to plot; by default, a new figure.
        kind : {"auto", "energy", "starts", "stages"}, default "auto"
            "energy": the energy E(f) of the descent after each outer step, ``energy_trace``. "starts": the value of
            each start, ``start_values``, and the lowest so far. "stages": the lowest value so far against the time in
            seconds, ``value_trace``, over the times of the ``stages`` of the search. "auto": the first of the three
            that has more than one number. Lines are drawn at ``value``, or for "stages" at what was minimised, and at
            ``lower_bound`` if there is one.

        Returns
        -------
        matplotlib Axes
            The axes of the plot.

        Raises
        ------
        ImportError
            If matplotlib is not installed: ``pip install tvcut[plot]``.
        ValueError
            If kind is none of the four, or the cut has nothing of this kind.

        Examples
        --------
        >>> import matplotlib
        >>> matplotlib.use("agg")  # a plot without a display
        >>> import tvcut
        >>> X, y = tvcut.datasets.two_moons(n=200)
        >>> W = tvcut.knn_graph(X, 5)
        >>> tvcut.balanced_cut(W, preset="paper").plot().get_xlabel()
        'outer step'
        >>> tvcut.balanced_cut(W, n_clusters=4).plot().get_xlabel()
        'seconds'
        """
        return draw_search(self, kind, ax)

    def plot_sweep(self, f: npt.ArrayLike | Mapping[Any, float] | None = None, ax: Any = None) -> Any:
        """Plot the value C of every level set {i : f_i <= c} against its mass.

        The cut of a descent is the best level set of its last iterate, so the curve shows how clear that choice was:
        a narrow valley belongs to a clear cut, a flat one to many cuts of similar value. With another objective than
        "value", the weight of the cut is drawn in place of C.

        Parameters
        ----------
        f : array_like of shape (n,), or dict from vertex to number, optional
            A function on the vertices, for example an eigenvector; by default ``Cut.f``. A dict and a Series of pandas
            are read as for ``vertex_weight`` of :func:`balanced_cut`: by ``Cut.names``, or by the numbers of the
            vertices if there are none.
        ax : matplotlib Axes, optional
            Where to plot; by default, a new figure.

        Returns
        -------
        matplotlib Axes
            The axes of the plot.

        Raises
        ------
        ImportError
            If matplotlib is not installed: ``pip install tvcut[plot]``.
        TypeError, ValueError
            If f does not have one finite real number for each vertex or is constant, or is not given and the cut has
            none.

        Examples
        --------
        >>> import matplotlib
        >>> matplotlib.use("agg")  # a plot without a display
        >>> import numpy as np
        >>> import tvcut
        >>> W = np.diag(np.ones(5), 1) + np.diag(np.ones(5), -1)  # a path of six vertices
        >>> ax = tvcut.balanced_cut(W).plot_sweep(f=np.arange(6))
        >>> ax.lines[0].get_ydata().round(2)  # C of the first vertex, of the first two, …
        array([1.  , 0.5 , 0.33, 0.5 , 1.  ])
        """
        return draw_sweep(self, f, ax)

    def plot_profile(self, ax: Any = None) -> Any:
        """Plot the lowest value C found for each size of the smaller side, on logarithmic axes.

        A valley is a size at which the graph has parts that are weakly linked to the rest. See :class:`Profile`.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to plot; by default, a new figure.

        Returns
        -------
        matplotlib Axes
            The axes of the plot.

        Raises
        ------
        ImportError
            If matplotlib is not installed: ``pip install tvcut[plot]``.
        ValueError
            If the cut has no profile.

        Examples
        --------
        >>> import matplotlib
        >>> matplotlib.use("agg")  # a plot without a display
        >>> import numpy as np
        >>> import tvcut
        >>> W = np.diag(np.ones(7), 1) + np.diag(np.ones(7), -1)  # a path of eight vertices
        >>> ax = tvcut.balanced_cut(W).plot_profile()
        >>> ax.lines[0].get_xdata()
        array([0.125, 0.25 , 0.375, 0.5  ])
        """
        return draw_profile(self, ax)

    def plot_parts(self, ax: Any = None) -> Any:
        """Plot the parts and the weights between them, the quotient graph.

        Each part is a disc on a circle, with an area in proportion to its mass. A line joins two parts with a
        positive weight w(A_r, A_s) between them, and its width is in proportion to the weight. Up to twelve parts have
        their masses and weights as texts. Parts that the tree of the cuts separates last stand side by side.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to plot; by default, a new figure.

        Returns
        -------
        matplotlib Axes
            The axes of the plot. ``ax.collections`` holds the lines and the discs.

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
        >>> W = np.diag(np.ones(8), 1) + np.diag(np.ones(8), -1)  # a path of nine vertices
        >>> lines, discs = tvcut.balanced_cut(W, n_clusters=3).plot_parts().collections
        >>> len(lines.get_segments()), len(discs.get_offsets())
        (2, 3)
        """
        return draw_parts(self, ax)

    def plot_matrix(self, bins: int = 400, ax: Any = None) -> Any:
        """Plot W with its rows and columns in the order of the parts.

        Each part is a block on the diagonal, and the edges that are cut lie outside the blocks. On graphs of more than
        ``bins`` vertices, a cell is the sum of the weights of several rows and columns.

        Parameters
        ----------
        bins : int in [1, 10000], default 400
            Largest number of rows and columns of the picture.
        ax : matplotlib Axes, optional
            Where to plot; by default, a new figure.

        Returns
        -------
        matplotlib Axes
            The axes of the plot.

        Raises
        ------
        ImportError
            If matplotlib is not installed: ``pip install tvcut[plot]``.
        TypeError, ValueError
            If bins is not an integer, or out of its range.

        Examples
        --------
        >>> import matplotlib
        >>> matplotlib.use("agg")  # a plot without a display
        >>> import numpy as np
        >>> import tvcut
        >>> W = np.kron(np.ones((4, 4)), np.eye(2)) + 0.01  # two groups in alternating order
        >>> ax = tvcut.balanced_cut(W).plot_matrix()
        >>> ax.images[0].get_array()[0, 3:5]  # the last vertex of the first part, the first of the second one
        masked_array(data=[1.01, 0.01],
                     mask=False,
               fill_value=1e+20)
        """
        return draw_matrix(self, bins, ax)

    def plot_tree(self, ax: Any = None) -> Any:
        """Plot the tree of the cuts, ``Cut.linkage``, with a leaf for each part and its mass.

        Heights count the cuts from the last one, as in ``Cut.linkage``: the highest node is the first cut.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to plot; by default, a new figure.

        Returns
        -------
        matplotlib Axes
            The axes of the plot.

        Raises
        ------
        ImportError
            If matplotlib is not installed: ``pip install tvcut[plot]``.
        ValueError
            If the cut has a single part, and so no tree.

        Examples
        --------
        >>> import matplotlib
        >>> matplotlib.use("agg")  # a plot without a display
        >>> import numpy as np
        >>> import tvcut
        >>> W = np.kron(np.eye(3), np.ones((5, 5))) + 0.01  # three groups of five vertices
        >>> ax = tvcut.balanced_cut(W, n_clusters=3).plot_tree()
        >>> sorted(label.get_text() for label in ax.get_xticklabels())
        ['0\\n(5)', '1\\n(5)', '2\\n(5)']
        """
        return draw_tree(self, ax)

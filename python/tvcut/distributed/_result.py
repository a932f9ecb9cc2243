"""The result of a cut of a distributed graph."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class DistributedCut:
    """A cut of a distributed graph with n vertices into k parts, returned by :func:`balanced_cut`.

    M is the mass of all vertices. Weights and masses that are reported are sums of the given ones. They do not depend
    on the workers or on the blocks.

    Attributes
    ----------
    labels : dask.array.Array of int32, shape (n,)
        Part of each vertex, 0 … k−1, in chunks of at most 2²⁰ vertices. The chunks stay on the workers until they are
        computed. Parts are numbered in the order of their first vertices.
    names : dask.array.Array of objects, shape (n,), or None
        Names of the vertices in the order of ``labels``, sorted; None if the vertices are numbers.
    value : float
        C(S) = cut(S, Sᶜ)/min(m(S), m(Sᶜ)) for two parts, and ½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1)) for k.
    cut_weight : float
        The total weight of the edges between different parts, each undirected edge counted once.
    sizes : ndarray of int64, shape (k,)
        |A_r|, the number of vertices of each part.
    masses : ndarray of float64, shape (k,)
        m(A_r), the mass of each part.
    imbalance : float
        max_r m(A_r)/(M/k) − 1.
    objective : str
        "value" or "cut": what was minimised.
    status : str
        "converged": the search was finished. "time_limit", "stopped": the limit, or the callback or Ctrl-C, ended it
        early.
    n_levels : int
        Levels of the last cycle, from the given graph to the one that was cut on one worker. 1: one task cut it.
    seconds : float
        Seconds of the call.

    Examples
    --------
    >>> import scipy.sparse as sp
    >>> from dask import delayed
    >>> from distributed import Client
    >>> from tvcut.distributed import balanced_cut
    >>> def rows(first):  # two rows of a path of six vertices
    ...     return sp.csr_array(sp.eye_array(6, k=1) + sp.eye_array(6, k=-1))[first : first + 2]
    >>> with Client(processes=False, dashboard_address=":0") as client:
    ...     cut = balanced_cut([delayed(rows)(first) for first in (0, 2, 4)])
    ...     labels = cut.labels.compute()
    >>> labels
    array([0, 0, 0, 1, 1, 1], dtype=int32)
    """

    labels: Any = field(repr=False)
    names: Any = field(repr=False)
    value: float
    cut_weight: float
    sizes: npt.NDArray[np.int64]
    masses: npt.NDArray[np.float64]
    imbalance: float
    objective: Literal["value", "cut"]
    status: Literal["converged", "time_limit", "stopped"]
    n_levels: int
    seconds: float

    def to_frame(self) -> Any:
        """Return the names or numbers of the vertices and their parts as a dask DataFrame.

        Keep the cut until the frame is computed: it holds the labels on the workers.

        Returns
        -------
        dask.dataframe.DataFrame
            Columns "vertex" and "part".

        Examples
        --------
        >>> import dask.dataframe as dd
        >>> import pandas as pd
        >>> from distributed import Client
        >>> from tvcut.distributed import balanced_cut
        >>> edges = dd.from_pandas(pd.DataFrame({"u": ["a", "b", "c"], "v": ["b", "c", "d"]}), npartitions=2)
        >>> with Client(processes=False, dashboard_address=":0") as client:
        ...     cut = balanced_cut(edges)
        ...     print(cut.to_frame().compute().part.tolist())
        [0, 0, 1, 1]
        """
        import dask.array as arrays
        import dask.dataframe

        frames: Any = dask.dataframe  # which has no complete types

        n = self.labels.shape[0]
        names = arrays.arange(n, chunks=self.labels.chunks) if self.names is None else self.names
        columns = [frames.from_dask_array(names, columns="vertex"), frames.from_dask_array(self.labels, columns="part")]
        return frames.concat(columns, axis=1)

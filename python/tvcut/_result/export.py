"""What a cut is turned into: sets of names, a Series of pandas, a dict, JSON, and the graphs of the parts."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from typing import Any

import numpy as np
import scipy.sparse as sp

from .fields import CutFields

SCHEMA = 2  # the version of the JSON; a field that is removed or changes its meaning raises it
VALUES = (
    *("value", "cut_weight", "volume", "imbalance", "excess", "moved", "lower_bound"),
    *("status", "choice", "n_components", "objective", "time"),
)


class Export(CutFields):
    """The methods of a :class:`Cut` that turn it into something else."""

    def communities(self) -> list[set[Any]]:
        """Return the vertices of each part, as the functions of ``networkx.community`` do.

        Returns
        -------
        list of set, length k
            The names of the vertices in each part, or their numbers from 0 if they have no names.

        Examples
        --------
        >>> import tvcut
        >>> graph = {"source": ["anna", "bert", "carl"], "target": ["bert", "carl", "dora"], "weight": [2, 1, 2]}
        >>> import pandas
        >>> cut = tvcut.balanced_cut(pandas.DataFrame(graph))
        >>> [sorted(part) for part in cut.communities()]
        [['anna', 'bert'], ['carl', 'dora']]
        """
        parts: list[set[Any]] = [set() for _ in self.masses]
        for name, label in zip(self.names or range(len(self.labels)), self.labels.tolist(), strict=True):
            parts[label].add(name)
        return parts

    def to_series(self) -> Any:
        """Return the part of each vertex as a Series of pandas.

        Returns
        -------
        pandas.Series of int32, length n
            The labels, by the names of the vertices, or by their numbers from 0 if they have no names.

        Raises
        ------
        ImportError
            If pandas is not installed.

        Examples
        --------
        >>> import tvcut
        >>> tvcut.balanced_cut([[0, 2, 0, 0], [2, 0, 1, 0], [0, 1, 0, 2], [0, 0, 2, 0]]).to_series().to_dict()
        {0: 0, 1: 0, 2: 1, 3: 1}
        """
        try:
            import pandas
        except ImportError:
            raise ImportError("to_series needs pandas: pip install pandas") from None
        index = None if self.names is None else pandas.Index(self.names, tupleize_cols=False)
        return pandas.Series(self.labels, index=index, name="part")

    def to_dict(self) -> dict[str, Any]:
        """Return labels, names, values and counts as a dict of Python's own types.

        Returns
        -------
        dict
            "schema", the version of this layout; "parts", the number k; "labels", "names", "sizes" and "masses" as
            lists; and the attributes value, cut_weight, volume, imbalance, excess, moved, lower_bound, status, choice,
            n_components, objective and time. The names are the objects that the graph has as vertices. "stages" is a
            list of a dict for each :class:`Stage`.

        Examples
        --------
        >>> import tvcut
        >>> found = tvcut.balanced_cut([[0, 1], [1, 0]]).to_dict()
        >>> found["labels"], found["value"], found["names"]
        ([0, 1], 1.0, None)
        """
        head = {"schema": SCHEMA, "parts": len(self.masses), "labels": self.labels.tolist(), "names": self.names}
        parts = {"sizes": self.sizes.tolist(), "masses": self.masses.tolist()}
        found = {name: getattr(self, name) for name in VALUES}
        return head | parts | found | {"stages": [asdict(stage) for stage in self.stages]}

    def to_json(self) -> str:
        """Return what :meth:`to_dict` returns as JSON.

        Numbers that are not finite are null. Names that JSON cannot hold are their ``str``.

        Returns
        -------
        str
            A JSON object.

        Examples
        --------
        >>> import json
        >>> import tvcut
        >>> json.loads(tvcut.balanced_cut([[0, 1], [1, 0]]).to_json())["sizes"]
        [1, 1]
        """
        return as_json(self.to_dict())

    def subgraphs(self) -> list[Any]:
        """Return the graph of each part, for example to cut it further.

        Returns
        -------
        list of scipy.sparse.csr_array, length k
            The weights between the vertices of each part, of shape (n_r, n_r), without the diagonal. Row i of the graph
            of part r is the vertex ``np.flatnonzero(cut.labels == r)[i]``.

        Examples
        --------
        >>> import tvcut
        >>> cut = tvcut.balanced_cut([[0, 2, 0, 0], [2, 0, 1, 0], [0, 1, 0, 2], [0, 0, 2, 0]])
        >>> cut.subgraphs()[1].toarray()
        array([[0., 2.],
               [2., 0.]])
        """
        graph = self._criterion.graph
        W = sp.csr_array((graph.data, graph.indices, graph.indptr), shape=(graph.n, graph.n))
        members = [np.flatnonzero(self.labels == r) for r in range(len(self.masses))]
        return [W[rows][:, rows] for rows in members]


def as_json(content: dict[str, Any], ascii: bool = False) -> str:
    """Return a dict as JSON, with null for numbers that are not finite."""
    return json.dumps(_plain(content), ensure_ascii=ascii, allow_nan=False, default=str)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    if isinstance(value, np.ndarray):
        return _plain(value.tolist())
    if isinstance(value, np.generic):
        return _plain(value.item())
    return None if isinstance(value, float) and not math.isfinite(value) else value

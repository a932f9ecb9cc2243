"""Clusters of the cells of an AnnData, in the manner of the functions ``scanpy.tl``. scanpy itself is not needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from ._balanced_cut import balanced_cut as _balanced_cut
from ._input.libraries import CONNECTIVITIES
from ._input.named import Named
from ._input.vertices import as_fixed, as_init, as_vertex_weight
from ._native.descent import Descent
from ._result.cut import Cut


def balanced_cut(
    adata: Any,
    n_clusters: int = 2,
    *,
    key_added: str = "tvcut",
    neighbors_key: str | None = None,
    obsp: str | None = None,
    random_state: Any = 0,
    copy: bool = False,
    **options: Any,
) -> Any:
    """Cluster cells by a balanced cut of their graph of neighbours.

    The parts are those that :func:`tvcut.balanced_cut` finds: for two they minimise C(S) = cut(S, Sᶜ)/min(m(S), m(Sᶜ)).

    Parameters
    ----------
    adata : anndata.AnnData
        Annotated data with n cells, and a graph of neighbours as ``scanpy.pp.neighbors`` makes it.
    n_clusters : int >= 1, default 2
        Number of clusters k.
    key_added : str, default "tvcut"
        Where the result is stored in ``adata.obs`` and ``adata.uns``.
    neighbors_key : str, optional
        The graph is ``adata.obsp[adata.uns[neighbors_key]["connectivities_key"]]``, by default
        ``adata.obsp["connectivities"]``, as it is for "neighbors" without that key.
    obsp : str, optional
        The graph is ``adata.obsp[obsp]``. Not both of neighbors_key and obsp can be given.
    random_state : int, numpy Generator, RandomState or None, default 0
        Seed of all random choices.
    copy : bool, default False
        Whether to return a changed copy, and leave ``adata`` as it is.
    **options
        Other keywords of :func:`tvcut.balanced_cut`.

    Returns
    -------
    anndata.AnnData or None
        The copy, if one is wanted. ``adata.obs[key_added]`` holds the cluster of each cell, a categorical with the
        categories "0" … "k−1". ``adata.uns[key_added]`` holds "params", the arguments that are not None, and "value",
        "cut_weight", "sizes" and "status" of the cut, all in types that ``write_h5ad`` stores. What is given for cells
        is an array in the order of ``adata.obs_names``, where "fixed" is −1 for a cell that is not fixed.

    Raises
    ------
    KeyError
        If the graph is not there. The message names the keys that are.
    TypeError, ValueError
        If ``adata`` is no AnnData or ``key_added`` no str, if ``copy`` is set for an AnnData that is backed by a file,
        or as :func:`tvcut.balanced_cut`.
    ImportError
        If pandas is not installed, which anndata requires.

    Examples
    --------
    >>> import anndata
    >>> import numpy as np
    >>> import tvcut
    >>> adata = anndata.AnnData(np.zeros((6, 1)))
    >>> adata.obsp["connectivities"] = np.kron(np.eye(2), np.ones((3, 3))) + 0.01
    >>> tvcut.tl.balanced_cut(adata, 2)
    >>> adata.obs["tvcut"].tolist()
    ['0', '0', '0', '1', '1', '1']
    """
    if not hasattr(adata, "obsp") or not hasattr(adata, "uns"):
        raise TypeError(f"adata must be an AnnData, got an object of type {type(adata).__qualname__}")
    if not isinstance(key_added, str):
        raise TypeError(f"key_added must be a str, got {key_added!r}")
    if copy and getattr(adata, "isbacked", False):
        raise ValueError("copy must be False for an AnnData whose X is in a file; use adata.to_memory() for a copy")
    W = Named(_graph(adata, neighbors_key, obsp), adata.obs_names.tolist())
    cut = _balanced_cut(W, n_clusters, random_state=random_state, **options)
    from pandas import Categorical

    adata = adata.copy() if copy else adata
    adata.obs[key_added] = Categorical.from_codes(cut.labels, [str(r) for r in range(len(cut.masses))])
    given = {"n_clusters": n_clusters, "neighbors_key": neighbors_key, "obsp": obsp, "random_state": random_state}
    found = {name: getattr(cut, name) for name in ("value", "cut_weight", "sizes", "status")}
    adata.uns[key_added] = {"params": _storable(given | options | _of_cells(options, cut)), **found}
    return adata if copy else None


def _of_cells(options: dict[str, Any], cut: Cut) -> dict[str, Any]:
    """Return what is given for cells as arrays in their order, since names of cells may be no keys of HDF5."""
    n, k, names = len(cut.labels), len(cut.masses), cut.names
    found: dict[str, Any] = {}
    fixed, mass, init = (options.get(name) for name in ("fixed", "vertex_weight", "init"))
    if fixed is not None:
        found["fixed"] = as_fixed(fixed, n, k, names)
    if mass is not None:
        found["vertex_weight"] = as_vertex_weight(mass, n, None, names)
    if init is not None and not isinstance(init, str):
        (found["init"],) = as_init(init, n, k, names).values()
    return found


def _graph(adata: Any, neighbors_key: str | None, obsp: str | None) -> Any:
    if obsp is not None and neighbors_key is not None:
        raise ValueError(f"neighbors_key or obsp must be None, got {neighbors_key!r} and {obsp!r}")
    key = CONNECTIVITIES if obsp is None else obsp
    if neighbors_key is not None:
        if neighbors_key not in adata.uns:
            raise KeyError(f"adata.uns has no {neighbors_key!r}; run scanpy.pp.neighbors with key_added first")
        key = _key_of(adata.uns[neighbors_key], neighbors_key)
    if key not in adata.obsp:
        known = ", ".join(map(repr, adata.obsp.keys()))
        if not known:
            raise KeyError(f"adata.obsp is empty and has no {key!r}; run scanpy.pp.neighbors first")
        raise KeyError(f"adata.obsp has no {key!r}, but {known}; run scanpy.pp.neighbors first, or set obsp")
    return adata.obsp[key]


def _key_of(entry: Any, neighbors_key: str) -> Any:
    """Return where an entry of uns says that the weights are. Old versions of scanpy had "neighbors" without it."""
    known = isinstance(entry, Mapping)
    if known and "connectivities_key" in entry:
        return entry["connectivities_key"]
    if known and neighbors_key == "neighbors":
        return CONNECTIVITIES
    remedy = "pass the key_added of scanpy.pp.neighbors as neighbors_key, or set obsp"
    raise KeyError(f"adata.uns[{neighbors_key!r}] has no 'connectivities_key'; {remedy}")


def _storable(value: Any) -> Any:
    """Return a value in types that HDF5 holds, dicts without the entries that are None."""
    if isinstance(value, Descent):
        value = asdict(value)
    if isinstance(value, Mapping):
        return {str(name): _storable(entry) for name, entry in value.items() if entry is not None}
    if isinstance(value, (bool, int, float, str, np.generic)):
        return value
    array = np.asarray(value)
    return array if array.dtype.kind in "biuf" else str(value)

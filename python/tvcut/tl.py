"""Clusters of the cells of an AnnData, in the manner of the functions ``scanpy.tl``. scanpy itself is not needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ._balanced_cut import balanced_cut as _balanced_cut
from ._cells.columns import categories, is_column, of_columns, part_names
from ._cells.graph import as_restriction, check_arguments, graph_of
from ._cells.stored import as_descent, listed, of_cells, params
from ._cells.table import table_of
from ._cluster.scan import scan as _scan
from ._input.arguments import as_entries, as_seed
from ._native.options import NClusters

RESTRICTED = "_R"  # what scanpy adds to the default key of clusters within groups
FOUND = ("value", "cut_weight", "sizes", "masses", "status", "choice")  # of a cut


def balanced_cut(
    adata: Any,
    n_clusters: NClusters = 2,
    *,
    restrict_to: tuple[str, Sequence[str]] | None = None,
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
    n_clusters : int >= 1 or "auto", default 2
        Number of clusters k.
    restrict_to : tuple of str and list of str, optional
        A column of ``adata.obs`` and some of its groups. Only the cells of these groups are cut. What is given for
        cells then has an entry for each of them, in their order.
    key_added : str, default "tvcut"
        Where the result is stored in ``adata.obs`` and ``adata.uns``. With ``restrict_to``, "tvcut" means "tvcut_R".
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
        Other keywords of :func:`tvcut.balanced_cut`. ``fixed`` and ``init`` may also name a column of ``adata.obs``.
        Its clusters are parts in the order of the categories, and those of ``fixed`` come first; integers are numbers
        of parts. A cell with a missing value is not fixed, and starts in the part of its neighbours.

    Returns
    -------
    anndata.AnnData or None
        The copy, if one is wanted. ``adata.obs[key_added]`` holds the cluster of each cell, a categorical with the
        categories "0" … "k−1". Parts with the clusters of a column ``fixed`` have their names, and the other parts the
        first numbers that are no such name. With ``restrict_to``, the other cells keep their groups, and the clusters
        in groups "a" and "b" are "a-b,0", "a-b,1", ….
        ``adata.uns[key_added]`` holds "params", and "value", "cut_weight", "sizes", "masses", "status" and "choice" of
        the cut, all in types that ``write_h5ad`` stores. "params" are the arguments that are not None, but for
        ``callback``, ``copy`` and ``key_added``: ``balanced_cut(adata, **params)`` repeats the cut. Its seed is the one
        that was drawn, and what is given for cells is an array in their order, where "fixed" is −1 for a cell that is
        not fixed; a column that the result does not replace is its name.

    Raises
    ------
    KeyError
        If the graph or a column is not there. The message names those that are.
    TypeError, ValueError
        If ``adata`` is no AnnData or ``key_added`` no str, if a group in ``restrict_to`` is none of its column, if a
        column has more than k clusters, or for ``init`` fewer, if ``copy`` is set for an AnnData that is backed by a
        file, or as :func:`tvcut.balanced_cut`.
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
    >>> tvcut.tl.balanced_cut(adata, 3, restrict_to=("tvcut", ["1"]))
    >>> adata.obs["tvcut_R"].tolist()
    ['0', '0', '0', '1,0', '1,1', '1,2']
    """
    check_arguments(adata, key_added, copy)
    within = as_restriction(adata, restrict_to)
    key = key_added + RESTRICTED if within is not None and key_added == "tvcut" else key_added
    W, seed = graph_of(adata, neighbors_key, obsp, within), as_seed(random_state)
    columns = {name: options.get(name) for name in ("fixed", "init")}
    given = of_columns(adata.obs if within is None else adata.obs[within.mask], W.W, n_clusters, **columns)
    options |= {"fixed": given.fixed, "init": given.init, "descent": as_descent(options.get("descent"))}
    options |= listed(options)
    cut = _balanced_cut(W, n_clusters, random_state=seed, **options)
    k = len(cut.masses)
    options |= of_cells(options, len(cut.labels), k, cut.names)
    options |= {name: value for name, value in columns.items() if _stays(name, value) and value != key}
    adata = adata.copy() if copy else adata
    adata.obs[key] = categories(adata.obs, cut.labels, part_names(given.names, k), within)
    options |= {"n_clusters": n_clusters, "neighbors_key": neighbors_key, "obsp": obsp, "random_state": seed}
    adata.uns[key] = {"params": params(options, within), **{name: getattr(cut, name) for name in FOUND}}
    return adata if copy else None


def _stays(name: str, value: Any) -> bool:
    """Return whether the value of ``fixed`` or ``init`` is the name of a column."""
    return isinstance(value, str) and (name == "fixed" or is_column(value))


def scan(
    adata: Any,
    n_clusters: Iterable[int] | None = None,
    *,
    restrict_to: tuple[str, Sequence[str]] | None = None,
    key_added: str = "tvcut_scan",
    neighbors_key: str | None = None,
    obsp: str | None = None,
    random_state: Any = 0,
    copy: bool = False,
    **options: Any,
) -> Any:
    """Cut the graph of neighbours into each of several numbers of clusters, and suggest one of these numbers.

    The cuts and the suggestion are those of :func:`tvcut.scan`.

    Parameters
    ----------
    adata : anndata.AnnData
        Annotated data with n cells, and a graph of neighbours as ``scanpy.pp.neighbors`` makes it.
    n_clusters : iterable of distinct int in [1, n], optional
        The numbers of clusters k, by default 1, …, min(14, n).
    restrict_to : tuple of str and list of str, optional
        A column of ``adata.obs`` and some of its groups. Only the graph of the cells of these groups is cut.
    key_added : str, default "tvcut_scan"
        Where the result is stored in ``adata.uns``.
    neighbors_key, obsp, random_state
        As in :func:`balanced_cut`.
    copy : bool, default False
        Whether to return a changed copy, and leave ``adata`` as it is.
    **options
        Other keywords of :func:`tvcut.scan`.

    Returns
    -------
    anndata.AnnData or None
        The copy, if one is wanted. ``adata.uns[key_added]`` holds "suggestion", the suggested k; "table", a DataFrame
        with a row for each k and the columns n_clusters, value, null_value, relative_value, stability, smallest and
        largest, which are explained in :class:`tvcut.Scan`, the last two the fewest and the most cells of a cluster;
        "n_seeds", "status", and "params", the arguments that are not None, as :func:`balanced_cut` stores them. All are
        of types that ``write_h5ad`` stores.

    Raises
    ------
    KeyError
        If the graph or a column is not there. The message names those that are.
    TypeError, ValueError
        As :func:`balanced_cut` and :func:`tvcut.scan`.
    ImportError
        If pandas is not installed, which anndata requires.

    Examples
    --------
    >>> import anndata
    >>> import numpy as np
    >>> import tvcut
    >>> adata = anndata.AnnData(np.zeros((40, 1)))
    >>> adata.obsp["connectivities"] = np.kron(np.eye(4), np.ones((10, 10))) + 0.01
    >>> tvcut.tl.scan(adata, range(2, 7))
    >>> adata.uns["tvcut_scan"]["suggestion"]
    4
    >>> adata.uns["tvcut_scan"]["table"]["smallest"].tolist()
    [20, 10, 10, 5, 5]
    """
    check_arguments(adata, key_added, copy)
    within = as_restriction(adata, restrict_to)
    W, seed = graph_of(adata, neighbors_key, obsp, within), as_seed(random_state)
    if n_clusters is not None:
        n_clusters = as_entries("n_clusters", n_clusters, "a sequence of integers, for example range(2, 15)")
    options["descent"] = as_descent(options.get("descent"))
    found = _scan(W, n_clusters, random_state=seed, **options)
    options |= of_cells(options, W.W.shape[0], 1, found.cuts[0].names)
    options |= {"n_clusters": n_clusters, "neighbors_key": neighbors_key, "obsp": obsp, "random_state": seed}
    adata = adata.copy() if copy else adata
    adata.uns[key_added] = {
        "suggestion": found.suggestion,
        "table": table_of(found),
        "n_seeds": found.n_seeds,
        "status": found.status,
        "params": params(options, within),
    }
    return adata if copy else None

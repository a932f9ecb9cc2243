"""The graph of neighbours of an AnnData, and which of its cells are cut."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from .._input.libraries import CONNECTIVITIES
from .._input.named import Named
from .._native.errors import ArgumentError


class Restriction(NamedTuple):
    """The cells of some groups: the column of obs with the groups, the names of these, and a mask of the cells."""

    key: str
    groups: list[Any]
    mask: npt.NDArray[np.bool_]


def check_arguments(adata: Any, key_added: Any, copy: Any) -> None:
    """Raise TypeError or ValueError if ``adata`` is no AnnData, or the result cannot be stored."""
    if not hasattr(adata, "obsp") or not hasattr(adata, "uns"):
        raise TypeError(f"adata must be an AnnData, got an object of type {type(adata).__qualname__}")
    if not isinstance(key_added, str):
        raise TypeError(f"key_added must be a str, got {key_added!r}")
    if copy and getattr(adata, "isbacked", False):
        raise ValueError("copy must be False for an AnnData whose X is in a file; use adata.to_memory() for a copy")


def as_restriction(adata: Any, restrict_to: Any) -> Restriction | None:
    """Return the cells of the groups in ``restrict_to``, a pair of a column and groups or a dict of the same."""
    if restrict_to is None:
        return None
    if isinstance(restrict_to, Mapping) and set(restrict_to) == {"key", "groups"}:  # as the arguments are stored
        restrict_to = restrict_to["key"], restrict_to["groups"]
    if not isinstance(restrict_to, (tuple, list)) or len(restrict_to) != 2 or isinstance(restrict_to[1], str):
        raise TypeError(
            f"restrict_to must be a pair of a column of adata.obs and a list of groups, got {restrict_to!r}"
        )
    key, groups = restrict_to[0], list(restrict_to[1])
    values = column(adata.obs, "restrict_to", key).astype("category")
    known = values.cat.categories.tolist()
    for group in groups:
        if group not in known:
            shown = ", ".join(map(repr, known))
            raise ArgumentError(
                f"must have groups of adata.obs[{key!r}], which are {shown}, got {group!r}", "restrict_to"
            )
    if not groups:
        raise ArgumentError(f"must have at least one group of adata.obs[{key!r}], got none", "restrict_to")
    return Restriction(key, groups, values.isin(groups).to_numpy())


def column(obs: Any, argument: str, key: Any) -> Any:
    """Return a column of obs, or raise KeyError that names the columns that are there."""
    if key not in obs:
        known = ", ".join(map(repr, obs.columns)) or "no column"
        raise KeyError(f"{argument} must name a column of adata.obs, which has {known}, got {key!r}")
    return obs[key]


def graph_of(adata: Any, neighbors_key: str | None, obsp: str | None, within: Restriction | None) -> Named:
    """Return the weights between the cells that are cut, with the names of the cells."""
    W, names = adata.obsp[_key(adata, neighbors_key, obsp)], adata.obs_names
    if within is not None:
        W = sp.csr_array(W)[within.mask][:, within.mask]
        names = names[within.mask]
    return Named(W, names.tolist())


def _key(adata: Any, neighbors_key: str | None, obsp: str | None) -> Any:
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
    return key


def _key_of(entry: Any, neighbors_key: str) -> Any:
    """Return where an entry of uns says that the weights are. Old versions of scanpy had "neighbors" without it."""
    known = isinstance(entry, Mapping)
    if known and "connectivities_key" in entry:
        return entry["connectivities_key"]
    if known and neighbors_key == "neighbors":
        return CONNECTIVITIES
    remedy = "pass the key_added of scanpy.pp.neighbors as neighbors_key, or set obsp"
    raise KeyError(f"adata.uns[{neighbors_key!r}] has no 'connectivities_key'; {remedy}")

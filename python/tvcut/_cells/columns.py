"""Columns of obs as the arguments ``fixed`` and ``init``, and the names of the clusters that are written to obs."""

from __future__ import annotations

from itertools import count as numbers
from typing import Any, NamedTuple, get_args

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from .._input.arguments import as_integer
from .._native.errors import ArgumentError
from .._native.options import Init, NClusters
from .graph import Restriction, column


class Given(NamedTuple):
    """The arguments ``fixed`` and ``init`` with numbers in place of names of clusters, and these names."""

    fixed: Any
    init: Any
    names: list[str]


def is_column(init: Any) -> bool:
    """Return whether ``init`` names a column, and not a kind of start."""
    return isinstance(init, str) and init not in get_args(Init)


def of_columns(obs: Any, W: Any, k: NClusters, fixed: Any, init: Any) -> Given:
    """Return what columns of obs give, for cells with the weights W and k parts.

    The clusters in ``fixed`` are parts 0, 1, … in the order of the categories, and those of ``init`` that are not among
    them follow. Raises KeyError or ArgumentError, which name the column.
    """
    names: list[str] = []
    if not isinstance(fixed, str) and not is_column(init):
        return Given(fixed, init, names)
    k = as_integer("n_clusters", k, 1)
    if isinstance(fixed, str):
        fixed, names = _parts("fixed", obs, fixed, k, names)
    if is_column(init):
        key = init
        init, _ = _parts("init", obs, key, k, names)
        if init.dtype.kind == "i":
            count = len(np.unique(init[init >= 0]))
            if count < k:
                problem = f"must name a column with n_clusters = {k} clusters, but {key!r} has {count}"
                raise ArgumentError(problem, "init")
            init = _completed(W, init, k)
    return Given(fixed, init, names)


def _parts(argument: str, obs: Any, key: str, k: int, names: list[str]) -> tuple[npt.NDArray[Any], list[str]]:
    """Return the part of each cell, −1 for a missing value, and ``names`` with those of further clusters.

    A column of numbers is returned as an array: integers are numbers of parts.
    """
    from pandas.api.types import is_bool_dtype, is_numeric_dtype

    values = column(obs, argument, key)
    if is_numeric_dtype(values.dtype) and not is_bool_dtype(values.dtype):
        filled = values.fillna(-1)
        whole = argument == "fixed" or values.dtype.kind in "iu"
        numbers = filled.astype(np.int64).to_numpy() if whole and (filled % 1 == 0).all() else values.to_numpy(float)
        return numbers, names
    values = values.astype("category").cat.remove_unused_categories()
    known = [str(name) for name in values.cat.categories]
    names = names + [name for name in known if name not in names]
    if len(names) > k:
        raise ArgumentError(
            f"must name at most n_clusters = {k} clusters, got {len(names)} in {key!r}: {', '.join(names)}", argument
        )
    number = np.array([*(names.index(name) for name in known), -1])  # the last one for the code −1 of a missing value
    return number[values.cat.codes.to_numpy()], names


def _completed(W: Any, labels: npt.NDArray[np.int64], k: int) -> npt.NDArray[np.int64]:
    """Return labels in which a cell without one (−1) has that of its labelled neighbours of largest weight.

    Neighbours of these follow in turn. Cells that no path joins to a labelled one go to the smallest part.
    """
    if labels.max() >= k or labels.min() < -1:  # which as_init refuses
        return labels
    A, labels = sp.csr_array(W), labels.copy()
    while (without := np.flatnonzero(labels < 0)).size:
        known = np.flatnonzero(labels >= 0)
        part = sp.csr_array((np.ones(len(known)), (known, labels[known])), shape=(len(labels), k))
        weight = (A[without] @ part).toarray()
        reached = weight.max(axis=1) > 0
        if reached.any():
            labels[without[reached]] = weight[reached].argmax(axis=1)
        else:
            labels[without] = np.bincount(labels[known], minlength=k).argmin()
    return labels


def part_names(names: list[str], k: int) -> list[str]:
    """Return the names of k parts: those given for the first ones, and then the first numbers that are free."""
    free = (str(number) for number in numbers() if str(number) not in names)
    return names + [next(free) for _ in range(k - len(names))]


def categories(obs: Any, labels: npt.NDArray[Any], names: list[str], within: Restriction | None) -> Any:
    """Return the clusters of all cells as a Categorical of pandas.

    With a restriction, the other cells keep their groups, and the names of the new clusters are "groups,name" as those
    that scanpy writes. They stand where the first of the groups stood.
    """
    from pandas import Categorical

    if within is None:
        return Categorical.from_codes(labels, names)
    old = obs[within.key].astype("category")
    prefix = "-".join(map(str, within.groups))
    cut = [f"{prefix},{name}" for name in names]
    kept: list[str] = []
    for group in old.cat.categories:
        if group not in within.groups:
            kept.append(str(group))
        elif cut[0] not in kept:
            kept += cut
    values = old.astype(object).where(old.isna(), old.astype(str)).to_numpy(object, copy=True)
    values[within.mask] = np.array(cut, object)[labels]
    return Categorical(values, kept).remove_unused_categories()

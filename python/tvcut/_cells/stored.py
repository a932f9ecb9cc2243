"""What is stored in uns: arguments and results in types that files of AnnData hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from .._input.constraints import as_columns, as_pairs
from .._input.vertices import as_fixed, as_init, as_sizes
from .._native.descent import Descent
from .graph import Restriction

UNSTORED = ("callback",)  # arguments that are no data
PAIRS = ("must_link", "cannot_link")  # arguments with pairs of cells


def as_descent(given: Any) -> Any:
    """Return stored options of the descent as a Descent, and anything else as it is."""
    return Descent(**given) if isinstance(given, Mapping) else given


def of_cells(options: Mapping[str, Any], n: int, k: int, names: Any) -> dict[str, Any]:
    """Return what is given for cells as arrays in their order, since names of cells may be no keys of HDF5."""
    found: dict[str, Any] = {}
    fixed, mass, size, init = (options.get(name) for name in ("fixed", "vertex_weight", "vertex_size", "init"))
    if fixed is not None:
        found["fixed"] = as_fixed(fixed, n, k, names)
    if mass is not None:
        first, *others = (column for column in as_columns(mass, n, None, names).values() if column is not None)
        found["vertex_weight"] = np.column_stack((first, *others[0])) if others else first
    if size is not None:
        found["vertex_size"] = as_sizes(size, n, names)
    if init is not None and not isinstance(init, str):
        (found["init"],) = as_init(init, n, k, names).values()
    for name in PAIRS:
        pairs = as_pairs(name, options.get(name), n, names)
        if pairs is not None:
            found[name] = pairs if names is None else np.array(names, object)[pairs]
    return found


def listed(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return pairs of cells that an iterator yields as lists, so that they can be stored after the cut."""
    return {name: list(options[name]) for name in PAIRS if isinstance(options.get(name), Iterator)}


def params(options: Mapping[str, Any], within: Restriction | None) -> Any:
    """Return the arguments of a function of ``tvcut.tl``, with which it can be called again."""
    restricted = None if within is None else {"key": within.key, "groups": within.groups}
    return _storable({**options, "restrict_to": restricted})


def _storable(value: Any) -> Any:
    """Return a value in types that HDF5 holds, dicts without the entries that are None."""
    if isinstance(value, Descent):
        value = asdict(value)
    if isinstance(value, Mapping):
        kept = {str(name): entry for name, entry in value.items() if entry is not None and name not in UNSTORED}
        return {name: _storable(entry) for name, entry in kept.items()}
    if isinstance(value, (bool, int, float, str, np.generic)):
        return np.uint64(value) if isinstance(value, int) and value >= 2**63 else value
    array = np.asarray(value)
    if array.dtype.kind in "biuf":
        return array
    if array.ndim == 2 and array.dtype.kind in "UO":
        return array.astype(str).astype(object)
    return np.array([str(entry) for entry in array], object) if array.ndim == 1 else str(value)

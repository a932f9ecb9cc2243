"""What is stored in uns: arguments and results in types that files of AnnData hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from .._input.vertices import as_fixed, as_init, as_vertex_weight
from .._native.descent import Descent
from .graph import Restriction

UNSTORED = ("callback",)  # arguments that are no data


def as_descent(given: Any) -> Any:
    """Return stored options of the descent as a Descent, and anything else as it is."""
    return Descent(**given) if isinstance(given, Mapping) else given


def of_cells(options: Mapping[str, Any], n: int, k: int, names: Any) -> dict[str, Any]:
    """Return what is given for cells as arrays in their order, since names of cells may be no keys of HDF5."""
    found: dict[str, Any] = {}
    fixed, mass, init = (options.get(name) for name in ("fixed", "vertex_weight", "init"))
    if fixed is not None:
        found["fixed"] = as_fixed(fixed, n, k, names)
    if mass is not None:
        found["vertex_weight"] = as_vertex_weight(mass, n, None, names)
    if init is not None and not isinstance(init, str):
        (found["init"],) = as_init(init, n, k, names).values()
    return found


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
    return np.array([str(entry) for entry in array], object) if array.ndim == 1 else str(value)

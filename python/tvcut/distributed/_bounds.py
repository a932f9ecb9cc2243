"""The bounds of the masses of the parts, and whether n vertices of mass 1 can hold them."""

from __future__ import annotations

import math
from typing import Any

ROUNDING = 1e-9  # relative width of the bounds, as in the core
CUT_IMBALANCE = 0.03  # default of max_imbalance with objective="cut", as in the core


def _given(options: dict[str, Any]) -> tuple[float, float]:
    """Return min_share and max_imbalance as numbers."""
    share, excess = options["min_share"], options["max_imbalance"]
    default = CUT_IMBALANCE if options["objective"] == "cut" else math.inf
    return 0.0 if share in (None, "auto") else float(share), default if excess in (None, "none") else float(excess)


def mass_bounds(options: dict[str, Any], total: float) -> tuple[float, float]:
    """Return the least and the largest mass of a part of vertices of the given total mass, widened by rounding."""
    (share, excess), target = _given(options), total / int(options["n_clusters"])
    return share * target * (1 - ROUNDING), (1 + excess) * target * (1 + ROUNDING)


def held_by(options: dict[str, Any], n: int) -> dict[str, Any]:
    """Return the options, with a larger max_imbalance if n vertices of mass 1 cannot hold the default.

    A part then has at most ⌈n/k⌉ vertices. Raises ValueError if the vertices cannot hold bounds that were given.
    """
    (share, excess), k = _given(options), int(options["n_clusters"])
    least, most = mass_bounds(options, n)
    fewest = max(1, math.ceil(least))
    if fewest * k > n:
        raise ValueError(
            f"min_share = {share:g} demands parts of at least {fewest} of {n} vertices in {k} parts, so no partition "
            f"exists; the largest possible min_share is {n // k * k / n:.9g}"
        )
    if math.isinf(most) or (math.floor(most) * k >= n and math.floor(most) >= fewest):
        return options
    smallest = -(-n // k) * k / n - 1
    if options["max_imbalance"] in (None, "none"):
        return options | {"max_imbalance": smallest}
    raise ValueError(
        f"max_imbalance = {excess:g} allows parts of at most {math.floor(most)} of {n} vertices in {k} parts, so no "
        f"partition exists; the smallest possible max_imbalance is {smallest:.9g}"
    )


def check_heaviest(options: dict[str, Any], total: float, mass: float, vertex: int) -> None:
    """Raise ValueError if the heaviest vertex exceeds the bound. A cut of a coarser graph would name a cluster."""
    k, most = int(options["n_clusters"]), mass_bounds(options, total)[1]
    if mass > most:
        default = " (the default with objective = 'cut')" if options["max_imbalance"] in (None, "none") else ""
        raise ValueError(
            f"vertex {vertex} has mass {mass:.7g}, but max_imbalance = {_given(options)[1]:g}{default} allows parts of "
            f"mass at most {most:.7g}, so no partition exists; max_imbalance must be at least "
            f"{mass * k / total - 1:.7g}"
        )

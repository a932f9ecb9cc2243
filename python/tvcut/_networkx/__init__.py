"""tvcut as a backend of networkx: ``networkx.community.kernighan_lin_bisection(G, backend="tvcut")``.

networkx finds this package by its entry point and imports it when the backend is first used. It takes the functions by
their names: those of ``partitions`` search partitions, those of ``measures`` compute numbers of given ones.
"""

from .converted import Converted, convert_from_nx, convert_to_nx
from .dispatch import can_run, should_run
from .measures import (
    conductance,
    cut_size,
    edge_expansion,
    mixing_expansion,
    modularity,
    normalized_cut_size,
    volume,
)
from .partitions import asyn_fluidc, kernighan_lin_bisection, spectral_bisection

__all__ = [
    "Converted",
    "asyn_fluidc",
    "can_run",
    "conductance",
    "convert_from_nx",
    "convert_to_nx",
    "cut_size",
    "edge_expansion",
    "kernighan_lin_bisection",
    "mixing_expansion",
    "modularity",
    "normalized_cut_size",
    "should_run",
    "spectral_bisection",
    "volume",
]

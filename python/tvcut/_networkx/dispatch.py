"""Which calls of networkx this backend can run, and which it should run where the caller names no backend."""

from __future__ import annotations

from inspect import signature
from numbers import Real
from typing import Any

import numpy as np

from . import measures, partitions
from .converted import Converted


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Return True, or why this backend cannot run a function with these arguments."""
    graph, weight = _graph_and_weight(name, args, kwargs)
    if graph.is_directed():
        return "the graph must be undirected"
    if callable(weight):
        return "the weight must be the name of an attribute, not a function"
    return True


def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Return True, or why networkx should run a function itself, unless the caller names this backend."""
    graph, weight = _graph_and_weight(name, args, kwargs)
    if isinstance(graph, Converted):
        return True
    if hasattr(measures, name):
        return "the graph is converted in more time than networkx takes for one call"
    if len(graph) < 2:
        return "the graph has fewer than two vertices"
    weights = (value for _, _, value in graph.edges(data=weight, default=1)) if weight else ()
    if not all(isinstance(value, Real) and 0 <= float(value) < np.inf for value in weights):
        return "some weights are not finite numbers >= 0"
    return True


def _graph_and_weight(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any]:
    """Return the graph and the argument ``weight`` of a call, None for a function without it."""
    call = signature(getattr(measures, name, None) or getattr(partitions, name)).bind(*args, **kwargs)
    call.apply_defaults()
    return call.arguments["G"], call.arguments.get("weight")

"""What balanced_cut is asked: the problem and the options that the core takes, made of the arguments."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .._input.constraints import as_columns, as_imbalances, as_pairs, as_part_columns
from .._input.vertices import as_fixed, as_init, as_sizes
from .._native.descent import Descent
from .._native.options import number_of_parts, texts
from .._native.problem import Problem
from .._result.order import check_order


def as_question(
    graph: Problem, given: dict[str, Any], arrays: dict[str, Any], descent: Descent | None
) -> tuple[Problem, dict[str, str]]:
    """Return the problem of a graph, and the options by their names in the core.

    ``given`` are the options as the caller gave them. ``arrays`` are the arguments with values for vertices, pairs of
    vertices or parts, each None if it is not given. Raises ArgumentError or TypeError for one that is not valid.
    """
    weights = graph.vertex_weight if arrays["vertex_weight"] is None else arrays["vertex_weight"]
    fields: dict[str, Any] = {**as_columns(weights, graph.n, given["balance"], graph.names)}
    n_masses = 1 if fields.get("masses") is None else 1 + len(fields["masses"])
    max_imbalance, fields["mass_imbalance"] = as_imbalances(given["max_imbalance"], n_masses)
    options = texts(descent, given | {"max_imbalance": max_imbalance})
    of_parts = ("fixed", "part_weights", "init")
    k = number_of_parts(options, {name: arrays[name] is not None for name in of_parts})
    if arrays["vertex_size"] is not None:
        fields["vertex_size"] = as_sizes(arrays["vertex_size"], graph.n, graph.names)
    for name in ("must_link", "cannot_link"):
        fields[name] = as_pairs(name, arrays[name], graph.n, graph.names)
    if arrays["fixed"] is not None:
        fields["fixed"] = as_fixed(arrays["fixed"], graph.n, k, graph.names)
    if arrays["part_weights"] is not None:
        fields |= as_part_columns(arrays["part_weights"], k, n_masses)
    if arrays["init"] is not None:
        fields |= as_init(arrays["init"], graph.n, k, graph.names)
    return replace(graph, **fields), options


def with_order(problem: Problem, order: Any, *, has_price: bool) -> Problem:
    """Return the problem with the order of its parts, which labels to start from keep.

    ``has_price`` says whether vertices that leave their part have a price.
    """
    ordered = replace(problem, order=order)
    check_order(ordered, has_price)
    return replace(ordered, order="init") if problem.labels is not None and order == "first_vertex" else ordered

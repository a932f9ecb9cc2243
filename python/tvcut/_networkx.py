"""tvcut as a backend of networkx: ``networkx.community.kernighan_lin_bisection(G, backend="tvcut")``.

networkx finds this module by its entry point and imports it when the backend is first used.
"""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Real
from typing import Any

import numpy as np

from ._balanced_cut import balanced_cut
from ._input.libraries import from_networkx
from ._input.named import Named
from ._input.reading import Reading


class Converted(Named):
    """A graph of networkx as weights and names of vertices.

    networkx keeps it, and passes one with an attribute as weights also to a call with weight=None. ``plain`` is the
    matrix for that call, in which each edge counts 1.
    """

    names: list[Any]
    plain: Any
    __networkx_backend__ = "tvcut"


def convert_from_nx(graph: Any, *, edge_attrs: dict[Any, Any] | None = None, **_: Any) -> Converted:
    """Return a graph with one attribute of its edges as weights, which are 1 without an attribute."""
    weight = next(iter(edge_attrs), None) if edge_attrs else None
    converted = Converted(from_networkx(graph, Reading(weight))[0], list(graph))
    converted.plain = converted.W if weight is None else from_networkx(graph, Reading(None))[0]
    return converted


def convert_to_nx(result: Any, **_: Any) -> Any:
    """Return the result of a function, which is one of networkx already."""
    return result


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Return True, or why this backend cannot run a function with these arguments."""
    if callable(_weight(args, kwargs)):
        return "the weight must be the name of an attribute, not a function"
    return True


def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Return True, or why networkx should run a function itself, unless the caller names this backend."""
    graph: Any = kwargs.get("G", args[0] if args else None)
    weight = _weight(args, kwargs)
    if isinstance(graph, Converted):
        return True
    if len(graph) < 2:
        return "the graph has fewer than two vertices"
    weights = (value for _, _, value in graph.edges(data=weight, default=1)) if weight else ()
    if not all(isinstance(value, Real) and 0 <= float(value) < np.inf for value in weights):
        return "some weights are not finite numbers >= 0"
    return True


def _weight(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Return the argument weight of kernighan_lin_bisection, the fourth one."""
    return kwargs.get("weight", args[3] if len(args) > 3 else "weight")


def kernighan_lin_bisection(
    G: Converted,
    partition: Iterable[Iterable[Any]] | None = None,
    max_iter: int = 10,
    weight: str | None = "weight",
    seed: Any = None,
) -> tuple[set[Any], set[Any]]:
    """Return two sets of ⌊n/2⌋ and ⌈n/2⌉ vertices, or of the sizes of ``partition``, with a low weight between them.

    They come from :func:`tvcut.balanced_cut` with ``objective="cut"``, and not from the exchanges of Kernighan and Lin.
    The weight between them is at most that of ``partition``. ``max_iter`` is not used.
    """
    n = len(G.names)
    options: dict[str, Any] = {"random_state": seed.randrange(2**31)} if partition is None else {}
    labels = np.repeat([0, 1], (n // 2, n - n // 2)) if partition is None else _labels(G.names, partition)
    if partition is not None:
        options["init"] = labels
    shares = np.bincount(labels, minlength=2) / max(n, 1)
    W = Named(G.plain, G.names) if weight is None else G
    cut = balanced_cut(W, objective="cut", part_weights=shares, min_share=1, max_imbalance=0, **options)
    first, second = cut.communities()
    return first, second


def _labels(names: list[Any], partition: Iterable[Iterable[Any]]) -> Any:
    """Return the labels of two sets of vertices, or raise the error of networkx."""
    from networkx import NetworkXError

    try:
        first, second = map(set, partition)
    except (TypeError, ValueError) as error:
        raise NetworkXError("partition must be two sets") from error
    if first & second or first | second != set(names) or not first or not second:
        raise NetworkXError("partition invalid")
    return np.array([int(name in second) for name in names])

"""Partitions of graphs of networkx by balanced cuts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from .._balanced_cut import balanced_cut
from .._input.named import Named
from .._input.warning import without
from .._result.warnings import AmbiguousPartsWarning, SmallPartWarning
from .converted import Converted


def kernighan_lin_bisection(
    G: Converted,
    partition: Iterable[Iterable[Any]] | None = None,
    max_iter: int = 10,
    weight: str | None = "weight",
    seed: Any = None,
) -> tuple[set[Any], set[Any]]:
    """Return two sets of ⌊n/2⌋ and ⌈n/2⌉ vertices, or of the sizes of ``partition``, with a low weight between them.

    They come from :func:`tvcut.balanced_cut` with ``objective="cut"``, and not from the exchanges of Kernighan and Lin.
    With ``partition``, they are the better of what the search finds from it and without it. ``max_iter`` is not used.
    """
    n = len(G.names)
    labels = np.repeat([0, 1], (n // 2, n - n // 2)) if partition is None else _labels(G.names, partition)
    starts: list[dict[str, Any]] = [{"random_state": seed.randrange(2**31)}]
    if partition is not None:  # networkx does not use the seed then
        starts = [{"init": labels}, {"random_state": 0}]
    shares = np.bincount(labels, minlength=2) / max(n, 1)
    W = Named(G.weights(weight), G.names)
    bounds: dict[str, Any] = {"part_weights": shares, "min_share": 1, "max_imbalance": 0}
    cuts = [balanced_cut(W, objective="cut", **bounds, **start) for start in starts]
    first, second = min(cuts, key=lambda cut: cut.cut_weight).communities()
    return first, second


def spectral_bisection(
    G: Converted,
    weight: str | None = "weight",
    normalized: bool = False,
    tol: float = 1e-8,
    method: str = "tracemin_pcg",
    seed: Any = None,
) -> tuple[set[Any], set[Any]]:
    """Return two sets S and T of a connected graph with a low cut(S, T)/min(|S|, |T|), or over volumes if normalized.

    The signs of the Fiedler vector, which networkx returns, approximate this minimum: :func:`tvcut.balanced_cut`
    searches it. ``tol`` and ``method`` are not used.
    """
    from networkx import NetworkXError

    if len(G.names) < 2:
        raise NetworkXError("graph has less than two nodes.")
    if not G.is_connected():
        raise NetworkXError("graph is not connected.")
    W = Named(G.weights(weight), G.names)
    balance: Any = "normalized" if normalized else "ratio"
    first, second = balanced_cut(W, balance=balance, min_share=0, random_state=seed).communities()
    return first, second


def asyn_fluidc(G: Converted, k: int, max_iter: int = 100, seed: Any = None) -> Iterator[set[Any]]:
    """Return k communities of a connected graph, in which each edge counts 1.

    They come from :func:`tvcut.balanced_cut`, and not from the propagation of fluids. ``max_iter`` is not used.
    """
    _check_fluid(G, k, max_iter)
    if len(G.names) == 1:
        return iter([set(G.names)])
    with without(AmbiguousPartsWarning, SmallPartWarning):  # they name arguments that this function has not
        cut = balanced_cut(Named(G.plain, G.names), k, random_state=seed.randrange(2**31))
    return iter(cut.communities())


def _check_fluid(G: Converted, k: Any, max_iter: Any) -> None:
    """Raise the errors of networkx about the arguments of asyn_fluidc."""
    from networkx import NetworkXError

    if not isinstance(k, int):
        raise NetworkXError("k must be an integer.")
    if k <= 0:
        raise NetworkXError("k must be greater than 0.")
    if not G.is_connected():
        raise NetworkXError("Fluid Communities require connected Graphs.")
    if len(G.names) < k:
        raise NetworkXError("k cannot be bigger than the number of nodes.")
    if max_iter <= 0:
        raise ValueError(f"max_iter={max_iter!r} must be greater than 0")


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

"""Ways to choose the parts that were tried for the default of balanced_cut, compared on the labelled sets."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from tvcut import balanced_cut

from .classifiers import Method
from .incres import incres
from .labelled import Labelled


def cut(data: Labelled, seed: int, **options: Any) -> ArrayLike:
    """Cut with the given options."""
    return balanced_cut(data.W, data.k, random_state=seed, **options).labels


def scaled(data: Labelled, seed: int, **options: Any) -> ArrayLike:
    """Cut the graph with the weights w_ij/√(deg_i deg_j)."""
    degree = np.maximum(data.W.sum(axis=0), np.finfo(float).tiny)
    W = data.W.copy()
    W.data /= np.sqrt(np.repeat(degree, np.diff(W.indptr)) * degree[W.indices])
    return balanced_cut((W + W.T) / 2, data.k, random_state=seed, **options).labels


def mixed(data: Labelled, seed: int, constant: float, **options: Any) -> ArrayLike:
    """Cut with the masses deg_i/mean(deg) + constant."""
    degree = data.W.sum(axis=0)
    return balanced_cut(
        data.W, data.k, vertex_weight=degree / degree.mean() + constant, random_state=seed, **options
    ).labels


def refined(data: Labelled, seed: int, **options: Any) -> ArrayLike:
    """Refine the partition of INCRES under bounds, or return it if it does not hold them."""
    labels = incres(data.W, data.k, seed)
    try:
        return balanced_cut(data.W, data.k, init=labels, random_state=seed, **options).labels
    except ValueError:
        return labels


def way(name: str, function: str, how: str, weights: str = "gaussian", **options: Any) -> Method:
    """Return a column whose function is in this module."""
    return Method(name, f"{__name__}:{function}", "tvcut", how, options, weights=weights)


WAYS = (
    way("default", "cut", '`min_share="auto"`: a consensus where the lowest value has very small parts'),
    *(way(f"{share}", "cut", f"`min_share={share}`", min_share=share) for share in (0.0, 0.1, 0.3, 0.5, 0.7)),
    *(
        way(f"n {share}", "cut", f'`min_share={share}, balance="normalized"`', min_share=share, balance="normalized")
        for share in (0.3, 0.5)
    ),
    *(
        way(f"+{most:g}", "cut", f"`max_imbalance={most:g}, min_share=0`", max_imbalance=most, min_share=0)
        for most in (0.3, 1.0, 3.0)
    ),
    way("cut +0.3", "cut", '`objective="cut", max_imbalance=0.3`', objective="cut", max_imbalance=0.3),
    way("mixed", "mixed", "masses deg/mean(deg) + 1, `min_share=0.5`", constant=1.0, min_share=0.5),
    way("scaled", "scaled", "weights w_ij/√(deg_i deg_j), `min_share=0.5`", min_share=0.5),
    way("INCRES, refined", "refined", "`init=` the labels of INCRES, `min_share=0.3`", min_share=0.3),
    way("tuned", "cut", 'the default, `knn_graph(X, 10, weights="self_tuning")`', weights="self_tuning"),
    way(
        "tuned n 0.5",
        "cut",
        'the same weights, `min_share=0.5, balance="normalized"`',
        weights="self_tuning",
        min_share=0.5,
        balance="normalized",
    ),
)

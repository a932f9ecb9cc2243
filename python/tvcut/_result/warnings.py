"""The warnings about very small parts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .._input.warning import warn
from .cut import Cut

SMALL_COMPONENT = 0.05  # a part between components with less than this share of M/k is probably not the one wanted
SMALL_PART = 0.01  # the same of any other part, relative to t_r M
MISSED = 0.5  # the same where the caller gives t_r


class DisconnectedGraphWarning(UserWarning):
    """The warning that components of the graph decide what the parts are.

    It is raised if components that are lighter than a cluster, ``Cut.evidence.least_cluster``, are a part, fill a part
    or were given to parts, and if bounds on the parts exclude a partition of value 0 into components that are clusters.

    Examples
    --------
    >>> import warnings
    >>> import numpy as np
    >>> import tvcut
    >>> W = np.pad(np.ones((50, 50)), (0, 1))  # the last vertex has no edges
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore", tvcut.DisconnectedGraphWarning)
    ...     tvcut.balanced_cut(W, min_share=0).value
    0.0
    """


class SmallPartWarning(UserWarning):
    """The warning that a part has less than 1 % of its target mass M/k, or half of its target mass t_r M.

    The shares t_r are those of part_weights.

    Such parts have a low value, but they are seldom what is wanted.

    Examples
    --------
    >>> import warnings
    >>> import numpy as np
    >>> import tvcut
    >>> W = np.ones((500, 500))
    >>> W[0] = W[:, 0] = 0.001  # the first vertex has weak edges only
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("error", tvcut.SmallPartWarning)
    ...     try:
    ...         tvcut.balanced_cut(W, asymmetry=499)
    ...     except tvcut.SmallPartWarning as warning:
    ...         print(str(warning)[:52])
    part 0 has mass 1, which is 0.4 % of its target mass
    """


def warn_if_parts_are_small(
    cut: Cut, part_weights: npt.NDArray[np.float64] | None, *, asked: bool, counted: bool = True
) -> None:
    """Warn if some part is very small. ``asked`` says whether the caller has chosen the smallest share of a part.

    ``counted`` says whether ``cut.n_components`` is the number of components, and not a lower bound of it.
    """
    k, mass = len(cut.masses), cut.masses.sum()
    target = mass * (np.full(k, 1 / k) if part_weights is None else part_weights)
    if 1 < k <= cut.n_components and cut.value == 0 and cut.masses.min() < SMALL_COMPONENT * mass / k:
        warn(
            f"W has {'' if counted else 'at least '}{cut.n_components} connected components, and a cut between them "
            f"has value 0, but its smallest part has a share of {cut.masses.min() / mass:.2g} of the mass only; to cut "
            "within a component, pass it alone or connect the graph, for example with more neighbours",
            DisconnectedGraphWarning,
        )
        return
    r = int((cut.masses / target).argmin())
    if not asked and cut.masses[r] < (SMALL_PART if part_weights is None else MISSED) * target[r]:
        warn(
            f"part {r} has mass {cut.masses[r]:.6g}, which is {100 * cut.masses[r] / target[r]:.2g} % of its target "
            f"mass {target[r]:.6g}; for larger parts, pass min_share, for example 0.5; to accept this one, pass "
            "min_share=0",
            SmallPartWarning,
        )


class AmbiguousPartsWarning(UserWarning):
    """The warning that the graph allows other readings.

    With ``n_clusters="auto"``, no number of parts stands out. With ``min_share="auto"``, two readings are close: one is
    a partition whose parts are separated from one another, with a gap of half to twice what makes them isolated; the
    other a consensus of partitions whose parts have at least half an equal share. See :class:`Evidence`.

    Examples
    --------
    >>> import tvcut
    >>> issubclass(tvcut.AmbiguousPartsWarning, UserWarning)
    True
    """


def warn_of_parts(cut: Cut, part_weights: npt.NDArray[np.float64] | None, *, asked: bool, bounded: bool) -> None:
    """Warn if islands, a bound or a close choice shape the parts, or if some part is very small.

    Islands are components that are lighter than a cluster. ``asked`` says whether the caller has chosen the smallest
    share of a part, and ``bounded`` whether there are bounds on the masses.
    """
    e = cut.evidence
    if e.stability > 0 and e.plateau == 0 and len(cut.masses) > 1:
        warn(
            f"no number of clusters stands out in W; {len(cut.masses)} is the number of communities of highest "
            f"modularity, which are found again with an adjusted Rand index of {e.stability:.2g}; to choose another "
            "number, pass n_clusters",
            AmbiguousPartsWarning,
        )
    if cut.objective == "value" and len(cut.masses) > 1:
        if cut.evidence.n_loose:
            _warn_of_loose_vertices(cut)
        elif cut.n_components > 1 and _warn_of_components(cut, bounded):
            return
        if cut.evidence.close:
            _warn_of_close_choice(cut)
    if cut.choice != "isolated":
        warn_if_parts_are_small(cut, part_weights, asked=asked)


def _warn_of_loose_vertices(cut: Cut) -> None:
    e, otherwise = cut.evidence, ""
    if cut.n_components >= len(cut.masses):
        otherwise = (
            f"; with min_share=0 the value is {e.lowest_value:.6g}, and the smallest part has mass {e.lowest_mass:.6g}"
        )
    warn(
        f"{e.n_loose} of {len(cut.labels)} vertices are in pieces of W that are lighter than {e.least_cluster:.6g} or "
        "than the lightest part that was looked for, which nothing links to the others; they were given to the parts "
        f"that were farthest below their targets, and say nothing about the clusters{otherwise}; to have no such "
        "vertices, leave them out of W or connect it, for example with more neighbours",
        DisconnectedGraphWarning,
    )


def _warn_of_components(cut: Cut, bounded: bool) -> bool:
    """Warn if islands are parts or fill them, or if bounds cut through components. Return whether it warned."""
    component, mass = cut._criterion.components()
    k, total, island = len(cut.masses), cut.masses.sum(), mass < cut.evidence.least_cluster
    islands = island[component]
    filled, whole = np.unique(cut.labels[islands]), np.unique(cut.labels[~islands])
    if len(made := np.setdiff1d(filled, whole)):
        text = (
            f"W has {len(mass)} connected components, and part {made[0]} holds only components that are lighter than "
            f"{cut.evidence.least_cluster:.6g}, with a share of {cut.masses[made[0]] / total:.2g} of the mass; to cut "
            "within a component, pass it alone or connect the graph, for example with more neighbours"
        )
    elif len(filled):
        text = (
            f"{np.count_nonzero(islands)} of {len(component)} vertices are in components of W that are lighter than "
            f"{cut.evidence.least_cluster:.6g}, and were given to parts, the first of them part {filled[0]}; they say "
            "nothing about the clusters: leave them out of W or connect it"
        )
    elif cut.value > 0 and (bounded or cut.choice == "consensus") and np.count_nonzero(~island) >= k:
        text = (
            f"W has {len(mass)} connected components, but the bounds on the parts exclude a partition along them, of "
            f"value 0 and with a smallest part of mass {np.sort(mass)[-k]:.6g} or more; for such a partition, lower "
            "min_share and give no max_imbalance"
        )
    else:
        return False
    warn(text, DisconnectedGraphWarning)
    return True


def _warn_of_close_choice(cut: Cut) -> None:
    e = cut.evidence
    if cut.choice == "isolated":
        text = (
            f"the parts are isolated with a gap of {e.gap:.3g}, which is little; for parts of at least half an equal "
            "share, pass min_share=0.5"
        )
    else:
        text = (
            f"the parts are the consensus of partitions with min_share=0.5, but those of min_share={e.gap_share:.2g} "
            f"are nearly isolated, with a gap of {e.gap:.3g}; for these, pass min_share={e.gap_share:.2g}"
        )
    warn(f"{text}; to accept this partition, ignore this warning", AmbiguousPartsWarning)

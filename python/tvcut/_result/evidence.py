"""What the choice of a partition depends on where no bound is given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Choice = Literal["lowest", "isolated", "consensus", "communities"]


@dataclass(frozen=True)
class Evidence:
    """What :func:`balanced_cut` compared to choose a partition with ``min_share="auto"``: ``Cut.evidence``.

    Two gaps compare the links C_r of the parts to the rest and the weakest links w_r within them:

        C_r = cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)),   w_r = min_S cut(S, A_r∖S)/min(m(S), m(A_r∖S))

    The sides of a cut within a part have at least the mass min(s·M/k, m(A_r)/3), for the share s of an equal share
    that every part has, and w_r is the lowest that a search finds. The gap of all parts is min_r w_r/max_r C_r.
    ``gap``, that of most of them, is the smallest min {w_s: s = r or A_s is linked to A_r}/C_r but ⌊k/2⌋ − 1, since
    of many clusters some are close to others. Clusters that are clearly separated have a gap of 10 or more (``python
    -m bench.unequal``). The first of three shares with such a gap of all parts is taken, else the one with the
    largest gap of most parts if that is 10 or more. ``gap`` to ``close`` are 0 if the partition of lowest value has
    no part lighter than half an equal share, so that it was returned at once, and if ``min_share`` is given.

    Unless the parts are isolated or there are upper bounds, single vertices then move to raise the modularity

        Q = Σ_r (w(A_r, A_r)/W − (vol(A_r)/W)²),   W = Σ_ij w_ij

    of the parts [1]_. A vertex moves to the part of a neighbour, and no part falls below a tenth of an equal share.
    Communities that differ in size, and between which there are many edges, have a clearly higher modularity than parts
    of low value: ``Cut.choice`` is "communities" if Q rises by 2 % or more, to 1.5 times that of a random graph [2]_ or
    more, 0.97/√d with d = W²/(n Σ_ij w_ij²) (``python -m bench.unequal``).

    With ``n_clusters="auto"`` the number of parts is chosen first. Communities are found at the resolution 1 and
    merged, those with the largest s_ab = w(a, b) W/(vol(a) vol(b)) first [3]_, several times. While they are merged,
    there are k of them at the resolutions between s_k, at which two of k + 1 are merged, and s_(k−1). The plateau of k
    is the mean of √min(1, k m/M) log(s_k/s_(k−1)) − log(k/(k−1)), where m is the mass of the lighter of the two that
    are merged at s_(k−1), and s lies between 0.001 and 1. The stability of k is the mean adjusted Rand index of two
    partitions into k parts. The number of parts is that with the largest plateau if this is at least 0.3. Else it is
    the number of communities if their stability is at least 0.7, and 1 if it is not (``python -m bench.counts``).

    Attributes
    ----------
    least_cluster : float
        The mass of the lightest cluster: 3 % of an equal share, and at least five vertices of mean mass unless those
        are half of an equal share. A lighter component of the graph is no cluster. With ``balance="normalized"`` it is
        a number of vertices, since the degrees in a cluster depend on its density.
    n_loose : int
        Vertices in pieces of the graph that are too light for a cluster, which were set aside and then given to the
        parts that are farthest below their targets. Nothing links a piece to others, or only weights that change the
        degree of one of their ends by no more than a rounding error.
    gap : float
        The gap of most parts if ``Cut.choice`` is "isolated", else the largest that was found.
    gap_share : float
        The ``min_share`` of the partition with this gap.
    lowest_value : float
        The lowest value found for parts of any mass.
    lowest_mass : float
        The mass of the smallest part of the partition with this value.
    close : bool
        Whether ``gap`` is at most twice and at least half of what makes parts isolated, so that two readings of the
        graph are close.
    modularity : float
        Q after these moves, relative to that of a random graph. 0 if they were not made: the parts are isolated, their
        value is proved to be the lowest, or ``min_share`` or an upper bound is given.
    modularity_rise : float
        The relative rise of Q by these moves, 0 if they were not made.
    plateau : float
        The plateau of the number of parts with ``n_clusters="auto"``. 0 if no number stands out, or if one was given.
    stability : float
        The stability of the number of parts, or of the communities for one part. 0 if a number was given.

    References
    ----------
    .. [1] M. E. J. Newman and M. Girvan, "Finding and evaluating community structure in networks", Physical Review E
       69, 026113 (2004), eq. 5.
    .. [2] J. Reichardt and S. Bornholdt, "When are networks truly modular?", Physica D 224 (2006).
    .. [3] T. Bonald, B. Charpentier, A. Galland and A. Hollocou, "Hierarchical graph clustering using node pair
       sampling", arXiv:1806.01664 (2018).

    Examples
    --------
    >>> import numpy as np
    >>> import tvcut
    >>> W = np.kron(np.diag([1, 0]), np.ones((100, 100)))
    >>> W[90:100] = W[:, 90:100] = 0  # ten of a hundred vertices have links to one another only,
    >>> W[90:100, 90:100] = 1
    >>> cut = tvcut.balanced_cut(W[:100, :100])
    >>> cut.choice, cut.evidence.gap, cut.evidence.gap_share
    ('isolated', inf, 0.1)
    """

    least_cluster: float
    n_loose: int
    gap: float
    gap_share: float
    lowest_value: float
    lowest_mass: float
    close: bool
    modularity: float
    modularity_rise: float
    plateau: float
    stability: float

"""The lowest C that a search met for each size of the smaller side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class Profile:
    """The lowest C(S) of the cuts in two parts that a search met, by the share of their smaller side.

    The share is min(m(S), m(Sᶜ))/M ≤ ½. There are eight intervals of the share for each factor 2. Each that a cut falls
    into has the point of the cut of lowest C(S) = cut(S, Sᶜ)/min(m(S), m(Sᶜ)). These are upper bounds: the search looks
    for the lowest C of all sizes and meets cuts of other sizes on the way, more of them with ``effort="best"``. It
    leaves out the cuts of coarser graphs with rounded weights, which it makes of graphs with more than 2²⁴ half-edges
    whose weights are not small whole numbers. With ``balance="normalized"`` the profile is an upper bound of the
    network community profile [1]_.

    Attributes
    ----------
    shares : ndarray of float64, shape (m,)
        The shares of the cuts, ascending.
    values : ndarray of float64, shape (m,)
        C(S) of these cuts, with a relative error of at most 1e-10: cuts of which less is known are left out, such as
        those of the lightest weights where weights differ by many orders of magnitude.

    References
    ----------
    .. [1] J. Leskovec, K. J. Lang, A. Dasgupta and M. W. Mahoney, "Community structure in large networks: natural
       cluster sizes and the absence of large well-defined clusters", Internet Mathematics 6, 2009.

    Examples
    --------
    >>> import numpy as np
    >>> import tvcut
    >>> W = np.diag(np.ones(7), 1) + np.diag(np.ones(7), -1)  # a path of eight vertices
    >>> profile = tvcut.balanced_cut(W).profile
    >>> profile.shares, profile.values.round(3)
    (array([0.125, 0.25 , 0.375, 0.5  ]), array([1.   , 0.5  , 0.333, 0.25 ]))
    """

    shares: npt.NDArray[np.float64]
    values: npt.NDArray[np.float64]

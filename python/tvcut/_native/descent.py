"""The options of the total-variation descent, as one group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, kw_only=True)
class Descent:
    """Options of the total-variation descent, the ``descent`` of :func:`balanced_cut` and :class:`BalancedCut`.

    The descent lowers E(f) = TV(f)/Σ m_i |f_i − med f| by the algorithms of the paper [1]_. For two parts it runs with
    ``init="random"``, ``"diffusion"`` or ``"spectral"``, with starts of your own, and with ``polish="none"`` and the
    multilevel search. It also refines more than two parts that come from repeated cuts in two, and parts with fixed
    vertices. All other cuts ignore these options. An option left at None has the value of the preset.
    :func:`balanced_cut` checks the values and raises TypeError or ValueError.

    Parameters
    ----------
    method : {"adaptive", "adaptive_median", "fixed"}, default "adaptive"
        Algorithm 3, 2 or 1 of the paper: the test that ends an inner solve.
    solver : {"chambolle-pock", "fista", "split-bregman"}, default "chambolle-pock"
        Method that solves the inner problems. "chambolle-pock": the primal-dual method [2]_ with diagonal steps.
        "fista": accelerated projected gradients on the dual problem [3]_, with restart. "split-bregman": split Bregman
        [4]_, with a few conjugate gradient steps for each linear system.
    theta : float in (0, 1), default 0.99
        θ of Algorithms 2 and 3, the share of the ideal descent that ends an inner solve. Only used when
        ``method="adaptive"`` or ``"adaptive_median"``, and by the refinement of more than two parts.
    epsilon : float > 0 and finite, default 0.001
        ε of Algorithm 1: ‖u_{i+1} − u_i‖ ≤ ε ‖f‖ ends an inner solve. Only used when ``method="fixed"``.
    tol : float in [0, 1), default 1e-06
        TOL: the descent has converged when E falls by at most tol·E in an outer step.
    max_outer : int >= 1, default 1000
        Outer steps at most from each start.
    max_inner : int >= 1, default 1500
        Inner steps at most in each outer step.
    max_refine : int >= 0, default 300
        Outer steps at most of the descent that refines more than two parts from cuts in two; 0: no refinement of them.
        The refinement skips the descent if half-edges times parts exceed 2²², or on graphs with many isolated vertices;
        with ``polish="none"``, if (half-edges + 6 n) times parts exceeds 2²⁷. Only used when ``n_clusters > 2`` or
        vertices are fixed.
    patience : int >= 0, default 5
        Outer steps without a better level set before f jumps to the best one; 0: f never jumps.
    scale : float in [1e-100, 1e+100] or "unit", default 0.3
        Iterates are kept at ‖f‖ = scale·√M, M the mass of all vertices; 'unit': at ‖f‖ = √(M/n), which is 1 for masses
        of 1, as in the paper.
    precision : {"float64", "float32"}, default "float64"
        Type in which the inner iteration keeps its values; energies are in float64. "float32" takes half the memory
        and about half the time. Only used when ``solver="chambolle-pock"``.

    References
    ----------
    .. [1] X. Bresson, T. Laurent, D. Uminsky and J. H. von Brecht, "An Adaptive Total Variation Algorithm for Computing
       the Balanced Cut of a Graph", 2013.
    .. [2] A. Chambolle and T. Pock, "A first-order primal-dual algorithm for convex problems with applications to
       imaging", J. Math. Imaging Vis. 40, 2011.
    .. [3] A. Beck and M. Teboulle, "A fast iterative shrinkage-thresholding algorithm for linear inverse problems",
       SIAM J. Imaging Sci. 2, 2009.
    .. [4] T. Goldstein and S. Osher, "The split Bregman method for L1-regularized problems", SIAM J. Imaging Sci. 2,
       2009.

    Examples
    --------
    >>> import numpy as np
    >>> import tvcut
    >>> W = np.diag(np.ones(9), 1) + np.diag(np.ones(9), -1)  # a path
    >>> tvcut.balanced_cut(W, init="random", descent=tvcut.Descent(method="fixed", epsilon=1e-4)).value
    0.2
    """

    method: Literal["adaptive", "adaptive_median", "fixed"] | None = None
    solver: Literal["chambolle-pock", "fista", "split-bregman"] | None = None
    theta: float | None = None
    epsilon: float | None = None
    tol: float | None = None
    max_outer: int | None = None
    max_inner: int | None = None
    max_refine: int | None = None
    patience: int | None = None
    scale: float | Literal["unit"] | None = None
    precision: Literal["float64", "float32"] | None = None

"""tvcut: balanced cuts of weighted graphs."""

from importlib.metadata import version as _version

from . import datasets
from ._api import balanced_cut
from ._descent import Descent
from ._estimator import BalancedCut
from ._graph import knn_graph
from ._native import backend, set_backend
from ._options import default_options
from ._result import Cut, CutInterrupted, DisconnectedGraphWarning, Progress

__version__ = _version("tvcut")
__all__ = [
    "BalancedCut",
    "Cut",
    "CutInterrupted",
    "Descent",
    "DisconnectedGraphWarning",
    "Progress",
    "backend",
    "balanced_cut",
    "datasets",
    "default_options",
    "knn_graph",
    "set_backend",
]

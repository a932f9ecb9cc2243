"""tvcut: balanced cuts of weighted graphs."""

from importlib.metadata import version as _version
from typing import TYPE_CHECKING

from . import datasets
from ._about import get_include, get_library, show_versions
from ._api import balanced_cut
from ._descent import Descent
from ._evidence import Evidence
from ._memory import InsufficientMemoryError, MemoryWarning, memory
from ._native import backend, set_backend
from ._options import default_options
from ._plots_graph import plot_graph
from ._profile import Profile
from ._result import Cut, CutInterrupted, Progress
from ._scan_result import Scan, ScanInterrupted
from ._stages import Stage
from ._strength import Strength
from ._warnings import AmbiguousPartsWarning, DisconnectedGraphWarning, SmallPartWarning

__version__ = _version("tvcut")
__all__ = [
    "AmbiguousPartsWarning",
    "BalancedCut",
    "Cut",
    "CutInterrupted",
    "Descent",
    "DisconnectedGraphWarning",
    "Evidence",
    "GraphFile",
    "GraphFileError",
    "InsufficientMemoryError",
    "MemoryWarning",
    "Profile",
    "Progress",
    "Scan",
    "ScanInterrupted",
    "SmallPartWarning",
    "Stage",
    "Strength",
    "backend",
    "balanced_cut",
    "datasets",
    "default_options",
    "get_include",
    "get_library",
    "knn_graph",
    "memory",
    "plot_graph",
    "read_graph",
    "scan",
    "set_backend",
    "show_versions",
    "tl",
    "write_graph",
]

if TYPE_CHECKING:
    from . import tl
    from ._estimator import BalancedCut
    from ._files.error import GraphFileError
    from ._files.graph_file import GraphFile, read_graph, write_graph
    from ._graph import knn_graph
    from ._scan import scan
else:
    # The first three need scikit-learn, which takes three times as long to import as the rest of tvcut.
    _LAZY = {"BalancedCut": "_estimator", "knn_graph": "_graph", "scan": "_scan", "GraphFileError": "_files.error"}
    _LAZY["tl"] = "tl"
    _LAZY |= dict.fromkeys(("GraphFile", "read_graph", "write_graph"), "_files.graph_file")

    def __getattr__(name):
        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        module = import_module(f"{__name__}.{_LAZY[name]}")
        value = globals()[name] = module if name == _LAZY[name] else getattr(module, name)
        return value

    def __dir__():
        return sorted({*globals(), *__all__})

"""tvcut: balanced cuts of weighted graphs."""

from importlib.metadata import version as _version
from typing import TYPE_CHECKING

from . import datasets
from ._about import get_include, get_library, show_versions
from ._balanced_cut import balanced_cut
from ._cluster.scan_result import Scan, ScanInterrupted
from ._input.error import GraphFileError, GraphFileWarning
from ._input.prepared import Graph, as_graph
from ._native.descent import Descent
from ._native.errors import ArgumentError
from ._native.library import backend, set_backend
from ._native.options import default_options
from ._result.bounds import BoundsWarning
from ._result.cut import Cut, CutInterrupted
from ._result.evidence import Evidence
from ._result.plots_graph import plot_graph
from ._result.profile import Profile
from ._result.progress import Progress
from ._result.stages import Stage
from ._result.strength import Strength
from ._result.warnings import AmbiguousPartsWarning, DisconnectedGraphWarning, SmallPartWarning
from ._run.memory import InsufficientMemoryError, MemoryWarning, memory
from ._separators import nested_dissection, vertex_separator

__version__ = _version("tvcut")
__all__ = [
    "AmbiguousPartsWarning",
    "ArgumentError",
    "BalancedCut",
    "BoundsWarning",
    "Cut",
    "CutInterrupted",
    "Descent",
    "DisconnectedGraphWarning",
    "Evidence",
    "Graph",
    "GraphFile",
    "GraphFileError",
    "GraphFileWarning",
    "InsufficientMemoryError",
    "MemoryWarning",
    "Profile",
    "Progress",
    "Scan",
    "ScanInterrupted",
    "SmallPartWarning",
    "Stage",
    "Strength",
    "as_graph",
    "backend",
    "balanced_cut",
    "datasets",
    "default_options",
    "get_include",
    "get_library",
    "knn_graph",
    "memory",
    "nested_dissection",
    "plot_graph",
    "read_graph",
    "scan",
    "set_backend",
    "show_versions",
    "tl",
    "vertex_separator",
    "write_graph",
]

if TYPE_CHECKING:
    from . import tl
    from ._cluster.estimator import BalancedCut
    from ._cluster.scan import scan
    from ._files.graph_file import GraphFile, read_graph
    from ._files.writing import write_graph
    from ._points.knn_graph import knn_graph
else:
    # The first three need scikit-learn, which takes three times as long to import as the rest of tvcut.
    _LAZY = {"BalancedCut": "_cluster.estimator", "knn_graph": "_points.knn_graph", "scan": "_cluster.scan", "tl": "tl"}
    _LAZY |= {"GraphFile": "_files.graph_file", "read_graph": "_files.graph_file", "write_graph": "_files.writing"}

    def __getattr__(name):
        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        module = import_module(f"{__name__}.{_LAZY[name]}")
        value = globals()[name] = module if name == _LAZY[name] else getattr(module, name)
        return value

    def __dir__():
        return sorted({*globals(), *__all__})


for _name in __all__:  # the modules of errors and warnings, which tracebacks show and pickles hold
    _value = globals().get(_name)
    if isinstance(_value, type) and issubclass(_value, BaseException):
        _value.__module__ = __name__

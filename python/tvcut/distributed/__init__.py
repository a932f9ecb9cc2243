"""Balanced cuts of graphs that outgrow one machine, on Dask.

>>> from tvcut import distributed  # needs pip install "tvcut[distributed]"
"""

try:
    import dask as _dask  # noqa: F401
    import distributed as _distributed  # noqa: F401
except ImportError as error:
    raise ImportError('tvcut.distributed needs Dask: pip install "tvcut[distributed]"') from error

from ._api import balanced_cut
from ._result import DistributedCut

__all__ = ["DistributedCut", "balanced_cut"]

"""Which library an object is of. No library is imported: an object of one has been made by it, so that it is there."""

from __future__ import annotations

import sys
from typing import Any


def libraries_of(given: Any) -> set[str]:
    """Return the libraries that define the type of an object and its bases."""
    return {base.__module__.partition(".")[0] for base in type(given).__mro__}


def is_of(given: Any, library: str, kind: str) -> bool:
    """Return whether an object has a type of a library or one derived from it."""
    return library in libraries_of(given) and isinstance(given, getattr(sys.modules[library], kind))

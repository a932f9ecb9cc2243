"""Choose and load the native backend, and load it anew after a fork. No other module loads native code.

Nothing is loaded on import. A process holds one backend, chosen before its first cut: two Go runtimes in one
process are not supported. A Go runtime does not survive ``fork`` either: a child of a process that loaded one
would hang in its first call. A forked child therefore discards the backend and loads a copy when it needs one.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading

from .backends import Backend, CtypesBackend
from .gopy import GopyBackend

BACKENDS: dict[str, type[CtypesBackend] | type[GopyBackend]] = {"ctypes": CtypesBackend, "gopy": GopyBackend}

# Since Python 3.14, a signal handler can raise an exception between the acquisition of a lock and the body of a with
# statement, and the lock would stay locked. The acquisition is therefore within a try statement, and the lock knows its
# thread: if the exception came before the acquisition, the release fails, and no lock of another thread is released.
_lock = threading.RLock()
_chosen: str | None = None  # the name given to set_backend
_loaded: str | None = None  # the backend that this process, or one it was forked from, loads or has loaded
_inherited = False  # whether a process that this one was forked from loads or has loaded the backend
_backend: Backend | None = None


def _after_fork() -> None:
    """Discard, in a forked child, the backend that the parent loaded and the lock that it may have held."""
    global _lock, _backend, _inherited
    _lock, _backend, _inherited = threading.RLock(), None, _loaded is not None


if sys.platform != "win32":  # Windows has no fork
    os.register_at_fork(after_in_child=_after_fork)


def _unlock() -> None:
    """Release the lock if this thread holds it."""
    with contextlib.suppress(RuntimeError):
        _lock.release()


def backend() -> str:
    """Return the name of the interface to the Go core: "ctypes" or "gopy".

    Once a cut has run, it is the interface that is loaded. Before, it is the one given to :func:`set_backend`, else the
    value of the environment variable TVCUT_BACKEND, else "ctypes".

    Returns
    -------
    str
        "ctypes" or "gopy".

    Raises
    ------
    ValueError
        If TVCUT_BACKEND is neither.

    Examples
    --------
    >>> import tvcut
    >>> tvcut.backend() in ("ctypes", "gopy")
    True
    """
    name = _loaded or _chosen or os.environ.get("TVCUT_BACKEND") or "ctypes"
    if name not in BACKENDS:
        raise ValueError(f"TVCUT_BACKEND must be one of {', '.join(map(repr, BACKENDS))} or unset, got {name!r}")
    return name


def set_backend(name: str) -> None:
    """Choose the interface to the Go core, before the first cut.

    Parameters
    ----------
    name : {"ctypes", "gopy"}
        "ctypes": the C interface, which is the default. "gopy": the package that `make gopy` builds.

    Raises
    ------
    ValueError
        If the name is neither.
    ImportError
        If the package of "gopy" is not installed.
    RuntimeError
        If the other interface is loaded: two Go runtimes in one process are not supported.

    Examples
    --------
    >>> import tvcut
    >>> tvcut.set_backend(tvcut.backend())
    """
    global _chosen
    if name not in BACKENDS:
        raise ValueError(f"name must be one of {', '.join(map(repr, BACKENDS))}, got {name!r}")
    try:
        _lock.acquire()
        if _loaded not in (None, name):
            raise RuntimeError(
                f"the {_loaded} backend is already loaded and a process can hold only one Go runtime; call "
                f"set_backend({name!r}) before the first cut, in a new process"
            )
        if name == "gopy":
            GopyBackend.package_version()  # fail now if it is not installed
        _chosen = name
    finally:
        _unlock()


def library() -> Backend:
    """Load the backend if necessary and return it."""
    global _backend, _loaded
    try:
        _lock.acquire()
        if _backend is None:
            name = backend()
            _loaded = name  # set before loading: another thread may fork meanwhile
            try:
                _backend = BACKENDS[name](load_copy=_inherited)
            except ImportError:
                _loaded = name if _inherited else None
                raise
        return _backend
    finally:
        _unlock()


def version() -> str:
    """Return the version of the native code."""
    return library().version()


def job_count() -> int:
    """Return the number of jobs in this process that were started and not released."""
    return library().job_count()

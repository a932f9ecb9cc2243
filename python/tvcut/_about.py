"""What is installed: the versions for a report, and where programs in C find the header and the library."""

from __future__ import annotations

import itertools
import platform
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from ._input.arguments import default_threads
from ._native import library
from ._native.backends import LIBRARY

EXTRAS = ("distributed", "files", "plot", "demo")  # whose packages show_versions lists
ADAPTERS = ("networkx", "igraph", "pandas", "anndata", "torch_geometric")  # whose graphs and tables tvcut takes


def get_include() -> str:
    """Return the folder of ``tvcut.h``, for the option ``-I`` of a C compiler.

    Returns
    -------
    str
        The path of the folder in the installed package.

    Raises
    ------
    FileNotFoundError
        If the header is not there: the package was not installed from a wheel.

    Examples
    --------
    >>> from pathlib import Path
    >>> import tvcut
    >>> Path(tvcut.get_include(), "tvcut.h").exists()
    True
    """
    folder = Path(__file__).with_name("include")
    return str(_existing(folder / "tvcut.h").parent)


def get_library() -> str:
    """Return the path of the shared library with the functions of ``tvcut.h``, to link programs with or to load.

    It needs no other file of the package, and may be copied.

    Returns
    -------
    str
        The path of libtvcut.so, libtvcut.dylib or tvcut.dll in the installed package.

    Raises
    ------
    FileNotFoundError
        If the library is not there: the package was not installed from a wheel.

    Examples
    --------
    >>> from pathlib import Path
    >>> import tvcut
    >>> Path(tvcut.get_library()).suffix in (".so", ".dylib", ".dll")
    True
    """
    return str(_existing(LIBRARY))


def _existing(path: Path) -> Path:
    if not path.exists():
        raise FileNotFoundError(f"{path} is missing; install tvcut with pip, from a wheel or its source folder")
    return path


def show_versions() -> None:
    """Print what a report of a problem should state: versions, the machine and the number of threads.

    It prints the versions of tvcut and of its native library, of Python, of the packages that tvcut needs, and of those
    of the extras and of the libraries whose graphs it takes, as far as they are installed.

    Raises
    ------
    ImportError
        If the native library cannot be loaded.

    Examples
    --------
    >>> import tvcut
    >>> tvcut.show_versions()  # doctest: +ELLIPSIS
    tvcut           ...
    native library  ...
    Python          ...
    ...
    numpy           ...
    """
    rows = [*_machine(), *((name, _installed(name)) for name in _packages())]
    width = max(len(name) for name, _ in rows)
    print("\n".join(f"{name:<{width}}  {value}" for name, value in rows))


def _machine() -> Iterator[tuple[str, str]]:
    yield "tvcut", version("tvcut")
    yield "native library", f"{library.version()}, backend {library.backend()}"
    yield "Python", f"{platform.python_version()}, {sys.executable}"
    yield "system", f"{platform.platform()}, {platform.machine()}"
    yield "threads", str(default_threads())


def _packages() -> list[str]:
    """Return the names of the packages that tvcut needs, that its extras name, and whose graphs it takes."""
    found: dict[str, list[str]] = {extra: [] for extra in ("", *EXTRAS)}
    for requirement in requires("tvcut") or ():
        extra = re.search(r"extra == .(\w+)", requirement)
        name = re.split(r"[^\w.-]", requirement)[0]
        found.get(extra[1] if extra else "", []).append(name)
    return list(dict.fromkeys([*itertools.chain(*found.values()), *ADAPTERS]))


def _installed(name: str) -> str:
    """Return the version of a package, without an import of it."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"

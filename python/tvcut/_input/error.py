"""The error of a graph file, and the bounds that declared sizes are held to before memory is allocated."""

from __future__ import annotations

from typing import Literal

from .._native.errors import ArgumentError

About = Literal["names", "vertex_weight", "columns"]
MAX_VERTICES = 2**31 - 1
FREE_VERTICES = 1_000_000  # so many vertices may have no entry in any file
ISOLATED = 10  # and otherwise so many for each entry
FREE_BYTES = 2**26  # so many bytes may come out of any compressed file
RATIO = 200  # and otherwise so many for each byte of it; text of numbers has a ratio of about 5


class GraphFileError(ValueError):
    """The error that a file is not a graph, or that a format cannot hold a graph.

    The message names the file, the line where there is one, what is wrong and the remedy. ``about`` is "names" or
    "vertex_weight" if these cannot be written, "columns" if a line has another number of them, and else None. ``cause``
    is the :class:`ArgumentError` that a graph to write is not allowed, or None.

    Examples
    --------
    >>> import io
    >>> import tvcut
    >>> try:
    ...     graph = tvcut.read_graph(io.BytesIO(b"3 2\\n2\\n1 4\\n2\\n"), format="metis")
    ... except tvcut.GraphFileError as error:
    ...     print(error)
    <stream>, line 3: a neighbour must be in [1, 3], got 4
    """

    def __init__(
        self,
        problem: str,
        line: int | None = None,
        file: str | None = None,
        *,
        about: About | None = None,
        hint: str = "",
        cause: ArgumentError | None = None,
    ) -> None:
        self.problem, self.line, self.file, self.about, self.hint, self.cause = problem, line, file, about, hint, cause
        place = ", ".join(
            part
            for part in (None if file is None else printable(file), None if line is None else f"line {line}")
            if part
        )
        super().__init__((f"{place}: {problem}" if place else problem) + hint)

    def of(self, file: str) -> GraphFileError:
        """Return the same error with the name of the file."""
        return GraphFileError(self.problem, self.line, file, about=self.about, hint=self.hint, cause=self.cause)


class GraphFileWarning(UserWarning):
    """The warning that a file may mean something else than what was read.

    The message names the line, how it was read, and the argument of :func:`read_graph` that reads it otherwise.

    Examples
    --------
    >>> import io
    >>> import warnings
    >>> import tvcut
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     graph = tvcut.read_graph(io.BytesIO(b"person,friend\\nanna,bert\\n"))
    >>> graph.names, caught[0].category.__name__
    (['anna', 'bert'], 'GraphFileWarning')
    """


def escaped(text: str) -> str:
    """Return text with control characters as Python writes them in a string."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def printable(name: str) -> str:
    """Return the name of a file as messages have it: control characters are escaped, and a long name is cut."""
    shown = escaped(name)
    return shown if len(shown) <= 200 else f"…{shown[-199:]}"


def brief(error: BaseException) -> str:
    """Return the message of another library in one line of at most 200 characters."""
    return escaped(" ".join(str(error).split()))[:200]


def supports(entries: int, n: int, free: int = FREE_VERTICES) -> bool:
    """Return whether so many entries are enough for a graph of n vertices, of which most may have none."""
    return n <= free + ISOLATED * entries


def check_vertices(n: int, entries: int, line: int | None = None, free: int = FREE_VERTICES) -> None:
    """Raise an error if a declared number of vertices is out of range, or far above what the entries support."""
    if not 1 <= n <= MAX_VERTICES:
        raise GraphFileError(f"the number of vertices must be in [1, {MAX_VERTICES}], got {n}", line)
    if not supports(entries, n, free):
        raise GraphFileError(
            f"{n} vertices are declared, but the file has {entries} entries only; leave out the isolated vertices",
            line,
        )


def check_expansion(size: int, packed: int, remedy: str) -> None:
    """Raise an error if ``packed`` compressed bytes claim to hold far too many bytes."""
    if size > most_bytes(packed):
        raise GraphFileError(f"{packed} compressed bytes hold more than {most_bytes(packed)} bytes; {remedy}")


def most_bytes(packed: int) -> int:
    """Return how many bytes may come out of a compressed file of the given size."""
    return max(FREE_BYTES, RATIO * packed)

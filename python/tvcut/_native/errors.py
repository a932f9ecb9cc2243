"""The errors of arguments, with what they are about as data."""

from __future__ import annotations

from typing import Any, Literal

Kind = Literal["option", "entry", "bounds", "graph", "other"]


class ArgumentError(ValueError):
    """The ValueError that the value of an argument, or an entry of it, is not allowed.

    The message names the argument, the entry, what is wrong and the remedy. The attributes are the same as data.

    Attributes
    ----------
    argument : str or None
        Name of the argument or the option; of "bounds", the option whose change is the remedy.
    index : object
        The entry: its number from 0, its key in a dict or a Series, or a pair of a start and a vertex or of a row and a
        column. None if the error concerns no single entry.
    problem : str
        What is wrong and the remedy, without the argument and the entry where the message begins with these.
    hint : str
        A remedy for a caller in Python alone, with which the message ends; may be empty.
    kind : {"option", "entry", "bounds", "graph", "other"}
        "option": the value of an argument. "entry": what is given for vertices or parts. "bounds": no partition was
        found within the bounds on the masses. "graph": W.

    Examples
    --------
    >>> import tvcut
    >>> try:
    ...     tvcut.balanced_cut([[0, 1], [1, 0]], vertex_weight=[1, -1])
    ... except tvcut.ArgumentError as error:
    ...     print(error, error.argument, error.index, sep="; ")
    vertex_weight[1] must be >= 0 and finite, got -1.0; vertex_weight; 1
    """

    def __init__(
        self,
        problem: str,
        argument: str | None = None,
        index: Any = None,
        kind: Kind = "option",
        message: str | None = None,
        hint: str = "",
    ) -> None:
        super().__init__(problem, argument, index, kind, message, hint)
        self.problem, self.argument, self.index, self.kind, self.hint = problem, argument, index, kind, hint
        begin = "" if argument is None else f"{entry(argument, index)} "
        self.message = begin + problem if message is None else message  # without the hint

    def __str__(self) -> str:
        return f"{self.message}; {self.hint}" if self.hint else self.message


class NotSymmetric(ValueError):
    """Some w_ij differs from w_ji in at least one bit."""


def entry(argument: str, index: Any) -> str:
    """Return how a message calls an argument or an entry of it, such as "fixed", "fixed[3]" or "fixed['anna']"."""
    return argument if index is None else f"{argument}[{index!r}]"

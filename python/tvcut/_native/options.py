"""Convert the user's options to the texts that the core takes. Only the core holds ranges and defaults."""

from __future__ import annotations

import json
import numbers
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Literal, TypeAlias, cast, get_args

import numpy as np

from . import library
from .descent import Descent
from .errors import ArgumentError

Balance = Literal["ratio", "normalized"]
Objective = Literal["value", "cut", "volume"]
Bounds = Literal["hard", "soft"]
Strategy = Literal["auto", "direct", "asymmetric", "symmetric", "every"]
Init = Literal["auto", "multilevel", "spectral", "random", "diffusion"]
Effort = Literal["fastest", "fast", "default", "best"]
Polish = Literal["mincut", "none"]
Preset = Literal["default", "paper"]
NClusters: TypeAlias = "int | Literal['auto']"
Order = Literal["first_vertex", "size"]


@dataclass(frozen=True)
class Option:
    """The record of one option, from the registry in core/partition."""

    name: str
    group: str
    kind: str
    words: list[str] | None
    range: str
    absent: str
    default: str
    paper: str
    doc: str

    def text(self, value: Any) -> str:
        """Return a value as text, or raise TypeError if it has the wrong type. The core checks the range."""
        if isinstance(value, str) and (self.kind == "enum" or (self.absent and value == self.absent)):
            if "\0" in value:  # at which C ends a text
                raise ArgumentError(f"must be {self.range}, got {value!r}", self.name)
            return value
        text = _TEXTS[self.kind](value)
        if text is None:
            raise TypeError(f"{self.name} must be {self.range}, got {value!r}")
        return text

    def value(self, text: str) -> Any:
        """Return the value of a text. It is None if the text is the word for no value and the default as well."""
        if self.absent and text == self.absent:
            return None if text == self.default else text
        return _VALUES[self.kind](text)


def _integer(value: Any) -> str | None:
    return str(int(value)) if isinstance(value, numbers.Integral) and not _is_bool(value) else None


def _float(value: Any) -> str | None:
    if _is_bool(value) or not isinstance(value, numbers.Real):
        return None
    if isinstance(value, int) and abs(value) < 2**53:
        return str(value)
    try:
        return repr(float(value))
    except OverflowError:
        return "inf"


def _bool(value: Any) -> str | None:
    return str(bool(value)).lower() if _is_bool(value) else None


def _is_bool(value: Any) -> bool:
    return isinstance(value, (bool, np.bool_))


_TEXTS: dict[str, Callable[[Any], str | None]] = {
    "int": _integer,
    "float": _float,
    "bool": _bool,
    "enum": lambda value: None,
}
_VALUES: dict[str, Callable[[str], Any]] = {
    "int": int,
    "float": float,
    "bool": lambda text: text == "true",
    "enum": str,
}


@cache
def registry() -> dict[str, Option]:
    """Return the record of every option, by name."""
    return {record["name"]: Option(**record) for record in json.loads(library.library().registry())["options"]}


def as_preset(preset: Any) -> Preset:
    """Return the name of a preset, or raise TypeError if it is no text, or ArgumentError if there is none of it."""
    known = get_args(Preset)
    if not isinstance(preset, str) or preset not in known:
        problem = f"must be one of {', '.join(map(repr, known))}, got {preset!r}"
        raise ArgumentError(problem, "preset") if isinstance(preset, str) else TypeError(f"preset {problem}")
    return cast(Preset, preset)


def texts(descent: Descent | None, given: dict[str, Any]) -> dict[str, str]:
    """Return the options that are not None as texts, by name.

    Raises TypeError if a value has another type than the option, and if the number of parts is None.
    """
    if descent is not None and not isinstance(descent, Descent):
        raise TypeError(f"descent must be a tvcut.Descent or None, got {descent!r}")
    group = {} if descent is None else asdict(descent)
    chosen = {name: value for name, value in (given | group).items() if value is not None or name == "n_clusters"}
    return {name: registry()[name].text(value) for name, value in chosen.items()}


def number_of_parts(options: dict[str, str], of_parts: dict[str, bool]) -> int:
    """Return the number of parts, 0 for "auto". ``of_parts`` says which arguments are given that need a number.

    Raises ArgumentError if "auto" is given with such an argument.
    """
    if options["n_clusters"] != "auto":
        return int(options["n_clusters"])
    for name, is_given in of_parts.items():
        if is_given:
            raise ArgumentError(f"must be an integer with {name}, got 'auto'", "n_clusters")
    return 0


def chooses_least(min_share: Any, min_size: Any) -> bool:
    """Return whether the caller has chosen the lower bound of the masses, as the core decides it."""
    return min_share not in (None, "auto") or min_size not in (None, "none")


def default_options(preset: Preset = "default") -> dict[str, Any]:
    """Return the options of a preset as keywords of :func:`balanced_cut`.

    An option is None if its default is a word for no value. The core then chooses n_starts, also for the consensus of
    ``min_share="auto"``, by the size of the graph, n_threads by the cores of the process, and min_share by the smallest
    part found. A max_imbalance of None means no limit, but 0.03 with ``objective="cut"`` or "volume" and without
    max_size. A min_size, max_size or time_limit of None means no limit.

    Parameters
    ----------
    preset : {"default", "paper"}, default "default"
        "paper": the settings of the experiments in the paper, Bresson, Laurent, Uminsky and von Brecht, "An Adaptive
        Total Variation Algorithm for Computing the Balanced Cut of a Graph" (2013).

    Returns
    -------
    dict
        The value of each option, by name. ``"descent"`` is a :class:`Descent` with the options of the descent.

    Raises
    ------
    TypeError
        If the preset is no text.
    ValueError
        If the preset is unknown.

    Examples
    --------
    >>> import tvcut
    >>> tvcut.default_options()["balance"]
    'ratio'
    >>> tvcut.default_options("paper")["descent"].theta
    0.99
    """
    library.library().options(as_preset(preset), {})  # raises ValueError if the preset is unknown
    records = registry().values()
    values = {record.name: record.default if preset == "default" else record.paper for record in records}
    groups: dict[str, dict[str, Any]] = {}
    for record in records:
        groups.setdefault(record.group, {})[record.name] = record.value(values[record.name])
    return groups["question"] | groups["run"] | {"descent": Descent(**groups["descent"])}

"""Values of options as they are written in a command: numbers, percentages and lists of them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

MASSES = {"min_size", "max_size"}  # in which 3% would be a mass of 0.03, and not a share


def converter(option: Any, several: bool) -> Callable[[str], Any]:
    """Return the function that reads the value of an option. The core checks the range."""

    def convert(text: str) -> Any:
        if option.absent and text == option.absent:
            return text
        try:
            if option.name in MASSES:
                return float(text)
            if several and "," in text:
                return [_number(word) for word in text.split(",")]
            return _number(text) if option.kind == "float" else option.value(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"must be {option.range}, got {text!r}") from None

    return convert


def _number(text: str) -> float:
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)


def shares_of(text: str) -> list[float]:
    """Return the numbers in a text such as 0.5,0.3,0.2 or 50%,30%,20%."""
    try:
        return [_number(word) for word in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be like 0.5,0.3,0.2 or 50%,30%,20%, got {text!r}") from None


def counts_of(text: str) -> list[int]:
    """Return the numbers of parts in a text such as 2-14 or 2,4,8."""
    found: list[int] = []
    try:
        for piece in text.split(","):
            first, dash, last = piece.partition("-")
            low, high = int(first), int(last if dash else first)
            if not low <= high <= low + 10_000:
                raise ValueError
            found.extend(range(low, high + 1))
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be like 2-14 or 2,4,8, got {text!r}") from None
    return found

"""tvcut info: what is unusual about a graph."""

from __future__ import annotations

import argparse
from typing import Any

from .._files.summary import summary
from .._input.error import escaped
from . import output
from .spelling import spelled


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    entries, used = output.entries(arguments)
    facts = {"format": used} | summary(entries)
    if arguments.json:
        output.print_json("info", arguments, facts)
        return 0
    for name, value in facts.items():
        if name != "remarks":
            print(f"{name.replace('_', ' '):<20} {_shown(value)}")
    print("unusual:" if facts["remarks"] else "nothing unusual")
    for remark in facts["remarks"]:
        print(f"  {escaped(spelled(remark))}")
    return 0


def _shown(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, list):
        return ", ".join(escaped(name[:40]) for name in value) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{name} {number:.6g}" for name, number in value.items())
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

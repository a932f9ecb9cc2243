"""Print the arguments by which `go test` runs the tests of core that `-short` skips or shortens, and no others.

These are the functions of tests that call testing.Short or testgraph.Rounds. A call in another function is an error,
since it does not tell which tests it shortens.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PATTERN = re.compile(r"^func (?:\([^)]*\) )?(\w+)|\b(testing\.Short|testgraph\.Rounds)\(", re.MULTILINE)


def found() -> dict[Path, set[str]]:
    """Return the names of the tests in each folder. Raise SystemExit for a call outside of a test."""
    tests: dict[Path, set[str]] = {}
    for file in sorted(ROOT.glob("core/**/*_test.go")):
        function = ""
        for match in PATTERN.finditer(file.read_text(encoding="utf-8")):
            if match[1]:
                function = match[1]
            elif function.startswith("Test"):
                tests.setdefault(file.parent, set()).add(function)
            else:
                raise SystemExit(f"{file.relative_to(ROOT)}: {function} calls {match[2]}; call it in the test itself")
    return tests


if __name__ == "__main__":
    tests = found()
    names = sorted(set().union(*tests.values()))
    print("-run", f"^({'|'.join(names)})$", *(f"./{folder.relative_to(ROOT).as_posix()}" for folder in tests))

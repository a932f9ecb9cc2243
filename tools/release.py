"""What .github/workflows/publish.yml does to the sources before it builds a release.

`python tools/release.py check v0.2.0` fails unless the tag, pyproject.toml, CITATION.cff and the newest section of
CHANGELOG.md state the same version and date, and no changes stand under "Unreleased".

`python tools/release.py readme` replaces the text between the markers of README.md by how to install the release.
Before the release, README.md must say what works then: to build from a checkout.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
BEGIN, END = "<!-- install -->\n", "<!-- /install -->\n"
INSTALL = """
    pip install tvcut

installs a wheel that works with every Python from 3.10 on: for Linux on x86-64 and ARM (glibc 2.17 or newer), Windows
on x86-64, and macOS 12 or newer. Elsewhere pip builds the library, which needs Go 1.26 or newer and a C compiler.

"""


def stated(root: Path) -> dict[str, tuple[str | None, ...]]:
    """Return the versions, and the dates where they are stated, by the file that states them."""

    def found(name: str, *patterns: str) -> tuple[str | None, ...]:
        text = Path(root, name).read_text(encoding="utf-8")
        matches = [re.search(pattern, text, re.MULTILINE) for pattern in patterns]
        return tuple(match and match[1] for match in matches)

    return {
        "pyproject.toml": found("pyproject.toml", r'^version = "(.*)"$'),
        "CITATION.cff": found("CITATION.cff", r"^version: (.*)$", r"^date-released: (.*)$"),
        "CHANGELOG.md": found("CHANGELOG.md", r"^## (\d[^ ]*) \(", r"^## \d[^ ]* \((\d{4}-\d\d-\d\d)\)$"),
    }


def unreleased(changelog: str) -> str:
    """Return what stands under the heading "Unreleased"."""
    section = re.search(r"^## Unreleased\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return section[1].strip() if section else ""


def check(root: Path, tag: str) -> None:
    """Raise SystemExit if the sources are not those of the release of this tag."""
    version = tag.removeprefix("v")
    for name, (found, *_) in stated(root).items():
        if found != version:
            raise SystemExit(f"{name} states the version {found}, and the tag is {tag}")
    dates = {name: date for name, (_, *rest) in stated(root).items() for date in rest}
    if None in dates.values() or len(set(dates.values())) > 1:
        raise SystemExit(f"the date of the release must be stated once and for all, got {dates}")
    if changes := unreleased(Path(root, "CHANGELOG.md").read_text(encoding="utf-8")):
        raise SystemExit(f'CHANGELOG.md has changes under "Unreleased"; move them to {version}:\n{changes}')


def readme(text: str) -> str:
    """Return README.md with how to install the release. A second call changes nothing."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end) or BEGIN in after or END in after:
        raise SystemExit(f"README.md must have the lines {BEGIN.strip()} and {END.strip()} once, around how to install")
    return before + begin + INSTALL + end + after


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check").add_argument("tag", help="the tag of the release, such as v0.2.0")
    commands.add_parser("readme")
    arguments = parser.parse_args()
    if arguments.command == "check":
        check(ROOT, arguments.tag)
    else:
        path = ROOT / "README.md"
        path.write_text(readme(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()

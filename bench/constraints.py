"""Partitions under constraints beside METIS: connected parts, several masses, volume, pairs, migration, soft bounds.

python -m bench.constraints [--quick] [--only SECTION …] [--output docs/constraints.md]
"""

from __future__ import annotations

from collections.abc import Callable

from . import districts, steering
from .clock import WHAT_SECONDS
from .command import CommandLine
from .document import Document

WHAT = f"""\
METIS is METIS_PartGraphKway of METIS 5 with the same bounds (1 + ε) M/k, one run with one seed. Where masses are 1, \
ε is that of (1 + ε) ⌈n/k⌉ vertices. Cuts, volumes and masses of both are computed by one function from the labels; \
ratios are geometric means. {WHAT_SECONDS}"""

SECTIONS: dict[str, Callable[[Document, bool], None]] = {
    "connected": districts.connected,
    "masses": districts.masses,
    "volume": districts.volumes,
    "pairs": steering.pairs,
    "migration": steering.migration,
    "soft": steering.soft,
}


def main() -> None:
    """Make the tables that the command line asks for."""
    parser = CommandLine("bench.constraints", __doc__ or "", SECTIONS, cache=False)
    parser.add_argument("--quick", action="store_true", help="small graphs and few draws")
    chosen = parser.parse()
    document = Document(chosen.output)
    document.say("# Partitions under constraints\n")
    document.say(f"{document.made_by(chosen.command)} {WHAT}")
    for name, section in SECTIONS.items():
        if not chosen.only or name in chosen.only:
            section(document, chosen.quick)
    document.save()


if __name__ == "__main__":
    main()

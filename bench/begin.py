"""What the scripts that write a document have in common."""

import argparse

from tvcut.experiments.document import Document


def begin(description):
    """Read the command line. Returns the document to write and the folder in which neighbours are kept, or None."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--output", help="also write the table to this Markdown file")
    parser.add_argument("--cache", help="folder in which nearest neighbours are kept for the next time")
    chosen = parser.parse_args()
    return Document(chosen.output), chosen.cache

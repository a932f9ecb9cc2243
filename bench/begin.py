"""What the scripts that write a document have in common."""

import argparse
import shlex
import sys

from tvcut.experiments.document import Document
from tvcut.experiments.graphs import graphs


def begin(description, names):
    """Read the command line. Returns the document to write, where its figures come from, and {name: function that
    makes W} of the graphs of these names, or of those asked for."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--output", help="also write the table to this Markdown file")
    parser.add_argument("--cache", help="folder in which nearest neighbours are kept for the next time")
    parser.add_argument("--only", nargs="+", metavar="GRAPH", help=f"graphs in place of {', '.join(names)}")
    chosen = parser.parse_args()
    document = Document(chosen.output)
    return document, document.made_by(shlex.join(["python", *sys.argv])), graphs(chosen.cache, False, chosen.only or names)

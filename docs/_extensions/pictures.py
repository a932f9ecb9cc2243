"""The picture of each document of measurements, and the sentence that it supports, from the tables of the document.

Run: python docs/_extensions/pictures.py NAME FILE.png    # the picture of docs/NAME.md
"""

import sys
from pathlib import Path

import pictures_of_classes as classes
import pictures_of_cuts as cuts
from drawing import png
from markdown_tables import Tables

DOCS = Path(__file__).parents[1]

# {document: function of its tables that returns a figure and a sentence}
PICTURES = {
    draw.__name__: draw
    for draw in (
        *(cuts.benchmarks, cuts.kway, cuts.search, cuts.small_graphs, cuts.large_graphs, cuts.reading, cuts.ablation),
        *(cuts.front, cuts.separators, cuts.constraints, cuts.distributed, cuts.reliability),
        *(
            classes.clusters,
            classes.unequal,
            classes.digits,
            classes.scan,
            classes.counts,
            classes.paper,
            classes.presets,
            classes.descent,
        ),
    )
}


def main():
    """Write the picture of a document as PNG."""
    name, path = sys.argv[1:]
    png(PICTURES[name](Tables((DOCS / f"{name}.md").read_text()))[0], path)


if __name__ == "__main__":
    main()

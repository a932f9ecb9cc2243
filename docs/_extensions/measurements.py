"""Pages of measurements: a picture and the sentence that it supports at the head, and long tables folded.

Both come from the tables of the page, so that figures stand in one place. The documents themselves do not change.
"""

import html
import re
from pathlib import Path

from drawing import svg
from markdown_tables import Tables
from pictures import PICTURES
from sphinx.application import Sphinx

OPEN = 8  # tables of at most so many rows are not folded
RENAMED = {"restarts": "search"}  # Sphinx has a page search.html of its own


def head(text, draw):
    """Return the lines at the head of a page: the sentence and the picture."""
    figure, sentence = draw(Tables(text))
    label = html.escape(sentence.replace("`", ""), quote=True)
    picture = f'<figure class="measurement" role="img" aria-label="{label}">\n{svg(figure)}</figure>'
    return f"**{sentence}**\n\n```{{raw}} html\n{picture}\n```\n"


def fold(text):
    """Return a text whose long tables are folded, each under a line with its number of rows and its first column."""

    def folded(match):
        rows = match[0].count("\n") - 2
        if rows <= OPEN:
            return match[0]
        name = html.escape(match[0].split("|")[1].strip())
        return (
            f"<details><summary>Table: {rows} rows{f', {name}' if name else ''}</summary>\n\n{match[0]}\n</details>\n"
        )

    return re.sub(r"(?:^\|.*\n)+", folded, text, flags=re.M)


def on_source(app, docname, source):
    """Add the picture to a page of measurements, and fold its tables."""
    draw = PICTURES.get(RENAMED.get(docname, docname))
    if draw:
        text = source[0].rstrip() + "\n"
        if docname in RENAMED:
            document = Path(app.srcdir, f"{RENAMED[docname]}.md")
            app.env.note_dependency(document)
            text = document.read_text()
        title, rest = text.split("\n", 1)
        source[0] = f"{title}\n\n{head(text, draw)}\n{fold(rest)}"


def setup(app: Sphinx):
    """Register the extension."""
    app.connect("source-read", on_source)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

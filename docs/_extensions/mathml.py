"""Formulas as MathML, which browsers draw themselves: pages need no script and no network for them."""

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx


def visit_math(self, node):
    """Write a formula in a line of text."""
    self.body.append(convert(node.astext(), display="inline"))
    raise nodes.SkipNode


def visit_math_block(self, node):
    """Write a formula of its own, with its number if it has one."""
    number = f'<span class="eqno">({node["number"]})</span>' if node.get("number") else ""
    self.body.append(f'<div class="math">{number}{convert(node.astext(), display="block")}</div>')
    raise nodes.SkipNode


def setup(app: Sphinx):
    """Register the renderer, which conf.py selects by html_math_renderer."""
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_math_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}

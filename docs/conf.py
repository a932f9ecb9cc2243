"""The documentation site, built by ``make docs``. Every example in it is executed, and a failure stops the build."""

import os
import sys
from pathlib import Path

from sphinx_gallery.sorting import ExplicitOrder

import tvcut

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_extensions"))
os.environ.pop("MPLBACKEND", None)  # pages need the backend of notebooks; the gallery selects its own

# Kernels read no profile of the user, and report errors only: they warn of a connection that stays on this machine.
profile = HERE.parent / "build/ipython/profile_default"
profile.mkdir(parents=True, exist_ok=True)
(profile / "ipython_kernel_config.py").write_text("get_config().IPKernelApp.log_level = 40\n")
os.environ["IPYTHONDIR"] = str(profile.parent)

project = "tvcut"
author = "the tvcut developers"
version = release = tvcut.__version__
language = "en"

extensions = ["myst_nb", "sphinx.ext.autodoc", "numpydoc", "sphinx_gallery.gen_gallery", "mathml"]
extensions += ["measurements"]
exclude_patterns = [
    "search.md",
    "examples",
    "_extensions",
    "gallery/**/*.ipynb",
    "gallery/**/*.md5",
    "gallery/**/*.json",
]
exclude_patterns += ["gallery/**/*.py", "gallery/**/*.zip"]

# Pages of text: MyST, executed where they have code cells.
myst_enable_extensions = ["colon_fence", "dollarmath", "deflist"]
myst_heading_anchors = 3
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 600  # for a busy machine; no cell takes more than some seconds on a free one
nb_execution_show_tb = True
nb_merge_streams = True
nb_render_markdown_format = "myst"  # for tables

# Examples: each script of docs/examples becomes a page of the gallery.
sphinx_gallery_conf = {
    "examples_dirs": "examples",
    "gallery_dirs": "gallery",
    "subsection_order": ExplicitOrder(["examples/points", "examples/graphs", "examples/runs"]),
    "within_subsection_order": "FileNameSortKey",
    "filename_pattern": "/plot_",
    "abort_on_example_error": True,
    "capture_repr": ("_repr_html_",),
    "image_scrapers": ("matplotlib",),
    "remove_config_comments": True,
    "show_memory": False,
    "show_signature": False,
    "write_computation_times": False,
    "download_all_examples": False,
    "min_reported_time": 0,
    "backreferences_dir": None,
    "doc_module": ("tvcut",),
    "reference_url": {"tvcut": None},
}

# The reference: numpydoc's sections hold the types.
autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
numpydoc_xref_param_type = False

suppress_warnings = [
    "config.cache",  # the order of the gallery is an object that Sphinx cannot store
    "myst.header",  # documents made by commands may skip a level of headings
]


def setup(app):
    """Escape | in docstrings, where formulas such as |f_i − med f| are not substitutions; numpydoc runs afterwards."""

    def escape(app, what, name, obj, options, lines):
        lines[:] = [line if line.lstrip().startswith((">>>", "...")) else line.replace("|", r"\|") for line in lines]

    app.connect("autodoc-process-docstring", escape, priority=100)


html_title = "tvcut"
html_theme = "pydata_sphinx_theme"
html_static_path = ["_static"]
html_css_files = ["tvcut.css"]
html_math_renderer = "mathml"
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "github_url": "https://github.com/tvcut/tvcut",
    "logo": {"text": "tvcut"},
    "navbar_align": "left",
    "header_links_before_dropdown": 6,
    "show_prev_next": True,
    "navigation_with_keys": False,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "show_toc_level": 2,
}
html_sidebars = {"index": []}
copyright = "the tvcut developers, BSD-3-Clause"

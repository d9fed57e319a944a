"""Settings of the documentation site; `python -m website` runs Sphinx with them."""

import re

from quincunx import __version__

project = "Quincunx"
author = "The Quincunx authors"
version = release = __version__
copyright = author

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
highlight_language = "text"
exclude_patterns = ["README.md"]
nitpicky = True
smartquotes = False  # it would join the hyphens of options

# Docstrings write code in single backquotes: a link where it is a public name.
default_role = "py:obj"
# Types of private modules have no page; a name in backquotes may be anything.
nitpick_ignore_regex = [("py:obj", ".*"), ("py:class", ".*"), ("py:data", ".*"), ("py:exc", ".*")]
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
napoleon_numpy_docstring = False
napoleon_custom_sections = [("Options", "params_style")]

html_theme = "furo"
html_title = f"Quincunx {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "_static/icon.svg"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}


def code_blocks(app, what, name, object, options, lines):
    """Mark indented blocks of a docstring as code, which reStructuredText would read as a quote."""
    for number in range(len(lines) - 1, 1, -1):
        line, before = lines[number], lines[number - 2]
        starts = re.match(" {4}\\S", line) and not lines[number - 1] and before[:1].strip()
        if starts and not before.endswith("::"):
            lines[number - 1 : number] = ["", "::", ""]


def setup(app):
    """Connect the changes to docstrings."""
    app.connect("autodoc-process-docstring", code_blocks, priority=400)

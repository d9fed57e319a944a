"""The documentation site: `make docs` writes it to `build/site`.

`docs/` has the pages that people write. This package adds the generated ones, runs Sphinx, and puts
the playable page beside them.

  build      the whole site
  pages      the generated Markdown pages: commands, public names, JSON answers
  answers    the form of every --json answer, as typed dictionaries
  schemas    JSON Schemas of those, of puzzle documents, solutions and states
  notebooks  notebooks as pages
  kit        what a teacher hands out: worksheet, answers, slides
"""

from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

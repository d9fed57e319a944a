"""The site of `quincunx site`: the page as files that need no server but any static one.

Vocabulary:
  site      a folder with the page, Python for browsers and this program
  Pyodide   Python for browsers, which npm has; one version of it, checked against its hash
  archive   this program's Python files in one file, as the browser's Python takes them
  version   a name for all the files of a site together: other bytes, another version
"""

from quincunx.web.site.build import Site, build_site

__all__ = ["Site", "build_site"]

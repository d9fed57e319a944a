"""The site of `quincunx site`: the page as static files.

A site is a folder with the page, Pyodide (Python for browsers) and this program as an archive. Its
version is a hash of all its files.
"""

from quincunx.web.site.build import Site, build_site

__all__ = ["Site", "build_site"]

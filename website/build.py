"""Builds the site: stages the pages, runs Sphinx strictly, adds the playable page."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from quincunx.web.site import build_site
from quincunx.web.site.build import DAYS
from website import DOCS, ROOT, kit, pages, schemas
from website.notebooks import notebook_page

ROOT_PAGES = {
    "ARCHITECTURE.md": "explanation/architecture.md",
    "CONTRIBUTING.md": "guides/contributing.md",
    "CHANGELOG.md": "reference/changelog.md",
}
"""Pages of the repository's root, and their places in the site."""
NOTEBOOKS = ("lab", "notebook", "worksheet")
"""Notebooks in `docs/` that become pages."""
ACCESSIBLE = {
    '<aside class="sidebar-drawer"': '<aside class="sidebar-drawer" aria-label="All pages"',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
    '<div id="search-results">': '<h1>Search</h1>\n<div id="search-results">',
}
"""Elements that the theme writes, and what they become."""
HEADERS = "_headers"
"""Where some hosts read the headers to send."""


class BuildError(Exception):
    """The site cannot be built."""


def build(folder: Path, days: int = DAYS) -> None:
    """Build the site in a folder, which is replaced. The playable page has the puzzles of some
    days, from today; without any it is left out.

    Raises:
        BuildError: Sphinx reports a warning, or the folder holds something else than a site.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / "searchindex.js").exists():
        raise BuildError(f"{folder}: holds something else, expected a new folder or a site")
    with tempfile.TemporaryDirectory() as temporary:
        source, made = Path(temporary) / "docs", Path(temporary) / "site"
        stage(source)
        run_sphinx(source, made)
        for page in made.rglob("*.html"):
            page.write_text(accessible(page.read_text(encoding="utf-8")), encoding="utf-8")
        for name, content in schemas.all_schemas().items():
            place = made / "schemas" / name
            place.parent.mkdir(exist_ok=True)
            place.write_text(as_json(content), encoding="utf-8")
        if days:
            add_play(made, days)
        (made / ".nojekyll").touch()  # hosts that run Jekyll would leave out folders with _
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, folder)
    print(f"The site is in {folder}.")


def accessible(page: str) -> str:
    """A page of the theme with what people without a mouse or a screen need: names of its two side
    columns, code and tables that can be scrolled with keys, and no empty headers of tables."""
    for old, new in ACCESSIBLE.items():
        page = page.replace(old, new)
    return re.sub(r"<th( [^>]*)?>\s*(?:<p></p>)?\s*</th>", r"<td\1></td>", page)


def as_json(data: object) -> str:
    """Data as the text of a file."""
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def stage(source: Path) -> None:
    """Write all pages of the site, those that people write and the generated ones, to a folder."""
    shutil.copytree(DOCS, source, ignore=shutil.ignore_patterns("__pycache__"))
    for name, place in ROOT_PAGES.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        (source / place).write_text(moved_links(text, place), encoding="utf-8")
    generated = {**pages.command_pages(), **pages.name_pages(), **pages.json_pages()}
    generated["reference/search.md"] = pages.search_page()
    for place, text in generated.items():
        (source / place).parent.mkdir(parents=True, exist_ok=True)
        (source / place).write_text(text, encoding="utf-8")
    (source / "reference" / "puzzles.md").write_text(
        pages.puzzles_page(source / "reference" / "puzzles"), encoding="utf-8"
    )
    with (source / "papers.md").open("a", encoding="utf-8") as papers:
        papers.write("\n:::{toctree}\n:hidden:\n:glob:\n\npapers/*\n:::\n")
    (source / "schemas").mkdir()
    for name, content in schemas.all_schemas().items():
        (source / "schemas" / name).write_text(as_json(content), encoding="utf-8")
    kit.write(source / "teaching")
    for name in NOTEBOOKS:
        notebook = source / f"{name}.ipynb"
        remark = f"This page is a notebook: {{download}}`{name}.ipynb <{name}.ipynb>`."
        page = notebook_page(notebook, source / "notebook_pictures", remark)
        (source / f"{name}_notebook.md").write_text(page, encoding="utf-8")
    for path in source.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        path.write_text(outside_links(text, path.parent, source), encoding="utf-8")


def moved_links(text: str, place: str) -> str:
    """The text of a page of the repository's root with its links changed for its new place."""
    up = "../" * place.count("/")
    for name, other in ROOT_PAGES.items():
        text = text.replace(f"]({name}", f"]({up}{other}")
    return text.replace("](docs/", f"]({up}")


def outside_links(text: str, folder: Path, source: Path) -> str:
    """The text of a page in which what links to files outside of `docs/` is only named, and what
    links to a notebook leads to its page."""

    def changed(link: re.Match[str]) -> str:
        words, target = link[1], link[2]
        if target.endswith(".ipynb"):
            return f"[{words}]({target.removesuffix('.ipynb')}_notebook.md)"
        if source in ((folder / target).resolve(), *(folder / target).resolve().parents):
            return link[0]
        path = f"`{target.lstrip('./')}`"
        return path if words.strip("`/") in target else f"{words} ({path})"

    return re.sub(r"(?<!!)\[([^\]]*)\]\((?!https?:|mailto:|#)([^)\s#]+)\)", changed, text)


def run_sphinx(source: Path, folder: Path) -> None:
    """Run Sphinx; every warning is an error."""
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q", "-j", "2"]
    done = subprocess.run(
        [*command, "-d", str(folder.with_name("doctrees")), str(source), str(folder)],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        raise BuildError(done.stderr.replace(f"{source}/", "docs/"))


def add_play(folder: Path, days: int) -> None:
    """Put the playable page at `play/`; the headers it needs are sent for that folder alone."""
    build_site(folder / "play", days=days)
    headers = (folder / "play" / HEADERS).read_text(encoding="utf-8")
    (folder / HEADERS).write_text(headers.replace("/*", "/play/*", 1), encoding="utf-8")

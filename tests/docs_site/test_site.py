"""The site is built strictly, and every link, anchor and picture in it is right."""

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import quincunx
from quincunx import cp
from website import DOCS, ROOT
from website.build import BuildError, run_sphinx
from website.pages import commands, public_names

README = (ROOT / "README.md").read_text(encoding="utf-8")
LINK = {"a": "href", "img": "src", "link": "href", "script": "src", "object": "data"}
"""Where elements refer to other files."""


class Page(HTMLParser):
    """The ids, links, loaded files and pictures of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[tuple[str, str]] = []
        self.pictures: list[dict[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids |= {value for key, value in attrs if key in ("id", "name") and value}
        target = found.get(LINK.get(tag, ""))
        if target:
            self.links.append((tag, target))
        if tag == "img":
            self.pictures.append(found)


@cache
def page(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


def pages(site: Path) -> Iterator[tuple[Path, Page]]:
    """The pages that Sphinx wrote."""
    for path in sorted(site.rglob("*.html")):
        if not path.is_relative_to(site / "play"):
            yield path, page(path)


def test_every_internal_link_and_anchor_leads_somewhere(site: Path) -> None:
    broken = []
    for path, found in pages(site):
        for _, link in found.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file():
                broken.append(f"{path.relative_to(site)}: {link}")
            elif parts.fragment and target.suffix == ".html" and "play" not in target.parts:
                anchors = page(target).ids
                if unquote(parts.fragment) not in anchors:
                    broken.append(f"{path.relative_to(site)}: {link} (no such anchor)")
    assert broken == []


def test_pages_load_nothing_from_other_hosts(site: Path) -> None:
    for path, found in pages(site):
        for tag, link in found.links:
            assert tag == "a" or not urlsplit(link).netloc, f"{path}: {link}"
    for style in (site / "_static").rglob("*.css"):
        assert not re.search(r"url\([\"']?https?:|@import", style.read_text(encoding="utf-8"))


def test_every_picture_has_a_text_alternative(site: Path) -> None:
    for path, found in pages(site):
        for picture in found.pictures:
            assert picture.get("alt"), f"{path}: {picture.get('src')}"


def test_playable_page_and_headers_for_it_are_part_of_the_site(site: Path) -> None:
    assert (site / "play" / "index.html").is_file()
    assert (site / "_headers").read_text(encoding="utf-8").startswith("/play/*\n")
    assert ("a", "play/index.html") in page(site / "play.html").links


FAULTY = """# A page

[there](nowhere.md) and [there](#no-anchor)

![A picture](nowhere.png)

:::{toctree}
unwritten
:::
"""


def test_missing_targets_and_unlisted_pages_fail_the_build(tmp_path: Path) -> None:
    source = tmp_path / "docs"
    (source / "_static").mkdir(parents=True)
    for name in ("conf.py", "_static/icon.svg", "_static/site.css"):
        (source / name).write_bytes((DOCS / name).read_bytes())
    (source / "index.md").write_text(FAULTY)
    (source / "forgotten.md").write_text("# Forgotten\n")
    with pytest.raises(BuildError) as failed:
        run_sphinx(source, tmp_path / "site")
    for fault in ("nowhere.md", "no-anchor", "nowhere.png", "unwritten", "forgotten"):
        assert fault in str(failed.value)


def test_every_command_and_option_is_in_the_reference(site: Path) -> None:
    for name, command, context in commands():
        path = site / "reference" / "commands" / f"{name.split()[0]}.html"
        text = path.read_text(encoding="utf-8")
        assert f"quincunx {name}" in text
        for parameter in command.get_params(context):
            for option in parameter.opts if parameter.name != "help" else ():
                assert option.upper() in text or option in text, f"{name}: {option}"


@pytest.mark.parametrize(
    ("module", "names"),
    [("quincunx", quincunx.__all__), ("quincunx.cp", public_names(cp))],
    ids=["quincunx", "cp"],
)
def test_every_public_name_is_in_the_reference(module: str, names: list[str], site: Path) -> None:
    anchors = {i for path, found in pages(site) if "python" in path.parts for i in found.ids}
    anchors |= {anchor.rpartition(".")[2] for anchor in anchors}
    left_out = {"ENGINES", "records"}  # a mapping, and a module with a heading of its own
    assert set(names) - left_out <= anchors, module


def test_readme_takes_a_screen_and_a_half_and_its_links_lead_somewhere() -> None:
    assert len(README.splitlines()) <= 95
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert len(links) > 10
    for link in links:
        assert (ROOT / link).exists(), link

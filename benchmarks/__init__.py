"""Measurements, and the generators of the pages in `docs/` that hold their results."""

from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def page_text(name: str) -> str:
    """Return the text of a page, with placeholders for what is measured."""
    return Path(__file__).with_name("texts").joinpath(f"{name}.txt").read_text(encoding="utf-8")

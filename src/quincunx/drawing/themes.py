"""Colours and styles of pictures, in light and in dark.

Colour is never the only sign: givens are bold, highlighted cells have an outline, and what is
wrong or ruled out is crossed out. Pictures can be read in grey.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from quincunx.errors import OptionError

Theme: TypeAlias = Literal["light", "dark", "auto"]
"""`auto` follows the reader's screen."""
THEMES: tuple[Theme, ...] = get_args(Theme)

SCREEN_FONTS = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif"
"""Every system has one of these; their digits all have the same width."""

_COLOURS = {
    "paper": ("#ffffff", "#14181d"),
    "cell": ("#ffffff", "#1b2027"),
    "fixed": ("#eceff3", "#2a313a"),
    "line": ("#7b8794", "#76818e"),
    "ink": ("#17202b", "#f2f5f8"),
    "answer": ("#1a5fb4", "#7cb8ff"),
    "clue": ("#8a4b08", "#f0b45e"),
    "note": ("#66707d", "#9aa5b1"),
    "mark": ("#3f4854", "#c6ced8"),
    "solid": ("#17202b", "#e3e8ee"),
    "on_solid": ("#ffffff", "#14181d"),
    "look": ("#fff0b8", "#4d4312"),
    "look_line": ("#a86f00", "#e5b83b"),
    "found": ("#c9ecd1", "#1d4a2b"),
    "found_line": ("#1d7a3a", "#59c97c"),
    "wrong": ("#c01c28", "#ff7b72"),
}
LIGHT: Mapping[str, str] = {name: light for name, (light, _) in _COLOURS.items()}
DARK: Mapping[str, str] = {name: dark for name, (_, dark) in _COLOURS.items()}

_STYLES = {
    "paper": "fill:{paper}",
    "cell": "fill:{cell};stroke:{line}",
    "fixed": "fill:{fixed};stroke:{line}",
    "look": "fill:{look};stroke:{line}",
    "found": "fill:{found};stroke:{line}",
    "look-line": "fill:none;stroke:{look_line}",
    "found-line": "fill:none;stroke:{found_line}",
    "wrong-line": "fill:none;stroke:{wrong}",
    "frame": "fill:none;stroke:{ink}",
    "solid": "fill:{solid}",
    "guide": "fill:none;stroke:{note}",
    "head": "fill:{note}",
    "emphasis": "fill:none;stroke:{look_line}",
    "given": "fill:{ink};font-weight:700",
    "answer": "fill:{answer}",
    "clue": "fill:{clue}",
    "title": "fill:{clue};font-weight:700",
    "note": "fill:{note}",
    "on-solid": "fill:{on_solid};font-weight:700",
    "mark": "fill:{mark}",
    "strike": "fill:none;stroke:{wrong}",
}
"""The style of each class of SVG elements."""


def require_theme(theme: str) -> Theme:
    """Return a theme by its name, or raise `OptionError`."""
    for known in THEMES:
        if theme == known:
            return known
    raise OptionError(f"draw: unknown theme {theme!r}, expected one of {', '.join(THEMES)}")


def style_sheet(theme: Theme) -> str:
    """Return the style sheet of an SVG; it applies to pictures of this theme only."""
    if theme == "auto":
        dark = _rules("auto", DARK)
        return f"{_rules('auto', LIGHT)}@media(prefers-color-scheme:dark){{{dark}}}"
    return _rules(theme, LIGHT if theme == "light" else DARK)


def _rules(theme: Theme, colours: Mapping[str, str]) -> str:
    return "".join(
        f".qx-{theme} .qx-{name}{{{style.format_map(colours)}}}" for name, style in _STYLES.items()
    )

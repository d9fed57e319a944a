"""Colours and styles of pictures, in light and in dark.

Colour is never the only sign: givens are bold, highlighted cells have an outline, and what is
wrong or ruled out is crossed out. Pictures can be read in grey.
"""

import json
from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from quincunx._support.arguments import require_choice
from quincunx.drawing.templates import template

Theme: TypeAlias = Literal["light", "dark", "auto", "black"]
"""`auto` follows the reader's screen; `black` is for paper and has no colours."""
THEMES: tuple[Theme, ...] = get_args(Theme)

SCREEN_FONTS = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif"
"""Every system has one of these; their digits all have the same width."""

_DATA = json.loads(template("themes.json"))
LIGHT, DARK, BLACK = (
    {name: colours[at] for name, colours in _DATA["colours"].items()} for at in range(3)
)
_STYLES: Mapping[str, str] = _DATA["styles"]
"""The style of each class of SVG elements."""


def require_theme(theme: str) -> Theme:
    """Return a theme by its name, or raise `OptionError`."""
    return require_choice(theme, THEMES, "draw: unknown theme")


def style_sheet(theme: Theme) -> str:
    """Return the style sheet of an SVG; it applies to pictures of this theme only."""
    if theme == "auto":
        dark = _rules("auto", DARK)
        return f"{_rules('auto', LIGHT)}@media(prefers-color-scheme:dark){{{dark}}}"
    return _rules(theme, {"light": LIGHT, "dark": DARK, "black": BLACK}[theme])


def _rules(theme: Theme, colours: Mapping[str, str]) -> str:
    return "".join(
        f".qx-{theme} .qx-{name}{{{style.format_map(colours)}}}" for name, style in _STYLES.items()
    )

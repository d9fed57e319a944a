"""What roles look like, in light and in dark.

Nothing is told by colour alone: what is given is bold, cells that are looked at have an outline
besides, and what is wrong or ruled out is crossed out. So pictures can be read in grey.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from quincunx.errors import OptionError

Theme: TypeAlias = Literal["light", "dark", "auto"]
"""`auto` is light or dark as the reader's screen is."""
THEMES: tuple[Theme, ...] = get_args(Theme)

SCREEN_FONTS = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif"
"""Every system has one of these; their digits are all of one width."""


@dataclass(frozen=True)
class Palette:
    """The colours of one theme."""

    paper: str
    cell: str
    fixed: str
    line: str
    ink: str
    answer: str
    clue: str
    note: str
    mark: str
    solid: str
    on_solid: str
    look: str
    look_line: str
    found: str
    found_line: str
    wrong: str

    def rules(self) -> Mapping[str, str]:
        """What each class of an SVG's elements looks like."""
        return {
            "paper": f"fill:{self.paper}",
            "cell": f"fill:{self.cell};stroke:{self.line}",
            "fixed": f"fill:{self.fixed};stroke:{self.line}",
            "look": f"fill:{self.look};stroke:{self.line}",
            "found": f"fill:{self.found};stroke:{self.line}",
            "look-line": f"fill:none;stroke:{self.look_line}",
            "found-line": f"fill:none;stroke:{self.found_line}",
            "wrong-line": f"fill:none;stroke:{self.wrong}",
            "frame": f"fill:none;stroke:{self.ink}",
            "solid": f"fill:{self.solid}",
            "guide": f"fill:none;stroke:{self.note}",
            "head": f"fill:{self.note}",
            "emphasis": f"fill:none;stroke:{self.look_line}",
            "given": f"fill:{self.ink};font-weight:700",
            "answer": f"fill:{self.answer}",
            "clue": f"fill:{self.clue}",
            "title": f"fill:{self.clue};font-weight:700",
            "note": f"fill:{self.note}",
            "on-solid": f"fill:{self.on_solid};font-weight:700",
            "mark": f"fill:{self.mark}",
            "strike": f"fill:none;stroke:{self.wrong}",
        }


LIGHT = Palette(
    paper="#ffffff",
    cell="#ffffff",
    fixed="#eceff3",
    line="#7b8794",
    ink="#17202b",
    answer="#1a5fb4",
    clue="#8a4b08",
    note="#66707d",
    mark="#3f4854",
    solid="#17202b",
    on_solid="#ffffff",
    look="#fff0b8",
    look_line="#a86f00",
    found="#c9ecd1",
    found_line="#1d7a3a",
    wrong="#c01c28",
)
DARK = Palette(
    paper="#14181d",
    cell="#1b2027",
    fixed="#2a313a",
    line="#76818e",
    ink="#f2f5f8",
    answer="#7cb8ff",
    clue="#f0b45e",
    note="#9aa5b1",
    mark="#c6ced8",
    solid="#e3e8ee",
    on_solid="#14181d",
    look="#4d4312",
    look_line="#e5b83b",
    found="#1d4a2b",
    found_line="#59c97c",
    wrong="#ff7b72",
)


def require_theme(theme: str) -> Theme:
    """A theme by its name; an unknown one is an error that lists those there are."""
    for known in THEMES:
        if theme == known:
            return known
    raise OptionError(f"draw: unknown theme {theme!r}, expected one of {', '.join(THEMES)}")


def style_sheet(theme: Theme) -> str:
    """The style sheet of an SVG. It holds for pictures of this theme alone, so that several may
    stand in one page."""
    if theme == "auto":
        dark = _rules("auto", DARK)
        return f"{_rules('auto', LIGHT)}@media(prefers-color-scheme:dark){{{dark}}}"
    return _rules(theme, LIGHT if theme == "light" else DARK)


def _rules(theme: Theme, palette: Palette) -> str:
    return "".join(f".qx-{theme} .qx-{name}{{{style}}}" for name, style in palette.rules().items())

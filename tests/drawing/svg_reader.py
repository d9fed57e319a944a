"""An SVG read back: its cells and texts, and how much room a text takes in real fonts."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.drawing.geometry import Point, Polygon

SVG = "{http://www.w3.org/2000/svg}"
MEASURED = 200
"""The size in which texts are measured."""


@dataclass(frozen=True)
class Text:
    """A text, where it stands and how large; `bold` pieces are wider."""

    text: str
    x: float
    base: float
    size: float
    anchor: str
    role: str
    cell: str | None

    def box(self) -> Polygon:
        """The box around its characters, as wide as the widest of some fonts makes it."""
        wide = max(width(self.text, font) for font in fonts(self.role)) * self.size
        left = {"start": self.x, "middle": self.x - wide / 2, "end": self.x - wide}[self.anchor]
        high = 0.73 * self.size
        return (
            (left, self.base - high),
            (left + wide, self.base - high),
            (left + wide, self.base),
            (left, self.base),
        )


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def cells(root: ET.Element) -> dict[str, Polygon]:
    """The outlines of the cells by their ids, in the order of the document."""
    return {
        group.attrib["data-cell"]: points(group.find(f"{SVG}polygon"))
        for group in root.iter(f"{SVG}g")
        if "data-cell" in group.attrib
    }


def points(element: ET.Element | None) -> tuple[Point, ...]:
    assert element is not None
    pairs = (pair.split(",") for pair in element.attrib["points"].split())
    return tuple((float(x), float(y)) for x, y in pairs)


def texts(root: ET.Element) -> Iterator[Text]:
    inside = {
        id(text): group.attrib["data-cell"]
        for group in root.iter(f"{SVG}g")
        if "data-cell" in group.attrib
        for text in group.iter(f"{SVG}text")
    }
    for element in root.iter(f"{SVG}text"):
        spans = list(element.iter(f"{SVG}tspan"))
        role = element.attrib.get("class", "") or " ".join(s.attrib["class"] for s in spans)
        yield Text(
            "".join(element.itertext()),
            float(element.attrib["x"]),
            float(element.attrib["y"]),
            float(element.attrib["font-size"]),
            element.attrib.get("text-anchor", "start"),
            role,
            inside.get(id(element)),
        )


def fonts(role: str) -> tuple[str, ...]:
    """Fonts that a reader may have, in the weight of a role: all of it bold if a part is."""
    bold = any(part in role for part in ("given", "title", "on-solid"))
    return ("DejaVuSans-Bold", "DejaVuSerif-Bold") if bold else ("DejaVuSans", "DejaVuSerif")


def width(text: str, font: str) -> float:
    """How wide a text is, in ems."""
    return float(_font(font).getlength(text)) / MEASURED  # type: ignore[attr-defined]


@cache
def _font(name: str) -> object:
    import matplotlib
    from PIL import ImageFont

    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    return ImageFont.truetype(str(folder / f"{name}.ttf"), MEASURED)

"""SVG: well formed, in reading order, nothing over its edge, the same bytes every time."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quincunx import OptionError, draw, parse
from quincunx.drawing import Picture
from quincunx.drawing.svg import clean, shape_element
from quincunx.drawing.themes import DARK, LIGHT, THEMES
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import build_scene
from quincunx.families.base.documents import numbers_of
from quincunx.families.base.scene import Circle
from tests.drawing import geometry, svg_reader
from tests.drawing.boards import answered, every_board, ring
from tests.families.toy import Toy
from tests.processes import python

BOARDS = every_board()
FILLED = [Picture(p, dict(zip(p.cells, numbers_of(p, s), strict=True))) for p, s in answered()]
NOTED = [replace(picture, notes=True) for picture in FILLED]
MARKED = [
    Picture(
        p, marks={place.cell: place.choices[1:] or range(7, 16) for place in build_scene(p).places}
    )
    for p, _ in answered()
]
EVERYTHING = [*map(Picture, BOARDS.values()), *FILLED, *NOTED, *MARKED]
every_picture = pytest.mark.parametrize(
    "picture", EVERYTHING, ids=[f"{at}-{p.puzzle.family}" for at, p in enumerate(EVERYTHING)]
)


@every_picture
def test_svg_has_title_description_and_texts_that_fit(picture: Picture) -> None:
    root = svg_reader.parsed(picture.svg())
    assert root.tag == f"{svg_reader.SVG}svg"
    assert root.findtext(f"{svg_reader.SVG}title") == picture.puzzle.title
    assert (root.findtext(f"{svg_reader.SVG}desc") or "").startswith(picture.scene.description)
    cells = svg_reader.cells(root)
    assert list(cells) == [place.id for place in picture.scene.places]
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    sheet = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
    texts = list(svg_reader.texts(root))
    for text in texts:
        # A digit is round: its corners are empty.
        within, slack = (cells[text.cell], 2.5) if text.cell else (sheet, 0.0)
        for corner in text.box():
            assert geometry.inside(corner, within, slack), text
    overlapping = geometry.overlapping([text.box() for text in texts])
    assert [(texts[i], texts[j]) for i, j in overlapping] == []


@pytest.mark.parametrize("digits", [1, 2, 5, 12, 13, 20, 48, 49, 300])
def test_numbers_of_any_length_fit_their_cells(digits: int) -> None:
    puzzle = parse(ring(5, "9" * digits))
    picture = Picture(puzzle, {(3,): 10 ** (digits - 1)})
    root = svg_reader.parsed(picture.svg())
    cells = svg_reader.cells(root)
    shown: dict[str, str] = {}
    for text in svg_reader.texts(root):
        if text.cell:
            shown[text.cell] = shown.get(text.cell, "") + text.text
            assert all(geometry.inside(corner, cells[text.cell], 0) for corner in text.box())
            assert digits > 48 or text.size >= 4
    assert set(shown) == {"1", "3"}
    if digits <= 48:
        assert shown == {"1": "9" * digits, "3": str(10 ** (digits - 1))}
    else:
        assert shown["1"].replace("…", "").strip("9") == "", "the first and last digits"


def test_bytes_do_not_depend_on_the_process() -> None:
    program = "import quincunx, sys; sys.stdout.write(quincunx.draw('sum-star/paper').svg())"
    printed = [python("-c", program, PYTHONHASHSEED=seed) for seed in ("1", "2")]
    assert printed == [draw("sum-star/paper").svg()] * 2


# Themes and sizes.


def test_themes_select_the_colours() -> None:
    picture = draw("c-note/1")
    light, dark, auto, _ = (picture.svg(theme=theme) for theme in THEMES)
    assert LIGHT["paper"] in light
    assert DARK["paper"] not in light
    assert DARK["paper"] in dark
    assert LIGHT["clue"] not in dark
    assert "@media(prefers-color-scheme:dark)" in auto
    assert LIGHT["paper"] in auto
    assert DARK["paper"] in auto
    assert auto == picture.svg()
    with pytest.raises(OptionError, match=r"^draw: unknown theme 'blue', expected one of light, "):
        picture.svg(theme="blue")


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_colours_have_enough_contrast(palette: Mapping[str, str]) -> None:
    for inks, grounds, least in (
        ("ink answer mark", "paper cell fixed look found", 4.5),
        ("clue note", "paper", 4.5),
        ("on_solid", "solid", 7),
        ("line look_line found_line wrong", "paper", 3),
    ):
        for ink, ground in product(inks.split(), grounds.split()):
            assert contrast(palette[ink], palette[ground]) >= least


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as the accessibility guidelines of the W3C define it."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dim, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dim + 0.05)


def test_size_scales_the_picture() -> None:
    picture = draw("aztec-math/demo")
    natural = svg_reader.parsed(picture.svg()).attrib
    large = svg_reader.parsed(picture.svg(size=1000)).attrib
    assert large["viewBox"] == natural["viewBox"]
    assert large["width"] == "1000"
    ratio = float(natural["height"]) / float(natural["width"])
    assert float(large["height"]) == pytest.approx(1000 * ratio, abs=0.01)
    for size in (0, -1, 8001, float("nan"), True, "large"):
        with pytest.raises(OptionError, match=r"^draw: size is .*, expected 1 to 8000 pixels$"):
            picture.svg(size=size)  # type: ignore[arg-type]


# What stands in cells.


def test_given_digits_are_set_apart_from_added_ones() -> None:
    root = svg_reader.parsed(draw("c-note/1", solution=True).svg())
    (group,) = [g for g in root.iter(f"{svg_reader.SVG}g") if g.get("data-cell") == "2-1"]
    spans = [(s.attrib["class"], s.text) for s in group.iter(f"{svg_reader.SVG}tspan")]
    assert spans == [("qx-answer", "1"), ("qx-given", "3")]
    assert group.attrib["aria-label"] == "row 2, column 1: 13"
    assert ".qx-given{fill:#17202b;font-weight:700}" in draw("c-note/1").svg(theme="light")


def test_struck_marks_have_a_line_through_them() -> None:
    puzzle = parse("aztec-math/demo")
    marked = Picture(puzzle, marks={(2, 1): (3, 5, 7)}, struck={(2, 1): (5, 9)})
    root = svg_reader.parsed(marked.svg())
    texts = [text for text in svg_reader.texts(root) if text.role == "qx-mark"]
    lines = [svg_reader.points(e) for e in root.iter() if e.get("class") == "qx-strike"]
    assert [text.text for text in texts] == ["3", "5", "7", "9"], "what is struck is shown, too"
    assert {text.cell for text in texts} == {"2-1"}
    crossed = [
        text.text
        for text in texts
        for start, end in lines
        if geometry.inside(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), text.box())
    ]
    assert crossed == ["5", "9"]


def test_marks_too_small_to_read_are_counted() -> None:
    puzzle = parse("c-note/1")
    marked = Picture(puzzle, marks={(1, 1): range(100, 200)}, struck={(1, 1): (150,)})
    texts = [text.text for text in svg_reader.texts(svg_reader.parsed(marked.svg()))]
    assert "99 left" in texts
    assert "100" in texts, "the target"
    gone = Picture(puzzle, struck={(1, 1): range(100, 200)})
    assert "100 fewer" in [text.text for text in svg_reader.texts(svg_reader.parsed(gone.svg()))]


def test_cells_are_highlighted_by_more_than_colour() -> None:
    puzzle = parse("aztec-math/demo")
    picture = Picture(
        puzzle, {(2, 1): 5}, looked_at=[(1, 1), (2, 1)], found=[(2, 1)], wrong=[(4, 4)]
    )
    root = svg_reader.parsed(picture.svg())
    outlines = {
        kind: [e for e in root.iter(f"{svg_reader.SVG}polygon") if e.get("class") == kind]
        for kind in ("qx-look-line", "qx-found-line", "qx-wrong-line")
    }
    assert {kind: len(found) for kind, found in outlines.items()} == {
        "qx-look-line": 1, "qx-found-line": 1, "qx-wrong-line": 1,
    }  # fmt: skip
    widths = [float(found[0].attrib["stroke-width"]) for found in outlines.values()]
    assert len(set(widths)) > 1
    crossed = [
        e for e in root.iter(f"{svg_reader.SVG}polyline") if e.get("class") == "qx-wrong-line"
    ]
    assert len(crossed) == 1


def test_circles_are_drawn() -> None:
    assert 'r="16"' in shape_element(Circle((0.5, 0.5), 0.4, "emphasis"))


# Hostile text.

HOSTILE = "</text><script>alert(1)</script>&amp;\"'<!--]]>\x00\ud800\u202e"


class HostileToy(Toy):
    """A family whose names are hostile text."""

    title = HOSTILE
    family = HOSTILE
    fields = tuple(replace(field, name=HOSTILE) for field in Toy.fields)


def assert_harmless(puzzle: AnyPuzzle) -> None:
    svg = Picture(puzzle).svg()
    svg.encode()
    root = svg_reader.parsed(svg)
    assert {element.tag.removeprefix(svg_reader.SVG) for element in root.iter()} <= {
        "svg", "title", "desc", "style", "rect", "g", "polygon", "text",
    }  # fmt: skip
    assert root.findtext(f"{svg_reader.SVG}title") == clean(puzzle.title)


@settings(max_examples=40)
@given(st.text())
@example(HOSTILE)
def test_any_text_is_escaped(text: str) -> None:
    class Named(Toy):
        title = text

    assert_harmless(Named(7))

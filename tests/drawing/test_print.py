"""PNG and PDF: nothing cut off, the text that is seen, the same bytes every time."""

import io
from dataclasses import replace
from typing import Any

import pypdf
import pytest
from PIL import Image

from quincunx import OptionError, draw
from quincunx.drawing import Picture
from quincunx.drawing.drawable import Drawing
from quincunx.drawing.sheet import Frame, Sheet
from quincunx.drawing.themes import DARK, LIGHT
from quincunx.families.base.documents import numbers_of
from tests.drawing.boards import answered, every_board
from tests.drawing.test_svg import HOSTILE, HostileToy

FILLED = [Picture(p, dict(zip(p.cells, numbers_of(p, s), strict=True))) for p, s in answered()]
SMALL = [puzzle for puzzle in every_board().values() if len(puzzle.cells) < 200]


def opened(png: bytes) -> Any:
    return Image.open(io.BytesIO(png)).convert("RGB")


def colour(text: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(text[1:]))


@pytest.mark.parametrize(
    ("picture", "theme"),
    [
        *((Picture(puzzle), "light") for puzzle in SMALL),
        *((replace(picture, notes=True), "dark") for picture in FILLED),
    ],
    ids=lambda part: part.puzzle.identifier[:40] if isinstance(part, Picture) else part,
)
def test_margins_are_empty(picture: Picture, theme: str) -> None:
    image = opened(picture.png(size=300, theme=theme))
    assert image.width == 300
    assert len(image.getcolors(100_000)) > 10, "something is drawn"
    paper = colour((LIGHT if theme == "light" else DARK)["paper"])
    wide, high = image.size
    edges = [(0, 0, wide, 2), (0, high - 2, wide, high), (0, 0, 2, high), (wide - 2, 0, wide, high)]
    for edge in edges:
        for channel, (darkest, brightest) in enumerate(image.crop(edge).getextrema()):
            assert max(abs(darkest - paper[channel]), abs(brightest - paper[channel])) <= 2


def test_highlights_differ_in_grey() -> None:
    puzzle = draw("aztec-math/demo").puzzle
    pictures = [
        Picture(puzzle),
        Picture(puzzle, looked_at=[(2, 1)]),
        Picture(puzzle, found=[(2, 1)]),
        Picture(puzzle, wrong=[(2, 1)]),
    ]
    grey = {opened(picture.png(size=300)).convert("L").tobytes() for picture in pictures}
    assert len(grey) == len(pictures)


@pytest.mark.parametrize(
    "drawn", [draw("sum-star/paper"), Sheet("two", [Frame(FILLED[0], "a")] * 2)]
)
def test_same_picture_gives_the_same_bytes(drawn: Drawing) -> None:
    assert drawn.png() == drawn.png()
    assert drawn.pdf() == drawn.pdf()


@pytest.mark.parametrize("picture", FILLED, ids=[p.puzzle.family for p in FILLED])
def test_pdf_holds_its_numbers_as_text(picture: Picture) -> None:
    (page,) = pypdf.PdfReader(io.BytesIO(picture.pdf())).pages
    # A PDF has no spaces between words, but a reliable order of characters.
    extracted = "".join(page.extract_text().split())
    contents = [piece for place in picture.scene.places for piece, _ in picture.content(place)]
    assert "".join(contents) in extracted


def test_pdf_is_tagged_and_has_a_title() -> None:
    document: Any = pypdf.PdfReader(io.BytesIO(draw("c-note/1").pdf(size=300)))
    assert document.metadata.title == "C-Note"
    assert document.metadata.get("/CreationDate") is None
    assert float(document.pages[0].mediabox.width) == 300
    assert "/StructTreeRoot" in document.trailer["/Root"], "tagged"
    metadata = document.trailer["/Root"]["/Metadata"].get_data()
    assert b"<pdfuaid:part>1</pdfuaid:part>" in metadata, "PDF/UA-1"


def test_size_and_theme_are_as_asked_or_refused() -> None:
    picture = draw("c-note/1")
    natural = opened(picture.png())
    small = opened(picture.png(size=100, theme="dark"))
    assert small.width == 100
    assert opened(draw("power-strike:7:41,_").png(size=1)).size == (1, 1)
    assert small.height == round(100 * natural.height / natural.width)
    assert small.getpixel((0, 0)) == colour(DARK["paper"])
    assert natural.getpixel((0, 0)) == colour(LIGHT["paper"])
    for make in (picture.png, picture.pdf):
        with pytest.raises(OptionError, match=r"^draw: size is 0, expected 1 to 8000 pixels$"):
            make(size=0)
        with pytest.raises(OptionError, match=r"^draw: unknown theme 'blue', expected one of "):
            make(theme="blue")
        with pytest.raises(OptionError, match=r"^draw: theme auto is for .svg, "):
            make(theme="auto")


def test_png_size_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.drawing.typst_export.MAX_PIXELS", 400)
    tall = draw("sum-star:" + "/".join(f"0.{i}=_,_,_,_,_,_" for i in range(6)))
    with pytest.raises(OptionError, match=r"^draw: \d{3} pixels high, expected a size for"):
        tall.png(size=400)
    assert 398 <= max(opened(tall.png()).size) <= 400


def test_hostile_text_is_escaped() -> None:
    picture = Picture(HostileToy(7))
    assert picture.png(size=200).startswith(b"\x89PNG")
    document: Any = pypdf.PdfReader(io.BytesIO(picture.pdf()))
    assert "script" in document.metadata.title
    assert len(document.pages) == 1
    assert HOSTILE not in document.metadata.title, "what cannot be printed is replaced"

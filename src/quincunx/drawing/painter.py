"""The SVG elements of a picture.

Each cell is a group with `data-cell`, its id, and `aria-label`, its name and content; groups come
in reading order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from quincunx.drawing import text_size
from quincunx.drawing.svg import clean, joined, px, shape_element, text_element, text_of
from quincunx.families.base.scene import Label, Place, Room

if TYPE_CHECKING:
    from quincunx.drawing.picture import Content, Picture

BOLD = {"given", "title", "on solid"}
"""Roles whose text is bold."""
ENLARGED = 1.4
"""How much larger than its room a label may be, where type would be too small otherwise."""


def painted(picture: Picture) -> Iterator[str]:
    """Return the elements of a picture, from the bottom up."""
    scene = picture.scene
    yield from (_place(picture, place) for place in scene.places)
    yield from (shape_element(shape) for shape in scene.shapes)
    yield from _outlines(picture)
    yield from (_label(label, picture.least) for label in picture.labels)


def _place(picture: Picture, place: Place) -> str:
    """A cell: its outline, its number and its pencil marks."""
    content, candidates = picture.content(place), picture.candidates(place)
    kind = "fixed" if place.given and not place.open else "cell"
    if place.cell in picture.looked_at:
        kind = "look"
    if place.cell in picture.found:
        kind = "found"
    name, room = picture.names.texts.get(place.cell, ""), place.room
    high = min(picture.names.size, room.height)
    if name and (candidates or content):
        room = replace(room, y=room.y + 0.35 * high, height=room.height - 0.7 * high)
    # A number in the upper part, pencil marks in the lower.
    upper = replace(room, y=room.y - 0.26 * room.height, height=0.48 * room.height)
    lower = replace(room, y=room.y + 0.26 * room.height, height=0.48 * room.height)
    marks = list(_marks(picture, place, candidates, lower if content else room))
    parts = [
        f'<polygon class="qx-{kind}" points="{joined(place.outline)}" stroke-width="1.2"/>',
        *([_name(picture, place, name, bool(content or marks))] if name else []),
        *_content(content, upper if marks else room, picture.scene.size),
        *marks,
    ]
    spoken = quoteattr(clean(picture.spoken(place)))
    return f'<g data-cell="{place.id}" aria-label={spoken}>{"".join(parts)}</g>'


def _name(picture: Picture, place: Place, name: str, filled: bool) -> str:
    """The name of a cell: in a corner, or in the middle of a small cell, above what it holds."""
    room, size = place.room, picture.names.size
    top = room.y - room.height / 2 + 0.3 * size
    if picture.names.in_corners:
        return text_element(name, room.x - room.width / 2, top, size, "note", "start")
    return text_element(name, room.x, top if filled else room.y, size, "note")


def _content(content: Content, room: Room, largest: float) -> Iterator[str]:
    """The number in a cell, on one line or on several."""
    if not content:
        return
    whole = "".join(text for text, _ in content)
    bold = any(role == "given" for _, role in content)
    lines, size = text_size.fitted(whole, room, largest, bold)
    alone = len(content) == 1 or len(lines) > 1 or lines[0] != whole
    role = content[0][1] if len(content) == 1 else "answer"
    for at, line in enumerate(lines):
        middle = room.y + text_size.LINE * size * (at - (len(lines) - 1) / 2)
        if alone:
            yield text_element(line, room.x, middle, size, role)
            continue
        spans = "".join(
            f'<tspan class="qx-{r}">{escape(clean(text))}</tspan>' for text, r in content
        )
        yield text_of(spans, room.x, middle, size, "", "middle")


def _marks(picture: Picture, place: Place, candidates: Sequence[int], room: Room) -> Iterator[str]:
    """The pencil marks of a cell in a grid, or their number if they would be too small."""
    if not candidates:
        return
    texts = [picture.scene.text(candidate) for candidate in candidates]
    room = text_size.shrunk(room, place.outline)
    columns, size = text_size.marks_grid(texts, room, 0.5 * picture.scene.size, picture.least)
    struck = candidates if picture.contradicts(place) else picture.struck.get(place.cell, ())
    if not columns:
        left = sum(candidate not in struck for candidate in candidates)
        count = f"{left} left" if left else f"{len(candidates)} fewer"
        lines, size = text_size.fitted(count, room, 0.4 * picture.scene.size, most_lines=1)
        if size >= picture.least:
            yield text_element(lines[0], room.x, room.y, size, "mark")
        return
    rows = -(-len(texts) // columns)
    step = min(room.width / columns, size * (1 + max(map(text_size.em_width, texts))))
    for at, (candidate, text) in enumerate(zip(candidates, texts, strict=True)):
        x = room.x + step * (at % columns - (columns - 1) / 2)
        y = room.y + text_size.LINE * size * (at // columns - (rows - 1) / 2)
        yield text_element(text, x, y, size, "mark")
        if candidate in struck:
            half = 0.5 * text_size.em_width(text) * size + 0.1 * size
            ends = ((x - half, y + 0.3 * size), (x + half, y - 0.3 * size))
            line = f'points="{joined(ends)}" stroke-width="{px(0.09 * size)}"'
            yield f'<polyline class="qx-strike" {line}/>'


def _outlines(picture: Picture) -> Iterator[str]:
    """Outlines around highlighted cells, and a line through those that are wrong."""
    for kind, cells, width in (
        ("look-line", picture.looked_at, "3"),
        ("found-line", picture.found, "4.5"),
        ("wrong-line", picture.wrong, "3"),
    ):
        for place in picture.scene.places:
            covered = kind == "look-line" and place.cell in picture.found
            if place.cell not in cells or covered:
                continue
            around = joined(place.outline)
            yield f'<polygon class="qx-{kind}" points="{around}" stroke-width="{width}"/>'
            if kind == "wrong-line":
                a, _, b, _ = place.room.corners()
                yield f'<polyline class="qx-{kind}" points="{joined((a, b))}" stroke-width="2"/>'


def _label(label: Label, least: float) -> str:
    """A text beside the cells, on several lines if it is long; it grows towards the least size."""
    room = label.room
    high = replace(room, height=max(room.height, least))
    largest = max(label.size, least)
    lines, size = text_size.fitted(label.text, high, largest, label.role in BOLD)
    size = max(size, min(least, ENLARGED * size))
    x = {"start": room.x - room.width / 2, "end": room.x + room.width / 2}.get(label.side, room.x)
    top = room.y - text_size.LINE * size * (len(lines) - 1) / 2
    return "".join(
        text_element(line, x, top + text_size.LINE * size * at, size, label.role, label.side)
        for at, line in enumerate(lines)
    )

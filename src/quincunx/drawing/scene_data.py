"""A board as JSON data, for web pages that draw it."""

from collections.abc import Sequence
from typing import Any

from quincunx.cp.limits import poll
from quincunx.families.base.capabilities import own_candidates, short_name
from quincunx.families.base.puzzle import AnyPuzzle
from quincunx.families.base.scene import Circle, Label, Place, Polygon, Polyline, Room, Scene, Shape

MAX_CHOICES = 60
"""Longer lists of numbers to choose from are left out."""
MAX_DIGITS = 400
"""Maximum length of a number that a player types into a cell, in digits."""
DECIMALS = 4
"""Decimals of coordinates: a ten thousandth of a cell is not visible."""
SHAPE_KINDS = {Polygon: "polygon", Polyline: "line", Circle: "circle", Label: "label"}


def scene_data(shown: AnyPuzzle, scene: Scene) -> dict[str, Any]:
    """A scene as JSON data."""
    left, top, right, bottom = scene.bounds()
    own = own_candidates(shown)
    return {
        "title": scene.title,
        "description": scene.description,
        "bounds": _rounded((left, top, right - left, bottom - top)),
        "size": scene.size,
        "words": {str(number): text for number, text in scene.words.items()},
        "meanings": dict(scene.meanings),
        "shapes": [*map(_shape, scene.shapes), *map(_shape, scene.labels)],
        "places": [_place(place, shown, scene, own.get(place.cell)) for place in scene.places],
    }


def _place(
    place: Place, shown: AnyPuzzle, scene: Scene, own: Sequence[int] | None
) -> dict[str, Any]:
    poll()
    return {
        "id": place.id,
        "name": place.name,
        "short": short_name(shown, place.cell),
        "outline": [_rounded(point) for point in place.outline],
        "room": _room(place.room),
        "given": place.given or None,
        "open": place.open and place.cell in shown.cells,
        "entries": _entries(sorted(place.choices) or own or (), scene) if place.open else None,
    }


def _entries(choices: Sequence[int], scene: Scene) -> dict[str, Any]:
    """What may be written in a place: one of the choices, which ascend, or any number if there are
    none."""
    ends = (choices[0], choices[-1]) if choices else None
    few = bool(choices) and len(choices) <= MAX_CHOICES
    return {
        "kind": "number",
        "least": ends and ends[0],
        "most": ends and ends[1],
        "choices": list(choices) if few else None,
        "zero": scene.words.get(0),
        "longest": max(len(str(end)) for end in ends) if ends else MAX_DIGITS,
    }


def _shape(shape: Shape | Label) -> dict[str, Any]:
    """Its kind and all its fields."""
    data: dict[str, Any] = {"kind": SHAPE_KINDS[type(shape)], **vars(shape)}
    if isinstance(shape, Label):
        data["room"] = _room(shape.room)
    elif isinstance(shape, Circle):
        data["centre"] = _rounded(shape.centre)
    else:
        data["points"] = [_rounded(point) for point in shape.points]
    return data


def _room(room: Room) -> list[float]:
    """Left, top, width and height."""
    corner = (room.x - room.width / 2, room.y - room.height / 2)
    return _rounded((*corner, room.width, room.height))


def _rounded(numbers: tuple[float, ...]) -> list[float]:
    return [round(number, DECIMALS) for number in numbers]

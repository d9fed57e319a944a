"""Where things lie: cells side by side and not over one another, clues beside them."""

from collections import Counter
from itertools import combinations
from math import sqrt

import pytest

from quincunx import parse
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import build_scene
from quincunx.families.base.scene import Circle, Label, Place, Polyline, Room, Scene, box
from quincunx.families.sum_star import SumStar
from tests.drawing import geometry
from tests.drawing.boards import FLOWER, RINGS, every_board, ring, stars

BOARDS = every_board()
every_board_there_is = pytest.mark.parametrize("puzzle", BOARDS.values(), ids=list(BOARDS))


@every_board_there_is
def test_cells_have_room_and_nothing_overlaps(puzzle: AnyPuzzle) -> None:
    scene = build_scene(puzzle)
    outlines = [place.outline for place in scene.places]
    assert all(map(geometry.convex, outlines))
    assert list(geometry.overlapping(outlines)) == []
    assert len({place.id for place in scene.places}) == len(scene.places)
    assert set(puzzle.cells) <= {place.cell for place in scene.places}
    for place in scene.places:
        assert geometry.inside((place.room.x, place.room.y), place.outline)
        # A room may cut the corners of a triangle: a digit is round there.
        corners = place.room.corners()
        assert all(geometry.inside(corner, place.outline, 0.12) for corner in corners)
    solid = [shape.points for shape in scene.shapes if shape.role == "solid"]
    cells = [place.outline for place in scene.places if place.open]
    clues = [label.room.corners() for label in scene.labels if label.role in ("clue", "title")]
    assert list(geometry.overlapping([*solid, *cells, *clues])) == []
    assert list(geometry.overlapping([label.room.corners() for label in scene.labels])) == []


# Rings.


@pytest.mark.parametrize("cells", RINGS)
def test_arrows_lead_clockwise_from_each_cell_to_the_next_and_cross_nothing(cells: int) -> None:
    scene = build_scene(parse(ring(cells)))
    arrows = [shape for shape in scene.shapes if isinstance(shape, Polyline)]
    assert len(arrows) == cells == len(scene.places)
    for at, arrow in list(enumerate(arrows))[:: max(1, cells // 60)]:
        assert arrow.arrow
        assert nearest(scene, arrow.points[0]) == at
        assert nearest(scene, arrow.points[-1]) == (at + 1) % cells
        for place in scene.places:
            assert not any(geometry.inside(point, place.outline) for point in arrow.points)
    middles = [(place.room.x, place.room.y) for place in scene.places]
    turning = sum(a[0] * b[1] - b[0] * a[1] for a, b in geometry.sides(middles))
    assert turning > 0 or cells == 2, "with y down, this is clockwise"
    thin = [(a, b, shifted(b), shifted(a)) for a, b in (arrow.points for arrow in arrows)]
    rooms = [label.room.corners() for label in scene.labels]
    assert list(geometry.overlapping([*thin, *rooms])) == []


def shifted(point: geometry.Point) -> geometry.Point:
    return point[0] + 0.01, point[1] + 0.013


def nearest(scene: Scene, point: geometry.Point) -> int:
    """The cell that a point is nearest to, by its place in reading order."""

    def far(place: Place) -> float:
        left, top = place.outline[0]
        right, bottom = place.outline[2]
        dx = max(left - point[0], 0, point[0] - right)
        dy = max(top - point[1], 0, point[1] - bottom)
        return dx * dx + dy * dy

    return min(range(len(scene.places)), key=lambda at: far(scene.places[at]))


# Dodecagons.

FLOWERS = [parse(stars(count)) for count in range(1, len(FLOWER) + 1)]


@pytest.mark.parametrize("puzzle", [*FLOWERS, parse("sum-star/paper")], ids=str)
def test_dodecagons_have_their_true_shape(puzzle: SumStar) -> None:
    scene = build_scene(puzzle)
    sizes = {3: sqrt(3) / 4, 4: 1.0, 6: 3 * sqrt(3) / 2}
    for place in scene.places:
        for start, end in geometry.sides(place.outline):
            assert geometry.length(start, end) == pytest.approx(1)
        corners = 6 if place.cell[1] == 13 else 4 if place.cell[1] % 2 else 3
        assert len(place.outline) == corners
        assert geometry.area(place.outline) == pytest.approx(sizes[corners])
    for shape in scene.shapes:
        assert len(shape.points) == {"frame": 12, "solid": 3}[shape.role]
        for start, end in geometry.sides(shape.points):
            assert geometry.length(start, end) == pytest.approx(1)


@pytest.mark.parametrize("puzzle", FLOWERS, ids=str)
def test_neighbours_touch_along_a_whole_edge_and_others_do_not(puzzle: SumStar) -> None:
    outlines = {place.cell: place.outline for place in build_scene(puzzle).places}
    places = {star.at: d for d, star in enumerate(puzzle.stars, 1)}
    expected = set()
    for d in places.values():
        expected |= {frozenset({(d, c), (d, c % 12 + 1)}) for c in range(1, 13)}
        expected |= {frozenset({(d, c), (d, 13)}) for c in range(1, 13, 2)}
    # As the rules have it: who faces whom across triangles 4, 6 and 2.
    for (q, r), d in places.items():
        for triangle, there in ((4, (q + 1, r)), (6, (q, r + 1)), (2, (q + 1, r - 1))):
            if there in places:
                expected.add(frozenset({(d, triangle), (places[there], triangle + 6)}))
    touching = {
        frozenset({one, other})
        for one, other in combinations(outlines, 2)
        if geometry.shared_length(outlines[one], outlines[other]) > 0.5
    }
    assert touching == expected


BLACK = {1: 6, 2: 10, 3: 13, 7: 24}
"""Two neighbours share two triangles; three around a point also one between them."""


@pytest.mark.parametrize("puzzle", FLOWERS, ids=str)
def test_black_triangles_appear_once_and_touch_their_squares(puzzle: SumStar) -> None:
    scene = build_scene(puzzle)
    solid = [shape.points for shape in scene.shapes if shape.role == "solid"]
    assert list(geometry.overlapping(solid)) == []
    assert len(solid) == BLACK.get(len(puzzle.stars), len(solid))
    touched = Counter(
        place.cell
        for points in solid
        for place in scene.places
        if geometry.shared_length(points, place.outline) > 0.5
    )
    squares = {place.cell for place in scene.places if place.cell[1] in (1, 3, 5, 7, 9, 11)}
    assert touched == dict.fromkeys(squares, 1)


# Bricks and squares.


# The vocabulary itself.


def test_bounds_are_around_everything() -> None:
    place = Place((1,), "cell 1", box(0, 0, 1, 1), Room(0.5, 0.5, 0.8, 0.8))
    scene = Scene("Toy", "", (place,), (Circle((3, 0), 1, "guide"), Polyline(((0, 0), (0, 5)))))
    assert scene.bounds() == (0, -1, 4, 5)
    assert scene.bounds([Label("7", Room(9, 6, 2, 2))]) == (0, -1, 10, 7)
    assert Scene("Toy", "", ()).bounds() == (0, 0, 0, 0)

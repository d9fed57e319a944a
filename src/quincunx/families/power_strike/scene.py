"""Power Strike drawn: as shapes, and with characters.

Boxes stand clockwise around the multiplier, with arrows from each to the next. The lower row of
an odd number of boxes has one box less than the upper row, and stands between those above; the
others stand on the sides, as many on the way down as on the way up. A scene of a long ring is
folded: it goes to and fro in rows of boxes, and comes back up a column on the left.
"""

from collections.abc import Sequence
from itertools import pairwise

from quincunx.families.base.plain_board import given_place
from quincunx.families.base.scene import Label, Point, Polygon, Polyline, Room, Scene
from quincunx.families.base.sketch import Role, Sketch, abridged
from quincunx.families.power_strike import PowerStrike

NOTATION = "Cell 1 is the one at the top left. The others are counted clockwise, as the arrows go."
ZEROS_NOTE = "No removal may leave a zero in front."

WIDTH, HEIGHT = 2.2, 1.0
"""Size of a box."""
GAP, ROW_GAP = 0.7, 0.6
"""Distance between boxes side by side, with room for an arrow, and between rows."""
CENTRE_WIDTH, CENTRE_HEIGHT = 2.6, 1.2
"""Size of the room for the multiplier."""
MAX_AROUND = 26
"""Longer rings are folded."""
PAD = 0.1
"""Distance between an arrow and a box."""
ASPECT = 1.65
"""Desired ratio of width to height of a ring."""

MAX_WIDTH = 78
"""Maximum width of a sketch, in characters, if its boxes allow it."""
MAX_NUMBER = 24
"""Maximum length of a number in a sketch; longer ones are abridged."""
BOX_LINES = 3


def scene(puzzle: PowerStrike) -> Scene:
    """The ring as shapes and cells."""
    count = len(puzzle.ring)
    corners, centre = (_around if count <= MAX_AROUND else _folded)(count)
    places = tuple(
        given_place(puzzle, (number,), corner, WIDTH, str(given or ""))
        for number, (corner, given) in enumerate(zip(corners, puzzle.ring, strict=True), 1)
    )
    labels = [Label(f"× {puzzle.multiplier}", centre, "title", 0.75 * centre.height)]
    if puzzle.forbids_leading_zeros:
        left, right = min(x for x, _ in corners), max(x for x, _ in corners) + WIDTH
        below = max(y for _, y in corners) + HEIGHT + 0.4
        room = Room((left + right) / 2, below, max(right - left, 6), 0.4)
        labels.append(Label(ZEROS_NOTE, room, "note", 0.34))
    arrows = _two_arrows(corners) if count == 2 else _arrows(corners)
    frames = tuple(Polygon(place.outline, "frame") for place in places)
    text = f"A ring of {count} cells around the multiplier {puzzle.multiplier}."
    shapes: tuple[Polygon | Polyline, ...] = (*frames, *arrows)
    rest = shapes, tuple(labels)
    return Scene(puzzle.title, text, places, *rest, size=0.58, notation=NOTATION)


def _row_counts(count: int) -> list[tuple[int, int, int]]:
    """The ways to arrange boxes around a centre: in the upper row, the lower row, and each side."""
    odd = count % 2
    tops = range(2, (count + odd) // 2 + 1)
    return [(top, top - odd, (count - 2 * top + odd) // 2) for top in tops]


def _clockwise(
    counts: tuple[int, int, int], across: float, down: float, shift: float, right: float
) -> list[Point]:
    """The upper left corners of boxes, clockwise from the top left.

    Args:
        counts: The numbers of boxes in the upper row, the lower row, and on each side.
        across: The distance from box to box in a row.
        down: The distance from row to row.
        shift: Where the lower row begins.
        right: Where the right side stands.
    """
    top, bottom, side = counts
    sides = [row * down for row in range(1, side + 1)]
    return [
        *((i * across, 0) for i in range(top)),
        *((right, y) for y in sides),
        *((shift + i * across, (side + 1) * down) for i in reversed(range(bottom))),
        *((0, y) for y in reversed(sides)),
    ]


def _around(count: int) -> tuple[list[Point], Room]:
    """The corners of boxes clockwise from the top left, and the room in their centre."""
    if count == 2:
        apart = WIDTH + CENTRE_WIDTH
        centre = Room((apart + WIDTH) / 2, HEIGHT / 2, CENTRE_WIDTH * 0.7, 0.65)
        return [(0, 0), (apart, 0)], centre

    def misfit(choice: tuple[list[Point], Room]) -> float:
        width = max(x for x, _ in choice[0]) + WIDTH
        height = max(y for _, y in choice[0]) + HEIGHT
        return abs(width - ASPECT * height)

    return min((_rows(*counts) for counts in _row_counts(count)), key=misfit)


def _rows(top: int, bottom: int, side: int) -> tuple[list[Point], Room]:
    # The multiplier has to fit between the left and the right side.
    inner = (top - 2) * WIDTH
    gap = max(GAP, (CENTRE_WIDTH - inner) / (top - 1))
    across = WIDTH + gap
    down = HEIGHT + (ROW_GAP if side else CENTRE_HEIGHT + 0.3)
    width = top * across - gap
    last = (side + 1) * down
    shift = (top - bottom) * across / 2
    corners = _clockwise((top, bottom, side), across, down, shift, width - WIDTH)
    # In a larger ring the multiplier is larger, too.
    high = max(0.9 * CENTRE_HEIGHT, 0.1 * width)
    middle = (last + HEIGHT) / 2
    beside = WIDTH + 0.1 if side else WIDTH / 2 + 0.4
    if not side and shift:
        # The arrows slant towards it from above.
        beside, high, middle = (WIDTH + shift) / 2 + 0.3, 0.9, middle - 0.3
    room = width - 2 * beside
    return corners, Room(width / 2, middle, min(room, 5 * high), high)


def _folded(count: int) -> tuple[list[Point], Room]:
    """The corners of a ring in rows to and fro, and the room for the multiplier above them."""
    across, down = WIDTH + GAP, HEIGHT + ROW_GAP
    rows = max(4, 2 * round((count * across / down / ASPECT) ** 0.5 / 2))
    columns = -(-count // rows)
    short = rows * columns - count
    corners: list[Point] = []
    for pair in range(rows // 2):
        # Superfluous places are left out on the right, from the bottom up; of an odd number one
        # pair of rows has a single box at its end, halfway between them.
        below = rows // 2 - pair
        end = columns - (below <= -(-short // 2))
        halfway = short % 2 == 1 and below == -(-short // 2)
        first = 1 if pair else 0
        y = 2 * pair * down
        corners += [(x * across, y) for x in range(first, end)]
        if halfway:
            corners.append((end * across, y + down / 2))
        last = 0 if pair == rows // 2 - 1 else 1
        corners += [(x * across, y + down) for x in reversed(range(last, end))]
    corners += [(0.0, row * down) for row in reversed(range(1, rows - 1))]
    width = columns * across - GAP
    high = 0.06 * width
    return corners, Room(width / 2, -0.2 - high / 2, width, high)


def _two_arrows(corners: Sequence[Point]) -> tuple[Polyline, ...]:
    """Arrows there and back, above and below the multiplier."""
    left, right = corners[0][0] + WIDTH + PAD, corners[1][0] - PAD
    there = Polyline(((left, 0.1), (right, 0.1)), arrow=True)
    back = Polyline(((right, HEIGHT - 0.1), (left, HEIGHT - 0.1)), arrow=True)
    return there, back


def _arrows(corners: Sequence[Point]) -> tuple[Polyline, ...]:
    middles = [(x + WIDTH / 2, y + HEIGHT / 2) for x, y in corners]
    ways = pairwise([*middles, middles[0]])
    return tuple(Polyline((_edge(one, two), _edge(two, one)), arrow=True) for one, two in ways)


def _edge(middle: Point, towards: Point) -> Point:
    """The point where the way from the middle of a box to another leaves it, and a bit further."""
    dx, dy = towards[0] - middle[0], towards[1] - middle[1]
    halves = (WIDTH / 2, dx), (HEIGHT / 2, dy)
    inside = min((half / abs(step) for half, step in halves if step), default=0)
    length = (dx * dx + dy * dy) ** 0.5
    part = inside + PAD / length
    return (middle[0] + part * dx, middle[1] + part * dy)


def sketch(puzzle: PowerStrike, solution: Sequence[int] | None = None) -> Sketch:
    """The ring drawn with characters."""
    numbers = solution or puzzle.ring
    texts = ["" if n is None else abridged(str(n), MAX_NUMBER) for n in numbers]
    centre = abridged(f"× {puzzle.multiplier}", MAX_NUMBER)
    box = max(3, *map(len, texts)) + 4
    (top, bottom, side), gap = _sketch_counts(len(texts), box, len(centre))
    width, height = _sketch_size(top, side, box, gap)
    # Lines from one row of boxes to the next.
    down = BOX_LINES + _gap_lines(side)
    across = box + gap
    shift = (top - bottom) * across // 2
    corners = _clockwise((top, bottom, side), across, down, shift, width - box)
    drawing = Sketch()
    for at, (x, y) in enumerate(corners):
        line, column = int(y), int(x)
        next_column, next_line = map(int, corners[(at + 1) % len(corners)])
        if line == next_line:
            shaft = "─" * (gap - 3)
            arrow = f" {shaft}→ " if column < next_column else f" ←{shaft} "
            drawing.put(line + 1, min(column, next_column) + box, arrow, "frame")
        else:
            goes_down = line < next_line
            # An even width has two middles; the two sides take one each, so that the ring is even.
            middle = (column + next_column + box - goes_down) // 2
            if top == 1:
                middle = width - 1 if goes_down else 0
            straight = column == next_column
            arrow = ("↑↓" if straight else "↖↙")[goes_down]
            arrow_line = min(line, next_line) + BOX_LINES + _gap_lines(side) // 2
            drawing.put(arrow_line, middle, arrow, "frame")
        drawing.put(line, column, f"┌{'─' * (box - 2)}┐", "frame")
        drawing.put(line + 1, column, f"│{' ' * (box - 2)}│", "frame")
        drawing.put(line + 2, column, f"└{'─' * (box - 2)}┘", "frame")
        text = texts[at].center(box - 2).rstrip()
        role: Role = "answer" if puzzle.ring[at] is None else "given"
        start = column + 1 + len(text) - len(text.lstrip())
        drawing.put(line + 1, start, text.lstrip(), role)
    drawing.put_centred(height // 2, width // 2, centre, "clue")
    if puzzle.forbids_leading_zeros:
        drawing.put(height, 0, ZEROS_NOTE, "note")
    return drawing


def _gap_lines(side: int) -> int:
    """Lines between two rows of boxes; two rows alone need room for the multiplier."""
    return 1 if side else 3


def _sketch_size(top: int, side: int, box: int, gap: int) -> tuple[int, int]:
    """The width and the height of a sketch."""
    lines = _gap_lines(side)
    return top * (box + gap) - gap, (side + 2) * (BOX_LINES + lines) - lines


def _sketch_counts(count: int, box: int, centre: int) -> tuple[tuple[int, int, int], int]:
    """The numbers of boxes in the rows and on each side, and the gap between boxes, that come
    nearest to a circle, a little wide, in characters twice as high."""
    if count == 2:
        return (1, 1, 0), 3
    # The multiplier has to fit between the left and the right side.
    choices = [
        (counts, max(3, -(-(centre + 4 - (counts[0] - 2) * box) // (counts[0] - 1))))
        for counts in _row_counts(count)
    ]
    sizes = [_sketch_size(top, side, box, gap) for (top, _, side), gap in choices]
    fitting = [at for at, (width, _) in enumerate(sizes) if width <= MAX_WIDTH] or [0]
    return choices[min(fitting, key=lambda at: abs(2 * sizes[at][0] - 5 * sizes[at][1]))]

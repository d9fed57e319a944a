"""Geometry that shares nothing with the program: what overlaps, touches or lies inside."""

from collections.abc import Iterator, Sequence
from math import hypot
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Polygon: TypeAlias = Sequence[Point]

NEAR = 1e-6


def sides(polygon: Polygon) -> list[tuple[Point, Point]]:
    """The edges of a polygon."""
    return list(zip(polygon, [*polygon[1:], polygon[0]], strict=True))


def length(start: Point, end: Point) -> float:
    return hypot(end[0] - start[0], end[1] - start[1])


def area(polygon: Polygon) -> float:
    """The area of a polygon, in either orientation."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in sides(polygon))) / 2


def convex(polygon: Polygon) -> bool:
    """Whether one always turns the same way, going around."""
    corners = zip(polygon, [*polygon[1:], *polygon[:1]], [*polygon[2:], *polygon[:2]], strict=True)
    turns = [(b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) for a, b, c in corners]
    return all(turn > NEAR for turn in turns) or all(turn < -NEAR for turn in turns)


def overlap(one: Polygon, other: Polygon) -> bool:
    """Whether two convex polygons share more than their edges: no line keeps them apart."""
    for a, b in (*sides(one), *sides(other)):
        across = (a[1] - b[1], b[0] - a[0])
        far = [[x * across[0] + y * across[1] for x, y in polygon] for polygon in (one, other)]
        if max(far[0]) <= min(far[1]) + NEAR or max(far[1]) <= min(far[0]) + NEAR:
            return False
    return True


def inside(point: Point, polygon: Polygon, slack: float = NEAR) -> bool:
    """Whether a point lies in a convex polygon, or at most `slack` outside."""
    ways = [
        ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])) / length(a, b)
        for a, b in sides(polygon)
    ]
    return all(way >= -slack for way in ways) or all(way <= slack for way in ways)


def shared_length(one: Polygon, other: Polygon) -> float:
    """How long the stretch is along which two polygons touch."""
    return sum(_common(*edge, *facing) for edge in sides(one) for facing in sides(other))


def _common(a: Point, b: Point, c: Point, d: Point) -> float:
    """How long the stretch is that two edges have in common."""
    long = length(a, b)
    along = ((b[0] - a[0]) / long, (b[1] - a[1]) / long)
    if any(abs((p[0] - a[0]) * along[1] - (p[1] - a[1]) * along[0]) > NEAR for p in (c, d)):
        return 0.0
    first, second = sorted((p[0] - a[0]) * along[0] + (p[1] - a[1]) * along[1] for p in (c, d))
    return max(0.0, min(long, second) - max(0.0, first))


def overlapping(polygons: Sequence[Polygon]) -> Iterator[tuple[int, int]]:
    """The pairs of polygons that overlap, by their places in the list."""
    boxes = [
        (
            min(x for x, _ in polygon),
            min(y for _, y in polygon),
            max(x for x, _ in polygon),
            max(y for _, y in polygon),
        )
        for polygon in polygons
    ]
    for i, (left, top, right, bottom) in enumerate(boxes):
        for j in range(i + 1, len(boxes)):
            x, y, wide, high = boxes[j]
            apart = x >= right - NEAR or wide <= left + NEAR
            apart = apart or y >= bottom - NEAR or high <= top + NEAR
            if not apart and overlap(polygons[i], polygons[j]):
                yield i, j

"""The rules of one Sum Star: what a dodecagon holds, where X may stand, what triangles sum to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quincunx.cp.words.phrases import listed
from quincunx.families import RuleEntry
from quincunx.families.base.rule_book import given_rule
from quincunx.families.sum_star.dodecagons import (
    CELLS,
    BlackTriangle,
    Star,
    black_triangles,
    cell_name,
    letters,
    shared_edges,
)
from quincunx.families.sum_star.forms import CONTENTS


def star_briefing(stars: Sequence[Star]) -> str:
    """What a newcomer has to know: how cells are numbered, which of them touch, and the cells
    around each black triangle."""
    places = [star.at for star in stars]
    facing = [f"{a} with {b}" for a, b in _facing(places)]
    last = letters(len(stars))
    called = (
        "The dodecagon is called A" if last == "A" else f"The dodecagons are called A to {last}"
    )
    return "\n".join(
        (
            "Each dodecagon has a ring of 12 cells, numbered 1 to 12 clockwise from the one at the "
            "top, and a hexagon in the middle, cell 13. Odd cells of the ring are squares, even "
            "ones triangles. Neighbours in the ring share an edge (12 and 1, too), and so do the "
            "hexagon and each square, and two triangles that face each other: "
            f"{listed(facing, 'and', len(facing)) or 'there are none here'}. "
            f"{called} in the order of the data, and A4 is cell 4 of A. In data, "
            '"at" counts steps to the right and to the lower right.',
            "Outside each square stands a black triangle. These are the cells around each:",
            *(_around(black, stars) for black in black_triangles(places)),
            "In the drawing · is a cell to be filled. In the answer X is written as 0.",
        )
    )


def _around(black: BlackTriangle, stars: Sequence[Star]) -> str:
    """The cells around a black triangle, and what they sum to."""
    number = _number_of(black, stars)
    sums = "no number is given, only no digit repeats" if number is None else f"sum {number}"
    return f"- {' '.join(map(cell_name, black.cells))}: {sums}"


def _number_of(black: BlackTriangle, stars: Sequence[Star]) -> int | None:
    d, square = black.squares[0]
    return stars[d - 1].sums[square // 2]


def _facing(places: Sequence[tuple[int, int]]) -> Iterator[tuple[str, str]]:
    """The pairs of facing triangles, by name."""
    for one, other in shared_edges(places):
        if one[0] != other[0]:
            yield cell_name(one), cell_name(other)


def star_rules(stars: Sequence[Star]) -> tuple[RuleEntry, ...]:
    """Contents and X of each dodecagon, then what lies between them, then the givens.

    >>> two = star_rules([Star((0, 0), (6,) * 6), Star((1, 0), (6,) * 6)])
    >>> [rule.id for rule in two][:8]
    ['contents A', 'contents B', 'X of A', 'X of B', 'edge A4 B10', \
'triangle A1', 'triangle A3 B11', 'triangle A5 B9']
    """
    places = [star.at for star in stars]
    return (
        *_dodecagon_rules(len(stars)),
        *_edge_rules(places),
        *(_triangle_rule(black, stars) for black in black_triangles(places)),
        *_given_rules(stars),
    )


def _dodecagon_rules(count: int) -> Iterator[RuleEntry]:
    for kind, does in (
        ("contents", "Dodecagon {} holds every digit from 1 to 9 once and X four times."),
        ("X of", "No two X of dodecagon {} share an edge."),
    ):
        for d in range(1, count + 1):
            name = letters(d)
            cells = tuple((d, c) for c in CELLS)
            yield RuleEntry(f"{kind} {name}", does.format(name), cells)


def _edge_rules(places: Sequence[tuple[int, int]]) -> Iterator[RuleEntry]:
    """Those of facing triangles; all other edges lie within a dodecagon."""
    for edge in shared_edges(places):
        if edge[0][0] != edge[1][0]:
            one, other = map(cell_name, edge)
            yield RuleEntry(f"edge {one} {other}", f"{one} and {other} are not both X.", edge)


def _triangle_rule(black: BlackTriangle, stars: Sequence[Star]) -> RuleEntry:
    number = _number_of(black, stars)
    names = " ".join(map(cell_name, black.squares))
    sums = "" if number is None else f"sum to {number}, and "
    among = "no digit repeats among them." if sums else "hold no digit twice."
    sentence = f"The cells around the triangle at {names} {sums}{among}"
    return RuleEntry(f"triangle {names}", sentence, black.cells)


def _given_rules(stars: Sequence[Star]) -> Iterator[RuleEntry]:
    for d, star in enumerate(stars, 1):
        for c, given in zip(CELLS, star.cells, strict=True):
            if given is not None:
                yield given_rule((d, c), cell_name((d, c)), CONTENTS.text(given))

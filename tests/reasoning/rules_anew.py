"""What the five puzzles ask, read from their identifiers by code that shares nothing with the
program: the cells, what each could hold, and the conditions behind each rule's id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from tests.reasoning.narrowing import (
    Candidates,
    Cell,
    Condition,
    all_different,
    among,
    distinct_sum,
    each_digit_once,
    made_of_two,
    never_both_x,
    not_both_x,
    one_line_used,
    step,
    use_is_known,
    weighted_sum,
)


class UnknownFamilyError(Exception):
    """A puzzle of a family whose rules are not written here."""


@dataclass
class Puzzle:
    """The cells of a puzzle with what each could hold, for what is printed in it alone; and its
    rules by id: the cells of each, and its conditions."""

    cells: dict[Cell, Candidates]
    scopes: dict[str, tuple[Cell, ...]] = field(default_factory=dict)
    conditions: dict[str, list[Condition]] = field(default_factory=dict)

    def rule(self, name: str, cells: Sequence[Cell], *conditions: Condition) -> None:
        assert name not in self.scopes
        self.scopes[name] = tuple(cells)
        self.conditions[name] = list(conditions)

    def given(self, where: str, cell: Cell, value: int) -> None:
        self.cells[cell] = frozenset((value,))
        self.rule(f"given {where}", [cell], Condition((cell,), among([value])))


def read(identifier: str) -> Puzzle:
    """The puzzle that an identifier describes."""
    family, _, body = identifier.partition(":")
    if family not in READERS:
        raise UnknownFamilyError(f"{family}: the rules of this family are not known here")
    return READERS[family](body)


def _read_sums(body: str) -> Puzzle:
    target_text, _, grid_text = body.partition(":")
    target, grid = int(target_text), [[*map(int, row)] for row in grid_text.split("/")]
    size = len(grid)
    lines = range(1, size + 1)
    numbers = {
        digit: frozenset(n for n in range(1, target - size + 2) if str(digit) in str(n))
        # Where there is none, the smallest number with the digit is too much for any line.
        or frozenset([digit or 10])
        for digit in {digit for row in grid for digit in row}
    }
    puzzle = Puzzle({(r, c): numbers[grid[r - 1][c - 1]] for r in lines for c in lines})
    for line in lines:
        for kind, cells in (
            ("row", tuple((line, at) for at in lines)),
            ("column", tuple((at, line) for at in lines)),
        ):
            condition = Condition(cells, weighted_sum([1] * size, target))
            puzzle.rule(f"{kind} {line}", cells, condition)
    for r, c in list(puzzle.cells):
        digit = among(numbers[grid[r - 1][c - 1]])
        puzzle.rule(f"digit r{r}c{c}", [(r, c)], Condition(((r, c),), digit))
    return puzzle


def _read_ring(body: str) -> Puzzle:
    multiplier, _, ring = body.partition(":")
    printed = ring.split(",")
    puzzle = Puzzle({(i,): None for i in range(1, len(printed) + 1)})
    narrow = step(int(multiplier.removesuffix("z")), not multiplier.endswith("z"))
    for i, text in enumerate(printed, 1):
        after = 1 if i == len(printed) else i + 1
        cells = ((i,), (after,))
        puzzle.rule(f"step {i}-{after}", cells, Condition(cells, narrow))
        if text != "_":
            puzzle.given(str(i), (i,), int(text))
    return puzzle


def _read_pyramid(body: str) -> Puzzle:
    rows = body.split("/")
    digits = frozenset(range(1, 10))
    puzzle = Puzzle({(r, c): digits for r in range(1, len(rows) + 1) for c in range(1, r + 1)})
    for r, row in enumerate(rows, 1):
        cells = tuple((r, c) for c in range(1, r + 1))
        if r > 1:
            puzzle.rule(f"row {r}", cells, Condition(cells, all_different))
        for cell, mark in zip(cells, row, strict=True):
            if r < len(rows):
                triple = (cell, (r + 1, cell[1]), (r + 1, cell[1] + 1))
                puzzle.rule(f"r{r}c{cell[1]}", triple, Condition(triple, made_of_two))
            if mark != "_":
                puzzle.given(f"r{r}c{cell[1]}", cell, int(mark))
    return puzzle


def _read_board(body: str) -> Puzzle:
    count, _, text = body.partition(":")
    rows = text.split("/")
    marks = {(r, c): m for r, row in enumerate(rows, 1) for c, m in enumerate(row, 1)}
    fulcrums = [cell for cell, mark in marks.items() if mark == "#"]
    held = [[cell[at] for cell in fulcrums] for at in (0, 1)]
    digits = frozenset(range(int(count) + 1))
    puzzle = Puzzle(
        {
            (r, c): digits
            for (r, c), mark in marks.items()
            if mark != "#" and held[0].count(r) == held[1].count(c) == 1
        }
    )
    for fulcrum in fulcrums:
        lines = [tuple(cell for cell in puzzle.cells if cell[at] == fulcrum[at]) for at in (0, 1)]
        for at, kind in enumerate(("row", "column")):
            if held[at].count(fulcrum[at]) == 1:
                arms = [cell[1 - at] - fulcrum[1 - at] for cell in lines[at]]
                balance = Condition(lines[at], weighted_sum(arms, 0))
                puzzle.rule(f"{kind} {fulcrum[at]}", lines[at], balance)
        # No cell of the board lies in a line with several fulcrums, so none can be used.
        both, first = lines[0] + lines[1], len(lines[0])
        use = Condition(both, partial(one_line_used, first), partial(use_is_known, first))
        puzzle.rule("fulcrum r{}c{}".format(*fulcrum), both, use)
    everywhere = tuple(puzzle.cells)
    once = Condition(everywhere, each_digit_once(int(count), None))
    puzzle.rule("digits", everywhere, once)
    for (r, c), mark in marks.items():
        if mark not in ".#":
            puzzle.given(f"r{r}c{c}", (r, c), int(mark, 36))
    return puzzle


ACROSS = {2: (1, -1), 4: (1, 0), 6: (0, 1), 8: (-1, 1), 10: (-1, 0), 12: (0, -1)}


def _read_stars(body: str) -> Puzzle:
    stars = [star.partition("=") for star in body.split("/")]
    places = [tuple(map(int, at.split("."))) for at, _, _ in stars]
    contents = frozenset(range(10))
    puzzle = Puzzle({(d, c): contents for d in range(1, len(stars) + 1) for c in range(1, 14)})
    sums: dict[Cell, str] = {}
    for d, (_, _, text) in enumerate(stars, 1):
        numbers, _, givens = text.partition("@")
        sums.update({(d, 2 * i + 1): number for i, number in enumerate(numbers.split(","))})
        cells = tuple((d, c) for c in range(1, 14))
        holds = Condition(cells, each_digit_once(9, 4))
        puzzle.rule(f"contents {_letters(d)}", cells, holds)
        edges = [((d, c), (d, c % 12 + 1)) for c in range(1, 13)]
        edges += [((d, c), (d, 13)) for c in range(1, 13, 2)]
        puzzle.rule(f"X of {_letters(d)}", cells, *map(_edge, edges))
        for cell, mark in zip(cells, givens, strict=False):
            if mark != "_":
                puzzle.given(_name(cell), cell, "X123456789".index(mark))
    facing = [*_facing(places)]
    for edge in facing:
        puzzle.rule(f"edge {_name(edge[0])} {_name(edge[1])}", edge, _edge(edge))
    for squares in _black_triangles([*sums], facing):
        cells = tuple((d, _on_ring(c + by)) for d, c in squares for by in (-1, 0, 1))
        number = sums[squares[0]]
        narrow = distinct_sum(None if number == "_" else int(number))
        puzzle.rule(f"triangle {' '.join(map(_name, squares))}", cells, Condition(cells, narrow))
    return puzzle


def _edge(edge: tuple[Cell, Cell]) -> Condition:
    return Condition(edge, not_both_x, never_both_x)


def _facing(places: Sequence[tuple[int, ...]]) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of triangles that face each other, the one of the earlier dodecagon first."""
    for d, (q, r) in enumerate(places, 1):
        for e, there in enumerate(places[d:], d + 1):
            for triangle, (dq, dr) in ACROSS.items():
                if there == (q + dq, r + dr):
                    yield (d, triangle), (e, _on_ring(triangle + 6))


def _black_triangles(
    squares: Sequence[Cell], facing: Sequence[tuple[Cell, Cell]]
) -> list[list[Cell]]:
    """The squares around each black triangle. Where two dodecagons touch, the square before a
    triangle and the one after that which faces it stand at the same one."""
    same: Mapping[Cell, set[Cell]] = {square: {square} for square in squares}
    for (d, one), (e, other) in facing:
        for by in (-1, 1):
            joined = same[d, _on_ring(one + by)] | same[e, _on_ring(other - by)]
            same = {**same, **dict.fromkeys(joined, joined)}
    return sorted({tuple(sorted(group)): sorted(group) for group in same.values()}.values())


def _on_ring(number: int) -> int:
    return (number - 1) % 12 + 1


def _letters(d: int) -> str:
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return alphabet[d - 1] if d <= 26 else _letters((d - 1) // 26) + alphabet[(d - 1) % 26]


def _name(cell: Cell) -> str:
    return f"{_letters(cell[0])}{cell[1]}"


READERS = {
    "c-note": _read_sums,
    "power-strike": _read_ring,
    "aztec-math": _read_pyramid,
    "multi-balance": _read_board,
    "sum-star": _read_stars,
}

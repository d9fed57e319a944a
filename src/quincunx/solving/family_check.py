"""Checks that hold for every family: what it declares can be used, and its example is right."""

import json
from collections.abc import Callable, Iterator, Sequence

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.engines import start
from quincunx.cp.limits import Limits
from quincunx.cp.options import SearchOptions
from quincunx.families import AnyPuzzle, from_document, parse
from quincunx.families.base.capabilities import (
    build_scene,
    find_maker,
    own_candidates,
    phrases_of,
    resolve,
    rule_book_of,
    short_name,
    sketch_of,
)
from quincunx.families.base.documents import (
    givens_of,
    numbers_of,
    read_solution,
    read_state,
    to_document,
)
from quincunx.families.base.layout import Grid, Line
from quincunx.families.registry import described


def problems_of(family: type[AnyPuzzle]) -> list[str]:
    """The faults of a family, one line each; nothing if its example passes every check.

    Errors that the family's own code raises are problems, too.
    """
    checks: tuple[Callable[[type[AnyPuzzle]], Iterator[str]], ...]
    checks = (_declarations, _forms, _answer, _names, _drawing)
    found: list[str] = []
    for check in checks:
        try:
            found += check(family)
        except Exception as error:
            found.append(f"{check.__name__[1:]}: {described(error)}")
    boards = [field.name for field in family.fields if isinstance(field.shape, Grid | Line)]
    if found and len(boards) > 1:
        found.append(f"the board is {boards[0]}, the first of {', '.join(boards)} with cells")
    return found


def admits(puzzle: AnyPuzzle, numbers: Sequence[int]) -> bool:
    """Whether the model of a puzzle has a solution with these numbers in its cells."""
    model = puzzle.model()
    for variable, number in zip(model.decisions, numbers, strict=True):
        model.add(Linear((variable,), (1,), "==", number))
    return bool(list(start(model, SearchOptions(limits=Limits(solutions=1)))))


def _declarations(family: type[AnyPuzzle]) -> Iterator[str]:
    if family.family != family.family.lower() or ":" in family.family or "/" in family.family:
        yield f"family is {family.family!r}, expected a name in small letters without : and /"
    if not family.rules.endswith("."):
        yield "rules: the last sentence has no full stop"
    able = family.capabilities
    for one in (*vars(able).values(), *(vars(able.paper).values() if able.paper else ())):
        if isinstance(one, str) and ":" in one and " " not in one and not callable(resolve(one)):
            yield f"capabilities: {one} is not callable"
    maker = find_maker(family)
    if maker is not None and maker.parameters.family != family.family:
        yield f"the maker's parameters are of {maker.parameters.family!r}"


def _forms(family: type[AnyPuzzle]) -> Iterator[str]:
    puzzle = parse(family.example.identifier)
    if not isinstance(puzzle, family):
        yield f"example: {puzzle.identifier} is a puzzle of {puzzle.family}"
    if puzzle.identifier != family.example.identifier:
        yield f"example: its identifier is read back as {puzzle.identifier}"
    if from_document(json.loads(json.dumps(to_document(puzzle)))) != puzzle:
        yield "example: its document gives another puzzle back"


def _answer(family: type[AnyPuzzle]) -> Iterator[str]:
    puzzle = parse(family.example.identifier)
    answer = read_solution(puzzle, family.example.solution)
    numbers = numbers_of(puzzle, answer)
    yield from (f"example: {broken.sentence}" for broken in puzzle.violations(answer))
    if puzzle.solution(numbers) != answer:
        yield "example: `solution` does not give the answer back from the numbers in its cells"
    elif not admits(puzzle, numbers):
        yield "example: the model does not admit the answer"
    partly = [
        n if at % 2 and phrases_of(puzzle).writes(n) else None for at, n in enumerate(numbers)
    ]
    written = {cell: n for cell, n in zip(puzzle.cells, partly, strict=True) if n is not None}
    if read_state(puzzle, puzzle.solution(partly)).numbers != written:
        yield "example: half of its answer is not read back as a state"


def _names(family: type[AnyPuzzle]) -> Iterator[str]:
    puzzle = parse(family.example.identifier)
    for names in (
        [short_name(puzzle, cell) for cell in puzzle.cells],
        [puzzle.layout.name(cell) for cell in puzzle.cells],
        [rule.id for rule in rule_book_of(puzzle)],
    ):
        twice = {name for name in names if names.count(name) > 1}
        yield from (f"{name!r} is the name of two" for name in twice)
    if tuple(own_candidates(puzzle)) != puzzle.cells:
        yield "`own_candidates` does not have every cell once, in the order of `cells`"


def _drawing(family: type[AnyPuzzle]) -> Iterator[str]:
    puzzle = parse(family.example.identifier)
    answer = read_solution(puzzle, family.example.solution)
    places = build_scene(puzzle).by_cell
    for cell in puzzle.cells:
        given = givens_of(puzzle).get(cell)
        if cell not in places:
            yield f"the scene does not have {puzzle.layout.name(cell)}"
        elif places[cell].open != (given is None):
            yield f"the scene: {puzzle.layout.name(cell)} should be open unless a number is given"
    if str(sketch_of(puzzle)) == str(sketch_of(puzzle, answer)):
        yield "the sketch is the same with and without the answer"

"""Puzzles as questions in plain English, and their answers and explanations as text.

A question holds the rules, the puzzle drawn and as data, how to answer, and an example. It follows
from what a family declares: its rules, the fields of its documents, the cells of its answers, its
example, and its briefing, which adds what a reader needs who has never seen such a puzzle.
"""

import json
from functools import cache
from typing import Any

from quincunx._support.arguments import checked
from quincunx.cp.words.phrases import listed
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import briefing_of, find_maker, sketch_of
from quincunx.families.base.documents import (
    from_body,
    givens_of,
    numbers_of,
    read_solution,
    to_document,
)
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.reasoning import Explanation

ANSWER = "Answer:"
"""The word before an answer, in the example and in explanations; the scorer reads it."""


def question(puzzle: PuzzleLike) -> str:
    """Return a puzzle in plain English: its rules, itself, and how to answer.

    >>> print(question("aztec-math:9/5_"))
    Solve this puzzle. It is called Aztec Math.
    <BLANKLINE>
    The rules:
    Fill the pyramid with digits from 1 to 9. The digits in a row are all different. \
Every digit above the bottom row is the sum, the difference, the product or the exact quotient \
of the two right below it, taken either way round.
    Rows are counted from the top and cells from the left. Right below cell j of row i lie the \
cells j and j + 1 of row i + 1.
    What is given stays as it is.
    <BLANKLINE>
    The puzzle, drawn:
      ┌───┐
      │ 9 │
    ┌─┴─┬─┴─┐
    │ 5 │   │
    └───┴───┘
    <BLANKLINE>
    The same puzzle as data:
    {"family":"aztec-math","rows":[[9],[5,null]]}
    - rows: the rows from the top, the i-th a list of i digits 1 to 9 or nulls
    <BLANKLINE>
    How to answer:
    Write the whole solution, with what is given, as JSON: a list of 2 lists of numbers, from row \
1 to row 2, of 1 and 2 numbers. Every answer that keeps all rules is right. End your reply with \
one line that holds the word 'Answer:' and the answer, as in this example.
    The puzzle {"family":"aztec-math","rows":[[8],[null,null],[null,9,null],[8,null,null,2]]} has \
this answer:
    Answer: [[8],[5,3],[4,9,3],[8,4,5,2]]
    """
    puzzle = parse(puzzle)
    return "\n".join([statement(puzzle), "", "How to answer:", *_how_to_answer(puzzle)])


def statement(puzzle: AnyPuzzle) -> str:
    """Return the rules and the puzzle, drawn and as data, without how to answer."""
    document = to_document(puzzle)
    parts = [f"- {one.name}: {one.meaning}" for one in puzzle.fields if one.name in document]
    given = "What is given stays as it is." if givens_of(puzzle) else ""
    return "\n\n".join(
        "\n".join(filter(None, lines))
        for lines in (
            [f"Solve this puzzle. It is called {puzzle.title}."],
            ["The rules:", puzzle.rules, briefing_of(puzzle), given],
            ["The puzzle, drawn:", str(sketch_of(puzzle))],
            ["The same puzzle as data:", compact_json(document), *parts],
        )
    )


def answer_text(puzzle: PuzzleLike, solution: object) -> str:
    """Return a solution as one line of JSON without spaces.

    >>> answer_text("aztec-math:9/5_", [[9], [5, 4]])
    '[[9],[5,4]]'
    """
    puzzle = parse(puzzle)
    answer, names = read_solution(puzzle, solution), puzzle.layout.mark.names
    if names:
        answer = puzzle.layout.arranged([names[n] for n in numbers_of(puzzle, answer)])
    return compact_json(answer)


@checked
def chain_of_thought(explanation: Explanation) -> str:
    """Return the sentences of an explanation as numbered lines, and the answer if it is reached.

    >>> from quincunx.reasoning import explain
    >>> print(chain_of_thought(explain("aztec-math:9/5_")))
    1. r2c2 is 4 (9 = 5 + 4).
    That is the solution, and there is no other.
    Answer: [[9],[5,4]]
    """
    if not explanation.solved:
        return str(explanation)
    return f"{explanation}\n{ANSWER} {answer_text(explanation.puzzle, explanation.solution)}"


def _how_to_answer(puzzle: AnyPuzzle) -> list[str]:
    whole = "the whole solution, with what is given," if givens_of(puzzle) else "the solution"
    form = f"Write {whole} as JSON: {_form(puzzle)}."
    if names := puzzle.layout.mark.names:
        form += f" Each of them is one of {', '.join(map(compact_json, names.values()))}."
    any_answer = "Every answer that keeps all rules is right."
    end = f"End your reply with one line that holds the word {ANSWER!r} and the answer"
    if _is_example(puzzle):
        return [f"{form} {any_answer} {end}."]
    example, _ = _example_of(type(puzzle))
    return [
        f"{form} {any_answer} {end}, as in this example.",
        f"The puzzle {compact_json(to_document(example))} has this answer:",
        f"{ANSWER} {answer_text(example, puzzle.example.solution)}",
    ]


def _form(puzzle: AnyPuzzle) -> str:
    """Return the form of an answer in words.

    >>> _form(parse("power-strike:2:6,_,_"))
    'a list of 3 numbers, from cell 1 to cell 3'
    """
    layout = puzzle.layout
    first, last = layout.rows[0], layout.rows[-1]
    if layout.flat:
        ends = f"from {layout.name(first[0])} to {layout.name(last[-1])}"
        return f"a list of {len(first)} {'texts' if layout.mark.names else 'numbers'}, {ends}"
    texts = isinstance(puzzle.example.solution[0], str)
    marks = "characters" if texts else "texts" if layout.mark.names else "numbers"
    rows = "texts" if texts else f"lists of {marks}"
    ends = f"from {layout.row_name(1)} to {layout.row_name(len(layout.rows))}"
    widths = [len(row) for row in layout.rows]
    if len(set(widths)) > 1:
        long = listed(map(str, widths), "and", len(widths))
        return f"a list of {len(widths)} {rows}, {ends}, of {long} {marks}"
    inside = f"from {layout.name(first[0])} to {layout.name(first[-1])}"
    if len(widths) == 1:
        one = "text" if texts else "list"
        return f"a list with one {one} in it, of {widths[0]} {marks}, {inside}"
    each = f"each of {widths[0]} {marks}, {inside} in the first"
    return f"a list of {len(widths)} {rows}, {ends}, {each}"


@cache
def _example_of(family: type[AnyPuzzle]) -> tuple[AnyPuzzle, str | None]:
    """Return the puzzle of a family's own example, and its canonical form if there is a maker."""
    example = from_body(family, family.example.identifier.partition(":")[2])
    maker = find_maker(family)
    return example, None if maker is None else maker.canonical(example)


def _is_example(puzzle: AnyPuzzle) -> bool:
    """Return whether a puzzle is the example up to symmetry, whose answer would give it away."""
    example, canonical = _example_of(type(puzzle))
    maker = find_maker(puzzle)
    if maker is None or puzzle.layout.rows != example.layout.rows:
        return puzzle == example
    return maker.canonical(puzzle) == canonical


def compact_json(data: Any) -> str:
    """Return data as JSON on one line without spaces."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

"""`quincunx explain`, `hint`, `grade` and `techniques`: how people solve puzzles."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from quincunx import reasoning
from quincunx._support.text import amount
from quincunx.cli.output import (
    Piece,
    Response,
    StyledLine,
    room,
    side_by_side,
    table,
    wrapped,
    write,
    write_error,
    write_lines,
    write_prose,
)
from quincunx.cli.progress import run_to_end
from quincunx.cli.status import Status
from quincunx.cp.words.phrases import capitalised
from quincunx.drawing.picture import notation_of
from quincunx.errors import OptionError, PuzzleError
from quincunx.families import AnyPuzzle, family_named
from quincunx.families.base.capabilities import short_name, sketch_of
from quincunx.families.base.puzzle_input import find_puzzle, find_state
from quincunx.reasoning import Explanation, ExplanationStep, Grade, Hint
from quincunx.reasoning.glossary import glossary
from quincunx.reasoning.steps import CaseRow, case_lines

Level: TypeAlias = Annotated[
    int, typer.Option(min=1, max=3, help="How much to say: 1 where to look, 2 why, 3 what follows.")
]
_HINT_STATUS = {"step": Status.FOUND, "solved": Status.FOUND, "unknown": Status.STOPPED}
_HINT_STYLES = {"wrong": "bad", "none": "bad", "multiple": "bad", "solved": "good"}


def explain(
    puzzle: str, /, full: bool = False, output: Path | None = None, time_limit: float | None = None
) -> Response:
    """Explain how a puzzle is solved, step by step.

    Exit status: 0 the steps lead to the one solution, 1 there is none or more than one, 2 the
    input is wrong, 3 a limit stopped it.

    Options:
        full: Show for each step its rules and all candidates it uses.
        output: Show each step with a picture, in a file that ends in .html, .pdf or .svg.
    """
    if output is not None:
        from quincunx.drawing.drawable import require_suffix
        from quincunx.drawing.steps import STEP_FORMATS

        if full:
            raise OptionError("explain: both --full and -o, expected at most one")
        require_suffix(output, STEP_FORMATS)
    found = find_puzzle(puzzle)
    explanation = run_to_end(partial(reasoning.explain, found, time_limit=time_limit))
    if output is not None and explanation.verdict != "unknown":
        explanation.save(output)
    words = partial(_write_explanation, explanation, full, output is not None)
    status = {"unique": Status.FOUND, "unknown": Status.STOPPED}
    return Response(explanation.as_dict(), words, status.get(explanation.verdict, Status.NONE))


def _write_explanation(explanation: Explanation, full: bool, saved: bool) -> None:
    if saved:
        if not explanation.solved:
            write_error(f"explain: {explanation.ending}")
        return
    puzzle = explanation.puzzle
    write(side_by_side(sketch_of(puzzle)) + "\n")
    if before := " ".join(filter(None, [notation_of(puzzle), explanation.opening])):
        write_prose(before)
        write()
    margin = len(str(len(explanation.steps))) + 2
    for number, step in enumerate(explanation.steps, 1):
        write_lines(_lines(number, step, margin))
        if full:
            write_lines(_evidence(puzzle, step, margin))
    write()
    if explanation.solved:
        write(side_by_side(sketch_of(puzzle, explanation.solution)) + "\n")
    write_lines([[(explanation.ending, "good" if explanation.solved else "bad")]])


def _lines(number: int, step: ExplanationStep, margin: int) -> list[StyledLine]:
    """A step with its number in front and its technique at the end, and a table of its cases."""
    texts = [*_case_table([case.row for case in step.chain], margin)]
    texts += [(text, "note") for text in wrapped(step.conclusion, margin)]
    lines: list[StyledLine] = [
        [(f"{'' if at else f'{number}.':<{margin}}", "clue"), piece]
        for at, piece in enumerate(texts)
    ]
    text = texts[-1][0]
    label = f"[{step.label}]"
    if margin + len(text) + 2 + len(label) > room():
        return [*lines, [(" " * margin, "note"), (label, "frame")]]
    return [*lines[:-1], [*lines[-1], (f"  {label}", "frame")]]


def _case_table(rows: Sequence[CaseRow], margin: int) -> Iterator[Piece]:
    """The lines of a table of cases."""
    lines = [*chain(*case_lines(rows, room() - margin))]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for at, cells in enumerate(lines):
        yield "  ".join(map(str.ljust, cells, widths)).rstrip(), "note" if at else "frame"


def _evidence(puzzle: AnyPuzzle, step: ExplanationStep, margin: int) -> list[StyledLine]:
    """The rules and the candidates that a step uses."""
    texts = [f"rules: {', '.join(step.rules)}", f"effort: {step.effort:g}"]
    texts += [
        f"{short_name(puzzle, cell)}: {' '.join(map(str, values))}" for cell, values in step.because
    ]
    lines = [line for text in texts for line in wrapped(text, margin)]
    return [[(" " * margin, "note"), (line, "frame")] for line in lines]


def hint(
    puzzle: str, /, state: str | None = None, level: Level = 1, time_limit: float | None = None
) -> Response:
    """Give the next step: where to look, why, and what follows.

    If something in the notes is wrong, level 1 says so, level 2 where, and level 3 why, if that is
    short.

    Exit status: 0 a hint was found or all is done, 1 something in the notes is wrong or nothing
    more follows, 2 the input is wrong, 3 a limit stopped it.

    Options:
        state (STATE): The player's notes: an answer with _ for empty cells, {1,2} for candidates
            and !3 for numbers ruled out; text, JSON, a file, or - for standard input.
    """
    if puzzle == state == "-":
        raise PuzzleError("hint: puzzle and state are both -, expected at most one")
    board = find_puzzle(puzzle)
    written = None if state is None else find_state(board, state)
    found = run_to_end(partial(reasoning.hint, board, written, time_limit=time_limit))
    status = _HINT_STATUS.get(found.kind, Status.NONE)
    return Response(found.as_dict(level), lambda: write_hint(found, level), status)


def write_hint(found: Hint, level: int) -> None:
    """Write a hint, as much of it as the level allows."""
    for sentence in found.sentences(level):
        write_prose(sentence, _HINT_STYLES.get(found.kind, "note"))


def grade(puzzle: str, /, time_limit: float | None = None) -> Response:
    """Grade a puzzle: easy, medium, hard or expert, and why.

    Exit status: 0 it has a grade, 1 it has none, because it does not have exactly one solution, 2
    the input is wrong, 3 a limit stopped it.
    """
    board = find_puzzle(puzzle)
    found = run_to_end(partial(reasoning.grade, board, time_limit=time_limit))
    graded = Status.NONE if found.grade is None else Status.FOUND
    status = graded if found.complete else Status.STOPPED
    return Response(found.as_dict(), partial(_write_grade, found), status)


def _write_grade(found: Grade) -> None:
    """Write the grade and the evidence for it."""
    if found.grade is None:
        write_lines([[(f"No grade: {found.reason}.", "bad")]])
        return
    write_lines([[(found.grade.capitalize(), "title"), (f": {found.reason}.", "note")]])
    if found.next:
        write_prose(f"{capitalised(found.next)}.")
    if found.decisive:
        write_prose(f"The hardest step: {found.decisive}")
    write()
    if found.techniques:
        rows = [[name, str(times)] for name, times in found.techniques.items()]
        write(table(rows, ["technique", "times"]) + "\n")
    both = f"hardness {found.hardness:g}, length {found.length}"
    write(f"{amount(found.steps, 'deduction')}, {both}, score {found.score:g}")


def techniques(family: str | None = None, /) -> Response:
    """List the techniques of explanations, with examples.

    Options:
        family (FAMILY): Only techniques for this family: the general ones and its own.
    """
    if family is not None:
        family_named(family)
    entries = [e for e in glossary() if family is None or e.family in (None, family)]

    def words() -> None:
        for entry in entries:
            technique = entry.technique
            owner = f", {family_named(entry.family).title}" if entry.family else ""
            about = f"  tier {technique.tier}, effort from {technique.effort:g}{owner}"
            write_lines([[(technique.name, "title"), (about, "frame")]])
            example = f" For example: quincunx explain {entry.example}" if entry.example else ""
            write_prose(technique.meaning + example, indent=2)
            write()

    return Response({"techniques": [entry.as_dict() for entry in entries]}, words)

"""`quincunx explain`: the whole way to the solution, in numbered sentences, or with a picture for
each step in a file."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from quincunx.cli._options import JsonOption, PuzzleArgument, TimeLimitOption, output_option
from quincunx.cli._output import (
    Line,
    draw,
    on_terminal,
    width,
    write,
    write_error,
    write_json,
    write_lines,
)
from quincunx.cli._search import attended
from quincunx.cli._status import Status
from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import short_name, sketch_of
from quincunx.families.base.reading import find_puzzle
from quincunx.solving import Verdict

if TYPE_CHECKING:
    from quincunx.reasoning import Explanation, Step

WIDEST = 100
"""Longer lines are hard to read, however wide the terminal is."""


def explain(
    puzzle: PuzzleArgument,
    full: Annotated[
        bool,
        typer.Option("--full", help="Show for each step its rules and all candidates it uses."),
    ] = False,
    output: Annotated[
        Path | None,
        output_option("Show each step with a picture, in a file that ends in .html, .pdf or .svg."),
    ] = None,
    time_limit: TimeLimitOption = None,
    as_json: JsonOption = False,
) -> int:
    """Explain how a puzzle is solved, step by step.

    Exit status: 0 the steps lead to the one solution, 1 there is none or more than one, 2 the
    input is wrong, 3 a limit stopped it.
    """
    from quincunx import reasoning

    if output is not None:
        from quincunx.drawing.files import STEP_FORMS, require_form

        if full:
            raise OptionError("explain: both --full and -o, expected at most one")
        require_form(output, STEP_FORMS)
    found = find_puzzle(puzzle)
    explanation = attended(
        lambda cancel: reasoning.explain(found, time_limit=time_limit, cancel=cancel)
    )
    if output is not None and explanation.verdict != "unknown":
        explanation.save(output)
    if as_json:
        write_json(explanation.as_dict())
    elif output is not None:
        if not explanation.solved:
            write_error(f"explain: {explanation.ending}")
    else:
        write(draw(sketch_of(found)))
        write()
        write_steps(explanation, full)
        write()
        if explanation.solved:
            write(draw(sketch_of(found, explanation.solution)))
            write()
        good = "good" if explanation.solved else "bad"
        write_lines([[(explanation.ending, good)]])
    return status(explanation.verdict)


def write_steps(explanation: Explanation, full: bool = False) -> None:
    """The steps, numbered; of cases each stands on a line of its own. In `full` with the rules and
    the candidates that a step uses."""
    if explanation.opening:
        write_lines([[(line, "note")] for line in wrapped(explanation.opening, 0)])
        write()
    margin = len(str(len(explanation.steps))) + 2
    for number, step in enumerate(explanation.steps, 1):
        write_lines(_lines(number, step, margin))
        if full:
            write_lines(_evidence(explanation.puzzle, step, margin))


def _lines(number: int, step: Step, margin: int) -> list[Line]:
    """A step with its number in front and its technique behind."""
    lines: list[Line] = []
    text = ""
    for sentence in step.sentences if step.chain else (step.sentence,):
        for text in wrapped(sentence, margin):
            front = f"{number}." if not lines else ""
            lines.append([(f"{front:<{margin}}", "clue"), (text, "note")])
    label = f"[{step.technique}]"
    if margin + len(text) + 2 + len(label) > room():
        return [*lines, [(" " * margin, "note"), (label, "frame")]]
    return [*lines[:-1], [*lines[-1], (f"  {label}", "frame")]]


def _evidence(puzzle: AnyPuzzle, step: Step, margin: int) -> list[Line]:
    """The rules and the candidates that a step uses."""
    texts = [f"rules: {', '.join(step.rules)}", f"effort: {step.effort:g}"]
    texts += [
        f"{short_name(puzzle, cell)}: {' '.join(map(str, values))}" for cell, values in step.because
    ]
    lines = [line for text in texts for line in wrapped(text, margin)]
    return [[(" " * margin, "note"), (line, "frame")] for line in lines]


def room() -> int:
    """How long a line may be; as long as one likes where no person reads it."""
    return min(width(), WIDEST) if on_terminal() else width()


def wrapped(text: str, indent: int) -> list[str]:
    """Text in lines that leave room for an indent."""
    return wrap(text, max(20, room() - indent)) or [""]


def status(verdict: Verdict) -> Status:
    """The exit status that a verdict on uniqueness asks for."""
    if verdict == "unknown":
        return Status.STOPPED
    return Status.FOUND if verdict == "unique" else Status.NONE

"""`quincunx explain`: the way to the solution, in numbered sentences or with a picture a step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.cli.output import (
    Line,
    draw,
    room,
    wrapped,
    write,
    write_error,
    write_json,
    write_lines,
)
from quincunx.cli.progress import attended
from quincunx.cli.status import Status
from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import short_name, sketch_of
from quincunx.families.base.reading import find_puzzle

if TYPE_CHECKING:
    from quincunx.reasoning import Explanation, ExplanationStep


def explain(
    puzzle: str,
    /,
    full: bool = False,
    output: Path | None = None,
    time_limit: float | None = None,
    as_json: bool = False,
) -> int:
    """Explain how a puzzle is solved, step by step.

    Exit status: 0 the steps lead to the one solution, 1 there is none or more than one, 2 the
    input is wrong, 3 a limit stopped it.

    Options:
        full: Show for each step its rules and all candidates it uses.
        output: Show each step with a picture, in a file that ends in .html, .pdf or .svg.
    """
    from quincunx import reasoning

    if output is not None:
        from quincunx.drawing.drawable import require_suffix
        from quincunx.drawing.step_documents import STEP_FORMATS

        if full:
            raise OptionError("explain: both --full and -o, expected at most one")
        require_suffix(output, STEP_FORMATS)
    found = find_puzzle(puzzle)
    explanation = attended(
        lambda cancel: reasoning.explain(found, time_limit=time_limit, cancel=cancel)
    )
    if output is not None and explanation.verdict != "unknown":
        explanation.save(output)
    if as_json:
        write_json(explanation.as_dict())
    elif output is None:
        _write_explanation(explanation, full)
    elif not explanation.solved:
        write_error(f"explain: {explanation.ending}")
    if explanation.verdict == "unknown":
        return Status.STOPPED
    return Status.FOUND if explanation.verdict == "unique" else Status.NONE


def _write_explanation(explanation: Explanation, full: bool) -> None:
    puzzle = explanation.puzzle
    write(draw(sketch_of(puzzle)))
    write()
    write_steps(explanation, full)
    write()
    if explanation.solved:
        write(draw(sketch_of(puzzle, explanation.solution)))
        write()
    write_lines([[(explanation.ending, "good" if explanation.solved else "bad")]])


def write_steps(explanation: Explanation, full: bool = False) -> None:
    """Write the numbered steps; with `full`, also the rules and candidates that each uses."""
    if explanation.opening:
        write_lines([[(line, "note")] for line in wrapped(explanation.opening)])
        write()
    margin = len(str(len(explanation.steps))) + 2
    for number, step in enumerate(explanation.steps, 1):
        write_lines(_lines(number, step, margin))
        if full:
            write_lines(_evidence(explanation.puzzle, step, margin))


def _lines(number: int, step: ExplanationStep, margin: int) -> list[Line]:
    """A step with its number in front and its technique at the end; a line for each case."""
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


def _evidence(puzzle: AnyPuzzle, step: ExplanationStep, margin: int) -> list[Line]:
    """The rules and the candidates that a step uses."""
    texts = [f"rules: {', '.join(step.rules)}", f"effort: {step.effort:g}"]
    texts += [
        f"{short_name(puzzle, cell)}: {' '.join(map(str, values))}" for cell, values in step.because
    ]
    lines = [line for text in texts for line in wrapped(text, margin)]
    return [[(" " * margin, "note"), (line, "frame")] for line in lines]

"""`quincunx solve` with `--marginals` and `--random`: values by their numbers, and chance."""

from __future__ import annotations

from dataclasses import replace

from quincunx.cli._output import draw, write, write_json, write_lines
from quincunx.cli._search import chanced
from quincunx.cli._status import Status
from quincunx.cli._verdicts import sentence, status, style
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import phrases_of, reasoning_model, short_name, sketch_of
from quincunx.solving.marginals import Marginals, marginals, sample


def tell_marginals(puzzle: AnyPuzzle, time_limit: float | None, as_json: bool) -> Status:
    """Write how many solutions have each value in each cell."""
    found, interrupted = chanced(
        lambda cancel: marginals(puzzle, time_limit=time_limit, cancel=cancel)
    )
    if as_json:
        write_json(found.as_dict())
        return status(found.result)
    write(draw(sketch_of(puzzle)))
    write()
    write_lines([[(sentence(found.result, None, interrupted), style(found.result))]])
    if found.result.count:
        write()
        write("\n".join(_rows(puzzle, found)))
    return status(found.result)


def _rows(puzzle: AnyPuzzle, found: Marginals) -> list[str]:
    """A line for each cell: its values from the most frequent on, and how many have each."""
    phrases = phrases_of(puzzle)
    variables = dict(zip(puzzle.cells, reasoning_model(puzzle).decisions, strict=True))
    names = {cell: short_name(puzzle, cell) for cell in found.cells}
    wide = max(map(len, names.values()), default=0)
    lines = []
    for cell, times in found.cells.items():
        ordered = sorted(times.items(), key=lambda pair: (-pair[1], pair[0]))
        told = ", ".join(
            f"{phrases.value(variables[cell], value)} in {number:,}" for value, number in ordered
        )
        lines.append(f"{names[cell]:<{wide}}  {told}")
    return lines


def tell_drawn(
    puzzle: AnyPuzzle, number: int, seed: int, time_limit: float | None, as_json: bool
) -> Status:
    """Write solutions that were drawn by chance."""
    result, interrupted = chanced(
        lambda cancel: sample(puzzle, number, seed=seed, time_limit=time_limit, cancel=cancel)
    )
    if as_json:
        write_json({**result.as_dict(), "seed": seed})
        return status(result)
    write(draw(sketch_of(puzzle)))
    for place, solution in enumerate(result.solutions, 1):
        write()
        write_lines([[(f"Drawn {place}", "title")]])
        write(draw(sketch_of(puzzle, solution)))
    write()
    # What was drawn was checked, and the others were only counted.
    told = sentence(replace(result, checked=0), None, interrupted)
    write_lines([[(told, style(result))]])
    return status(result)

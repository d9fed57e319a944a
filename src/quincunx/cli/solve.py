"""`quincunx solve`: find, count or sample solutions, and say whether there is just one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from quincunx.cli.options import Positive, SearchFlags
from quincunx.cli.output import draw, write, write_json, write_lines
from quincunx.cli.progress import interruptible, search, tally
from quincunx.cli.verdicts import sentence, status, style
from quincunx.cp.statistics import Statistics
from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import phrases_of, reasoning_model, short_name, sketch_of
from quincunx.families.base.reading import find_puzzle
from quincunx.solving import ENOUGH, AnyResult, PuzzleSearch
from quincunx.solving.marginals import Marginals, marginals, sample
from quincunx.solving.models import prescribes_search


@dataclass(frozen=True)
class WantedSolutions:
    """Which solutions to find, and whether to list them.

    Options:
        limit: Find up to N solutions.
        all_: Find every solution.
        count: Count every solution, list none.
        listing: With --count: find them one by one all the same.
        marginals: With --count: how many solutions have each value in each cell.
        random: Draw N solutions at random, each as likely as any other.
    """

    limit: Positive | None = None
    all_: bool = False
    count: bool = False
    listing: bool = False
    marginals: bool = False
    random: Positive | None = None

    def __post_init__(self) -> None:
        ways = (self.limit is not None) + self.all_ + self.count
        if ways > 1:
            raise OptionError("solve: too many of --limit, --all and --count, expected one")
        if self.random is not None and ways:
            raise OptionError("solve: --random beside --limit, --all or --count, expected it alone")
        for given, name in ((self.listing, "--listing"), (self.marginals, "--marginals")):
            if given and not self.count:
                raise OptionError(f"solve: {name} without --count, expected both")


def solve(
    puzzle: str,
    /,
    wanted: WantedSolutions,
    flags: SearchFlags,
    stats: bool = False,
    as_json: bool = False,
) -> int:
    """Solve a puzzle: its answer, and whether it is the only one.

    Exit status: 0 a solution was found, 1 there is none, 2 the input is wrong, 3 a limit stopped
    the search before it was decided.

    Options:
        stats: Print the search's counters.
    """
    searching = stats or wanted.listing or prescribes_search(flags.model, flags.keywords())
    if searching and (wanted.marginals or wanted.random is not None):
        named = "--marginals" if wanted.marginals else "--random"
        raise OptionError(f"solve: {named} with options of a search, expected none of them")
    board = find_puzzle(puzzle)
    if wanted.marginals:
        return _write_marginals(board, flags.time_limit, as_json)
    if wanted.random is not None:
        return _write_sample(board, wanted.random, flags, as_json)
    limit = None if wanted.all_ or wanted.count else wanted.limit or ENOUGH
    begin = partial(PuzzleSearch, board, limit=limit, model=flags.model, **flags.keywords())
    if wanted.count:
        # Counters of a search need a search, not a count by other means.
        result, interrupted = tally(begin, listing=stats or wanted.listing)
    else:
        just_one = not wanted.all_ and wanted.limit is None
        result, interrupted = search(begin, None if as_json else _SolutionWriter(board, just_one))
        if just_one:
            result = replace(result, solutions=result.solutions[:1])
    if as_json:
        write_json(result.as_dict())
        return status(result)
    if wanted.count or result.count == 0:
        write(draw(sketch_of(board)))
    write()
    _write_verdict(result, limit, interrupted)
    if result.notes is not None:
        more = f"(quincunx families {board.family} says more)"
        write(f"The program is the paper's: {result.notes.briefly()} {more}")
    if stats:
        write()
        write(counters(result.statistics))
    return status(result)


def _write_verdict(result: AnyResult, limit: int | None, interrupted: bool) -> None:
    write_lines([[(sentence(result, limit, interrupted), style(result))]])


class _SolutionWriter:
    """Draws solutions as they are found: the first beside the board, or each below it."""

    def __init__(self, puzzle: AnyPuzzle, just_one: bool) -> None:
        self._puzzle = puzzle
        self._just_one = just_one
        self._shown = 0

    def __call__(self, solution: Any) -> None:
        self._shown += 1
        if self._just_one:
            if self._shown == 1:
                write(draw(sketch_of(self._puzzle), sketch_of(self._puzzle, solution)))
            return
        if self._shown == 1:
            write(draw(sketch_of(self._puzzle)))
        _write_solution(self._puzzle, f"Solution {self._shown}", solution)


def _write_solution(puzzle: AnyPuzzle, title: str, solution: Any) -> None:
    write()
    write_lines([[(title, "title")]])
    write(draw(sketch_of(puzzle, solution)))


def counters(done: Statistics) -> str:
    """The counters of a search, the first five as SICStus's `fd_statistics` prints them."""
    return "\n".join(
        [
            f"Resumptions: {done.resumptions}",
            f"Entailments: {done.entailments}",
            f"Prunings: {done.prunings}",
            f"Backtracks: {done.backtracks}",
            f"Constraints created: {done.constraints}",
            f"Nodes: {done.nodes}",
            f"Solutions: {done.solutions}",
            f"Seconds: {done.seconds:.6f}",
        ]
    )


def _write_marginals(puzzle: AnyPuzzle, time_limit: float | None, as_json: bool) -> int:
    """Write how many solutions have each value in each cell."""
    found, interrupted = interruptible(
        lambda cancel: marginals(puzzle, time_limit=time_limit, cancel=cancel)
    )
    if as_json:
        write_json(found.as_dict())
        return status(found.result)
    write(draw(sketch_of(puzzle)))
    write()
    _write_verdict(found.result, None, interrupted)
    if found.result.count:
        write()
        write("\n".join(_marginal_lines(puzzle, found)))
    return status(found.result)


def _marginal_lines(puzzle: AnyPuzzle, found: Marginals) -> Iterator[str]:
    """A line for each cell: its values, the most frequent first, with their numbers."""
    phrases = phrases_of(puzzle)
    variables = dict(zip(puzzle.cells, reasoning_model(puzzle).decisions, strict=True))
    wide = max((len(short_name(puzzle, cell)) for cell in found.cells), default=0)
    for cell, times in found.cells.items():
        values = ", ".join(
            f"{phrases.value(variables[cell], value)} in {number:,}"
            for value, number in sorted(times.items(), key=lambda pair: (-pair[1], pair[0]))
        )
        yield f"{short_name(puzzle, cell):<{wide}}  {values}"


def _write_sample(puzzle: AnyPuzzle, number: int, flags: SearchFlags, as_json: bool) -> int:
    """Write solutions that were drawn at random."""
    result, interrupted = interruptible(
        lambda cancel: sample(
            puzzle, number, seed=flags.seed, time_limit=flags.time_limit, cancel=cancel
        )
    )
    if as_json:
        write_json({**result.as_dict(), "seed": flags.seed})
        return status(result)
    write(draw(sketch_of(puzzle)))
    for place, solution in enumerate(result.solutions, 1):
        _write_solution(puzzle, f"Drawn {place}", solution)
    write()
    # The solutions drawn were checked, but the count was not.
    _write_verdict(replace(result, checked=0), None, interrupted)
    return status(result)

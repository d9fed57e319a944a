"""`quincunx solve`: find, count or sample solutions, and say whether there is just one."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Any

from quincunx.cli.options import Positive, SearchFlags
from quincunx.cli.output import Response, paint, side_by_side, write, write_json
from quincunx.cli.progress import interruptible, search, sentence, status, style
from quincunx.cp.statistics import Statistics
from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import phrases_of, reasoning_model, short_name, sketch_of
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.solving import VERDICT_SOLUTIONS, AnyResult, PuzzleSearch
from quincunx.solving.marginals import Marginals, marginals, sample
from quincunx.solving.models import AUTHORS, prescribes_search


@dataclass(frozen=True)
class WantedSolutions:
    """Which solutions to find, and whether to list them.

    Options:
        limit: Find up to N solutions.
        all_: Find every solution.
        count: Count every solution, list none.
        listing: With --count: list the solutions one by one, even where counting without listing
            is faster.
        marginals: With --count: also count the solutions that have each value in each cell.
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
            raise OptionError("solve: --random does not go with --limit, --all or --count")
        for given, name in ((self.listing, "--listing"), (self.marginals, "--marginals")):
            if given and not self.count:
                raise OptionError(f"solve: {name} needs --count")


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
        raise OptionError(f"solve: {named} does not go with options of a search")
    board = find_puzzle(puzzle)
    if wanted.marginals:
        return _marginals(board, flags.time_limit).write(as_json)
    if wanted.random is not None:
        return _sample(board, wanted.random, flags).write(as_json)
    limit = None if wanted.all_ or wanted.count else wanted.limit or VERDICT_SOLUTIONS
    begin = partial(PuzzleSearch, board, limit=limit, model=flags.model, **flags.keywords())
    if wanted.count:
        # Counters of a search need a search, not a count by other means.
        result, interrupted = search(begin, tally=True, listing=stats or wanted.listing)
    else:
        just_one = not wanted.all_ and wanted.limit is None
        result, interrupted = search(begin, None if as_json else _solution_writer(board, just_one))
        if just_one:
            result = replace(result, solutions=result.solutions[:1])
    if as_json:
        write_json(result.as_dict())
        return status(result)
    if wanted.count or result.count == 0:
        write(side_by_side(sketch_of(board)))
    write("\n" + _verdict(result, limit, interrupted))
    if result.notes is not None:
        more = f"(quincunx families {board.family} says more)"
        whose = "authors'" if result.model == AUTHORS else "paper's"
        write(f"The program is the {whose}: {result.notes.briefly()} {more}")
    if stats:
        write("\n" + counters(result.statistics))
    return status(result)


def _verdict(result: AnyResult, limit: int | None, interrupted: bool) -> str:
    return paint([[(sentence(result, limit, interrupted), style(result))]])


def _solution_writer(puzzle: AnyPuzzle, just_one: bool) -> Callable[[Any], None]:
    """Return what draws solutions as they are found: the first beside the board, or each below."""
    numbers = count(1)

    def draw(solution: Any) -> None:
        number = next(numbers)
        if number == 1:
            beside = [sketch_of(puzzle, solution)] if just_one else []
            write(side_by_side(sketch_of(puzzle), *beside))
        if not just_one:
            write("\n" + _titled(puzzle, f"Solution {number}", solution))

    return draw


def _titled(puzzle: AnyPuzzle, title: str, solution: Any) -> str:
    return f"{paint([[(title, 'title')]])}\n{side_by_side(sketch_of(puzzle, solution))}"


def counters(done: Statistics) -> str:
    """The counters of a search, the first five as SICStus's `fd_statistics` prints them."""
    names = ["resumptions", "entailments", "prunings", "backtracks", "constraints created"]
    names += ["nodes", "solutions"]
    lines = [f"{name.capitalize()}: {getattr(done, name.split()[0])}" for name in names]
    return "\n".join([*lines, f"Seconds: {done.seconds:.6f}"])


def _marginals(puzzle: AnyPuzzle, time_limit: float | None) -> Response:
    """How many solutions have each value in each cell."""
    found, interrupted = interruptible(partial(marginals, puzzle, time_limit=time_limit))
    words = [side_by_side(sketch_of(puzzle)), _verdict(found.result, None, interrupted)]
    if found.result.count:
        words.append("\n".join(_marginal_lines(puzzle, found)))
    return Response(found.as_dict(), "\n\n".join(words), status(found.result))


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


def _sample(puzzle: AnyPuzzle, number: int, flags: SearchFlags) -> Response:
    """Solutions that were drawn at random."""
    drawing = partial(sample, puzzle, number, seed=flags.seed, time_limit=flags.time_limit)
    result, interrupted = interruptible(drawing)
    drawn = [_titled(puzzle, f"Drawn {at}", one) for at, one in enumerate(result.solutions, 1)]
    # The solutions drawn were checked, but the count was not.
    verdict = _verdict(replace(result, checked=0), None, interrupted)
    words = "\n\n".join([side_by_side(sketch_of(puzzle)), *drawn, verdict])
    return Response({**result.as_dict(), "seed": flags.seed}, words, status(result))

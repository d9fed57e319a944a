"""`quincunx solve`: find solutions, count them, and say whether there is just one."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import typer

from quincunx.cli._chances import tell_drawn, tell_marginals
from quincunx.cli._options import (
    JsonOption,
    LabelingOption,
    ModelOption,
    PuzzleArgument,
    StrengthOption,
    TimeLimitOption,
    complete_engine,
    complete_strategy,
    whole,
)
from quincunx.cli._output import draw, write, write_json, write_lines
from quincunx.cli._search import search, tally
from quincunx.cli._verdicts import sentence, status, style
from quincunx.cp.options import DEPTH_FIRST, KERNEL, SearchKeywords
from quincunx.cp.statistics import Statistics
from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.reading import find_puzzle
from quincunx.solving import ENOUGH, PuzzleSearch
from quincunx.solving.models import OURS, prescribes_search


def solve(
    puzzle: PuzzleArgument,
    limit: Annotated[
        int | None, typer.Option(metavar="N", parser=whole(1), help="Find up to N solutions.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Find every solution.")] = False,
    count: Annotated[
        bool, typer.Option("--count", help="Count every solution, list none.")
    ] = False,
    listing: Annotated[
        bool, typer.Option("--listing", help="With --count: find them one by one all the same.")
    ] = False,
    marginals: Annotated[
        bool,
        typer.Option(
            "--marginals", help="With --count: how many solutions have each value in each cell."
        ),
    ] = False,
    random: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole(1),
            help="Draw N solutions by chance, each as likely as any other.",
        ),
    ] = None,
    labeling: LabelingOption = None,
    consistency: StrengthOption = None,
    model: ModelOption = OURS,
    seed: Annotated[
        int,
        typer.Option(
            metavar="N", parser=whole(), help="For --random, labeling random and restarts."
        ),
    ] = 0,
    strategy: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="How the tree is walked: depth-first, discrepancy, restarts or restarts:NODES.",
            autocompletion=complete_strategy,
        ),
    ] = DEPTH_FIRST,
    time_limit: TimeLimitOption = None,
    node_limit: Annotated[
        int | None,
        typer.Option(metavar="N", parser=whole(0), help="Stop after N nodes of the search."),
    ] = None,
    engine: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="The solver: kernel is our own.", autocompletion=complete_engine
        ),
    ] = KERNEL,
    stats: Annotated[bool, typer.Option("--stats", help="Print the search's counters.")] = False,
    as_json: JsonOption = False,
) -> int:
    """Solve a puzzle: its answer, and whether it is the only one.

    Exit status: 0 a solution was found, 1 there is none, 2 the input is wrong, 3 a limit stopped
    the search before it knew.
    """
    if (limit is not None) + every + count > 1:
        raise OptionError("solve: too many of --limit, --all and --count, expected one")
    if random is not None and (limit is not None or every or count):
        raise OptionError("solve: --random beside --limit, --all or --count, expected it alone")
    for given, name in ((listing, "--listing"), (marginals, "--marginals")):
        if given and not count:
            raise OptionError(f"solve: {name} without --count, expected both")
    options = SearchKeywords(
        labeling=",".join(labeling or ()),
        consistency=consistency,
        seed=seed,
        strategy=strategy,
        engine=engine,
        time_limit=time_limit,
        node_limit=node_limit,
    )
    searching = stats or listing or prescribes_search(model, options)
    if searching and (marginals or random is not None):
        asked_for = "--marginals" if marginals else "--random"
        raise OptionError(f"solve: {asked_for} with options of a search, expected none of them")
    board = find_puzzle(puzzle)
    if marginals:
        return tell_marginals(board, time_limit, as_json)
    if random is not None:
        return tell_drawn(board, random, seed, time_limit, as_json)
    asked = None if every or count else limit or ENOUGH
    begin = partial(PuzzleSearch, board, limit=asked, model=model, **options)
    if count:
        # Whoever asks for the counters of a search wants a search.
        result, interrupted = tally(begin, listing=stats or listing)
    else:
        just_one = not every and limit is None
        result, interrupted = search(begin, None if as_json else _Shower(board, just_one))
        if just_one:
            result = replace(result, solutions=result.solutions[:1])
    if as_json:
        write_json(result.as_dict())
        return status(result)
    if count or result.count == 0:
        write(draw(sketch_of(board)))
    write()
    write_lines([[(sentence(result, asked, interrupted), style(result))]])
    if result.notes is not None:
        more = f"(quincunx families {board.family} says more)"
        write_lines([[(f"The program is the paper's: {result.notes.briefly()} {more}", "note")]])
    if stats:
        write()
        write(counters(result.statistics))
    return status(result)


class _Shower:
    """Draws solutions as they are found: just the first, beside the board, or each below it."""

    def __init__(self, puzzle: AnyPuzzle, just_one: bool) -> None:
        self._puzzle = puzzle
        self._just_one = just_one
        self._shown = 0

    def __call__(self, solution: Any) -> None:
        self._shown += 1
        board, answer = sketch_of(self._puzzle), sketch_of(self._puzzle, solution)
        if self._just_one:
            if self._shown == 1:
                write(draw(board, answer))
            return
        if self._shown == 1:
            write(draw(board))
        write()
        write_lines([[(f"Solution {self._shown}", "title")]])
        write(draw(answer))


def counters(done: Statistics) -> str:
    """The counters, the first five as SICStus's `fd_statistics` prints them."""
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

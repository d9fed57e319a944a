"""`quincunx generate`: make new puzzles.

Each family is a command of its own, with options for the parameters that its generator declares;
it is built when it is called, because that takes imports.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from random import Random, SystemRandom
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from quincunx._support.text import amount
from quincunx.cli.options import RequirementFlags, build_command, family_group, plain_typer
from quincunx.cli.output import side_by_side, write, write_error, write_json, write_lines
from quincunx.cli.progress import ProgressDisplay
from quincunx.cli.status import Status
from quincunx.cp.limits import Limits
from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle, all_families, family_named, sketch_of, to_document
from quincunx.families.base.puzzle_input import PuzzleLike, find_puzzles
from quincunx.making import GeneratedPuzzle, Series, generate, maker_of
from quincunx.making.daily import family_of, read_day
from quincunx.making.paper_generator import make_by_paper
from quincunx.solving.models import OURS, PAPER, require_model

RANDOM_SEEDS = 10**6
"""Seeds that are drawn are smaller."""
PASSED_ON = ("published", "seed", "date", "number", "start", "patience", "time_limit")
"""Options of the command that are options of the function."""


@dataclass(frozen=True)
class SeriesFlags:
    """Which puzzles of a series to make, and what to do with them.

    Options:
        any_: Allow any number of solutions, not just one.
        exclude (FILE): Leave out these puzzles, turned or mirrored: a file or an identifier; may be
            repeated.
        published: Allow puzzles that are already published.
        date (DAY): In place of a seed, a day as in 2026-11-15, or today.
        number: How many different puzzles; rows that repeat a puzzle do not count.
        start (K): Begin with row K, to make a series in parts. A part that skips rows ends later
            and may overlap the next.
        patience: Give up after N tries without a puzzle. The default depends on the family; it may
            take hours.
        model (NAME): ours, or paper: the generator of the family's paper, which takes only the
            family's parameters, --seed, --number, --any, --time-limit and --json.
        solution: Draw the answers too.
        no_grade: Do not grade the puzzles, which is faster.
        as_json: Print one JSON object per line for each puzzle.
    """

    any_: bool = False
    exclude: list[str] | None = None
    published: bool = False
    seed: int | None = None
    date: str | None = None
    number: int = 1
    start: int = 0
    patience: int | None = None
    model: str = OURS
    time_limit: float | None = None
    solution: bool = False
    no_grade: bool = False
    as_json: bool = False


class _Families(TyperGroup):
    """The families as commands, each built when it is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(all_families())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in all_families() and ctx.resilient_parsing:
            return None
        return _family_command(family_named(cmd_name).family)


app = plain_typer(
    name="generate",
    cls=_Families,
    help="Make new puzzles with one solution and a chosen grade.",
    epilog="quincunx generate --date today makes the puzzle of the day; families take turns.",
)


@app.callback(invoke_without_command=True)
def _generate(
    context: typer.Context,
    date: Annotated[
        str | None,
        typer.Option(metavar="DAY", help="The puzzle of a day as in 2026-11-15, or today."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> int:
    if context.invoked_subcommand is not None:
        if date is not None or as_json:
            raise OptionError("generate: options go after the family, not before it")
        return Status.FOUND
    if date is None:
        write(context.get_help())
        return Status.FOUND
    family = family_of(read_day(date)).family
    return make(family, {}, RequirementFlags(), SeriesFlags(date=date, as_json=as_json))


@cache
def _family_command(name: str) -> Any:
    """The command that makes puzzles of a family; the family's own options go first."""
    family = family_named(name)

    def run(parameters: Any, required: RequirementFlags, series: SeriesFlags) -> int:
        named = {key: value for key, value in vars(parameters).items() if value is not None}
        return make(name, named, required, series)

    run.__annotations__["parameters"] = family_group(maker_of(family).parameters.declared())
    return build_command(run, name, f"Make {family.title} puzzles.")


def make(
    family: str, parameters: Mapping[str, Any], required: RequirementFlags, flags: SeriesFlags
) -> int:
    """Make puzzles, show them as they are made, and return the exit status."""
    if require_model(flags.model) != OURS:
        return _make_by_paper(family_named(family), parameters, required, flags)
    begin = partial(
        generate,
        family,
        unique=not flags.any_,
        exclude=[puzzle for name in flags.exclude or () for puzzle in _excluded(name)],
        graded=not flags.no_grade,
        **{name: getattr(flags, name) for name in PASSED_ON},
        **vars(required),
        **parameters,
    )
    making = watched(begin, partial(_show, flags))
    if not making.complete:
        write_error(_shortfall(making))
    if not flags.as_json and flags.seed is None and flags.date is None and making.kept:
        write(f"\nThe same again: --seed {making.seed}")
    return Status.FOUND if making.complete else Status.STOPPED


def _make_by_paper(
    family: type[AnyPuzzle],
    parameters: Mapping[str, Any],
    required: RequirementFlags,
    flags: SeriesFlags,
) -> int:
    """Make puzzles with the generator of a paper, and return the exit status."""
    parameters = vars(maker_of(family).parameters.chosen(parameters))
    taken = ("any_", "seed", "number", "model", "time_limit", "as_json")
    plain = SeriesFlags(**{name: getattr(flags, name) for name in taken})
    if flags.model != PAPER or (required, flags) != (RequirementFlags(), plain):
        raise OptionError(
            "generate: --model is ours or paper; paper takes the family's parameters, --seed, "
            "--number, --any, --time-limit and --json alone"
        )
    seed = SystemRandom().randrange(RANDOM_SEEDS) if flags.seed is None else flags.seed
    for index in range(flags.number):
        with ProgressDisplay() as watch:
            limits = Limits(flags.time_limit, cancel=watch.cancel)
            dice = Random(f"{seed} {index}")
            made = make_by_paper(family, dice, limits, unique=not flags.any_, **parameters)
        if not made.finished or made.puzzle is None:
            write_error(f"stopped after {index} of {amount(flags.number, 'puzzle')}")
            return Status.STOPPED
        facts = {"model": PAPER, "attempts": made.attempts, "seed": seed, "index": index}
        if flags.as_json:
            document = to_document(made.puzzle)
            write_json({"puzzle": made.puzzle.identifier, "document": document, **facts})
        else:
            write_lines([[(made.puzzle.identifier, "title")]])
            write(side_by_side(sketch_of(made.puzzle)))
            once = "" if flags.any_ else ", the first that the paper's program answers just once"
            write(f"proposal {made.attempts}{once}")
    if not flags.as_json and flags.seed is None:
        write(f"\nThe same again: --seed {seed}")
    return Status.FOUND


def watched(begin: Callable[..., Series], show: Callable[[GeneratedPuzzle], None]) -> Series:
    """Make a series that Ctrl-C can stop, and show each puzzle when it is made."""
    with ProgressDisplay() as watch:
        making = begin(cancel=watch.cancel)
        if warning := making.request.warning:
            write_error(f"warning: {warning}")
        watch.follow(partial(_progress, making))
        for made in making:
            watch.clear()
            show(made)
    return making


def _show(flags: SeriesFlags, made: GeneratedPuzzle) -> None:
    if flags.as_json:
        write_json(made.as_dict(graded=not flags.no_grade))
        return
    if made.index > flags.start:
        write()
    write_lines([[(made.puzzle.identifier, "title")]])
    answer = [sketch_of(made.puzzle, made.solution)] if flags.solution else []
    write(side_by_side(sketch_of(made.puzzle), *answer))
    if not flags.no_grade and made.grade is not None:
        write_lines([[(made.grade, "clue")]])


def _excluded(text: str) -> Iterable[PuzzleLike]:
    """The puzzles of a file of generated puzzles, or any that commands take as arguments."""
    if not text.endswith((".jsonl", ".jsonl.gz")):
        return find_puzzles(text)
    from quincunx.datasets.solution_classes import answered_puzzles

    return [puzzle for puzzle, _ in answered_puzzles(text)]


def _progress(making: Series) -> str:
    near = f" ({making.nearness})" if making.nearness else ""
    return f"{_kept(making)}, {making.tried:,} tried{near}"


def _shortfall(making: Series) -> str:
    """Why not all puzzles were made, and how many were."""
    if making.used_up:
        return f"{making.ended}; {_kept(making)} made"
    near = f"; the last try: {making.nearness}" if making.nearness else ""
    return f"{making.ended} after {_kept(making)}, {making.tried:,} tried{near}"


def _kept(making: Series) -> str:
    return f"{making.kept} of {amount(making.number, 'puzzle')}"

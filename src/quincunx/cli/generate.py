"""`quincunx generate`: make new puzzles.

Each family is a command of its own, with options for the parameters that its generator declares;
it is built when it is called, because that takes imports. Several families, separated by commas,
or `all`, are a command as well, with the options that all families share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from quincunx._support.extras import require_package
from quincunx.cli.options import RequirementFlags, command, family_group
from quincunx.cli.output import amount, side_by_side, write, write_error, write_json, write_lines
from quincunx.cli.progress import Watch
from quincunx.cli.puzzle_files import read_excluded, require_writable, write_rows
from quincunx.cli.status import Status
from quincunx.cp.limits import Limits, duration
from quincunx.errors import OptionError
from quincunx.families import all_families, family_named
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.documents import to_document
from quincunx.solving.models import OURS, PAPER, require_model

if TYPE_CHECKING:
    from quincunx.making import GeneratedPuzzle, Request, Series

ALL = "all"
MAX_SEED = 10**6
"""Seeds that are drawn are smaller."""


@dataclass(frozen=True)
class SeriesFlags:
    """Which puzzles of a series to make, and what to do with them.

    Options:
        hardest: Each is the hardest of N.
        any_: Allow any number of solutions, not just one.
        exclude (FILE): Leave out these puzzles, turned or mirrored: a file or an identifier; may be
            repeated.
        published: Published puzzles may come up again.
        date (DAY): In place of a seed, a day as in 2026-11-15, or today.
        number: How many different puzzles; rows that repeat a puzzle do not count.
        start (K): Begin with row K: a series can be made in parts. After skipped rows a part ends
            later, and may share rows with the next.
        patience: Give up after N tries without a puzzle; each family has a default of its own,
            which may take hours.
        model (NAME): paper makes puzzles as the generator of the family's paper does, for the
            parameters, the seed, the number, --any, the time limit and --json alone.
        certify (DIR): Write each puzzle's certificate into a folder of its own there: DIR/1, ...
        output: Write them to a file instead: .jsonl, .csv, or .pdf for a book.
        solution: Draw the answers too.
        no_grade: Do not find out how hard they are: faster.
        as_json: Print one JSON object per line for each puzzle.
    """

    hardest: int = 1
    any_: bool = False
    exclude: list[str] | None = None
    published: bool = False
    seed: int | None = None
    date: str | None = None
    number: int = 1
    start: int = 0
    patience: int | None = None
    model: str = OURS
    certify: Path | None = None
    output: Path | None = None
    time_limit: float | None = None
    solution: bool = False
    no_grade: bool = False
    as_json: bool = False

    def requests(
        self, families: Sequence[str], required: RequirementFlags, parameters: Mapping[str, object]
    ) -> list[Request]:
        """What to make of each family."""
        from quincunx.making import request

        unwanted = [puzzle for name in self.exclude or () for puzzle in read_excluded(name)]
        return [
            request(
                family,
                unique=not self.any_,
                hardest=self.hardest,
                exclude=unwanted,
                published=self.published,
                **vars(required),
                **parameters,
            )
            for family in families
        ]

    def chosen_seed(self) -> int | None:
        """The seed that was given, as a number or as a day."""
        from quincunx.making.daily import read_day, seed_of

        if self.seed is not None and self.date is not None:
            raise OptionError("generate: a seed and a date, expected one of them")
        return seed_of(read_day(self.date)) if self.date is not None else self.seed


class _Families(TyperGroup):
    """The families as commands, each built when it is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [*all_families(), ALL]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        names = tuple(all_families()) if cmd_name == ALL else tuple(cmd_name.split(","))
        for name in names:
            if name not in all_families():
                if ctx.resilient_parsing:
                    return None
                family_named(name)
        return _family_command(names, cmd_name)


app = typer.Typer(
    name="generate",
    cls=_Families,
    help="Make new puzzles: with one solution, of the grade you want, the same from the same seed.",
    epilog="Several families at once: separated by commas, or all. The puzzle of a day, of the "
    "family whose turn it is: quincunx generate --date today.",
    rich_markup_mode=None,
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
    from quincunx.making.daily import family_of, read_day

    family = family_of(read_day(date)).family
    return make((family,), {}, RequirementFlags(), SeriesFlags(date=date, as_json=as_json))


@cache
def _family_command(names: tuple[str, ...], called: str) -> Any:
    """The command that makes puzzles of these families; one family's own options go first."""
    from quincunx.making import maker_of

    families = [family_named(name) for name in names]
    declared = maker_of(families[0]).parameters.declared() if len(families) == 1 else ()

    def run(parameters: Any, required: RequirementFlags, series: SeriesFlags) -> int:
        return make(names, vars(parameters), required, series)

    run.__annotations__["parameters"] = family_group(declared)
    titles = ", ".join(family.title for family in families)
    return _click_command(called, command(run), f"Make {titles} puzzles.")


def _click_command(name: str, function: Callable[..., int], help: str | None = None) -> Any:
    program = typer.Typer(rich_markup_mode=None, add_completion=False)
    program.command(name=name, help=help)(function)
    return typer.main.get_command(program)


def make(
    families: Sequence[str],
    parameters: Mapping[str, object],
    required: RequirementFlags,
    flags: SeriesFlags,
) -> int:
    """Make puzzles, show them as they are made, and return the exit status."""
    from quincunx.making import Series

    if require_model(flags.model) != OURS:
        return _make_by_paper(families, parameters, required, flags)
    requests = flags.requests(families, required, parameters)
    chosen = flags.chosen_seed()
    if flags.output is not None:
        require_writable(flags.output)
    if flags.certify is not None:
        require_package("pysat.solvers")
    writer = _PuzzleWriter(flags, several=len(families) > 1)
    begun: list[Series] = []
    for one in requests:
        begin = partial(
            Series,
            one,
            begun[0].seed if begun else chosen,
            flags.number,
            start=flags.start,
            graded=not flags.no_grade,
            patience=flags.patience,
            time_limit=flags.time_limit,
        )
        making = watched(begin, writer.write)
        begun.append(making)
        if not making.complete:
            name = f"{one.family.family}: " if len(families) > 1 else ""
            write_error(f"{name}{_shortfall(making)}")
            if making.stop():
                break
    if flags.output is not None and writer.rows:
        write_rows(flags.output, writer.rows, flags.as_json)
    if not flags.as_json and chosen is None and any(making.kept for making in begun):
        write(f"{'' if flags.output else chr(10)}The same again: --seed {begun[0].seed}")
    return Status.FOUND if all(making.complete for making in begun) else Status.STOPPED


def _make_by_paper(
    families: Sequence[str],
    parameters: Mapping[str, object],
    required: RequirementFlags,
    flags: SeriesFlags,
) -> int:
    """Make puzzles with the generator of a paper, and return the exit status."""
    from quincunx.making.paper_generator import make_by_paper

    taken = ("any_", "seed", "number", "model", "time_limit", "as_json")
    plain = SeriesFlags(**{name: getattr(flags, name) for name in taken})
    if (
        flags.model != PAPER
        or len(families) > 1
        or required != RequirementFlags()
        or flags != plain
    ):
        raise OptionError(
            "generate: --model is paper for one family, with its parameters, --seed, --number, "
            "--any, --time-limit and --json alone"
        )
    seed = SystemRandom().randrange(MAX_SEED) if flags.seed is None else flags.seed
    family = family_named(families[0])
    for index in range(flags.number):
        with Watch() as watch:
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
    with Watch() as watch:
        making = begin(cancel=watch.cancel)
        if making.warning:
            write_error(f"warning: {making.warning}")
        watch.follow(partial(_progress, making))
        for made in making:
            watch.clear()
            show(made)
    return making


class _PuzzleWriter:
    """Writes puzzles as the options say, or keeps their rows for a file."""

    def __init__(self, flags: SeriesFlags, several: bool) -> None:
        self.rows: list[dict[str, Any]] = []
        self._flags = flags
        self._several = several
        self._first = True

    def write(self, made: GeneratedPuzzle) -> None:
        """Write a puzzle, with its certificate if one is wanted."""
        flags = self._flags
        folder = self._certified(made)
        row = made.as_dict(graded=not flags.no_grade)
        row |= {"certificate": str(folder)} if folder else {}
        if flags.output is not None:
            self.rows.append(row)
        elif flags.as_json:
            write_json(row)
        else:
            self._draw(made)
            if folder is not None:
                write(f"certificate: {folder}")

    def _certified(self, made: GeneratedPuzzle) -> Path | None:
        if self._flags.certify is None:
            return None
        from quincunx.proofs import certify

        base = self._flags.certify
        folder = (base / made.puzzle.family if self._several else base) / str(made.index + 1)
        certify(made.puzzle).write(folder)
        return folder

    def _draw(self, made: GeneratedPuzzle) -> None:
        if not self._first:
            write()
        self._first = False
        write_lines([[(made.puzzle.identifier, "title")]])
        answer = [sketch_of(made.puzzle, made.solution)] if self._flags.solution else []
        write(side_by_side(sketch_of(made.puzzle), *answer))
        if not self._flags.no_grade and made.grade is not None:
            write_lines([[(made.grade, "clue")]])


def _progress(making: Series) -> str:
    near = f" ({making.nearness})" if making.nearness else ""
    left = making.patience_left
    gives_up = "" if left is None else f", gives up in {duration(left)}"
    return f"{_kept(making)}, {making.tried:,} tried{near}{gives_up}"


def _shortfall(making: Series) -> str:
    """Why not all puzzles were made, and how many were."""
    if making.used_up:
        return f"{making.ended}; {_kept(making)} made"
    near = f"; the last try: {making.nearness}" if making.nearness else ""
    return f"{making.ended} after {_kept(making)}, {making.tried:,} tried{near}"


def _kept(making: Series) -> str:
    return f"{making.kept} of {amount(making.number, 'puzzle')}"

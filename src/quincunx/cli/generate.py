"""`quincunx generate`: make new puzzles.

Each family is a command of its own; its options are read from the parameters that the family
declares. That takes imports, so it happens when such a command is called for. Several families,
with commas between them, or `all`, are a command as well, with the options that all have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from inspect import Parameter as Argument
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from quincunx._support.files import write_file
from quincunx.cli._options import (
    ForbidOption,
    GradeOption,
    JsonLinesOption,
    RequireOption,
    ScoreOption,
    SeedOption,
    TimeLimitOption,
    file_name,
    output_option,
    whole,
)
from quincunx.cli._output import draw, write, write_error, write_json, write_lines
from quincunx.cli._parameters import NONE_OF, arguments_of, taking
from quincunx.cli._parts import MERGE, excluded, merge_command, tell_file
from quincunx.cli._search import Watch, amount
from quincunx.cli._status import Status
from quincunx.cp.limits import duration
from quincunx.errors import OptionError
from quincunx.families import all_families, family_named
from quincunx.families.base.capabilities import sketch_of

if TYPE_CHECKING:
    from quincunx.making import Made, Request, Series

ALL = "all"


class _Families(TyperGroup):
    """The families as commands, each made when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [*all_families(), ALL, MERGE]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name == MERGE:
            return merge_command()
        names = tuple(all_families()) if cmd_name == ALL else tuple(cmd_name.split(","))
        for name in names:
            if name not in all_families():
                if ctx.resilient_parsing:
                    return None
                family_named(name)
        return _command(names, cmd_name)


app = typer.Typer(
    name="generate",
    cls=_Families,
    help="Make new puzzles: with one solution, of the grade you want, the same from the same seed.",
    epilog="Several families at once: with commas between them, or all. The puzzle of a day, "
    "whose family it is: quincunx generate --date today.",
    rich_markup_mode=None,
)

DateOption = Annotated[
    str | None,
    typer.Option(metavar="DAY", help="In place of a seed, a day as in 2026-11-15, or today."),
]


@app.callback(invoke_without_command=True)
def _generate(
    context: typer.Context, date: DateOption = None, as_json: JsonLinesOption = False
) -> int:
    if context.invoked_subcommand is not None:
        if date is not None or as_json:
            raise OptionError("generate: an option before the family, expected it behind")
        return Status.FOUND
    if date is None:
        write(context.get_help())
        return Status.FOUND
    from quincunx.making.daily import family_of, read_day

    return make((family_of(read_day(date)).family,), date=date, as_json=as_json)


def make(
    families: Sequence[str],
    grade: GradeOption = None,
    score: ScoreOption = "",
    require: RequireOption = "",
    forbid: ForbidOption = "",
    hardest: Annotated[
        int, typer.Option(metavar="N", parser=whole(), help="Each is the hardest of N.")
    ] = 1,
    anyhow: Annotated[
        bool, typer.Option("--any", help="Any number of solutions will do, not just one.")
    ] = False,
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="Not these puzzles, turned or mirrored: a file or an identifier; may be repeated.",
        ),
    ] = None,
    published: Annotated[
        bool, typer.Option("--published", help="Published puzzles may come up again.")
    ] = False,
    seed: SeedOption = None,
    date: DateOption = None,
    number: Annotated[
        int,
        typer.Option(
            metavar="N",
            parser=whole(),
            help="How many different puzzles; rows that were there before do not count.",
        ),
    ] = 1,
    start: Annotated[
        int,
        typer.Option(
            metavar="K",
            parser=whole(),
            help="Begin with row K: a series can be made in parts, which merge puts together. "
            "After skipped rows a part ends later, and may share rows with the next.",
        ),
    ] = 0,
    patience: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole(),
            help="Give up after N tries without a puzzle; each family has a number of its own, and "
            "that many may take hours.",
        ),
    ] = None,
    certify: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            parser=file_name,
            help="Write each puzzle's certificate into a folder of its own there: DIR/1, ...",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        output_option("Write them to a file instead: .jsonl, .csv, or .pdf for a book."),
    ] = None,
    time_limit: TimeLimitOption = None,
    solution: Annotated[bool, typer.Option("--solution", help="Draw the answers too.")] = False,
    no_grade: Annotated[
        bool, typer.Option("--no-grade", help="Do not find out how hard they are: faster.")
    ] = False,
    as_json: JsonLinesOption = False,
    **parameters: object,
) -> int:
    """Make puzzles, show them as they are made, and return the exit status."""
    from quincunx.cli.puzzle_files import require_writable, written
    from quincunx.making import Series, request
    from quincunx.making.daily import read_day, seed_of

    unwanted = [puzzle for text in exclude or () for puzzle in excluded(text)]
    asked = [
        request(
            family,
            unique=not anyhow,
            grade=grade,
            score=score,
            require=require,
            forbid=forbid,
            hardest=hardest,
            exclude=unwanted,
            published=published,
            **parameters,
        )
        for family in families
    ]
    if seed is not None and date is not None:
        raise OptionError("generate: a seed and a date, expected one of them")
    chosen = seed_of(read_day(date)) if date is not None else seed
    if output is not None:
        require_writable(output)
    if certify is not None:
        from quincunx.proofs.certificate import require_python_sat

        require_python_sat()
    rows: list[dict[str, Any]] = []
    drawn: list[int] = []

    def show(made: Made) -> None:
        several = certify / made.puzzle.family if certify and len(families) > 1 else certify
        folder = None if several is None else several / str(made.index + 1)
        if folder is not None:
            _certify(made, folder)
        row = made.as_dict(graded=not no_grade) | ({"certificate": str(folder)} if folder else {})
        if output is not None:
            rows.append(row)
        elif as_json:
            write_json(row)
        else:
            _draw(made, solution, graded=not no_grade, first=not drawn)
            drawn.append(made.index)
            if folder is not None:
                write(f"certificate: {folder}")

    begun: list[Series] = []
    for one in asked:
        if one.warning:
            write_error(f"warning: {one.warning}")

        def begin(cancel: Callable[[], bool], one: Request = one) -> Series:
            return Series(
                one,
                begun[0].seed if begun else chosen,
                number,
                start=start,
                graded=not no_grade,
                patience=patience,
                time_limit=time_limit,
                cancel=cancel,
            )

        making = watched(begin, show)
        begun.append(making)
        if not making.complete:
            several_families = f"{one.family.family}: " if len(asked) > 1 else ""
            write_error(f"{several_families}{_sentence(making)}")
            if making.stop():
                break
    if output is not None and rows:
        write_file(output, written(output, rows))
        tell_file(output, len(rows), as_json)
    if not as_json and chosen is None and any(making.kept for making in begun):
        write(f"{'' if output else chr(10)}The same again: --seed {begun[0].seed}")
    return Status.FOUND if all(making.complete for making in begun) else Status.STOPPED


def watched(begin: Callable[[Callable[[], bool]], Series], show: Callable[[Made], None]) -> Series:
    """Puzzles made while a person watches, and may stop it; each is shown when it is made."""
    with Watch() as watch:
        making = begin(watch.cancel)
        watch.follow(partial(_progress, making))
        for made in making:
            watch.clear()
            show(made)
    return making


def _certify(made: Made, folder: Path) -> None:
    from quincunx.proofs import certify

    certify(made.puzzle).write(folder)


def _draw(made: Made, with_solution: bool, graded: bool, first: bool) -> None:
    if not first:
        write()
    write_lines([[(made.puzzle.identifier, "title")]])
    answer = [sketch_of(made.puzzle, made.solution)] if with_solution else []
    write(draw(sketch_of(made.puzzle), *answer))
    if graded and made.grade is not None:
        write_lines([[(made.grade, "clue")]])


def _progress(making: Series) -> str:
    kept = f"{making.kept} of {amount(making.number, 'puzzle')}"
    near = f" ({making.nearness})" if making.nearness else ""
    left = making.patience_left
    gives_up = "" if left is None else f", gives up in {duration(left)}"
    return f"{kept}, {making.tried:,} tried{near}{gives_up}"


def _sentence(making: Series) -> str:
    """Why not all puzzles were made, and how far it came."""
    kept = f"{making.kept} of {amount(making.number, 'puzzle')}"
    if making.used_up:
        return f"{making.ended}; {kept} made"
    near = f"; the last try: {making.nearness}" if making.nearness else ""
    return f"{making.ended} after {kept}, {making.tried:,} tried{near}"


@cache
def _command(names: tuple[str, ...], called: str) -> Any:
    """The command that makes puzzles of these families; one family's own options go first."""
    from quincunx.making import maker_of

    families = [family_named(name) for name in names]
    declared: list[Argument] = []
    if len(families) == 1:
        declared = [
            argument
            for parameter in maker_of(families[0]).parameters.declared()
            for argument in arguments_of(parameter)
        ]
    common = signature(make, eval_str=True).parameters.values()
    asked = [*declared, *(a for a in common if a.name not in ("families", "parameters"))]
    command = taking(asked, partial(_made_of, names))
    program = typer.Typer(rich_markup_mode=None, add_completion=False)
    titles = families[0].title if len(families) == 1 else ", ".join(f.title for f in families)
    program.command(name=called, help=f"Make {titles} puzzles.")(command)
    return typer.main.get_command(program)


def _made_of(names: tuple[str, ...], **given: Any) -> int:
    """Make puzzles of these families; `--no-NAME` of a number means 0."""
    for name in [name for name in given if name.startswith(NONE_OF)]:
        if given.pop(name):
            number = name.removeprefix(NONE_OF)
            if given[number] is not None:
                raise OptionError(f"generate: --{number} and --no-{number}, expected one of them")
            given[number] = 0
    return make(names, **given)

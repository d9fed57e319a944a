"""`quincunx generate`: make new puzzles.

Each family is a command of its own; its options are read from the parameters that the family
declares. That takes imports, so it happens when such a command is called for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from inspect import Parameter as Argument
from inspect import Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from quincunx.cli._options import SeedOption, TimeLimitOption, complete_grade, file_name, whole
from quincunx.cli._output import draw, write, write_error, write_json, write_lines
from quincunx.cli._search import Watch, amount
from quincunx.cli._status import Status
from quincunx.families import all_families, family_named

if TYPE_CHECKING:
    from quincunx.families._maker import Parameter
    from quincunx.making import Made, Series


class _Families(TyperGroup):
    """The families as commands, each made when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(all_families())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in all_families():
            if ctx.resilient_parsing:
                return None
            family_named(cmd_name)
        return _command(cmd_name)


app = typer.Typer(
    name="generate",
    cls=_Families,
    help="Make new puzzles: with one solution, of the grade you want, the same from the same seed.",
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def _generate(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        write(context.get_help())


def make(
    family: str,
    grade: Annotated[
        str | None,
        typer.Option(
            metavar="GRADE",
            help="How hard: easy, medium, hard or expert.",
            autocompletion=complete_grade,
        ),
    ] = None,
    anyhow: Annotated[
        bool, typer.Option("--any", help="Any number of solutions will do, not just one.")
    ] = False,
    seed: SeedOption = None,
    number: Annotated[
        int, typer.Option(metavar="N", parser=whole(), help="How many different puzzles.")
    ] = 1,
    patience: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole(),
            help="Give up after N tries without a puzzle; each family has a number of its own.",
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
    time_limit: TimeLimitOption = None,
    solution: Annotated[bool, typer.Option("--solution", help="Draw the answers too.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object a line for each puzzle.")
    ] = False,
    **parameters: object,
) -> int:
    """Make puzzles, show them as they are made, and return the exit status."""
    from quincunx.making import Series, request

    asked = request(family, unique=not anyhow, grade=grade, **parameters)
    if certify is not None:
        from quincunx.certificates.certifying import require_python_sat

        require_python_sat()

    def show(made: Made) -> None:
        folder = None if certify is None else certify / str(made.index + 1)
        if folder is not None:
            _certify(made, folder)
        if as_json:
            write_json(made.as_dict() | ({"certificate": str(folder)} if folder else {}))
        else:
            _draw(made, solution)
            if folder is not None:
                write(f"certificate: {folder}")

    making = watched(
        lambda cancel: Series(
            asked, seed, number, patience=patience, time_limit=time_limit, cancel=cancel
        ),
        show,
    )
    if not as_json and seed is None and making.kept:
        write(f"\nThe same again: --seed {making.seed}")
    if not making.complete:
        write_error(_sentence(making))
        return Status.STOPPED
    return Status.FOUND


def watched(begin: Callable[[Callable[[], bool]], Series], show: Callable[[Made], None]) -> Series:
    """Puzzles made while a person watches, and may stop it; each is shown when it is made."""
    with Watch() as watch:
        making = begin(watch.cancel)
        watch.follow(partial(_progress, making))
        for made in making:
            # The grade takes a while too, and can be watched.
            _ = made.grade
            watch.clear()
            show(made)
    return making


def _certify(made: Made, folder: Path) -> None:
    from quincunx.certificates import certify

    certify(made.puzzle).write(folder)


def _draw(made: Made, with_solution: bool) -> None:
    if made.index:
        write()
    write_lines([[(made.puzzle.identifier, "title")]])
    answer = [made.puzzle.sketch(made.solution)] if with_solution else []
    write(draw(made.puzzle.sketch(), *answer))
    if made.grade is not None:
        write_lines([[(made.grade, "clue")]])


def _progress(making: Series) -> str:
    kept = f"{making.kept} of {amount(making.number, 'puzzle')}"
    near = f" ({making.nearness})" if making.nearness else ""
    return f"{kept}, {making.tried:,} tried{near}"


def _sentence(making: Series) -> str:
    """Why not all puzzles were made, and how far it came."""
    kept = f"{making.kept} of {amount(making.number, 'puzzle')}"
    near = f"; the last try: {making.nearness}" if making.nearness else ""
    return f"{making.ended} after {kept}, {making.tried:,} tried{near}"


@cache
def _command(name: str) -> Any:
    """The command that makes puzzles of a family."""
    from quincunx.making import maker_of

    family = family_named(name)
    declared = [_argument(parameter) for parameter in maker_of(family).parameters.declared()]
    common = signature(make, eval_str=True).parameters.values()
    asked = [*declared, *(a for a in common if a.name not in ("family", "parameters"))]
    command = _taking(asked, partial(make, name))
    program = typer.Typer(rich_markup_mode=None, add_completion=False)
    program.command(name=name, help=f"Make {family.title} puzzles.")(command)
    return typer.main.get_command(program)


def _taking(arguments: list[Argument], act: Callable[..., int]) -> Callable[..., int]:
    """A function with these arguments, for typer to read."""

    def command(**given: Any) -> int:
        return act(**given)

    command.__annotations__ = {argument.name: argument.annotation for argument in arguments}
    command.__signature__ = Signature(arguments)  # type: ignore[attr-defined]
    return command


def _argument(parameter: Parameter) -> Argument:
    """The option that chooses a parameter."""
    kind: Any = parameter.kind if parameter.default is not None else parameter.kind | None
    option = f"--{parameter.name}"
    if parameter.kind is bool:
        info = typer.Option(f"{option}/--no-{parameter.name}", help=_help(parameter))
    else:
        metavar = "N" if parameter.kind is int else "|".join(parameter.words) or "TEXT"
        parser = whole() if parameter.kind is int else None
        info = typer.Option(option, metavar=metavar, parser=parser, help=_help(parameter))
    return Argument(
        parameter.name,
        Argument.POSITIONAL_OR_KEYWORD,
        default=parameter.default,
        annotation=Annotated[kind, info],
    )


def _help(parameter: Parameter) -> str:
    """What the option's line says.

    >>> from quincunx.families._maker import Parameter
    >>> _help(Parameter("size", "rows and columns", 3, least=2, most=7))
    'Rows and columns, 2 to 7.'
    """
    bounds = f", {parameter.least} to {parameter.most}" if parameter.kind is int else ""
    return f"{parameter.meaning[0].upper()}{parameter.meaning[1:]}{bounds}."

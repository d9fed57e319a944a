"""Options of the command line that are read from the parameters of a family."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import Parameter as Argument
from inspect import Signature
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quincunx.cli._options import whole

if TYPE_CHECKING:
    from quincunx.families.base.maker import Parameter

NONE_OF = "none_of_"
"""What the name of an argument begins with that stands for none of something."""


def arguments_of(parameter: Parameter) -> Iterator[Argument]:
    """The option that chooses a parameter, and one for none where none may be chosen."""
    kind: Any = parameter.kind if parameter.default is not None else parameter.kind | None
    option = f"--{parameter.name}"
    if parameter.kind is bool:
        info = typer.Option(f"{option}/--no-{parameter.name}", help=_help(parameter))
    else:
        metavar = "N" if parameter.kind is int else "|".join(parameter.words) or "TEXT"
        parser = whole() if parameter.kind is int else None
        info = typer.Option(option, metavar=metavar, parser=parser, help=_help(parameter))
    yield _argument(parameter.name, parameter.default, kind, info)
    if parameter.kind is int and parameter.default is None and parameter.least == 0:
        none = typer.Option(f"--no-{parameter.name}", help=f"The same as {option} 0.")
        yield _argument(f"{NONE_OF}{parameter.name}", False, bool, none)


def _argument(name: str, default: object, kind: Any, info: Any) -> Argument:
    return Argument(
        name, Argument.POSITIONAL_OR_KEYWORD, default=default, annotation=Annotated[kind, info]
    )


def _help(parameter: Parameter) -> str:
    """What the option's line says.

    >>> from quincunx.families.base.maker import Parameter
    >>> _help(Parameter("size", "rows and columns", 3, least=2, most=7))
    'Rows and columns, 2 to 7.'
    """
    return f"{parameter.meaning[0].upper()}{parameter.meaning[1:]}{parameter.bounds}."


def taking(arguments: list[Argument], act: Callable[..., int]) -> Callable[..., int]:
    """A function with these arguments, for typer to read."""

    def command(**given: Any) -> int:
        return act(**given)

    command.__annotations__ = {argument.name: argument.annotation for argument in arguments}
    command.__signature__ = Signature(arguments)  # type: ignore[attr-defined]
    return command

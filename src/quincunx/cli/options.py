"""The reader of command-line options: functions become commands.

A command is a function with a docstring. Positional-only parameters are arguments, the others are
options, and parameters whose type is a dataclass are groups of options, whose fields are options.
The type says how a value is read. The section "Options:" of the docstring has the help texts, with
the placeholder for the value in parentheses; options that several commands share are described
once, in `SHARED`. A command that returns a `Response` has the option --json.

Names: `output` is also `-o`, `jobs` is also `-j`, `as_json` is `--json`, and `all_` is `--all`.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, make_dataclass
from functools import cache
from importlib import import_module
from inspect import Parameter, Signature, getdoc, signature
from itertools import chain
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias, cast, get_args, get_origin

import typer
from typer.core import TyperGroup

from quincunx.cli.output import Response
from quincunx.cp.options import DEPTH_FIRST, KERNEL, Consistency, SearchKeywords
from quincunx.families import shorten
from quincunx.solving.models import OURS

if TYPE_CHECKING:
    from quincunx.families.base.maker import Parameter as FamilyParameter

SHARED = {
    "puzzle": ("PUZZLE", "An identifier, a file, a gallery name, or - for standard input."),
    "as_json": ("", "Print one JSON object."),
    "time_limit": ("SECONDS", "Stop after this many seconds."),
    "seed": ("N", "The same seed gives the same puzzles; random if not given."),
    "grade": ("GRADE", "How hard: easy, medium, hard or expert."),
    "model": ("NAME", "ours, paper (as the family's paper prints it) or authors (as they ran it)."),
    "consistency": ("LEVEL", "Propagation strength: domain (default) or bounds (papers' default)."),
    "labeling": ("OPTIONS", "Labeling, as in ff,bisect,down; an invalid option lists the choices."),
}
"""The placeholder and the help text of options whose docstring says nothing about them."""


@dataclass(frozen=True)
class AtLeast:
    """The smallest value of a whole number, for use in `Annotated`."""

    least: int


Natural: TypeAlias = Annotated[int, AtLeast(0)]
Positive: TypeAlias = Annotated[int, AtLeast(1)]

# Readers of values

_WHOLE = re.compile("[+-]?[0-9]{1,30}")
_SECONDS = re.compile(r"\+?(inf|([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]{1,9})?)", re.IGNORECASE)


def whole(least: int | None = None) -> Callable[[str], int]:
    """Return a reader of whole numbers in ASCII digits.

    >>> whole(1)("10")
    10
    """

    def read(text: str) -> int:
        # int() accepts the digits of every script, and 1_0 for 10.
        if not _WHOLE.fullmatch(str(text)):
            raise typer.BadParameter(f"{shorten(str(text))!r}, expected a whole number")
        if least is not None and int(text) < least:
            raise typer.BadParameter(f"{text}, expected {least} or more")
        return int(text)

    return read


def seconds(text: str) -> float:
    """Read a number of seconds.

    >>> seconds("1e300"), seconds(".5")
    (1e+300, 0.5)
    """
    if not _SECONDS.fullmatch(str(text)):
        raise typer.BadParameter(f"{shorten(str(text))!r}, expected a number of seconds, 0 or more")
    return float(text)


def file_name(text: str) -> Path:
    """Read the name of a file or a folder to write."""
    if not str(text):
        raise typer.BadParameter("empty, expected the name of a file")
    return Path(text)


# Groups of options


@dataclass(frozen=True)
class SearchFlags:
    """How to search for solutions.

    Options:
        seed (N): Seed of --random, of the labeling random and of restarts.
        strategy (NAME): How the search tree is traversed: depth-first, discrepancy, restarts or
            restarts:NODES.
        node_limit (N): Stop after N search nodes.
        engine (NAME): The solver: kernel (our own), cp-sat, both of these, minizinc or
            minizinc:SOLVER.
    """

    labeling: list[str] | None = None
    consistency: Consistency | None = None
    model: str = OURS
    seed: int = 0
    strategy: str = DEPTH_FIRST
    time_limit: float | None = None
    node_limit: Natural | None = None
    engine: str = KERNEL

    def keywords(self) -> SearchKeywords:
        """The options as keywords of `quincunx.solve`, without the model."""
        chosen = {**vars(self), "labeling": ",".join(self.labeling or ())}
        del chosen["model"]
        return typing.cast(SearchKeywords, chosen)


@dataclass(frozen=True)
class RequirementFlags:
    """What is required of the puzzles to make or to list.

    Options:
        score (RANGE): Which scores, as in 6..9, 6.. or ..9.
        require (TECHNIQUES): Techniques that their explanations use, separated by commas.
        forbid (TECHNIQUES): Techniques that their explanations do not use, separated by commas.
    """

    grade: str | None = None
    score: str = ""
    require: str = ""
    forbid: str = ""


# Functions as commands


def command(function: Callable[..., int | Response]) -> Callable[..., int]:
    """Return a function that typer reads as a command; see the top of this module."""
    summary, described = read_docstring(function)
    own = signature(function, eval_str=True).parameters
    positional = [key for key, each in own.items() if each.kind is Parameter.POSITIONAL_ONLY]
    groups: dict[str, Any] = {
        key: each.annotation for key, each in own.items() if is_dataclass(each.annotation)
    }
    listed: list[Parameter] = []
    for key, each in own.items():
        if key in groups:
            listed += _group_options(groups[key])
        else:
            listed.append(_parameter(each, described))
    replies = signature(function, eval_str=True).return_annotation is Response
    if replies:
        listed.append(_parameter(_keyword("as_json", False, bool), described))

    def run(**given: Any) -> int:
        as_json = replies and given.pop("as_json")
        for key, group in groups.items():
            given[key] = group(**{each.name: given.pop(each.name) for each in fields(group)})
        reply = function(*[given.pop(key) for key in positional], **given)
        return reply.write(as_json) if isinstance(reply, Response) else reply

    run.__name__, run.__doc__ = function.__name__, summary
    run.__annotations__ = {each.name: each.annotation for each in listed}
    run.__signature__ = Signature(listed)  # type: ignore[attr-defined]
    return run


def plain_typer(**settings: Any) -> typer.Typer:
    """Return an empty program whose help is plain text."""
    return typer.Typer(**settings, rich_markup_mode=None, add_completion=False)


def build_command(
    function: Callable[..., int | Response], name: str | None = None, help: str | None = None
) -> Any:
    """Return a function as a command of typer."""
    program = plain_typer()
    program.command(name, help=help)(command(function))
    return typer.main.get_command(program)


class CommandGroup(TyperGroup):
    """Commands by name, each with the module that defines it, which is imported when the command is
    called. So these modules import what they need at the top, and other commands start quickly."""

    modules: ClassVar[Mapping[str, str]] = {}

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        # For the list of commands, and for suggestions after a wrong name.
        self.commands = cast("dict[str, Any]", dict.fromkeys(self.modules))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return _loaded(self.modules[cmd_name], cmd_name) if cmd_name in self.modules else None


@cache
def _loaded(module: str, name: str) -> Any:
    """The command of this name in a module of this package: a function, or a group called `app`."""
    home = vars(import_module(f"quincunx.cli.{module}"))
    return typer.main.get_command(home["app"]) if "app" in home else build_command(home[name])


def read_docstring(documented: object) -> tuple[str, dict[str, tuple[str, str]]]:
    """The text of a docstring without "Options:", and placeholder and help of each option.

    >>> def play(board, /):
    ...     '''Play.
    ...
    ...     Options:
    ...         board (FILE): Where
    ...             it is.
    ...     '''
    >>> read_docstring(play)
    ('Play.', {'board': ('FILE', 'Where it is.')})
    """
    text, _, arguments = (getdoc(documented) or "").partition("\nOptions:\n")
    entries = re.findall(r"^    (\w+)(?: \((.*?)\))?: (.*(?:\n {8}.*)*)", arguments, re.MULTILINE)
    return text.strip(), {
        name: (metavar, " ".join(help.split())) for name, metavar, help in entries
    }


def _group_options(group: Any) -> Iterator[Parameter]:
    _, described = read_docstring(group)
    hints = typing.get_type_hints(group, localns={}, include_extras=True)
    for each in fields(group):
        default = Parameter.empty if each.default is MISSING else each.default
        yield _parameter(_keyword(each.name, default, hints[each.name]), described)


def _parameter(own: Parameter, described: Mapping[str, tuple[str, str]]) -> Parameter:
    """A parameter as typer reads it."""
    hint, least = _without_bound(own.annotation)
    if get_origin(hint) is Annotated:
        return _keyword(own.name, own.default, hint)
    kinds = {hint, *get_args(hint), *chain.from_iterable(map(get_args, get_args(hint)))}
    metavar, help = described.get(own.name) or SHARED.get(own.name, ("", ""))
    shared: dict[str, Any] = {"help": help}
    readers = {int: ("N", whole(least)), float: ("SECONDS", seconds), Path: ("FILE", file_name)}
    for kind, (usual, parser) in readers.items():
        if kind in kinds:
            metavar = metavar or usual
            shared["parser"] = parser
    if own.kind is Parameter.POSITIONAL_ONLY:
        metavar = metavar or own.name.upper()  # python -OO has no docstrings
        info: Any = typer.Argument(metavar=metavar, show_default=False, **shared)
    else:
        info = typer.Option(*_declared(own), metavar=metavar or None, **shared)
    return _keyword(own.name, own.default, Annotated[hint, info])


def _declared(own: Parameter) -> list[str]:
    """The option's names."""
    word = own.name.removeprefix("as_").removesuffix("_").replace("_", "-")
    if own.default is True:
        return [f"--{word}/--no-{word}"]
    return [f"--{word}", *({"output": ["-o"], "jobs": ["-j"]}.get(word, []))]


def _without_bound(hint: Any) -> tuple[Any, int | None]:
    """A type without `AtLeast`, and its bound; a `Literal` becomes text, which commands check."""
    parts = get_args(hint)
    if get_origin(hint) is Annotated and isinstance(parts[1], AtLeast):
        return parts[0], parts[1].least
    if NoneType in parts and get_origin(hint) is not Annotated:
        inner, least = _without_bound(next(part for part in parts if part is not NoneType))
        return (str if get_origin(inner) is typing.Literal else inner) | None, least
    return hint, None


def _keyword(name: str, default: object, annotation: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


# Options that a family's generator declares


def family_group(declared: Iterable[FamilyParameter]) -> type:
    """A group of options that set the parameters of a family's generator."""
    return make_dataclass("FamilyFlags", map(_family_option, declared), frozen=True)


def _family_option(parameter: FamilyParameter) -> tuple[str, Any, Any]:
    """The option that sets a parameter: `None` if it is not named."""
    option, kind = f"--{parameter.name}", parameter.kind | None
    if parameter.kind is bool:
        info = typer.Option(f"{option}/--no-{parameter.name}", help=_help(parameter))
    else:
        metavar = "N" if parameter.kind is int else "|".join(parameter.words) or "TEXT"
        parser = whole() if parameter.kind is int else None
        info = typer.Option(option, metavar=metavar, parser=parser, help=_help(parameter))
    return parameter.name, Annotated[kind, info], field(default=None)


def _help(parameter: FamilyParameter) -> str:
    """The help text of a parameter's option.

    >>> from quincunx.families.base.maker import Parameter
    >>> _help(Parameter("size", "rows and columns", 3, least=2, most=7))
    'Rows and columns, 2 to 7; by default 3.'
    """
    usual = f"; by default {parameter.default}" if parameter.default else ""
    return f"{parameter.meaning[0].upper()}{parameter.meaning[1:]}{parameter.bounds}{usual}."

"""Command-line options: each shared one is declared once, and groups travel as one value.

A command is a function whose parameters are options, or groups of options: frozen dataclasses
whose fields are options. `with_groups` spells the groups out for typer and builds them again when
the command runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, get_type_hints

import click
import typer

from quincunx.cp.engines import ENGINES
from quincunx.cp.options import (
    ALIASES,
    CONSISTENCIES,
    DEPTH_FIRST,
    DIRECTIONS,
    KERNEL,
    STRATEGIES,
    VALUE_CHOICES,
    VARIABLE_ORDERS,
    Consistency,
    SearchKeywords,
)
from quincunx.errors import OptionError, PuzzleError
from quincunx.families import all_families, gallery, shorten
from quincunx.families.base.grades import GRADES
from quincunx.solving.models import MODELS, OURS

if TYPE_CHECKING:
    from quincunx.families.base.maker import Parameter as FamilyParameter

Completion: TypeAlias = Callable[[str], list[str]]
"""Returns the words that a shell offers for an incomplete one."""

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
        raise typer.BadParameter("nothing there, expected a name")
    return Path(text)


# Shell completion


def completing(words: Callable[[], Iterable[str]]) -> Completion:
    """Return a completion that offers those of `words()` that start with the incomplete word."""

    def complete(incomplete: str) -> list[str]:
        return [word for word in words() if word.startswith(incomplete)]

    return complete


complete_puzzle = completing(gallery.names)
complete_family = completing(all_families)
complete_consistency = completing(lambda: CONSISTENCIES)
complete_grade = completing(lambda: GRADES)


def complete_labeling(incomplete: str) -> list[str]:
    """Offer labeling options, also after a comma."""
    before, comma, _ = incomplete.rpartition(",")
    given = before.split(",")
    words = [*VARIABLE_ORDERS, *ALIASES, *VALUE_CHOICES, *DIRECTIONS]
    offered = [before + comma + word for word in words if word not in given]
    return [word for word in offered if word.startswith(incomplete)]


# Kinds of options


def flag(names: str, help: str) -> Any:
    """Declare a switch such as `--all`."""
    return typer.Option(names, help=help)


def integer(help: str, least: int | None = None, metavar: str = "N") -> Any:
    """Declare an option whose value is a whole number."""
    return typer.Option(metavar=metavar, parser=whole(least), help=help)


def text(metavar: str, help: str, complete: Completion | None = None) -> Any:
    """Declare an option whose value is text."""
    return typer.Option(metavar=metavar, help=help, autocompletion=complete)


def path(metavar: str, help: str, *names: str) -> Any:
    """Declare an option that names a file or a folder."""
    return typer.Option(*names, metavar=metavar, parser=file_name, help=help, show_default=False)


def output_option(help: str, metavar: str = "FILE") -> Any:
    """Declare the option -o, which names a file or a folder to write."""
    return path(metavar, help, "--output", "-o")


def argument(metavar: str, help: str, complete: Completion | None = None) -> Any:
    """Declare a positional argument."""
    return typer.Argument(metavar=metavar, help=help, autocompletion=complete, show_default=False)


# Shared options

PuzzleArgument: TypeAlias = Annotated[
    str,
    argument(
        "PUZZLE", "An identifier, a file, a gallery name, or - for standard input.", complete_puzzle
    ),
]
JsonOption: TypeAlias = Annotated[bool, flag("--json", "Print one JSON object.")]
JsonLinesOption: TypeAlias = Annotated[
    bool, flag("--json", "Print one JSON object a line for each puzzle.")
]
TimeLimitOption: TypeAlias = Annotated[
    float | None,
    typer.Option(metavar="SECONDS", help="Stop after this many seconds.", parser=seconds),
]
SeedOption: TypeAlias = Annotated[
    int | None, integer("The same seed gives the same puzzles; random if not given.")
]
GradeOption: TypeAlias = Annotated[
    str | None, text("GRADE", "How hard: easy, medium, hard or expert.", complete_grade)
]
ModelOption: TypeAlias = Annotated[
    str,
    text(
        "NAME",
        "ours, or paper: the program that the paper about the family prints.",
        completing(lambda: MODELS),
    ),
]
StrengthOption: TypeAlias = Annotated[
    Consistency | None,
    typer.Option(
        metavar="LEVEL",
        help="How hard to propagate: bounds or domain; domain, or bounds with --model paper.",
        autocompletion=complete_consistency,
        click_type=click.STRING,  # the search refuses other words and lists the choices
    ),
]
LabelingOption: TypeAlias = Annotated[
    list[str] | None,
    text(
        "OPTIONS",
        "How to search, as in ff,bisect,down; an invalid option lists the choices.",
        complete_labeling,
    ),
]
# Groups of options


@dataclass(frozen=True)
class SearchFlags:
    """How to search for solutions."""

    labeling: LabelingOption = None
    consistency: StrengthOption = None
    model: ModelOption = OURS
    seed: Annotated[int, integer("For --random, labeling random and restarts.")] = 0
    strategy: Annotated[
        str,
        text(
            "NAME",
            "How the tree is walked: depth-first, discrepancy, restarts or restarts:NODES.",
            completing(lambda: STRATEGIES),
        ),
    ] = DEPTH_FIRST
    time_limit: TimeLimitOption = None
    node_limit: Annotated[int | None, integer("Stop after N search nodes.", 0)] = None
    engine: Annotated[
        str, text("NAME", "The solver: kernel is our own.", completing(lambda: ENGINES))
    ] = KERNEL

    def keywords(self) -> SearchKeywords:
        """The options as keywords of `quincunx.solve`, without the model."""
        return SearchKeywords(
            labeling=",".join(self.labeling or ()),
            consistency=self.consistency,
            seed=self.seed,
            strategy=self.strategy,
            engine=self.engine,
            time_limit=self.time_limit,
            node_limit=self.node_limit,
        )


@dataclass(frozen=True)
class AnswerFlags:
    """The answer to draw in a puzzle."""

    solution: Annotated[
        str | None,
        text("ANSWER", "Draw this answer in it: text, JSON, a file, or - for standard input."),
    ] = None
    solve: Annotated[bool, flag("--solve", "Draw the solver's answer in it.")] = False

    def require_one(self, command: str, puzzle: str, state: str | None = None) -> None:
        """Refuse several answers, and standard input for several things."""
        answers = {"--solution": self.solution, "--solve": self.solve or None, "--state": state}
        given = [name for name, value in answers.items() if value is not None]
        if len(given) > 1:
            raise OptionError(f"{command}: both {given[0]} and {given[1]}, expected at most one")
        if [puzzle, self.solution, state].count("-") > 1:
            raise PuzzleError(f"{command}: puzzle and answer are both -, expected at most one")


@dataclass(frozen=True)
class RequirementFlags:
    """What is required of the puzzles to make or to list."""

    grade: GradeOption = None
    score: Annotated[str, text("RANGE", "Which scores, as in 6..9, 6.. or ..9.")] = ""
    require: Annotated[
        str, text("TECHNIQUES", "Techniques that their explanations use, separated by commas.")
    ] = ""
    forbid: Annotated[
        str,
        text("TECHNIQUES", "Techniques that their explanations do not use, separated by commas."),
    ] = ""


def with_groups(
    command: Callable[..., int], more: Iterable[Parameter] = (), name: str = ""
) -> Callable[..., int]:
    """Return the command with its option groups spelled out, for typer to read.

    Args:
        command: A function; parameters that are dataclasses are groups of options.
        more: Further options, which go first and are passed on in a mapping as parameter `name`.
        name: The parameter that takes the further options.
    """
    own = signature(command, eval_str=True).parameters
    groups: dict[str, Any] = {
        key: each.annotation for key, each in own.items() if is_dataclass(each.annotation)
    }
    further = [_keyword(each.name, each.default, each.annotation) for each in more]
    listed = [*further]
    for key, each in own.items():
        if key in groups:
            listed += _fields(groups[key])
        elif key != name:
            listed.append(_keyword(key, each.default, each.annotation))

    def run(**given: Any) -> int:
        if name:
            given[name] = {each.name: given.pop(each.name) for each in further}
        for key, group in groups.items():
            given[key] = group(**{each.name: given.pop(each.name) for each in fields(group)})
        return command(**given)

    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {each.name: each.annotation for each in listed}
    run.__signature__ = Signature(listed)  # type: ignore[attr-defined]
    return run


def _fields(group: Any) -> Iterator[Parameter]:
    hints = get_type_hints(group, localns={}, include_extras=True)
    for each in fields(group):
        default = Parameter.empty if each.default is MISSING else each.default
        yield _keyword(each.name, default, hints[each.name])


def _keyword(name: str, default: object, annotation: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


# Options that a family's generator declares

_NONE = "no_"


def family_options(parameter: FamilyParameter) -> Iterator[Parameter]:
    """Yield the option that sets a parameter, and `--no-NAME` where 0 may be chosen."""
    kind: Any = parameter.kind if parameter.default is not None else parameter.kind | None
    option = f"--{parameter.name}"
    if parameter.kind is bool:
        info = flag(f"{option}/--no-{parameter.name}", _help(parameter))
    else:
        metavar = "N" if parameter.kind is int else "|".join(parameter.words) or "TEXT"
        parser = whole() if parameter.kind is int else None
        info = typer.Option(option, metavar=metavar, parser=parser, help=_help(parameter))
    yield _keyword(parameter.name, parameter.default, Annotated[kind, info])
    if parameter.kind is int and parameter.default is None and parameter.least == 0:
        none = flag(f"--no-{parameter.name}", f"The same as {option} 0.")
        yield _keyword(f"{_NONE}{parameter.name}", False, Annotated[bool, none])


def family_parameters(given: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that were chosen with `family_options`; `--no-NAME` chooses 0."""
    chosen = {name: value for name, value in given.items() if not name.startswith(_NONE)}
    for name in given.keys() - chosen.keys():
        parameter = name.removeprefix(_NONE)
        if given[name] and chosen[parameter] is not None:
            raise OptionError(f"generate: --{parameter} and --no-{parameter}, expected one of them")
        if given[name]:
            chosen[parameter] = 0
    return chosen


def _help(parameter: FamilyParameter) -> str:
    """The help text of a parameter's option.

    >>> from quincunx.families.base.maker import Parameter
    >>> _help(Parameter("size", "rows and columns", 3, least=2, most=7))
    'Rows and columns, 2 to 7.'
    """
    return f"{parameter.meaning[0].upper()}{parameter.meaning[1:]}{parameter.bounds}."

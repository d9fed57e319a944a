"""Tables of cases written as text: a case a line, its columns between bars."""

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


def rows(table: str) -> list[Any]:
    """The cases of a table, each named by its line; an indented line continues the one before."""
    lines: list[str] = []
    for line in table.strip().splitlines():
        if line.startswith(" "):
            lines[-1] += f" {line.strip()}"
        elif line and not line.startswith("# "):
            lines.append(line)
    cases = [[cell.strip() for cell in line.split("|")] for line in lines]
    return [pytest.param(*case, id=" ".join(case)[:60]) for case in cases]


def cases(name: str) -> list[Any]:
    """The cases of a table in a file, such as `families/cases/states.txt`."""
    return rows((Path(__file__).parents[1] / name).read_text(encoding="utf-8"))


def options(text: str) -> dict[str, Any]:
    """Options such as `size=3; unique=false`."""
    pairs = [option.partition("=") for option in text.split("; ") if option]
    return {name: json_or_text(value) for name, _, value in pairs}


def json_or_text(cell: str) -> Any:
    """What a cell holds: JSON data, or text that is not JSON."""
    try:
        return json.loads(cell)
    except ValueError:
        return cell


def arrows(name: str) -> list[Any]:
    """The rows of a file whose columns have ` => ` between them, such as `cli/refusals.txt`."""
    text = (Path(__file__).parents[1] / name).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("# ")]
    return [pytest.param(*line.split(" => "), id=line[:60]) for line in lines]


def public(module: ModuleType, **more: object) -> dict[str, object]:
    """The public names of a module, and more, for the expressions of a table."""
    return {name: getattr(module, name) for name in module.__all__} | more

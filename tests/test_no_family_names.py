"""Nothing outside `families/` knows a family by name, or the words of its documents and makers.

Docstrings and sentences for people may show a puzzle as an example; data files may name any. The
checker of certificates has to know the rules of every family by itself: it shares nothing with the
rest, so that one need not believe the rest.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import quincunx
from quincunx.making import maker_of
from tests.families.own import OWN

ROOT = Path(quincunx.__file__).parent
CHECKER = ROOT / "proofs" / "verifier.py"
MODULES = sorted(
    path
    for path in ROOT.rglob("*.py")
    if "families" not in path.relative_to(ROOT).parts and path != CHECKER
)


NAMES = {
    name
    for family in OWN.values()
    for name in (
        family.family,
        family.family.replace("-", "_"),
        family.title,
        family.title.replace(" ", ""),
        family.title.replace("-", ""),
        family.__name__,
        family.__module__.rpartition(".")[2],
    )
}
"""What families are called, in texts and in code."""

EVERYDAY = {"cells", "columns", "givens", "repeats", "rows", "size", "zeros"}
"""Words that the rest of the program uses for things of its own."""

WORDS = {
    named.name
    for family in OWN.values()
    for named in (*family.fields, *maker_of(family).parameters.declared())
} - EVERYDAY
"""The keys of documents, and the parameters of makers."""

LIBRARIES = {"grid", "levels", "target"}
"""What charts and curricula have and threads are given."""

EXAMPLE = re.compile(r"(as in|for instance|\() ?$")
"""What comes before an example in a sentence."""


def texts_of(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every text of a module, with its line; docstrings left out."""
    said = {
        id(statement.value)
        for statement in ast.walk(tree)
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value


def names_of(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every name in the code of a module."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.alias(name=dotted) | ast.ImportFrom(module=str(dotted)):
                yield from ((node.lineno, name) for name in dotted.split("."))
    yield from parts_of(tree)


def parts_of(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every attribute that is asked for, and every argument that is given by name."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield node.lineno, name


NAMED = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, NAMES))})(?![\w-])", re.IGNORECASE)


def named_in(text: str) -> set[str]:
    """The families that a name or a text speaks of, but as an example."""
    return {match[1] for match in NAMED.finditer(text) if not EXAMPLE.search(text[: match.start()])}


def test_no_family_is_named_and_no_word_of_one_used() -> None:
    for module in MODULES:
        tree = ast.parse(module.read_text(encoding="utf-8"))
        said = [*texts_of(tree), *names_of(tree)]
        assert [(line, text) for line, text in said if named_in(text)] == [], module
        used = [(line, text) for line, text in texts_of(tree) if text in WORDS]
        used += [(line, name) for line, name in parts_of(tree) if name in WORDS - LIBRARIES]
        assert used == [], module


def test_examples_do_not_count_as_naming_a_family() -> None:
    for text in ("c-note", "c_note", "CNote", "For C-Note and Sum Star there is also a model."):
        assert named_in(text)
    for text in ("an identifier (c-note:100:884/625/361)", "for instance c-note", "two notes"):
        assert not named_in(text)

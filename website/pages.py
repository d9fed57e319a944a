"""The generated pages of the reference: commands, public names, JSON answers, puzzles.

Each function returns the text of pages in Markdown by their path.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import json
import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import typer

import quincunx
from quincunx import cp, families
from quincunx.cli import main
from quincunx.cli.app import app
from quincunx.cp import options
from website import answers, schemas

Pages: TypeAlias = dict[str, str]

PROGRAM = "quincunx"
NOT_SHOWN = {*quincunx.__all__, "ANY_NUMBER", "AnyPuzzle", "Cell", "Document", "SolutionT"}
"""Names of `quincunx.families` that have their place elsewhere, or are aliases of types."""

# Commands


def commands() -> Iterator[tuple[str, Any, Any]]:
    """The name, the command and its context of every command and subcommand, in order."""
    group = typer.main.get_command(app)
    top = group.make_context(PROGRAM, [], resilient_parsing=True)
    yield from _inside(group, top)


def _inside(group: Any, context: Any) -> Iterator[tuple[str, Any, Any]]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        below = type(context)(command, info_name=name, parent=context)
        yield below.command_path.removeprefix(f"{PROGRAM} "), command, below
        if hasattr(command, "list_commands"):
            yield from _inside(command, below)


def command_pages() -> Pages:
    """A page for each command; subcommands are sections of it."""
    pages: Pages = {}
    for name, command, context in commands():
        top, *below = name.split()
        path = f"reference/commands/{top}.md"
        section = _command(name, command, context, "##" if below else "#")
        pages[path] = f"{pages[path]}\n{section}" if below else section
    listed = "\n".join(Path(path).stem for path in pages)
    pages["reference/commands/index.md"] = (
        "# Commands\n\nAll commands, with the texts that `--help` prints. `quincunx` without a "
        "command lists them too.\n\n"
        "A PUZZLE is an identifier such as `c-note:100:884/625/361`, a file with an identifier or "
        "a JSON document, a name from the gallery such as `power-strike/16`, or `-` for standard "
        "input. All commands except `menu` take `--json`; [JSON answers](../json/index.md) "
        "describes what they print.\n\n"
        f"{_overview()}\n{_statuses()}\n:::{{toctree}}\n:hidden:\n\n{listed}\n:::\n"
    )
    return pages


def _overview() -> str:
    rows = [
        f"| [`quincunx {name}`]({name}.md) | {escaped(first_sentence(command.help))} |"
        for name, command, _ in commands()
        if " " not in name
    ]
    return "\n".join(["| command | what it does |", "|---|---|", *rows, ""])


def _statuses() -> str:
    from quincunx.cli.status import Status

    source = inspect.getsource(Status)
    meanings = re.findall(r'= (\d+)\n    """(.*?)"""', source, re.S)
    rows = [f"| {number} | {escaped(meaning)} |" for number, meaning in meanings]
    return "\n".join(["## Exit status", "", "| status | meaning |", "|---|---|", *rows, ""])


def first_sentence(text: str) -> str:
    """The first sentence of a help text."""
    return " ".join(text.split("\n\n")[0].split())


def escaped(text: str) -> str:
    """Text for a cell of a table, with options and placeholders left as they are."""
    return re.sub(r"([|<>*_\[\]])", r"\\\1", " ".join(text.split()))


def _command(name: str, command: Any, context: Any, marks: str) -> str:
    usage = context.get_usage().removeprefix("Usage: ")
    lines = [f"{marks} quincunx {name}", "", "```text", *usage.splitlines(), "```", ""]
    lines += [escaped(part) + "\n" for part in (command.help or "").split("\n\n")]
    parameters = [p for p in command.get_params(context) if p.name != "help"]
    for kind in ("argument", "option"):
        rows = [p.get_help_record(context) for p in parameters if p.param_type_name == kind]
        if rows := [row for row in rows if row]:
            lines += [f"| {kind} | meaning |", "|---|---|"]
            bars = [(left.replace("|", "\\|"), right) for left, right in rows]
            lines += [f"| `{left}` | {escaped(right)} |" for left, right in bars]
            lines.append("")
    if name in answers.ANSWERS:
        lines.append(f"[What it prints with `--json`](../json/{slug(name)}.md).\n")
    return "\n".join(lines)


def slug(command: str) -> str:
    """The name of a command in addresses."""
    return command.replace(" ", "-")


# Public names


def public_names(module: ModuleType) -> list[str]:
    """The names that a module declares as public, perhaps imported when they are first used."""
    return list(vars(module)["__all__"])


def name_pages() -> Pages:
    """A page for each group of public names, made of their docstrings."""
    pages: Pages = {}
    kinds: dict[str, list[str]] = {"functions": [], "classes": [], "errors": []}
    for name in quincunx.__all__:
        found = getattr(quincunx, name)
        is_error = inspect.isclass(found) and issubclass(found, Exception)
        kind = "errors" if is_error else "classes" if inspect.isclass(found) else "functions"
        kinds[kind].append(name)
    pages["reference/python/quincunx.md"] = _names_page(
        "quincunx",
        "Every function takes a puzzle, an identifier, a document or a name from the gallery. "
        "All errors raised deliberately derive from `QuincunxError`.",
        {
            kind.capitalize(): [f"quincunx.{name}" for name in names]
            for kind, names in kinds.items()
        },
    )
    functions = [name for name in public_names(cp) if name[0].islower()]
    constraints = [
        name for name in public_names(cp) if _module(name).startswith("quincunx.cp.constraints")
    ]
    elsewhere = {*functions, *constraints, *quincunx.__all__, "ENGINES"}
    rest = [name for name in public_names(cp) if name not in elsewhere]
    pages["reference/python/cp.md"] = _names_page(
        "quincunx.cp",
        "Constraint models without puzzles; [the tutorial](../../cp.md) shows them at work. "
        "`Statistics` is [the same as for puzzles](quincunx.md).",
        {
            "Models and answers": [f"quincunx.cp.{name}" for name in rest],
            "Functions": [f"quincunx.cp.{name}" for name in functions],
            "Constraints": [f"quincunx.cp.{name}" for name in constraints],
        },
    )
    pages["reference/python/testing.md"] = _names_page(
        "quincunx.testing",
        "The contract of families, as tests that a plug-in runs on itself "
        "([how](../../plug_ins.md)).",
        {"Classes": ["quincunx.testing.FamilyContract"]},
    )
    building = [name for name in public_names(families) if name not in NOT_SHOWN]
    pages["reference/python/families.md"] = _names_page(
        "quincunx.families",
        "What families are built from; [the recipe](../../new_family.md) and "
        "[plug-ins](../../plug_ins.md) show them at work.",
        {
            "Classes": [f"quincunx.families.{name}" for name in building if name[0].isupper()],
            "Functions": [f"quincunx.families.{name}" for name in building if name[0].islower()],
        },
    )
    return pages


def _module(name: str) -> str:
    return str(getattr(getattr(cp, name), "__module__", ""))


def _names_page(title: str, text: str, groups: dict[str, list[str]]) -> str:
    parts = [f"# {title}\n\n{text}\n"]
    for heading, names in groups.items():
        parts.append(f"## {heading}\n")
        parts += [_documented(name) for name in names]
    return "\n".join(parts)


def _documented(path: str) -> str:
    """The directive that shows a name; the members of a class that have docstrings of their own."""
    module, _, name = path.rpartition(".")
    found = getattr(__import__(module, fromlist=[name]), name)
    if inspect.ismodule(found):
        kind, path = "module", found.__name__
    elif inspect.isclass(found):
        kind = "exception" if issubclass(found, Exception) else "class"
    else:
        kind = "function"
    members = [] if kind == "function" else ["   :members:"]
    return "\n".join(["```{eval-rst}", f".. auto{kind}:: {path}", *members, "```", ""])


# Search options


def search_page() -> str:
    """The page about labeling, consistency and strategies, from the module that defines them."""
    lines = ["# Search options\n"]
    lines.append(
        "`quincunx solve` and `quincunx lab` take them as `--labeling ff,bisect,down`, "
        "`--consistency bounds` and `--strategy restarts`, Python as keywords of the same names. "
        "[The counters](../counters.md) are what `--stats` prints, and [the lab](../lab.md) "
        "compares options. `--model paper` searches the program that the family's paper prints, "
        "mistakes included.\n"
    )
    aliases = ", ".join(f"`{other}` for `{name}`" for other, name in options.ALIASES.items())
    text = (inspect.getdoc(options) or "").replace(
        "A few have two\nnames, see `ALIASES`.", f"Other names are {aliases}."
    )
    for paragraph in text.split("\n\n")[1:]:
        words, _, rest = paragraph.partition("\n  ")
        lines.append(" ".join(words.split()) + "\n")
        entries = re.findall(r"^  (\S+) +(.*(?:\n {5,}.*)*)$", f"  {rest}", re.M) if rest else []
        if entries:
            lines += ["| option | meaning |", "|---|---|"]
            lines += [f"| `{name}` | {escaped(meaning)} |" for name, meaning in entries]
            lines.append("")
    return "\n".join(lines)


# Puzzles


def puzzles_page(folder: Path) -> str:
    """The page about all families; the pictures of their examples are written to a folder."""
    parts = ["# The five puzzles\n", "`quincunx families` prints the same.\n"]
    folder.mkdir(parents=True, exist_ok=True)
    for name, family in quincunx.all_families().items():
        example = quincunx.parse(family.example.identifier)
        drawn = quincunx.draw(example, solution=family.example.solution)
        (folder / f"{name}.svg").write_text(drawn.svg(), encoding="utf-8")
        described = drawn.description.replace("[", "(").replace("]", ")")
        solution = json.dumps(family.example.solution)
        rows = [
            f"| `{field.name}`{' (optional)' if field.optional else ''} "
            f"| {escaped(field.described)} |"
            for field in family.fields
        ]
        parts += [
            f"## {family.title}\n",
            f"{family.rules}\n",
            f"![An example with its solution. {described}]({folder.name}/{name}.svg)\n",
            "| key | holds |\n|---|---|",
            *rows,
            "",
            "```text",
            f"identifier  {family.example.identifier}",
            f"document    {json.dumps(quincunx.to_document(example))}",
            f"solution    {solution}",
            "```\n",
            f"Schemas: {schema_links(name)}. [Make some](commands/generate.md).\n",
        ]
    return "\n".join(parts)


def schema_links(family: str, up: str = "..") -> str:
    """Links to the schemas of a family."""
    return ", ".join(
        f"{{download}}`{kind} <{up}/schemas/{family}-{kind}.json>`"
        for kind in ("document", "solution", "state")
    )


# JSON

EXAMPLES = {
    "solve": "solve c-note/1",
    "check": "check c-note/1 85,7,8/13,15,72/2,78,21",
    "show": "show aztec-math/demo",
    "draw": "draw c-note/1 -o c-note.svg",
    "book": "book c-note/1 -o book.pdf",
    "generate": "generate c-note --seed 1",
    "catalogue": "catalogue aztec-math --kind four-givens --number 1",
    "records": "records sum-star",
    "dataset": "dataset -o rows --family aztec-math --number 2 --seed 1 --jobs 1",
    "score": "score answers.jsonl",
    "explain": "explain aztec-math:9/5_",
    "hint": "hint c-note/1 --level 3",
    "grade": "grade c-note/1",
    "techniques": "techniques",
    "lab labeling": "lab labeling c-note/1 --variable ff --value step",
    "lab tree": "lab tree c-note/1",
    "gallery": "gallery c-note/1",
    "audit": "audit published.json",
    "export": "export aztec-math:9/5_",
    "families": "families c-note",
    "certify": "certify c-note/1 -o certificate",
    "verify": "verify certificate",
}
"""A command whose output the reference shows, for each command that is quick enough."""
FILES = {
    "answers.jsonl": '{"puzzle": "c-note/1", "answer": "Answer: 85,7,8/13,15,72/2,78,21"}\n'
    '{"puzzle": "aztec-math:9/5_", "answer": "Answer: [[9], [5, 4]]"}\n',
    "published.json": '{"puzzles": [{"name": "mine/1", "source": "my notebook", "claims_unique": '
    'true, "puzzle": {"family": "aztec-math", "rows": [[9], [5, null]]}}]}\n',
}
"""Files that these commands read."""
MAX_LINES = 60
"""Longer examples are cut."""
CUT = "..."
"""The last line of an example that is cut."""


def outputs() -> dict[str, list[Any]]:
    """The JSON objects that each example prints; all run in one temporary folder."""
    found: dict[str, list[Any]] = {}
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for name, content in FILES.items():
                Path(name).write_text(content, encoding="utf-8")
            for name, example in EXAMPLES.items():
                out = io.StringIO()
                with contextlib.redirect_stdout(out):
                    main([*shlex.split(example), "--json"])
                found[name] = [json.loads(line) for line in out.getvalue().splitlines()]
        finally:
            os.chdir(before)
    return found


def json_pages() -> Pages:
    """A page for the JSON of each command, with a table of keys, an example and the schema."""
    pages = {}
    examples = outputs()
    for name in answers.ANSWERS:
        schema = schemas.answer_schema(name)
        own = [form.__name__ for form in answers.ANSWERS[name]]
        lines = [f"# JSON of quincunx {name}", ""]
        lines += [f"[The command](../commands/{name.split()[0]}.md) prints one JSON object"]
        several = " on a line, of one of these forms." if len(own) > 1 else " on a line."
        address = f"../../schemas/{slug(name)}.json"
        lines[-1] += several + f" Its schema is {{download}}`{slug(name)}.json <{address}>`.\n"
        names = [*own, *(other for other in schema["$defs"] if other not in own)]
        for form in names:
            lines += _form(form, schema["$defs"][form])
        if name in examples:
            lines += [f"## Example\n\n`quincunx {EXAMPLES[name]} --json` prints\n"]
            text = shortened(examples[name][0])
            lines += ["```text" if text.endswith(CUT) else "```json", text, "```", ""]
        pages[f"reference/json/{slug(name)}.md"] = "\n".join(lines)
    listed = "\n".join(slug(name) for name in answers.ANSWERS)
    families = "\n".join(
        f"| {family} | "
        + " | ".join(
            f"{{download}}`{family}-{kind}.json <../../schemas/{family}-{kind}.json>`"
            for kind in ("document", "solution", "state")
        )
        + " |"
        for family in quincunx.all_families()
    )
    general = " | ".join(
        f"{{download}}`{kind}.json <../../schemas/{kind}.json>`"
        for kind in ("document", "solution", "state")
    )
    pages["reference/json/index.md"] = (
        "# JSON answers and schemas\n\n"
        "Every command except `menu` takes `--json` and then prints one JSON object, or one on "
        "each line. The pages below list the keys. Each form has a [JSON "
        "Schema](https://json-schema.org/), and so have the documents, solutions and states of "
        "puzzles, which [file formats](../formats.md) describes:\n\n"
        "| family | document | solution | state |\n|---|---|---|---|\n"
        f"| any | {general} |\n{families}\n\n"
        "They are also at fixed addresses of this site: `schemas/solve.json`, "
        "`schemas/c-note-document.json` and so on. A schema describes the form. Whether a puzzle "
        "makes sense, and whether a solution is "
        "right, is for the program to say. To check a file:\n\n"
        "```sh\npip install check-jsonschema\n"
        "check-jsonschema --schemafile c-note-document.json my-puzzle.json\n```\n\n"
        f":::{{toctree}}\n:maxdepth: 1\n\n{listed}\n:::\n"
    )
    return pages


def _form(name: str, schema: Any) -> list[str]:
    """A table of the keys of an object; in words what is no object of known keys."""
    heading = [f"## {name}", ""]
    if "properties" not in schema:
        words = {
            "Document": "A puzzle: [file formats](../formats.md) describes the documents.",
            "Solution": "A solution in the form of its family: [file formats](../formats.md).",
        }
        return [*heading, words[name], ""]
    rows = [
        f"| `{key}`{'' if key in schema['required'] else ' (optional)'} | {type_words(value)} | "
        f"{escaped(value.get('description', ''))} |"
        for key, value in schema["properties"].items()
    ]
    if schema["additionalProperties"]:
        rows.append(f"| any other | {type_words(schema['additionalProperties'])} | a measure |")
    return [
        *heading,
        schema["description"],
        "",
        "| key | type | meaning |",
        "|---|---|---|",
        *rows,
        "",
    ]


def type_words(schema: Any) -> str:
    """The type of a value in words.

    >>> type_words({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}})
    'list of integer or null'
    """
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(type_words(choice) for choice in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {type_words(schema['items'])}"
    if schema.get("type") == "object":
        return f"object of {type_words(schema['additionalProperties'])}"
    return str(schema.get("type", "any"))


def shortened(data: Any) -> str:
    """JSON with line breaks, cut if it is long."""
    text = json.dumps(data, indent=1, ensure_ascii=False)
    text = re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", lambda found: _joined(found[1]), text)
    lines = text.splitlines()
    return "\n".join([*lines[:MAX_LINES], CUT] if len(lines) > MAX_LINES else lines)


def _joined(inside: str) -> str:
    return f"[{' '.join(inside.split())}]" if len(inside) < 400 else f"[\n{inside}\n]"

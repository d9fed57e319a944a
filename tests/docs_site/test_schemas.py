"""Every JSON answer, document, solution and state fits its schema, and wrong ones do not."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import quincunx
from quincunx.families.gallery import gallery
from tests.cli.conftest import Run, run
from tests.families.own import OWN
from website import DOCS, ROOT
from website.answers import ANSWERS
from website.pages import EXAMPLES, FILES, commands
from website.schemas import all_schemas, document_schema, solution_schema, state_schema

__all__ = ["run"]

RESULTS = sorted(map(str, (ROOT / "data" / "benchmark" / "results").glob("*.json")))
COMMANDS = Path(__file__).with_name("commands.txt").read_text(encoding="utf-8")
SERIES = [
    line.replace("RESULTS", " ".join(RESULTS)).split("; ")
    for line in COMMANDS.splitlines()
    if line and line[0] != "#"
]


def lines_of(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def fits(answer: Any, schema: Any) -> None:
    errors = [f"{error.json_path}: {error.message[:300]}" for error in validated(answer, schema)]
    assert errors == []


def validated(answer: Any, schema: Any) -> Iterator[Any]:
    yield from Draft202012Validator(schema).iter_errors(answer)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that examples read."""
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "series",
    [
        *([example] for name, example in EXAMPLES.items() if name not in ("certify", "verify")),
        [EXAMPLES["certify"], EXAMPLES["verify"]],
        *SERIES,
    ],
    ids=lambda series: series[0].replace("/", "-")[:60],
)
def test_answers_fit_their_schemas(series: list[str], run: Run) -> None:
    for command in series:
        words = command.split()
        name = " ".join(words[:2]) if words[0] == "lab" else words[0]
        answers = lines_of(run(*words, "--json").out)
        assert answers
        for answer in answers:
            fits(answer, SCHEMAS[f"{name.replace(' ', '-')}.json"])


SCHEMAS = all_schemas()


def test_verdicts_on_papers_fit_their_schema(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.lab.papers.report.draw_experiment", lambda *_: [])
    (folder / "papers").mkdir()
    shutil.copy(DOCS / "papers" / "results.json", folder / "papers")
    (answer,) = lines_of(run("lab", "papers", "--redraw", "-o", str(folder), "--json").out)
    fits(answer, SCHEMAS["lab-papers.json"])


def test_server_tells_its_address_as_its_schema_says() -> None:
    command = [sys.executable, "-m", "quincunx", "serve", "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        server.terminate()
    fits(json.loads(line), SCHEMAS["serve.json"])


def test_every_command_with_json_has_a_schema_and_is_tried() -> None:
    known = {
        name if name.startswith("lab ") else name.split()[0]
        for name, command, context in commands()
        if any("--json" in parameter.opts for parameter in command.get_params(context))
    }
    assert known == set(ANSWERS)
    tried = {" ".join(one.split()[: 1 + one.startswith("lab ")]) for one in chain(*SERIES)}
    assert known - {"serve", "lab papers"} <= {*tried, *EXAMPLES}


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_valid(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])


@pytest.mark.parametrize("name", gallery())
def test_published_documents_and_solutions_fit(name: str) -> None:
    entry = gallery()[name]
    family = type(entry.puzzle)
    fits(quincunx.to_document(entry.puzzle), document_schema(family))
    for solution in islice(quincunx.solutions(entry.puzzle), 2):
        fits(solution, solution_schema(family))


@pytest.mark.parametrize("family", OWN)
def test_generated_documents_fit(family: str) -> None:
    made = next(iter(quincunx.generate(family, seed=3)))
    fits(quincunx.to_document(made.puzzle), SCHEMAS["document.json"])
    fits(made.solution, SCHEMAS["solution.json"])


@pytest.mark.parametrize(
    "document",
    [
        {"family": "c-note", "target": 100, "grid": [[8, 8], [6, "2"]]},
        {"family": "c-note", "target": 0, "grid": [[8, 8], [6, 2]]},
        {"family": "c-note", "grid": [[8, 8], [6, 2]]},
        {"family": "c-note", "target": 100, "grid": [[8, 8], [6, 2]], "more": 1},
        {"family": "chess", "board": []},
        {"family": "power-strike", "multiplier": 2, "cells": [6, None], "leading_zeros": "stay"},
        {"family": "multi-balance", "digits": 6, "board": [1, 2]},
        {"family": "sum-star", "stars": [{"at": [0, 0]}]},
    ],
    ids=str,
)
def test_wrong_documents_do_not_fit(document: Any) -> None:
    with pytest.raises(quincunx.PuzzleError):
        quincunx.from_document(document)
    assert list(validated(document, SCHEMAS["document.json"]))


@pytest.mark.parametrize(
    ("family", "state"),
    [
        ("c-note", [[85, None, {"candidates": [8, 18]}], [{"not": [3]}, None, None], [2, 7, 2]]),
        ("c-note", "85,_,{8,18}/!3,_,_/2,7,2"),
        ("power-strike", [6, None, None, {"not": [40, 41]}, 96]),
        ("aztec-math", [[8], [5, None], [None, 9, {"candidates": [3]}], [8, None, None, 2]]),
    ],
)
def test_state_fits_its_schema(family: str, state: Any) -> None:
    quincunx.hint(OWN[family].example.identifier, state)
    fits(state, state_schema(OWN[family]))


@pytest.mark.parametrize("state", [[[85, {"maybe": [1]}]], [["a"]], 7, [[{"not": []}]]], ids=str)
def test_wrong_states_do_not_fit(state: Any) -> None:
    with pytest.raises(quincunx.PuzzleError):
        quincunx.hint("c-note/1", state)
    assert list(validated(state, state_schema(OWN["c-note"])))

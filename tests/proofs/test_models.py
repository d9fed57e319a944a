"""Certificates that rest on a model: its document, its clauses and its counts are the model's."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import islice
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quincunx import count, parse
from quincunx.cp.constraints.either import Either
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.table import Table
from quincunx.cp.model import Model
from quincunx.errors import PuzzleError, TooBig
from quincunx.proofs import archive, certify, model_document, model_verifier, verifier, verify
from quincunx.proofs.model_document import document_of, in_order, written_model
from quincunx.proofs.model_verifier import LAYERS, count_layers, read_model
from quincunx.proofs.verifier import MANIFEST, MAP, PUZZLE, SOLUTIONS
from tests.cp.models import models, solutions
from tests.families.toy import Toy
from tests.proofs import forger
from tests.proofs.helpers import answers_of_rules
from tests.proofs.helpers import relisted as with_manifest

BUDGET = verifier.Budget(inf)
UNLISTED = "c-note:100:811/181/118"
"""It has 1,688 solutions."""


def as_read(model: Model) -> model_verifier.Model:
    return read_model(*list(document_of(model, "random").values())[1:])


def projected(model: Model) -> set[tuple[int, ...]]:
    """The values of the decisions in all solutions, by brute force."""
    places = [variable.index for variable in dict.fromkeys(model.decisions)]
    return {tuple(values[place] for place in places) for values in solutions(model)}


@settings(max_examples=100)
@given(model=models())
def test_clauses_have_the_solutions_of_the_model(model: Model) -> None:
    puzzle = verifier.puzzle_of(document_of(model, "random"))
    rules = verifier.rules_of(puzzle, BUDGET)
    found = {tuple(answer.values()) for answer in answers_of_rules(rules, 10_000)}
    assert found == projected(model)


@settings(max_examples=100)
@given(model=models(), data=st.data())
def test_a_listed_solution_is_accepted_exactly_if_it_is_one(
    model: Model, data: st.DataObject
) -> None:
    puzzle = verifier.puzzle_of(document_of(model, "random"))
    order = in_order(model)
    values = {v: data.draw(st.sampled_from(v.domain)) for v in order}
    try:
        verifier.check_solution(puzzle, list(values.values()), BUDGET)
        accepted = True
    except verifier.Refuted:
        accepted = False
    assert accepted == model.check([values[v] for v in model.variables])


@settings(max_examples=100)
@given(model=models(), data=st.data())
def test_layers_count_the_ways_to_fix_all_cells_in_any_order(
    model: Model, data: st.DataObject
) -> None:
    read = as_read(model)
    order = data.draw(st.permutations(range(len(model.variables))))
    *_, (_, ways) = count_layers(read, order, BUDGET)
    assert ways == len(solutions(model))


@settings(max_examples=100)
@given(model=models())
def test_a_model_that_leaves_choices_is_not_counted(model: Model) -> None:
    try:
        model_verifier.require_determined(as_read(model))
    except verifier.Unreadable:
        return
    assert len(projected(model)) == len(solutions(model))


def test_numbers_beyond_the_form_are_refused() -> None:
    model = Model()
    model.variable("x", [0, 10**25])
    with pytest.raises(verifier.Unreadable, match="exact keys, types and sizes"):
        verifier.puzzle_of(document_of(model, "large"))


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(model=models(kinds=["either", "linear"]))
def test_disjunctions_written_by_alternatives_have_the_same_solutions(
    monkeypatch: pytest.MonkeyPatch, model: Model
) -> None:
    monkeypatch.setattr(model_document, "MAX_FILTERED", 1)
    assert projected(written_model(model)) == projected(model)


def test_a_large_disjunction_has_a_small_table_for_each_alternative() -> None:
    model = Model()
    first, *others = model.ints("a b c d e f g h", 0, 18)
    model.add(Either([Linear((first, x), (1, -1), "==", 1) for x in others]))
    with pytest.raises(TooBig):
        document_of(model, "large")
    tables = document_of(written_model(model), "large")["tables"]
    assert [len(rows) for rows in tables] == [19 * 19, 2**7 - 1]


def test_constraints_with_too_many_combinations_are_refused() -> None:
    class Odd(Toy):
        def model(self) -> Model:
            model = super().model()
            wide = [model.variable(f"wide {i}", range(2_000)) for i in range(2)]
            model.add((wide[0] * wide[1] == 7) | (wide[0] * wide[1] == 11))
            model.decisions = model.variables[:2]
            return model

    with pytest.raises(TooBig, match="combinations to try"):
        certify(Odd(18))


@pytest.mark.parametrize(
    ("total", "statement", "sentence"),
    [
        (18, "unique", "there is exactly one solution ("),
        (19, "none", "there is no solution ("),
        (5, "exactly 4", "there are exactly 4 solutions ("),
    ],
)
def test_other_families_are_certified_by_their_models(
    total: int, statement: str, sentence: str
) -> None:
    made = certify(Toy(total), count=True)
    assert made.statement == statement
    assert made.sentence.startswith(sentence)
    assert made.sentence.endswith(", if the program's model has the puzzle's rules")
    assert verifier.verify(made.files).puzzle.identifier == f"model:toy:{total}"


def test_a_model_of_another_puzzle_is_refuted() -> None:
    files = certify(Toy(18)).files
    assert verify(files, puzzle=Toy(18)).statement == "unique"
    with pytest.raises(verifier.Refuted, match="it is not the model of toy:17"):
        verify(files, puzzle=Toy(17))
    with pytest.raises(verifier.Unreadable, match="unknown family 'toy'"):
        verify(files)


def test_a_name_cannot_add_a_line_to_the_formula() -> None:
    class Sly(Toy):
        def model(self) -> Model:
            model = Model(self.identifier)
            digits = [model.variable(f"digit {i}", range(1, 10)) for i in range(2)]
            model.add(Table(tuple(digits), [(1, 1)], label="x\n1 0\nc"))
            return model

    with pytest.raises(PuzzleError, match="the exact keys, types and sizes of model"):
        certify(Sly(2))


@pytest.mark.parametrize(
    "puzzle", [UNLISTED, "aztec-math:_/__/___/____", "power-strike:7:41,_,_,_,_,_,_,_,_,_,_,_,_"]
)
def test_large_numbers_of_solutions_are_counted_again(puzzle: str) -> None:
    made = certify(puzzle, count=True)
    assert made.statement == f"exactly {count(puzzle)}"
    assert "counted with up to" in made.sentence
    assert {*made.files} == {MANIFEST, PUZZLE, SOLUTIONS, LAYERS}
    assert model_verifier.verify(made.files).statement == made.statement


def relisted(files: dict[str, Any]) -> dict[str, bytes]:
    """The files, JSON data among them, with a manifest that fits."""
    rest = {
        name: content if isinstance(content, bytes) else verifier.canonical(content)
        for name, content in files.items()
        if name != MANIFEST
    }
    identifier = json.loads(rest[PUZZLE])["document"]["puzzle"]
    return {**rest, MANIFEST: verifier.manifest_of(f"model:{identifier}", rest)}


def test_forged_counts_are_refused() -> None:
    files = dict(certify(UNLISTED, count=True).files)
    claim, layers = json.loads(files[PUZZLE]), json.loads(files[LAYERS])
    solution = [*range(9)]
    last, states, ways = layers[-1]
    forgeries: list[dict[str, Any]] = [
        {PUZZLE: {**claim, "statement": f"exactly {ways + 1}"}},
        {PUZZLE: {**claim, "statement": "unique"}},
        {PUZZLE: {**claim, "statement": f"exactly 0{ways}"}},
        {SOLUTIONS: [solution]},
        {LAYERS: [*layers[:-1], [last, states, ways + 1]]},
        {LAYERS: [*layers[:-1], [last, states + 1, ways]]},
        {LAYERS: layers[:-1]},
        {LAYERS: [*layers, layers[-1]]},
        {LAYERS: [*layers[:-1], layers[0]]},
        {LAYERS: [[str(cell), *rest] for cell, *rest in layers]},
        {LAYERS: []},
        {
            LAYERS: [*layers[:-1], [last, states, ways + 1]],
            PUZZLE: {**claim, "statement": f"exactly {ways + 1}"},
        },
    ]
    for forged in forgeries:
        with pytest.raises((verifier.Refuted, verifier.Unreadable)):
            model_verifier.verify(relisted({**files, **forged}))
    # Another model is another claim, which `verify` holds against the puzzle.
    document = claim["document"]
    fewer = {**document, "rules": document["rules"][1:]}
    meant = read_model(*list(fewer.values())[1:])
    order = [cell for cell, _, _ in layers]
    counted = [[c, *n] for c, n in zip(order, count_layers(meant, order, BUDGET), strict=True)]
    statement = f"exactly {counted[-1][2]}"
    forged_files = relisted(
        {**files, PUZZLE: {"document": fewer, "statement": statement}, LAYERS: counted}
    )
    assert model_verifier.verify(forged_files).statement == statement
    with pytest.raises(verifier.Refuted, match="it is not the model of c-note"):
        verify(forged_files)


def test_no_forged_field_makes_a_false_statement_of_its_model() -> None:
    """Every value of a model's document is replaced by others, and the statement is kept."""
    accepted = 0
    for made in (certify(Toy(18)), certify(Toy(5), count=True), certify(Toy(19))):
        claim = json.loads(made.files[PUZZLE])
        for what, document in islice(forger.changes(claim["document"]), 0, None, 23):
            raw = verifier.canonical({**claim, "document": document})
            rest = {**made.files, PUZZLE: raw}
            try:
                puzzle = verifier.puzzle_of(document)
                rules = verifier.rules_of(puzzle, verifier.Budget())
                rest[MAP] = verifier.canonical(rules.names)
                proved = model_verifier.verify(with_manifest(rest), 20)
            except (verifier.Refuted, verifier.Unreadable, verifier.LimitReached):
                continue
            accepted += 1
            found = answers_of_rules(rules, 9)
            number = {"none": 0, "unique": 1}.get(proved.statement, 4)
            assert len(found) == number, what
    assert accepted > 3


def test_counting_keeps_to_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    files = certify(UNLISTED, count=True).files
    with pytest.raises(verifier.LimitReached, match="time limit"):
        model_verifier.verify(files, 0)
    monkeypatch.setattr(model_verifier, "MAX_STATES", 100)
    with pytest.raises(verifier.LimitReached, match="more than 100 states"):
        model_verifier.verify(files)
    with pytest.raises(TooBig, match="more than 100 states"):
        certify(UNLISTED, count=True)


def test_the_second_checker_runs_beside_the_first_alone(tmp_path: Path) -> None:
    path = tmp_path / "both.zip"
    made = [certify(UNLISTED, count=True), certify(Toy(18)), certify("c-note/1")]
    path.write_bytes(archive(made))
    for checker in (verifier, model_verifier):
        source = Path(str(checker.__file__))
        (tmp_path / source.name).write_bytes(source.read_bytes())
    # Without other packages; the folder of a script is where it looks first.
    script = tmp_path / "model_verifier.py"
    command = [sys.executable, "-S", "-E", str(script), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split(": ")[1] for line in done.stdout.splitlines()] == [
        f"model:{parse(UNLISTED)}",
        "model:toy:18",
        "c-note:100:878/312/272",
    ]

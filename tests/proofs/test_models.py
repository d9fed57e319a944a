"""Certificates that rest on a model: its document, its clauses and its counts are the model's."""

import json
import subprocess
import sys
import time
from collections import Counter
from itertools import islice
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quincunx import PuzzleError, TooBig, parse
from quincunx.cp import Either, Linear, Model, Table
from quincunx.proofs import certify, model_document, model_verifier, verifier, verify
from quincunx.proofs.model_document import document_of, in_order, written_model
from quincunx.proofs.model_verifier import COUNT, SolutionCounter, own_cells, read_plan
from quincunx.proofs.verifier import MAP, PUZZLE, canonical
from tests.cp.models import models, solutions
from tests.families.toy import Toy
from tests.proofs import forger
from tests.proofs.helpers import answers_of_clauses, counted, plan_of

BUDGET = verifier.Budget(inf)
UNLISTED = "c-note:100:811/181/118"
"""It has 1,688 solutions."""


def as_read(model: Model) -> verifier.CertifiedPuzzle:
    return verifier.puzzle_of(document_of(model, "random"))


def projected(model: Model) -> set[tuple[int, ...]]:
    """The values of the decisions in all solutions, by brute force."""
    places = [variable.index for variable in dict.fromkeys(model.decisions)]
    return {tuple(values[place] for place in places) for values in solutions(model)}


@settings(max_examples=100)
@given(model=models())
def test_clauses_have_the_solutions_of_the_model(model: Model) -> None:
    puzzle = as_read(model)
    answers = answers_of_clauses(verifier.CnfFormula(puzzle, BUDGET), 10_000, puzzle.decisions)
    assert {tuple(answer.values()) for answer in answers} == projected(model)


@settings(max_examples=100)
@given(model=models(), data=st.data())
def test_a_listed_solution_is_accepted_exactly_if_it_is_one(
    model: Model, data: st.DataObject
) -> None:
    puzzle, order = as_read(model), in_order(model)
    values = {v: data.draw(st.sampled_from(v.domain)) for v in order}
    try:
        numbers = dict(zip(puzzle.cells, values.values(), strict=True))
        verifier.check_solution(puzzle, numbers, BUDGET)
        accepted = True
    except verifier.Refuted:
        accepted = False
    assert accepted == model.check([values[v] for v in model.variables])


@settings(max_examples=100)
@given(model=models(), data=st.data())
def test_ways_to_fix_all_cells_are_counted_in_any_order(model: Model, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(model.variables))))
    assert counted(as_read(model), order) == len(solutions(model))


@settings(max_examples=100)
@given(model=models())
def test_a_model_that_leaves_choices_is_not_counted(model: Model) -> None:
    try:
        model_verifier.require_determined(as_read(model), BUDGET)
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

    with pytest.raises(TooBig, match="4000000 combinations"):
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
    assert verifier.verify(made.files).document["puzzle"] == f"toy:{total}"


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
    ("puzzle", "number"),
    [
        (UNLISTED, 1_688),
        ("c-note:500:635/681/421", 16_383),
        ("aztec-math:_/__/___/____", 118_272),
        ("power-strike:7:41,_,_,_,_,_,_,_,_,_,_,_,_", 5_195),
        ("sum-star:0.0=_,14,_,8,10,_@X____________", 6_552),
    ],
)
def test_large_numbers_of_solutions_are_counted_again(puzzle: str, number: int) -> None:
    made = certify(puzzle, count=True)
    assert made.statement == f"exactly {number}"
    assert "counted with up to" in made.sentence
    assert "if the program's model" not in made.sentence
    assert {*made.files} == {PUZZLE, COUNT}
    assert model_verifier.verify(made.files).statement == made.statement


def test_forged_counts_are_refused() -> None:
    files = dict(certify(UNLISTED, count=True).files)
    claim, plan = json.loads(files[PUZZLE]), json.loads(files[COUNT])
    implied, multiples, last, order = plan.values()
    claims = [{**claim, "statement": text} for text in ("exactly 1689", "unique", "exactly 01688")]
    plans = [
        {**plan, "order": order[:-1]},
        {**plan, "order": [*order, order[0]]},
        {**plan, "order": [*order[:-1], order[0]]},
        {**plan, "order": [str(cell) for cell in order]},
        {**plan, "last": None},
        {**plan, "last": implied},
        {**plan, "last": last + 1},
        {**plan, "implied": last},
        {**plan, "implied": None},
        {**plan, "implied": str(implied)},
        {**plan, "multiples": multiples[:-1]},
        {**plan, "multiples": [*multiples, 1]},
        {**plan, "multiples": [0] * len(multiples)},
        dict(reversed(plan.items())),
        [],
    ]
    forgeries: list[dict[str, Any]] = [{PUZZLE: one} for one in claims]
    forgeries += [{COUNT: one} for one in plans]
    for forged in forgeries:
        with pytest.raises((verifier.Refuted, verifier.Unreadable)):
            model_verifier.verify({**files, **{n: canonical(data) for n, data in forged.items()}})
    for name in (MAP, "solutions.json"):
        with pytest.raises(verifier.Unreadable, match="not a part of this certificate"):
            model_verifier.verify({**files, name: b"[]\n"})


def test_only_equations_are_implied_or_last() -> None:
    model = Model()
    x, y, z = model.ints("x y z", 0, 3)
    model.add(Linear((x, y, z), (1, 1, 1), "<=", 4))
    model.add(Table((x, y), [(1, 2), (2, 3)]))
    puzzle = as_read(model)
    every, refused = [0, 1, 2], r"not implied|not an equation|cannot be counted last"
    for place, last, order in ((0, None, every), (1, None, every), (None, 0, []), (None, 1, [2])):
        for multiples in ([], [1, 1]) if place is not None else ([],):
            plan = {"implied": place, "multiples": multiples, "last": last, "order": order}
            with pytest.raises(verifier.Refuted, match=refused):
                read_plan(puzzle, plan)


SUM = ["sum", "sum", [0, 1], [1, 1], "==", 1]


@settings(max_examples=150)
@given(model=models(kinds=["linear", "table", "cardinality"]), data=st.data())
def test_every_plan_that_is_accepted_gives_the_right_number(
    model: Model, data: st.DataObject
) -> None:
    """Any last sum, and any implied rule, among them a combination of all equations."""
    document = document_of(model, "random")
    equations = [r for r in document["rules"] if r[1] == "sum" and r[4] == "=="]
    total: Counter[int] = Counter()
    for _, _, cells, weights, _, _ in equations:
        for cell, weight in zip(cells, weights, strict=True):
            total[cell] += weight
    total = Counter({cell: weight for cell, weight in total.items() if weight})
    multiples = [int(rule in equations) for rule in document["rules"]]
    if total:
        constant = sum(rule[5] for rule in equations)
        document["rules"] += [["all", "sum", [*total], [*total.values()], "==", constant]]
        multiples += [-1]
    puzzle = verifier.puzzle_of(document)
    place = st.none() | st.integers(0, max(0, len(puzzle.rules) - 1))
    implied, last = data.draw(place), data.draw(place)
    rules = dict(enumerate(puzzle.rules))
    left = [rule for number, rule in rules.items() if number != implied]
    ended = rules[last].cells if last in rules else ()
    own = own_cells(left, rules.get(-1 if last is None else last))
    free = [i for i, cell in enumerate(puzzle.cells) if cell not in own and cell not in ended]
    order = data.draw(st.permutations(free) | st.lists(st.integers(0, len(puzzle.cells) - 1)))
    plan = {"implied": implied, "multiples": multiples, "last": last, "order": order}
    try:
        read = read_plan(puzzle, plan)
    except verifier.Refuted:
        return
    assert SolutionCounter(puzzle, read, BUDGET).number == len(solutions(model))


def hostile(cells: list[Any], rules: list[Any], last: int | None = None, **more: Any) -> Any:
    """A model's certificate of a count, with all cells in order, or none before a last sum."""
    document = {"family": "model", "puzzle": "x", "decisions": len(cells), "cells": cells}
    document |= {"tables": [], "rules": rules, **more}
    plan = plan_of(range(len(cells)) if last is None else [], last)
    return {PUZZLE: {"document": document, "statement": "exactly 2"}, COUNT: plan}


def square(target: int, size: int) -> Any:
    document = {"family": "c-note", "target": target, "grid": [[1] * size] * size}
    claim = {"document": document, "statement": "exactly 2"}
    return {PUZZLE: claim, COUNT: plan_of(range(size * size))}


BITS, ROWS = [["b", [0, 1]]], [[i, j] for i in range(100) for j in range(100)]
CHAIN = [["", "sum", [i, i + 1], [1, 1], "==", 1] for i in reversed(range(8_999))]
POWERS = [3_000**i for i in range(5)]
WIDE = [["a", [*range(3_000)]]] * 5
HOSTILE = {
    "numbers far apart": hostile([["a", [0, 10**17]], *BITS], [SUM], last=0),
    "a sum far away": hostile(BITS * 2, [[*SUM[:5], 10**17]], last=0),
    "a number too long to write": hostile(BITS * 20_000, []),
    "sums all different": hostile(WIDE, [["", "sum", [*range(5)], POWERS, "<=", 1]]),
    "last sums all different": hostile(WIDE, [["", "sum", [*range(5)], POWERS, "==", 1]], last=0),
    "a chain of helpers": hostile(BITS * 9_000, CHAIN, decisions=1),
    "a table for many rules": hostile(
        [["a", [*range(100)]]] * 2, [["", "rows", [0, 1], 0]] * 2_000, tables=[ROWS]
    ),
    "states of many rules": hostile(
        BITS * 400, [["", "sum", [i, i + 200], [1, 1], "<=", 1] for i in range(200)]
    ),
    "many counts": hostile(
        [["a", [*range(9)]]] * 20,
        [["", "counts", [*range(20)], [[k, 0, 20] for k in range(5_000)]]],
    ),
    "a large square": square(100_000, 30),
    "a small square with many numbers": square(100_000, 3),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_counts_end_within_their_limits(name: str) -> None:
    files = {file: canonical(data) for file, data in HOSTILE[name].items()}
    began = time.process_time()
    with pytest.raises((verifier.LimitReached, verifier.Refuted)):
        model_verifier.verify(files, 0.3)
    assert time.process_time() - began < 1.5


@pytest.mark.parametrize("puzzle", ["c-note:100:884/625/361", UNLISTED])
def test_files_for_veripb_without_a_proof_are_refuted(puzzle: str) -> None:
    files = certify(puzzle, count=puzzle == UNLISTED).files
    with pytest.raises(verifier.Refuted, match="not what the rules and the proof give"):
        verify({**files, "formula.opb": b"", "proof.pbp": b""})


def test_a_count_of_another_model_is_refuted() -> None:
    """Another model is another claim, which `verify` holds against the puzzle."""
    document = model_document.model_document(parse(UNLISTED))
    fewer = {**document, "rules": document["rules"][1:]}
    puzzle = verifier.puzzle_of(fewer)
    own = own_cells(puzzle.rules, None)
    plan = plan_of(place for place, cell in enumerate(puzzle.cells) if cell not in own)
    number = SolutionCounter(puzzle, read_plan(puzzle, plan), BUDGET).number
    claim = {"document": fewer, "statement": f"exactly {number}"}
    files = {PUZZLE: canonical(claim), COUNT: canonical(plan)}
    assert model_verifier.verify(files).statement == f"exactly {number}"
    with pytest.raises(verifier.Refuted, match="it is not the model of c-note"):
        verify(files)


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
                formula = verifier.CnfFormula(puzzle, verifier.Budget())
                rest[MAP] = verifier.canonical(formula.names)
                proved = model_verifier.verify(rest, 20)
            except (verifier.Refuted, verifier.Unreadable, verifier.LimitReached):
                continue
            accepted += 1
            found = answers_of_clauses(formula, 9, puzzle.decisions)
            number = {"none": 0, "unique": 1}.get(proved.statement, 4)
            assert len(found) == number, what
    assert accepted > 3


def test_counting_keeps_to_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    files = certify(UNLISTED, count=True).files
    with pytest.raises(verifier.LimitReached, match="time limit"):
        model_verifier.verify(files, 0)
    monkeypatch.setattr(model_verifier, "MAX_STATES", 50)
    with pytest.raises(verifier.LimitReached, match="more than 50 states"):
        model_verifier.verify(files)
    with pytest.raises(TooBig, match="more than 50 states"):
        certify(UNLISTED, count=True)


def test_the_second_checker_runs_beside_the_first_alone(tmp_path: Path) -> None:
    made = [certify(UNLISTED, count=True), certify(Toy(18)), certify("c-note/1")]
    folders = [tmp_path / str(number) for number in range(3)]
    for one, folder in zip(made, folders, strict=True):
        one.write(folder)
    for checker in (verifier, model_verifier):
        source = Path(str(checker.__file__))
        (tmp_path / source.name).write_bytes(source.read_bytes())
    # Without other packages; the folder of a script is where it looks first.
    script = tmp_path / "model_verifier.py"
    command = [sys.executable, "-S", "-E", str(script), *map(str, folders)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.partition('": ')[2][:20] for line in done.stdout.splitlines()] == [
        '"c-note", "target": ',
        '"model", "puzzle": "',
        '"c-note", "target": ',
    ]

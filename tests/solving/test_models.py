"""Two models of a puzzle, ours and the paper's: where one can be chosen, and what is reported."""

import json
from pathlib import Path
from typing import Any, ClassVar

import pytest

import quincunx
from quincunx import OptionError, WrongAnswer
from quincunx.cp import Linear, SearchOptions
from quincunx.cp.engines.minizinc_text import to_text
from quincunx.cp.model import Model, Notes
from quincunx.families import Capabilities, PaperProgram, parse
from quincunx.solving.models import model_of, search_options
from tests.cli.conftest import Run, run
from tests.cp.engines.cases import CP_SAT, needs_minizinc
from tests.families.toy import Toy

__all__ = ["run"]

PAIR = "c-note:20:19/91"


class Printed(Toy):
    """A toy whose paper prints a program: it has its digits the other way round, answers each
    solution with both of two clauses, and has never heard of 1."""

    said: ClassVar[Notes] = Notes("a text", "the order", "it knows no 1", loses=True, repeats=True)

    def paper_model(self) -> Model:
        model = self.model()
        first = model.variables[0]
        model.add(Linear((first,), (1,), ">=", 2))
        model.variable("clause", range(2))
        model.decisions = (model.variables[1], model.variables[0])
        model.notes = self.said
        return model

    def paper_numbers(self, decided: Any) -> list[int]:
        return list(reversed(decided))

    capabilities = Capabilities(paper=PaperProgram(paper_model, paper_numbers))


def test_solutions_are_shown_once_and_answers_counted() -> None:
    result = quincunx.solve(Printed(5), model="paper", limit=None)
    assert result.solutions == ([4, 1], [3, 2], [2, 3]), "in the order of the program's digits"
    assert (result.count, result.answers, result.checked) == (3, 6, 3)
    assert list(quincunx.solutions(Printed(5), model="paper")) == list(result.solutions)
    assert quincunx.tally(Printed(5), model="paper").count == 3


@pytest.mark.parametrize(
    ("total", "loses", "verdict", "why"),
    [
        (5, True, "multiple", "two solutions are two solutions"),
        (18, True, "unknown", "there could be one more"),
        (18, False, "unique", "a program that loses none knows"),
        (1, True, "unknown", "there could be one"),
        (1, False, "none", "there is none"),
    ],
)
def test_verdict_is_as_strong_as_the_program(
    total: int, loses: bool, verdict: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Printed, "said", Notes("a text", loses=loses, repeats=True))
    assert quincunx.verdict(Printed(total), model="paper") == verdict, why


def test_two_solutions_are_looked_for_and_not_two_answers() -> None:
    result = quincunx.solve(Printed(5), model="paper")
    assert (result.count, result.answers, result.complete) == (2, 3, False)


def test_forbidden_answer_is_an_error_unless_the_paper_errs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def backwards(self: Printed, decided: Any) -> list[int]:
        return [decided[0], 9]

    wrong = Capabilities(paper=PaperProgram(Printed.paper_model, backwards))
    monkeypatch.setattr(Printed, "capabilities", wrong)
    with pytest.raises(WrongAnswer):
        quincunx.solve(Printed(5), model="paper")
    monkeypatch.setattr(Printed, "said", Notes("a text", errs=True))
    result = quincunx.solve(Printed(5), model="paper")
    assert (result.count, result.answers, result.complete) == (0, 6, True)


def test_family_without_a_paper_has_one_model() -> None:
    with pytest.raises(OptionError, match="toy: no paper's model is known, expected model ours"):
        quincunx.solve(Toy(5), model="paper")


def test_default_search_options_depend_on_the_model() -> None:
    puzzle = parse("power-strike:2:6,_,_,_,_")
    assert search_options(puzzle, "ours") == SearchOptions((), "domain")
    assert search_options(puzzle, "paper") == SearchOptions(("ff", "bisect", "up"), "bounds")
    assert search_options(
        puzzle, "paper", labeling="max", consistency="domain", seed=3
    ) == SearchOptions("max", "domain", 3)


@needs_minizinc
@pytest.mark.parametrize("engine", ["kernel", CP_SAT, "minizinc:gecode"])
def test_other_solvers_give_the_same_answers(engine: str) -> None:
    result = quincunx.solve(PAIR, model="paper", engine=engine, limit=None)
    assert (result.count, result.answers) == (1, 4)
    assert result.solution == [[11, 9], [9, 11]]


def test_phases_of_a_paper_program_are_exported(run: Run, tmp_path: Path) -> None:
    text = run("export", PAIR, "--model", "paper", "--labeling", "ff,bisect").out
    assert text == to_text(model_of(parse(PAIR), "paper"), SearchOptions("ff,bisect", "bounds"))
    search = text[text.index("solve ::") : text.index("satisfy;")]
    assert search.count("int_search([") == 3
    clauses, cells, others = (" ".join(part.split()) for part in search.split("int_search")[1:])
    assert "clause_1" in clauses
    assert "input_order, indomain)" in clauses
    assert cells.startswith("([row_1_column_1, row_1_column_2, row_2_column_1, row_2_column_2], ")
    assert "first_fail, indomain_split)" in cells
    assert "first_fail, indomain_split)" in others
    assert "% It follows includes_digit" in text
    data = json.loads(run("export", PAIR, "--model", "paper", "--json").out)
    assert data["model"] == "paper"

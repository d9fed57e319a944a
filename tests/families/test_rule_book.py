"""The rule book: the ids that explanations name rules with, and the cells of each rule."""

import pytest

from quincunx.cp import AllDifferent, Model
from quincunx.families import parse
from quincunx.families.base.capabilities import own_candidates, rule_book_of, short_name
from tests.families.guests import guests
from tests.families.guests.neighbours import Neighbours
from tests.families.tables import cases


@pytest.mark.parametrize(("puzzle", "ids"), cases("families/cases/rule_ids.txt"))
def test_rules_have_stable_ids(puzzle: str, ids: str) -> None:
    assert ", ".join(rule.id for rule in rule_book_of(parse(puzzle))) == ids


@pytest.mark.parametrize(
    ("puzzle", "rule", "cells", "sentence"), cases("families/cases/rule_sentences.txt")
)
def test_rules_have_sentences_and_cells(puzzle: str, rule: str, cells: str, sentence: str) -> None:
    found = parse(puzzle)
    (entry,) = [entry for entry in rule_book_of(found) if entry.id == rule]
    assert entry.sentence == sentence
    assert " ".join(short_name(found, cell) for cell in entry.cells) == cells


def test_default_rule_book_is_made_from_the_model() -> None:
    with guests():
        puzzle = parse("neighbours:-7,-2,2")
        book = {rule.id: rule for rule in rule_book_of(puzzle)}
        assert list(book) == ["all different", "sum 1", "sum 2", "sum 3"]
        assert book["all different"].cells == puzzle.cells
        assert book["sum 2"].cells == ((2,), (3,))
        assert short_name(puzzle, (2,)) == "cell 2"
        assert own_candidates(puzzle)[2,] == range(-4, 5)


def test_rules_with_the_same_label_are_numbered() -> None:
    class Twice(Neighbours):
        def model(self) -> Model:
            model = Model()
            cells = self.layout.variables(model, range(3), [1, None]).values()
            for label in ("pair", "", "pair"):
                model.add(AllDifferent(tuple(cells), label=label))
            return model

    plain = AllDifferent(tuple(Twice((3,)).model().variables)).formula()
    ids = [rule.id for rule in rule_book_of(Twice((3,)))]
    assert ids == ["pair", plain, "pair (2)", "given cell 1"]

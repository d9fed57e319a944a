"""The rule book: the ids that explanations name rules with, and the cells of each rule."""

import pytest

from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.model import Model
from quincunx.families import parse
from quincunx.families.base.capabilities import own_candidates, rule_book_of, short_name
from tests.families.guests import guests
from tests.families.guests.neighbours import Neighbours
from tests.families.tables import rows

IDS = """
c-note:9:12/34 | row 1, row 2, column 1, column 2, digit r1c1, digit r1c2, digit r2c1, digit r2c2
power-strike:2:_,6,_ | step 1-2, step 2-3, step 3-1, given 2
power-strike:1:6,_ | step 1-2, step 2-1, given 1
aztec-math:_ |
aztec-math:8/_3 | row 2, r1c1, given r1c1, given r2c2
# Row 1 has no fulcrum; row 3 has two, and so neither is used by its row.
multi-balance:2:...../..#../#...# | row 2, column 1, column 3, column 5, fulcrum r2c3,
    fulcrum r3c1, fulcrum r3c5, digits
multi-balance:1:. | digits
sum-star:0.0=1,2,3,4,5,6@X____________ | contents A, X of A, triangle A1, triangle A3, triangle A5,
    triangle A7, triangle A9, triangle A11, given A1
sum-star:0.0=1,2,_,4,5,6/1.0=1,2,3,4,_,2/0.1=_,4,3,4,5,4 | contents A, contents B, contents C,
    X of A, X of B, X of C, edge A4 B10, edge A6 C12, edge B8 C2, triangle A1, triangle A3 B11,
    triangle A5 B9 C1, triangle A7 C11, triangle A9, triangle A11, triangle B1, triangle B3,
    triangle B5, triangle B7 C3, triangle C5, triangle C7, triangle C9
"""
SENTENCES = """
c-note:9:12/34 | column 2 | r1c2 r2c2 | The numbers of column 2 sum to 9.
c-note:9:12/34 | digit r2c1 | r2c1 | r2c1 is a positive number with the digit 3.
power-strike:2:6,_,_ | step 3-1 | cell 3 cell 1 |
    Cell 1 is cell 3 times 2, or cell 3 with one digit removed.
power-strike:2z:6,_,_ | step 1-2 | cell 1 cell 2 |
    Cell 2 is cell 1 times 2, or cell 1 with one digit removed that leaves no zero in front.
power-strike:2:6,_,_ | given 1 | cell 1 | Cell 1 is given as 6.
aztec-math:8/_3 | row 2 | r2c1 r2c2 | The digits of row 2 are all different.
aztec-math:8/_3 | r1c1 | r1c1 r2c1 r2c2 |
    r1c1 is the sum, difference, product or exact quotient of r2c1 and r2c2.
multi-balance:2:...../..#../#...# | row 2 | r2c1 r2c5 |
    The torques of row 2 balance, and it does not hold exactly one digit.
multi-balance:2:...../..#../#...# | fulcrum r3c5 | r2c5 |
    Exactly one of row 3 and column 5 holds digits.
multi-balance:2:...../..#../#...# | digits | r2c1 r2c5 |
    Each digit from 1 to 2 stands once on the board.
sum-star:0.0=1,33,_,4,5,6/1.0=1,2,3,4,_,33 | triangle A3 B11 | A2 A3 A4 B10 B11 B12 |
    The cells around the triangle at A3 B11 sum to 33, and no digit repeats among them.
sum-star:0.0=1,33,_,4,5,6/1.0=1,2,3,4,_,33 | triangle A5 B9 | A4 A5 A6 B8 B9 B10 |
    The cells around the triangle at A5 B9 hold no digit twice.
sum-star:0.0=1,2,3,4,5,6@X____________ | given A1 | A1 | A1 is given as X.
"""


@pytest.mark.parametrize(("puzzle", "ids"), rows(IDS))
def test_rules_have_stable_ids(puzzle: str, ids: str) -> None:
    assert ", ".join(rule.id for rule in rule_book_of(parse(puzzle))) == ids


@pytest.mark.parametrize(("puzzle", "rule", "cells", "sentence"), rows(SENTENCES))
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

"""The MiniZinc text: what it says for each constraint, name and labeling."""

import pytest

from quincunx import cp
from quincunx.cp import Linear, Model, Rows, Table
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.engines.minizinc_text import MINIZINC_CHOICES, MINIZINC_ORDERS, to_text
from quincunx.cp.options import SearchOptions
from tests.families.tables import arrows, public


def trio() -> Model:
    model = Model()
    for name in "xyz":
        model.variable(name, range(3))
    return model


WHOLE = """\
% a coin, a die and a card

include "table_int.mzn";

var 0..1: v_coin;
var 1..6: die_1;
var {-1, 2, 10}: card_1;

% heads or tails
array[int, 1..2] of int: rows_1 =
[| 0,1 | 1,6 |];

% the card is at most four more
constraint (die_1 - card_1 >= -4) :: domain;
constraint table_int([v_coin, die_1], rows_1) :: domain;

solve :: seq_search([
int_search([die_1], first_fail, indomain_max),
int_search([v_coin, card_1], first_fail, indomain_max)
]) satisfy;

output [join(" ", [show(v_coin), show(die_1), show(card_1)]), "\\n"];
"""


def test_text_has_variables_constraints_and_search_in_order() -> None:
    model = Model("a coin, a die and a card")
    coin = model.variable("coin", [0, 1])
    die = model.variable("die 1", range(1, 7))
    card = model.variable("card 1", [-1, 2, 10])
    model.add(Linear((die, card), (1, -1), ">=", -4, label="the card is at most four more"))
    model.add(Table((coin, die), Rows(((0, 1), (1, 6)), "heads or tails")))
    model.decisions = (die,)
    assert to_text(model, SearchOptions(["ff", "step", "down"])) == WHOLE


def test_tables_with_the_same_rows_share_an_array() -> None:
    model = trio()
    x, y, z = model.variables
    rows = Rows(((0, 1), (1, 2), (0, 1)))
    model.add(Table((x, y), rows))
    model.add(Table((y, z), rows))
    text = to_text(model, SearchOptions())
    # The row that stands twice is written once: else its solutions would come twice.
    assert text.count("[| 0,1 | 1,2 |]") == 1
    assert "table_int([x, y], rows_1)" in text
    assert "table_int([y, z], rows_1)" in text


@pytest.mark.parametrize(
    ("names", "identifiers"),
    [
        pytest.param(["row 2, column 3"], ["row_2_column_3"], id="signs and spaces"),
        pytest.param(["x", "X"], ["x", "X"], id="letters as they are"),
        pytest.param(["3", "2nd"], ["v_3", "v_2nd"], id="a digit in front"),
        pytest.param(["var", "domain", "show"], ["v_var", "v_domain", "v_show"], id="MiniZinc's"),
        pytest.param(["a 1", "a-1", "a_1"], ["a_1", "a_1_2", "a_1_3"], id="the same twice"),
        pytest.param(["", "é", "×"], ["v_", "v__2", "v__3"], id="nothing that can stay"),
        pytest.param(["numbers 1", "rows 1"], ["numbers_1_2", "rows_1"], id="names of ours"),
    ],
)
def test_names_become_identifiers_of_minizinc(names: list[str], identifiers: list[str]) -> None:
    model = Model()
    for name in names:
        model.variable(name, range(2))
    text = to_text(model, SearchOptions())
    assert [line for line in text.splitlines() if line.startswith("var ")] == [
        f"var 0..1: {identifier};" for identifier in identifiers
    ]


def test_labels_stay_inside_their_comments() -> None:
    model = trio()
    model.add(Linear((model.variables[0],), (1,), "==", 1, label="row\n1;\rconstraint false;"))
    assert "\n% row 1; constraint false;\nconstraint (x = 1) :: domain;\n" in to_text(
        model, SearchOptions()
    )


def test_large_numbers_become_indices_of_a_list() -> None:
    model = Model()
    x = model.variable("x", [7, 10**20])
    y = model.variable("y", [10**20, 10**21])
    model.add(AllDifferent((x, y)))
    text = to_text(model, SearchOptions())
    assert "% Large numbers: these variables hold places in the list below.\n% x, y\n" in text
    assert '["7", "100000000000000000000", "1000000000000000000000"]' in text
    assert "var 0..1: x;\nvar 1..2: y;\n" in text
    assert 'join(" ", [numbers_1[fix(x)], numbers_1[fix(y)]])' in text


def test_every_order_and_choice_has_its_annotation() -> None:
    for ours, theirs in MINIZINC_ORDERS.items():
        assert f"([x, y, z], {theirs}, indomain_min)" in to_text(trio(), SearchOptions([ours]))
    for ours, theirs in MINIZINC_CHOICES.items():
        text = to_text(trio(), SearchOptions(ours.split()))
        assert f"([x, y, z], input_order, {theirs})" in text


@pytest.mark.parametrize(("constraint", "statement"), arrows("cp/cases/minizinc.txt"))
def test_constraint_becomes_this_statement(constraint: str, statement: str) -> None:
    model = trio()
    x, y, z = model.variables
    model.add(eval(constraint, public(cp, x=x, y=y, z=z)))
    assert f"\nconstraint {statement};\n" in to_text(model, SearchOptions((), "bounds"))

"""Explanations: they lead to the solution in a few sentences, and say what else there is to say."""

from __future__ import annotations

import re
from functools import cache
from itertools import count
from statistics import median

import pytest

import quincunx
from quincunx.cli.families import rule_book_data
from quincunx.families import AnyPuzzle
from quincunx.reasoning import Explanation, case_analysis, explain, grades
from tests.reasoning.evidence import check_explanation
from tests.reasoning.judging import judged
from tests.reasoning.puzzles import GALLERY, PUBLISHED, mostly_slow
from tests.reasoning.sentences import check_sentences
from tests.reasoning.transcripts import FOLDER, TOLD, transcript


@cache
def explanation_of(puzzle: AnyPuzzle) -> Explanation:
    return explain(puzzle)


def words(explanation: Explanation) -> int:
    return sum(len(step.sentence.split()) for step in explanation.steps)


@pytest.mark.parametrize("name", TOLD)
def test_transcripts_are_unchanged(name: str) -> None:
    assert transcript(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_transcript_has_a_puzzle() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(TOLD)


# How much is said.


@pytest.mark.slow
def test_half_of_the_published_puzzles_take_less_than_175_words() -> None:
    assert len(PUBLISHED) == 55
    assert median(words(explanation_of(GALLERY[name])) for name in PUBLISHED) < 175


MOST_WORDS = {"power-strike": 400, "multi-balance": 400, "aztec-math": 700}


@pytest.mark.parametrize("name", mostly_slow(PUBLISHED, 3))
def test_explanations_are_short(name: str) -> None:
    explanation = explanation_of(GALLERY[name])
    assert words(explanation) <= MOST_WORDS.get(explanation.puzzle.family, 600)
    sentences = [s for step in explanation.steps for s in step.sentences]
    for sentence in (*re.split(r"(?<=[.]) ", explanation.opening), *sentences):
        assert len(sentence.split()) <= 60, sentence
    if explanation.puzzle.family == "multi-balance":
        assert "nothing" not in str(explanation), "no line balances against nothing"


@pytest.mark.parametrize("name", mostly_slow((n for n in PUBLISHED if "aztec" in n), 3))
def test_cases_are_short(name: str) -> None:
    """The largest pyramid would take over 600 words without cases of ten links."""
    chains = [case for step in explanation_of(GALLERY[name]).steps for case in step.chain]
    most = 10 if name == "aztec-math/18" else 8
    assert max((len(case.links) for case in chains), default=0) <= most


def test_cases_end_where_a_given_digit_fails() -> None:
    (cases,) = [step for step in explanation_of(GALLERY["aztec-math/demo"]).steps if step.chain]
    ends = [case.row[2] for case in cases.chain]
    assert all(
        re.fullmatch(r"[\d/]+ and [\d/]+ (never make|make only) [\d/]+", end) for end in ends
    )
    assert max(len(case.links) for case in cases.chain) <= 6


@pytest.mark.parametrize(
    "puzzle", [GALLERY["aztec-math/16"].identifier, "aztec-math:9/__/7_1/____/9_4_6"]
)
def test_what_three_rows_allow_is_shown_value_by_value(puzzle: str) -> None:
    explanation = explain(puzzle)
    assert any(step.chain for step in explanation.steps)
    assert not re.search("Under |goes with|can only be|in every way", str(explanation))


def test_deductions_of_a_case_that_need_not_each_other_stand_side_by_side() -> None:
    (cases,) = [step for step in explanation_of(GALLERY["aztec-math/demo"]).steps if step.chain]
    follows = [case.row[1] for case in cases.chain]
    assert follows[1] == "r3c1=5; r4c3=6 → r2c1=4; r3c3=3/4/8 → r2c2=2"
    assert {text.count(" → ") for text in follows} == {2}


def test_lines_are_looked_at_as_a_whole_instead_of_bounds_again_and_again() -> None:
    """The others make at least 29, 39, 49, 59 in column 1, if one always takes the easiest step."""
    explanation = explanation_of(GALLERY["c-note/12"])
    assert len(explanation.steps) <= 8
    assert str(explanation).count("at least") <= 1


def test_all_that_listed_ways_say_is_concluded() -> None:
    """The rule about X rules out the ways with 4, the two that were looked at do not."""
    puzzle = "sum-star:0.0=16,38,39,22,7,2/1.0=10,2,1,28,39,38/0.1=39,28,1,17,19,22"
    start = "A and the 22 at A7/C11: A6 and A7 can only be X and 3, X and 5, 3 and X, or 5"
    (found,) = [dict(s.removes) for s in explain(puzzle).steps if s.sentence.startswith(start)]
    assert found[1, 6] == found[1, 7] == (4,)


def test_ways_hold_no_digit_that_stands_elsewhere_in_the_dodecagon() -> None:
    """7 is in A4, and only A8 and A10 had to lose it before."""
    said = [step.sentence for step in explanation_of(GALLERY["sum-star/paper"]).steps]
    assert [text for text in said if text.startswith("The 22 at A9 needs 5 + 8 + 9, so")]


def test_steps_of_c_notes_show_why_other_numbers_make_no_sum() -> None:
    series = quincunx.generate("c-note", seed=100, number=20)
    said = [step.sentence for made in series for step in explain(made.puzzle).steps]
    assert len(said) > 100
    assert sum(bool(re.search("never|works only if", sentence)) for sentence in said) <= 1
    assert not [sentence for sentence in said if re.search(r"\+ \d+, … ", sentence)]


def test_few_totals_that_others_never_make_are_told_before_a_long_list_of_sums() -> None:
    said = [step.sentence for step in explain("c-note:100:179/716/433").steps]
    assert "In row 3 the others never make 96, so r3c1 is not 4." in said


def test_cases_that_refute_all_values_of_a_cell_are_one_step() -> None:
    *_, last = explain("c-note:47:732/237/363").steps
    assert len(last.chain) > 1
    assert not last.noted
    assert last.conclusion == "So nothing is left for r1c2."
    assert [case.row[0] for case in last.chain] == ["r1c2=3", "r1c2=38"]


def test_rules_that_cannot_hold_together_are_refuted_value_by_value() -> None:
    *_, last = explain("sum-star:0.0=13,8,6,15,13,4").steps
    assert [case.value for case in last.chain] == [1, 2, 3, 9]
    assert last.conclusion == "So nothing is left for A7."
    assert not last.noted


def test_easy_moves_are_merged_into_one_step() -> None:
    """Four rows and columns of c-note/1 that follow from the step before."""
    *_, last = explanation_of(GALLERY["c-note/1"]).steps
    assert len(last.rules) > 1
    assert len(last.sets) > 3


@pytest.mark.parametrize("name", mostly_slow(PUBLISHED, 3))
def test_steps_name_the_steps_that_changed_the_cells_they_rely_on(name: str) -> None:
    """The last ones, and those before where the last says only what goes."""
    changed_by: dict[object, list[int]] = {}
    for number, step in enumerate(explanation_of(GALLERY[name]).steps, 1):
        changed = {cell for cell, _ in (*step.sets, *step.removes, *step.leaves)}
        others = {changed_by[cell][-1] for cell in {*step.cells} & changed_by.keys() - changed}
        earlier = {by for cell in step.cells for by in changed_by.get(cell, ())}
        assert others <= {*step.builds_on} <= earlier
        for cell in changed:
            changed_by.setdefault(cell, []).append(number)


@pytest.mark.parametrize(
    "name", ["aztec-math/10", "c-note/1", "multi-balance/demo", "power-strike/16", "sum-star/paper"]
)
def test_moves_are_told_one_by_one_on_request(name: str) -> None:
    puzzle = GALLERY[name]
    together, apart = explanation_of(puzzle), explain(puzzle, one_by_one=True)
    assert len(apart.steps) > len(together.steps)
    data = apart.as_dict()
    assert check_explanation(data, rule_book_data(puzzle)) + check_sentences(data) == []
    found = [{cell for step in told.steps for cell, _ in step.sets} for told in (together, apart)]
    assert found[0] == found[1]


# Where it leads.


@pytest.mark.parametrize(
    "puzzle",
    [
        # Rules beside those of a step left no way, and the list of ways was empty.
        "sum-star:0.0=16,8,17,13,9,3@__X_________4",
        # A list of digits had one that needs an X beside a given X.
        "sum-star:0.0=7,_,_,8,22,10@__X_6___9___1",
        # Two lists of digits were run together: "1 to 4 and 7 or 1 to 3, 5 and 6".
        pytest.param(
            "sum-star:0.0=1,22,17,18,11,2/1.0=21,9,1,27,17,22/0.1=17,27,20,22,11,18",
            marks=pytest.mark.slow,
        ),
        # Digits of another row of the step left nothing of what was told: "only that r5c2 is .".
        "aztec-math:4/__/3_7/____/1_9_7",
        "multi-balance:6:.#........../............/....#......./............/#....#....../"
        "............/............/............/..#........./............/............/............",
        "sum-star:0.0=16,3,6,7,4,19@________2____",
        # What is in a group decided a cell between, and nothing said so.
        "multi-balance:8:.....#..../.....#..../#..#...#.#/.....#....",
        "sum-star:0.0=16,3,7,_,14,22@____7_1_48__X",
        # Of two rules that shared no open cell any more the ways were listed: " are , so".
        "sum-star:0.0=14,20,42,32,2,1/1.0=2,11,16,32,42,20/0.1=42,32,22,10,4,32",
        # Different digits make the sum, but the X between them touch.
        "sum-star:0.0=2,11,17,4,8,17",
        # A line that must be used and cannot balance was said to stay empty.
        "multi-balance:6:.....#....../............/............/............/............/"
        "..#........./............/....#......#/............/............/............/.......#....",
        # All ways were listed that are left with what an earlier step had removed from the same
        # cells, but that step was not named; the same in a row of a table.
        "c-note:42:512/868/922",
        "aztec-math:5/__/__1/7_98",
        # A step said so much that an earlier one was of no use any more.
        "aztec-math:6/__/6_8/____/__5_4/___5__",
        # A search was used by the steps after it, and the data alone said what it found.
        pytest.param(
            "aztec-math:3/_6/46_/___1/___7_/___4__/___4___/________/__5______",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_puzzle_that_was_explained_wrongly_once_has_no_complaint(puzzle: str) -> None:
    assert judged(quincunx.parse(puzzle)).complaints == []


def test_several_solutions_are_reported_without_reasoning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not after the seconds that reasoning about numbers up to 3000 takes."""

    def never(*_: object, **__: object) -> None:
        raise AssertionError("reasoned about")

    monkeypatch.setattr(grades, "Path", never)
    assert quincunx.grade("c-note:3000:456/789/123").reason == "it has more than one solution"


def test_ring_with_several_solutions_needs_no_general_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It took over a minute to find that nothing more follows."""

    def never(*_: object) -> None:
        raise AssertionError("searched")

    monkeypatch.setattr(case_analysis, "_search", never)
    ring = "96" + 15 * ",_" + ",88,8"
    assert explain(f"power-strike:12:{ring}").verdict == "multiple"


# What stops it, and data.


@pytest.mark.slow
@pytest.mark.parametrize("most", [20, 40, 80, 160])
def test_cancelled_explanation_keeps_the_steps_so_far(most: int) -> None:
    """Wherever the work is stopped, what was found is right; on the fastest machines all is."""
    asked = count()
    puzzle = GALLERY["aztec-math/18"]
    explanation = explain(puzzle, cancel=lambda: next(asked) >= most)
    assert explanation.verdict in ("unknown", "unique")
    assert explanation.solved or explanation.ending == "A limit stopped the work here."
    assert check_explanation(explanation.as_dict(), rule_book_data(puzzle)) == []


def test_explanation_without_time_is_empty() -> None:
    explanation = explain(GALLERY["aztec-math/18"], time_limit=0)
    assert (explanation.verdict, explanation.steps) == ("unknown", ())
    assert explanation.ending == "A limit stopped the work here."

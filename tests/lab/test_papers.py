"""The papers: every claim has a verdict that is computed, and the page is never out of date."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quincunx.cp.limits import Limits
from quincunx.families import AnyPuzzle, parse
from quincunx.families.base.documents import to_document
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.lab.papers.claims import (
    NOT_REPRODUCED,
    PRINT_TESTS,
    PROGRAM_TESTS,
    REPRODUCED,
    UNDECIDED,
    VERDICTS,
    WRONG,
    Finding,
    Judgement,
    check,
    judge,
)
from quincunx.lab.papers.experiments import (
    KINDS,
    OWN,
    PROGRAM,
    Claim,
    Experiment,
    Paper,
    papers,
    read_claim,
)
from quincunx.lab.papers.measurements import fingerprints, make_by_program, run_papers
from quincunx.lab.papers.report import (
    NAME,
    corrections,
    findings,
    page,
    panels,
    table,
    write_papers,
)
from quincunx.lab.papers.results import Making, PaperRow, Results, load
from quincunx.lab.runner import Runner
from quincunx.solving import verdict as solve_verdict

EXPERIMENTS = [e for paper in papers() for e in paper.experiments]
CLAIMS = [(paper, claim) for paper in papers() for claim in paper.claims]
DOCS = Path(__file__).parents[2] / "docs"


def named(key: str) -> Experiment:
    (found,) = (e for e in EXPERIMENTS if e.key == key)
    return found


def paper_of(family: str) -> Paper:
    (found,) = (p for p in papers() if p.family == family)
    return found


@pytest.mark.parametrize("limits", [Limits(seconds=0.05), Limits(nodes=200)])
def test_limits_of_a_making_include_all_proposals(
    limits: Limits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limits are for a puzzle, not for each that it tries before."""
    several = parse("aztec-math:9/__")
    proposed = 0

    def proposals(*_: object, **__: object) -> Iterator[AnyPuzzle]:
        nonlocal proposed
        while True:
            proposed += 1
            assert proposed < 5_000, "it goes on without end"
            yield several

    monkeypatch.setattr("quincunx.lab.papers.measurements.paper_proposals", proposals)
    experiment = named("aztec-math-making")
    made = make_by_program(paper_of("aztec-math"), experiment, experiment.cases[0], limits)
    assert made
    assert not any(one.finished for one in made)


# The data.


def test_there_are_five_papers_with_all_their_tables_and_figures() -> None:
    assert {paper.family: [e.kind for e in paper.experiments] for paper in papers()} == {
        "power-strike": ["labeling", "growth", "growth", "growth"],
        "c-note": ["growth", "growth", "matrix", "making"],
        "multi-balance": ["counters", "labeling"],
        "sum-star": ["counters", "labeling"],
        "aztec-math": ["labeling", "growth", "making"],
    }
    assert {e.kind for e in EXPERIMENTS} == set(KINDS)


@pytest.mark.parametrize(
    ("key", "name", "counter", "figure"),
    [
        ("c-note-target", "1200", "backtracks", 2971885),
        ("c-note-labeling", "anti_first_fail, median", "seconds", 45.53),
        ("multi-balance-boards", "puzzle 2", "resumptions", 271849725),
        ("sum-star-counters", "three dodecagons", "backtracks", 10256),
        ("aztec-math-levels", "5", "constraints", 561),
        ("aztec-math-making", "4", "seconds", 135),
    ],
)
def test_printed_figures_are_those_of_the_papers(
    key: str, name: str, counter: str, figure: float
) -> None:
    assert named(key).printed(name, counter) == figure


def test_heat_map_shows_what_is_printed_above_both_programs() -> None:
    """Of several printed runs the median; what was stopped has no number."""
    made = (*makings("3", 5.0, 6.0, 7.0), *makings("4", 8.0, 9.0, 9.0, finished=False))
    ((panel,),) = panels(results_of(makings=made), named("aztec-math-making"), "seconds")
    assert panel.columns == ("3", "4", "5", "6", "7")
    assert panel.lines == ("the paper, as printed", "paper's program")
    numbers = [[cell.number for cell in line] for line in panel.cells]
    assert numbers == [[(0.95 + 11.68) / 2, 135, None, None, None], [6.0, *[None] * 4]]
    assert [cell.instead for cell in panel.cells[1]] == ["", "limit", *["not run"] * 3]


def test_table_marks_puzzles_without_solution() -> None:
    experiment = named("power-strike-cells")
    ends = {2: ("none", "none"), 5: ("none", "solved"), 10: ("solved", "solved")}
    rows = [
        replace(cells_row(place, 0.1, outcome=outcome), setting=setting)
        for place, outcomes in ends.items()
        for setting, outcome in zip((PROGRAM.name, OWN.name), outcomes, strict=True)
    ]
    text = table(results_of(*rows), experiment)
    assert "| 2 (no solution) |" in text
    assert "| 5 (the paper's program finds none) |" in text
    assert "| 10 |" in text


def test_seeded_pyramids_have_one_solution_each() -> None:
    for case in named("aztec-math-levels").cases:
        assert [solve_verdict(puzzle) for puzzle in case["puzzles"]] == ["unique"] * 3
        assert {len(to_document(find_puzzle(p))["rows"]) for p in case["puzzles"]} == {
            case["place"]
        }


def test_claims_name_a_test_and_where_they_are_made() -> None:
    for paper, claim in CLAIMS:
        check(claim)
        assert claim.where, claim.id
        assert claim.says.endswith("."), claim.id
        keys = [e.key for e in paper.experiments]
        assert claim.given.get("experiment") in [None, *keys], claim.id
        if claim.test == "told":
            assert claim.reason, "where nothing is computed, the reason is all there is"
    assert len({(paper.family, claim.id) for paper, claim in CLAIMS}) == len(CLAIMS)
    assert {claim.test for _, claim in CLAIMS} == {*PROGRAM_TESTS, *PRINT_TESTS}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"test": "luck"}, "claim x: unknown test 'luck'"),
        ({"counter": ...}, "claim x: missing a required argument: 'counter'"),
        ({"colour": 1}, "claim x: got an unexpected keyword argument 'colour'"),
        ({"counter": 7}, "claim x: counter is 7, expected <class 'str'>"),
        ({"experiment": ...}, "claim x: no experiment"),
        ({"says": ...}, "claim x: no says, expected a text"),
        ({"where": 3}, "claim x: no where, expected a text"),
    ],
)
def test_wrong_entries_of_claims_are_refused(changes: dict[str, Any], message: str) -> None:
    entry: dict[str, Any] = {
        "id": "x",
        "where": "here",
        "says": "So.",
        "reason": "",
        "test": "rank",
    }
    entry |= {"experiment": "c-note-size", "counter": "seconds", **changes}
    with pytest.raises(ValueError, match=re.escape(message)):
        check(read_claim({name: value for name, value in entry.items() if value is not ...}))


# Verdicts from made-up measurements.


def row(experiment: str, case: str, label: str, setting: str, **figures: Any) -> PaperRow:
    seconds = figures.get("seconds", 1.0)
    data: dict[str, Any] = dict.fromkeys(
        ("backtracks", "resumptions", "entailments", "prunings", "constraints", "seed"), 0
    )
    data |= {"puzzle": "p", "family": "f", "outcome": "solved", "goal": "first", "model": "paper"}
    data |= {"variable": "leftmost", "value": "step", "direction": "up", "consistency": "bounds"}
    data |= {"nodes": 1, "solutions": 1, "repeat": 1, "seconds": seconds, **figures}
    data |= {"experiment": experiment, "case": case, "label": label, "setting": setting}
    return PaperRow(**data, low=seconds, high=seconds, runs=1)


def results_of(*rows: PaperRow, makings: tuple[Making, ...] = ()) -> Results:
    made = {"seconds": 10.0, "nodes": None, "repeat": None, "reduced": False, "kernel": "pure",
            "searches": len(rows), "data": "", "programs": "", "pins": ""}  # fmt: skip
    return Results(made, rows, makings, ())


def verdict_of(family: str, claim: str, results: Results) -> Judgement:
    paper = paper_of(family)
    kept = tuple(entry for entry in paper.claims if entry.id == claim)
    (found,) = judge(results, replace(paper, claims=kept))
    return found.judgement


def sum_star_rows(seconds: dict[str, float]) -> list[PaperRow]:
    """Every search another one, so that no times are pooled."""
    return [
        row("sum-star-labeling", "three dodecagons", label, PROGRAM.name, seconds=s, nodes=at)
        for at, (label, s) in enumerate(seconds.items())
    ]


PRINTED = {name: named("sum-star-labeling").printed(name, "seconds") or 0.0
           for name in named("sum-star-labeling").labels}  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "verdict", "rho", "why"),
    [
        (lambda r: r, REPRODUCED, 1.0, "the same order"),
        (lambda r: replace(r, seconds=10 - r.seconds), NOT_REPRODUCED, -1.0, "reversed"),
        (lambda r: replace(r, nodes=7), UNDECIDED, None, "equal searches have equal times"),
        (
            lambda r: replace(r, seconds=0.001, outcome="limit") if r.label == "max" else r,
            REPRODUCED, 1.0, "what was stopped ranks last",
        ),
    ],
)  # fmt: skip
def test_ranking_is_compared_with_the_printed_one(
    changed: Callable[[PaperRow], PaperRow], verdict: str, rho: float | None, why: str
) -> None:
    rows = [changed(row) for row in sum_star_rows(PRINTED)]
    found = verdict_of("sum-star", "table", results_of(*rows))
    assert (found.verdict, found.n) == (verdict, 10), why
    assert found.rho == (None if rho is None else pytest.approx(rho)), why


@pytest.mark.parametrize(
    ("leftmost", "noise", "equal", "verdict", "why"),
    [
        (0.27, 1.0, False, REPRODUCED, "the cheapest alone"),
        (0.19, 1.0, False, NOT_REPRODUCED, "another is cheaper"),
        (0.19, 1.5, False, UNDECIDED, "another is cheaper, within noise"),
        (0.27, 1.5, False, UNDECIDED, "it is the cheapest, within noise of another"),
        (0.27, 1.5, True, REPRODUCED, "what makes the same search is no rival"),
    ],
)
def test_the_best_is_alone_or_shares_its_search(
    leftmost: float, noise: float, equal: bool, verdict: str, why: str
) -> None:
    """min takes 0.2033 s in the paper, and all others 0.26 s or more."""
    rows = sum_star_rows({**dict.fromkeys(PRINTED, 9.0), "min": 0.2033, "leftmost": leftmost})
    wide = [replace(r, low=r.seconds / noise, high=r.seconds * noise) for r in rows]
    if equal:
        wide = [replace(r, nodes=99) if r.label in ("min", "leftmost") else r for r in wide]
    found = verdict_of("sum-star", "best", results_of(*wide))
    assert found.verdict == verdict, why
    assert ("leftmost, the same search" in found.program) == equal


@pytest.mark.parametrize(
    ("seconds", "stopped", "verdict", "why"),
    [
        (8.6, False, REPRODUCED, "31 times the default"),
        (8.6, True, UNDECIDED, "31 times at least"),
        (0.65, True, UNDECIDED, "stopped no later than others ended"),
        (1.0, False, NOT_REPRODUCED, "the slowest, by four times and not thirty"),
        (0.3, False, NOT_REPRODUCED, "ffc is slower"),
    ],
)
def test_worst_claim_needs_the_slowest_labeling_and_its_factor(
    seconds: float, stopped: bool, verdict: str, why: str
) -> None:
    rows = [
        replace(r, outcome="limit" if stopped and r.label == "max" else "solved")
        for r in sum_star_rows({**PRINTED, "max": seconds})
    ]
    assert verdict_of("sum-star", "max", results_of(*rows)).verdict == verdict, why


def test_counters_must_fit_under_one_labeling() -> None:
    """Backtracks under one labeling and resumptions under another are no run."""
    printed = {"backtracks": 10256, "resumptions": 827492, "entailments": 144830}
    fitting = {**printed, "prunings": 485639}
    off = dict.fromkeys(fitting, 10**9)

    def judged(*some: dict[str, int]) -> str:
        labels = named("sum-star-labeling").labels
        rows = [
            row("sum-star-labeling", "three dodecagons", label, PROGRAM.name, **figures)
            for label, figures in zip(labels, some, strict=False)
        ]
        return verdict_of("sum-star", "backtracks", results_of(*rows)).verdict

    assert judged(fitting, off) == REPRODUCED
    assert judged({**off, "backtracks": 10256}, {**fitting, "backtracks": 10**9}) == UNDECIDED
    assert judged({**fitting, "backtracks": 10**9}, off) == NOT_REPRODUCED
    assert judged() == UNDECIDED


def strike_rows(nodes: Callable[[str], int], outcome: str = "solved") -> list[PaperRow]:
    """All labelings of the big puzzle, no two of them the same search."""
    return [
        row("power-strike-labeling", "big", label, PROGRAM.name, nodes=nodes(label), prunings=at,
            outcome=outcome)
        for at, label in enumerate(named("power-strike-labeling").labels)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "verdict", "n", "why"),
    [
        (strike_rows(lambda label: 1 + label.endswith("down")), REPRODUCED, 15, "up is better"),
        (strike_rows(lambda label: 1), UNDECIDED, 15, "neither is better"),
        (
            [replace(r, prunings=0) for r in strike_rows(lambda label: 1 + label.endswith("down"))],
            UNDECIDED, 1, "pairs of the same searches count once",
        ),
        (
            strike_rows(lambda label: 1 + label.endswith("down"), outcome="none"),
            UNDECIDED, None, "pairs without a solution do not count",
        ),
    ],
)  # fmt: skip
def test_pairs_of_labelings_are_judged_by_nodes(
    rows: list[PaperRow], verdict: str, n: int | None, why: str
) -> None:
    found = verdict_of("power-strike", "up", results_of(*rows))
    assert (found.verdict, found.n or None) == (verdict, n), why


@pytest.mark.parametrize(
    ("outcomes", "verdict", "why"),
    [
        ({"small": "solved", "medium": "solved", "big": "solved"}, REPRODUCED, "all are found"),
        ({"small": "none", "medium": "solved", "big": "solved"}, NOT_REPRODUCED, "one is not"),
        ({"small": "solved", "medium": "solved", "big": "limit"}, UNDECIDED, "one was stopped"),
        ({}, UNDECIDED, "nothing was run"),
    ],
)
def test_finds_claim_needs_a_solution_of_every_puzzle(
    outcomes: dict[str, str], verdict: str, why: str
) -> None:
    rows = [
        row("power-strike-labeling", case, label, PROGRAM.name, outcome=outcome)
        for case, outcome in outcomes.items()
        for label in named("power-strike-labeling").labels
    ]
    assert verdict_of("power-strike", "finds", results_of(*rows)).verdict == verdict, why


def test_a_sample_does_not_show_that_any_puzzle_is_solved() -> None:
    rows = [row("aztec-math-levels", str(n), "default", PROGRAM.name) for n in range(2, 9)]
    assert verdict_of("aztec-math", "fast", results_of(*rows)).verdict == UNDECIDED
    rows[3] = replace(rows[3], outcome="none")
    assert verdict_of("aztec-math", "fast", results_of(*rows)).verdict == NOT_REPRODUCED


def test_growth_claim_needs_the_claimed_shape() -> None:
    def grown(cost: float, place: int) -> PaperRow:
        return row("c-note-size", str(place), "default", PROGRAM.name, seconds=cost, nodes=place)

    doubling = [grown(0.001 * 9**place, place) for place in (3, 4, 5, 6, 7)]
    straight = [grown(0.001 * place, place) for place in (3, 4, 5, 6, 7)]
    assert verdict_of("c-note", "size-exponential", results_of(*doubling)).verdict == REPRODUCED
    assert verdict_of("c-note", "size-exponential", results_of(*straight)).verdict == NOT_REPRODUCED


def cells_row(place: int, seconds: float, backtracks: int = 9, outcome: str = "solved") -> PaperRow:
    return row("power-strike-cells", str(place), "default", PROGRAM.name,
               seconds=seconds, backtracks=backtracks, outcome=outcome, nodes=place)  # fmt: skip


@pytest.mark.parametrize(
    ("exponent", "verdict", "why"),
    [
        (1.0, REPRODUCED, "a power of one is a line"),
        (1.05, REPRODUCED, "and so is one whose interval holds 1"),
        (2.0, NOT_REPRODUCED, "a square is none"),
    ],
)
def test_a_power_that_may_be_one_is_a_line(exponent: float, verdict: str, why: str) -> None:
    """With noise that grows with the cost, a power explains a line better than a line does."""
    noise = (1.0, 1.25, 0.8)
    rows = [cells_row(n, 0.001 * n**exponent * noise[n % 3]) for n in range(2, 25)]
    found = verdict_of("power-strike", "linear", results_of(*rows))
    assert found.verdict == verdict, why
    assert re.search(r"cells to the power of [\d.]+ \([\d.]+ to [\d.]+\)", found.program)


def test_growth_of_what_takes_several_backtracks_alone() -> None:
    """Inputs that are solved at once, or not at all, are no part of the claim."""
    steep = [cells_row(n, 0.001 * n) for n in range(5, 15)]
    at_once = [cells_row(n, 0.001, 1) for n in range(15, 25)]
    unsolved = [cells_row(n, 0.001, 9, "none") for n in range(2, 5)]
    every = results_of(*steep, *at_once, *unsolved)
    assert verdict_of("power-strike", "linear", every).verdict != REPRODUCED
    found = verdict_of("power-strike", "linear-backtracks", every)
    assert (found.verdict, found.n) == (REPRODUCED, 10)


def test_dips_are_where_the_first_attempts_succeed() -> None:
    """Beside its neighbours: that time grows with the cells makes no dip, nor hides one."""

    def judged(at_once: float, later: float) -> Judgement:
        rows = [
            cells_row(n, 0.001 * n * (at_once if n % 3 == 0 else later), 0 if n % 3 == 0 else 9)
            for n in range(5, 25)
        ]
        unsolved = [cells_row(n, 0.0001, 1, "none") for n in range(2, 5)]
        return verdict_of("power-strike", "dips", results_of(*unsolved, *rows))

    assert judged(0.5, 1.0).verdict == REPRODUCED
    assert judged(1.0, 1.0).verdict == UNDECIDED
    assert judged(2.0, 1.0).verdict == NOT_REPRODUCED
    assert judged(0.5, 1.0).n == 18, "those at the ends have one neighbour only"
    alone = [cells_row(n, 0.001 * n, 0) for n in range(5, 25)]
    assert verdict_of("power-strike", "dips", results_of(*alone)).verdict == UNDECIDED


def makings(case: str, *seconds: float, finished: bool = True) -> tuple[Making, ...]:
    """Made by the paper's program, each in another time."""
    experiment = "c-note-making" if case in ("any", "unique") else "aztec-math-making"
    return tuple(Making(experiment, case, PROGRAM.name, "p", s, 1, finished) for s in seconds)


def test_unique_generation_is_slower() -> None:
    both = (*makings("any", 0.1, 0.2, 0.3, 0.4), *makings("unique", 5.0, 6.0, 7.0, 8.0))
    found = verdict_of("c-note", "unique-slower", results_of(makings=both))
    assert (found.verdict, found.n) == (REPRODUCED, 8)
    assert verdict_of("c-note", "unique-slower", results_of()).verdict == UNDECIDED


@pytest.mark.parametrize(
    ("limit", "verdict", "why"),
    [(90.0, REPRODUCED, "stopped later than all others ended"), (5.0, UNDECIDED, "stopped before")],
)
def test_stopped_makings_count_as_what_they_took(limit: float, verdict: str, why: str) -> None:
    slow = makings("4", *[limit] * 5, finished=False)
    both = (*makings("3", 20.0, 30.0, 40.0, 50.0), *slow)
    found = verdict_of("aztec-math", "four-levels", results_of(makings=both))
    assert found.verdict == verdict, why
    assert f"more than {limit:g} s in the median of 5" in found.program


@pytest.mark.parametrize(
    ("ended", "stopped", "verdict", "why"),
    [
        ((10.0, 20.0, 60.0), (), REPRODUCED, "six times the shortest"),
        ((10.0, 20.0), (60.0,), REPRODUCED, "six times the shortest, at least"),
        ((10.0, 20.0, 30.0), (), NOT_REPRODUCED, "three times"),
        ((10.0, 20.0), (30.0,), UNDECIDED, "three times, or more"),
        ((), (60.0, 60.0, 60.0), UNDECIDED, "none ended"),
    ],
)
def test_spread_claim_needs_a_factor_between_makings(
    ended: tuple[float, ...], stopped: tuple[float, ...], verdict: str, why: str
) -> None:
    made = (*makings("3", *ended), *makings("3", *stopped, finished=False))
    found = verdict_of("aztec-math", "inconsistent", results_of(makings=made))
    assert found.verdict == verdict, why


@pytest.mark.parametrize(
    ("family", "claim", "verdict", "why"),
    [
        ("power-strike", "bound", WRONG, "96 is more than 48"),
        ("power-strike", "answers", REPRODUCED, "the rules allow them"),
        ("c-note", "domain", WRONG, "97 + 1 + 1 is 99"),
        ("c-note", "six", WRONG, "ten times as many backtracks a second as the other rows"),
        ("multi-balance", "percent", WRONG, "282 times is not 280 % more"),
        ("multi-balance", "digits", UNDECIDED, "four boards exclude no agreement"),
        ("multi-balance", "row-torque", REPRODUCED, "6 on both sides"),
        ("multi-balance", "domain", REPRODUCED, "8, 11, 9 and 14 cells"),
        ("aztec-math", "all-grow", WRONG, "from 0.06 s to 0.04 s"),
    ],
)
def test_claims_about_print_are_judged_without_measurements(
    family: str, claim: str, verdict: str, why: str
) -> None:
    assert verdict_of(family, claim, results_of()).verdict == verdict, why


def test_a_program_that_weighs_every_board_generates_and_tests() -> None:
    """1,655 full boards come before the solution of puzzle 1."""

    def judged(backtracks: int) -> str:
        one = row(
            "multi-balance-boards", "puzzle 1", "default", PROGRAM.name, backtracks=backtracks
        )
        return verdict_of("multi-balance", "better-than", results_of(one)).verdict

    assert judged(6_300) == NOT_REPRODUCED, "more than one failure a board"
    assert judged(20) == REPRODUCED, "nearly all boards were never looked at"
    assert judged(1_000) == UNDECIDED
    assert verdict_of("multi-balance", "better-than", results_of()).verdict == UNDECIDED


# What chance can do, and what was read.


def finding(at: int, judgement: Judgement) -> Finding:
    return Finding("c-note", Claim(str(at), "here", "So it is.", "", "told", {}), judgement)


def test_correction_uses_the_decisive_p_value() -> None:
    found = [
        finding(0, Judgement(REPRODUCED, p=0.01)),
        finding(1, Judgement(NOT_REPRODUCED, p=0.99, against=0.02)),
        finding(2, Judgement(WRONG)),
        finding(3, Judgement(UNDECIDED, p=0.3, against=0.7)),
    ]
    assert corrections(found) == {
        ("c-note", "0"): pytest.approx(0.03),
        ("c-note", "1"): pytest.approx(0.04),
        ("c-note", "3"): pytest.approx(0.3),
    }


def test_the_page_counts_what_its_verdicts_rest_on() -> None:
    text = (DOCS / "papers.md").read_text()
    found = re.search(
        r"Of the (\d+) verdicts (\d+) rest on\nsuch measurements, (\d+) were computed .*\n"
        r"rules, and (\d+) were read",
        text,
    )
    assert found is not None
    claims, measured, computed, read = map(int, found.groups())
    assert claims == len(CLAIMS) == measured + computed + read
    assert read == text.count("** (read) |")
    assert measured == text.count("Paper's program: ")
    assert "within a factor of 1.5" in text, "what is assumed of a single measurement"


# A trial run of everything.


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("papers")
    return run_papers(limits=Limits(nodes=100), repeat=1, reduce=True, runner=Runner(folder=folder))


def test_every_claim_has_its_line(results: Results) -> None:
    found = findings(results)
    text = page(results, "papers", found)
    assert [finding.claim.id for finding in found] == [claim.id for _, claim in CLAIMS]
    for finding in found:
        assert finding.judgement.verdict in VERDICTS
        assert f"*{finding.claim.says}*" in text
        json.dumps(finding.as_dict())
    for paper in papers():
        assert f"\n## {paper.title}\n" in text
        for experiment in paper.experiments:
            assert f"\n### {experiment.title}\n" in text
            assert f"(papers/{experiment.key}" in text
    assert "faster" not in text.replace('"× faster"', "").replace("finds a solution faster", "")


def test_results_are_kept_and_read_again(results: Results, tmp_path: Path) -> None:
    written = write_papers(results, tmp_path, findings(results))
    again = load(tmp_path / "papers" / NAME)
    assert again == results
    assert page(again, "papers", findings(again)) == written[0].read_text()
    pictures = {path.name for path in written if path.suffix == ".svg"}
    for name in pictures:
        assert f"(papers/{name})" in written[0].read_text()
    assert pictures == {f"{name}.svg" for e in EXPERIMENTS for name in e.pictures}


# The page of this repository.


def test_the_page_follows_from_its_results() -> None:
    """If this fails: `quincunx lab papers -o docs --redraw` writes it again in seconds."""
    kept = load(DOCS / "papers" / NAME)
    assert (DOCS / "papers.md").read_text() == page(kept, "papers", findings(kept))


@pytest.mark.parametrize("part", ["data", "programs", "pins"])
def test_the_page_is_not_out_of_date(part: str) -> None:
    """If this fails, something that the page rests on has changed: `quincunx lab papers -o docs`
    measures it again."""
    assert load(DOCS / "papers" / NAME).made[part] == fingerprints()[part]

"""The papers: every claim has a verdict that is computed, and the pages are never out of date."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from math import inf
from pathlib import Path
from typing import Any

import pytest

from quincunx.cp.limits import Limits
from quincunx.families import AnyPuzzle, parse
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.lab.papers.claims import PROGRAM_TESTS, VERDICTS, ClaimOutcome, judge
from quincunx.lab.papers.experiments import Experiment, Paper, papers, read_claim
from quincunx.lab.papers.measurements import fingerprints, make_by_program, run_papers
from quincunx.lab.papers.report import (
    RESULTS_FILE,
    findings,
    page,
    panels,
    paper_page,
    pictures,
    table,
    write_papers,
)
from quincunx.lab.papers.results import (
    MakingRow,
    PaperCount,
    PaperResults,
    PaperRow,
    ProgramResults,
    load,
    row_of_runs,
)
from quincunx.lab.runner import Runner
from quincunx.lab.trials import Trial, run
from quincunx.solving.models import PAPER
from tests.lab.rows import row as trial_row

EXPERIMENTS = [e for paper in papers() for e in paper.experiments]
DOCS = Path(__file__).parents[2] / "docs"


def named(key: str) -> Experiment:
    (found,) = (e for e in EXPERIMENTS if e.key == key)
    return found


def paper_of(family: str) -> Paper:
    (found,) = (p for p in papers() if p.family == family)
    return found


# The data.


def test_claims_say_where_they_are_made() -> None:
    for paper in papers():
        for claim in paper.claims:
            assert claim.where, claim.id
            assert claim.says.endswith("."), claim.id
            assert claim.test != "read" or claim.reason, f"{claim.id} was read: why?"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"test": "guess"}, "claim best: unknown test 'guess'"),
        ({"label": 3, "size": 4}, "claim best: got an unexpected keyword argument 'size'"),
        ({"test": "fits", "experiment": "aztec-math-labeling"}, "claim best: missing a required"),
    ],
)
def test_wrong_entries_of_claims_are_refused(changes: dict[str, Any], message: str) -> None:
    entry = {"id": "best", "where": "here", "says": "So it is.", "test": "extreme", **changes}
    paper = replace(paper_of("aztec-math"), claims=(read_claim(entry),))
    with pytest.raises(ValueError, match=message):
        judge(results_of(), paper)


# Measuring.


def test_limit_of_a_making_includes_all_proposals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is for a puzzle, not for each that it tries before."""
    several = parse("aztec-math:9/__")
    proposed = 0

    def proposals(*_: object, **__: object) -> Iterator[AnyPuzzle]:
        nonlocal proposed
        while True:
            proposed += 1
            assert proposed < 5_000, "it goes on without end"
            yield several

    monkeypatch.setattr("quincunx.making.paper_generator.paper_proposals", proposals)
    case: dict[str, Any] = {"name": "3", "program": {}, "answers": None, "nodes": 200}
    (made,) = make_by_program("aztec-math", named("aztec-math-making"), case, 0)
    assert (made.finished, made.nodes) == (False, 200)


def test_counted_making_finds_the_same_puzzle_with_fewer_nodes() -> None:
    """Every answer is a node, so the number of answers is a lower bound."""
    case: dict[str, Any] = {"name": "2", "program": {"levels": 2}, "answers": None}
    experiment = named("aztec-math-making")
    (searched,) = make_by_program("aztec-math", experiment, case, 0)
    (counted,) = make_by_program("aztec-math", experiment, {**case, "counted": True}, 0)
    assert (counted.puzzle, counted.attempts) == (searched.puzzle, searched.attempts)
    assert 1 < counted.nodes < searched.nodes


def test_larger_limit_runs_only_what_was_stopped(tmp_path: Path) -> None:
    runner = Runner(folder=tmp_path)
    trials = {
        "short": Trial("c-note:100:884/625/361", "ff", "step", "up", "bounds"),
        "long": Trial(
            find_puzzle("c-note/paper-labeling").identifier, "ff", "step", "up", "bounds"
        ),
    }
    for nodes, written in ((50, 2), (60, 1), (60, 0), (2, 2)):
        with runner.journal({}) as journal:
            before = (tmp_path / "journal.jsonl").read_text().count("\n")
            (short,), (long,) = runner.run(trials, Limits(nodes=nodes), 1, journal)
        assert (tmp_path / "journal.jsonl").read_text().count("\n") == before + written
        assert (long.outcome, long.nodes) == ("limit", nodes)
        assert short.limited == (nodes == 2)


def test_authors_program_is_timed_without_its_set_up() -> None:
    rows = [trial_row(model=model, setup=0.125, seconds=0.5) for model in ("authors", PAPER)]
    assert [row_of_runs([row], "e").seconds for row in rows] == [0.375, 0.5]
    measured = run(Trial("power-strike:2:6,_,_", "ff", "step", "up", "bounds", model="authors"))
    assert 0 < measured.setup < measured.seconds


def test_first_answer_ends_a_papers_search_even_if_it_is_wrong() -> None:
    """The printed program of Power Strike lets a number follow itself."""
    puzzle = find_puzzle("power-strike/paper-big").identifier
    first = run(Trial(puzzle, "max", "step", "down", "bounds", model=PAPER))
    assert (first.outcome, first.solutions) == ("wrong", 1)
    every = Trial("power-strike:2:10,_,_", "ff", "bisect", "up", "bounds", goal="all", model=PAPER)
    assert run(every).outcome != "wrong", "all answers were asked for"


# Verdicts of single tests.


def made_row(**figures: Any) -> PaperRow:
    times = figures.pop("times", (figures.get("seconds", 0.5),) * 5)
    names = {"experiment": "", "model": PAPER, "consistency": "bounds", **figures}
    experiment = names.pop("experiment")
    # Equal searches share their times: those that are meant to differ have other prunings.
    names.setdefault("prunings", hash((names.get("variable"), names.get("value"), times)) % 10**6)
    return PaperRow(**asdict(trial_row(**names)), experiment=experiment, times=times)


def results_of(*rows: PaperRow, makings: tuple[MakingRow, ...] = (), **counts: Any) -> PaperResults:
    made = {"reduced": False, "searches": len(rows), "kernel": "compiled"}
    found = tuple(PaperCount(**one) for one in counts.get("counts", ()))
    return PaperResults(made, rows, makings, found)


def labeled(costs: dict[str, float], counter: str = "nodes", **other: Any) -> ProgramResults:
    """Searches by labels such as "ff, up", with their costs; infinite ones were stopped."""
    labels = [{"label": label, "options": [_options(label)]} for label in costs]
    cases = [{"name": "one", "puzzles": []}]
    experiment = Experiment("e", "labeling", "", "", cases, labels, other.pop("printed", None))
    rows = [
        made_row(
            **dict(zip(("variable", "value", "direction"), _options(label), strict=True)),
            **{counter: 0 if cost == inf else cost},
            outcome="limit" if cost == inf else "solved",
            point="one",
            experiment="e",
            **{name: by_label[label] for name, by_label in other.items()},
        )
        for label, cost in costs.items()
    ]
    return ProgramResults(results_of(*rows), experiment, PAPER)


def _options(label: str) -> tuple[str, ...]:
    words = label.split(", ")
    return (*words, *("ff", "step", "up")[len(words) :])


def growing(costs: dict[int, list[float]], counter: str = "nodes", **other: Any) -> ProgramResults:
    """Searches along an axis: the costs of the puzzles of each place."""
    cases = [{"name": str(place), "place": place, "puzzles": []} for place in costs]
    experiment = Experiment("e", "growth", "", "", cases, parameter="size", **other)
    rows = [
        made_row(
            puzzle=f"{place} {at}",
            point=str(place),
            experiment="e",
            outcome="limit" if cost == inf else "solved",
            **{"backtracks": 9, counter: 0 if cost == inf else cost},
        )
        for place, some in costs.items()
        for at, cost in enumerate(some)
    ]
    return ProgramResults(results_of(*rows), experiment, PAPER)


def outcome(test: str, at: ProgramResults, **given: Any) -> ClaimOutcome:
    return PROGRAM_TESTS[test](at, **given)


PRINTED = {"columns": ["nodes"], "rows": {"1": [1], "2": [5], "3": [9], "4": [20]}}


LABELS = [f"{variable}, {value}" for variable in ("ff", "min", "max") for value in "abcd"]
BACKWARDS = labeled(
    {name: 99.0 - at for at, name in enumerate(LABELS)},
    printed={"columns": ["nodes"], "rows": {name: [at] for at, name in enumerate(LABELS)}},
)
DEAR = labeled({"ff, step": 1.0, "max, step": 5.0, "max, enum": inf})
RATIOS = labeled({"ff": 10.0, "min": 11.0, "max": 100.0})
TWO_COUNTERS = labeled({"ff": 10.0, "min": 100.0}, backtracks={"ff": 100, "min": 10})
DOUBLES = growing({x: [3 * 2**x, 3 * 2**x + 1] for x in range(2, 9)})
LINE = growing({x: [10 * x, 10 * x + 1] for x in range(2, 9)})
STOPPED_LINE = growing({x: [10 * x] if x < 7 else [inf] for x in range(2, 9)})
DROPS = growing({1: [10], 2: [100], 3: [20], 4: [200], 5: [150]})


def ranked(*costs: list[float]) -> ProgramResults:
    """Puzzles at four places, whose printed figures grow."""
    return growing(dict(enumerate(costs, 1)), printed=PRINTED)


@pytest.mark.parametrize(
    ("test", "at", "given", "holds", "why"),
    [
        ("rank", ranked([1], [2], [3], [4]), {}, True, "in order, one in 24"),
        ("rank", ranked([1], [2], [4], [3]), {}, None, "four medians exclude nothing"),
        ("rank", ranked([1, 1], [2, 2], [2, 4], [9, 9]), {}, True, "p counts all puzzles"),
        ("rank", ranked([1, 9], [2, 8], [3, 7], [4, 6]), {}, None, "medians are equal"),
        ("rank", BACKWARDS, {}, False, "many figures in another order"),
        ("extreme", labeled({"ff": 1.0, "min": 2.0, "max": inf}), {}, True, "fewest nodes"),
        ("extreme", labeled({"ff": 2.0, "min": 1.0}), {}, False, "min takes fewer"),
        ("extreme", labeled({"ff": 2.0, "min": 2.0}), {}, None, "nothing to compare"),
        ("extreme", labeled({"ff": inf, "min": 2.0}), {}, False, "stopped"),
        ("extreme", DEAR, {"label": "max", "most": True}, True, "one of several with an option"),
        ("extreme", DEAR, {"label": "ff", "most": True}, False, "the cheapest"),
        ("ratio", RATIOS, {"of": ["max"], "to": "ff", "least": 2}, True, "ten times"),
        ("ratio", RATIOS, {"of": ["max", "min"], "to": "ff", "most": 1.5}, None, "one of two"),
        ("ratio", RATIOS, {"of": ["min"], "to": "ff", "least": 0.5, "most": 1.5}, True, "1.1"),
        ("ratio", RATIOS, {"least": 20}, False, "dearest by cheapest"),
        ("ratio", RATIOS, {"least": 5}, True, "dearest by cheapest"),
        ("ratio", RATIOS, {"to": {"ff": 1000, "max": 1000}, "most": 0.1}, True, "to print"),
        ("ratio", RATIOS, {"to": {"ff": 1, "max": 1}, "most": 0.1}, False, "to print"),
        ("fits", TWO_COUNTERS, {"nodes": 12, "backtracks": 110}, True, "ff fits both"),
        ("fits", TWO_COUNTERS, {"nodes": 12, "backtracks": 12}, None, "no labeling fits both"),
        ("fits", TWO_COUNTERS, {"nodes": 1, "backtracks": 1}, False, "none fits any"),
        ("growth", DOUBLES, {"shape": "exponential"}, True, "doubles"),
        ("growth", DOUBLES, {"shape": "linear"}, False, "no line"),
        ("growth", LINE, {"shape": "linear"}, True, "a line"),
        ("growth", growing({2: [5], 3: [6]}), {"shape": "linear"}, None, "too few points"),
        ("growth", STOPPED_LINE, {"shape": "linear"}, True, "without stopped"),
        ("falls", DROPS, {"factor": 2}, True, "100 to 20"),
        ("falls", DROPS, {"factor": 2, "times": 2}, False, "200 to 150 is less"),
        ("falls", DROPS, {"times": 2}, True, "by whatever"),
        ("falls", growing({1: [1], 2: [2], 3: [3], 4: [inf]}), {}, None, "it may fall later"),
    ],
)
def test_evidence_supports_excludes_or_leaves_open(
    test: str, at: ProgramResults, given: dict[str, Any], holds: bool | None, why: str
) -> None:
    usual: dict[str, Any] = {
        "rank": {"counters": ["nodes"]},
        "extreme": {"label": "ff"},
        "fits": {"counters": given, "factor": 2},
        "growth": {"counter": "nodes"},
        "falls": {"counter": "nodes"},
    }
    asked = {**usual.get(test, {}), **(given if test != "fits" else {})}
    assert outcome(test, at, **asked).holds is holds, why


@pytest.mark.parametrize(
    ("up", "down", "holds", "why"),
    [
        ([5.0] * 6, [9.0] * 6, True, "six of six"),
        ([9.0] * 6, [5.0] * 6, False, "none of six"),
        ([inf] * 6, [9.0] * 6, False, "stopped ones have lost"),
        ([inf] * 6, [inf] * 6, None, "stopped twice decides nothing"),
        ([5.0], [9.0], None, "one puzzle proves nothing"),
        ([5.0, 9.0] * 18, [9.0, 5.0] * 18, False, "two of three are excluded"),
        ([5.0, 9.0] * 3, [9.0, 5.0] * 3, None, "and are not by a few"),
    ],
)
def test_pairs_are_a_sign_test_over_puzzles(
    up: list[float], down: list[float], holds: bool | None, why: str
) -> None:
    at = labeled({"ff, step, up": 1.0, "ff, step, down": 1.0, "ff, enum, up": 1.0})
    rows = [
        replace(
            row,
            puzzle=f"puzzle {number}",
            nodes=0 if cost == inf else int(cost),
            outcome="limit" if cost == inf else "solved",
        )
        for number, both in enumerate(zip(up, down, strict=True))
        for row, cost in zip(at.results.rows, (*both, 7.0), strict=True)
    ]
    at = replace(at, results=results_of(*rows))
    assert outcome("pairs", at, better="up", worse=["down"]).holds is holds, why


def test_pairs_of_a_puzzle_count_once() -> None:
    values = [f"v{at}" for at in range(6)]
    costs = {f"ff, {v}, {way}": cost for v in values for way, cost in (("up", 5.0), ("down", 9.0))}
    found = outcome("pairs", labeled(costs), better="up", worse=["down"])
    assert (found.holds, found.n) == (None, 1)
    assert "6 pairs" in found.words


def test_cheapest_labeling_by_time_must_beat_every_other_beyond_chance() -> None:
    low, high = (1.0, 1.1, 1.2, 1.3, 1.4), (2.0, 2.1, 2.2, 2.3, 2.4)

    def judged(**times: tuple[float, ...]) -> bool | None:
        medians = {name: some[len(some) // 2] for name, some in times.items()}
        at = labeled(medians, "seconds", times=times)
        return outcome("extreme", at, label="ff", counter="seconds").holds

    assert judged(ff=low, min=high) is True
    assert judged(ff=high, min=low) is False
    assert judged(ff=low, min=tuple(time + 0.05 for time in low), max=high) is None, "noise"
    assert judged(ff=low[:1], min=high[:1]) is None, "one run each"


def makings(case: str, *nodes: float) -> tuple[MakingRow, ...]:
    return tuple(
        MakingRow("aztec-math-making", case, PAPER, "", 1.0, 0 if n == inf else int(n), 1, n < inf)
        for n in nodes
    )


def test_slower_making_is_a_rank_sum_where_stopped_ones_cost_most() -> None:
    def judged(*three: float, four: tuple[float, ...]) -> bool | None:
        made = (*makings("3", *three), *makings("4", *four))
        at = ProgramResults(results_of(makings=made), named("aztec-math-making"), PAPER)
        return outcome("slower", at, slow="4", fast="3", counter="nodes").holds

    assert judged(1, 2, 3, 4, four=(inf, inf, 9)) is True
    assert judged(5, 6, 7, 8, four=(1, 2, 3)) is False
    assert judged(1, 2, four=(3, 4)) is None


@pytest.mark.parametrize(
    ("ends", "holds"),
    [(("solved", "wrong"), True), (("wrong", "none"), False), (("limit", "wrong"), None)],
)
def test_program_solves_a_puzzle_if_some_first_answer_is_right(
    ends: tuple[str, ...], holds: bool | None
) -> None:
    at = labeled({"ff": 1.0, "min": 2.0})
    rows = tuple(replace(r, outcome=end) for r, end in zip(at.results.rows, ends, strict=True))
    at = replace(at, results=replace(at.results, rows=rows))
    assert outcome("solves", at).holds is holds


# The pages.


def test_table_and_heat_map_show_wrong_answers_and_limits() -> None:
    experiment = named("c-note-size")
    rows = [
        made_row(experiment=experiment.key, puzzle="a", point="3", outcome="wrong", backtracks=7),
        made_row(experiment=experiment.key, puzzle="b", point="4", outcome="none", backtracks=8),
        made_row(experiment=experiment.key, puzzle="c", point="5", outcome="limit"),
    ]
    text = table(results_of(*rows), experiment)
    assert "| 3 | 0 s | 70 | 93 | 500 ms | 7 ✗ |" in text
    assert "| 8 ∅ |" in text
    assert "| limit | limit |" in text
    assert text.endswith("✗ a first answer breaks the rules; ∅ no answer.")
    printed = {"columns": ["nodes"], "rows": {"ff": [7], "max": [8]}}
    at = labeled({"ff": 5.0, "max": inf, "min": 6.0}, printed=printed)
    (paper,), (program,) = panels(at.results, at.experiment, "nodes")
    assert paper.lines == {"": [7, 8, None]}
    assert program.lines == {"": [5.0, inf, 6.0]}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> PaperResults:
    folder = tmp_path_factory.mktemp("papers")
    return run_papers(reduce=True, runner=Runner(folder=folder))


def test_every_claim_has_its_line(results: PaperResults) -> None:
    found = findings(results)
    text = page(results, found)
    claims = [claim.id for paper in papers() for claim in paper.claims]
    assert [finding.claim.id for finding in found] == claims
    for finding in found:
        assert finding.verdict in VERDICTS
        assert f"| {finding.claim.says} |" in text
        json.dumps(finding.as_dict())
    for paper in papers():
        own = paper_page(results, paper, found)
        assert f"(papers/{paper.family}.md)" in text
        for claim in paper.claims:
            assert f"*{claim.says}*" in own
        for experiment in paper.experiments:
            assert f"\n## {experiment.title}\n" in own


def test_results_are_kept_and_read_again(
    results: PaperResults, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_of_each_kind = {e.kind: (paper, e) for paper in papers() for e in paper.experiments}
    drawing = "quincunx.lab.papers.report.experiments"
    monkeypatch.setattr(drawing, lambda: list(one_of_each_kind.values()))
    written = write_papers(results, tmp_path, findings(results))
    again = load(tmp_path / "papers" / RESULTS_FILE)
    assert again == results
    assert page(again, findings(again)) == written[0].read_text()
    drawn = {path.stem for path in written if path.suffix == ".svg"}
    assert drawn == {name for _, e in one_of_each_kind.values() for name in pictures(e)}
    assert all(f"({name}.svg)" in _pages(tmp_path) for name in drawn)


def _pages(folder: Path) -> str:
    return "".join(path.read_text() for path in sorted((folder / "papers").glob("*.md")))


def test_the_pages_follow_from_their_results() -> None:
    """If this fails: `quincunx lab papers -o docs --redraw` writes them again in seconds."""
    kept = load(DOCS / "papers" / RESULTS_FILE)
    found = findings(kept)
    assert (DOCS / "papers.md").read_text() == page(kept, found)
    for paper in papers():
        text = (DOCS / "papers" / f"{paper.family}.md").read_text()
        assert text == paper_page(kept, paper, found)


def test_the_pages_are_not_out_of_date() -> None:
    """If this fails, something that the pages rest on has changed: `quincunx lab papers -o docs`
    measures it again."""
    assert load(DOCS / "papers" / RESULTS_FILE).made["parts"] == fingerprints()

"""The papers: every figure they print is there, and a reduced form of the whole runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from quincunx.lab.figures.ranks import correlation, in_words
from quincunx.lab.papers.experiments import KINDS, Experiment, Results, papers, run_papers
from quincunx.lab.papers.report import (
    agreement,
    summary,
    verdict,
    write_papers,
    write_papers_report,
)
from quincunx.lab.runs.journal import NAME
from quincunx.limits import Limits
from quincunx.reading import find_puzzle
from quincunx.solving import verdict as solve_verdict

EXPERIMENTS = [e for paper in papers() for e in paper.experiments]
LIMIT = Limits(nodes=300)


def named(key: str) -> Experiment:
    (found,) = (e for e in EXPERIMENTS if e.key == key)
    return found


def test_there_are_five_papers_with_all_their_tables_and_figures() -> None:
    assert {paper.family: [e.kind for e in paper.experiments] for paper in papers()} == {
        "power-strike": ["labeling", "growth", "growth", "growth"],
        "c-note": ["growth", "growth", "matrix"],
        "multi-balance": ["counters", "labeling"],
        "sum-star": ["counters", "labeling"],
        "aztec-math": ["labeling", "growth", "making"],
    }
    assert {kind for e in EXPERIMENTS for kind in [e.kind]} == set(KINDS)


@pytest.mark.parametrize(
    ("key", "name", "counter", "figure"),
    [
        ("c-note-target", "1200", "backtracks", 2971885),
        ("c-note-size", "7", "seconds", 116.5),
        ("c-note-labeling", "anti_first_fail, median", "seconds", 45.53),
        ("c-note-labeling", "ffc, step", "seconds", 3.85),
        ("multi-balance-boards", "puzzle 2", "resumptions", 271849725),
        ("multi-balance-labeling", "ffc", "seconds", 20.47),
        ("sum-star-counters", "three dodecagons", "backtracks", 10256),
        ("sum-star-labeling", "max", "seconds", 8.5967),
        ("aztec-math-labeling", "occurrence", "seconds", 0),
        ("aztec-math-levels", "5", "constraints", 561),
        ("aztec-math-making", "4", "seconds", 135),
    ],
)
def test_printed_figures(key: str, name: str, counter: str, figure: float) -> None:
    assert named(key).printed(name, counter) == figure


def test_what_was_not_printed_is_not_made_up() -> None:
    assert named("aztec-math-levels").printed("6", "seconds") is None
    assert named("aztec-math-making").printed("4", "backtracks") is None
    assert named("power-strike-cells").printed("5", "seconds") is None


@pytest.mark.parametrize(
    ("key", "runs", "why"),
    [
        ("c-note-labeling", 8 * 5 * 3, "8 × 5 options in three settings"),
        ("multi-balance-labeling", 30 * 4 * 3, "30 combinations, four boards, three settings"),
        ("sum-star-labeling", 10 * 3, "ten options"),
        ("aztec-math-labeling", 8 * 2, "eight variable orders, two settings"),
        ("power-strike-labeling", 30 * 3 * 2, "every combination on three puzzles"),
        ("c-note-target", 11 * 5 * 3, "eleven targets, five grids"),
        ("aztec-math-making", 0, "nothing is searched"),
    ],
)
def test_how_much_is_run(key: str, runs: int, why: str) -> None:
    trials = [trial for trial, _ in named(key).trials()]
    assert len(trials) == runs, why


def test_seeded_pyramids_have_one_solution_each() -> None:
    for case in named("aztec-math-levels").cases:
        assert [solve_verdict(puzzle) for puzzle in case["puzzles"]] == ["unique"] * 3
        assert {len(find_puzzle(p).document()["rows"]) for p in case["puzzles"]} == {case["place"]}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return run_papers(limits=LIMIT, reduce=True, folder=tmp_path_factory.mktemp("papers"))


def test_a_reduced_form_of_everything_runs(results: Results) -> None:
    report = write_papers_report(results, "papers")
    for paper in results.papers:
        assert f"\n## {paper.title}\n" in report
        for experiment in paper.experiments:
            assert f"\n### {experiment.data['title']}\n" in report
            assert f"(papers/{experiment.key}" in report


def test_every_kind_of_experiment_has_pictures(results: Results, tmp_path: Path) -> None:
    kept: dict[str, Experiment] = {}
    for paper in results.papers:
        for experiment in paper.experiments:
            if experiment.columns:
                kept.setdefault(experiment.kind, experiment)
    some = tuple(
        replace(paper, experiments=tuple(e for e in paper.experiments if e in kept.values()))
        for paper in results.papers
    )
    written = write_papers(replace(results, papers=some), tmp_path)
    pictures = {path.name for path in written if path.suffix == ".svg"}
    assert len(pictures) == len(KINDS) + 1, "one each, and two for the matrix"
    report = (tmp_path / "papers.md").read_text()
    for name in pictures:
        assert f"(papers/{name})" in report
        picture = (tmp_path / "papers" / name).read_text()
        assert "<svg" in picture
        assert "the paper" in picture or "backtracks by labeling" in picture


def test_errors_of_the_papers_are_listed_and_checked(results: Results) -> None:
    report = write_papers_report(results, "papers")
    assert "`power-strike/paper-big` has 58 solutions" in report
    assert "`c-note:100:811/181/118` has 1,688 solutions" in report
    assert "`c-note:100:924/441/957` has 1 solution" in report
    assert "not what was expected" not in report
    for paper in results.papers:
        for error in paper.errors:
            assert error["text"][1:] in report


def test_limits_are_shown_as_such(results: Results) -> None:
    limited = [row for row in results.rows if row.limited]
    assert limited
    assert "| limit |" in write_papers_report(results, "papers")


def test_rankings_are_compared(results: Results) -> None:
    table = summary(results)
    assert "| Sum Star: Ten labeling options |" in table
    matrix = results.papers[1].experiments[2]
    for setting in ("plain model", "bounds", "domain"):
        found = agreement(results, matrix, setting, "backtracks")
        assert found is None or -1 <= found <= 1


def test_a_ranking_that_passes_do_not_agree_on_is_called_so(results: Results) -> None:
    stars = results.papers[3].experiments[1]
    labels = stars.labels
    fast = [replace(r, seconds=1.0 + labels.index(r.label)) for r in results.of(stars, "domain")]
    slow = [replace(row, seconds=10 - row.seconds) for row in fast]
    printed = [stars.printed(label, "seconds") or 0 for label in labels]
    expected = correlation(printed, list(range(len(labels))))
    agreeing = replace(results, rows=tuple(fast), passes=(tuple(fast), tuple(fast)))
    assert agreement(agreeing, stars, "domain", "seconds") == pytest.approx(expected)
    assert verdict(agreeing, stars, "domain", "seconds") == in_words(expected)
    torn = replace(results, rows=tuple(fast), passes=(tuple(fast), tuple(slow)))
    assert verdict(torn, stars, "domain", "seconds").startswith("varies (-")


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    def interrupt(done: int, total: int) -> None:
        if done == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_papers(limits=Limits(nodes=5), reduce=True, folder=tmp_path, progress=interrupt)
    kept = (tmp_path / NAME).read_text().splitlines()
    assert len(kept) == 1 + 10
    seen: list[int] = []
    run_papers(
        limits=Limits(nodes=5),
        reduce=True,
        folder=tmp_path,
        progress=lambda done, total: seen.append(done),
    )
    assert seen[0] == 10

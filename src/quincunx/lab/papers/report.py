"""The page on the five papers: every claim with its verdict, then the tables and figures behind it.

The page follows from the results alone: `quincunx lab papers --redraw` writes it again without
measuring anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

from quincunx._support.files import make_folder, write_file
from quincunx.cp.limits import Limits
from quincunx.lab import plots
from quincunx.lab.papers import claims
from quincunx.lab.papers.claims import Finding
from quincunx.lab.papers.experiments import (
    OWN,
    PROGRAM,
    SETTINGS,
    Experiment,
    Paper,
    experiments,
    papers,
    read_text,
)
from quincunx.lab.papers.measurements import DEFAULT_NODES
from quincunx.lab.papers.results import PaperRow, Results, equal_times
from quincunx.lab.runner import QUICK_SECONDS, TIMES, describe_repeat
from quincunx.lab.statistics import ONCE, describe_p, holm
from quincunx.lab.tables import brief, counter_name, markdown_table
from quincunx.lab.trials import NOT_RUN, Cell, group_by

NAME = "results.json"
PRINTED = "the paper, as printed (times by the wall clock)"
STYLES: dict[str, dict[str, Any]] = {
    PRINTED: {"color": "#000000", "marker": "x"},
    PROGRAM.name: {"color": plots.LINE_COLOURS[1], "marker": plots.MARKERS[1]},
    OWN.name: {"color": plots.LINE_COLOURS[0], "marker": plots.MARKERS[0]},
}


def findings(results: Results) -> list[Finding]:
    """Return all claims of all papers with their verdicts."""
    return [finding for paper in papers() for finding in claims.judge(results, paper)]


def summary(found: Sequence[Finding]) -> str:
    """Return a table of the number of verdicts of each paper."""
    lines = []
    for name, families in {
        **{paper.title: [paper.family] for paper in papers()},
        "all": [paper.family for paper in papers()],
    }.items():
        verdicts = Counter(one.judgement.verdict for one in found if one.family in families)
        numbers = [*(verdicts[verdict] for verdict in claims.VERDICTS), verdicts.total()]
        lines.append([name, *map(str, numbers)])
    return markdown_table(["paper", *claims.IN_WORDS.values(), "claims"], lines)


def page(results: Results, pictures: str, found: Sequence[Finding]) -> str:
    """Return the page as Markdown; `pictures` is the folder of its figures."""
    corrected = corrections(found)
    sure = [
        one for one in found if one.judgement.verdict in (claims.REPRODUCED, claims.NOT_REPRODUCED)
    ]
    decided = [one for one in sure if one.key in corrected]
    survivors = [one for one in decided if corrected[one.key] < claims.CHANCE]
    others = [one for one in decided if one not in survivors]
    read = [one for one in found if one.judgement.read]
    # Claims for which nothing was run have no words about the paper's program.
    measured = sum(bool(one.judgement.program) for one in found)
    text = read_text("page.md").format(
        good=claims.GOOD,
        chance=claims.CHANCE,
        once=ONCE,
        made=_made(results),
        summary=summary(found),
        claims=len(found),
        measured=measured,
        read=len(read),
        computed=len(found) - measured - len(read),
        tested=len(corrected),
        decided=len(decided),
        surviving=len(survivors),
        failing=len(others),
        few=sum(one.judgement.n is not None and one.judgement.n <= 4 for one in others),
        survivors=_listed(survivors),
        others=_listed(others),
        readings=_listed(read),
        papers="\n\n".join(_about_paper(results, p, found, corrected, pictures) for p in papers()),
    )
    return text.rstrip() + "\n"


def corrections(found: Sequence[Finding]) -> dict[tuple[str, str], float]:
    """Return the corrected p values on which verdicts rest, by family and claim."""
    tested = {one.key: p for one in found if (p := one.judgement.decisive) is not None}
    return dict(zip(tested, holm([*tested.values()]), strict=True))


def _listed(found: Sequence[Finding]) -> str:
    titles = {paper.family: paper.title for paper in papers()}
    return "\n".join(
        f"- {titles[one.family]}: *{one.claim.says}* {one.judgement.in_words.capitalize()}."
        for one in found
    )


def _made(results: Results) -> str:
    made = results.made
    limits = str(Limits(made["seconds"], made["nodes"]))
    if made["seconds"] is None and made["nodes"] is None:
        limits = f"{DEFAULT_NODES:,} nodes, unless its experiment says otherwise below"
    often = describe_repeat(made["repeat"])
    if made["repeat"] is None:
        often = (
            f"{TIMES} times where it takes under {QUICK_SECONDS:g} s, or the time that its "
            "experiment names below, and else once"
        )
    trial = " This is a trial run of a few searches only." if made["reduced"] else ""
    return (
        f"There were {made['searches']:,} searches, with the {made['kernel']} kernel. A search was "
        f"stopped after {limits}. It was run {often}.{trial}\n\n"
        "`quincunx lab papers -o docs` measures everything and writes this page. It was made from "
        f"data {made['data']}, programs {made['programs']} and searches {made['pins']}, and the "
        "tests fail when these have changed."
    )


def _about_paper(
    results: Results,
    paper: Paper,
    found: Sequence[Finding],
    corrected: dict[tuple[str, str], float],
    pictures: str,
) -> str:
    own = [finding for finding in found if finding.family == paper.family]
    text = [f"## {paper.title}", f"{paper.source}. {paper.program}"]
    text += [_verdict_table(own, corrected), *map(_in_full, own)]
    for experiment in paper.experiments:
        drawn = [f"![{experiment.title}]({pictures}/{name}.svg)" for name in experiment.pictures]
        text += [f"### {experiment.title}", _about(experiment), table(results, experiment)]
        text.append("\n".join(drawn))
    return "\n\n".join(text)


def _about(experiment: Experiment) -> str:
    limits = Limits(experiment.data.get("seconds"), experiment.data.get("nodes"))
    stopped = "" if limits == Limits() else f" A search is stopped after {limits}."
    quick = experiment.data.get("quick")
    often = f" What takes under {quick:g} s is run {TIMES} times." if quick else ""
    return f"{experiment.data['about']}{stopped}{often}"


def _verdict_table(found: list[Finding], corrected: dict[tuple[str, str], float]) -> str:
    lines = []
    for finding in found:
        one = finding.judgement
        verdict = f"**{one.in_words}**{' (read)' if one.read else ''}"
        rho = None if one.rho is None else f"{one.rho + 0.0:+.2f}"
        figures = [one.n, rho, _p(one.p), _p(corrected.get(finding.key))]
        lines.append(
            [finding.claim.says, verdict, *("–" if x is None else str(x) for x in figures)]
        )
    return markdown_table(["the paper says", "verdict", "n", "ρ", "p", "Holm"], lines)


def _p(value: float | None) -> str | None:
    return None if value is None else describe_p(value).removeprefix("p = ").removeprefix("p ")


def _in_full(finding: Finding) -> str:
    """Return what a verdict rests on, as an entry of a list."""
    one, claim = finding.judgement, finding.claim
    rests = [f"Paper's program: {one.program}."] if one.program else []
    if one.ours:
        rests.append(f"{'Ours' if one.program else 'Found'}: {one.ours.removesuffix('.')}.")
    where = f"{claim.where[0].upper()}{claim.where[1:]}"
    rests += [claim.reason] if claim.reason else []
    return f"- {where}: *{claim.says}* **{one.in_words.capitalize()}.** {' '.join(rests)}"


def write_papers(results: Results, folder: Path, found: Sequence[Finding]) -> list[Path]:
    """Write `papers.md`, its figures and the results; return the paths, the page first."""
    pictures = folder / "papers"
    make_folder(pictures)
    drawn = [path for _, e in experiments() for path in draw_experiment(results, e, pictures)]
    results.save(pictures / NAME)
    write_file(folder / "papers.md", page(results, "papers", found))
    return [folder / "papers.md", *drawn, pictures / NAME]


# Tables.


def table(results: Results, experiment: Experiment) -> str:
    """Return the table of an experiment."""
    if experiment.kind == "making":
        return _making_table(results, experiment)
    if experiment.kind == "counters":
        return _counters_table(results, experiment)
    if experiment.data["printed"] is None and not experiment.by_case:
        return _range_table(results, experiment)
    return _cost_table(results, experiment)


def _shown(cell: Cell, counter: str) -> str:
    return cell.instead or "–" if cell.number is None else brief(cell.number, counter)


def _printed(experiment: Experiment, name: str, counter: str) -> str:
    figure = experiment.printed(name, counter)
    if figure is None:
        return "–"
    return f"{figure:g} s" if counter == "seconds" else f"{figure:,.0f}"


def _cost_table(results: Results, experiment: Experiment) -> str:
    """Return a line for each name: what is printed, then time and backtracks in every setting."""
    settings = results.settings(experiment)
    counters = ("seconds", "backtracks")
    what = str(experiment.data.get("parameter", "labeling"))
    headers = [what, *(f"paper: {counter_name(column)}" for column in experiment.columns)]
    headers += [f"{s.name}: {counter_name(c)}" for s in settings for c in counters]
    lines = []
    for name in experiment.names:
        line = [name + _without(results, experiment, name)]
        line += [_printed(experiment, name, column) for column in experiment.columns]
        for setting in settings:
            costs = [results.cost(experiment, setting.name, c, name) for c in counters]
            line += map(_shown, costs, counters)
        lines.append(line)
    return markdown_table(headers, lines)


def _without(results: Results, experiment: Experiment, name: str) -> str:
    """Return that a case has no solution, or that the paper's program finds none of them."""
    if not experiment.by_case:
        return ""
    ends = {
        setting: [row.outcome for row in results.of(experiment, setting.name) if row.case == name]
        for setting in SETTINGS
    }
    if "none" in ends[OWN]:
        return " (no solution)"
    return " (the paper's program finds none)" if "none" in ends[PROGRAM] else ""


def _range_table(results: Results, experiment: Experiment) -> str:
    """Return a line for each case: from the cheapest to the dearest labeling."""
    lines = []
    for case, setting in product(experiment.case_names, results.settings(experiment)):
        line = [case, setting.name]
        for counter in ("seconds", "nodes", "backtracks"):
            cells = [
                results.cost(experiment, setting.name, counter, label, case)
                for label in experiment.labels
            ]
            numbers = sorted(cell.number for cell in cells if cell.number is not None)
            ends = [brief(number, counter) for number in (*numbers[:1], *numbers[-1:])]
            line.append(" to ".join(dict.fromkeys(ends)) or "–")
        lines.append([*line, str(sum(cell.instead == "limit" for cell in cells))])
    headers = ["puzzle", "", f"time, over {len(experiment.labels)} labelings", "nodes"]
    return markdown_table([*headers, "backtracks", "stopped by the limit"], lines)


def _counters_table(results: Results, experiment: Experiment) -> str:
    """Return a line for each counter of each case: printed, then measured in every setting."""
    settings = results.settings(experiment)
    lines = [
        [
            f"{case}: {counter_name(counter)}",
            _printed(experiment, case, counter),
            *(_shown(results.cost(experiment, s.name, counter, case), counter) for s in settings),
        ]
        for case in experiment.case_names
        for counter in experiment.columns
    ]
    return markdown_table(["", "paper", *(s.name for s in settings)], lines)


def _making_table(results: Results, experiment: Experiment) -> str:
    """Return a line for each case: how long making a puzzle took in the paper, and takes now."""
    what = experiment.data["parameter"]
    lines = [
        [f"paper, {what} {name}", _printed(experiment, name, "seconds"), "", ""]
        for name in (experiment.data["printed"] or {"rows": {}})["rows"]
    ]
    for setting, case in product(SETTINGS, experiment.case_names):
        if made := results.makings_of(experiment, case, setting.name):
            ends = [edge(made, key=lambda one: one.seconds) for edge in (min, max)]
            least_most = " to ".join(claims.describe_reached(one.cost, one.seconds) for one in ends)
            middle = f"{claims.describe_median(made)}, {len(made)} puzzles"
            tries = f"{median(one.attempts for one in made):g}"
            lines.append([f"{setting.name}, {what} {case}", middle, least_most, tries])
    return markdown_table(["", "time (median)", "from, to", "tries (median)"], lines)


# Figures.


def draw_experiment(results: Results, experiment: Experiment, folder: Path) -> list[Path]:
    """Draw the figures of an experiment, as SVG only: a page has many of them."""
    for name, counter in experiment.pictures.items():
        if counter:
            heading = f"{experiment.title}: {counter_name(counter)}"
            maps = panels(results, experiment, counter)
            plots.draw_panels(maps, heading, folder / name, raster=False)
        else:
            _draw_growth(results, experiment, folder / name)
    return [folder / f"{name}.svg" for name in experiment.pictures]


def panels(results: Results, experiment: Experiment, counter: str) -> list[list[plots.Panel]]:
    """Return heat maps of what was printed and of both programs.

    Combinations of options have a map for each of them and each case; all others share one, with a
    line for each.
    """

    def cell(name: str, label: str, case: str = "") -> Cell:
        if label not in experiment.names:
            return NOT_RUN
        if name == PRINTED:
            return Cell(experiment.printed(label, counter))
        return results.cost(experiment, name, counter, label, case)

    def grid(name: str, case: str) -> plots.Panel:
        """Return the map of a case: variable orders across, the other options down."""
        title = f"{name}, {case} puzzle" if len(experiment.cases) > 1 else name
        across, down = zip(*(label.split(", ", 1) for label in experiment.labels), strict=True)
        return plots.Panel.filled(
            title,
            dict.fromkeys(across),
            dict.fromkeys(down),
            lambda column, line: cell(name, f"{column}, {line}", case),
            counter,
        )

    series = [PRINTED] if counter in experiment.columns else []
    series += [setting.name for setting in results.settings(experiment)]
    if any(", " in label for label in experiment.labels):
        cases = {name: [""] if name == PRINTED else experiment.case_names for name in series}
        return [[grid(name, case) for case in cases[name]] for name in series]
    lines = {name.partition(" (")[0]: name for name in series}
    below = str(experiment.data.get("parameter", "puzzle" if experiment.by_case else "labeling"))
    one = plots.Panel.filled(
        "",
        experiment.names,
        lines,
        lambda label, line: cell(lines[line], label),
        counter,
        (below, ""),
    )
    return [[one]]


def _draw_growth(results: Results, experiment: Experiment, path: Path) -> Path:
    """Draw time and backtracks against the parameter, on linear and logarithmic axes."""
    curves = {c: growth_curves(results, experiment, c) for c in ("seconds", "backtracks")}
    ticks = {case["place"]: str(case["place"]) for case in experiment.cases}
    return plots.draw_charts(
        experiment.title,
        curves,
        experiment.data["parameter"],
        ticks,
        path,
        logarithmic_places=max(ticks) > 14 * min(ticks),
        raster=False,
    )


def growth_curves(results: Results, experiment: Experiment, counter: str) -> list[plots.Curve]:
    """Return the curves of both programs, after the printed one if there is one."""
    found = []
    printed = [
        plots.Point(case["place"], (figure,))
        for case in experiment.cases
        if (figure := experiment.printed(case["name"], counter)) is not None
    ]
    if printed:
        found.append(plots.Curve(PRINTED, tuple(printed), {**STYLES[PRINTED], "linestyle": "--"}))
    for setting in results.settings(experiment):
        by_case = group_by(equal_times(results.of(experiment, setting.name)), "case")
        points = tuple(
            _point(case["place"], by_case.get((case["name"],), []), counter)
            for case in experiment.cases
        )
        found.append(plots.Curve(setting.name, points, STYLES[setting.name]))
    return found


def _point(place: float, rows: Sequence[PaperRow], counter: str) -> plots.Point:
    figures = (
        tuple(getattr(row, counter) for row in rows if row.limited is limited)
        for limited in (False, True)
    )
    return plots.Point(place, *figures)

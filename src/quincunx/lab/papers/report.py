"""The pages on the five papers: all verdicts on one page, and a page for each paper.

The pages follow from the results alone: `quincunx lab papers --redraw` writes them again without
measuring anything.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from math import inf
from pathlib import Path
from statistics import median

from quincunx._support.files import make_folder, write_file
from quincunx.lab import plots
from quincunx.lab.papers import claims
from quincunx.lab.papers.claims import JudgedClaim
from quincunx.lab.papers.experiments import (
    MODEL_NAMES,
    Experiment,
    Paper,
    experiments,
    papers,
    read_text,
)
from quincunx.lab.papers.results import MakingRow, PaperResults, ProgramResults
from quincunx.lab.runner import QUICK_RUNS, QUICK_SECONDS
from quincunx.lab.statistics import MAX_EXACT, describe_p, holm
from quincunx.lab.tables import brief, counter_name, markdown_table
from quincunx.solving.models import AUTHORS, OURS, PAPER

RESULTS_FILE = "results.json"
PRINTED = "printed"
STYLES = {
    name: {"color": plots.LINE_COLOURS[at], "marker": plots.MARKERS[at]}
    for name, at in ((PRINTED, 6), (AUTHORS, 2), (PAPER, 1), (OURS, 0))
}
SHOWN_COUNTERS = ("seconds", "backtracks")
"""The counters that tables and pictures show."""


def findings(results: PaperResults) -> list[JudgedClaim]:
    """Return all claims of all papers with their verdicts."""
    return [finding for paper in papers() for finding in claims.judge(results, paper)]


def summary(found: Sequence[JudgedClaim]) -> str:
    """Return a table of the number of verdicts of each paper."""
    lines = []
    every = [paper.family for paper in papers()]
    for name, families in {**{p.title: [p.family] for p in papers()}, "all": every}.items():
        verdicts = Counter(one.verdict for one in found if one.family in families)
        numbers = [*(verdicts[verdict] for verdict in claims.VERDICTS), verdicts.total()]
        lines.append([name, *map(str, numbers)])
    return markdown_table(["paper", *claims.VERDICTS, "claims"], lines)


def page(results: PaperResults, found: Sequence[JudgedClaim]) -> str:
    """Return the page with all verdicts as Markdown."""
    tested = {id(one): one.p for one in found if one.p is not None}
    corrected = dict(zip(tested, holm([*tested.values()]), strict=True))
    decided = [one for one in found if id(one) in tested and one.outcome.holds is not None]
    chance = [one for one in decided if corrected[id(one)] >= claims.SIGNIFICANCE]
    made = results.made
    titles = {paper.family: paper.title for paper in papers()}
    return read_text("page.md").format(
        good=claims.MIN_CORRELATION,
        exact=MAX_EXACT,
        chance=claims.SIGNIFICANCE,
        quick=f"{QUICK_SECONDS:g} s",
        times=QUICK_RUNS,
        made=made,
        trial="This is a trial run of a few searches only.\n\n" if made["reduced"] else "",
        summary=summary(found),
        claims=len(found),
        measured=sum(bool(one.program) for one in found),
        read=sum(one.by_reading for one in found),
        decided=len(decided),
        surviving=len(decided) - len(chance),
        others="\n".join(f"- {titles[one.family]}: *{one.claim.says}*" for one in chance)
        or "None.",
        verdicts="\n\n".join(_verdicts(paper, found) for paper in papers()),
    )


def _verdicts(paper: Paper, found: Sequence[JudgedClaim]) -> str:
    """Return the table of a paper: claim, verdict and figure."""
    lines = [
        [one.claim.says, f"**{one.verdict}**", _figure(one)]
        for one in found
        if one.family == paper.family
    ]
    heading = f"### [{paper.title}](papers/{paper.family}.md)"
    return f"{heading}\n\n{markdown_table(['the paper says', 'verdict', 'figure'], lines)}"


def _figure(one: JudgedClaim) -> str:
    """Return what a verdict rests on in few words, with the program."""
    if one.by_reading:
        return "read"
    by = f"{one.program}: " if one.program else ""
    return f"{by}{one.outcome.words}"


def paper_page(results: PaperResults, paper: Paper, found: Sequence[JudgedClaim]) -> str:
    """Return the page of one paper as Markdown."""
    text = [f"# {paper.title}", f"{paper.source}. {paper.program}"]
    text.append("[All verdicts](../papers.md), and how they are reached.")
    text += ["## Claims", *(_in_full(one) for one in found if one.family == paper.family)]
    for experiment in paper.experiments:
        text += [f"## {experiment.title}", _about(results, experiment), table(results, experiment)]
        drawn = [f"![{experiment.title}]({name}.svg)" for name in pictures(experiment)]
        text.append("\n".join(drawn))
    return "\n\n".join(text).rstrip() + "\n"


def _in_full(finding: JudgedClaim) -> str:
    """Return what a verdict rests on, as an entry of a list."""
    claim = finding.claim
    judged = f" (judged with the {finding.program})" if len(finding.words) > 1 else ""
    rests = [f"{claim.where[0].upper()}{claim.where[1:]}: *{claim.says}* **{finding.verdict}**"]
    rests[0] += f"{judged}."
    rests += [
        f"{name[:1].upper()}{name[1:]}: {words.removesuffix('.')}." if name else f"Found: {words}."
        for name, words in finding.words.items()
        if words
    ]
    if finding.p is not None and finding.verdict == claims.NOT_REPRODUCED:
        rests.append(f"Against it, {describe_p(finding.p)}.")
    rests += [claim.reason] if claim.reason else []
    rests += [f"*Tuned:* {claim.tuned}"] if claim.tuned else []
    return f"- {' '.join(rests)}"


def _about(results: PaperResults, experiment: Experiment) -> str:
    """Return how an experiment was run: its budget, its runs, and first answers that were wrong."""
    rows = [row for row in results.rows if row.experiment == experiment.key]
    if not rows:
        return experiment.about
    runs = sum(len(row.times) for row in rows)
    text = [
        f"{experiment.about} {runs:,} runs of {len(rows):,} searches, each stopped after "
        f"{experiment.nodes:,} nodes."
    ]
    for model in results.models(experiment):
        ends = Counter(row.outcome for row in rows if row.model == model)
        described = {"wrong": "first answers break the rules", "limit": "were stopped"}
        parts = [f"{ends[end]} {words}" for end, words in described.items() if ends[end]]
        if parts:
            text.append(
                f"{MODEL_NAMES[model].capitalize()}: of {ends.total()}, {', '.join(parts)}."
            )
    return " ".join(text)


def write_papers(results: PaperResults, folder: Path, found: Sequence[JudgedClaim]) -> list[Path]:
    """Write `papers.md`, the other pages, figures and results; return the paths, that first."""
    inner = folder / "papers"
    make_folder(inner)
    written = [path for _, e in experiments() for path in draw_experiment(results, e, inner)]
    for paper in papers():
        written.append(inner / f"{paper.family}.md")
        write_file(written[-1], paper_page(results, paper, found))
    results.save(inner / RESULTS_FILE)
    write_file(folder / "papers.md", page(results, found))
    return [folder / "papers.md", *written, inner / RESULTS_FILE]


# Tables.


def table(results: PaperResults, experiment: Experiment) -> str:
    """Return the table of an experiment."""
    tables = {"making": _making_table, "counters": _counters_table}
    return tables.get(experiment.kind, _cost_table)(results, experiment)


def _shown(cost: float | None, counter: str) -> str:
    return "–" if cost is None else "limit" if cost == inf else brief(cost, counter)


def _printed(experiment: Experiment, name: str, counter: str) -> str:
    figure = experiment.figure(name, counter)
    if figure is None:
        return "–"
    return f"{figure:g} s" if counter == "seconds" else f"{figure:,.0f}"


def _cost_table(results: PaperResults, experiment: Experiment) -> str:
    """Return a line for each name: what is printed, then time and backtracks of every program.

    If labelings were run on several puzzles, the nodes on each of them.
    """
    several = len(experiment.cases) > 1 and not experiment.by_case
    counters, cases = (("nodes",), experiment.case_names) if several else (SHOWN_COUNTERS, [""])
    series = list(product(cases, results.models(experiment), counters))
    headers = [experiment.parameter or "labeling"]
    headers += [f"paper: {counter_name(column)}" for column in experiment.columns]
    headers += [
        f"{case}, {MODEL_NAMES[m]}: {counter_name(c)}".lstrip(", ") for case, m, c in series
    ]
    lines = []
    for name in experiment.names:
        line = [name, *(_printed(experiment, name, column) for column in experiment.columns)]
        for case, model, c in series:
            at = ProgramResults(results, experiment, model)
            shown = _shown(at.cost(c, name, case), c)
            ends = {row.outcome for row in at.labelled(name, case)}
            signs = "".join(sign for end, sign in OUTCOME_SIGNS.items() if end in ends)
            line.append(shown + (f" {signs}" if signs and c == counters[-1] else ""))
        lines.append(line)
    marked = {c for line in lines for text in line for c in text} & set(OUTCOME_SIGNS.values())
    notes = {"✗": "a first answer breaks the rules", "∅": "no answer"}
    legend = "; ".join(f"{sign} {words}" for sign, words in notes.items() if sign in marked)
    return markdown_table(headers, lines) + (f"\n\n{legend}." if legend else "")


OUTCOME_SIGNS = {"wrong": "✗", "none": "∅"}
"""Signs of outcomes in tables."""


def _counters_table(results: PaperResults, experiment: Experiment) -> str:
    """Return a line for each counter of each case: printed, then measured with every program."""
    programs = [ProgramResults(results, experiment, m) for m in results.models(experiment)]
    lines = [
        [
            f"{case}: {counter_name(counter)}",
            _printed(experiment, case, counter),
            *(_shown(at.cost(counter, case), counter) for at in programs),
        ]
        for case in experiment.case_names
        for counter in experiment.columns
    ]
    return markdown_table(["", "paper", *(MODEL_NAMES[at.model] for at in programs)], lines)


def _making_table(results: PaperResults, experiment: Experiment) -> str:
    """Return a line for each case: what making a puzzle took in the paper, and takes now."""
    what = experiment.parameter
    lines = [
        [f"paper, {what} {name}", _printed(experiment, name, "seconds"), "", "", ""]
        for name in (experiment.printed or {"rows": {}})["rows"]
    ]
    for model, case in product(results.models(experiment), experiment.case_names):
        if made := ProgramResults(results, experiment, model).makings(case):
            tries = f"{median(one.attempts for one in made):g}"
            # Where answers were only counted no time is known, and their number is a bound.
            seconds = _reached(made, "seconds") if made[0].seconds else ""
            least = "" if seconds else "at least "
            nodes = "" if model == OURS else f"{least}{_reached(made, 'nodes')}"
            name = f"{MODEL_NAMES[model]}, {what} {case}"
            lines.append([name, seconds, nodes, tries, str(len(made))])
    return markdown_table(["", "time", "nodes", "tries (median)", "puzzles"], lines)


def _reached(made: Sequence[MakingRow], counter: str) -> str:
    """Return the median and the range of a cost; of makings that were stopped, a lower bound."""
    costs = sorted((float(getattr(one, counter)), one.finished) for one in made)
    more = ["" if finished else "more than " for _, finished in costs]
    least, most = (f"{more[at]}{brief(costs[at][0], counter)}" for at in (0, -1))
    middle = f"{more[len(costs) // 2]}{brief(costs[len(costs) // 2][0], counter)}"
    return f"{middle} ({least} to {most})" if len(costs) > 1 else middle


# Figures.


def pictures(experiment: Experiment) -> dict[str, str]:
    """Return the names of an experiment's pictures, each with the counter of its heat map.

    Where there is no heat map and no curve, the table is enough.
    """
    if experiment.kind == "growth":
        return {experiment.key: ""}
    counters = SHOWN_COUNTERS if experiment.kind == "labeling" else ()
    return {f"{experiment.key}-{counter_name(counter)}": counter for counter in counters}


def draw_experiment(results: PaperResults, experiment: Experiment, folder: Path) -> list[Path]:
    """Draw the figures of an experiment, as SVG only: a page has many of them."""
    for name, counter in pictures(experiment).items():
        if counter:
            heading = f"{experiment.title}: {counter_name(counter)}"
            maps = panels(results, experiment, counter)
            plots.draw_panels(maps, heading, folder / name)
        else:
            curves = {c: growth_curves(results, experiment, c) for c in SHOWN_COUNTERS}
            ticks = {case["place"]: str(case["place"]) for case in experiment.cases}
            plots.draw_charts(experiment.title, curves, experiment.parameter, ticks, folder / name)
    return [folder / f"{name}.svg" for name in pictures(experiment)]


def panels(results: PaperResults, experiment: Experiment, counter: str) -> list[list[plots.Panel]]:
    """Return heat maps of what was printed and of every program, each with its own scale.

    Combinations of options have a map for each case; all others have one line.
    """
    combined = any(", " in label for label in experiment.labels)
    titles = {PRINTED: "the paper, as printed (times by the wall clock)", **MODEL_NAMES}
    sides = plots.OPTION_SIDES if combined else ("labeling", "")

    def panel(model: str, case: str) -> plots.Panel:
        figures = {
            (name.partition(", ")[::2] if combined else (name, "")): (
                experiment.figure(name, counter)
                if model == PRINTED
                else ProgramResults(results, experiment, model).cost(counter, name, case)
            )
            for name in experiment.names
        }
        title = f"{titles[model]}, {case}" if case else titles[model]
        return plots.Panel(title, figures, counter, sides)

    series = [PRINTED] if counter in experiment.columns else []
    series += results.models(experiment)
    cases = experiment.case_names if combined and len(experiment.cases) > 1 else [""]
    return [[panel(m, case) for case in ([""] if m == PRINTED else cases)] for m in series]


def growth_curves(results: PaperResults, experiment: Experiment, counter: str) -> list[plots.Curve]:
    """Return the curves of all programs, after the printed one if there is one."""
    places = {case["name"]: case["place"] for case in experiment.cases}
    printed = {place: experiment.figure(name, counter) for name, place in places.items()}
    points = [plots.CurvePoint(place, (y,)) for place, y in printed.items() if y is not None]
    printed_curve = plots.Curve("the paper, as printed", tuple(points), STYLES[PRINTED])
    curves = [
        plots.curve_of(MODEL_NAMES[at.model], at.rows(), counter, places, STYLES[at.model])
        for at in (ProgramResults(results, experiment, m) for m in results.models(experiment))
    ]
    return [printed_curve, *curves] if points else curves

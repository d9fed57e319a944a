"""The report on the five papers: their tables with our figures beside them, and what to make of it.

Vocabulary:
  agreement  Spearman's rank correlation between the printed times and ours, over all cases or
             labelings of an experiment; what the limit stopped ranks last
  pass       one time through all runs; what one pass says and another does not is noise
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median

from quincunx.lab.figures.numbers import brief, markdown_table, ratio, seconds
from quincunx.lab.figures.ranks import correlation, in_words
from quincunx.lab.growths.curves import in_words as point_in_words
from quincunx.lab.papers.experiments import PLAIN, SETTINGS, Experiment, Paper, Results
from quincunx.lab.papers.pictures import dot_series, growth_curves
from quincunx.lab.sweeps.heat import counter_name
from quincunx.lab.sweeps.sweep import Mark, kernel_name
from quincunx.wording import listed
from quincunx.writing import make_folder, write_file

PHRASES = {
    "plain model": "With the plain model",
    "bounds": "At bounds consistency",
    "domain": "At domain consistency",
}
"""The settings as beginnings of a sentence."""

INTRODUCTION = """\
# The five papers, measured again

Five student papers studied these puzzles with SICStus Prolog's CLP(FD): which labeling options are
good, and how cost grows with size. Here every table and figure of theirs stands beside what our
kernel does with the same puzzles (or, where a paper does not print its own, with seeded ones, as
said there), at **bounds** consistency, which is nearest to what the authors ran, and at **domain**
consistency. For {plain} there is also a **plain
model** in the manner of the paper, because our own models find by propagation much of what these
papers searched for.

How to read it:

- Times were measured on different machines, years apart, in different systems: compare rankings
  and growth, not seconds. Counters mean what SICStus means by them, but models differ, and a
  paper's *constraints* count what Prolog created while it ran.
- A figure that a limit stopped is written as *limit* and drawn as an empty triangle, never as a
  number.
- *Agreement* is Spearman's rank correlation with the paper's times, from −1 to +1. Everything
  quick was run several times: where these passes do not agree with each other about a ranking by
  time, it is said to *vary*, with the range they gave. Counters are the same each time.
"""


def write_papers_report(results: Results, pictures: str) -> str:
    """The whole report as Markdown; `pictures` is the folder of the pictures beside it."""
    runs = len(results.rows)
    with_plain = [
        p.title for p in results.papers if any(PLAIN in e.settings for e in p.experiments)
    ]
    again = ""
    if len(results.passes) > 1:
        again = f"; those under a second {len(results.passes)} times, the fastest counts"
    text = [
        INTRODUCTION.format(plain=listed(with_plain, "and")),
        f"{runs:,} runs, at most {results.limits} each, with the {kernel_name()} kernel{again}. "
        "`quincunx lab papers -o docs` makes this page.",
        "",
        "## Do the rankings agree?",
        "",
        summary(results),
        "",
        "Where our propagation leaves next to no search, a handful of nodes decides a rank, and a "
        "correlation says little. Where there is a plain model, it is the fair comparison.",
        "",
    ]
    for paper in results.papers:
        text += _about_paper(results, paper, pictures)
    return "\n".join(text).rstrip() + "\n"


def summary(results: Results) -> str:
    """One line an experiment: the agreement in every setting."""
    lines = []
    for paper in results.papers:
        for experiment in paper.experiments:
            if "seconds" not in experiment.columns or experiment.kind == "making":
                continue
            if len(ranked_names(experiment)) < 3:
                continue
            cells = []
            for setting in SETTINGS:
                for counter in ("seconds", "backtracks"):
                    known = setting in experiment.settings
                    cells.append(
                        verdict(results, experiment, setting.name, counter) if known else "–"
                    )
            lines.append([f"{paper.title}: {experiment.data['title']}", *cells])
    headers = ["the paper's times against our"]
    headers += [
        f"{setting.name}: {what}" for setting in SETTINGS for what in ("time", "backtracks")
    ]
    return markdown_table(headers, lines)


def ranked_names(experiment: Experiment) -> list[str]:
    """The cases or labelings that have a printed time."""
    names = (
        experiment.labels
        if experiment.kind in ("labeling", "matrix")
        else [case["name"] for case in experiment.cases]
    )
    return [name for name in names if experiment.printed(name, "seconds") is not None]


def agreement(results: Results, experiment: Experiment, setting: str, counter: str) -> float | None:
    """The rank correlation between the printed times and a counter of ours."""
    names = ranked_names(experiment)
    printed = [experiment.printed(name, "seconds") or 0.0 for name in names]
    return correlation(
        printed, [_rankable(m) for m in _marks(results, experiment, setting, counter, names)]
    )


def verdict(results: Results, experiment: Experiment, setting: str, counter: str) -> str:
    """The agreement in words, unless the passes contradict each other."""
    found = [agreement(one, experiment, setting, counter) for one in results.alone()]
    known = [value for value in found if value is not None]
    if len({in_words(value).partition(" (")[0] for value in found}) > 1 and known:
        return f"varies ({min(known):+.2f} to {max(known):+.2f})"
    return in_words(agreement(results, experiment, setting, counter))


def _rankable(mark: Mark) -> float:
    return float("inf") if mark.number is None else mark.number


def _marks(
    results: Results, experiment: Experiment, setting: str, counter: str, names: Sequence[str]
) -> list[Mark]:
    if experiment.kind == "growth":
        (curve,) = (c for c in growth_curves(results, experiment, counter) if c.name == setting)
        by_place = {point.place: point.middle for point in curve.points}
        places = {case["name"]: case["place"] for case in experiment.cases}
        return [Mark(by_place[places[name]]) for name in names]
    by_case = experiment.kind == "counters"
    return dot_series(results, experiment, names, counter, by_case)[setting]


def _about_paper(results: Results, paper: Paper, pictures: str) -> list[str]:
    text = [f"## {paper.title}", "", f"{paper.source}.", ""]
    for experiment in paper.experiments:
        text += [f"### {experiment.data['title']}", "", str(experiment.data["about"]), ""]
        text += [TABLES[experiment.kind](results, experiment), ""]
        if sentences := _verdict(results, experiment):
            text += [*sentences, ""]
        text += [
            f"![{experiment.data['title']}]({pictures}/{name}.svg)" for name in _files(experiment)
        ]
        text.append("")
    text += ["### Errors found in the paper", ""]
    for error in paper.errors:
        text.append(f"- {_sentence(error['text'])}{_checked(results, error['checks'])}")
    text += ["", "### Limits the authors name", ""]
    text += [f"- {_sentence(limit)}" for limit in paper.limits]
    return [*text, ""]


def _files(experiment: Experiment) -> list[str]:
    if experiment.kind == "matrix":
        return [f"{experiment.key}-time", f"{experiment.key}-backtracks"]
    return [experiment.key]


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def _checked(results: Results, checks: Sequence[dict[str, object]]) -> str:
    """What we counted of what an error speaks of."""
    if not checks:
        return ""
    words = []
    for check in checks:
        count = results.counts[str(check["puzzle"])]
        plural = "" if count == 1 else "s"
        words.append(f"`{check['puzzle']}` has {count:,} solution{plural}")
    right = all(results.counts[str(c["puzzle"])] == c["solutions"] for c in checks)
    return f" *Counted here: {', '.join(words)}{'' if right else ', not what was expected'}.*"


def _verdict(results: Results, experiment: Experiment) -> list[str]:
    """What the comparison says, in sentences."""
    text = []
    if "seconds" in experiment.columns and len(ranked_names(experiment)) >= 3:
        for setting in experiment.settings:
            by_time = verdict(results, experiment, setting.name, "seconds")
            by_backtracks = verdict(results, experiment, setting.name, "backtracks")
            text.append(
                f"- {PHRASES[setting.name]}, our ranking against the paper's: by time {by_time}, "
                f"by backtracks {by_backtracks}."
            )
    best = experiment.data.get("best")
    if best is not None:
        for setting in experiment.settings:
            text.append(
                f"- {PHRASES[setting.name]}, {_standing(results, experiment, setting.name, best)}"
            )
    return text


def _standing(results: Results, experiment: Experiment, setting: str, best: str) -> str:
    """Where the paper's best labeling stands among ours, by backtracks and nodes."""
    labels = experiment.labels
    if best not in labels:
        return f"{best}, the paper's best, was not run."
    figures = {
        label: _rankable(results.figure(experiment, setting, "nodes", label=label))
        for label in labels
    }
    least = min(figures.values())
    if least == max(figures.values()):
        return f"every option takes {_nodes(least)}."
    place = 1 + sum(figure < figures[best] for figure in figures.values())
    winners = [label for label, figure in figures.items() if figure == least]
    if best in winners:
        return f"the paper's best, {best}, is among our best too ({_nodes(least)})."
    shown = "; ".join(winners[:3]) + (f" and {len(winners) - 3} others" if len(winners) > 3 else "")
    own = "is stopped by the limit" if figures[best] == float("inf") else (
        f"takes {_nodes(figures[best])}, place {place} of {len(labels)}"
    )  # fmt: skip
    return f"the paper's best, {best}, {own}; our best is {shown} ({_nodes(least)})."


def _nodes(number: float) -> str:
    """So many nodes, on the average where several puzzles were run."""
    return f"{brief(number, 'nodes')} node{'' if number == 1 else 's'}"


def _shown(mark: Mark, counter: str) -> str:
    return mark.instead or "–" if mark.number is None else brief(mark.number, counter)


def _printed(experiment: Experiment, name: str, counter: str) -> str:
    figure = experiment.printed(name, counter)
    if figure is None:
        return "–"
    return f"{figure:g} s" if counter == "seconds" else f"{figure:,.0f}"


def _labeling_table(results: Results, experiment: Experiment) -> str:
    """A line a labeling: the printed time, then our time and backtracks in every setting."""
    if experiment.data["printed"] is None:
        return _case_table(results, experiment)
    headers = ["labeling", "paper: time"]
    headers += [f"{s.name}: {what}" for s in experiment.settings for what in ("time", "backtracks")]
    lines = []
    for label in experiment.labels:
        line = [label, _printed(experiment, label, "seconds")]
        for setting in experiment.settings:
            for counter in ("seconds", "backtracks"):
                mark = results.figure(experiment, setting.name, counter, label=label)
                line.append(_shown(mark, counter))
        lines.append(line)
    return markdown_table(headers, lines)


def _case_table(results: Results, experiment: Experiment) -> str:
    """A line a case: from the cheapest to the dearest labeling, where no figures were printed."""
    lines = []
    for case in experiment.cases:
        for setting in experiment.settings:
            line = [case["name"], setting.name]
            for counter in ("seconds", "nodes", "backtracks"):
                figures = [
                    results.figure(
                        experiment, setting.name, counter, case=case["name"], label=label
                    )
                    for label in experiment.labels
                ]
                numbers = [mark.number for mark in figures if mark.number is not None]
                low, high = (brief(edge(numbers), counter) for edge in (min, max))
                line.append(low if low == high else f"{low} to {high}")
            lines.append(line)
    labels = len(experiment.labels)
    headers = ["puzzle", "setting", f"time, over {labels} labelings", "nodes", "backtracks"]
    return markdown_table(headers, lines)


def _counters_table(results: Results, experiment: Experiment) -> str:
    """A line a counter of each case: the printed figure, then ours in every setting."""
    lines = []
    for case in experiment.cases:
        for counter in experiment.columns:
            line = [f"{case['name']}: {counter_name(counter)}"]
            line.append(_printed(experiment, case["name"], counter))
            for setting in experiment.settings:
                mark = results.figure(experiment, setting.name, counter, case=case["name"])
                line.append(_shown(mark, counter))
            lines.append(line)
    return markdown_table(["", "paper", *(s.name for s in experiment.settings)], lines)


def _growth_table(results: Results, experiment: Experiment) -> str:
    """A line a place: the printed figures, then our medians in every setting."""
    ours = ("seconds", "backtracks")
    headers = [str(experiment.data["parameter"])]
    headers += [f"paper: {counter_name(counter)}" for counter in experiment.columns]
    headers += [f"{s.name}: {counter_name(c)}" for s in experiment.settings for c in ours]
    headers.append("our constraints")
    by_counter = {
        counter: {c.name: c for c in growth_curves(results, experiment, counter)}
        for counter in (*ours, "constraints")
    }
    lines = []
    for at, case in enumerate(experiment.cases):
        line = [case["name"]]
        line += [_printed(experiment, case["name"], counter) for counter in experiment.columns]
        for setting in experiment.settings:
            line += [point_in_words(by_counter[c][setting.name].points[at], c) for c in ours]
        point = by_counter["constraints"]["domain"].points[at]
        line.append(point_in_words(point, "constraints"))
        none = any(
            row.outcome == "none"
            for row in results.of(experiment, "domain")
            if row.case == case["name"]
        )
        line[0] += " (no solution)" if none else ""
        lines.append(line)
    return markdown_table(headers, lines)


def _making_table(results: Results, experiment: Experiment) -> str:
    """A line a case: what the paper took, and what it takes to make one of ours."""
    lines = []
    for name, figures in experiment.data["printed"]["rows"].items():
        shown = [
            "–" if figure is None else f"{figure:g} s" if counter == "seconds" else f"{figure:,.0f}"
            for counter, figure in zip(experiment.columns, figures, strict=True)
        ]
        lines.append(
            [f"paper, {experiment.data['parameter']} {name}", shown[0], "", "", *shown[1:]]
        )
    for case in experiment.cases:
        made = results.times_of(experiment, case["name"])
        times = [one.seconds for one in made]
        lines.append(
            [
                f"ours, {experiment.data['parameter']} {case['name']}",
                seconds(median(times)),
                f"{seconds(min(times))} to {seconds(max(times))}",
                f"{median(one.attempts for one in made):g}",
                *["–"] * (len(experiment.columns) - 1),
            ]
        )
    headers = ["", "time (median)", "from, to", "tries", *experiment.columns[1:]]
    table = markdown_table(headers, lines)
    for case in experiment.cases:
        printed = experiment.printed(case["name"], "seconds")
        times = [one.seconds for one in results.times_of(experiment, case["name"])]
        if printed is not None and times:
            faster = ratio(printed / median(times))
            named = f"{experiment.data['parameter']} {case['name']}"
            table += f"\n\nWith {named}: {faster} faster than the paper."
    return table


TABLES = {
    "labeling": _labeling_table,
    "matrix": _labeling_table,
    "counters": _counters_table,
    "growth": _growth_table,
    "making": _making_table,
}


def write_papers(results: Results, folder: Path) -> list[Path]:
    """Write `papers.md`, its pictures and its rows into a folder; the paths, the report first."""
    from quincunx.lab.figures.numbers import write_csv
    from quincunx.lab.papers.pictures import draw_experiment

    pictures = folder / "papers"
    make_folder(pictures)
    report = folder / "papers.md"
    written = [report]
    for paper in results.papers:
        for experiment in paper.experiments:
            written += draw_experiment(results, experiment, pictures)
    table = pictures / "rows.csv"
    write_csv(table, list(dict.fromkeys(row for rows in results.passes for row in rows)))
    write_file(report, write_papers_report(results, "papers"))
    return [*written, table]

"""Spreads in words, as a drawing of characters, as a picture and as a report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quincunx.lab.figures.numbers import brief, counted, markdown_table
from quincunx.lab.figures.pictures import LINE_COLOURS, MARKERS, edge_mark, new_figure, save
from quincunx.lab.restarts.runs import HEAVY, ONCE, RESTARTS, TAIL, Run, Spread

HEADERS = ("", "runs", "stopped", "least", "quartile", "median", "quartile", "most", "mean")
BAR = 40
"""Characters of the longest bar."""


def figures(runs: Sequence[Run]) -> list[list[str]]:
    """A line of figures for each strategy that has runs, in nodes."""
    lines = []
    for strategy in (ONCE, RESTARTS):
        spread = Spread.of(runs, strategy)
        if not spread.nodes:
            continue
        mean = spread.mean()
        lines.append(
            [
                strategy,
                str(len(spread.nodes)),
                str(spread.stopped),
                *(_nodes(spread.quantile(share)) for share in (0, 0.25, 0.5, 0.75, 1)),
                "unknown" if mean is None else brief(mean, "nodes"),
            ]
        )
    return lines


def _nodes(number: int | None) -> str:
    return "stopped" if number is None else brief(number, "nodes")


def measured(runs: Sequence[Run]) -> str:
    """What the figures are."""
    if any(run.outcome == "none" for run in runs):
        return "nodes until all was searched: no solution was found"
    return "nodes to the first solution"


def sentences(runs: Sequence[Run]) -> list[str]:
    """What the figures mean."""
    spread = Spread.of(runs, ONCE)
    if not spread.ended:
        return ["Every run was stopped: with a higher limit there is more to say."]
    if len(spread.known) < len(spread.ended):
        return [
            "The limit on time stopped some runs sooner than others took: with --node-limit "
            "instead there is more to say."
        ]
    number = len(spread.nodes)
    if number == 1:
        return ["One run tells nothing of chance."]
    if not spread.stopped and spread.nodes[0] == spread.nodes[-1]:
        return [f"All {number:,} runs took {counted(spread.nodes[0], 'node')}."]
    said = []
    index = spread.tail_index()
    if index is None:
        said.append("Too few runs, or too many stopped ones, to speak of a tail.")
    else:
        share = f"longest {TAIL:.0%}"
        kind = "a heavy tail" if index < HEAVY else "no heavy tail"
        said.append(f"Tail index {index:.2f} (Hill's estimate from the {share}): {kind}.")
    bound = spread.best_bound()
    assert bound is not None, "some run ended"
    nodes, expected = bound
    mean = spread.mean()
    known = f"instead of {brief(mean, 'nodes')}" if mean is not None else "(once is not known)"
    if nodes == spread.nodes[-1]:
        said.append("Judged by these runs, no fixed number of nodes to restart after helps.")
    else:
        said.append(
            f"Judged by these runs, to restart after {brief(nodes, 'nodes')} nodes is best: "
            f"{brief(expected, 'nodes')} nodes on average {known}."
        )
    return said


def histogram(runs: Sequence[Run]) -> list[str]:
    """How many runs took how many nodes, in powers of two: a bar a line for each strategy."""
    spreads = {strategy: Spread.of(runs, strategy) for strategy in (ONCE, RESTARTS)}
    sizes = [nodes.bit_length() for spread in spreads.values() for nodes in spread.ended]
    if not sizes:
        return []
    counts = {
        strategy: [
            sum(1 for nodes in spread.ended if nodes.bit_length() == size)
            for size in range(min(sizes), max(sizes) + 1)
        ]
        + [spread.stopped]
        for strategy, spread in spreads.items()
    }
    most = max(max(row) for row in counts.values())
    lines = []
    names = [f"below {1 << size:,}" for size in range(min(sizes), max(sizes) + 1)] + ["stopped"]
    wide = max(map(len, names))
    for at, name in enumerate(names):
        if name == "stopped" and not any(row[at] for row in counts.values()):
            continue
        for strategy, sign in ((ONCE, "█"), (RESTARTS, "░")):
            number = counts[strategy][at]
            bar = sign * max(1, round(BAR * number / most)) if number else ""
            start = name if strategy == ONCE else ""
            lines.append(f"{start:>{wide}}  {strategy:<8}  {bar} {number or ''}".rstrip())
    return lines


def draw_chances(heading: str, runs: Sequence[Run], path: Path) -> Path:
    """Two panels: the share of runs that are over after so many nodes, and the share that take
    longer on a doubly logarithmic scale, where a heavy tail is a straight line."""
    figure = new_figure(10.5, 4.6, heading)
    over, tail = figure.subplots(1, 2)
    any_stopped = False
    any_longer = False
    for at, (strategy, line) in enumerate(((ONCE, "-"), (RESTARTS, "--"))):
        spread = Spread.of(runs, strategy)
        if not spread.nodes:
            continue
        steps = spread.longer()
        name = f"{strategy} ({counted(len(spread.nodes), 'run')}"
        name += f", {spread.stopped} stopped)" if spread.stopped else ")"
        style = {"color": LINE_COLOURS[at], "linestyle": line, "label": name}
        if not steps:
            over.plot([], [], **style)
            continue
        any_longer |= steps[0][1] > 0
        nodes = [step[0] for step in steps]
        over.step(nodes, [1 - share for _, share in steps], where="post", **style)
        for share in (0.25, 0.5, 0.75):
            found = spread.quantile(share)
            if found is not None:
                over.plot([found], [share], MARKERS[at], color=LINE_COLOURS[at], markersize=7)
        left = [(x, share) for x, share in steps if share > 0]
        tail.step([x for x, _ in left], [share for _, share in left], where="post", **style)
        tail.plot(
            [x for x, _ in left], [s for _, s in left], MARKERS[at], color=LINE_COLOURS[at], ms=3
        )
        if spread.stopped:
            # Where the limit was; nobody knows how far the line goes on.
            furthest, share = max(1, spread.nodes[len(spread.ended)]), steps[-1][1]
            words = "stopped by the limit" if not any_stopped else None
            any_stopped = True
            edge_mark(over, [furthest], [1 - share], ">", LINE_COLOURS[at]).set_label(words)
            edge_mark(tail, [furthest], [share], ">", LINE_COLOURS[at]).set_label(words)
    for axes, title in (
        (over, "Share of the runs that are over (marks: quartiles)"),
        (tail, "Share of the runs that take longer"),
    ):
        axes.set_xscale("log")
        axes.set_xlabel("nodes, logarithmic")
        axes.set_title(title, fontsize=10)
        axes.grid(alpha=0.3)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(fontsize=9, loc="upper left" if axes is over else "lower left")
    over.set_ylim(-0.03, 1.03)
    over.set_ylabel("share of the runs")
    if any_longer:
        tail.set_yscale("log")
    else:
        # A share of nothing has no place on a logarithmic axis.
        tail.set_yticks([])
        tail.text(0.5, 0.5, _no_tail(runs), transform=tail.transAxes, ha="center", color="#555555")
    tail.set_ylabel("share of the runs, logarithmic")
    _draw_fit(tail, Spread.of(runs, ONCE))
    return save(figure, path)


def _no_tail(runs: Sequence[Run]) -> str:
    """Why no run takes longer than another."""
    if all(run.stopped for run in runs):
        return "every run was stopped"
    return "no run takes longer than another"


def _draw_fit(axes: Any, spread: Spread) -> None:
    """The straight line that the tail index stands for."""
    index = spread.tail_index()
    if index is None:
        return
    first = spread.nodes[len(spread.nodes) - int(TAIL * len(spread.nodes)) - 1]
    ends = (first, spread.nodes[-1])
    shares = [TAIL * (nodes / first) ** -index for nodes in ends]
    label = f"tail index {index:.2f}"
    axes.plot(ends, shares, ":", color="#555555", linewidth=2, label=label)
    axes.legend(fontsize=9, loc="lower left")


def write_chances_report(heading: str, asked: str, runs: Sequence[Run], picture: str) -> str:
    """The report in Markdown."""
    lines = [
        f"# {heading}",
        "",
        f"{asked} All figures are {measured(runs)}.",
        "",
        markdown_table(HEADERS, figures(runs)),
        "",
        *(f"{sentence}\n" for sentence in sentences(runs)),
        f"![The share of runs that are over, and that take longer]({picture})",
        "",
    ]
    return "\n".join(lines)

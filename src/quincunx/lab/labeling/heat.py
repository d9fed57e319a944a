"""Heat maps: a counter over all combinations of options, as a picture and on the terminal.

Vocabulary:
  panel  the map of one puzzle at one strength of propagation: variable orders from left to
         right, value choices and directions from top to bottom
  shade  how much of the counter, on a logarithmic scale shared by all panels of a picture

A cell that a limit stopped is hatched (on the terminal: written as `limit`) and has no number.
Cells that are the same search share one time, so that noise does not look like an effect.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quincunx.lab.figures.colours import Scale
from quincunx.lab.figures.numbers import brief, tight, title
from quincunx.lab.figures.pictures import LIMIT_GREY, new_figure, save
from quincunx.lab.labeling.searches import marks_of
from quincunx.lab.labeling.sweep import NOT_RUN, Mark, distinct, groups
from quincunx.lab.runs.trials import Row, strength, without_solution

if TYPE_CHECKING:
    from rich.table import Table

HEAT_COUNTERS = ("seconds", "backtracks", "nodes", "resumptions")
"""The counters that get a picture."""
TIME_SPAN = 10.0
"""The darkest and the brightest time differ by this factor or more: less may well be noise."""
NAMES = {"seconds": "time"}
"""What a counter is called where people read; others go by their own name."""


@dataclass(frozen=True)
class Panel:
    """One map: its title, the names along its sides, and a mark for each place."""

    title: str
    columns: tuple[str, ...]
    lines: tuple[str, ...]
    marks: tuple[tuple[Mark, ...], ...]
    counter: str

    def numbers(self) -> list[float]:
        """The numbers shown, without the cells that have none."""
        return [m.number for line in self.marks for m in line if m.number is not None]


def counter_name(counter: str) -> str:
    """What a counter is called where people read.

    >>> counter_name("seconds"), counter_name("nodes")
    ('time', 'nodes')
    """
    return NAMES.get(counter, counter)


def with_unit(counter: str) -> str:
    """What to write beside an axis.

    >>> with_unit("seconds"), with_unit("nodes")
    ('processor time (s)', 'nodes')
    """
    return "processor time (s)" if counter == "seconds" else counter_name(counter)


def panels(rows: Sequence[Row], counter: str) -> list[list[Panel]]:
    """For each puzzle its panels, one for each strength of propagation."""
    variables = distinct(rows, "variable")
    sides = [(v, d) for v in distinct(rows, "value") for d in distinct(rows, "direction")]
    one_way = len(distinct(rows, "direction")) == 1
    found = []
    for (puzzle,), of_puzzle in groups(rows, "puzzle").items():
        model = of_puzzle[0].model
        none = any(row.outcome == "none" for row in of_puzzle)
        ending = f"\n{without_solution(puzzle, model)}" if none else ""
        line_of_panels = []
        for (consistency,), part in groups(of_puzzle, "consistency").items():
            marks = marks_of(part, counter)
            line_of_panels.append(
                Panel(
                    title=f"{title(puzzle)}, {strength(consistency, model)}{ending}",
                    columns=tuple(variables),
                    lines=tuple(value if one_way else f"{value} {way}" for value, way in sides),
                    marks=tuple(
                        tuple(marks.get((variable, *side), NOT_RUN) for variable in variables)
                        for side in sides
                    ),
                    counter=counter,
                )
            )
        found.append(line_of_panels)
    return found


def scale_of(lines: Sequence[Sequence[Panel]]) -> Scale:
    """The shades of all panels of a picture."""
    numbers = [number for line in lines for panel in line for number in panel.numbers()]
    return Scale(numbers, TIME_SPAN if lines[0][0].counter == "seconds" else 1.0)


def draw_heat(rows: Sequence[Row], counter: str, folder: Path) -> Path:
    """Draw the heat maps of a counter into `heat-COUNTER.svg` and `.png`; the former's path."""
    lines = panels(rows, counter)
    return draw_panels(
        lines, f"{counter_name(counter)} by labeling", folder / f"heat-{counter_name(counter)}"
    )


def draw_panels(
    lines: Sequence[Sequence[Panel]], heading: str, path: Path, *, raster: bool = True
) -> Path:
    """Draw panels, a line of them for each puzzle, into `path` with .svg, and .png too.

    One colour means one amount, in all panels: there is one scale.
    """
    most_panels = max(len(line) for line in lines)
    first = lines[0][0]
    width = most_panels * (1.7 + 0.78 * len(first.columns)) + 1.3
    height = len(lines) * (1.9 + 0.34 * len(first.lines)) + 0.9
    figure = new_figure(width, height, heading)
    scale = scale_of(lines)
    all_axes = []
    image: Any = None
    for place, line in enumerate(lines):
        for at, panel in enumerate(line):
            axes = figure.add_subplot(len(lines), most_panels, place * most_panels + at + 1)
            image = _draw_panel(axes, panel, scale)
            all_axes.append(axes)
    # Where everything was stopped there is no amount that a colour could stand for.
    if any(panel.numbers() for line in lines for panel in line):
        bar = figure.colorbar(image, ax=all_axes, shrink=0.85, pad=0.015, aspect=20 * len(lines))
        bar.set_label(f"{with_unit(first.counter).removesuffix(' (s)')}, logarithmic")
        _label_bar(bar, scale, first.counter)
    _explain_limits(figure, lines)
    return save(figure, path, raster=raster)


def _draw_panel(axes: Any, panel: Panel, scale: Scale) -> Any:
    shades = [
        [float("nan") if m.number is None else scale.shade(m.number) for m in line]
        for line in panel.marks
    ]
    image = axes.imshow(shades, cmap="cividis", vmin=0, vmax=1, aspect="auto")
    axes.set_title(panel.title, fontsize=10)
    axes.set_xlabel("variable order", fontsize=9)
    axes.set_ylabel("value choice", fontsize=9)
    axes.set_xticks(range(len(panel.columns)), panel.columns, rotation=35, ha="right")
    axes.set_yticks(range(len(panel.lines)), panel.lines)
    axes.tick_params(length=0, labelsize=9)
    axes.hlines([y + 0.5 for y in range(len(panel.lines) - 1)], -0.5, len(panel.columns) - 0.5,
                colors="white", linewidth=0.8)  # fmt: skip
    axes.vlines([x + 0.5 for x in range(len(panel.columns) - 1)], -0.5, len(panel.lines) - 0.5,
                colors="white", linewidth=0.8)  # fmt: skip
    for spine in axes.spines.values():
        spine.set_visible(False)
    from matplotlib.patches import Rectangle

    for y, line in enumerate(panel.marks):
        for x, m in enumerate(line):
            if m.number is not None:
                bright = scale.shade(m.number) > 0.55
                text = brief(m.number, panel.counter)
                axes.text(x, y, text, ha="center", va="center", fontsize=8.5,
                          color="black" if bright else "white")  # fmt: skip
            else:
                axes.add_patch(
                    Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor="white", edgecolor=LIMIT_GREY,
                              hatch="////" if m.instead == "limit" else "", linewidth=0)
                )  # fmt: skip
    return image


def _label_bar(bar: Any, scale: Scale, counter: str) -> None:
    """Amounts beside the colours: the least, the most and, where they lie apart, between."""
    least, most = scale.least, scale.most
    if most <= least:
        bar.set_ticks([0.0], labels=[brief(0 if scale.has_zero else least, counter)])
        return
    ticks = [least * (most / least) ** (step / 4) for step in range(5)]
    labels = [brief(tick, counter) for tick in ticks]
    if scale.has_zero:
        labels[0] = brief(0, counter)
    bar.set_ticks([scale.shade(tick) for tick in ticks], labels=labels)


def _explain_limits(figure: Any, lines: Sequence[Sequence[Panel]]) -> None:
    marks = [m for line in lines for panel in line for column in panel.marks for m in column]
    if any(m.instead == "limit" for m in marks):
        from matplotlib.patches import Patch

        hatched = Patch(
            facecolor="white", edgecolor=LIMIT_GREY, hatch="////", label="stopped by the limit"
        )
        figure.legend(handles=[hatched], loc="outside lower right", frameon=False, fontsize=9)


def terminal_tables(rows: Sequence[Row], counter: str) -> list[tuple[str, Table]]:
    """The heat maps of a counter for a terminal, one table a panel, each with its heading."""
    from rich.style import Style
    from rich.table import Table
    from rich.text import Text

    from quincunx.lab.figures.colours import colour, ink

    tables = []
    lines = panels(rows, counter)
    scale = scale_of(lines)
    for line in lines:
        for panel in line:
            heading = f"{panel.title.replace(chr(10), ': ')}: {counter_name(counter)}"
            table = Table(box=None, padding=(0, 0), pad_edge=False)
            table.add_column("", no_wrap=True)
            for column in panel.columns:
                table.add_column(f" {_short(column)}", justify="right", no_wrap=True)
            for name, marks in zip(panel.lines, panel.marks, strict=True):
                cells = [Text(f"{name} ")]
                for m in marks:
                    if m.number is None:
                        cells.append(Text(f" {m.instead}", "dim"))
                        continue
                    back = colour(scale.shade(m.number))
                    style = Style(color=ink(back), bgcolor="rgb({},{},{})".format(*back))
                    cells.append(Text(f" {tight(m.number, counter)}", style))
                table.add_row(*cells)
            tables.append((heading, table))
    return tables


def _short(name: str) -> str:
    """A variable order short enough for a column of a terminal."""
    return {
        "anti_first_fail": "anti_ff",
        "occurrence": "occurr",
        "max_regret": "regret",
        "dom_wdeg": "wdeg",
    }.get(name, name)

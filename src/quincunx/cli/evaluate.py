"""`quincunx evaluate`: asks a model the questions of a dataset, and compares models."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quincunx._support.extras import require_package
from quincunx.cli.options import Positive
from quincunx.cli.output import Response, table, write_error
from quincunx.cli.progress import ProgressDisplay
from quincunx.datasets import evaluation
from quincunx.datasets.evaluation import Command, Results, Server
from quincunx.errors import OptionError
from quincunx.lab.plots import LINE_COLOURS, new_figure, save


def evaluate(
    results: list[str] | None = None,
    /,
    *,
    dataset: str | None = None,
    base_url: str | None = None,
    model_command: str | None = None,
    model: str | None = None,
    request: list[str] | None = None,
    samples: Positive = 1,
    number: Positive | None = None,
    jobs: Positive = 1,
    time_limit: float = 600.0,
    output: Path | None = None,
    picture: Path | None = None,
) -> Response:
    """Ask a model the questions of a dataset, and compare models.

    The same command again continues where the last run stopped. Without --dataset, files of
    results are compared: pass@k is the chance that one of k replies is right.

    Exit status: 0 all is done, 2 the input is wrong or the model refuses it, 3 the model does not
    answer, or Ctrl-C stopped the run.

    Options:
        results (RESULTS...): Files of results to compare with, on the same dataset.
        dataset (PATH): The folder of a dataset, or a file of it.
        base_url (ADDRESS): A server that speaks OpenAI's protocol, as in http://localhost:8000/v1.
        model_command (COMMAND): Any command that reads a question and writes a reply.
        model (NAME): The model's name; a server needs it.
        request (NAME=VALUE): A parameter sent to the server with each question, as in
            temperature=0.7 or max_tokens=4000; may be repeated.
        samples: Replies to each question.
        number: Ask only N questions, from all over the dataset; a larger N includes them.
        jobs: Questions under way at the same time.
        time_limit: Seconds for one reply.
        output: The file of results; replies are kept in a journal beside it.
        picture: Draw the comparison in a file that ends in .svg.
    """
    if picture is not None:
        require_package("matplotlib")
        if picture.suffix != ".svg":
            raise OptionError(f"evaluate: {picture}, expected a name that ends in .svg")
    paths = list(results or ())
    if dataset is not None:
        if output is None:
            raise OptionError("evaluate: --dataset without -o, expected a file for the results")
        asked: Server | Command
        if model is not None and base_url is not None and model_command is None:
            if not base_url.startswith(("http://", "https://")):
                raise OptionError(f"evaluate: {base_url!r}, expected http://... or https://...")
            options = dict(map(_option, request or ()))
            asked = evaluation.Server(model, base_url, options, time_limit)
        elif model_command is not None and base_url is None and not request:
            asked = evaluation.Command(model or model_command, model_command, time_limit)
        else:
            raise OptionError("evaluate: expected --base-url with --model, or only --model-command")
        with ProgressDisplay() as watch:
            run: dict[str, Any] = {"samples": samples, "number": number, "jobs": jobs}
            run |= {"follow": watch.follow, "cancel": watch.cancel}
            evaluation.evaluate(dataset, asked, output, **run)
        paths.append(str(output))
    if not paths:
        raise OptionError("evaluate: nothing to do, expected --dataset or files of results")
    found = evaluation.read_results(paths)
    for one in found:
        if one["cut"]:
            write_error(f"{one['model']}: {one['cut']:,} replies were cut short")
        if errors := one["all"]["format_errors"]:
            write_error(f"{one['model']}: {errors:,} replies have an answer in another form")
    if picture is not None:
        _draw(found, picture)
    return Response({"results": found}, _table(found))


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _table(found: Sequence[Results]) -> str:
    """The models by pass@1, and each family's."""
    families = sorted({group["family"] for one in found for group in one["groups"]})
    ks = sorted({int(k) for one in found for k in one["all"]["pass"]})
    rows = []
    for one in found:
        low, high = one["all"]["pass"]["1"]["interval"]
        passed = {f"pass@{k}": each["value"] for k, each in one["all"]["pass"].items()}
        asked = {group["family"] for group in one["groups"]}
        passed |= {family: _share(one, family) for family in asked}
        heads = [*(f"pass@{k}" for k in ks), *families]
        shares = [f"{passed[head]:.3f}" if head in passed else "-" for head in heads]
        interval = f"{low:.3f} to {high:.3f}"
        rows.append([one["model"], f"{one['all']['puzzles']:,}", interval, *shares])
    return table(rows, ["model", "puzzles", "95 % of pass@1", *heads])


def _share(one: Results, family: str) -> float:
    """The share of right replies to the puzzles of a family."""
    groups = [group for group in one["groups"] if group["family"] == family]
    right = [group["puzzles"] * group["pass"]["1"]["value"] for group in groups]
    return float(sum(right) / sum(group["puzzles"] for group in groups))


def _draw(found: Sequence[Results], path: Path) -> None:
    """Draw pass@1 of each model with its interval."""
    figure = new_figure(7, 1.2 + 0.35 * len(found), "Share of right replies (pass@1)")
    axes = figure.subplots()
    for place, one in enumerate(reversed(found)):
        passed = one["all"]["pass"]["1"]
        axes.plot(passed["interval"], [place, place], color=LINE_COLOURS[0])
        axes.plot([passed["value"]], [place], "o", color=LINE_COLOURS[0])
    axes.set_yticks(range(len(found)), [one["model"] for one in reversed(found)])
    axes.set_xlim(-0.02, 1.02)
    save(figure, path.with_suffix(""))

"""`quincunx lab`: experiments with searches."""

from typing import ClassVar

import typer

from quincunx.cli.options import CommandGroup, plain_typer
from quincunx.cli.output import write


class _Experiments(CommandGroup):
    modules: ClassVar = {
        "labeling": "lab.experiments",
        "growth": "lab.experiments",
        "tree": "lab.trees",
        "papers": "lab.experiments",
    }


app = plain_typer(
    name="lab", cls=_Experiments, help="Run experiments with searches: labelings, growth, trees."
)


@app.callback(invoke_without_command=True)
def _lab(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        write(context.get_help())

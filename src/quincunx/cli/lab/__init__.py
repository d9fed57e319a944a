"""`quincunx lab`: experiments with searches."""

import typer

from quincunx.cli.lab.experiments import growth, labeling, papers
from quincunx.cli.lab.trees import tree
from quincunx.cli.options import command
from quincunx.cli.output import write

app = typer.Typer(
    name="lab",
    help="Experiments: what labeling options and propagation strength do to a search.",
    rich_markup_mode=None,
)
for _command in (labeling, growth, tree, papers):
    app.command()(command(_command))


@app.callback(invoke_without_command=True)
def _lab(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        write(context.get_help())

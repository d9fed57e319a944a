"""`quincunx lab papers`: what the five papers claim, measured again and judged."""

from __future__ import annotations

from pathlib import Path

from quincunx.cli.lab._common import WorkerFlags, require_for_output, running
from quincunx.cli.options import Natural, Positive
from quincunx.cli.output import write, write_json
from quincunx.cli.progress import certain_interrupt
from quincunx.cli.status import Status
from quincunx.errors import OptionError

TRIAL_NODES = 300
"""Node limit of a run with --reduced."""


def papers(
    workers: WorkerFlags,
    output: Path | None = None,
    time_limit: float | None = None,
    node_limit: Natural | None = None,
    repeat: Positive | None = None,
    reduced: bool = False,
    redraw: bool = False,
    as_json: bool = False,
) -> int:
    """Judge what the five papers claim, by their programs and by ours.

    Without -o the numbers of verdicts are printed, and nothing is kept. With -o an interrupted
    command continues where it stopped. Everything takes about half an hour, --reduced less than a
    minute.

    Options:
        output (DIR): Write papers.md with its pictures into this folder.
        time_limit (SECONDS): Stop a run after this time.
        node_limit (N): Stop a run after N nodes.
        repeat (N): Run everything N times; by default only quick runs are repeated.
        reduced: A few short runs of every experiment only, once each, as a trial.
        redraw: Write the page again from what the folder holds.
    """
    from quincunx.cp.limits import Limits
    from quincunx.lab.papers.measurements import run_papers
    from quincunx.lab.papers.report import NAME, findings, summary, write_papers
    from quincunx.lab.papers.results import load
    from quincunx.lab.runner import JOURNAL
    from quincunx.lab.statistics import require_scipy

    require_scipy()
    require_for_output(output)
    folder = None if output is None else output / "papers"
    if redraw:
        if folder is None:
            raise OptionError("lab: --redraw without -o, expected the folder of the page")
        measured = {
            "--time-limit": time_limit is not None,
            "--node-limit": node_limit is not None,
            "--repeat": repeat is not None,
            "--reduced": reduced,
        }
        for other, given in measured.items():
            if given:
                raise OptionError(f"lab: --redraw and {other}, expected one of them")
        results = load(folder / NAME)
    else:
        if reduced:
            node_limit = TRIAL_NODES if node_limit is None else min(node_limit, TRIAL_NODES)
            repeat = repeat or 1
        with running("papers", workers, folder) as (runner, _):
            limits = Limits(time_limit, node_limit)
            results = run_papers(limits=limits, repeat=repeat, reduce=reduced, runner=runner)
    with certain_interrupt():
        written = [] if output is None else write_papers(results, output)
    if folder is not None and not redraw:
        # The results are complete; the next command measures everything again.
        (folder / JOURNAL).unlink(missing_ok=True)
    if as_json:
        write_json(
            {
                "made": dict(results.made),
                "claims": [finding.as_dict() for finding in findings(results)],
                "files": [str(path) for path in written],
            }
        )
        return Status.FOUND
    write(summary(results))
    if results.made["reduced"]:
        write("This is a trial run of a few searches only: its verdicts mean nothing.")
    if written:
        write(f"{len(written)} files, the page in {written[0]}")
    return Status.FOUND

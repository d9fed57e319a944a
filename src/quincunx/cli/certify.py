"""`quincunx certify`: a proof of how many solutions a puzzle has, for anyone to check."""

from __future__ import annotations

from pathlib import Path

from quincunx.cli.output import write, write_error, write_json, write_lines
from quincunx.cli.progress import attended
from quincunx.cli.status import Status
from quincunx.cp.limits import Stopped
from quincunx.families.base.reading import find_puzzle


def certify(
    puzzle: str,
    /,
    output: Path,
    format: str = "sat",
    count: bool = False,
    recipe: bool = False,
    time_limit: float | None = None,
    as_json: bool = False,
) -> int:
    """Prove that a puzzle has one solution, none or several.

    Writes the solution, the statement that there is no other as a formula, and its proof, in a
    form that quincunx verify and other programs read. The proof is checked before it is written.

    Exit status: 0 it has a solution, and the certificate was written; 1 it has none, which was
    proved and written; 2 the input is wrong; 3 a limit stopped it, and nothing was written.

    Options:
        output (DIR): The folder to write: new, empty, or with this puzzle's certificate.
        format (FORMAT): sat: a proof that drat-trim and cake_lpr read; veripb: one that VeriPB
            reads, for puzzles whose rules are sums.
        count: Prove the exact number of solutions, up to 1,000, by listing all of them.
        recipe: Also print the commands with which other programs check the proof.
    """
    from quincunx import proofs

    board = find_puzzle(puzzle)
    proofs.require_room(output, board)
    try:
        made = attended(
            lambda cancel: proofs.certify(
                board,
                count=count,
                format=format,  # type: ignore[arg-type]  # `certify` checks it
                time_limit=time_limit,
                cancel=cancel,
            )
        )
    except Stopped:
        write_error("certify: a limit stopped the work before there was a proof")
        return Status.STOPPED
    made.write(output)
    if as_json:
        write_json(
            {
                "puzzle": board.identifier,
                "family": board.family,
                "statement": made.statement,
                "sentence": made.sentence,
                "folder": str(output),
                "bytes": {name: len(content) for name, content in made.files.items()},
            }
            | ({"recipe": made.recipe(output)} if recipe else {})
        )
    else:
        write_lines([[("Proved: ", "good"), (f"{made.sentence}.", "note")]])
        if recipe:
            commands = [f"{command}  # {line}" for command, line in made.recipe(output)]
            write(
                "\n".join(commands or ["The solutions shown are the proof: there is no formula."])
            )
    return Status.NONE if made.statement == "none" else Status.FOUND

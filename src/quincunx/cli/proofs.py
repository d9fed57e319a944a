"""`quincunx certify` and `verify`: proofs of how many solutions a puzzle has, made and checked."""

from __future__ import annotations

from pathlib import Path

from quincunx.cli.output import Reply, write, write_error, write_lines
from quincunx.cli.progress import run_to_end
from quincunx.cli.status import Status
from quincunx.errors import OptionError, TooBig
from quincunx.families.base.reading import find_puzzle


def certify(
    puzzle: str,
    /,
    output: Path,
    format: str = "sat",
    count: bool = False,
    recipe: bool = False,
    time_limit: float | None = None,
) -> Reply:
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
    made = run_to_end(
        lambda cancel: proofs.certify(
            board,
            count=count,
            format=format,  # type: ignore[arg-type]  # `certify` checks it
            time_limit=time_limit,
            cancel=cancel,
        ),
        "certify: a limit stopped the work before there was a proof",
    )
    made.write(output)
    data: dict[str, object] = {
        "puzzle": board.identifier,
        "family": board.family,
        "statement": made.statement,
        "sentence": made.sentence,
        "folder": str(output),
        "bytes": {name: len(content) for name, content in made.files.items()},
    }
    data |= {"recipe": made.recipe(output)} if recipe else {}
    status = Status.NONE if made.statement == "none" else Status.FOUND

    def write_text() -> None:
        _write_proved(made.sentence)
        if recipe:
            commands = [f"{command}  # {line}" for command, line in made.recipe(output)]
            write(
                "\n".join(commands or ["The solutions shown are the proof: there is no formula."])
            )

    return Reply(data, write_text, status)


def verify(folder: Path, puzzle: str | None = None, /, time_limit: float | None = None) -> Reply:
    """Check a certificate.

    The rules are read from the puzzle's document alone, and the proof is followed step by step.
    It stops after 60 seconds unless a time limit is given.

    Exit status: 0 it is proved, 1 it is refuted, 2 this is no certificate, or one of another
    puzzle, 3 a limit stopped it.

    Options:
        folder (DIR): The certificate's folder.
        puzzle (PUZZLE): The puzzle that it should be about.
    """
    from quincunx.proofs import certificate, verifier

    wanted = None if puzzle is None else find_puzzle(puzzle)
    data = {"folder": str(folder), "proved": False}
    try:
        seconds = verifier.MAX_SECONDS if time_limit is None else time_limit
        proved = certificate.verify(certificate.read_folder(folder), seconds)
    except verifier.Unreadable as error:
        raise OptionError(f"verify: {error}") from None
    except verifier.LimitReached as error:
        raise TooBig(f"verify: {error}") from None
    except verifier.Refuted as error:
        reason = str(error)
        return Reply(
            {**data, "sentence": reason},
            lambda: write_error(f"verify: refuted: {reason}"),
            Status.NONE,
        )
    if wanted is not None and proved.puzzle.identifier != wanted.identifier:
        raise OptionError(
            f"verify: {folder}: the certificate of another puzzle, expected that of {wanted}"
        )
    data |= {"proved": True, "document": proved.document}
    data |= {"statement": proved.statement, "sentence": proved.sentence}
    return Reply(data, lambda: _write_proved(proved.sentence))


def _write_proved(sentence: str) -> None:
    write_lines([[("Proved: ", "good"), (f"{sentence}.", "note")]])

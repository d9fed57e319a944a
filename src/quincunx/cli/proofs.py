"""`quincunx certify` and `verify`: proofs of how many solutions a puzzle has, made and checked."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from quincunx import proofs
from quincunx._support.files import write_file
from quincunx._support.text import amount
from quincunx.cli.output import Response, write, write_error, write_lines
from quincunx.cli.progress import run_to_end
from quincunx.cli.status import Status
from quincunx.errors import OptionError, TooBig
from quincunx.families.base.puzzle_input import find_puzzle, find_puzzles, parse
from quincunx.proofs import Certificate, read_certificates, verifier
from quincunx.proofs.certificate import puzzle_in

STOPPED_MESSAGE = "certify: a limit stopped the work before there was a proof"


def certify(
    puzzles: list[str],
    /,
    output: Path,
    format: str = "sat",
    count: bool = False,
    recipe: bool = False,
    time_limit: float | None = None,
) -> Response:
    """Prove that a puzzle has one solution, none or several.

    Writes the solution, a formula that says there is another one, and a proof that this is
    impossible, in forms that quincunx verify and other programs read. The proof is checked before
    it is written. The certificates of several puzzles are written into one zip file.

    Exit status: 0 it has a solution, and the certificate was written; 1 it has none, which was
    proved and written; 2 the input is wrong; 3 a limit stopped it, and nothing was written, or,
    of several puzzles, not all of their certificates.

    Options:
        puzzles (PUZZLES): Puzzles, or files of puzzles.
        output (PATH): The folder to write, which is new, empty, or has this puzzle's certificate;
            or a file that ends in .zip.
        format (FORMAT): sat: a proof that drat-trim and cake_lpr read; veripb: also one that
            VeriPB reads.
        count: Prove the exact number of solutions: up to 1,000 by listing all of them, more by
            counting them again.
        recipe: Also print the commands with which other programs check the proof.
        time_limit: Stop a puzzle after this many seconds.
    """
    boards = [parse(puzzle) for text in puzzles for puzzle in find_puzzles(text)]
    alone = len(boards) == 1
    if not alone and (recipe or output.suffix != ".zip"):
        wanted = "one puzzle with --recipe" if recipe else "a file that ends in .zip for several"
        raise OptionError(f"certify: {amount(len(boards), 'puzzle')}, expected {wanted}")
    proofs.require_room(output, boards[0] if alone else None)
    options: dict[str, Any] = {"count": count, "format": format, "time_limit": time_limit}
    made: list[Certificate] = []
    missing: list[str] = []
    try:
        for board in boards:
            try:
                made.append(run_to_end(partial(proofs.certify, board, **options), STOPPED_MESSAGE))
            except TooBig as error:
                if alone:
                    raise
                missing.append(f"{board}: {error}")
    finally:
        # Ctrl-C keeps the certificates that are finished.
        if not alone and made:
            write_file(output, proofs.archive(made))
    if alone:
        made[0].write(output)
    rows = [_summary(certificate) for certificate in made]
    where = "folder" if output.suffix != ".zip" else "file"
    data = {**rows[0]} if alone else {"certificates": rows, "missing": missing}
    data |= {where: str(output)} | ({"recipe": made[0].recipe(output)} if recipe else {})

    def write_text() -> None:
        for certificate in made:
            _write_proved(certificate.sentence, "" if alone else str(certificate.puzzle))
        for line in missing:
            write_error(line)
        if recipe:
            commands = [f"{command}  # {line}" for command, line in made[0].recipe(output)]
            write("\n".join(commands or ["There is no formula for other programs to check."]))

    none = any(certificate.statement == "none" for certificate in made)
    status = Status.STOPPED if missing else Status.NONE if none else Status.FOUND
    return Response(data, write_text, status)


def _summary(certificate: Certificate) -> dict[str, Any]:
    return {
        "puzzle": certificate.puzzle.identifier,
        "family": certificate.puzzle.family,
        "statement": certificate.statement,
        "sentence": certificate.sentence,
        "bytes": {name: len(content) for name, content in certificate.files.items()},
    }


def verify(folder: Path, puzzle: str | None = None, /, time_limit: float | None = None) -> Response:
    """Check a certificate, or all those in a zip file.

    The rules are read from the puzzle's document alone, and the proof is followed step by step.
    It stops after 60 seconds for each certificate unless a time limit is given.

    Exit status: 0 all is proved, 1 a certificate is refuted, 2 this is not a certificate, or one of
    another puzzle, 3 a limit stopped it.

    Options:
        folder (PATH): The certificate's folder, or a zip file.
        puzzle (PUZZLE): The puzzle that the certificate must be about.
    """
    wanted = None if puzzle is None else find_puzzle(puzzle)
    rows: list[dict[str, Any]] = []
    try:
        for name, files in read_certificates(folder):
            rows.append({"folder": str(folder / name), **_verdict(files, time_limit)})
            identifier = rows[-1].get("puzzle")
            if wanted is not None and identifier not in (None, wanted.identifier):
                raise OptionError(f"verify: {folder} is of another puzzle, expected {wanted}")
    except verifier.Unreadable as error:
        raise OptionError(f"verify: {error}") from None
    except verifier.LimitReached as error:
        raise TooBig(f"verify: {error}") from None
    if not rows:
        raise OptionError(f"verify: {folder}: no certificate in it")

    def write_text() -> None:
        for row in rows:
            subject = row.get("puzzle", row["folder"]) if len(rows) > 1 else ""
            if row["proved"]:
                _write_proved(row["sentence"], subject)
            else:
                write_error(f"verify: {subject}{': ' * bool(subject)}refuted: {row['sentence']}")

    status = Status.FOUND if all(row["proved"] for row in rows) else Status.NONE
    return Response(rows[0] if len(rows) == 1 else {"certificates": rows}, write_text, status)


def _verdict(files: Mapping[str, bytes], time_limit: float | None) -> dict[str, Any]:
    """What a certificate proves, as JSON data, or why it proves nothing."""
    try:
        proved = proofs.verify(files, verifier.MAX_SECONDS if time_limit is None else time_limit)
    except verifier.Refuted as error:
        return {"proved": False, "sentence": str(error)}
    return {"proved": True, "puzzle": puzzle_in(proved.document).identifier, **proved._asdict()}


def _write_proved(sentence: str, subject: str = "") -> None:
    about = [(f"{subject}: ", "note")] if subject else []
    write_lines([[*about, ("Proved: ", "good"), (f"{sentence}.", "note")]])

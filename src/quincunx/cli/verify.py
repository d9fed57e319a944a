"""`quincunx verify`: does a certificate prove what it says?"""

from __future__ import annotations

from pathlib import Path

from quincunx.cli.output import write_error, write_json, write_lines
from quincunx.cli.status import Status
from quincunx.errors import OptionError, TooBig
from quincunx.families.base.reading import find_puzzle
from quincunx.proofs import certificate, verifier


def verify(
    folder: Path,
    puzzle: str | None = None,
    /,
    time_limit: float | None = None,
    as_json: bool = False,
) -> int:
    """Check a certificate.

    The rules are read from the puzzle's document alone, and the proof is followed step by step.
    It stops after 60 seconds unless a time limit is given.

    Exit status: 0 it is proved, 1 it is refuted, 2 this is no certificate, or one of another
    puzzle, 3 a limit stopped it.

    Options:
        folder (DIR): The certificate's folder.
        puzzle (PUZZLE): The puzzle that it should be about.
    """
    wanted = None if puzzle is None else find_puzzle(puzzle)
    try:
        proved = certificate.verify(
            certificate.read_folder(folder),
            verifier.MAX_SECONDS if time_limit is None else time_limit,
        )
    except verifier.Unreadable as error:
        raise OptionError(f"verify: {error}") from None
    except verifier.LimitReached as error:
        raise TooBig(f"verify: {error}") from None
    except verifier.Refuted as error:
        if as_json:
            write_json({"folder": str(folder), "proved": False, "sentence": str(error)})
        else:
            write_error(f"verify: refuted: {error}")
        return Status.NONE
    if wanted is not None and proved.puzzle.identifier != wanted.identifier:
        raise OptionError(
            f"verify: {folder}: the certificate of another puzzle, expected that of {wanted}"
        )
    if as_json:
        data = {"folder": str(folder), "proved": True, "document": proved.document}
        write_json({**data, "statement": proved.statement, "sentence": proved.sentence})
    else:
        write_lines([[("Proved: ", "good"), (f"{proved.sentence}.", "note")]])
    return Status.FOUND

"""`quincunx verify`: does a certificate prove what it says?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quincunx.cli._options import JsonOption, TimeLimitOption, complete_puzzle, file_name
from quincunx.cli._output import write_error, write_json, write_lines
from quincunx.cli._status import Status
from quincunx.errors import OptionError, TooBig
from quincunx.families.base.documents import to_document
from quincunx.families.base.reading import find_puzzle
from quincunx.proofs import verifier
from quincunx.proofs.veripb import certificate


def verify(
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="The certificate's folder.", parser=file_name),
    ],
    puzzle: Annotated[
        str | None,
        typer.Argument(
            metavar="PUZZLE",
            help="The puzzle that it should be about.",
            autocompletion=complete_puzzle,
            show_default=False,
        ),
    ] = None,
    time_limit: TimeLimitOption = None,
    as_json: JsonOption = False,
) -> int:
    """Check a certificate.

    The rules are read from the puzzle's document alone, and the proof is followed step by step.

    Exit status: 0 it is proved, 1 it is refuted, 2 this is no certificate, or one of another
    puzzle, 3 a limit stopped it.
    """
    wanted = None if puzzle is None else find_puzzle(puzzle)
    try:
        proved = certificate.verify(certificate.read_folder(folder), time_limit)
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
    if wanted is not None and proved.document != to_document(wanted):
        raise OptionError(f"verify: {folder}: another puzzle's, expected that of {wanted}")
    if as_json:
        data = {"folder": str(folder), "proved": True, "document": proved.document}
        write_json({**data, "statement": proved.statement, "sentence": proved.sentence})
    else:
        write_lines([[("Proved: ", "good"), (f"{proved.sentence}.", "note")]])
    return Status.FOUND

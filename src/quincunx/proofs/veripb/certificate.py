"""Certificates of puzzles whose rules are sums, made and checked."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from quincunx.cp.limits import Limits, Stopped, watching
from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle, from_document
from quincunx.families.base.documents import numbers_of
from quincunx.proofs import verifier
from quincunx.proofs.verifier import Proved, Refuted
from quincunx.proofs.veripb.checker import Wrong, checked
from quincunx.proofs.veripb.encoding import FORMULA, Encoding
from quincunx.proofs.veripb.proof import PROOF, proof_of

FILES = frozenset((*verifier.FILES, FORMULA, PROOF))
"""The files of certificates of any form."""


def sums_refutation(puzzle: AnyPuzzle, solutions: Sequence[Any]) -> dict[str, bytes]:
    """The formula that there is no solution, or no other, and the proof of it."""
    encoding = _encoding(puzzle, solutions)
    return {FORMULA: encoding.text().encode(), PROOF: proof_of(encoding).encode()}


def _encoding(puzzle: AnyPuzzle, solutions: Sequence[Any]) -> Encoding:
    numbers = numbers_of(puzzle, solutions[0]) if solutions else None
    return Encoding(puzzle.model(), numbers)


def read_folder(folder: Path) -> dict[str, bytes]:
    """The files of a certificate of any form."""
    return verifier.read_folder(folder, FILES)


def verify(files: Mapping[str, bytes], seconds: float | None = None) -> Proved:
    """What a certificate of any form proves; raises what `verifier.verify` raises.

    A formula of sums is written anew from the puzzle, and must be the same.
    """
    if PROOF not in files:
        return verifier.verify(files, seconds)
    began = time.perf_counter()
    document, statement, solutions = verifier.read_claim(files)
    try:
        with watching(Limits(seconds=seconds).after(time.perf_counter() - began)):
            encoding = _encoding(from_document(document), solutions)
            formula = encoding.text()
            if verifier.text_of(files, FORMULA) != formula:
                raise Refuted(f"{FORMULA}: it says something else than the puzzle's rules")
            steps = checked(formula, verifier.text_of(files, PROOF))
    except PuzzleError as error:
        raise verifier.Unreadable(str(error)) from None
    except Wrong as error:
        raise Refuted(f"{PROOF}: {error}") from None
    except Stopped:
        raise verifier.LimitReached("the time was up") from None
    what = "there is exactly one solution" if solutions else "there is no solution"
    sentence = f"{what} ({len(encoding.rows):,} rows, {steps:,} steps)"
    return Proved(document, statement, sentence)

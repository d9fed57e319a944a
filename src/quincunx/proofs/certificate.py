"""Making a certificate: solve, write the formula, let somebody refute it, keep the proof.

That is a SAT solver, whose proof is written as LRAT and DRAT; or, for puzzles whose rules are sums,
our kernel, whose search is written as a proof for VeriPB.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from quincunx._support.files import make_folder, write_file
from quincunx.cp.limits import Limits, Stopped, poll, watching
from quincunx.errors import EngineError, OptionError, PuzzleError, TooBig, WrongAnswer
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import to_document
from quincunx.families.base.reading import PuzzleLike, parse
from quincunx.proofs import verifier
from quincunx.proofs.lrat import Step, lemmas_of, trimmed
from quincunx.proofs.verifier import DRAT, FORMULA, LRAT, MANIFEST, MAP, PUZZLE, SOLUTIONS
from quincunx.proofs.veripb import Encoding
from quincunx.proofs.veripb.certificate import FILES, sums_refutation, verify
from quincunx.solving import solve

INSTALL = "certify: proofs need python-sat, install it with: pip install 'quincunx[certify]'"
SOLVER = "glucose3"
"""Of the solvers that write proofs one whose proofs were among the shortest on the published
puzzles; each clause that it learns follows by unit propagation (RUP), which is all we look for."""
CONFLICTS = 500
"""After so many contradictions the solver lets us look at the clock."""

SAT, VERIPB = "sat", "veripb"
FORMATS = (SAT, VERIPB)
"""In which forms there are proofs."""

STATEMENTS = {"unique": "unique", "none": "none", "multiple": "several"}


@dataclass(frozen=True)
class Certificate:
    """What is proved of a puzzle, and the files that prove it; the checker has accepted them."""

    puzzle: AnyPuzzle
    statement: str
    sentence: str
    files: Mapping[str, bytes]

    def write(self, folder: str | Path) -> None:
        """Write the files into a folder that is new, empty, or holds this puzzle's certificate.

        The manifest is written last: without it a folder is no certificate.
        """
        place = Path(folder)
        require_room(place, self.puzzle)
        is_new = not place.exists()
        make_folder(place)
        try:
            for name in FILES - self.files.keys() | {MANIFEST}:
                (place / name).unlink(missing_ok=True)
            for name, content in self.files.items():
                if name != MANIFEST:
                    write_file(place / name, content)
            write_file(place / MANIFEST, self.files[MANIFEST])
        except BaseException:
            if is_new:
                shutil.rmtree(place, ignore_errors=True)
            raise


def certify(
    puzzle: PuzzleLike,
    *,
    format: str = SAT,
    time_limit: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Certificate:
    """A certificate that a puzzle has one solution, none, or several.

    Its proof has the form "sat" (LRAT and DRAT) or, where all rules are sums, "veripb". Raises
    `Stopped` when the time is up before there is one, and `TooBig` where the formula would be.
    """
    meant = parse(puzzle)
    if format not in FORMATS:
        raise OptionError(f"certify: format {format!r}, expected {' or '.join(FORMATS)}")
    if format == SAT:
        require_python_sat()
    else:
        Encoding(meant.model(), None)
    document = to_document(meant)
    limits = Limits(seconds=time_limit, cancel=cancel)
    began = time.perf_counter()
    result = solve(meant, time_limit=time_limit, cancel=cancel)
    if result.verdict == "unknown":
        raise Stopped
    statement = STATEMENTS[result.verdict]
    solutions = list(result.solutions)
    try:
        with watching(limits.after(time.perf_counter() - began)):
            proof = {}
            if statement != "several":
                refuted = _refutation if format == SAT else sums_refutation
                proof = refuted(meant, solutions)
            files = _with_manifest(
                meant,
                {
                    PUZZLE: _json({"document": document, "statement": statement}),
                    SOLUTIONS: _json(solutions),
                    **proof,
                },
            )
            poll()
        proved = verify(files, limits.after(time.perf_counter() - began).seconds)
    except verifier.Refuted as error:
        raise WrongAnswer(f"{meant}: the certificate is refuted: {error}") from None
    except verifier.Unreadable as error:
        raise PuzzleError(f"certify: {error}") from None
    except verifier.LimitReached as error:
        raise TooBig(f"certify: {meant.family}: {error}") from None
    return Certificate(meant, proved.statement, proved.sentence, files)


def require_python_sat() -> None:
    """Say how to install python-sat where it is missing."""
    try:
        import pysat.solvers  # noqa: F401
    except ImportError:
        raise EngineError(INSTALL) from None


def _refutation(puzzle: AnyPuzzle, solutions: Sequence[Any]) -> dict[str, bytes]:
    """The formula that there is no solution, or no other, and the proof of it."""
    rules = verifier.rules_of(to_document(puzzle), poll)
    another = rules.another(verifier.answer_of(rules, solutions[0])) if solutions else None
    formula = verifier.formula_text(rules, another)
    clauses = [*rules.clauses, *([] if another is None else [another])]
    learned = list(_learned(clauses))
    try:
        steps = trimmed(len(rules.names), clauses, learned)
    except WrongAnswer as error:
        # The solver writes its proof into a file of its own, and does not say when a disk is full.
        raise EngineError(f"certify: {error}; is there room in {gettempdir()}?") from None
    return {
        MAP: _json(rules.names),
        FORMULA: formula.encode(),
        LRAT: _lines(_lrat(number, step) for number, step in enumerate(steps, len(clauses) + 1)),
        DRAT: _lines((*step.clause, 0) for step in steps),
    }


def _lrat(number: int, step: Step) -> tuple[int, ...]:
    """A step's number, its clause and its hints; clauses are counted from 1 there."""
    return (number, *step.clause, 0, *(hint + 1 for hint in step.hints), 0)


def _learned(clauses: Sequence[verifier.Clause]) -> Iterable[tuple[int, ...]]:
    """What a SAT solver learned on its way to the contradiction."""
    from pysat.solvers import Solver

    if () in clauses:
        return ()
    with Solver(SOLVER, bootstrap_with=clauses, with_proof=True) as solver:
        answer = None
        while answer is None:
            poll()
            solver.conf_budget(CONFLICTS)
            answer = solver.solve_limited()
        if answer:
            raise WrongAnswer("certify: the SAT solver finds a solution that the kernel did not")
        return tuple(lemmas_of(solver.get_proof() or ()))


def _with_manifest(puzzle: AnyPuzzle, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files, and one that lists them by their SHA-256."""
    manifest = {
        "puzzle": puzzle.identifier,
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in files.items()},
    }
    return {**files, MANIFEST: _json(manifest)}


def _json(data: object) -> bytes:
    return (json.dumps(data, indent=1) + "\n").encode()


def _lines(lines: Iterable[Iterable[int]]) -> bytes:
    return "".join(" ".join(map(str, numbers)) + "\n" for numbers in lines).encode()


def require_room(folder: Path, puzzle: AnyPuzzle) -> None:
    """Refuse a folder in which something else lies."""
    try:
        if not folder.exists() or not any(folder.iterdir()):
            return
        manifest = json.loads((folder / MANIFEST).read_bytes())
        held = manifest.get("puzzle") if isinstance(manifest, dict) else None
    except (OSError, ValueError):
        held = None
    if held != puzzle.identifier:
        what = f"holds the certificate of {held}" if held else "holds something else"
        raise OptionError(f"{folder}: {what}, expected a new or an empty folder")

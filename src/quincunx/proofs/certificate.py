"""Making certificates: solve, write the formula, refute it, and keep the proof.

A SAT solver refutes the formula, and its proof is written as LRAT and DRAT. For puzzles whose rules
are all linear, the kernel's own search can be written as a proof for VeriPB instead.
"""

from __future__ import annotations

import json
import shlex
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from tempfile import gettempdir
from typing import Any, Literal, TypeAlias, get_args

from quincunx._support.extras import require_package
from quincunx._support.files import make_folder, write_file
from quincunx.cp.limits import Limits, Stopped, poll, watching
from quincunx.errors import EngineError, OptionError, PuzzleError, TooBig, WrongAnswer
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import numbers_of, to_document
from quincunx.families.base.reading import PuzzleLike, parse
from quincunx.proofs import verifier, veripb
from quincunx.proofs.lrat import lemmas_of, trimmed
from quincunx.proofs.verifier import DRAT, FORMULA, LRAT, MANIFEST, MAP, PUZZLE, SOLUTIONS
from quincunx.solving import solve

SOLVER = "glucose3"
"""Its proofs were among the shortest on the published puzzles. Every clause that it learns follows
by unit propagation (RUP), which is all that `lrat` looks for."""
CONFLICTS_PER_POLL = 500

ProofFormat: TypeAlias = Literal["sat", "veripb"]
FORMATS: tuple[ProofFormat, ...] = get_args(ProofFormat)
FILES = frozenset((*verifier.FILES, veripb.FORMULA, veripb.PROOF))
"""The files of certificates of both formats."""
MAX_LISTED = 1_000
"""Maximum number of solutions that a certificate lists."""
STATEMENTS = {"unique": "unique", "none": "none", "multiple": "several"}
"""The statement of a certificate, by the solver's verdict."""


@dataclass(frozen=True)
class Certificate:
    """What is proved of a puzzle, and the files that prove it; the verifier has accepted them."""

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
            for name in sorted(self.files, key=lambda name: name == MANIFEST):
                write_file(place / name, self.files[name])
        except BaseException:
            if is_new:
                shutil.rmtree(place, ignore_errors=True)
            raise

    def recipe(self, folder: str | Path) -> list[tuple[str, str]]:
        """Return the commands with which other programs check the files in a folder, each with
        the line that it prints if the proof is right."""
        programs = [
            ("drat-trim", FORMULA, DRAT, "s VERIFIED"),
            ("cake_lpr", FORMULA, LRAT, "s VERIFIED UNSAT"),
            ("veripb", veripb.FORMULA, veripb.PROOF, "s VERIFIED UNSATISFIABLE"),
        ]
        return [
            (shlex.join([program, *(str(Path(folder) / name) for name in (formula, proof))]), line)
            for program, formula, proof, line in programs
            if proof in self.files
        ]


def certify(
    puzzle: PuzzleLike,
    *,
    format: ProofFormat = "sat",
    count: bool = False,
    time_limit: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Certificate:
    """Return a certificate that a puzzle has one solution, none, several, or exactly so many.

    Args:
        puzzle: A puzzle, an identifier, a document or a name of the gallery.
        format: "sat" for LRAT and DRAT or, where all rules are linear, "veripb".
        count: Prove the exact number of solutions, up to 1,000, instead of showing two of them.
        time_limit: Seconds after which the work stops.
        cancel: Polled many times a second; the work stops when it returns true.

    Raises:
        Stopped: The time was up, or the work was cancelled.
        TooBig: The formula would be too large, or there are too many solutions to list.
        EngineError: python-sat is not installed.
        PuzzleError: The verifier does not know the family, or a rule is not linear.
    """
    meant = parse(puzzle)
    if format not in FORMATS:
        raise OptionError(f"certify: format {format!r}, expected {' or '.join(FORMATS)}")
    if format == "sat":
        require_package("pysat.solvers")
    limits = Limits(seconds=time_limit, cancel=cancel)
    began = time.perf_counter()
    if format == "veripb":
        with watching(limits):
            veripb.require_linear(meant.model())
    most = MAX_LISTED + 1 if count else 2
    result = solve(meant, limit=most, time_limit=time_limit, cancel=cancel)
    if not result.complete and result.count < most:
        raise Stopped
    if result.count > MAX_LISTED:
        raise TooBig(f"certify: {meant}: more than {MAX_LISTED:,} solutions, too many to list")
    statement = STATEMENTS[result.verdict]
    if count and statement == "several":
        statement = f"exactly {result.count}"
    solutions = list(result.solutions)
    try:
        with watching(limits.after(time.perf_counter() - began)):
            files = {
                PUZZLE: verifier.canonical(
                    {"document": to_document(meant), "statement": statement}
                ),
                SOLUTIONS: verifier.canonical(solutions),
            }
            if statement != "several":
                refute = _sat_refutation if format == "sat" else _veripb_refutation
                files |= refute(meant, solutions)
            files[MANIFEST] = verifier.manifest_of(meant.identifier, files)
            poll()
        left = limits.after(time.perf_counter() - began).seconds
        proved = verify(files, inf if left is None else left)
    except verifier.Refuted as error:
        raise WrongAnswer(f"{meant}: the certificate is refuted: {error}") from None
    except verifier.Unreadable as error:
        raise PuzzleError(f"certify: {error}") from None
    except verifier.LimitReached as error:
        raise TooBig(f"certify: {meant.family}: {error}") from None
    return Certificate(meant, proved.statement, proved.sentence, files)


def require_room(folder: Path, puzzle: AnyPuzzle) -> None:
    """Raise `OptionError` if a folder holds anything but this puzzle's certificate."""
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


def read_folder(folder: Path) -> dict[str, bytes]:
    """Return the files of a certificate of either format."""
    return verifier.read_folder(folder, FILES)


def verify(files: Mapping[str, bytes], seconds: float = verifier.MAX_SECONDS) -> verifier.Proved:
    """Return what a certificate of either format proves; raises what `verifier.verify` raises.

    The formula of a VeriPB proof is written again from the puzzle and must be identical.
    """
    if veripb.PROOF not in files:
        return verifier.verify(files, seconds)
    budget = verifier.Budget(seconds, poll)
    try:
        with watching(Limits(seconds=seconds)):
            claim, _ = verifier.read_claim(files, budget, (veripb.FORMULA, veripb.PROOF))
            solutions = verifier.read_json(files, SOLUTIONS)
            encoding = _encoding(parse(claim.puzzle.identifier), solutions)
            formula = encoding.text()
            if files[veripb.FORMULA] != formula.encode():
                raise verifier.Refuted(
                    f"{veripb.FORMULA}: it says something else than the puzzle's rules"
                )
            steps = veripb.checked(formula, files[veripb.PROOF].decode("ascii", "replace"))
    except PuzzleError as error:
        raise verifier.Unreadable(str(error)) from None
    except veripb.Wrong as error:
        raise verifier.Refuted(f"{veripb.PROOF}: {error}") from None
    except Stopped:
        raise verifier.LimitReached(f"the time limit of {seconds:g} seconds was reached") from None
    counted = f"{len(encoding.constraints):,} rows, {steps:,} steps"
    return claim._replace(sentence=f"{claim.sentence} ({counted})")


def _veripb_refutation(puzzle: AnyPuzzle, solutions: Sequence[Any]) -> dict[str, bytes]:
    encoding = _encoding(puzzle, solutions)
    return {
        veripb.FORMULA: encoding.text().encode(),
        veripb.PROOF: veripb.proof_of(encoding).encode(),
    }


def _encoding(puzzle: AnyPuzzle, solutions: Sequence[Any]) -> veripb.Encoding:
    return veripb.Encoding(puzzle.model(), [numbers_of(puzzle, one) for one in solutions])


def _sat_refutation(puzzle: AnyPuzzle, solutions: Sequence[Any]) -> dict[str, bytes]:
    """The formula that there is a solution, or another one, and its refutation."""
    budget, meant = verifier.Budget(inf, poll), verifier.puzzle_of(to_document(puzzle))
    rules = verifier.rules_of(meant, budget)
    answers = [verifier.check_solution(meant, solution, budget) for solution in solutions]
    others = [rules.another(answer) for answer in answers]
    clauses = [*rules.clauses, *others]
    try:
        steps = trimmed(len(rules.names), clauses, _learned(clauses))
    except WrongAnswer as error:
        # The solver writes its proof to a temporary file, and does not report a full disk.
        raise EngineError(f"certify: {error}; is there room in {gettempdir()}?") from None
    return {
        MAP: verifier.canonical(rules.names),
        FORMULA: b"".join(verifier.formula_lines(rules, others)),
        # LRAT numbers clauses from 1.
        LRAT: b"".join(
            verifier.clause_line((number, *step.clause, 0, *(hint + 1 for hint in step.hints)))
            for number, step in enumerate(steps, len(clauses) + 1)
        ),
        DRAT: b"".join(verifier.clause_line(step.clause) for step in steps),
    }


def _learned(clauses: Sequence[verifier.Clause]) -> Sequence[tuple[int, ...]]:
    """The clauses that a SAT solver learns until it reaches a contradiction."""
    from pysat.solvers import Solver

    if () in clauses:
        return ()
    with Solver(SOLVER, bootstrap_with=clauses, with_proof=True) as solver:
        answer = None
        while answer is None:
            poll()
            solver.conf_budget(CONFLICTS_PER_POLL)
            answer = solver.solve_limited()
        if answer:
            raise WrongAnswer("certify: the SAT solver finds a solution that the kernel did not")
        return tuple(lemmas_of(solver.get_proof() or ()))

"""Making certificates: solve, write the formula, refute it, and keep the proof.

The formula comes from the rules as `verifier` reads them or, for families that it does not know,
from the puzzle's model. A SAT solver refutes it. More solutions than can be listed are counted in
layers of states, in the order that our counting chooses.
"""

from __future__ import annotations

import json
import shlex
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from math import inf
from pathlib import Path
from tempfile import gettempdir
from typing import Any, Literal, TypeAlias, get_args
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from quincunx._support.extras import require_package
from quincunx._support.files import make_folder, write_file
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.counting import Counting
from quincunx.cp.limits import Limits, Stopped, poll, watching
from quincunx.errors import EngineError, OptionError, PuzzleError, TooBig, WrongAnswer
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import numbers_of, to_document
from quincunx.families.base.puzzle import Document
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.proofs import model_verifier, verifier
from quincunx.proofs.lrat import lemmas_of, trimmed
from quincunx.proofs.model_document import in_order, model_document, written_model
from quincunx.proofs.model_verifier import FILES, LAYERS
from quincunx.proofs.verifier import DRAT, FORMULA, LRAT, MANIFEST, MAP, OPB, PBP, PUZZLE, SOLUTIONS
from quincunx.solving import solve

SOLVER = "glucose3"
"""Its proofs were among the shortest on the published puzzles. Every clause that it learns follows
by unit propagation (RUP), which is all that `lrat` looks for."""
CONFLICTS_PER_POLL = 500

ProofFormat: TypeAlias = Literal["sat", "veripb"]
FORMATS: tuple[ProofFormat, ...] = get_args(ProofFormat)
MAX_LISTED = 1_000
"""Maximum number of solutions that a certificate lists; more are counted."""
STATEMENTS = {"unique": "unique", "none": "none", "multiple": "several"}
"""The statement of a certificate, by the solver's verdict."""


@dataclass(frozen=True)
class Certificate:
    """What is proved of a puzzle, and the files that prove it; the verifier has accepted them."""

    puzzle: AnyPuzzle
    statement: str
    sentence: str
    files: Mapping[str, bytes]

    def write(self, path: str | Path) -> None:
        """Write the files into a folder, or into a zip file if the path ends in .zip.

        A folder must be new, empty, or hold this puzzle's certificate. The manifest is written
        last: without it a folder is no certificate.
        """
        place = Path(path)
        require_room(place, self.puzzle)
        if place.suffix == ".zip":
            write_file(place, archive([self]))
            return
        is_new = not place.exists()
        make_folder(place)
        try:
            for name in {*FILES} - self.files.keys() | {MANIFEST}:
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
            ("veripb", OPB, PBP, "s VERIFIED UNSATISFIABLE"),
        ]
        return [
            (shlex.join([program, *(str(Path(folder) / name) for name in (formula, proof))]), line)
            for program, formula, proof, line in programs
            if proof in self.files
        ]


def archive(certificates: Sequence[Certificate]) -> bytes:
    """Return a zip file of one certificate, or of several in folders that are numbered from 1."""
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as file:
        for number, certificate in enumerate(certificates, 1):
            folder = f"{number}/" if len(certificates) > 1 else ""
            for name, raw in certificate.files.items():
                file.writestr(ZipInfo(folder + name), raw, ZIP_DEFLATED)
    return content.getvalue()


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
        format: "sat" for LRAT and DRAT, "veripb" for these and a proof that VeriPB reads.
        count: Prove the exact number of solutions instead of showing two of them.
        time_limit: Seconds after which the work stops.
        cancel: Polled many times a second; the work stops when it returns true.

    Raises:
        Stopped: The time was up, or the work was cancelled.
        TooBig: The formula would be too large, or there would be too many states to count.
        EngineError: python-sat is not installed.
        PuzzleError: The puzzle's model cannot be written as a document.
    """
    meant = parse(puzzle)
    if format not in FORMATS:
        raise OptionError(f"certify: format {format!r}, expected {' or '.join(FORMATS)}")
    require_package("pysat.solvers")
    limits = Limits(seconds=time_limit, cancel=cancel)
    began = time.perf_counter()
    most = MAX_LISTED + 1 if count else 2
    result = solve(meant, limit=most, time_limit=time_limit, cancel=cancel)
    if not result.complete and result.count < most:
        raise Stopped
    try:
        with watching(limits.after(time.perf_counter() - began)):
            if result.count > MAX_LISTED:
                files = _counted(meant)
            else:
                exact = count and result.count > 1
                statement = f"exactly {result.count}" if exact else STATEMENTS[result.verdict]
                files = _listed(meant, statement, result.solutions, format)
            poll()
        left = limits.after(time.perf_counter() - began).seconds
        proved = verify(files, inf if left is None else left, meant)
    except verifier.Refuted as error:
        raise WrongAnswer(f"{meant}: the certificate is refuted: {error}") from None
    except verifier.Unreadable as error:
        raise PuzzleError(f"certify: {error}") from None
    except verifier.LimitReached as error:
        raise TooBig(f"certify: {meant.family}: {error}") from None
    return Certificate(meant, proved.statement, proved.sentence, files)


def require_room(path: Path, puzzle: AnyPuzzle | None = None) -> None:
    """Raise `OptionError` if a path holds anything but this puzzle's certificate; a zip file may
    hold any certificates."""
    try:
        if not path.exists() or (path.is_dir() and not any(path.iterdir())):
            return
        (_, files), *_ = verifier.read_certificates(path, [MANIFEST])
        manifest = json.loads(files[MANIFEST])
        held = manifest.get("puzzle") if isinstance(manifest, dict) else None
    except (OSError, ValueError, KeyError, verifier.Unreadable, verifier.LimitReached):
        held = None
    expected = f"a new or {'an empty folder' if path.suffix != '.zip' else 'a certificate file'}"
    if held is None:
        raise OptionError(f"{path}: holds something else, expected {expected}")
    held = str(held).removeprefix(f"{model_verifier.FAMILY}:")
    if path.is_dir() and (puzzle is None or held != puzzle.identifier):
        raise OptionError(f"{path}: holds the certificate of {held}, expected {expected}")


def read_certificates(path: Path) -> Iterator[tuple[str, dict[str, bytes]]]:
    """Return the files of the certificates in a folder or a zip file, with their folders' names."""
    return verifier.read_certificates(path, FILES)


def verify(
    files: Mapping[str, bytes],
    seconds: float = verifier.MAX_SECONDS,
    puzzle: AnyPuzzle | None = None,
) -> verifier.Proved:
    """Return what a certificate proves; raises what `verifier.verify` raises.

    A model is compared with the one that the program has for the puzzle that the certificate names,
    or for the one given.
    """
    began = time.perf_counter()
    proved = model_verifier.verify(files, seconds)
    if proved.document["family"] != model_verifier.FAMILY:
        return proved
    try:
        with watching(Limits(seconds=max(0, began + seconds - time.perf_counter()))):
            meant = puzzle or parse(proved.document["puzzle"])
            same = model_document(meant) == proved.document
    except (PuzzleError, TooBig) as error:
        raise verifier.Unreadable(f"{PUZZLE}: {error}") from None
    except Stopped:
        raise verifier.LimitReached(f"the time limit of {seconds:g} seconds was reached") from None
    if not same:
        raise verifier.Refuted(f"{PUZZLE}: it is not the model of {meant}")
    return proved._replace(
        puzzle=proved.puzzle._replace(identifier=meant.identifier),
        sentence=f"{proved.sentence}, if the program's model has the puzzle's rules",
    )


def _listed(
    puzzle: AnyPuzzle, statement: str, solutions: Sequence[Any], format: ProofFormat
) -> dict[str, bytes]:
    """The certificate of a puzzle with these solutions."""
    if puzzle.family in verifier.FAMILIES:
        document, listed = to_document(puzzle), list(solutions)
    else:
        document = model_document(puzzle)
        listed = [_values(puzzle, solution) for solution in solutions]
    proof = {} if statement == "several" else _refutation(document, listed, format)
    return _files(document, statement, listed, proof)


def _counted(puzzle: AnyPuzzle) -> dict[str, bytes]:
    """The certificate of a number of solutions, counted in layers of states."""
    document, model = model_document(puzzle), written_model(puzzle.model())
    places = {variable: place for place, variable in enumerate(in_order(model))}
    order = [places[variable] for variable in Counting(model).order()]
    meant = model_verifier.read_model(*list(document.values())[1:])
    counted = model_verifier.count_layers(meant, order, verifier.Budget(inf, poll))
    layers = [[cell, *numbers] for cell, numbers in zip(order, counted, strict=True)]
    proof = {LAYERS: verifier.canonical(layers)}
    return _files(document, f"exactly {layers[-1][2]}", [], proof)


def _files(
    document: Document, statement: str, listed: Sequence[Any], proof: Mapping[str, bytes]
) -> dict[str, bytes]:
    files = {
        PUZZLE: verifier.canonical({"document": document, "statement": statement}),
        SOLUTIONS: verifier.canonical(listed),
        **proof,
    }
    return {**files, MANIFEST: verifier.manifest_of(verifier.puzzle_of(document).identifier, files)}


def _values(puzzle: AnyPuzzle, solution: Any) -> list[int]:
    """The values of all variables of a puzzle's model in a solution."""
    model = written_model(puzzle.model())
    for variable, number in zip(model.decisions, numbers_of(puzzle, solution), strict=True):
        model.add(Linear((variable,), (1,), "==", number))
    answer = model.solve()
    if not answer:
        raise WrongAnswer(f"{puzzle}: the model does not allow the solution {solution}")
    return [answer[variable] for variable in in_order(model)]


def _refutation(
    document: Document, solutions: Sequence[Any], format: ProofFormat
) -> dict[str, bytes]:
    """The formula that there is a solution, or another one, and its refutation."""
    budget, meant = verifier.Budget(inf, poll), verifier.puzzle_of(document)
    rules = verifier.rules_of(meant, budget)
    answers = [verifier.check_solution(meant, solution, budget) for solution in solutions]
    others = [rules.another(answer) for answer in answers]
    clauses = [*rules.clauses, *others]
    try:
        steps = trimmed(len(rules.names), clauses, _learned(clauses))
    except WrongAnswer as error:
        # The solver writes its proof to a temporary file, and does not report a full disk.
        raise EngineError(f"certify: {error}; is there room in {gettempdir()}?") from None
    derived = [step.clause for step in steps]
    files = {
        MAP: verifier.canonical(rules.names),
        FORMULA: b"".join(verifier.formula_lines(rules, others)),
        # LRAT numbers clauses from 1.
        LRAT: b"".join(
            verifier.clause_line((number, *step.clause, 0, *(hint + 1 for hint in step.hints)))
            for number, step in enumerate(steps, len(clauses) + 1)
        ),
        DRAT: b"".join(map(verifier.clause_line, derived)),
    }
    if format == "veripb":
        files[OPB] = b"".join(verifier.opb_lines(rules, others))
        files[PBP] = b"".join(verifier.pbp_lines(rules, others, derived))
    return files


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

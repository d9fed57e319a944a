"""Making certificates: solve, write the formula, refute it, and keep the proof.

The formula comes from the rules as `verifier` reads them or, for families that it does not know,
from the puzzle's model. A SAT solver refutes it. More solutions than can be listed are counted by
our own counting; the certificate holds the plan with which `model_verifier` counts them again.
"""

import shlex
import shutil
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from math import inf, prod
from pathlib import Path
from tempfile import gettempdir
from typing import Any, Literal, TypeAlias, get_args
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from quincunx._support.arguments import require_choice
from quincunx._support.extras import require_package
from quincunx._support.files import make_folder, write_file
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.counting import Counting
from quincunx.cp.counting.grids import sides_of
from quincunx.cp.limits import Limits, Stopped, poll, watching
from quincunx.errors import EngineError, OptionError, PuzzleError, TooBig, WrongAnswer
from quincunx.families import AnyPuzzle, Document
from quincunx.families.base.documents import numbers_of, to_document
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.proofs import model_verifier, verifier
from quincunx.proofs.lrat import lemmas_of, trim_proof
from quincunx.proofs.model_document import in_order, model_document, written_model
from quincunx.proofs.model_verifier import COUNT
from quincunx.proofs.verifier import DRAT, FORMULA, LRAT, MAP, PUZZLE, SOLUTIONS
from quincunx.proofs.veripb import OPB, PBP, VERIPB_FILES, veripb_files
from quincunx.solving import solve

SOLVER = "glucose3"
"""Its proofs were among the shortest on the published puzzles. Every clause that it learns follows
by unit propagation (RUP), which is all that `lrat` looks for."""
CONFLICTS_PER_POLL = 500

ProofFormat: TypeAlias = Literal["sat", "veripb"]
FILES = (*model_verifier.FILES, *VERIPB_FILES)
FORMATS: tuple[ProofFormat, ...] = get_args(ProofFormat)
MAX_LISTED = 1_000
"""Maximum number of solutions that a certificate lists; more are counted."""
STATEMENTS = {"unique": "unique", "none": "none", "multiple": "several"}
"""The statement of a certificate, by the solver's verdict."""


@dataclass(frozen=True)
class Certificate:
    """A statement about a puzzle, and the files that prove it; the verifier has accepted them."""

    puzzle: AnyPuzzle
    statement: str
    sentence: str
    files: Mapping[str, bytes]

    def write(self, path: str | Path) -> None:
        """Write the files into a folder, or into a zip file if the path ends in .zip.

        A folder must be new, empty, or hold this puzzle's certificate. The puzzle is written last:
        without it a folder is no certificate.
        """
        place = Path(path)
        require_room(place, self.puzzle)
        if place.suffix == ".zip":
            write_file(place, archive([self]))
            return
        is_new = not place.exists()
        make_folder(place)
        try:
            for name in {*FILES} - self.files.keys() | {PUZZLE}:
                (place / name).unlink(missing_ok=True)
            for name in sorted(self.files, key=lambda name: name == PUZZLE):
                write_file(place / name, self.files[name])
        except BaseException:
            if is_new:
                shutil.rmtree(place, ignore_errors=True)
            raise

    def recipe(self, path: str | Path) -> list[tuple[str, str]]:
        """Return the commands with which other programs check the files in a folder or a zip file,
        each with the line that it prints if the proof is right, and what it needs before."""
        place = Path(path)
        folder = place.with_suffix("") if place.suffix == ".zip" else place
        programs = [
            ("drat-trim", FORMULA, DRAT, "s VERIFIED"),
            ("cake_lpr", FORMULA, LRAT, "s VERIFIED UNSAT"),
            ("veripb", OPB, PBP, "s VERIFIED UNSATISFIABLE"),
        ]
        commands = [
            (shlex.join([program, *(str(folder / name) for name in (formula, proof))]), line)
            for program, formula, proof, line in programs
            if proof in self.files
        ]
        if commands and folder != place:
            unpack = shlex.join(["python", "-m", "zipfile", "-e", str(place), str(folder)])
            commands.insert(0, (unpack, "other programs read folders"))
        return commands


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
    """Return a certificate that a puzzle has one solution, none, several, or exactly n.

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
    require_choice(format, FORMATS, "certify: unknown format")
    require_package("pysat.solvers")
    limits = Limits(seconds=time_limit, cancel=cancel)
    left = limits.countdown()
    most = MAX_LISTED + 1 if count else 2
    result = solve(meant, limit=most, time_limit=time_limit, cancel=cancel)
    if not result.complete and result.count < most:
        raise Stopped
    try:
        with watching(left()):
            if result.count > MAX_LISTED:
                files = _counted(meant)
            else:
                exact = count and result.count > 1
                statement = f"exactly {result.count}" if exact else STATEMENTS[result.verdict]
                files = _listed(meant, statement, result.solutions, format)
            poll()
        seconds = left().seconds
        proved = verify(files, inf if seconds is None else seconds, meant)
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
        (_, files), *_ = read_certificates(path)
        held = puzzle_in(verifier.read_claim(files, [*files]).document)
    except (OSError, PuzzleError, verifier.Unreadable, verifier.LimitReached):
        held = None
    expected = f"a new or {'an empty folder' if path.suffix != '.zip' else 'a certificate file'}"
    if held is None:
        raise OptionError(f"{path}: holds something else, expected {expected}")
    if path.is_dir() and held != puzzle:
        raise OptionError(f"{path}: holds the certificate of {held}, expected {expected}")


def puzzle_in(document: Document) -> AnyPuzzle:
    """Return the puzzle that a certificate's document describes or, if it is a model, names."""
    return parse(document["puzzle"] if document["family"] == model_verifier.FAMILY else document)


def read_certificates(path: Path) -> Iterator[tuple[str, dict[str, bytes]]]:
    """Return the certificate in a folder or a zip file, or those in the folders of a zip file.

    Each comes with the name of its folder. Only files with the names of a certificate are read.

    Raises:
        Unreadable: There is no certificate.
        LimitReached: The files are too large.
    """
    if path.is_dir():
        yield "", verifier.read_folder(path, FILES)
        return
    try:
        if not path.is_file():
            raise BadZipFile  # a device may have no end
        with ZipFile(path) as archive:
            folders: dict[str, dict[str, ZipInfo]] = {}
            for info in archive.infolist():
                folder, _, name = info.filename.rpartition("/")
                if name in FILES and folders.setdefault(folder, {}).setdefault(name, info) != info:
                    raise verifier.Unreadable(f"{path}: {info.filename} is there twice")
            for folder, files in folders.items():
                verifier.require_size(path, (info.file_size for info in files.values()))
                yield folder, {name: _content(archive, info) for name, info in files.items()}
    except (BadZipFile, OSError, RuntimeError, EOFError, ValueError, zlib.error):
        message = f"{path}: no such folder, and no zip file that can be read"
        raise verifier.Unreadable(message) from None


def _content(archive: ZipFile, info: ZipInfo) -> bytes:
    """A file of an archive, of the size that is stated there.

    `ZipFile.read` decompresses all there is before it compares the sizes, and other methods of
    compression give no limit to set.
    """
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise BadZipFile("compressed by a method that is not used here")
    with archive.open(info) as file:
        return file.read(info.file_size)


def verify(
    files: Mapping[str, bytes],
    seconds: float = verifier.MAX_SECONDS,
    puzzle: AnyPuzzle | None = None,
) -> verifier.Proved:
    """Return what a certificate proves.

    A model is compared with the program's model of the puzzle. Files for VeriPB are compared with
    what follows from the other files.

    Args:
        files: The certificate's files by name.
        seconds: Time limit.
        puzzle: The puzzle; by default the one that the certificate names.

    Raises:
        Refuted: The files do not prove what they claim.
        Unreadable: They are no certificate.
        LimitReached: The certificate is too large, or the time was up.
    """
    began = time.perf_counter()
    for_veripb = {name: raw for name, raw in files.items() if name in VERIPB_FILES}
    rest = {name: raw for name, raw in files.items() if name not in for_veripb}
    proved = model_verifier.verify(rest, seconds)
    if for_veripb and (FORMULA not in files or for_veripb != veripb_files(files)):
        raise verifier.Refuted(f"{OPB}, {PBP}: not what the rules and the proof give")
    if proved.document["family"] != model_verifier.FAMILY:
        return proved
    try:
        with watching(Limits(seconds=max(0, began + seconds - time.perf_counter()))):
            meant = puzzle or puzzle_in(proved.document)
            same = model_document(meant) == proved.document
    except (PuzzleError, TooBig) as error:
        raise verifier.Unreadable(f"{PUZZLE}: {error}") from None
    except Stopped:
        raise verifier.LimitReached(f"the time limit of {seconds:g} seconds was reached") from None
    if not same:
        raise verifier.Refuted(f"{PUZZLE}: it is not the model of {meant}")
    sentence = f"{proved.sentence}, if the program's model has the puzzle's rules"
    return proved._replace(sentence=sentence)


def _listed(
    puzzle: AnyPuzzle, statement: str, solutions: Sequence[Any], format: ProofFormat
) -> dict[str, bytes]:
    """The certificate of a puzzle with these solutions."""
    known = puzzle.family in verifier.FAMILIES
    document = to_document(puzzle) if known else model_document(puzzle)
    numbers = numbers_of if known else _values
    cells = verifier.puzzle_of(document).cells
    listed = [dict(zip(cells, numbers(puzzle, one), strict=True)) for one in solutions]
    return {
        PUZZLE: verifier.canonical({"document": document, "statement": statement}),
        SOLUTIONS: verifier.canonical(listed),
        **({} if statement == "several" else _refutation(document, listed, format)),
    }


def _counted(puzzle: AnyPuzzle) -> dict[str, bytes]:
    """The certificate of a number of solutions: a plan with which they are counted again."""
    known = puzzle.family in verifier.FAMILIES
    document = to_document(puzzle) if known else model_document(puzzle)
    meant, model = verifier.puzzle_of(document), written_model(puzzle.model())
    counting, plan = Counting(model), _grid_plan(meant)
    if plan is None:
        names = dict(zip(model.decisions if known else in_order(model), meant.cells, strict=True))
        own = model_verifier.own_cells(meant.rules, None)
        places = {cell: place for place, cell in enumerate(meant.cells) if cell not in own}
        cells = [names[variable] for variable in counting.order() if variable in names]
        order = [places[cell] for cell in cells if cell in places]
        plan = {"implied": None, "multiples": [], "last": None, "order": order}
    statement = f"exactly {counting.count()}"
    return {
        PUZZLE: verifier.canonical({"document": document, "statement": statement}),
        COUNT: verifier.canonical(plan),
    }


def _grid_plan(puzzle: verifier.CertifiedPuzzle) -> dict[str, Any] | None:
    """The plan for a grid of sums: row by row, the last two rows at once."""
    rules = list(filter(model_verifier.is_equation, puzzle.rules))
    plain = all({*rule.weights} == {1} for rule in rules)
    sides = sides_of([{*rule.cells} for rule in rules]) if plain else None
    if sides is None or len(rules) < len(puzzle.rules) or min(map(len, sides)) < 3:
        return None

    rows, _ = sides
    fillings = {r: prod(len(puzzle.cells[cell].numbers) for cell in rules[r].cells) for r in rows}
    *first, last, implied = sorted(rows, key=fillings.__getitem__)
    multiples = [1 if line in rows else -1 for line in range(len(rules))]
    places = {cell: place for place, cell in enumerate(puzzle.cells)}
    order = [places[cell] for row in first for cell in rules[row].cells]
    return {"implied": implied, "multiples": multiples, "last": last, "order": order}


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
    formula = verifier.CnfFormula(meant, budget)
    answers = [verifier.check_solution(meant, solution, budget) for solution in solutions]
    others = [formula.another(answer) for answer in answers]
    clauses = [*formula.clauses, *others]
    try:
        steps = trim_proof(len(formula.names), clauses, _learned(clauses))
    except WrongAnswer as error:
        # The solver writes its proof to a temporary file, and does not report a full disk.
        raise EngineError(f"certify: {error}; is there room in {gettempdir()}?") from None
    files = {
        MAP: verifier.canonical(formula.names),
        FORMULA: b"".join(verifier.formula_lines(formula, others)),
        # LRAT numbers clauses from 1.
        LRAT: b"".join(
            verifier.clause_line((number, *step.clause, 0, *(hint + 1 for hint in step.hints)))
            for number, step in enumerate(steps, len(clauses) + 1)
        ),
        DRAT: b"".join(verifier.clause_line(step.clause) for step in steps),
    }
    if format == "veripb":
        files |= veripb_files(files)
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

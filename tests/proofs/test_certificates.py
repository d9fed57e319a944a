"""Certificates: every published puzzle has one, and other checkers would accept them too."""

import json
import re
import shutil
import subprocess
import sys
import tracemalloc
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest
from pysat.solvers import Solver

from quincunx import EngineError, OptionError, TooBig, parse, solve
from quincunx.cp.limits import Stopped
from quincunx.families.base.documents import to_document
from quincunx.families.gallery import entry_named, names
from quincunx.proofs import Certificate, archive, certify, read_certificates, verifier
from quincunx.proofs.certificate import STATEMENTS
from quincunx.proofs.verifier import DRAT, FORMULA, LRAT, MAP, PUZZLE
from tests.proofs.helpers import SMALL, certificate_of

NONE = "c-note:9:12/34"
SEVERAL = "c-note:100:884/625/361"


@pytest.mark.parametrize("name", names())
def test_every_published_puzzle_is_certified(name: str) -> None:
    puzzle = entry_named(name).puzzle
    made = certificate_of(puzzle.identifier)
    proved = verifier.verify(made.files)
    assert proved.document == to_document(puzzle)
    assert proved.statement == made.statement == STATEMENTS[solve(puzzle).verdict]


@pytest.mark.parametrize("identifier", [*SMALL.values(), NONE], ids=[*SMALL, "none"])
def test_another_solver_follows_the_plain_proof(identifier: str) -> None:
    """Each clause of the DRAT file follows by unit propagation, says a solver of its own."""
    made = certificate_of(identifier)
    lines = [line for line in made.files[FORMULA].decode().splitlines() if line[0] != "c"]
    clauses = [list(map(int, line.split()[:-1])) for line in lines if line[0] != "p"]
    steps = [list(map(int, line.split()[:-1])) for line in made.files[DRAT].decode().splitlines()]
    assert steps[-1] == []
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for step in steps:
            possible, _ = solver.propagate(assumptions=[-literal for literal in step])
            assert not possible
            solver.add_clause(step)


@pytest.mark.parametrize("identifier", [SMALL["c-note"], SMALL["aztec-math"], NONE])
def test_installed_programs_accept_the_recipe(identifier: str, tmp_path: Path) -> None:
    """drat-trim, cake_lpr and VeriPB, those that are on the path."""
    made = certificate_of(identifier, format="veripb")
    made.write(tmp_path / "certificate")
    recipe = made.recipe(tmp_path / "certificate")
    assert [command.split()[0] for command, _ in recipe] == ["drat-trim", "cake_lpr", "veripb"]
    for command, line in recipe:
        if shutil.which(command.split()[0]):
            done = subprocess.run(command.split(), capture_output=True, text=True, check=False)
            assert line in done.stdout


@pytest.mark.parametrize(
    ("puzzle", "statement", "sentence"),
    [
        (SEVERAL, "exactly 31", "there are exactly 31 solutions ("),
        ("power-strike/16", "exactly 58", "there are exactly 58 solutions ("),
        (SMALL["aztec-math"], "unique", "there is exactly one solution ("),
        (NONE, "none", "there is no solution ("),
    ],
)
def test_the_number_of_solutions_is_certified(puzzle: str, statement: str, sentence: str) -> None:
    made = certify(puzzle, count=True)
    assert made.statement == statement
    assert made.sentence.startswith(sentence)
    assert made.files[FORMULA].count(b"c rule: another solution\n") == (statement != "none")


def test_variables_can_be_read() -> None:
    meanings = json.loads(certificate_of("c-note/1").files[MAP])
    assert meanings[0] == "r1c1=8"
    assert "row 1, first 2: 92" in meanings
    assert len(set(meanings)) == len(meanings)


def test_the_checker_is_a_single_file_that_runs_alone(tmp_path: Path) -> None:
    certificate_of("c-note/1").write(tmp_path / "certificate")
    alone = tmp_path / "alone.py"
    alone.write_bytes(Path(verifier.__file__).read_bytes())
    # Isolated: neither this package nor any other can be imported.
    command = [sys.executable, "-I", "-S", str(alone), str(tmp_path / "certificate")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    document = json.dumps(to_document(parse("c-note/1")))
    assert done.stdout.startswith(f"proved: {document}: there is exactly one solution (")


def test_the_checker_imports_the_standard_library_alone() -> None:
    source = Path(verifier.__file__).read_text(encoding="utf-8")
    imported = re.findall(r"^\s*(?:import|from) (\w+)", source, re.M)
    assert len(imported) > 5
    assert {*imported} <= sys.stdlib_module_names


@pytest.mark.parametrize(
    ("change", "status", "line"),
    [
        ({PUZZLE: None}, 2, "unreadable: {}: puzzle.json: no such file"),
        ({LRAT: None}, 2, "unreadable: {}: proof.lrat: no such file"),
        ({DRAT: None}, 2, "unreadable: {}: proof.drat: no such file"),
        ({DRAT: b"1 0\n"}, 1, "refuted: {}: proof.drat: line 1 is not what the rules or the proof"),
        ({PUZZLE: b"[" * 100_000}, 2, "unreadable: {}: puzzle.json: not JSON"),
        ({PUZZLE: b" " * 2_000_001}, 3, "limit reached: {}: puzzle.json: longer than 2,000,000"),
        ({LRAT: b""}, 1, "refuted: {}: proof.lrat: the proof does not end in the empty clause"),
        ({FORMULA: b"\xff"}, 1, "refuted: {}: formula.cnf: line 1 is not what the rules"),
    ],
)
def test_the_single_file_answers_with_its_status(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: dict[str, bytes | None],
    status: int,
    line: str,
) -> None:
    certificate_of(SMALL["c-note"]).write(tmp_path)
    for name, content in change.items():
        if content is None:
            (tmp_path / name).unlink()
        else:
            (tmp_path / name).write_bytes(content)
    assert verifier.main([str(tmp_path)]) == status
    assert capsys.readouterr().err.startswith(line.format(tmp_path))


def test_single_file_prints_usage_without_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in ([], ["folder", "--seconds", "x"]):
        with pytest.raises(SystemExit, match="2"):
            verifier.main(wrong)
        assert "FOLDER" in capsys.readouterr().err
    assert verifier.main(["nowhere at all"]) == 2
    assert capsys.readouterr().err == (
        "unreadable: nowhere at all: puzzle.json: no such file, expected a certificate's files\n"
    )


def test_no_time_stops_certifying_and_verifying() -> None:
    with pytest.raises(Stopped):
        certify("sum-star/paper", time_limit=0)
    with pytest.raises(verifier.LimitReached):
        verifier.verify(certificate_of("sum-star/paper").files, seconds=0)


def test_reading_the_rules_can_be_stopped() -> None:
    """A C-Note with a large target has very many clauses."""

    def poll() -> None:
        raise Stopped

    puzzle = verifier.puzzle_of(to_document(parse("c-note:600:635/681/421")))
    with pytest.raises(Stopped):
        verifier.CnfFormula(puzzle, verifier.Budget(poll=poll))


def test_files_over_the_size_limit_are_not_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    certificate_of("c-note/1").write(tmp_path)
    monkeypatch.setattr(verifier, "MAX_BYTES", 1_000)
    with pytest.raises(verifier.LimitReached, match=r"longer than 1,000 bytes together"):
        list(read_certificates(tmp_path))


def test_formula_over_the_memory_limit_is_too_big(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifier, "MAX_KEPT", 1_000)
    with pytest.raises(TooBig, match="more than 1,000 numbers"):
        certify("c-note/1")


def test_proof_cut_short_asks_for_room_on_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the disk is full to which the solver writes it."""
    monkeypatch.setattr("pysat.solvers.Solver.get_proof", lambda solver: [])
    with pytest.raises(EngineError, match="is there room in"):
        certify("sum-star/paper")


def test_damaged_zip_files_are_unreadable(tmp_path: Path) -> None:
    whole = archive([certificate_of(SMALL["c-note"])])
    path = tmp_path / "c.zip"
    for damaged in (b"", b"PK", whole[:-30], whole[:500] + b"?" * 50 + whole[550:]):
        path.write_bytes(damaged)
        with pytest.raises(verifier.Unreadable, match="no zip file that can be read"):
            list(read_certificates(path))
    with ZipFile(path, "w") as file:
        file.writestr(PUZZLE, b"1")
        with pytest.warns(UserWarning, match="Duplicate name"):
            file.writestr(PUZZLE, b"2")
    with pytest.raises(verifier.Unreadable, match=r"puzzle\.json is there twice"):
        list(read_certificates(path))


def test_a_folder_keeps_what_is_in_it(tmp_path: Path) -> None:
    first: Certificate = certificate_of(SMALL["c-note"])
    first.write(tmp_path / "one")
    first.write(tmp_path / "one")
    with pytest.raises(OptionError, match="holds the certificate of c-note"):
        certificate_of(SMALL["aztec-math"]).write(tmp_path / "one")
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "a.txt").write_text("Dear ...")
    with pytest.raises(OptionError, match="holds something else"):
        first.write(tmp_path / "letters")
    (tmp_path / "letters.zip").write_text("Dear ...")
    for taken in ("letters/a.txt", "letters.zip"):
        with pytest.raises(OptionError, match="holds something else"):
            first.write(tmp_path / taken)
    assert [path.name for path in (tmp_path / "letters").iterdir()] == ["a.txt"]


@pytest.mark.parametrize("method", [ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA])
def test_a_zip_file_that_states_false_sizes_takes_little_memory(
    method: int, tmp_path: Path
) -> None:
    with ZipFile(tmp_path / "bomb.zip", "w", method) as bomb:
        bomb.writestr(PUZZLE, bytes(40_000_000))
    raw = bytearray((tmp_path / "bomb.zip").read_bytes())
    raw[(at := raw.rfind(b"PK\1\2") + 24) : at + 4] = (1_000).to_bytes(4, "little")
    (tmp_path / "bomb.zip").write_bytes(raw)
    tracemalloc.start()
    with pytest.raises(verifier.Unreadable, match="no zip file that can be read"):
        list(read_certificates(tmp_path / "bomb.zip"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5_000_000


def test_a_zip_file_with_damaged_names_is_unreadable(tmp_path: Path) -> None:
    certify("c-note/1").write(tmp_path / "good.zip")
    raw = bytearray((tmp_path / "good.zip").read_bytes())
    entry = raw.rfind(b"PK\1\2")
    raw[entry + 8 : entry + 10] = (1 << 11).to_bytes(2, "little")
    raw[entry + 46] = 0xFF
    (tmp_path / "bad.zip").write_bytes(raw)
    with pytest.raises(verifier.Unreadable, match="no zip file that can be read"):
        list(read_certificates(tmp_path / "bad.zip"))


@pytest.mark.skipif(not Path("/proc/self/pagemap").exists(), reason="a file without a size")
def test_a_link_to_an_endless_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifier, "MAX_BYTES", 1_000_000)
    (tmp_path / PUZZLE).symlink_to("/proc/self/pagemap")
    with pytest.raises(verifier.LimitReached, match="longer than"):
        verifier.read_folder(tmp_path, [PUZZLE])

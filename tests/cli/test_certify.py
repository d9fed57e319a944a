"""`quincunx certify`, `quincunx verify`, and the commands that certify on the way."""

import json
import sys
from pathlib import Path

import pytest

from quincunx.proofs import verifier
from tests.cli.conftest import Run, refused

UNIQUE = "c-note:100:878/312/272"
SEVERAL = "c-note:100:884/625/361"
NONE = "c-note:9:12/34"

WITHOUT_PROOF = {"puzzle.json", "solutions.json"}
ALL = WITHOUT_PROOF | {"map.json", "formula.cnf", "proof.lrat", "proof.drat"}


@pytest.mark.parametrize(
    ("puzzle", "status", "statement", "sentence"),
    [
        (UNIQUE, 0, "unique", "there is exactly one solution"),
        (SEVERAL, 0, "several", "there is more than one solution, two are shown"),
        (NONE, 1, "none", "there is no solution"),
    ],
)
def test_certificates_of_all_verdicts_are_verified(
    run: Run, tmp_path: Path, puzzle: str, status: int, statement: str, sentence: str
) -> None:
    folder = tmp_path / "deep" / "folder"
    outcome = run("certify", puzzle, "-o", str(folder), "--json")
    data = json.loads(outcome.out)
    assert (outcome.status, data["statement"], data["puzzle"]) == (status, statement, puzzle)
    assert {path.name for path in folder.iterdir()} == set(data["bytes"])
    assert set(data["bytes"]) == (ALL if statement != "several" else WITHOUT_PROOF)
    checked = run("verify", str(folder), puzzle)
    assert (checked.status, checked.err) == (0, "")
    assert checked.out.startswith(f"Proved: {sentence}")
    shown = json.loads(run("verify", str(folder), "--json").out)
    assert (shown["proved"], shown["statement"]) == (True, statement)


@pytest.mark.parametrize(
    ("puzzle", "options", "lines"),
    [
        (
            UNIQUE,
            [],
            [
                "drat-trim {0}/formula.cnf {0}/proof.drat  # s VERIFIED",
                "cake_lpr {0}/formula.cnf {0}/proof.lrat  # s VERIFIED UNSAT",
            ],
        ),
        (
            UNIQUE,
            ["--format", "veripb"],
            [
                "drat-trim {0}/formula.cnf {0}/proof.drat  # s VERIFIED",
                "cake_lpr {0}/formula.cnf {0}/proof.lrat  # s VERIFIED UNSAT",
                "veripb {0}/formula.opb {0}/proof.pbp  # s VERIFIED UNSATISFIABLE",
            ],
        ),
        (SEVERAL, [], ["There is no formula for other programs to check."]),
    ],
)
def test_recipes_name_the_commands_of_other_programs(
    run: Run, tmp_path: Path, puzzle: str, options: list[str], lines: list[str]
) -> None:
    folder = tmp_path / "certificate"
    outcome = run("certify", puzzle, "-o", str(folder), "--recipe", *options)
    assert outcome.out.splitlines()[1:] == [line.format(folder) for line in lines]
    data = json.loads(run("certify", puzzle, "-o", str(folder), "--recipe", "--json", *options).out)
    assert len(data["recipe"]) == (0 if puzzle == SEVERAL else len(lines))
    outcome = run("certify", puzzle, "-o", f"{folder}.zip", "--recipe", *options)
    unpack = f"python -m zipfile -e {folder}.zip {folder}  # other programs read folders"
    unpacked = [unpack] * (puzzle != SEVERAL) + [line.format(folder) for line in lines]
    assert outcome.out.splitlines()[1:] == unpacked


def test_the_number_of_solutions_is_proved(run: Run, tmp_path: Path) -> None:
    outcome = run("certify", SEVERAL, "-o", str(tmp_path), "--count")
    assert outcome.status == 0
    assert outcome.out.startswith("Proved: there are exactly 31 solutions (")
    assert run("verify", str(tmp_path), SEVERAL).out == outcome.out


def test_a_certificate_is_verified_without_extra_packages_and_refuted_when_changed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("certify", UNIQUE, "-o", str(tmp_path))
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    assert run("verify", str(tmp_path)).status == 0
    proof = (tmp_path / "proof.lrat").read_bytes()
    (tmp_path / "proof.lrat").write_bytes(proof[: len(proof) // 2])
    outcome = run("verify", str(tmp_path))
    line = "verify: refuted: proof.lrat: line 22 is no step with the next number\n"
    assert (outcome.status, outcome.out, outcome.err) == (1, "", line)
    shown = run("verify", str(tmp_path), "--json")
    assert (shown.status, json.loads(shown.out)["proved"]) == (1, False)


def test_folders_without_the_right_certificate_are_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "one"
    run("certify", UNIQUE, "-o", str(folder))
    (tmp_path / "empty").mkdir()
    held = {path.name: path.read_bytes() for path in folder.iterdir()}
    for command, line in {
        f"verify {tmp_path / 'none'}":
            f"verify: {tmp_path / 'none'}: no such folder, and no zip file that can be read",
        f"verify {tmp_path / 'empty'}":
            "verify: puzzle.json: no such file, expected a certificate's files",
        f"verify {folder} {NONE}":
            f"verify: {folder}: the certificate of another puzzle, expected that of {NONE}",
        f"certify {NONE} -o {folder}":
            f"{folder}: holds the certificate of {UNIQUE}, expected a new or an empty folder",
    }.items():  # fmt: skip
        assert refused(run, *command.split()) == line
    outcome = run("certify", "sum-star/paper", "-o", str(tmp_path / "late"), "--time-limit", "0")
    assert (outcome.status, outcome.out) == (3, "")
    assert outcome.err == "certify: a limit stopped the work before there was a proof\n"
    assert not (tmp_path / "late").exists()
    assert held == {path.name: path.read_bytes() for path in folder.iterdir()}
    monkeypatch.setattr(verifier, "MAX_BYTES", 1_000)
    outcome = run("verify", str(folder))
    assert (outcome.status, outcome.out) == (3, "")
    assert outcome.err == f"verify: {folder}: the files are longer than 1,000 bytes together\n"


def test_missing_python_sat_is_reported(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    folder = tmp_path / "new"
    line = "certify: proofs need python-sat, install it with: pip install 'quincunx[certify]'"
    assert refused(run, "certify", UNIQUE, "-o", str(folder)) == line
    assert not folder.exists()


def test_audit_certifies_every_number_of_solutions(run: Run) -> None:
    data = json.loads(run("audit", "--certify", "--json").out)
    assert all(
        p["proved"] == ("unique" if p["count"] == 1 else f"exactly {p['count']}")
        for p in data["puzzles"]
    )
    assert "proved" not in json.loads(run("audit", "--json").out)["puzzles"][0]


def test_several_puzzles_go_into_one_zip_file(run: Run, tmp_path: Path) -> None:
    path, file = tmp_path / "all.zip", tmp_path / "puzzles.txt"
    file.write_text(f"{UNIQUE}\n{SEVERAL}\n")
    assert refused(run, "certify", str(file), "-o", str(tmp_path / "folder")) == (
        "certify: 2 puzzles, expected a file that ends in .zip for several"
    )
    assert run("certify", str(file), NONE, "-o", str(path)).status == 1
    outcome = run("verify", str(path))
    assert outcome.status == 0
    assert [line.partition(": Proved: ")[0] for line in outcome.out.splitlines()] == [
        UNIQUE,
        SEVERAL,
        NONE,
    ]
    rows = json.loads(run("verify", str(path), "--json").out)["certificates"]
    assert [row["statement"] for row in rows] == ["unique", "several", "none"]
    line = f"verify: {path}: the certificate of another puzzle, expected that of {UNIQUE}"
    assert refused(run, "verify", str(path), UNIQUE) == line


def test_puzzles_that_reach_a_limit_are_named_and_the_others_written(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "some.zip"
    puzzles = [UNIQUE, "c-note:100:112233/223311/331122/121323/232131/313212"]
    outcome = run("certify", *puzzles, "-o", str(path), "--count", "--time-limit", "1")
    assert outcome.status == 3
    assert outcome.err.startswith(f"{puzzles[1]}: ")
    assert run("verify", str(path), UNIQUE).status == 0

"""Proofs for VeriPB: the same formula and the same steps as those for other programs."""

from pathlib import Path

import pytest

from quincunx.cli import main
from quincunx.proofs import verify
from quincunx.proofs.verifier import DRAT, FORMULA, Refuted
from quincunx.proofs.veripb import OPB, PBP
from tests.proofs.helpers import SMALL, certificate_of

NONE = "c-note:9:12/34"


def clauses_of(opb: str) -> set[tuple[int, ...]]:
    """The clauses that pseudo-Boolean constraints stand for."""
    found: set[tuple[int, ...]] = set()
    for line in opb.splitlines():
        if line.startswith("*"):
            continue
        *terms, relation, least, end = line.split()
        assert (relation, end) == (">=", ";")
        weights, names = terms[::2], terms[1::2]
        literals = [
            -int(n.removeprefix("~x")) if n[0] == "~" else int(n.removeprefix("x")) for n in names
        ]
        assert set(weights) <= {least} == {"1"}
        found.add(tuple(sorted(literals, key=abs)))
    return found


@pytest.mark.parametrize("puzzle", [*SMALL.values(), NONE], ids=[*SMALL, "none"])
def test_formula_and_proof_say_the_same_in_both_forms(puzzle: str) -> None:
    made = certificate_of(puzzle, format="veripb")
    lines = made.files[FORMULA].decode().splitlines()
    clauses = {
        tuple(map(int, line.split()[:-1])) for line in lines if line[0] not in "cp"
    }  # fmt: skip
    opb = made.files[OPB].decode()
    assert clauses_of(opb) == clauses
    number = sum(not line.startswith("*") for line in opb.splitlines())
    assert opb.startswith(f"* #variable= {lines[0].split()[2]} #constraint= {number}\n")
    first, count, *steps, output, conclusion, end = made.files[PBP].decode().splitlines()
    assert first == "pseudo-Boolean proof version 3.0"
    assert (count, output, end) == (f"f {number} ;", "output NONE ;", "end pseudo-Boolean proof ;")
    assert conclusion == f"conclusion UNSAT : {number + len(steps)} ;"
    assert all(step.startswith("rup ") for step in steps)
    derived = [sorted(clauses_of(step.removeprefix("rup "))) for step in steps]
    plain = [line.split()[:-1] for line in made.files[DRAT].decode().splitlines()]
    assert derived == [[tuple(sorted(map(int, line), key=abs))] for line in plain]


@pytest.mark.parametrize("name", [OPB, PBP])
def test_changed_lines_are_refuted(name: str) -> None:
    files = certificate_of("c-note/1", format="veripb").files
    lines = files[name].splitlines(keepends=True)
    for place in (0, 1, len(lines) // 2, len(lines) - 1):
        forged = b"".join([*lines[:place], lines[place].replace(b"1", b"2"), *lines[place + 1 :]])
        for raw in (forged, b"".join(lines[:place] + lines[place + 1 :])):
            if raw != files[name]:
                with pytest.raises(Refuted, match=r"proof\.pbp: not what the rules and the proof"):
                    verify({**files, name: raw})


def test_files_for_veripb_are_both_there_or_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = dict(certificate_of("c-note/1", format="veripb").files)
    del files[PBP]
    with pytest.raises(Refuted, match=r"formula\.opb, proof\.pbp: not what"):
        verify(files)
    folder = tmp_path / "certificate"
    for form in ("sat", "veripb", "sat"):
        assert main(["certify", "c-note/1", "-o", str(folder), "--format", form]) == 0
        assert main(["verify", str(folder), "c-note/1"]) == 0
        assert (folder / PBP).exists() == (folder / OPB).exists() == (form == "veripb")
    capsys.readouterr()
    assert main(["certify", "c-note/1", "-o", str(folder), "--format", "smt"]) == 2
    assert "expected one of sat, veripb" in capsys.readouterr().err

"""Proofs for VeriPB: of every puzzle whose rules are linear, and of nothing false."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from quincunx.cli import main
from quincunx.cp.model import Model
from quincunx.errors import PuzzleError
from quincunx.families.gallery import names
from quincunx.proofs import certify, read_folder, verify
from quincunx.proofs.verifier import Refuted
from quincunx.proofs.veripb import FORMULA, PROOF, Encoding, Wrong, checked, proof_of
from tests.cp.models import models, solutions

SUMS = [name for name in names() if name.startswith("c-note")]


@pytest.mark.parametrize("puzzle", SUMS)
def test_every_published_puzzle_of_sums_is_certified(puzzle: str) -> None:
    made = certify(puzzle, format="veripb")
    if made.statement != "several":
        proof = made.files[PROOF].decode()
        assert checked(made.files[FORMULA].decode(), proof) > 0
        assert proof.splitlines()[-4] == "rup >= 1 ;", "the last line is that nothing holds"


@settings(max_examples=60)
@given(model=models(kinds=["linear"], most_variables=4), data=st.data())
def test_search_is_a_proof_exactly_if_all_solutions_are_shown(
    model: Model, data: st.DataObject
) -> None:
    """Sums with factors of both signs, as equations and inequalities."""
    assume(all(constraint.relation != "!=" for constraint in model.constraints))  # type: ignore[attr-defined]
    model.decisions = model.variables
    found = solutions(model)
    shown = data.draw(st.lists(st.sampled_from(found), max_size=4)) if found else []
    encoding = Encoding(model, shown)
    formula, proof = encoding.text(), proof_of(encoding)
    if set(found) <= set(shown):
        checked(formula, proof)
    else:
        with pytest.raises(Wrong):
            checked(formula, proof)


def test_damaged_proofs_are_refused_unless_they_still_prove_it() -> None:
    """Removing or changing a line breaks the proof, unless the line was not needed."""
    made = certify("c-note/2", format="veripb")
    formula, lines = made.files[FORMULA].decode(), made.files[PROOF].decode().splitlines()
    dice = Random(1)
    refused = 0
    for _ in range(60):
        damaged = list(lines)
        place = dice.randrange(2, len(lines) - 3)
        if dice.random() < 0.5:
            del damaged[place]
        else:
            words = damaged[place].split()
            at = dice.randrange(1, len(words) - 1)
            words[at] = dice.choice(["1", "7", "~" + words[at], "+", "*", ">="])
            damaged[place] = " ".join(words)
        try:
            checked(formula, "\n".join(damaged))
        except Wrong:
            refused += 1
    assert refused > 40


def test_a_proof_needs_its_whole_formula() -> None:
    """Without "another solution" the puzzle has a solution, and nothing refutes that."""
    made = certify("c-note/1", format="veripb")
    formula, proof = made.files[FORMULA].decode(), made.files[PROOF].decode()
    *rows, _, _ = formula.splitlines()
    count = len([row for row in rows if not row.startswith("*")])
    fewer = proof.replace(f"f {count + 1} ;", f"f {count} ;")
    with pytest.raises(Wrong):
        checked("\n".join(rows), fewer)


def test_a_formula_that_says_something_else_is_refuted() -> None:
    made = certify("c-note/1", format="veripb")
    other = certify("c-note/2", format="veripb")
    with pytest.raises(Refuted):
        verify({**made.files, FORMULA: other.files[FORMULA], PROOF: other.files[PROOF]})


@pytest.mark.parametrize("text", ["aztec-math/1", "power-strike/1", "sum-star/paper"])
def test_nonlinear_rules_are_refused(text: str) -> None:
    with pytest.raises(PuzzleError, match="is no sum"):
        certify(text, format="veripb")


def test_folder_holds_one_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A certificate of another form takes the place of the first, without leftovers."""
    folder = tmp_path / "certificate"
    for form, expected in (("sat", "proof.lrat"), ("veripb", PROOF), ("sat", "proof.lrat")):
        assert main(["certify", "c-note/1", "-o", str(folder), "--format", form]) == 0
        assert main(["verify", str(folder), "c-note/1"]) == 0
        proofs = [path.name for path in folder.iterdir() if path.name.startswith("proof")]
        assert expected in proofs
        assert (PROOF in proofs) == (form == "veripb")
    assert "exactly one solution" in capsys.readouterr().out
    assert set(read_folder(folder)) == {path.name for path in folder.iterdir()}
    assert main(["certify", "c-note/1", "-o", str(folder), "--format", "smt"]) == 2
    assert "expected sat or veripb" in capsys.readouterr().err

"""`quincunx certify` and `verify`, and commands that certify; `sessions/certify.txt` has more."""

import json
import sys
from pathlib import Path

import pytest

from quincunx.families.gallery import gallery
from tests.cli.conftest import Run

UNIQUE = "c-note:100:878/312/272"


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


def test_audit_certifies_every_number_of_solutions(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = {name: gallery()[name] for name in (*list(gallery())[::9], "power-strike/16")}
    monkeypatch.setattr("quincunx.cli.gallery.shipped", lambda: some)
    data = json.loads(run("audit", "--certify", "--json").out)
    assert [p["name"] for p in data["puzzles"]] == list(some)
    assert len({p["count"] for p in data["puzzles"]}) > 1
    assert all(
        p["proved"] == ("unique" if p["count"] == 1 else f"exactly {p['count']}")
        for p in data["puzzles"]
    )
    assert "proved" not in json.loads(run("audit", "--json").out)["puzzles"][0]


def test_puzzles_that_reach_a_limit_are_named_and_the_others_written(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "some.zip"
    puzzles = [UNIQUE, "c-note:100:112233/223311/331122/121323/232131/313212"]
    outcome = run("certify", *puzzles, "-o", str(path), "--count", "--time-limit", "1")
    assert outcome.status == 3
    assert outcome.err.startswith(f"{puzzles[1]}: ")
    assert run("verify", str(path), UNIQUE).status == 0

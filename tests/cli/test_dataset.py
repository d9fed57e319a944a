"""`quincunx dataset`: a set in a folder, the same from the same command, refused in one line."""

from __future__ import annotations

import errno
import gzip
import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import quincunx
from quincunx.datasets.folder import Folder, read_manifest
from quincunx.datasets.plan import read_plan
from quincunx.datasets.records import PART_ROWS, Line
from quincunx.datasets.rows import make_row
from tests.cli.conftest import Run

CLASSIC = "aztec-math:levels=4,pattern=#/__/_#_/#__#"
"""Rows that are there at once: all 25 are in a list."""
SMALL = ("--family", CLASSIC, "--jobs", "1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(Path(folder, "data").iterdir())}


def rows(folder: str) -> list[dict[str, Any]]:
    found = [json.loads(line) for raw in files(folder).values() for line in raw.splitlines()]
    return sorted(found, key=lambda row: row["row"])


def test_dataset_holds_the_rows_of_its_plan(run: Run) -> None:
    outcome = run("dataset", "-o", "set", *SMALL, "--family", "c-note", "--number", "6")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("set: 6 rows (")
    plan = read_plan([CLASSIC, "c-note"], None, None, seed=1)
    made = [make_row(plan, k) for k in range(6)]
    assert rows("set") == [json.loads(one.text) for one in made if isinstance(one, Line)]
    assert [row["family"] for row in rows("set")] == ["aztec-math", "c-note"] * 3
    card = Path("set/README.md").read_text(encoding="utf-8")
    assert f"--family '{CLASSIC}' --family c-note --number 6 --seed 1" in card
    assert Path("set/manifest.json").is_file()


def test_larger_number_adds_rows_and_keeps_the_others(run: Run) -> None:
    assert run("dataset", "-o", "set", *SMALL, "--number", "8", "--shard-size", "4").status == 0
    before = files("set")
    assert run("dataset", "-o", "set", *SMALL, "--number", "20", "--shard-size", "4").status == 0
    after = files("set")
    assert after.items() > before.items()
    assert run("dataset", "-o", "once", *SMALL, "--number", "20", "--shard-size", "4").status == 0
    assert files("once") == after
    assert Path("once/manifest.json").read_bytes() == Path("set/manifest.json").read_bytes()
    assert Path("once/README.md").read_bytes() == Path("set/README.md").read_bytes()


def test_splits_agree_between_datasets(run: Run) -> None:
    assert run("dataset", "-o", "one", *SMALL, "--number", "25").status == 0
    assert run("dataset", "-o", "two", *SMALL, "--number", "25", "--seed", "2").status == 0
    one, two = ({row["form"]: row["split"] for row in rows(name)} for name in ("one", "two"))
    assert one == two  # all puzzles of a list, in another order
    assert len(one) == 25
    assert [row["form"] for row in rows("one")] != [row["form"] for row in rows("two")]


def test_summary_as_json(run: Run) -> None:
    outcome = run("dataset", "-o", "set", *SMALL, "--number", "5", "--splits", "test", "--json")
    first = json.loads(outcome.out)
    assert (first["complete"], first["rows"], first["ended"]) == (True, 5, "")
    assert first["counts"]["split"] == {"test": 5}
    again = json.loads(
        run("dataset", "-o", "set", *SMALL, "--number", "5", "--splits", "test", "--json").out
    )
    assert again["made"] == 0
    assert {**again, "made": 0, "seconds": 0} == {**first, "made": 0, "seconds": 0}


def test_compressed_rows_are_the_same_rows(run: Run) -> None:
    assert run("dataset", "-o", "set", *SMALL, "--number", "3").status == 0
    assert run("dataset", "-o", "packed", *SMALL, "--number", "3", "--compress").status == 0
    unpacked = {name: gzip.decompress(raw) for name, raw in files("packed").items()}
    assert unpacked == {f"{name}.gz": raw for name, raw in files("set").items()}


def test_python_gives_the_same_dataset(run: Run) -> None:
    assert run("dataset", "-o", "set", *SMALL, "--number", "4", "--grades", "easy").status == 0
    summary = quincunx.make_dataset("again", CLASSIC, 4, grades={"easy": 1}, jobs=1)
    assert summary.complete
    assert files("again") == files("set")
    assert Path("again/README.md").read_bytes() == Path("set/README.md").read_bytes()


def test_end_of_all_puzzles_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    # Nothing but the 25 of the list once more, as pyramids whose pattern is written differently.
    monkeypatch.setattr("quincunx.datasets.shards.MAX_REPEATS", 5)
    outcome = run(
        "dataset", "-o", "set", *SMALL, "--family", "aztec-math:levels=4,pattern=classic",
        "--number", "50",
    )  # fmt: skip
    assert outcome.status == 3
    assert "were nothing new: there seem to be no more" in outcome.err
    forms = [row["form"] for row in rows("set")]
    assert len(set(forms)) == len(forms) < 50


@pytest.mark.parametrize("packed", [(), ("--compress",)])
def test_explanations_of_a_dataset_score_1(run: Run, packed: tuple[str, ...]) -> None:
    assert run("dataset", "-o", "set", *SMALL, "--number", "4", "--splits", "train", *packed)
    (raw,) = files("set").values()
    lines = (gzip.decompress(raw) if packed else raw).splitlines()
    replies = [{"id": row["id"], "response": row["explanation"]} for row in map(json.loads, lines)]
    Path("replies.jsonl").write_text("\n".join(map(json.dumps, replies)), encoding="utf-8")
    outcome = run("score", "replies.jsonl", "--dataset", "set", "--json")
    *scores, _ = map(json.loads, outcome.out.splitlines())
    assert [one["score"] for one in scores] == [1.0] * 4


REFUSED = [
    # what is asked for, and what is said
    ((), "no family, expected at least one"),
    (("--family", "d-note"), "unknown family 'd-note'"),
    (("--family", "c-note:size=x"), "c-note: size is 'x', expected a whole number"),
    (("--family", "c-note", "--grades", "easy:many"), "weight of easy is 'many'"),
    (("--family", "c-note", "--splits", "train:0"), "weight of train is '0'"),
    (("--family", CLASSIC, "--number", "26"), "25 such puzzles besides 5 that were published, exp"),
    (("--family", CLASSIC, "--grades", "expert"), "holds none of these"),
    (("--family", "c-note", "--number", "ten"), "'ten', expected a whole number"),
    (("--family", "c-note", "--number", "0"), "number is 0, expected 1 or more"),
    (("--family", "c-note", "--number", "9999999999"), "expected 1 to 1,000,000,000"),
    (("--benchmark", "--family", "c-note"), "--benchmark with --family, expected one of them"),
    (("--benchmark", "--number", "5"), "--benchmark with --number, expected one of them"),
    (("--benchmark", "--exclude", "x"), "--benchmark with --exclude, expected one of them"),
    (("--family", "c-note", "--exclude", "x.jsonl"), "x.jsonl: No such file or directory, exp"),
    (("--benchmark", "--verify"), "--benchmark with --verify, expected one of them"),
    (("--benchmark", "--jobs", "0"), "jobs is 0, expected 1 to"),
    (("--benchmark", "--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"), "jobs with a sch"),
    (("--verify",), "manifest.json: No such file or directory, expected a manifest"),
    (("--verify", "--number", "5"), "--verify with --number and no family; give"),
    (("--verify", "--seed", "7"), "--verify with --seed and no family; give --verify alone"),
    (("--verify", "--shard-size", "5"), "--verify with --shard-size and no family; give"),
    (("--benchmark", "--shard-size", "5"), "--benchmark with --shard-size, expected one of them"),
    (("--family", "c-note", "--seed", "-1"), "seed is -1, expected 0 to"),
    (("--family", "c-note", "--jobs", "0"), "jobs is 0, expected 1 to"),
    (("--family", "c-note", "--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"), "jobs with a sch"),
    (("--family", "c-note", "--shard-size", "0"), "shard size is 0, expected 1 to"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), REFUSED)
def test_what_cannot_be_is_refused_before_any_work(
    run: Run, arguments: tuple[str, ...], message: str
) -> None:
    outcome = run("dataset", "-o", "set", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1
    assert not Path("set").exists()


def test_folder_with_another_dataset_is_refused(run: Run) -> None:
    assert run("dataset", "-o", "set", *SMALL, "--number", "2").status == 0
    before = files("set")
    for change in (("--seed", "2"), ("--grades", "easy"), ("--number", "1"), ("--compress",)):
        outcome = run("dataset", "-o", "set", *SMALL, "--number", "2", *change)
        assert (outcome.status, outcome.err.count("\n")) == (2, 1), change
    assert files("set") == before


def test_full_disk_is_reported_and_the_run_goes_on_later(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        outcome = run("dataset", "-o", "set", *SMALL, "--number", "3")
    assert (outcome.status, outcome.out, outcome.err.count("\n")) == (3, "", 1)
    assert "run the same command again when there is room" in outcome.err
    assert run("dataset", "-o", "set", *SMALL, "--number", "3").status == 0


def test_interrupt_reports_what_is_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = Path("set/.quincunx/parts")
    monkeypatch.setattr("quincunx.cli.dataset.Watch.cancel", lambda watch: any(parts.iterdir()))
    outcome = run("dataset", "-o", "set", *SMALL, "--number", "25")
    kept = sum(1 for _ in parts.iterdir()) * PART_ROWS
    assert outcome.status == 3
    assert outcome.out == f"set: 0 rows ({kept} more made and kept)\n"
    assert outcome.err.startswith(f"dataset: stopped: 0 rows in files, {kept} more made and kept;")


def test_rare_grade_gives_a_warning(run: Run) -> None:
    outcome = run("dataset", "-o", "/dev/null", "--family", "aztec-math", "--grades", "expert")
    warning, refusal = outcome.err.splitlines()
    assert warning.startswith("warning: aztec-math: of the 6,440 puzzles that are listed")
    assert "/dev/null" in refusal


def test_verifying_needs_no_settings_and_writes_nothing(run: Run) -> None:
    made = ("dataset", "-o", "set", *SMALL, "--number", "9", "--shard-size", "5", "--compress")
    assert run(*made).status == 0
    shutil.rmtree("set/.quincunx")
    places = [Path("set"), *Path("set").rglob("*")]
    before = {place: (place.stat().st_mtime_ns, place.stat().st_size) for place in places}
    for place in places:
        place.chmod(0o555 if place.is_dir() else 0o444)
    outcome = run("dataset", "-o", "set", "--verify")
    found = json.loads(run("dataset", "-o", "set", "--verify", "--json").out)
    for place in places:
        place.chmod(0o755 if place.is_dir() else 0o644)
    shards = len(files("set"))
    assert (outcome.status, outcome.err) == (0, "")
    assert re.fullmatch(
        rf"set: 9 rows \(.*\); {shards} files, nothing changed, no leaks\n", outcome.out
    )
    assert (found["complete"], found["rows"], found["files"], found["made"]) == (True, 9, shards, 0)
    after = {place: (place.stat().st_mtime_ns, place.stat().st_size) for place in places}
    assert after == before
    assert {Path("set"), *Path("set").rglob("*")} == set(places)
    assert quincunx.verify_dataset("set").rows == 9


def test_solutions_of_a_file_are_left_out_and_verified(run: Run) -> None:
    pyramids = ("--family", "aztec-math:levels=2", "--jobs", "1", "--splits", "train")
    assert run("dataset", "-o", "one", *pyramids, "--number", "5").status == 0
    made = ("--exclude", "one/data/train-00000.jsonl", "--exclude", "gallery", "--allow-benchmark")
    assert run("dataset", "-o", "two", *pyramids, "--number", "5", *made).status == 0
    one, two = ({row["solution_class"] for row in rows(name)} for name in ("one", "two"))
    assert (len(one), len(two), one & two) == (5, 5, set())
    card = Path("two/README.md").read_text(encoding="utf-8")
    assert "--exclude gallery --exclude train-00000.jsonl --allow-benchmark" in card
    outcome = run("dataset", "-o", "two", "--verify", *made[:2], "--json")
    assert json.loads(outcome.out)["excluded"] >= 5
    outcome = run("dataset", "-o", "one", "--verify", *made[:2])
    assert "has a solution of train-00000.jsonl" in outcome.err
    often = ("--number", "40", "--repeat-solutions")
    assert run("dataset", "-o", "often", *pyramids, *often).status == 0
    assert len({row["solution_class"] for row in rows("often")}) < 40


def test_verifying_a_set_that_was_stopped_says_what_it_holds(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("quincunx.cli.dataset.Watch.cancel", lambda watch: True)
        assert run("dataset", "-o", "set", *SMALL, "--number", "25").status == 3
    outcome = run("dataset", "-o", "set", "--verify")
    assert outcome.status == 0
    assert (
        outcome.out == "set: 0 rows; 0 files, nothing changed, no leaks; 25 rows were asked for\n"
    )


def test_verifying_names_what_was_changed(run: Run) -> None:
    assert run("dataset", "-o", "set", *SMALL, "--number", "5", "--splits", "test").status == 0
    manifest, shard = Path("set/manifest.json"), Path("set/data/test-00000.jsonl")
    rows_there = shard.read_bytes()
    other = replace(read_manifest(manifest), versions={"quincunx": "0.0.1"})
    Folder(Path("set")).keep_manifest(other)
    assert run("dataset", "-o", "set", "--verify").status == 0, "any version may have made it"
    harms: list[tuple[Callable[[], object], str]] = [
        (lambda: shard.write_bytes(rows_there.replace(b"row", b"ruw")), "SHA-256 is not the one"),
        (lambda: shard.write_bytes(rows_there[:-1]), "is not as it was written: it has"),
        (lambda: shard.unlink(), "is not as it was written: it is gone"),
        (lambda: manifest.write_text("{}"), "manifest.json: not a manifest of format 2"),
        (lambda: manifest.unlink(), "manifest.json: No such file or directory, expected a man"),
    ]
    for harm, message in harms:
        harm()
        outcome = run("dataset", "-o", "set", "--verify")
        assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)
        assert message in outcome.err


def test_python_is_told_of_a_rare_grade_before_any_work() -> None:
    found: list[str] = []
    with pytest.raises(quincunx.OptionError):
        quincunx.make_dataset("/dev/null", "aztec-math", 5, grades="expert", warn=found.append)
    assert [
        text.startswith("aztec-math: of the 6,440 puzzles that are listed") for text in found
    ] == [True]


def test_warnings_are_in_the_summary(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    check = "quincunx.datasets.api.checked_number_of_rows"
    monkeypatch.setattr(check, lambda plan, number: ["They are rare."])
    summary = quincunx.make_dataset("set", CLASSIC, 2, jobs=1)
    assert summary.warnings == ("They are rare.",)
    outcome = run("dataset", "-o", "set", *SMALL, "--number", "2", "--json")
    assert json.loads(outcome.out)["warnings"] == ["They are rare."]
    assert outcome.err == "warning: They are rare.\n"

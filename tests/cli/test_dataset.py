"""`quincunx dataset`: a set in a folder, the same from the same command, refused in one line."""

import gzip
import json
import re
import shutil
from pathlib import Path

import pytest

import quincunx
from quincunx.datasets.plan import read_plan
from quincunx.datasets.records import Record, WrittenRow
from quincunx.datasets.rows import make_row
from quincunx.datasets.store import Store
from tests.cli.conftest import Run
from tests.datasets.quick import rows

CLASSIC = "aztec-math:levels=4,pattern=#/__/_#_/#__#"
"""Rows that are there at once: all 25 are in a list."""
SMALL = ("--family", CLASSIC, "--jobs", "1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(Path(folder, "data").iterdir())}


def test_dataset_holds_the_rows_of_its_plan(run: Run) -> None:
    outcome = run("dataset", "-o", "set", *SMALL, "--family", "c-note", "--number", "6")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("set: 6 rows (")
    plan = read_plan([CLASSIC, "c-note"], None, None, seed=1)
    made = [make_row(plan, k) for k in range(6)]
    assert rows(Path("set")) == [
        json.loads(one.text) for one in made if isinstance(one, WrittenRow)
    ]
    assert [row["family"] for row in rows(Path("set"))] == ["aztec-math", "c-note"] * 3
    card = Path("set/README.md").read_text(encoding="utf-8")
    assert f"--family '{CLASSIC}' --family c-note --number 6 --seed 1" in card
    assert Path("set/manifest.json").is_file()


def test_python_gives_the_same_dataset(run: Run) -> None:
    assert run("dataset", "-o", "set", *SMALL, "--number", "4", "--grades", "medium").status == 0
    summary = quincunx.make_dataset("again", CLASSIC, 4, grades={"medium": 1}, jobs=1)
    assert summary.complete
    assert files("again") == files("set")
    assert Path("again/README.md").read_bytes() == Path("set/README.md").read_bytes()


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


def test_interrupt_reports_what_is_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Record] = []
    keep = Store.keep

    def noted(store: Store, record: Record) -> None:
        made.append(record)
        keep(store, record)

    monkeypatch.setattr(Store, "keep", noted)
    monkeypatch.setattr("quincunx.cli.dataset.ProgressDisplay.cancel", lambda watch: bool(made))
    outcome = run("dataset", "-o", "set", *SMALL, "--number", "25")
    kept = len(made)
    assert outcome.status == 3
    assert outcome.out == f"set: 0 rows ({kept} more made and kept)\n"
    assert outcome.err.startswith(f"dataset: stopped: 0 rows in files, {kept} more made and kept;")


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
    one, two = ({row["solution_class"] for row in rows(Path(name))} for name in ("one", "two"))
    assert (len(one), len(two), one & two) == (5, 5, set())
    card = Path("two/README.md").read_text(encoding="utf-8")
    assert "--exclude gallery --exclude train-00000.jsonl --allow-benchmark" in card
    outcome = run("dataset", "-o", "two", "--verify", *made[:2], "--json")
    assert json.loads(outcome.out)["excluded"] >= 5
    outcome = run("dataset", "-o", "one", "--verify", *made[:2])
    assert "has a solution of train-00000.jsonl" in outcome.err
    often = ("--number", "40", "--repeat-solutions")
    assert run("dataset", "-o", "often", *pyramids, *often).status == 0
    assert len({row["solution_class"] for row in rows(Path("often"))}) < 40


def test_verifying_a_set_that_was_stopped_says_what_it_holds(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("quincunx.cli.dataset.ProgressDisplay.cancel", lambda watch: True)
        assert run("dataset", "-o", "set", *SMALL, "--number", "25").status == 3
    outcome = run("dataset", "-o", "set", "--verify")
    assert outcome.status == 0
    assert (
        outcome.out == "set: 0 rows; 0 files, nothing changed, no leaks; 25 rows were requested\n"
    )

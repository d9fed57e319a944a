"""`quincunx score` scores answers in free text, as docs/scoring.md shows."""

import gzip
import json
import os
import re
import shlex
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.test_readme import trimmed

PYRAMID = "aztec-math:9/5_"
RIGHT = "5 + 4 is 9. Answer: [[9], [5, 4]]"


def lines(*objects: Any) -> str:
    return "".join(f"{json.dumps(data)}\n" for data in objects)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_answers_are_read_from_a_pipe(run: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    typed = lines({"puzzle": PYRAMID, "output": RIGHT})
    writer = Thread(target=pipe.write_text, args=(typed,))
    writer.start()
    assert "1.000" in run("score", str(pipe)).out
    writer.join()


def test_ids_are_looked_up_in_the_folder_of_a_dataset(run: Run, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    one, two = {"id": "a1", "puzzle": PYRAMID}, {"id": "a2", "puzzle": "aztec-math:8/5_"}
    (tmp_path / "data" / "train-00000.jsonl").write_text(lines(one))
    (tmp_path / "data" / "test-00000.jsonl.gz").write_bytes(gzip.compress(lines(two).encode()))
    (tmp_path / "data" / "test-00000.parquet").write_bytes(b"PAR1")
    typed = lines({"id": "a2", "response": "[[8],[5,3]]"}, {"id": "a1", "response": RIGHT})
    scored = run("score", "-", "--dataset", str(tmp_path), stdin=typed).out
    assert "aztec-math  -      2        1.000" in scored
    assert "line 1 is not UTF-8" in run("score", "-", stdin=b"\xff").err


PAGE = (Path(__file__).parents[2] / "docs" / "scoring.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^```(\w*)\n(.*?)^```", PAGE, re.M | re.S))
SESSIONS = re.findall(r"^\$ (.*?)\n(.*?)(?=^\$ |\Z)", BLOCKS[""], re.M | re.S)


@pytest.mark.parametrize(("command", "shown"), SESSIONS)
def test_commands_print_what_is_shown(
    command: str, shown: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("answers.jsonl").write_text(BLOCKS["json"], encoding="utf-8")
    outcome = run(*shlex.split(command)[1:])
    assert (outcome.status, outcome.err) == (0, "")
    assert trimmed(outcome.out) == trimmed(shown)


def test_the_program_prints_what_its_comments_say(capsys: pytest.CaptureFixture[str]) -> None:
    exec(BLOCKS["python"], {})
    comments = re.findall(r"^print\(.*\)  # (.*)$", BLOCKS["python"], re.M)
    assert capsys.readouterr().out.splitlines() == comments
    assert len(comments) == 5

"""`quincunx score`: where answers and rows come from; `sessions/score.txt` has more."""

import gzip
import json
import os
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.cli.conftest import Run

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

"""The verifier accepts no forged certificate of a false statement, and keeps to its limits.

`forger` makes 94,000 forgeries of all kinds. Here some hundreds of them are judged; `python -m
tests.proofs.forger` judges all.
"""

import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from quincunx.cli import main
from quincunx.proofs import model_verifier, verifier
from quincunx.proofs.verifier import DRAT, FORMULA, LRAT, MAP, PUZZLE, SOLUTIONS
from tests.proofs import forger
from tests.proofs.helpers import SMALL, certificate_of
from tests.proofs.test_rules import board, c_note, ring

EVERY = 61
"""One in so many forgeries is judged: a prime, so that all kinds are met."""


@pytest.fixture(scope="module")
def some() -> list[forger.Forgery]:
    return list(islice(forger.forgeries(), 0, None, EVERY))


def test_no_forgery_of_a_false_statement_is_accepted(some: list[forger.Forgery]) -> None:
    answers = forger.run(some)
    families, kinds, verdicts = (set(keys) for keys in zip(*answers, strict=True))
    assert families == set(SMALL)
    assert kinds == {"claim", "field", "text", "line", "swap", "missing"}
    assert {"Refuted", "Unreadable", "true"} <= verdicts
    accepted_ones = sum(count for (*_, verdict), count in answers.items() if verdict == "true")
    assert accepted_ones < answers.total() / 10


def loose(data: Any, shape: Any, exact: Any = verifier.fits) -> bool:
    """Takes 1.0 and true for whole numbers."""
    number = isinstance(shape, range) and isinstance(data, int | float)
    return bool(data in shape if number else exact(data, shape))


WEAKENINGS = {"compare": lambda *_: None, "follows": lambda *_: True, "fits": loose}


@pytest.mark.parametrize("name", WEAKENINGS)
def test_the_forger_notices_a_weakened_verifier(
    some: list[forger.Forgery], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifier, name, WEAKENINGS[name])
    with pytest.raises((AssertionError, TypeError)):
        forger.run(some)


@pytest.mark.parametrize(
    "document",
    [
        ring(10**900, [1, None, None, None]),
        ring(9, [7, *[None] * 399]),
        ring(1, [int("1234567890" * 90), *[None] * 399]),
        c_note(100_000, [[1] * 30] * 30),
        c_note(700, [[1] * 30] * 30),
        board(12, [f"{'.' * i}#{'.' * (39 - i)}" for i in range(40)]),
    ],
    ids=lambda document: f"{document['family']} {len(str(document))}",
)
def test_large_puzzles_stop_at_the_time_limit(document: dict[str, Any], tmp_path: Path) -> None:
    claim = verifier.canonical({"document": document, "statement": "none"})
    files = {PUZZLE: claim, SOLUTIONS: b"[]\n", MAP: b"", FORMULA: b"", LRAT: b"", DRAT: b""}
    began = time.process_time()
    with pytest.raises((verifier.LimitReached, verifier.Refuted)):
        verifier.verify(files, 0.3)
    assert time.process_time() - began < 1.5


MEASURED = """
import re, sys
sys.path.insert(0, sys.argv[1])
import verifier
status = verifier.main(sys.argv[2:])
# Not `ru_maxrss`, which the process inherits from the one that started it.
peak = re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())
print(status, int(peak[1]) // 1024)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is measured on Linux")
@pytest.mark.parametrize(
    ("name", "repeated"),
    [(LRAT, b"\n"), (LRAT, b"1 "), (LRAT, b"7 1 0 1 0\n"), (FORMULA, b"1 "), (FORMULA, b"\n"),
     (PUZZLE, b"[")],
)  # fmt: skip
def test_large_files_take_little_memory(tmp_path: Path, name: str, repeated: bytes) -> None:
    files = dict(certificate_of(SMALL["c-note"]).files)
    for file, raw in {**files, name: repeated * (90_000_000 // len(repeated))}.items():
        (tmp_path / file).write_bytes(raw)
    folder = str(Path(verifier.__file__).parent)
    command = [sys.executable, "-c", MEASURED, folder, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    status, megabytes = map(int, done.stdout.split())
    assert status in (1, 3)
    assert done.stderr.count("\n") == 1
    assert megabytes < 600


def test_the_commands_answer_forgeries_in_one_line(
    some: list[forger.Forgery], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`quincunx verify` and the single file give the same status, and no traceback."""
    for number, forgery in enumerate(some[::23]):
        folder = tmp_path / str(number)
        folder.mkdir()
        for name, raw in forgery.files.items():
            (folder / name).write_bytes(raw)
        alone = verifier.main([str(folder)], model_verifier.verify, model_verifier.FILES)
        assert main(["verify", str(folder)]) == alone, forgery.name
        lines = capsys.readouterr()
        assert len(lines.err.splitlines()) == (2 if alone else 0), forgery.name


@pytest.mark.parametrize(
    ("clause", "hints", "sound", "why"),
    [
        ((1,), [(1, 2), (1, -2)], True, "2 is forced, then nothing is left"),
        ((), [(1,), (-1,)], True, "a contradiction"),
        ((1,), [(1, 2, 3), (1, -2)], False, "two literals are left"),
        ((1,), [(1, 2)], False, "no contradiction"),
        ((1,), [], False, "no hints"),
        ((1,), [None], False, "a clause that is not there"),
        ((1, -1), [(2,), (-2,)], True, "always true, and shown"),
        ((1,), [(1,)], True, "a clause again"),
        ((1, 2), [(1,)], True, "a longer clause"),
        ((), [(1, -1)], False, "a clause that is always true says nothing"),
    ],
)
def test_step_follows_only_by_unit_propagation_of_its_hints(
    clause: Any, hints: Any, sound: bool, why: str
) -> None:
    numbers = tuple(range(1, len(hints) + 1)) if None not in hints else (9,)
    assert verifier.follows(clause, numbers, hints, verifier.Budget()) is sound

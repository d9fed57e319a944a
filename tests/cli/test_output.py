"""Tables, drawings side by side, and characters that a terminal cannot show."""

import codecs
import os
from contextlib import suppress
from threading import Timer

import pytest

from quincunx.cli import output as _output
from quincunx.families.base.sketch import Sketch


def box(text: str) -> Sketch:
    sketch = Sketch()
    for line, row in enumerate(text.split("\n")):
        sketch.put(line, 0, row)
    return sketch


@pytest.mark.parametrize(
    ("width", "drawn"),
    [
        (10_000, "aa       cccc\naa   ⇒   cccc\na        cccc"),
        (13, "aa       cccc\naa   ⇒   cccc\na        cccc"),
        (12, "aa\naa\na\n\ncccc\ncccc\ncccc"),
    ],
)
def test_sketches_are_side_by_side_if_they_fit(
    monkeypatch: pytest.MonkeyPatch, width: int, drawn: str
) -> None:
    monkeypatch.setattr(_output, "width", lambda: width)
    assert _output.side_by_side(box("aa\naa\na"), box("cccc\ncccc\ncccc")) == drawn


def test_a_short_sketch_beside_a_long_one() -> None:
    assert _output.side_by_side(box("a"), box("b\nb\nb")) == "a       b\n    ⇒   b\n        b"
    assert _output.side_by_side(box("a\na\na"), box("b")) == "a       b\na   ⇒\na"


def test_tables_are_cut_at_the_width_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [["one", "a long text"], ["three", "x"]]
    assert _output.table(rows) == "one    a long text\nthree  x"
    monkeypatch.setattr(_output, "width", lambda: 12)
    assert _output.table(rows) == "one    a lo…\nthree  x"
    monkeypatch.setattr(_output, "width", lambda: 4)
    assert _output.table(rows) == "one…\nthr…"


@pytest.mark.parametrize(
    ("text", "simpler"),
    [
        ("┌─┬─┐", b"+-+-+"),
        ("│ ║", b"| |"),
        ("→ ← ↑ ↓ × 7 ·", b"> < ^ v x 7 ."),
        ("▲ ╱╲ ◢9◣ ◥9◤", b"# /\\ /9\\ \\9/"),
        ("é", b"?"),
    ],
)
def test_replacement_characters_have_the_same_width(text: str, simpler: bytes) -> None:
    assert text.encode("ascii", "quincunx") == simpler
    assert len(simpler) == len(text)


def test_replacement_characters_are_for_output_only() -> None:
    with pytest.raises(UnicodeDecodeError):
        codecs.decode(b"\xff", "ascii", "quincunx")


def test_control_characters_in_errors_are_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    _output.write_error("a\nb\x1b[31mc\u2028d×")
    assert capsys.readouterr().err == "a\\nb\\x1b[31mc\\u2028d×\n"


def test_a_full_non_blocking_pipe_is_waited_for() -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writer, b"x" * 4096)
    output = _output._Output(writer, "w")
    reading = Timer(0.2, os.read, (reader, 1 << 20))
    reading.start()
    assert output.write(b"something") == 9
    reading.join()
    output.close()
    assert os.read(reader, 1 << 20).endswith(b"something")
    os.close(reader)

"""`quincunx records`, drawn."""

from pathlib import Path

from tests.cli.conftest import Run


def test_records_and_catalogues_are_drawn_on_a_sheet(run: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.svg"
    assert run("records", "sum-star", "-o", str(sheet)).out == ""
    assert sheet.read_text(encoding="utf-8").count("<g transform=") == 1
    outcome = run("catalogue", "aztec-math", "--number", "3", "-o", str(sheet))
    assert "aztec-math:1/__/_8_/5__9" not in outcome.out
    drawn = sheet.read_text(encoding="utf-8")
    assert drawn.count("<g transform=") == 3
    assert ">aztec-math:1/__/_8_/5__9</text>" in drawn
    outcome = run("catalogue", "aztec-math", "--number", "501", "-o", str(tmp_path / "no.pdf"))
    assert outcome.err == "draw: 501 puzzles to draw, expected 1 to 500\n"
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.svg"]

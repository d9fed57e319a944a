"""Drawings in text, kept as they were when a person looked at them.

`python -m tests.families.sketches` writes them anew; look at them before you keep them.
"""

from pathlib import Path

from quincunx.families import parse, read_solution, sketch_of

FILE = Path(__file__).parent / "sketches.txt"
DRAWN = [block.split("\n")[0] for block in FILE.read_text(encoding="utf-8").split("\n\n\n")]
"""The first line of each drawing: a puzzle, with or without an answer."""


def sketches() -> str:
    """Every drawing with its texts by role."""
    blocks = []
    for line in DRAWN:
        identifier, _, answer = line.partition(" ")
        puzzle = parse(identifier)
        drawn = sketch_of(puzzle, read_solution(puzzle, answer) if answer else None)
        roles: dict[str, list[str]] = {}
        for text, role in (run for runs in drawn.runs() for run in runs if run[0].strip()):
            roles.setdefault(role, []).append(" ".join(text.split()))
        told = [f"{role}: {' '.join(roles[role])}" for role in sorted(roles) if role != "frame"]
        blocks.append("\n".join([line, "", str(drawn), "", *told]))
    return "\n\n\n".join(blocks) + "\n"


if __name__ == "__main__":
    FILE.write_text(sketches(), encoding="utf-8")

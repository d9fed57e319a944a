"""Drawings in text, kept as they were when a person looked at them.

`python -m tests.families.sketches` writes them anew; look at them before you keep them.
"""

from pathlib import Path

from quincunx.families import parse, read_solution, sketch_of

FILE = Path(__file__).parent / "sketches.txt"
DRAWN = """
power-strike:7:12,_,_,_,_,_,_,_
power-strike:2z:9,_,_,6,_,_,_,_ 9,18,36,6,12,24,48,96
c-note:1500:80/62
c-note:100:82/78 28,72/72,28
aztec-math:8/__/_9_
aztec-math:8/__ 8/53
multi-balance:6:......#6/...#..../#......#/......../......../.....#.. 1.....#6/4..#...3/#......#/......../......../2....#.5
multi-balance:4:#........./..........
multi-balance:10:.#..../...#../#...##/.#..../A.#... 9#..3./6..#85/#...##/4#...1/A.#.72
sum-star:0.0=6,33,45,11,22,10/1.0=15,3,7,11,45,33/0.1=45,11,17,13,9,11 X4X763X598X21/6X3X7X124859X/95X386X7X2X14
sum-star:0.0=6,_,45,_,_,10@X__1_________
"""  # noqa: E501
"""Puzzles, with or without an answer."""


def sketches() -> str:
    """Every drawing with its texts by role."""
    blocks = []
    for line in DRAWN.strip().splitlines():
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

"""Explanations kept as they were when a person read them for sense and grammar.

`python -m tests.reasoning.transcripts` writes them anew; read them before you keep them.
"""

from __future__ import annotations

from pathlib import Path

from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.reasoning import explain

FOLDER = Path(__file__).parent / "transcripts"

TOLD = {
    "aztec-math-1": "aztec-math/1",
    "aztec-math-10": "aztec-math/10",
    "c-note-1": "c-note/1",
    "c-note-4": "c-note/4",
    "cases-without-solution": "c-note:47:732/237/363",
    "multi-balance-72": "multi-balance/72",
    "no-solution": "c-note:40:123/456/789",
    "power-strike-demo": "power-strike/demo",
    "power-strike-long-lists": "power-strike:7:12,_,_,_,_,_",
    "power-strike-longer-lists": "power-strike:3:576,_,_,_,_,_",
    "power-strike-several-solutions": "power-strike/16",
    "power-strike-two-givens": "power-strike:2:16,_,_,_,48,_,_",
    "power-strike-two-numbers": "power-strike:4:4,_",
    "power-strike-unreachable": "power-strike:3:7,_,_,_,6561,_,_,_",
    "power-strike-without-solution": "power-strike:2z:105,_,_,_,_",
    "several-solutions": "c-note:99:88/88",
    "sum-star-without-solution": "sum-star:0.0=6,33,45,11,22,10",
}
"""The name of each transcript's file, and the puzzle."""


def transcript(name: str) -> str:
    """The explanation of a puzzle, a step a paragraph."""
    explanation = explain(find_puzzle(TOLD[name]))
    lines = [explanation.puzzle.identifier, ""]
    if explanation.opening:
        lines += [explanation.opening, ""]
    for number, step in enumerate(explanation.steps, 1):
        lines.append(f"{number}. [{step.technique}] {step.sentence}")
    return "\n".join([*lines, "", explanation.ending, ""])


if __name__ == "__main__":
    for name in TOLD:
        (FOLDER / f"{name}.txt").write_text(transcript(name), encoding="utf-8")

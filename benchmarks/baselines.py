"""What simple programs score on the benchmark set; writes `docs/benchmark.md`.

Run it with `python -m benchmarks.baselines`, or with the folder of another set to have the tables
printed: `python -m benchmarks.baselines FOLDER`. Answers go through the same scorer as a model's, as
text. It takes some minutes; two processes share the work.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks import progress
from benchmarks.programs import PROGRAMS
from quincunx import __version__
from quincunx.datasets.questions import answer_text
from quincunx.datasets.scoring import score
from quincunx.families import family_named
from quincunx.grades import GRADES
from quincunx.reading import parse
from quincunx.writing import write_file

ROOT = Path(__file__).parents[1]
BENCHMARK = ROOT / "benchmark"
DOCUMENT = ROOT / "docs" / "benchmark.md"
SCRIPT = Path(__file__).with_name("model.py")
PROCESSES = 2


@dataclass(frozen=True)
class Scored:
    """The scores of all programs for one puzzle: by name, whether it was right and its part."""

    family: str
    grade: str
    scores: Mapping[str, tuple[float, float]]


def files_of(folder: Path) -> list[Path]:
    """The files of a set, in the order of their names."""
    return sorted((folder / "data").glob("*.jsonl"))


def hash_of(folder: Path) -> str:
    """The SHA-256 of all rows of a set: of its files, one behind the other in the order of their
    names."""
    digest = hashlib.sha256()
    for path in files_of(folder):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def rows_of(folder: Path) -> list[dict[str, Any]]:
    """All rows of a set."""
    lines = [line for path in files_of(folder) for line in path.read_bytes().splitlines()]
    return [json.loads(line) for line in lines]


def scored(row: Mapping[str, Any]) -> Scored:
    """What all programs score on one row."""
    puzzle = parse(row["puzzle"])
    found = {}
    for name, program in PROGRAMS.items():
        text = answer_text(puzzle, program(puzzle))
        right, part = score(puzzle, text).score, score(puzzle, text, partial=True).score
        found[name] = (right, part)
    return Scored(row["family"], row["grade"], found)


def all_scored(rows: Sequence[Mapping[str, Any]]) -> list[Scored]:
    """The same for all rows."""
    with ProcessPoolExecutor(PROCESSES) as pool:
        return list(progress.shown(pool.map(scored, rows, chunksize=4), "scored", len(rows)))


def tables(found: Sequence[Scored]) -> Iterator[str]:
    """All tables: families side by side, then each family by grade."""
    families = sorted({one.family for one in found})
    yield f"| program | all | {' | '.join(family_named(f).title for f in families)} |"
    yield "|---" * (len(families) + 2) + "|"
    for name in PROGRAMS:
        groups = [found, *([one for one in found if one.family == f] for f in families)]
        yield f"| {name} | {' | '.join(_cell(name, group) for group in groups)} |"
    for family in families:
        of_family = [one for one in found if one.family == family]
        grades = [g for g in GRADES if any(one.grade == g for one in of_family)]
        by_grade = [[one for one in of_family if one.grade == g] for g in grades]
        heads = [f"{g} ({len(group)})" for g, group in zip(grades, by_grade, strict=True)]
        yield from ("", f"### {family_named(family).title}", "")
        yield f"| program | {' | '.join(heads)} |"
        yield "|---" * (len(grades) + 1) + "|"
        for name in PROGRAMS:
            yield f"| {name} | {' | '.join(_cell(name, group) for group in by_grade)} |"


def _cell(program: str, group: Sequence[Scored]) -> str:
    """Mean score and mean part of a program."""
    right, part = zip(*(one.scores[program] for one in group), strict=True)
    return f"{100 * mean(right):.1f} ({100 * mean(part):.0f})"


def document(folder: Path = BENCHMARK) -> str:
    """The whole document."""
    rows = rows_of(folder)
    about = ABOUT.format(
        rows=len(rows),
        families=len({row["family"] for row in rows}),
        hash=hash_of(folder),
        version=__version__,
    )
    asking = ASKING.format(script=SCRIPT.read_text(encoding="utf-8").rstrip())
    return "\n".join([about, *tables(all_scored(rows)), "", asking])


ABOUT = """# The benchmark

`benchmark/` holds {rows:,} puzzles of {families} families over all grades, each with exactly one solution,
for whoever wants to know how well a model reasons. `benchmark/README.md` says how it was made; anybody
can make it again, byte for byte. This page is written by `python -m benchmarks.baselines`.

| | |
|---|---|
| version | quincunx {version} |
| rows | {rows:,} |
| SHA-256 of all rows | `{hash}` |

The hash is that of the files one behind the other: `cat benchmark/data/*.jsonl | sha256sum`.

## What simple programs score

A score is the share of puzzles with a right answer, in per cent. Behind it, in brackets, is the mean
part: the share of rules that an answer keeps, which is high for nearly right answers and not low for
wrong ones, so it tells programs apart that solve nothing, and nothing else should be read into it.

- **random**: each cell holds one of its candidates by luck. What a cell could hold for what is
  printed in it alone is a candidate.
- **first candidates**: each cell holds its smallest candidate.
- **propagation**: what our solver knows before it searches; cells that are undecided then take their
  smallest candidate. With `bounds` it looks only at the smallest and the largest candidate of
  each cell, as many solvers do.
- **ladder to tier N**: our reasoning with the techniques up to a tier (`quincunx techniques` lists
  them), and nothing harder; undecided cells take their smallest candidate. Tier 1 is what is seen
  at a glance, tier 5 tries a value until it is contradicted, and tier 6 searches, so it solves
  everything.

A model that scores less than the ladder to tier 2 has not combined two facts; one that scores more
than propagation has tried something out and drawn conclusions from it.
"""

ASKING = """## How to ask a model

The script below is all it takes with any server that speaks OpenAI's protocol; it needs nothing but
Python and quincunx. It asks the questions as they are, one at a time, appends each reply to a
file and goes on there when it is run again. In the end it prints the scores.

    python benchmarks/model.py --url http://localhost:8000/v1 --model NAME -o answers.jsonl

A key, where one is needed, is read from the environment: `OPENAI_API_KEY`. `quincunx score
answers.jsonl` scores the same file, with the violations as sentences.

```python
{script}
```

## What to report

- the version of quincunx and the hash above: scores on other rows cannot be compared;
- the model by its full name and date, and the server or library that ran it;
- the prompt, if anything stands around the question: the script sends the question alone;
- temperature, the largest number of tokens, and whether the model thinks before it answers;
- how many samples a puzzle got, and whether the mean or the best of them counts. With one sample
  and 200 puzzles a family, a score of 50 has a standard error of 3.5;
- replies without an answer count as wrong: say how many there were;
- scores by family and grade, not only the mean of all.

The answers are in the repository, so a model may have been trained on them. Whoever wants to be sure
makes a set of the same shape with a seed of their own: the same command as in `benchmark/README.md`
with another `--seed`.
"""


def main(arguments: Sequence[str]) -> None:
    """Write the document, or print the tables of another set."""
    if arguments:
        print("\n".join(tables(all_scored(rows_of(Path(arguments[0]))))))
    else:
        write_file(DOCUMENT, document())


if __name__ == "__main__":
    main(sys.argv[1:])

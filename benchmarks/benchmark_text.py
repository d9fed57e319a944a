"""What `docs/benchmark.md` says around its tables."""

ABOUT = """# The benchmark

`data/benchmark/` holds {rows:,} puzzles of {families} families over all grades that they have, each
with exactly one solution, to measure how well a model reasons. The same rows can be made again,
byte for byte: `quincunx dataset --benchmark --compress -o DIR`. This page is written by
`make baselines` (`python -m benchmarks.baselines`).

| | |
|---|---|
| version | quincunx {version} |
| rows | {rows:,} |
| SHA-256 of all rows | `{hash}` |

The hash is that of the rows as they were before they were compressed:
`zcat data/benchmark/data/*.jsonl.gz | sha256sum`.

## What simple programs score

A score is the share of puzzles with a right answer, in per cent. Behind it, in brackets, is the
mean part: the share of rules that an answer keeps. It is not low for wrong answers, so it tells
programs apart that solve nothing, and nothing else should be read into it. An answer that only
repeats what is printed counts as none.

- **random**: each cell holds one of its candidates by luck: what it could hold for what is printed
  in it alone.
- **first candidates**: each cell holds its smallest candidate.
- **propagation**: what our solver knows before it searches; cells that are undecided then take
  their smallest candidate. With `bounds` it looks only at the smallest and the largest candidate
  of each cell, as many solvers do.
- **ladder to tier N**: our reasoning with the techniques up to a tier (`quincunx techniques` lists
  them), and nothing harder; undecided cells take their smallest candidate. Tier 1 is what is seen
  at a glance, tier 5 supposes a value until it is contradicted, and tier 6 searches, so it solves
  everything.
"""

ASKING = """## How to ask a model

The script below is all it takes with any server that speaks OpenAI's protocol; it needs nothing
but Python and quincunx. It asks the questions as they are, appends each reply to a file and goes on
there when it is run again. In the end it prints the scores.

    python benchmarks/model.py --url http://localhost:8000/v1 --model NAME -o answers.jsonl

A run means {requests:,} requests. The questions are about {asked:,} tokens, counted as four
characters each. What the replies take depends on the model. The explanations that come with the
set are about {explained:,} tokens; a model that thinks at length may write many times that. So try
a few first: `--number 20` asks 20 questions from all over the set, and the same command without it
goes on with the others.

- `--jobs 8` sends eight requests at the same time.
- `--tokens` and `--temperature` are sent when they are given, and not otherwise, since some models
  refuse them. Replies that a limit of tokens cut are kept, marked with `"cut": true` and counted.
- A file holds the answers of one run: with another model, server, set, temperature or limit of
  tokens the script asks for another file.

A key, where one is needed, is read from the environment: `OPENAI_API_KEY`. The same file can be
scored again at any time: `quincunx score answers.jsonl --dataset data/benchmark` prints means with
their intervals, and with `--json` what is wrong with each answer.

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
- how many replies had no answer in them: they count as wrong;
- scores by family and grade, not only the mean of all.

The answers are public, so a model may have been trained on them. Whoever wants to be sure makes
other puzzles of the same kinds, which nobody has seen, with a seed of their own: the command above
with `--seed`. What follows from a set of one's own is comparable with the tables here in the mean,
not row by row.
"""

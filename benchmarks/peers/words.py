"""The words of `docs/peers.md`, around what was measured."""

TEXT = """\
# The peers, measured

The same puzzles by our kernel and by others, on one core of one machine. Written by `make peers` on
{date}; the data are in [peers.json](peers.json).

![Ratios of all peers to our compiled kernel](peers.svg)

## How it was measured

- Machine: {processor}, {cores} cores, {system}, Python {python}; one core was used. Load when it
  began and ended: {load}. A load above 1 means that others were at work at the same time; so times
  are those of the processor, which does not count waiting.
- Two tasks: the *first* solution, and *all* of them, which for a puzzle with one solution is the
  proof that there is no other. All peers that finished a task found the same number.
- *Cold* is the first thing that a fresh process does; *warm* is the same once more in that process,
  with tables that are ready and whatever else a solver remembers.
- Every time is a median over fresh processes, at most {most} of them: no more were started when the
  interval was narrower than {narrow}, or when a cell had taken {enough} s of the processor, with
  all that belongs to a process{short}. In brackets stands the interval that holds the true median
  with a confidence of {confidence}; nothing is assumed of how times are spread. {narrow_ones} of
  {intervals} intervals became as narrow as that.
- Fewer than {least} measurements have no such interval. {few} of the {times} times are of so few:
  they are written as *about*, without brackets, and nobody is called faster or slower by them.
- A cell may take {limit} s.
- *ours* is the compiled kernel in its process, from the puzzle to the last solution: building the
  model, posting it, searching.
- CP-SAT (one worker), OR-Tools' older CP solver and python-constraint2 run in a Python process too,
  and their time includes their model: a natural one, as somebody would write it who knows the
  library and nothing of our models (`benchmarks/natural.py`, `benchmarks/peers/`).
- Gecode runs through MiniZinc, on natural models (`benchmarks/peers/minizinc/`), each time in a
  fresh process. *solver* is building its model from what MiniZinc compiled, and its search: what
  the processor spent, less what it takes to start Gecode (some ten milliseconds, known to about
  one: what is less is too small to tell). *command* is everything. *solving* is its search alone,
  told by Gecode, whose clock counts waiting too; nobody is called faster by it. *our export* is
  *solver* on `quincunx export --to minizinc`, at the better of both consistencies: there our
  modelling works for Gecode, and nobody pays for it.
- SWI-Prolog's models (`benchmarks/peers/prolog/`) are written the way the papers describe theirs.

| column | version |
|---|---|
{versions}

## Cold: ratios to our compiled kernel

Above 1 is slower than ours, **below 1** faster, ≈ within noise: the intervals overlap. *About* is
of too few runs to tell. "> 500" did not finish in time and took more than 500 times as long as
ours.

{cold}
{reasons}
{cold_winners}

Gecode's search alone, and Gecode on our export, which was modelled by us, are not counted there.

## Warm: ratios to our compiled kernel

{warm}

{warm_winners}

## The papers' own times

Printed in the papers, measured by their authors with SICStus Prolog on *their* machines years ago,
so only the order of magnitude can be compared. They do not all say whether a time is for the first
solution or for all. Ours are cold.

{papers}
"""
FOOTNOTE = """
¹ The paper prints size and target but not the digits; ours are made from a seed.
"""

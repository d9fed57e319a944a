"""The text of `docs/counters.md`, with placeholders for the results of `benchmarks.counters`."""

TEXT = """\
# What the counters mean, compared with other solvers

## The counters

The counters are those of SICStus Prolog's `fd_statistics` before release 4.10, which the five
papers used, and three more.

| counter | what is counted | SICStus before 4.10 | SICStus since 4.10 |
|---|---|---|---|
| resumptions | runs of propagators | resumptions | propagations: renamed |
| entailments | propagators that became entailed and were put to sleep | entailments | entailments |
| prunings | reductions of a domain by a propagator or a decision | prunings | prunings |
| backtracks | failed nodes | backtracks | **a different number**, see below |
| constraints | propagators posted | constraints | propagators: renamed |
| nodes | nodes of the search tree, the root included | – | – |
| solutions | solutions found | – | solutions |
| seconds | time; in the lab, processor time | – | – |

**Backtracks.** Up to 4.9 SICStus counts failures: its manual speaks of *a domain being wiped out,
or a global constraint signalling failure*. So do we: one for every node at which propagation
failed, none for going back from a solution. Since 4.10 its manual says *the number of times the
search has backtracked to an alternative branch*, which is a different number. In a complete
depth-first search, every node is a choice, a failure or a solution, and every node except the root
is the first branch of a choice or one that was backtracked to; so the newer number is

    backtracks + solutions − 1

whether the search was for the first solution or for all (`tests/cp/kernel/test_counters.py` counts
both ways); if a limit stopped the search, it may be one more. This follows from the two
definitions; SICStus 4.10 itself was not run. Choice points of a Prolog program above its labeling,
such as clauses that are tried in turn, are decisions in our models of the papers, and a failure
beneath one counts like any other; SICStus does not count a failing Prolog test.

**What depends on the implementation.** *Nodes*, *backtracks* and *solutions* are determined by the
model, the consistency and the labeling (except for `dom_wdeg`, see below): posting the constraints
in another order changes none of them, and other solvers count the same, as this page shows.
*Resumptions*, *entailments* and *prunings* depend on the implementation: a domain may lose three
values at once or one by one, depending on which propagator runs first and how much it does in one
run. For one version of this program they are the same on every machine, compiled or not, and
compare labelings of one model; they cannot be compared with other solvers or versions. Tests pin
them, so that changes are noticed.

## What was compared

Our backtracks are what Gecode and OR-Tools call failures. Solvers that search the same model for
all solutions in the same order must fail equally often if they propagate equally strongly. So
solvers that share no code with ours verify our labeling options, our propagators and our counters.
This page is written by `make counters`, here with
{version}.

- Two puzzles of every family, and the instance of Sum Star's paper. Each model is compared *in
  plain words* (`benchmarks/plain.py`): equations at bounds consistency and tables, which all these
  solvers propagate alike. Global constraints, such as all-different or cardinality, are propagated
  differently by each solver; see below for what that changes.
- Our own model of Power Strike cannot be compared: it is a chain of tables, and its searches never
  fail. The model used here is the paper's program, with its products, quotients and lists as
  tables. As printed it finds no solution of the first puzzle, and two of the second. Its
  disjunctions become equations and tables, but neither inequalities nor equal variables: Gecode
  keeps an inequality with coefficients awake until all its variables are fixed, where ours sleeps
  as soon as it is entailed, and MiniZinc unifies equal variables; `occurrence` and `ffc`, which
  count the propagators that are awake, would differ.
- Nine variable orders with all ten value choices: {each} combinations for each puzzle. The tenth
  variable order is `random`.
- Gecode is asked, through MiniZinc, for {by_gecode} of them. It has no `enum down` and no
  `median down`; there it solves the mirrored model (every value with the opposite sign) upwards.
- OR-Tools' older CP solver is asked for {by_or_tools} more, the value choice `middle`, which
  Gecode lacks. It rounds the middle between two bounds down, where we take the nearest value, so it
  gets the model with all values doubled, in which nothing is rounded.
- For the others there is no solver to compare with: Gecode's regret is that of the smallest values
  only, and OR-Tools does not count propagators. Their numbers are in *italics*.
- A cell holds the number of our backtracks, which is also the other solver's number of failures; if
  they differ, **ours / the other's**. Nodes and solutions were compared as well, and a cell counts
  as equal only if all three are.

**{same} of {number} agree** ({puzzles} puzzles, {asked} combinations each, without those of
"{long}" that take more than {most} nodes: the {skipped} strokes in its table).
The other {different} are all of `dom_wdeg`. All searches that agree have failures:
a pair with 0 on both sides would prove little, and the script refuses it.

| puzzle | |
|---|---|
{names}

{comparisons}

## What global constraints change

Exported models (`quincunx export --to minizinc`) use global constraints: `Cardinality`,
`AllDifferent`, `DistinctSum` (different, with a sum) and `NonZeroFlag`. Gecode was asked for its
{direct} combinations with these as exported, then with each kind alone in plain words, then with
all; the last columns count how often it has fewer failures than our backtracks, and how often more.
With all kinds in plain words only `dom_wdeg` differs, so these kinds alone cause the differences,
and the lines before show which.

| puzzle | in plain words | agree, of {direct} | differ, `dom_wdeg` aside | Gecode less | more |
|---|---|---:|---:|---:|---:|
{kinds}

- *Cardinality* causes nearly all of them. At bounds consistency we count fixed and possible
  occurrences; Gecode also finds Hall intervals, so it detects some failures earlier.
- *NonZeroFlag* causes the four that remain on Multi-Balance 86, all of `occurrence`. Both solvers
  remove the same values, but MiniZinc translates it to several constraints, which this order
  counts.
- *AllDifferent* and *DistinctSum* (all different except 0, and a sum) cause none. Both solvers find
  Hall intervals; MiniZinc gives "all different except 0" to Gecode as a cardinality.

## Why dom_wdeg differs

The eight other orders use domains and the number of propagators that are awake. Both are determined
by the fixpoint of propagation, which does not depend on the order of propagation. `dom_wdeg` also
uses the *weights* of propagators: how often each was the one that failed. Often several could have
failed, and the first to run gets the weight. So the weights depend on three things that are not
part of a labeling:

1. **The order of propagation.** Our queue is first in, first out, in two classes of cost; Gecode
   has a queue for each class of cost, and an equation's class changes with the number of its open
   variables. The columns *backwards* show the same model with its constraints posted in the
   opposite order: both solvers' numbers change. The same change affects none of our counts for the
   eight other orders (the script checks that, for all value choices and all puzzles but
   "{long}").
2. **Replay.** Gecode copies its state only at every eighth node and replays the decisions since
   then all at once, so after backtracking another propagator may fail first than when the decisions
   were made one by one. The column *copying* is Gecode with a copy at every node (`-c-d 1`), which
   is like our trail. On the C-Note 3×3 this is the only difference: with it, all six numbers are
ours. 3. **Decay.** Gecode through FlatZinc decays old failures (`-decay 0.99`); our weights are
   integers that never decay, and are compared as exact fractions. The last column is without decay.

Neither solver is wrong: they attribute failures to constraints differently. All find the same
solutions.

{trials}
"""

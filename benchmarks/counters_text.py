"""The words of `docs/counters.md`, around what `benchmarks.counters` counts."""

TEXT = """\
# What our counters mean, and who bears them out

## The counters

They are those of SICStus Prolog's `fd_statistics` before release 4.10, which is what the five
papers used, and three of our own.

| counter | what is counted | SICStus before 4.10 | SICStus since 4.10 |
|---|---|---|---|
| resumptions | a propagator was run | resumptions | propagations: renamed |
| entailments | a propagator found itself always true and slept | entailments | entailments |
| prunings | a propagator or a decision made a domain smaller in one go | prunings | prunings |
| backtracks | a node turned out to be contradictory | backtracks | **another meaning**, see below |
| constraints | propagators posted | constraints | propagators: renamed |
| nodes | states after a decision and what follows from it, the root included | – | – |
| solutions | solutions found | – | solutions |
| seconds | time: in the lab what the processor spent | – | – |

**Backtracks.** Up to 4.9 SICStus counts contradictions: its manual speaks of *a domain being wiped
out, or a global constraint signalling failure*. So do we: one for every node at which propagation
failed, and none for going back from a solution. Since 4.10 its manual says *the number of times
the search has backtracked to an alternative branch*. That is another number. In a
depth-first search of ours that came to its end, every node is a choice, a failure or a solution,
and every node but the root is the first part of a choice or one that was gone back to; so whoever
wants the newer number takes

    backtracks + solutions − 1

which holds whether the search was for the first solution or for all
(`tests/cp/kernel/test_counters.py` counts both ways); where a limit stopped it, it may be one more.
We had no SICStus 4.10 to run; the relation is that of the two definitions. Choice points of a
Prolog program above its labeling, such as clauses that are tried in turn, are decisions in our
models of the papers, and a failure beneath one counts as any other; SICStus does not count a Prolog
test that fails.

**What depends on how a solver is built.** *Nodes*, *backtracks* and *solutions* follow from the
model, the strength of propagation and the labeling alone (but for `dom_wdeg`, see below): posting
the constraints in another order changes none of them, and other solvers count the same, which is
what this page shows. *Resumptions*, *entailments* and *prunings* do not: a domain that loses three
values may do so in one go or in three, depending on which propagator runs first and how much it
does at a time. They are the same for the same version of this program on every machine, compiled
or not, and compare labelings of one model with one another; they say nothing about other solvers,
and a new version may count them otherwise. The tests pin them, so that this never happens
unnoticed.

## What was compared

A backtrack of ours is what Gecode and OR-Tools call a failure. Solvers that search the same model
for all solutions in the same order must fail equally often where they propagate equally strongly.
That makes solvers which share no code with ours witnesses for our labeling options, our propagators
and our counters. This page is written by `make counters`, here with
{version}.

- Two puzzles of every family, and the instance of Sum Star's paper. Each model is compared *in
  plain words* (`benchmarks/plain.py`): equations at bounds consistency and tables, which everybody
  propagates alike. How solvers propagate global constraints, such as "all different" or how often
  values occur, is their own affair; see below for what that changes.
- Our own model of Power Strike has nothing to compare: it is a chain of tables, and no search of it
  ever fails. There the model is the paper's program, with its products, quotients and lists as
  tables. As printed it finds no solution of the first puzzle, and two of the second. Its
  disjunctions become equations and tables, and neither inequalities nor two variables that are
  equal: Gecode keeps an inequality with coefficients awake until all in it is known, where ours
  sleeps as soon as it cannot be broken, and MiniZinc makes one variable of two equal ones;
  `occurrence` and `ffc`, which count the propagators that are awake, would see both.
- Nine variable orders with all ten value choices: {each} combinations a puzzle. Our tenth variable
  order, `random`, is random.
- Gecode is asked, through MiniZinc, for {by_gecode} of them. It has no `enum down` and no
  `median down`; there it solves the mirrored model (every value with the opposite sign) upwards.
- OR-Tools' older CP solver is asked for {by_or_tools} more, the value choice `middle`, which
  Gecode lacks. It rounds the middle between two bounds down, where we take the nearest value; so it
  gets the model with all values doubled, which leaves nothing to round.
- For the others there is no witness: Gecode's regret is that of the smallest values only, and
  OR-Tools does not count propagators. Their numbers are in *italics*.
- A cell holds the number of our backtracks, which is the other's number of failures too. Where they
  differ it says **ours / the other's**. The numbers of nodes and solutions were compared as well,
  and a cell counts as equal only if all three are.

**{same} of {number} agree** ({puzzles} puzzles, {asked} combinations each, without those of
"{long}" that take more than {most} nodes: the {skipped} strokes in its table).
The other {different} are all of `dom_wdeg`. None of those that agree is a search without a failure:
such a pair, 0 on both sides, would say little, and the script refuses it.

| puzzle | |
|---|---|
{names}

{comparisons}

## What global constraints change

The models that we export (`quincunx export --to minizinc`) say more in one constraint: how often
digits occur (`Cardinality`), all different (`AllDifferent`), different and with a sum
(`DistinctSum`), a flag for "any of these" (`NonZeroFlag`). Gecode was asked for its {direct}
combinations with these as exported, then with each kind alone in plain words, then with all; the
last columns say how often its failures are fewer than our backtracks, and how often more. With
all kinds in plain words nothing is left but `dom_wdeg`, so nothing but these kinds is behind the
differences; and the lines before show which.

| puzzle | in plain words | agree, of {direct} | differ, `dom_wdeg` aside | Gecode less | more |
|---|---|---:|---:|---:|---:|
{kinds}

- *Cardinality* is behind nearly all of them. At bounds consistency we count what is there and what
  has a place left, and see that there are enough places; Gecode also looks for intervals of values
  that are full, so it sees some contradictions earlier.
- *NonZeroFlag* is behind the four that remain on Multi-Balance 86, all of `occurrence`. Both rule
  out the same, but MiniZinc makes several constraints of one, and this order looks at how many
  there are.
- *AllDifferent* and *DistinctSum* (all different but for 0, and a sum) are behind none of them.
  Both solvers look for full intervals; MiniZinc tells Gecode "all different but for 0" as how often
  values occur.

## Why dom_wdeg differs

The eight other orders look at domains and at how many propagators are awake. Both follow from the
fixpoint that propagation reaches, and that is the same whatever runs first. `dom_wdeg` looks at the
*weights* of propagators as well: how often each was the one that found a contradiction. Often
several could have found it, and the first to run gets the weight. So the weights depend on three
things that are no part of a labeling:

1. **What runs first.** Our queue is first come, first served, in two classes of cost; Gecode has a
   queue for each class of cost, and an equation's class changes with the number of its variables
   that are open. The columns *backwards* show the same model with its constraints posted in the
   opposite order: both solvers' numbers move. The same change moves none of our counts for the
   eight other orders (the script checks that, for all value choices and all puzzles but
   "{long}").
2. **Replay.** Gecode copies its state at every eighth node only and replays the decisions since
   then all at once, so after going back another propagator may be the first to fail than when the
   decisions came one by one. The column *copying* is Gecode with a copy at every node
   (`-c-d 1`), which is like our trail. On the C-Note 3×3 this is the only difference: with it, all
   six numbers are ours.
3. **Decay.** Gecode through FlatZinc lets old failures fade (`-decay 0.99`); our weights are whole
   numbers that never fade, and are compared as exact fractions. The last column is without decay.

Neither solver is wrong: they answer "which constraint is to blame?" differently. All find the same
solutions.

{trials}
"""

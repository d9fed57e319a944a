"""What `docs/scale.md` says around its tables."""

PAGE = """# Many puzzles

What it takes to make puzzles by the hundred thousand, on a laptop and on a cluster. This page is
written by `make scale` (`python -m benchmarks.dataset`), which took {minutes:.0f} minutes:
{machine}.

## On a laptop

    quincunx dataset -o DIR --family c-note --family aztec-math:levels=6 \\
        --grades easy:5,medium:3,hard:2 --number 10000 --seed 1

All cores work unless `--jobs` says otherwise. Ctrl-C, a full disk or a power cut lose nothing: the
same command goes on, and ends with the same bytes. The same command with a larger `--number` makes
the set longer; what exists stays as it is, file for file.

## On a cluster

One machine has the scheduler, the others have workers, and the command runs wherever the folder
is. All of them need the same version of quincunx with the extra `data`:

    pip install 'quincunx[data]'

    dask scheduler                                        # on one machine, called HOST here
    dask worker tcp://HOST:8786 --nworkers 32 --nthreads 1 # on each of the others

    quincunx dataset -o DIR --family c-note --grades hard --number 1000000 --seed 1 \\
        --scheduler tcp://HOST:8786

One thread a worker: rows are made by plain computing, and a worker that dies takes its other
threads with it. Only the command writes files, so workers need no common disk. At most two parts
for each worker are under way, and what has come back is written at once: memory does not grow
with the set. Workers may come and go; one that is lost has its part done again by another. A row
that ends every worker which tries it is left out, named in the manifest and at the end of the
command.

Rows do not know where they were made: the files are the same as those of one process.

## What rows cost

A row is a puzzle that was proved unique and graded, with question, explanation and drawing.
Families are as they are by default, on one core; the noise is two standard errors. "How many there
are" is the length of a complete list where there is one. Elsewhere it is an estimate from the
repeats among the rows that were measured, and rests on the assumption that all puzzles are equally
likely; where some are more likely than others, repeats begin earlier and there are more puzzles
than it says.

{rates}

The complete lists that come with the program say where a space ends; there is more beyond their
bounds: on larger boards, on other patterns, with more given.

{lists}

With another size the same family may be much slower or faster: `python -m benchmarks.making`
prints rates by size. A row that is not found within the family's patience is left out; a grade
that a complete list has too few of is refused before any work.

## Beside reasoning-gym

Items of its generators and of ours as reasoning-gym sees them (`import quincunx.datasets.gym`): a
question, an answer and a grade, without an explanation; all with their defaults, on one core in the
same run. Ours prove that there is one solution and grade every puzzle; its sudokus, futoshiki and
kakurasu look for a unique solution too, survo and n_queens do not, and it grades none.

{gym}

## More processes

{scaling}

## Memory

{memory}

## What removing repeats costs

Whether a row is a repeat depends on all rows before it. So that no row has to know of another, a
row is made from its number alone; who writes the files then looks each form up in an index on
disk, in the order of the numbers, and leaves out what is there already: the lowest number wins. The
index holds 16 bytes and a number for each row and a bounded part of it is in memory. It can
be deleted at any time: it is made again from the shards.

{index}

The share of repeats is what a set loses: where a family's space runs out (the table above), more
and more rows are made for nothing, and when only repeats come, one after the other, the command
ends and says how far it came.
"""

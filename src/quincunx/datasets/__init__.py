"""Many puzzles: sets of rows for training and testing whoever reasons.

Vocabulary:
  setting   a family with parameters
  stratum   a setting with a grade, or with none
  plan      all that decides what the rows of a set are: settings, weights, splits, seed
  row k     the k-th candidate of a set, k = 0, 1, 2, ...: it depends on the plan and k alone
  form      what is the same for all puzzles that are the same up to symmetry, as a digest
  split     train, validation or test, as the form alone decides
  part      consecutive rows that are made in one go
  shard     the rows of a range of candidates that are in one split, as a file
  repeat    a row whose form an earlier row has; it is left out

From the bottom up:
  plans      what a set is made of, and which stratum row k is of
  asking     plans in the words of the command line, and what is refused before any work
  questions  a puzzle as a question, its answer and the way there as text
  rows       row k as a line of JSON
  dealing, pools, clusters   rows made by processes here or elsewhere
  parts, gathering, shards, forms, folders, manifests   what lies where, and survives a kill
  running    a set in a folder, from wherever the last run stopped
  cards      what a person reads about a set
  sets       `make_dataset`, which does all this, and `verify_dataset`
  benchmark  a small set that never changes
  scoring    what an answer in free text is worth
"""

from __future__ import annotations

SEED = 1
"""The seed, unless somebody says: the same command again goes on with the same set."""
SHARD = 10_000
"""Rows of a range, unless somebody says otherwise."""

"""Datasets of puzzles for training and testing reasoning models, and scoring their answers.

Terms:
  setting    a family with parameters
  stratum    a setting with a grade, or with none
  plan       everything that decides the rows of a dataset: settings, weights, splits, seed, and
             what is excluded
  candidate  the puzzle of row k, k = 0, 1, 2, ...: it depends on the plan and k alone
  form       a digest that is the same for all puzzles that are the same up to symmetry
  class      of a solution: a digest that is the same for all solutions that are the same up to
             symmetry, whatever is given
  repeat     a candidate whose form or class an earlier row has; it is left out
  split      train, validation or test; the class alone decides
  shard      the rows of a range of candidates that are in one split, as a file

Modules, from the bottom up:
  plan        what a dataset is made of, and the stratum of row k
  questions   a puzzle as a question, its answer and its explanation as text
  records     rows while a dataset is made
  store       rows that are in no shard yet, and which forms and classes a dataset holds already
  solution_classes   forms, classes, and what is excluded
  rows        row k as a line of JSON
  folder      the folder and its manifest
  shards      the files of rows, without repeats
  build       a run, from wherever the last one stopped: rows made by a pool of workers
  card        the README.md of a dataset
  api         `make_dataset` and `verify_dataset`
  scoring     scores of answers in free text
  evaluation  models asked the questions of a dataset
  trainers    columns and reward functions for trainers of language models
  game        puzzles as games of several turns
  gym         the families as datasets of reasoning-gym
"""

DEFAULT_SEED = 1
"""The same by default, so that the same command again goes on with the same dataset."""
SHARD_ROWS = 10_000
"""Rows of a range by default."""

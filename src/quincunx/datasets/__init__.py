"""Datasets: many puzzles with their answers, for training and testing whoever reasons.

Vocabulary:
  question  a puzzle in plain English: rules, the puzzle itself, and how to answer
  answer    a solution as one line of JSON
  score     what an answer is worth, told from free text: see `scoring`
"""

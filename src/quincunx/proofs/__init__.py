"""Certificates: what is true of a puzzle's solutions, with a proof that anyone can check.

Vocabulary: that of `verifier`, and
  certificate  a folder: the puzzle, its solution, a formula that says "there is no other", what its
               variables mean, and a proof that the formula cannot be true

`certify` makes one and `verifier` checks it. The checker is a single file that shares nothing with
the rest of the program: it reads the rules on its own. The formula is written by that reading, so
what is proved is what is checked; our models and the kernel have no say in it, and a verdict of
theirs that the proof does not bear out is a mistake.

>>> certify("aztec-math:8/__/_9_/8__2").statement
'unique'
>>> certify("c-note:100:884/625/361").sentence
'there is more than one solution, two are shown'
"""

from quincunx.proofs.certificate import Certificate, certify, require_room

__all__ = ["Certificate", "certify", "require_room"]

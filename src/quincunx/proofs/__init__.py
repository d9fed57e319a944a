"""Certificates: how many solutions a puzzle has, with a proof that other programs can check.

A certificate is a folder or a zip file: the puzzle, its solutions, a formula that says "there is
another solution", what its variables mean, and a proof that the formula is unsatisfiable; or, if
there are too many solutions to list, a plan with which they are counted again.

`certify` makes one. `verifier` checks it: a single file that shares nothing with the rest of the
program and has its own reading of the rules. The formula is written by the verifier's code, so a
wrong verdict of our models or kernel cannot be certified.
`model_verifier` counts, and checks certificates of families that `verifier` does not know, which
rest on a model.

>>> certify("aztec-math:8/__/_9_/8__2").statement
'unique'
>>> certify("c-note:100:884/625/361").sentence
'there is more than one solution, two are shown'
"""

from quincunx.proofs.certificate import (
    Certificate,
    archive,
    certify,
    read_certificates,
    require_room,
    verify,
)

__all__ = ["Certificate", "archive", "certify", "read_certificates", "require_room", "verify"]

"""Proofs for VeriPB, of puzzles whose rules are sums: the kernel's own search, line by line.

Vocabulary:
  literal   what is true or false: "r is at least 18" (`v3_ge_18`), or its opposite, a minus
            before its number
  row       literals with weights, and how much those that are true weigh at the least
  ladder    the rows "who is at least 20 is at least 18" that a variable's literals obey
  slack     how much more than needed a row would weigh if all that is not false were true; a
            literal that weighs more than the slack must be true
  line      a row that follows from earlier ones, with the reason why

A variable is its least value, and a step up for every literal "at least" that is true; so a sum of
variables is a sum of literals. A search at bounds consistency then fails where slacks tell so, and
each failed node is one line of the proof: not all of its decisions.

The proof is in the form that VeriPB reads from version 3 on, and `checking` reads it as well.
"""

from quincunx.proofs.veripb.checker import Wrong, checked
from quincunx.proofs.veripb.encoding import FORMULA, Encoding
from quincunx.proofs.veripb.proof import PROOF, proof_of

__all__ = ["FORMULA", "PROOF", "Encoding", "Wrong", "checked", "proof_of"]

"""Proofs for VeriPB of puzzles whose rules are linear: the kernel's own search, step by step.

Variables are order encoded: the literal `v3_ge_18` says that variable 3 is at least 18, and minus
its number is its negation. A variable is its least value plus the step of every true literal, so a
linear constraint is a pseudo-Boolean one: weighted literals, and the least weight of the true ones.
*Order clauses* say that "at least 20" implies "at least 18". The *slack* of a constraint is how far
its weight would exceed the least if all literals that are not false were true; a literal that
weighs more than the slack must be true.

A search at bounds consistency fails exactly where slacks become negative, so each failed node is
one step of the proof: not all of its decisions hold. The format is that of VeriPB 3; `checker`
reads it as well.
"""

from quincunx.proofs.veripb.checker import Wrong, checked
from quincunx.proofs.veripb.encoding import FORMULA, Encoding, require_linear
from quincunx.proofs.veripb.proof import PROOF, proof_of

__all__ = ["FORMULA", "PROOF", "Encoding", "Wrong", "checked", "proof_of", "require_linear"]

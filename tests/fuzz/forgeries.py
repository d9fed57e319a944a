"""Forged certificates: no false statement is accepted, and every refusal is one clear line."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from tests.fuzz.target import Target, reproduction
from tests.proofs import forger


@cache
def forgeries_of(puzzle: str) -> tuple[forger.Forgery, ...]:
    return tuple(forger.forgeries_of(puzzle))


def forged(puzzle: str, number: int) -> None:
    made = forgeries_of(puzzle)
    forgery = made[number % len(made)]
    reproduction.append(f"{puzzle}: {forgery.name}")
    forger.judge(forgery)


TARGETS = {"forged": Target(forged, (st.sampled_from(forger.PUZZLES), st.integers(0, 10**6)))}

"""The lists that a person makes for a Power Strike, cell by cell.

Vocabulary:
  listed  of a number: it can be reached from the given before its cell, step by step
  kept    of a listed number: it is neither too small nor too long to become the next given
  other   stands for every number that is not listed; gone as soon as the list is made
  end     the given to which a stretch leads

The solver's model knows only numbers that also lead to the next given, which leaves nothing to
reason about. Here a person first goes forward from a given, then back from the next one. Lists
that would get too long are cut to the numbers that do lead on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from quincunx.cp.limits import poll
from quincunx.cp.model import Model
from quincunx.families.power_strike.layers import Link, Steps
from quincunx.families.power_strike.reasoning import OTHER, LeadsTo, Lengths, Step

FindLinks: TypeAlias = Callable[[int, int], Sequence[set[Link]]]
"""Finds the links of the steps between two givens, by their places in the ring."""

MAX_LISTED = 2_000
"""Nobody lists more numbers for one cell."""
MAX_DIGITS = 100_000
"""And no more digits in all."""
MAX_BACKWARDS = 100
"""Nobody thinks of more numbers backwards from a given."""
MUCH = 1 / 3
"""Where less than this part of a list is too small or too long, nobody looks for it."""


@dataclass(frozen=True)
class Stretch:
    """The cells from one given to the next, by their places in the ring: both givens are in it.

    `listed` and `kept` are the numbers of each cell, of the first alone the given. Lists behind
    the first `forwards` cells are cut to what leads to the end. `leading` are the numbers listed
    for the last cell before the end because they become it; None if they are too many. That cell
    holds nothing above `largest`.
    """

    places: tuple[int, ...]
    end: int
    listed: tuple[set[int], ...]
    kept: tuple[set[int], ...]
    forwards: int
    leading: set[int] | None
    largest: int


def listing_model(name: str, steps: Steps, ring: Sequence[int | None], links: FindLinks) -> Model:
    """One variable a cell, with the numbers listed for it and OTHER; one constraint a step, and
    those about the end of each stretch."""
    model = Model(name)
    found = list(stretches(steps, ring, links))
    domains: dict[int, set[int]] = {}
    for stretch in found:
        for place, numbers in zip(stretch.places, stretch.listed, strict=False):
            domains[place] = set(numbers)
        if stretch.leading:
            domains[stretch.places[-2]] |= stretch.leading
        for place in stretch.places[:-1]:
            # Where nothing is listed at all, a cell has to have something all the same.
            domains[place] = domains[place] or set(stretch.listed[0])
    for place in range(len(ring)):
        model.variable(f"cell {place + 1}", domains[place], other=OTHER)
    for number, stretch in enumerate(found):
        _add_stretch(model, steps, number, stretch, domains)
    return model


def _add_stretch(
    model: Model, steps: Steps, number: int, stretch: Stretch, domains: dict[int, set[int]]
) -> None:
    places = stretch.places
    last = len(places) - 1
    rules = [f"step {one + 1}-{next_one + 1}" for one, next_one in pairwise(places)]
    labels = [
        f"the step from cell {one + 1} to cell {next_one + 1}" for one, next_one in pairwise(places)
    ]
    if stretch.leading is not None:
        model.add(
            LeadsTo(
                (model.variables[places[-2]],),
                label=labels[-1],
                stretch=number,
                rules=tuple(rules),
                numbers=stretch.leading,
                end=stretch.end,
                largest=stretch.largest,
                divides=stretch.end % steps.multiplier == 0,
            )
        )
    for at in range(last):
        poll()
        leading_on = stretch.forwards <= at + 1 < last
        model.add(
            Step(
                (model.variables[places[at]], model.variables[places[at + 1]]),
                label=labels[at],
                stretch=number,
                rules=tuple(rules[at:] if leading_on else rules[at : at + 1]),
                links=steps.links_between(domains[places[at]], domains[places[at + 1]]),
                closed=stretch.kept[at] if at + 1 < last else (),
                leading_on=leading_on,
            )
        )
        if stretch.kept[at] != stretch.listed[at]:
            model.add(
                Lengths(
                    (model.variables[places[at]],),
                    label=f"cell {places[at] + 1}",
                    stretch=number,
                    rules=tuple(rules[at:]),
                    numbers=stretch.kept[at]
                    | ((stretch.leading or set()) if at == last - 1 else set()),
                    end=stretch.end,
                    steps=last - at,
                )
            )


def stretches(
    steps: Steps, ring: Sequence[int | None], links: FindLinks, most: int = MAX_LISTED
) -> Iterator[Stretch]:
    """The stretches from the first given on, with their lists of at most so many numbers.

    >>> steps = Steps(2)
    >>> (stretch,) = stretches(steps, (6, None, None), lambda *_: steps.links(6, 6, 3))
    >>> [sorted(numbers) for numbers in stretch.listed]
    [[6], [12], [1, 2, 24]]
    """
    size = len(ring)
    givens = [(i, number) for i, number in enumerate(ring) if number is not None]
    for (start, number), (end, last) in zip(givens, givens[1:] + givens[:1], strict=True):
        count = (end - start - 1) % size + 1
        way = [{before for before, _ in link} for link in links(start, end)]
        listed, kept = [{number}], [{number}]
        forwards = count
        for at in range(1, count):
            enough = min(most, MAX_DIGITS // len(str(max(kept[-1], default=0))))
            after = steps.following(kept[-1], enough)
            if len(after) > enough:
                forwards = at
                listed += way[at:]
                kept += way[at:]
                break
            listed.append(after)
            least, below = steps.reach(last, count - at)
            # A long number may lose many digits at once, where zeros come to stand in front.
            fit = {n for n in after if least <= n < below or n in way[at]}
            kept.append(fit if len(after) - len(fit) >= MUCH * len(after) else after)
        largest = number * steps.multiplier ** (count - 1)
        leading = steps.preceding(last, largest, MAX_BACKWARDS) if count > 1 else None
        places = tuple((start + at) % size for at in range(count + 1))
        yield Stretch(places, last, tuple(listed), tuple(kept), forwards, leading, largest)

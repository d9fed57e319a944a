"""Matching variables to values that may each be used only so often.

Vocabulary:
  capacity  how many variables may take a value
  matching  a value for each variable, within the capacities
  roomy     a value that is below its capacity, or whose holder can move on to a roomy one
  tight     the other values: exactly as many variables need them as they have capacity

A value of a variable is part of some matching when it is roomy, or when it and the variable's
present match can reach each other by moving holders round in a circle. (Régin's theorem, told
with sets: Hall's sets are the tight values.)
"""

from __future__ import annotations

from typing import Final

from quincunx.kernel.domain import lowest, single

UNMATCHED: Final = -1


class Matching:
    """Keeps the last matching found, since the next one is usually close to it."""

    def __init__(self, variable_count: int, capacities: list[int]) -> None:
        self.capacities = capacities
        self.match = [UNMATCHED] * variable_count

    def filter(self, domains: list[int]) -> bool:
        """Leave in the domains what is part of some matching; false if there is none."""
        roomy = self._match_all(domains)
        if roomy < 0:
            return False
        match = self.match
        tight: list[int] = []
        loose: list[int] = []
        waiting = list(range(len(domains)))
        grew = True
        while grew:
            grew = False
            tight = []
            for index in waiting:
                if domains[index] & roomy:
                    loose.append(index)
                    bit = 1 << match[index]
                    if roomy & bit == 0:
                        roomy |= bit
                        grew = True
                else:
                    tight.append(index)
            waiting = tight
        for index in loose:
            domains[index] &= roomy
        tight = [index for index in tight if not single(domains[index])]
        while tight:
            tight = self._split_circle(domains, tight)
        return True

    def _match_all(self, domains: list[int]) -> int:
        """Match every variable; the values with room left, or -1 if it cannot be done."""
        match = self.match
        load = [0] * len(self.capacities)
        for index, value in enumerate(match):
            if value != UNMATCHED:
                if (domains[index] >> value) & 1:
                    load[value] += 1
                else:
                    match[index] = UNMATCHED
        room = 0
        for value, capacity in enumerate(self.capacities):
            if load[value] < capacity:
                room |= 1 << value
        for index, value in enumerate(match):
            if value == UNMATCHED:
                choice = domains[index] & room
                taken = lowest(choice) if choice else self._augment(domains, index, room)
                if taken == UNMATCHED:
                    return -1
                if choice:
                    match[index] = taken
                load[taken] += 1
                if load[taken] == self.capacities[taken]:
                    room ^= 1 << taken
        return room

    def _augment(self, domains: list[int], start: int, room: int) -> int:
        """Make a value free for `start` by moving others on; the value with room that the last
        of them took, or UNMATCHED."""
        match = self.match
        movers = [start]
        reached = [domains[start]]
        visited = domains[start]
        waiting = [index for index in range(len(domains)) if match[index] != UNMATCHED]
        grew = True
        while grew:
            grew = False
            still: list[int] = []
            for index in waiting:
                if (visited >> match[index]) & 1 == 0:
                    still.append(index)
                    continue
                news = domains[index] & ~visited
                if news:
                    grew = True
                    visited |= news
                    movers.append(index)
                    reached.append(news)
                    if news & room:
                        value = lowest(news & room)
                        self._move_along(movers, reached, value)
                        return value
            waiting = still
        return UNMATCHED

    def _move_along(self, movers: list[int], reached: list[int], value: int) -> None:
        """Give `value` to the mover that reached it, its old value to whoever reached that,
        and so on back to the first."""
        match = self.match
        step = len(movers) - 1
        while step >= 0:
            if (reached[step] >> value) & 1:
                index = movers[step]
                given_up = match[index]
                match[index] = value
                value = given_up
            step -= 1

    def _split_circle(self, domains: list[int], tight: list[int]) -> list[int]:
        """Find the values that circle with the first variable's match, cut the domains of their
        holders down to them, and answer the other variables."""
        match = self.match
        forward = 1 << match[tight[0]]
        backward = forward
        grew = True
        while grew:
            grew = False
            for index in tight:
                bit = 1 << match[index]
                if forward & bit and domains[index] & ~forward:
                    forward |= domains[index]
                    grew = True
                if domains[index] & backward and backward & bit == 0:
                    backward |= bit
                    grew = True
        circle = forward & backward
        rest: list[int] = []
        for index in tight:
            if (circle >> match[index]) & 1:
                domains[index] &= circle
            else:
                rest.append(index)
        return rest

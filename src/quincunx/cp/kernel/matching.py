"""Bipartite matching of variables to values with capacities.

  capacity  how many variables may take a value
  holder    a variable that is matched to the value in question
  room      the values below their capacity
  leads to  the edge from a value to the other values of its holders
  roomy     a value from which a value with room can be reached
  tight     the other values: as many variables need them as they have capacity (Hall sets)
  circle    a strongly connected component of tight values

A value of a variable is in some matching if it is roomy, or if it is in one circle with the
variable's present match (Régin's theorem).

The matching is found by the algorithm of Hopcroft and Karp, circles by those of Tarjan and Gabow. A
set of values is one integer, so that all successors of a value are processed in one operation and
no list of edges is needed.
"""

from __future__ import annotations

from typing import Final

from quincunx.cp.kernel.domain import lowest, positions, single

UNMATCHED: Final = -1
NO_VARIABLE: Final = -1


class Matching:
    """A matching, which is kept because the next one is usually close to it."""

    def __init__(self, variable_count: int, capacities: list[int]) -> None:
        self.capacities = capacities
        self.match = [UNMATCHED] * variable_count
        self._load: list[int] = []
        self._room = 0

    def filter(self, domains: list[int]) -> bool:
        """Reduce the domains to values in some matching; false if there is none."""
        if not self._match_all(domains):
            return False
        match = self.match
        roomy = self._room
        held = 0
        leads_to = [0] * len(self.capacities)
        for index, bits in enumerate(domains):
            if bits & roomy:
                roomy |= 1 << match[index]
            elif not single(bits):
                held |= 1 << match[index]
                leads_to[match[index]] |= bits
        circles = [0] * len(self.capacities)
        roomy = find_circles(leads_to, held, roomy, circles)
        for index, bits in enumerate(domains):
            if bits & roomy:
                domains[index] = bits & roomy
            elif not single(bits):
                domains[index] = bits & circles[match[index]]
        return True

    def _match_all(self, domains: list[int]) -> bool:
        """Match every variable; false if that cannot be done."""
        match = self.match
        load = [0] * len(self.capacities)
        unmatched: list[int] = []
        for index, value in enumerate(match):
            if value != UNMATCHED and (domains[index] >> value) & 1:
                load[value] += 1
            else:
                unmatched.append(index)
        room = 0
        for value, capacity in enumerate(self.capacities):
            if load[value] < capacity:
                room |= 1 << value
        rest: list[int] = []
        for index in unmatched:
            choice = domains[index] & room
            if choice:
                value = lowest(choice)
                match[index] = value
                load[value] += 1
                if load[value] == self.capacities[value]:
                    room ^= 1 << value
            else:
                match[index] = UNMATCHED
                rest.append(index)
        self._load = load
        self._room = room
        while rest:
            still = self._augment(domains, rest)
            if len(still) == len(rest):
                return False
            rest = still
        return True

    def _augment(self, domains: list[int], unmatched: list[int]) -> list[int]:
        """Augment along a maximal set of disjoint shortest augmenting paths.

        Returns:
            The variables that are still unmatched.
        """
        # The holders of a value, one after another: a first one, and which comes after which.
        first = [NO_VARIABLE] * len(self.capacities)
        after = [NO_VARIABLE] * len(domains)
        for index, value in enumerate(self.match):
            if value != UNMATCHED:
                after[index] = first[value]
                first[value] = index
        # Layers of values: those of the k-th are reached when k holders have moved on.
        layer = 0
        for index in unmatched:
            layer |= domains[index]
        visited = layer
        layers = [layer]
        while layer & self._room == 0:
            news = 0
            for value in positions(layer):
                index = first[value]
                while index != NO_VARIABLE:
                    news |= domains[index]
                    index = after[index]
            layer = news & ~visited
            if layer == 0:
                return unmatched
            visited |= layer
            layers.append(layer)
        layers[-1] &= self._room
        return [
            index for index in unmatched if not self._lead(domains, first, after, layers, index)
        ]

    def _lead(
        self, domains: list[int], first: list[int], after: list[int], layers: list[int], start: int
    ) -> bool:
        """Match `start` along one way through the layers; false if there is none. Holders that
        were moved or that lead nowhere are not gone to again."""
        match = self.match
        last = len(layers) - 1
        way = [start]
        while way:
            depth = len(way) - 1
            choice = domains[way[depth]] & layers[depth]
            if choice == 0:
                way.pop()
                continue
            value = lowest(choice)
            if depth < last:
                holder = first[value]
                if holder != NO_VARIABLE:
                    first[value] = after[holder]
                    way.append(holder)
                else:
                    layers[depth] ^= 1 << value
                continue
            self._load[value] += 1
            if self._load[value] == self.capacities[value]:
                self._room ^= 1 << value
                layers[last] ^= 1 << value
            while depth >= 0:
                given_up = match[way[depth]]
                match[way[depth]] = value
                value = given_up
                depth -= 1
            return True
        return False


def find_circles(leads_to: list[int], held: int, roomy: int, circles: list[int]) -> int:
    """All roomy values, given those that are known to be; and in `circles`, for each value that
    is held and not roomy, the circle that it is in.

    >>> circles = [0] * 5  # 0 and 1 lead to each other, 2 to 1 as well, and 3 to 4, which has room
    >>> positions(find_circles([0b11, 0b11, 0b110, 0b11000, 0], 0b1111, 0b10000, circles))
    [3, 4]
    >>> [positions(circle) for circle in circles]
    [[0, 1], [0, 1], [2], [], []]
    """
    unseen = held & ~roomy
    # We walk along a path of circles, as far as they are known: each leads to the next. The last
    # of them are `members`, and `reach` is what these lead to; `on_path` are the members of all.
    members_before: list[int] = []
    reach_before: list[int] = []
    while unseen:
        members = unseen & -unseen
        unseen ^= members
        reach = leads_to[lowest(members)]
        on_path = members
        while on_path:
            if reach & roomy:
                roomy |= on_path
                members_before.clear()
                reach_before.clear()
                break
            if reach & on_path & ~members:
                members |= members_before.pop()
                reach |= reach_before.pop()
                continue
            more = reach & unseen
            if more:
                members_before.append(members)
                reach_before.append(reach)
                members = more & -more
                unseen ^= members
                on_path |= members
                reach = leads_to[lowest(members)]
                continue
            for value in positions(members):
                circles[value] = members
            on_path ^= members
            if on_path:
                members = members_before.pop()
                reach = reach_before.pop()
    return roomy

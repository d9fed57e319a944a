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

The matching is found by shortest augmenting paths, circles by the algorithms of Tarjan and Gabow. A
set of values is one integer, so that all successors of a value are processed in one operation and
no list of edges is needed.
"""

from typing import Final

from quincunx.cp.kernel.domain import lowest, positions, single

UNMATCHED: Final = -1


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
        if not rest:
            return True
        holders: list[list[int]] = [[] for _ in self.capacities]
        for index, value in enumerate(match):
            if value != UNMATCHED:
                holders[value].append(index)
        for index in rest:
            if not self._augment(domains, holders, index):
                return False
        return True

    def _augment(self, domains: list[int], holders: list[list[int]], start: int) -> bool:
        """Match one more variable along a shortest augmenting path; false if there is none."""
        taker = [UNMATCHED] * len(self.capacities)
        """The variable that would take a value if one of its holders moved on."""
        visited = 0
        waiting = [start]
        for index in waiting:
            news = domains[index] & ~visited
            visited |= news
            if news & self._room:
                self._shift(holders, taker, start, index, lowest(news & self._room))
                return True
            for value in positions(news):
                taker[value] = index
                waiting += holders[value]
        return False

    def _shift(
        self, holders: list[list[int]], taker: list[int], start: int, index: int, value: int
    ) -> None:
        """Give a value with room to a variable, its present one to the taker of that, and so on."""
        self._load[value] += 1
        if self._load[value] == self.capacities[value]:
            self._room ^= 1 << value
        while True:
            given_up = self.match[index]
            self.match[index] = value
            holders[value].append(index)
            if index == start:
                return
            holders[given_up].remove(index)
            value = given_up
            index = taker[value]


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

"""Does an explanation prove what it says? A judge that shares nothing with the program.

`check_explanation` takes the JSON of `quincunx explain` and of `quincunx families FAMILY PUZZLE`,
and reads the puzzle's rules anew from its identifier. It follows the candidates from step to step,
and for everything that a step claims it looks for a way to fill the cells that obeys the step's
rules, holds the candidates that the step names, and is not as claimed. There must be none.

Vocabulary:
  claim      a cell and values that it cannot have
  complaint  what is wrong with an explanation, in a sentence
  way        a way to fill the cells of some rules
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from tests.reasoning.narrowing import Cell, Condition
from tests.reasoning.rules_anew import Puzzle, read
from tests.reasoning.ways import MOST_NODES, GaveUp, State, narrowed, way_through

Data: TypeAlias = Mapping[str, Any]

ENDS = {"unique": "That is the sol", "none": "So there is no", "multiple": "There is more than"}
RESULTS = ("sets", "removes", "leaves")
"""What a step says of cells."""
NOTHING: Data = dict.fromkeys(RESULTS, ())
MOST_LISTED = 1_000
"""Longer lists of candidates are null in the rule book."""


def check_explanation(explanation: Data, rules: Data) -> list[str]:
    """Everything that is wrong with an explanation; nothing if it is sound.

    Raises `UnknownFamilyError` for a puzzle of a family whose rules are not known here.
    """
    puzzle = read(explanation["puzzle"])
    complaints = [*_wrong_rule_book(puzzle, explanation, rules)]
    judge = _Judge(puzzle, {_cell(entry["cell"]): entry["name"] for entry in rules["cells"]})
    if complaints:
        return complaints
    state = dict(puzzle.cells)
    ended = False
    for number, step in enumerate(explanation["steps"], 1):
        if ended:
            return [*complaints, f"step {number} comes after a contradiction"]
        try:
            found = list(judge.wrong_step(step, state))
        except _Malformed as error:
            return [*complaints, f"step {number}: {error}"]
        complaints += [f"step {number}: {complaint}" for complaint in found]
        ended = bool(step.get("contradiction"))
    complaints += judge.wrong_end(state, bool(explanation["solved"]), ended)
    return [*complaints, *judge.wrong_sources(explanation["steps"])]


def check_step(identifier: str, step: Data, state: State, rules: Data) -> list[str]:
    """Everything wrong with one step from a state: the candidates of
    some cells."""
    puzzle = read(identifier)
    judge = _Judge(puzzle, {_cell(entry["cell"]): entry["name"] for entry in rules["cells"]})
    return list(judge.wrong_step(step, {**puzzle.cells, **state}))


def follows_from(puzzle: Puzzle, link: Data, state: State) -> bool:
    """Whether a link of a case follows from its rules and what a state holds in its cells."""
    there = [_cell(one["cell"]) for one in link["because"]]
    because = [{"cell": cell, "candidates": held} for cell in there if (held := state[cell])]
    judge = _Judge(puzzle, {cell: str(cell) for cell in puzzle.cells})
    return not link["rules"] or not any(judge.unproved({**link, "because": because}))


def _wrong_rule_book(puzzle: Puzzle, explanation: Data, book: Data) -> Iterator[str]:
    """Where the program's rule book is not what the identifier says."""
    if book["puzzle"] != explanation["puzzle"]:
        yield f"the rules are those of {book['puzzle']}"
        return
    cells = {_cell(entry["cell"]): entry["candidates"] for entry in book["cells"]}
    expected = {
        cell: None if values is None or len(values) > MOST_LISTED else sorted(values)
        for cell, values in puzzle.cells.items()
    }
    if cells != expected or len(cells) < len(book["cells"]):
        wrong = sorted(c for c in {*cells, *expected} if cells.get(c, 0) != expected.get(c, 0))
        yield f"the rule book has other candidates or cells than the puzzle at {wrong}"
    scopes = {rule["id"]: {*map(_cell, rule["cells"])} for rule in book["rules"]}
    if len(scopes) < len(book["rules"]):
        yield "the rule book has two rules of one id"
    for name in {*scopes, *puzzle.scopes}:
        if name not in scopes or name not in puzzle.scopes:
            yield f"{name}: a rule of {'the puzzle' if name in puzzle.scopes else 'the book'} alone"
        elif scopes[name] != {*puzzle.scopes[name]}:
            yield f"{name}: the rule book has other cells than the rule"


def check_frame(explanation: Data) -> Iterator[str]:
    """What is said of the whole explanation, and is not so."""
    steps, puzzle = explanation["steps"], read(explanation["puzzle"])
    judge, state, ended = _Judge(puzzle, {}), dict(puzzle.cells), False
    for step in steps:
        judge.advance(step, state)
        ended = bool(step.get("contradiction"))
        if step["chain"] and not step["sentence"].endswith(f". {step['conclusion']}"):
            yield f"{step['conclusion']!r} is not how the step ends"
    if explanation["hardness"] != max((step["effort"] for step in steps), default=0.0):
        yield "the hardness is not the effort of the hardest step"
    if explanation["length"] != len(steps):
        yield "the length is not the number of steps"
    verdict = "unique" if explanation["solved"] else "none" if ended else "multiple"
    if explanation["verdict"] != verdict or not explanation["ending"].startswith(ENDS[verdict]):
        yield f"the verdict is {verdict}"
    for cell, held in state.items() if explanation["solved"] else ():
        found = explanation["solution"]
        for at in cell:
            found = found[at - 1]
        number = int(found.replace(".", "0"), 36) if isinstance(found, str) else found
        if held is None or {*held} != {number}:
            yield f"the solution has {found} at {cell}"


class _Malformed(Exception):
    """A part of an explanation that cannot be judged at all."""


class _Judge:
    """Judges the steps of one explanation."""

    def __init__(self, puzzle: Puzzle, names: Mapping[Cell, str]) -> None:
        self.puzzle = puzzle
        self.names = names

    def wrong_step(self, step: Data, state: State) -> Iterator[str]:
        """Complaints about a step; `state` becomes what is left after it."""
        for cell in step.get("cells", ()):
            self.known_cell(cell)
        yield from self.stale(step, state)
        if step.get("chain"):
            refuted: dict[Cell, set[int]] = {}
            for number, case in enumerate(step["chain"], 1):
                cell, value = self.known_cell(case["suppose"]["cell"]), case["suppose"]["value"]
                refuted.setdefault(cell, set()).add(value)
                for complaint in self.wrong_case(case, cell, value, state):
                    yield f"case {number}: {complaint}"
            if step.get("contradiction") and not any(
                held is not None and held <= refuted.get(cell, set())
                for cell, held in state.items()
            ):
                yield "a contradiction, but every cell has a candidate that no case refutes"
            for cell, against in self.claims(step, state):
                unproved = against - refuted.get(cell, set())
                if unproved:
                    yield f"{self.names[cell]}: no case refutes {_listed(unproved)}"
        else:
            yield from self.unproved(step)
        yield from self.wrong_news(step, state)
        self.advance(step, state)

    def wrong_case(self, case: Data, cell: Cell, value: int, state: State) -> Iterator[str]:
        """Complaints about one case of a chain, which ends in a contradiction."""
        held = state[cell]
        if held is None or value not in held:
            yield f"{self.names[cell]} could not be {value} anyway"
        inner: State = {**state, cell: frozenset((value,))}
        links = case["links"]
        if not links or not links[-1].get("contradiction"):
            yield "does not end in a contradiction"
        for number, link in enumerate(links, 1):
            if link.get("contradiction") and number < len(links):
                yield f"link {number} is a contradiction, and not the last"
            complaints = (
                *self.stale(link, inner),
                *self.unproved(link),
                *self.wrong_news(link, inner),
            )
            yield from (f"link {number}: {complaint}" for complaint in complaints)
            self.advance(link, inner)

    def wrong_end(self, state: State, solved: bool, ended: bool) -> Iterator[str]:
        """Complaints about where the steps lead."""
        if ended:
            if solved:
                yield "a contradiction is no solution"
            return
        open_cells = [cell for cell, held in state.items() if held is None or len(held) != 1]
        if not solved:
            if not open_cells and not self.broken(state):
                yield "every cell is decided, but the explanation does not say that it is solved"
            return
        if open_cells:
            yield f"solved, but {', '.join(self.names[cell] for cell in open_cells)} not decided"
        else:
            yield from (f"solved, but the answer breaks {name}" for name in self.broken(state))

    def wrong_sources(self, steps: Sequence[Data]) -> Iterator[str]:
        """Steps that build on others than they say, and steps that nothing builds on."""
        state, used = dict(self.puzzle.cells), set[int]()
        changed: dict[Cell, list[int]] = {}
        for number, step in enumerate(steps, 1):
            news = {_cell(one["cell"]) for kind in RESULTS for one in step[kind]}
            links = [link for case in step["chain"] for link in case["links"]]
            there = {_cell(one["cell"]) for part in (step, *links) for one in part["because"]}
            looked_at = {*map(_cell, step["cells"])}
            cited = {*step["builds_on"]}
            at_least = {changed[cell][-1] for cell in looked_at - news if cell in changed}
            at_most = {number for cell in there for number in changed.get(cell, ())}
            if not news <= looked_at:
                yield f"step {number} does not look at {sorted(news - looked_at)}"
            if not at_least <= cited <= at_most:
                yield f"step {number} builds on {sorted(cited)}, but looks at {sorted(at_least)}"
            given = {c for c in self.puzzle.cells if c not in changed or changed[c][-1] in cited}
            relied_on = {c: state[c] if c in given else v for c, v in self.puzzle.cells.items()}
            if not self.follows(step, relied_on, state):
                yield f"step {number} does not follow from {sorted(cited)}"
            used |= cited
            for cell in news:
                changed.setdefault(cell, []).append(number)
            self.advance(step, state)
        ended = bool(steps and steps[-1].get("contradiction"))
        decided = ended or any(step["sets"] for step in steps)
        for number, step in enumerate(steps[:-1] if decided else (), 1):
            if number not in used and (ended or not step["sets"]):
                yield f"nothing builds on step {number}"

    def follows(self, step: Data, known: State, state: State) -> bool:
        """Whether a step follows from some candidates, of which it has removed more by then."""
        for case in step["chain"] or [{"links": [step] * (step["technique"] != "search")}]:
            inner, left = dict(known), dict(state)
            if supposed := case.get("suppose"):
                for one in (inner, left):
                    one[_cell(supposed["cell"])] = frozenset((supposed["value"],))
            for link in case["links"]:
                self.advance(link, left)
                there = {_cell(one["cell"]) for one in link["because"]}
                because = [{"cell": c, "candidates": v} for c in there if (v := inner[c])]
                news = {_cell(one["cell"]) for kind in RESULTS for one in link.get(kind, ())}
                leaves = {"leaves": [{"cell": c, "values": left[c]} for c in news]}
                if any(self.unproved({**link, **NOTHING, **leaves, "because": because})):
                    return False
                self.advance(leaves, inner)
        return True

    def broken(self, state: State) -> list[str]:
        """The rules that what is left in the cells breaks."""
        return [
            name
            for name, conditions in self.puzzle.conditions.items()
            if narrowed(state, conditions) is None
        ]

    # What a step says.

    def known_cell(self, data: Sequence[int]) -> Cell:
        cell = _cell(data)
        if cell not in self.puzzle.cells:
            raise _Malformed(f"{list(cell)} is no cell of the puzzle")
        return cell

    def claims(self, step: Data, state: State) -> Iterator[tuple[Cell, set[int]]]:
        """Every claim that is about cells with candidates, against these candidates."""
        for cell, excluded in self.exclusions(step):
            yield cell, {value for value in state[cell] or () if excluded(value)}

    def exclusions(self, step: Data) -> Iterator[tuple[Cell, Callable[[int], bool]]]:
        """Each cell that something is said of, with what it excludes."""
        for one in step.get("sets", ()):
            yield self.known_cell(one["cell"]), _unlike([one["value"]])
        for one in step.get("removes", ()):
            yield self.known_cell(one["cell"]), frozenset(one["values"]).__contains__
        for one in step.get("leaves", ()):
            yield self.known_cell(one["cell"]), _unlike(one["values"])

    def stale(self, step: Data, state: State) -> Iterator[str]:
        """Candidates of `because` that are not those that are left."""
        listed: set[Cell] = set()
        for one in step["because"]:
            cell = self.known_cell(one["cell"])
            if cell in listed:
                yield f"{self.names[cell]} is listed twice"
            listed.add(cell)
            held = state[cell]
            if held is None:
                yield f"{self.names[cell]} has candidates before anything was said of it"
            elif sorted(one["candidates"]) != sorted(held):
                said, left = _listed(one["candidates"]), _listed(held)
                yield f"{self.names[cell]} has the candidates {left}, not {said}"

    def wrong_news(self, step: Data, state: State) -> Iterator[str]:
        """What a step says that was known, or says of the wrong cells."""
        said = [step.get(kind) or [] for kind in RESULTS]
        if step.get("contradiction"):
            if any(said):
                yield "a contradiction that also says something of cells"
            return
        if not any(said):
            yield "says nothing of any cell"
        for one in said[0]:
            cell = self.known_cell(one["cell"])
            held = state[cell]
            if held is not None and one["value"] not in held:
                yield f"{self.names[cell]} could not be {one['value']} any more"
            elif held is not None and len(held) == 1:
                yield f"{self.names[cell]} was {one['value']} already"
            lost = [o["values"] for o in said[1] if _cell(o["cell"]) == cell]
            if held is not None and lost != [sorted(held - {one["value"]})]:
                yield f"{self.names[cell]} loses {_listed(held - {one['value']})}, not {lost}"
        for one in said[1]:
            cell = self.known_cell(one["cell"])
            held = state[cell]
            if not one["values"]:
                yield f"{self.names[cell]} loses nothing"
            if held is None:
                yield f"{self.names[cell]} loses candidates, but has no list of them"
            elif gone := frozenset(one["values"]) - held:
                yield f"{self.names[cell]} had lost {_listed(gone)} already"
        for one in said[2]:
            cell = self.known_cell(one["cell"])
            if state[cell] is not None:
                yield f"{self.names[cell]} had a list of candidates already"

    def advance(self, step: Data, state: State) -> None:
        """What is left after a step."""
        for one in step.get("leaves", ()):
            state[self.known_cell(one["cell"])] = frozenset(one["values"])
        for one in step.get("removes", ()):
            cell = self.known_cell(one["cell"])
            held = state[cell]
            state[cell] = None if held is None else held - frozenset(one["values"])
        for one in step.get("sets", ()):
            state[self.known_cell(one["cell"])] = frozenset((one["value"],))

    # What follows.

    def unproved(self, step: Data) -> Iterator[str]:
        """What does not follow from a step's rules and candidates."""
        try:
            yield from self._unproved(step)
        except GaveUp:
            yield f"cannot be decided in {MOST_NODES} attempts"

    def _unproved(self, step: Data) -> Iterator[str]:
        conditions: list[Condition] = []
        supposed: State = {}
        for name in step["rules"]:
            if name not in self.puzzle.conditions:
                yield f"{name!r} is no rule of the puzzle"
                return
            conditions += self.puzzle.conditions[name]
            supposed.update({cell: self.puzzle.cells[cell] for cell in self.puzzle.scopes[name]})
        for cell, _ in self.exclusions(step):
            supposed[cell] = self.puzzle.cells[cell]
        for one in step["because"]:
            supposed[self.known_cell(one["cell"])] = frozenset(one["candidates"])
        left = narrowed(supposed, conditions)
        if left is None:
            return
        rules = " and ".join(step["rules"]) or "nothing"
        if step.get("contradiction"):
            way = way_through(left, conditions)
            if way is not None:
                yield f"no contradiction, {rules} allow {self._describe(way)}"
            return
        for cell, excluded in self.exclusions(step):
            held = left[cell]
            if held is None:
                yield f"{self.names[cell]} could be anything, for all that {rules} say"
                continue
            for value in sorted(filter(excluded, held)):
                way = way_through({**left, cell: frozenset((value,))}, conditions, cell)
                if way is not None:
                    shown = self._describe(way)
                    yield f"{self.names[cell]} could be {value}: {rules} allow {shown}"
                    break

    def _describe(self, way: State) -> str:
        return ", ".join(
            f"{self.names[cell]} = {_listed(held)}"
            for cell, held in way.items()
            if held is not None
        )


def _unlike(values: Iterable[int]) -> Callable[[int], bool]:
    kept = frozenset(values)
    return lambda value: value not in kept


def _cell(data: Sequence[int]) -> Cell:
    return tuple(data)


def _listed(values: Iterable[int]) -> str:
    shown = sorted(values)
    text = ", ".join(map(str, shown[:8]))
    return f"{text}, ..." if len(shown) > 8 else text or "none"

"""Evidence put into words: the steps of an explanation.

Each step follows from the steps before it; it never mentions a deduction that was left out.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from operator import itemgetter

from quincunx.cp.kernel.deduction import Change, Inference
from quincunx.cp.kernel.domain import single
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import Deduction, capitalised, is_read_whole, listed
from quincunx.cp.words.techniques import ALREADY_THERE, FEW_WAYS, Technique
from quincunx.families import AnyPuzzle, Cell
from quincunx.families.base.capabilities import phrases_of
from quincunx.reasoning.candidates import Bits, Candidates, Move, Rule
from quincunx.reasoning.case_analysis import refute
from quincunx.reasoning.evidence import Evidence, LinkEvidence, Pruning
from quincunx.reasoning.steps import ARROW, CaseStep, ExplanationStep, Held, LinkStep, case_sentence

AT_A_GLANCE = 4.0
"""Maximum effort of moves that are narrated in one batch."""
AT_A_GLANCE_AS_A_WHOLE = 2.0
"""The same for rules that a person reads as a whole, like an equation."""
MAX_BATCH_CONCLUSIONS = 8
"""Maximum number of conclusions in one batch."""
MAX_BATCH_RULES = 5
"""Maximum number of rules in one batch."""
MAX_JOINED_MOVES = 24
"""Maximum number of moves in one step where a family joins them."""


def narrate(
    puzzle: AnyPuzzle,
    candidates: Candidates,
    start: Sequence[int],
    evidence: Iterable[Evidence],
    one_by_one: bool = False,
    reasons: bool = False,
) -> list[ExplanationStep]:
    """The evidence as steps; `start` holds the bits of all variables before the first. With
    `one_by_one` moves that are seen at a glance are steps of their own, with `reasons` each has its
    reason apart from the conclusion."""
    narrator = Narrator(puzzle, candidates, start, reasons)
    narrator.brief = narrator.phrases.is_brief and not one_by_one
    section = narrator.phrases.section
    # A contradiction stays the last: then the evidence holds nothing but what it needs.
    evidence = sorted(evidence, key=lambda one: section(one.move.rules[0].constraint))
    told: list[tuple[ExplanationStep, list[Evidence]]] = []
    for group in narrator.groups(evidence, one_by_one):
        told += [(step, group) for step in narrator.step(group)]
        if narrator.contradicted:
            break
    steps = [step for step, _ in told]
    if not narrator.contradicted and not any(step.sets for step in steps):
        return steps
    # Words may conclude more than the evidence, so that an earlier step is not needed any more.
    cited = {len(steps)}
    for number in range(len(steps), 0, -1):
        if number in cited or (steps[number - 1].sets and not narrator.contradicted):
            cited.update({number, *steps[number - 1].builds_on})
    kept = {id(one) for at, (_, group) in enumerate(told, 1) if at in cited for one in group}
    spare = {id(one) for _, group in told for one in group} - kept
    fewer = [one for one in evidence if id(one) not in spare]
    return narrate(puzzle, candidates, start, fewer, one_by_one, reasons) if spare else steps


def opening(puzzle: AnyPuzzle, givens: Mapping[Cell, int], candidates: Candidates) -> str:
    """The text before the first step: what the family says, and the empty cells that have one
    candidate from the start."""
    phrases = phrases_of(puzzle)
    alike: dict[int, list[Variable]] = {}
    for cell, variable in zip(puzzle.cells, candidates.model.decisions, strict=True):
        if len(variable.domain) == 1 and cell not in givens:
            alike.setdefault(variable.domain[0], []).append(variable)
    choices = listed([phrases.only_choice(group, value) for value, group in alike.items()], "and")
    said = f"{capitalised(choices)}." if choices else ""
    return " ".join(filter(None, [phrases.opening(), said]))


def narrate_move(puzzle: AnyPuzzle, candidates: Candidates, move: Move) -> ExplanationStep:
    """The step of one move that has not been applied yet."""
    if move.case is not None and not move.case.links:
        move = refute(candidates, move.case.variable, move.case.bit) or move
    now = [variable.bits for variable in candidates.variables]
    goals = [change.variable for change in move.changes]
    evidence = Pruning(candidates, now, [move], goals).evidence()
    return narrate(puzzle, candidates, now, evidence)[-1]


def _go_together(before: Sequence[Evidence], one: Evidence, keys: Sequence[object]) -> bool:
    last = before[-1]
    if last.move.case is not None and one.move.case is not None:
        return last.move.case.variable == one.move.case.variable
    if one.move.contradicts or last.move.contradicts:
        return False
    if any(key is not None for key in keys):
        return keys[0] == keys[1] and len(before) < MAX_JOINED_MOVES
    if len({name for e in (*before, one) for name in e.move.rules[0].names}) > MAX_BATCH_RULES:
        return False
    # Cells that become the same count once.
    found = [{c.after for c in e.move.changes if c.variable in e.claims} for e in (*before, one)]
    return _trivial(last) and _trivial(one) and sum(map(len, found)) <= MAX_BATCH_CONCLUSIONS


def _trivial(one: Evidence) -> bool:
    """Whether a person sees it at a glance."""
    if one.move.deduce is None or len(one.move.rules) > 1:
        return False
    as_a_whole = is_read_whole(one.move.rules[0].constraint)
    return one.move.effort <= (AT_A_GLANCE_AS_A_WHOLE if as_a_whole else AT_A_GLANCE)


def _in_stages(links: Iterable[LinkEvidence]) -> list[tuple[int, LinkEvidence]]:
    """The links of a case, each with its stage; they need only links of earlier stages."""
    found: list[tuple[int, LinkEvidence]] = []
    changed: Bits = {}
    for one in links:
        stage = 1 + max([changed.get(v, 0) for v in (*one.needs, *one.claims)], default=0)
        changed |= dict.fromkeys(one.claims, stage)
        found.append((stage, one))
    return sorted(found, key=itemgetter(0))


class Narrator:
    """Puts evidence into words; `state` holds the bits after the steps so far."""

    def __init__(
        self, puzzle: AnyPuzzle, candidates: Candidates, start: Sequence[int], reasons: bool
    ) -> None:
        self.candidates = candidates
        self.reasons = reasons
        self.phrases = phrases_of(puzzle)
        self.brief = False
        self.state: Bits = dict(enumerate(start))
        self.contradicted = False
        self.made = 0
        """The number of steps so far."""
        self.changed_by: dict[int, tuple[int, ...]] = {}
        """The numbers of the steps that say what is left of a variable: the last that changed it,
        and those before if that says only what goes."""
        decided = zip(candidates.model.decisions, puzzle.cells, strict=True)
        self.cells: Mapping[int, Cell] = {variable.index: cell for variable, cell in decided}

    def groups(self, evidence: Iterable[Evidence], one_by_one: bool) -> list[list[Evidence]]:
        """Group the evidence into steps: moves that the family joins and moves seen at a glance,
        unless they are wanted one by one, and the refuted values of one cell."""
        known = dict(self.state)
        groups: list[list[Evidence]] = []
        last: object = None
        for one in evidence:
            key = self._join_key(one, known)
            apart = not groups or (one_by_one and one.move.case is None)
            if apart or not _go_together(groups[-1], one, (last, key)):
                groups.append([])
            groups[-1].append(one)
            last = key
            for variable, mask in one.claims.items():
                known[variable] &= ~mask
        return groups

    def _join_key(self, one: Evidence, known: Bits) -> object:
        """The family's key for joining moves by one rule; None if it has none."""
        if one.move.deduce is None or len(one.move.rules) != 1 or one.move.contradicts:
            return None
        left = {v: known[v] & ~mask for v, mask in one.claims.items() if known[v] & mask}
        return self.phrases.step_key(self._deduction(one.move.rules, known, one.needs, left))

    def step(self, group: Sequence[Evidence]) -> Iterator[ExplanationStep]:
        """The step for a group of evidence; nothing if all of it is known already. Where the last
        of several moves turns out to be the contradiction, it is a step of its own."""
        if len(group) > 1 and (case := group[0].move.case) is not None:
            now = {case.variable: self.state[case.variable]}
            yield from self.step([*self._placed(now, now)])
        before = dict(self.state)
        parts: list[tuple[Evidence, Bits]] = []
        if group and group[0].move.deduce is not None:
            group = sorted(group, key=lambda one: self.phrases.rank(one.move.rules[0].constraint))
        waiting = [*group]
        while waiting and not self.contradicted:
            if not (applied := self._apply(waiting.pop(0))):
                continue
            one, left = applied
            if self.contradicted and parts and one.move.case is None:
                yield (first := self._step_for(parts, before))
                parts, before = [], dict(self.state)
                if not first.noted:
                    return
            parts.append((one, left))
            if one.move.deduce is not None and len(one.move.rules) == 1:
                waiting = [*self._placed(left, before), *waiting]
        if parts:
            yield self._step_for(parts, before)

    def _placed(self, left: Bits, before: Bits) -> Iterator[Evidence]:
        """What lists leave out because it stands in a group of their cell, if the family does."""
        for index, was in left.items() if self.phrases.leaves_out_placed else ():
            is_list = not single(was) and self._is_told(index, before[index], was)
            for rule in self._groups(index, index) if is_list else ():
                look = rule.looks[0].propagators or []
                ask = self.candidates.inference(rule.deduce.variables, look)
                change = Change(index, was, self._left_by(ask, self.state).get(index, was))
                move = Move(ALREADY_THERE, ALREADY_THERE.effort, (rule,), (change,), ask)
                yield Evidence(move, {index: change.gone}, frozenset(rule.scope))

    def _step_for(self, parts: Sequence[tuple[Evidence, Bits]], before: Bits) -> ExplanationStep:
        """The step for some evidence and the values that it leaves."""
        first = parts[0][0].move
        if first.case is not None:
            return self._by_cases([one for one, _ in parts], before)
        if first.deduce is None:
            return self._by_search(parts[0][0], before)
        if len(parts) > 1 or (self.brief and _trivial(parts[0][0]) and not first.contradicts):
            return self._batch(parts, before)
        return self._by_rules(*parts[0], before)

    def _apply(self, one: Evidence) -> tuple[Evidence, Bits] | None:
        """Apply one piece of evidence; with the values it leaves, or None if it changes nothing.

        The result includes conclusions of omitted moves, so a cell may be empty before the last
        move: then this move is the contradiction.
        """
        said = {} if one.move.deduce is None else self._left_by(one.move.deduce, self.state)
        left = {v: said.get(v, self.state[v]) & ~mask for v, mask in one.claims.items()}
        left = {v: bits for v, bits in left.items() if bits != self.state[v]}
        if emptied := {variable for variable, bits in left.items() if not bits}:
            needs = one.needs | emptied
            one, left = Evidence(one.move.as_contradiction(), {}, needs, one.links), {}
        self.contradicted = one.move.contradicts
        self.state |= left
        return (one, left) if left or one.move.contradicts else None

    def _left_by(self, deduce: Inference, known: Bits) -> Bits:
        """The values that a deduction leaves in a state, of the variables that it changes."""
        changes = self.candidates.assuming(known, deduce) or ()
        return {change.variable: change.after for change in changes}

    # Rules.

    def _by_rules(self, one: Evidence, left: Bits, before: Bits) -> ExplanationStep:
        move, seen, beside, also = one.move, Bits(), frozenset[int](), Bits()
        groups: Sequence[Rule] = ()
        known, deduce = before, move.deduce
        assert deduce is not None
        deduction = self._deduction(move.rules, before, one.needs, left, move.technique)
        sentence = self.phrases.sentence(deduction)
        technique, (rule, *more) = move.technique, move.rules
        technique = technique if more else self.phrases.label([technique], deduction, sentence)
        few_ways = self.phrases.technique(FEW_WAYS, rule.constraint) or FEW_WAYS
        by_ways = more or (technique is few_ways and is_read_whole(rule.constraint))
        if left and (by_ways or technique is not move.technique):
            if by_ways:
                seen, beside, groups = self._seen(move.rules, before)
            known = {**before, **seen}
            deduce = deduce if more or technique is move.technique else rule.deduce
            # The wording differs from the deduction found, so include every consequence.
            after, found = self._left_by(deduce, known), left
            left = {v: bits & known[v] & after.get(v, bits) for v, bits in found.items()}
            if beside and self.candidates.assuming(known, deduce) is None:
                # What is fixed elsewhere contradicts it.
                self.contradicted, left = True, {}
            if beside or left != found or technique is not move.technique:
                shown = before if left else known
                deduction = self._deduction(move.rules, shown, one.needs, left, technique, seen)
                sentence = self.phrases.sentence(deduction)
                if not more:
                    technique = self.phrases.label([technique], deduction, sentence)
            if left:
                also = self._also_told(deduction, sentence, after)
            self.state |= {**left, **also} or before
        words = self._words(deduction, sentence)
        rules = (*move.rules, *groups)
        needs = self._basis(deduce, one.needs, known, {**left, **also})
        if by_ways and left:
            # Ways are told with all that is left of every cell.
            needs.update(v.index for v in deduction.known)
        claims = [*one.claims, *also]
        return self._made(technique, move.effort, rules, claims, needs, before, words, beside)

    def _also_told(self, deduction: Deduction, sentence: str, after: Bits) -> Bits:
        """What a sentence tells beside its claims, where it names ways or places."""
        if len(deduction.constraints) > 1:
            # The ways obey all rules that the sentence names, the deduction only some.
            ways = self.phrases.joint_ways(deduction)[1]
            return {v.index: self._bits(v, ways[v]) & self.state[v.index] for v in ways}

        left, values = deduction.left, self.candidates.values
        others = {v: values(v.index, after.get(v.index, 0)) for v in deduction.known}
        others = {v: held for v, held in others.items() if held and v not in left}

        def is_told(others: Mapping[Variable, Sequence[int]]) -> bool:
            more = replace(deduction, left={**left, **others})
            return self.phrases.sentence(more) == sentence

        if others and (self.phrases.claims(deduction) in sentence or not is_told(others)):
            decided = {v: held for v, held in others.items() if len(held) == 1}
            others = {v: held for v, held in decided.items() if is_told({v: held})}
        return {v.index: self._bits(v, held) for v, held in others.items()}

    def _bits(self, variable: Variable, values: Iterable[int]) -> int:
        return sum(map(self.candidates.variables[variable.index].bit, values))

    def _basis(self, deduce: Inference, needs: Iterable[int], known: Bits, left: Bits) -> set[int]:
        """The variables on which it relies that a deduction leaves just these values: those that
        it needs to remove some, and maybe those it changes or all others."""
        scope = [variable.index for variable in deduce.variables]
        for basis in ({*needs}, {*needs, *left}, {*scope}):
            relaxed = {v: known[v] if v in basis else self.candidates.initial[v] for v in scope}
            after = relaxed | self._left_by(deduce, relaxed)
            if not any(after[v] & ~bits for v, bits in left.items()):
                break
        return basis

    def _seen(
        self, rules: Sequence[Rule], known: Bits
    ) -> tuple[Bits, frozenset[int], Sequence[Rule]]:
        """The candidates of the rules' cells without values that other cells already hold in the
        same groups, those other cells, and the groups that are not among the rules. All are empty
        if a cell would have no candidate."""
        names = {name for rule in rules for name in rule.names}
        scope = {index for rule in rules for index in rule.scope}
        values = self.candidates.values
        seen, beside, used = {index: known[index] for index in scope}, set[int](), list[Rule]()
        written = [index for index, bits in known.items() if index not in scope and single(bits)]
        for index, there in product(scope, written):
            (value,) = values(there, known[there])
            bit = self.candidates.variables[index].bit(value) & seen[index]
            told = bit and (value or not self.phrases.nothing)
            if told and (groups := self._groups(index, there)):
                beside.add(there)
                used += groups[:1]
                seen[index] &= ~bit
        more = [rule for rule in dict.fromkeys(used) if not names.issuperset(rule.names)]
        return (seen, frozenset(beside), more) if all(seen.values()) else ({}, frozenset(), ())

    def _groups(self, one: int, other: int) -> list[Rule]:
        """The groups that hold two cells; a sum of different digits is none."""
        rules = [self.candidates.rules[number] for number in self.candidates.rules_of[one]]
        groups = [rule for rule in rules if rule.looks[0].technique is ALREADY_THERE]
        return [r for r in groups if other in r.scope and not is_read_whole(r.constraint)]

    def _batch(self, parts: Sequence[tuple[Evidence, Bits]], before: Bits) -> ExplanationStep:
        """One step for several moves that are seen at a glance."""
        known = dict(before)
        deductions: list[Deduction] = []
        needs = set[int]()
        for one, left in parts:
            technique = one.move.technique
            deductions.append(self._deduction(one.move.rules, known, one.needs, left, technique))
            assert one.move.deduce is not None
            needs |= self._basis(one.move.deduce, one.needs, known, left)
            known |= left
        moves = [one.move for one, _ in parts]
        sentence = self.phrases.together(deductions)
        hardest = sorted(moves, key=lambda move: (-move.technique.tier, -move.effort))
        used = [move.technique for move in hardest]
        technique = self.phrases.label(used, deductions[0], sentence)
        effort = max(move.effort for move in moves)
        rules = tuple(dict.fromkeys(rule for move in moves for rule in move.rules))
        claims = dict.fromkeys(v for one, _ in parts for v in one.claims)
        words = self._words(deductions[0], sentence)
        return self._made(technique, effort, rules, claims, needs, before, words)

    # Cases.

    def _by_cases(self, group: Sequence[Evidence], before: Bits) -> ExplanationStep:
        first = group[0].move
        assert first.case is not None
        variable = first.case.variable
        unknown = self.candidates.model.variables[variable]
        place = self.phrases.place(unknown)
        chain: list[CaseStep] = []
        needs: set[int] = {variable}
        for one in group:
            case = one.move.case
            assert case is not None
            (value,) = self.candidates.values(variable, case.bit)
            links, way, clash, narrowed = self._links(one.links, {**before, variable: case.bit})
            row = f"{place}{self.phrases.sign(unknown, (), (value,))}", way, clash
            chain.append(CaseStep(self.cells[variable], value, row, links))
            needs |= one.needs | narrowed
        contradicts = group[-1].move.contradicts
        claims = () if contradicts else (variable,)
        claim = f"nothing is left for {place}" if contradicts else self._claim(variable, before)
        rules = tuple(dict.fromkeys(link.link.rule for one in group for link in one.links))
        chain.sort(key=lambda case: case.value)
        reason = " ".join(case_sentence(case.row) for case in chain)
        words = place, reason.removesuffix("."), f"{reason} So {claim}."
        step = self._made(first.technique, first.effort, rules, claims, needs, before, words)
        return replace(step, chain=tuple(chain))

    def _links(
        self, links: Sequence[LinkEvidence], known: Bits
    ) -> tuple[tuple[LinkStep, ...], str, str, set[int]]:
        """The links of a case as data and in words, what follows and the contradiction; and the
        variables they change of which it matters what was known before."""
        narrowed = set[int]()
        steps: list[LinkStep] = []
        stages: dict[int, list[str]] = {}
        for stage, one in _in_stages(links):
            left = {v: known[v] & ~mask for v, mask in one.claims.items() if known[v] & mask}
            if one.link.changes and not left:
                continue
            # A link also draws the conclusions that it shares with links that were left out. So a
            # cell may become empty before the last link: then this link is the contradiction.
            emptied = {index for index, after in left.items() if not after}
            left = {} if emptied else left
            rule = one.link.rule
            deduction = self._deduction((rule,), known, one.needs | emptied, left)
            said = self.phrases.link(deduction, stages.get(stage - 1, ()))
            stages.setdefault(stage, []).append(said)
            because, removes = self._because([rule], known), self._removes(left, known)
            steps.append(LinkStep(rule.names, because, self._sets(left), removes))
            if emptied:
                break
            narrowed |= self._basis(rule.deduce, one.needs, known, left) & left.keys()
            known |= left
        *earlier, (*last, clash) = stages.values()
        way = ARROW.join(map("; ".join, filter(None, [*earlier, last])))
        return tuple(steps), way, clash, narrowed

    def _by_search(self, one: Evidence, before: Bits) -> ExplanationStep:
        """The step for a value that a search refutes."""
        otherwise = "" if one.move.contradicts else " otherwise"
        reason = (
            f"Nothing short of trying helps here: all that could follow{otherwise}, "
            f"{one.move.tried} positions, breaks a rule in the end"
        )
        about, sentence = "all rules", f"{reason}."
        for variable in one.claims:
            about = self.phrases.place(self.candidates.model.variables[variable])
            sentence = f"{reason}, so {self._claim(variable, before)}."
        move, words = one.move, (about, reason, sentence)
        by_search = move.technique, move.effort, move.rules
        return self._made(*by_search, one.claims, one.needs, before, words)

    def _claim(self, variable: int, before: Bits) -> str:
        """What is left of a variable, in words."""
        values = self.candidates.values
        was, now = values(variable, before[variable]), values(variable, self.state[variable])
        return self.phrases.claim([self.candidates.model.variables[variable]], was, now)

    # Evidence.

    def _words(self, deduction: Deduction, sentence: str) -> tuple[str, str, str]:
        """The name of what a deduction is about, its reason if that is wanted, and a sentence."""
        reason = self.phrases.reason(deduction) if self.reasons else ""
        return self.phrases.about(deduction), reason, sentence

    def _made(
        self,
        technique: Technique,
        effort: float,
        rules: Sequence[Rule],
        claims: Iterable[int],
        needs: Iterable[int],
        before: Bits,
        words: tuple[str, str, str],
        beside: Collection[int] = (),
    ) -> ExplanationStep:
        """A step by some rules; the words are what it is about, the reason and the sentence.
        `beside` are cells it relies on that are not of its rules."""
        left = {v: self.state[v] for v in claims if self.state[v] != before[v]}
        initial, endless = self.candidates.initial, self.candidates.endless
        relied_on = {v for v in needs if before[v] != initial[v]}.union(beside)
        earlier = {step for v in relied_on for step in self.changed_by.get(v, ())}
        self.made += 1
        for v in left:
            before_it = () if self._is_told(v, before[v], left[v]) else self.changed_by.get(v, ())
            self.changed_by[v] = (*before_it, self.made)
        several = {v: b for v, b in left.items() if endless(v, before[v]) and not single(b)}
        return ExplanationStep(
            technique.name,
            technique.tier,
            effort,
            *words,
            tuple(dict.fromkeys(name for rule in rules for name in rule.names)),
            self._because(rules, before, {*left, *beside}),
            tuple(self.cells[v] for v in sorted(relied_on.union(left)) if v in self.cells),
            self._sets(left),
            self._removes(left, before),
            self._held(several, several),
            builds_on=tuple(sorted(earlier)),
        )

    def _is_told(self, variable: int, before: int, left: int) -> bool:
        """Whether a claim names all that is left of a variable, not what goes or bounds."""
        if single(left):
            return True
        was, values = (self.candidates.values(variable, bits) for bits in (before, left))
        unknown = self.candidates.model.variables[variable]
        named = self.phrases.possible(unknown, values)
        return self.phrases.predicate(unknown, was, values) == named

    def _because(self, rules: Sequence[Rule], known: Bits, also: Iterable[int] = ()) -> Held:
        """The candidates of every cell of the rules, except cells that can hold anything."""
        scope = {*also, *(index for rule in rules for index in rule.scope)}
        return self._held({index: known[index] for index in sorted(scope)}, known)

    def _sets(self, left: Bits) -> tuple[tuple[Cell, int], ...]:
        decided = {index: bits for index, bits in left.items() if bits.bit_count() == 1}
        return tuple((cell, values[0]) for cell, values in self._held(decided, decided))

    def _removes(self, left: Bits, known: Bits) -> Held:
        return self._held({index: known[index] & ~bits for index, bits in left.items()}, known)

    def _held(self, bits: Bits, known: Bits) -> Held:
        """The values of cells, except cells that can hold anything."""
        return tuple(
            (self.cells[index], self.candidates.values(index, values))
            for index, values in bits.items()
            if index in self.cells and not self.candidates.endless(index, known[index])
        )

    def _deduction(
        self,
        rules: Sequence[Rule],
        known: Bits,
        needs: Iterable[int],
        left: Bits,
        technique: Technique | None = None,
        seen: Mapping[int, int] = {},
    ) -> Deduction:
        """The deduction by some rules in the form that the families' phrases take."""
        variables, values = self.candidates.model.variables, self.candidates.values
        scope = dict.fromkeys(index for rule in rules for index in rule.scope)
        names = {name for rule in rules for name in rule.names}
        implied = [
            rule.constraint
            for rule in (self.candidates.rules if len(rules) > 1 else ())
            if names.issuperset(rule.names) and scope.keys() >= {*rule.scope}
        ]
        return Deduction(
            tuple(rule.constraint for rule in rules),
            {variables[index]: values(index, known[index]) for index in scope},
            frozenset(variables[index] for index in needs if index in scope),
            {variables[index]: values(index, bits) for index, bits in left.items()},
            technique,
            {variables[index]: values(index, bits) for index, bits in seen.items()},
            tuple(implied),
        )

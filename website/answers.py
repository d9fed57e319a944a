"""The form of every answer in JSON, as typed dictionaries: the reference and the schemas are made
from these declarations, and tests compare them with what the commands print.

Records that the program keeps as dataclasses and prints as they are (`Statistics`, `Notes`, `Node`)
are declared there.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NewType, NotRequired, TypedDict

from quincunx.cp.model import Notes
from quincunx.cp.statistics import Statistics
from quincunx.lab.trees.tree import Node

Document = NewType("Document", object)
"""A puzzle as a JSON document, of any family."""
Solution = NewType("Solution", object)
"""A solution in the form of its family."""

Identifier = Annotated[str, "The puzzle's identifier."]
Family = Annotated[str, "The name of the family."]
Verdict = Annotated[
    Literal["unique", "multiple", "none", "unknown"],
    "How many solutions there are; unknown if a limit stopped the search first, or if a "
    "paper's program, which may lose solutions, found none.",
]
GradeName = Annotated[
    Literal["easy", "medium", "hard", "expert"] | None, "The grade; null if there is none."
]
Score = Annotated[float | None, "How hard the puzzle is, as a number."]
Techniques = Annotated[
    dict[str, int] | None, "How often each technique is used; null if not graded."
]
Cell = Annotated[list[int], "The numbers that name a cell, such as row and column, from 1."]
File = Annotated[str, "The file that was written."]


class Solved(TypedDict):
    """The solutions of a puzzle, or their number, with the counters of the search."""

    puzzle: Identifier
    family: Family
    verdict: Verdict
    count: Annotated[int, "The number of solutions found."]
    complete: Annotated[bool, "Whether the whole space was searched."]
    solutions: Annotated[list[Solution], "The solutions; empty if they were only counted."]
    statistics: Annotated[Statistics, "The counters of the search."]
    checked: Annotated[int, "How many solutions were checked against the rules."]
    seed: NotRequired[Annotated[int, "With --random: the seed."]]
    marginals: NotRequired[Annotated[list[Marginal], "With --marginals: one entry for each cell."]]
    model: NotRequired[Annotated[str, "With --model: paper or authors."]]
    answers: NotRequired[Annotated[int, "With --model: the program's answers, right or wrong."]]
    notes: NotRequired[Annotated[Notes, "With --model: remarks on the paper's program."]]


class Marginal(TypedDict):
    """How many solutions have each value in a cell."""

    cell: Cell
    values: Annotated[dict[str, int], "The number of solutions by value."]


class Checked(TypedDict):
    """Whether an answer keeps the rules."""

    ok: Annotated[bool, "Whether no rule is broken."]
    violations: list[BrokenRule]


class BrokenRule(TypedDict):
    """One broken rule."""

    rule: Annotated[str, "The short name of the rule."]
    sentence: Annotated[str, "What is wrong."]
    cells: Annotated[list[Cell], "The cells that break it."]


class Shown(TypedDict):
    """A puzzle, perhaps with an answer, drawn with characters."""

    puzzle: Identifier
    family: Family
    document: Document
    solution: Annotated[Solution | None, "The answer that is drawn, if any."]
    drawing: Annotated[str, "The drawing, with line breaks."]


class Drawn(TypedDict):
    """A picture that was written."""

    puzzle: Identifier
    family: Family
    file: File


class BookMade(TypedDict):
    """A book that was written."""

    file: File
    seed: Annotated[int | None, "The seed of the puzzles that were made for it."]
    title: str
    puzzles: list[BookPuzzle]


class BookPuzzle(TypedDict):
    """A puzzle of a book."""

    number: Annotated[int, "Its number in the book."]
    puzzle: Identifier
    grade: GradeName
    solution: Solution


class Generated(TypedDict):
    """One generated puzzle; there is one object on each line."""

    puzzle: Identifier
    document: Document
    solution: Annotated[Solution | None, "Its solution; null if it may have several."]
    grade: GradeName
    score: Score
    techniques: Techniques
    seed: Annotated[int, "The seed of the series."]
    index: Annotated[int, "The row of the series."]
    series: Annotated[str, "A hash of the request and the seed."]


class PaperGenerated(TypedDict):
    """With --model paper: one puzzle made as the generator of the family's paper does."""

    puzzle: Identifier
    document: Document
    model: Literal["paper"]
    attempts: Annotated[int, "Boards that were tried for it."]
    seed: Annotated[int, "The seed of the series."]
    index: Annotated[int, "Its number in the series."]


class Graded(TypedDict):
    """How hard a puzzle is, with the evidence."""

    puzzle: Identifier
    family: Family
    grade: GradeName
    score: Annotated[float, "The geometric mean of hardness and length."]
    hardness: Annotated[float, "The effort of the hardest round."]
    length: Annotated[int, "The number of rounds."]
    steps: Annotated[int, "The number of moves."]
    techniques: Annotated[dict[str, int], "How often each technique is used."]
    decisive: Annotated[str, "The hardest step, in words."]
    reason: Annotated[str, "Why the puzzle has this grade, or none."]
    next: Annotated[str, "Which score the next grade takes."]


class Value(TypedDict):
    """A value in a cell."""

    cell: Cell
    value: int


class Values(TypedDict):
    """Values of a cell."""

    cell: Cell
    values: list[int]


class Candidates(TypedDict):
    """All candidates that are left in a cell."""

    cell: Cell
    candidates: list[int]


class Hinted(TypedDict):
    """The next step for a player; a level reveals no more than it should."""

    puzzle: Identifier
    family: Family
    kind: Annotated[
        Literal["step", "wrong", "solved", "multiple", "none", "unknown"],
        "step: a deduction; wrong: the state has a mistake; the others: why there is no step.",
    ]
    level: Annotated[int, "1 where to look, 2 why, 3 what follows."]
    sentences: list[str]
    technique: Annotated[str | None, "The technique, from level 2 on."]
    cells: Annotated[list[Cell], "The cells to look at."]
    sets: Annotated[list[Value], "Level 3: the numbers that follow."]
    removes: Annotated[list[Values], "Level 3: the values that are ruled out."]
    leaves: Annotated[list[Values], "Level 3: all values left in cells that could hold any."]
    wrong: Annotated[list[Cell], "The cells with mistakes, from level 2 on."]


class Explained(TypedDict):
    """The way to the solution in steps."""

    puzzle: Identifier
    family: Family
    solved: Annotated[bool, "Whether the steps reach the only solution."]
    verdict: Verdict
    hardness: Annotated[float, "The effort of the hardest step."]
    length: Annotated[int, "The number of steps."]
    opening: Annotated[str, "A remark before the first step, or an empty text."]
    steps: list[Step]
    ending: Annotated[str, "The last sentence."]
    solution: Annotated[Solution | None, "The solution, if there is exactly one."]


class Step(TypedDict):
    """One step. What it concludes follows from `rules` and `because` alone."""

    technique: str
    tier: Annotated[int, "How advanced the technique is, 1 to 6."]
    effort: Annotated[float, "The effort of the step."]
    sentence: Annotated[str, "The step in words."]
    rules: Annotated[list[str], "The rules it uses: ids of quincunx families FAMILY PUZZLE."]
    because: Annotated[list[Candidates], "The candidates of the cells it relies on."]
    cells: Annotated[list[Cell], "The cells to look at."]
    sets: Annotated[list[Value], "The numbers that follow."]
    removes: Annotated[list[Values], "The values that are ruled out."]
    leaves: Annotated[list[Values], "All values left in cells that could hold any before."]
    chain: Annotated[list[Case], "The cases, if the step goes through cases."]
    builds_on: Annotated[list[int], "The steps that last changed the cells it relies on, from 1."]
    conclusion: NotRequired[Annotated[str, "With cases: the sentence without them."]]
    contradiction: NotRequired[Annotated[Literal[True], "The step ends in a contradiction."]]


class Case(TypedDict):
    """A value that is supposed, and the links that refute it."""

    suppose: Value
    row: Annotated[list[str], "The case in words: suppose, then, but; several cases can share it."]
    links: list[Link]


class Link(TypedDict):
    """One deduction in a case."""

    technique: str
    rules: list[str]
    because: list[Candidates]
    sets: list[Value]
    removes: list[Values]
    contradiction: NotRequired[Annotated[Literal[True], "The last link."]]


class Glossary(TypedDict):
    """The techniques that explanations name."""

    techniques: list[Technique]


class Technique(TypedDict):
    """A technique."""

    name: str
    tier: Annotated[int, "How advanced it is, 1 to 6."]
    effort: Annotated[float, "The least effort of a step with it."]
    meaning: str
    family: Annotated[str | None, "The family it belongs to; null for a general one."]
    example: Annotated[str, "A puzzle that needs it, or an empty text."]


class Published(TypedDict):
    """A published puzzle."""

    name: Annotated[str, "Its name in the gallery."]
    source: Annotated[str, "Where it was published."]
    claims_unique: Annotated[bool, "Whether its author claims that it has one solution."]
    puzzle: Document
    solution: NotRequired[Annotated[Any, "The printed answer, right or wrong."]]


class Gallery(TypedDict):
    """All published puzzles that come with the program."""

    puzzles: list[Published]


class CatalogueList(TypedDict):
    """The complete lists of puzzles."""

    catalogues: list[CatalogueKind]


class CatalogueKind(TypedDict):
    """A complete list of puzzles."""

    family: Family
    kind: Annotated[str, "The name of the list."]
    puzzles: Annotated[int | None, "How many there are; null if the list is not shipped."]
    bounds: Annotated[str, "For what the list is complete."]
    symmetry: Annotated[str, "Which puzzles count as one."]
    measures: Annotated[list[str], "The numbers by which the list can be filtered."]


class CatalogueEntry(TypedDict):
    """One puzzle of a catalogue, with a number for each measure; one object on each line."""

    puzzle: Identifier
    document: Document
    solution: Solution
    grade: GradeName
    score: Score
    techniques: Techniques


class Records(TypedDict):
    """Questions about extreme puzzles, with their best answers."""

    questions: list[RecordQuestion]


class RecordQuestion(TypedDict):
    """A question."""

    name: str
    family: Family
    question: str
    meaning: Annotated[str, "What exactly is asked."]
    records: list[Record]


class Record(TypedDict):
    """The best answer in one case."""

    case: str
    best: str
    proved: Annotated[bool, "Whether nothing is better."]
    how: Annotated[str, "How that is known."]
    puzzle: Annotated[str | None, "The identifier of the puzzle that shows it."]
    verdict: NotRequired[Annotated[Verdict, "With --check."]]


class Audit(TypedDict):
    """Whether what is claimed about published puzzles is true."""

    ok: Annotated[bool, "Whether every claim is true."]
    complete: Annotated[bool, "Whether everything was decided."]
    puzzles: list[Finding]


class Finding(TypedDict):
    """What a search found about a published puzzle."""

    name: str
    source: str
    puzzle: Identifier
    claims_unique: Annotated[bool, "Whether its author claims that it has one solution."]
    answer: Annotated[Literal["right", "wrong"] | None, "The printed answer; null if none is."]
    verdict: Verdict
    count: Annotated[int, "The number of solutions found."]
    complete: Annotated[bool, "Whether the whole space was searched."]
    false_claims: list[str]
    proved: NotRequired[Annotated[str | None, "With --certify: what was proved."]]


class Families(TypedDict):
    """All families that are installed."""

    families: list[FamilyInfo]


class FamilyInfo(TypedDict):
    """A family: its rules and the form of its puzzles."""

    family: Family
    title: Annotated[str, "The name for people."]
    package: Annotated[str, "The package it comes from, with its version."]
    rules: str
    fields: list[FieldInfo]
    example: ExamplePuzzle
    labeling: Annotated[list[str], "The labeling options by which it is searched by default."]
    paper: Annotated[Notes | None, "Remarks on the program in its paper, if there is one."]


class FieldInfo(TypedDict):
    """A part of a puzzle's document."""

    name: Annotated[str, "The key."]
    meaning: str
    optional: Annotated[bool, "Whether it may be left out."]


class ExamplePuzzle(TypedDict):
    """An example of a family's puzzles."""

    puzzle: Identifier
    document: Document
    solution: Solution


class RuleBook(TypedDict):
    """The rules and the cells of one puzzle: FAMILY PUZZLE."""

    puzzle: Identifier
    family: Family
    cells: list[RuleCell]
    rules: list[Rule]


class RuleCell(TypedDict):
    """A cell before any reasoning."""

    cell: Cell
    name: Annotated[str, "Its name in explanations."]
    candidates: Annotated[list[int] | None, "Its candidates; null if there are too many."]


class Rule(TypedDict):
    """A rule with the cells it is about."""

    id: Annotated[str, "The name that the steps of explanations use."]
    sentence: str
    cells: list[Cell]


class FamilyChecks(TypedDict):
    """Whether families keep their own examples: --check."""

    families: list[FamilyCheck]
    broken: Annotated[list[str], "Plug-ins that cannot be loaded."]


class FamilyCheck(TypedDict):
    """Whether a family keeps its own example."""

    family: Family
    package: str
    problems: list[str]


class Exported(TypedDict):
    """A puzzle for another solver."""

    puzzle: Identifier
    family: Family
    format: str
    text: NotRequired[Annotated[str, "The model, without -o."]]
    file: NotRequired[Annotated[str, "The file that was written, with -o."]]


class DatasetMade(TypedDict):
    """What a dataset's folder holds."""

    folder: str
    complete: Annotated[bool, "Whether it has all rows that were asked for."]
    rows: int
    number: Annotated[int, "The rows that were asked for."]
    ended: Annotated[str, "Why it ended early, or an empty text."]
    counts: Annotated[dict[str, dict[str, int]], "Rows by split, family and grade."]
    repeats: Annotated[int, "Rows left out because their solution was there already."]
    excluded: Annotated[int, "Rows left out because of --exclude or the benchmark."]
    not_found: Annotated[int, "Rows for which no puzzle was found."]
    lost: Annotated[list[int], "Rows that could not be made."]
    warnings: list[str]
    shards: int
    made: Annotated[int, "Rows made by this command."]
    kept: Annotated[int, "Rows made and not yet in a file."]
    seconds: float
    files: NotRequired[Annotated[int, "With --verify: the files that were compared."]]


class Scored(TypedDict):
    """The score of one answer; there is one object on each line, and a summary at the end."""

    id: Annotated[str, "The row or puzzle that was answered."]
    puzzle: Identifier
    score: Annotated[float, "1.0 for a right answer."]
    answer: Annotated[Any, "The answer that was read; null if there is none."]
    violations: Annotated[list[str], "What is wrong."]
    read_as: Literal["json", "text", ""]
    status: Literal["right", "wrong", "format-error", "no-answer"]


class ScoreSummary(TypedDict):
    """The last line: scores by family and grade."""

    summary: list[ScoreGroup]
    all: ScoreGroup


class ScoreGroup(TypedDict):
    """The scores of a group of puzzles."""

    family: Annotated[str | None, "The family; null for all."]
    grade: Annotated[str | None, "The grade; null for all."]
    puzzles: int
    replies: int
    unread: Annotated[int, "Replies without an answer that could be read."]
    wrong: int
    format_errors: int
    mean: Annotated[float, "The mean score."]
    interval: Annotated[list[float], "Wilson's 95 % interval for the mean."]
    solved: Annotated[float, "The share of puzzles with at least one right answer."]


class Evaluated(TypedDict):
    """Results of models on a dataset, the best first."""

    results: list[ModelResults]


class ModelResults(TypedDict):
    """The results of one model."""

    format: Annotated[int, "The version of this form."]
    model: Annotated[str, "The name of the model."]
    settings: Annotated[dict[str, Any], "How it was asked."]
    dataset: QuestionSet
    versions: Annotated[dict[str, str], "The versions of quincunx and Python."]
    replies_sha256: Annotated[str, "A hash of all replies."]
    cut: Annotated[int, "Replies that were cut short."]
    all: EvaluatedGroup
    groups: Annotated[list[EvaluatedGroup], "The same by family and grade."]
    right: Annotated[dict[str, int], "The number of right replies by row."]


class QuestionSet(TypedDict):
    """The dataset that was asked."""

    rows: int
    sha256: Annotated[str, "A hash of all rows."]


class EvaluatedGroup(ScoreGroup):
    """The scores of a group of puzzles, with pass@k."""

    pass_: Annotated[dict[str, PassRate], "By k: the chance that one of k replies is right."]


class PassRate(TypedDict):
    """An estimate without bias, with Wilson's 95 % interval."""

    value: float
    interval: list[float]


class Served(TypedDict):
    """The server is ready; it runs until Ctrl-C."""

    address: str


class SiteMade(TypedDict):
    """A static site that was written."""

    folder: str
    version: Annotated[str, "A hash of its files."]
    files: Annotated[dict[str, int], "The size of each file."]


class Certified(TypedDict):
    """A certificate that was written."""

    puzzle: Identifier
    family: Family
    statement: Annotated[str, "unique, none, multiple, or a count."]
    sentence: Annotated[str, "What is proved, in words."]
    bytes: Annotated[dict[str, int], "The size of each file."]
    folder: NotRequired[str]
    file: NotRequired[str]
    recipe: NotRequired[Annotated[list[list[str]], "With --recipe: commands with remarks."]]


class CertifiedMany(TypedDict):
    """Certificates of several puzzles in one zip file."""

    certificates: list[CertificateEntry]
    missing: Annotated[list[str], "Puzzles without one, and why."]
    file: File


class CertificateEntry(TypedDict):
    """One certificate of several."""

    puzzle: Identifier
    family: Family
    statement: str
    sentence: str
    bytes: dict[str, int]


class Verified(TypedDict):
    """Whether a certificate proves its statement."""

    folder: str
    proved: bool
    sentence: Annotated[str, "What is proved, or why nothing is."]
    puzzle: NotRequired[Identifier]
    document: NotRequired[Document]
    statement: NotRequired[str]


class VerifiedMany(TypedDict):
    """Whether the certificates in a zip file prove their statements."""

    certificates: list[Verified]


class LabRows(TypedDict):
    """An experiment: what was asked, and one row for each search."""

    sweep: Annotated[dict[str, Any], "The settings of the experiment."]
    rows: list[Trial]


class Trial(TypedDict):
    """One search. Counters of a search that a limit stopped are null."""

    puzzle: Identifier
    family: Family
    variable: Annotated[str, "The order of the variables."]
    value: Annotated[str, "The choice of values."]
    direction: Literal["up", "down"]
    consistency: Literal["domain", "bounds"]
    seed: int
    goal: Literal["first", "all"]
    repeat: Annotated[int, "The number of the repetition."]
    model: str
    strategy: str
    point: Annotated[str, "The value of the parameter that grows."]
    outcome: Annotated[str, "solved, none, wrong or limit."]
    setup: Annotated[float, "Seconds before labeling began."]
    seconds: float | None
    nodes: int | None
    backtracks: int | None
    resumptions: int | None
    entailments: int | None
    prunings: int | None
    constraints: int | None
    solutions: int | None


class Trees(TypedDict):
    """Searches as trees."""

    puzzle: Identifier
    trees: list[SearchTree]


class SearchTree(TypedDict):
    """A search as a tree."""

    puzzle: Identifier
    family: Family
    labeling: str
    consistency: Literal["domain", "bounds"]
    model: str
    complete: Annotated[bool, "Whether the whole space was searched."]
    limited: Annotated[bool, "Whether a limit stopped the search before its goal."]
    statistics: Statistics
    nodes: Annotated[list[Node], "The nodes; parents and children are positions in this list."]


class PapersJudged(TypedDict):
    """The verdicts on the claims of the five papers."""

    made: Annotated[dict[str, Any], "What the claims were judged with."]
    claims: list[ClaimJudged]
    files: Annotated[list[str], "The files that were written."]


class ClaimJudged(TypedDict):
    """A claim with its verdict."""

    family: Family
    id: str
    where: Annotated[str, "Where the paper says it."]
    says: Annotated[str, "What the paper says."]
    reason: str
    verdict: Literal["reproduced", "not reproduced", "inconclusive", "wrong in print"]
    program: Annotated[str, "The program it was judged with; empty if none was needed."]
    words: Annotated[dict[str, str], "The outcome with each program."]
    holds: Annotated[bool | None, "Whether the claim holds; null if that is open."]
    n: int | None
    p: Annotated[float | None, "The probability of as much evidence by chance."]
    against: Annotated[float | None, "The same for the opposite."]
    read: Annotated[bool, "Whether nothing was computed."]


MEASURED = {CatalogueEntry: int}
"""Objects with more keys than those declared, and the type of their values."""

ANSWERS: dict[str, tuple[type, ...]] = {
    "solve": (Solved,),
    "check": (Checked,),
    "show": (Shown,),
    "draw": (Drawn,),
    "book": (BookMade,),
    "generate": (Generated, PaperGenerated),
    "catalogue": (CatalogueList, CatalogueEntry),
    "records": (Records,),
    "dataset": (DatasetMade,),
    "score": (Scored, ScoreSummary),
    "evaluate": (Evaluated,),
    "explain": (Explained,),
    "hint": (Hinted,),
    "grade": (Graded,),
    "techniques": (Glossary,),
    "serve": (Served,),
    "site": (SiteMade,),
    "certify": (Certified, CertifiedMany),
    "verify": (Verified, VerifiedMany),
    "lab labeling": (LabRows,),
    "lab growth": (LabRows,),
    "lab tree": (Trees,),
    "lab papers": (PapersJudged,),
    "gallery": (Gallery, Published),
    "audit": (Audit,),
    "export": (Exported,),
    "families": (Families, FamilyInfo, RuleBook, FamilyChecks),
}
"""The command, and the forms that one JSON object of its output may have."""

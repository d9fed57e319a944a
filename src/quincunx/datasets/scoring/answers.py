r"""Finding the answer in a reply; docs/scoring.md states the protocol.

An answer is a JSON list or the family's plain text. It is expected behind "Answer:", in `\boxed{}`,
in the last code block, or as the whole reply. The last of these counts. At most two are read (a
code block behind the last mark, then the mark), and only in the last `MAX_CHARACTERS` of the reply,
so the work is bounded. Nothing is evaluated.
"""

import re
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal, NamedTuple

from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle, read_solution

MAX_CHARACTERS = 200_000

NO_ANSWER = "There is no answer of the right shape."
EMPTY_CELL = "The answer has an empty cell."
WITHDRAWN = "The answer is taken back."
REPEATED = "The answer is that of the example in the question."
NESTED = "The answer cannot be read: it is a list of lists, expected one list."
NOT_NESTED = "The answer cannot be read: it is one list, expected a list of lists."

_MARK = re.compile(r"(?<![^\W_])answer(?:\*\*|__|[*_\"'])? ?:(?:\*\*|__|[*_])?|\\boxed ?\{", re.I)
_FENCE = re.compile(r"(?:```|~~~)(?:[^\n`]*\n)?")
_THOUGHT = re.compile(r"\A.*</think(?:ing)?>|<think(?:ing)?>.*", re.I | re.S)
_UNCLOSED = re.compile(r"\A\s*(?:```|~~~)[^\n`]*\n")
_BRACKET = re.compile(r'[\[\]]|"(?:[^"\\\n]|\\.)*"')
_BRACE = re.compile(r"\\.|[{}]")
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_EMPTY = re.compile(r"\bnull\b|\bnone\b|(?<![a-z])[_?](?![a-z])|[\[,/]\s*,", re.I)
_REFUSAL = re.compile(r"(?:no|none|not|unknown|n/a|i|sorry|unable|impossible|cannot)\b|\D*$", re.I)
_NEGATION = re.compile(
    r"\b(?:no|wrong|incorrect|not(?: be)?|isn't)(?: (?:an|the|my|final|correct|right))* ?$", re.I
)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?\n]?")
_PHRASES = files(__package__).joinpath("retractions.txt").read_text("ascii").splitlines()
# A sentence about something else says nothing about this answer.
_RETRACTION = re.compile(
    r"\W*(?:(?:oh|ah|hmm|ok|but|so|and|well|actually|no),? )*(?:(?:no|nah|false)(?=\W*\Z|[,:;])"
    r"|(?:nope|wait|oops|hold on|correction|edit)\b)"
    rf"|(?!.*\b(?:others?|another|otherwise|else|if)\b).*?\b(?:{'|'.join(_PHRASES)})\b",
    re.I | re.S,
)
_AROUND = " \t\r\n*`$"
"""What may surround an answer: spaces, bold type, code, formulas."""


@dataclass(frozen=True)
class Answer:
    """An answer that was read, and whether it was written as "json" or as "text"."""

    solution: Any
    read_as: Literal["json", "text"]


@dataclass(frozen=True)
class NoAnswer:
    """Why a reply has no answer; `misread` if it has one in a form that is not read."""

    reason: str
    misread: bool = False


class _Place(NamedTuple):
    """Where an answer is expected: the line before it, its content, and the text behind it.

    If the place is `open`, as behind "Answer:", the content goes on beyond the answer.
    """

    start: int
    before: str
    content: str
    behind: str
    open: bool = False


def find_answer(puzzle: AnyPuzzle, reply: str) -> Answer | NoAnswer:
    """Return the last answer in a reply.

    >>> from quincunx.families import parse
    >>> find_answer(parse("aztec-math:9/5_"), "Answer: [[9],[5,3]]. No. Answer: [[9],[5,4]]")
    Answer(solution=[[9], [5, 4]], read_as='json')
    >>> find_answer(parse("aztec-math:9/5_"), "Answer: [[9],[5,4]]. Wait, that is wrong.")
    NoAnswer(reason='The answer is taken back.', misread=False)
    """
    # What a model thinks before it answers is not its answer.
    text = _THOUGHT.sub("", reply[-MAX_CHARACTERS:])
    mark, block = _last_mark(text), _last_block(text)
    if block is not None and (mark is None or mark.start < block.start):
        found = _read(puzzle, block)
        if mark is None or isinstance(found, Answer):
            return found  # other code behind an answer is passed over
    if mark is not None:
        return _read(puzzle, mark)
    found = _read(puzzle, _Place(0, "", text, ""))
    if isinstance(found, Answer) or text.lstrip(_AROUND).startswith("["):
        return found
    return NoAnswer(NO_ANSWER)


def _last_mark(text: str) -> _Place | None:
    """Return what is behind the last "Answer:" or in the last box, whichever comes later."""
    last = deque(_MARK.finditer(text), maxlen=1)
    if not last:
        return None
    start, end = last[0].span()
    before = text[max(start - 100, text.rfind("\n", 0, start) + 1) : start]
    if not last[0][0].endswith("{"):
        return _Place(start, before, text[end:], "", open=True)
    close = _closing(_BRACE, text, end)
    return _Place(start, before, text[end:close], text[close:])


def _last_block(text: str) -> _Place | None:
    """Return the inside of the last code block that is closed."""
    fences = list(_FENCE.finditer(text))
    if len(fences) < 2:
        return None
    opening, closing = fences[len(fences) // 2 * 2 - 2 :][:2]
    content = text[opening.end() : closing.start()]
    return _Place(opening.start(), "", content, text[closing.end() :])


def _closing(bracket: re.Pattern[str], text: str, start: int) -> int:
    """Return where the bracket that is open at `start` is closed, or the end of the text."""
    depth = 1
    for found in bracket.finditer(text, start):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(found[0], 0)
        if not depth:
            return found.start()
    return len(text)


def _read(puzzle: AnyPuzzle, place: _Place) -> Answer | NoAnswer:
    reasons: list[str] = []
    for content, behind in _candidates(place):
        try:
            solution = read_solution(puzzle, content)
        except PuzzleError as error:
            reasons.append(f"The answer cannot be read: {error}.")
            continue
        if content.startswith("[") and _is_nested(content) == puzzle.layout.flat:
            reasons.append(NESTED if puzzle.layout.flat else NOT_NESTED)
            continue
        if _NEGATION.search(place.before) or _is_taken_back(puzzle, solution, behind):
            return NoAnswer(WITHDRAWN)
        if solution == puzzle.example.solution and puzzle.violations(solution):
            return NoAnswer(REPEATED)
        return Answer(solution, "json" if content.startswith("[") else "text")
    content = place.content.strip(_AROUND)
    if _REFUSAL.match(content):
        return NoAnswer(NO_ANSWER)
    if _EMPTY.search(next(_candidates(place))[0]):
        return NoAnswer(EMPTY_CELL)
    return NoAnswer(reasons[-1], misread=True)


def _is_taken_back(puzzle: AnyPuzzle, solution: Any, behind: str) -> bool:
    """Whether the text behind an answer retracts it, or has a different answer."""
    if any(map(_RETRACTION.match, _SENTENCE.findall(behind))):
        return True
    pieces, start = [behind.rstrip().rpartition("\n")[2].rpartition(": ")[2]], 0
    while (start := behind.find("[", start)) >= 0:
        end = _closing(_BRACKET, behind, start + 1) + 1
        pieces.append(behind[start:end])
        start = end
    for piece in pieces:
        with suppress(PuzzleError):
            if read_solution(puzzle, piece.strip(_AROUND)) != solution:
                return True
    return False


def _is_nested(text: str) -> bool:
    """Whether a JSON list holds rows: lists, or texts of several characters."""
    return re.match(r'\[\s*(?:\[|"[^"]{2})', text) is not None


def _candidates(place: _Place) -> Iterator[tuple[str, str]]:
    """Yield the pieces of a place that may be the answer, each with the text behind it."""
    content = _UNCLOSED.sub("", place.content).strip(_AROUND)
    if not place.open:
        yield content, place.behind
        return
    if content.startswith("["):
        end = _closing(_BRACKET, content, 1) + 1
        yield content[:end], content[end:]
        return
    # Rows stand on lines of their own, up to a blank line, or the answer is on the first line.
    for piece in (_BLANK_LINE.split(content, 1)[0], content.partition("\n")[0]):
        behind = content[len(piece) :]
        yield piece.strip(_AROUND), behind
        yield piece.strip(_AROUND).removesuffix("."), behind

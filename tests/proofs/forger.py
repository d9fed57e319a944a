"""Forged certificates, made systematically: every field of every file, in every wrong way.

`forgeries` makes them, `judge` tells whether the verifier's answer to one is right:

    python -m tests.proofs.forger [N]

With N, one in N of them.
"""

import gzip
import json
import re
import sys
import time
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import islice, permutations, zip_longest
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

import quincunx
from quincunx import PuzzleError, solve
from quincunx.families import from_document, to_document
from quincunx.proofs import model_verifier, verifier
from quincunx.proofs.model_verifier import COUNT
from quincunx.proofs.verifier import DRAT, FILES, FORMULA, LRAT, MAP, PUZZLE, SOLUTIONS
from tests.proofs.helpers import certificate_of, formula_of

Files: TypeAlias = Mapping[str, bytes]
Place: TypeAlias = tuple[Any, ...]

PUZZLES = Path(__file__).with_name("cases").joinpath("forged.txt").read_text().split()
"""Puzzles of all families with one solution, with none, with several and with very many."""


class Json(NamedTuple):
    """A file that is written when it is needed."""

    data: Any


class Forgery(NamedTuple):
    """Files that may prove nothing, and what was done to them."""

    kind: str
    name: str
    changed: Mapping[str, bytes | Json]

    @property
    def files(self) -> Files:
        return {
            name: verifier.canonical(raw.data) if isinstance(raw, Json) else raw
            for name, raw in self.changed.items()
        }


# What can be put in the place of a value.

ANYTHING: list[Any] = [
    *(None, True, False, 0, 1, 2, -1, 9, 10, 12, 13, 99, 10**30, 10**1_000, 10**4_200),
    *(0.0, -0.0, 1.0, 0.5, 1e300, float("nan"), float("inf")),
    *("", " ", "0", "1", "X", "_", ".", "#", "..", ".#", "a"),
    *("\x00", "\n", "１", "١", "é", "\ud800"),
    *([], [0], [None], [[]], ["."], {}, {"a": 1}, [[[[]]]], ["", ""]),
]


def aliases(value: Any) -> Iterator[Any]:
    """Values that are not a value, but that careless code takes for it."""
    if value is None:
        yield from ("null", "None", [], "_", 0, "")
    elif isinstance(value, int):
        yield from (float(value), str(value), f" {value}", f"{value:03}", [value], {"0": value})
        yield from (value + 1, value - 1, -value, value * 10, bool(value))
        yield from (f"{value}.0", f"+{value}")
    elif isinstance(value, str):
        yield from (list(value), [value], value + " ", " " + value, value.upper(), value.lower())
        yield from (value[::-1], value[1:], value[:-1], value * 2, value + "\n", value + "\x00")
        yield from (value.replace(".", ""), value.replace(".", "_"), value.replace("#", "▲"))
        yield from (dict(enumerate(value)), {"": value}, value.translate(FULL_WIDTH))
        yield from ([*value[:1], value[1:]], value.replace(".", "#"), value.replace("#", "."))
    elif isinstance(value, list):
        yield from (value[::-1], value[1:], value[:-1], [*value, None], [*value, *value[-1:]])
        yield from ([value], {str(i): part for i, part in enumerate(value)}, json.dumps(value))
        yield from ([*value, []], [*value, 0], [*value, ""], [[part] for part in value])
        if all(isinstance(part, str) for part in value):
            yield from ("".join(value), "/".join(value), [list(part) for part in value])
        if value and all(isinstance(part, list) for part in value):
            yield from ([x for part in value for x in part], [list(c) for c in zip_longest(*value)])
    elif isinstance(value, dict):
        yield dict(reversed(value.items()))
        yield list(value.items())
        yield {**value, "note": "unknown key"}
        for key in value:
            yield {k: v for k, v in value.items() if k != key}
            yield {(k.upper() if k == key else k): v for k, v in value.items()}
            yield {(f"{k} " if k == key else k): v for k, v in value.items()}


FULL_WIDTH = {ord(c): chr(ord(c) + 0xFEE0) for c in "0123456789.#ABCX"}


def paths(data: Any, path: Place = ()) -> Iterator[Place]:
    """The place of every value in data, the whole included; of a long list, some of its parts."""
    yield path
    if isinstance(data, dict):
        keys: list[Any] = list(data)
    else:
        keys = list(range(len(data))) if isinstance(data, list) else []
        keys = keys if len(keys) < 7 else [keys[i] for i in (0, 1, len(keys) // 2, -1)]
    for key in keys:
        yield from paths(data[key], (*path, key))


def at(data: Any, path: Place) -> Any:
    """The value at a place."""
    for key in path:
        data = data[key]
    return data


def replaced(data: Any, path: Place, value: Any) -> Any:
    """Data with another value at a place."""
    if not path:
        return value
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = replaced(data[path[0]], path[1:], value)
    return copy


def changes(data: Any) -> Iterator[tuple[str, Any]]:
    """Data with every value in it replaced by everything else."""
    for path in paths(data):
        for number, value in enumerate((*aliases(at(data, path)), *ANYTHING)):
            yield f"{list(path)} in way {number}", replaced(data, path, value)


# How else a file can be written.


def spellings(raw: bytes, is_json: bool) -> Iterator[tuple[str, bytes]]:
    """A file in other encodings and with other blanks, and JSON spelt in other ways."""
    text = raw.decode()
    yield "byte order mark", b"\xef\xbb\xbf" + raw
    for code in ("utf-16", "utf-16-le", "utf-32", "utf-7"):
        yield code, text.encode(code)
    yield "gzip", gzip.compress(raw, mtime=0)
    yield "zlib", zlib.compress(raw)
    yield "two members of gzip", gzip.compress(raw, mtime=0) * 2
    yield "base64 of nothing", b"="
    for what, tail in (("newline", b"\n"), ("NUL", b"\x00"), ("blank", b" "), ("DOS end", b"\x1a")):
        yield f"{what} at the end", raw + tail
        yield f"{what} at the beginning", tail + raw
    yield "twice", raw * 2
    yield "empty", b""
    yield "half", raw[: len(raw) // 2]
    yield "no newline at the end", raw.rstrip(b"\n")
    for old, new in (("\n", "\r\n"), ("\n", "\r"), (" ", "\t"), ("\n", "\x85")):
        yield f"{new!r} for {old!r}", text.replace(old, new).encode()
    yield "full-width digits", text.translate(FULL_WIDTH).encode()
    for form in ("{}.0", "{}e0", "0{}", "+{}", "-{}", "{}_0", "0x{}", "{}E+0"):
        for i, found in enumerate(islice(re.finditer(r"(?<![\w\"-])\d+(?![\w\"])", text), 12)):
            changed = text[: found.start()] + form.format(found[0]) + text[found.end() :]
            yield f"number {i} as {form}", changed.encode()
    if is_json:
        data = json.loads(text)
        yield "compact", json.dumps(data).encode()
        yield "indented by 2", (json.dumps(data, indent=2) + "\n").encode()
        yield "sorted keys", (json.dumps(data, indent=1, sort_keys=True) + "\n").encode()
        yield "single quotes", text.replace('"', "'").encode()
        yield "comment", b"// c\n" + raw
        yield "NaN behind", raw.rstrip() + b" NaN\n"
        for i, found in enumerate(islice(re.finditer(r'"([^"]+)"', text), 20)):
            escaped = "".join(f"\\u{ord(c):04x}" for c in found[1])
            yield f"text {i} in escapes", text.replace(f'"{found[1]}"', f'"{escaped}"', 1).encode()
        for i, found in enumerate(re.finditer(r'^( *)"(\w+)": .*$', text, re.MULTILINE)):
            for value in ('"none"', '"unique"', '"several"', "0", "[]", "{}"):
                double = f'{found[1]}"{found[2]}": {value},\n{found[0]}'
                changed = text[: found.start()] + double + text[found.end() :]
                yield f"key {i} twice", changed.encode()


def damaged_lines(raw: bytes) -> Iterator[tuple[str, bytes]]:
    """A formula or a proof with one line, or one number of one line, changed."""
    lines = raw.decode().splitlines()
    dice = Random(len(raw))
    chosen = {*range(min(4, len(lines))), *range(max(0, len(lines) - 3), len(lines))}
    chosen |= {dice.randrange(len(lines)) for _ in range(4)}
    for place in sorted(chosen):
        line, words = lines[place], lines[place].split()
        others = {"left out": [], "twice": [line, line], "empty": [""]}
        others |= {"comment before": ["c", line], "deletion before": ["d 1 0", line]}
        others |= {"blank before": [f" {line}"]}
        others |= {"trivial before": ["0 0", line], "two blanks": [line.replace(" ", "  ", 1)]}
        for i in {0, len(words) // 2, max(0, len(words) - 2), len(words) - 1}:
            word = words[i]
            changed = (f"-{word}", f"{word}0", f"+{word}", f"0{word}")
            for new in ("0", "", "1", "-1", "9" * 9, "9" * 30, "١", *changed):
                others[f"word {i} as {new}"] = [" ".join([*words[:i], new, *words[i + 1 :]])]
        for what, new_lines in others.items():
            text = "\n".join([*lines[:place], *new_lines, *lines[place + 1 :]]) + "\n"
            yield f"line {place + 1} {what}", text.encode()
    yield "lines reversed", ("\n".join(lines[::-1]) + "\n").encode()
    for cut in (1, len(lines) // 2, len(lines) - 1):
        yield f"first {cut} lines", ("\n".join(lines[:cut]) + "\n").encode()


def without_hints(proof: bytes) -> bytes:
    """The DRAT form of an LRAT proof, damaged or not."""
    found = re.findall(r"^\S+((?: \S+)*?)(?: 0\b.*)?$", proof.decode(), re.MULTILINE)
    return "".join(f"{clause} 0\n".lstrip() for clause in found).encode()


# The forgeries.


def forgeries() -> Iterator[Forgery]:
    """Every forgery, of all puzzles and of all kinds in turn."""
    for makers in zip_longest(*(forgeries_of(puzzle) for puzzle in PUZZLES)):
        yield from (forgery for forgery in makers if forgery is not None)


def forgeries_of(puzzle: str) -> Iterator[Forgery]:
    for count in (False, True):
        made = certificate_of(puzzle, count)
        if not count or made.statement.startswith("exactly"):
            kinds = (_claims, _fields, _texts, _swaps, _missing)
            for forged in zip_longest(*(kind(puzzle, made.files) for kind in kinds)):
                yield from (forgery for forgery in forged if forgery is not None)


def _claims(puzzle: str, files: Files) -> Iterator[Forgery]:
    """Other statements, with the solutions at hand in all their aliases as further ones."""
    document = json.loads(files[PUZZLE])["document"]
    solutions = json.loads(files.get(SOLUTIONS, b"[]"))
    shown: list[Any] = [[], solutions, solutions * 2, solutions[:1], solutions[1:], [[]], [None]]
    shown += [{}, None, 0, "", {"0": solutions}, [*solutions, []], [*solutions, None]]
    for first in solutions[:1]:
        shown += [[*solutions[:1], other] for _, other in changes(first)]
        shown += [[other] for _, other in changes(first)]
    counts = [f"exactly {n}" for n in (-1, 0, 1, 2, 3, len(solutions) + 1, "1.0", "02", "２")]
    for number, solved in enumerate(shown):
        for statement in ("several", "unique", "none", *counts):
            # Claims that no list of this length can support are tried with a few lists only.
            plausible = {"several": 2, "exactly 2": 2, "unique": 1, "none": 0}.get(statement)
            if number < 14 or plausible == _length(solved):
                claim = Json({"document": document, "statement": statement})
                forged: dict[str, Any] = {**files, PUZZLE: claim, SOLUTIONS: Json(solved)}
                if statement == "several":
                    forged = {name: forged[name] for name in (PUZZLE, SOLUTIONS)}
                yield Forgery("claim", f"{puzzle}: {statement}, list {number}", forged)


def _length(data: Any) -> int:
    return len(data) if isinstance(data, list) else -1


def _fields(puzzle: str, files: Files) -> Iterator[Forgery]:
    """Every value of every JSON file replaced."""
    for name in (PUZZLE, SOLUTIONS, MAP, COUNT):
        if name in files:
            data = json.loads(files[name])
            data = data[:3] if name == MAP else data
            for what, changed in changes(data):
                forged: dict[str, bytes | Json] = {**files, name: Json(changed)}
                yield Forgery("field", f"{puzzle}: {name} {what}", forged)


def _texts(puzzle: str, files: Files) -> Iterator[Forgery]:
    """Every file written in another way, and the lines of formula and proof changed."""
    for name in files:
        for what, raw in spellings(files[name], name.endswith(".json")):
            yield Forgery("text", f"{puzzle}: {name} {what}", {**files, name: raw})
        if name in (FORMULA, LRAT, DRAT):
            for what, raw in damaged_lines(files[name]):
                yield Forgery("line", f"{puzzle}: {name} {what}", {**files, name: raw})
                if name == LRAT:
                    both = {**files, LRAT: raw, DRAT: without_hints(raw)}
                    yield Forgery("line", f"{puzzle}: both proofs {what}", both)


def _swaps(puzzle: str, files: Files) -> Iterator[Forgery]:
    """Files, pairs of files, statements and documents of other certificates."""
    for other in PUZZLES:
        theirs = certificate_of(other).files
        for taken in ([name] for name in FILES if name in theirs):
            forged = {**files, **{name: theirs[name] for name in taken}}
            yield Forgery("swap", f"{puzzle}: {taken} of {other}", forged)
        for one, two in permutations((PUZZLE, SOLUTIONS, FORMULA, LRAT), 2):
            if one < two and one in theirs and two in theirs:
                forged = {**files, one: theirs[one], two: theirs[two]}
                yield Forgery("swap", f"{puzzle}: {one}, {two} of {other}", forged)
        # Their document with our statement, solution and proof; formula and map as they should be.
        document = json.loads(theirs[PUZZLE])["document"]
        claim = {**json.loads(files[PUZZLE]), "document": document}
        rules = formula_of(document)
        forged = {**files, PUZZLE: verifier.canonical(claim), MAP: verifier.canonical(rules.names)}
        forged[FORMULA] = b"".join(verifier.formula_lines(rules, []))
        last, clause = len(rules.clauses) + 1, " ".join(map(str, next(iter(rules.clauses))))
        steps = [f"{last} 0 {hints} 0\n" for hints in ("1", last, last + 1, f"{last - 1} 1")]
        steps += ["", f"{last} 0 0\n", f"{last} {clause} 0 1 0\n", f"{last} {clause} 0 0\n"]
        for number, step in enumerate(steps):
            forged[LRAT], forged[DRAT] = step.encode(), without_hints(step.encode())
            yield Forgery("swap", f"{puzzle}: proof {number} of {other}", dict(forged))


def _missing(puzzle: str, files: Files) -> Iterator[Forgery]:
    """A file less, or one more."""
    for name in files:
        rest = {n: raw for n, raw in files.items() if n != name}
        yield Forgery("missing", f"{puzzle}: no {name}", rest)
    for name in {*FILES, "count.json", "formula.opb"} - files.keys():
        yield Forgery("missing", f"{puzzle}: also {name}", {**files, name: files[PUZZLE]})


# The judge.


def judge(forgery: Forgery) -> str:
    """The verifier's answer to a forgery.

    Raises:
        AssertionError: The verifier accepts what is not true, or what has another form.
    """
    files = forgery.files
    try:
        proved = model_verifier.verify(files, 20)
    except (verifier.Refuted, verifier.Unreadable, verifier.LimitReached) as error:
        if "\n" in str(error) or len(str(error)) > 300:
            raise AssertionError(f"{forgery.name}: not a clear line: {error}") from None
        return type(error).__name__
    claim = json.loads(files[PUZZLE])
    assert is_true(json.dumps(claim["document"]), proved.statement), forgery.name
    for name in {PUZZLE, SOLUTIONS, COUNT} & files.keys():
        assert files[name] == verifier.canonical(json.loads(files[name])), forgery.name
    if FORMULA in files:
        budget, puzzle = verifier.Budget(), verifier.puzzle_of(proved.document)
        rules = verifier.CnfFormula(puzzle, budget)
        solutions = json.loads(files[SOLUTIONS])
        answers = [verifier.check_solution(puzzle, one, budget) for one in solutions]
        formula = verifier.formula_lines(rules, [rules.another(answer) for answer in answers])
        assert files[MAP] == verifier.canonical(rules.names), forgery.name
        assert files[FORMULA] == b"".join(formula), forgery.name
        assert files[DRAT] == without_hints(files[LRAT]), forgery.name
    return "true"


@cache
def is_true(document: str, statement: str) -> bool:
    """Whether the kernel says the same of a document that has exactly the form of one."""
    try:
        puzzle = from_document(json.loads(document))
    except PuzzleError:
        # Givens that break a rule on their own: there is no such puzzle, and no solution.
        return statement == "none"
    assert json.loads(document) == to_document(puzzle)
    found = solve(puzzle, limit=1_001)
    assert found.complete or found.count > 2
    if statement.startswith("exactly "):
        return found.count > 1 and statement == f"exactly {quincunx.count(puzzle)}"
    return statement == {0: "none", 1: "unique"}.get(found.count, "several")


def run(chosen: Iterable[Forgery]) -> Counter[tuple[str, str, str]]:
    """Judge forgeries; count the answers by family, kind and answer."""
    answers: Counter[tuple[str, str, str]] = Counter()
    for forgery in chosen:
        answers[forgery.name.partition(":")[0], forgery.kind, judge(forgery)] += 1
    return answers


if __name__ == "__main__":
    began = time.perf_counter()
    counted = run(islice(forgeries(), 0, None, int(sys.argv[1]) if sys.argv[1:] else 1))
    for keys, count in sorted(counted.items()):
        print(*(f"{key:14}" for key in keys), f"{count:6,}")
    seconds = time.perf_counter() - began
    print(f"{counted.total():,} forgeries in {seconds:.0f} s, no false statement accepted")

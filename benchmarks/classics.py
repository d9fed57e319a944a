"""The ten classics of docs/cp.md beside other libraries: `python -m benchmarks.classics`.

Each problem is written in the way of each library, with the same data and the same question. Two
tables: lines of the programs, and CPU milliseconds from the empty model to the answer, the fastest
of several runs in one process. Libraries that are not installed are left out; CPMpy solves by
OR-Tools with its own settings. NuCS has programs for those problems that its constraints state
directly. A library must give the right answer, or it is not timed.
"""

# ruff: noqa: E741

from __future__ import annotations

import inspect
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations, pairwise
from typing import Any

from quincunx import cp

REPETITIONS = 7
SLOW = 1.0
"""A program that takes longer, in seconds, is not repeated."""

ANSWERS = {
    "send more money": 9567,
    "queens": 92,
    "magic square": 34,
    "knapsack": 309,
    "colouring": 6,
    "sudoku": [8, 1, 2, 7, 5, 3, 6, 4, 9],
    "Golomb ruler": 17,
    "zebra": 5,
    "job shop": 11,
    "fractions": [9, 1, 2, 5, 3, 4, 7, 6, 8],
}

N = 8
WEIGHTS = [23, 31, 29, 44, 53, 38, 63, 85, 89, 82]
VALUES = [92, 57, 49, 68, 60, 43, 67, 84, 87, 72]
STATES = "WA NT SA Q NSW V"
BORDERS = [
    pair.split("-")
    for pair in ["WA-NT", "WA-SA", "NT-SA", "NT-Q", "SA-Q", "SA-NSW", "SA-V", "Q-NSW", "NSW-V"]
]
CLUES = [
    "8........",
    "..36.....",
    ".7..9.2..",
    ".5...7...",
    "....457..",
    "...1...3.",
    "..1....68",
    "..85...1.",
    ".9....4..",
]
GIVEN = {(r, c): int(CLUES[r][c]) for r in range(9) for c in range(9) if CLUES[r][c] != "."}
BOXES = [[(r + i, c + j) for i in range(3) for j in range(3)] for r in (0, 3, 6) for c in (0, 3, 6)]
ROWS = [[(r, c) for c in range(9)] for r in range(9)]
UNITS = [*ROWS, *map(list, zip(*ROWS, strict=True)), *BOXES]
JOBS = [[(0, 3), (1, 2), (2, 2)], [(0, 2), (2, 1), (1, 4)], [(1, 4), (2, 3), (0, 1)]]
TOTAL = 34


# ---- Quincunx


def ours_send_more_money() -> Any:
    model = cp.Model()
    s, e, n, d, m, o, r, y = model.ints("s e n d m o r y", 0, 9)
    model.add(cp.all_different(s, e, n, d, m, o, r, y), s >= 1, m >= 1)
    left = 1000 * s + 100 * e + 10 * n + d + 1000 * m + 100 * o + 10 * r + e
    model.add(left == 10000 * m + 1000 * o + 100 * n + 10 * e + y)
    return model.solve()[1000 * s + 100 * e + 10 * n + d]


def ours_queens() -> Any:
    model = cp.Model()
    q = model.ints("q", 0, N - 1, shape=N)
    model.add(cp.all_different(q))
    model.add(cp.all_different(q[i] + i for i in range(N)))
    model.add(cp.all_different(q[i] - i for i in range(N)))
    return sum(1 for _ in model.solutions())


def ours_magic_square() -> Any:
    model = cp.Model()
    x = model.ints("x", 1, 16, shape=(4, 4))
    model.add(cp.all_different(x))
    model.add(sum(line) == TOTAL for line in [*x, *zip(*x, strict=True)])
    model.add(sum(x[i][i] for i in range(4)) == TOTAL)
    model.add(sum(x[i][3 - i] for i in range(4)) == TOTAL)
    return sum(model.solve()[x][0])


def ours_knapsack() -> Any:
    model = cp.Model()
    take = model.bools("take", shape=10)
    model.add(sum(w * t for w, t in zip(WEIGHTS, take, strict=True)) <= 165)
    return model.maximize(sum(v * t for v, t in zip(VALUES, take, strict=True))).objective


def ours_colouring() -> Any:
    model = cp.Model()
    colour = dict(zip(STATES.split(), model.ints(STATES, 1, 3), strict=True))
    model.add(colour[a] != colour[b] for a, b in BORDERS)
    return sum(1 for _ in model.solutions())


def ours_sudoku() -> Any:
    model = cp.Model()
    x = model.ints("x", 1, 9, shape=(9, 9))
    model.add(x[r][c] == value for (r, c), value in GIVEN.items())
    model.add(cp.all_different(x[r][c] for r, c in unit) for unit in UNITS)
    return model.solve()[x][0]


def ours_golomb_ruler() -> Any:
    model = cp.Model()
    mark = model.ints("mark", 0, 36, shape=6)
    model.add(mark[0] == 0, (a < b for a, b in pairwise(mark)))
    model.add(cp.all_different(b - a for a, b in combinations(mark, 2)))
    return model.minimize(mark[-1], consistency="bounds").objective


def ours_zebra() -> Any:
    model = cp.Model()
    red, green, ivory, yellow, blue = colours = model.ints("red green ivory yellow blue", 1, 5)
    english, spanish, japanese, ukrainian, norwegian = people = model.ints("e s j u n", 1, 5)
    dog, snails, fox, horse, zebra = pets = model.ints("dog snails fox horse zebra", 1, 5)
    coffee, tea, milk, juice, _ = drinks = model.ints("coffee tea milk juice water", 1, 5)
    gold, kools, fields, strike, house = brands = model.ints("g k f st h", 1, 5)
    model.add(map(cp.all_different, [colours, people, pets, drinks, brands]))
    model.add(english == red, spanish == dog, coffee == green, ukrainian == tea, milk == 3)
    model.add(green == ivory + 1, gold == snails, kools == yellow, abs(fields - fox) == 1)
    model.add(abs(kools - horse) == 1, strike == juice, japanese == house, norwegian == 1)
    model.add(abs(norwegian - blue) == 1)
    return model.solve()[zebra]


def ours_job_shop() -> Any:
    model = cp.Model()
    start = model.ints("start", 0, 22, shape=(3, 3))
    tasks = [
        (s, *t) for row, job in zip(start, JOBS, strict=True) for s, t in zip(row, job, strict=True)
    ]
    for row, job in zip(start, JOBS, strict=True):
        model.add(row[i] + job[i][1] <= row[i + 1] for i in range(2))
    for (s, machine, length), (t, same, other) in combinations(tasks, 2):
        if machine == same:
            model.add((s + length <= t) | (t + other <= s))
    ends = [row[-1] + job[-1][1] for row, job in zip(start, JOBS, strict=True)]
    return model.minimize(cp.max(ends), labeling="dom_wdeg").objective


def ours_fractions() -> Any:
    model = cp.Model()
    a, b, c, d, e, f, g, h, i = digits = model.ints("a b c d e f g h i", 1, 9)
    x, y, z = 10 * b + c, 10 * e + f, 10 * h + i
    model.add(cp.all_different(digits), a * y >= d * x, d * z >= g * y)
    model.add(a * y * z + d * x * z + g * x * y == x * y * z)
    return model.solve(labeling="dom_wdeg")[digits]


# ---- CPMpy


def cpmpy_send_more_money() -> Any:
    model = cpm.Model()
    s, e, n, d, m, o, r, y = cpm.intvar(0, 9, shape=8)
    model += [cpm.AllDifferent(s, e, n, d, m, o, r, y), s >= 1, m >= 1]
    left = 1000 * s + 100 * e + 10 * n + d + 1000 * m + 100 * o + 10 * r + e
    model += left == 10000 * m + 1000 * o + 100 * n + 10 * e + y
    model.solve()
    return (1000 * s + 100 * e + 10 * n + d).value()


def cpmpy_queens() -> Any:
    model = cpm.Model()
    q = cpm.intvar(0, N - 1, shape=N)
    model += cpm.AllDifferent(q)
    model += cpm.AllDifferent([q[i] + i for i in range(N)])
    model += cpm.AllDifferent([q[i] - i for i in range(N)])
    return model.solveAll()


def cpmpy_magic_square() -> Any:
    model = cpm.Model()
    x = cpm.intvar(1, 16, shape=(4, 4))
    model += cpm.AllDifferent(x)
    model += [cpm.sum(line) == TOTAL for line in [*x, *x.T]]
    model += cpm.sum([x[i, i] for i in range(4)]) == TOTAL
    model += cpm.sum([x[i, 3 - i] for i in range(4)]) == TOTAL
    model.solve()
    return sum(x.value()[0])


def cpmpy_knapsack() -> Any:
    model = cpm.Model()
    take = cpm.boolvar(shape=10)
    model += cpm.sum(take * WEIGHTS) <= 165
    model.maximize(cpm.sum(take * VALUES))
    model.solve()
    return model.objective_value()


def cpmpy_colouring() -> Any:
    model = cpm.Model()
    colour = dict(zip(STATES.split(), cpm.intvar(1, 3, shape=6), strict=True))
    model += [colour[a] != colour[b] for a, b in BORDERS]
    return model.solveAll()


def cpmpy_sudoku() -> Any:
    model = cpm.Model()
    x = cpm.intvar(1, 9, shape=(9, 9))
    model += [x[r, c] == value for (r, c), value in GIVEN.items()]
    model += [cpm.AllDifferent([x[r, c] for r, c in unit]) for unit in UNITS]
    model.solve()
    return x.value()[0].tolist()


def cpmpy_golomb_ruler() -> Any:
    model = cpm.Model()
    mark = cpm.intvar(0, 36, shape=6)
    model += [mark[0] == 0, *(a < b for a, b in pairwise(mark))]
    model += cpm.AllDifferent([b - a for a, b in combinations(mark, 2)])
    model.minimize(mark[-1])
    model.solve()
    return model.objective_value()


def cpmpy_zebra() -> Any:
    model = cpm.Model()
    red, green, ivory, yellow, blue = colours = cpm.intvar(1, 5, shape=5)
    english, spanish, japanese, ukrainian, norwegian = people = cpm.intvar(1, 5, shape=5)
    dog, snails, fox, horse, zebra = pets = cpm.intvar(1, 5, shape=5)
    coffee, tea, milk, juice, _ = drinks = cpm.intvar(1, 5, shape=5)
    gold, kools, fields, strike, house = brands = cpm.intvar(1, 5, shape=5)
    model += [cpm.AllDifferent(five) for five in [colours, people, pets, drinks, brands]]
    model += [english == red, spanish == dog, coffee == green, ukrainian == tea, milk == 3]
    model += [green == ivory + 1, gold == snails, kools == yellow, abs(fields - fox) == 1]
    model += [abs(kools - horse) == 1, strike == juice, japanese == house, norwegian == 1]
    model += abs(norwegian - blue) == 1
    model.solve()
    return zebra.value()


def cpmpy_job_shop() -> Any:
    model = cpm.Model()
    start = cpm.intvar(0, 22, shape=(3, 3))
    tasks = [
        (s, *t) for row, job in zip(start, JOBS, strict=True) for s, t in zip(row, job, strict=True)
    ]
    for row, job in zip(start, JOBS, strict=True):
        model += [row[i] + job[i][1] <= row[i + 1] for i in range(2)]
    for (s, machine, length), (t, same, other) in combinations(tasks, 2):
        if machine == same:
            model += (s + length <= t) | (t + other <= s)
    ends = [row[-1] + job[-1][1] for row, job in zip(start, JOBS, strict=True)]
    model.minimize(cpm.max(ends))
    model.solve()
    return model.objective_value()


def cpmpy_fractions() -> Any:
    model = cpm.Model()
    a, b, c, d, e, f, g, h, i = digits = cpm.intvar(1, 9, shape=9)
    x, y, z = 10 * b + c, 10 * e + f, 10 * h + i
    model += [cpm.AllDifferent(digits), a * y >= d * x, d * z >= g * y]
    model += a * y * z + d * x * z + g * x * y == x * y * z
    model.solve()
    return digits.value().tolist()


# ---- python-constraint


def python_constraint_send_more_money() -> Any:
    problem = pc.Problem()
    problem.addVariables("endory", range(10))
    problem.addVariables("sm", range(1, 10))
    problem.addConstraint(pc.AllDifferentConstraint())
    problem.addConstraint(
        lambda s, e, n, d, m, o, r, y: 1000 * s + 100 * e + 10 * n + d + 1000 * m + 100 * o
        + 10 * r + e == 10000 * m + 1000 * o + 100 * n + 10 * e + y, "sendmory")  # fmt: skip
    found = problem.getSolution()
    return int("".join(str(found[letter]) for letter in "send"))


def python_constraint_queens() -> Any:
    problem = pc.Problem()
    problem.addVariables(range(N), range(N))
    problem.addConstraint(pc.AllDifferentConstraint())
    for i, j in combinations(range(N), 2):
        problem.addConstraint(lambda a, b, k=j - i: abs(a - b) != k, (i, j))
    return len(problem.getSolutions())


def python_constraint_magic_square() -> Any:
    problem = pc.Problem()
    problem.addVariables(range(16), range(1, 17))
    problem.addConstraint(pc.AllDifferentConstraint())
    for i in range(4):
        problem.addConstraint(pc.ExactSumConstraint(TOTAL), [4 * i + j for j in range(4)])
        problem.addConstraint(pc.ExactSumConstraint(TOTAL), [4 * j + i for j in range(4)])
    problem.addConstraint(pc.ExactSumConstraint(TOTAL), [5 * i for i in range(4)])
    problem.addConstraint(pc.ExactSumConstraint(TOTAL), [3 * i + 3 for i in range(4)])
    found = problem.getSolution()
    return sum(found[i] for i in range(4))


def python_constraint_knapsack() -> Any:
    problem = pc.Problem()
    problem.addVariables(range(10), [0, 1])
    problem.addConstraint(pc.MaxSumConstraint(165, WEIGHTS))
    return max(sum(VALUES[i] * t for i, t in found.items()) for found in problem.getSolutions())


def python_constraint_colouring() -> Any:
    problem = pc.Problem()
    problem.addVariables(STATES.split(), [1, 2, 3])
    for a, b in BORDERS:
        problem.addConstraint(lambda one, other: one != other, (a, b))
    return len(problem.getSolutions())


def python_constraint_sudoku() -> Any:
    problem = pc.Problem()
    for cell in ((r, c) for r in range(9) for c in range(9)):
        problem.addVariable(cell, [GIVEN[cell]] if cell in GIVEN else range(1, 10))
    for unit in UNITS:
        problem.addConstraint(pc.AllDifferentConstraint(), unit)
    found = problem.getSolution()
    return [found[0, c] for c in range(9)]


def python_constraint_golomb_ruler() -> Any:
    for length in range(5, 37):
        problem = pc.Problem()
        problem.addVariable(0, [0])
        problem.addVariables(range(1, 5), range(1, length))
        problem.addVariable(5, [length])
        for i in range(5):
            problem.addConstraint(lambda a, b: a < b, (i, i + 1))
        for (a, b), (c, d) in combinations(combinations(range(6), 2), 2):
            problem.addConstraint(lambda p, q, r, s: q - p != s - r, (a, b, c, d))
        if problem.getSolution():
            return length
    return None


def python_constraint_zebra() -> Any:
    problem = pc.Problem()
    groups = ["red green ivory yellow blue", "english spanish japanese ukrainian norwegian",
              "dog snails fox horse zebra", "coffee tea milk juice water",
              "gold kools fields strike house"]  # fmt: skip
    for group in groups:
        problem.addVariables(group.split(), range(1, 6))
        problem.addConstraint(pc.AllDifferentConstraint(), group.split())
    for pair in ("english red", "spanish dog", "coffee green", "ukrainian tea", "gold snails",
                 "kools yellow", "strike juice", "japanese house"):  # fmt: skip
        problem.addConstraint(lambda a, b: a == b, pair.split())
    for pair in ("fields fox", "kools horse", "norwegian blue"):
        problem.addConstraint(lambda a, b: abs(a - b) == 1, pair.split())
    problem.addConstraint(lambda a, b: a == b + 1, ("green", "ivory"))
    problem.addConstraint(pc.InSetConstraint([3]), ["milk"])
    problem.addConstraint(pc.InSetConstraint([1]), ["norwegian"])
    return problem.getSolution()["zebra"]


def python_constraint_job_shop() -> Any:
    tasks = [(j, i, *JOBS[j][i]) for j in range(3) for i in range(3)]
    for horizon in range(1, 23):
        problem = pc.Problem()
        for j, i, _, length in tasks:
            problem.addVariable((j, i), range(max(0, horizon - length) + 1))
        for j in range(3):
            for i in range(2):
                problem.addConstraint(
                    lambda s, t, k=JOBS[j][i][1]: s + k <= t, ((j, i), (j, i + 1)))  # fmt: skip
        for (j, i, machine, a), (k, l, same, b) in combinations(tasks, 2):
            if machine == same:
                problem.addConstraint(
                    lambda s, t, a=a, b=b: s + a <= t or t + b <= s, ((j, i), (k, l)))  # fmt: skip
        if problem.getSolution():
            return horizon
    return None


def python_constraint_fractions() -> Any:
    problem = pc.Problem()
    problem.addVariables("abcdefghi", range(1, 10))
    problem.addConstraint(pc.AllDifferentConstraint())
    problem.addConstraint(
        lambda a, b, c, d, e, f: a * (10 * e + f) >= d * (10 * b + c), "abcdef")  # fmt: skip
    problem.addConstraint(
        lambda d, e, f, g, h, i: d * (10 * h + i) >= g * (10 * e + f), "defghi")  # fmt: skip
    problem.addConstraint(
        lambda a, b, c, d, e, f, g, h, i: a * (10 * e + f) * (10 * h + i)
        + d * (10 * b + c) * (10 * h + i) + g * (10 * b + c) * (10 * e + f)
        == (10 * b + c) * (10 * e + f) * (10 * h + i), "abcdefghi")  # fmt: skip
    found = problem.getSolution()
    return [found[letter] for letter in "abcdefghi"]


# ---- NuCS


def nucs_send_more_money() -> Any:
    problem = nucs.Problem([(1, 9), (0, 9), (0, 9), (0, 9), (1, 9), (0, 9), (0, 9), (0, 9)])
    problem.add_propagator(alg.ALG_ALLDIFFERENT, range(8))
    factors = [1000, 91, -90, 1, -9000, -900, 10, -1, 0]
    problem.add_propagator(alg.ALG_LINEAR_EQ_C, range(8), factors)
    found = next(nucs_solver.BacktrackSolver(problem, log_level="ERROR").solve())
    return int(sum(digit * 10 ** (3 - i) for i, digit in enumerate(found[:4])))


def nucs_queens() -> Any:
    problem = nucs.Problem([(0, N - 1)] * N)
    problem.add_propagator(alg.ALG_ALLDIFFERENT, range(N))
    problem.add_propagator(alg.ALG_ALLDIFFERENT, range(N), range(N))
    problem.add_propagator(alg.ALG_ALLDIFFERENT, range(N), range(0, -N, -1))
    return sum(1 for _ in nucs_solver.BacktrackSolver(problem, log_level="ERROR").solve())


def nucs_magic_square() -> Any:
    problem = nucs.Problem([(1, 16)] * 16)
    problem.add_propagator(alg.ALG_ALLDIFFERENT, range(16))
    for i in range(4):
        problem.add_propagator(alg.ALG_SUM_EQ_C, range(4 * i, 4 * i + 4), [TOTAL])
        problem.add_propagator(alg.ALG_SUM_EQ_C, range(i, 16, 4), [TOTAL])
    problem.add_propagator(alg.ALG_SUM_EQ_C, range(0, 16, 5), [TOTAL])
    problem.add_propagator(alg.ALG_SUM_EQ_C, range(3, 13, 3), [TOTAL])
    found = next(nucs_solver.BacktrackSolver(problem, log_level="ERROR").solve())
    return int(sum(found[:4]))


def nucs_knapsack() -> Any:
    problem = nucs.Problem([(0, 1)] * 10 + [(0, sum(VALUES))])
    problem.add_propagator(alg.ALG_LINEAR_LEQ_C, range(10), [*WEIGHTS, 165])
    problem.add_propagator(alg.ALG_LINEAR_EQ_C, range(11), [*VALUES, -1, 0])
    return int(nucs_solver.BacktrackSolver(problem, log_level="ERROR").maximize(10)[10])


def nucs_colouring() -> Any:
    problem = nucs.Problem([(1, 3)] * 6)
    for a, b in BORDERS:
        places = [STATES.split().index(a), STATES.split().index(b)]
        problem.add_propagator(alg.ALG_NEQ, places, [0])
    return sum(1 for _ in nucs_solver.BacktrackSolver(problem, log_level="ERROR").solve())


def nucs_sudoku() -> Any:
    cells = [(r, c) for r in range(9) for c in range(9)]
    problem = nucs.Problem([(GIVEN[cell],) * 2 if cell in GIVEN else (1, 9) for cell in cells])
    for unit in UNITS:
        problem.add_propagator(alg.ALG_ALLDIFFERENT, [9 * r + c for r, c in unit])
    found = next(nucs_solver.BacktrackSolver(problem, log_level="ERROR").solve())
    return [int(value) for value in found[:9]]


# ---- Tables

cpm: Any = None
pc: Any = None
nucs: Any = None
nucs_solver: Any = None
alg: Any = None

LIBRARIES = {
    "ours": "Quincunx",
    "cpmpy": "CPMpy",
    "python_constraint": "python-constraint",
    "nucs": "NuCS",
}
NEEDED = {"cpmpy": "cpmpy", "python_constraint": "constraint", "nucs": "nucs"}


def main() -> None:
    """Print both tables."""
    global cpm, pc, nucs, nucs_solver, alg
    there = [name for name in LIBRARIES if name not in NEEDED or find_spec(NEEDED[name])]
    if "cpmpy" in there:
        cpm = import_module("cpmpy")
    if "python_constraint" in there:
        pc = import_module("constraint")
    if "nucs" in there:
        nucs = import_module("nucs.problems.problem")
        nucs_solver = import_module("nucs.solvers.backtrack_solver")
        alg = import_module("nucs.propagators.propagators")
    heads = [LIBRARIES[name] for name in there]
    table("lines", heads, {p: [lines(program(n, p)) for n in there] for p in ANSWERS})
    table("milliseconds", heads, {p: [timed(program(n, p), p) for n in there] for p in ANSWERS})


def program(library: str, problem: str) -> Callable[[], Any] | None:
    """The program of a library for a problem, if there is one."""
    name = f"{library}_{problem.lower().replace(' ', '_')}"
    found: Callable[[], Any] | None = globals().get(name)
    return found


def lines(written: Callable[[], Any] | None) -> str:
    """The number of lines of a program, without its first."""
    return "" if written is None else str(len(inspect.getsource(written).splitlines()) - 1)


def timed(written: Callable[[], Any] | None, problem: str) -> str:
    """The milliseconds of the fastest run; "wrong" if the answer is."""
    if written is None:
        return ""
    taken: list[float] = []
    while len(taken) < REPETITIONS and sum(taken) < SLOW:
        began = time.process_time()
        answer = written()
        taken.append(time.process_time() - began)
        if answer != ANSWERS[problem]:
            return f"wrong: {answer}"
    return f"{1000 * min(taken):.2f}"


def table(title: str, heads: list[str], rows: dict[str, list[str]]) -> None:
    """Print a table."""
    print(f"{title:<18}" + "".join(f"{head:>19}" for head in heads))
    for name, cells in rows.items():
        print(f"{name:<18}" + "".join(f"{cell:>19}" for cell in cells))
    print()


if __name__ == "__main__":
    main()

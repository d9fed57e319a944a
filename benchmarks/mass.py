"""Lines of code, by package: `python -m benchmarks.mass`.

A line of code holds something other than a comment or a docstring. Comments, docstrings and blank
lines are not counted, so documentation is never a reason to write less of it.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
IGNORED = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


def code_lines(source: str) -> int:
    """Count the lines of a Python source that hold code.

    >>> code_lines('\"\"\"Says hello.\"\"\"\\n\\nprint(1)  # one\\n# two\\n')
    1
    """
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in IGNORED:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def main() -> None:
    """Print the figures for every package in src, and for tests and benchmarks."""
    package = ROOT / "src" / "quincunx"
    code: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    modules: Counter[str] = Counter()
    for path in package.rglob("*.py"):
        name = path.relative_to(package).parts[0]
        source = path.read_text(encoding="utf-8")
        code[name] += code_lines(source)
        lines[name] += source.count("\n")
        modules[name] += 1
    print(f"{'package':<16}{'modules':>8}{'lines':>8}{'code':>8}")
    for name in sorted(code, key=code.__getitem__, reverse=True):
        print(f"{name:<16}{modules[name]:>8}{lines[name]:>8,}{code[name]:>8,}")
    print(f"{'src':<16}{modules.total():>8}{lines.total():>8,}{code.total():>8,}")
    for folder in ("tests", "benchmarks"):
        sources = [path.read_text(encoding="utf-8") for path in (ROOT / folder).rglob("*.py")]
        total = sum(source.count("\n") for source in sources)
        print(f"{folder:<16}{len(sources):>8}{total:>8,}{sum(map(code_lines, sources)):>8,}")


if __name__ == "__main__":
    main()

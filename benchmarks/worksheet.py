"""The worksheet for a class: `python -m benchmarks.worksheet` runs it and writes its outputs.

Printed outputs contain no times, so that they are the same everywhere; pictures of trees contain
one, which comparisons ignore.
"""

from __future__ import annotations

import ast
import io
import json
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

WORKSHEET = Path(__file__).parents[1] / "docs" / "worksheet.ipynb"
PICTURE = "image/svg+xml"


def run(source: str, names: dict[str, Any], title: str) -> list[dict[str, Any]]:
    """Run a cell as a notebook does; what it printed, and what its last line shows."""
    code = ast.parse(source, title)
    last = code.body.pop() if code.body and isinstance(code.body[-1], ast.Expr) else None
    printed = io.StringIO()
    shown = None
    with redirect_stdout(printed):
        exec(compile(code, title, "exec"), names)
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), title, "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": text})
    if shown is not None:
        outputs.append({"output_type": "display_data", "metadata": {}, "data": data_of(shown)})
    return outputs


def data_of(shown: Any) -> dict[str, list[str]]:
    """A picture where there is one, else the text."""
    picture = shown._repr_svg_() if hasattr(shown, "_repr_svg_") else None
    if picture is None:
        return {"text/plain": repr(shown).splitlines(keepends=True)}
    return {PICTURE: picture.splitlines(keepends=True), "text/plain": ["a picture"]}


def timeless(outputs: Any) -> str:
    """Outputs as text, without the times in pictures.

    >>> timeless([{"data": "3 nodes, 1 solution, 1.25 ms"}])
    '[{"data": "3 nodes, 1 solution, some time"}]'
    """
    return re.sub(r"[\d.]+ (µs|ms|s)\b", "some time", json.dumps(outputs, ensure_ascii=False))


def rerun(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with the outputs that its cells have now."""
    names: dict[str, Any] = {"__name__": "worksheet"}
    cells = []
    for number, cell in enumerate(notebook["cells"], start=1):
        fresh = dict(cell)
        if cell["cell_type"] == "code":
            title = f"{WORKSHEET.name}, cell {number}"
            fresh["outputs"] = run("".join(cell["source"]), names, title)
        cells.append(fresh)
    return {**notebook, "cells": cells}


def main() -> None:
    """Run the worksheet and write its outputs."""
    notebook = rerun(json.loads(WORKSHEET.read_text(encoding="utf-8")))
    text = json.dumps(notebook, indent=1, ensure_ascii=False)
    WORKSHEET.write_text(f"{text}\n", encoding="utf-8")
    print(f"written to {WORKSHEET}")


if __name__ == "__main__":
    main()

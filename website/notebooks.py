"""Notebooks as pages in Markdown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

PICTURE = "image/svg+xml"


def notebook_page(notebook: Path, pictures: Path, remark: str = "") -> str:
    """A notebook as Markdown; its pictures are written as files into a folder beside the page."""
    parts = []
    for number, cell in enumerate(json.loads(notebook.read_text(encoding="utf-8"))["cells"], 1):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source.replace("&nbsp;", ""))
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell.get("outputs", ()):
            parts.append(_output(output, pictures / f"{notebook.stem}-{number}.svg"))
    if remark:
        parts.insert(1, remark)
    return "\n\n".join(parts) + "\n"


def _output(output: Any, picture: Path) -> str:
    data = output.get("data", {})
    if PICTURE in data:
        picture.parent.mkdir(parents=True, exist_ok=True)
        picture.write_text("".join(data[PICTURE]), encoding="utf-8")
        return f"![{picture_title(''.join(data[PICTURE]))}]({picture.parent.name}/{picture.name})"
    text = "".join(data.get("text/plain", output.get("text", ()))).rstrip("\n")
    return f"```text\n{text}\n```"


def picture_title(svg: str) -> str:
    """The title and the description of a picture, for readers who do not see it."""
    import re

    found = re.findall(r"<(?:title|desc)[^>]*>(.*?)</(?:title|desc)>", svg, re.S)
    return " ".join(" ".join(found[:2]).split()).replace("[", "(").replace("]", ")") or "A picture"

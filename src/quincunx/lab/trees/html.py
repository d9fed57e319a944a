"""Search trees as one self-contained HTML page.

The scripts in `page/` draw trees, those of the browser game draw boards from scenes; neither knows
any family. Scripts cannot import each other from disk, so an import map names each of them. Nodes
and events are compressed bytes in base64. The browser draws the unfolded part of a tree and
computes domains when they are shown, so that a tree of 100,000 nodes opens at once.
"""

import base64
import json
import re
import zlib
from html import escape
from importlib.resources import files
from string import Template
from typing import Any, TypeAlias

from quincunx.cp.kernel.engine import Variable
from quincunx.drawing.scene_data import scene_data
from quincunx.drawing.svg import clean
from quincunx.errors import OptionError
from quincunx.families.base.capabilities import build_scene
from quincunx.families.base.scene import id_of
from quincunx.lab.tables import title
from quincunx.lab.trees.propagation_log import write_number, write_runs
from quincunx.lab.trees.search_names import SearchNames
from quincunx.lab.trees.svg import describe_setting, describe_tree, initials
from quincunx.lab.trees.tree import CHOICE, FAILED, OPEN, SOLVED, Tree, WatchedSearch
from quincunx.solving.models import OURS

NODE_KINDS = (CHOICE, FAILED, SOLVED, OPEN)
"""How nodes end; the bytes refer to them by their index."""
EXACT = 1 << 53
"""Larger numbers are not exact in a browser: they are sent as text."""
START = "tree_main.js"
SCRIPT_PACKAGES = ("quincunx.lab.trees.page", "quincunx.web.page")
"""Where scripts and style sheets are."""
STYLES = ("style.css", "board.css", "tree.css")
POLICY = "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'"
"""Nothing may be loaded."""

Numbered: TypeAlias = dict[tuple[int | str, ...], int]
"""Lists of values, each with its number."""

_IMPORT = re.compile(r'(from|import) "\./([a-z_]+\.js)"')


def to_html(*trees: Tree) -> str:
    """Return one tree, or two side by side, as an HTML page; all must be watched."""
    for tree in trees:
        if tree.watched is None:
            raise OptionError("lab: a tree without events, expected one grown with watch=True")
    puzzle = trees[0].puzzle
    heading = f"{puzzle.title}: {title(puzzle.identifier)}"
    values: Numbered = {}
    runs: dict[str, int] = {}
    data = {
        "title": heading,
        "puzzle": puzzle.identifier,
        "scene": scene_data(puzzle, build_scene(puzzle)),
        "trees": [_tree(tree, tree.watched, values, runs) for tree in trees if tree.watched],
        "values": list(values),
        "runs": list(runs),
    }
    return Template(_page_file("tree_page.html")).substitute(
        policy=POLICY,
        title=escape(clean(heading)),
        styles="\n".join(map(_page_file, STYLES)),
        data=_embedded(data),
        imports=_embedded({"imports": _modules()}),
        start=START,
    )


def _tree(
    tree: Tree, watched: WatchedSearch, values: Numbered, runs: dict[str, int]
) -> dict[str, Any]:
    """Return one tree as JSON data; lists of values and sets are kept once, by their number, in
    `values` and `runs`."""
    puzzle, model, naming = tree.puzzle, watched.model, watched.naming
    cells: dict[int, str] = {}
    # A paper's program may decide something other than cells; then no cell shows a domain.
    paper = puzzle.capabilities.paper
    if tree.model == OURS or (paper is not None and paper.to_cells is None):
        pairs = zip(puzzle.cells, model.decisions, strict=True)
        cells = {variable.index: id_of(cell) for cell, variable in pairs}
    domains = dict.fromkeys(watched.first)
    places = {bits: runs.setdefault(_runs(bits), len(runs)) for bits in domains}
    decisions: dict[tuple[str, int], int] = {}
    nodes = bytearray()
    for index, node in enumerate(tree.nodes):
        decision = decisions.setdefault((node.decision, node.variable), len(decisions))
        events = len(watched.propagation.bytes_of(index))
        for number in (index - node.parent, NODE_KINDS.index(node.kind), decision, events):
            write_number(nodes, number)
    return {
        "labeling": tree.labeling,
        "consistency": describe_setting(tree),
        "facts": describe_tree(tree),
        "kinds": NODE_KINDS,
        "nodes": _stream(nodes),
        "events": _stream(watched.propagation.data),
        "kept": watched.propagation.kept,
        "searched": tree.nodes[0].searched,
        "decisions": [[text, _short(text), variable] for text, variable in decisions],
        "rules": [
            {
                "title": naming.title(rule),
                "formula": naming.formula(rule),
                "variables": sorted({variable.index for variable in constraint.variables}),
            }
            for rule, constraint in enumerate(naming.rules)
        ],
        "variables": [
            {
                "name": naming.names[at],
                "cell": cells.get(at),
                "runs": places[watched.first[at]],
                **_numbering(variable, naming, values),
            }
            for at, variable in enumerate(watched.variables)
        ],
    }


def _numbering(variable: Variable, naming: SearchNames, values: Numbered) -> dict[str, int]:
    """Return the values that the positions of a variable stand for."""
    if naming.renames(variable):
        listed = naming.values(variable, range(variable.width))
    elif variable.values:
        listed = [value if abs(value) < EXACT else str(value) for value in variable.values]
    else:
        return {"offset": variable.offset}
    return {"values": values.setdefault(tuple(listed), len(values))}


def _runs(bits: int) -> str:
    data = bytearray()
    write_runs(data, bits)
    return base64.b64encode(data).decode()


def _short(decision: str) -> str:
    """Shorten a decision so that it fits beside a mark.

    >>> _short("row 1, column 12 = 8"), _short("root")
    ('r1 c12 = 8', 'root')
    """
    name, _, rest = decision.rpartition(" ")
    name, _, operator = name.rpartition(" ")
    return f"{initials(name)} {operator} {rest}" if name else decision


def _stream(data: bytes | bytearray) -> str:
    return base64.b64encode(zlib.compress(bytes(data), 9)).decode()


def _embedded(data: object) -> str:
    """Return JSON for a page: nothing in it can end the element that contains it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _page_file(name: str) -> str:
    """Return a script or a style sheet."""
    for place in SCRIPT_PACKAGES:
        package, _, folder = place.rpartition(".")
        file = files(package).joinpath(folder).joinpath(name)
        if file.is_file():
            return file.read_text(encoding="utf-8")
    raise FileNotFoundError(name)


def _modules() -> dict[str, str]:
    """Return all scripts of the page by the names with which they import each other."""
    found: dict[str, str] = {}
    names = [START]
    for name in names:
        text = _page_file(name)
        names += dict.fromkeys(m[2] for m in _IMPORT.finditer(text) if m[2] not in names)
        script = _IMPORT.sub(r'\1 "quincunx/\2"', text)
        code = base64.b64encode(script.encode()).decode()
        found[f"quincunx/{name}"] = f"data:text/javascript;base64,{code}"
    return found

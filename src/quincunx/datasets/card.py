"""The card of a dataset: what it is, how it was made and how to use it, in Markdown.

It follows from the manifest: the same dataset has the same card. `card.md` is its
template. Its front matter tells the Hugging Face Hub which files are which split.
"""

import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from string import Template
from typing import Any

from quincunx.datasets.folder import DATA, PARQUET
from quincunx.datasets.plan import DEFAULT_SPLITS, PLAIN, SPLITS, Plan
from quincunx.datasets.records import FIELDS
from quincunx.datasets.solution_classes import BENCHMARK
from quincunx.datasets.trainers import COLUMNS
from quincunx.families import family_named
from quincunx.families.base.grades import GRADES

GROWTH = (
    "With the same `--shard-size` they are cut into the same files. With a larger `--number` the "
    "set grows, and what exists stays as it is. "
)

Manifest = Mapping[str, Any]
"""A manifest as JSON data."""


def card(manifest: Manifest, command: str | None = None) -> str:
    """Return the card of a dataset.

    Args:
        manifest: The manifest of the dataset as JSON data.
        command: The command that makes it, unless that follows from the manifest.
    """
    plan = Plan.from_dict(manifest["plan"])
    kinds = dict.fromkeys(family_named(setting.family) for setting in plan.settings)
    title = f"Quincunx: {', '.join(kind.title for kind in kinds)}"
    ending = "jsonl.gz" if manifest["compress"] else "jsonl"
    home, ending = (PARQUET, PARQUET) if manifest["parquet"] else (DATA, ending)
    rules = [f"- **{kind.title}** (`{kind.family}`): {kind.rules}" for kind in kinds]
    made_with = [f"{name} {version}" for name, version in manifest["versions"].items()]
    template = files(__package__).joinpath("card.md").read_text(encoding="utf-8")
    return Template(template).substitute(
        pretty_name=json.dumps(title),
        families="\n".join(f'- "{kind.family}"' for kind in kinds),
        files="\n".join(
            f'  - split: {split}\n    path: "{home}/{split}-*.{ending}"'
            for split in SPLITS
            if any(shard["split"] == split for shard in manifest["shards"])
        ),
        title=title,
        rows=f"{manifest['rows']:,}",
        rules="\n".join(rules),
        checked=_checked(plan),
        counts=_counts(plan, manifest),
        fields=_table(("field", "meaning"), [*FIELDS.items(), *COLUMNS[plan.format].items()]),
        command=command or command_of(plan, manifest),
        versions=", ".join(made_with),
        growth="" if command else GROWTH,
    )


def command_of(plan: Plan, manifest: Manifest) -> str:
    """Return the command that makes the dataset again."""
    words = ["quincunx", "dataset", "-o", "DIR"]
    for setting in plan.settings:
        words += ["--family", setting.text]
    words += ["--number", str(manifest["number"])]
    if plan.settings[0].grades:
        words += ["--grades", _weights(plan.settings[0].grades)]
    if dict(plan.splits) != DEFAULT_SPLITS:
        words += ["--splits", _weights(plan.splits)]
    words += ["--seed", str(plan.seed)]
    sources = [name for name, _ in plan.exclude]
    for name in sources:
        words += ["--exclude", name] if name != BENCHMARK else []
    words += [] if BENCHMARK in sources else ["--allow-benchmark"]
    words += ["--repeat-solutions"] if plan.repeat_solutions else []
    words += ["--format", plan.format] if plan.format != PLAIN else []
    words += [f"--{form}" for form in ("parquet", "compress") if manifest[form]]
    return shlex.join(words)


def _checked(plan: Plan) -> str:
    """Return what holds for the solutions of all rows, in sentences."""
    names = " or ".join(f"`{name}`" for name, _ in plan.exclude)
    sentences = [
        f"No two rows have the same {_identity(plan)}, not even turned or mirrored, and no split "
        "shares a solution with another, whatever is given.",
        f"No row has a solution of a puzzle in {names}." if names else "",
        "`quincunx dataset -o DIR --verify` checks this.",
    ]
    return " ".join(filter(None, sentences))


def _identity(plan: Plan) -> str:
    """Return what no two rows have in common."""
    return "puzzle" if plan.repeat_solutions else "solution"


def _counts(plan: Plan, manifest: Manifest) -> str:
    """Return tables of the numbers of rows of each kind."""
    tables = []
    for what, counted in manifest["counts"].items():
        order = {name: at for at, name in enumerate((*SPLITS, *GRADES))}
        names = sorted(counted, key=lambda name: (order.get(name, 0), name))
        tables.append(_table((what, "rows"), [(name, f"{counted[name]:,}") for name in names]))
    left_out = [
        (f"same {_identity(plan)} as an earlier one, even turned or mirrored", manifest["repeats"]),
        ("with an excluded solution", manifest["excluded"]),
        ("not found within the maker's patience", len(manifest["not_found"])),
        ("lost, because their workers failed again and again", len(manifest["lost"])),
    ]
    listed = "; ".join(f"{count:,} {why}" for why, count in left_out if count)
    return "\n\n".join([*tables, *([f"Candidates left out: {listed}."] if listed else [])])


def _table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heading, ["---"] * len(heading), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _weights(weights: Iterable[tuple[str, int]]) -> str:
    return ",".join(f"{name}:{weight}" for name, weight in weights)

"""The families as datasets of reasoning-gym: `import quincunx.datasets.gym` registers them all.

Vocabulary, most of it reasoning-gym's:
  dataset        a family's puzzles as items 0, 1, 2, ... without end; its length is only a number
  item           a question, an answer and what is known about them, its metadata
  configuration  what decides the items: a size, a seed, a grade, and the family's parameters
  curriculum     the grades and sizes there are, from the easiest on, each a level
  level          the place of a grade or a size in the curriculum

>>> import reasoning_gym
>>> import quincunx.datasets.gym
>>> data = reasoning_gym.create_dataset("quincunx_aztec_math", levels=3, seed=7, size=2)
>>> [data.score_answer(item["answer"], item) for item in data]
[1.0, 1.0]

Names are made from those of the families: "c-note" is `quincunx_c_note`, with the classes
`CNoteDataset`, `CNoteConfig` and `CNoteCurriculum` in this module. An item depends on the
configuration, the seed and its number alone.
"""

from __future__ import annotations

try:
    import reasoning_gym  # noqa: F401
except ModuleNotFoundError as _missing:
    from quincunx.errors import EngineError

    if _missing.name != "reasoning_gym":
        raise
    raise EngineError(
        "gym: the datasets need reasoning-gym, install it with: pip install 'quincunx[gym]'"
    ) from None

from quincunx.datasets.gym.registry import register_all

globals().update(register_all())

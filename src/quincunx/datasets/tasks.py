"""What is done by whoever makes rows, in another process or on another machine."""

from __future__ import annotations

import sys
from threading import Lock
from typing import Any

from quincunx._support.version import VERSION
from quincunx.datasets.dispatch import Answer, Block, Failed, Make
from quincunx.datasets.parts import encoded
from quincunx.errors import EngineError, OptionError

ALONE = Lock()
"""Rows are made one at a time in a process, also where that has several threads for work."""


def made_block(make: Make, plan: Any, block: Block, version: str = VERSION) -> Answer:
    """The rows of a block, encoded as a part is.

    What is wrong with the surroundings is raised; what is wrong with a row is an answer.
    """
    if version != VERSION:
        raise EngineError(f"quincunx {VERSION} makes rows, expected quincunx {version}")
    # As in the program that asks, whatever the environment says.
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
    try:
        with ALONE:
            return encoded(make(plan, *block))
    except (EngineError, OptionError):
        raise
    except Exception as error:
        return Failed(f"{type(error).__name__}: {error}")

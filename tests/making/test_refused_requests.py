"""Requests that cannot be met: refused at once, with what was expected instead."""

import pytest

from quincunx import OptionError, PuzzleError
from quincunx.making import generate
from tests.families.tables import cases, options


@pytest.mark.parametrize(("family", "asked", "message"), cases("making/cases/refused.txt"))
def test_impossible_request_is_refused(family: str, asked: str, message: str) -> None:
    with pytest.raises((OptionError, PuzzleError)) as refused:
        generate(family, **options(asked))
    assert str(refused.value) == message

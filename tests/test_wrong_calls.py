"""Every argument of every public function and method, replaced by every odd value."""

from __future__ import annotations

import pytest

from tests.fuzz.calls import ODD, all_calls


@pytest.mark.parametrize("name", sorted(all_calls()))
def test_wrong_arguments_are_refused_in_one_line(name: str) -> None:
    call = all_calls()[name]
    call.refuse_or_return({})
    for argument in call.arguments:
        for text, value in ODD.items():
            try:
                call.refuse_or_return({argument: value})
            except Exception as error:
                raise AssertionError(f"{name}({argument}={text})") from error

"""JSON that people hand in: decoded, or refused in one line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx._support.json_text import decode_json
from quincunx.errors import PuzzleError

DATA = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(DATA)
def test_json_is_decoded_to_the_data_it_was_made_from(data: object) -> None:
    assert decode_json(json.dumps(data)) == data


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1, "a": 1}', "not valid JSON (duplicate key 'a')"),
        ('[{"b": {"a": 1, "c": 2, "a": 3}}]', "not valid JSON (duplicate key 'a')"),
        (f'{{"{"k" * 99}": 1, "{"k" * 99}": 2}}', f"not valid JSON (duplicate key '{'k' * 40}')"),
        ("{", "not valid JSON (Expecting property name enclosed in double quotes"),
        ("[NaN]", "not valid JSON (NaN is no number)"),
        ('{"a": -Infinity}', "not valid JSON (-Infinity is no number)"),
        ("-1e999", "not valid JSON (-1e999 is too large)"),
        ("[" * 100_000, "not valid JSON ("),
        ("1" * 5_000, "not valid JSON (a number has 5000 digits: too many)"),
    ],
)
def test_invalid_json_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        decode_json(text)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)

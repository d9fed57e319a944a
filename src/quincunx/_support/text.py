"""Phrases that messages and reports share."""


def amount(number: int, thing: str) -> str:
    """Return a number with its noun.

    >>> amount(1, "solution"), amount(19440, "node")
    ('1 solution', '19,440 nodes')
    """
    return f"{number:,} {thing}" + ("" if number == 1 else "s")


def short_repr(value: object, most: int = 60) -> str:
    """The representation of any value in one line of at most `most` characters.

    >>> short_repr([1, "a"]), short_repr("b" * 100, 10), short_repr(10**5000)
    ("[1, 'a']", "'bbbbbb...", 'a number of 16,610 bits')
    """
    try:
        text = " ".join(repr(value).split())
    except Exception:  # Python prints no number of over 4,300 digits.
        bits = f"a number of {value.bit_length():,} bits" if isinstance(value, int) else ""
        text = bits or type(value).__name__
    return text if len(text) <= most else f"{text[: most - 3]}..."

"""Phrases that messages and reports share."""


def amount(number: int, thing: str) -> str:
    """Return a number with its noun.

    >>> amount(1, "solution"), amount(19440, "node")
    ('1 solution', '19,440 nodes')
    """
    return f"{number:,} {thing}" + ("" if number == 1 else "s")

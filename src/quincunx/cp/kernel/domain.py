"""Sets of values as the bits of an integer.

Position i is in the set if bit i of the integer is 1. Python's integers have no size limit, so a
set of any size is one integer; union, intersection and shifting a whole set are one operation each.
"""

from typing import Final

WORD: Final = 60
"""Number of bits processed together in a machine word."""
WORD_MASK: Final = (1 << 60) - 1

BLOCK: Final = 3840
"""Number of bits split off a long set at a time: 64 words."""
# Not (1 << 3840) - 1: the compiler would turn it into a decimal literal, which Python refuses to
# parse if it is too long.
BLOCK_MASK: Final = int.from_bytes(b"\xff" * 480, "big")

FEW: Final = 8
"""Sets with at most this many members are processed one by one, which is faster."""

MIRROR: Final = bytes([int(f"{byte:08b}"[::-1], 2) for byte in range(256)])
"""Each byte with its bits in the opposite order."""


def lowest(bits: int) -> int:
    """The smallest position of a non-empty set.

    >>> lowest(0b10100)
    2
    """
    return (bits & -bits).bit_length() - 1


def highest(bits: int) -> int:
    """The largest position of a non-empty set.

    >>> highest(0b10100)
    4
    """
    return bits.bit_length() - 1


def size(bits: int) -> int:
    """Number of positions of a set.

    >>> size(0b10100)
    2
    """
    return bits.bit_count()


def single(bits: int) -> bool:
    """Whether a non-empty set has just one position."""
    return bits & (bits - 1) == 0


_POSITIONS: Final[list[list[int]]] = [[] for _ in range(1 << 10)]
"""The positions of small sets, once they are known."""


def positions(bits: int) -> list[int]:
    """The positions of a set, in ascending order; the list must not be modified.

    >>> positions(0b10110)
    [1, 2, 4]
    """
    if bits >= len(_POSITIONS):
        return _positions(bits)
    if not _POSITIONS[bits]:
        _POSITIONS[bits] = _positions(bits)
    return _POSITIONS[bits]


def _positions(bits: int) -> list[int]:
    found: list[int] = []
    base = 0
    # Block by block and word by word: arithmetic on small integers is much cheaper than on large
    # ones, and a large one is not shifted as a whole for every word.
    while bits:
        block = bits & BLOCK_MASK
        bits >>= BLOCK
        place = base
        while block:
            word = block & WORD_MASK
            block >>= WORD
            while word:
                bit = word & -word
                found.append(place + bit.bit_length() - 1)
                word ^= bit
            place += WORD
        base += BLOCK
    return found


def bits_of(members: list[int]) -> int:
    """The set of these positions.

    >>> bin(bits_of([1, 2, 4]))
    '0b10110'
    """
    if len(members) > WORD:
        # OR-ing single bits into a long integer would copy it every time.
        image = bytearray(max(members) // 8 + 1)
        for position in members:
            image[position >> 3] |= 1 << (position & 7)
        return int.from_bytes(image, "little")
    bits = 0
    for position in members:
        bits |= 1 << position
    return bits


def ordered(numbers: list[int]) -> list[int]:
    """The indices of a list, sorted by its numbers.

    >>> ordered([30, -10, 20])
    [1, 2, 0]
    """
    return sorted(range(len(numbers)), key=numbers.__getitem__)


def sums(left: int, right: int, within: int) -> int:
    """All sums of a position of one set and one of the other that are `within` a set.

    >>> positions(sums(0b110, 0b1001, within=0b11111))
    [1, 2, 4]
    """
    if left == 1:
        return right & within
    # Shifting one set by each member of the other does the inner loop in one operation.
    shifted, by = (left, right) if size(left) >= size(right) else (right, left)
    total = 0
    if by.bit_length() > BLOCK or size(by) <= FEW:
        for step in positions(by):
            total |= shifted << step
        return total & within
    base = 0
    length, image = 1, shifted
    while by:
        word = by & WORD_MASK
        by >>= WORD
        # For a run of consecutive positions, shift the other set spread over its length.
        inner = word & (word << 1)
        firsts = word & ~inner & (word >> 1)
        if firsts:
            lasts = positions(inner & ~(word >> 1))
            for index, first in enumerate(positions(firsts)):
                if lasts[index] - first + 1 != length:
                    length = lasts[index] - first + 1
                    image = spread(shifted, length)
                total |= image << (base + first)
        for single_step in positions(word & ~(inner | firsts)):
            total |= shifted << (base + single_step)
        if within & ~total == 0:
            break
        base += WORD
    return total & within


def spread(bits: int, length: int) -> int:
    """All sums of a position and a number from 0 up to, not including, `length`.

    >>> positions(spread(0b10001, 3))
    [0, 1, 2, 4, 5, 6]
    """
    done = 1
    while done < length:
        step = min(done, length - done)
        bits |= bits << step
        done += step
    return bits


def longest_run(bits: int) -> tuple[int, int]:
    """First position and length of the longest run of a non-empty set.

    >>> longest_run(0b1011100110)
    (5, 3)
    """
    # Starts of runs of length 1, 2, 4, 8 ...; the longest length is composed of these.
    begins = [bits]
    length = 1
    more = bits & (bits >> 1)
    while more:
        begins.append(more)
        length *= 2
        more &= more >> length
    found = begins.pop()
    part = length
    while begins:
        part //= 2
        more = found & (begins.pop() >> length)
        if more:
            found = more
            length += part
    return lowest(found), length


def largest_gap(bits: int) -> int:
    """The largest distance between consecutive members of a set, at least 1.

    >>> largest_gap(0b1011100110)
    3
    """
    first = lowest(bits)
    holes = ((1 << (highest(bits) - first + 1)) - 1) ^ (bits >> first)
    return longest_run(holes)[1] + 1 if holes else 1


def multiples(bits: int, factor: int) -> int:
    """The positions of a set times a positive factor.

    >>> positions(multiples(0b1011, 3))
    [0, 3, 9]
    """
    if factor == 1:
        return bits
    if bits & (bits + 1):
        return bits_of([factor * position for position in positions(bits)])
    # All positions up to some number: double their number each time.
    count = bits.bit_length()
    image = bits & 1
    done = 1
    while done < count:
        step = min(done, count - done)
        image |= image << (step * factor)
        done += step
    return image


def mirrored(bits: int, top: int) -> int:
    """The set reversed: position p up to `top` becomes `top - p`.

    >>> positions(mirrored(0b10011, top=5))
    [1, 4, 5]
    """
    count = top // 8 + 1
    image = (bits & ((1 << (top + 1)) - 1)).to_bytes(count, "little").translate(MIRROR)
    return int.from_bytes(image, "big") >> (8 * count - 1 - top)


def partners(bits: int, others: int, total: int) -> int:
    """The positions of a set that add up to `total` with some position of the other set.

    >>> positions(partners(0b1011, 0b10101, total=5))
    [1, 3]
    """
    if size(bits) > FEW:
        return bits & mirrored(others, total)
    found = 0
    for position in positions(bits):
        if position <= total and (others >> (total - position)) & 1:
            found |= 1 << position
    return found

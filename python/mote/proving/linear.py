"""Linear forms over the integers, and their digits at powers of two."""

from __future__ import annotations

from collections.abc import Iterable

from mote.proving.polynomials import Bits

Form = tuple[int, dict[int, int]]
"""A linear form over the integers: the constant, and the coefficient of each atom."""


def enter_digits(levels: list[list[int]], node: int, coefficient: int) -> None:
    """Add the digits of an atom's coefficient to the levels that there are."""
    item = 2 * node
    if coefficient < 0:
        coefficient, item = -coefficient, item + 1
    level = 0
    while coefficient:
        zeros = (coefficient & -coefficient).bit_length() - 1
        level += zeros
        coefficient >>= zeros
        if level >= len(levels):
            break
        if coefficient & 2:
            levels[level].append(item ^ 1)
            coefficient += 1
        else:
            levels[level].append(item)
            coefficient -= 1


def carry_into(levels: list[list[int]], begin: int, item: int) -> None:
    """Add an atom's digit to a level; it has digits there and above it, but none below."""
    node = item >> 1
    coefficient = -1 << begin if item & 1 else 1 << begin
    for level, items in enumerate(levels[begin:], begin):
        mine = [each for each in items if each >> 1 == node]
        if mine:
            items[:] = [each for each in items if each >> 1 != node]
            coefficient += sum(-1 << level if each & 1 else 1 << level for each in mine)
    enter_digits(levels, node, coefficient)


def reduced(form: Form, width: int) -> Form:
    """A form modulo 2^width, with coefficients around 0."""
    constant, coefficients = form
    mask = (1 << width) - 1
    half = 1 << width - 1
    found = {}
    for node, coefficient in coefficients.items():
        coefficient &= mask
        if coefficient:
            found[node] = coefficient - mask - 1 if coefficient > half else coefficient
    return constant & mask, found


def disjoint_bits(constant: int, coefficients: dict[int, int], width: int) -> Bits | None:
    """The bits of a form modulo 2^width that adds nothing to a bit twice; None of another one."""
    # A negative coefficient is that of the atom's complement.
    used = constant + sum(c for c in coefficients.values() if c < 0) & (1 << width) - 1
    bits = [used >> k & 1 for k in range(width)]
    for node, coefficient in coefficients.items():
        literal, left = 2 * node + (coefficient < 0), abs(coefficient)
        if left & used:
            return None
        used |= left
        while left:
            lowest = left & -left
            bits[lowest.bit_length() - 1] = literal
            left ^= lowest
    return tuple(bits)


def opposite(coefficients: dict[int, int]) -> dict[int, int]:
    """All of them with the other sign."""
    return {node: -coefficient for node, coefficient in coefficients.items()}


def summed(forms: Iterable[Form]) -> Form:
    """The sum of forms."""
    constant = 0
    coefficients: dict[int, int] = {}
    for each, part in forms:
        constant += each
        for node, coefficient in part.items():
            coefficients[node] = coefficients.get(node, 0) + coefficient
    return constant, coefficients


def scaled(form: Form, scale: int) -> Form:
    """A form, times a number."""
    constant, coefficients = form
    if scale == 1:
        return form
    return constant * scale, {node: c * scale for node, c in coefficients.items()}


def has_digit(coefficient: int, weight: int, top: int) -> bool:
    """Whether a coefficient, as a number or in the non-adjacent form, has the digit of a weight.

    weight: a power of two, or minus one; of the topmost the sign does not matter.
    """
    size = abs(weight)
    number = abs(coefficient)
    if size != top and (coefficient < 0) != (weight < 0):
        # Only a digit of the other sign than the number.
        half = number >> 1
        return bool(half & (half ^ number + half) & size)
    half = number >> 1
    sum_ = number + half
    return bool((number | (sum_ & (half ^ sum_))) & size)

"""What the QEMU machine has to know of a POWER instruction before it runs (Power ISA 2.07 and 3.0).

Instructions are words of 32 bits; fields are named as in the book: RT bits 6-10, RA bits 11-15.
"""

from __future__ import annotations

from dataclasses import dataclass

STACK_POINTER = 1

# Opcode 31 by the extended opcode in bits 21-30: what writes RT (arithmetic and loads), and RA.
_ARITHMETIC = {8, 9, 10, 11, 40, 73, 74, 75, 104, 136, 138, 170, 200, 202, 232, 233, 234, 235, 266}
_ARITHMETIC |= {393, 395, 425, 427, 457, 459, 489, 491}
_TO_RT = {19, 20, 52, 84, 116, 128, 265, 267, 276, 339, 371, 755, 777, 779}
_TO_RA = {24, 26, 27, 28, 51, 58, 60, 115, 122, 124, 154, 186, 252, 282, 284, 307, 314, 316, 378}
_TO_RA |= {412, 444, 476, 506, 508, 536, 538, 539, 570, 792, 794, 824, 826, 827, 890, 891}
_TO_RA |= {922, 954, 986}

# Bytes of an access: general registers, then what else there is; and which of them update RA.
_LOADS = {21: 8, 23: 4, 53: 8, 55: 4, 87: 1, 119: 1, 279: 2, 311: 2, 341: 4, 343: 2, 373: 4}
_LOADS |= {375: 2, 532: 8, 534: 4, 790: 2}
_STORES = {149: 8, 151: 4, 181: 8, 183: 4, 215: 1, 247: 1, 407: 2, 439: 2, 660: 8, 662: 4, 918: 2}
_VECTOR_LOADS = {7: 1, 12: 4, 39: 2, 71: 4, 76: 4, 103: 16, 268: 16, 332: 8, 359: 16, 364: 4}
_VECTOR_LOADS |= {524: 4, 535: 4, 567: 4, 588: 8, 599: 8, 631: 8, 780: 16, 812: 16, 844: 16}
_VECTOR_LOADS |= {876: 16}
_VECTOR_STORES = {135: 1, 140: 4, 167: 2, 199: 4, 231: 16, 396: 16, 487: 16, 652: 4, 663: 4}
_VECTOR_STORES |= {695: 4, 716: 8, 727: 8, 759: 8, 908: 16, 940: 16, 972: 16, 1004: 16}
_UPDATES = {53, 55, 119, 181, 183, 247, 311, 373, 375, 439, 567, 631, 695, 759}

# Opcodes with a displacement.
_D_LOADS = {32: 4, 33: 4, 34: 1, 35: 1, 40: 2, 41: 2, 42: 2, 43: 2}
_D_STORES = {36: 4, 37: 4, 38: 1, 39: 1, 44: 2, 45: 2}
_D_FLOATS = {48: 4, 49: 4, 50: 8, 51: 8, 52: 4, 53: 4, 54: 8, 55: 8}
_D_TO_RT = {7, 8, 12, 13, 14, 15, *_D_LOADS, 58}
_D_TO_RA = {20, 21, 23, 24, 25, 26, 27, 28, 29, 30}
_D_UPDATES = {33, 35, 37, 39, 41, 43, 45, 49, 51, 53, 55}

_UNSEEN = {533, 597, 661, 725, 1014}
"""lswx, lswi, stswx, stswi, dcbz: QEMU tells no plug-in of what they touch; nor of lmw and stmw."""


def _fields(word: int) -> tuple[int, int, int, int]:
    return word >> 26, word >> 21 & 31, word >> 16 & 31, word >> 1 & 1023


def unwatchable(word: int) -> bool:
    """Whether an instruction does what the machine cannot see, or calls the operating system."""
    opcode, _, _, extended = _fields(word)
    return opcode in (17, 46, 47) or (opcode == 31 and extended in _UNSEEN)


def written(word: int) -> set[int]:
    """The general registers that an instruction writes, by number.

    None of `ori r2,r2,0` and the like, which end a group or set a priority (Power ISA, "or").
    """
    opcode, target, base, extended = _fields(word)
    found: set[int] = set()
    if target == base and (word & 0xFC00FFFF == 24 << 26 or _moves_to_itself(word)):
        return found
    if opcode in _D_TO_RT or (opcode == 19 and extended & 31 == 2):
        found.add(target)
    if opcode in _D_TO_RA or opcode in _D_UPDATES or (opcode in (58, 62) and word & 3 == 1):
        found.add(base)
    if opcode == 56:
        found |= {target, target + 1}
    if opcode == 4 and word & 63 in (48, 49, 51):
        found.add(target)
    if opcode == 31:
        to_target = _TO_RT | set(_LOADS)
        if extended & 511 in _ARITHMETIC or extended in to_target or extended & 31 == 15:
            found.add(target)
        if extended in _TO_RA or extended in _UPDATES:
            found.add(base)
    return found


def _moves_to_itself(word: int) -> bool:
    opcode, source, target, extended = _fields(word)
    return opcode == 31 and extended == 444 and source == target == word >> 11 & 31


@dataclass(frozen=True)
class StackMove:
    """What an instruction does to the stack pointer.

    kind: "update" (it becomes the address of the access), "add" (of value), "load", "other".
    """

    kind: str
    value: int = 0


def stack_move(word: int) -> StackMove | None:
    """How an instruction moves the stack pointer; None where it does not write it."""
    if STACK_POINTER not in written(word):
        return None
    opcode, target, base, extended = _fields(word)
    if base == STACK_POINTER and target != STACK_POINTER:
        if opcode in _D_UPDATES or (opcode in (58, 62) and word & 3 == 1):
            return StackMove("update")
        if opcode == 31 and extended in _UPDATES:
            return StackMove("update")
    # The usual `stdu r1,-N(r1)` stores the old value and moves.
    if target == base == STACK_POINTER:
        if opcode in (37, 62) or (opcode == 31 and extended in (181, 183)):
            return StackMove("update")
        immediate = (word & 0xFFFF) - ((word & 0x8000) << 1)
        if opcode == 14:
            return StackMove("add", immediate)
        if opcode == 15:
            return StackMove("add", immediate << 16)
    if target == STACK_POINTER:
        if opcode == 58 and word & 3 == 0:
            return StackMove("load")
        if opcode == 31 and extended == 21:
            return StackMove("load")
    return StackMove("other")


def access(word: int) -> tuple[int, bool]:
    """Bytes that an instruction reads or writes at once, and whether it writes."""
    opcode, _, _, extended = _fields(word)
    if opcode == 31:
        for sizes, store in (
            (_LOADS, False),
            (_VECTOR_LOADS, False),
            (_STORES, True),
            (_VECTOR_STORES, True),
        ):
            if extended in sizes:
                return sizes[extended], store
    if opcode in _D_LOADS:
        return _D_LOADS[opcode], False
    if opcode in _D_STORES:
        return _D_STORES[opcode], True
    if opcode in _D_FLOATS:
        return _D_FLOATS[opcode], opcode >= 52
    if opcode == 58:
        return (4 if word & 3 == 2 else 8), False
    if opcode == 62:
        return 8, True
    if opcode == 61 and word & 3 == 1:
        return 16, word & 7 == 5
    return 1, False

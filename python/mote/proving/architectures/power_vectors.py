"""The vector instructions of POWER8 as operations, described here, and one that reverses bytes.

Source: Power ISA, Version 2.07 B, Book I, chapters 4 (floating-point), 6 (vector) and 7
(vector-scalar); 3 (fixed-point).  pypcode's description leaves most of them open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mote.proving.architectures.building import const
from mote.proving.architectures.power_crypto import (
    cipher,
    inverse_cipher,
    products,
    sigma,
    sub_bytes,
)
from mote.proving.architectures.power_fields import Fields, general, vector
from mote.proving.lift import Operation, Varnode

BYTES = {"b": 1, "h": 2, "w": 4, "d": 8}
"""Of an element, by the letter in an instruction's name; in the order of their opcodes."""


@dataclass(frozen=True)
class Description:
    """An instruction: its name, what it does, and how its operands are written.

    body: what becomes of the target, as a value, from the fields and the numbers of the registers;
    None of an instruction that has written what it writes.
    """

    name: str
    body: Callable[[Fields], Varnode | None]
    text: Callable[[Fields], str]
    of_vsx: bool = False


def _lanes(opcode: str, size: int) -> Callable[[Fields, Varnode, Varnode], Varnode]:
    """An operation on each pair of elements."""

    def value(f: Fields, a: Varnode, b: Varnode) -> Varnode:
        pairs = zip(f.elements(a, size), f.elements(b, size), strict=True)
        return f.joined([f.ops.make(opcode, size, x, y) for x, y in pairs])

    return value


def _whole(
    opcode: str, *, first: bool = False, last: bool = False
) -> Callable[[Fields, Varnode, Varnode], Varnode]:
    """A logical operation; first: B is complemented; last: the result is."""

    def value(f: Fields, a: Varnode, b: Varnode) -> Varnode:
        if first:
            b = f.ops.make("INT_NEGATE", 16, b)
        found = f.ops.make(opcode, 16, a, b)
        return f.ops.make("INT_NEGATE", 16, found) if last else found

    return value


def _merged(size: int, *, low: bool) -> Callable[[Fields, Varnode, Varnode], Varnode]:
    """Elements of the upper or lower halves in turn (6.8.2)."""

    def value(f: Fields, a: Varnode, b: Varnode) -> Varnode:
        half = 8 // size
        start = half if low else 0
        found = []
        for number in range(start, start + half):
            found += [f.element(a, number, size), f.element(b, number, size)]
        return f.joined(found)

    return value


def _merged_every_other(*, odd: bool) -> Callable[[Fields, Varnode, Varnode], Varnode]:
    """Words 0 and 2, or 1 and 3, in turn (6.8.2: vmrgew, vmrgow)."""

    def value(f: Fields, a: Varnode, b: Varnode) -> Varnode:
        return f.joined([f.element(x, number + odd, 4) for number in (0, 2) for x in (a, b)])

    return value


def _shifted(kind: str, size: int) -> Callable[[Fields, Varnode, Varnode], Varnode]:
    """Rotated ("rotate") or shifted (an opcode) by the low bits of B's elements (6.9.2)."""

    def value(f: Fields, a: Varnode, b: Varnode) -> Varnode:
        o = f.ops
        width = 8 * size
        found = []
        for x, by in zip(f.elements(a, size), f.elements(b, size), strict=True):
            count = o.make("INT_AND", size, by, const(width - 1, size))
            if kind == "rotate":
                rest = o.make("INT_SUB", size, const(width, size), count)
                high = o.make("INT_LEFT", size, x, count)
                low = o.make("INT_RIGHT", size, x, rest)
                found.append(o.make("INT_OR", size, high, low))
            else:
                found.append(o.make(kind, size, x, count))
        return f.joined(found)

    return value


def _picked(f: Fields, source: Varnode, index: Varnode) -> Varnode:
    """The byte of a source of 16 or 32 bytes, whose first one has index 0, at an index."""
    o = f.ops
    turned = o.make("INT_XOR", 1, index, const(source.size - 1, 1))
    by = o.make("INT_LEFT", 1, turned, const(3, 1))
    return o.make("SUBPIECE", 1, o.make("INT_RIGHT", source.size, source, by), const(0, 4))


def _third(f: Fields) -> Varnode:
    return vector(32 + f.bits(21, 25))


def _permuted(f: Fields) -> Varnode:
    _, a, b = map(vector, f.registers(False))
    source = f.joined([a, b])
    found = []
    for byte in f.elements(_third(f), 1):
        found.append(_picked(f, source, f.ops.make("INT_AND", 1, byte, const(31, 1))))
    return f.joined(found)


def _permuted_xor(f: Fields) -> Varnode:
    _, a, b = map(vector, f.registers(False))
    o = f.ops
    found = []
    for byte in f.elements(_third(f), 1):
        high = o.make("INT_RIGHT", 1, byte, const(4, 1))
        low = o.make("INT_AND", 1, byte, const(15, 1))
        found.append(o.make("INT_XOR", 1, _picked(f, a, high), _picked(f, b, low)))
    return f.joined(found)


def _selected(f: Fields, a: Varnode, b: Varnode, mask: Varnode) -> Varnode:
    o = f.ops
    kept = o.make("INT_AND", 16, a, o.make("INT_NEGATE", 16, mask))
    return o.make("INT_OR", 16, kept, o.make("INT_AND", 16, b, mask))


def _part_of_two(f: Fields, a: Varnode, b: Varnode, start: int) -> Varnode:
    """16 bytes of A and B, from a byte on."""
    return f.ops.make("SUBPIECE", 16, f.joined([a, b]), const(16 - start, 4))


def _splat(f: Fields, size: int) -> Varnode:
    """An element of B in all (vspltb, vsplth, vspltw)."""
    count = 16 // size
    number = f.bits(11, 15) % count
    return f.joined([f.element(vector(32 + f.bits(16, 20)), number, size)] * count)


def _splat_number(f: Fields, size: int) -> Varnode:
    number = (f.bits(11, 15) ^ 16) - 16
    one = number & (1 << 8 * size) - 1
    whole = sum(one << 8 * size * place for place in range(16 // size))
    return f.ops.make("COPY", 16, const(whole, 16))


# ---- memory, and moves ----


def _indexed(f: Fields) -> Varnode:
    return f.address(general(f.bits(16, 20)))


def _displaced(f: Fields) -> Varnode:
    return f.address(const((f.bits(16, 31) ^ 0x8000) - 0x8000, 8))


def _at(f: Fields, address: Varnode, offset: int) -> Varnode:
    return f.ops.make("INT_ADD", 8, address, const(offset, 8)) if offset else address


def _loaded(size: int) -> Callable[[Fields], Varnode]:
    """lxvd2x, lxvw4x: elements, each in the byte order of the CPU."""

    def body(f: Fields) -> Varnode:
        address = _indexed(f)
        return f.joined(
            [f.ops.load("ram", size, _at(f, address, place)) for place in range(0, 16, size)]
        )

    return body


def _loaded_half(f: Fields) -> Varnode:
    """lxsdx, lfdx: a doubleword; the other one is undefined."""
    return f.joined([f.ops.load("ram", 8, _indexed(f)), f.undefined(8)])


def _load_reversed(size: int) -> Callable[[Fields], None]:
    """lhbrx, lwbrx, ldbrx (3.3.5): pypcode gives ldbrx no meaning, others that of big-endian."""

    def body(f: Fields) -> None:
        value = f.joined(f.elements(f.ops.load("ram", size, _indexed(f)), 1)[::-1])
        found = value if size == 8 else f.ops.make("INT_ZEXT", 8, value)
        f.ops.copy(general(f.bits(6, 10)), found)

    return body


def _store_reversed(size: int) -> Callable[[Fields], None]:
    """sthbrx, stwbrx, stdbrx, likewise."""

    def body(f: Fields) -> None:
        low = f.elements(general(f.bits(6, 10)), size)[-1]
        f.ops.store("ram", _indexed(f), f.joined(f.elements(low, 1)[::-1]))

    return body


def _stored(size: int) -> Callable[[Fields], None]:
    """stxvd2x, stxvw4x."""

    def body(f: Fields) -> None:
        address = _indexed(f)
        for number, part in enumerate(f.elements(vector(f.registers(True)[0]), size)):
            f.ops.store("ram", _at(f, address, size * number), part)

    return body


def _aligned(f: Fields) -> Varnode:
    return f.ops.make("INT_AND", 8, _indexed(f), const(-16, 8))


def _store_vector(f: Fields) -> None:
    f.ops.store("ram", _aligned(f), vector(32 + f.bits(6, 10)))


def _store_float(f: Fields) -> None:
    f.ops.store("ram", _displaced(f), f.element(vector(f.bits(6, 10)), 0, 8))


def _to_general(f: Fields) -> None:
    """mfvsrd."""
    source = f.element(vector(f.registers(True)[0]), 0, 8)
    f.ops.copy(general(f.bits(11, 15)), source)


# ---- how they are written, and where they are found ----


def _three(f: Fields) -> str:
    return ",".join(f"v{number - 32}" for number in f.registers(False))


def _three_vsx(f: Fields) -> str:
    return ",".join(f"vs{number}" for number in f.registers(True))


def _four(f: Fields) -> str:
    return f"{_three(f)},v{f.bits(21, 25)}"


def _from_memory(f: Fields, target: str) -> str:
    base = f.bits(11, 15)
    return f"{target},{f'r{base}' if base else 0},r{f.bits(16, 20)}"


def _from_memory_vsx(f: Fields) -> str:
    return _from_memory(f, f"vs{f.registers(True)[0]}")


def _from_memory_v(f: Fields) -> str:
    return _from_memory(f, f"v{f.bits(6, 10)}")


def _from_memory_r(f: Fields) -> str:
    return _from_memory(f, f"r{f.bits(6, 10)}")


def _from_memory_f(f: Fields) -> str:
    return _from_memory(f, f"f{f.bits(6, 10)}")


def _float(f: Fields) -> str:
    base, far = f.bits(11, 15), (f.bits(16, 31) ^ 0x8000) - 0x8000
    sign = "-" if far < 0 else ""
    return f"f{f.bits(6, 10)},{sign}{abs(far):#x}({f'r{base}' if base else 0})"


def _two_and_number(f: Fields) -> str:
    return f"v{f.bits(6, 10)},v{f.bits(16, 20)},{f.bits(11, 15):#x}"


def _one_and_number(f: Fields) -> str:
    return f"v{f.bits(6, 10)},{f.bits(11, 15):#x}"


def _of_sigma(f: Fields) -> str:
    return f"v{f.bits(6, 10)},v{f.bits(11, 15)},{f.bits(16, 16):#x},{f.bits(17, 20):#x}"


def _two(f: Fields) -> str:
    return f"v{f.bits(6, 10)},v{f.bits(11, 15)}"


def _between(f: Fields) -> str:
    return f"vs{f.registers(True)[0]},r{f.bits(11, 15)}"


SPLAT_WORD = 82
"""xxspltw in the table of chapter 7; the next bit of its word belongs to its opcode, too."""

Found = dict[int, Description]


def _of_two(
    name: str, value: Callable[[Fields, Varnode, Varnode], Varnode], *, of_vsx: bool = False
) -> Description:
    def body(f: Fields) -> Varnode:
        _, a, b = map(vector, f.registers(of_vsx))
        return value(f, a, b)

    return Description(name, body, _three_vsx if of_vsx else _three, of_vsx)


def _of_chapter_6() -> Found:
    """Primary opcode 4, by bits 21 to 31."""
    found: Found = {}

    def two(xo: int, name: str, value: Callable[[Fields, Varnode, Varnode], Varnode]) -> None:
        found[xo] = _of_two(name, value)

    def product(size: int) -> Callable[[Fields, Varnode, Varnode], Varnode]:
        return lambda f, a, b: products(f, a, b, size)

    def splat(size: int) -> Callable[[Fields], Varnode]:
        return lambda f: _splat(f, size)

    def splat_number(size: int) -> Callable[[Fields], Varnode]:
        return lambda f: _splat_number(f, size)

    for number, (word, size) in enumerate(BYTES.items()):
        two(64 * number, f"vaddu{word}m", _lanes("INT_ADD", size))
        two(1024 + 64 * number, f"vsubu{word}m", _lanes("INT_SUB", size))
        two(1032 + 64 * number, f"vpmsum{word}", product(size))
        rotation = 4 + 64 * number
        two(rotation, f"vrl{word}", _shifted("rotate", size))
        left = 260 + 64 * number if word != "d" else 1476
        two(left, f"vsl{word}", _shifted("INT_LEFT", size))
        right = 516 + 64 * number if word != "d" else 1732
        two(right, f"vsr{word}", _shifted("INT_RIGHT", size))
        if word != "d":
            two(12 + 64 * number, f"vmrgh{word}", _merged(size, low=False))
            two(268 + 64 * number, f"vmrgl{word}", _merged(size, low=True))
            splatted = Description(f"vsplt{word}", splat(size), _two_and_number)
            found[524 + 64 * number] = splatted
            number_splatted = Description(f"vspltis{word}", splat_number(size), _one_and_number)
            found[780 + 64 * number] = number_splatted
    two(1932, "vmrgew", _merged_every_other(odd=False))
    two(1676, "vmrgow", _merged_every_other(odd=True))
    two(1028, "vand", _whole("INT_AND"))
    two(1092, "vandc", _whole("INT_AND", first=True))
    two(1156, "vor", _whole("INT_OR"))
    two(1220, "vxor", _whole("INT_XOR"))
    two(1284, "vnor", _whole("INT_OR", last=True))
    two(1348, "vorc", _whole("INT_OR", first=True))
    two(1412, "vnand", _whole("INT_AND", last=True))
    two(1668, "veqv", _whole("INT_XOR", last=True))
    two(1288, "vcipher", lambda f, a, b: cipher(f, a, b, last=False))
    two(1289, "vcipherlast", lambda f, a, b: cipher(f, a, b, last=True))
    two(1352, "vncipher", lambda f, a, b: inverse_cipher(f, a, b, last=False))
    two(1353, "vncipherlast", lambda f, a, b: inverse_cipher(f, a, b, last=True))

    found[1480] = Description("vsbox", sub_bytes, _two)
    found[1666] = Description("vshasigmaw", lambda f: sigma(f, 4), _of_sigma)
    found[1730] = Description("vshasigmad", lambda f: sigma(f, 8), _of_sigma)
    return found


def _of_four() -> Found:
    """Primary opcode 4, by bits 26 to 31: those with a fourth operand (6.8.4 to 6.8.6)."""

    def selected(f: Fields) -> Varnode:
        _, a, b = map(vector, f.registers(False))
        return _selected(f, a, b, _third(f))

    def shifted(f: Fields) -> Varnode:
        _, a, b = map(vector, f.registers(False))
        return _part_of_two(f, a, b, f.bits(22, 25))

    def written(f: Fields) -> str:
        return f"{_three(f)},{f.bits(22, 25):#x}"

    return {
        42: Description("vsel", selected, _four),
        43: Description("vperm", _permuted, _four),
        44: Description("vsldoi", shifted, written),
        45: Description("vpermxor", _permuted_xor, _four),
    }


def _of_memory() -> Found:
    """Primary opcode 31, by bits 21 to 30."""

    def vector_loaded(f: Fields) -> Varnode:
        return f.ops.load("ram", 16, _aligned(f))

    def from_general(f: Fields) -> Varnode:
        return f.joined([general(f.bits(11, 15)), f.undefined(8)])

    return {
        103: Description("lvx", vector_loaded, _from_memory_v),
        231: Description("stvx", _store_vector, _from_memory_v),
        532: Description("ldbrx", _load_reversed(8), _from_memory_r),
        534: Description("lwbrx", _load_reversed(4), _from_memory_r),
        660: Description("stdbrx", _store_reversed(8), _from_memory_r),
        662: Description("stwbrx", _store_reversed(4), _from_memory_r),
        790: Description("lhbrx", _load_reversed(2), _from_memory_r),
        918: Description("sthbrx", _store_reversed(2), _from_memory_r),
        588: Description("lxsdx", _loaded_half, _from_memory_vsx, of_vsx=True),
        599: Description("lfdx", _loaded_half, _from_memory_f),
        780: Description("lxvw4x", _loaded(4), _from_memory_vsx, of_vsx=True),
        844: Description("lxvd2x", _loaded(8), _from_memory_vsx, of_vsx=True),
        908: Description("stxvw4x", _stored(4), _from_memory_vsx, of_vsx=True),
        972: Description("stxvd2x", _stored(8), _from_memory_vsx, of_vsx=True),
        51: Description("mfvsrd", _to_general, _between, of_vsx=True),
        179: Description("mtvsrd", from_general, _between, of_vsx=True),
    }


def _of_chapter_7() -> Found:
    """Primary opcode 60, by bits 21 to 28."""
    found: Found = {}
    for xo, name, value in (
        (130, "xxland", _whole("INT_AND")),
        (138, "xxlandc", _whole("INT_AND", first=True)),
        (146, "xxlor", _whole("INT_OR")),
        (154, "xxlxor", _whole("INT_XOR")),
        (162, "xxlnor", _whole("INT_OR", last=True)),
        (170, "xxlorc", _whole("INT_OR", first=True)),
        (178, "xxlnand", _whole("INT_AND", last=True)),
        (186, "xxleqv", _whole("INT_XOR", last=True)),
        (18, "xxmrghw", _merged(4, low=False)),
        (50, "xxmrglw", _merged(4, low=True)),
    ):
        found[xo] = _of_two(name, value, of_vsx=True)

    def permuted(f: Fields) -> Varnode:
        _, a, b = map(vector, f.registers(True))
        return f.joined([f.element(a, f.bits(22, 22), 8), f.element(b, f.bits(23, 23), 8)])

    def shifted(f: Fields) -> Varnode:
        _, a, b = map(vector, f.registers(True))
        return _part_of_two(f, a, b, 4 * f.bits(22, 23))

    def written(f: Fields) -> str:
        return f"{_three_vsx(f)},{f.bits(22, 23):#x}"

    for number in range(4):
        found[32 * number + 10] = Description("xxpermdi", permuted, written, of_vsx=True)
        found[32 * number + 2] = Description("xxsldwi", shifted, written, of_vsx=True)

    # The mask is a fourth register, whose bits are in the place of an opcode's.
    def selected(f: Fields) -> Varnode:
        _, a, b = map(vector, f.registers(True))
        return _selected(f, a, b, vector(_mask(f)))

    for number in range(64):
        place = number << 3 & 0xF8 | 6 | number >> 5
        found[place] = Description(
            "xxsel", selected, lambda f: f"{_three_vsx(f)},vs{_mask(f)}", of_vsx=True
        )

    def splat(f: Fields) -> Varnode:
        element = f.element(vector(f.registers(True)[2]), f.bits(14, 15), 4)
        return f.joined([element] * 4)

    def of_one(f: Fields) -> str:
        target, _, source = f.registers(True)
        return f"vs{target},vs{source},{f.bits(14, 15):#x}"

    found[SPLAT_WORD] = Description("xxspltw", splat, of_one, of_vsx=True)
    return found


def _mask(f: Fields) -> int:
    """The number of the fourth register of xxsel."""
    return 32 * f.bits(28, 28) + f.bits(21, 25)


def _of_floats() -> Found:
    """By the primary opcode."""

    def loaded(f: Fields) -> Varnode:
        return f.joined([f.ops.load("ram", 8, _displaced(f)), f.undefined(8)])

    return {
        50: Description("lfd", loaded, _float, of_vsx=True),
        54: Description("stfd", _store_float, _float, of_vsx=True),
    }


CHAPTER_6, FOUR, MEMORY, CHAPTER_7, FLOATS = (
    _of_chapter_6(),
    _of_four(),
    _of_memory(),
    _of_chapter_7(),
    _of_floats(),
)


def description(word: int) -> Description | None:
    """What is described here of an instruction; None of one that is not."""
    primary = word >> 26
    if primary == 4:
        return FOUR.get(word & 0x3F) or CHAPTER_6.get(word & 0x7FF)
    if primary == 60:
        number = word >> 3 & 0xFF
        return None if number == SPLAT_WORD and word & 4 else CHAPTER_7.get(number)
    if primary == 31:
        found = MEMORY.get(word >> 1 & 0x3FF)
        return found if found is None or found.of_vsx or not word & 1 else None
    return FLOATS.get(primary)


def described(word: int) -> tuple[list[Operation], str] | None:
    """The operations and the text of an instruction; None of one that is not described here."""
    found = description(word)
    if found is None:
        return None
    f = Fields(word)
    value = found.body(f)
    if value is not None:
        of_float = found.text in (_float, _from_memory_f)
        target = f.bits(6, 10) if of_float else f.registers(found.of_vsx)[0]
        f.ops.copy(vector(target), value)
    return f.ops.done, f"{found.name} {found.text(f)}"

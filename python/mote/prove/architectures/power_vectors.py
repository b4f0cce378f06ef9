"""The vector instructions of POWER8 as operations, described here.

Source: Power ISA, Version 2.07 B, Book I, chapters 4 (floating-point), 6 (vector) and 7
(vector-scalar).  pypcode's description leaves most of them open.

A vector-scalar register is a varnode of 16 bytes, whose number has word element 0 on top, in both
byte orders, as the book counts; v0 to v31 are vs32 to vs63, and a floating-point register is the
upper half of vs0 to vs31.  Bytes of words are "b", "h", "w" and "d" for 1, 2, 4 and 8.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mote.prove.architectures.building import Operations, const
from mote.prove.lift import Operation, Varnode

BYTES = {"b": 1, "h": 2, "w": 4, "d": 8}


def vector(number: int) -> Varnode:
    """Vector-scalar register 0 to 63, where pypcode's description has it."""
    return Varnode("register", 0x4000 + 16 * number, 16)


def general(number: int) -> Varnode:
    """General register 0 to 31, likewise."""
    return Varnode("register", 8 * number, 8)


class Fields:
    """The fields of an instruction word, named as in the book, and the operations that it becomes."""

    def __init__(self, word: int) -> None:
        self.word = word
        self.ops = Operations()

    def bits(self, first: int, last: int) -> int:
        """Bits of the word, as the book counts them: 0 is the most significant."""
        return self.word >> 31 - last & (1 << last - first + 1) - 1

    # ---- operands ----

    def registers(self, of_vsx: bool) -> list[int]:
        """Target, A and B; of the instructions of chapter 7 with the bits that make them six."""
        found = [self.bits(6, 10), self.bits(11, 15), self.bits(16, 20)]
        if not of_vsx:
            return [32 + number for number in found]
        tops = (self.bits(31, 31), self.bits(29, 29), self.bits(30, 30))
        return [32 * top + number for top, number in zip(tops, found, strict=True)]

    def address(self, second: Varnode) -> Varnode:
        """(RA|0) + the second part: EA."""
        base = self.bits(11, 15)
        return second if base == 0 else self.ops.make("INT_ADD", 8, general(base), second)

    # ---- parts of vectors ----

    def element(self, value: Varnode, number: int, size: int) -> Varnode:
        """An element of so many bytes; number 0 is the most significant."""
        place = value.size - size * (number + 1)
        return self.ops.make("SUBPIECE", size, value, const(place, 4))

    def elements(self, value: Varnode, size: int) -> list[Varnode]:
        return [self.element(value, number, size) for number in range(value.size // size)]

    def joined(self, parts: Sequence[Varnode]) -> Varnode:
        """The reverse of `elements`."""
        found = parts[0]
        for part in parts[1:]:
            found = self.ops.make("PIECE", found.size + part.size, found, part)
        return found

    def rotated(self, value: Varnode, left: int) -> Varnode:
        """Rotated to the left by a number of bits."""
        width, o = 8 * value.size, self.ops
        left %= width
        high = o.make("INT_LEFT", value.size, value, const(left, 4))
        low = o.make("INT_RIGHT", value.size, value, const(width - left, 4))
        return o.make("INT_OR", value.size, high, low)

    def undefined(self, size: int) -> Varnode:
        """What the book leaves undefined."""
        output = self.ops.temporary(size)
        self.ops.done.append(Operation("UNDEFINED", (), output))
        return output


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


SIGMAS = {
    4: {
        (0, 0): (7, 18, -3),
        (0, 1): (17, 19, -10),
        (1, 0): (2, 13, 22),
        (1, 1): (6, 11, 25),
    },
    8: {
        (0, 0): (1, 8, -7),
        (0, 1): (19, 61, -6),
        (1, 0): (28, 34, 39),
        (1, 1): (14, 18, 41),
    },
}
"""By the bytes of a word, ST and the bit of SIX: rotations to the right, negative ones shifts."""


def _sigma(f: Fields, size: int) -> Varnode:
    """vshasigmaw, vshasigmad (6.11.2): a bit of SIX for each word, or each second one."""
    o = f.ops
    which, six = f.bits(16, 16), f.bits(17, 20)
    found = []
    for number, word in enumerate(f.elements(vector(32 + f.bits(11, 15)), size)):
        bit = six >> 3 - number * size // 4 & 1
        parts = [
            f.rotated(word, -by) if by > 0 else o.make("INT_RIGHT", size, word, const(-by, 4))
            for by in SIGMAS[size][which, bit]
        ]
        both = o.make("INT_XOR", size, parts[0], parts[1])
        found.append(o.make("INT_XOR", size, both, parts[2]))
    return f.joined(found)


# ---- AES and products of polynomials (6.11.1, 6.11.4) ----


def _times(a: int, b: int) -> int:
    """The product in AES's field."""
    found = 0
    for k in range(8):
        found ^= (b << k if a >> k & 1 else 0) << 0
    for k in range(14, 7, -1):
        found ^= 0x11B << k - 8 if found >> k & 1 else 0
    return found


def _s_box() -> tuple[int, ...]:
    """SubBytes (FIPS 197, section 5.1.1): the inverse, and the affine transformation."""
    found = []
    for byte in range(256):
        inverse = next((b for b in range(256) if _times(byte, b) == 1), 0)
        turned = inverse | inverse << 8
        rotated = (turned >> k & 0xFF for k in (0, 4, 5, 6, 7))
        value = 0x63
        for each in rotated:
            value ^= each
        found.append(value)
    return tuple(found)


S_BOX = _s_box()
INVERSE_S_BOX = tuple(S_BOX.index(byte) for byte in range(256))


def _product(f: Fields, byte: Varnode, factor: int) -> Varnode:
    """A byte times a constant in AES's field."""
    o = f.ops
    power, found = byte, None
    while factor:
        if factor & 1:
            found = power if found is None else o.make("INT_XOR", 1, found, power)
        factor >>= 1
        if factor:
            top = o.make("INT_SRIGHT", 1, power, const(7, 1))
            doubled = o.make("INT_LEFT", 1, power, const(1, 1))
            reduced = o.make("INT_AND", 1, top, const(0x1B, 1))
            power = o.make("INT_XOR", 1, doubled, reduced)
    assert found is not None
    return found


def _columns_mixed(f: Fields, state: Sequence[Varnode], factors: Sequence[int]) -> list[Varnode]:
    """MixColumns, or its inverse, by the factors of a column's own byte and those below."""
    found = []
    for place in range(16):
        column, row = place & ~3, place & 3
        parts = [
            _product(f, state[column + (row + k) % 4], factor) for k, factor in enumerate(factors)
        ]
        total = parts[0]
        for part in parts[1:]:
            total = f.ops.make("INT_XOR", 1, total, part)
        found.append(total)
    return found


def _cipher(f: Fields, a: Varnode, b: Varnode, *, last: bool) -> Varnode:
    """vcipher, vcipherlast: a round of encryption."""
    state = [f.ops.table(S_BOX, 1, byte) for byte in f.elements(a, 1)]
    state = [state[place + 4 * (place & 3) & 15] for place in range(16)]
    if not last:
        state = _columns_mixed(f, state, (2, 3, 1, 1))
    return f.ops.make("INT_XOR", 16, f.joined(state), b)


def _inverse_cipher(f: Fields, a: Varnode, b: Varnode, *, last: bool) -> Varnode:
    """vncipher, vncipherlast: a round of decryption; the key comes before the columns."""
    parts = f.elements(a, 1)
    state = [parts[place - 4 * (place & 3) & 15] for place in range(16)]
    state = [f.ops.table(INVERSE_S_BOX, 1, byte) for byte in state]
    found = f.ops.make("INT_XOR", 16, f.joined(state), b)
    if last:
        return found
    return f.joined(_columns_mixed(f, f.elements(found, 1), (14, 11, 13, 9)))


def _products(f: Fields, a: Varnode, b: Varnode, size: int) -> Varnode:
    """vpmsumb, vpmsumh, vpmsumw, vpmsumd: sums of two products of polynomials."""
    o = f.ops
    found = []
    products = []
    for x, y in zip(f.elements(a, size), f.elements(b, size), strict=True):
        wide = o.make("INT_ZEXT", 2 * size, x)
        total = const(0, 2 * size)
        for k in range(8 * size):
            bit = o.make("INT_LEFT", size, y, const(8 * size - 1 - k, 4))
            mask = o.make("INT_SRIGHT", size, bit, const(8 * size - 1, 4))
            both = o.make("INT_SEXT", 2 * size, mask)
            shifted = o.make("INT_LEFT", 2 * size, wide, const(k, 4))
            part = o.make("INT_AND", 2 * size, shifted, both)
            total = o.make("INT_XOR", 2 * size, total, part)
        products.append(total)
    for first, second in zip(products[::2], products[1::2], strict=True):
        found.append(o.make("INT_XOR", 2 * size, first, second))
    return f.joined(found)


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

    for number, (letter, word) in enumerate((("b", "b"), ("h", "h"), ("w", "w"), ("d", "d"))):
        size = BYTES[letter]
        two(64 * number, f"vaddu{word}m", _lanes("INT_ADD", size))
        two(1024 + 64 * number, f"vsubu{word}m", _lanes("INT_SUB", size))
        two(1032 + 64 * number, f"vpmsum{word}", lambda f, a, b, n=size: _products(f, a, b, n))
        rotation = 4 + 64 * number
        two(rotation, f"vrl{word}", _shifted("rotate", size))
        left = 260 + 64 * number if letter != "d" else 1476
        two(left, f"vsl{word}", _shifted("INT_LEFT", size))
        right = 516 + 64 * number if letter != "d" else 1732
        two(right, f"vsr{word}", _shifted("INT_RIGHT", size))
        if letter != "d":
            two(12 + 64 * number, f"vmrgh{word}", _merged(size, low=False))
            two(268 + 64 * number, f"vmrgl{word}", _merged(size, low=True))
            found[524 + 64 * number] = Description(
                f"vsplt{word}", lambda f, n=size: _splat(f, n), _two_and_number
            )
            found[780 + 64 * number] = Description(
                f"vspltis{word}", lambda f, n=size: _splat_number(f, n), _one_and_number
            )
    two(1028, "vand", _whole("INT_AND"))
    two(1092, "vandc", _whole("INT_AND", first=True))
    two(1156, "vor", _whole("INT_OR"))
    two(1220, "vxor", _whole("INT_XOR"))
    two(1284, "vnor", _whole("INT_OR", last=True))
    two(1348, "vorc", _whole("INT_OR", first=True))
    two(1412, "vnand", _whole("INT_AND", last=True))
    two(1668, "veqv", _whole("INT_XOR", last=True))
    two(1288, "vcipher", lambda f, a, b: _cipher(f, a, b, last=False))
    two(1289, "vcipherlast", lambda f, a, b: _cipher(f, a, b, last=True))
    two(1352, "vncipher", lambda f, a, b: _inverse_cipher(f, a, b, last=False))
    two(1353, "vncipherlast", lambda f, a, b: _inverse_cipher(f, a, b, last=True))

    def sub_bytes(f: Fields) -> Varnode:
        source = vector(32 + f.bits(11, 15))
        return f.joined([f.ops.table(S_BOX, 1, byte) for byte in f.elements(source, 1)])

    found[1480] = Description("vsbox", sub_bytes, _two)
    found[1666] = Description("vshasigmad", lambda f: _sigma(f, 8), _of_sigma)
    found[1666], found[1730] = (
        Description("vshasigmaw", lambda f: _sigma(f, 4), _of_sigma),
        Description("vshasigmad", lambda f: _sigma(f, 8), _of_sigma),
    )
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
    return found


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
        return CHAPTER_7.get(word >> 3 & 0xFF)
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
        target = f.bits(6, 10) if word >> 26 == 50 else f.registers(found.of_vsx)[0]
        f.ops.copy(vector(target), value)
    return f.ops.done, f"{found.name} {found.text(f)}"

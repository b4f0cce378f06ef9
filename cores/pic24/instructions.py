"""The base instruction set of the 16-bit core, each instruction once.

Encodings and meanings: Microchip, 16-bit MCU and DSC Programmer's Reference Manual, DS70157
(section 5, "Instruction descriptions").  Cycles: Constantin, Burg, Gurkaynak, section 2 (three
pipeline stages, full bypassing, one cycle for almost all instructions), otherwise those of DS70157.

Letters of the patterns: w Wb, s Ws, d Wd, p and q addressing modes of Ws and Wd (g and h those of
MOV), B byte mode, k literal, f address in data memory, D destination of a file register
instruction (0 WREG, 1 the file register), n program address, b bit number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mote.pic24.expr import (
    Expr,
    cat,
    const,
    mul,
    mux,
    reg,
    sar,
    sext,
    shl,
    shr,
    var,
    zext,
)
from mote.pic24.isa import (
    DC,
    MEM,
    MEM8,
    NEXT,
    OV,
    PROG,
    RCOUNT,
    TBLPAG,
    Access,
    Alias,
    Based,
    BitOf,
    C,
    Far,
    Fields,
    FileAddress,
    Instruction,
    Lit,
    Mode,
    N,
    OffsetMode,
    Operand,
    Reg,
    RegWrite,
    Step,
    Target,
    Word,
    Z,
)

W15 = const(15, 4)
W14 = const(14, 4)

Outcome = tuple[Expr, Mapping[str, Expr]]
"""A result and the flags that it sets."""


# Arithmetic.  Each takes operands of 8 or 16 bits and gives the result and the flags.


def with_carry(a: Expr, b: Expr, carry: Expr, sticky: bool = False) -> Outcome:
    """a + b + carry; DC is the carry out of the low nibble (byte) or the low byte (word)."""
    width, half = a.width, a.width // 2
    total = zext(a, width + 1) + zext(b, width + 1) + zext(carry, width + 1)
    y = total[:width]
    zero = y.eq(0)
    return y, {
        "N": y[-1],
        "OV": (a[-1] ^ y[-1]) & (b[-1] ^ y[-1]),
        "Z": zero & Z if sticky else zero,
        "DC": a[half] ^ b[half] ^ y[half],
        "C": total[width],
    }


ONE, ZERO = const(1, 1), const(0, 1)


def add(a: Expr, b: Expr) -> Outcome:
    return with_carry(a, b, ZERO)


def addc(a: Expr, b: Expr) -> Outcome:
    return with_carry(a, b, C, sticky=True)


def sub(a: Expr, b: Expr) -> Outcome:
    return with_carry(a, ~b, ONE)


def subb(a: Expr, b: Expr) -> Outcome:
    return with_carry(a, ~b, C, sticky=True)


def subr(a: Expr, b: Expr) -> Outcome:
    return with_carry(b, ~a, ONE)


def subbr(a: Expr, b: Expr) -> Outcome:
    return with_carry(b, ~a, C, sticky=True)


def logic(y: Expr) -> Outcome:
    return y, {"N": y[-1], "Z": y.eq(0)}


def land(a: Expr, b: Expr) -> Outcome:
    return logic(a & b)


def lxor(a: Expr, b: Expr) -> Outcome:
    return logic(a ^ b)


def lior(a: Expr, b: Expr) -> Outcome:
    return logic(a | b)


def inc(a: Expr) -> Outcome:
    return add(a, const(1, a.width))


def inc2(a: Expr) -> Outcome:
    return add(a, const(2, a.width))


def dec(a: Expr) -> Outcome:
    return sub(a, const(1, a.width))


def dec2(a: Expr) -> Outcome:
    return sub(a, const(2, a.width))


def neg(a: Expr) -> Outcome:
    return sub(const(0, a.width), a)


def com(a: Expr) -> Outcome:
    return logic(~a)


def clr(a: Expr) -> Outcome:
    return const(0, a.width), {}


def setm(a: Expr) -> Outcome:
    return const(-1, a.width), {}


def shifted(y: Expr, carry: Expr) -> Outcome:
    return y, {"N": y[-1], "Z": y.eq(0), "C": carry}


def sl(a: Expr) -> Outcome:
    return shifted(cat(ZERO, a[:-1]), a[-1])


def lsr(a: Expr) -> Outcome:
    return shifted(cat(a[1:], ZERO), a[0])


def asr(a: Expr) -> Outcome:
    return shifted(cat(a[1:], a[-1]), a[0])


def rlc(a: Expr) -> Outcome:
    return shifted(cat(C, a[:-1]), a[-1])


def rrc(a: Expr) -> Outcome:
    return shifted(cat(a[1:], C), a[0])


def rlnc(a: Expr) -> Outcome:
    return logic(cat(a[-1], a[:-1]))


def rrnc(a: Expr) -> Outcome:
    return logic(cat(a[1:], a[0]))


# Operands.


def pointer(mode: int, base: Expr, size: int) -> tuple[Expr, Expr | None]:
    """The address of an addressing mode and the pointer's new value, if it changes."""
    if mode == 2:
        return base, base - size
    if mode == 3:
        return base, base + size
    if mode == 4:
        return base - size, base - size
    if mode == 5:
        return base + size, base + size
    return base, None


class Source:
    """Operand Ws with addressing mode: its value, the access and the pointer's change."""

    def __init__(
        self, i: Fields, mode: int, number: Expr, size: int, offset: Expr | None = None
    ) -> None:
        base = reg(number)
        self.number, self.new, self.read = number, None, None
        self.change = {2: -size, 3: size, 4: -size, 5: size}.get(mode, 0)
        if mode == 0:
            self.value = base[: 8 * size]
            return
        if mode >= 6:
            assert offset is not None
            address = base + reg(offset)
        else:
            address, self.new = pointer(mode, base, size)
        self.read = Access(address, size, stack=number.eq(15))
        self.value = MEM8 if size == 1 else MEM

    @property
    def writes(self) -> tuple[RegWrite, ...]:
        return () if self.new is None else (RegWrite(self.number, self.new),)


def finish(
    source: Source | None,
    mode: int,
    number: Expr,
    size: int,
    y: Expr,
    flags: Mapping[str, Expr],
    offset: Expr | None = None,
) -> list[Step]:
    """One step that puts y where Wd with its addressing mode says.

    The source's pointer changes first: a destination that uses the same pointer sees the change.
    """
    read = source.read if source else None
    writes = source.writes if source else ()
    if mode == 0:
        return [Step(read=read, regs=(*writes, RegWrite(number, y)), flags=flags)]
    base = reg(number)
    if source is not None and source.new is not None:
        # The same as the source's new pointer, by one addition and no other one after it.
        base = base + mux(number.eq(source.number), const(source.change, 16), 0)
    new = None
    if mode >= 6:
        assert offset is not None
        address = base + reg(offset)
    else:
        address, new = pointer(mode, base, size)
    write = Access(address, size, y, stack=number.eq(15))
    if new is not None:
        writes = (*writes, RegWrite(number, new))
    return [Step(read=read, write=write, regs=writes, flags=flags)]


def file(i: Fields, size: int) -> Access:
    """The file register (data memory at the literal address f)."""
    return Access(zext(i.f, 16), size)


def literal(i: Fields, width: int) -> Expr:
    return zext(i.k, width)


# Makers of forms that several mnemonics share.


def three(operation: Callable[[Expr, Expr], Outcome]) -> Callable[[Fields], list[Step]]:
    """Wb, Ws, Wd."""

    def meaning(i: Fields) -> list[Step]:
        source = Source(i, i.number("p"), i.s, i.size)
        y, flags = operation(reg(i.w)[: i.bits], source.value)
        return finish(source, i.number("q"), i.d, i.size, y, flags)

    return meaning


def three_literal(operation: Callable[[Expr, Expr], Outcome]) -> Callable[[Fields], list[Step]]:
    """Wb, #lit5, Wd."""

    def meaning(i: Fields) -> list[Step]:
        y, flags = operation(reg(i.w)[: i.bits], literal(i, i.bits))
        return finish(None, i.number("q"), i.d, i.size, y, flags)

    return meaning


def literal_to_register(
    operation: Callable[[Expr, Expr], Outcome],
) -> Callable[[Fields], list[Step]]:
    """#lit10, Wn."""

    def meaning(i: Fields) -> list[Step]:
        y, flags = operation(reg(i.d)[: i.bits], literal(i, i.bits))
        return [Step(regs=(RegWrite(i.d, y),), flags=flags)]

    return meaning


def to_file(i: Fields, y: Expr, flags: Mapping[str, Expr], read: Access | None) -> list[Step]:
    """y to the file register, or to WREG where D is 0."""
    if i.number("D"):
        target = file(i, i.size)
        return [Step(read=read, write=Access(target.address, i.size, y), flags=flags)]
    return [Step(read=read, regs=(RegWrite(const(0, 4), y),), flags=flags)]


def file_two(operation: Callable[[Expr, Expr], Outcome]) -> Callable[[Fields], list[Step]]:
    """f and WREG."""

    def meaning(i: Fields) -> list[Step]:
        y, flags = operation(MEM8 if i.size == 1 else MEM, reg(0)[: i.bits])
        return to_file(i, y, flags, file(i, i.size))

    return meaning


def one(operation: Callable[[Expr], Outcome]) -> Callable[[Fields], list[Step]]:
    """Ws, Wd."""

    def meaning(i: Fields) -> list[Step]:
        source = Source(i, i.number("p"), i.s, i.size)
        y, flags = operation(source.value)
        return finish(source, i.number("q"), i.d, i.size, y, flags)

    return meaning


def file_one(operation: Callable[[Expr], Outcome]) -> Callable[[Fields], list[Step]]:
    """f."""

    def meaning(i: Fields) -> list[Step]:
        y, flags = operation(MEM8 if i.size == 1 else MEM)
        return to_file(i, y, flags, file(i, i.size))

    return meaning


F = FileAddress("f", 13)
F_OR_WREG = ((F, Word("wreg", "D")), (F,))
ALL = "N OV Z DC C"

INSTRUCTIONS: list[Instruction] = []


def define(
    name: str,
    mnemonic: str,
    pattern: str,
    operands: Sequence[Operand],
    prose: str,
    meaning: Callable[[Fields], Sequence[Step]],
    **more: Any,
) -> None:
    more.setdefault("structural", "BpqghD")
    INSTRUCTIONS.append(
        Instruction(name, mnemonic, pattern, tuple(operands), prose, meaning, **more)
    )


# Two operands: opcode bits of the three-operand form, of the literal form, of the file form.
for mnemonic, operation, code, literal_code, file_code, affects, prose in (
    ("add", add, "0100 0", "1011 0000 0", "1011 0100 0", ALL, "{a} plus {b}"),
    ("addc", addc, "0100 1", "1011 0000 1", "1011 0100 1", ALL, "{a} plus {b} plus C"),
    ("sub", sub, "0101 0", "1011 0001 0", "1011 0101 0", ALL, "{a} minus {b}"),
    ("subb", subb, "0101 1", "1011 0001 1", "1011 0101 1", ALL, "{a} minus {b} minus not C"),
    ("and", land, "0110 0", "1011 0010 0", "1011 0110 0", "N Z", "{a} and {b}, bit by bit"),
    ("xor", lxor, "0110 1", "1011 0010 1", "1011 0110 1", "N Z", "{a} xor {b}"),
    ("ior", lior, "0111 0", "1011 0011 0", "1011 0111 0", "N Z", "{a} or {b}, bit by bit"),
    ("subr", subr, "0001 0", "", "1011 1101 0", ALL, "{b} minus {a}"),
    ("subbr", subbr, "0001 1", "", "1011 1101 1", ALL, "{b} minus {a} minus not C"),
):
    define(
        f"{mnemonic}_wb_ws_wd",
        mnemonic,
        f"{code}www wBqq qddd dppp ssss",
        (Reg("w"), Mode("ps"), Mode("qd")),
        prose.format(a="Wb", b="Ws") + ", to Wd.",
        three(operation),
        affects=affects,
        operation=operation.__name__,
    )
    define(
        f"{mnemonic}_wb_lit5_wd",
        mnemonic,
        f"{code}www wBqq qddd d11k kkkk",
        (Reg("w"), Lit("k", 5), Mode("qd")),
        prose.format(a="Wb", b="the literal") + ", to Wd.",
        three_literal(operation),
        affects=affects,
        operation=operation.__name__,
    )
    if literal_code:
        define(
            f"{mnemonic}_lit10_wn",
            mnemonic,
            f"{literal_code}Bkk kkkk kkkk dddd",
            (Lit("k", 10), Reg("d")),
            prose.format(a="Wn", b="the literal") + ", to Wn.",
            literal_to_register(operation),
            affects=affects,
            operation=operation.__name__,
            # MOV.B #lit8 lies where IOR would have a byte literal above 255.
            constraint=lambda fields: not fields["B"] or fields["k"] < 256,
        )
    for wreg, operands in enumerate(F_OR_WREG):
        define(
            f"{mnemonic}_f" + ("" if wreg else "_wreg"),
            mnemonic,
            f"{file_code}B{wreg}f ffff ffff ffff".replace(f"B{wreg}f", "BDf"),
            operands,
            prose.format(a="f", b="WREG") + f", to {'f' if wreg else 'WREG'}.",
            file_two(operation),
            affects=affects,
            operation=operation.__name__,
            constraint=(lambda fields: fields["D"] == 1) if wreg else None,
        )

# One operand.
for mnemonic, unary, code, file_code, affects, prose in (
    ("inc", inc, "1110 1000 0", "1110 1100 0", ALL, "{} plus 1"),
    ("inc2", inc2, "1110 1000 1", "1110 1100 1", ALL, "{} plus 2"),
    ("dec", dec, "1110 1001 0", "1110 1101 0", ALL, "{} minus 1"),
    ("dec2", dec2, "1110 1001 1", "1110 1101 1", ALL, "{} minus 2"),
    ("neg", neg, "1110 1010 0", "1110 1110 0", ALL, "0 minus {}"),
    ("com", com, "1110 1010 1", "1110 1110 1", "N Z", "the complement of {}"),
    ("sl", sl, "1101 0000 0", "1101 0100 0", "N Z C", "{} shifted left by 1, its high bit into C"),
    (
        "lsr",
        lsr,
        "1101 0001 0",
        "1101 0101 0",
        "N Z C",
        "{} shifted right by 1, its low bit into C",
    ),
    ("asr", asr, "1101 0001 1", "1101 0101 1", "N Z C", "{} shifted right by 1 with its sign"),
    ("rlnc", rlnc, "1101 0010 0", "1101 0110 0", "N Z", "{} rotated left by 1"),
    ("rlc", rlc, "1101 0010 1", "1101 0110 1", "N Z C", "{} rotated left by 1 through C"),
    ("rrnc", rrnc, "1101 0011 0", "1101 0111 0", "N Z", "{} rotated right by 1"),
    ("rrc", rrc, "1101 0011 1", "1101 0111 1", "N Z C", "{} rotated right by 1 through C"),
):
    define(
        f"{mnemonic}_ws_wd",
        mnemonic,
        f"{code}Bqq qddd dppp ssss",
        (Mode("ps"), Mode("qd")),
        prose.format("Ws").capitalize().replace("ws", "Ws") + ", to Wd.",
        one(unary),
        affects=affects,
        operation=unary.__name__,
    )
    for wreg, operands in enumerate(F_OR_WREG):
        define(
            f"{mnemonic}_f" + ("" if wreg else "_wreg"),
            mnemonic,
            f"{file_code}BDf ffff ffff ffff",
            operands,
            prose.format("f").capitalize() + f", to {'f' if wreg else 'WREG'}.",
            file_one(unary),
            affects=affects,
            operation=unary.__name__,
            constraint=(lambda fields: fields["D"] == 1) if wreg else None,
        )


def constant_to_mode(operation: Callable[[Expr], Outcome]) -> Callable[[Fields], Sequence[Step]]:
    """CLR and SETM: a result that depends on nothing, to Wd."""

    def meaning(i: Fields) -> Sequence[Step]:
        result = operation(const(0, i.bits))[0]
        return finish(None, i.number("q"), i.d, i.size, result, {})

    return meaning


def constant_to_file(operation: Callable[[Expr], Outcome]) -> Callable[[Fields], Sequence[Step]]:
    """The same, to f or WREG."""
    return lambda i: to_file(i, operation(const(0, i.bits))[0], {}, None)


for mnemonic, unary, code, file_code, prose in (
    ("clr", clr, "1110 1011 0", "1110 1111 0", "zeros"),
    ("setm", setm, "1110 1011 1", "1110 1111 1", "ones"),
):
    define(
        f"{mnemonic}_wd",
        mnemonic,
        f"{code}Bqq qddd d000 0000",
        (Mode("qd"),),
        f"All {prose}, to Wd.",
        constant_to_mode(unary),
        operation=unary.__name__,
    )
    for wreg, operand in enumerate((Word("wreg", "D"), F)):
        define(
            f"{mnemonic}_f" + ("" if wreg else "_wreg"),
            mnemonic,
            f"{file_code}BDf ffff ffff ffff",
            (operand,),
            f"All {prose}, to {'f' if wreg else 'WREG'}.",
            constant_to_file(unary),
            operation=unary.__name__,
            constraint=(lambda fields: fields["D"] == 1) if wreg else None,
        )

# Shifts by several positions.


def shift_amount(operation: str) -> Callable[[Fields], list[Step]]:
    """Wb shifted by #lit4 or by Wns, of which 5 bits count."""

    def meaning(i: Fields) -> list[Step]:
        a = reg(i.w)
        amount = i.k if hasattr(i, "k") else reg(i.s)[:5]
        y = {"sl": shl, "lsr": shr, "asr": sar}[operation](a, amount)
        return [Step(regs=(RegWrite(i.d, y),), flags=logic(y)[1])]

    return meaning


for mnemonic, code, prose in (
    ("sl", "1101 1101 0", "shifted left"),
    ("lsr", "1101 1110 0", "shifted right with zeros"),
    ("asr", "1101 1110 1", "shifted right with its sign"),
):
    define(
        f"{mnemonic}_wb_lit4_wnd",
        mnemonic,
        f"{code}www wddd d100 kkkk",
        (Reg("w"), Lit("k", 4), Reg("d")),
        f"Wb {prose} by the literal, to Wnd.",
        shift_amount(mnemonic),
        affects="N Z",
        operation="shift",
    )
    define(
        f"{mnemonic}_wb_wns_wnd",
        mnemonic,
        f"{code}www wddd d000 ssss",
        (Reg("w"), Reg("s"), Reg("d")),
        f"Wb {prose} by the low 5 bits of Wns, to Wnd.",
        shift_amount(mnemonic),
        affects="N Z",
        operation="shift",
    )

# Moves.


def mov_ws_wd(i: Fields) -> list[Step]:
    source = Source(i, i.number("g"), i.s, i.size, i.w)
    return finish(source, i.number("h"), i.d, i.size, source.value, {}, i.w)


def mov_f(i: Fields) -> list[Step]:
    y, flags = logic(MEM8 if i.size == 1 else MEM)
    return to_file(i, y, flags, file(i, i.size))


def offset10(i: Fields) -> Expr:
    """A signed offset: in bytes in byte mode, else in words."""
    return sext(i.k, 16) if i.size == 1 else sext(cat(ZERO, i.k), 16)


def mov_based_load(i: Fields) -> list[Step]:
    read = Access(reg(i.s) + offset10(i), i.size, stack=i.s.eq(15))
    return [Step(read=read, regs=(RegWrite(i.d, MEM8 if i.size == 1 else MEM),))]


def mov_based_store(i: Fields) -> list[Step]:
    value = reg(i.s)[: i.bits]
    return [Step(write=Access(reg(i.d) + offset10(i), i.size, value, stack=i.d.eq(15)))]


define(
    "mov_ws_wd",
    "mov",
    "0111 1www wBhh hddd dggg ssss",
    (OffsetMode("gsw"), OffsetMode("hdw")),
    "Ws to Wd.",
    mov_ws_wd,
    operation="mov",
)
define(
    "mov_lit16_wnd",
    "mov",
    "0010 kkkk kkkk kkkk kkkk dddd",
    (Lit("k", 16, wrap=True), Reg("d")),
    "A literal of 16 bits to Wnd.",
    lambda i: [Step(regs=(RegWrite(i.d, i.k),))],
    operation="mov",
)
define(
    "mov_b_lit8_wnd",
    "mov.b",
    "1011 0011 1100 kkkk kkkk dddd",
    (Lit("k", 8, wrap=True), Reg("d")),
    "A literal of 8 bits to the low byte of Wnd.",
    lambda i: [Step(regs=(RegWrite(i.d, i.k),))],
    operation="mov",
)
define(
    "mov_f_wnd",
    "mov",
    "1000 0fff ffff ffff ffff dddd",
    (FileAddress("f", 16, word=True), Reg("d")),
    "The word at address f to Wnd.",
    lambda i: [Step(read=Access(cat(ZERO, i.f), 2), regs=(RegWrite(i.d, MEM),))],
    operation="mov",
)
define(
    "mov_wns_f",
    "mov",
    "1000 1fff ffff ffff ffff ssss",
    (Reg("s"), FileAddress("f", 16, word=True)),
    "Wns to the word at address f.",
    lambda i: [Step(write=Access(cat(ZERO, i.f), 2, reg(i.s)))],
    operation="mov",
)
define(
    "mov_wreg_f",
    "mov",
    "1011 0111 1B1f ffff ffff ffff",
    (Word("wreg"), F),
    "WREG to f.",
    lambda i: [Step(write=Access(zext(i.f, 16), i.size, reg(0)[: i.bits]))],
    operation="mov",
)
for wreg, operands in enumerate(F_OR_WREG):
    define(
        "mov_f" + ("" if wreg else "_wreg"),
        "mov",
        "1011 1111 1BDf ffff ffff ffff",
        operands,
        f"f to {'f: sets the flags only' if wreg else 'WREG'}.",
        mov_f,
        affects="N Z",
        operation="mov",
        constraint=(lambda fields: fields["D"] == 1) if wreg else None,
    )
define(
    "mov_based_load",
    "mov",
    "1001 0kkk kBkk kddd dkkk ssss",
    (Based("sk"), Reg("d")),
    "What lies at Ws plus a signed offset to Wnd.",
    mov_based_load,
    operation="mov",
)
define(
    "mov_based_store",
    "mov",
    "1001 1kkk kBkk kddd dkkk ssss",
    (Reg("s"), Based("dk")),
    "Wns to what lies at Wd plus a signed offset.",
    mov_based_store,
    operation="mov",
)


def movd_load(i: Fields) -> list[Step]:
    """Two words: the first read goes to a temporary, both registers are written at the end."""
    low, high = cat(ZERO, i.d), cat(ONE, i.d)
    mode = i.number("p")
    if mode == 0:
        even = i.s
        return [
            Step(temps={"low": reg(even)}),
            Step(regs=(RegWrite(low, var("low", 16)), RegWrite(high, reg(even | 1)))),
        ]
    address, new = pointer(mode, reg(i.s), 4)
    writes = () if new is None else (RegWrite(i.s, new),)
    stack = i.s.eq(15)
    return [
        Step(
            read=Access(address, 2, stack=stack),
            regs=writes,
            temps={"low": MEM, "address": address + 2},
        ),
        Step(
            read=Access(var("address", 16), 2, stack=stack),
            regs=(RegWrite(low, var("low", 16)), RegWrite(high, MEM)),
        ),
    ]


def movd_store(i: Fields) -> list[Step]:
    low, high = cat(ZERO, i.s), cat(ONE, i.s)
    mode = i.number("q")
    if mode == 0:
        return [
            Step(temps={"low": reg(low)}),
            Step(regs=(RegWrite(i.d, var("low", 16)), RegWrite(i.d | 1, reg(high)))),
        ]
    address, new = pointer(mode, reg(i.d), 4)
    writes = () if new is None else (RegWrite(i.d, new),)
    stack = i.d.eq(15)
    return [
        Step(
            write=Access(address, 2, reg(low), stack=stack),
            regs=writes,
            temps={"high": reg(high), "address": address + 2},
        ),
        Step(write=Access(var("address", 16), 2, var("high", 16), stack=stack)),
    ]


define(
    "mov_d_ws_wnd",
    "mov.d",
    "1011 1110 0000 0ddd 0ppp ssss",
    (Mode("ps"), Reg("d", even=True, half=True)),
    "Two words from Ws to Wnd and Wnd+1; pointers move by 4.",
    movd_load,
    cycles="2",
    repeatable=False,
    constraint=lambda fields: fields["p"] != 0 or fields["s"] % 2 == 0,
)
define(
    "mov_d_wns_wd",
    "mov.d",
    "1011 1110 10qq qddd d000 sss0",
    (Reg("s", even=True, half=True), Mode("qd")),
    "Wns and Wns+1 to two words at Wd; pointers move by 4.",
    movd_store,
    cycles="2",
    repeatable=False,
    constraint=lambda fields: fields["q"] != 0 or fields["d"] % 2 == 0,
)
define(
    "exch",
    "exch",
    "1111 1101 0000 0ddd d000 ssss",
    (Reg("s"), Reg("d")),
    "Exchanges Wns and Wnd.",
    lambda i: [Step(regs=(RegWrite(i.d, reg(i.s)), RegWrite(i.s, reg(i.d))))],
)


def swap(i: Fields) -> list[Step]:
    a = reg(i.s)
    y = cat(a[4:8], a[:4]) if i.size == 1 else cat(a[8:], a[:8])
    return [Step(regs=(RegWrite(i.s, y),))]


define(
    "swap",
    "swap",
    "1111 1101 1B00 0000 0000 ssss",
    (Reg("s"),),
    "Exchanges the bytes of Wn, in byte mode the nibbles of its low byte.",
    swap,
)


def table_read(high: bool) -> Callable[[Fields], list[Step]]:
    def meaning(i: Fields) -> list[Step]:
        address, new = pointer(i.number("p"), reg(i.s), i.size)
        word = cat(PROG[16:24], const(0, 8)) if high else PROG[:16]
        if i.size == 1:
            word = mux(address[0], word[8:], word[:8])
        writes = () if new is None else (RegWrite(i.s, new),)
        first = Step(program=cat(ZERO, address[1:], TBLPAG)[:24], regs=writes, temps={"word": word})
        return [first, *finish(None, i.number("q"), i.d, i.size, var("word", i.bits), {})]

    return meaning


for mnemonic, bit, prose in (
    ("tblrdl", "0", "The low 16 bits"),
    ("tblrdh", "1", "The high 8 bits"),
):
    define(
        mnemonic,
        mnemonic,
        f"1011 1010 {bit}Bqq qddd dppp ssss",
        (Mode("ps", 1), Mode("qd")),
        f"{prose} of the program memory word at TBLPAG and Ws (in byte mode one byte) to Wd.",
        table_read(bit == "1"),
        cycles="2",
    )

# Stack.

PUSH_AT = reg(15)
POP_AT = reg(15) - 2


def pushed(value: Expr, at: Expr = PUSH_AT) -> Access:
    return Access(at, 2, value, stack=ONE)


define(
    "push_f",
    "push",
    "1111 1000 ffff ffff ffff fff0",
    (FileAddress("f", 16, word=True),),
    "The word at address f to the stack.",
    lambda i: [
        Step(
            read=Access(cat(ZERO, i.f), 2),
            write=pushed(MEM),
            regs=(RegWrite(W15, reg(15) + 2),),
        )
    ],
)
define(
    "pop_f",
    "pop",
    "1111 1001 ffff ffff ffff fff0",
    (FileAddress("f", 16, word=True),),
    "From the stack to the word at address f.",
    lambda i: [
        Step(
            read=Access(POP_AT, 2, stack=ONE),
            write=Access(cat(ZERO, i.f), 2, MEM),
            regs=(RegWrite(W15, POP_AT),),
        )
    ],
)
define(
    "push_s",
    "push.s",
    "1111 1110 1010 0000 0000 0000",
    (),
    "W0 to W3, N, OV, Z, DC and C to their shadow registers.",
    lambda i: [Step(special="push.s")],
)
define(
    "pop_s",
    "pop.s",
    "1111 1110 1000 0000 0000 0000",
    (),
    "W0 to W3, N, OV, Z, DC and C from their shadow registers.",
    lambda i: [Step(special="pop.s")],
    affects=ALL,
)


def lnk(i: Fields) -> list[Step]:
    top = reg(15) + 2
    # Literal and 2 first: one addition to the pointer.
    frame = reg(15) + zext(cat(ZERO, zext(i.k, 14) + 1), 16)
    return [Step(write=pushed(reg(14)), regs=(RegWrite(W14, top), RegWrite(W15, frame)))]


define(
    "lnk",
    "lnk",
    "1111 1010 00kk kkkk kkkk kkk0",
    (Lit("k", 13, step=2),),
    "Pushes W14, points it to the new frame and takes a literal number of bytes from the stack.",
    lnk,
    repeatable=False,
)
define(
    "ulnk",
    "ulnk",
    "1111 1010 1000 0000 0000 0000",
    (),
    "Gives back the frame of LNK and pops W14.",
    lambda i: [
        Step(
            read=Access(reg(14) - 2, 2, stack=ONE),
            regs=(RegWrite(W15, reg(14) - 2), RegWrite(W14, MEM)),
        )
    ],
    repeatable=False,
)

# Multiplication and division.


def product(a: Expr, a_signed: bool, b: Expr, b_signed: bool) -> Expr:
    """32 bits of the product of two words, each signed or not."""
    both = ((a, a_signed), (b, b_signed))
    return mul(*(sext(x, 32) if signed else zext(x, 32) for x, signed in both))[:32]


def multiply(a_signed: bool, b_signed: bool) -> Callable[[Fields], list[Step]]:
    def meaning(i: Fields) -> list[Step]:
        if hasattr(i, "k"):
            source, b = None, literal(i, 16)
        else:
            source = Source(i, i.number("p"), i.s, 2)
            b = source.value
        y = product(reg(i.w), a_signed, b, b_signed)
        # The pointer's change is a third write: the RTL has two write ports, and the pair of the
        # product counts as one (a double write to Wnd and Wnd+1).
        writes = source.writes if source else ()
        pair = (RegWrite(i.d, y[:16]), RegWrite(i.d | 1, y[16:]))
        return [Step(read=source.read if source else None, regs=(*writes, *pair))]

    return meaning


for kind, bits, signs, text in (
    ("uu", "1011 1000 0", (False, False), "unsigned"),
    ("us", "1011 1000 1", (False, True), "Wb unsigned, Ws signed"),
    ("su", "1011 1001 0", (True, False), "Wb signed, Ws unsigned"),
    ("ss", "1011 1001 1", (True, True), "signed"),
):
    define(
        f"mul_{kind}",
        f"mul.{kind}",
        f"{bits}www wddd dppp ssss",
        (Reg("w"), Mode("ps"), Reg("d", even=True)),
        f"Wb times Ws, {text}, to Wnd+1 and Wnd.",
        multiply(*signs),
        operation="mul",
    )
    if kind in ("uu", "su"):
        define(
            f"mul_{kind}_lit5",
            f"mul.{kind}",
            f"{bits}www wddd d11k kkkk",
            (Reg("w"), Lit("k", 5), Reg("d", even=True)),
            f"Wb ({'signed' if kind == 'su' else 'unsigned'}) times the literal, to Wnd+1 and Wnd.",
            multiply(*signs),
            operation="mul",
        )


def mul_f(i: Fields) -> list[Step]:
    if i.size == 1:
        y = mul(MEM8, reg(0)[:8])
        return [Step(read=file(i, 1), regs=(RegWrite(const(2, 4), y),))]
    y = mul(MEM, reg(0))
    writes = (RegWrite(const(2, 4), y[:16]), RegWrite(const(3, 4), y[16:]))
    return [Step(read=file(i, 2), regs=writes)]


define(
    "mul_f",
    "mul",
    "1011 1100 0B0f ffff ffff ffff",
    (F,),
    "f times WREG, unsigned, to W3 and W2, in byte mode to W2.",
    mul_f,
    operation="mul",
)


def divide(signed: bool) -> Callable[[Fields], list[Step]]:
    """One of 18 repetitions, with RCOUNT from 17 to 0 (DS70157, DIV.S and DIV.U).

    The first takes the dividend (its magnitude, the signs of remainder and quotient going to N
    and C) to W1:W0, sixteen take one bit of the quotient each, restoring, into W0 with the
    remainder in W1, and the last one puts the signs right.  The manual tells only the outcome.
    """

    def meaning(i: Fields) -> list[Step]:
        w0, w1 = const(0, 4), const(1, 4)
        first, last, check = RCOUNT.eq(17), RCOUNT.eq(0), RCOUNT.eq(16)
        divisor = reg(i.s)
        # The dividend's registers in the first repetition, W0 and W1 in all others.
        low = reg(mux(first, i.v, w0))
        high = reg(mux(first, i.v | 1, w1))
        single = sext(low, 32) if signed else zext(low, 32)
        dividend = cat(low, high) if i.number("W") else single
        size = divisor
        negative, opposite = ZERO, ZERO
        if signed:
            size = mux(divisor[15], const(0, 16) - divisor, divisor)
            negative = dividend[31]
            opposite = dividend[31] ^ divisor[15]
            dividend = mux(negative, const(0, 32) - dividend, dividend)
        partial = cat(low[15], high)
        less = partial.ult(zext(size, 17))
        rest = mux(less, partial, partial - zext(size, 17))[:16]
        quotient = cat(~less, low[:15])
        final_quotient, final_rest, too_large = low, high, OV
        if signed:
            final_quotient = mux(C, const(0, 16) - low, low)
            final_rest = mux(N, const(0, 16) - high, high)
            # The magnitude 32768 is in range only with a minus.
            too_large = OV | (low[15] & ~(C & low.eq(0x8000)))
        overflow = mux(first, const(0, 1), mux(check, ~high.ult(size), OV))
        flags = {
            "N": mux(first, negative, mux(last, final_rest[15] if signed else ZERO, N)),
            "C": mux(first, opposite, mux(last, ZERO, C)),
            "OV": mux(last, too_large, overflow),
            "Z": high.eq(0),
        }
        return [
            Step(
                regs=(
                    RegWrite(w0, mux(first, dividend[:16], mux(last, final_quotient, quotient))),
                    RegWrite(w1, mux(first, dividend[16:], mux(last, final_rest, rest))),
                ),
                flags=flags,
                trap=("divide by zero", divisor.eq(0)),
            )
        ]

    return meaning


for signed, bit in ((True, "0"), (False, "1")):
    letter = "s" if signed else "u"
    for double in (False, True):
        dividend = (Reg("v", even=True),) if double else (Reg("v"),)
        define(
            f"div_{letter}{'d' if double else 'w'}",
            f"div.{letter}{'d' if double else ''}",
            f"1101 1000 {bit}ttt tvvv vW00 ssss",
            (*dividend, Reg("s")),
            f"One of 18 repetitions of {'a signed' if signed else 'an unsigned'} division of "
            f"{'Wm+1 and Wm' if double else 'Wm'} by Wn: quotient to W0, remainder to W1. "
            "Write `repeat #17` before it.",
            divide(signed),
            cycles="1 (18 with REPEAT)",
            affects="N OV Z C",
            structural="W",
            constraint=(lambda fields: fields["W"] == 1 and fields["t"] == fields["v"] | 1)
            if double
            else (lambda fields: fields["W"] == 0 and fields["t"] == 0),
        )

# Comparisons.


def compare(operation: Callable[[Expr, Expr], Outcome]) -> Callable[[Fields], list[Step]]:
    def meaning(i: Fields) -> list[Step]:
        a = reg(i.w)[: i.bits]
        if hasattr(i, "k"):
            return [Step(flags=operation(a, literal(i, i.bits))[1])]
        source = Source(i, i.number("p"), i.s, i.size)
        flags = operation(a, source.value)[1]
        return [Step(read=source.read, regs=source.writes, flags=flags)]

    return meaning


def compare_file(operation: Callable[[Expr, Expr], Outcome]) -> Callable[[Fields], list[Step]]:
    """f with WREG."""

    def meaning(i: Fields) -> list[Step]:
        item = MEM8 if i.size == 1 else MEM
        return [Step(read=file(i, i.size), flags=operation(item, reg(0)[: i.bits])[1])]

    return meaning


for mnemonic, operation, bit, prose in (("cp", sub, "0", ""), ("cpb", subb, "1", " minus not C")):
    define(
        f"{mnemonic}_wb_ws",
        mnemonic,
        f"1110 0001 {bit}www wB00 0ppp ssss",
        (Reg("w"), Mode("ps")),
        f"Sets the flags of Wb minus Ws{prose}.",
        compare(operation),
        affects=ALL,
        operation=operation.__name__,
    )
    define(
        f"{mnemonic}_wb_lit5",
        mnemonic,
        f"1110 0001 {bit}www wB00 011k kkkk",
        (Reg("w"), Lit("k", 5)),
        f"Sets the flags of Wb minus the literal{prose}.",
        compare(operation),
        affects=ALL,
        operation=operation.__name__,
    )
    define(
        f"{mnemonic}_f",
        mnemonic,
        f"1110 0011 {bit}B0f ffff ffff ffff",
        (F,),
        f"Sets the flags of f minus WREG{prose}.",
        compare_file(operation),
        affects=ALL,
        operation=operation.__name__,
    )


def cp0_ws(i: Fields) -> list[Step]:
    source = Source(i, i.number("p"), i.s, i.size)
    flags = sub(source.value, const(0, i.bits))[1]
    return [Step(read=source.read, regs=source.writes, flags=flags)]


define(
    "cp0_ws",
    "cp0",
    "1110 0000 0000 0B00 0ppp ssss",
    (Mode("ps"),),
    "Sets the flags of Ws minus 0.",
    cp0_ws,
    affects=ALL,
    operation="sub",
)
define(
    "cp0_f",
    "cp0",
    "1110 0010 0B0f ffff ffff ffff",
    (F,),
    "Sets the flags of f minus 0.",
    lambda i: [
        Step(
            read=file(i, i.size),
            flags=sub(MEM8 if i.size == 1 else MEM, const(0, i.bits))[1],
        )
    ],
    affects=ALL,
    operation="sub",
)


def skip_if(condition: Callable[[Expr, Expr], Expr]) -> Callable[[Fields], list[Step]]:
    def meaning(i: Fields) -> list[Step]:
        return [Step(skip=condition(reg(i.w)[: i.bits], reg(i.s)[: i.bits]))]

    return meaning


for mnemonic, code, condition, prose in (
    ("cpsgt", "1110 0110 0", lambda a, b: b.slt(a), "Wb > Wn, signed"),
    ("cpslt", "1110 0110 1", lambda a, b: a.slt(b), "Wb < Wn, signed"),
    ("cpsne", "1110 0111 0", lambda a, b: a.ne(b), "Wb and Wn differ"),
    ("cpseq", "1110 0111 1", lambda a, b: a.eq(b), "Wb and Wn are equal"),
):
    define(
        mnemonic,
        mnemonic,
        f"{code}www wB00 0000 ssss",
        (Reg("w"), Reg("s")),
        f"Skips the next instruction when {prose}.",
        skip_if(condition),
        cycles="1 (2 or 3 when it skips)",
        repeatable=False,
    )

# Bits.


def bit_of(i: Fields, value: Expr, position: Expr) -> Expr:
    return shr(value, position)[0]


def bit_change(how: str) -> Callable[[Fields], list[Step]]:
    def meaning(i: Fields) -> list[Step]:
        source = Source(i, i.number("p"), i.s, i.size)
        mask = shl(const(1, i.bits), i.b)
        value = source.value
        y = {"bset": value | mask, "bclr": value & ~mask, "btg": value ^ mask}[how]
        return bit_back(i, source, y)

    return meaning


def bit_back(i: Fields, source: Source, y: Expr, flags: Mapping[str, Expr] = {}) -> list[Step]:
    """y to where the source came from; its pointer changes once."""
    if source.read is None:
        return [Step(regs=(RegWrite(i.s, y),), flags=flags)]
    read = source.read
    write = Access(read.address, read.size, y, stack=read.stack)
    return [Step(read=read, write=write, regs=source.writes, flags=flags)]


def bit_change_file(how: str) -> Callable[[Fields], list[Step]]:
    def meaning(i: Fields) -> list[Step]:
        mask = shl(const(1, 8), i.b)
        y = {"bset": MEM8 | mask, "bclr": MEM8 & ~mask, "btg": MEM8 ^ mask}[how]
        address = zext(i.f, 16)
        return [Step(read=Access(address, 1), write=Access(address, 1, y))]

    return meaning


FILE_BIT = (FileAddress("f", 13, bit="b"), BitOf("bf"))

for mnemonic, number, prose in (
    ("bset", "00", "Sets"),
    ("bclr", "01", "Clears"),
    ("btg", "10", "Inverts"),
):
    define(
        f"{mnemonic}_ws",
        mnemonic,
        f"1010 00{number} bbbb 0B00 0ppp ssss",
        (Mode("ps"), Lit("b", 4)),
        f"{prose} a bit of Ws.",
        bit_change(mnemonic),
        constraint=lambda fields: not fields["B"] or fields["b"] < 8,
    )
    define(
        f"{mnemonic}_f",
        mnemonic,
        f"1010 10{number} bbbf ffff ffff ffff",
        FILE_BIT,
        f"{prose} a bit of f.",
        bit_change_file(mnemonic),
    )


def bit_test(flag: str, then_set: bool = False) -> Callable[[Fields], list[Step]]:
    """The bit to C, or its complement to Z."""

    def meaning(i: Fields) -> list[Step]:
        source = Source(i, i.number("p"), i.s, 2)
        position = i.b if hasattr(i, "b") else reg(i.w)[:4]
        bit = bit_of(i, source.value, position)
        flags = {"C": bit} if flag == "C" else {"Z": ~bit}
        if then_set:
            return bit_back(i, source, source.value | shl(const(1, 16), position), flags)
        return [Step(read=source.read, regs=source.writes, flags=flags)]

    return meaning


for flag, bit in (("c", "0"), ("z", "1")):
    what = "The bit goes to C" if flag == "c" else "Z becomes the bit's complement"
    define(
        f"btst_{flag}_ws_lit4",
        f"btst.{flag}",
        f"1010 0011 bbbb {bit}000 0ppp ssss",
        (Mode("ps"), Lit("b", 4)),
        f"Tests a bit of Ws. {what}.",
        bit_test(flag.upper()),
        affects=flag.upper(),
    )
    define(
        f"btsts_{flag}_ws_lit4",
        f"btsts.{flag}",
        f"1010 0100 bbbb {bit}000 0ppp ssss",
        (Mode("ps"), Lit("b", 4)),
        f"Tests a bit of Ws and sets it. {what}.",
        bit_test(flag.upper(), then_set=True),
        affects=flag.upper(),
    )
    define(
        f"btst_{flag}_ws_wb",
        f"btst.{flag}",
        f"1010 0101 {bit}www w000 0ppp ssss",
        (Mode("ps"), Reg("w")),
        f"Tests the bit of Ws that the low 4 bits of Wb name. {what}.",
        bit_test(flag.upper()),
        affects=flag.upper(),
    )


def bit_write(flag: str) -> Callable[[Fields], list[Step]]:
    def meaning(i: Fields) -> list[Step]:
        source = Source(i, i.number("p"), i.s, 2)
        mask = shl(const(1, 16), reg(i.w)[:4])
        bit = C if flag == "C" else ~Z
        y = mux(bit, source.value | mask, source.value & ~mask)
        return bit_back(i, source, y)

    return meaning


for flag, bit in (("c", "0"), ("z", "1")):
    define(
        f"bsw_{flag}",
        f"bsw.{flag}",
        f"1010 1101 {bit}www w000 0ppp ssss",
        (Mode("ps"), Reg("w")),
        f"Writes {'C' if flag == 'c' else 'the complement of Z'} to the bit of Ws that the low "
        "4 bits of Wb name.",
        bit_write(flag.upper()),
    )

define(
    "btst_f",
    "btst",
    "1010 1011 bbbf ffff ffff ffff",
    FILE_BIT,
    "Tests a bit of f. Z becomes the bit's complement.",
    lambda i: [Step(read=Access(zext(i.f, 16), 1), flags={"Z": ~bit_of(i, MEM8, i.b)})],
    affects="Z",
)
define(
    "btsts_f",
    "btsts",
    "1010 1100 bbbf ffff ffff ffff",
    FILE_BIT,
    "Tests a bit of f and sets it. Z becomes the bit's complement.",
    lambda i: [
        Step(
            read=Access(zext(i.f, 16), 1),
            write=Access(zext(i.f, 16), 1, MEM8 | shl(const(1, 8), i.b)),
            flags={"Z": ~bit_of(i, MEM8, i.b)},
        )
    ],
    affects="Z",
)


def bit_skip(when: int) -> Callable[[Fields], list[Step]]:
    def meaning(i: Fields) -> list[Step]:
        source = Source(i, i.number("p"), i.s, 2)
        bit = bit_of(i, source.value, i.b)
        return [Step(read=source.read, regs=source.writes, skip=bit if when else ~bit)]

    return meaning


def bit_skip_file(when: int) -> Callable[[Fields], list[Step]]:
    def meaning(i: Fields) -> list[Step]:
        bit = bit_of(i, MEM8, i.b)
        return [Step(read=Access(zext(i.f, 16), 1), skip=bit if when else ~bit)]

    return meaning


for mnemonic, bits, when in (("btss", "0", 1), ("btsc", "1", 0)):
    define(
        f"{mnemonic}_ws",
        mnemonic,
        f"1010 011{bits} bbbb 0000 0ppp ssss",
        (Mode("ps"), Lit("b", 4)),
        f"Skips the next instruction when a bit of Ws is {when}.",
        bit_skip(when),
        cycles="1 (2 or 3 when it skips)",
        repeatable=False,
    )
    define(
        f"{mnemonic}_f",
        mnemonic,
        f"1010 111{bits} bbbf ffff ffff ffff",
        FILE_BIT,
        f"Skips the next instruction when a bit of f is {when}.",
        bit_skip_file(when),
        cycles="1 (2 or 3 when it skips)",
        repeatable=False,
    )


def first_of(bits: list[Expr], width: int = 16) -> Expr:
    """1 + the index of the first bit that is set, 0 when there is none."""
    y = const(0, width)
    for index in reversed(range(len(bits))):
        y = mux(bits[index], const(index + 1, width), y)
    return y


def find_first(order: Callable[[int], int]) -> Callable[[Fields], list[Step]]:
    def meaning(i: Fields) -> list[Step]:
        source = Source(i, i.number("p"), i.s, 2)
        y = first_of([source.value[order(index)] for index in range(16)])
        writes = (*source.writes, RegWrite(i.d, y))
        return [Step(read=source.read, regs=writes, flags={"C": source.value.eq(0)})]

    return meaning


define(
    "ff1l",
    "ff1l",
    "1100 1111 1000 0ddd dppp ssss",
    (Mode("ps"), Reg("d")),
    "1 plus the number of zeros above the first one of Ws to Wnd; 0 and C set when there is none.",
    find_first(lambda index: 15 - index),
    affects="C",
)
define(
    "ff1r",
    "ff1r",
    "1100 1111 0000 0ddd dppp ssss",
    (Mode("ps"), Reg("d")),
    "1 plus the number of zeros below the last one of Ws to Wnd; 0 and C set when there is none.",
    find_first(lambda index: index),
    affects="C",
)


def fbcl(i: Fields) -> list[Step]:
    source = Source(i, i.number("p"), i.s, 2)
    value = source.value
    place = first_of([value[14 - index] ^ value[15] for index in range(15)])
    none = place.eq(0)
    y = mux(none, const(-15, 16), const(1, 16) - place)
    return [Step(read=source.read, regs=(*source.writes, RegWrite(i.d, y)), flags={"C": none})]


define(
    "fbcl",
    "fbcl",
    "1101 1111 0000 0ddd dppp ssss",
    (Mode("ps"), Reg("d")),
    "Minus the number of copies of the sign below bit 15 of Ws to Wnd; C set when it is -15.",
    fbcl,
    affects="C",
)

# Extension and decimal adjustment.


def sign_extend(i: Fields) -> list[Step]:
    source = Source(i, i.number("p"), i.s, 1)
    y = sext(source.value, 16)
    flags = {"N": y[15], "Z": y.eq(0), "C": ~y[15]}
    return [Step(read=source.read, regs=(*source.writes, RegWrite(i.d, y)), flags=flags)]


def zero_extend(i: Fields) -> list[Step]:
    source = Source(i, i.number("p"), i.s, 1)
    y = zext(source.value, 16)
    flags = {"N": ZERO, "Z": y.eq(0), "C": ONE}
    return [Step(read=source.read, regs=(*source.writes, RegWrite(i.d, y)), flags=flags)]


define(
    "se",
    "se",
    "1111 1011 0000 0ddd dppp ssss",
    (Mode("ps"), Reg("d")),
    "The byte Ws with its sign to the word Wnd.",
    sign_extend,
    affects="N Z C",
)
define(
    "ze",
    "ze",
    "1111 1011 1000 0ddd dppp ssss",
    (Mode("ps"), Reg("d")),
    "The byte Ws with zeros above it to the word Wnd.",
    zero_extend,
    affects="N Z C",
)


def daw(i: Fields) -> list[Step]:
    a = reg(i.s)[:8]
    low = DC | const(9, 4).ult(a[:4])
    total = zext(a, 9) + mux(low, const(6, 9), 0)
    high = C | const(0x99, 8).ult(a)
    total = total + mux(high, const(0x60, 9), 0)
    return [Step(regs=(RegWrite(i.s, total[:8]),), flags={"C": C | total[8]})]


define(
    "daw_b",
    "daw.b",
    "1111 1101 0100 0000 0000 ssss",
    (Reg("s"),),
    "Adjusts the low byte of Wn after a decimal addition.",
    daw,
    affects="C",
)

# Program flow.

CONDITIONS: tuple[tuple[str, str, Expr, str, tuple[str, ...]], ...] = (
    ("ov", "0000", OV, "overflow", ()),
    ("c", "0001", C, "carry, unsigned >=", ("geu",)),
    ("z", "0010", Z, "zero", ()),
    ("n", "0011", N, "negative", ()),
    ("le", "0100", Z | (N ^ OV), "signed <=", ()),
    ("lt", "0101", N ^ OV, "signed <", ()),
    ("leu", "0110", ~C | Z, "unsigned <=", ()),
    ("nov", "1000", ~OV, "no overflow", ()),
    ("nc", "1001", ~C, "no carry, unsigned <", ("ltu",)),
    ("nz", "1010", ~Z, "not zero", ()),
    ("nn", "1011", ~N, "not negative", ()),
    ("gt", "1100", ~Z & ~(N ^ OV), "signed >", ()),
    ("ge", "1101", ~(N ^ OV), "signed >=", ()),
    ("gtu", "1110", C & ~Z, "unsigned >", ()),
)


def relative(i: Fields) -> Expr:
    return NEXT + sext(cat(ZERO, i.n), 24)


def branch(taken: Expr) -> Callable[[Fields], Sequence[Step]]:
    return lambda i: [Step(jump=relative(i), taken=taken)]


for suffix, bits, test, prose, others in CONDITIONS:
    define(
        f"bra_{suffix}",
        "bra",
        f"0011 {bits} nnnn nnnn nnnn nnnn",
        (Word(suffix, "", others), Target("n")),
        f"Branches when: {prose}.",
        branch(test),
        cycles="1 (2 when taken)",
        repeatable=False,
    )


def call_steps(target: Expr) -> list[Step]:
    """Pushes the return address in two words while the pipeline refills."""
    return [
        Step(
            write=pushed(NEXT[:16]),
            regs=(RegWrite(W15, reg(15) + 2),),
            jump=target,
            temps={"high": NEXT[16:24]},
        ),
        Step(
            write=pushed(zext(var("high", 8), 16)),
            regs=(RegWrite(W15, reg(15) + 2),),
        ),
    ]


def return_steps(extra: tuple[RegWrite, ...] = ()) -> list[Step]:
    return [
        Step(
            read=Access(POP_AT, 2, stack=ONE),
            regs=(RegWrite(W15, POP_AT), *extra),
            temps={"high": MEM[:8]},
        ),
        Step(
            read=Access(POP_AT, 2, stack=ONE),
            regs=(RegWrite(W15, POP_AT),),
            jump=cat(ZERO, MEM[1:], var("high", 8) & 0x7F),
        ),
    ]


def by_register(number: Expr) -> Expr:
    return NEXT + sext(cat(ZERO, reg(number)), 24)


def absolute(number: Expr) -> Expr:
    return cat(ZERO, reg(number)[1:], const(0, 8))


def far(i: Fields) -> Expr:
    return cat(ZERO, i.n, i.m, ZERO)


FLOW = {"repeatable": False}
define("bra", "bra", "0011 0111 nnnn nnnn nnnn nnnn", (Target("n"),),
       "Branches.", lambda i: [Step(jump=relative(i))], cycles="2", **FLOW)  # fmt: skip
define("bra_wn", "bra", "0000 0001 0110 0000 0000 ssss", (Reg("s"),),
       "Branches by the signed number of instruction words in Wn.",
       lambda i: [Step(jump=by_register(i.s))], cycles="2", **FLOW)  # fmt: skip
define("goto", "goto", "0000 0100 nnnn nnnn nnnn nnn0 0000 0000 0000 0000 0mmm mmmm", (Far("nm"),),
       "Jumps to an address.", lambda i: [Step(jump=far(i))], cycles="2", **FLOW)  # fmt: skip
define("goto_wn", "goto", "0000 0001 0100 0000 0000 ssss", (Reg("s"),),
       "Jumps to the address in Wn.",
       lambda i: [Step(jump=absolute(i.s))], cycles="2", **FLOW)  # fmt: skip
define("call", "call", "0000 0010 nnnn nnnn nnnn nnn0 0000 0000 0000 0000 0mmm mmmm", (Far("nm"),),
       "Calls an address.", lambda i: call_steps(far(i)), cycles="2", **FLOW)  # fmt: skip
define("call_wn", "call", "0000 0001 0000 0000 0000 ssss", (Reg("s"),),
       "Calls the address in Wn.",
       lambda i: call_steps(absolute(i.s)), cycles="2", **FLOW)  # fmt: skip
define("rcall", "rcall", "0000 0111 nnnn nnnn nnnn nnnn", (Target("n"),),
       "Calls a label.", lambda i: call_steps(relative(i)), cycles="2", **FLOW)  # fmt: skip
define("rcall_wn", "rcall", "0000 0001 0010 0000 0000 ssss", (Reg("s"),),
       "Calls what lies the signed number of instruction words in Wn away.",
       lambda i: call_steps(by_register(i.s)), cycles="2", **FLOW)  # fmt: skip
define("return", "return", "0000 0110 0000 0000 0000 0000", (),
       "Returns.", lambda i: return_steps(), cycles="3", **FLOW)  # fmt: skip
define("retlw", "retlw", "0000 0101 0Bkk kkkk kkkk dddd", (Lit("k", 10), Reg("d")),
       "Returns with a literal in Wn.",
       lambda i: return_steps((RegWrite(i.d, literal(i, i.bits)),)), cycles="3",
       constraint=lambda fields: not fields["B"] or fields["k"] < 256, **FLOW)  # fmt: skip
define("repeat_lit14", "repeat", "0000 1001 00kk kkkk kkkk kkkk", (Lit("k", 14),),
       "The next instruction takes place the literal plus 1 times.",
       lambda i: [Step(repeat=zext(i.k, 16))], **FLOW)  # fmt: skip
define("repeat_wn", "repeat", "0000 1001 1000 0000 0000 ssss", (Reg("s"),),
       "The next instruction takes place once more than the low 14 bits of Wn say.",
       lambda i: [Step(repeat=zext(reg(i.s)[:14], 16))], **FLOW)  # fmt: skip
define("nop", "nop", "0000 0000 xxxx xxxx xxxx xxxx", (), "Does nothing.", lambda i: [Step()])
define("nopr", "nopr", "1111 1111 xxxx xxxx xxxx xxxx", (), "Does nothing.", lambda i: [Step()])

ALIASES = [
    Alias("push", "Wn", "mov {0}, [w15++]"),
    Alias("pop", "Wn", "mov [--w15], {0}"),
    Alias("push.d", "Wn", "mov.d {0}, [w15++]"),
    Alias("pop.d", "Wn", "mov.d [--w15], {0}"),
]

ABSENT = {
    "clrwdt": "needs the watchdog timer",
    "disi": "interrupts are out of scope",
    "pwrsav": "needs the power-saving modes and the clock generator",
    "reset": "needs the reset controller",
    "retfie": "interrupts are out of scope",
    "tblwtl, tblwth": "need the flash memory's programming circuit: program memory is a ROM",
}
"""Base instructions of DS70157 that the core does not have, and why: each is undefined here."""

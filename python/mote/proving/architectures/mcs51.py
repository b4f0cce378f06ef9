"""The 8051 with 256 bytes of internal RAM, described here.

Source: Intel, "MCS 51 Microcontroller Family User's Manual" (272383-002), chapter 2.  pypcode's
description keeps R0 to R7 apart from the internal RAM in which they lie, and is big-endian.

Spaces: "xram" (external RAM), "iram" (internal RAM; register bank 0 at its beginning), "code", and
"register" for the special function registers at their direct addresses.  The flags of PSW stand
alone; PSW as a byte, its bits RS0, RS1 and P, and da are unknown here: no file uses them, so the
register bank is always 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from mote.building.image import Image
from mote.building.toolchains import sdcc
from mote.catalog.cpu import Cpu
from mote.common.errors import MoteError
from mote.proving.architectures import Architecture, MachineState, Pointer
from mote.proving.architectures.building import Operations, const
from mote.proving.lift import Encoding, Lifted, UnknownInstruction, Varnode
from mote.proving.parts import Part, of_intel_hex

SFR = {0x81: "sp", 0x82: "dpl", 0x83: "dph", 0xA0: "p2", 0xE0: "a", 0xF0: "b"}
"""Special function registers that functions use, by their direct addresses."""


def _register(address: int, size: int = 1) -> Varnode:
    return Varnode("register", address, size)


A, B, SP, P2 = (_register(address) for address in (0xE0, 0xF0, 0x81, 0xA0))
DPTR = _register(0x82, 2)
CARRY, AUXILIARY, OVERFLOW, F0, F1 = (_register(address) for address in range(0x100, 0x105))
FLAGS = {0xD7: CARRY, 0xD6: AUXILIARY, 0xD5: F0, 0xD2: OVERFLOW, 0xD1: F1}
"""Bits of PSW by their addresses."""

ONE, ZERO = const(1, 1), const(0, 1)
IRAM_FLAT = 0x10000
"""Where internal RAM begins in the flat addresses of images (mote.building.toolchains.sdcc)."""

LINE = re.compile(r"\s+[0-9A-F]{6}((?: [0-9A-Fa-f]{2})+)\s*\[\s*\d+\]")
"""A line of sdas8051's listing with an instruction: address, bytes, clocks."""


class _Unknown(Exception):
    """Not described here."""


class _Instruction:
    """What one instruction does, while it is found out."""

    def __init__(self, address: int, code: bytes) -> None:
        self.address = address
        self.code = code
        self.length = 0
        self.ops = Operations()
        self.text = ""
        self.opcode = self.fetch()

    def fetch(self) -> int:
        if self.length >= len(self.code):
            raise _Unknown
        self.length += 1
        return self.code[self.length - 1]

    @property
    def next(self) -> int:
        return self.address + self.length & 0xFFFF

    # ---- operands ----

    def direct(self) -> tuple[Varnode, str]:
        """A byte of internal RAM or a special function register, by the next byte."""
        at = self.fetch()
        if at < 0x80:
            return Varnode("iram", at, 1), f"{at:#x}"
        if at not in SFR:
            raise _Unknown
        return _register(at), SFR[at] if at not in (0xE0, 0xF0) else f"{SFR[at]}cc"[:3]

    def operand(self) -> tuple[Varnode | None, Varnode, str]:
        """Of the regular opcodes: its place, None for a number, its value, its text.

        For @Ri the place is the address, in "iram", as a register.
        """
        low = self.opcode & 15
        if low == 4:
            value = self.fetch()
            return None, const(value, 1), f"#{value:#x}"
        if low == 5:
            place, text = self.direct()
            return place, place, text
        if low < 8:
            pointer = Varnode("iram", low & 1, 1)
            return pointer, self.ops.load("iram", 1, pointer), f"@r{low & 1}"
        place = Varnode("iram", low & 7, 1)
        return place, place, f"r{low & 7}"

    def write(self, place: Varnode | None, value: Varnode) -> None:
        """To the place that `operand` gave."""
        assert place is not None
        if self.opcode & 15 in (6, 7):
            self.ops.store("iram", place, value)
        else:
            self.ops.copy(place, value)

    def relative(self) -> Varnode:
        """Where a branch goes, by the next byte."""
        far = (self.fetch() ^ 0x80) - 0x80
        return Varnode("code", self.next + far & 0xFFFF, 2)

    def bit(self) -> tuple[Varnode, Callable[[Varnode], None], str]:
        """The bit that the next byte names: its value, what sets it, its text."""
        number = self.fetch()
        o = self.ops
        if number in FLAGS:
            flag = FLAGS[number]
            return o.make("COPY", 1, flag), lambda value: o.copy(flag, value), f"psw.{number & 7}"
        if number < 0x80:
            byte = Varnode("iram", 0x20 + (number >> 3), 1)
        elif number & 0xF8 in (0xE0, 0xF0):
            byte = _register(number & 0xF8)
        else:
            raise _Unknown
        place = number & 7
        value = o.make("INT_AND", 1, o.make("INT_RIGHT", 1, byte, const(place, 1)), ONE)

        def put(new: Varnode) -> None:
            others = o.make("INT_AND", 1, byte, const(~(1 << place), 1))
            o.put(byte, "INT_OR", others, o.make("INT_LEFT", 1, new, const(place, 1)))

        return value, put, f"bit {number:#x}"

    # ---- the stack, branches ----

    def push(self, value: Varnode) -> None:
        o = self.ops
        o.put(SP, "INT_ADD", SP, ONE)
        o.store("iram", SP, value)

    def pop(self) -> Varnode:
        o = self.ops
        value = o.load("iram", 1, SP)
        o.put(SP, "INT_SUB", SP, ONE)
        return value

    def call(self, target: int) -> None:
        self.push(const(self.next, 1))
        self.push(const(self.next >> 8, 1))
        self.ops.jump("CALL", Varnode("code", target, 2))


def _sum(do: _Instruction, value: Varnode, carry: Varnode | None) -> None:
    """add, addc."""
    o = do.ops
    total = o.make("INT_ADD", 1, A, value)
    over = o.make("INT_SCARRY", 1, A, value)
    out = o.make("INT_CARRY", 1, A, value)
    if carry is not None:
        again = o.make("INT_ADD", 1, total, carry)
        over = o.make("BOOL_XOR", 1, over, o.make("INT_SCARRY", 1, total, carry))
        out = o.make("BOOL_OR", 1, out, o.make("INT_CARRY", 1, total, carry))
        total = again
    _flags(do, value, total, over, out)


def _difference(do: _Instruction, value: Varnode) -> None:
    """subb."""
    o = do.ops
    first = o.make("INT_SUB", 1, A, value)
    over = o.make("INT_SBORROW", 1, A, value)
    out = o.make("INT_LESS", 1, A, value)
    total = o.make("INT_SUB", 1, first, CARRY)
    over = o.make("BOOL_XOR", 1, over, o.make("INT_SBORROW", 1, first, CARRY))
    out = o.make("BOOL_OR", 1, out, o.make("INT_LESS", 1, first, CARRY))
    _flags(do, value, total, over, out)


def _flags(do: _Instruction, value: Varnode, total: Varnode, over: Varnode, out: Varnode) -> None:
    """Flags and accumulator; AC is the carry into bit 4."""
    o = do.ops
    both = o.make("INT_XOR", 1, o.make("INT_XOR", 1, A, value), total)
    o.put(AUXILIARY, "INT_NOTEQUAL", o.make("INT_AND", 1, both, const(16, 1)), ZERO)
    o.copy(OVERFLOW, over)
    o.copy(CARRY, out)
    o.copy(A, total)


LOGIC = {4: ("orl", "INT_OR"), 5: ("anl", "INT_AND"), 6: ("xrl", "INT_XOR")}


def _regular(do: _Instruction) -> None:
    """Opcodes whose low half is an operand: from 4 on."""
    o, opcode = do.ops, do.opcode
    row, low = opcode >> 4, opcode & 15
    if row in (0, 1):
        place, value, text = (A, A, "a") if low == 4 else do.operand()
        changed = o.make(("INT_ADD", "INT_SUB")[row], 1, value, ONE)
        if low == 4:
            o.copy(A, changed)
        else:
            do.write(place, changed)
        do.text = f"{('inc', 'dec')[row]} {text}"
    elif row in (2, 3):
        _, value, text = do.operand()
        _sum(do, value, CARRY if row == 3 else None)
        do.text = f"{('add', 'addc')[row - 2]} a, {text}"
    elif row in LOGIC:
        _, value, text = do.operand()
        o.put(A, LOGIC[row][1], A, value)
        do.text = f"{LOGIC[row][0]} a, {text}"
    elif row == 7:
        if low == 4:
            place, text = A, "a"
        else:
            # The place comes before the number.
            place, _, text = _placed(do)
        number = do.fetch()
        if low == 4:
            o.copy(A, const(number, 1))
        else:
            do.write(place, const(number, 1))
        do.text = f"mov {text}, #{number:#x}"
    elif row == 9:
        _, value, text = do.operand()
        _difference(do, value)
        do.text = f"subb a, {text}"
    elif row == 0xE:
        if low == 4:
            o.copy(A, ZERO)
            do.text = "clr a"
        else:
            _, value, text = do.operand()
            o.copy(A, value)
            do.text = f"mov a, {text}"
    elif row == 0xF:
        if low == 4:
            o.put(A, "INT_NEGATE", A)
            do.text = "cpl a"
        else:
            place, _, text = _placed(do)
            do.write(place, A)
            do.text = f"mov {text}, a"
    else:
        _less_regular(do)


def _placed(do: _Instruction) -> tuple[Varnode, None, str]:
    """An operand that is written and not read."""
    low = do.opcode & 15
    if low == 5:
        place, text = do.direct()
        return place, None, text
    if low < 8:
        return Varnode("iram", low & 1, 1), None, f"@r{low & 1}"
    return Varnode("iram", low & 7, 1), None, f"r{low & 7}"


def _less_regular(do: _Instruction) -> None:
    """Rows 8, A, B, C and D from column 4 on."""
    o, opcode = do.ops, do.opcode
    row, low = opcode >> 4, opcode & 15
    if opcode == 0x84:
        # div; by 0 the manual leaves quotient and remainder open, the machine refuses it.
        quotient, rest = o.make("INT_DIV", 1, A, B), o.make("INT_REM", 1, A, B)
        o.put(OVERFLOW, "INT_EQUAL", B, ZERO)
        o.copy(CARRY, ZERO)
        o.copy(A, quotient)
        o.copy(B, rest)
        do.text = "div ab"
    elif opcode == 0xA4:
        wide = o.make("INT_MULT", 2, o.make("INT_ZEXT", 2, A), o.make("INT_ZEXT", 2, B))
        o.put(A, "SUBPIECE", wide, const(0, 4))
        o.put(B, "SUBPIECE", wide, const(1, 4))
        o.put(OVERFLOW, "INT_NOTEQUAL", B, ZERO)
        o.copy(CARRY, ZERO)
        do.text = "mul ab"
    elif opcode == 0xC4:
        high = o.make("INT_LEFT", 1, A, const(4, 1))
        o.put(A, "INT_OR", high, o.make("INT_RIGHT", 1, A, const(4, 1)))
        do.text = "swap a"
    elif row == 8:
        # mov direct, …: mov direct, direct has the source first.
        if low == 5:
            source, there = do.direct()
            place, text = do.direct()
            o.copy(place, source)
        else:
            _, value, there = do.operand()
            place, text = do.direct()
            o.copy(place, value)
        do.text = f"mov {text}, {there}"
    elif row == 0xA and low > 5:
        place, _, text = _placed(do)
        source, there = do.direct()
        do.write(place, source)
        do.text = f"mov {text}, {there}"
    elif row == 0xB:
        _compare(do)
    elif row == 0xC:
        at, value, text = do.operand()
        before = o.make("COPY", 1, A)
        o.copy(A, value)
        do.write(at, before)
        do.text = f"xch a, {text}"
    elif row == 0xD and low in (6, 7):
        at, value, text = do.operand()
        before = o.make("COPY", 1, A)
        low_half, high_half = const(15, 1), const(0xF0, 1)
        mine, its = (o.make("INT_AND", 1, v, low_half) for v in (before, value))
        o.put(A, "INT_OR", o.make("INT_AND", 1, A, high_half), its)
        do.write(at, o.make("INT_OR", 1, o.make("INT_AND", 1, value, high_half), mine))
        do.text = f"xchd a, {text}"
    elif row == 0xD and low != 4:
        at, value, text = do.operand()
        less = o.make("INT_SUB", 1, value, ONE)
        do.write(at, less)
        goal = do.relative()
        o.jump("CBRANCH", goal, o.make("INT_NOTEQUAL", 1, less, ZERO))
        do.text = f"djnz {text}, {goal.offset:#x}"
    else:
        raise _Unknown


def _compare(do: _Instruction) -> None:
    """cjne."""
    o, low = do.ops, do.opcode & 15
    if low in (4, 5):
        _, right, there = do.operand()
        left, text = A, "a"
    else:
        _, left, text = do.operand()
        number = do.fetch()
        right, there = const(number, 1), f"#{number:#x}"
    to = do.relative()
    differs = o.make("INT_NOTEQUAL", 1, left, right)
    o.put(CARRY, "INT_LESS", left, right)
    o.jump("CBRANCH", to, differs)
    do.text = f"cjne {text}, {there}, {to.offset:#x}"


def _irregular(do: _Instruction) -> None:
    """Columns 0, 2 and 3."""
    o, opcode = do.ops, do.opcode
    row, low = opcode >> 4, opcode & 15
    plain = {0x03: "rr a", 0x13: "rrc a", 0x23: "rl a", 0x33: "rlc a"}
    if opcode == 0:
        do.text = "nop"
    elif opcode in (0x02, 0x12):
        target = do.fetch() << 8 | do.fetch()
        if opcode == 0x12:
            do.call(target)
        else:
            o.jump("BRANCH", Varnode("code", target, 2))
        do.text = f"{('ljmp', 'lcall')[row]} {target:#x}"
    elif opcode == 0x22:
        high = do.pop()
        o.jump("RETURN", o.make("PIECE", 2, high, do.pop()))
        do.text = "ret"
    elif opcode in plain:
        _rotate(do, right=row < 2, through=bool(row & 1))
        do.text = plain[opcode]
    elif low == 0 and row <= 8:
        _branch(do)
    elif opcode == 0x73:
        o.jump("BRANCHIND", o.make("INT_ADD", 2, DPTR, o.make("INT_ZEXT", 2, A)))
        do.text = "jmp @a+dptr"
    elif row in LOGIC and low in (2, 3):
        place, text = do.direct()
        value, there = A, "a"
        if low == 3:
            number = do.fetch()
            value, there = const(number, 1), f"#{number:#x}"
        o.put(place, LOGIC[row][1], place, value)
        do.text = f"{LOGIC[row][0]} {text}, {there}"
    elif opcode in (0x83, 0x93):
        base = DPTR if row == 9 else const(do.next, 2)
        o.copy(A, o.load("code", 1, o.make("INT_ADD", 2, base, o.make("INT_ZEXT", 2, A))))
        do.text = f"movc a, @a+{('pc', 'dptr')[row - 8]}"
    elif opcode == 0x90:
        number = do.fetch() << 8 | do.fetch()
        o.copy(DPTR, const(number, 2))
        do.text = f"mov dptr, #{number:#x}"
    elif opcode == 0xA3:
        o.put(DPTR, "INT_ADD", DPTR, const(1, 2))
        do.text = "inc dptr"
    elif opcode == 0xC0:
        place, text = do.direct()
        do.push(o.make("COPY", 1, place))
        do.text = f"push {text}"
    elif opcode == 0xD0:
        place, text = do.direct()
        o.copy(place, do.pop())
        do.text = f"pop {text}"
    elif row in (0xE, 0xF):
        address = DPTR if low == 0 else o.make("PIECE", 2, P2, Varnode("iram", low & 1, 1))
        text = "@dptr" if low == 0 else f"@r{low & 1}"
        if row == 0xE:
            o.copy(A, o.load("xram", 1, address))
        else:
            o.store("xram", address, A)
        do.text = f"movx a, {text}" if row == 0xE else f"movx {text}, a"
    else:
        _of_bits(do)


def _rotate(do: _Instruction, *, right: bool, through: bool) -> None:
    """rr, rrc, rl, rlc."""
    o = do.ops
    one, far = ("INT_RIGHT", "INT_LEFT") if right else ("INT_LEFT", "INT_RIGHT")
    moved = o.make(one, 1, A, ONE)
    seven = const(7, 1)
    if through:
        out = o.make("INT_AND", 1, A, ONE) if right else o.make("INT_RIGHT", 1, A, seven)
        into = o.make("INT_LEFT", 1, CARRY, seven) if right else CARRY
        o.put(A, "INT_OR", moved, into)
        o.copy(CARRY, out)
    else:
        o.put(A, "INT_OR", moved, o.make(far, 1, A, seven))


def _branch(do: _Instruction) -> None:
    """jbc, jb, jnb, jc, jnc, jz, jnz, sjmp."""
    o, row = do.ops, do.opcode >> 4
    if row == 8:
        there = do.relative()
        o.jump("BRANCH", there)
        do.text = f"sjmp {there.offset:#x}"
        return
    shown = ""
    if row in (1, 2, 3):
        value, put, text = do.bit()
        shown = f"{text}, "
        condition = o.make("BOOL_NEGATE", 1, value) if row == 3 else value
        if row == 1:
            put(ZERO)
    elif row in (4, 5):
        condition = o.make("BOOL_NEGATE", 1, CARRY) if row == 5 else CARRY
    else:
        condition = o.make("INT_EQUAL" if row == 6 else "INT_NOTEQUAL", 1, A, ZERO)
    there = do.relative()
    o.jump("CBRANCH", there, condition)
    names = {1: "jbc", 2: "jb", 3: "jnb", 4: "jc", 5: "jnc", 6: "jz", 7: "jnz"}
    do.text = f"{names[row]} {shown}{there.offset:#x}"


def _of_bits(do: _Instruction) -> None:
    """orl, anl, mov, cpl, clr, setb of bits."""
    o, opcode = do.ops, do.opcode
    if opcode in (0xB3, 0xC3, 0xD3):
        value = {0xC3: ZERO, 0xD3: ONE}.get(opcode) or o.make("BOOL_NEGATE", 1, CARRY)
        o.copy(CARRY, value)
        do.text = {0xB3: "cpl c", 0xC3: "clr c", 0xD3: "setb c"}[opcode]
        return
    joined = {0x72: "orl", 0xA0: "orl", 0x82: "anl", 0xB0: "anl"}
    if opcode not in (*joined, 0x92, 0xA2, 0xB2, 0xC2, 0xD2):
        raise _Unknown
    value, put, text = do.bit()
    if opcode in joined:
        name = joined[opcode]
        if opcode & 15 == 0:
            value, text = o.make("BOOL_NEGATE", 1, value), "/" + text
        o.put(CARRY, "BOOL_OR" if name == "orl" else "BOOL_AND", CARRY, value)
        do.text = f"{name} c, {text}"
    elif opcode == 0x92:
        put(CARRY)
        do.text = f"mov {text}, c"
    elif opcode == 0xA2:
        o.copy(CARRY, value)
        do.text = f"mov c, {text}"
    else:
        put({0xB2: lambda: o.make("BOOL_NEGATE", 1, value)}.get(opcode, lambda: _bit(opcode))())
        do.text = f"{ {0xB2: 'cpl', 0xC2: 'clr', 0xD2: 'setb'}[opcode] } {text}"


def _bit(opcode: int) -> Varnode:
    return ONE if opcode == 0xD2 else ZERO


def _meaning(do: _Instruction) -> None:
    low = do.opcode & 15
    if low == 1:
        target = do.opcode >> 5 << 8 | do.fetch()
        target |= do.next & 0xF800
        if do.opcode & 0x10:
            do.call(target)
        else:
            do.ops.jump("BRANCH", Varnode("code", target, 2))
        do.text = f"{('ajmp', 'acall')[do.opcode >> 4 & 1]} {target:#x}"
    elif low < 4:
        _irregular(do)
    else:
        _regular(do)


class Processor(Architecture):
    """Arguments: the first in DPL, DPH, B, A; the others in variables (see mote.machines.ucsim).

    stack_top: what the stack pointer has before a call, above the variables in internal RAM; the
    stack grows upwards.
    """

    data_space = "xram"
    objects_at = 0x4400
    code_space = "code"
    stack_top = 0x7F
    return_to = 0xFFF0
    flags = ("cy", "ac", "ov", "f0", "f1")
    lowest_live = None
    return_address = (-1, 0)
    counter_bytes = 2
    code_alignment = 1

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        self.callee_saved = ("p2",)

    def named_registers(self) -> dict[str, Varnode]:
        found = {f"r{number}": Varnode("iram", number, 1) for number in range(8)}
        found.update((name, _register(address)) for address, name in SFR.items())
        flags = {"cy": CARRY, "ac": AUXILIARY, "ov": OVERFLOW, "f0": F0, "f1": F1}
        return {**found, **flags, "dptr": DPTR}

    def parts(self, image: Image) -> list[Part]:
        return of_intel_hex(image.path)

    def label(self, image: Image, name: str) -> int | None:
        return sdcc.address_of_label(image, name)

    def decode(self, address: int, code: bytes) -> Lifted:
        try:
            do = _Instruction(address, code[:3])
            _meaning(do)
        except _Unknown:
            raise UnknownInstruction(
                f"{self.cpu.name}: {code[:3].hex(' ')} at {address:#x} is no instruction that "
                "proofs know"
            ) from None
        return Lifted(address, do.length, tuple(do.ops.done), do.text)

    def instructions(self, object_file: Path) -> list[Encoding]:
        """As the assembler's listing beside the object has them."""
        text = object_file.with_suffix(".lst").read_text(encoding="utf-8", errors="replace")
        found = [bytes.fromhex(match[1]) for match in map(LINE.match, text.splitlines()) if match]
        return [Encoding(code) for code in found]

    def beside(
        self, machine: MachineState, image: Image, symbol: str, values: Sequence[Any]
    ) -> Sequence[Any]:
        """The first argument in DPL, DPH and B, the others in variables (SDCC's NAME_PARM_n)."""
        registers: list[Any] = []
        for number, value in enumerate(values, 1):
            size = self.pointer_bytes if isinstance(value, Pointer) else self.cpu.abi.int_bytes
            if isinstance(value, tuple):
                size = len(value) // 8
            content = [
                value >> 8 * k & 0xFF if isinstance(value, int) else value[8 * k : 8 * k + 8]
                for k in range(size)
            ]
            if number == 1:
                registers = content
                continue
            place = image.symbols.get(f"{symbol}_PARM_{number}")
            if place is None:
                raise MoteError(f"{symbol} has no variable {symbol}_PARM_{number}")
            space = "iram" if place >= IRAM_FLAT else "xram"
            for k, byte in enumerate(content):
                machine.put(Varnode(space, place % IRAM_FLAT + k, 1), byte)
        return registers

    def result(self, size: int) -> list[Varnode]:
        return list(self.arguments[:size])

    def own_ranges(self, image: Image, stack: int) -> dict[str, list[tuple[str, int, int]]]:
        """Variables in both memories, bank 0, and the stack above what is in internal RAM."""
        found: dict[str, list[tuple[str, int, int]]] = {"xram": [], "iram": [("bank 0", 0, 8)]}
        self.stack_top = 7
        for region in image.static:
            internal = region.address >= IRAM_FLAT
            address = region.address % IRAM_FLAT
            found["iram" if internal else "xram"].append((region.name, address, region.size))
            if internal:
                self.stack_top = max(self.stack_top, address + region.size - 1)
        low, high = self.stack_bytes(stack)
        found["iram"].append(("the stack", low, high - low))
        return found

    def call(self, machine: MachineState, function_address: int) -> None:
        """With the return address on the stack."""
        for place, byte in enumerate((self.return_to & 0xFF, self.return_to >> 8), 1):
            machine.put(Varnode("iram", self.stack_top + place, 1), byte)
        machine.put(SP, self.stack_top + 2)

    def return_bytes(self, counter: Sequence[int]) -> dict[int, tuple[int, ...]]:
        return {-1: tuple(counter[:8]), 0: tuple(counter[8:])}

    @property
    def stack_space(self) -> str:
        return "iram"

    def stack_bytes(self, size: int) -> tuple[int, int]:
        """In internal RAM, and upwards."""
        return self.stack_top + 1, self.stack_top + 1 + size

"""AVR with movw and without a multiplier (avr25), described here.

Source: AVR Instruction Set Manual, Atmel 0856.  pypcode's description leaves H unset in subi, takes
words for bytes in returns, lets the meaning of an instruction depend on what was translated before
it (a skip), and keeps a return address in another order of bytes than the CPU.

Registers r0 to r31 lie in the space "register" at their numbers; they are in data memory too, but
no contract lets a function go there.  Program counters are addresses of bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile

from mote.building.image import Image
from mote.catalog.cpu import Cpu
from mote.proving.architectures import Architecture, MachineState
from mote.proving.architectures.building import Operations, const
from mote.proving.lift import Encoding, Lifted, UnknownInstruction, Varnode

FLAGS = "cznvshti"
"""The bits of SREG from the lowest on."""

X, Y, Z = (Varnode("register", number, 2) for number in (26, 28, 30))
SP = Varnode("register", 0x40, 2)
IO = {0x3D: Varnode("register", 0x40, 1), 0x3E: Varnode("register", 0x41, 1)}
SREG = 0x3F
PROGRAM = 0x1FFFF
"""Addresses of bytes in program memory: it has 64 Ki words."""

ONE = const(1, 1)
ZERO = const(0, 1)


def register(number: int, size: int = 1) -> Varnode:
    return Varnode("register", number, size)


def flag(name: str) -> Varnode:
    return Varnode("register", 0x80 + FLAGS.index(name), 1)


C, ZF, N, V, S, H, T, I = (flag(name) for name in FLAGS)  # noqa: E741


class _Instruction:
    """What one instruction word does, while it is found out."""

    def __init__(self, address: int, word: int, following: int) -> None:
        self.address = address
        self.word = word
        self.following = following
        self.length = 2
        self.ops = Operations()
        self.text = ""

    @property
    def d(self) -> Varnode:
        return register(self.word >> 4 & 31)

    @property
    def r(self) -> Varnode:
        return register(self.word & 15 | self.word >> 5 & 16)

    @property
    def upper(self) -> Varnode:
        return register(self.word >> 4 & 15 | 16)

    @property
    def immediate(self) -> Varnode:
        return const(self.word >> 4 & 0xF0 | self.word & 15, 1)

    def to(self, words: int) -> int:
        """The program counter so many words behind this instruction's next one."""
        return self.address + 2 + 2 * words & PROGRAM


def _sign(do: _Instruction, result: Varnode) -> None:
    """N, Z and S of a result, behind V."""
    o = do.ops
    o.put(N, "INT_SLESS", result, const(0, result.size))
    o.put(ZF, "INT_EQUAL", result, const(0, result.size))
    o.put(S, "BOOL_XOR", N, V)


def _half(do: _Instruction, a: Varnode, b: Varnode, result: Varnode) -> None:
    """H: the carry or borrow into bit 4, where it makes the result's bit another than that of ^."""
    o = do.ops
    both = o.make("INT_XOR", 1, a, b)
    changed = o.make("INT_AND", 1, o.make("INT_XOR", 1, both, result), const(16, 1))
    o.put(H, "INT_NOTEQUAL", changed, ZERO)


def _add(do: _Instruction, with_carry: bool) -> None:
    o, d, r = do.ops, do.d, do.r
    total = o.make("INT_ADD", 1, d, r)
    overflow = o.make("INT_SCARRY", 1, d, r)
    carry = o.make("INT_CARRY", 1, d, r)
    if with_carry:
        again = o.make("INT_ADD", 1, total, C)
        overflow = o.make("BOOL_XOR", 1, overflow, o.make("INT_SCARRY", 1, total, C))
        carry = o.make("BOOL_OR", 1, carry, o.make("INT_CARRY", 1, total, C))
        total = again
    o.copy(V, overflow)
    _half(do, d, r, total)
    o.copy(C, carry)
    _sign(do, total)
    o.copy(d, total)


def _subtract(
    do: _Instruction, d: Varnode, r: Varnode, *, with_carry: bool = False, keep: bool = False
) -> None:
    o = do.ops
    total = o.make("INT_SUB", 1, d, r)
    overflow = o.make("INT_SBORROW", 1, d, r)
    carry = o.make("INT_LESS", 1, d, r)
    before = o.make("COPY", 1, ZF)
    if with_carry:
        again = o.make("INT_SUB", 1, total, C)
        overflow = o.make("BOOL_XOR", 1, overflow, o.make("INT_SBORROW", 1, total, C))
        carry = o.make("BOOL_OR", 1, carry, o.make("INT_LESS", 1, total, C))
        total = again
    o.copy(V, overflow)
    _half(do, d, r, total)
    o.copy(C, carry)
    _sign(do, total)
    if with_carry:
        o.put(ZF, "BOOL_AND", ZF, before)
    if not keep:
        o.copy(d, total)


def _logic(do: _Instruction, opcode: str, d: Varnode, r: Varnode) -> None:
    o = do.ops
    o.put(d, opcode, d, r)
    o.copy(V, ZERO)
    _sign(do, d)


def _shift(do: _Instruction, top: Varnode | None) -> None:
    """To the right; top: the bit that moves in, None for the one that was highest."""
    o, d = do.ops, do.d
    low = o.make("INT_AND", 1, d, ONE)
    if top is None:
        o.put(d, "INT_SRIGHT", d, ONE)
    else:
        shifted = o.make("INT_RIGHT", 1, d, ONE)
        if top == ZERO:
            o.copy(d, shifted)
        else:
            o.put(d, "INT_OR", shifted, o.make("INT_LEFT", 1, top, const(7, 1)))
    o.copy(C, low)
    # V = N ^ C, of the result.
    o.put(N, "INT_SLESS", d, ZERO)
    o.put(ZF, "INT_EQUAL", d, ZERO)
    o.put(V, "BOOL_XOR", N, C)
    o.copy(S, low)


def _one(do: _Instruction) -> bool:
    """Instructions of one register: 1001 010d dddd xxxx."""
    o, d, kind = do.ops, do.d, do.word & 15
    if kind == 0:
        o.put(d, "INT_NEGATE", d)
        o.copy(C, ONE)
        o.copy(V, ZERO)
        _sign(do, d)
    elif kind == 1:
        before = o.make("COPY", 1, d)
        o.put(d, "INT_2COMP", d)
        o.put(V, "INT_EQUAL", d, const(0x80, 1))
        _half(do, ZERO, before, d)
        _sign(do, d)
        o.put(C, "INT_NOTEQUAL", d, ZERO)
    elif kind == 2:
        high = o.make("INT_LEFT", 1, d, const(4, 1))
        o.put(d, "INT_OR", high, o.make("INT_RIGHT", 1, d, const(4, 1)))
    elif kind in (3, 10):
        change, limit = ("INT_ADD", 0x80) if kind == 3 else ("INT_SUB", 0x7F)
        o.put(d, change, d, ONE)
        o.put(V, "INT_EQUAL", d, const(limit, 1))
        _sign(do, d)
    elif kind == 5:
        _shift(do, None)
    elif kind == 6:
        _shift(do, ZERO)
    elif kind == 7:
        _shift(do, C)
    else:
        return False
    names = {0: "com", 1: "neg", 2: "swap", 3: "inc", 5: "asr", 6: "lsr", 7: "ror", 10: "dec"}
    do.text = f"{names[kind]} r{d.offset}"
    return True


def _wide(do: _Instruction) -> None:
    """adiw, sbiw."""
    o = do.ops
    d = register(24 + 2 * (do.word >> 4 & 3), 2)
    k = const(do.word & 15 | do.word >> 2 & 0x30, 2)
    minus = do.word >> 8 & 1
    before = o.make("COPY", 2, d)
    o.put(d, "INT_SUB" if minus else "INT_ADD", before, k)
    o.put(V, "INT_SBORROW" if minus else "INT_SCARRY", before, k)
    o.put(C, "INT_LESS" if minus else "INT_CARRY", before, k)
    _sign(do, d)
    do.text = f"{('adiw', 'sbiw')[minus]} r{d.offset}, {k.offset}"


def _access(do: _Instruction, store: bool, address: Varnode, shown: str) -> None:
    o, d = do.ops, do.d
    if store:
        o.store("data", address, d)
    else:
        o.copy(d, o.load("data", 1, address))
    do.text = f"st {shown}, r{d.offset}" if store else f"ld r{d.offset}, {shown}"


def _displaced(do: _Instruction) -> None:
    """ldd, std; without displacement ld, st."""
    word = do.word
    q = word & 7 | word >> 7 & 0x18 | word >> 8 & 0x20
    pointer, name = (Y, "Y") if word & 8 else (Z, "Z")
    address = do.ops.make("INT_ADD", 2, pointer, const(q, 2)) if q else pointer
    _access(do, bool(word >> 9 & 1), address, f"{name}+{q}" if q else name)


def _pointed(do: _Instruction) -> bool:
    """1001 00sd dddd xxxx: ld, st, lds, sts, lpm, push, pop."""
    o, d, kind, store = do.ops, do.d, do.word & 15, bool(do.word >> 9 & 1)
    pointers = {1: Z, 2: Z, 9: Y, 10: Y, 12: X, 13: X, 14: X}
    if kind in pointers:
        pointer = pointers[kind]
        name = {Z: "Z", Y: "Y", X: "X"}[pointer]
        if kind in (2, 10, 14):
            o.put(pointer, "INT_SUB", pointer, const(1, 2))
            _access(do, store, pointer, f"-{name}")
        elif kind == 12:
            _access(do, store, pointer, name)
        else:
            _access(do, store, pointer, f"{name}+")
            o.put(pointer, "INT_ADD", pointer, const(1, 2))
        # What becomes of the pointer's own halves the manual leaves undefined.
        return kind == 12 or d.offset & 30 != pointer.offset
    if kind == 0:
        do.length = 4
        _access(do, store, const(do.following, 2), f"{do.following:#x}")
        return True
    if kind in (4, 5) and not store:
        o.copy(d, o.load("code", 1, Z))
        if kind == 5:
            o.put(Z, "INT_ADD", Z, const(1, 2))
        do.text = f"lpm r{d.offset}, Z{'+' * (kind - 4)}"
        return kind == 4 or d.offset < 30
    if kind == 15:
        if store:
            o.store("data", SP, d)
            o.put(SP, "INT_SUB", SP, const(1, 2))
        else:
            o.put(SP, "INT_ADD", SP, const(1, 2))
            o.copy(d, o.load("data", 1, SP))
        do.text = f"{'push' if store else 'pop'} r{d.offset}"
        return True
    return False


def _pushed(do: _Instruction, address: int) -> None:
    """The return address: its low byte at the higher address."""
    o = do.ops
    o.store("data", SP, const(address >> 1, 1))
    o.put(SP, "INT_SUB", SP, const(1, 2))
    o.store("data", SP, const(address >> 9, 1))
    o.put(SP, "INT_SUB", SP, const(1, 2))


def _in_bytes(do: _Instruction, words: Varnode) -> Varnode:
    """The program counter that an address of 16 bits stands for."""
    o = do.ops
    return o.make("INT_LEFT", 4, o.make("INT_ZEXT", 4, words), const(1, 4))


def _return(do: _Instruction) -> None:
    o = do.ops
    o.put(SP, "INT_ADD", SP, const(1, 2))
    high = o.load("data", 1, SP)
    o.put(SP, "INT_ADD", SP, const(1, 2))
    low = o.load("data", 1, SP)
    o.jump("RETURN", _in_bytes(do, o.make("PIECE", 2, high, low)))
    do.text = "ret"


def _relative(do: _Instruction) -> None:
    """rjmp, rcall."""
    words = (do.word & 0xFFF ^ 0x800) - 0x800
    there = Varnode("code", do.to(words), 4)
    call = do.word >> 12 & 1
    if call:
        _pushed(do, do.to(0))
    do.ops.jump("CALL" if call else "BRANCH", there)
    do.text = f"{('rjmp', 'rcall')[call]} {there.offset:#x}"


def _branch(do: _Instruction) -> None:
    """brbs, brbc."""
    o = do.ops
    name = FLAGS[do.word & 7]
    clear = do.word >> 10 & 1
    condition = flag(name)
    if clear:
        condition = o.make("BOOL_NEGATE", 1, condition)
    words = (do.word >> 3 & 127 ^ 64) - 64
    there = Varnode("code", do.to(words), 4)
    o.jump("CBRANCH", there, condition)
    do.text = f"br{name}{'sc'[clear]} {there.offset:#x}"


def _skip(do: _Instruction, condition: Varnode) -> None:
    """Skip the next instruction, which has two words if it is lds, sts, jmp or call."""
    following = do.following
    long = following & 0xFC0F == 0x9000 or following & 0xFE0C == 0x940C
    do.ops.jump("CBRANCH", Varnode("code", do.to(2 if long else 1), 4), condition)


def _bits(do: _Instruction) -> bool:
    """1111 1xxd dddd xbbb: bld, bst, sbrc, sbrs."""
    o, d, number = do.ops, do.d, do.word & 7
    if do.word & 8:
        return False
    kind = do.word >> 9 & 3
    bit = const(1 << number, 1)
    if kind == 0:
        cleared = o.make("INT_AND", 1, d, const(~(1 << number), 1))
        o.put(d, "INT_OR", cleared, o.make("INT_LEFT", 1, T, const(number, 1)))
    elif kind == 1:
        o.put(T, "INT_AND", o.make("INT_RIGHT", 1, d, const(number, 1)), ONE)
    else:
        found = o.make("INT_AND", 1, d, bit)
        opcode = "INT_EQUAL" if kind == 2 else "INT_NOTEQUAL"
        _skip(do, o.make(opcode, 1, found, ZERO))
    do.text = f"{('bld', 'bst', 'sbrc', 'sbrs')[kind]} r{d.offset}, {number}"
    return True


def _io(do: _Instruction) -> bool:
    """in, out: of the stack pointer and SREG, since nothing else is a function's."""
    o, d = do.ops, do.d
    there = do.word & 15 | do.word >> 5 & 0x30
    out = do.word >> 11 & 1
    if there in IO:
        place = IO[there]
        o.copy(place, d) if out else o.copy(d, place)
    elif there == SREG and out:
        for number, name in enumerate(FLAGS):
            o.put(flag(name), "INT_AND", o.make("INT_RIGHT", 1, d, const(number, 1)), ONE)
    elif there == SREG:
        total = C
        for number, name in enumerate(FLAGS[1:], 1):
            bit = o.make("INT_LEFT", 1, flag(name), const(number, 1))
            total = o.make("INT_OR", 1, total, bit)
        o.copy(d, total)
    else:
        return False
    do.text = f"out {there:#x}, r{d.offset}" if out else f"in r{d.offset}, {there:#x}"
    return True


def _immediate(do: _Instruction) -> None:
    """Instructions with a number of eight bits and a register from r16 on."""
    kind, d, k = do.word >> 12, do.upper, do.immediate
    if kind == 3:
        _subtract(do, d, k, keep=True)
    elif kind == 4:
        _subtract(do, d, k, with_carry=True)
    elif kind == 5:
        _subtract(do, d, k)
    elif kind == 6:
        _logic(do, "INT_OR", d, k)
    elif kind == 7:
        _logic(do, "INT_AND", d, k)
    else:
        do.ops.copy(d, k)
    names = {3: "cpi", 4: "sbci", 5: "subi", 6: "ori", 7: "andi", 14: "ldi"}
    do.text = f"{names[kind]} r{d.offset}, {k.offset}"


def _two(do: _Instruction) -> bool:
    """Instructions of two registers."""
    o, d, r = do.ops, do.d, do.r
    kind = do.word >> 10
    name = {
        **{1: "cpc", 2: "sbc", 3: "add", 4: "cpse", 5: "cp", 6: "sub", 7: "adc"},
        **{8: "and", 9: "eor", 10: "or", 11: "mov"},
    }.get(kind)
    if name is None:
        return False
    if name in ("add", "adc"):
        _add(do, name == "adc")
    elif name in ("and", "eor", "or"):
        opcode = {"and": "INT_AND", "eor": "INT_XOR", "or": "INT_OR"}[name]
        _logic(do, opcode, d, r)
    elif name == "mov":
        o.copy(d, r)
    elif name == "cpse":
        _skip(do, o.make("INT_EQUAL", 1, d, r))
    else:
        _subtract(do, d, r, with_carry=name[-1] == "c", keep=name[0] == "c")
    do.text = f"{name} r{d.offset}, r{r.offset}"
    return True


def _other(do: _Instruction) -> bool:
    """What stands alone: 1001 010x xxxx xxxx."""
    o, word = do.ops, do.word
    if word & 0xFF0F == 0x9408:
        name = FLAGS[word >> 4 & 7]
        clear = word >> 7 & 1
        o.copy(flag(name), ZERO if clear else ONE)
        do.text = f"{('se', 'cl')[clear]}{name}"
    elif word == 0x9508:
        _return(do)
    elif word in (0x9409, 0x9509):
        there = _in_bytes(do, Z)
        if word == 0x9509:
            _pushed(do, do.to(0))
        o.jump("CALLIND" if word == 0x9509 else "BRANCHIND", there)
        do.text = "icall" if word == 0x9509 else "ijmp"
    elif word == 0x95C8:
        o.copy(register(0), o.load("code", 1, Z))
        do.text = "lpm"
    else:
        return False
    return True


def _meaning(do: _Instruction) -> bool:
    """Find out what a word does; whether it is an instruction that is described here."""
    word = do.word
    if word == 0:
        do.text = "nop"
        return True
    if word >> 8 == 1:
        d, r = register(2 * (word >> 4 & 15), 2), register(2 * (word & 15), 2)
        for half in (0, 1):
            do.ops.copy(register(d.offset + half), register(r.offset + half))
        do.text = f"movw r{d.offset}, r{r.offset}"
        return True
    parts: list[tuple[int, int, Callable[[_Instruction], bool | None]]] = [
        (0xD000, 0x8000, _displaced),
        (0xFC00, 0x9000, _pointed),
        (0xFE00, 0x9600, _wide),
        (0xF000, 0xB000, _io),
        (0xE000, 0xC000, _relative),
        (0xF800, 0xF000, _branch),
        (0xF800, 0xF800, _bits),
    ]
    for mask, value, meaning in parts:
        if word & mask == value:
            return meaning(do) is not False
    if word >> 12 in (3, 4, 5, 6, 7, 14):
        _immediate(do)
        return True
    if word & 0xFE00 == 0x9400:
        return _other(do) or _one(do)
    return _two(do)


def code_of(object_file: Path) -> list[bytes]:
    """The sections of code of an ELF object."""
    with object_file.open("rb") as stream:
        return [
            section.data()
            for section in ELFFile(stream).iter_sections()
            if section["sh_flags"] & SH_FLAGS.SHF_EXECINSTR
        ]


class Processor(Architecture):
    data_space = "data"
    code_space = "code"
    stack_top = 0x20FF
    objects_at = 0x400
    return_to = 0x1FFE0
    flags = ("c", "z", "n", "v", "s", "h", "t", "i")
    kept_flags = ("i",)
    lowest_live = None
    return_address = (2, 1)
    return_unit = 2
    counter_bytes = 4
    counter_bits = 17
    code_alignment = 2
    return_instruction = bytes.fromhex("0895")  # ret
    caller_saved = ("r0", *(f"r{number}" for number in (*range(18, 28), 30, 31)))
    data_address = 0x800000

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        # An argument takes a pair of registers, the low byte in the even one.
        self.arguments = tuple(register(v.offset, 2) for v in self.arguments)

    def named_registers(self) -> dict[str, Varnode]:
        found = {f"r{number}": register(number) for number in range(32)}
        found.update((name, flag(name)) for name in FLAGS)
        return {**found, "sp": SP}

    def decode(self, address: int, code: bytes) -> Lifted:
        word = int.from_bytes(code[:2], "little")
        following = int.from_bytes(code[2:4], "little")
        do = _Instruction(address, word, following)
        if address & 1 or not _meaning(do):
            raise UnknownInstruction(
                f"{self.cpu.name}: {code[:2].hex(' ')} at {address:#x} is no instruction that "
                "proofs know"
            )
        return Lifted(address, do.length, tuple(do.ops.done), do.text)

    def instructions(self, object_file: Path) -> list[Encoding]:
        """Every word of the sections of code that may be one, with what a skip passes over."""
        found = []
        for content in code_of(object_file):
            for at in range(0, len(content) - 1, 2):
                code = content[at : at + 4].ljust(4, b"\0")
                try:
                    lifted = self.decode(0, code)
                except UnknownInstruction:
                    continue  # a table
                skips = lifted.text.startswith(("cpse", "sbr"))
                found.append(Encoding(code if skips else code[: lifted.length]))
        return found

    def beside(
        self, machine: MachineState, image: Image, symbol: str, values: Sequence[Any]
    ) -> Sequence[Any]:
        """A number of 32 bits takes two pairs, the high half that of the higher registers."""
        found: list[Any] = []
        for value in super().beside(machine, image, symbol, values):
            is_long = isinstance(value, tuple) and len(value) == 32
            found += [value[16:], value[:16]] if is_long else [value]
        return found

    def result(self, size: int) -> list[Varnode]:
        return [register(26 - size + k) for k in range(size)]

    def call(self, machine: MachineState, function_address: int) -> None:
        """With the return address on the stack, and zero in the registers that hold it."""
        words = self.return_to >> 1
        for place, byte in enumerate((words & 0xFF, words >> 8)):
            machine.put(Varnode("data", self.stack_top - place, 1), byte)
        machine.put(SP, self.stack_top - 2)
        for name in self.cpu.abi.zero:
            machine.put(self.registers[name], 0)

    def return_bytes(self, counter: Sequence[int]) -> dict[int, tuple[int, ...]]:
        return {2: tuple(counter[1:9]), 1: tuple(counter[9:17])}

    def stack_bytes(self, size: int) -> tuple[int, int]:
        return self.stack_top + 1 - size, self.stack_top + 1

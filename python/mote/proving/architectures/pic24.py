"""The 16-bit core: its own description (cores/pic24, mote.pic24.isa) is the lifter.

Every step's expressions see the state before the step, and its changes take place at the end, so
the values of a step are computed first.  A program counter is the core's, two for each instruction
word; in the space "code" a word takes four bytes, at twice its address.  REPEAT is lifted together
with what it repeats, as a loop.  Traps lead to TRAPPED, where no code is.  Reading program memory
takes TBLPAG and PSVPAG for 0, and bit PSV of CORCON for set: instructions that name special
function registers but SR and RCOUNT are not known here.  A table inside the processor (an S-box,
constants) is the operation TABLE; a register whose number comes from a counter is loaded from the
space of registers, and stored there.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from mote.building.image import Image
from mote.catalog.cpu import Cpu
from mote.common.errors import MoteError
from mote.pic24.assembler import assemble
from mote.pic24.expr import Expr
from mote.pic24.expr import const as const_of
from mote.pic24.isa import DATA_START, FLAGS, SPECIAL, SR_BITS, Access, Instruction, Step
from mote.pic24.sets import extension_names, instruction_set
from mote.proving.architectures import Architecture, MachineState
from mote.proving.architectures.building import Operations, const
from mote.proving.lift import Encoding, Lifted, UnknownInstruction, Varnode
from mote.proving.parts import Part, of_pic24

TRAPPED = 0xFFFFFE

RCOUNT = Varnode("register", 0x200, 2)


def _register(number: int, size: int = 2) -> Varnode:
    return Varnode("register", 2 * number, size)


def flag(name: str) -> Varnode:
    return Varnode("register", 0x100 + FLAGS.index(name), 1)


SHADOWED = (*(_register(number) for number in range(4)), *map(flag, FLAGS))
SHADOWS = tuple(
    Varnode("register", 0x300 + 2 * place, each.size) for place, each in enumerate(SHADOWED)
)
"""Where push.s keeps what."""


class _Unknown(Exception):
    """Not described for proofs."""


def _bytes(width: int) -> int:
    return (width + 7) // 8


BINARY = {"and": "INT_AND", "or": "INT_OR", "xor": "INT_XOR"}


def _summands(e: Expr) -> list[Expr]:
    """What a sum adds, each as it was before it was extended; nothing where it is no such sum."""
    if e.op == "add":
        parts = [_summands(each) for each in e.args]
        return [*parts[0], *parts[1]] if all(parts) else []
    if e.op == "zext":
        return [e.args[0]]
    if e.value is not None:
        return [const_of(e.value, max(e.value.bit_length(), 1))]
    return []


class _Meaning:
    """An instruction's steps as operations."""

    def __init__(self, ops: Operations, following: int) -> None:
        self.ops = ops
        self.following = following
        self.temps: dict[str, Varnode] = {}
        self.ends: list[int] = []
        """Branches to the end of the instruction."""

    # ---- expressions; a width that is no number of bytes has zeros above ----

    def cut(self, value: Varnode, width: int) -> Varnode:
        """With zeros above so many bits."""
        if width % 8 == 0:
            return value
        return self.ops.make("INT_AND", value.size, value, const((1 << width) - 1, value.size))

    def sized(self, value: Varnode, size: int) -> Varnode:
        """In so many bytes."""
        if value.size == size:
            return value
        if value.space == "const":
            return const(value.offset, size)
        if value.size < size:
            return self.ops.make("INT_ZEXT", size, value)
        return self.ops.make("SUBPIECE", size, value, const(0, 4))

    def value(self, e: Expr) -> Varnode:
        found = self.done.get(id(e))
        if found is None:
            found = self.done[id(e)] = self._value(e)
            self.kept.append(e)
        return found

    def _value(self, e: Expr) -> Varnode:
        o, size, a = self.ops, _bytes(e.width), e.args
        if e.op == "const":
            return const(a[0], size)
        if e.op == "var":
            return self.variable(a[0], size)
        if e.op == "reg":
            if a[0].value is None:
                return o.load("register", 2, self.register_address(a[0]))
            return o.make("COPY", 2, _register(a[0].value))
        if e.op in ("add", "sub"):
            opcode = "INT_ADD" if e.op == "add" else "INT_SUB"
            x, y = (self.sized(self.value(x), size) for x in a)
            return self.cut(o.make(opcode, size, x, y), e.width)
        if e.op in BINARY:
            return o.make(BINARY[e.op], size, *(self.sized(self.value(x), size) for x in a))
        if e.op in ("eq", "ult"):
            x, y = (self.value(x) for x in a)
            size = max(x.size, y.size)
            opcode = "INT_EQUAL" if e.op == "eq" else "INT_LESS"
            return o.make(opcode, 1, self.sized(x, size), self.sized(y, size))
        if e.op == "slice":
            found = self.part_of_sum(a[0], a[1], e.width)
            if found is not None:
                return found
            inner, low = self.value(a[0]), a[1]
            if low % 8 and inner.space != "const":
                inner = o.make("INT_RIGHT", inner.size, inner, const(low % 8, 1))
            if low // 8 or inner.size != size:
                inner = o.make("SUBPIECE", size, inner, const(low // 8, 4))
            return self.cut(inner, e.width)
        if e.op == "cat":
            if all(part.width % 8 == 0 for part in a):
                joined = self.value(a[0])
                for part in a[1:]:
                    piece = self.value(part)
                    joined = o.make("PIECE", piece.size + joined.size, piece, joined)
                return joined
            total: Varnode | None = None
            shift = 0
            for part in a:
                piece = self.sized(self.value(part), size)
                if shift:
                    piece = o.make("INT_LEFT", size, piece, const(shift, 1))
                total = piece if total is None else o.make("INT_OR", size, total, piece)
                shift += part.width
            assert total is not None
            return total
        if e.op == "zext":
            return self.sized(self.value(a[0]), size)
        if e.op == "mux":
            chosen, x, y = (self.value(x) for x in a)
            mask = o.make("INT_2COMP", size, self.sized(chosen, size))
            differing = o.make("INT_XOR", size, x, y)
            return o.make("INT_XOR", size, y, o.make("INT_AND", size, differing, mask))
        if e.op in ("shl", "shr"):
            opcode = "INT_LEFT" if e.op == "shl" else "INT_RIGHT"
            x, y = self.value(a[0]), self.value(a[1])
            return self.cut(o.make(opcode, size, self.sized(x, size), y), e.width)
        if e.op == "mul":
            return o.make("INT_MULT", size, *(self.sized(self.value(x), size) for x in a))
        if e.op == "rom":
            return o.table(a[0], size, self.value(a[1]))
        raise _Unknown

    def register_address(self, number: Expr) -> Varnode:
        """Where a register lies whose number is not in the instruction, but in a counter."""
        return self.ops.make("INT_LEFT", 2, self.sized(self.value(number), 2), const(1, 1))

    def part_of_sum(self, total: Expr, low: int, width: int) -> Varnode | None:
        """The lowest bits of a sum, or the carry of words that were extended to be added.

        So a sum has the width of its words, as on other processors, and the carry stands alone.
        """
        if total.op not in ("add", "sub"):
            return None
        if low == 0 and width % 8 == 0:
            parts = [self.value(each[:width]) for each in total.args]
            return self.ops.make("INT_ADD" if total.op == "add" else "INT_SUB", width // 8, *parts)
        words = sorted(_summands(total), key=lambda word: -word.width)
        if width != 1 or low % 8 or len(words) not in (2, 3) or words[0].width != low:
            return None
        if len(words) == 3 and words[2].width > 1:
            return None
        o, size = self.ops, low // 8
        a, b = (self.sized(self.value(word), size) for word in words[:2])
        carry = o.make("INT_CARRY", 1, a, b)
        if len(words) == 2:
            return carry
        c = self.sized(self.value(words[2]), size)
        return o.make("BOOL_OR", 1, carry, o.make("INT_CARRY", 1, o.make("INT_ADD", size, a, b), c))

    def variable(self, name: str, size: int) -> Varnode:
        if name in FLAGS:
            return self.ops.make("COPY", 1, flag(name))
        if name == "NEXT":
            return const(self.following, size)
        if name == "RCOUNT":
            return self.ops.make("COPY", 2, RCOUNT)
        if name == "TBLPAG":
            return const(0, size)
        if name in self.temps:
            return self.sized(self.temps[name], size)
        raise _Unknown

    # ---- steps ----

    def unless(self, when: Expr) -> int | None:
        """A branch over what follows where a bit is not set; None where it always is."""
        if when.value == 1:
            return None
        o = self.ops
        o.jump("CBRANCH", const(0, 4), o.make("BOOL_NEGATE", 1, self.value(when)))
        return len(o.done) - 1

    def land(self, place: int | None) -> None:
        """The branch at this place comes to here."""
        if place is not None:
            old = self.ops.done[place]
            far = const(len(self.ops.done) - place, 4)
            self.ops.done[place] = type(old)(old.opcode, (far, *old.inputs[1:]))

    def read(self, access: Access) -> Varnode:
        o = self.ops
        if access.address.value is not None and access.address.value < DATA_START:
            return self.special(access.address.value, access.size)
        address = self.value(access.address)
        if access.when.value == 1:
            return o.load("data", access.size, address)
        found = o.make("COPY", access.size, const(0, access.size))
        over = self.unless(access.when)
        o.copy(found, o.load("data", access.size, address))
        self.land(over)
        return found

    def special(self, address: int, size: int) -> Varnode:
        """What a special function register holds: SR and RCOUNT."""
        o = self.ops
        if address & ~1 == SPECIAL["RCOUNT"]:
            return o.make("COPY", size, Varnode("register", RCOUNT.offset + address % 2, size))
        if address & ~1 != SPECIAL["SR"]:
            raise _Unknown
        total = const(0, 2)
        for name in FLAGS:
            bit = self.sized(flag(name), 2)
            total = o.make("INT_OR", 2, total, o.make("INT_LEFT", 2, bit, const(SR_BITS[name], 1)))
        return total if size == 2 else o.make("SUBPIECE", 1, total, const(address & 1, 4))

    def step(self, step: Step) -> tuple[Varnode | None, Varnode | None]:
        """Where it jumps and whether, as varnodes; None for no jump."""
        o = self.ops
        self.done: dict[int, Varnode] = {}
        self.kept: list[Expr] = []
        if step.special:
            for register, shadow in zip(SHADOWED, SHADOWS, strict=True):
                o.copy(*((shadow, register) if step.special == "push.s" else (register, shadow)))
        if step.trap is not None:
            o.jump("CBRANCH", Varnode("code", TRAPPED, 4), self.value(step.trap[1]))
        if step.read is not None:
            self.temps["MEM"] = self.read(step.read)
        if step.program is not None:
            word = self.sized(self.value(step.program), 4)
            whole = o.load("code", 4, o.make("INT_ADD", 4, word, word))
            self.temps["PROG"] = o.make("SUBPIECE", 3, whole, const(0, 4))
        write = step.write
        written = None
        if write is not None:
            assert write.value is not None
            written = (self.value(write.address), self.value(write.value))
        registers = []
        for each in step.regs:
            new = self.value(each.value)
            place: Varnode | None = None
            if each.number.value is None:
                place = self.register_address(each.number)
            if each.number.value in (15, None):
                # Bit 0 of the stack pointer is 0.
                new = o.make("INT_AND", new.size, new, self.even(each.number, new.size))
            registers.append((each, new, place))
        flags = {name: self.value(e) for name, e in step.flags.items()}
        temps = {name: self.value(e) for name, e in step.temps.items()}
        target = taken = None
        if step.jump is not None:
            target = self.sized(self.value(step.jump), 4)
            taken = self.value(step.taken)
        if step.skip is not None:
            taken = self.value(step.skip)
        if step.repeat is not None:
            o.copy(RCOUNT, self.sized(self.value(step.repeat), 2))
        last = None if step.last is None else self.value(step.last)
        whens = [self.value(each.when) for each, _, _ in registers]
        if write is not None and written is not None:
            over = self.unless(write.when)
            known = write.address.value
            if known is None or known >= DATA_START:
                o.store("data", *written)
            elif known & ~1 == SPECIAL["RCOUNT"]:
                place = Varnode("register", RCOUNT.offset + known % 2, write.size)
                o.copy(place, self.sized(written[1], write.size))
            else:
                raise _Unknown
            self.land(over)
        for (each, new, place), when in zip(registers, whens, strict=True):
            over = None
            if each.when.value != 1:
                o.jump("CBRANCH", const(0, 4), o.make("BOOL_NEGATE", 1, when))
                over = len(o.done) - 1
            if each.number.value is not None:
                o.copy(_register(each.number.value, _bytes(each.value.width)), new)
            else:
                assert place is not None
                o.store("register", place, new)
            self.land(over)
        for name, new in flags.items():
            o.copy(flag(name), new)
        self.temps.update(temps)
        if last is not None:
            o.jump("CBRANCH", const(0, 4), last)
            self.ends.append(len(o.done) - 1)
        return target, taken

    def even(self, number: Expr, size: int) -> Varnode:
        """A mask: all bits of a register, but for bit 0 of W15."""
        if number.value is not None:
            return const(~1, size)
        stack = self.ops.make("INT_EQUAL", 1, self.value(number), const(15, 1))
        return self.ops.make("INT_NEGATE", size, self.sized(stack, size))

    def steps(self, steps: Sequence[Step]) -> tuple[Varnode | None, Varnode | None]:
        """All of them; where the last jump goes."""
        goal: tuple[Varnode | None, Varnode | None] = (None, None)
        for each in steps:
            found = self.step(each)
            if found != (None, None):
                goal = found
        return goal


CALLS = ("call", "rcall")
"""Instructions that push the address behind them and jump."""


def _shorter(word: int) -> int:
    """An instruction word; if it is a REPEAT, with at most 32 repetitions."""
    return word & ~0x3FE0 if word & 0xFFC000 == 0x090000 else word


class Processor(Architecture):
    data_space = "data"
    code_space = "code"
    objects_at = 0x1800
    stack_top = 0x7000
    return_to = 0x7FFFFC
    flags = tuple(name.lower() for name in FLAGS)
    lowest_live = None
    return_address = (-4, -3)
    return_unit = 2
    counter_bytes = 4
    counter_bits = 23
    code_alignment = 2

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        self._set = instruction_set(tuple(extension_names()))

    def named_registers(self) -> dict[str, Varnode]:
        found = {f"w{number}": _register(number) for number in range(16)}
        found.update((name.lower(), flag(name)) for name in FLAGS)
        found.update((f"shadow{place}", each) for place, each in enumerate(SHADOWS))
        return {**found, "rcount": RCOUNT}

    def parts(self, image: Image) -> list[Part]:
        return of_pic24(image.path)

    def label(self, image: Image, name: str) -> int | None:
        address = image.symbols.get(name)
        return None if address is None else self.code_address(address)

    def code_address(self, program_counter: int) -> int:
        """An instruction word is four bytes of the code space, and counts for two."""
        return 2 * program_counter

    def listed_address(self, program_counter: int) -> int:
        return program_counter

    def _decoded(self, code: bytes) -> tuple[Instruction, dict[str, int]]:
        first = int.from_bytes(code[:3], "little")
        second = int.from_bytes(code[4:7], "little")
        instruction = self._set.decode(first, second)
        if instruction is None:
            raise _Unknown
        return instruction, instruction.fields_of(
            first | second << 24 if instruction.words == 2 else first
        )

    def decode(self, address: int, code: bytes) -> Lifted:
        try:
            return self._decode(address, code)
        except _Unknown:
            raise UnknownInstruction(
                f"{self.cpu.name}: {code[:3].hex(' ')} at {address:#x} is no instruction that "
                "proofs know"
            ) from None

    def _decode(self, address: int, code: bytes) -> Lifted:
        instruction, fields = self._decoded(code)
        length = 2 * instruction.words
        ops = Operations()
        do = _Meaning(ops, address + length)
        steps = instruction.steps(fields)
        text = instruction.text(fields, address)
        target, taken = do.steps(steps)
        if any(step.repeat is not None for step in steps):
            repeated, inner = self._decoded(code[2 * length :])
            text += "; " + repeated.text(inner, address + length)
            length += 2 * repeated.words
            self._loop(ops, do, repeated.steps(inner), address + length)
        elif any(step.skip is not None for step in steps):
            assert taken is not None
            try:
                words = self._decoded(code[2 * length :])[0].words
            except _Unknown:
                words = 1
            there = Varnode("code", address + length + 2 * words, 4)
            ops.jump("CBRANCH", there, taken)
        elif target is not None and taken is not None:
            self._jump(ops, target, taken, call=instruction.mnemonic in CALLS)
        for place in do.ends:
            do.land(place)
        return Lifted(address, length, tuple(ops.done), text)

    @staticmethod
    def _jump(ops: Operations, target: Varnode, taken: Varnode, *, call: bool) -> None:
        known = target.space == "const"
        there = Varnode("code", target.offset, 4) if known else target
        if call and taken.space == "const" and taken.offset:
            ops.jump("CALL" if known else "CALLIND", there)
            return
        if known:
            ops.jump("CBRANCH", there, taken)
            return
        ops.jump("CBRANCH", const(2, 4), ops.make("BOOL_NEGATE", 1, taken))
        ops.jump("BRANCHIND", there)

    @staticmethod
    def _loop(ops: Operations, do: _Meaning, steps: Sequence[Step], following: int) -> None:
        """What REPEAT repeats, RCOUNT + 1 times; RCOUNT is 0 then."""
        start = len(ops.done)
        inner = _Meaning(ops, following)
        if inner.steps(steps) != (None, None):
            raise _Unknown
        for end in inner.ends:
            inner.land(end)
        over = len(ops.done)
        ops.jump("CBRANCH", const(0, 4), ops.make("INT_EQUAL", 1, RCOUNT, const(0, 2)))
        # The comparison stands before its branch.
        place = len(ops.done) - 1
        assert place == over + 1
        ops.put(RCOUNT, "INT_SUB", RCOUNT, const(1, 2))
        ops.jump("BRANCH", const(start - len(ops.done), 4))
        inner.land(place)

    def instructions(self, object_file: Path) -> list[Encoding]:
        """As the assembler has them; a REPEAT or a skip with what is behind it.

        A REPEAT has few repetitions here, which are enough for its form.
        """
        facts = json.loads(object_file.read_text())
        made = assemble([Path(facts["source"])], include=[Path(p) for p in facts["include"]])
        found = []
        for statement in made.statements:
            if statement.section == "text" and statement.words:
                following = made.program.get(statement.address + 2 * len(statement.words), 0)
                words = [*map(_shorter, statement.words), following, 0]
                found.append(Encoding(b"".join((w or 0).to_bytes(4, "little") for w in words[:3])))
        return found

    def call(self, machine: MachineState, function_address: int) -> None:
        """With the return address on the stack, which grows upwards."""
        low, high = self.return_to & 0xFFFF, self.return_to >> 16
        for place, byte in enumerate((low & 0xFF, low >> 8, high & 0xFF, 0)):
            machine.put(Varnode("data", self.stack_top + place, 1), byte)
        machine.put(self.stack_pointer, self.stack_top + 4)

    def return_bytes(self, counter: Sequence[int]) -> dict[int, tuple[int, ...]]:
        return {k - 4: tuple(counter[8 * k : 8 * k + 8]) for k in range(4)}

    def stack_bytes(self, size: int) -> tuple[int, int]:
        return self.stack_top, self.stack_top + size


if len(FLAGS) != 5:
    raise MoteError("the core has other flags than proofs know")

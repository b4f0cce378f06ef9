"""Random programs on the core's hardware and on the reference simulator, compared step by step.

Before every instruction both must have the same working registers, flags, special registers and
program counter and have taken the same number of cycles; at the end the same data memory, the same
numbers of reads and writes, and the same trap where one occurs.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from mote.common.errors import MoteError
from mote.pic24.expr import Expr, children
from mote.pic24.hardware import SPECIAL_ORDER, Hardware, State, boot
from mote.pic24.isa import (
    CORCON_PSV,
    FLAGS,
    SPECIAL,
    SR_BITS,
    Based,
    FileAddress,
    Indirect,
    Instruction,
    Mode,
    OffsetMode,
)
from mote.pic24.sets import instruction_set
from mote.pic24.simulator import (
    CYCLES,
    READABLE,
    READS,
    SLOT,
    WRITABLE,
    WRITES,
    Decoded,
    Simulator,
    Trap,
)

ENTRY = 0x0200
DATA, DATA_END = 0x0800, 0x8000
STACK = 0x6000
PROGRAM_END = 0x10000
"""Program memory is filled so far: two pages of program space visibility."""
SPLIM = 0x7FF0


class Mismatch(MoteError):
    """The hardware and the simulator differ."""


@dataclass
class Coverage:
    """What random programs have reached.

    forms: executed instructions by name and addressing mode (structural fields).  hazards: what an
    instruction needed of the one before it: "operand" and "address", a register that it wrote,
    "memory", a word that it wrote; "flags".
    """

    forms: Counter[tuple[str, tuple[tuple[str, int], ...]]] = field(default_factory=Counter)
    hazards: Counter[str] = field(default_factory=Counter)
    traps: Counter[str] = field(default_factory=Counter)
    instructions: int = 0
    cycles: int = 0

    def has(self, instruction: Instruction, chosen: dict[str, int]) -> bool:
        """Whether a form was executed."""
        return self.forms[instruction.name, tuple(sorted(chosen.items()))] > 0

    def missing(self, instructions: Iterable[Instruction]) -> list[str]:
        """Forms of these instructions that no program has executed."""
        found = []
        for instruction in instructions:
            for chosen, _ in instruction.variants():
                if not self.has(instruction, chosen):
                    text = " ".join(f"{k}={v}" for k, v in chosen.items())
                    found.append(f"{instruction.name} {text}".strip())
        return found


def pointers(instruction: Instruction, fields: dict[str, int]) -> set[int]:
    """Registers from which the instruction's addresses are made; not those that index a table."""
    found: set[int] = set()

    def walk(e: Expr) -> None:
        if e.op == "reg" and e.args[0].value is not None:
            found.add(e.args[0].value)
        elif e.op in ("add", "sub", "mux"):
            for child in children(e):
                walk(child)

    for step in instruction.steps(fields):
        for access in (step.read, step.write):
            if access is not None:
                walk(access.address)
        for name, value in step.temps.items():
            if "address" in name:
                walk(value)
    return found


def forms(instructions: Iterable[Instruction]) -> list[tuple[Instruction, dict[str, int]]]:
    """Every form of these instructions: its structural fields."""
    return [(i, chosen) for i in instructions for chosen, _ in i.variants()]


class Generator:
    """Makes a program that reaches its end, whatever it computes, or a trap."""

    def __init__(self, random_: random.Random, extensions: Sequence[str]) -> None:
        self.random = random_
        self.set = instruction_set(tuple(sorted(extensions)))
        self.words: list[int] = []
        self.by_name = {i.name: i for i in self.set.instructions}

    @property
    def here(self) -> int:
        return ENTRY + 2 * len(self.words)

    def put(self, name: str, **fields: int) -> None:
        """One instruction by its name."""
        self._encode(self.by_name[name], fields)

    def _encode(self, instruction: Instruction, fields: dict[str, int]) -> None:
        word = instruction.encode(fields)
        self.words.append(word & 0xFFFFFF)
        if instruction.words == 2:
            self.words.append(word >> 24)

    def literal(self, value: int, register: int) -> None:
        self.put("mov_lit16_wnd", k=value & 0xFFFF, d=register)

    def place(self, size: int = 2) -> int:
        """An address in data memory, seldom a bad one."""
        r = self.random
        if r.random() < 0.3:
            # Few words, so that reads meet writes.
            return 0x1000 + (r.randrange(8) if size == 1 else 2 * r.randrange(4))
        address = r.randrange(DATA + 0x400, STACK - 0x400)
        return address if size == 1 or r.random() < 0.002 else address & ~1

    def one(self, instruction: Instruction, chosen: dict[str, int]) -> None:
        """An instruction of some form, with what it needs before it."""
        r = self.random
        for _ in range(200):
            fields = {
                letter: r.getrandbits(len(places)) for letter, places in instruction.layout.items()
            }
            if r.random() < 0.3 and "d" in fields and "s" in fields:
                fields["d"] = fields["s"] & ((1 << len(instruction.layout["d"])) - 1)
            for letter in "dsw":
                if len(instruction.layout.get(letter, ())) == 4 and r.random() < 0.3:
                    fields[letter] = r.randrange(4)
                if fields.get(letter) == 15 and r.random() < 0.9:
                    fields[letter] = 14
            if len(instruction.layout.get("s", ())) == 4 and instruction.extension:
                # Mostly not a register that the instruction changes on its way.
                fields["s"] = r.choice((fields["s"], *range(8, 14)))
            if "t" in fields:
                fields["t"] = fields["v"] | 1 if chosen.get("W") else 0
            fields.update(chosen)
            if instruction.matches(instruction.encode(fields)):
                break
        else:
            raise ValueError(f"no fields for {instruction.name} {chosen}")
        flow = self._flow(instruction, fields)
        if flow:
            return
        self._pointers(instruction, fields)
        special = instruction.name.startswith("div_")
        if special and r.random() < 0.1:
            self.literal(0, fields["s"])
        if special and r.random() < 0.9:
            self.put("repeat_lit14", k=17)
        elif instruction.extension and instruction.repeatable:
            # A register that only lends its low bits, and pointers, may be anything inside.
            self.put("repeat_lit14", k=r.choice((0, 1, 7, 17, 31, 35, 79)))
        elif instruction.repeatable and instruction.words == 1 and r.random() < 0.15:
            if r.random() < 0.3 and "repeat_wn" in self.by_name:
                register = r.randrange(8)
                if register not in (fields.get("s"), fields.get("d"), fields.get("w")):
                    self.literal(r.randrange(4) | 0x4000 * r.randrange(2), register)
                    self.put("repeat_wn", s=register)
            else:
                self.put("repeat_lit14", k=r.randrange(5))
        self._encode(instruction, fields)

    def _pointers(self, instruction: Instruction, fields: dict[str, int]) -> None:
        """Put addresses into the registers that the instruction uses as pointers."""
        r = self.random
        size = 2 - fields.get("B", 0)
        if instruction.name in ("se", "ze") or instruction.name.endswith(".b"):
            size = 1
        setup: list[tuple[int, int]] = []
        for operand in instruction.operands:
            letters = operand.letters
            if isinstance(operand, Mode) and fields[letters[0]]:
                address = self.place(size)
                reads_only = operand.letters[1] == "s" and instruction.mnemonic[0] != "b"
                if letters[1] == "s" and r.random() < 0.1 and reads_only:
                    address = r.randrange(0x8000, 0x10000) & ~1
                if instruction.name.startswith("tblrd") and letters[1] == "s":
                    address = r.randrange(0x10000)
                setup.append((fields[letters[1]], address))
            elif isinstance(operand, OffsetMode) and fields[letters[0]]:
                if fields[letters[0]] >= 6:
                    setup.append((fields[letters[2]], 2 * r.randrange(0x100)))
                setup.append((fields[letters[1]], self.place(size)))
            elif isinstance(operand, Indirect):
                setup.append((fields[letters], self.place(size)))
            elif isinstance(operand, Based):
                setup.append((fields[letters[0]], self.place(size)))
            elif isinstance(operand, FileAddress):
                address = self.place(size) & ((1 << operand.bits) - 1)
                if operand.bits == 13:
                    address = r.randrange(DATA, 0x2000)
                address = address & ~1 if size == 2 else address
                if r.random() < 0.1:
                    writes = instruction.name.endswith("_f") and "cp" not in instruction.name
                    names = ("SR",) if writes or instruction.mnemonic == "pop" else tuple(SPECIAL)
                    address = SPECIAL[r.choice(names)]
                fields[letters] = address // 2 if operand.word else address
        if instruction.extension:
            setup += [
                (register, self.place() & ~0xFF) for register in pointers(instruction, fields)
            ]
            setup.append((14, r.randrange(128)))
        for register, address in setup:
            if register == 15:
                continue
            if r.random() < 0.5:
                self.literal(address, register)
            else:
                # By way of the adder, so that the address is fresh from execute.
                offset = r.randrange(32)
                self.literal(address - offset, register)
                self.put("add_wb_lit5_wd", w=register, k=offset, B=0, q=0, d=register)

    def _flow(self, instruction: Instruction, fields: dict[str, int]) -> bool:
        """Jumps go forward; whether it was one."""
        r, name = self.random, instruction.name
        distance = r.randrange(1, 6)
        register = r.randrange(14)
        if "n" in fields and instruction.words == 1:
            fields["n"] = distance - 1
            self._encode(instruction, fields)
            self._fill(distance)
        elif instruction.words == 2:
            target = self.here + 4 + 2 * distance
            fields.update(n=target >> 1 & 0x7FFF, m=target >> 16)
            self._encode(instruction, fields)
            self._fill(distance)
        elif name in ("bra_wn", "rcall_wn"):
            self.literal(distance, register)
            self.put(name, s=register)
            self._fill(distance)
        elif name in ("goto_wn", "call_wn"):
            self.literal(self.here + 4 + 2 * distance, register)
            self.put(name, s=register)
            self._fill(distance)
        elif name in ("return", "retlw"):
            target = self.here + 2 * 5 + 2 * distance
            self.literal(target, register)
            self.put("mov_ws_wd", g=0, s=register, h=3, d=15, B=0, w=0)
            self.literal(target >> 16, register)
            self.put("mov_ws_wd", g=0, s=register, h=3, d=15, B=0, w=0)
            self._encode(instruction, fields)
            self._fill(distance)
        elif name in ("ulnk",):
            self.put("lnk", k=r.randrange(4))
            if r.random() < 0.5:
                self.literal(r.getrandbits(16), r.randrange(14))
            self._encode(instruction, fields)
        elif name.startswith("repeat_"):
            count = r.randrange(6)
            if name == "repeat_wn":
                self.literal(count, register)
                self.put(name, s=register)
            else:
                self.put(name, k=count)
            self.put("add_wb_lit5_wd", w=1, k=r.randrange(32), B=0, q=0, d=1)
        else:
            return False
        return True

    def _fill(self, count: int) -> None:
        """Instructions that a jump may pass over."""
        for _ in range(count):
            self.put(
                "xor_wb_lit5_wd",
                w=self.random.randrange(14),
                k=self.random.randrange(32),
                B=self.random.randrange(2),
                q=0,
                d=self.random.randrange(14),
            )

    def pages(self) -> None:
        """Changes of the special registers next to what depends on them."""
        r = self.random
        register = r.randrange(4)
        value = r.randrange(2)
        which = r.randrange(4)
        if which == 0:
            self.literal(value, register)
            self.literal(r.randrange(0x8000, 0x10000) & ~1, 5)
            self.put("mov_wns_f", s=register, f=SPECIAL["PSVPAG"] >> 1)
            self.put("mov_ws_wd", g=1, s=5, h=0, d=6, B=0, w=0)
        elif which == 1:
            self.put("mov_b_lit8_wnd", k=0, d=0)
            self.put("mov_wreg_f", B=1, f=SPECIAL["TBLPAG"])
            self.put("tblrdl", p=1, s=r.randrange(8), q=0, d=6, B=r.randrange(2))
        elif which == 2:
            bit = {"b": CORCON_PSV, "f": SPECIAL["CORCON"]}
            self.literal(DATA + 0x700, 5)
            self.put("bclr_f", **bit)
            self.put("mov_ws_wd", g=1, s=5, h=0, d=6, B=0, w=0)
            self.put("bset_f", **bit)
            self.literal(r.randrange(0x8000, 0x10000) & ~1, 5)
            if r.random() < 0.5:
                self.put("repeat_lit14", k=r.randrange(4))
            self.put("add_wb_ws_wd", w=6, p=3, s=5, q=0, d=6, B=0)
        else:
            self.literal(SPLIM - 2 * r.randrange(8), register)
            self.put("mov_wns_f", s=register, f=SPECIAL["SPLIM"] >> 1)
            self.put("mov_ws_wd", g=0, s=register, h=3, d=15, B=0, w=0)

    def reread(self) -> None:
        """A word or byte written, and read in the very next instruction."""
        r = self.random
        self.literal(self.place() & ~1, 1)
        self.put("mov_ws_wd", g=0, s=r.randrange(14), h=1, d=1, B=r.randrange(2), w=0)
        self.put("mov_ws_wd", g=1, s=1, h=0, d=r.randrange(2, 14), B=r.randrange(2), w=0)

    def program(self, wanted: Sequence[tuple[Instruction, dict[str, int]]]) -> list[int]:
        """Instruction words from ENTRY on: each of these forms, in order."""
        for instruction, chosen in wanted:
            if self.random.random() < 0.05:
                self.pages()
            if self.random.random() < 0.02:
                self.reread()
            if self.random.random() < 0.01:
                self.put("mov_lit16_wnd", k=STACK + 2 * self.random.randrange(64), d=15)
            self.one(instruction, dict(chosen))
        # A few instructions that the last jump or skip may reach.
        self.words += [0] * 8
        self.mistake()
        return self.words

    def mistake(self) -> None:
        """Something that traps, or nothing."""
        kind = self.random.choice(("", "alignment", "stack", "arithmetic", "read", "write"))
        if kind == "arithmetic":
            self.literal(0, 2)
            self.put("repeat_lit14", k=17)
            self.put("div_uw", w=4, s=2)
        elif kind == "stack":
            self.literal(SPLIM + 2, 15)
            self.put("mov_ws_wd", g=0, s=1, h=3, d=15, B=0, w=0)
        elif kind:
            self.literal(DATA + 1 if kind == "alignment" else DATA - 0x100, 1)
            load, store = {"g": 1, "s": 1, "h": 0, "d": 2}, {"g": 0, "s": 2, "h": 1, "d": 1}
            self.put("mov_ws_wd", **(store if kind == "write" else load), B=0, w=0)


def _registers(random_: random.Random) -> list[int]:
    w = [random_.getrandbits(16) for _ in range(16)]
    w[15] = STACK
    return w


@dataclass(frozen=True)
class Expected:
    """A random program and what the simulator makes of it.

    states: before each instruction (of a REPEAT and what it repeats, before the REPEAT), and at the
    end; cycles count from the first.  follows: how many records of the hardware belong to each.
    """

    seed: int
    program: dict[int, int]
    data: bytes
    end: int
    states: list[State]
    follows: list[int]
    trap: Trap | None
    totals: tuple[int, int, int]
    after: bytes


def expect(
    extensions: Sequence[str],
    wanted: Sequence[tuple[Instruction, dict[str, int]]],
    seed: int,
    coverage: Coverage | None = None,
) -> Expected:
    """A random program with these forms, run on the simulator."""
    r = random.Random(seed)
    words = Generator(r, extensions).program(wanted)
    end = ENTRY + 2 * len(words)
    if end >= PROGRAM_END:
        raise ValueError(f"the program takes {2 * len(words)} bytes of addresses, too many")
    w = _registers(r)
    flags = sum(r.randrange(2) << bit for name, bit in SR_BITS.items() if name in FLAGS)
    special = {
        "CORCON": 1 << CORCON_PSV,
        "PSVPAG": r.randrange(2),
        "TBLPAG": 0,
        "SPLIM": SPLIM,
    }
    program = {address: r.getrandbits(24) for address in range(0, PROGRAM_END, 2)}
    program.update({ENTRY + 2 * n: word for n, word in enumerate([*words, 0])})
    program.update(boot(w, special, flags, ENTRY))
    data = r.randbytes(0x10000)
    simulator = Simulator(extensions)
    simulator.load(program)
    simulator.data[:] = data
    simulator.allow(DATA, DATA_END - DATA)
    simulator.w[:16] = [*w[:15], w[15] & 0xFFFE]
    for name, value in special.items():
        simulator.w[SLOT[name]] = value
    for name in FLAGS:
        simulator.w[SLOT[name]] = flags >> SR_BITS[name] & 1
    simulator.shadow = [*simulator.w[:4], *(simulator.w[SLOT[name]] for name in FLAGS)]
    simulator.pc = ENTRY
    states, follows, trap = [], [], None
    before: tuple[set[int], int | None] | None = None
    try:
        while simulator.pc != end:
            states.append(_snapshot(simulator))
            decoded = simulator.decode(simulator.pc)
            repeats = any(step.repeat is not None for step in decoded.steps)
            follows.append(2 if repeats else 1)
            if coverage is not None:
                subject = simulator.decode(decoded.next) if repeats else decoded
                before = _cover(coverage, simulator, decoded, subject, before)
            simulator.step()
        states.append(_snapshot(simulator))
    except Trap as caught:
        trap = caught
        if coverage is not None:
            coverage.traps[trap.kind] += 1
    cycles, reads, writes = (simulator.totals[n] for n in (CYCLES, READS, WRITES))
    totals = (cycles, reads, writes)
    if coverage is not None:
        coverage.cycles += cycles
    return Expected(seed, program, data, end, states, follows, trap, totals, bytes(simulator.data))


def check(hardware: Hardware, expected: Expected, *, loaded: bool = False) -> None:
    """Run an expected program on the hardware; raises Mismatch where it differs.

    loaded: it is in program memory already.
    """
    if not loaded:
        hardware.load(expected.program)
    hardware.data[:] = expected.data
    hardware.guard[:] = (
        bytes(DATA) + bytes([READABLE | WRITABLE]) * (DATA_END - DATA) + bytes(0x10000 - DATA_END)
    )
    outcome = hardware.run(
        ENTRY,
        expected.end,
        cycles=2 * expected.totals[0] + 1000,
        records=2 * len(expected.states) + 16,
    )
    where = f"seed {expected.seed}: "
    records = outcome.records
    ended = f"the hardware ended with {outcome.reason} {outcome.trap} at {outcome.pc:#06x}"
    place = 0
    last = len(expected.follows) - 1
    for index, count in enumerate(expected.follows):
        state = expected.states[index]
        if place >= len(records):
            # What traps in decode leaves no record.
            if index != last or expected.trap is None or outcome.pc != state.pc:
                raise Mismatch(f"{where}before {state.pc:#06x} {ended}")
            break
        _same(state, records[place], records[0].cycle, where)
        place += count
    trap = expected.trap
    if trap is not None:
        if trap.kind == "read" and "program memory" in trap.what:
            return  # a wild PSVPAG or TBLPAG: hardware has program memory everywhere
        got = outcome.trap if outcome.reason == "trap" else outcome.reason
        if got != trap.kind or outcome.pc != trap.pc:
            raise Mismatch(f"{where}{trap} ({trap.kind}); {ended}, address {outcome.address:#06x}")
        return
    if outcome.reason != "reached":
        raise Mismatch(f"{where}{ended}, address {outcome.address:#06x}")
    _same(expected.states[-1], outcome.state, records[0].cycle, where)
    found = (outcome.cycles, outcome.reads, outcome.writes)
    for what, here, there in zip(
        ("cycles", "reads", "writes"), expected.totals, found, strict=True
    ):
        if here != there:
            raise Mismatch(f"{where}{here} {what} in the simulator, {there} in hardware")
    if expected.after[DATA:DATA_END] != outcome.data[DATA:DATA_END]:
        differs = next(n for n in range(DATA, DATA_END) if expected.after[n] != outcome.data[n])
        raise Mismatch(f"{where}data memory differs at {differs:#06x}")


def repeat(
    hardware: Hardware,
    simulator: Simulator,
    before: Sequence[int],
    memory: bytes,
    entry: int,
    stop: int,
    name: str,
) -> None:
    """Repeat on the hardware what has just run on the simulator; raises Mismatch where it differs.

    before: the simulator's registers (its `w`), memory: data memory, both as the run began at
    `entry` and ended at `stop`.  Compared are cycles, reads and writes of data memory, registers,
    flags, special registers and data memory.  name: what has run, for the message.
    """
    flags = sum(before[SLOT[flag]] << SR_BITS[flag] for flag in FLAGS)
    special = {each: before[SLOT[each]] for each in SPECIAL_ORDER if each != "RCOUNT"}
    hardware.load({**simulator.program, **boot(before[:16], special, flags, entry)})
    hardware.data[:] = memory
    hardware.guard[:] = simulator.guard[: len(hardware.guard)]
    totals = simulator.totals
    outcome = hardware.run(entry, stop, cycles=totals[CYCLES] + 1000)
    wrong = []
    if outcome.reason != "reached":
        wrong.append(f"it ended with {outcome.reason} {outcome.trap} at {outcome.pc:#06x}")
    pairs = {
        "cycles": (outcome.cycles, totals[CYCLES]),
        "reads": (outcome.reads, totals[READS]),
        "writes": (outcome.writes, totals[WRITES]),
        **{f"w{n}": (value, simulator.w[n]) for n, value in enumerate(outcome.state.w)},
        **{
            each: (value, simulator.w[SLOT[each]])
            for each, value in {**outcome.state.flags, **outcome.state.special}.items()
        },
        "data memory": (outcome.data[DATA:DATA_END], simulator.data[DATA:DATA_END]),
    }
    for what, (there, here) in pairs.items():
        if there != here:
            values = f" {there}, not {here}" if isinstance(there, int) else " is not the same"
            wrong.append(f"{what}{values}")
    if wrong:
        raise Mismatch(
            f"the 16-bit core's hardware and its simulator disagree on {name}: {'; '.join(wrong)}"
        )


def compare(
    hardware: Hardware,
    extensions: Sequence[str],
    wanted: Sequence[tuple[Instruction, dict[str, int]]],
    seed: int,
    coverage: Coverage | None = None,
) -> None:
    """Run a random program of these forms on both; raises Mismatch where they differ."""
    check(hardware, expect(extensions, wanted, seed, coverage))


def _snapshot(simulator: Simulator) -> State:
    w = simulator.w
    return State(
        cycle=simulator.totals[CYCLES],
        pc=simulator.pc,
        w=tuple(w[:16]),
        special={name: w[SLOT[name]] for name in SPECIAL_ORDER},
        flags={name: w[SLOT[name]] for name in FLAGS},
    )


def _same(here: State, there: State, first: int, where: str) -> None:
    """Raise Mismatch when the hardware's state differs; its cycles count from `first`."""
    pairs = [
        ("program counter", here.pc, there.pc),
        ("cycle", here.cycle, there.cycle - first),
        *((f"w{n}", a, b) for n, (a, b) in enumerate(zip(here.w, there.w, strict=True))),
        *((name, value, there.flags[name]) for name, value in here.flags.items()),
        *((name, value, there.special[name]) for name, value in here.special.items()),
    ]
    for name, value, found in pairs:
        if value != found:
            raise Mismatch(
                f"{where}before {here.pc:#06x} {name} is {value:#06x} in the simulator, "
                f"{found:#06x} in hardware"
            )


def _cover(
    coverage: Coverage,
    simulator: Simulator,
    decoded: Decoded,
    subject: Decoded,
    before: tuple[set[int], int | None] | None,
) -> tuple[set[int], int | None]:
    """Count the instruction's form, and what it needs of the one before it."""
    for one in {id(decoded): decoded, id(subject): subject}.values():
        instruction = one.instruction
        letters = [x for x in instruction.layout if x in instruction.structural]
        chosen = tuple(sorted((x, one.fields[x]) for x in letters))
        coverage.forms[instruction.name, chosen] += 1
        coverage.instructions += 1
    reads, written, addresses = _touches(decoded, simulator.w)
    if before is not None:
        old_written, old_address = before
        if old_written & reads:
            coverage.hazards["operand"] += 1
        if old_written & addresses[0]:
            coverage.hazards["address"] += 1
        if old_address is not None and old_address == addresses[1]:
            coverage.hazards["memory"] += 1
    return written, addresses[2]


def _touches(
    decoded: Decoded, w: Sequence[int]
) -> tuple[set[int], set[int], tuple[set[int], int | None, int | None]]:
    """Registers read, written; registers of addresses, the word read and the word written."""

    def registers(e: Expr) -> set[int]:
        found: set[int] = set()
        if e.op == "reg" and e.args[0].value is not None:
            found.add(e.args[0].value)
        for child in children(e):
            found |= registers(child)
        return found

    def number(e: Expr) -> int | None:
        if e.value is not None:
            return e.value
        if e.op == "reg" and e.args[0].value is not None:
            return w[int(e.args[0].value)]
        if e.op in ("add", "sub"):
            a, b = number(e.args[0]), number(e.args[1])
            if a is None or b is None:
                return None
            return (a + b if e.op == "add" else a - b) & 0xFFFF
        return None

    step = decoded.steps[0]
    address: set[int] = set()
    for access in (step.read, step.write):
        if access is not None:
            address |= registers(access.address)
    reads: set[int] = set()
    for write in step.regs:
        reads |= registers(write.value)
    written = {x.number.value for s in decoded.steps for x in s.regs if x.number.value is not None}
    read_at = number(step.read.address) if step.read is not None else None
    write_at = number(step.write.address) if step.write is not None else None
    return (
        reads,
        written,
        (
            address,
            None if read_at is None else read_at & ~1,
            None if write_at is None else write_at & ~1,
        ),
    )


def run(
    extensions: Sequence[str],
    *,
    seed: int,
    programs: int,
    length: int = 400,
    hardware: Hardware | None = None,
) -> Coverage:
    """Compare random programs: all forms in turn, then those that no program executed.

    programs: how many at most.  Raises Mismatch where the hardware and the simulator differ.
    """
    hardware = hardware or Hardware(extensions)
    coverage = Coverage()
    r = random.Random(seed)
    every = forms(instruction_set(tuple(sorted(extensions))).instructions)
    order = list(every)
    r.shuffle(order)
    for number in range(programs):
        if not order:
            order = [(i, c) for i, c in every if not coverage.has(i, c)] or list(every)
            r.shuffle(order)
        wanted, order = order[:length], order[length:]
        compare(hardware, extensions, wanted, seed + number, coverage)
    return coverage

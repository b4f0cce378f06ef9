"""The simulator's code generator: straight lines of code of the 16-bit core as Python functions.

A line runs from one address to the first instruction that may jump.  Its steps become Python
statements on the simulator's state, which the functions see as global names; a flag that a later
instruction of the line overwrites before anything reads it is not computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import CodeType

from mote.pic24.expr import Expr, PythonText, children
from mote.pic24.isa import FLAGS, SPECIAL, Access, Instruction, Step
from mote.pic24.sets import InstructionSet

STATE = ("N", "OV", "Z", "DC", "C", "RCOUNT", "TBLPAG", "PSVPAG", "CORCON", "SPLIM")
SLOT = {name: 16 + index for index, name in enumerate(STATE)}
"""Place of flags and special registers behind the working registers in `Simulator.w`."""

CYCLES, INSTRUCTIONS, READS, WRITES, LIBRARY, TOP = range(6)
"""Places in `Simulator.totals`; LIBRARY: instructions of the library; TOP: the highest W15."""


class Trap(Exception):
    """The run ended: kind, what happened, program counter, data address when there is one.

    way, size: "read" or "write" and how many bytes, of an access to data memory.
    Kinds: "read", "write", "alignment", "stack", "instruction", "fetch", "arithmetic", "budget".
    """

    def __init__(
        self,
        kind: str,
        what: str,
        pc: int,
        address: int | None = None,
        way: str = "",
        size: int = 0,
    ) -> None:
        self.kind, self.what, self.pc, self.address = kind, what, pc, address
        self.way, self.size = way, size
        super().__init__(f"{what}, at program counter {pc:#06x}")


@dataclass(frozen=True)
class Decoded:
    """An instruction at an address."""

    address: int
    instruction: Instruction
    fields: dict[str, int]
    steps: list[Step]

    @property
    def next(self) -> int:
        return self.address + 2 * self.instruction.words


Line = list[tuple[Decoded, Decoded | None]]
"""Instructions that follow one another, a REPEAT with the one that it repeats."""


def _flags_read(step: Step) -> set[str]:
    """Flags that a step's expressions read."""
    found: set[str] = set()

    def walk(e: Expr, seen: set[int]) -> None:
        if id(e) in seen:
            return
        seen.add(id(e))
        if e.op == "var" and e.args[0] in FLAGS:
            found.add(e.args[0])
        for child in children(e):
            walk(child, seen)

    seen: set[int] = set()
    for root in _roots(step, FLAGS):
        walk(root, seen)
    return found


def _roots(step: Step, live: Iterable[str]) -> list[Expr]:
    roots: list[Expr] = []
    for access in (step.read, step.write):
        if access is not None:
            roots += [access.address, access.stack, access.when]
            if access.value is not None:
                roots.append(access.value)
    for write in step.regs:
        roots += [write.number, write.value, write.when]
    roots += [e for name, e in step.flags.items() if name in live]
    roots += step.temps.values()
    for e in (step.program, step.jump, step.skip, step.repeat, step.last):
        if e is not None:
            roots.append(e)
    if step.jump is not None:
        roots.append(step.taken)
    if step.trap is not None:
        roots.append(step.trap[1])
    return roots


class Translator:
    """Makes Python of program memory's instructions.

    tracing, stack: as the Simulator has them.
    """

    def __init__(
        self,
        instructions: InstructionSet,
        program: Mapping[int, int],
        *,
        tracing: bool = False,
        stack: int | None = None,
    ) -> None:
        self.set = instructions
        self.program = program
        self.tracing = tracing
        self.stack = stack
        self._count = 0

    def decode(self, address: int) -> Decoded:
        """The instruction at an address; raises Trap where there is none."""
        word = self.program.get(address)
        if word is None:
            raise Trap(
                "fetch", f"execution went to {address:#06x}, where there is no code", address
            )
        second = self.program.get(address + 2, 0)
        instruction = self.set.decode(word, second)
        if instruction is None:
            raise Trap("instruction", f"undefined instruction {word:#08x}", address)
        whole = word | second << 24 if instruction.words == 2 else word
        fields = instruction.fields_of(whole)
        return Decoded(address, instruction, fields, instruction.steps(fields))

    def line(self, start: int, limit: int) -> Line:
        """Instructions from `start` to the first that may jump; a REPEAT with its instruction."""
        line: Line = []
        address = start
        while len(line) < limit:
            try:
                one = self.decode(address)
                repeated = None
                if any(step.repeat is not None for step in one.steps):
                    repeated = self.decode(one.next)
                    if not repeated.instruction.repeatable or repeated.instruction.words == 2:
                        what = f"{repeated.instruction.mnemonic} cannot be repeated"
                        raise Trap("instruction", what, one.next)
            except Trap:
                if line:
                    break
                raise
            line.append((one, repeated))
            address = (repeated or one).next
            if any(step.jump is not None or step.skip is not None for step in one.steps):
                break
        return line

    def translate(self, line: Line, counted: bool) -> tuple[CodeType, dict[str, object]]:
        """A line as Python, which the same words give again, and the tables that it reads.

        counted: its instructions are those of the library.
        """
        start = line[0][0].address
        self._count = 0
        wanted = self._wanted(line)
        code: list[str] = []
        tables: dict[str, object] = {}
        cycles = count = reads = writes = 0
        for one, repeated in line:
            if repeated is None:
                self._emit(one, code, wanted, tables)
                cycles += len(one.steps)
                reads += sum(step.read is not None for step in one.steps)
                writes += sum(step.write is not None for step in one.steps)
                count += 1
                continue
            self._emit(one, code, wanted, tables)
            cycles += len(one.steps)
            count += 1
            inner: list[str] = []
            self._emit(repeated, inner, wanted, tables)
            times = f"n{one.address}"
            code.append(f"{times}=W[{SLOT['RCOUNT']}]+1")
            code.append(f"for RC in range({times}-1,-1,-1):")
            code.append(f"  W[{SLOT['RCOUNT']}]=RC")
            # Of the extra cycles of program space visibility the first and the last count.
            code.append(f"  MIDDLE[0]=0<RC<{times}-1")
            code += ["  " + text for text in inner]
            code.append("MIDDLE[0]=False")
            code.append(f"T[{CYCLES}]+={times}*{len(repeated.steps)};T[{INSTRUCTIONS}]+={times}")
            code.append(f"T[{READS}]+={times}*{sum(s.read is not None for s in repeated.steps)}")
            code.append(f"T[{WRITES}]+={times}*{sum(s.write is not None for s in repeated.steps)}")
        head = ["def f():"]
        totals = f"T[{CYCLES}]+={cycles};T[{INSTRUCTIONS}]+={count}"
        if reads:
            totals += f";T[{READS}]+={reads}"
        if writes:
            totals += f";T[{WRITES}]+={writes}"
        code.append(totals)
        if counted:
            code.insert(0, f"LIB=T[{INSTRUCTIONS}]")
            code.append(f"T[{LIBRARY}]+=T[{INSTRUCTIONS}]-LIB")
        code += self._end(line)
        source = "\n".join([*head, *(" " + text for text in code)])
        return compile(source, f"<pic24 {start:#x}>", "exec"), tables

    def _wanted(self, line: Line) -> dict[tuple[int, int], set[str]]:
        """The flags that each step (address and number) has to compute."""
        # Backwards: which flags does something still read?
        live = set(FLAGS)
        wanted: dict[tuple[int, int], set[str]] = {}
        for one, repeated in reversed(line):
            for which, decoded in ((1, repeated), (0, one)):
                if decoded is None:
                    continue
                for number, step in reversed(list(enumerate(decoded.steps))):
                    key = (decoded.address, number)
                    touches = any(a is not None for a in (step.read, step.write)) or step.special
                    # A repeated instruction, and one that may see SR, needs its flags.
                    wanted[key] = set(FLAGS) if which else set(live)
                    if which == 0 and step.last is None:
                        live -= set(step.flags)
                    live |= _flags_read(step)
                    if touches and self._sees_sr(step):
                        live = set(FLAGS)
        return wanted

    def _end(self, line: Line) -> list[str]:
        """Python lines for where execution goes from here."""
        code: list[str] = []
        last = (line[-1][1] or line[-1][0]).next
        last_one = line[-1][0]
        jumps = [number for number, step in enumerate(last_one.steps) if step.jump is not None]
        if jumps:
            extra = max(0, jumps[0] + 2 - len(last_one.steps))
            code.append("if TAKEN:")
            if extra:
                code.append(f"  T[{CYCLES}]+={extra}")
            code.append("  return JUMP&0x7FFFFE")
        elif last_one.steps[-1].skip is not None:
            following = self.program.get(last, 0)
            skipped = self.set.decode(following, self.program.get(last + 2, 0))
            words = skipped.words if skipped else 1
            code.append("if SKIP:")
            code.append(f"  T[{CYCLES}]+={words}")
            code.append(f"  return {last + 2 * words}")
        code.append(f"return {last}")
        return code

    @staticmethod
    def _sees_sr(step: Step) -> bool:
        """Whether an access is to SR, which is reached by its literal address only."""
        for access in (step.read, step.write):
            known = access.address.value if access is not None else None
            if known is not None and known & ~1 == SPECIAL["SR"]:
                return True
        return False

    def _emit(
        self,
        decoded: Decoded,
        code: list[str],
        wanted: Mapping[tuple[int, int], set[str]],
        tables: dict[str, object],
    ) -> None:
        """Python lines for one instruction."""
        pc = decoded.address
        if self.tracing:
            code.append(f"E({pc})")
        if self.stack is not None and len(decoded.steps) > 1:
            # What a double pop takes in its second cycle is not lost: its first one moved W15.
            code.append("W15=W[15]")
        self._emit_steps(decoded, 0, code, wanted, tables)

    def _emit_steps(
        self,
        decoded: Decoded,
        start: int,
        code: list[str],
        wanted: Mapping[tuple[int, int], set[str]],
        tables: dict[str, object],
    ) -> None:
        """Python lines for the steps from `start` on."""
        pc = decoded.address
        for number, step in list(enumerate(decoded.steps))[start:]:
            self._count += 1
            mark = f"x{self._count}_"
            live = wanted[pc, number]
            names = {name: f"W[{place}]" for name, place in SLOT.items()}
            names["NEXT"] = str(decoded.next)
            names["MEM"] = f"{mark}m"
            names["PROG"] = f"{mark}p"
            for earlier in decoded.steps:
                names.update({name: f"t_{name}" for name in earlier.temps})
            text = PythonText(names, code, mark)
            text.plan(_roots(step, live))
            if step.trap is not None:
                code.append(f"if {text.text(step.trap[1])}: TRAP({step.trap[0]!r},{pc})")
            if step.read is not None:
                pointer = "max(W15,W[15])" if number else "W[15]"
                self._emit_read(step.read, text, code, mark, pc, pointer)
            if step.program is not None:
                code.append(f"{mark}p=PROGRAM({text.text(step.program)},{pc})")
            commit: list[str] = []
            if step.write is not None:
                self._emit_write(step.write, text, code, commit, mark, pc)
            self._emit_registers(step, text, code, commit, mark)
            for name, flag in step.flags.items():
                if name in live:
                    code.append(f"{mark}f{name}={text.text(flag)}")
                    commit.append(f"W[{SLOT[name]}]={mark}f{name}")
            if step.jump is not None:
                code.append(f"TAKEN={text.text(step.taken)}")
                code.append(f"JUMP={text.text(step.jump)}")
            if step.skip is not None:
                code.append(f"SKIP={text.text(step.skip)}")
            if step.repeat is not None:
                code.append(f"{mark}rc={text.text(step.repeat)}")
                commit.append(f"W[{SLOT['RCOUNT']}]={mark}rc")
            for name, kept in step.temps.items():
                code.append(f"{mark}t{name}={text.text(kept)}")
                commit.append(f"t_{name}={mark}t{name}")
            if step.special:
                commit.append(f"SHADOW({step.special!r})")
            if self.stack is not None and step.write is not None:
                stack = f"if {mark}b>={self.stack} and {mark}b>=W[15] and {mark}b<0x8000: "
                commit.append(f"{stack}ABOVE({mark}b,'write',{pc})")
            if step.last is not None:
                code.append(f"{mark}l={text.text(step.last)}")
            code += commit
            tables.update(text.tables)
            if step.last is None:
                continue
            # The rest only where this was not the last step; the totals count all of them.
            rest = decoded.steps[number + 1 :]
            missing = f"T[{CYCLES}]-={len(rest)}"
            missing += f";T[{READS}]-={sum(s.read is not None for s in rest)}"
            missing += f";T[{WRITES}]-={sum(s.write is not None for s in rest)}"
            inner: list[str] = []
            self._emit_steps(decoded, number + 1, inner, wanted, tables)
            code += [f"if {mark}l: {missing}", "else:", *("  " + line for line in inner)]
            return

    def _emit_registers(
        self, step: Step, text: PythonText, code: list[str], commit: list[str], mark: str
    ) -> None:
        for index, write in enumerate(step.regs):
            value = text.text(write.value)
            target = f"W[{text.text(write.number)}]"
            if write.number.value == 15:
                value = f"{value}&0xFFFE"
            if write.when.value == 0:
                continue
            guard = ""
            if write.when.value is None:
                code.append(f"{mark}g{index}={text.text(write.when)}")
                guard = f"if {mark}g{index}: "
            if write.number.value is None:
                code.append(f"{mark}n{index}={text.text(write.number)}")
                target = f"W[{mark}n{index}]"
            code.append(f"{mark}r{index}={value}")
            # A byte leaves the high byte as the writes before it have made it.
            keep = f"{target}&0xFF00|" if write.value.width == 8 else ""
            commit.append(f"{guard}{target}={keep}{mark}r{index}")
            if self.stack is not None and write.number.value == 15:
                commit.append(f"if W[15]>T[{TOP}]: T[{TOP}]=W[15]")

    def _emit_stack(
        self, access: Access, address: str, text: PythonText, code: list[str], pc: int
    ) -> None:
        if access.stack.value == 0:
            return
        condition = "" if access.stack.value == 1 else f"{text.text(access.stack)} and "
        code.append(f"if {condition}{address}>W[{SLOT['SPLIM']}]: LIMIT({address},{pc})")

    def _emit_read(
        self,
        access: Access,
        text: PythonText,
        code: list[str],
        mark: str,
        pc: int,
        pointer: str,
    ) -> None:
        code.append(f"{mark}a={text.text(access.address)}")
        a = f"{mark}a"
        self._emit_stack(access, a, text, code, pc)
        if self.stack is not None:
            code.append(f"if {self.stack}<={a}<0x8000 and {a}>={pointer}: ABOVE({a},'read',{pc})")
        if access.size == 2:
            fast, test = f"H[{a}>>1]", f"G[{a}]&G[{a}+1]&1 and not {a}&1"
        else:
            fast, test = f"M[{a}]", f"G[{a}]&1"
        value = f"({fast} if {test} else READ({a},{access.size},{pc}))"
        if access.when.value is None:
            value = f"{value} if {text.text(access.when)} else 0"
            code.append(f"if not {text.text(access.when)}: T[{READS}]-=1")
        code.append(f"{mark}m={value}")
        if self.tracing:
            code.append(f"E({a}|0x1000000)")

    def _emit_write(
        self,
        access: Access,
        text: PythonText,
        code: list[str],
        commit: list[str],
        mark: str,
        pc: int,
    ) -> None:
        assert access.value is not None
        b, v = f"{mark}b", f"{mark}v"
        code.append(f"{b}={text.text(access.address)}")
        code.append(f"{v}={text.text(access.value)}")
        self._emit_stack(access, b, text, code, pc)
        if access.size == 2:
            fast, test = f"H[{b}>>1]={v}", f"G[{b}]&G[{b}+1]&2 and not {b}&1"
        else:
            fast, test = f"M[{b}]={v}", f"G[{b}]&2"
        lines = [f"if {test}: {fast}", f"else: WRITE({b},{access.size},{v},{pc})"]
        if self.tracing:
            lines.append(f"E({b}|0x2000000)")
        if access.when.value is None:
            # A name of its own: what it depends on may change before the change is made.
            code.append(f"{mark}w={text.text(access.when)}")
            lines = [f"if {mark}w:", *("  " + line for line in lines)]
            lines.append(f"else: T[{WRITES}]-=1")
        commit += lines

"""The lifter against simulators: every form of instruction in use, from random states.

    python -m mote.proving.differential --cpu CPU... [--states N] [--write | --core]

compares registers, flags, memory and the program counter after one instruction of the lifter,
executed on numbers (mote.proving.concrete), with those of a simulator, or of the core's own
hardware.
"""

from __future__ import annotations

import argparse
import csv
import io
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.common import files
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.proving import forms
from mote.proving.concrete import Concrete
from mote.proving.lift import LONGEST, Encoding, Lifted, Varnode
from mote.proving.lifter import lifter_of
from mote.proving.references import Memory, Reference, Refused, State, Stopped, reference_of, rtl
from mote.running import depends

CORNERS = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
ATTEMPTS = 50
"""States to try for one that the simulator takes."""


@dataclass(frozen=True)
class Difference:
    """What one instruction left otherwise, in words, and the text of the instruction."""

    text: str
    what: str


class Watched(Concrete):
    """A machine that remembers which bytes of memory its instructions touch.

    content: what bytes held before, made up where nobody has asked yet.  memory: the spaces that
    are memory, but for the bytes in `registers`.
    """

    def __init__(self, reference: Reference, content: Memory, seed: str) -> None:
        architecture = reference.architecture
        super().__init__(architecture.big_endian, self._made_up)
        self.content = content
        self._seed = seed
        self._memory = {architecture.data_space, architecture.code_space, "iram"}
        self._registers = reference.bytes_of_registers
        self.touched: set[tuple[str, int]] = set()
        self.written: set[tuple[str, int]] = set()
        self.misaligned = False

    def _made_up(self, space: str, address: int) -> int:
        if space == "unique":
            raise AssertionError("a temporary is read before it is written")
        key = (space, address)
        if key not in self.content:
            self.content[key] = random.Random(f"{self._seed} {space} {address}").getrandbits(8)
        return self.content[key]

    def _touch(self, varnode: Varnode) -> list[tuple[str, int]]:
        if varnode.space not in self._memory:
            return []
        keys = [(varnode.space, varnode.offset + n) for n in range(varnode.size)]
        keys = [key for key in keys if key not in self._registers]
        if keys:
            self.misaligned |= varnode.offset % varnode.size != 0
        self.touched.update(keys)
        return keys

    def get(self, varnode: Varnode) -> int:
        self._touch(varnode)
        return super().get(varnode)

    def put(self, varnode: Varnode, value: int) -> None:
        self.written.update(self._touch(varnode))
        super().put(varnode, value)


def values(reference: Reference, chance: random.Random) -> State:
    """A random state: all bits, small numbers, the ends of a range, and the same number twice."""
    found: State = {}
    for varnode, bits in reference.widths.items():
        kind = chance.randrange(8)
        if kind == 0:
            value = chance.choice(CORNERS)
        elif kind == 1:
            value = chance.getrandbits(min(bits, 6))
        elif kind == 2 and found:
            value = chance.choice(list(found.values()))
        else:
            value = chance.getrandbits(bits) & (~3 if kind > 4 and bits >= 16 else ~0)
        found[varnode] = value & ((1 << bits) - 1)
    reference.usual(found)
    return found


def lifted_at(cpu: Cpu, reference: Reference, encoding: Encoding) -> Lifted:
    """An encoding as the lifter has it where the reference puts it."""
    code = encoding.code.ljust(LONGEST, b"\0")
    return lifter_of(cpu).lift(reference.place + encoding.state, code)


def compare(
    reference: Reference, encoding: Encoding, lifted: Lifted, state: State, seed: str
) -> list[str]:
    """What differs after one instruction from one state; raises Refused for an unusable state."""
    architecture = reference.architecture
    content: Memory = {}
    for n, byte in enumerate(encoding.code):
        place = architecture.code_address(reference.place)
        content[architecture.code_space, place + n] = byte
    reference.suit(lifted, state)
    machine = Watched(reference, content, seed)
    for varnode, value in state.items():
        machine.put(varnode, value)
    machine.touched.clear()
    machine.written.clear()
    try:
        machine.execute(lifted)
    except ZeroDivisionError:
        raise Refused("divides by zero") from None
    if machine.misaligned and architecture.cpu.abi.strict_alignment:
        raise Refused("misaligned")
    reference.check(lifted, machine)
    touched = set(machine.touched)
    for key in touched:
        machine.default(*key)  # what was written and not read has a content from now on
    before = {key: content[key] for key in touched}
    try:
        after = reference.step(encoding, lifted, state, before, machine.program_counter)
    except Stopped as stopped:
        return [f"the simulator stops: {stopped}"]
    found = []
    if after.program_counter != machine.program_counter:
        there = after.program_counter
        found.append(f"program counter {machine.program_counter:#x}, simulator {there:#x}")
    names = {v: name for name, v in architecture.registers.items()}
    for varnode, value in after.state.items():
        ours = machine.get(varnode)
        if ours != value:
            found.append(f"{names[varnode]} {ours:#x}, simulator {value:#x}")
    for (space, address), value in after.memory.items():
        if (space, address) not in touched:
            found.append(f"{space} {address:#x} is written by the simulator alone")
            continue
        ours = machine.get(Varnode(space, address, 1))
        if ours != value:
            found.append(f"{space} {address:#x} {ours:#x}, simulator {value:#x}")
    return found


@dataclass(frozen=True)
class Tried:
    """A form of instruction on a CPU: encodings and states that were tried, and what differed."""

    cpu: str
    form: str
    encodings: int
    states: int
    differences: tuple[Difference, ...]


def try_form(
    reference: Reference, name: str, encodings: Sequence[Encoding], states: int, seed: int = 0
) -> Tried:
    """Compare a form from `states` random states, in turn with its encodings; all of them if few.

    Raises MoteError where no state suits the simulator.
    """
    chance = random.Random(f"{seed} {name}")
    found: list[Difference] = []
    order = list(encodings)
    chance.shuffle(order)
    done = attempts = 0
    lifted: dict[Encoding, Lifted] = {}
    while done < states:
        encoding = order[done * len(order) // states]
        if encoding not in lifted:
            lifted[encoding] = lifted_at(reference.cpu, reference, encoding)
        attempts += 1
        if attempts > ATTEMPTS * (done + 1):
            raise MoteError(f"{reference.cpu.name}: no state suits {name!r}")
        try:
            wrong = compare(
                reference,
                encoding,
                lifted[encoding],
                values(reference, chance),
                f"{seed} {done}",
            )
        except Refused:
            continue
        done += 1
        found += [Difference(lifted[encoding].text, what) for what in wrong]
    return Tried(reference.cpu.name, name, len(order), done, tuple(found))


STORED = ROOT / "results" / "lifting.csv"
"""For each CPU and form the encodings and random states that were tried, all without difference."""

COLUMNS = ("cpu", "form", "encodings", "states", "key", "lifter")


def stored() -> dict[tuple[str, str], tuple[int, int]]:
    """Encodings and states by CPU and form."""
    if not STORED.exists():
        return {}
    with STORED.open(newline="", encoding="utf-8") as stream:
        return {
            (row["cpu"], row["form"]): (int(row["encodings"]), int(row["states"]))
            for row in csv.DictReader(stream)
        }


def key_of(cpu: Cpu) -> str:
    """Of the rows of a CPU: of what describes it (mote.running.depends)."""
    return depends.short(depends.lifting(cpu))


def _keys() -> dict[tuple[str, str], tuple[str, str]]:
    """The stored keys, and those of the lifters, by CPU and form."""
    if not STORED.exists():
        return {}
    with STORED.open(newline="", encoding="utf-8") as stream:
        return {
            (row["cpu"], row["form"]): (row.get("key") or "", row.get("lifter") or "")
            for row in csv.DictReader(stream)
        }


def stale() -> list[str]:
    """The CPUs whose forms were tried with another description, one line each."""
    known = catalog.cpus()
    now = {name: key_of(known[name]) for name in {name for name, _ in stored()} if name in known}
    names = sorted({name for (name, _), (key, _) in _keys().items() if now.get(name) != key})
    return [
        f"the description of {name} has changed since its forms were tried: run "
        f"python -m mote.proving.differential --cpu {name} --write"
        for name in names
    ]


def earlier() -> int:
    """How many forms were tried with an earlier lifter or reference."""
    now = depends.short(depends.lifter())
    return sum(lifter != now for _, lifter in _keys().values())


def store(tried: Sequence[Tried], *, beside: bool = False) -> None:
    """Replace the rows of these CPUs.  beside: only those of these forms."""
    names = set() if beside else {each.cpu for each in tried}
    keys = _keys()
    lifter = depends.short(depends.lifter())
    rows = {of: (*value, *keys[of]) for of, value in stored().items() if of[0] not in names}
    now = {name: key_of(catalog.cpus()[name]) for name in {each.cpu for each in tried}}
    rows.update(((t.cpu, t.form), (t.encodings, t.states, now[t.cpu], lifter)) for t in tried)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows((*key, *value) for key, value in sorted(rows.items()))
    files.write(STORED, text.getvalue())


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; 1 where anything differs."""
    parser = argparse.ArgumentParser(
        prog="python -m mote.proving.differential", description=__doc__
    )
    parser.add_argument("--cpu", nargs="+", required=True, metavar="CPU")
    parser.add_argument("--states", type=int, default=1000, help="of each form (default: 1000)")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--write", action="store_true", help=f"store them in {STORED.name}")
    how.add_argument("--core", action="store_true", help="with the hardware of the CPU's core")
    parser.add_argument("--new", action="store_true", help="only forms that are not stored yet")
    options = parser.parse_args(arguments)
    bad = 0
    for name in options.cpu:
        cpu = catalog.cpus().get(name)
        if cpu is None:
            print(f"there is no CPU {name!r}; see `mote cpus`", file=sys.stderr)
            return 2
        reference = rtl.create(cpu) if options.core else reference_of(cpu)
        unknown: list[Encoding] = []
        found_in = [*forms.encodings(cpu), *forms.encodings_of_c(cpu)]
        used = forms.used(cpu, unknown, found_in)
        if unknown:
            print(f"{name}: {len(unknown)} instructions in use are not known to the lifter")
        if options.new:
            known = stored()
            used = {form: each for form, each in used.items() if (name, form) not in known}
        found = []
        for form, encodings in used.items():
            tried = try_form(reference, form, encodings, options.states)
            if tried.differences:
                bad += 1
                first = tried.differences[0]
                print(
                    f"{name}: {form}: {len(tried.differences)} in {tried.states}: "
                    f"{first.text}: {first.what}"
                )
            else:
                found.append(tried)
        print(f"{name}: {len(found)} of {len(used)} forms without difference")
        if options.write:
            store(found, beside=options.new)
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main())

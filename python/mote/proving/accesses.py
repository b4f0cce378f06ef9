"""What a machine holds, and its loads and stores: only what the contract permits may be touched."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from mote.proving.architectures import Architecture
from mote.proving.bases import STACK, Base, Based
from mote.proving.lift import Varnode
from mote.proving.memory import Range, Space
from mote.proving.solve import Simulation, inputs_of
from mote.proving.terms import AND, FEW_ATOMS, SUM, XOR, Bits, Terms
from mote.proving.values import Cells, ProofError, Unknown, Value


class Accesses(Based):
    """The address spaces of a CPU with an image, whose data are terms.

    program_counter, get and put are what mote.proving.architectures asks for.
    """

    def __init__(
        self, architecture: Architecture, terms: Terms, code: Callable[[int, int], bytes]
    ) -> None:
        super().__init__(terms)
        self.architecture = architecture
        self.probing = False
        """Whether what tables hold does not matter: no terms are made of it."""
        self.ranges_beside: dict[str, list[Range]] = {}
        """What may be touched in other spaces of data, as an 8051's internal RAM."""
        self.secret_tables = False
        """Whether constants may be loaded from places that depend on symbols."""
        self.written: set[int] = set()
        """Addresses of data memory to which a store went."""
        self.lowest_on_stack: int | None = None
        """Where the last instruction touched the stack: its lowest byte; None where it did not."""
        self.pointed_before: Value = 0
        """What the stack pointer was when that instruction began."""
        self.unknown = "unknown"
        """How the names of bytes begin that nobody has written."""
        self.refuses: Callable[[Bits], bool] | None = None
        """Whether an address of a load is one that no table may be looked up at."""
        self.shared: Callable[[Bits], Bits] | None = None
        """A word in which what is the same number for all that the machine stands for is one."""
        flags = architecture.flag_cells().items()
        self._flags = {cell: bits for cell, (size, bits) in flags if size == 1}
        self._entries: dict[tuple[object, ...], list[int]] = {}
        """Of tables that were looked up at secret places, in this call."""
        self._code = code
        self._spaces: dict[str, Space] = {}

    # ---- values ----

    def space(self, name: str) -> Space:
        """An address space by its name."""
        found = self._spaces.get(name)
        if found is None:
            unknown = functools.partial(self._unknown, name)
            found = Space(self.architecture.big_endian, unknown, self.bits)
            self._spaces[name] = found
        return found

    def _unknown(self, space: str, offset: int) -> Value:
        """A byte that nobody has written; of a flag its own bits."""
        bits = self._flags.get((space, offset), 8)
        return self.terms.variables(f"{self.unknown} {space} {offset:#x}", bits) + (0,) * (8 - bits)

    def get(self, varnode: Varnode) -> Value:
        """What a varnode holds: a number where it is known."""
        if varnode.space == "const":
            return varnode.offset
        return self.known(
            self.space(varnode.space).read(varnode.offset, varnode.size), varnode.size
        )

    def put(self, varnode: Varnode, value: Value) -> None:
        """Let a varnode hold a value."""
        if isinstance(value, int):
            value = int(value) & (1 << 8 * varnode.size) - 1
        self.space(varnode.space).write(varnode.offset, varnode.size, value)

    def reset(self) -> None:
        """Arbitrary bytes everywhere: before a call."""
        for space in self._spaces.values():
            space.clear()
        self.written.clear()
        self._entries.clear()

    # ---- data memory, from outside ----

    def read(self, address: int, size: int) -> Value:
        return self.known(self.space(self.architecture.data_space).read(address, size), size)

    def write(self, address: int, size: int, value: Value) -> None:
        self.space(self.architecture.data_space).write(address, size, value)

    def kept(self) -> dict[str, dict[int, tuple[Value, int]]]:
        """What all spaces hold but the temporaries: their cells."""
        return {name: dict(s.cells) for name, s in self._spaces.items() if name != "unique"}

    def restore(self, kept: Mapping[str, Mapping[int, tuple[Value, int]]]) -> None:
        """The reverse of `kept`."""
        for space in self._spaces.values():
            space.clear()
        for name, cells in kept.items():
            self.space(name).fill(cells)

    def snapshot(self) -> dict[str, dict[int, tuple[Value, int]]]:
        """What all spaces hold, in the middle of an instruction: their cells."""
        return {name: dict(space.cells) for name, space in self._spaces.items()}

    @contextlib.contextmanager
    def observed(
        self, told: Callable[[tuple[str, int]], None] = lambda _: None
    ) -> Iterator[tuple[dict[tuple[str, int], Value], dict[str, Cells]]]:
        """What is read meanwhile of what was there, by bytes; and, at the end, what was left.

        The latter has what was only read, too.  told: of each byte before it is read.
        """
        read: dict[tuple[str, int], Value] = {}
        left: dict[str, Cells] = {}
        behind: dict[str, Space] = {}

        def arranged(name: str, space: Space) -> None:
            old = behind[name] = space.shadow()

            def byte(offset: int) -> Value:
                told((name, offset))
                found = read[name, offset] = old.read(offset, 1)
                return found

            space.replace(byte)

        for name, space in self._spaces.items():
            if name != "unique":
                arranged(name, space)
        try:
            yield read, left
        finally:
            for name, old in behind.items():
                space = self._spaces[name]
                left[name] = dict(space.cells)
                for offset, (value, size) in left[name].items():
                    old.write(offset, size, value)
                space.take(old)

    # ---- loads and stores ----

    def allow(self, name: str, start: int, size: int, *, writable: bool = True) -> None:
        """Let the function touch so many bytes of data memory, too."""
        if size:
            self.ranges.append(Range(name, start, size, writable))

    def permitted(
        self, address: int, size: int, *, write: bool, ranges: Sequence[Range] | None = None
    ) -> None:
        """Raise ProofError unless the contract permits the access."""
        if ranges is None:
            ranges = self._ranges_at(None, self.architecture.data_space)
        for each in ranges:
            if each.start <= address and address + size <= each.end:
                if write and not each.writable:
                    raise ProofError(
                        f"a store to {each.name}, which the contract does not let it write",
                        self.program_counter,
                    )
                self.touched.add(each.name)
                if each.name == STACK:
                    self._note_stack(address)
                return
        near = [r for r in ranges if r.start - 4096 <= address < r.end + 4096]
        where = ""
        if near:
            r = min(near, key=lambda r: min(abs(address - r.start), abs(address - r.end)))
            side = (
                f"{address - r.end + 1} bytes behind"
                if address >= r.end
                else (f"{r.start - address} bytes before" if address < r.start else "at the end of")
            )
            where = f", {side} {r.name}"
        what = "store to" if write else "load from"
        raise ProofError(
            f"a {what} {address:#x}{where}: outside what the contract permits",
            self.program_counter,
        )

    def _note_pointer(self) -> None:
        """Note where the stack pointer is before an instruction, or what is left of one."""
        pointer = self.architecture.stack_pointer
        self.pointed_before = self.space(pointer.space).read(pointer.offset, pointer.size)

    def _note_stack(self, address: int) -> None:
        """Note that an instruction touches the stack."""
        lowest = self.lowest_on_stack
        self.lowest_on_stack = address if lowest is None else min(address, lowest)

    # ---- addresses that are symbols ----

    def address(
        self, space: str, value: Value, size: int, wanted: int, what: str
    ) -> tuple[int, Base | None]:
        """A number; or the one that stands for an address in an object at a symbol, and that.

        space: what is accessed.  Where the object lies in another one, its address is any number.
        """
        found = self._same(self.known(value, size))
        place = self.based(found) if type(found) is tuple else None
        if place is None:
            return self.concrete(found, size, what), None
        base, distance = place
        if (base.space or self.architecture.data_space) != space:
            raise Unknown(what, self.terms, base.word, self.program_counter)
        if self.architecture.cpu.abi.strict_alignment and wanted > base.alignment:
            raise Unknown(what, self.terms, base.word, self.program_counter)
        return base.start + distance, base

    def _same(self, address: Value) -> Value:
        """An address as all have it that the machine stands for.

        It is for the access alone: what made it has other bits where the machine stands for more.
        """
        if type(address) is not tuple or self.shared is None or self.based(address) is not None:
            return address
        return self.known(self.shared(address), len(address) // 8)

    def _ranges_at(self, base: Base | None, space: str) -> list[Range]:
        """Where an address of a space leads that is a number, or at a distance from a base.

        The number of another object may be near, whose address is not; what lies at a symbol is at
        no number, though one stands for its address.
        """
        ranges = self.ranges_beside.get(space, self.ranges)
        if base is None:
            return [each for each in ranges if not self.is_based(each.name)]
        return [each for each in ranges if base.has(each.name)]

    def _aligned(self, address: int, size: int, what: str) -> None:
        """Raise ProofError where the CPU has no access of so many bytes at this address."""
        cpu = self.architecture.cpu
        if cpu.abi.strict_alignment and size <= cpu.abi.pointer_bytes and address % size:
            text = f"{what} {address:#x} of {size} bytes: this CPU has it only where it is aligned"
            raise ProofError(text, self.program_counter)

    def _load(self, space: str, address: Value, size: int, wanted: int) -> Value:
        found = self.known(address, size)
        base: Base | None = None
        found = self._same(found)
        if type(found) is tuple and self.based(found) is not None:
            found, base = self.address(space, found, size, wanted, "the address of a load")
        if type(found) is not int:
            if self.refuses is not None and self.refuses(found):  # type: ignore[arg-type]
                raise Unknown(
                    "the address of a load",
                    self.terms,
                    found,  # type: ignore[arg-type]
                    self.program_counter,
                )
            if self.probing:
                return self._probed(wanted)
            return self._table(space, found, wanted)  # type: ignore[arg-type]
        if space == self.architecture.data_space:
            self._aligned(found, wanted, "a load from")
            self.permitted(found, wanted, write=False, ranges=self._ranges_at(base, space))
        elif space in self.ranges_beside:
            self.permitted(found, wanted, write=False, ranges=self._ranges_at(base, space))
        elif space == self.architecture.code_space:
            return self._constant(found, wanted)
        return self.space(space).read(found, wanted)

    def _probed(self, size: int) -> Bits:
        """In place of what a table holds, where only the way through the code is asked for."""
        return self.terms.variables(f"probed {len(self.terms)}", 8 * size)

    def _constant(self, address: int, size: int) -> int:
        code = self._code(address, size)
        if len(code) < size:
            raise ProofError(f"a load from {address:#x}, outside the code", self.program_counter)
        return int.from_bytes(code[:size], "big" if self.architecture.big_endian else "little")

    def _store(self, space: str, where: Value, width: int, size: int, value: Value) -> None:
        address, base = self.address(space, where, width, size, "the address of a store")
        if space == self.architecture.data_space:
            self._aligned(address, size, "a store to")
            self.permitted(address, size, write=True, ranges=self._ranges_at(base, space))
            self.written.update(range(address, address + size))
        elif space in self.ranges_beside:
            self.permitted(address, size, write=True, ranges=self._ranges_at(base, space))
        self.space(space).write(address, size, value)

    # ---- tables ----

    def _table(self, space: str, address: Bits, size: int) -> Value:
        """What is loaded from a table of constants, at a place that a few bits decide."""
        counter = self.program_counter
        if not self.secret_tables:
            raise ProofError("the address of a load depends on secret data", counter)
        # Of an address whose upper bits are known, those below may be a sum that is known.
        width = max(k for k, literal in enumerate(address) if literal > 1) + 1
        upper = sum(literal << k for k, literal in enumerate(address[width:], width))
        constant, coefficients = self.terms.linear(address[:width])
        nodes = list(coefficients)
        if any(self.terms.kinds[n] == SUM and n not in self.terms.opaque for n in nodes):
            return self._table_at_sums(space, address, size)
        if len(nodes) > FEW_ATOMS:
            raise ProofError(
                f"the address of a load depends on {len(nodes)} bits: too many for a table", counter
            )
        steps = tuple(map(abs, coefficients.values()))
        constant += sum(c for c in coefficients.values() if c < 0)
        key = space, upper, constant, steps, width, size
        entries = self._entries.get(key)
        if entries is None:
            places = [constant]
            for step in steps:
                places += [place + step for place in places]
            mask = (1 << width) - 1
            places = [upper | place & mask for place in places]
            entries = self._at(space, places, len(address) // 8, size)
            if self._is_constant(space, places):
                self._entries[key] = entries
        literals = tuple(2 * node + (c < 0) for node, c in coefficients.items())
        return self.terms.table(entries, literals, 8 * size)

    def _at(self, space: str, places: Sequence[int], pointer: int, size: int) -> list[int]:
        """The constants at these addresses, which have so many bytes."""
        entries = []
        for place in places:
            entry = self.known(self._load(space, place, pointer, size), size)
            if type(entry) is not int:
                raise ProofError(
                    "a load at a secret place, from what is no constant", self.program_counter
                )
            entries.append(entry)
        return entries

    def _is_constant(self, space: str, places: Sequence[int]) -> bool:
        """Whether no store of this call goes to these addresses."""
        if space == self.architecture.code_space != self.architecture.data_space:
            return True
        low, high = min(places), max(places)
        return space == self.architecture.data_space and any(
            each.start <= low and high < each.end and not each.writable for each in self.ranges
        )

    def _below(self, address: Bits, through: Collection[int]) -> set[int]:
        """What an address is made of: the first nodes below that are of no kind to pass through."""
        terms = self.terms
        found: set[int] = set()
        seen: set[int] = set()
        pending = [literal >> 1 for literal in address]
        while pending:
            node = pending.pop()
            if node in seen or not node:
                continue
            seen.add(node)
            if terms.kinds[node] not in through or node in terms.opaque:
                found.add(node)
            else:
                pending += inputs_of(terms, node)
        return found

    def _table_at_sums(self, space: str, address: Bits, size: int) -> Value:
        """The same, where the address is known best by its values at all those of a few atoms."""
        terms = self.terms
        atoms = self._below(address, through=(SUM,))
        if len(atoms) > FEW_ATOMS:
            atoms = self._below(address, through=(SUM, XOR, AND))
        if len(atoms) > FEW_ATOMS:
            raise ProofError(
                f"the address of a load depends on {len(atoms)} bits: too many for a table",
                self.program_counter,
            )
        order = sorted(atoms)
        simulation = Simulation(terms, 1 << len(order))
        for k, atom in enumerate(order):
            simulation.settle(atom, sum(1 << v for v in range(1 << len(order)) if v >> k & 1))
        values = [simulation.value(literal) for literal in address]
        places = [
            sum((value >> index & 1) << k for k, value in enumerate(values))
            for index in range(1 << len(order))
        ]
        entries = self._at(space, places, len(address) // 8, size)
        return terms.table(entries, tuple(2 * atom for atom in order), 8 * size)

"""One execution of `close` on terms: its machine, its objects, and what their bytes hold.

All that proves a part of a `close` works on this: prefixes, attempts at a passage, and the passages
that are applied.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence

from mote.proving import layout
from mote.proving.contexts import CELL, COUNTER, Instantiation
from mote.proving.counters import Case
from mote.proving.hash_file import HashFile
from mote.proving.memory import Range
from mote.proving.passage import Call, Cell, Passage
from mote.proving.placing import ADDRESS
from mote.proving.solve import Simulation, Sweep, variables_of
from mote.proving.terms import Bits, Form, Terms
from mote.proving.values import Lazy, SecretBranch, Value
from mote.proving.word import TermWords, Word
from mote.specifications.hashing import HashFunction, State


class Execution:
    """The machine in the middle of some `close`, in the term context of all of a file."""

    def __init__(self, proof: HashFile) -> None:
        self.proof = proof
        self.specification: HashFunction = proof.specification
        self.sponge = type(self.specification).held is not HashFunction.held
        label = proof.program.label(proof.contract.block)
        self.label = -1 if label is None else label
        in_c = proof.implementation.source.suffix == ".c"
        counting = proof.function.counting_function if in_c else ""
        self.counting = {each for each in (proof.program.label(counting),) if counting and each}
        """Where the function is entered that counts a block and does nothing else, if there is one.

        It is proved once, as a passage that leaves the state as it was.
        """
        self.step = proof.contract.counter.step if proof.contract.counter else 0
        self.words = TermWords(Terms())
        self.case: Case | None = None
        self.known: list[int | None] = []
        """What is known of the context, as far as the counter is concerned."""
        self.digest_bits = 0
        self.objects: dict[str, Range] = {}
        self.asked: set[Cell] = set()
        """The bytes that a branch behind a passage depended on."""
        self._serial = 0
        self._states: dict[tuple[Bits, ...], dict[int, Bits]] = {}
        self._totals: dict[tuple[Bits, Bits], bool] = {}
        """Which totals are the same, though the rules do not say so."""
        self._words_behind: dict[tuple[int, str, int], list[Word]] = {}
        self._buffers: dict[int, dict[Cell, int]] = {}
        self.state_places: dict[int, Cell] = {}
        """Where the state is at the cut point, by offsets in the context: see find_state."""
        self.state_copies: dict[int, list[Cell]] = {}
        """Where else its bytes are that the context has; the likeliest place comes last."""
        self._inside: dict[Bits, int] = {}
        """The bytes of the state that the context has at the cut point, and their offsets."""

    def begin(self, case: Case) -> None:
        """Begin with a case of the counter; terms and passages are those of all cases."""
        self.case = case
        self.caller = self.proof.caller(self.words.terms)
        architecture = self.caller.architecture
        self.flags = {cell: bits for cell, (_, bits) in architecture.flag_cells().items()}
        """How many bits each has."""
        kept = [architecture.registers[name] for name in architecture.kept_flags]
        self.kept_flags = {(place.space, place.offset) for place in kept}
        """Those that are asked for at the end, however they are made."""

    # ---- havoc ----

    @property
    def unknown(self) -> str:
        """How the names of bytes begin that are arbitrary since the last havoc."""
        return f"unknown {self._serial}"

    def havoc(self) -> None:
        """Let all that is not known from here on be arbitrary: other bytes than before."""
        self._serial += 1
        self.caller.machine.unknown = self.unknown

    def ask(self, error: SecretBranch) -> set[Cell]:
        """The havocked bytes that a branch depends on; raises the error again if none is new."""
        terms, asked = self.caller.terms, set[Cell]()
        for node in variables_of(terms, [error.literal]) if error.terms is terms else ():
            name = terms.contents[node]
            parts = str(name[0]).split(" ") if isinstance(name, tuple) else []
            if len(parts) == 4 and parts[0] == "unknown":
                asked.add((parts[2], int(parts[3], 16)))
        if asked <= self.asked:
            raise error
        self.asked |= asked
        return asked

    # ---- what bytes hold ----

    def words_behind(self, number: int, name: str, before: Sequence[Word]) -> list[Word]:
        """Arbitrary words, as a part of the state behind a call."""
        key = number, name, len(before)
        found = self._words_behind.get(key)
        if found is None:
            found = self._words_behind[key] = [
                self.words.variable(f"{name}[{i}] behind {number}", word.bits)
                for i, word in enumerate(before)
            ]
        return found

    def byte(self, cell: Cell) -> Value:
        machine = self.caller.machine
        return machine.known(machine.space(cell[0]).read(cell[1], 1), 1)

    def is_known(self, cell: Cell) -> bool:
        """Whether a byte is a number, or one of an address."""
        value, terms = self.byte(cell), self.words.terms
        if type(value) is not tuple:
            return True
        return all(
            str(terms.contents[node][0]).startswith(ADDRESS) for node in variables_of(terms, value)
        )

    def number_in(self, cells: Sequence[Cell]) -> Bits:
        """What bytes hold, the lowest first."""
        machine = self.caller.machine
        return sum((machine.bits(self.byte(cell), 1) for cell in cells), ())

    def read(self, address: int, size: int) -> dict[int, Bits]:
        machine = self.caller.machine
        return {at: machine.bits(machine.read(address + at, 1), 1) for at in range(size)}

    def counter_now(self) -> Bits:
        counter = self.proof.contract.counter
        if counter is None:
            return ()
        start = self.objects["cc"].start
        machine = self.caller.machine
        content = {
            at + k: machine.bits(machine.read(start + at + k, 1), 1)
            for at in counter.addresses
            for k in range(counter.word_bytes)
        }
        return layout.number_bits(counter, content, big_endian=self.caller.big_endian)

    def stored_bytes(self, state: State[Word]) -> dict[int, Bits]:
        """The bytes of the context that hold a state."""
        key = tuple(word.literals for each in state.values() for word in each)
        found = self._states.get(key)
        if found is None:
            found = self.proof.stored(state, big=self.caller.big_endian)
            self._states[key] = found
        return found

    def store(self, content: list[Value], state: State[Word]) -> None:
        for offset, bits in self.stored_bytes(state).items():
            content[offset] = self.caller.machine.known(bits, 1)

    def find_state(self, stored: Mapping[int, Bits] | None) -> None:
        """Look where the state is: in the context, or byte by byte in a register or the frame.

        stored: the bytes of the context that would hold it; None: it is in the context.
        """
        machine, where = self.caller.machine, self.objects["cc"]
        space = machine.architecture.data_space
        found = {at: (space, where.start + at) for at in self.proof.bytes_of_state()}
        memory = machine.space(space)
        missing = {
            bits: at
            for at, bits in (stored or {}).items()
            if machine.bits(memory.read(where.start + at, 1), 1) != bits
        }
        for cell, bits, _ in self._bytes_outside(made=True) if missing else ():
            if bits in missing:
                found[missing.pop(bits)] = cell
        self.state_places = found
        inside = {at for at, cell in found.items() if cell == (space, where.start + at)}
        self._inside = {bits: at for at, bits in (stored or {}).items() if at in inside}
        self.state_copies = {}
        if inside and inside != found.keys():
            alone = {
                self._inside[bits]: cell
                for cell, bits, _ in self._bytes_outside(1)
                if bits in self._inside
            }
            if inside == alone.keys():
                # What is not in the context is where a copy of all of it is.
                self.state_places, self._inside = found | alone, {}

    def find_copies(self) -> None:
        """Look where a file has the state that goes on with a copy, as in internal RAM or a frame.

        Of that in the context; bytes of their own come last, as the likeliest.
        """
        if not self._inside:
            return
        found: dict[int, list[tuple[bool, Cell]]] = {}
        for cell, bits, size in self._bytes_outside():
            if bits in self._inside:
                found.setdefault(self._inside[bits], []).append((size == 1, cell))
        self.state_copies = {
            at: [cell for _, cell in sorted(each, key=operator.itemgetter(0))]
            for at, each in found.items()
        }
        self._inside = {}

    def _bytes_outside(
        self, most: int = 0, *, made: bool = False
    ) -> Iterator[tuple[Cell, Bits, int]]:
        """Bytes outside the context that are no numbers, and of how many bytes their cells are.

        most: the largest cells; 0: any.  made: with those that nobody has asked for yet.
        """
        machine, where = self.caller.machine, self.objects["cc"]
        space, big = machine.architecture.data_space, machine.architecture.big_endian
        own = range(where.start, where.end)
        for name, cells in sorted(machine.kept().items()):
            for offset, (value, size) in sorted(cells.items(), key=operator.itemgetter(0)):
                if type(value) is int or (most and size > most):
                    continue
                if name == space and (offset in own or offset in self.caller.constants):
                    continue
                if type(value) is Lazy and value.bits is None and not made:
                    continue
                bits = machine.bits(value, size)
                for k in range(size):
                    at = 8 * (size - 1 - k if big else k)
                    yield (name, offset + k), bits[at : at + 8], size

    def buffer_cells(self, call: Call) -> dict[Cell, int]:
        """Where the message block lies when the block function is entered."""
        size = self.specification.block_bytes(self.digest_bits)
        if size not in self._buffers:
            machine = self.caller.machine
            kept, counter, last = machine.kept(), machine.program_counter, machine.last
            self._buffers[size] = self.proof.buffer_of(self.label, self.digest_bits)
            machine.restore(kept)
            machine.program_counter, machine.last = counter, last
        return self._buffers[size]

    def likely(self) -> set[Cell]:
        """The bytes of registers that hold 0 by the ABI, or point to the stack or the context."""
        caller = self.caller
        machine, architecture = caller.machine, caller.architecture
        names = {*caller.cpu.abi.zero, caller.cpu.abi.stack_pointer}
        found: set[Cell] = set()
        for name, place in architecture.registers.items():
            if place.space != "register":
                continue
            cells = [(place.space, place.offset + k) for k in range(place.size)]
            value = machine.space(place.space).cells.get(place.offset)
            pointer = (
                value is not None
                and value[1] == place.size
                and type(value[0]) is not Lazy
                and machine.place(*value) == self.objects["cc"].start
            )
            if pointer or name in {each.lstrip("$") for each in names}:
                found.update(cells)
        stack = machine.place(
            machine.get(architecture.stack_pointer), architecture.stack_pointer.size
        )
        if stack is not None:
            for space in (architecture.data_space, *machine.ranges_beside):
                cells = [(space, stack + k) for k in architecture.return_address]
                if all(isinstance(self.byte(cell), int) for cell in cells):
                    found.update(cells)
        return found

    # ---- passages here ----

    def fits(self, passage: Passage) -> bool:
        """Whether the machine holds what a passage has to begin with, but for the counter."""
        return (
            passage.room <= self.objects["dst"].size
            and passage.places == self.state_places
            and all(self.byte(cell) == value for cell, value in passage.fixed.items())
            and all(self.byte(a) == self.byte(b) for a, b in passage.same.items())
            and self._is_bounded(passage)
        )

    def _is_bounded(self, passage: Passage) -> bool:
        """Whether the number that a passage is given is one of those that it is proved for."""
        if not passage.bounded:
            return True
        bits = self.number_in(passage.extra)
        number = sum(bit << k for k, bit in enumerate(bits))
        return max(bits) < 2 and 0 <= number - passage.least < 1 << passage.bounded

    def is_total(self, passage: Passage, wanted: Bits) -> bool:
        """Whether the specification gives that to the compression function, by its lowest bits."""
        terms, found = self.words.terms, self.total(passage)
        wanted = wanted[: len(found)]
        if not wanted or found == wanted:
            # What only counts takes nothing.
            return True
        known = self._totals.get((found, wanted))
        if known is None:
            sweep = Sweep(terms, Simulation(terms))
            known = not sweep.differing(list(zip(found, wanted, strict=True)))
            self._totals[found, wanted] = known
            self.caller.machine.solver_calls += sweep.calls
        return known

    def total(self, passage: Passage) -> Bits:
        """What the compression function takes by a passage where the counter was free."""
        terms, now = self.words.terms, self.counter_now()
        parts = [terms.linear(now, passage.scale), *self.summands(passage.extra)]
        return terms.add(parts, len(now), passage.constant)

    def value_of(self, terms: Terms, literal: int) -> int | None:
        """The value of a literal of a passage's terms where the machine is now, if it is known."""
        machine, now = self.caller.machine, self.counter_now()

        def given(name: str, bit: int) -> int:
            if name == COUNTER:
                return now[bit]
            kind, *where = name.split(" ")
            if kind != CELL:
                raise LookupError(name)
            space, offset = where
            return machine.bits(self.byte((space, int(offset, 16))), 1)[bit]

        try:
            [found] = Instantiation(terms, self.words.terms, given).bits((literal,))
            if found < 2:
                return found
            return None if machine.decide is None else int(machine.decide(found))
        except (LookupError, SecretBranch):
            return None

    def summands(self, cells: Sequence[Cell]) -> list[Form]:
        """The same as a summand, if there are any."""
        return [self.words.terms.linear(self.number_in(cells))] if cells else []

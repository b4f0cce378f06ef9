"""A hash function that calls of a proof go through as a function of which nothing is known.

HMAC and HKDF use the three functions of a hash function's interface, whose own proofs say what they
do.  Here a machine stops where one of them is entered: what is hashed is noted, the digest is
arbitrary but the same for the same message, and all that the function may change is arbitrary
behind it, too.  So a proof is of any hash function with that interface.
"""

from __future__ import annotations

from collections.abc import Sequence

from mote.building.image import Image
from mote.catalog.cpu import Cpu
from mote.common.errors import MoteError
from mote.proving.architectures import architecture_of
from mote.proving.machine import SymbolicMachine
from mote.proving.program import Program
from mote.proving.terms import Bits
from mote.proving.values import ProofError, Value
from mote.proving.word import TermWords, Word

Message = tuple[Bits, ...]


class AbstractHash:
    """Follows a machine through calls of a hash function.

    symbols: of init, update and close.  sizes: the digests that there are, in bits.  stack: what
    the functions may take of it, and limit: what there is altogether.
    """

    def __init__(
        self,
        words: TermWords,
        cpu: Cpu,
        program: Program,
        symbols: Sequence[str],
        sizes: Sequence[int],
        context_bytes: int,
        *,
        stack: int,
        limit: int,
    ) -> None:
        if not architecture_of(cpu).return_instruction:
            raise MoteError(f"{cpu.name}: proofs of what calls a hash function know no return")
        self.words = words
        self.cpu = cpu
        self.image: Image = program.image
        self.sizes = sizes
        self.context_bytes = context_bytes
        self.stack, self.limit = stack, limit
        self.calls = 0
        self._stops = {program.label(name): kind for kind, name in enumerate(symbols)}
        if None in self._stops:
            raise MoteError(f"the image has not all of {', '.join(symbols)}")
        self._contexts: dict[tuple[Bits, ...], tuple[int, Message]] = {}
        """By what a context holds: the digest's size in bits, and what was hashed."""
        self._digests: dict[tuple[int, Message], list[Word]] = {}

    def digest(self, message: Sequence[Word], bits: int) -> list[Word]:
        """Arbitrary bytes, the same for the same message."""
        return self._digest(tuple(word.literals for word in message), bits)

    def _digest(self, message: Message, bits: int) -> list[Word]:
        key = bits, message
        if key not in self._digests:
            name = f"digest {len(self._digests)}"
            self._digests[key] = [self.words.variable(f"{name}[{i}]", 8) for i in range(bits // 8)]
        return self._digests[key]

    def follow(self, machine: SymbolicMachine) -> None:
        """Run the machine until the function that was called returns."""
        stops = {each for each in self._stops if each is not None}
        while not machine.run(stops):
            here = machine.architecture.code_address(machine.program_counter)
            self._called(machine, self._stops[here])

    def _called(self, machine: SymbolicMachine, kind: int) -> None:
        architecture = machine.architecture
        counter = machine.program_counter

        def number(place: int) -> int:
            varnode = architecture.arguments[place]
            value = machine.get(varnode)
            return machine.concrete(value, varnode.size, "an argument of the hash function")

        depth = architecture.stack_top - machine.concrete(
            machine.get(architecture.stack_pointer), 4, "the stack pointer"
        )
        if depth + self.stack > self.limit:
            raise ProofError(
                f"{depth} bytes of stack, and {self.stack} more in the hash function: "
                f"the contract has {self.limit}",
                counter,
            )
        cc = number(0)
        message: Message = ()
        machine.permitted(cc, self.context_bytes, write=True)
        if kind == 0:
            bits = number(1)
            if bits not in self.sizes:
                raise ProofError(f"a digest of {bits} bits is asked for", counter)
        else:
            found = self._contexts.get(self._bytes(machine, cc, self.context_bytes))
            if found is None:
                raise ProofError("what it gives the hash function is no context", counter)
            bits, message = found
        if kind == 1:
            data, size = number(1), number(2)
            if size:
                machine.permitted(data, size, write=False)
            message = (*message, *self._bytes(machine, data, size))
        elif kind == 2:
            if number(2):
                raise ProofError("it gives the hash function more than whole bytes", counter)
            target = number(3)
            machine.permitted(target, bits // 8, write=True)
            digest = self._digest(message, bits)
        self.calls += 1
        after = [
            machine.terms.variables(f"context {self.calls} {at}", 8)
            for at in range(self.context_bytes)
        ]
        self._put(machine, cc, after)
        if kind == 2:
            self._put(machine, target, [word.literals for word in digest])
        else:
            self._contexts[tuple(after)] = bits, message
        machine.execute(architecture.return_instruction)
        self._forget(machine)

    @staticmethod
    def _bytes(machine: SymbolicMachine, start: int, size: int) -> Message:
        return tuple(machine.bits(machine.read(start + at, 1), 1) for at in range(size))

    @staticmethod
    def _put(machine: SymbolicMachine, start: int, content: Sequence[Value]) -> None:
        for at, value in enumerate(content):
            machine.write(start + at, 1, value)
            machine.written.add(start + at)

    def _forget(self, machine: SymbolicMachine) -> None:
        """What a function need not keep is arbitrary: registers, flags, the stack below.

        That it keeps the others is what the proof of its own file shows.
        """
        architecture = machine.architecture
        machine.unknown = f"unknown {self.calls}"
        lost = [name for name in architecture.flags if name not in architecture.kept_flags]
        for name in (*architecture.caller_saved, *lost):
            varnode = architecture.registers[name]
            size = 8 * varnode.size
            bits = machine.terms.variables(f"{machine.unknown} {name}", size)
            if name in lost:
                bits = (bits[0], *(0 for _ in bits[1:]))
            machine.put(varnode, bits)
        stack = machine.concrete(machine.get(architecture.stack_pointer), 4, "the stack pointer")
        low, _ = architecture.stack_bytes(self.limit)
        machine.space(architecture.data_space).forget(range(low, stack))

"""MIPS32.  An instruction with a delay slot is lifted together with the one in the slot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mote.catalog.cpu import Cpu
from mote.proving.architectures import (
    INDIRECT,
    MachineState,
    Patch,
    Sleigh,
    rewritten,
    unique,
    with_state,
)
from mote.proving.architectures.building import const
from mote.proving.lift import Encoding, Lifted, Operation, UnknownInstruction, Varnode

WORD = 4
"""Bytes of it; lwl, lwr, swl and swr take some of them, from or to one of its ends."""


class _Unaligned:
    """The description of lwl, lwr, swl or swr, which reads or writes the whole word.

    Of its bytes, by what they count for, it is for those from a number on that the address says, or
    for as many below the others: it shifts by so many bytes.
    """

    def __init__(self, lifted: Lifted, access: Operation, big_endian: bool) -> None:
        self._made = {op.output: op for op in lifted.operations if op.output is not None}
        self._access = access
        self._big_endian = big_endian
        self._shift = next((op for op in lifted.operations if self._is_shift(op)), None)

    def _is_shift(self, op: Operation) -> bool:
        if op.opcode not in ("INT_LEFT", "INT_RIGHT"):
            return False
        if self._access.opcode == "LOAD":
            return op.inputs[0] == self._access.output
        merged = self._made.get(self._access.inputs[1])
        return merged is not None and op.output in merged.inputs and op.inputs[0].space != "const"

    @property
    def applies(self) -> bool:
        """Whether the access is of one of the four: at an address less its two lowest bits."""
        aligned = self._made.get(self._access.inputs[0])
        if aligned is None or aligned.opcode != "INT_SUB" or self._shift is None:
            return False
        return self._is_low(aligned.inputs[1])

    def _is_low(self, varnode: Varnode) -> bool:
        low = self._made.get(varnode)
        return low is not None and low.opcode == "INT_AND" and low.inputs[1] == const(3, WORD)

    def bytewise(self) -> list[Operation]:
        """The same with the bytes alone that it is for."""
        assert self._shift is not None
        done: list[Operation] = []
        number = self._made[self._shift.inputs[1]].inputs[0]
        if not self._is_low(number):
            # It is 3 less the two lowest bits of the address.
            done.append(Operation("INT_SUB", (const(3, WORD), self._low()), unique(2, WORD)))
            number = unique(2, WORD)
        load = self._access.opcode == "LOAD"
        from_number_on = (self._shift.opcode == "INT_RIGHT") == load
        for byte in range(WORD):
            # One of the others: below the number, or so far from the top.
            limit = byte if from_number_on else WORD - 1 - byte
            done.append(Operation("INT_LESS", (const(limit, WORD), number), unique(3, 1)))
            done += self._one(byte, load=load)
        if load:
            done += self._joined()
        return done

    def _low(self) -> Varnode:
        return self._made[self._access.inputs[0]].inputs[1]

    def _one(self, byte: int, *, load: bool) -> Iterator[Operation]:
        """A byte of the word, unless a condition holds; what is not loaded is 0."""
        at = WORD - 1 - byte if self._big_endian else byte
        word, place, value = self._access.inputs[0], unique(4, WORD), unique(8 + byte, 1)
        if load:
            yield Operation("COPY", (const(0, 1),), value)
        yield Operation("CBRANCH", (const(3 if load else 4, 4), unique(3, 1)))
        yield Operation("INT_ADD", (word, const(at, WORD)), place)
        if load:
            yield Operation("LOAD", (place,), value, self._access.space)
        else:
            yield Operation("SUBPIECE", (self._access.inputs[1], const(byte, WORD)), value)
            yield Operation("STORE", (place, value), None, self._access.space)

    def _joined(self) -> Iterator[Operation]:
        low, high = unique(5, 2), unique(6, 2)
        yield Operation("PIECE", (unique(9, 1), unique(8, 1)), low)
        yield Operation("PIECE", (unique(11, 1), unique(10, 1)), high)
        yield Operation("PIECE", (high, low), self._access.output)


class Processor(Sleigh):
    caller_bytes = 16  # the home of four argument registers

    def __init__(self, cpu: Cpu) -> None:
        self.language = f"MIPS:{'BE' if cpu.endianness == 'big' else 'LE'}:32:default"
        super().__init__(cpu)

    def decode(self, address: int, code: bytes) -> Lifted:
        if address % 4:
            raise UnknownInstruction(f"{self.cpu.name}: a branch to {address:#x}, no multiple of 4")
        return super().decode(address, code)

    def mnemonics(self, lifted: Lifted, code: bytes) -> list[str]:
        """With that of the instruction in the delay slot, which the text lacks."""
        found = super().mnemonics(lifted, code)
        if lifted.length > 4:
            slot = super().decode(lifted.address + 4, code[4:])
            found += super().mnemonics(slot, code[4:])
        return found

    def state_kept(self, lifted: Lifted) -> Lifted:
        """Bit 0 of the destination in the destination: to the CPU it is an address error."""
        switch = self.registers["isamodeswitch"]
        return rewritten(
            lifted, lambda op: with_state(op, switch) if op.opcode in INDIRECT else [op]
        )

    def bytewise(self, lifted: Lifted) -> Lifted:
        """lwl, lwr, swl and swr without the bytes that they leave alone."""
        accesses = {
            op: found
            for op in lifted.operations
            if op.opcode in ("LOAD", "STORE")
            and (found := _Unaligned(lifted, op, self.big_endian)).applies
        }
        if not accesses:
            return lifted
        stored = {op.inputs[0] for op in accesses if op.opcode == "STORE"}

        def change(op: Operation) -> list[Operation]:
            if op in accesses:
                return accesses[op].bytewise()
            if op.opcode == "LOAD" and op.inputs[0] in stored:
                # What of it is stored again is not.
                assert op.output is not None
                return [Operation("COPY", (const(0, WORD),), op.output)]
            return [op]

        return rewritten(lifted, change)

    @property
    def patches(self) -> tuple[Patch, ...]:  # type: ignore[override]
        return (
            Patch(
                "jr, jalr",
                "the description takes bit 0 of the destination for MIPS16's state, which MIPS32 "
                "lacks",
                self.state_kept,
            ),
            Patch(
                "lwl, lwr, swl, swr",
                "the description reads the whole word at a multiple of 4, and writes it, where the "
                "CPU takes its bytes on one side of the address alone (MIPS32 Volume II)",
                self.bytewise,
            ),
        )

    def instructions(self, object_file: Path) -> list[Encoding]:
        """With its delay slot where an instruction has one."""
        plain = super().instructions(object_file)
        following = [*plain[1:], Encoding(bytes(4))]
        return [
            Encoding(each.code + after.code) if self._has_slot(each.code) else each
            for each, after in zip(plain, following, strict=True)
        ]

    def _has_slot(self, code: bytes) -> bool:
        return self.decode(0, code + bytes(4)).length > 4

    def result(self, size: int) -> list[Varnode]:
        return [self.registers["v0"]]

    def call(self, machine: MachineState, function_address: int) -> None:
        """With its own address in $t9, as the o32 ABI has it for position-independent callees."""
        machine.put(self.registers["ra"], self.return_to)
        machine.put(self.registers["t9"], function_address)

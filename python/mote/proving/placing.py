"""Where the objects of a call and the stack lie: at addresses that are symbols, or at numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from mote.catalog.cpu import Cpu
from mote.proving import proofs
from mote.proving.architectures import Architecture
from mote.proving.bases import CALLER, STACK, Base
from mote.proving.memory import Range
from mote.proving.solve import variables_of
from mote.proving.terms import Terms
from mote.proving.values import ProofError, SecretBranch, Unknown

SYMBOLS, FIXED = proofs.ANYWHERE, "fixed"
"""Where objects and the stack lie: anywhere, or where the prover puts them."""

ADDRESS = "the address of "
"""How the names of the symbols begin."""

CONTEXT = "cc"
"""The object that is always aligned: context_alignment."""

NAMES = {CONTEXT: "the context", "data": "the message", "dst": "the digest"}
"""What objects are called where something depends on their addresses."""

CALL = " in call "


def context_alignment(cpu: Cpu) -> int:
    """Of what the context's address is a multiple: it has an int, which C aligns."""
    if cpu.abi.strict_alignment:
        return cpu.abi.pointer_bytes
    # On CPUs of 8 and 16 bits compilers pack.
    return 4 if cpu.abi.int_bytes == 4 else 1


def address_bytes(cpu: Cpu) -> int:
    """Bytes of an address in data memory.

    A generic pointer of the 8051 has three: the third names the memory, and 0 is external RAM.
    """
    return 2 if cpu.abi.pointer_bytes == 3 else cpu.abi.pointer_bytes


Made = TypeVar("Made")


@dataclass
class Placing:
    """Where the calls of one file have their objects.

    kind: SYMBOLS or FIXED.  alignment: by the names of objects that may lie anywhere, the lowest
    bits of their addresses as a number; None: any, and nothing depends on them.  Of the message
    they are 0 but in step, and in update, which has symbols of its own: elsewhere calls of update
    only make contexts, as update shows that all of its calls do.
    """

    kind: str = FIXED
    alignment: dict[str, int | None] = field(default_factory=dict)

    def lowest(self, name: str) -> int | None:
        """The lowest bits of an object's address; None: any."""
        return self.alignment.get(name, 0)


def based(placing: Placing, cpu: Cpu, terms: Terms, each: Range, turn: object) -> Base:
    """An object of a call at an address that is a symbol, another one in each call."""
    size = address_bytes(cpu)
    unit = context_alignment(cpu) if each.name == CONTEXT else size
    known = placing.lowest(each.name)
    word = terms.variables(f"{ADDRESS}{NAMES[each.name]}{CALL}{turn}", 8 * size)
    if known is not None:
        low = unit.bit_length() - 1
        word = tuple(known >> k & 1 for k in range(low)) + word[low:]
    return Base(each.name, word, each.start, 1 if known is None else unit)


def stack(architecture: Architecture, cpu: Cpu, terms: Terms, turn: object) -> Base:
    """The stack, at a multiple of what the ABI says before each call."""
    alignment = cpu.abi.stack_alignment
    low = alignment.bit_length() - 1
    word = terms.variables(f"{ADDRESS}{STACK}{CALL}{turn}", 8 * architecture.stack_pointer.size)
    place = architecture.stack_top
    return Base(STACK, (0,) * low + word[low:], place, alignment, space=architecture.stack_space)


def caller(architecture: Architecture, cpu: Cpu, terms: Terms, turn: object) -> Base:
    """Where a call returns to."""
    low, start = architecture.code_alignment.bit_length() - 1, architecture.return_to
    size = architecture.counter_bytes or cpu.abi.pointer_bytes
    high = architecture.counter_bits or 8 * size
    word = terms.variables(f"{ADDRESS}{CALLER}{CALL}{turn}", 8 * size)
    known = tuple(start >> k & 1 for k in range(low))
    word = known + word[low:high] + (0,) * (8 * size - high)
    return Base(CALLER, word, start, architecture.code_alignment)


def addresses(error: ProofError) -> set[str]:
    """What is at the addresses that an error is about; empty where it is about more."""
    if not isinstance(error, SecretBranch | Unknown):
        return set()
    terms = error.terms
    literals = (error.literal,) if isinstance(error, SecretBranch) else error.bits
    found = set()
    for node in variables_of(terms, literals):
        content = terms.contents[node]
        name = str(content[0] if isinstance(content, tuple) else content).removeprefix("before ")
        if not name.startswith(ADDRESS):
            return set()
        found.add(name.removeprefix(ADDRESS).partition(CALL)[0])
    return found


def depends_on(error: ProofError, name: str) -> bool:
    """Whether an error is about the address of an object of this name, and of nothing else."""
    return addresses(error) == {NAMES[name]}


def said(error: ProofError) -> str:
    """What is wrong, with the name of what lies at an address that something depends on."""
    found = sorted(addresses(error))
    if not found:
        return error.what
    names = " and ".join(f"{ADDRESS}{name}" for name in found)
    return error.what.replace("secret data", names)


def everywhere(
    placing: Placing, name: str, unit: int, runs: Callable[[], Iterator[Made]]
) -> Iterator[Made]:
    """The runs of calls with an object anywhere.

    Where something depends on the lowest bits of its address, all runs are made for each of their
    values.  unit: the size of a pointer.
    """
    try:
        placing.alignment[name] = None
        try:
            yield from runs()
            return
        except ProofError as error:
            if NAMES[name] not in addresses(error):
                raise
        for placing.alignment[name] in range(unit):
            yield from runs()
    finally:
        del placing.alignment[name]
